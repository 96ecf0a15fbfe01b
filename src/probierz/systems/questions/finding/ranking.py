"""How well the words of a passage fit those of a question: how rare they are, and which stand together in both."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

TITLE = 2
"""How often the words of the title count."""
K1, B = 1.2, 0.75
"""Of BM25: how soon further copies of a word tell little, and how much a long text must have more of them."""


def rarity_of(held: int, total: int) -> float:
    """What it tells to hold something that so many of all passages hold.

    ln(1 + (N - n + 0.5) / (n + 0.5)), n of N passages hold it.
    """
    return math.log(1 + (total - held + 0.5) / (held + 0.5))


def pairs_held(asked: Sequence[str], read: Sequence[Sequence[str]], total: int) -> list[float]:
    """How much the neighbouring words of a question tell that stand together in each passage.

    A pair weighs as `rarity_of`, n being how many of the passages that are read here hold it.
    """
    wanted = set(pairwise(asked))
    found = [wanted & set(pairwise(words)) for words in read]
    counts = Counter(pair for one in found for pair in one)
    return [sum(rarity_of(counts[pair], total) for pair in one) for one in found]


def standard(values: np.ndarray) -> np.ndarray:
    """Values in standard deviations from their mean; all 0 where they are the same."""
    found: np.ndarray = (values - values.mean()) / max(float(values.std()), 1e-9)
    return found
