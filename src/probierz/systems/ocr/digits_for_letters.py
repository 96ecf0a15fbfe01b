"""Digits that were read for letters within words, where only one known word can have been meant.

kupi1  by1a  m0wa  Kowa1ski  kr6l   →   kupił  była  mowa  Kowalski  król
A4  m2  mp3  H1N1  3b  wersja1  1szy                      stay: no known words, or no letters around the digit

Which of several words it is, is told by how often each is written and by the words beside it, as in `diacritics`:

    s(w) ∝ n(w)        chance(w) ∝ s(w) · (n(before w) + a s(w)) / a s(w) · (n(w after) + a s(w)) / a s(w)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy

from probierz.systems.ocr.lexicon import NO_WORD, Lexicon
from probierz.systems.ocr.ngrams import WordPairs
from probierz.systems.ocr.pages import cut_signs_off

_INSIDE = {"0": "o", "1": "łlit", "5": "s", "6": "ó"}
_LAST = {"0": "o", "1": "łl"}
_FIRST = {"0": "o", "1": "li"}
"""The letters that each digit may have been, by where it stands in a word."""

_WORD = re.compile(r"(?=[^\W\d_]{2}|\d[^\W\d_]{3}|[^\W\d_]\d[^\W\d_])(?:[^\W\d_]|(?<!\d)[0156](?!\d))+")
_LEAST = 10  # times that a word must have been seen
_SURE = 0.98
_SMOOTHING = 2.0
_MOST = 3  # digits of a word


class LettersOfDigits(NamedTuple):
    """A token by its line and place, what it should be, and how sure that is, 0 to 1."""

    line: int
    at: int
    text: str
    chance: float


def has_letters_for_digits(read: str, right: str) -> bool:
    """Whether two tokens are the same but for digits of a word that are letters they may have been."""
    before, after = cut_signs_off(read), cut_signs_off(right)
    if before.word == after.word or before._replace(word="") != after._replace(word=""):
        return False
    choices = _choices(before.word)
    small = after.word.lower()
    return (
        bool(choices)
        and len(choices) == len(small)
        and all(one in choice for one, choice in zip(small, choices, strict=True))
    )


def letters_for_digits(
    lines: Sequence[Sequence[str]], lexicon: Lexicon, pairs: WordPairs, least: float
) -> Iterator[LettersOfDigits]:
    """Yield what the tokens of a page should be, at least so sure."""
    for number, line in enumerate(lines):
        for at, token in enumerate(line):
            if token.isalpha() or not any(map(str.isdecimal, token)):
                continue
            parts = cut_signs_off(token)
            words = _options(parts.word, lexicon)
            if words:
                before, after = (cut_signs_off(one[0]).word.lower() if one else "" for one in _beside(line, at))
                best, chance = _likeliest(words, before, after, lexicon, pairs)
                if chance * _SURE >= least:
                    right = parts.before + _like(best, parts.word, line[:at]) + parts.after
                    yield LettersOfDigits(number, at, right, chance * _SURE)


def _beside(line: Sequence[str], at: int) -> tuple[Sequence[str], Sequence[str]]:
    return line[max(0, at - 1) : at], line[at + 1 : at + 2]


def _choices(word: str) -> list[str]:
    """Of each place of a word with digits the letters that may have been there; none where it is no such word."""
    if not _WORD.fullmatch(word) or not word[1:].islower() or sum(map(str.isdecimal, word)) > _MOST:
        return []
    small = word.lower()
    inside = [_INSIDE.get(one, one) for one in small[1:-1]]
    return [_FIRST.get(small[0], small[0]), *inside, _LAST.get(small[-1], small[-1])]


def _options(word: str, lexicon: Lexicon) -> list[str]:
    """The known words that a word with digits may be."""
    choices = _choices(word)
    found = map("".join, product(*choices)) if choices else ()
    return [one for one in found if lexicon.count(one) >= _LEAST]


def _likeliest(words: Sequence[str], before: str, after: str, lexicon: Lexicon, pairs: WordPairs) -> tuple[str, float]:
    """The likeliest of words by themselves and beside others, and how likely it is."""
    often = numpy.array([lexicon.count(one) for one in words], numpy.float64)
    share = often / often.sum()
    numbers = numpy.array([lexicon.numbers[one] for one in words])
    left, right = (numpy.full(len(words), lexicon.numbers.get(one, NO_WORD)) for one in (before, after))
    beside = _SMOOTHING * share
    chances = share * (pairs.counts_of(left, numbers) + beside) / beside
    chances = chances * (pairs.counts_of(numbers, right) + beside) / beside
    best = int(chances.argmax())
    return words[best], float(chances[best] / chances.sum())


def _like(right: str, read: str, before: Sequence[str]) -> str:
    """The word with its first letter large where it was, or where 0 begins a sentence: 0jciec."""
    is_first = not before or before[-1].endswith((".", "?", "!", "…"))
    is_large = read[0].isupper() or (read[0] == "0" and is_first)
    return right[0].upper() + right[1:] if is_large else right
