"""Words with counts, in small letters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

import numpy
from numpy.typing import NDArray

NO_WORD = 0
"""The number of what is not a word of the lexicon."""

RARE = 2
"""Words of a large lexicon that were seen so often, or less, may be no words."""

_REMEMBERED = 300_000
_SIGNS = re.compile(r"^[\W_]+|[\W_]+$")


class _Rarity(dict[str, bool]):
    """Whether the word of a token is rare; each token is looked at once."""

    def __init__(self, count: Callable[[str], int]) -> None:
        super().__init__()
        self._count = count

    def __missing__(self, token: str) -> bool:
        if len(self) > _REMEMBERED:
            self.clear()
        word = _SIGNS.sub("", token).lower()
        found = self[token] = bool(word) and self._count(word) <= RARE
        return found


class Lexicon:
    """Words, numbered from 1 in the order of characters; everything else is NO_WORD."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        words = sorted(counts)
        self._number(words, [counts[word] for word in words])

    def _number(self, words: Iterable[str], counts: Sequence[int]) -> None:
        self.numbers: Mapping[str, int] = dict(zip(words, range(1, len(counts) + 1), strict=True))
        self._counts = [0, *counts]
        self.total = sum(counts)

    def __len__(self) -> int:
        return len(self.numbers)

    def __contains__(self, word: str) -> bool:
        return word in self.numbers

    def count(self, word: str) -> int:
        """How often the word, in small letters, was seen."""
        return self._counts[self.numbers.get(word, NO_WORD)]

    @cached_property
    def words(self) -> Sequence[str]:
        """The words by their numbers; "" for NO_WORD."""
        return ["", *self.numbers]

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How often each word was seen, in the order of their numbers."""
        return dict(zip(self.numbers, self._counts[1:], strict=True))

    @cached_property
    def is_rare(self) -> Mapping[str, bool]:
        """For any token, whether its word, in small letters and without signs around it, is rare or unknown."""
        return _Rarity(self.count)

    def array(self) -> NDArray[numpy.int32]:
        """The counts, by number; 0 for NO_WORD."""
        return numpy.array(self._counts, numpy.int32)

    @classmethod
    def from_words(cls, words: Sequence[str], counts: Sequence[int]) -> Lexicon:
        """Make one of words and the counts of each; quickest where words are in the order of characters."""
        found = cls({})
        found._number(words, counts)
        is_ordered = len(found) == len(words) and sorted(words) == [*words]
        return found if is_ordered else cls(dict(zip(words, counts, strict=True)))
