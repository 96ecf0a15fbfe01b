"""Times of the clock in a text: *9:05*, *o 17*, *między 8 a 11*, *o siódmej*, *w południe*; not *6 zł*."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

from probierz.systems.questions.wording.overlaps import overlaps
from probierz.systems.questions.wording.words import without_marks

_HOUR = r"(?:[01]?\d|2[0-4])"
TIME = rf"{_HOUR}(?:[:.][0-5]\d)?"
"""The pattern of a time of the clock, with minutes or without."""
_CLOCK = re.compile(rf"{_HOUR}[:.][0-5]\d(?:[–-]{_HOUR}[:.][0-5]\d)?|{_HOUR}[–-]{_HOUR}")
_BARE = re.compile(_HOUR)
_OF_HOURS = re.compile(r"godz(?:in\w*)?|hod(?:in\w*)?")
_ORDINAL = re.compile(
    r"(?:pierwsz|drug|trzeci|czwart|piat|szost|siodm|osm|dziewiat|dziesiat|\w+nast|dwudziest)i?ej|pol"
)
_NOON = re.compile(r"poludni[eau]|polnoc[ya]?|poledne|pulnoc[i]?")
_BEFORE_NOON = frozenset(["w", "o", "po", "przed", "do", "od", "v"])
_BEFORE = frozenset(["o", "od", "do", "po", "przed", "okolo", "ok", "miedzy", "pomiedzy", "v"])
_BETWEEN = frozenset(("a", "do", "i", "–", "-", "—"))
_WORDS_BEHIND = "do a i w we na rano wieczorem po pod przed albo lub z ze dla od oraz tylko codziennie"
_BEHIND = frozenset(_WORDS_BEHIND.split())
"""Words that may stand behind a bare hour; any other one is what is counted, or a month."""
_WRITTEN = re.compile(
    r"(?:(?:o|od|do|po|przed|około|ok\.|między|w) )?(?:godz(?:\.|in\w*) )?"
    rf"(?:{_HOUR}(?:[:.][0-5]\d)?|\w+ej\b|południ\w+|północ\w*)(?:(?: ?[–—-] ?| do | a ){_HOUR}(?:[:.][0-5]\d)?)?",
    re.IGNORECASE,
)


def hours_of(tokens: Sequence[str]) -> NDArray[numpy.float32]:
    """1 at words that are a time of the clock, 0 at others."""
    plain = [without_marks(one.lower()) for one in tokens]
    found = numpy.zeros(len(plain), numpy.float32)
    for at, word in enumerate(plain):
        before = [one for one in plain[max(0, at - 2) : at] if one != "."][-1:] or [""]
        behind = plain[at + 1] if at + 1 < len(plain) else ""
        is_between = at > 1 and before[0] in _BETWEEN and found[at - 2] > 0
        found[at] = _is_hour(word, before[0], behind, is_between=is_between)
    return found


def _is_hour(word: str, before: str, behind: str, *, is_between: bool) -> bool:
    if _CLOCK.fullmatch(word) and (":" in word or before in _BEFORE or _OF_HOURS.fullmatch(before)):
        return True
    if _NOON.fullmatch(word):
        return before in _BEFORE_NOON
    if not (_BARE.fullmatch(word) or _CLOCK.fullmatch(word) or _ORDINAL.fullmatch(word)):
        return False
    if _OF_HOURS.fullmatch(before) or _OF_HOURS.fullmatch(behind) or is_between:
        return True
    return before in _BEFORE and (not behind[:1].isalpha() or behind in _BEHIND)


def clock_time(passage: str, begin: int, end: int) -> tuple[int, int]:
    """Return where the first time of the clock begins and ends in a span, with the word before it; itself for none.

    >>> text = "Zbiórka jest o 7:45 na parkingu, a wracamy o 18:30."
    >>> text[slice(*clock_time(text, 13, 42))]
    'o 7:45'
    """
    low = max(passage.rfind("\n", 0, begin) + 1, begin - 14)
    for one in _WRITTEN.finditer(passage, low, min(len(passage), end + 14)):
        is_inside = overlaps(one.span(), begin, end)
        is_cut = (
            passage[max(0, one.start() - 1) : one.start()].isalnum() or passage[one.end() : one.end() + 1].isalnum()
        )
        words = re.findall(r"[\w:.–-]+", one.group())
        if is_inside and not is_cut and hours_of([word.rstrip(".") for word in words]).any():
            return one.span()
    return begin, end
