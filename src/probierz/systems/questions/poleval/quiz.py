"""Answers to quiz questions, read from an index where that is likelier to be right than what needs no text.

    read        of the passages found, the span of words of the reader; of a choice, the option they tell most of
    known       what `QuestionRouter` says: yes, an option by its place, the answer of questions that are alike
    answer      that of both whose chance to be right is greater, finished as the quiz counts (finishing.py)

Both chances are learnt from the questions that it is trained on: that of what is read by how sure the reader is and how
much of the question its passage holds, so that an index without the answer does no harm; that of what is known on
questions that were left out, in five parts.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, NamedTuple

import numpy

from probierz.errors import DataError, Untrained
from probierz.systems.answers import Answering, Label
from probierz.systems.questions.finding.index import FoundPassage
from probierz.systems.questions.learning.quiz_rule import accepted_answers, is_right
from probierz.systems.questions.poleval.finishing import finished, option_told
from probierz.systems.questions.poleval.router import QuestionRouter
from probierz.systems.questions.poleval.wiki_search import opened_index
from probierz.systems.questions.reading.asked_question import AskedQuestion
from probierz.systems.questions.reading.encoder_reader import opened_reader
from probierz.systems.questions.reading.reader import read as read_span
from probierz.systems.questions.wanted.kinds import Wanted, wanted_by
from probierz.systems.questions.wording.words import terms
from probierz.systems.shared.logistic import yes_weights
from probierz.systems.storage import reading
from probierz.systems.system import Answer, Pair, System, Training

_FILE = "chances.json"
_PARTS = 5
_RIDGE = 1.0


class ReadAnswer(NamedTuple):
    """An answer that was read, and what its chance is told by: see `_told`. found: the passages, the best first."""

    answer: str
    told: tuple[float, ...] = ()
    found: tuple[FoundPassage, ...] = ()


@dataclass
class QuizReader(Answering):
    """Reads an index, and falls back on what it knows. index: its file. passages: how many are read of each question.

    reader: the folder of a reader of `probierz qa reader`; empty: the one that is shipped.

    The index may be another one later, as long as its passages are of the same sort: chances were learnt beside it.
    """

    kind: ClassVar[str] = "quiz-reader"
    later: ClassVar[tuple[str, ...]] = ("index", "passages", "reader")
    index: str = ""
    passages: int = 3
    router: System = field(default_factory=QuestionRouter)
    reader: str = ""
    _read_chance: tuple[float, ...] = field(default=(), init=False, repr=False, compare=False)
    _known_chance: tuple[float, ...] = field(default=(), init=False, repr=False, compare=False)

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Learn from questions and answers, several accepted ones with tabs between. Raises DataError for none."""
        if not pairs:
            raise DataError("there is no question to learn from")
        reading = []
        for done, pair in enumerate(pairs):
            training.progress("questions read", done, len(pairs))
            found = self._read(pair.input)
            if found.answer:
                reading.append((found.told, is_right(found.answer, accepted_answers(pair.expected))))
        self._read_chance = _learnt(reading, len(_told(0.0, 0.0, False)))
        self._known_chance = _learnt(list(self._left_out(pairs, training)), 2)
        self.router.fit(pairs, training)

    def _left_out(self, pairs: Sequence[Pair], training: Training) -> Iterator[tuple[tuple[float, ...], bool]]:
        """How sure the router is of questions that it has not learnt from, and whether it is right."""
        for part in range(_PARTS):
            known = [pair for at, pair in enumerate(pairs) if at % _PARTS != part]
            if not known:
                continue
            self.router.fit(known, training)
            asked = pairs[part::_PARTS]
            for pair, said in zip(asked, self.router.answers(pair.input for pair in asked), strict=True):
                yield _sure(said), is_right(said.line, accepted_answers(pair.expected))

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield a label for each question, with the chance of what was taken."""
        if not self._known_chance:
            raise Untrained("the system has not learnt yet; train it first")
        return map(self._answer, inputs)

    def _answer(self, question: str) -> Label:
        known = next(iter(self.router.answers([question])))
        told = self._read(question)
        chances = {known.line: _chance(self._known_chance, _sure(known))}
        if told.answer:
            chances[told.answer] = max(chances.get(told.answer, 0.0), _chance(self._read_chance, told.told))
        return Label(max(chances, key=chances.__getitem__), chances)

    def _read(self, question: str) -> ReadAnswer:
        """What the passages say; nothing of yes-or-no questions."""
        wanted = wanted_by(question)
        if wanted is Wanted.BOOLEAN or not terms(question):
            return ReadAnswer("")
        index = opened_index(self.index)
        found = tuple(index.search(question, self.passages))
        if not found:
            return ReadAnswer("")
        rarity = index.rarity(question)
        share = _share(question, rarity, found[0])
        if wanted is Wanted.CHOICE:
            option = option_told(question, [f"{one.title} {one.text}" for one in found], rarity)
            return ReadAnswer(option, _told(0.5, share, True), found)
        read = opened_reader(self.reader).read if self.reader else read_span
        reading = read(question, found, rarity)
        if reading is None:
            return ReadAnswer("", found=found)
        share = max(share, _share(question, rarity, reading.found))
        return ReadAnswer(finished(question, reading.answer), _told(reading.confidence, share, False), found)

    def write(self, folder: Path) -> None:
        """Write what the chances are told by."""
        if not self._known_chance:
            raise Untrained("the system has not learnt yet; train it first")
        learnt = {"read": self._read_chance, "known": self._known_chance}
        (folder / _FILE).write_text(json.dumps(learnt), "utf-8")

    def read(self, folder: Path) -> None:
        """Read it. Raises SystemFileError."""
        with reading(folder / _FILE):
            learnt = json.loads((folder / _FILE).read_text("utf-8"))
            self._read_chance, self._known_chance = (tuple(map(float, learnt[name])) for name in ("read", "known"))


# --- chances ---------------------------------------------------------------------------------------------------------


def _told(confidence: float, share: float, is_choice: bool) -> tuple[float, ...]:
    """By what the chance of something read is told: 1, the logit of how sure it is, and the share of the question."""
    return (1.0, _logit(confidence), share, share * share, float(is_choice), float(is_choice) * share)


def _sure(said: Answer) -> tuple[float, ...]:
    return (1.0, _logit(said.probability if isinstance(said, Label) else 0.5))


def _share(question: str, rarity: Mapping[str, float], passage: FoundPassage) -> float:
    """How much of what a question tells a passage holds, title and text: 0 to 1."""
    told = AskedQuestion(question, rarity).told
    held = set(terms(f"{passage.title} {passage.text}"))
    return sum(weight for term, weight in told.items() if term in held)


def _learnt(rows: Sequence[tuple[tuple[float, ...], bool]], width: int) -> tuple[float, ...]:
    """Weights of the chance, by logistic regression; without rows nothing is likely."""
    if not rows:
        return (-30.0, *[0.0] * (width - 1))
    given = numpy.array([told for told, _ in rows])
    right = numpy.array([float(one) for _, one in rows])
    return tuple(yes_weights(given, right, numpy.ones(len(rows)), ridge=_RIDGE).tolist())


def _chance(weights: Sequence[float], told: Sequence[float]) -> float:
    value = sum(weight * one for weight, one in zip(weights, told, strict=True))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))


def _logit(share: float) -> float:
    kept = min(max(share, 1e-3), 1 - 1e-3)
    return math.log(kept / (1 - kept))
