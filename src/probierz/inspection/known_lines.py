"""Lines whose scores are known already: for what goes through lines without scoring them again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from probierz.challenges.evaluate import Reading
from probierz.inspection.line_by_line import LineScore
from probierz.schemes.scheme import Scheme

__all__ = ["KnownLines"]


@dataclass(frozen=True)
class KnownLines:
    """Texts in memory with the scores of the lines that were scored; it stands for a `LineSource`.

    numbers, scores: of the scored lines, counted from 1. expected, output, inputs: the texts of all lines.
    """

    scheme: Scheme
    numbers: Sequence[int]
    scores: Sequence[float]
    expected: Sequence[str]
    output: Sequence[str]
    inputs: Sequence[str] | None
    reading: Reading

    can_be_read_again = True

    def __iter__(self) -> Iterator[LineScore]:
        """Yield the scored lines."""
        for number, score in zip(self.numbers, self.scores, strict=True):
            at = number - 1
            line_input = self.inputs[at] if self.inputs is not None else ""
            yield LineScore(number, score, line_input, self.expected[at], self.output[at])
