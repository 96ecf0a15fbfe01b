"""Texts that are ranked for a question by their words, all at once, in memory: BM25, and the cosine of TF-IDF.

Words are cut to five letters, as the index of passages has them. Weights of a word in a text lie in one array for each
word, so that a question costs as much as the texts that hold its words. The formula of BM25 is that of the index
(`finding/postings.py`), which reads from a file and adds up only what can still be among the best; here every text
needs its score, as the sentences and articles of SQAD are ranked by several together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy
from numpy.typing import NDArray

from probierz.systems.questions.finding.ranking import K1, B, rarity_of
from probierz.systems.questions.wording.words import terms

Floats = NDArray[numpy.float64]


class WeighedTexts:
    """Texts by the words that they hold. `of` takes the cut words of each text, those of a title as often as wanted.

    bm25: sum over the words of a question of rarity * c * (k1 + 1) / (c + k1 * (1 - b + b * length / mean)), a text
    holding the word c times. tf_idf: the cosine of weights (1 + ln c) * ln(N / n), n of N texts holding the word.
    """

    def __init__(self, texts: Iterable[Sequence[str]]) -> None:
        places: dict[str, list[int]] = {}
        counts: dict[str, list[int]] = {}
        lengths = []
        for number, words in enumerate(texts):
            lengths.append(len(words))
            for word, count in Counter(words).items():
                places.setdefault(word, []).append(number)
                counts.setdefault(word, []).append(count)
        self.count = len(lengths)
        self._lengths = numpy.array(lengths, numpy.float64)
        self._places = {word: numpy.array(found, numpy.int32) for word, found in places.items()}
        self._counts = {word: numpy.array(found, numpy.float32) for word, found in counts.items()}
        squares = numpy.zeros(self.count)
        for word, found in self._places.items():
            squares[found] += self._tf_idf(word) ** 2
        self._norms = numpy.sqrt(numpy.maximum(squares, 1e-12))

    def rarity(self, word: str) -> float:
        """How much a cut word tells: see `ranking.rarity_of`."""
        return rarity_of(len(self._places.get(word, ())), self.count)

    def bm25(self, question: str) -> Floats:
        """Return the score of each text."""
        scores = numpy.zeros(self.count)
        norm = K1 * (1 - B + B * self._lengths / max(float(self._lengths.mean()), 1e-9)) if self.count else scores
        for word in dict.fromkeys(terms(question)):
            if word in self._places:
                at, count = self._places[word], self._counts[word]
                scores[at] += self.rarity(word) * count * (K1 + 1) / (count + norm[at])
        return scores

    def tf_idf(self, question: str) -> Floats:
        """Return the cosine of each text with the question."""
        scores, square = numpy.zeros(self.count), 0.0
        for word, count in Counter(terms(question)).items():
            if word in self._places:
                weight = (1 + float(numpy.log(count))) * self._inverse(word)
                scores[self._places[word]] += weight * self._tf_idf(word)
                square += weight * weight
        found: Floats = scores / self._norms / max(square, 1e-12) ** 0.5
        return found

    def _tf_idf(self, word: str) -> Floats:
        found: Floats = (1 + numpy.log(self._counts[word])) * self._inverse(word)
        return found

    def _inverse(self, word: str) -> float:
        return float(numpy.log(self.count / len(self._places[word])))
