"""What a system says of a line: a text, a number, a label, a ranking or spans; each knows its line of out.tsv.

Systems that know more than a text are `Answering`; combinators such as `Averaged` and `Vote` work on what they know.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from probierz.errors import DataError
from probierz.systems.system import Answer, System


@dataclass(frozen=True)
class Number(Answer):
    """A number. digits: how many stand behind the point in the line."""

    value: float
    digits: int = 4

    @property
    def line(self) -> str:
        """The number; zero is never negative."""
        return f"{round(self.value, self.digits) + 0.0:.{self.digits}f}"


@dataclass(frozen=True)
class Label(Answer):
    """The likeliest label. probabilities: of all labels that are known, summing to 1; empty: nobody knows."""

    label: str
    probabilities: Mapping[str, float] = field(default_factory=dict)

    @property
    def line(self) -> str:
        """The label."""
        return self.label

    @property
    def probability(self) -> float:
        """Of the label; NaN when nobody knows."""
        return self.probabilities.get(self.label, math.nan)


@dataclass(frozen=True)
class Candidate:
    """Something that may be the answer, and how well it fits: more is better, the scale is the system's own."""

    name: str
    score: float


@dataclass(frozen=True)
class Ranking(Answer):
    """Candidates, the best first."""

    candidates: tuple[Candidate, ...]
    separator: ClassVar[str] = "\t"

    @property
    def line(self) -> str:
        """The names in their order, with tabs between them."""
        return self.separator.join(candidate.name for candidate in self.candidates)


@dataclass(frozen=True)
class TextSpan:
    """A part of a text: characters from `begin` to before `end`, what it is, and how sure that is (0 to 1)."""

    begin: int
    end: int
    label: str = ""
    probability: float = 1.0


@dataclass(frozen=True)
class Spans(Answer):
    """Parts of a text, by place."""

    text: str
    spans: tuple[TextSpan, ...]

    @property
    def line(self) -> str:
        """`label:first-last:probability` for each span, spaces between them; characters are counted from 1."""
        return " ".join(f"{span.label}:{span.begin + 1}-{span.end}:{span.probability:.4f}" for span in self.spans)


class Answering(System):
    """A system that knows more than a text; its lines follow."""

    @abstractmethod
    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield an answer for each input, in order."""

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield the line of each answer."""
        return (answer.line for answer in self.answers(inputs))


def number_of(answer: Answer) -> float:
    """The number of an answer, or that its line is read as. Raises DataError for a line that is none."""
    if isinstance(answer, Number):
        return answer.value
    try:
        return float(answer.line)
    except ValueError:
        raise DataError(f"a system answered {answer.line!r} where a number is wanted") from None
