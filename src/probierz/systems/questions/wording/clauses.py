"""Where one clause of a sentence ends and the next one tells of something else: *X wygrał, a Y przegrał*."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy
from numpy.typing import NDArray

_BEGINNING_WORDS = (
    "a ale lecz zaś natomiast gdy gdzie ponieważ bo więc czyli aby żeby następnie potem później że zatímco"
)
_BEGINS = frozenset(_BEGINNING_WORDS.split())
_BEGINS_ALONE = frozenset(["zaś", "natomiast"])
_RELATIVE = ("któr", "kter")


def seams_of(tokens: Sequence[str]) -> NDArray[numpy.float32]:
    """1 at commas that another clause begins behind, and at *zaś* and *natomiast*; 0 at other words.

    >>> seams_of(["Jan", ",", "a", "potem", "Ewa"]).tolist()
    [0.0, 1.0, 0.0, 0.0, 0.0]
    """
    found = [
        (one == "," and (behind in _BEGINS or behind.startswith(_RELATIVE))) or one in _BEGINS_ALONE
        for one, behind in pairwise([*(token.lower() for token in tokens), ""])
    ]
    return numpy.array(found, numpy.float32)
