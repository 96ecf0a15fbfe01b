"""Polish letters that a scanner read without their signs: `ktory wlasnie przyszedl` is `który właśnie przyszedł`.

A word may be any known word that differs from it by signs alone. On a page where the share r of words that lost them
is large, a row of such words w is as likely as

    Π s(w) · Π (n(w w') + a s(w) s(w')) / (a s(w) s(w')),   s(w) ∝ n(w) · r or 1 - r for each sign it may have

with n counted in texts, n(w w') of words beside each other; the shares s of what one word may be sum to 1. So pairs say
much where they were seen often, and next to nothing where they were not. What is chosen is likeliest over all rows,
and that is how sure it is: on 1,200 paragraphs of the NKJP, which were not learnt from, signs of words that are also
right without them are right 99 times of 100 where it is .99, and 6 times of 10 where it is .6. Pages that hardly lose
any are left to the choice among all candidates, and pages that are no Polish to themselves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.systems.ocr.analogy import Analogy
from probierz.systems.ocr.lexicon import NO_WORD, RARE, Lexicon
from probierz.systems.ocr.ngrams import WordPairs
from probierz.systems.ocr.pages import cut_signs_off

_BARE = str.maketrans("ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", "acelnoszzACELNOSZZ")
_SIGNED = frozenset("ąćęłńóśźż")
_LEAST_LOST, _LEAST_SHARE = 3, 0.25  # signs that a page has lost, and their share of all that it had
_LEAST_KINDS = 3  # of letters that lost their signs; where it is one or two and others are kept, people speak so
_MOST_SIGNED = 0.05  # of the characters of a page that has lost signs; usual are 0.07
_TIMES = 30  # a word lost its signs if with them it is so many times more frequent
_LEAST_KNOWN = 0.6  # words of a page that must be Polish
_MOST = 6  # words that one may be
_SURE = 0.995
_NEVER_SEEN = 0.2  # how often a word that was never seen is written
_AS_READ, _SMOOTHING = 1.6, 2.0  # how much likelier a word is as it was read; a: both by 1,200 other paragraphs
_LONG, _SEVERAL, _FREQUENT, _CLEAR = 5, 2, 50, 0.97  # letters, lost signs, and times of a word whose loss is clear
_ALIKE = 0.8  # how often a word that nobody knows has the signs of those that are like it

Floats = NDArray[numpy.float64]


def bare(word: str) -> str:
    """A word without the signs of Polish letters."""
    return word.translate(_BARE)


def _all_bare(words: Iterable[str]) -> list[str]:
    """Words of small letters without their signs: one call for all, which is quicker than one for each."""
    text = "\n".join(words)
    for sign, letter in zip("ąćęłńóśźż", "acelnoszz", strict=True):
        text = text.replace(sign, letter)
    return text.split("\n")


class RestoredSigns(NamedTuple):
    """A token of a page, by its line and place there, with the signs of its letters; how sure that is, 0 to 1."""

    line: int
    at: int
    text: str
    chance: float


class _Place(NamedTuple):
    line: int
    at: int
    token: str
    word: str


class Diacritics:
    """Gives words their signs back, by known words and their pairs."""

    def __init__(self, lexicon: Lexicon, pairs: WordPairs) -> None:
        self._lexicon, self._pairs = lexicon, pairs

    @cached_property
    def _by_bare(self) -> Mapping[str, Sequence[str]]:
        """The words that are the same without signs, the most frequent first; single ones without signs left out."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        numbers, count = self._lexicon.numbers, self._lexicon.count
        counts = self._lexicon.array()[1:].tolist()
        for word, without, often in zip(numbers, _all_bare(numbers), counts, strict=True):
            if often > RARE and word != without and without.isascii():
                found[without].append(word)
        for without, words in found.items():
            if without in numbers:
                words.append(without)
            if len(words) > 1:
                words.sort(key=count, reverse=True)
        return found

    def restore(self, lines: Sequence[Sequence[str]], least: float) -> list[RestoredSigns]:
        """What the tokens of a page should be, at least so sure.

        On a page that keeps its signs, or is short, these are long words that have lost several: `zlozyl` is `złożył`.
        """
        text = "".join(map("".join, lines))
        is_signed = sum(map(text.count, _SIGNED)) > _MOST_SIGNED * len(text)
        places = [_Place(line, at, token, word) for line, row in enumerate(lines) for at, token in enumerate(row)
                  if (word := cut_signs_off(token).word.lower()).isalpha()]  # fmt: skip
        share = 0.0 if is_signed else self._lost_share([place.word for place in places])
        if not share:
            return list(self._clear(places)) if least <= _CLEAR else []
        options = [self._options(place.word) for place in places]
        found = []
        for place, (right, chance) in zip(places, self._likeliest(places, options, share), strict=True):
            if right != place.word and chance >= least:
                found.append(RestoredSigns(place.line, place.at, _with_signs(place.token, right), chance))
        return found

    def _clear(self, places: Sequence[_Place]) -> Iterator[RestoredSigns]:
        """Words that nobody knows and that are frequent ones with several signs; a capital letter begins a sentence."""
        before = "."
        for place in places:
            is_first, before = before.endswith((".", "?", "!", "…")), place.token
            word = cut_signs_off(place.token).word
            if len(word) < _LONG or not word.isascii() or self._lexicon.count(place.word):
                continue
            if word.islower() or (is_first and word[1:].islower()):
                best, chance = self._alone(place.word)
                if chance >= _CLEAR:
                    yield RestoredSigns(place.line, place.at, _with_signs(place.token, best), _CLEAR)

    def _alone(self, word: str) -> tuple[str, float]:
        """The most frequent word that a bare one is with several signs, and its share of all that it may be."""
        others = [one for one in self._by_bare.get(word, ()) if one != word]
        count = self._lexicon.count
        if not others or count(others[0]) < _FREQUENT or _lost(word, others[0]) < _SEVERAL:
            return "", 0.0
        return others[0], count(others[0]) / sum(map(count, others))

    def _lost_share(self, words: Sequence[str]) -> float:
        """The share of signs that a page has lost, by its known words; 0 on a page that keeps them."""
        lost: list[str] = []
        known = kept = 0
        for word in words:
            count = self._lexicon.count(word)
            best = self._fullest(word) if len(word) > 1 else ""
            most = self._lexicon.count(best)
            known += max(count, most) > RARE
            signs = sum(map(word.count, _SIGNED))
            if most > _TIMES * (count + 1):
                lost += [one for one, other in zip(best, word, strict=True) if one != other]
            kept += signs
        least_kinds = _LEAST_KINDS if kept else _LEAST_KINDS - 1
        is_lost = len(lost) >= max(_LEAST_LOST, _LEAST_SHARE * (len(lost) + kept)) and len({*lost}) >= least_kinds
        return min(_SURE, len(lost) / (len(lost) + kept)) if is_lost and known >= _LEAST_KNOWN * len(words) else 0.0

    def _fullest(self, word: str) -> str:
        """The most frequent word that it is when some of its letters get signs; "" where there is none."""
        return next((one for one in self._by_bare.get(bare(word), ()) if one != word and _may_be(word, one)), "")

    def signed(self, token: str) -> str:
        """The token as the most frequent word that it is when some of its letters get signs; "" where there is none."""
        best = self._fullest(cut_signs_off(token).word.lower())
        return _with_signs(token, best) if best else ""

    def best(self, word: str) -> str:
        """The most frequent word that is the same without signs, if it has some."""
        options = self._by_bare.get(word)
        return options[0] if options and options[0] != word else ""

    def _options(self, word: str) -> list[str]:
        """The word, and those that it is without some of their signs; of one that nobody knows, the likeliest."""
        others = [one for one in self._by_bare.get(bare(word), ()) if one != word and _may_be(word, one)]
        if others or self._lexicon.count(word) > RARE:
            return [word, *others[:_MOST]]
        other = self._analogy.signed(bare(word))
        return [word, other] if other != word and _may_be(word, other) else [word]

    @cached_property
    def _analogy(self) -> Analogy:
        numbers, counts = self._lexicon.numbers, self._lexicon.array()[1:].tolist()
        words = zip(_all_bare(numbers), numbers, counts, strict=True)
        return Analogy([(without, word) for without, word, often in words if often > RARE and without.isascii()])

    def _likeliest(
        self, places: Sequence[_Place], options: Sequence[Sequence[str]], share: float
    ) -> Iterator[tuple[str, float]]:
        """For each place the option that is likeliest by those beside it, and how likely it is."""
        shares = [self._shares(place.word, words, share) for place, words in zip(places, options, strict=True)]
        between = self._between(options, shares)
        for words, chances in zip(options, _marginals(shares, between), strict=True):
            best = int(chances.argmax())
            yield words[best], float(chances[best]) * _SURE

    def _shares(self, read: str, words: Sequence[str], share: float) -> Floats:
        """How likely each option of a word is by itself: by how often it is written, and the signs that it lost."""
        if len(words) == 1:
            return numpy.ones(1)
        often = numpy.array([max(self._lexicon.count(word), _NEVER_SEEN) for word in words])
        often[0] *= _AS_READ
        return _normalised(often * numpy.exp(_losses(read, words, share) + self._by_likeness(words)))

    def _by_likeness(self, words: Sequence[str]) -> Floats:
        """Of a word that nobody knows, and what it is like known ones: how often it is either."""
        is_unknown = len(words) == 2 and not any(map(self._lexicon.count, words))
        return numpy.log([1 - _ALIKE, _ALIKE]) if is_unknown else numpy.zeros(len(words))

    def _between(self, options: Sequence[Sequence[str]], shares: Sequence[Floats]) -> list[Floats | None]:
        """How much likelier options beside each other are together than by themselves; None where none has others."""
        numbers = [numpy.array([self._lexicon.numbers.get(one, NO_WORD) for one in words]) for words in options]
        found: list[Floats | None] = []
        for (left, right), (first, last) in zip(pairwise(numbers), pairwise(shares), strict=True):
            if len(left) == len(right) == 1:
                found.append(None)
                continue
            seen = self._pairs.counts_of(numpy.repeat(left, len(right)), numpy.tile(right, len(left)))
            expected = _SMOOTHING * numpy.outer(first, last)
            found.append((seen.reshape(expected.shape) + expected) / expected)
        return found


