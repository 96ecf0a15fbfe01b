"""Answer selection by words that question and sentence share, and by what the sentence has of the kind asked for.

A sentence's score is linear in its features; weights are those by which the right one of an article is the likeliest
choice (McFadden 1974), see logistic.py.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

import numpy
from numpy.typing import NDArray

from probierz.errors import SystemFileError, Untrained
from probierz.systems.questions.wanted.kinds import Wanted, wanted_by
from probierz.systems.questions.wording.words import terms
from probierz.systems.shared.logistic import choice_weights
from probierz.systems.sqad.candidates import SqadSentence, read_sentences
from probierz.systems.sqad.ranking import QuestionOfArticle, SentenceRanker
from probierz.systems.sqad.weighed import WeighedTexts
from probierz.systems.storage import reading
from probierz.systems.system import Pair, Training

_FILE = "weights.json"
_OTHERS = 60
"""Wrong sentences that are learnt from beside each right one, at random."""

Floats = NDArray[numpy.floating]

_SHAPES = {
    "digits": re.compile(r"\d"),
    "year": re.compile(r"\b[12]\d{3}\b"),
    "capital inside": re.compile(r"(?<=[\w,] )[^\W\d_a-záčďéěíňóřšťúůýžąćęłńśźż]\w+"),
    "two capitals": re.compile(r"\b[^\W\d_a-záčďéěíňóřšťúůýžąćęłńśźż]\w+ [^\W\d_a-záčďéěíňóřšťúůýžąćęłńśźż]\w+"),
    "parentheses": re.compile(r"\("),
    "quotes": re.compile(r"[„“”\"»«]"),
    "reason": re.compile(r"\b(protože|neboť|kvůli|díky|ponieważ|gdyż|dlatego|z powodu)\b", re.IGNORECASE),
    "place": re.compile(r"\b(v|ve|na|u|w|we|nad|pod) [^\W\d_a-záčďéěíňóřšťúůýžąćęłńśźż]"),
    "copula": re.compile(r"\b(je|jsou|byl|byla|bylo|byli|jest|są|to)\b", re.IGNORECASE),
}
_KINDS = list(Wanted)
_PLAIN = (
    "share", "share of the one before", "share of the one behind", "best share", "pairs", "share of letters",
    "first", "place", "length", "question inside",
)  # fmt: skip
_WIDTH = len(_PLAIN) + len(_SHAPES) * (1 + len(_KINDS))


@dataclass(kw_only=True)
class OverlapRanker(SentenceRanker):
    """The ranker. ridge: how much weights are held near 0."""

    kind: ClassVar[str] = "sqad-overlap"
    ridge: float = 3.0
    _weights: Floats = field(default_factory=lambda: numpy.zeros(0), init=False, repr=False, compare=False)

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Learn the weights."""
        draw = numpy.random.default_rng(training.seed)
        rows, begins, count = [], [], 0
        for done, one in enumerate(self._learnt_from(pairs)):
            training.progress("questions", done, len(pairs))
            some = self._some(one, draw)
            begins.append(count)
            rows.append(some)
            count += len(some)
        groups = numpy.array(begins)
        self._weights = choice_weights(numpy.concatenate(rows), groups, groups, self.ridge)

    def _some(self, one: QuestionOfArticle, draw: numpy.random.Generator) -> Floats:
        """The features of the right sentence, then those of some others."""
        features = self._features(one.question, one.sentences)
        order = draw.permutation(len(one.sentences))
        found: Floats = features[[one.right, *order[order != one.right][:_OTHERS].tolist()]]
        return found

    def _scores(self, question: str, sentences: Sequence[SqadSentence]) -> Floats:
        if not len(self._weights):
            raise Untrained("the ranker has not learnt yet; train it first")
        scores: Floats = self._features(question, sentences) @ self._weights
        return scores

    def _features(self, question: str, sentences: Sequence[SqadSentence]) -> Floats:
        asked = terms(question)
        rates = {term: _weighed(self.sentences).rarity(term) for term in asked}
        whole = sum(rates.values()) or 1.0
        held = [terms(one.text) for one in sentences]
        shares = numpy.array([sum(rates[term] for term in set(one) & rates.keys()) / whole for one in held])
        wanted = set(pairwise(asked))
        pairs = [len(wanted & set(pairwise(one))) / max(len(wanted), 1) for one in held]
        runs = _runs(question)
        letters = [len(runs & _runs(one.text)) / max(len(runs), 1) for one in sentences]
        places = numpy.arange(len(sentences))
        features = numpy.zeros((len(sentences), _WIDTH))
        features[:, : len(_PLAIN)] = numpy.stack([
            shares, numpy.r_[0.0, shares[:-1]], numpy.r_[shares[1:], 0.0], shares >= shares.max(initial=0.0), pairs,
            letters, places == 0, 1 / (1 + places), numpy.log1p([len(one) for one in held]) / 4,
            [question.rstrip("?").lower() in one.text.lower() for one in sentences],
        ], axis=1)  # fmt: skip
        shapes = numpy.array([[bool(one.search(text.text)) for one in _SHAPES.values()] for text in sentences], float)
        kind = len(_PLAIN) + len(_SHAPES) * (1 + _KINDS.index(wanted_by(question)))
        features[:, len(_PLAIN) : len(_PLAIN) + len(_SHAPES)] = shapes
        features[:, kind : kind + len(_SHAPES)] = shapes
        return features

    def write(self, folder: Path) -> None:
        """Write the weights."""
        if not len(self._weights):
            raise Untrained("the ranker has not learnt yet; train it first")
        (folder / _FILE).write_text(json.dumps(self._weights.tolist()), "utf-8")

    def read(self, folder: Path) -> None:
        """Read them. Raises SystemFileError for those of another version."""
        with reading(folder / _FILE):
            found = numpy.array(json.loads((folder / _FILE).read_text("utf-8")), numpy.float64)
        if found.shape != (_WIDTH,):
            raise SystemFileError(f"{folder / _FILE} has {found.size} weights, {_WIDTH} are wanted; train it anew")
        self._weights = found


def _runs(text: str) -> set[str]:
    """Runs of four letters."""
    line = text.lower()
    return {line[at : at + 4] for at in range(len(line) - 3)}


@lru_cache(2)
def _weighed(path: str) -> WeighedTexts:
    """All sentences of the file, by which it is known how rare words are."""
    return WeighedTexts(terms(one.text) for sentences in read_sentences(path).values() for one in sentences)
