"""Ordinary text as words with labels: what a system for punctuation, capital letters and spacing learns from.

    „Tak – odparł o 10:45 – wiem”.   →   " tak- odparł o 10: 45- wiem ".

Quotation marks become words of their own, brackets are left out, dashes and hyphens are the mark `-` of the word before
them, as in the data of PolEval 2021.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from probierz.systems.punctuation.marks import LABELS

LOWER, TITLE, UPPER = CASES = (0, 1, 2)
"""How the letters of a word are written: as they are, the first one capital, all capital."""


class LabelledWord(NamedTuple):
    """A word in small letters, the number of the mark after it, its case, and whether the next word adjoins (0, 1)."""

    text: str
    mark: int
    case: int
    adjoins: int


_PIECES = re.compile(
    r"""(?P<word>[^\W_]+(?:['’][^\W_]+)*['’]?)
      | (?P<dots>\.\.\.+|…)
      | (?P<mark>[.,?!:])
      | (?P<dash>[-–—‑])
      | (?P<sign>["„”“«»%+€$°§&=])
      | (?P<space>\s+)
      | (?P<other>.)""",
    re.VERBOSE,
)
_QUOTES = dict.fromkeys("„”“«»", '"')


def read_words(text: str) -> Iterator[LabelledWord]:
    """Yield the words of a text with what a reader of the bare words would have to restore."""
    waiting: LabelledWord | None = None
    spaced = True
    for piece in _PIECES.finditer(text):
        kind, found = piece.lastgroup, piece.group()
        if kind in ("word", "sign"):
            if waiting:
                yield waiting._replace(adjoins=not spaced and waiting.mark != 0)
            waiting, spaced = _word(found), False
        elif kind == "space":
            spaced = True
        elif waiting and kind in ("dots", "mark", "dash"):
            waiting, spaced = waiting._replace(mark=_mark(kind, found, waiting.mark)), False
    if waiting:
        yield waiting


def _word(text: str) -> LabelledWord:
    return LabelledWord(_QUOTES.get(text, text.lower().replace("’", "'")), 0, _case(text), False)


def _case(text: str) -> int:
    if len(text) > 1 and text.isupper():
        return UPPER
    return TITLE if text[:1].isupper() else LOWER


def _mark(kind: str, found: str, before: int) -> int:
    """The mark after one more sign: a dash does not hide the mark before it, another mark does."""
    if kind == "dash":
        return before or LABELS["-"]
    return LABELS["..." if kind == "dots" else found]
