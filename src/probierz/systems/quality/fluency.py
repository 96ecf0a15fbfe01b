"""How well a text reads in Polish: whether its words follow each other as others do, and how clear its sentence is.

Both are asked of what is shipped for other tasks: pairs of words of the cascade for scanned pages, and the network for
punctuation, which is in doubt where a sentence is twisted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy

from probierz.systems.ocr.cascade import shipped_words
from probierz.systems.punctuation.tagger import MARK_LABELS, NetworkTagger, chances, shipped_tagger
from probierz.systems.quality.features import Floats
from probierz.systems.quality.notes import words_of

_LEAST = 1e-9


def fluency(texts: Sequence[str]) -> Floats:
    """Three numbers a text, all 0 where it has no word. Raises Untrained in a package without the shipped systems.

    The mean logarithm of the probability of each word behind the one before, see `WordPairs`; the share of words that
    were seen behind the one before; and how much the network doubts what mark stands behind a word, the mean of

        - sum over marks m of P(m) log P(m)
    """
    words = [words_of(text) for text in texts]
    scores = polish_tagger().scores(words)
    doubts = [_doubt(chances(one[:, :MARK_LABELS])) if len(one) else 0.0 for one in scores]
    return numpy.array([[*_neighbours(one), doubt] for one, doubt in zip(words, doubts, strict=True)]).reshape(-1, 3)


def _doubt(likely: Floats) -> float:
    return float(-(likely * numpy.log(likely + _LEAST)).sum(axis=1).mean())


def _neighbours(words: Sequence[str]) -> tuple[float, float]:
    """The mean of log P(word | the one before), and the share of pairs that were seen; of one word, its own log P."""
    if not words:
        return 0.0, 0.0
    lexicon, pairs = _polish_words()
    numbers = numpy.array([lexicon.numbers.get(word, 0) for word in ["", *words]])
    left, right = (numbers[1:-1], numbers[2:]) if len(words) > 1 else (numbers[:1], numbers[1:])
    return float(pairs.log_probabilities(left, right).mean()), float((pairs.counts_of(left, right) > 0).mean())


_polish_words = cache(shipped_words)


@cache
def polish_tagger() -> NetworkTagger:
    """The network for punctuation that is shipped; it is not to be changed."""
    return shipped_tagger()
