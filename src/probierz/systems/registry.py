"""The registry of systems: a folder, the trained one of a recipe in the user's store, or one that is shipped."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, runtime_checkable

from probierz.errors import OptionError, ProbierzError, UnknownSystem
from probierz.systems.recipes import Recipe, find_recipe
from probierz.systems.storage import class_of, is_system, load
from probierz.systems.system import System

HUB_PREFIX = "hf:"
"""What the name of a model begins with that others trained."""
OF_RECIPE = "@"
"""What stands between the name of a recipe and the trained model whose weights it takes."""
_PACKAGE = Path(__file__).resolve().parent.parent


@runtime_checkable
class _TakesWeights(Protocol):
    """A network of which others may have trained one of the same form."""

    def take_published(self, model: str) -> None: ...


def store() -> Path:
    """The folder of the user's trained systems: PROBIERZ_MODELS, or `probierz/systems` below the user's data."""
    named = os.environ.get("PROBIERZ_MODELS")
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "probierz" / "systems"


def stored(name: str) -> Path:
    """Where the trained system of a recipe is kept, whether it is there or not."""
    return store() / name.replace("/", "-")


def shipped(recipe: Recipe) -> Path | None:
    """The folder of the trained system that comes with the package, if there is any."""
    folder = _PACKAGE / recipe.shipped
    return folder if recipe.shipped and is_system(folder) else None


def home(recipe: Recipe) -> Path | None:
    """The folder of the trained system of a recipe: the user's own, else the one that is shipped, if there is any."""
    own = stored(recipe.name)
    return own if is_system(own) else shipped(recipe)


def find_system(name: str) -> System:
    """Return a system ready to predict: a folder's, the user's own, a shipped one, or a recipe that learns nothing.

    `hf:` and a folder or name: a model that others trained, as it is, see `neural/hub_models.py`.
    `RECIPE@MODEL`: the recipe with the weights of such a model in its network, and all that it does around it.
    Raises UnknownSystem when there is none of this name, or one that has to be trained first.
    """
    if is_system(name):
        return load(name)
    if name.startswith(HUB_PREFIX) and (published := class_of("hub-model")):
        return published(model=name.removeprefix(HUB_PREFIX))  # type: ignore[call-arg]
    plain, at, model = name.partition(OF_RECIPE)
    recipe = find_recipe(plain)
    if at:
        return _with_weights(recipe, model)
    folder = home(recipe)
    if folder:
        return load(folder)
    if not recipe.learns:
        return recipe.build()
    licence, agreed = _licence(recipe)
    or_published = f", or take what its authors trained: {recipe.name}{OF_RECIPE}FOLDER" if recipe.weights else ""
    raise UnknownSystem(
        f"{recipe.name} is not trained yet: train it with  {recipe.training_command}{agreed} {licence}, or"
        f" name a folder that holds it trained{or_published}"
    )


def _with_weights(recipe: Recipe, model: str) -> System:
    """The recipe with trained weights in its only network. Raises OptionError where it has none, or several."""
    system = recipe.build()
    networks = [one for one in _all_parts(system) if isinstance(one, _TakesWeights)]
    if len(networks) != 1:
        raise OptionError(
            f"{recipe.name}{OF_RECIPE}{model}: a model has weights for one network, {recipe.name} is made of"
            f" {len(networks)}; name another system, or train it"
        )
    networks[0].take_published(model)
    return system


def _all_parts(system: System) -> Iterator[System]:
    yield system
    for part in system.parts().values():
        yield from _all_parts(part)


def _licence(recipe: Recipe) -> tuple[str, str]:
    """What has to be agreed to before the data of a recipe's task are got, and the option that does; or nothing."""
    from probierz.suites.catalogue import find_task

    try:
        licence = find_task(recipe.task).licence
    except ProbierzError:  # of any task, or of one that a package of somebody else declares
        return "", ""
    return f"(which agrees to the licence of the data: {licence.name})", " --accept-licence"
