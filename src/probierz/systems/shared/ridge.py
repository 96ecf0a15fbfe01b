"""Ridge regression: a weighted sum of numbers that is as near to what is wanted as small weights allow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

Floats = NDArray[numpy.floating]


@dataclass(frozen=True)
class Ridge:
    """means, scales, weights: one a column. offset: what is said of a row of means."""

    means: Floats
    scales: Floats
    weights: Floats
    offset: float

    def __call__(self, rows: Floats) -> Floats:
        """The value of each row."""
        found: Floats = (rows - self.means) / self.scales @ self.weights + self.offset
        return found

    def arrays(self) -> dict[str, Floats]:
        """What `from_arrays` reads."""
        return {
            "means": self.means,
            "scales": self.scales,
            "weights": self.weights,
            "offset": numpy.array([self.offset]),
        }

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, Floats]) -> Ridge:
        """Read what `arrays` gave. Raises KeyError for a missing one, ValueError for other shapes."""
        means, scales, weights = (numpy.asarray(arrays[name], float) for name in ("means", "scales", "weights"))
        if not means.shape == scales.shape == weights.shape or means.ndim != 1:
            raise ValueError("there is not one mean, scale and weight for each column")
        return cls(means, scales, weights, float(arrays["offset"][0]))


def fit_ridge(rows: Floats, wanted: Floats, penalty: float, importance: Floats | None = None) -> Ridge:
    """Return the weights w that minimise |wanted - rows · w|² + penalty · |w|², rows being centred and scaled to 1.

    importance: a column with importance q is scaled to q, so that its weight costs 1 / q² as much; 1 when not given.
    Works on rows or on columns, whichever are fewer. A column that is always the same has no influence.
    """
    means = rows.mean(axis=0)
    spread = rows.std(axis=0)
    scales = numpy.where(spread > 1e-9, spread, numpy.inf) / (1.0 if importance is None else importance)
    scaled = (rows - means) / scales
    offset = float(wanted.mean())
    many, columns = scaled.shape
    if columns <= many:
        weights = numpy.linalg.solve(scaled.T @ scaled + penalty * numpy.eye(columns), scaled.T @ (wanted - offset))
    else:
        weights = scaled.T @ numpy.linalg.solve(scaled @ scaled.T + penalty * numpy.eye(many), wanted - offset)
    return Ridge(means, scales, weights, offset)
