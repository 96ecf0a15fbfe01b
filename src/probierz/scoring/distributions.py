"""Distributions that intervals and tests need, in plain Python: the core needs no SciPy.

Normal, Student's t, binomial, hypergeometric; checked against SciPy by the tests.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache


def normal_share(place: float) -> float:
    """Return P(X < place) for a standard normal X, exact in the lower tail."""
    return math.erfc(-place / math.sqrt(2)) / 2


def normal_quantile(chance: float) -> float:
    """Return the x with P(X < x) = chance for a standard normal X; -∞ for 0, ∞ for 1."""
    if not 0 < chance < 1:
        return math.inf if chance >= 1 else -math.inf
    if chance > 0.5:
        return -normal_quantile(1 - chance)
    low, high = -40.0, 0.0
    while low < (middle := (low + high) / 2) < high:
        if normal_share(middle) < chance:
            low = middle
        else:
            high = middle
    return high


# --- beta, Student, binomial -----------------------------------------------------------------------------------------


def beta_share(place: float, first: float, second: float) -> float:
    """Return the regularised incomplete beta function I(place; first, second), for positive parameters.

    By its continued fraction, which needs about √(first + second) steps. Source: Abramowitz and Stegun 1964, 26.5.8.
    """
    if place <= 0 or place >= 1:
        return 0.0 if place <= 0 else 1.0
    log_front = (
        math.lgamma(first + second)
        - math.lgamma(first)
        - math.lgamma(second)
        + first * math.log(place)
        + second * math.log1p(-place)
    )
    front = math.exp(log_front)
    if place < (first + 1) / (first + second + 2):
        return front * _beta_fraction(place, first, second) / first
    return 1 - front * _beta_fraction(1 - place, second, first) / second


def _beta_fraction(place: float, first: float, second: float) -> float:
    """The continued fraction, evaluated from the front (Lentz's way)."""
    tiny = 1e-300
    above, below = 1.0, 1 - (first + second) * place / (first + 1)
    below = 1 / (below or tiny)
    result = below
    for step in range(1, 100_000):
        for part in (
            step * (second - step) * place / ((first + 2 * step - 1) * (first + 2 * step)),
            -(first + step) * (first + second + step) * place / ((first + 2 * step) * (first + 2 * step + 1)),
        ):
            below = 1 / ((1 + part * below) or tiny)
            above = (1 + part / above) or tiny
            result *= above * below
        if abs(above * below - 1) < 1e-15:
            break
    return result


def student_tail(place: float, degrees: float) -> float:
    """Return P(T > place) of Student's t, for place ≥ 0 and any positive number of degrees of freedom."""
    return beta_share(degrees / (degrees + place * place), degrees / 2, 0.5) / 2


@lru_cache(maxsize=1024)
def student_quantile(chance: float, degrees: float) -> float:
    """Return the t with P(T < t) = chance ≥ 0.5 of Student's t; that of the normal distribution for ∞ degrees."""
    if degrees > 1e6:
        return normal_quantile(chance)
    low, high = 0.0, 1.0
    while student_tail(high, degrees) > 1 - chance:
        low, high = high, 2 * high
    return _root(lambda place: (1 - chance) - student_tail(place, degrees), low, high)


def mid_p_bounds(hits: float, lines: float, level: float) -> tuple[float, float]:
    """Return the mid-p interval of a share, of which `hits` of `lines` were seen.

        low:   the share p with  P(X > hits; p) + ½ P(X = hits; p) = (1 - level) / 2

    and the high end likewise; X is binomial. Where none or all are hits there is one end only, at the same chance:
    20 of 20 give (0.05 ^ (1/20), 1) = (0.861, 1) at 95 %. Both numbers may be fractions.
    Source: Lancaster 1961; Berry and Armitage 1995.
    """
    return _lower(hits, lines, level), 1 - _lower(lines - hits, lines, level)


def _lower(hits: float, lines: float, level: float) -> float:
    if not hits:
        return 0.0
    tail = (1 - level) / 2
    if hits == lines:
        return float((2 * tail) ** (1 / lines))

    def surplus(share: float) -> float:
        at_least = beta_share(share, hits, lines - hits + 1)
        more = beta_share(share, hits + 1, lines - hits)
        return (at_least + more) / 2 - tail

    return _root(surplus, 0.0, hits / lines)


def _root(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a rising function crosses zero: regula falsi, halving the weight of an end that stays (Illinois)."""
    at_low, at_high = function(low), function(high)
    side = 0
    for _ in range(200):
        if high - low <= 1e-13 * max(abs(low), abs(high)):
            break
        middle = (low * at_high - high * at_low) / (at_high - at_low) if at_high > at_low else (low + high) / 2
        if not low < middle < high:
            middle = (low + high) / 2
        found = function(middle)
        if found == 0:
            return middle
        if found < 0:
            low, at_low = middle, found
            at_high, side = (at_high / 2 if side < 0 else at_high), -1
        else:
            high, at_high = middle, found
            at_low, side = (at_low / 2 if side > 0 else at_low), 1
    return (low + high) / 2


# --- sign test, hypergeometric ---------------------------------------------------------------------------------------


def mid_p_sign(fewer: int, lines: int) -> float:
    """Return the two-sided mid-p of so few heads, or fewer, among `lines` tosses of a fair coin.

    p = 2 Σ C(n, k) / 2ⁿ for k = 0 … fewer, less C(n, fewer) / 2ⁿ;  at most 1

    Source: Lancaster 1961; for McNemar's test Fagerland, Lydersen and Laake 2013.
    """
    if lines == 0 or 2 * fewer == lines:
        return 1.0
    if lines <= 1000:
        whole = sum(math.comb(lines, heads) for heads in range(fewer))
        return float((2 * whole + math.comb(lines, fewer)) / 2**lines)
    up_to = beta_share(0.5, lines - fewer, fewer + 1)
    below = beta_share(0.5, lines - fewer + 1, fewer) if fewer else 0.0
    return up_to + below


def hypergeometric_p(hits: int, drawn: int, marked: int, total: int) -> tuple[float, float]:
    """Return P(X ≤ hits) and P(X ≥ hits) for the marked among `drawn` of `total` things, of which `marked` are so."""
    least, most = max(0, drawn + marked - total), min(drawn, marked)
    terms = [1.0]  # relative to that at the mode, so that nothing underflows where it matters
    mode = min(most, max(least, (drawn + 1) * (marked + 1) // (total + 2)))
    for at in range(mode, least, -1):
        terms.append(terms[-1] * at * (total - marked - drawn + at) / ((marked - at + 1) * (drawn - at + 1)))
        if terms[-1] == 0.0:
            break
    low_terms = terms[::-1]  # from `first` to the mode
    first = mode - len(low_terms) + 1
    terms = [1.0]
    for at in range(mode, most):
        terms.append(terms[-1] * (marked - at) * (drawn - at) / ((at + 1) * (total - marked - drawn + at + 1)))
        if terms[-1] == 0.0:
            break
    chances = low_terms + terms[1:]
    whole = math.fsum(chances)
    place = hits - first
    low = math.fsum(chances[: max(0, place + 1)]) / whole
    high = math.fsum(chances[max(0, place) :]) / whole
    return min(1.0, low), min(1.0, high)
