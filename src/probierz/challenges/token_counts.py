"""How many tokens lines have, where each token of an input gets its label or marks: an output has as many.

Metrics of tags compare positions. One word written together or a dash that stands alone moves all that follows it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from probierz.challenges.problems import Doubt
from probierz.lines import Text
from probierz.scoring.preparation import joined

MOST_LINES = 10_000
"""So many lines tell; the rest is not read."""
FEWEST_KNOWN = 10
"""Fewer lines show no rule."""
LEAST_FITTING = 0.99
"""Where so many expected lines have as many tokens as a column of their inputs, that is the rule of the task."""
SEVERAL = 2


class CountedLine(NamedTuple):
    """How many tokens a line has, and each column of its input."""

    tokens: int
    columns: tuple[int, ...]

    def fits(self, column: int) -> bool:
        """Whether the line has as many tokens as that column, from 0."""
        return column < len(self.columns) and self.columns[column] == self.tokens


def counted_lines(lines: Iterable[Text], inputs: Iterable[Text]) -> list[CountedLine]:
    """Count the tokens, parted by white space, of parallel lines."""
    pairs = islice(zip(lines, inputs, strict=False), MOST_LINES)
    return [
        CountedLine(len(joined(line).split()), tuple(len(one.split()) for one in joined(given).split("\t")))
        for line, given in pairs
    ]


def token_count_doubt(given: list[CountedLine], known: list[CountedLine], *, name: str) -> Doubt | None:
    """Question an output with other numbers of tokens than its inputs, where expected lines of `name` have as many.

    None where few lines differ, or where known lines show no such rule.
    """
    column = _column_kept(known)
    if column is None:
        return None
    others = [number for number, line in enumerate(given, 1) if not line.fits(column)]
    if len(others) < SEVERAL or len(given) - len(others) >= LEAST_FITTING * len(given):
        return None
    message = (
        f"{len(others)} of {len(given)} lines have another number of tokens than their inputs, the first is line "
        f"{others[0]}; expected lines of {name} have as many"
    )
    return Doubt(message, "tokens are compared by their place: write each token of the input as one")


def _column_kept(known: list[CountedLine]) -> int | None:
    """The column, from 0, of which nearly all known lines have as many tokens; None where there is none."""
    if len(known) < FEWEST_KNOWN:
        return None
    fitting = [sum(line.fits(at) for line in known) for at in range(max(len(line.columns) for line in known))]
    most = max(fitting)
    return fitting.index(most) if most >= LEAST_FITTING * len(known) else None
