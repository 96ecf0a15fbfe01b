"""Words with counts, in small letters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property

import numpy
from numpy.typing import NDArray

__all__ = ["NO_WORD", "RARE", "Lexicon"]

NO_WORD = 0
"""The number of what is not a word of the lexicon."""

RARE = 2
"""Words of a large lexicon that were seen so often, or less, may be no words."""

_REMEMBERED = 300_000
_SIGNS = re.compile(r"^[\W_]+|[\W_]+$")


class _Rarity(dict[str, bool]):
    """Whether the word of a token is rare; each token is looked at once."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        super().__init__()
        self._counts = counts

    def __missing__(self, token: str) -> bool:
        if len(self) > _REMEMBERED:
            self.clear()
        word = _SIGNS.sub("", token).lower()
        found = self[token] = bool(word) and self._counts.get(word, 0) <= RARE
        return found


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

    @cached_property
    def is_rare(self) -> Mapping[str, bool]:
        """For any token, whether its word, in small letters and without signs around it, is rare or unknown."""
        return _Rarity(self.counts)

    def array(self) -> NDArray[numpy.int32]:
        """The counts, by number; 0 for NO_WORD."""
        return numpy.array([0, *self.counts.values()], numpy.int32)

    @classmethod
    def from_words(cls, words: Iterable[str], counts: Iterable[int]) -> Lexicon:
        """Make one of words and the counts of each."""
        return cls(dict(zip(words, counts, strict=True)))
