"""Sorting lines by score, NaN included, in the order of GEval."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def sorted_by_score(items: Sequence[Item], score: Callable[[Item], float], *, descending: bool = False) -> list[Item]:
    """Return the items by score, ascending or descending, equal ones in their order.

    A NaN is greater than everything, itself included; what becomes of its neighbours then depends on the algorithm, so
    with a NaN the merge sort of Haskell's standard library is followed step by step (all NaN: the order is reversed).
    """
    if not any(math.isnan(score(item)) for item in items):
        return sorted(items, key=score, reverse=descending)

    def is_greater(one: Item, other: Item) -> bool:
        first, second = (score(other), score(one)) if descending else (score(one), score(other))
        return not first <= second

    return _merge_sorted(items, is_greater)


def worst_to_best(scores: Sequence[float], *, descending: bool = False) -> list[int]:
    """Return places by score, equal ones in their order. Here a NaN is neither greater nor smaller than anything."""
    places = range(len(scores))
    if not any(map(math.isnan, scores)):
        return sorted(places, key=scores.__getitem__, reverse=descending)
    sign = -1 if descending else 1
    return _merge_sorted(places, lambda one, other: sign * scores[one] > sign * scores[other])


Greater = Callable[[Item, Item], bool]


def _merge_sorted(items: Sequence[Item], is_greater: Greater[Item]) -> list[Item]:
    runs = _runs(items, is_greater)
    while len(runs) > 1:
        pairs = [_merged(runs[at], runs[at + 1], is_greater) for at in range(0, len(runs) - 1, 2)]
        runs = pairs + runs[2 * len(pairs) :]
    return runs[0] if runs else []


def _runs(items: Sequence[Item], is_greater: Greater[Item]) -> list[list[Item]]:
    """Cut into runs that ascend, and runs that descend strictly, turned round."""
    runs: list[list[Item]] = []
    at = 0
    while at < len(items):
        run = [items[at]]
        descends = at + 1 < len(items) and is_greater(items[at], items[at + 1])
        at += 1
        while at < len(items) and is_greater(run[-1], items[at]) == descends:
            run.append(items[at])
            at += 1
        runs.append(run[::-1] if descends else run)
    return runs


def _merged(left: list[Item], right: list[Item], is_greater: Greater[Item]) -> list[Item]:
    merged: list[Item] = []
    first = second = 0
    while first < len(left) and second < len(right):
        if is_greater(left[first], right[second]):
            merged.append(right[second])
            second += 1
        else:
            merged.append(left[first])
            first += 1
    return merged + left[first:] + right[second:]
