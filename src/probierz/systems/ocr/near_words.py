"""Words of a lexicon that differ from a word in one piece of at most two letters, for many words at a time.

    tyrn  ->  tym      rn for m
    swoj  ->  swoja    a is missing

The pieces that differ are looked up among the replacements that were learnt; words that differ in others are not near,
unless they are long and differ in one letter. While few words were asked for, every replacement is made to each of them
and what comes out looked up in the lexicon, which takes milliseconds a word. From then on a word without one piece is
looked up among the words of the lexicon without one piece: as hashes, in sorted arrays that take seconds to make.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.systems.ocr.edit_rules import EditRules
from probierz.systems.ocr.lexicon import Lexicon

_LONGEST = 24  # letters; longer words are near to none
_PIECE = 2
_BASE = 0x9E3779B97F4A7C15
_INVERSE = pow(_BASE, -1, 1 << 64)
_NO_LETTER = 0
_FEW = 400  # words asked for, from which on the index is quicker
_LONG, _RARE_LETTER = 5, -10.0  # letters of words in which any one letter may have been read for another

Numbers = NDArray[numpy.int64]
Letters = NDArray[numpy.int32]
Hashes = NDArray[numpy.uint64]


class Pairs(NamedTuple):
    """Parallel arrays: the place of the word asked for, the number of a near one in the lexicon, log P of the edit."""

    asked: Numbers
    found: Numbers
    chances: NDArray[numpy.float32]


class NearWords:
    """Finds the near words of words. lexicon: where; least: how often a near word was seen at least."""

    def __init__(self, lexicon: Lexicon, least: int, rules: EditRules, few: int = _FEW) -> None:
        """few: how many words may be asked for before the index is made."""
        self._lexicon, self._least, self._few = lexicon, least, few
        self._replacements = {read: [right for right, _ in others] for read, others in rules.rules.items()}
        self._rules, self._chances = _rule_keys(rules)
        self._asked = 0

    def of(self, words: Sequence[str]) -> Pairs:
        """Find the near words of each word, in the order of words; a word is near to itself too, if it is known."""
        self._asked += len(words)
        return self._made(words) if self._asked <= self._few else self._looked_up(words)

    def _made(self, words: Sequence[str]) -> Pairs:
        count = self._lexicon.count
        known = [
            (asked, other)
            for asked, word in enumerate(words)
            if len(word) <= _LONGEST
            for other in sorted(other for other in self._edited(word) if count(other) >= self._least)
            if len(other) <= _LONGEST
        ]
        asked = numpy.array([place for place, _ in known], numpy.int64)
        near = numpy.array([self._lexicon.numbers[other] for _, other in known], numpy.int64)
        return self._pairs(_letters(words), asked, near, *_letters([other for _, other in known]))

    def _edited(self, word: str) -> set[str]:
        """What one replacement makes of a word, known or not, and the word itself."""
        found = {word}
        is_long = len(word) >= _LONG
        for begin in range(len(word) + 1):
            head = word[:begin]
            for size in range(min(_PIECE, len(word) - begin) + 1):
                tail = word[begin + size :]
                rights: Collection[str] = self._replacements.get(word[begin : begin + size], ())
                if size < _PIECE and is_long:
                    rights = self._letters_known.union(rights)
                found.update([head + right + tail for right in rights])
        return found

    @cached_property
    def _letters_known(self) -> frozenset[str]:
        """All letters of the lexicon, and none."""
        text = "".join(self._lexicon.numbers).encode("utf-32-le", "surrogatepass")
        codes = numpy.flatnonzero(numpy.bincount(numpy.frombuffer(text, numpy.uint32)))
        return frozenset(["", *map(chr, codes.tolist())])

    @cached_property
    def _index(self) -> _Index:
        return _Index.of(self._lexicon, self._least)

    def _looked_up(self, words: Sequence[str]) -> Pairs:
        index = self._index
        letters, lengths = _letters(words)
        parts = _without_pieces(letters, lengths)
        found = [_lookup(part, index.short) for part in parts] + [_lookup(part, index.shorter) for part in parts[:2]]
        keys = numpy.unique(numpy.concatenate([asked * len(index.lengths) + near for asked, near in found]))
        asked, near = numpy.divmod(keys, max(len(index.lengths), 1))
        return self._pairs((letters, lengths), asked, index.numbers[near], index.letters[near], index.lengths[near])

    def _pairs(
        self, words: tuple[Letters, Numbers], asked: Numbers, near: Numbers, other: Letters, others: Numbers
    ) -> Pairs:
        chances = self._edit_chances(words[0][asked], words[1][asked], other, others)
        kept = chances > -numpy.inf
        return Pairs(asked[kept], near[kept], chances[kept])

    def _edit_chances(
        self, letters: Letters, lengths: Numbers, other: Letters, others: Numbers
    ) -> NDArray[numpy.float32]:
        """log P of the edit that makes the other words of words; -inf where it is none that was learnt."""
        size = int(max(lengths.max(initial=1), others.max(initial=1)))
        letters, other = _widened(letters, size), _widened(other, size)
        least = numpy.minimum(lengths, others)
        head = numpy.minimum(_first_difference(letters, other), least)
        tail = numpy.minimum(_first_difference(_from_end(letters, lengths), _from_end(other, others)), least - head)
        read, right = lengths - head - tail, others - head - tail
        keys = _piece_keys(letters, head, read) << numpy.int64(32) | _piece_keys(other, head, right)
        places = numpy.minimum(numpy.searchsorted(self._rules, keys), len(self._rules) - 1)
        is_known = (read <= _PIECE) & (right <= _PIECE)
        is_known &= self._rules[places] == keys
        is_letter = (read <= 1) & (right <= 1) & (least >= _LONG)
        other_chance = numpy.where(is_letter, _RARE_LETTER, -numpy.inf)
        found: NDArray[numpy.float32] = numpy.where(is_known, self._chances[places], other_chance).astype(numpy.float32)
        return found


class _Index(NamedTuple):
    """The frequent words of a lexicon: their numbers there, letters, and hashes without pieces, sorted."""

    numbers: Numbers
    letters: Letters
    lengths: Numbers
    short: tuple[Hashes, NDArray[numpy.int32]]
    shorter: tuple[Hashes, NDArray[numpy.int32]]

    @classmethod
    def of(cls, lexicon: Lexicon, least: int) -> _Index:
        """Make one of the words that were seen so often at least."""
        words = [word for word in lexicon.numbers if lexicon.count(word) >= least]
        letters, lengths = _letters(words)
        parts = _without_pieces(letters, lengths)
        own = numpy.array([lexicon.numbers[word] for word in words], numpy.int64)
        return cls(own, letters, lengths, _sorted([parts[0], parts[1]]), _sorted([parts[2]]))


def _letters(words: Sequence[str]) -> tuple[Letters, Numbers]:
    """A row of letters for each word, filled up with zeros, and the lengths; a word that is too long has length 0."""
    array = numpy.array([word[: _LONGEST + 1] for word in words], dtype=numpy.str_)
    width = max(array.dtype.itemsize // 4, 1)
    letters = array.view(numpy.uint32).reshape(len(words), width).astype(numpy.int32)
    lengths = (letters != _NO_LETTER).sum(axis=1)
    return letters[:, :_LONGEST], numpy.where(lengths > _LONGEST, 0, lengths)


def _sums(letters: Letters) -> Hashes:
    """For each word, the hashes of its first 0, 1, 2 ... letters: the sum of letter times a power of a base."""
    powers = numpy.cumprod(numpy.full(letters.shape[1], _BASE, numpy.uint64))
    sums = numpy.zeros((len(letters), letters.shape[1] + 1), numpy.uint64)
    numpy.cumsum(letters.astype(numpy.uint64) * powers, axis=1, out=sums[:, 1:])
    return sums


def _without_pieces(letters: Letters, lengths: Numbers) -> list[tuple[Hashes, Numbers]]:
    """Hashes of the words, and without each piece of one letter, and of two, with which word each is of."""
    sums, numbers = _sums(letters), numpy.arange(len(lengths))
    return [_without(sums, lengths, numbers, size) for size in range(_PIECE + 1)]


def _without(sums: Hashes, lengths: Numbers, numbers: Numbers, size: int) -> tuple[Hashes, Numbers]:
    """Hashes of the words without each run of `size` letters, and which word each is of."""
    whole = sums[numbers, lengths]
    if not size:
        return whole[lengths > 0], numbers[lengths > 0]
    shift = numpy.uint64(pow(_INVERSE, size, 1 << 64))
    hashes, owners = [], []
    for at in range(sums.shape[1] - size):
        own = numbers[lengths >= at + size]
        hashes.append(sums[own, at] + (whole[own] - sums[own, at + size]) * shift)
        owners.append(own)
    return numpy.concatenate([*hashes, whole[:0]]), numpy.concatenate([*owners, numbers[:0]])


def _sorted(parts: Sequence[tuple[Hashes, Numbers]]) -> tuple[Hashes, NDArray[numpy.int32]]:
    hashes = numpy.concatenate([part[0] for part in parts])
    order = numpy.argsort(hashes, kind="stable")
    return hashes[order], numpy.concatenate([part[1] for part in parts])[order].astype(numpy.int32)


def _lookup(asked: tuple[Hashes, Numbers], index: tuple[Hashes, NDArray[numpy.int32]]) -> tuple[Numbers, Numbers]:
    """The owners of equal hashes on both sides."""
    hashes, owners = asked
    order = numpy.argsort(hashes)
    hashes, owners = hashes[order], owners[order]  # neighbours in the index are found one after the other
    begins = numpy.searchsorted(index[0], hashes)
    is_there = begins < len(index[0])
    is_there[is_there] = index[0][begins[is_there]] == hashes[is_there]
    hashes, owners, begins = hashes[is_there], owners[is_there], begins[is_there]
    sizes = numpy.searchsorted(index[0], hashes, "right") - begins
    rows = numpy.repeat(begins - numpy.cumsum(sizes) + sizes, sizes) + numpy.arange(sizes.sum())
    return numpy.repeat(owners, sizes), index[1][rows].astype(numpy.int64)


def _widened(letters: Letters, size: int) -> Letters:
    found = numpy.zeros((len(letters), size), numpy.int32)
    size = min(size, letters.shape[1])
    found[:, :size] = letters[:, :size]
    return found


def _from_end(letters: Letters, lengths: Numbers) -> Letters:
    """The letters of each word from the last to the first."""
    places = lengths[:, None] - 1 - numpy.arange(letters.shape[1])
    turned = numpy.take_along_axis(letters, numpy.maximum(places, 0), axis=1)
    found: Letters = numpy.where(places >= 0, turned, numpy.int32(_NO_LETTER))
    return found


def _first_difference(letters: Letters, other: Letters) -> Numbers:
    differs = letters != other
    found: Numbers = numpy.where(differs.any(axis=1), differs.argmax(axis=1), letters.shape[1])
    return found


def _piece_keys(letters: Letters, begins: Numbers, sizes: Numbers) -> Numbers:
    """Pieces of at most two letters as numbers."""
    width = letters.shape[1] - 1
    rows = numpy.arange(len(letters))
    first = numpy.where(sizes > 0, letters[rows, numpy.minimum(begins, width)], 0)
    second = numpy.where(sizes > 1, letters[rows, numpy.minimum(begins + 1, width)], 0)
    found: Numbers = (first.astype(numpy.int64) & 0xFFFF) << 16 | second & 0xFFFF
    return found


def _rule_keys(rules: EditRules) -> tuple[Numbers, NDArray[numpy.float32]]:
    """The replacements as sorted numbers, with their chances; the first is that of nothing by nothing."""
    found = {_key("", ""): 0.0}
    for read, others in rules.rules.items():
        found |= {_key(read, right): chance for right, chance in others}
    keys = numpy.array(list(found), numpy.int64)
    order = numpy.argsort(keys)
    return keys[order], numpy.array(list(found.values()), numpy.float32)[order]


def _key(read: str, right: str) -> int:
    """The number that `_piece_keys` gives both pieces."""
    first, second = (sum(ord(letter) % 65536 << 16 - 16 * at for at, letter in enumerate(one)) for one in (read, right))
    return (first << 32 | second) - (1 << 64 if first >> 31 else 0)
