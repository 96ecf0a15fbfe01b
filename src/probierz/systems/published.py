"""Where the published scores of a recipe stand: which suites name it, and what rank each score has there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from probierz.suites.boards import board
from probierz.suites.catalogue import suites
from probierz.suites.suite import DeclaredTask
from probierz.systems.recipes import Recipe


class RecipePlace(NamedTuple):
    """A published score. rank: among the `of` submissions on the board of that split, or among all systems for one that
    was not submitted; 0 where no suite has the row.
    """

    task: str
    split: str
    metric: str
    value: str
    rank: int = 0
    of: int = 0
    source: str = ""


def places_of(recipe: Recipe) -> list[RecipePlace]:
    """Return the scores that suites name the recipe for, by their main metric, then what only the recipe claims."""
    found = [place for suite in suites() for task in suite.tasks for place in _on_boards(task, recipe.name)]
    known = {(place.task, place.split, place.metric, place.value) for place in found}
    claims = [RecipePlace(recipe.task, one.split, one.metric, one.value) for one in recipe.published]
    return [*found, *(claim for claim in claims if claim[:4] not in known)]


def _on_boards(task: DeclaredTask, name: str) -> Iterator[RecipePlace]:
    named = [one for one in task.published if one.recipe == name and one.metric == task.main_metric]
    for split in dict.fromkeys(one.split for one in named):
        submitted = {row.system: row for row in board(task, split).ranked}
        everything = board(task, split, has_all=True).ranked
        for row in everything:
            if row.recipe == name:
                rank, of = row.rank, len(everything)
                if row.system in submitted:
                    rank, of = submitted[row.system].rank, len(submitted)
                yield RecipePlace(task.full_name, split, task.main_metric, row.value, rank, of, row.source)
