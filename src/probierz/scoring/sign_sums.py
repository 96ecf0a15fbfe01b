"""Sums of numbers with random signs: the chance that such a sum is large, exact or by its saddle point."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from probierz.scoring.distributions import normal_share

if TYPE_CHECKING:
    from numpy import ndarray

    Array = ndarray[Any, Any]

LEAST_P = 1e-300
"""A p-value is never less."""
_MOST_LATTICE = 2**21


def sign_tail(effects: Array, limit: float) -> tuple[float, bool]:
    """Return P(|Σ ±eᵢ| ≥ limit) for fair and independent signs, and whether it is exact.

    Effects that are multiples of a number are summed exactly (the product of their characteristic functions, turned
    back by a Fourier transform); others, and chances below 1e-9, get the saddle-point approximation

        P ≈ 2 ( Φ(-w) + φ(w) (1/v - 1/w) ),   w² = 2 (u·limit - K(u)),  v² = u² K''(u),  K(u) = Σ log cosh(u eᵢ)

    at the u with K'(u) = limit. Source: Lugannani and Rice 1980; for randomisation Robinson 1982.
    """
    import numpy

    sizes = numpy.abs(effects[effects != 0])
    whole = float(sizes.sum())
    if limit <= 0 or not len(sizes):
        return 1.0, True
    seen = int((sizes > 1e-9 * whole).sum())  # signs of smaller ones make no difference to the sum
    least = 2.0 ** (1 - min(seen, 1000))
    if limit > whole * (1 + 1e-9):
        return 0.0, True
    if limit >= whole * (1 - 1e-9):  # all on one side
        return max(least, LEAST_P), seen < 1000
    tail = min(1.0, max(_saddle_tail(sizes, limit), least, LEAST_P))
    exact = _lattice_tail(sizes, limit) if tail > 1e-9 else None
    return (tail, False) if exact is None else (min(1.0, exact), True)


def _lattice_tail(sizes: Array, limit: float) -> float | None:
    """None where the sizes are no multiples of the smallest (or of a half or third of it), or the sum goes too far."""
    import numpy

    least = float(sizes.min())
    for part in (1, 2, 3, 4, 6, 12):
        unit = least / part
        multiples = numpy.rint(sizes / unit)
        if float(multiples.sum()) > _MOST_LATTICE // 4:
            return None
        if bool((numpy.abs(sizes - multiples * unit) <= 1e-9 * sizes).all()):
            break
    else:
        return None
    values, counts = numpy.unique(multiples.astype(int), return_counts=True)
    reach = int(multiples.sum())
    length = 1 << (2 * reach + 1).bit_length()
    if length * len(values) > _MOST_LATTICE:
        return None
    angles = numpy.arange(length // 2 + 1) * (2 * math.pi / length)
    product = numpy.ones(len(angles))
    for value, count in zip(values.tolist(), counts.tolist(), strict=True):
        product *= numpy.cos(value * angles) ** count
    chances = numpy.fft.irfft(product, length)
    far = math.ceil(limit / unit - 1e-6)
    return 2 * float(chances[far : reach + 1].sum()) if far > 0 else 1.0


def _saddle_tail(sizes: Array, limit: float) -> float:
    import numpy

    values, counts = numpy.unique(sizes / sizes.max(), return_counts=True)
    limit = limit / float(sizes.max())
    spread = math.sqrt(float((counts * values**2).sum()))
    low, high = 0.0, 1.0
    while float((counts * values * numpy.tanh(high * values)).sum()) < limit:
        low, high = high, 2 * high
    u = min(max(limit / spread**2, low), high)
    for _ in range(100):
        slopes = numpy.tanh(u * values)
        excess = float((counts * values * slopes).sum()) - limit
        if abs(excess) <= 1e-12 * limit:
            break
        low, high = (low, u) if excess > 0 else (u, high)
        bend = float((counts * values**2 * (1 - slopes**2)).sum())
        step = u - excess / bend if bend > 0 else high
        u = step if low < step < high else (low + high) / 2
    reach = u * values
    height = float((counts * (reach + numpy.log1p(numpy.exp(-2 * reach)) - math.log(2))).sum())
    bend = float((counts * values**2 / numpy.cosh(numpy.minimum(reach, 350)) ** 2).sum())
    w = math.sqrt(max(0.0, 2 * (u * limit - height)))
    v = u * math.sqrt(bend)
    if w < 1e-3 or v <= 0:
        return 2 * normal_share(-limit / spread)
    density = math.exp(-w * w / 2) / math.sqrt(2 * math.pi)
    return max(0.0, 2 * (normal_share(-w) + density * (1 / v - 1 / w)))
