"""How well the words of a passage fit those of a question: BM25, and words that stand together in both."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

__all__ = ["TITLE", "Rates", "ReadPassage", "bm25", "pairs_held", "rarity_of", "standard"]

TITLE = 2
"""How often the words of the title count."""
_K1, _B = 1.2, 0.75

Rates = Mapping[str, tuple[float, int]]
"""What each word of a question weighs, and how many passages hold it."""


class ReadPassage(NamedTuple):
    """The cut words of a passage. length: how many, those of the title as often as they count."""

    title: list[str]
    body: list[str]
    length: int


def rarity_of(held: int, total: int) -> float:
    """What it tells to hold something that so many of all passages hold.

    ln(1 + (N - n + 0.5) / (n + 0.5)), n of N passages hold it.
    """
    return math.log(1 + (total - held + 0.5) / (held + 0.5))


def bm25(read: ReadPassage, rates: Rates, mean_words: float) -> float:
    """BM25 of a passage (Robertson & Zaragoza 2009), with k1 = 1.2 and b = 0.75.

    The sum of rate * c * (k1 + 1) / (c + k1 * (1 - b + b * length / mean)) over words that it holds c times.
    """
    counts = Counter(read.body)
    for term in read.title:
        counts[term] += TITLE
    norm = _K1 * (1 - _B + _B * read.length / mean_words)
    held = [(rate, counts[term]) for term, (rate, _) in rates.items() if term in counts]
    return float(sum(rate * count * (_K1 + 1) / (count + norm) for rate, count in held))


def pairs_held(asked: Sequence[str], read: Sequence[ReadPassage], total: int) -> list[float]:
    """How much the neighbouring words of a question tell that stand together in each passage, title and body as one.

    A pair weighs as `rarity_of`, n being how many of the passages that are read here hold it.
    """
    wanted = set(pairwise(asked))
    found = [wanted & set(pairwise([*one.title, *one.body])) for one in read]
    counts = Counter(pair for one in found for pair in one)
    return [sum(rarity_of(counts[pair], total) for pair in one) for one in found]


def standard(values: np.ndarray) -> np.ndarray:
    """Values in standard deviations from their mean; all 0 where they are the same."""
    found: np.ndarray = (values - values.mean()) / max(float(values.std()), 1e-9)
    return found
