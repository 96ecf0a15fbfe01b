"""What is doubted as it was in another year than a question says, or began where it asks for the end.

Kto prowadził kino w 1930 roku?                 Kino prowadził w 1951 roku Jan Kot.
W którym roku Jan Kot przestał być wójtem?      Wójtem jest od 2015 roku Jan Kot.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from probierz.systems.questions.doubting.doubts import STRONG_SEAM, clauses_of, sentence_around
from probierz.systems.questions.wanted.kinds import Wanted, wanted_by
from probierz.systems.questions.wording.field_words import end_asked, forms
from probierz.systems.questions.wording.overlaps import overlaps
from probierz.systems.questions.wording.span_tokens import SENTENCE_END
from probierz.systems.questions.wording.verbs import is_past, verb_of
from probierz.systems.questions.wording.words import without_marks
from probierz.systems.shared.months import MONTH

_YEAR = r"[12]\d{3}"
_ASKED = re.compile(rf"\b(?:we?|ve?) (?:roku |roce )?({_YEAR})\b(?!\s?[–—-])", re.IGNORECASE)
_ASKED_RANGE = re.compile(rf"\b(?:w latach|v letech) ({_YEAR})\s?[–—-]\s?({_YEAR})\b", re.IGNORECASE)
_YEARS = re.compile(
    rf"(?<![\d.,–—-])(?:(?P<side>od|do|po|przed|před)\s(?:roku\s|roce\s)?)?"
    rf"(?P<first>{_YEAR})(?:\s?(?:[–—-]|do)\s?(?P<last>{_YEAR}))?(?![\d,]\d|\s(?:zł|kč|osób|m\b))",
    re.IGNORECASE,
)
_STOPPED = re.compile(
    r"\b(?:przesta(?:l|la|li|lo)|odszed\w*|odesz\w+|ustapi\w+|zrezygnowa\w+|zakoncz\w+|skoncz\w+"
    r"|prestal[aio]?|skoncil[aio]?|odesel|odesla|odstoupil\w?)\b"
)
_DAY = re.compile(rf"(?<![\d.,])0?(?P<day>\d{{1,2}})\.? (?P<month>{MONTH})", re.IGNORECASE)
_SINCE = re.compile(r"(?<!\w)od (?:roku |roce )?$", re.IGNORECASE)


def is_of_another_year(question: str, text: str, begin: int, end: int) -> bool:
    """Whether the half of a sentence that has an answer, or all of the sentence, has years, and none may be that of a
    question.

    >>> text = "Kino prowadził w 1951 roku Jan Kot, a w 1930 Ewa Lis."
    >>> [is_of_another_year(f"Kto prowadził kino w {one} roku?", text, 27, 34) for one in (1930, 1951)]
    [True, False]
    """
    asked = [(year,) for year in _ASKED.findall(question)] or _ASKED_RANGE.findall(question)
    if len(asked) != 1 or wanted_by(question) in (Wanted.DATE, Wanted.BOOLEAN):
        return False
    years = [int(year) for year in asked[0]]
    halves = [part for part in clauses_of(text, begin, end, STRONG_SEAM) if overlaps(part, begin, end)]
    parts = (halves[0][0], halves[-1][1]), sentence_around(text, begin, end)
    told = next(filter(None, ([_has_all(one, years) for one in _YEARS.finditer(text, *part)] for part in parts)), [])
    return bool(told) and not any(told)


def is_on_another_day(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a question names a day, and the sentence of an answer does not, so that it may be that of another event.

    >>> text = "Zjazd wyznaczono na 7 maja. Protokołował Jan Kot."
    >>> [is_on_another_day(f"Kto protokołował{one}?", text, 41, 48) for one in (" 7 maja", "")]
    [True, False]
    """
    if wanted_by(question) in (Wanted.DATE, Wanted.BOOLEAN):
        return False
    told = {_day(one) for one in _DAY.finditer(text, *sentence_around(text, begin, end))}
    return any(_day(one) not in told for one in _DAY.finditer(question))


def _day(one: re.Match[str]) -> tuple[str, str]:
    return one["day"], without_marks(one["month"].lower())


def is_in_border_year(question: str, text: str, begin: int, end: int) -> bool:
    """Whether it is asked who was what in a year in which one stopped, and another one began, as the sentence tells.

    >>> text = "Wójtem był w latach 1921–1934 Jan Kot, a od 1934 roku Ewa Lis."
    >>> [is_in_border_year(f"Kto {one} wójtem w 1934 roku?", text, 54, 61) for one in ("był", "został")]
    [True, False]
    """
    asked, became = _ASKED.findall(question), re.search(r"\b(?:zosta[lł]|stal[aoi]?\b)", question.lower())
    told = _YEARS.finditer(text, *sentence_around(text, begin, end)) if len(asked) == 1 and not became else ()
    return sum(asked[0] in (one["first"], one["last"]) and bool(one["side"] or one["last"]) for one in told) > 1


def is_done_in_another_year(question: str, text: str, begin: int, end: int, texts: Iterable[str]) -> bool:
    """Whether the sentence of an answer has the year of a question without what was done, and texts of the same thing
    tell that of another year.

    >>> texts = ["Kino zbudował w 1951 roku Jan Kot.", "W 1968 roku odnowiła je Ewa Lis."]
    >>> asked = "Kto zbudował kino w 1968 roku?", "Kto odnowił kino w 1968 roku?"
    >>> [is_done_in_another_year(one, texts[1], 24, 31, texts) for one in asked]
    [True, False]
    """
    asked, verb = _ASKED.findall(question), forms(verb_of(question))
    sentence = text[slice(*sentence_around(text, begin, end))]
    if len(asked) != 1 or not verb or verb & forms(sentence) or asked[0] not in sentence:
        return False
    others = [one for told in texts for one in _sentences(told) if verb & forms(one)]
    years = [[_has(one, int(asked[0])) for one in _YEARS.finditer(other)] for other in others]
    return any(own and not any(own) for own in years)


def is_of_other_end(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a year is asked for in which something ended, or was done once, and an answer says since when it is so.

    >>> text = "Wójtem jest od 2015 roku Jan Kot."
    >>> [is_of_other_end(f"W którym roku Jan Kot {one} wójtem?", text, 15, 19) for one in ("przestał być", "został")]
    [True, False]
    """
    if wanted_by(question) is not Wanted.DATE or end_asked(question) == "first":
        return False
    is_since = _SINCE.search(text[max(0, begin - 9) : begin]) or re.match(r"od ", text[begin:end], re.IGNORECASE)
    clause = next(part for part in clauses_of(text, begin, end) if part[1] > begin)
    if not is_since or re.search(rf"\bdo (?:roku )?{_YEAR}", text[slice(*clause)]):
        return False
    if _STOPPED.search(without_marks(question.lower())):
        return True
    verb = verb_of(question)
    return is_past(verb) and not forms(verb) & forms(text[slice(*sentence_around(text, begin, end))])


def _has_all(one: re.Match[str], years: Iterable[int]) -> bool:
    return all(_has(one, year) for year in years)


def _has(one: re.Match[str], year: int) -> bool:
    """Whether a year, several of them, or the time since or until one may be a year."""
    first, side = int(one["first"]), without_marks((one["side"] or "").lower())
    if one["last"]:
        return first <= year <= int(one["last"])
    if side in ("od", "po"):
        return year >= first
    return year <= first if side in ("do", "przed", "pred") else year == first


def _sentences(text: str) -> list[str]:
    seams = [0, *(one.end() for one in SENTENCE_END.finditer(text)), len(text)]
    return [text[low:high] for low, high in pairwise(seams)]
