"""How texts are written, where that is what is asked: `5 mW` or `5 MW`, `łaska` or `laska`, `12²` or `122`, `na pewno`.

Also how many blanks stand between words, or which.

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

LEAST_PART, FEWEST = 0.01, 2
"""Which part of the lines, and how many, forms have to tell apart: a few of those that are the same are odd anyway."""

MOST_DIFFERENT = 0.5
"""In which part of their words texts of several differ at most that are the same but for a form."""

_MOST_VARIANTS = 8
"""How many ways to write a text are compared with each other."""
_WORDS = re.compile(r"[^\W_]+")
_NO_LETTERS = re.compile(r"[\W_]+")
_ODD_BLANKS = re.compile(r"^\s+|\s{2,}|[^\S ]|\s+$")
_BETWEEN = re.compile(r"\S+")

Variant: TypeAlias = tuple[str, ...]
"""The words of a text as they are written."""


class Forms(NamedTuple):
    """What counts in the texts of a challenge.

    signs: see `telling_signs`. words: those whose case, diacritics and raised digits count, as they are written.
    joins: words between which a blank counts, without case and diacritics. blanks: runs of them that count.
    """

    signs: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    joins: frozenset[tuple[str, str]] = frozenset()
    blanks: frozenset[str] = frozenset()

    def with_blanks_as_signs(self, text: str) -> str:
        """Return a text with a run of signs, which are among `signs`, for each run of blanks that counts."""
        return _ODD_BLANKS.sub(self._sign_for, text) if self.blanks else text

    def _sign_for(self, found: re.Match[str]) -> str:
        return f" {_as_signs(found[0])} " if found[0] in self.blanks else found[0]


def telling_forms(lines: Iterable[tuple[str, str]]) -> Forms:
    """Return the words and the blanks that alone tell lines apart, where most of these have other results.

    lines: the texts of a challenge, each with what is expected.
    """
    lines = [(text, " ".join(result.split())) for text, result in lines]
    found = [*_differences(_alike(lines))]
    words, joins = Counter[str](), Counter[tuple[str, str]]()
    for one in found if _tell([one.has_other_results for one in found], len(lines)) else ():
        words.update(dict.fromkeys(one.words, 1 if one.has_other_results else -1))
        joins.update(dict.fromkeys(one.joins, 1 if one.has_other_results else -1))
    blanks = _telling_blanks(lines)
    return Forms(frozenset(map(_as_signs, blanks)), frozenset(+words), frozenset(+joins), blanks)


def _tell(are_told: Sequence[bool], lines: int) -> bool:
    """Whether differences, of each whether the results differ too, are enough of a challenge with so many lines."""
    return sum(are_told) >= max(FEWEST, LEAST_PART * lines) and 2 * sum(are_told) > len(are_told)


def _telling_blanks(lines: Sequence[tuple[str, str]]) -> frozenset[str]:
    """The runs of blanks, other than one between words, that are all by which texts of other results differ."""
    odd = {hash(tuple(text.split())) for text, _result in lines if _ODD_BLANKS.search(text)}
    results: defaultdict[int, dict[Variant, set[str]]] = defaultdict(dict)
    for text, result in lines if odd else ():
        if (key := hash(tuple(text.split()))) in odd:
            results[key].setdefault(tuple(_BETWEEN.split(text)), set()).add(result)
    found = [
        (_differing_words(one, other), own.isdisjoint(their)) for (one, own), (other, their) in _pairs(results.values())
    ]
    told: Counter[str] = Counter()
    for blanks, is_told in found if _tell([is_told for _blanks, is_told in found], len(lines)) else ():
        told.update(dict.fromkeys(filter(_ODD_BLANKS.fullmatch, blanks), 1 if is_told else -1))
    return frozenset(+told)


def _as_signs(blanks: str) -> str:
    """Braille, which no text has among its words, with one sign for each kind of blank."""
    return "".join(chr(0x2800 + (ord(blank) & 0xFF)) for blank in blanks)


def _alike(lines: Iterable[tuple[str, str]]) -> Iterable[dict[Variant, set[str]]]:
    """Texts of the same letters, as they are written, with their results."""
    results: defaultdict[int, dict[Variant, set[str]]] = defaultdict(dict)
    for text, result in lines:
        if words := tuple(_WORDS.findall(normalize("NFC", text))):
            results[hash(_NO_LETTERS.sub("", _plain(text)))].setdefault(words, set()).add(result)
    return results.values()


class _Difference(NamedTuple):
    """In which words, or words at a blank, two ways to write a text differ, and whether in what is expected, too."""

    words: Collection[str]
    joins: Collection[tuple[str, str]]
    has_other_results: bool


def _differences(alike: Iterable[dict[Variant, set[str]]]) -> Iterator[_Difference]:
    """What texts differ in that are the same on the whole; a copy in capitals differs in all its words.

    Lines of one word always do.
    """
    for (one, own), (other, their) in _pairs(alike):
        words, joins = _differing_words(one, other), _differing_joins(one, other)
        are_short = len(one) == len(other) == 1
        if are_short or len(words) + len(joins) <= MOST_DIFFERENT * (len(one) + len(other)):
            yield _Difference(words, joins, own.isdisjoint(their))


def _pairs(
    alike: Iterable[dict[Variant, set[str]]],
) -> Iterator[tuple[tuple[Variant, set[str]], tuple[Variant, set[str]]]]:
    """Every two ways to write a text, with the results of each."""
    for variants in alike:
        if len(variants) > 1:
            yield from combinations(islice(variants.items(), _MOST_VARIANTS), 2)


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
