"""Corpora, indexes and translators that settings name: found in the challenge, as a path, or in the cache.

The settings of RESOURCES are places in every recipe that has them. A name is looked for

    1. in the folder of the challenge that is learnt from, `rest` as CHALLENGE/rest
    2. as the path that it is
    3. in `resources` below PROBIERZ_HOME or, where that is not set, below the cache (PROBIERZ_CACHE)
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from probierz.errors import OptionError, UnknownSystem
from probierz.suites.fetch import cache_folder

RESOURCES = (
    "alignments", "entailment", "index", "kinds", "more", "rest", "text", "texts", "translator", "trivia"
)  # fmt: skip
_MADE_BY = {"index": "probierz index build", "rest": "probierz punctuation prepare"}
_SEVERAL = ("more",)  # names with spaces between
_SYSTEMS = ("translator",)  # names of systems, too


def resources_folder() -> Path:
    """Where resources lie that all challenges share."""
    return Path(os.environ.get("PROBIERZ_HOME") or cache_folder()) / "resources"


def with_places(settings: Mapping[str, Any], challenge: Path | None = None) -> dict[str, Any]:
    """The settings with the places of resources in place of their names. Raises OptionError for one that is nowhere."""
    return {name: _place(name, value, challenge) for name, value in settings.items()}


def _place(setting: str, value: Any, challenge: Path | None) -> Any:
    if setting not in RESOURCES or not isinstance(value, str):
        return value
    if setting in _SYSTEMS and _is_system(value):
        return value
    names = value.split() if setting in _SEVERAL else [value] if value else []
    return " ".join(found_resource(setting, name, challenge) for name in names)


def found_resource(setting: str, name: str, challenge: Path | None = None) -> str:
    """The path of a file or folder, as it was given where it is there. Raises OptionError that names all places."""
    shared = resources_folder()
    places = ([challenge / name] if challenge else []) + [Path(name), shared / name]
    for place in places:
        if place.exists():
            return name if place == Path(name) else str(place.absolute())
    within = f"in {challenge}, " if challenge else ""
    made = f", or make one by  {_MADE_BY[setting]}" if setting in _MADE_BY else ""
    raise OptionError(
        f"{setting}={name}: there is no such file or folder {within}at that path or in {shared}; name one that is"
        f" there{made}"
    )


def _is_system(name: str) -> bool:
    """Whether a model behind `hf:`, a recipe, or nothing is named."""
    from probierz.systems.recipes import find_recipe
    from probierz.systems.registry import HUB_PREFIX

    if not name or name.startswith(HUB_PREFIX):
        return True
    try:
        find_recipe(name)
    except UnknownSystem:
        return False
    return True
