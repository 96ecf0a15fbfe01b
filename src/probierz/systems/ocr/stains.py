"""What may go on a page that was read badly: stains that were read as signs, letters and scraps of words.

On a clean page a lone `|` divides columns and a strange word is a name; on one where words had to be mended
both are stains more often than not. Whether a page is of that kind is told by the words that were mended on it: of 306
right pages of PolEval's dev-0 one counts as such, of the same pages as they were scanned 62 in 100. Numbers, dashes,
units, words that are known, words with a capital letter, and what tables, formulas and lists of letters are made of
stay even there, see `tables.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from probierz.systems.ocr.tables import is_symbol
from probierz.systems.ocr.tracing import Change

_LEAST_MENDED = 2
_WORDS_A_MENDED = 250
_KNOWN = 20  # times that a word was seen in the texts that were learnt from, above which it is one
_SURE = 0.7
_FAR = 300  # characters in which a mark that opens is closed

_ENDS = frozenset(".!?…;:")
_NAMED_BY_LETTERS = re.compile(
    r"\W*(?:klas|grup|typ|odmian|wariant|seri|punkt|lit|ust|art|poz|rys|ryc|tab|kol|zad|par|zał|bo(?:k|cz)|krawęd"
    r"|wierzchoł|kąt|k[ąę]c|odcin|prost|przekąt|promie|wysokoś|szerokoś|długoś|o[sś]|składow|współrzędn|zmienn|liczb|cyfr"
    r"|wektor|macierz|wiersz|kolumn|indeks|element|funkcj|argument|współczynnik|parametr|sił|mas|prędkoś|gęstoś|energi"
    r"|ładun|wartoś|symbol|liter|spółgłos|samogłos|hepatyt|witamin|nu[tc]|dźwięk|strun)\w{0,8}\W*"
    r"|\W*[bcćdfghjklłmnńpqrsśtvwxzźż]{1,4}\.",  # an abbreviation: pkt., kl.
    re.IGNORECASE,
)
"""What a letter tells apart: a class, a point of a law, a side, a variable, a note."""
_NEAR = 60  # characters in which one letter tells of another
_BEHIND_NO_WORDS = re.compile(r"(?:^|[\r\n])[^\w\r\n]*(?:\r\n|\n|\r)$")
_LETTER_ALONE = re.compile(r"(?<![\w'’])[a-z](?![\w'’])")
_STAINS = frozenset("|*'$<>^~£«»„")
_BULLETS = frozenset("*-•+†‡")
_WORDS = frozenset("aiouwz")
_OPENING = {'"': '"“”', "„": "”“\"'*", "«": "»", "(": ")", "[": "]"}
_NUMBER = re.compile(r"\d")
_MISREAD = re.compile(r"[\W_]*(?:[cew]0|0[^\W\d_]{1,2})[\W_]*")
"""Two or three letters with a nought for an o: `c0`, `0d`."""


def is_worn(page: str, changes: Sequence[Change]) -> bool:
    """Whether so many words of a page were misread that stains on it were read as text, too.

    Numbers do not count, nor does one word.
    """
    mended = [
        _letters(one.read).lower()
        for one in changes
        if "words" in one.step
        and one.right.strip()
        and not _NUMBER.search(one.right)
        and _letters(one.read) != _letters(one.right)
    ]
    return len(set(mended)) >= _LEAST_MENDED and len(mended) * _WORDS_A_MENDED >= len(page.split())


class Stains:
    """Tells stains of a worn page. count: how often the texts that were learnt from have a word."""

    def __init__(self, page: str, count: Callable[[str], int]) -> None:
        self._page = page
        self._count = count

    def is_one(self, change: Change, before: str, after: str) -> bool:
        """Whether what a change leaves out, or makes another, is a stain; before, after: the words beside it."""
        read, right = change.read.strip(), change.right.strip()
        if not read or "join" in change.step:
            return False
        if not right:
            if self._begins_item(change) or self._is_last_word(change) or self._is_closed(change, read):
                return False
            is_scrap = change.chance >= _SURE and self._is_scrap(read, before, after)
            return is_scrap and not is_symbol(self._page, change) and not self._may_be_meant(change)
        if _MISREAD.fullmatch(read):
            return right.strip("„“”\"'.,;:!?()").isalpha()
        return self._is_stray_opening(change, read, right)

    def _begins_item(self, change: Change) -> bool:
        """Whether a sign stands where the star of a footnote or the sign of a list does: before the words of a line."""
        is_first = self._page[: change.start].rstrip(" \t")[-1:] in ("", "\n", "\r")
        return is_first and change.read.strip() in _BULLETS and "\n" not in change.read

    def _is_last_word(self, change: Change) -> bool:
        """Whether the text ends with a word: nothing tells how its sentence goes on, and so whether it is a stain."""
        return any(map(str.isalpha, change.read)) and not self._page[change.end :].strip()

    def _may_be_meant(self, change: Change) -> bool:
        """Whether a single letter may name something, a class, a side, a point of a law, or be the old *y* for *and*.

        No letter of Polish alone, ą or ł, does. Behind the end of a sentence, half a word or a line without words they
        are stains, but a *y* behind such a line; a *j*, which scanners make of a stroke, is one anywhere. What stands
        behind a word for what letters tell apart, or near another letter, is none.
        """
        letter = change.read.strip().strip("_.,;:!?")
        if len(letter) != 1 or not (letter.isalpha() and letter.isascii()):
            return False
        above = self._page[: change.start].rstrip(" \t")
        last = next(iter(above.split()[-1:]), "")
        if _NAMED_BY_LETTERS.fullmatch(last):
            return True
        is_stain = letter == "j" or last[-1:] in _ENDS or (last[-1:] == "-" and len(last) > 1)
        is_stain = is_stain or (letter != "y" and _BEHIND_NO_WORDS.search(above) is not None)
        around = self._page[max(0, change.start - _NEAR) : change.start] + " " + self._page[change.end :][:_NEAR]
        return not is_stain or any(one not in _WORDS for one in _LETTER_ALONE.findall(around))

    def is_line(self, change: Change) -> bool:
        """Whether a line is nothing but stains."""
        tokens = change.read.split()
        if change.chance < _SURE or _is_roman(change.read.strip()) or not all(map(self._is_scrap_alone, tokens)):
            return False
        return not self._may_be_meant(change)

    def _is_scrap_alone(self, token: str) -> bool:
        word = token.strip("_.,;:!?'\"*|<>-—–")
        if not word:
            return True
        is_short = len(word) <= 2 and self._count(word.lower()) <= _KNOWN
        return word.isalpha() and (is_short or len(word) == 1 or (word.islower() and self._is_unknown(word)))

    def _is_scrap(self, token: str, before: str, after: str) -> bool:
        if token == "-":
            return any(dash in self._page for dash in "–—")  # dashes of this page are long
        if token in _STAINS:
            return not _NUMBER.search(before + after) and self._is_alone_in_line(token)
        word = token.strip("_.,;:!?")
        if not word.isalpha() or _NUMBER.search(before) or (word.isascii() and not word.islower()):
            return False
        if not word.islower() and len(word) > 1:
            return False
        return word not in _WORDS if len(word) == 1 else self._is_unknown(word)

    def _is_unknown(self, word: str) -> bool:
        return self._count(word.lower()) <= _KNOWN

    def _is_alone_in_line(self, sign: str) -> bool:
        """Whether no line has the sign twice between words, as a table has."""
        return not any(line.split().count(sign) > 1 and len(line.split()) > 4 for line in self._page.splitlines())

    def _is_stray_opening(self, change: Change, read: str, right: str) -> bool:
        """Whether a mark before a word goes, or was a letter, that nothing closes."""
        if read[0] not in _OPENING or right[0] == read[0]:
            return False
        rest = read.lstrip(read[0])
        is_kept = rest == right or (len(right) == len(rest) + 1 and right.endswith(rest[1:]))
        return is_kept and not self._is_closed(change, read)

    def _is_closed(self, change: Change, read: str) -> bool:
        """Whether what is read begins with a mark that is closed soon."""
        behind = self._page[change.start + 1 : change.end + _FAR]
        return any(sign in behind for sign in _OPENING.get(read[0], ""))


def _is_roman(line: str) -> bool:
    return re.fullmatch(r"[IVXLCDM]+[.)]?", line) is not None


def _letters(text: str) -> str:
    return "".join(filter(str.isalpha, text))
