"""Printing numbers as GEval does."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from probierz.metrics.definition import geval_decimal as show

__all__ = [
    "finite",
    "finite_or_none",
    "fixed",
    "formatted",
    "four_decimals",
    "plain",
    "short_p",
    "show",
    "without_noise",
]

_DECIMAL = re.compile(r"(-?)([0-9]+)(?:\.([0-9]+))?(?:e([-+]?[0-9]+))?")


def finite_or_none(value: float | None) -> float | None:
    """The number where it is one; None for NaN and infinities, which JSON and sorted databases have no place for."""
    return value if value is not None and math.isfinite(value) else None


def finite(value: Any) -> Any:
    """Return plain data with None in place of NaN and infinities, which JSON has no numbers for."""
    if isinstance(value, float):
        return finite_or_none(value)
    if isinstance(value, Mapping):
        return {key: finite(one) for key, one in value.items()}
    return [finite(one) for one in value] if isinstance(value, (list, tuple)) else value


def _digits(value: float) -> tuple[str, int, int]:
    """Sign, digits and exponent of the shortest text that reads back as this number: value = digits · 10^exponent."""
    found = _DECIMAL.fullmatch(repr(float(value)))
    assert found is not None
    sign, whole, part, exponent = found.groups(default="")
    return sign, int(whole + part), int(exponent or 0) - len(part)


def fixed(value: float, precision: int) -> str:
    """The number with that many decimals, rounded half to even on its shortest decimal digits.

        >>> fixed(0.125, 2), fixed(2.675, 2), fixed(2.5, 0)
        ('0.12', '2.68', '2')

    A negative precision acts as 0. NaN and infinities print as words.
    """
    if not math.isfinite(value):
        return show(value)
    precision = max(0, precision)
    sign, digits, exponent = _digits(value)
    scaled = _scaled(digits, exponent + precision)
    text = str(scaled).rjust(precision + 1, "0")
    return sign + (f"{text[:-precision]}.{text[-precision:]}" if precision else text)


def _scaled(digits: int, exponent: int) -> int:
    """digits · 10^exponent as a whole number, halves to even."""
    if exponent >= 0:
        return digits * int(10**exponent)
    divisor = int(10**-exponent)
    quotient, rest = divmod(digits, divisor)
    return quotient + int(2 * rest > divisor or (2 * rest == divisor and quotient % 2 == 1))


def four_decimals(value: float, sign: str = "") -> str:
    """The number as summaries of Python objects show it; sign: "+" to have one always."""
    if math.isfinite(value):
        return f"{value:{sign}z.4f}"
    return f"{sign if value > 0 else ''}{show(value)}"


def plain(value: float) -> str:
    """All digits of the number, never an exponent: `0.00001`."""
    if not math.isfinite(value):
        return show(value)
    text = repr(float(value))
    if "e" not in text:
        return text
    _, _, exponent = _digits(value)
    return fixed(value, max(1, -exponent))


def short_p(p: float) -> str:
    """A p-value or q for people: three decimals, or its power of ten where these would be 0.000."""
    return f"{p:.3f}" if p >= 0.001 or p == 0 else f"{p:.0e}"


_SURE_DIGITS = 12
"""Of the digits of a number that was counted in binary fractions, those behind these may be their rounding errors."""


def without_noise(value: float) -> float:
    """The number with at most 12 significant digits, for tables of programs.

    >>> without_noise(95.20000000000002), without_noise(2 / 3), without_noise(5)
    (95.2, 0.666666666667, 5.0)
    """
    return float(f"{value:.{_SURE_DIGITS}g}")


def formatted(value: float, precision: int | None = None, percentage: bool = False) -> str:
    """A score as it is printed: all digits, or `precision` decimals.

    percentage: the number times 100 with two decimals fewer; it works together with a precision only, as in GEval.
    """
    if precision is None:
        return show(value)
    return fixed(value * 100, precision - 2) if percentage else fixed(value, precision)
