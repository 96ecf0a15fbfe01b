"""Answers without a text to read: yes, one of the options, or what suits most of the questions that are alike."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import numpy
from numpy.typing import NDArray

from probierz.errors import DataError, Untrained
from probierz.systems.answers import Answering, Label
from probierz.systems.questions.learning.quiz_rule import accepted_answers, is_right
from probierz.systems.questions.poleval.likeness import LikeTexts
from probierz.systems.questions.wanted.kinds import Wanted, options_of, wanted_by
from probierz.systems.storage import reading
from probierz.systems.system import Answer, Pair, Training

_FILE = "known.jsonl"
_YES, _NO = "tak", "nie"
_UNSEEN = -1
_MOST_KEPT = 1 << 26
"""So many answers beside questions are kept in memory, a byte each."""
_SAME_KIND, _SAME_WORDS = 0.3, 0.2
"""How much a question is more like another that wants the same kind of answer, and that asks by the same words.

These, the sharpness and the number of neighbours were chosen on dev-0 alone, each question asked of all others there.
"""
_ASKED_BY = re.compile(r"\b((?:kto|kog|kom|kim|co|cze|jak|ile|ilu|gdzie|kiedy|czyj|któr)\w*)\W*(\w*)", re.IGNORECASE)


@dataclass
class QuestionRouter(Answering):
    """Says what a question without any text lets say; it learns from questions with their right answers.

    Yes-or-no questions get the commoner answer, choices the option that stands where the right one mostly did. Others
    get, of the answers of the `neighbours` questions that are most alike, the one that would be right for most of them:

        answer = argmax over a of  sum over n of  exp(sharpness * likeness(n)) * [a is right for n]

    where right is what the quiz of PolEval 2021 counts as right, and likeness is that of the letters, with more for the
    same kind of answer and the same words of asking. A great sharpness takes the nearest question's answer.
    """

    kind: ClassVar[str] = "question-router"
    later: ClassVar[tuple[str, ...]] = ("neighbours", "sharpness")
    neighbours: int = 400
    sharpness: float = 10.0
    _known: tuple[Pair, ...] = field(default=(), init=False, repr=False, compare=False)
    _expected: list[list[str]] = field(default_factory=list, init=False, repr=False, compare=False)
    _rights: dict[str, NDArray[numpy.int8]] = field(default_factory=dict, init=False, repr=False, compare=False)
    _likeness: LikeTexts | None = field(default=None, init=False, repr=False, compare=False)
    _wanted: NDArray[numpy.str_] | None = field(default=None, init=False, repr=False, compare=False)
    _asked: NDArray[numpy.str_] | None = field(default=None, init=False, repr=False, compare=False)
    _yes: Counter[str] = field(default_factory=Counter, init=False, repr=False, compare=False)
    _places: Counter[tuple[int, int]] = field(default_factory=Counter, init=False, repr=False, compare=False)

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Learn from questions and answers, several accepted ones with tabs between. Raises DataError for none."""
        if not pairs:
            raise DataError("there is no question to learn from")
        self._learn(pairs)

    def _learn(self, pairs: Sequence[Pair]) -> None:
        self._known = tuple(pairs)
        self._expected = [accepted_answers(pair.expected) for pair in pairs]
        self._rights = {}
        self._likeness = LikeTexts([pair.input for pair in pairs])
        self._wanted = numpy.array([wanted_by(pair.input) for pair in pairs])
        self._asked = numpy.array([_asked_by(pair.input) for pair in pairs])
        self._yes, self._places = Counter(), Counter()
        for question, expected in pairs:
            wanted = wanted_by(question)
            if wanted is Wanted.BOOLEAN:
                self._yes.update(one for one in {accepted_answers(expected)[0].lower()} if one in (_YES, _NO))
            elif wanted is Wanted.CHOICE:
                options, accepted = options_of(question), accepted_answers(expected)
                self._places.update((len(options), at) for at, one in enumerate(options) if is_right(one, accepted))

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield a label for each question, with the probabilities of all that was weighed."""
        if self._likeness is None:
            raise Untrained("no questions are known yet; train the system first")
        return map(self._answer, inputs)

    def _answer(self, question: str) -> Label:
        wanted = wanted_by(question)
        if wanted is Wanted.BOOLEAN:
            return _label({_YES: self._yes[_YES] + 1.0, _NO: float(self._yes[_NO])})
        options = options_of(question) if wanted is Wanted.CHOICE else ()
        if options:
            seen = {one: self._places[len(options), at] + 1e-3 * (at + 1) for at, one in enumerate(options)}
            return _label(seen)
        return self._of_like_ones(question, wanted)

    def _of_like_ones(self, question: str, wanted: Wanted) -> Label:
        assert self._likeness is not None
        alike = self._likeness.to(question)
        alike += numpy.float32(_SAME_KIND) * (self._wanted == wanted)
        alike += numpy.float32(_SAME_WORDS) * (self._asked == _asked_by(question))
        nearest = numpy.argsort(-alike, kind="stable")[: self.neighbours]
        weights = numpy.exp(self.sharpness * (alike[nearest] - alike[nearest[0]]).astype(float))
        candidates = list(dict.fromkeys(self._expected[at][0] for at in nearest.tolist()))
        sums = numpy.cumsum(self._right_for(candidates, nearest) * weights, axis=1)[:, -1]  # in order, on any machine
        return _label(dict(zip(candidates, sums.tolist(), strict=True)))

    def _right_for(self, answers: Sequence[str], asked: NDArray[numpy.int64]) -> NDArray[numpy.bool_]:
        """Whether each of some answers is right for each of some known questions, which is looked at once."""
        if len(self._rights) * len(self._known) > _MOST_KEPT:
            self._rights.clear()
        rows = []
        for answer in answers:
            kept = self._rights.setdefault(answer, numpy.full(len(self._known), _UNSEEN, numpy.int8))
            new = asked[kept[asked] == _UNSEEN]
            kept[new] = [is_right(answer, self._expected[at]) for at in new.tolist()]
            rows.append(kept[asked] > 0)
        return numpy.array(rows)

    def write(self, folder: Path) -> None:
        """Write the questions and answers."""
        if self._likeness is None:
            raise Untrained("no questions are known yet; train the system first")
        lines = [f"{json.dumps(pair, ensure_ascii=False)}\n" for pair in self._known]
        (folder / _FILE).write_text("".join(lines), "utf-8", newline="")

    def read(self, folder: Path) -> None:
        """Read them."""
        with reading(folder / _FILE):
            lines = (folder / _FILE).read_text("utf-8").split("\n")[:-1]
            pairs = [Pair(str(question), str(expected)) for question, expected in map(json.loads, lines)]
        self._learn(pairs)


def _asked_by(question: str) -> str:
    """The word that asks and the one behind it, their first letters: *któr roku*; nothing where no word asks."""
    found = _ASKED_BY.search(question)
    return f"{found[1][:4]} {found[2][:5]}".lower() if found else ""


def _label(weights: Mapping[str, float]) -> Label:
    """The heaviest, with all as probabilities; of equal ones the first."""
    total = sum(weights.values()) or 1.0
    return Label(max(weights, key=weights.__getitem__), {one: weight / total for one, weight in weights.items()})
