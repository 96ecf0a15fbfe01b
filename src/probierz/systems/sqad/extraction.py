"""Answer extraction: the words of a sentence that answer, told by the type of answer that a record names.

A span is chosen as by the reader of `probierz ask`, with the kind of answer in place of what the question's words say;
weights are learnt from the records. Of yes and no the answer is `ano`, or `ne` where the sentence denies.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from probierz.errors import DataError
from probierz.systems.questions.learning.reader_fitting import learnt_from
from probierz.systems.questions.reading.asked_question import AskedQuestion
from probierz.systems.questions.reading.reader import (
    LearntQuestion,
    ReaderWeights,
    choose_span,
    learn_spans,
    shipped_weights,
)
from probierz.systems.questions.reading.span_features import FEATURES
from probierz.systems.questions.reading.spans import PassageSpans, spans_of
from probierz.systems.questions.wanted.kinds import Wanted
from probierz.systems.questions.wording.words import terms
from probierz.systems.sqad.candidates import QUESTION, column
from probierz.systems.storage import reading
from probierz.systems.system import Pair, System, Training

TYPE, SENTENCE = 4, 5
"""Columns of in.tsv, counted from 1."""

_FILE = "weights.json"

_KINDS: Mapping[str, Wanted] = {
    "NUMERIC": Wanted.NUMBER,
    "DATETIME": Wanted.DATE,
    "PERSON": Wanted.PERSON,
    "LOCATION": Wanted.PLACE,
    "ORGANIZATION": Wanted.NAME,
    "DENOTATION": Wanted.NAME,
    "ABBREVIATION": Wanted.NAME,
    "ENTITY": Wanted.WHICH,
    "OTHER": Wanted.OTHER,
}
_YES_NO = "YES_NO"
_DENIES = re.compile(r"\b(ne|není|nejsou|nikdy|nebyl\w*|neměl\w*|nemá|nelze|žádn\w+)\b", re.IGNORECASE)


@dataclass
class AnswerExtractor(System):
    """Takes answers out of sentences; without any training it has the weights of `probierz ask`. ridge: of weights."""

    kind: ClassVar[str] = "sqad-extraction"
    ridge: float = 3.0
    _weights: ReaderWeights | None = field(default=None, init=False, repr=False, compare=False)

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Learn from sentences and their answers, several with tabs between. Raises DataError for none."""
        if not pairs:
            raise DataError("there is no answer to learn from")
        learnt = [one for one in map(_learnt, pairs) if one is not None]
        self._weights = learn_spans(learnt, seed=training.seed, ridge=self.ridge) if learnt else shipped_weights()

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield the answer to each line. Raises DataError for a line without its columns."""
        return map(self._answer, inputs)

    def _answer(self, line: str) -> str:
        sentence = column(line, SENTENCE)
        if column(line, TYPE) == _YES_NO:
            return "ne" if _denies(column(line, QUESTION), sentence) else "ano"
        spans = _spans(line)
        chosen = choose_span([spans], self._weights or shipped_weights())
        if chosen is None:
            return sentence
        begin, end = spans.places[chosen[1]].tolist()
        return sentence[begin:end]

    def write(self, folder: Path) -> None:
        """Write the weights."""
        if self._weights:
            (folder / _FILE).write_text(json.dumps(dict(zip(FEATURES, self._weights.spans, strict=True))), "utf-8")

    def read(self, folder: Path) -> None:
        """Read them. Raises SystemFileError."""
        if not (folder / _FILE).exists():
            return
        with reading(folder / _FILE):
            found = json.loads((folder / _FILE).read_text("utf-8"))
            self._weights = ReaderWeights(tuple(float(found[name]) for name in FEATURES))


def _denies(question: str, sentence: str) -> bool:
    """Whether the sentence denies and the question does not, or the other way round."""
    return bool(_DENIES.search(sentence)) is not bool(_DENIES.search(question))


def _spans(line: str) -> PassageSpans:
    question, sentence = column(line, QUESTION), column(line, SENTENCE)
    asked = AskedQuestion(question, dict.fromkeys(terms(question), 1.0), _KINDS.get(column(line, TYPE)))
    return spans_of(asked, "", sentence)


def _learnt(pair: Pair) -> LearntQuestion | None:
    """The spans of a sentence with the one that is most like the answer in it; None where no span is like it."""
    sentence = column(pair.input, SENTENCE)
    answer = next((one for one in pair.expected.split("\t") if one and one in sentence), "")
    spans = _spans(pair.input)
    if not answer or column(pair.input, TYPE) == _YES_NO:
        return None
    begin = sentence.index(answer)
    return learnt_from(spans, begin, begin + len(answer))
