"""How texts are written, where that is what is asked: `5 mW` or `5 MW`, `łaska` or `laska`, `12²` or `122`, `na pewno`.

Copies have other capitals, blanks and no diacritics, so these count for nothing; but a form that tells lines of other
results apart is a word of its own.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate, combinations, islice, pairwise
from typing import NamedTuple, TypeAlias
from unicodedata import normalize

from probierz.text import plain_letters

__all__ = ["Forms", "telling_forms"]

LEAST_PART, FEWEST = 0.01, 2
"""Which part of the lines, and how many, forms have to tell apart: a few of those that are the same are odd anyway."""

MOST_DIFFERENT = 0.5
"""In which part of their words texts differ at most that are the same but for a form."""

_MOST_VARIANTS = 8
_WORDS = re.compile(r"[^\W_]+")
_NO_LETTERS = re.compile(r"[\W_]+")

Variant: TypeAlias = tuple[str, ...]
"""The words of a text as they are written."""


class Forms(NamedTuple):
    """What counts in the texts of a challenge.

    signs: see `telling_signs`. words: those whose case, diacritics and raised digits count, as they are written.
    joins: words between which a blank counts, without case and diacritics.
    """

    signs: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    joins: frozenset[tuple[str, str]] = frozenset()


def telling_forms(lines: Iterable[tuple[str, str]]) -> Forms:
    """Return the words and the blanks that alone tell lines apart, where most of these have other results.

    lines: the texts of a challenge, each with what is expected.
    """
    results: defaultdict[int, dict[Variant, set[str]]] = defaultdict(dict)
    count = 0
    for text, result in lines:
        count += 1
        if words := tuple(_WORDS.findall(normalize("NFC", text))):
            alike = results[hash(_NO_LETTERS.sub("", _plain(text)))]
            alike.setdefault(words, set()).add(" ".join(result.split()))
    found = [*_differences(variants for variants in results.values() if len(variants) > 1)]
    told = sum(one.has_other_results for one in found)
    if told < max(FEWEST, LEAST_PART * count) or 2 * told <= len(found):
        return Forms()
    telling_words: Counter[str] = Counter()
    telling_joins: Counter[tuple[str, str]] = Counter()
    for one in found:
        telling_words.update(dict.fromkeys(one.words, 1 if one.has_other_results else -1))
        telling_joins.update(dict.fromkeys(one.joins, 1 if one.has_other_results else -1))
    return Forms(words=frozenset(+telling_words), joins=frozenset(+telling_joins))


class _Difference(NamedTuple):
    """In which words, or words at a blank, two ways to write a text differ, and whether in what is expected, too."""

    words: Collection[str]
    joins: Collection[tuple[str, str]]
    has_other_results: bool


def _differences(alike: Iterable[dict[Variant, set[str]]]) -> Iterator[_Difference]:
    """What texts differ in that are the same on the whole; a copy in capitals differs in all its words."""
    for variants in alike:
        some = islice(variants.items(), _MOST_VARIANTS)
        for (one, own), (other, their) in combinations(some, 2):
            words, joins = _differing_words(one, other), _differing_joins(one, other)
            if len(words) + len(joins) <= MOST_DIFFERENT * (len(one) + len(other)):
                yield _Difference(words, joins, own.isdisjoint(their))


def _plain(text: str) -> str:
    return plain_letters(normalize("NFKC", text)).casefold()


def _differing_words(one: Variant, other: Variant) -> set[str]:
    pairs = zip(one, other, strict=True) if len(one) == len(other) else ()
    return {word for pair in pairs if pair[0] != pair[1] for word in pair}


def _differing_joins(one: Variant, other: Variant) -> set[tuple[str, str]]:
    """The words at a blank that the other one lacks."""
    own, their = _joins(one), _joins(other)
    return {own.get(at) or their[at] for at in own.keys() ^ their.keys()}


def _joins(words: Sequence[str]) -> dict[int, tuple[str, str]]:
    """The words at each blank, by how many letters stand before it."""
    plain = [*map(_plain, words)]
    ends = accumulate(map(len, plain[:-1]))
    return dict(zip(ends, pairwise(plain), strict=True))
