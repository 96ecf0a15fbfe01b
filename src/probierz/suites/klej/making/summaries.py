"""PSC: pairs of an extract and an abstract, of the same article or not.

Positives are taken from articles that have both: each extract with its two least similar abstracts. Negatives: each
extract with the two most similar abstracts of other articles, if the similarity is at least 0.15; of the negatives of
two articles the most similar one is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from probierz.suites.klej.format import TaskExample
from probierz.suites.klej.making.folders import FOUR_ONE, Made, cut_by_shares, one_line
from probierz.suites.klej.making.raw import read_raw_records
from probierz.suites.klej.making.similarity import Similarity

FOR_EACH_EXTRACT = 2
THRESHOLD = 0.15


class Article(NamedTuple):
    """An article's extracts (sentences of its own) and abstracts (somebody's words); most have extracts only."""

    name: str
    extracts: tuple[str, ...]
    abstracts: tuple[str, ...]


class SummaryPair(NamedTuple):
    """An extract and an abstract, with the articles they are of and how similar they are."""

    extract: str
    abstract: str
    extract_of: str
    abstract_of: str
    similarity: float

    @property
    def example(self) -> TaskExample:
        """The record: 1 where both are of one article."""
        return TaskExample((self.extract, self.abstract), str(int(self.extract_of == self.abstract_of)))


def read_articles(path: Path) -> list[Article]:
    """Read JSONL with the keys `id`, `extracts` and `abstracts`. Raises DataError with file and line."""
    return [
        Article(
            record.text("id"),
            tuple(map(one_line, record.texts("extracts"))),
            tuple(map(one_line, record.texts("abstracts"))),
        )
        for record in read_raw_records(path, one_of=("extracts", "abstracts"))
    ]


def make_summaries(articles: Sequence[Article], similarity: Similarity, *, seed: int = 1) -> Made:
    """Make all pairs; those with extracts of one article go to train, or all to test."""
    found = [*positives(articles, similarity), *negatives(articles, similarity)]
    parts = (frozenset(part) for part in cut_by_shares([article.name for article in articles], FOUR_ONE, seed=seed))
    train, dev, test = ([pair.example for pair in found if pair.extract_of in part] for part in parts)
    wrong = sum(pair.extract_of != pair.abstract_of for pair in found)
    some = [sum(map(bool, texts)) for texts in zip(*((one.extracts, one.abstracts) for one in articles), strict=True)]
    of = f"of {len(articles)} articles {some[0]} have extracts and {some[1]} abstracts" if some else "no article"
    return Made(train, dev, test, (f"{len(found) - wrong} positives and {wrong} negatives", of))


def positives(articles: Iterable[Article], similarity: Similarity) -> list[SummaryPair]:
    """Return each extract with its two least similar abstracts of the same article."""
    return [
        pair
        for article in articles
        for extract in article.extracts
        for pair in sorted(
            (_pair(extract, article, abstract, article, similarity) for abstract in article.abstracts),
            key=lambda pair: pair.similarity,
        )[:FOR_EACH_EXTRACT]
    ]


def negatives(
    articles: Sequence[Article], similarity: Similarity, *, threshold: float = THRESHOLD
) -> list[SummaryPair]:
    """Return each extract with its two most similar abstracts of other articles, one at most for two articles."""
    best: dict[frozenset[str], SummaryPair] = {}
    for pair in _near_misses(articles, similarity):
        key = frozenset((pair.extract_of, pair.abstract_of))
        if pair.similarity >= threshold and (key not in best or pair.similarity > best[key].similarity):
            best[key] = pair
    return list(best.values())


def _near_misses(articles: Sequence[Article], similarity: Similarity) -> Iterator[SummaryPair]:
    from heapq import nlargest

    for article in articles:
        others = [other for other in articles if other.name != article.name and other.abstracts]
        for extract in article.extracts:
            found = (_pair(extract, article, abstract, one, similarity) for one in others for abstract in one.abstracts)
            yield from nlargest(FOR_EACH_EXTRACT, found, key=lambda pair: pair.similarity)


def _pair(extract: str, article: Article, abstract: str, other: Article, similarity: Similarity) -> SummaryPair:
    return SummaryPair(extract, abstract, article.name, other.name, similarity(extract, abstract))