def _marginals(shares: Sequence[Floats], between: Sequence[Floats | None]) -> list[Floats]:
    """The chance of each option of each place over all rows of options: forward, backward and together."""
    forward = [shares[0]]
    for own, pairs in zip(shares[1:], between, strict=True):
        forward.append(_normalised(own if pairs is None else (forward[-1] @ pairs) * own))
    backward = [numpy.ones(len(shares[-1]))]
    for own, pairs, before in zip(shares[:0:-1], reversed(between), shares[-2::-1], strict=True):
        last = backward[-1]
        backward.append(numpy.ones(len(before)) if pairs is None else _normalised(pairs @ (last * own)))
    return [_normalised(one * other) for one, other in zip(forward, reversed(backward), strict=True)]


def _normalised(numbers: Floats) -> Floats:
    found: Floats = numbers / numbers.sum()
    return found


def _lost(read: str, word: str) -> int:
    """How many signs a word has lost where it was read."""
    return sum(one != other for one, other in zip(read, word, strict=True))


def _may_be(read: str, word: str) -> bool:
    """Whether a word was read with no sign that it has not."""
    return all(one == other or one == bare(other) for one, other in zip(read, word, strict=True))


def _losses(read: str, words: Sequence[str], share: float) -> Floats:
    """How likely each word is read as it was, by the signs that it lost and those that it kept."""
    lost = numpy.array([_lost(read, word) for word in words])
    kept = numpy.array([sum(letter in _SIGNED for letter in word) for word in words]) - lost
    found: Floats = lost * numpy.log(share) + kept * numpy.log(1 - share)
    return found


def _with_signs(token: str, word: str) -> str:
    """The token with the letters of the word, large where they were."""
    parts = cut_signs_off(token)
    letters = (new.upper() if old.isupper() else new for old, new in zip(parts.word, word, strict=True))
    return parts.before + "".join(letters) + parts.after
