"""How well words follow each other: pairs of words, counted."""

from __future__ import annotations

import numpy
from numpy.typing import NDArray

_DISCOUNT = 0.7


class WordPairs:
    """Logarithms of P(right | left), with absolute discounting.

        P(right | left) = max(n(left right) - d, 0) / n(left) + d * kinds(left) / n(left) * P(right),  d = 0.7

    n(left) and kinds(left) count the pairs that were kept. Words are numbers of a lexicon; what is not a word has a
    probability below that of any word. Ney, Essen and Kneser 1994.
    """

    def __init__(self, keys: NDArray[numpy.int64], counts: NDArray[numpy.int32], words: NDArray[numpy.int32]) -> None:
        """Take keys, ascending, of left * len(words) + right, how often each was seen, and the counts of words."""
        self.keys, self.counts = keys, counts
        self._size = len(words)
        left = keys // self._size
        seen = numpy.bincount(left, counts, self._size)
        kinds = numpy.bincount(left, minlength=self._size)
        self._before = numpy.maximum(seen, 1).astype(numpy.float32)
        self._rest = numpy.where(seen > 0, _DISCOUNT * kinds / numpy.maximum(seen, 1), 1.0).astype(numpy.float32)
        single = numpy.maximum(words, 0.2).astype(numpy.float64)
        self._single = (single / single.sum()).astype(numpy.float32)

    @classmethod
    def from_texts(cls, texts: NDArray[numpy.int64], words: NDArray[numpy.int32], most: int) -> WordPairs:
        """Count neighbours in a row of numbers of words; of more than `most` pairs, those seen least are left out."""
        both = (texts[:-1] > 0) & (texts[1:] > 0)
        keys, counts = numpy.unique(texts[:-1][both] * len(words) + texts[1:][both], return_counts=True)
        least = 1
        while (counts >= least).sum() > most:
            least += 1
        kept = counts >= least
        return cls(keys[kept], counts[kept].astype(numpy.int32), words)

    def log_probabilities(self, left: NDArray[numpy.int64], right: NDArray[numpy.int64]) -> NDArray[numpy.float32]:
        """Return log P(right | left) of parallel words."""
        seen = self.counts_of(left, right)
        chance = numpy.maximum(seen - _DISCOUNT, 0) / self._before[left] + self._rest[left] * self._single[right]
        logarithms: NDArray[numpy.float32] = numpy.log(chance + 1e-9).astype(numpy.float32)
        return logarithms

    def counts_of(self, left: NDArray[numpy.int64], right: NDArray[numpy.int64]) -> NDArray[numpy.int32]:
        """Return how often parallel words were seen beside each other; 0 for what is no word."""
        if not len(self.keys):
            return numpy.zeros(len(left), numpy.int32)
        wanted = left * self._size + right
        places = numpy.searchsorted(self.keys, wanted)
        places[places == len(self.keys)] = 0
        found: NDArray[numpy.int32] = numpy.where(self.keys[places] == wanted, self.counts[places], 0)
        return found
