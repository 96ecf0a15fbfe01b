"""What no stain makes: numbers, addresses and paths, marks around words on both sides, and signs before points of a
list. A page keeps them as they were read, however rare they were in the books that were learnt from. So are Roman
numbers with an l for an I, which are mended later, by rule, and lines that say something: `— Tak.`, `ROZDZIAŁ IX.`
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from probierz.systems.ocr.letters_for_digits import is_misread_roman

_NUMBER = re.compile(r"[(\[]?[+\-−±~]?\d[\d.,:/–-]*\d*[%°]?[)\]]?[.,;:!?]*")
_ADDRESS = re.compile(r"\S*(?://|@|\\|www\.)\S*|/?\w[\w.-]*(?:/[\w.-]+){2,}/?|/\w[\w.-]*(?:/[\w.-]+)+/?")
_AROUND = "'’‘/*_`"
_POINTS = ("-", "–", "•", "*", "+")
PART = r"(?:rozdział|część|tom|akt|scena|księga|pieśń|psalm|sonet|list|tabela|tablica|rysunek|ryc|rys)\b.*"
"""The name of a part of a text, or of what stands beside it, whatever the case; a pattern."""
SPEECH = r"[-–—]\s*[^\W\d_]{2,}.*[.!?…]"
"""A line on which somebody speaks; a pattern."""
_CAPITAL, _SMALL = "[A-ZĄĆĘŁŃÓŚŹŻ]", "[a-ząćęłńóśźż]"
_MEANT_LINE = re.compile(
    rf"\W*(?i:{PART})|[IVXLC]+\.|\d{{1,3}}[.)]"
    rf"|{SPEECH}|.*\w\w[!?…]\W*"
    rf"|\W*{_CAPITAL}{_SMALL}+(?: [\w,]+)*[.!?…]"  # a short sentence
    rf"|{_CAPITAL}{{3,}}(?: {_CAPITAL}+)*[.!?]"  # a title with its full stop
    r"|(?:[^\W\d_]+,? )?(?:dnia )?\d{1,2}\.? (?:[IVX]+|[^\W\d_]{3,12}) \d{4}(?: r(?:oku|\.)?)?\.?"  # of a letter
)
_ROMAN, _OF_ROMAN = re.compile("[IVX]+"), re.compile(r"(?:kl|klas[ya]|wieku?|stopnia|dywizj[ai]|pułku?)[.,]?")
"""A Roman number, and what it counts: Virtuti Militari V kl."""
_FAR = 12  # words between two marks that belong together


def is_meant_line(line: Sequence[str]) -> bool:
    """Whether a line says something by itself: a sentence, a title with its full stop, the date of a letter."""
    return _MEANT_LINE.fullmatch(" ".join(line)) is not None


def kept_as_meant(lines: Sequence[Sequence[str]], line: int, at: int, right: str) -> str:
    """What should stand for a word: what was chosen, or that with its signs, or the word itself, where they are meant.

    lines: the words of a page as they were read; line, at: which word; right: what was chosen for it.
    """
    words = lines[line]
    read = words[at]
    if read in _POINTS:
        return read if at == 0 and _are_points(lines, read) else right
    if not any(map(str.isalnum, read)):
        return right
    if _digits(read) not in ("", "0") and _NUMBER.fullmatch(read) and not (read == "1" and right in ("i", "I")):
        is_other = bool(right) and _digits(right) != _digits(read)
        return read if is_other or _is_signed(read) else right
    if _ROMAN.fullmatch(read) and _OF_ROMAN.fullmatch(" ".join(words[at + 1 : at + 2])):
        return read
    if _ADDRESS.fullmatch(read) or is_misread_roman(read, words[at - 1] if at else ""):
        return read
    sign = read[0] if read[0] in _AROUND else ""
    if sign and _closes(words[at : at + _FAR], sign):
        right = sign + right.lstrip(_AROUND + '“”„"') if right else read
    sign = _last_sign(read)
    if sign and _opens(words[max(0, at - _FAR) : at + 1], sign):
        right = _with_last(read, right, sign)
    return right


def _are_points(lines: Sequence[Sequence[str]], sign: str) -> bool:
    """Whether two lines or more, and a third of the page, begin with a sign and have words after it."""
    count = sum(len(words) > 1 and words[0] == sign for words in lines)
    return count > 1 and 3 * count >= sum(map(bool, lines))


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def _is_signed(number: str) -> bool:
    return number[0] in "+±~" and number[1:2].isdigit()


def _last_sign(read: str) -> str:
    """The mark that closes something at the end of a word, before the marks of the sentence."""
    rest = read.rstrip(".,;:!?…)")
    return rest[-1] if len(rest) > 1 and rest[-1] in _AROUND else ""


def _closes(words: Sequence[str], sign: str) -> bool:
    return any(_is_closed(word, sign) for word in words)


def _is_closed(word: str, sign: str) -> bool:
    found = _last_sign(word)
    return found == sign or (sign == "‘" and found == "’")


def _opens(words: Sequence[str], sign: str) -> bool:
    return any(len(word) > 1 and (word[0] == sign or (sign == "’" and word[0] == "‘")) for word in words)


def _with_last(read: str, right: str, sign: str) -> str:
    """What was chosen, with the sign and the marks that were read behind it."""
    if not right:
        return read
    tail = read[read.rindex(sign) :]
    return right.rstrip('.,;:!?…)“”"' + _AROUND) + tail
