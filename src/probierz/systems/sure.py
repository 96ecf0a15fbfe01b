"""Only what a system is sure of: the part of a chain that looks at probabilities and scores, and not at lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from probierz.systems.answers import Answering, Label, Ranking, Spans
from probierz.systems.system import Answer, Text


@dataclass
class OnlySure(Answering):
    """Leaves out what is less sure than `least`: `Chain((tagger, OnlySure(0.8)))`.

    Spans and candidates of rankings by their probability or score; a label gives way to `otherwise`. Other answers,
    and labels of which nobody knows how sure they are, stay.
    """

    kind: ClassVar[str] = "only-sure"
    learns: ClassVar[bool] = False
    later: ClassVar[tuple[str, ...]] = ("least", "otherwise")
    least: float = 0.5
    otherwise: str = ""

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield the inputs: nothing is known of lines."""
        return map(Text, inputs)

    def answers_to(self, said: Iterable[Answer]) -> Iterator[Answer]:
        """Yield what is sure of each answer."""
        return map(self._kept, said)

    def _kept(self, answer: Answer) -> Answer:
        if isinstance(answer, Label):
            return Label(self.otherwise, answer.probabilities) if answer.probability < self.least else answer
        if isinstance(answer, Spans):
            return replace(answer, spans=tuple(one for one in answer.spans if one.probability >= self.least))
        if isinstance(answer, Ranking):
            return replace(answer, candidates=tuple(one for one in answer.candidates if one.score >= self.least))
        return answer
