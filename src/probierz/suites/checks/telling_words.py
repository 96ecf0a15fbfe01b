"""How much the words say that two texts have in common: a template says nothing, nor does what chance brings together.

A word says the less the more texts of a split have it, in bits; of two splits that counts where more have it, so that
neither the words of a template count nor those of a frame that copies were given. Words that always stand together say
it once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import permutations
from math import log2

from probierz.suites.checks.checked_split import CheckedSplit
from probierz.suites.checks.copies import FEWEST_WORDS_OF_NEAR_COPIES

FEWEST_TEXTS = 20
"""Fewer texts do not tell what is a template."""

LEAST_BITS = 5.0
"""So many more than chance brings together among all pairs of texts: one time in 32."""

LEAST_SHARE, LEAST_OF_SHORT = 0.5, 0.8
"""Which part of what a text or a column says has to be the same, where most of its words are; in one of few words, as
a question on a text, more.
"""
_ALL_BUT_TEMPLATE = 0.95
"""Where all is the same but words of a template, chance would bring the whole texts together as often."""

_SAYS_SOMETHING, _HAS_PLACE = 1.0, 0.5
"""How many bits a column has to say, so that it is compared, and a word, so that its place counts."""

_MOST_COLUMNS = 3
"""Columns of more are not tried in all orders."""

_Columns = Sequence[Sequence[str]]


class TellingWords:
    """The words of two splits, and what they say.

    first, second: the splits. Where both have few texts, all words say the same, and any pair says enough.
    """

    def __init__(self, first: CheckedSplit, second: CheckedSplit) -> None:
        self.first, self.second = first, second
        self._larger = max(first, second, key=lambda split: len(split.words))
        self._enough = LEAST_BITS + log2(max(1, len(first.words)) * max(1, len(second.words)))

    @cached_property
    def _shares(self) -> dict[str, float]:
        """Which part of the texts has each word; empty where they are few."""
        found = [one.word_shares for one in (self.first, self.second) if len(one.words) >= FEWEST_TEXTS]
        if len(found) < 2:
            return found[0] if found else {}
        one, other = found
        return {**one, **{word: max(share, one.get(word, 0.0)) for word, share in other.items()}}

    def are_alike(self, at: int, line: int) -> bool:
        """Whether two texts most of whose words are the same are so in what they say, each of their columns.

        at, line: which text of the first split and of the second.
        """
        return any(self._say_the_same(own, their, is_inside=False) for own, their in self._ways(at, line))

    def is_inside(self, at: int, line: int) -> bool:
        """Whether what a text of the second split says is said by one of the first, each of its columns."""
        return any(self._say_the_same(own, their, is_inside=True) for own, their in self._ways(at, line))

    def share(self, at: int, line: int) -> float:
        """Return which part of what two texts say is the same, as far as it is enough; 0 where it is not."""
        same, own, their = self._said(self.second.words[line], self.first.words[at])
        return same / max(own, their) if self._shares and self._are_enough(same) else 0.0

    def says_enough(self, line: int) -> bool:
        """Whether a text of the second split says so much that its words are hardly those of another one."""
        return self._are_enough(sum(map(self._bits, self.second.words[line])))

    def _ways(self, at: int, line: int) -> Iterator[tuple[_Columns, _Columns]]:
        """The columns of both texts, each with its own: in all orders, or as one where they cannot be compared."""
        own, their = self.second.column_words[line], self.first.column_words[at]
        if len(own) != len(their) or len(own) > _MOST_COLUMNS:
            own, their = [self.second.words[line]], [self.first.words[at]]
        return ((own, order) for order in permutations(their))

    def _say_the_same(self, columns: _Columns, others: _Columns, *, is_inside: bool) -> bool:
        """Whether columns have enough in common, each with its own: more than chance brings together, or nearly all.

        is_inside: others may say more.
        """
        bits, least = 0.0, 1.0
        in_order = all(
            _is_within(self._saying(own), self._saying(their), may_be_longer=is_inside)
            for own, their in zip(columns, others, strict=True)
        )
        for own, their in zip(columns, others, strict=True):
            same, said, other = self._said(own, their)
            most = said if is_inside else max(said, other)
            share = same / most if most >= _SAYS_SOMETHING else 1.0
            if share < (LEAST_OF_SHORT if max(len(own), len(their)) < FEWEST_WORDS_OF_NEAR_COPIES else LEAST_SHARE):
                return False
            bits, least = bits + same, min(least, share)
        return self._are_enough(bits) or (least >= _ALL_BUT_TEMPLATE and bits >= LEAST_BITS and in_order)

    def _saying(self, words: Sequence[str]) -> list[str]:
        """The words that say something, in their order: who met whom."""
        return [word for word in words if self._bits_alone(word) >= _HAS_PLACE]

    def _are_enough(self, bits: float) -> bool:
        """Whether so many bits in common are no chance; where there are few texts, any are."""
        return bits >= self._enough or (bits > 0 and not self._shares)

    def _said(self, words: Sequence[str], others: Sequence[str]) -> tuple[float, float, float]:
        """How many bits two texts have in common, and how many each has."""
        own, their = Counter(words), Counter(others)
        same, said, other = (
            sum(count * self._bits(word) for word, count in one.items()) for one in (own & their, own, their)
        )
        return same, said, other

    def _bits(self, word: str) -> float:
        """What a word says beside the others of a text."""
        return self._bits_alone(word) * (self._larger.word_weights.get(word, 1.0) if self._shares else 1.0)

    def _bits_alone(self, word: str) -> float:
        return -log2(self._shares.get(word, 1 / len(self._larger.words))) if self._shares else 1.0


def _is_within(words: Sequence[str], others: Sequence[str], *, may_be_longer: bool) -> bool:
    """Whether words stand in this order among others, which may be more."""
    left = iter(others)
    return (may_be_longer or len(words) == len(others)) and all(word in left for word in words)
