"""Empty lines of an output: nearly all of them where those of others hold something are questioned."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from probierz.challenges.problems import Doubt
from probierz.errors import ParseError, PatternError
from probierz.lines import Text
from probierz.schemes.scheme import Scheme
from probierz.scoring.preparation import joined

__all__ = ["EmptyLines", "emptiness_doubt", "empty_lines_of", "may_be_empty"]

FEWEST = 3
"""Fewer lines prove nothing."""
MOST_KNOWN = 10_000
"""So many known lines tell how many are empty; the rest is not read."""
NEARLY_ALL = 0.9
FEW = 0.5
"""Where more of the known lines are empty, an empty line may well be an answer."""


class EmptyLines(NamedTuple):
    """How many of the lines have nothing but white space, and how many lines there are."""

    empty: int
    lines: int

    def is_part(self, share: float) -> bool:
        """Whether they are at least that part of the lines."""
        return self.empty >= share * self.lines

    def __str__(self) -> str:
        """Print it as the beginning of a sentence: `all 30 lines are empty`, `28 of 30 lines are empty`."""
        return f"{f'all {self.lines}' if self.empty == self.lines else f'{self.empty} of {self.lines}'} lines are empty"


def empty_lines_of(lines: Iterable[Text], most: int | None = None) -> EmptyLines:
    """Count them, among so many at the beginning."""
    empty = count = 0
    for line in islice(lines, most):
        count += 1
        empty += not joined(line).strip()
    return EmptyLines(empty, count)


def may_be_empty(scheme: Scheme) -> bool | None:
    """Whether an empty line is a proper answer for a metric, as in the example of its definition.

    None: the metric cannot read one, which is told as a fault.
    """
    try:
        scheme.metric.parse_output("")
    except (ParseError, PatternError):
        return None
    return "" in scheme.metric.definition.example.expected


def emptiness_doubt(given: EmptyLines, known: EmptyLines | None, *, name: str = "") -> Doubt | None:
    """Question an output nearly all of whose lines are empty; None for any other.

    known: expected lines, of the split that is called so; where about as many are empty, nothing is odd.
    """
    if given.lines < FEWEST or not given.is_part(NEARLY_ALL):
        return None
    if known is None or not known.lines:
        return Doubt(str(given), "is this the right file?")
    if known.is_part(FEW):
        return None
    return Doubt(f"{given}, and {known.empty} of {known.lines} expected ones of {name}", "is this the right file?")
