"""Weights of networks in eight bits, for files: a quarter of their size in 32 bits.

    w_ij = q_ij · s_i,    s_i = max_j |w_ij| / 127,    q_ij a whole number from -127 to 127

Matrices, which have a scale for each row, are kept so; what has one dimension is kept in 16 bits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy
from numpy.typing import NDArray

_SCALE = ".scale"
_MOST = 127
Numbers = NDArray[numpy.float32]


def in_eight_bits(weights: Mapping[str, Numbers]) -> dict[str, NDArray[Any]]:
    """The arrays of a file; those that hold scales are called as their matrix with `.scale` behind."""
    found: dict[str, NDArray[Any]] = {}
    for name, one in weights.items():
        if one.ndim < 2:
            found[name] = one.astype(numpy.float16)
            continue
        scale = numpy.maximum(numpy.abs(one).max(axis=1, keepdims=True), 1e-8).astype(numpy.float32) / _MOST
        found[name] = numpy.rint(one / scale).astype(numpy.int8)
        found[name + _SCALE] = scale[:, 0]
    return found


def from_eight_bits(arrays: Mapping[str, NDArray[Any]]) -> dict[str, Numbers]:
    """The weights again, in 32 bits; also of a file that has all of them in 16 bits."""
    return {
        name: one.astype(numpy.float32) * arrays[name + _SCALE][:, None]
        if name + _SCALE in arrays
        else one.astype(numpy.float32)
        for name, one in arrays.items()
        if not name.endswith(_SCALE)
    }
