"""Who held an office in a year, and since or until when somebody did, by a list of those who held it one by one.

Prezesami klubu byli: Jan Kot (1950–1962), Ewa Lis (1962–1970) i Adam Ryś (od 1970).
Kto był prezesem w 1955 roku?       Jan Kot
Do kiedy prezesem był Jan Kot?      1962
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from probierz.systems.questions.doubting.doubts import AT_MOST_LIKELY
from probierz.systems.questions.reading.reader import PassageReading
from probierz.systems.questions.wording.field_words import OF_ASKING, end_asked, forms
from probierz.systems.questions.wording.verbs import BEING
from probierz.systems.questions.wording.words import NAME_WORD, NAMES, without_asking
from probierz.systems.questions.wording.years import YEAR

if TYPE_CHECKING:
    from probierz.systems.questions.finding.index import FoundPassage

_YEAR = r"[12]\d{3}"
_HOLDER = re.compile(
    rf"(?P<name>{NAME_WORD} {NAMES}) \((?:w latach )?"
    rf"(?:(?P<first>{_YEAR})\s?[–—-]\s?(?P<last>{_YEAR})?|od (?P<since>{_YEAR}))(?: r\.| roku)?\)"
)
_BETWEEN = re.compile(r"[,;]?\s*(?:(?:i|a|oraz)\s+|[-*•–]\s+|\d{1,2}[.)]\s+)?")
_IN_YEAR = re.compile(rf"\W*(?:kto|kdo)\b(?!.*\bnie\b).*\b(?:w|we|v|ve) (?:roku |roce )?({_YEAR})\b", re.IGNORECASE)
_WHEN = re.compile(r"\b(?:kiedy|kdy)\b|\bw jakich latach\b", re.IGNORECASE)
_BEGAN = re.compile(r"\b(?:zosta[łl]|stal)", re.IGNORECASE)
_OF_YEARS = forms("rok roku roce kolejno latach")
_LONGEST_LEAD = 120
"""Characters before the first holder that say what office it is."""


def told_by_tenures(
    question: str, found: Sequence[FoundPassage], reading: PassageReading | None
) -> PassageReading | None:
    """Return who of a list held the office that a question asks for, or its year; else the reading that there is.

    The list is told with *perhaps*, and years in which two held the office, or another time than is told, by nothing.
    """
    for passage in found:
        for lead, holders in _lists(passage.text):
            place = _answer(question, f"{passage.title} {lead}", holders)
            if place:
                begin, end = place
                return PassageReading(passage.text[begin:end], passage, begin, end, AT_MOST_LIKELY)
            if reading and reading.found == passage and _is_named(question, holders) and _WHEN.search(question):
                return None
    return reading


def _lists(text: str) -> Iterator[tuple[str, list[re.Match[str]]]]:
    """The lists of two holders or more, each of whom came when the one before had gone, and what leads to them."""
    holders: list[re.Match[str]] = []
    for one in [*_HOLDER.finditer(text), None]:
        if one and holders and _BETWEEN.fullmatch(text, holders[-1].end(), one.start()):
            holders.append(one)
            continue
        if len(holders) > 1 and all(_last(one) <= _first(two) for one, two in pairwise(holders)):
            begin = max(0, holders[0].start() - _LONGEST_LEAD)
            yield re.split(r"\n\s*\n|[.!?]\s", text[begin : holders[0].start()])[-1], holders
        holders = [one] if one else []


def _answer(question: str, told: str, holders: Sequence[re.Match[str]]) -> tuple[int, int] | None:
    """The characters of the name or the year that is asked for; None where the list is of another office."""
    asked = forms(without_asking(question)) - OF_ASKING - BEING - _OF_YEARS - set(YEAR.findall(question))
    if in_year := _IN_YEAR.match(question):
        year = int(in_year[1])
        is_begin = _BEGAN.search(question)
        of_year = [one for one in holders if (_first(one) == year if is_begin else _first(one) <= year <= _last(one))]
        return of_year[0].span("name") if asked and asked <= forms(told) and len(of_year) == 1 else None
    own = [one for one in holders if forms(one["name"]) <= asked]
    if len(own) != 1 or not _WHEN.search(question) or not asked <= forms(f"{told} {own[0]['name']}"):
        return None
    return _years_asked_for(question, own[0])


def _years_asked_for(question: str, holder: re.Match[str]) -> tuple[int, int] | None:
    side, first = end_asked(question), "first" if holder["first"] else "since"
    if side == "last":
        return holder.span("last") if holder["last"] else None
    if side == "first" or not holder["last"]:
        return holder.span(first)
    return holder.start(first), holder.end("last")


def _is_named(question: str, holders: Sequence[re.Match[str]]) -> bool:
    return any(forms(one["name"]) <= forms(question) for one in holders)


def _first(holder: re.Match[str]) -> int:
    return int(holder["first"] or holder["since"])


def _last(holder: re.Match[str]) -> int:
    """The last year; 9999 for one that has not ended."""
    return int(holder["last"] or 9999)
