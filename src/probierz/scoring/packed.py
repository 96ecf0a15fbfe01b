"""Bootstrap of small test sets without numpy, whose import would take longer than the work.

All numbers of a line become one large integer, each in a field of its own, wide enough for the sum over all lines:

    | column 2 | column 1 | column 0 |

so that one addition adds all columns of all metrics. Floats are scaled to integers, which is exact; so are the sums.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from probierz.scoring.pool import AdditivePool

_MOST_BITS = 16_384
_BITS_OF_LARGEST = 1000
"""Larger whole numbers are near the end of floats, or beyond."""


class _Field(NamedTuple):
    """Where a column stands: number · scale - least is shifted by `shift`; the sum is cut out by `mask`."""

    shift: int
    mask: int
    least: int
    scale: int


class Packed(NamedTuple):
    """One integer for each tally; the fields of every pool."""

    numbers: list[int]
    fields: list[list[_Field]]

    def sums(self, at: int, total: int, lines: int) -> list[float]:
        """Return the sums of the columns of the pool number `at`, out of the total of so many lines."""
        return [
            _unscaled((total >> shift & mask) + least * lines, scale) for shift, mask, least, scale in self.fields[at]
        ]

    def without(self, counts: Sequence[int]) -> list[int]:
        """Return the total of so many of each number, without one of them, for each."""
        whole = sum(count * number for count, number in zip(counts, self.numbers, strict=True))
        return [whole - number for number in self.numbers]


def _unscaled(number: int, scale: int) -> float:
    if scale == 1 and number.bit_length() < _BITS_OF_LARGEST:
        return number
    try:
        return number / scale
    except OverflowError:  # of numbers near the largest that there is
        return math.inf if number > 0 else -math.inf


def pack(pools: Sequence[AdditivePool], lines: int) -> Packed | None:
    """Return the numbers of these pools for sums over so many lines; None where they would be unwieldy."""
    numbers = [0] * len(pools[0])
    fields: list[list[_Field]] = []
    shift = 0
    for pool in pools:
        fields.append([])
        for column in pool.columns.by_column():
            field, scaled = _field(column, lines, shift)
            shift += field.mask.bit_length()
            if shift > _MOST_BITS:
                return None
            fields[-1].append(field)
            numbers = [number | one << field.shift for number, one in zip(numbers, scaled, strict=True)]
    return Packed(numbers, fields)


def _field(column: Sequence[float], lines: int, shift: int) -> tuple[_Field, list[int]]:
    parts = [number.as_integer_ratio() for number in column]
    scale = max(part[1] for part in parts)  # a power of two, as all the others
    whole = [part[0] * (scale // part[1]) for part in parts]
    least = min(whole)
    bits = (max(whole) - least).bit_length() + lines.bit_length()
    return _Field(shift, (1 << bits) - 1, least, scale), [number - least for number in whole]
