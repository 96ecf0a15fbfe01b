"""Recipes: published systems, and ours, as values.

A recipe says how to build a system out of engines, combinators and parts, with which settings, for which task, and
what its paper measured. Recipes of others come by the entry point group `probierz.systems`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from inspect import Parameter, signature
from itertools import chain
from typing import Any

from probierz.errors import OptionError, UnknownSystem, nearest
from probierz.systems.spaces import Space
from probierz.systems.system import System
from probierz.taken_names import refuse_taken

_MODULES = (
    "probierz.systems.baselines",
    "probierz.systems.punctuation.recipes",
    "probierz.systems.punctuation.papers",
    "probierz.systems.ocr.recipes",
    "probierz.systems.ocr.papers",
    "probierz.systems.quality.recipes",
    "probierz.systems.quality.papers",
    "probierz.systems.klej.recipes",
    "probierz.systems.questions.poleval.recipes",
    "probierz.systems.questions.poleval.papers",
    "probierz.systems.sqad.recipes",
)


@dataclass(frozen=True)
class Claim:
    """A published score: the split, the metric and the value as printed."""

    split: str
    metric: str
    value: str


@dataclass(frozen=True)
class Recipe:
    """A system that can be built.

    name: `punctuation/comma-rule`. task: the task of a suite that it was made for, `poleval-2021/punctuation`; empty:
    any. make: builds an untrained system; its keyword arguments are the settings that `with_` may change.
    paper: where it is described; section of the paper where that helps. published: what was measured there.
    extras: what must be installed beside the core; training_extras: what training needs more. hub_names: pretrained
    models that it starts from, as hubs call them. chosen_by_us: settings that nobody published. departures: what it
    does otherwise than the paper, and what of the paper cannot be had, a sentence each.
    learns: it must be trained. column: the one of the task's in.tsv that holds the text; 0: it reads whole lines.
    files: settings that name a file of the challenge, where it is there and nothing else is said.
    shipped: the folder of one that was trained for everybody, below that of the package (or a whole path); empty: none.
    splits: which splits of the task it learns from best.
    knows_train: the shipped one has learnt from the task's train already. space: what a search for settings tries.
    weights: a model that its authors trained and published, as hubs call it; `NAME@MODEL` takes it, see registry.py.
    """

    name: str
    summary: str
    task: str
    make: Callable[..., System]
    paper: str = ""
    published: tuple[Claim, ...] = ()
    extras: tuple[str, ...] = ()
    training_extras: tuple[str, ...] = ()
    hub_names: tuple[str, ...] = ()
    chosen_by_us: tuple[str, ...] = ()
    departures: tuple[str, ...] = ()
    learns: bool = True
    column: int = 0
    files: Mapping[str, str] = field(default_factory=dict)
    shipped: str = ""
    splits: tuple[str, ...] = ()
    knows_train: bool = False
    space: Space = field(default_factory=dict)
    weights: str = ""

    def build(self, **settings: Any) -> System:
        """Build the system, untrained, for lines of the task. Raises OptionError for an unknown setting."""
        inner = self.build_inner(**settings)
        if not self.column:
            return inner
        from probierz.systems.combinators import InputColumn

        return InputColumn(self.column, inner)

    def build_inner(self, **settings: Any) -> System:
        """Build the system for plain texts."""
        known = self.settings()
        for name in settings:
            if name not in known:
                close = nearest(name, known)
                hint = f"; did you mean {close[0]}?" if close else f"; it has {', '.join(known) or 'none'}"
                raise OptionError(f"{self.name} has no setting {name!r}{hint}")
        return self.make(**settings)

    @property
    def training_command(self) -> str:
        """The command that trains it on its task; it gets the task where it is not here."""
        splits = "".join(f" --split {name}" for name in self.splits)
        return f"probierz train {self.name} {self.task or 'CHALLENGE'}{splits}"

    def settings(self) -> Mapping[str, Any]:
        """The settings that can be changed, with their usual values."""
        return {name: one.default for name, one in signature(self.make).parameters.items()}

    def usual_settings(self) -> dict[str, Any]:
        """The usual values of those that have one."""
        return {name: value for name, value in self.settings().items() if value is not Parameter.empty}


def recipes() -> tuple[Recipe, ...]:
    """Return all recipes, by name; those of installed packages too. Raises OptionError where two have one name."""
    found: dict[str, Recipe] = {}
    for recipe in chain(*(import_module(module).RECIPES for module in _MODULES), _of_others()):
        if recipe.name in found:
            refuse_taken("system", recipe.name, recipe.make, found[recipe.name].make)
        found[recipe.name] = recipe
    return tuple(found[name] for name in sorted(found))


def find_recipe(name: str) -> Recipe:
    """Return the recipe of that name. Raises UnknownSystem with the nearest names."""
    known = {recipe.name: recipe for recipe in recipes()}
    short = {recipe.name.rpartition("/")[2]: recipe for recipe in known.values()}
    found = known.get(name) or short.get(name)
    if found:
        return found
    close = nearest(name, [*known, *short])
    hint = f"did you mean {' or '.join(close)}?" if close else "probierz systems lists all"
    raise UnknownSystem(f"no system is called {name!r}, and no folder of this name holds one; {hint}")


def _of_others() -> Iterable[Recipe]:
    from importlib.metadata import entry_points

    for entry in entry_points(group="probierz.systems"):
        yield from entry.load()
