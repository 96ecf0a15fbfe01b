"""Words with counts, in small letters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

import numpy
from numpy.typing import NDArray

__all__ = ["NO_WORD", "Lexicon"]

NO_WORD = 0
"""The number of what is no word of the lexicon."""


class Lexicon:
    """Words, numbered from 1 in the order of characters; everything else is NO_WORD."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self.counts = dict(sorted(counts.items()))
        self.total = sum(self.counts.values())

    def __len__(self) -> int:
        return len(self.counts)

    def __contains__(self, word: str) -> bool:
        return word in self.counts

    def count(self, word: str) -> int:
        """How often the word, in small letters, was seen."""
        return self.counts.get(word, 0)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each word."""
        return {word: number for number, word in enumerate(self.counts, 1)}

    def array(self) -> NDArray[numpy.int32]:
        """The counts, by number; 0 for NO_WORD."""
        return numpy.array([0, *self.counts.values()], numpy.int32)

    @classmethod
    def from_words(cls, words: Iterable[str], counts: Iterable[int]) -> Lexicon:
        """Make one of words and the counts of each."""
        return cls(dict(zip(words, counts, strict=True)))
