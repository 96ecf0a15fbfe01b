"""Which way a row of a timetable or somebody in a sentence goes, and which is the last of a day.

*Do Leska* is not answered by the row `Lesko – Sanok`, nor *dokąd* by `z Sanoka`.
A row goes from one place to another by a cell `Sanok – Lesko`, or by the columns `skąd` and `dokąd`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from probierz.systems.questions.wanted.kinds import Wanted, asks_for_hour, wanted_by
from probierz.systems.questions.wording.field_words import PRICE, forms
from probierz.systems.questions.wording.words import CAPITAL, without_asking, without_marks

Row = TypeVar("Row")

_NAME = rf"{CAPITAL}[^\W\d_]*(?:[ -]{CAPITAL}[^\W\d_]*)*"
_ENDS = re.compile(rf"(?P<start>{_NAME})\s*(?:[–—→]|\s-|->)\s*(?:[^–—]*[–—]\s*)?(?P<goal>{_NAME})")
_FROM = re.compile(rf"\b(?:z|ze|od)\s+({_NAME})")
_TO = re.compile(rf"\b(?:do|na|ku|w stronę|w kierunku|kierunek)\s+({_NAME})")
_FROM_WHERE, _TO_WHERE = (
    ("z", "ze", "od", "ode", "znad", "spod", "s", "se"),
    ("do", "na", "ku", "pod", "nad", "k", "ke"),
)
_WAYS = (
    (re.compile(r"\W*(?:skąd|odkud)\b", re.IGNORECASE), _FROM_WHERE, _TO_WHERE),
    (re.compile(r"\W*(?:dokąd|kam)\b", re.IGNORECASE), _TO_WHERE, _FROM_WHERE),
)
"""What asks for an end of a way, the prepositions before this one, and those before the other one."""
_END_OF_CLAUSE = re.compile(r"[,;:.?!]\s")
_OF_START = re.compile(r"(?:skad|z|od|odkud|(?:wy|od)jazd z|stacja poczatkowa|start)")
_OF_GOAL = re.compile(r"(?:dokad|do|kam|przyjazd do|kierunek|cel|stacja koncowa|meta)")


_END_OF_DAY = re.compile(r"\b(?:(?P<first>pierwsz)|ostatni)\w*\b", re.IGNORECASE)
_TIME = re.compile(r"(?<!\d)([01]?\d|2[0-3])[:.]([0-5]\d)(?!\d)")


def end_of_day_asked(question: str) -> str:
    """Return `first` or `last` where a question asks for the hour of that of several, as *o której jest ostatni*."""
    found = _END_OF_DAY.search(question) if asks_for_hour(question) else None
    return (found.lastgroup or "last") if found else ""


def without_end_of_day(question: str) -> str:
    """Return a question without the word by which it asks for the first or last of a day."""
    return _END_OF_DAY.sub("", question) if asks_for_hour(question) else question


def at_end_of_day(end: str, rows: Sequence[Row], value: Callable[[Row], str]) -> Row:
    """Return the row whose value has the first or the last time of a clock; those without one are left out, if any has.

    >>> at_end_of_day("last", ("7:10", "codziennie", "12:15", "9:40"), str)
    '12:15'
    """
    timed = [one for one in rows if _TIME.search(value(one))] or rows
    chosen = min if end == "first" else max
    return chosen(timed, key=lambda one: [tuple(map(int, time)) for time in _TIME.findall(value(one))])


def goes_otherwise(question: str, cells: Sequence[tuple[str, str]]) -> bool:
    """Whether a row, of names and values, starts where a question goes to, or ends where it starts.

    A price is the same both ways, so that one is never of another row.

    >>> row = [("kurs", "Sanok – Lesko"), ("odjazd", "7:10")]
    >>> [goes_otherwise(f"O której jest odjazd {way}?", row) for way in ("z Leska", "do Leska", "z Leska do Sanoka")]
    [True, False, True]
    """
    if wanted_by(question) is Wanted.NUMBER and not asks_for_hour(question):
        return False
    if PRICE in forms(without_asking(question)):
        return False
    start, goal = _ends(cells)
    if not start or not goal:
        return False
    return bool(_named(_FROM, question) & (goal - start) or _named(_TO, question) & (start - goal))


def end_of_way_asked_for(question: str, text: str, begin: int, end: int) -> tuple[int, int]:
    """The one name behind a preposition of the way that *skąd* or *dokąd* asks for, in the clause of a span; else it.

    >>> text = "W maju Jan pojechał z Pilzna do Brna i tam osiadł."
    >>> [text[slice(*end_of_way_asked_for(f"{one} pojechał Jan?", text, 20, 43))] for one in ("Skąd", "Dokąd")]
    ['z Pilzna', 'do Brna']
    """
    for asked, own, _ in _WAYS:
        if asked.match(question):
            seams = [one.end() for one in _END_OF_CLAUSE.finditer(text, 0, begin)]
            seam = _END_OF_CLAUSE.search(text, begin)
            phrase = re.compile(rf"\b(?i:{'|'.join(own)}) (?:[^\W\d_A-Z]+ )?{_NAME}")
            places = [*phrase.finditer(text, seams[-1] if seams else 0, seam.start() if seam else len(text))]
            others = [one.span() for one in places if not forms(one[0]) & forms(question)]
            return others[0] if len(others) == 1 else (begin, end)
    return begin, end


def is_of_other_way(question: str, text: str, begin: int, end: int) -> bool:
    """Whether *skąd* is answered by where to, or *dokąd* by where from; or an hour is asked for at which somebody left
    a place that a text has, but none whom it tells to leave it.

    >>> [is_of_other_way(f"{one} przewieziono dzwon?", "do Brna", 0, 7) for one in ("Skąd", "Dokąd")]
    [True, False]
    """
    start = _named(_FROM, question) if asks_for_hour(question) else set()
    if start and start <= forms(text) and not start <= _named(_FROM, text):
        return True
    before = re.search(r"(\w+)\s$", text[max(0, begin - 8) : begin])
    words = {text[begin:end].partition(" ")[0].lower(), before[1].lower() if before else ""}
    return any(asked.match(question) and words & {*other} and not words & {*own} for asked, own, other in _WAYS)


def _named(pattern: re.Pattern[str], question: str) -> set[str]:
    return {form for name in pattern.findall(question) for form in forms(name)}


def _ends(cells: Sequence[tuple[str, str]]) -> tuple[set[str], set[str]]:
    """The words of where a row starts and of where it ends; empty where it tells neither."""
    for _, value in cells:
        if ends := _ENDS.fullmatch(value.strip()):
            return forms(ends["start"]), forms(ends["goal"])
    plain = [(without_marks(name.lower().strip()), value) for name, value in cells]
    start, goal = (
        next((forms(value) for name, value in plain if pattern.fullmatch(name)), set())
        for pattern in (_OF_START, _OF_GOAL)
    )
    return start, goal
