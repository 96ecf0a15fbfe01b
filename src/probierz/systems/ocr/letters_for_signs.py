"""Signs that were read for an `ł` or an `l`, where only a known word can have been meant.

m!ody  poszed! do  sta|a  ko|ega   →   młody  poszedł do  stała  kolega
Stój! Nie idź   a|b   Ach! jaki        stay: words as they are, or no words

At the end of a word a sign may be meant: it is a letter where the word without it is none, or where a small letter
follows that of a `by`, which calls to nobody.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from probierz.systems.ocr.tracing import Change, count_lines

SURE = 0.98
"""How sure such a letter is."""

_WORD = re.compile(r"(?<![\w!|])[^\W\d_]+(?:[!|](?![!|]))(?:[^\W\d_]+[!|]?)*(?![\w!|?])")
_LETTERS = {"!": "ł", "|": "lł"}
_LEAST, _TIMES = 10, 10  # times that a word must have been seen, and oftener than the other one
_OFTEN = 100  # times of a word behind which a sentence may end
_AHEAD = 20  # characters behind a word
_BEFORE_SMALL = frozenset(["by"])
_NEXT = re.compile(r"[\s,;]*([^\W\d_])")


class LetterOfSign(NamedTuple):
    """A word with such signs: where it stands, and what it is."""

    start: int
    end: int
    word: str


def letters_for_signs(text: str, count: Callable[[str], int]) -> Iterator[LetterOfSign]:
    """Yield the words of a text with such signs, as long as they were read. count: how often a word was seen."""
    for found in _WORD.finditer(text):
        word = _meant(found[0], count)
        if word and _is_letter_at_end(found[0], word, text[found.end() : found.end() + _AHEAD], count):
            yield LetterOfSign(*found.span(), word)


def with_letters(text: str, found: Sequence[LetterOfSign]) -> str:
    """A text with letters for signs."""
    for one in found:
        text = text[: one.start] + one.word + text[one.end :]
    return text


def with_letters_told(text: str, changes: Sequence[Change], found: Sequence[LetterOfSign]) -> list[Change]:
    """Changes of a text with letters as ones of the text as it was read, and those of letters alone."""
    told = [one._replace(read=text[one.start : one.end]) for one in changes]
    alone = [
        Change("words", count_lines(text[: one.start]), text[one.start : one.end], one.word, SURE, one.start, one.end)
        for one in found
        if not any(change.start < one.end and one.start < change.end for change in told)
    ]
    return sorted((one for one in [*told, *alone] if one.read != one.right), key=lambda one: (one.start, one.end))


def _meant(read: str, count: Callable[[str], int]) -> str:
    """The known word that a word with signs is; "": none, or more than one."""
    choices = (_LETTERS.get(letter, letter) for letter in read)
    seen = sorted(((count(word.lower()), word) for word in map("".join, product(*choices))), reverse=True)
    is_sure = seen[0][0] >= max(_LEAST, _TIMES * seen[1][0] if len(seen) > 1 else 0)
    return seen[0][1] if is_sure and len(read) > 2 and not read.isupper() else ""


def _is_letter_at_end(read: str, word: str, behind: str, count: Callable[[str], int]) -> bool:
    """Whether the sign at the end of a word is a letter of it; a word without a sign there has none to tell."""
    if read[-1].isalpha():
        return True
    bare = read[:-1].lower()
    after = _NEXT.match(behind)
    is_amid = after is not None and after[1].islower()
    is_none = not count(bare) and count(word.lower()) >= _OFTEN
    return is_none or (is_amid and (count(bare) < _LEAST or bare in _BEFORE_SMALL))
