"""Which lines of a page are no text: running heads, numbers of pages, stamps, what a scanner made of a stain."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

from probierz.systems.ocr.lexicon import Lexicon
from probierz.systems.ocr.pages import cut_signs_off
from probierz.systems.ocr.remembered import GrowingRows, Remembered

_URL = re.compile(r"(?i)www\.|https?:|\.(?:pl|com|org)\b")
_FORGET = 300_000

Floats = NDArray[numpy.float64]
Lines = Sequence[Sequence[str]]


class LineDescriber:
    """Describes lines by numbers: where they stand on their page, and what they are made of."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._forget()

    def _forget(self) -> None:
        self._tokens = GrowingRows(8, numpy.float32)
        self._numbers = Remembered(lambda tokens: self._tokens.add(self._facts(tokens)))

    def _facts(self, tokens: Sequence[str]) -> NDArray[numpy.float32]:
        return numpy.array([_facts(token, self._lexicon) for token in tokens], numpy.float32)

    def features(self, pages: Sequence[Lines]) -> Floats:
        """Return a row for each line of words of all pages, one page after the other; empty lines have zeros."""
        if len(self._numbers) > _FORGET:
            self._forget()
        lengths = numpy.array([len(line) for page in pages for line in page])
        found = numpy.zeros((len(lengths), 4 * _WIDTH))
        full = numpy.flatnonzero(lengths)
        if len(full):
            facts = self._tokens_of(pages)
            sums = numpy.add.reduceat(facts, numpy.cumsum(lengths[full]) - lengths[full])
            page = numpy.repeat(numpy.arange(len(pages)), [len(page) for page in pages])
            edges = numpy.diff(page, prepend=-1, append=-1) != 0
            is_empty = numpy.concatenate([[True], lengths == 0, [True]])
            above, below = is_empty[:-2] | edges[:-1], is_empty[2:] | edges[1:]
            beside = numpy.column_stack([above, below])[full]
            found[full] = _crossed(_own(sums, lengths[full].astype(float), beside, page[full]), page[full])
        return found

    def _tokens_of(self, pages: Sequence[Lines]) -> Floats:
        numbers = self._numbers.numbers(token for page in pages for line in page for token in line)
        return self._tokens.all[numbers].astype(numpy.float64)


def drop_chances(rows: Floats, weights: NDArray[numpy.floating]) -> Floats:
    """The chance that each line is not a text; 0 for an empty one."""
    found: Floats = numpy.where(rows[:, 0] > 0, 1 / (1 + numpy.exp(-rows @ weights)), 0.0)
    return found


def _facts(token: str, lexicon: Lexicon) -> tuple[float, ...]:
    """Characters, letters, capitals, digits, is a word, is a known word, is a sign alone, has an address."""
    size = len(token)
    if token.isalpha() and token.islower():
        return (size, size, 0, 0, size > 1, size > 1 and lexicon.count(token) > 1, size == 1, 0)
    word = cut_signs_off(token).word
    is_word = len(word) > 1 and word.isalpha()
    return (
        size,
        sum(map(str.isalpha, token)),
        sum(map(str.isupper, token)),
        sum(map(str.isdigit, token)),
        is_word,
        is_word and lexicon.count(word.lower()) > 1,
        size == 1,
        "." in token and _URL.search(token) is not None,
    )


_WIDTH = 22


def _own(sums: Floats, tokens: Floats, beside: NDArray[numpy.bool_], page: NDArray[numpy.int64]) -> Floats:
    """What lines are made of, how that compares with their page, and whether those beside them are empty, or good."""
    size, letters, capitals, digits, words, known, single, addresses = sums.T
    quality = (known + 0.5) / (words + 1)
    usual = (numpy.bincount(page, size**2) / numpy.bincount(page, size).clip(1))[page]
    share = (numpy.bincount(page, known) / numpy.bincount(page, tokens).clip(1))[page]
    above = numpy.where(numpy.diff(page, prepend=-1) == 0, numpy.roll(quality, 1), 0)
    below = numpy.where(numpy.diff(page, append=-1) == 0, numpy.roll(quality, -1), 0)
    return numpy.column_stack([
        numpy.ones(len(size)), tokens == 1, tokens == 2, tokens.clip(0, 10) / 10, letters / size, capitals / size,
        digits / size, digits == size, quality, known / tokens, addresses > 0, *beside.T,
        single / tokens, (size / usual).clip(0, 1.5), capitals == letters, quality * tokens.clip(0, 10) / 10,
        above, below, known == 0, share, size < 4,
    ])  # fmt: skip


def _crossed(own: Floats, page: NDArray[numpy.int64]) -> Floats:
    """All that is known of a line, for any line, the first of a page, the last, and those near them."""
    lines = numpy.bincount(page)[page]
    place = numpy.arange(len(page)) - numpy.searchsorted(page, page)
    rest = lines - 1 - place
    is_near = (place > 0) & (place < 3) | (rest > 0) & (rest < 3)
    return numpy.concatenate(
        [own, own * (place == 0)[:, None], own * (rest == 0)[:, None], own * is_near[:, None]], axis=1
    )
