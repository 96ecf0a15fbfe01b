"""What the signs before and after a word may have been, and what they say of the words beside them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.systems.ocr.remembered import GrowingRows

Seen = Mapping[str, Mapping[str, int]]
"""What stood for a token, or a word, or signs beside a word, how often: {"eo": {"co": 12, "eo": 1}}."""

_MOST = 3  # others that signs may have been
_LEAST_SHARE = 0.01


class Signs(NamedTuple):
    """Signs on a side of a word. right: how often they were right; opens: a capital may follow them."""

    right: float
    are_none: bool
    opens: bool
    is_stop: bool
    is_comma: bool
    high_quote: bool
    low_quote: bool


class Around(NamedTuple):
    """What may have stood around a word: the signs as they were read first, each with its row.

    before, after: how often the signs on a side were seen. opens, is_stop: of the signs as they were read.
    """

    both: list[tuple[str, str, tuple[int]]]
    before: int
    after: int
    opens: bool
    is_stop: bool


class SignTable:
    """Signs that were read, and what they were, before words and after them."""

    def __init__(self, before: Seen, after: Seen) -> None:
        self._before, self._after = before, after
        self._met: dict[tuple[str, str], Around] = {}
        self._rows = GrowingRows(2 * len(Signs._fields), numpy.float64)

    def around(self, before: str, after: str) -> Around:
        """What may have stood around a word."""
        found = self._met.get((before, after))
        if found is None:
            found = self._met[before, after] = self._around(before, after)
        return found

    def row(self, read: tuple[str, str], right: tuple[str, str]) -> int:
        """The row of both sides, if other signs were right there."""
        (before, after), (first, last) = read, right
        of_first, of_last = self._before.get(before), self._after.get(after)
        sides = (*_signs(first, count_of(of_first, first, before)), *_signs(last, count_of(of_last, last, after)))
        self._rows.add(numpy.array([sides]))
        return len(self._rows) - 1

    def numbers(self, rows: NDArray[numpy.int64]) -> NDArray[numpy.float64]:
        """For each row the numbers of the signs before, and of those after."""
        found: NDArray[numpy.float64] = self._rows.all[rows]
        return found

    def _around(self, before: str, after: str) -> Around:
        both = [
            (first, last, (self.row((before, after), (first, last)),))
            for first in _likely(self._before.get(before), before)
            for last in _likely(self._after.get(after), after)
        ]
        of_first, of_last = self._before.get(before, {}).values(), self._after.get(after, {}).values()
        return Around(both, sum(of_first), sum(of_last), _signs(before, 0).opens, _signs(after, 0).is_stop)


def count_of(partners: Mapping[str, int] | None, right: str, read: str) -> float:
    """How often something was right; where nothing is known, -1 for what was read."""
    return partners.get(right, 0) if partners else -1.0 * (right == read)


def _likely(partners: Mapping[str, int] | None, signs: str) -> list[str]:
    if not partners:
        return [signs]
    least = _LEAST_SHARE * sum(partners.values())
    return [signs, *[text for text, count in partners.items() if text != signs and count > least][:_MOST]]


@lru_cache(maxsize=1 << 14)
def _signs(signs: str, right: float) -> Signs:
    last = signs.rstrip("“”\"')»«")[-1:]
    return Signs(
        right,
        not signs,
        not signs.strip("„“”\"'(»«—"),
        last != "" and last in ".!?…",
        last != "" and last in ",;:-",
        signs.endswith("“"),
        signs.endswith("”"),
    )
