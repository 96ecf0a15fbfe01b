"""Letters that were read for digits, l in Roman numbers, and what was read for letters in words of capitals: what no
word is, and hardly anybody writes.

l863  5O  l2  3O  2O24   →   1863  50  12  30  2024
nr 3l/2O08               →   31/2008               all parts of a number, or none
2l maja, l maja, poz. 2l →   21 maja, 1 maja, poz. 21      where a number stands; 2l wody are litres
I1 lat, 1I osób          →   11 lat, 11 osób
Henryk lV, Pius lX       →   Henryk IV, Pius IX
Kazimierz Ill, Jan Il    →   Kazimierz III, Jan II
WVKAZ ZMARŁVCH           →   WYKAZ ZMARŁYCH
HISTORlA, KRAKÓw, P0LSKA →   HISTORIA, KRAKÓW, POLSKA
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from probierz.systems.shared.months import POLISH_MONTHS

SURE = 0.95
"""How sure such a change is."""

_RUN = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"(?=.*\d)(?:\d|l|I(?=\d{2}))(?:[\dlIOo]*[\dO])?")
"""Digits with l, I, O or o among them: none but l or I before two digits begins it, only O ends it: 5l are litres."""
_DIGITS = str.maketrans("lIOo", "1100")
_OF_PARTS = re.compile(r"[(]?(?=.*\d)[\dlIOo]+(?:/[\dlIOo]+)+[.,:;)]*")
"""Digits with slashes between them, and what is read for digits."""
_CHEMICAL = re.compile(r"\b(?:H2O|C?O2|SO[24]|NO[23])\b")
_ADDRESS = re.compile(r"\S*(?://|@|\\|www\.)\S*|\S*\w/\w\S*/\S*")
_ROMAN = re.compile("[IVXLCDM]+")
_MISREAD_ROMAN = re.compile(r"(?=\w*[VX])(?=\w*l)[Xl]{0,3}(?:[Il]X|[Il]V|V?[Il]{0,3})")
_MISREAD_UNITS = re.compile("(?=I*l)[Il]{2,3}")
_RULERS = re.compile(
    "(?:Albrecht|Aleksand|August|Benedykt|Bolesław|Edward|Elżbie|Ferdynand|Filip|Franciszk|Franciszek|Fryderyk|Grzegorz"
    "|Gustaw|Henryk|Innocent|Iwan|Jan|Jerz|Juliusz|Karol|Katarzyn|Kazimierz|Klemens|Konrad|Leopold|Ludwik|Maksymilian"
    "|Mieszk|Mikołaj|Napoleon|Otto|Paweł|Pawł|Piotr|Pius|Ryszard|Rudolf|Stanisław|Wacław|Wilhelm|Władysław|Zygmun)"
    r"[a-ząęóy]{0,4}|(?:tom|rozdział|część|części|klas|wojn|wydani|księg|zeszyt|seri|kongres|zjazd)\w{0,3}",
    re.IGNORECASE,
)
"""What II stands behind; *Il* behind another word may be an Italian one."""
_CAPITALS = 4  # letters of a word of capitals

_ALIKE = str.maketrans("l10", "IIO")
"""What is read for capital letters that look like it."""
_SMALLER = frozenset("ckopsuvwxyzćóśźż")
"""Letters whose small form is the large one in little."""
_LARGE = r"[A-ZĄĆĘŁŃÓŚŹŻ]"
_OF_CAPITALS = re.compile(
    rf"(?=(?:\w*{_LARGE}){{3}})(?:(?:{_LARGE}|[l10])+|{_LARGE}{{2,}}\w{_LARGE}+|{_LARGE}\w{_LARGE}{{2,}}|{_LARGE}{{4,}}\w)"
)
"""A word of capitals but for one other letter, or for what looks like them: no plural of an abbreviation, PKPs."""
_MAC = re.compile("Ma?c")  # McDONALD

_MONTH = re.compile(
    rf"(?i:{'|'.join(chain.from_iterable(POLISH_MONTHS))})[.,;]?"
    r"|\(?(?:X?I{1,3}|I?X|I?V|VI{1,3})[.,]?"
)
_OF_NUMBERS = re.compile(r"\(?(?:nr|poz|str|dn|vol|t|s|rozdz|dnia|roku?|r|godz)\.?", re.IGNORECASE)
"""What a number stands behind that counts no litres, and has no letter: art. 2l may have one."""
_DAY = re.compile(r"\(?[1-3lI]?l")
_ONE_AS_LETTER = re.compile(r"\(?(?:I\d|\dI)")
_NUMBER_WITH_LAST = re.compile(r"\(?\d[\dlO]*l[.,:;)]*")


class Mended(NamedTuple):
    """A token by its line and place there, and what it should be."""

    line: int
    at: int
    text: str


def mended(lines: Sequence[Sequence[str]], count: Callable[[str], int]) -> Iterator[Mended]:
    """Yield what the tokens of a page should be. count: how often a word, in small letters, was seen."""
    if any(_CHEMICAL.search(token) for line in lines for token in line):
        return
    for number, line in enumerate(lines):
        for at, right in enumerate(mended_words(line, count)):
            if right != line[at]:
                yield Mended(number, at, right)


def mended_first(lines: Sequence[Sequence[str]], count: Callable[[str], int]) -> Iterator[Mended]:
    """Yield what tokens should be that would be taken for other words: HISTORlA is not Historia, l maja not I maja."""
    for number, line in enumerate(lines):
        beside = ["", *line, ""]
        for at, (before, token, after) in enumerate(zip(beside, line, beside[2:], strict=False)):
            is_capital = token.isupper() and not _ONE_AS_LETTER.fullmatch(token)
            if (token.islower() and token != "l") or is_capital or _ADDRESS.fullmatch(token):
                continue
            if _is_number_by_place(token, before, after):
                yield Mended(number, at, token.translate(_DIGITS))
            elif (right := _RUN.sub(lambda found: _in_capitals(found.group(), count), token)) != token:
                yield Mended(number, at, right)


def mended_words(
    tokens: Sequence[str], count: Callable[[str], int], before: str = "", after: str = ""
) -> Iterator[str]:
    """Yield what words should be. before, after: the words beside the first and the last one."""
    beside = [before, *tokens, after]
    for above, token, below in zip(beside, tokens, beside[2:], strict=False):
        yield _mended_token(token, count, above, below)


def is_misread_roman(token: str, before: str = "") -> bool:
    """Whether a token, but for signs around it, is a Roman number with an l. before: the word before it."""
    run = token.strip('("„.,;:!?)”–—-')
    return _MISREAD_ROMAN.fullmatch(run) is not None or _is_misread_unit(run, before)


def is_of_capitals(word: str) -> bool:
    """Whether a word is written in capitals, but perhaps for letters that look like them: HISTORlA, KRAKÓw."""
    return (len(word) > 1 and word.isupper()) or _is_nearly_of_capitals(word)


def _is_nearly_of_capitals(word: str) -> bool:
    others = [letter for letter in word if not letter.isupper() and letter not in "l10"]
    is_one = len(others) <= 1 and _SMALLER.issuperset(others) and not _MAC.match(word)
    return is_one and _OF_CAPITALS.fullmatch(word) is not None


def _is_misread_unit(run: str, before: str) -> bool:
    """Whether letters are II or III behind a name or what is counted so."""
    if not _MISREAD_UNITS.fullmatch(run):
        return False
    if run.count("I") > 1:  # IIl is no word
        return True
    is_name = len(run) == 3 and before.istitle() and before.isalpha() and len(before) > 1
    return is_name or _RULERS.fullmatch(before) is not None


def _mended_token(token: str, count: Callable[[str], int], before: str, after: str) -> str:
    """The token with digits for letters, or capitals; itself where neither is clear, and an address always."""
    if token.isdigit() or (token.islower() and token.isalpha() and {*token} != {"l"}) or _ADDRESS.fullmatch(token):
        return token
    if is_misread_roman(token, before):
        return token.replace("l", "I")
    if _is_number_by_place(token, before, after):
        return token.translate(_DIGITS)
    if _OF_PARTS.fullmatch(token) and any(map(_is_misread_number, _RUN.findall(token))):
        return token.translate(_DIGITS)
    return _RUN.sub(lambda found: _mended_run(found.group(), count), token)


def _is_number_by_place(token: str, before: str, after: str) -> bool:
    """Whether a token that ends in l, which may mean litres, is a number by what stands beside it: 2l maja, nr 2l."""
    if _DAY.fullmatch(token) and _MONTH.fullmatch(after):
        return True
    if _ONE_AS_LETTER.fullmatch(token):  # I1 lat; a name of something, grupa I1, has no plain word behind it
        counted = after.rstrip(".,;:!?)")
        return counted.islower() and counted.isalpha() and len(counted) > 1 and not before[-1:].isdigit()
    return _NUMBER_WITH_LAST.fullmatch(token) is not None and _OF_NUMBERS.fullmatch(before) is not None


def _is_misread_number(run: str) -> bool:
    return _NUMBER.fullmatch(run) is not None and not run.isdigit()


def _mended_run(run: str, count: Callable[[str], int]) -> str:
    if _is_misread_number(run):
        return run.translate(_DIGITS)
    if _MISREAD_ROMAN.fullmatch(run):
        return run.replace("l", "I")
    if "V" in run and len(run) >= _CAPITALS and run.isupper() and run.isalpha() and not _ROMAN.fullmatch(run):
        right = run.replace("V", "Y")
        return right if count(right.lower()) and not count(run.lower()) else run
    return _in_capitals(run, count)


def _in_capitals(run: str, count: Callable[[str], int]) -> str:
    """A word of capitals with those that were read as what looks like them, where that is a known word."""
    if (run.isalpha() and run.isupper()) or not _is_nearly_of_capitals(run):
        return run
    rights = (run.translate(_ALIKE).upper(), run.upper())  # an l may be a small L, too
    return next((right for right in rights if right.isalpha() and count(right.lower()) >= _KNOWN), run)


_KNOWN = 3  # times that such a word was seen
