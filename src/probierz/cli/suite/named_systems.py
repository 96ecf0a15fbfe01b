"""Systems of `probierz systems` that published results name as their recipe: are there such systems?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from probierz.errors import DataError, UnknownSystem

if TYPE_CHECKING:
    from probierz.suites.published_results import PublishedResult


def unknown_system(recipe: str) -> str:
    """Say in a sentence that no system has the name of a recipe; empty where one has, or none is named."""
    from probierz.systems.recipes import find_recipe

    try:
        if recipe:
            find_recipe(recipe)
    except UnknownSystem as error:
        return str(error)
    return ""


def refuse_unknown_systems(results: Iterable[PublishedResult]) -> None:
    """Raise DataError, with file and line, for a published result of a system that there is not."""
    for one in _named(results):
        problem = unknown_system(one.recipe)
        if problem:
            raise DataError(f"the recipe of {one.system}: {problem}", path=one.file, line=one.line or None)


def check_systems(name: str) -> None:
    """The same for all that stands in somebody's own file, whole or one task of it; those of ours are tested."""
    from probierz.suites.catalogue import own_file, read_suite

    file = own_file(name)
    if file is not None:
        refuse_unknown_systems(read_suite(file).results)


def _named(results: Iterable[PublishedResult]) -> Iterator[PublishedResult]:
    """The first result of each recipe."""
    seen: set[str] = set()
    for one in results:
        if one.recipe and one.recipe not in seen:
            seen.add(one.recipe)
            yield one
