"""Years as texts write them: four digits, of the last thousand years."""

from __future__ import annotations

import re

from probierz.systems.shared.months import MONTH

YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
"""A year that stands by itself, and is no part of a longer number."""

YEARS_OF_LIFE = re.compile(r"(?<!\d)([12]\d{3})\s?[–—-]\s?([12]\d{3})(?!\d)")
"""Two years with a dash: of a life, an office, a war."""
_DAY = rf"\d{{1,2}}\.? {MONTH} [12]\d{{3}}"
DAYS_OF_LIFE = re.compile(
    rf"\((?:ur\. |nar\. )?({_DAY})[^()–—\d]{{0,40}}[–—-][^()\d]{{0,40}}?({_DAY})[^()\d]{{0,40}}\)", re.IGNORECASE
)
"""Two days in brackets, with places or without: *(3 maja 1902, Puck – 17 listopada 1971, Gdynia)*."""
_FROM_TO = re.compile(
    r"\b(?:latach|letech|od(?: roku)?) ([12]\d{3})(?: roku)?(?:\s?[–—-]\s?| do(?: roku)? )([12]\d{3})(?!\d)"
)


def years_between(question: str, passage: str) -> set[str]:
    """The years of a question that lie within times which a passage tells: *w latach 1930–1951*, *od 1930 do 1951*."""
    times = [(int(first), int(last)) for first, last in _FROM_TO.findall(passage)]
    years = YEAR.findall(question) if times else []
    return {one for one in years if any(first <= int(one) <= last for first, last in times)}
