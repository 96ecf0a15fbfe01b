"""Histograms of line scores, with edges that people can read."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

BINS = 20
_FAR = 2
"""Where all values lie that much wider than the middle 98 % do, the outermost go into one bin at each end."""


def histogram(scores: Sequence[Sequence[float]]) -> tuple[list[float], list[list[int]], list[int]]:
    """Return edges for all outputs together, counts per output, and how many lines per output have no finite score.

    A bin holds its low edge and not its high one; the last bin holds both.
    """
    import numpy

    columns = [numpy.asarray(one, dtype=float) for one in scores]
    finite = [column[numpy.isfinite(column)] for column in columns]
    edges = edges_of(numpy.concatenate(finite))
    counts = [numpy.histogram(column, edges)[0].tolist() for column in finite] if edges else [[] for _ in columns]
    return edges, counts, [len(column) - len(kept) for column, kept in zip(columns, finite, strict=True)]


def edges_of(values: NDArray[Any]) -> list[float]:
    """Return about `BINS` edges with steps of 1, 2 or 5 (times a power of ten); none for no values.

    Equal values get one bin around them.
    """
    if not len(values):
        return []
    least, greatest = float(values.min()), float(values.max())
    if least == greatest:
        width = max(0.5, abs(least) / 1e6)  # an edge of its own, also among large floats
        return [max(least - width, -sys.float_info.max), min(least + width, sys.float_info.max)]
    low, high = _middle(values, least, greatest)
    width = high / BINS - low / BINS
    if not width:  # neighbours among the floats
        return [least, greatest]
    step = round_step(width)
    edges = {_multiple(at, step) for at in range(math.floor(low / step), math.ceil(high / step) + 1)}
    below, above = {least} if least < min(edges) else set(), {greatest} if greatest > max(edges) else set()
    return sorted(below | edges | above)


def _middle(values: NDArray[Any], least: float, greatest: float) -> tuple[float, float]:
    import numpy

    low, high = map(float, numpy.quantile(values, (0.01, 0.99)))
    far_out = high > low and greatest - least > _FAR * (high - low)
    return (low, high) if far_out else (least, greatest)


def round_step(width: float) -> float:
    """Return the next of 1, 2, 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(width))
    return next(times * power for times in (1, 2, 5, 10) if times * power >= width * (1 - 1e-9))


def _multiple(count: int, step: float) -> float:
    """count · step without the dust of binary fractions: 0.15, not 0.15000000000000002."""
    return float(f"{count * step:.12g}")
