"""Polish letters that a scanner read without their signs: `ktory wlasnie przyszedl` is `który właśnie przyszedł`.

A word may be any known word that differs from it by signs alone. On a page where the share r of words that lost them
is large, the likeliest row of words is

    argmax  Σ log P(word | word before) + Σ log P(read | word),   P(read | word) = r or 1 - r for each sign it may have

found by Viterbi's algorithm. Pages that hardly lose any are left to the choice among all candidates, and pages that
are no Polish to themselves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.systems.ocr.analogy import Analogy
from probierz.systems.ocr.lexicon import NO_WORD, RARE, Lexicon
from probierz.systems.ocr.ngrams import WordPairs
from probierz.systems.ocr.pages import cut_signs_off

__all__ = ["Diacritics", "RestoredSigns", "bare"]

_BARE = str.maketrans("ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", "acelnoszzACELNOSZZ")
_SIGNED = frozenset("ąćęłńóśźż")
_LEAST_LOST, _LEAST_SHARE = 3, 0.25  # signs that a page has lost, and their share of all that it had
_LEAST_KINDS = 3  # of letters that lost their signs; where it is one or two, people speak so
_MOST_SIGNED = 0.05  # of the characters of a page that has lost signs; usual are 0.07
_TIMES = 30  # a word lost its signs if with them it is so many times more frequent
_LEAST_KNOWN = 0.6  # words of a page that must be Polish
_MOST = 6  # words that one may be
_SURE = 0.995
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
        """What the tokens of a page should be, at least so sure, where the page has lost signs; none otherwise."""
        text = "".join(map("".join, lines))
        if sum(map(text.count, _SIGNED)) > _MOST_SIGNED * len(text):
            return []
        places = [_Place(line, at, token, word) for line, row in enumerate(lines) for at, token in enumerate(row)
                  if (word := cut_signs_off(token).word.lower()).isalpha()]  # fmt: skip
        share = self._lost_share([place.word for place in places])
        if not share:
            return []
        options = [self._options(place.word) for place in places]
        found = []
        for place, (right, chance) in zip(places, self._likeliest(places, options, share), strict=True):
            if right != place.word and chance >= least:
                found.append(RestoredSigns(place.line, place.at, _with_signs(place.token, right), chance))
        return found

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
        is_lost = len(lost) >= max(_LEAST_LOST, _LEAST_SHARE * (len(lost) + kept)) and len({*lost}) >= _LEAST_KINDS
        return min(_SURE, len(lost) / (len(lost) + kept)) if is_lost and known >= _LEAST_KNOWN * len(words) else 0.0

    def _fullest(self, word: str) -> str:
        """The most frequent word that it is when some of its letters get signs; "" where there is none."""
        return next((one for one in self._by_bare.get(bare(word), ()) if one != word and _may_be(word, one)), "")

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
        """For each place the likeliest option by those beside it, and its share of all there."""
        numbers = [numpy.array([self._lexicon.numbers.get(one, NO_WORD) for one in words]) for words in options]
        losses = [
            _losses(place.word, words, share) + self._by_likeness(words)
            for place, words in zip(places, options, strict=True)
        ]
        scores, steps = [losses[0] + self._pairs.log_probabilities(numpy.zeros_like(numbers[0]), numbers[0])], []
        before: list[Floats] = []
        for at in range(1, len(places)):
            pairs = self._between(numbers[at - 1], numbers[at])
            ways = scores[-1][:, None] + pairs
            steps.append(ways.argmax(axis=0))
            scores.append(ways.max(axis=0) + losses[at])
            before.append(pairs)
        chosen = [int(scores[-1].argmax())]
        for step in reversed(steps):
            chosen.append(int(step[chosen[-1]]))
        chosen.reverse()
        for at, words in enumerate(options):
            likely = losses[at].copy()
            if at:
                likely = likely + before[at - 1][chosen[at - 1]]
            if at < len(before):
                likely = likely + before[at][:, chosen[at + 1]]
            share_of = numpy.exp(likely - likely.max())
            yield words[chosen[at]], float(share_of[chosen[at]] / share_of.sum()) * _SURE

    def _by_likeness(self, words: Sequence[str]) -> Floats:
        """Of a word that nobody knows, and what it is like known ones: how often it is either."""
        is_unknown = len(words) == 2 and not any(map(self._lexicon.count, words))
        return numpy.log([1 - _ALIKE, _ALIKE]) if is_unknown else numpy.zeros(len(words))

    def _between(self, left: NDArray[numpy.int64], right: NDArray[numpy.int64]) -> Floats:
        pairs = self._pairs.log_probabilities(numpy.repeat(left, len(right)), numpy.tile(right, len(left)))
        found: Floats = pairs.reshape(len(left), len(right)).astype(float)
        return found


def _may_be(read: str, word: str) -> bool:
    """Whether a word was read with no sign that it has not."""
    return all(one == other or one == bare(other) for one, other in zip(read, word, strict=True))


def _losses(read: str, words: Sequence[str], share: float) -> Floats:
    """How likely each word is read as it was, by the signs that it lost and those that it kept."""
    lost = numpy.array([sum(one != other for one, other in zip(read, word, strict=True)) for word in words])
    kept = numpy.array([sum(letter in _SIGNED for letter in word) for word in words]) - lost
    found: Floats = lost * numpy.log(share) + kept * numpy.log(1 - share)
    return found


def _with_signs(token: str, word: str) -> str:
    """The token with the letters of the word, large where they were."""
    parts = cut_signs_off(token)
    letters = (new.upper() if old.isupper() else new for old, new in zip(parts.word, word, strict=True))
    return parts.before + "".join(letters) + parts.after
