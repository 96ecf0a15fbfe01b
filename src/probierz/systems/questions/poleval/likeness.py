"""How alike texts are, by the short runs of letters that they share: TF-IDF of character n-grams, in memory."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

_LENGTHS = (2, 3, 4, 5)
_LONGEST = 4_000
"""Characters of a text that are looked at."""


class LikeTexts:
    """Texts, of which those like another one are found.

    The weight of a run of letters in a text is (1 + ln n) * (1 + ln((1 + N) / (1 + m))), n how often it is there, m the
    number of texts that hold it, of N; likeness is the cosine of the weights, 0 to 1, letters in lower case.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        counts = [_runs(text) for text in texts]
        held = Counter(run for one in counts for run in one)
        self._rates = {run: 1 + math.log((1 + len(texts)) / (1 + count)) for run, count in held.items()}
        self._count = len(texts)
        places: dict[str, list[int]] = {run: [] for run in held}
        weights: dict[str, list[float]] = {run: [] for run in held}
        for number, one in enumerate(counts):
            for run, weight in self._weights(one).items():
                places[run].append(number)
                weights[run].append(weight)
        self._places = {run: numpy.array(found, numpy.int32) for run, found in places.items()}
        self._shares = {run: numpy.array(found, numpy.float32) for run, found in weights.items()}

    def to(self, text: str) -> NDArray[numpy.float32]:
        """Return how alike each of the texts is to this one."""
        found = numpy.zeros(self._count, numpy.float32)
        for run, weight in self._weights(_runs(text)).items():
            found[self._places[run]] += numpy.float32(weight) * self._shares[run]
        return found

    def _weights(self, counts: Counter[str]) -> dict[str, float]:
        """Weights of the runs that are known; their squares sum to 1."""
        rates = self._rates
        known = {run: (1 + math.log(count)) * rates[run] for run, count in counts.items() if run in rates}
        norm = math.sqrt(sum(weight * weight for weight in known.values())) or 1.0
        return {run: weight / norm for run, weight in known.items()}


def _runs(text: str) -> Counter[str]:
    line = " ".join(text.lower().split())[:_LONGEST]
    return Counter(line[at : at + size] for size in _LENGTHS for at in range(len(line) - size + 1))
