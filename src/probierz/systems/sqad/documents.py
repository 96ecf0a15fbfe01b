"""Document selection: the articles that may answer a question, ranked by their words, their vectors, or both.

    bm25        over words cut to five letters, the title counted twice
    tf-idf      the cosine of the same words, the title counted once
    dense       of the windows of an article the vector that is nearest to that of the question
    combined    the sum of all three, each in standard deviations

The publication of SQAD 3.0 shows its scores only as a picture, of the first five.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import numpy
from numpy.typing import NDArray

from probierz.errors import OptionError
from probierz.systems.answers import Answering, Candidate, Ranking
from probierz.systems.questions.finding.passages import SourceDocument, cut_document
from probierz.systems.questions.finding.ranking import TITLE, standard
from probierz.systems.questions.wording.words import terms
from probierz.systems.sqad.candidates import QUESTION, column, read_articles
from probierz.systems.sqad.weighed import WeighedTexts
from probierz.systems.system import Answer

Floats = NDArray[numpy.float64]

METHODS = ("bm25", "tf-idf", "dense", "combined")
_WINDOW = "words-100"


@dataclass
class DocumentSelector(Answering):
    """Ranks articles. articles: the file articles.tsv; method: one of METHODS; limit: how many are named.

    backbone: the encoder of `dense` and `combined`; vectors are kept in the folder `cache` where one is named.
    """

    kind: ClassVar[str] = "sqad-documents"
    learns: ClassVar[bool] = False
    later: ClassVar[tuple[str, ...]] = ("articles", "limit", "cache")
    articles: str = ""
    method: str = "bm25"
    limit: int = 100
    backbone: str = "e5-small"
    cache: str = ""

    def __post_init__(self) -> None:
        if self.method not in METHODS:
            raise OptionError(f"no method is called {self.method!r}; there are {', '.join(METHODS)}")

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield a ranking of the names of articles for each line. Raises OptionError without articles, DataError."""
        return (self._ranking(column(line, QUESTION)) for line in inputs)

    def _ranking(self, question: str) -> Ranking:
        scores = self._scores(question)
        best = numpy.argsort(-scores, kind="stable")[: self.limit]
        names = read_articles(self.articles)
        return Ranking(tuple(Candidate(names[at].name, float(scores[at])) for at in best.tolist()))

    def _scores(self, question: str) -> Floats:
        if self.method == "bm25":
            return _weighed(self.articles, TITLE).bm25(question)
        if self.method == "tf-idf":
            return _weighed(self.articles, 1).tf_idf(question)
        if self.method == "dense":
            return self._nearness(question)
        by_words = _weighed(self.articles, TITLE).bm25(question), _weighed(self.articles, 1).tf_idf(question)
        found: Floats = numpy.sum([standard(one) for one in (*by_words, self._nearness(question))], axis=0)
        return found

    def _nearness(self, question: str) -> Floats:
        from probierz.systems.encoder.encoding import encode

        begins, vectors = _vectors(self.articles, self.backbone, self.cache)
        (asked,) = encode([question], kind="query", backbone=self.backbone)
        found: Floats = numpy.maximum.reduceat(vectors @ asked, begins).astype(numpy.float64)
        return found


@lru_cache(4)
def _weighed(path: str, title: int) -> WeighedTexts:
    articles = read_articles(path)
    return WeighedTexts([*terms(one.title) * title, *terms(one.text)] for one in articles)


@lru_cache(2)
def _vectors(path: str, backbone: str, cache: str) -> tuple[NDArray[numpy.int64], NDArray[numpy.float32]]:
    """Where the windows of each article begin, and their vectors; an article without a letter has its title's."""
    from probierz.systems.encoder.encoding import encode

    begins: list[int] = []
    windows: list[str] = []
    for one in read_articles(path):
        begins.append(len(windows))
        parts = cut_document(SourceDocument(one.name, one.title, one.text), _WINDOW)
        windows += [f"{one.title}. {part.text}" for part in parts] or [one.title]
    return numpy.array(begins), encode(windows, kind="passage", backbone=backbone, cache=cache or None)
