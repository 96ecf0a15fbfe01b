"""Whether a page is in the language that was learnt: in another one nothing should be corrected."""

from __future__ import annotations

from collections.abc import Sequence

from probierz.systems.ocr.diacritics import Diacritics
from probierz.systems.ocr.lexicon import Lexicon
from probierz.systems.ocr.pages import cut_signs_off
from probierz.systems.shared.foreign_words import ENGLISH, GERMAN, is_short_foreign

_SHORTEST = 3  # letters of a word that tells
_LEAST_WORDS = 12  # of a page whose language can be told
_LEAST_IN_LINE, _LEAST_TELLING = 4, 2  # words of a line whose language can be told, and frequent ones among them
_ALSO_POLISH = frozenset("by we ich sie was wie wo me an on or at du he zum dem ihr".split())
"""Words of other languages that are Polish ones, too, or what is left of such: `się` without its sign."""
_USUAL = 20  # times that a word was seen which is one of the language and no quotation
_LEAST_USUAL = 0.5  # of the words of a page; of 867 Polish pages the worst had 0.54, of three in others the best 0.37
_LEAST_ENGLISH = 0.1
_LARGE = 3_000_000  # words of text, below which too few are known to tell
_REMEMBERED = 300_000

_ENGLISH = frozenset(["the", "of", "and", "was", "with", "that", "this", "have", "from", "which", "were", "his"])
"""Frequent words that are no Polish ones; quotations and titles have brought English into every corpus."""


class Languages:
    """Tells pages in other languages from those in the one of the lexicon."""

    def __init__(self, lexicon: Lexicon, diacritics: Diacritics) -> None:
        self._is_large = lexicon.total > _LARGE
        self._lexicon, self._diacritics = lexicon, diacritics
        self._tokens = _Telling()

    def is_foreign(self, words: Sequence[str]) -> bool:
        """Whether most words of a page are no words of the language; False for few words, and for a small lexicon."""
        if not self._is_large or len(words) < _LEAST_WORDS:
            return False
        told = [found for word in words if (found := self._tokens[word])]
        if len(told) < _LEAST_WORDS:
            return False
        english = sum(word.lower() in _ENGLISH for word in words)
        return english >= _LEAST_ENGLISH * len(words) or not self._are_usual(told)

    def is_foreign_line(self, words: Sequence[str]) -> bool:
        """Whether a line of a page is in English or German, by their frequent words."""
        told = [found for token in words if (found := cut_signs_off(token).word.lower()).isalpha()]
        if not self._is_large or len(told) < _LEAST_IN_LINE:
            return False
        telling = sum(word in ENGLISH | GERMAN and word not in _ALSO_POLISH for word in told)
        known = sum(self._lexicon.count(word) > _USUAL and word not in ENGLISH | GERMAN for word in told)
        return telling >= _LEAST_TELLING and is_short_foreign(told, known)

    def _are_usual(self, words: Sequence[str]) -> bool:
        """Whether enough of the words are usual, as they are or with the signs that they may have lost."""
        count = self._lexicon.count
        rare = [word for word in words if count(word) <= _USUAL]
        most = (1 - _LEAST_USUAL) * len(words)
        return len(rare) <= most or sum(count(self._diacritics.best(word)) <= _USUAL for word in rare) <= most


class _Telling(dict[str, str]):
    """The word of a token, "" where it does not tell a language. Each is looked at once."""

    def __missing__(self, token: str) -> str:
        if len(self) > _REMEMBERED:
            self.clear()
        word = cut_signs_off(token).word.lower()
        found = self[token] = word if len(word) >= _SHORTEST and word.isalpha() else ""
        return found
