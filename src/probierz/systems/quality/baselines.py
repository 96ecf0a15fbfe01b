"""BLEU and GLEU of a line as its rating: what the proceedings compare systems of translation quality with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from probierz.errors import OptionError
from probierz.suites.poleval2021.quality import METHODS, baseline_value
from probierz.systems.answers import Answering, Number
from probierz.systems.quality.rating import read_translation
from probierz.systems.system import Answer


@dataclass
class SentenceScore(Answering):
    """Says 100 times the sentence BLEU of the machine's translation against the human one.

    method: a smoothing, by NLTK's number, or `gleu`; see `sentence_bleu`.
    """

    kind: ClassVar[str] = "quality-sentence-score"
    learns: ClassVar[bool] = False
    method: str = "2"

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise OptionError(f"method={self.method!r} is none; there are {', '.join(METHODS)}")

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield the score of each line."""
        for number, line in enumerate(inputs, 1):
            one = read_translation(line, 3, number)
            yield Number(100 * baseline_value(one.machine, one.human, self.method))
