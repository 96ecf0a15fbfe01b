"""Letters that were read for digits, l in Roman numbers, and V for Y in words of capitals: what no word is, and hardly
anybody writes.

l863  5O  l2  3O  2O24   →   1863  50  12  30  2024
Henryk lV, Pius lX       →   Henryk IV, Pius IX
Kazimierz Ill, Jan Il    →   Kazimierz III, Jan II
WVKAZ ZMARŁVCH           →   WYKAZ ZMARŁYCH
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

__all__ = ["SURE", "Mended", "is_misread_roman", "mended", "mended_words"]

SURE = 0.95
"""How sure such a change is."""

_RUN = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"(?=.*\d)(?:\d|l|I(?=\d{2}))(?:[\dlIOo]*[\dO])?")
"""Digits with l, I, O or o among them: none but l or I before two digits begins it, only O ends it: 5l are litres."""
_DIGITS = str.maketrans("lIOo", "1100")
_CHEMICAL = re.compile(r"\b(?:H2O|C?O2|SO[24]|NO[23])\b")
_ADDRESS = re.compile(r"\S*(?://|@|\\|www\.)\S*|\S*\w/\w\S*/\S*")
_ROMAN = re.compile("[IVXLCDM]+")
_MISREAD_ROMAN = re.compile(r"(?=\w*[VX])(?=\w*l)[Xl]{0,3}(?:[Il]X|[Il]V|V?[Il]{0,3})")
_MISREAD_UNITS = re.compile("(?=I*l)[Il]{2,3}")
_RULERS = re.compile(
    "(?:Albrecht|Aleksand|August|Benedykt|Bolesław|Edward|Elżbie|Ferdynand|Filip|Franciszk|Franciszek|Fryderyk|Grzegorz"
    "|Gustaw|Henryk|Innocent|Iwan|Jan|Jerz|Juliusz|Karol|Katarzyn|Kazimierz|Klemens|Konrad|Leopold|Ludwik|Maksymilian"
    "|Mieszk|Mikołaj|Napoleon|Otto|Paweł|Pawł|Piotr|Pius|Ryszard|Rudolf|Stanisław|Wacław|Wilhelm|Władysław|Zygmun)"
    r"[a-ząęóy]{0,4}|(?:tom|rozdział|część|części|klas|wojn)\w{0,3}",
    re.IGNORECASE,
)
"""What II stands behind; *Il* behind another word may be an Italian one."""
_CAPITALS = 4  # letters of a word of capitals


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
        for at, token in enumerate(line):
            right = _mended_token(token, count, line[at - 1] if at else "")
            if right != token:
                yield Mended(number, at, right)


def mended_words(tokens: Sequence[str], count: Callable[[str], int], before: str) -> Iterator[str]:
    """Yield what words should be. before: the word before the first one."""
    for above, token in pairwise([before, *tokens]):
        yield _mended_token(token, count, above)


def is_misread_roman(token: str, before: str = "") -> bool:
    """Whether a token, but for signs around it, is a Roman number with an l. before: the word before it."""
    run = token.strip('("„.,;:!?)”–—-')
    return _MISREAD_ROMAN.fullmatch(run) is not None or _is_misread_unit(run, before)


def _is_misread_unit(run: str, before: str) -> bool:
    """Whether letters are II or III behind a name or what is counted so."""
    if not _MISREAD_UNITS.fullmatch(run):
        return False
    if run.count("I") > 1:  # IIl is no word
        return True
    is_name = len(run) == 3 and before.istitle() and before.isalpha() and len(before) > 1
    return is_name or _RULERS.fullmatch(before) is not None


def _mended_token(token: str, count: Callable[[str], int], before: str) -> str:
    """The token with digits for letters, or Y for V; itself where neither is clear, and an address always."""
    if token.isdigit() or (token.islower() and token.isalpha()) or _ADDRESS.fullmatch(token):
        return token
    if is_misread_roman(token, before):
        return token.replace("l", "I")
    return _RUN.sub(lambda found: _mended_run(found.group(), count), token)


def _mended_run(run: str, count: Callable[[str], int]) -> str:
    if _NUMBER.fullmatch(run):
        return run.translate(_DIGITS)
    if _MISREAD_ROMAN.fullmatch(run):
        return run.replace("l", "I")
    if "V" in run and len(run) >= _CAPITALS and run.isupper() and run.isalpha() and not _ROMAN.fullmatch(run):
        right = run.replace("V", "Y")
        return right if count(right.lower()) and not count(run.lower()) else run
    return run
