"""Dates at an end of headings of news: they say when something was written, where the text below has a date too.

## Bieg już w kwietniu (3 marca 2026)

W sobotę 18 kwietnia zapraszamy na bieg.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from probierz.systems.questions.finding.index import FoundPassage
from probierz.systems.questions.wanted.kinds import Wanted, asks_for_year, wanted_by
from probierz.systems.questions.wanted.values import DATE
from probierz.systems.questions.wording.overlaps import overlaps
from probierz.systems.questions.wording.words import without_marks

_DATE = without_marks(DATE)
_HEADING = re.compile(
    rf"^ {{0,3}}#{{1,6}}[ \t]+(?:.*?(?P<date>{_DATE})[ \t)\]#*_]*|[(\[]?(?P<first>{_DATE})[)\] \t]*[:,–—-].*)$",
    re.MULTILINE,
)
_ANY_DATE = re.compile(rf"(?<![\w.,]){_DATE}(?!\w)")
_OF_WRITING = re.compile(r"\b(?:opublik|publik|napisa|ukaza|zamieszcz|zverejn|vysl[ao])")
_GAP = 4  # characters between a heading and the passage below


def without_headings_of_news(question: str, found: Sequence[FoundPassage]) -> Sequence[FoundPassage]:
    """To *kiedy*, the passages found but for headings that have a date at an end, above one that has a date."""
    if not _asks_for_day(question):
        return found
    return [one for one in found if not any(_heads(one, other) for other in found)]


def is_date_of_news(question: str, text: str, begin: int, end: int) -> bool:
    r"""Whether a day is asked for, and an answer is the date of a heading, with a date below in the passage.

    >>> text = "## Bieg (3 marca 2026)\n\n18 kwietnia o 9:00 zapraszamy na bieg."
    >>> [is_date_of_news("Kiedy odbędzie się bieg?", text, *one) for one in ((9, 21), (24, 35))]
    [True, False]
    """
    plain = without_marks(text.lower())
    if not _asks_for_day(question) or len(plain) != len(text):
        return False
    own = [
        one for one in _HEADING.finditer(plain) if overlaps(one.span("date" if one["date"] else "first"), begin, end)
    ]
    return any(_ANY_DATE.search(plain[one.end() :].partition("\n#")[0]) for one in own)


def _asks_for_day(question: str) -> bool:
    is_of_writing = _OF_WRITING.search(without_marks(question.lower()))
    return wanted_by(question) is Wanted.DATE and not asks_for_year(question) and not is_of_writing


def _heads(one: FoundPassage, other: FoundPassage) -> bool:
    """Whether a passage is the heading of a piece of news alone, and the other one stands right below with a date."""
    is_below = one.document == other.document and 0 < other.begin - one.begin - len(one.text) <= _GAP
    last = without_marks(one.text.lower()).rpartition("\n")[2]
    is_heading = is_below and bool(_HEADING.fullmatch(last))
    return is_heading and bool(_ANY_DATE.search(without_marks(other.text.lower())))
