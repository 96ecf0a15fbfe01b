"""What lines left, on its way between processes: an array for each number of a tally instead of an object a line."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from probierz.metrics.tallies import Row, Tally

PackedTallies = tuple[Any, list[Sequence[Any]]]
"""Their type, and a column for each of their values; without a type, the tallies themselves as one column."""


def packed_tallies(tallies: Sequence[Tally]) -> PackedTallies:
    """Return columns of tallies of one kind; tallies as they are where they are few objects again and again."""
    kinds = set(map(type, tallies))
    kind = kinds.pop() if len(kinds) == 1 else dict
    if not issubclass(kind, tuple) or 2 * len(set(map(id, tallies))) < len(tallies):
        return None, [tallies]
    try:
        return kind, list(map(_column, zip(*tallies, strict=True)))
    except ValueError:  # rows of several lengths
        return None, [tallies]


def unpacked_tallies(packed: PackedTallies) -> list[Tally]:
    """Return the tallies, of the same types and values."""
    kind, columns = packed
    if kind is None:
        return list(columns[0])
    lines = zip(*columns, strict=True)
    return [kind(*line) for line in lines] if issubclass(kind, Row) else list(map(kind._make, lines))


def packed_numbers(numbers: Sequence[int]) -> Sequence[int]:
    """Return numbers of lines as a range, where they follow each other."""
    following = range(numbers[0], numbers[0] + len(numbers)) if numbers else range(0)
    return following if list(following) == numbers else numbers


def _column(values: tuple[Any, ...]) -> Sequence[Any]:
    """Whole numbers or floats in as few bytes as hold them; anything else, and too large ones, as they are."""
    kinds = set(map(type, values))
    for code in {int: "iq", float: "d"}.get(kinds.pop(), "") if len(kinds) == 1 else "":
        try:
            return array(code, values)
        except OverflowError:
            continue
    return values
