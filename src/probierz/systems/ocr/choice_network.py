"""A small network that chooses one of several candidates: a log-linear model, and units that see what goes together.

    score(x) = x a + max(0, x W + b) v        P(choice) = exp(score) / sum of exp(score) over the group

Without units it is the log-linear model of `logistic`. Learnt by Adam (Kingma and Ba 2015) on cross-entropy, from
groups in random order, with a rate that falls as half a cosine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.systems.shared.logistic import chances, choice_weights

Floats = NDArray[numpy.float32]
Numbers = NDArray[numpy.int64]

_UNITS, _EPOCHS, _BATCH = 64, 20, 512
_FEW = 50_000  # groups, below which a network would learn them by heart
_RATE, _DECAY = 2e-3, 1e-4
_RIDGE = 1.0
_MOMENTS, _TINY = (0.9, 0.999), 1e-8


class ChoiceNetwork(NamedTuple):
    """linear: a; units, bias, out: W, b, v."""

    linear: NDArray[numpy.floating]
    units: NDArray[numpy.floating]
    bias: NDArray[numpy.floating]
    out: NDArray[numpy.floating]

    @classmethod
    def of_weights(cls, linear: NDArray[numpy.floating]) -> ChoiceNetwork:
        """The log-linear model of these weights."""
        return cls(linear, numpy.zeros((len(linear), 0)), numpy.zeros(0), numpy.zeros(0))

    def scores(self, features: NDArray[numpy.floating]) -> NDArray[numpy.floating]:
        """The score of each row of features; columns that came after what it has learnt from do not count."""
        if not self.linear.size:
            return numpy.zeros(len(features))
        features = features[:, : len(self.linear)]
        found: NDArray[numpy.floating] = features @ self.linear
        if self.out.size:
            found = found + numpy.maximum(features @ self.units + self.bias, 0) @ self.out
        return found

    def arrays(self) -> dict[str, NDArray[Any]]:
        """What to keep in a file."""
        return {f"choice_{name}": array for name, array in self._asdict().items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> ChoiceNetwork:
        """One that was kept, or weights of an older version. Raises KeyError."""
        if "weights" in arrays:
            return cls.of_weights(arrays["weights"])
        return cls(*(arrays[f"choice_{name}"] for name in cls._fields))


class ChoicePlaces(NamedTuple):
    """Rows of features of candidates; the groups begin at rows `begins`, and `chosen` is the row that was right."""

    features: Floats
    begins: Numbers
    chosen: Numbers

    @classmethod
    def together(cls, parts: Sequence[ChoicePlaces]) -> ChoicePlaces:
        """The groups of all parts, which have some."""
        rows = numpy.cumsum([0, *(len(part.features) for part in parts)])[:-1]
        moved = [part._replace(begins=part.begins + row, chosen=part.chosen + row)
                 for part, row in zip(parts, rows, strict=True) if len(part.begins)]  # fmt: skip
        return cls(*(numpy.concatenate(column) for column in zip(*(moved or parts[:1]), strict=True)))


def learn_choices(groups: ChoicePlaces, seed: int = 0) -> ChoiceNetwork:
    """Learn to choose: a network where there is enough to learn from, weights where there is not."""
    if not len(groups.begins):
        return ChoiceNetwork.of_weights(numpy.zeros(0))
    if len(groups.begins) < _FEW:
        return ChoiceNetwork.of_weights(choice_weights(*groups, _RIDGE))
    mean, scale = groups.features.mean(axis=0), groups.features.std(axis=0)
    is_constant = scale < _TINY * 1e5
    mean, scale = numpy.where(is_constant, 0, mean), numpy.where(is_constant, 1, scale)
    found = _Learner(groups, mean, scale, seed).learnt()
    units = found.units / scale[:, None]
    return ChoiceNetwork(found.linear / scale, units, found.bias - mean @ units, found.out)


class _Learner:
    """Adam over batches of groups, of features with mean 0 and deviation 1."""

    def __init__(self, groups: ChoicePlaces, mean: Floats, scale: Floats, seed: int) -> None:
        self._groups, self._mean, self._scale = groups, mean, scale
        self._random = numpy.random.default_rng(seed)
        width = groups.features.shape[1]
        units = self._random.normal(size=(width, _UNITS)) * numpy.sqrt(2 / width)
        out = self._random.normal(size=_UNITS) * 0.1
        first = numpy.zeros(width), units, numpy.zeros(_UNITS), out
        self._network = ChoiceNetwork(*(one.astype(numpy.float32) for one in first))
        self._moments = [(numpy.zeros_like(one), numpy.zeros_like(one)) for one in self._network]

    def learnt(self) -> ChoiceNetwork:
        steps = _EPOCHS * (len(self._groups.begins) // _BATCH)
        for step, batch in enumerate(self._batches(), 1):
            rate = _RATE * 0.5 * (1 + numpy.cos(numpy.pi * step / steps))
            self._step(self._slopes(batch), rate, step)
        return self._network

    def _batches(self) -> Iterator[Numbers]:
        for _ in range(_EPOCHS):
            order = self._random.permutation(len(self._groups.begins))
            for first in range(0, len(order) - _BATCH + 1, _BATCH):
                yield order[first : first + _BATCH]

    def _slopes(self, batch: Numbers) -> tuple[Floats, ...]:
        features, begins, chosen = self._groups
        sizes = numpy.diff(begins, append=len(features))[batch]
        own = numpy.cumsum(sizes) - sizes
        rows = numpy.repeat(begins[batch] - own, sizes) + numpy.arange(sizes.sum())
        read = (features[rows] - self._mean) / self._scale
        before = read @ self._network.units + self._network.bias
        after = numpy.maximum(before, 0)
        wrong = chances(read @ self._network.linear + after @ self._network.out, own, sizes)
        wrong[own + chosen[batch] - begins[batch]] -= 1
        wrong /= len(batch)
        back = (wrong[:, None] * self._network.out) * (before > 0)
        return read.T @ wrong, read.T @ back, back.sum(axis=0), after.T @ wrong

    def _step(self, slopes: tuple[Floats, ...], rate: float, step: int) -> None:
        first, second = _MOMENTS
        for weights, (mean, square), slope in zip(self._network, self._moments, slopes, strict=True):
            drawn = slope + _DECAY * weights
            mean[:] += (1 - first) * (drawn - mean)
            square[:] += (1 - second) * (drawn**2 - square)
            weights[:] -= rate * mean / (1 - first**step) / (numpy.sqrt(square / (1 - second**step)) + _TINY)
