"""Nobody as an answer: what a text says where somebody is asked for whom there was not.

Kto dostał nagrodę w 1998 roku?     W 1998 roku nagrody nie przyznano.
Kto jest skarbnikiem?               Funkcja skarbnika pozostaje nieobsadzona.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from probierz.systems.questions.doubting.doubts import own_clause, sentence_around, subject_of
from probierz.systems.questions.reading.reader import PassageReading
from probierz.systems.questions.wording.field_words import forms
from probierz.systems.questions.wording.overlaps import overlapping
from probierz.systems.questions.wording.years import YEAR

if TYPE_CHECKING:
    from probierz.systems.questions.finding.index import FoundPassage

_WHO = re.compile(r"\W*(?:kto|kogo|komu|kdo|koho)\b(?!.*\b(?:nie|ne\w*l[aioy]?)\b)", re.IGNORECASE)
_DONE = r"[^\W\d_]+[nt][aeoy]?"
_NOBODY = re.compile(
    rf"\bnie (?:zosta|by)ł[aoy]? {_DONE}\b|\bnie [^\W\d_]{{3,}}(?:[aoę](?:no|to)|[yi]to)\b(?: nikogo| nikomu)?"
    r"|\b(?:(?:pozosta|zosta|by|jest)\w* )?(?:nieobsadzon\w+|wakuj\w+)|\bwaka(?:t|nt)\b|\bnik(?:t|ogo|omu) nie \w+"
    rf"|\bnebyl[aoy]? {_DONE}\b|\b(?:(?:zůst|je|by)\w* )?neobsazen\w*|\bnikdo (?:\w{{2,4}} )?ne\w+",
    re.IGNORECASE,
)
"""What says that nobody was chosen, was given something, or did it."""
_OF_YEARS = forms("rok roku roce")
_YEARS = re.compile(r"\b([12]\d{3})(?: r\.| roku)?(?: ?[–—-] ?| do (?:roku )?)([12]\d{3})\b")
_SURE = 0.55
"""A text that has no name is told with *perhaps*: the place may have been another one."""


def told_of_nobody(
    question: str, found: Sequence[FoundPassage], reading: PassageReading | None, sure: float
) -> PassageReading | None:
    """Return what tells that there was nobody, in the year that a question names; else the reading that there is.

    A reading that is sure to be of the year remains, and without a year one that is at least `sure`.
    """
    if not _WHO.match(question):
        return reading
    years = set(YEAR.findall(question))
    if reading and reading.confidence >= sure and _is_of_somebody(years, reading):
        return reading
    subject = {form for form in subject_of(question) - _OF_YEARS if not YEAR.fullmatch(form)}
    return next((one for passage in found for one in _readings(subject, years, passage)), reading)


def _is_of_somebody(years: set[str], reading: PassageReading) -> bool:
    """Whether a reading is of the years that are asked for, and is not itself what tells of nobody."""
    text, begin, end = reading.found.text, reading.begin, reading.end
    is_nobody = overlapping(_NOBODY.finditer(text), begin, end)
    return not is_nobody and years <= _told_years(text, begin, end)


def _readings(subject: set[str], years: set[str], passage: FoundPassage) -> Iterator[PassageReading]:
    text = passage.text
    for one in _NOBODY.finditer(text):
        own = own_clause(text, *one.span())
        told = _told_years(text, *one.span())
        if subject and subject <= forms(own) and (years <= told if years else not told):
            yield PassageReading(one.group(), passage, *one.span(), _SURE)


def _told_years(text: str, begin: int, end: int) -> set[str]:
    """The years of a sentence, those between two as well."""
    sentence = text[slice(*sentence_around(text, begin, end))]
    between = (range(int(one[1]), int(one[2]) + 1) for one in _YEARS.finditer(sentence))
    return {*YEAR.findall(sentence), *(str(year) for some in between for year in some)}
