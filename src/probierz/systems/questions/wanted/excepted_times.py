"""Times that a line or sentence of hours excepts from them: a feast, a month, one week of a month.

Muzeum jest czynne codziennie od 10 do 17, w Wigilię nieczynne.
Hrad je otevřen denně od 9 do 17 hodin, v červenci jen v pátek.

No list says what such times are called: they are what stands with a preposition, or as *poslední neděli*, before hours
of its own, or before what says that it is closed, and is more than a day of the week.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from probierz.systems.questions.wanted.clock_times import TIME
from probierz.systems.questions.wanted.kinds import asks_for_hour
from probierz.systems.questions.wording.field_words import WEEK_DAYS, forms
from probierz.systems.questions.wording.span_tokens import sentence_of
from probierz.systems.questions.wording.words import without_marks
from probierz.systems.shared.months import MONTH

_NUMBER_OF_DAY = rf"\d{{1,2}}\.?(?= (?:(?:i|a) \d{{1,2}}\.? )?{MONTH})"
_WHICH = r"(?=(?:pierwsz|ostatni|kazd|prvni|posledni)\w* )"
_WHEN = rf"(?:(?:we?|ve?|na|o|podczas|behem) |{_WHICH})(?:[^;:().\d\n]|{_NUMBER_OF_DAY})+?"
_CLOSED = r"\b(?:nieczynn|zamkniet|zavren)\w*"
_DENIED = r"\bnie (?!ma\b|tylko\b)[a-z]{2,}|\bne(?:hraj|jezd|jed|kona|otevir|funguj|pracuj|vystupuj|var)\w+"
"""What is not done at a time: a verb, before which what does it may stand."""
_HOURS = rf"\b(?:(?:od|do|o|v) (?:godz\w*\.? )?)?{TIME}(?![\w:])(?!(?:\.?(?: [ia])? \d{{1,2}})?\.? {MONTH})[^,;()\n.]*"
_ONLY = r"\b(?:jen|pouze|tylko|jedynie)\b[^,;()\n]*"
_SEAM = r"(?:(?<=[,;(–—] )|(?<=\())(?:(?:a|ale|lecz|zas|natomiast) )?"
_EXCEPTED = re.compile(
    rf"{_SEAM}(?P<when>{_WHEN}) (?P<told>{_CLOSED}|{_DENIED}|{_ONLY}|{_HOURS})"
    rf"|{_SEAM}(?P<closed>{_CLOSED}) (?P<behind>{_WHEN})(?=[;.()\n]|$)"
    rf"|^(?P<first>{_WHEN}) (?P<said>{_CLOSED})"
)
_NOTHING_SAID = re.compile(
    r"\b(?:jest|je|sa|jsou|czynn\w+|otwart\w+|otevren\w*|kas\w|tez|take|rowniez"
    r"|miesiac\w*|mesic\w*|dni\w*|dne|dnech|dny|godz\w*|hod\w*)\b"
)
"""Words beside a time that do not name it."""
_NO_EXCEPTION = re.compile(
    r"\b(?:pozostal|inn[ey]|ostatni (?:dny|dnech)|reszt|dni (?:robocz|powszedni)|vsedn|pracovn|weekend|vikend"
    r"|otwiera|zamyka|otevir|zavir)"
)
"""The rest of the week and its work days, which are regular, and what somebody opens then."""
_AND = re.compile(r",| (?:i|a|oraz|nebo|lub) ")


class ExceptedTime(NamedTuple):
    """The names of a time, each as `forms`, its characters in a text, and those of its hours; none without such."""

    names: tuple[frozenset[str], ...]
    begin: int
    end: int
    hours: tuple[int, int]

    def is_asked(self, asked: set[str]) -> bool:
        """Whether a question, as `forms`, has all words of a name of it."""
        return any(name <= asked for name in self.names)

    def may_be_asked(self, asked: set[str]) -> bool:
        """Whether a question has a word of it that is no day of the week, nor tells one of several of these; not where
        both have days of a month, and others.
        """
        names = [name for name in self.names if not (_days_of_month(name) and _days_of_month(asked))]
        return self.is_asked(asked) or any((name - WEEK_DAYS - _words_which(name)) & asked for name in names)


def excepted_times(text: str) -> Iterator[ExceptedTime]:
    """Yield the times that a line or sentence excepts.

    >>> text = "Kasa jest czynna od 9 do 17, w Sylwestra do 12, w soboty do 13."
    >>> [text[slice(*one.hours)] for one in excepted_times(text)]
    ['do 12']
    """
    plain = without_marks(text.lower())
    for one in _EXCEPTED.finditer(plain):
        when, told = next((when, told) for when, told in _GROUPS if one[when])
        names = _names(text[slice(*one.span(when))])
        if re.match(_DENIED, one[told]):
            names = tuple(filter(None, (name - forms(text[: one.start()]) for name in names)))
        if names and not _NO_EXCEPTION.search(one[when]):
            has_hours = re.search(rf"{_CLOSED}|{_DENIED}|\d", one[told])
            yield ExceptedTime(names, *one.span(), one.span(told) if has_hours else (0, 0))


_GROUPS = (("when", "told"), ("behind", "closed"), ("first", "said"))


def _names(when: str) -> tuple[frozenset[str], ...]:
    """The names of a time, but for days of the week; *pierwszy i trzeci piątek* has the noun in each of them."""
    said = _NOTHING_SAID.sub("", without_marks(when.lower()))
    names = [forms(one) for one in _AND.split(f"{said} ")]
    nouns = names[-1] - _words_which(names[-1])
    whole = (one | nouns if one <= _words_which(one) else one for one in names if one)
    return tuple(frozenset(one) for one in whole if not one <= WEEK_DAYS)


def _words_which(name: frozenset[str] | set[str]) -> set[str]:
    told = {one for one in name if one.startswith("nr") or any(one.startswith(form) for form in _FORMS_WHICH)}
    return told | _days_of_month(name)


def _days_of_month(name: frozenset[str] | set[str]) -> set[str]:
    return {one for one in name if one.isdigit()}


_FORMS_WHICH = forms("pierwsza druga trzecia ostatnia wielki první druhá třetí poslední velký každa")


def is_of_excepted_time(question: str, text: str, begin: int, end: int) -> bool:
    """Whether an hour is asked for at a time that the sentence of an answer excepts, and the answer is not of that.

    >>> text = "Kasa jest czynna od 9 do 17, w Sylwestra do 12."
    >>> [is_of_excepted_time("Do której czynna kasa w Sylwestra?", text, *one) for one in ((25, 27), (41, 46))]
    [True, False]
    """
    if not asks_for_hour(question):
        return False
    low, high = sentence_of(text, begin, end)
    asked = forms(question)
    excepted = excepted_times(text[low:high])
    of_asked = [one for one in excepted if one.may_be_asked(asked)]
    return bool(of_asked) and not any(
        one.is_asked(asked) and low + one.hours[0] <= begin and end <= low + one.hours[1] for one in of_asked
    )
