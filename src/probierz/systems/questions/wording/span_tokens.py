"""Words and signs of a passage, and where its sentences end, as spans are described by them."""

from __future__ import annotations

import re
from itertools import pairwise

from probierz.systems.questions.wording.words import CAPITAL, NAME_WORD, SMALL

TOKEN = re.compile(
    r"(?<![\w,.])\d{1,3}(?:[ \xa0\u202f]\d{3})+(?:,\d+)?(?!\w)"  # 105 922; a part of a number is none
    r"|\d+(?:[.,:]\d+)+(?!\w)"  # 72,4  18:48  1.848.000
    r"|\w+(?:[-–’'./]\w+)*"
    r"|[^\w\s]"
)
_SHORT = (
    "č o p ur zm ul pl al os nr ok św sv ks dr im ps hr bp bł pw tj np in tř tys por gen tel inż ing mgr płk mjr kpt"
    " ppłk abp red nar zemř tzw tzv woj pow nám dyr hab lek prof doc kard PhDr MUDr JUDr např"
)
"""Abbreviations that end no sentence."""
_SHORT_BEFORE_NUMBERS = "r w s zem pok kom str art ust pkt poz godz hod pn wt śr czw pt sob niedz"
"""Those that end none before a figure: *godz. 17*, *pt. 9–13*; but *do 16 godz.* does."""


def _none_of(words: str, behind: str = "") -> str:
    """What is no end of these words; behind: and then goes on so. One pattern for each length, as they must be."""
    by_length: dict[int, list[str]] = {}
    for word in words.split():
        by_length.setdefault(len(word), []).append(word)
    return "".join(rf"(?<!\b(?:{'|'.join(some)}){behind})" for some in by_length.values())


_A_FIGURE = r"(?=\.\s+\d)"
_IN_A_YEAR = "".join(rf"(?<!{begin}[WV] [12]\d\d\d r)" for begin in (r"\A", r"\n", r"[.!?] "))
"""No end behind a year that begins a sentence: *W 1922 r. Jan Kot …*."""
_INITIAL = rf"(?<!\b(?![IVXLC]){CAPITAL}(?=\. {CAPITAL}))"
_A_NAME = (
    rf"(?=\. (?!(?!Mich|Paw|Raf|Gaw)\w{{3,}}ła? ){NAME_WORD} {NAME_WORD}\b(?! \w*(?:[łl]|[łl]a|li|no|to|je|ją|jest)\b))"
)
_BEFORE_NAME = rf"(?<!\d r{_A_NAME})(?<![IVX] w{_A_NAME})"
"""Nor where a name without a verb behind it follows: *otworzył w 1922 r. Jan Kot, kupiec*."""
# Unlike in `finding/passages.py` the marks are part of the match and the end of a text or line counts, for a span must
# not go over one; the weights that are shipped were learnt with fewer abbreviations.
SENTENCE_END = re.compile(
    rf"(?<![.!?…]){_none_of(_SHORT)}{_none_of(_SHORT_BEFORE_NUMBERS, _A_FIGURE)}"
    rf"{_IN_A_YEAR}{_INITIAL}{_BEFORE_NAME}[.!?…]++"
    rf"[\"”»)]*+(?=\s+[\"„«(]*[^\W_{SMALL}]|\s*$|\n)"
    r"|\n\s*?\n|\n(?=[^\n:.]{1,40}:[ \t])"  # a heading ends, and a line before one that begins as `Telefon: `
    r"|\n(?=[ \t]*(?:[-*•–][ \t]|\d{1,2}[:.]\d\d\b|\d{1,2}[.)][ \t]))|(?<=\d[:.]\d\d)\n"  # or an item of a list
)


def sentences_of(text: str) -> list[tuple[int, int]]:
    """The characters of each sentence of a text, its end included.

    >>> sentences_of("Jest. Nie ma.")
    [(0, 5), (5, 13), (13, 13)]
    """
    return list(pairwise([0, *(one.end() for one in SENTENCE_END.finditer(text)), len(text)]))


def sentence_of(text: str, begin: int, end: int) -> tuple[int, int]:
    """The characters of the sentence of a span, its end left out."""
    ends = list(SENTENCE_END.finditer(text))
    low = max((one.end() for one in ends if one.end() <= begin), default=0)
    return low, min((one.start() for one in ends if one.start() >= end), default=len(text))
