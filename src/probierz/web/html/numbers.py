"""How numbers look to people: on pages, in e-mails, in chats. What programs read has all digits, and a point.

A score is shown with the digits that its challenge declares, see `--precision`; where it declares none, with four
decimals of the share, and small ones with four significant ones. Numbers that stand beside each other get so many more
that those that differ look different.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from decimal import ROUND_HALF_EVEN, Decimal
from functools import lru_cache
from itertools import pairwise

from django.utils.translation import get_language

DECIMALS = 4
"""Digits after the point where nobody says how many: as many as commands and reports print for people."""
MOST_DECIMALS = 16
SMALLEST, LARGEST = -8, 15
"""Powers of ten below and above which a number is told with an exponent."""
_POINT = re.compile(r"(?<=\d)\.(?=\d)")


@lru_cache(4096)  # a board rounds each score for its row, its interval and its plot
def rounded(text: str, decimals: int | None) -> str:
    """Return the text of a number with at most so many digits after the point; None: as it is.

        >>> rounded("0.8123456789", 4), rounded("5.0e-2", 4), rounded("1.23456e-5", 4), rounded("0.75", 4)
        ('0.8123', '0.05', '0.00001235', '0.75')

    Small ones have so many significant digits. What is no number stays as it is.
    """
    value = _finite(text)
    if decimals is None or value is None:
        return text
    if value and not SMALLEST <= value.adjusted() <= LARGEST:
        return f"{value:.{max(0, decimals - 1)}e}"
    kept = max(decimals, decimals - 1 - value.adjusted()) if value else decimals
    exponent = value.as_tuple().exponent
    if isinstance(exponent, int) and -exponent > kept:
        value = value.quantize(Decimal(1).scaleb(-kept), ROUND_HALF_EVEN)
    return f"{value:f}"


def _finite(text: str) -> Decimal | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return Decimal(repr(value)) if math.isfinite(value) else None


def decimals_telling_apart(values: Iterable[float | None], least: int) -> int:
    """Return how many digits after the point, but not fewer than these, make numbers look different that differ."""
    known = sorted({value for value in values if value is not None and math.isfinite(value)})
    apart = 2 * 10.0**-least  # what differs by more looks different with any digits, and most scores do
    decimals = least
    for one, other in pairwise(known):
        if other - one > apart and max(-one, other) < 10.0**LARGEST:
            continue
        while decimals < MOST_DECIMALS and rounded(repr(one), decimals) == rounded(repr(other), decimals):
            decimals += 1
    return decimals


def interval(low: float, high: float, digits: int) -> str:
    """Return the bounds of an interval, rounded to the nearest as the commands and reports round them."""
    between = "; " if _has_decimal_comma() else ", "
    return number(f"[{low:.{digits}f}{between}{high:.{digits}f}]")


def number(text: object) -> str:
    """Show a number, or numbers in a text, with a decimal comma where people of the page's language write one."""
    return numbers_told()(text)


def numbers_told() -> Callable[[object], str]:
    """Return what `number` does, for many on one page: to ask for the language takes longer than the rest."""
    return _with_comma if _has_decimal_comma() else str


def _with_comma(text: object) -> str:
    return _POINT.sub(",", str(text))


def _has_decimal_comma() -> bool:
    return (get_language() or "")[:2] in ("pl", "cs")
