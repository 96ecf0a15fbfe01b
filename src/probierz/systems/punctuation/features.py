"""Words as numbers: a place in the vocabulary, and places in a table that endings, word classes and pauses share.

Unknown words are known by their endings and by their class: in Polish these say nearly all that punctuation needs.
The class of a form is the set of readings that a dictionary gives it (`morphology.py`), known for ten times as many
words as the vocabulary has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any
from zlib import crc32

from probierz.systems.punctuation.pauses import BUCKETS

UNKNOWN = 0
AFFIXES = 6
FEATURES = AFFIXES + 1
"""How many places of the shared table each word has: six of its letters, one of its class."""


class WordNumbers:
    """Numbers of words.

    words: the vocabulary; the first word has the number 1, and 0 stands for all others. places: rows of the shared
    table for letters. classes: the words of each class, in the vocabulary or not; words of no class have the class 0.
    """

    def __init__(self, words: Sequence[str], places: int, classes: Sequence[Sequence[str]] = ()) -> None:
        self.words = tuple(words)
        self.places = places
        self.classes = tuple(tuple(members) for members in classes)
        self._numbers = {word: number for number, word in enumerate(words, 1)}
        self._classes = {word: number for number, members in enumerate(classes, 1) for word in members}
        self.features = lru_cache(maxsize=200_000)(self._features)

    @classmethod
    def learn(
        cls,
        counts: Mapping[str, float],
        size: int,
        places: int,
        classify: Callable[[str], str] = lambda _: "",
        most_classes: int = 1000,
    ) -> WordNumbers:
        """Make one of the commonest words; of equally common ones the first in the order of characters.

        classify: the name of a word's class, empty for none. The rarest classes are left out.
        """
        ranked = sorted(counts, key=lambda word: (-counts[word], word))
        named = {word: classify(word) for word in ranked}
        shares: Counter[str] = Counter()
        for word, name in named.items():
            shares[name] += counts[word]  # type: ignore[assignment]
        del shares[""]
        kept = [name for name, _ in shares.most_common(most_classes)]
        members: dict[str, list[str]] = {name: [] for name in kept}
        for word in sorted(named):
            if named[word] in members:
                members[named[word]].append(word)
        return cls([word for word in ranked[:size] if counts[word] > 1], places, list(members.values()))

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return {"places": self.places, "words": self.words, "classes": [" ".join(one) for one in self.classes]}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> WordNumbers:
        """Make one of what `as_dict` gave. Raises KeyError, TypeError or AttributeError for anything else."""
        return cls(values["words"], int(values["places"]), [members.split(" ") for members in values["classes"]])

    @property
    def rows(self) -> int:
        """Rows of the shared table: letters, then pauses, then classes."""
        return self.places + BUCKETS + len(self.classes) + 1

    @property
    def unclassed(self) -> int:
        """The place of words of no class."""
        return self.places + BUCKETS

    def number(self, word: str) -> int:
        """The number of a word."""
        return self._numbers.get(word, UNKNOWN)

    def class_of(self, word: str) -> int:
        """The number of a word's class, 0 for none."""
        return self._classes.get(word, 0)

    def has_class(self, word: str) -> bool:
        """Whether the dictionary has readings of a word."""
        return word in self._classes

    def pause(self, bucket: Any) -> Any:
        """The place of a bucket of pauses, or of an array of them."""
        return self.places + bucket

    def _features(self, word: str) -> tuple[int, ...]:
        """Places of the last two, three, four and five letters, the first three, the shape, and the class."""
        names = (f"2{word[-2:]}", f"3{word[-3:]}", f"4{word[-4:]}", f"5{word[-5:]}", f"^{word[:3]}", shape(word))
        letters = (crc32(name.encode()) % self.places for name in names)
        return (*letters, self.unclassed + self._classes.get(word, 0))


def shape(word: str) -> str:
    """How a word looks apart from its letters: digits by their number, and which signs are in it."""
    if word.isalpha():
        return "a1" if len(word) == 1 else "a"
    if word.isdigit():
        return f"0{min(len(word), 5)}" + ("y" if len(word) == 4 and word[:2] in ("18", "19", "20") else "")
    return "".join(sorted({"a" if sign.isalpha() else "0" if sign.isdigit() else sign for sign in word}))
