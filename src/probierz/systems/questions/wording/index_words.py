"""Words as an index compares them: cut to five letters, or by their lemmas, *psa* and *psem* as *pies*.

cut             the first five letters, see words.py; needs no dictionary
simplemma-pl    lemmas of simplemma, which has one of each form (extra: annotation); of words that it does not know
simplemma-cs    the word itself
morfeusz        the first lemma that Morfeusz has of a Polish form (extra: morfeusz)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from probierz.systems.libraries import library
from probierz.systems.questions.wording.words import WORDS, terms, without_marks


class IndexWords(NamedTuple):
    """How words are compared. split: the words of a text, which a term is made of one by one; the same for the same."""

    split: Callable[[str], list[str]]
    term: Callable[[str], str]

    def terms(self, text: str) -> list[str]:
        """The terms of a text, in order, one for each of its words."""
        return list(map(self.term, self.split(text)))


def _whole_words(text: str) -> list[str]:
    return WORDS.findall(text.lower())


def _as_it_is() -> Callable[[str], str]:
    return str


def _of_simplemma(language: str) -> Callable[[], Callable[[str], str]]:
    def made() -> Callable[[str], str]:
        lemmatize = library("simplemma").lemmatize
        return lambda word: str(lemmatize(word, lang=language)).lower()

    return made


def _of_morfeusz() -> Callable[[str], str]:
    dictionary = library("morfeusz2").Morfeusz(generate=False)

    def lemma(word: str) -> str:
        # what follows a colon tells lemmas apart that are spelled alike: kot:Sm1, kot:Sm2
        first: str = next((found for _, _, (_, found, *_) in dictionary.analyse(word)), word)
        return first.partition(":")[0].lower() or word

    return lemma


WORD_FORMS: Mapping[str, Callable[[], Callable[[str], str]]] = {
    "cut": _as_it_is,
    "simplemma-pl": _of_simplemma("pl"),
    "simplemma-cs": _of_simplemma("cs"),
    "morfeusz": _of_morfeusz,
}
"""By name, what makes the form of a word."""


def index_words(form: str, *, bare: bool) -> IndexWords:
    """Return how words are compared; form: a key of `WORD_FORMS`. bare: without the marks of letters.

    Raises MissingExtra without the dictionary.

    >>> index_words("cut", bare=True).terms("Która łąka?")
    ['ktora', 'laka']
    """
    of_word = WORD_FORMS[form]()
    split = terms if form == "cut" else _whole_words
    if form == "cut" and bare:
        return IndexWords(split, without_marks)
    return IndexWords(split, lru_cache(1 << 16)(lambda word: without_marks(of_word(word)) if bare else of_word(word)))
