"""Texts that are the same whatever their form, and how grave it is that texts of one split stand in another.

Columns in another order, words without the blanks between them and texts written backwards are the same. It is said in
one place how grave copies are, for all that tell of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import chain, pairwise
from typing import NamedTuple, TypeAlias

from probierz.challenges.problems import Severity

_FEWEST_LETTERS = 30
"""A shorter text may be another one's letters by chance."""

_BETWEEN_OTHERS = re.compile(r"(?<!\d) | (?!\d)")
"""A blank that is not between two digits: 2.5, of which two words are made, is not 25."""

_LETTERS_OF_LETTERS = 1.5
"""How long words are at most where a text has a blank behind each letter, and digit."""

FEWEST_WORDS_OF_NEAR_COPIES = 8
"""Texts of fewer words are alike only where they are the same."""

MOST_WORDS_OF_UTTERANCES = 3
"""Texts such as "Yes." and "Thank you." stand in any data."""

LEAST_PART, _FEWEST_TEXTS = 0.05, 5
"""Fewer texts of a split stand in others by chance: "Thank you." among sentences, sentences that others quote."""

_MOST_OF_FEW = 0.1
"""Fewer texts than that are few where they are no larger part of a split than this."""

_LONGER = 0.25
"""Talk has more than so many longer texts; a list of words has none."""


_Joins: TypeAlias = Collection[tuple[str, str]]


class ShortTexts(NamedTuple):
    """Texts of a split of few words. repeated: those that stand in it more than once, as "Yes." does in talk."""

    every: Collection[int]
    repeated: Collection[int]


class Copied:
    """By what the texts of a split are known again.

    columns: of each line the words of its columns. joins: words between which a blank counts. keys: of each line, see
    `key_of`. bags: a number for its words in whatever order, 0 where they are few. repeats_are_talk: whether what
    stands in the split more than once are utterances among longer texts.
    """

    def __init__(self, columns: Sequence[Sequence[Sequence[str]]], joins: _Joins = frozenset()) -> None:
        self.keys = [key_of(words, joins) for words in columns]
        self.bags = [_bag([*chain(*words)]) for words in columns]
        is_short = [sum(map(len, words)) <= MOST_WORDS_OF_UTTERANCES for words in columns]
        counts = Counter(key for key, short in zip(self.keys, is_short, strict=True) if short)
        self.short = ShortTexts({*counts}, {key for key, count in counts.items() if count > 1})
        longer = [key for key in self.keys if key not in counts]
        self.repeats_are_talk = len(longer) > _LONGER * len(self.keys) and len({*longer}) == len(longer)


def key_of(columns: Sequence[Sequence[str]], joins: _Joins = frozenset()) -> int:
    """Return what texts have in common that say the same, a hash; 0 where there is no word.

    columns: the words of each. joins: words between which a blank counts.
    """
    keys = [_key(words, joins) for words in columns]
    if all(sum(map(str.isalpha, words)) > 1 for words in columns):
        keys.sort()  # the second of a pair may be the first; a word beside a text is no text
    key = "\n".join(keys).strip()
    return hash(key) if key else 0


def _bag(words: Sequence[str]) -> int:
    return hash(tuple(sorted(words))) if len(words) >= FEWEST_WORDS_OF_NEAR_COPIES else 0


def _key(words: Sequence[str], joins: _Joins) -> str:
    letters = "".join(words)
    if len(letters) < _FEWEST_LETTERS or not any(map(str.isalpha, letters)):
        return " ".join(words)
    if not letters.isalpha() and len(letters) > len(words) * _LETTERS_OF_LETTERS:
        letters = _BETWEEN_OTHERS.sub("", " ".join(words))
    told = " ".join(map(str, filter(joins.__contains__, pairwise(words)))) if joins else ""
    return min(letters, letters[::-1]) + told


def severity_of_copies(copies: Sequence[int], lines: int, *short_texts: ShortTexts, is_test: bool = True) -> Severity:
    """Return how grave it is that texts of a split stand in another one.

    copies: their keys, one for each line. lines: how many the split has. short_texts: of the split and of others.
    An error is most of a test, on which scores say little. What people say again and again is passed over, and a few
    utterances are no more than a note.
    """
    left = [one for one in copies if not any(one in short.repeated for short in short_texts)]
    are_utterances = any(all(one in short.every for one in left) for short in short_texts)
    if not left or (are_utterances and _are_few(len(left), lines)):
        return "note"
    return "error" if is_test and 2 * len(left) > lines else "warning"


def _are_few(count: int, lines: int) -> bool:
    return count < LEAST_PART * lines or (count < _FEWEST_TEXTS and count <= _MOST_OF_FEW * lines)


def no_chance(lines: int, part: float = LEAST_PART) -> float:
    """Return how many texts of a split have to stand in another one, nearly or in part, so that it is no chance.

    lines: how many the split has. part: of them.
    """
    return max(part * lines, _FEWEST_TEXTS)
