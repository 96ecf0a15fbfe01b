"""Empty lines of an output: they are questioned where those of others hold something.

Beside known lines that are (nearly) never empty every empty one is odd: a file may be half written. Where nothing is
known, or an empty line may be an answer, only outputs that are (nearly) empty are asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import NamedTuple

from probierz.challenges.problems import Doubt
from probierz.errors import ParseError, PatternError
from probierz.lines import Text
from probierz.schemes.scheme import Scheme
from probierz.scoring.preparation import joined

FEWEST = 3
"""Fewer lines prove nothing."""
MOST_KNOWN = 10_000
"""So many known lines tell how many are empty; the rest is not read."""
MOST_COUNTED = 200_000
"""So many lines of an output are counted while it is scored."""
LEAST_EMPTY = 0.9
"""Of which part of the lines is said that nearly all are empty."""
FEW = 0.5
"""Where more of the known lines are empty, an empty line may well be an answer."""
FAR_ABOVE = 2
"""So many times as often as known lines, and some lines more, is more than chance."""
SOME_LINES = 2


class EmptyLines(NamedTuple):
    """How many of the lines have nothing but white space, of how many. first: the number of the first one, from 1."""

    empty: int
    lines: int
    first: int | None = None

    def is_part(self, share: float) -> bool:
        """Whether they are at least that part of the lines."""
        return self.empty >= share * self.lines

    def is_more_than(self, known: EmptyLines) -> bool:
        """Whether so many would be strange where known lines are empty as often as these are."""
        usual = FAR_ABOVE * known.empty / known.lines * self.lines
        return self.empty > (usual + SOME_LINES if known.empty else 0)

    def __str__(self) -> str:
        """Print it as the beginning of a sentence: `all 30 lines are empty`, `28 of 30 lines are empty`."""
        if self.empty == self.lines:
            return f"all {self.lines} lines are empty"
        return f"{self.empty} of {self.lines} lines {'is' if self.empty == 1 else 'are'} empty"


class EmptyLinesCount:
    """Counts them as lines go by, among so many at the beginning. found: how many there were so far."""

    def __init__(self, most: int | None = None) -> None:
        self.found = EmptyLines(0, 0)
        self._most = most

    def add(self, lines: Sequence[Text]) -> None:
        """Look at the next lines."""
        if self._most is not None:
            lines = lines[: max(0, self._most - self.found.lines)]
        empty, count, first = self.found
        if not _may_hold_blank(lines):
            self.found = EmptyLines(empty, count + len(lines), first)
            return
        blank = [number for number, line in enumerate(lines, count + 1) if not joined(line).strip()]
        self.found = EmptyLines(empty + len(blank), count + len(lines), first or min(blank, default=None))


def _may_hold_blank(lines: Sequence[Text]) -> bool:
    try:
        return "" in lines or any(map(str.isspace, lines))  # type: ignore[arg-type]
    except TypeError:  # of arrays of JSON lines
        return True


def empty_lines_of(lines: Iterable[Text], most: int | None = None) -> EmptyLines:
    """Count them, among so many at the beginning."""
    count, wanted = EmptyLinesCount(), islice(lines, most)
    while some := list(islice(wanted, 1000)):
        count.add(some)
    return count.found


def may_be_empty(scheme: Scheme) -> bool | None:
    """Whether an empty line is a proper answer for a metric, as in the example of its definition.

    None: the metric cannot read one, which is told as a fault.
    """
    try:
        scheme.metric.parse_output("")
    except (ParseError, PatternError):
        return None
    return "" in scheme.metric.definition.example.expected


def emptiness_doubt(
    given: EmptyLines, known: EmptyLines | None, *, name: str = "", may_be: bool = False
) -> Doubt | None:
    """Question an output with empty lines; None where they may well be answers.

    known: expected lines, of the split that is called so; where about as many are empty, nothing is odd.
    may_be: whether an empty line is an answer of the metric, which a careful system gives more often than others.
    """
    if given.lines < FEWEST or not given.empty:
        return None
    is_nearly_all = given.is_part(LEAST_EMPTY)
    if known is None or not known.lines:
        return _doubt(str(given), given) if is_nearly_all else None
    is_odd = is_nearly_all and not known.is_part(FEW)
    if not is_odd and (may_be or not given.is_more_than(known)):
        return None
    return _doubt(f"{given}, and {known.empty} of {known.lines} expected ones of {name}", given)


def _doubt(message: str, given: EmptyLines) -> Doubt:
    """Name the first line, unless they all are empty."""
    return Doubt(message, "is this the right file?", None if given.empty == given.lines else given.first)
