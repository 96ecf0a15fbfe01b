"""What stands between two spaces of a real text, taken apart: signs before a word, the word, signs after it.

(„biało-czerwony”),   →   opening („   body biało-czerwony   closing ”),   words " biało czerwony "
"""

from __future__ import annotations

import re
from typing import NamedTuple

DASHES = "-–—‑"
MARK_SIGNS = f".,?!:;…{DASHES}"
QUOTES = '"„“”«»'

_OPENING = f"{QUOTES}([{{¿¡{MARK_SIGNS}"
_CLOSING = f"{QUOTES})]}}{MARK_SIGNS}"

# As `read_words` of texts.py finds them, which is what systems learn from.
_WORD = re.compile(r"""[^\W_]+(?:['’][^\W_]+)*['’]?|["„”“«»%+€$°§&=]""")
_AS_LEARNT = str.maketrans(dict.fromkeys(QUOTES, '"') | {"’": "'"})
_WITHOUT_MARKS = str.maketrans("", "", MARK_SIGNS)

_INITIAL = re.compile(r"[AIOUWZ]\.")
_OTHER_INITIAL = "k"
"""A letter that is no word: in small letters *A. Wajda* would be *but Wajda*."""


class TextToken(NamedTuple):
    """A token: `opening + body + closing` is its text, `words` is what a system is given for it.

    first, last: the numbers of the first and the last word in the body, -1 where it has none. Words before and behind
    it are quotation marks.
    """

    opening: str
    body: str
    closing: str
    words: tuple[str, ...]
    first: int
    last: int

    @property
    def text(self) -> str:
        """The token as it was read."""
        return self.opening + self.body + self.closing


def read_token(text: str) -> TextToken:
    """Take a token apart; it has no space in it. An initial that is a word, too, is given to systems as another."""
    if text.isalnum():
        return TextToken("", text, "", (text.lower(),), 0, 0)
    if _INITIAL.fullmatch(text):
        return TextToken("", text[0], text[1], (_OTHER_INITIAL,), 0, 0)
    rest = text.lstrip(_OPENING)
    body = rest.rstrip(_CLOSING)
    opening, closing = text[: len(text) - len(rest)], rest[len(body) :]
    before, inside, after = _words(opening), _words(body), _words(closing)
    first, last = (len(before), len(before) + len(inside) - 1) if inside else (-1, -1)
    return TextToken(opening, body, closing, (*before, *inside, *after), first, last)


def marks_in(signs: str) -> str:
    """The punctuation marks among signs."""
    return "".join([sign for sign in signs if sign in MARK_SIGNS]) if signs else ""


def without_punctuation(signs: str) -> str:
    """Signs without punctuation marks among them; quotation marks and brackets stay."""
    return signs.translate(_WITHOUT_MARKS)


def _words(text: str) -> list[str]:
    if not text:
        return []
    return [found.group().lower().translate(_AS_LEARNT) for found in _WORD.finditer(text)]
