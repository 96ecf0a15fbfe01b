"""Pairing two groups of things so that the pairs are worth most."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from probierz.errors import ParseError

if TYPE_CHECKING:
    from numpy import ndarray

Weights = Sequence[Sequence[float]]

_MOST_PAIRS = 2_250_000  # of 1,500 with 1,500; comparing and pairing them takes half a minute at worst
_MANY_COLUMNS = 150  # from here on the search by numpy is faster, its import included


def refuse_too_many(expected: int, output: int) -> None:
    """Raise ParseError when so many things are expected and given on a line that pairing them would take too long."""
    if expected * output > _MOST_PAIRS:
        raise ParseError(
            f"{expected} things are expected and {output} given on one line, and at most {_MOST_PAIRS} pairs of them "
            "are compared; cut the text into shorter lines"
        )


def best_total(weights: Weights) -> float:
    """The greatest sum of weights over pairings of rows with columns, each in at most one pair; 0 without any.

    Source: Kuhn 1955, Munkres 1957 (Hungarian method).
    """
    useful = [row for row in weights if any(row)]
    if len(useful) < 2:
        return float(max(useful[0])) if useful else 0.0
    columns = [column for column in zip(*useful, strict=True) if any(column)]
    if len(columns) == 1:
        return float(max(columns[0]))
    return math.fsum([columns[i][j] for i, j in enumerate(best_partners(columns)) if j is not None])


def best_partners(weights: Weights) -> list[int | None]:
    """For every row the column it is paired with, or None, so that the sum of weights is greatest.

    weights: one row per thing of the first group, numbers in [0, 1]. Every thing of the smaller group gets a partner,
    even at weight 0. O(r² c) for r rows and c ≥ r columns.
    """
    if not weights:
        return []
    count = len(weights[0])
    if len(weights) <= count:
        return list(_assign(weights))
    partners: list[int | None] = [None] * len(weights)
    for column, row in enumerate(_assign(list(zip(*weights, strict=True)))):
        partners[row] = column
    return partners


def _assign(weights: Weights) -> list[int]:
    """Shortest augmenting paths with potentials: for every row its column; there are at least as many columns."""
    count = len(weights[0]) if weights else 0
    if count >= _MANY_COLUMNS:
        return _assign_many(weights)
    row_potentials = [0.0] * len(weights)
    column_potentials = [0.0] * (count + 1)
    owners = [-1] * (count + 1)  # the row of each column; the last column is a stand-in for the row being placed
    for row in range(len(weights)):
        owners[count] = row
        end, previous = _augmenting_path(weights, row_potentials, column_potentials, owners)
        while end != count:
            owners[end] = owners[previous[end]]
            end = previous[end]
    return _columns_of_rows(owners[:count], len(weights))


def _columns_of_rows(owners: Sequence[int], rows: int) -> list[int]:
    columns = [0] * rows
    for column, owner in enumerate(owners):
        if owner >= 0:
            columns[owner] = column
    return columns


def _augmenting_path(
    weights: Weights, row_potentials: list[float], column_potentials: list[float], owners: list[int]
) -> tuple[int, list[int]]:
    """Dijkstra's search over reduced costs from the row at the stand-in column to a free one; moves the potentials."""
    stand_in = len(owners) - 1
    slack = [math.inf] * stand_in
    previous = [stand_in] * stand_in
    open_columns = list(range(stand_in))
    reached = [stand_in]
    column = stand_in
    while owners[column] >= 0:
        row = owners[column]
        costs, base = weights[row], row_potentials[row]
        for other in open_columns:
            cost = -costs[other] - base - column_potentials[other]
            if cost < slack[other]:
                slack[other], previous[other] = cost, column
        column = min(open_columns, key=slack.__getitem__)
        step = slack[column]
        for other in reached:
            row_potentials[owners[other]] += step
            column_potentials[other] -= step
        for other in open_columns:
            slack[other] -= step
        open_columns.remove(column)
        reached.append(column)
    return column, previous


def _assign_many(weights: Weights) -> list[int]:
    """The same by numpy: the same steps in the same order, so the same pairs, where there are many columns."""
    import numpy

    costs = -numpy.array(weights, dtype=float)
    count = costs.shape[1]
    row_potentials, column_potentials = numpy.zeros(len(costs)), numpy.zeros(count + 1)
    owners = numpy.full(count + 1, -1)
    for row in range(len(costs)):
        owners[count] = row
        end, previous = _augmenting_path_of_many(costs, row_potentials, column_potentials, owners)
        while end != count:
            owners[end] = owners[previous[end]]
            end = int(previous[end])
    return _columns_of_rows(owners[:count].tolist(), len(costs))


def _augmenting_path_of_many(
    costs: ndarray[Any, Any],
    row_potentials: ndarray[Any, Any],
    column_potentials: ndarray[Any, Any],
    owners: ndarray[Any, Any],
) -> tuple[int, ndarray[Any, Any]]:
    import numpy

    stand_in = len(owners) - 1
    slack, previous = numpy.full(stand_in, math.inf), numpy.full(stand_in, stand_in)
    is_open = numpy.ones(stand_in, dtype=bool)
    reached, column = numpy.full(stand_in + 1, stand_in), stand_in
    for steps in range(1, stand_in + 1):
        row = owners[column]
        found = costs[row] - row_potentials[row] - column_potentials[:-1]
        closer = is_open & (found < slack)
        slack[closer], previous[closer] = found[closer], column
        column = int(numpy.where(is_open, slack, math.inf).argmin())
        step = slack[column]
        row_potentials[owners[reached[:steps]]] += step
        column_potentials[reached[:steps]] -= step
        slack -= step
        is_open[column] = False
        reached[steps] = column
        if owners[column] < 0:
            break
    return column, previous


def most_pairs(partners: Sequence[Sequence[int]]) -> int:
    """The greatest number of pairs, each thing in at most one, when thing i may be paired with any of partners[i].

    Source: Berge 1957 (augmenting paths), one breadth-first search a thing; what a search without success has seen
    leads nowhere later either, so no search looks at it again.
    """
    taken: dict[int, int] = {}
    hopeless: set[int] = set()
    return sum([_place(start, partners, taken, hopeless) for start in range(len(partners))])


def _place(start: int, partners: Sequence[Sequence[int]], taken: dict[int, int], hopeless: set[int]) -> bool:
    """Find `start` a partner, moving others to new ones where that helps; `taken` says who has a partner."""
    came_from: dict[int, tuple[int, int | None]] = {}
    queue: list[tuple[int, int | None]] = [(start, None)]
    for thing, given_up in queue:
        for other in partners[thing]:
            if other in came_from or other in hopeless:
                continue
            came_from[other] = thing, given_up
            if other not in taken:
                _move(other, came_from, taken)
                return True
            queue.append((taken[other], other))
    hopeless.update(came_from)
    return False


def _move(free: int, came_from: dict[int, tuple[int, int | None]], taken: dict[int, int]) -> None:
    other: int | None = free
    while other is not None:
        taken[other], other = came_from[other]
