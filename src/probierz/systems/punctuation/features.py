"""Words as numbers: a place in the vocabulary, and places in a table that beginnings, endings and shapes share.

Unknown words are known by their endings: in Polish these say nearly all that punctuation needs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from zlib import crc32

__all__ = ["AFFIXES", "UNKNOWN", "Lexicon", "shape"]

UNKNOWN = 0
AFFIXES = 6
"""How many places of the shared table each word has."""


class Lexicon:
    """Numbers of words.

    words: the vocabulary; the first word has the number 1, and 0 stands for all others. places: rows of the shared
    table.
    """

    def __init__(self, words: Sequence[str], places: int) -> None:
        self.words = tuple(words)
        self.places = places
        self._numbers = {word: number for number, word in enumerate(words, 1)}
        self.affixes = lru_cache(maxsize=200_000)(self._affixes)

    @classmethod
    def learn(cls, words: Iterable[str], size: int, places: int) -> Lexicon:
        """Make one of the commonest words; of equally common ones the first in the order of characters."""
        counts = Counter(words)
        ranked = sorted(counts, key=lambda word: (-counts[word], word))
        return cls([word for word in ranked[:size] if counts[word] > 1], places)

    def number(self, word: str) -> int:
        """The number of a word."""
        return self._numbers.get(word, UNKNOWN)

    def _affixes(self, word: str) -> tuple[int, ...]:
        """Places of the last two, three, four and five letters, the first three, and the shape."""
        names = (f"2{word[-2:]}", f"3{word[-3:]}", f"4{word[-4:]}", f"5{word[-5:]}", f"^{word[:3]}", shape(word))
        return tuple(crc32(name.encode()) % self.places for name in names)


def shape(word: str) -> str:
    """How a word looks apart from its letters: digits by their number, and which signs are in it."""
    if word.isalpha():
        return "a1" if len(word) == 1 else "a"
    if word.isdigit():
        return f"0{min(len(word), 5)}" + ("y" if len(word) == 4 and word[:2] in ("18", "19", "20") else "")
    return "".join(sorted({"a" if sign.isalpha() else "0" if sign.isdigit() else sign for sign in word}))
