"""What stands behind *lecz* in the place of what *nie* denies before it: of *nie 30, lecz 25 zł* the second.

Only numbers, dates and names are known so; *nie tylko Jan Kot, ale i Ewa Lis* denies nobody.
"""

from __future__ import annotations

import re

from probierz.systems.questions.wording.overlaps import overlapping
from probierz.systems.questions.wording.words import CAPITAL, NAME_WORD
from probierz.systems.shared.months import MONTH

_AS_VALUE = r"(?:(?:w|we|o|od|do|na|za|po|v|ve|dnia) )?"
_INSTEAD = re.compile(
    rf"\b(?:[Nn]ie|[Nn]e) (?P<no>{_AS_VALUE}(?:\d|(?P<name>{CAPITAL}))[^,.;\n]{{0,40}}), ?(?:lecz|tylko|ale|nýbrž) "
    rf"(?P<yes>{_AS_VALUE}(?(name){NAME_WORD}(?: {NAME_WORD})*|\d[^\s,.;]*(?:[.,]\d+)?(?: {MONTH})?))"
)


def instead_of_denied(passage: str, begin: int, end: int) -> tuple[int, int]:
    """Return the characters of what holds where a span has a part of what is denied for it; else those of the span.

    >>> text = "Bilet kosztuje nie 30, lecz 25 zł."
    >>> text[slice(*instead_of_denied(text, 19, 21))]
    '25'
    """
    found = overlapping(_INSTEAD.finditer(passage), begin, end, "no")
    return found.span("yes") if found else (begin, end)


def is_instead_of_denied(passage: str, begin: int, end: int) -> bool:
    """Whether a span is what holds in the place of what is denied before it."""
    return overlapping(_INSTEAD.finditer(passage), begin, end, "yes") is not None
