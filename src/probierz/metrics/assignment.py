"""Pairing two groups of things so that the pairs are worth most."""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["best_partners", "best_total", "most_pairs"]

Weights = Sequence[Sequence[float]]


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
    row_potentials = [0.0] * len(weights)
    column_potentials = [0.0] * (count + 1)
    owners = [-1] * (count + 1)  # the row of each column; the last column is a stand-in for the row being placed
    for row in range(len(weights)):
        owners[count] = row
        end, previous = _augmenting_path(weights, row_potentials, column_potentials, owners)
        while end != count:
            owners[end] = owners[previous[end]]
            end = previous[end]
    columns = [0] * len(weights)
    for column in range(count):
        if owners[column] >= 0:
            columns[owners[column]] = column
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


def most_pairs(partners: Sequence[Sequence[int]]) -> int:
    """The greatest number of pairs, each thing in at most one, when thing i may be paired with any of partners[i].

    Source: Berge 1957 (augmenting paths), one breadth-first search a thing.
    """
    taken: dict[int, int] = {}
    return sum([_place(start, partners, taken) for start in range(len(partners))])


def _place(start: int, partners: Sequence[Sequence[int]], taken: dict[int, int]) -> bool:
    """Find `start` a partner, moving others to new ones where that helps; `taken` says who has a partner."""
    came_from: dict[int, tuple[int, int | None]] = {}
    queue: list[tuple[int, int | None]] = [(start, None)]
    for thing, given_up in queue:
        for other in partners[thing]:
            if other in came_from:
                continue
            came_from[other] = thing, given_up
            if other not in taken:
                _move(other, came_from, taken)
                return True
            queue.append((taken[other], other))
    return False


def _move(free: int, came_from: dict[int, tuple[int, int | None]], taken: dict[int, int]) -> None:
    other: int | None = free
    while other is not None:
        taken[other], other = came_from[other]
