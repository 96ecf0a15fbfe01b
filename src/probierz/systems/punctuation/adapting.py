"""Fitting the last layer of the network to other texts, in NumPy: no PyTorch is needed, and some seconds are enough.

    p(mark | word) = softmax(h V + a)       h: what the layers below say of the word; they stay as they are
    loss = mean of -log p(right mark) + pull |V - V0|^2

V and a go from V0 and a0 by Adam (Kingma and Ba 2015).
"""

from __future__ import annotations

from typing import Any

import numpy
from numpy.typing import NDArray

from probierz.systems.system import Progress, no_progress

MOST_WORDS = 400_000
"""So many words are looked at, for memory's sake: 1,300 bytes each."""

_ROUNDS, _LEAST_STEPS = 12, 1500
_BATCH = 1024
_RATE = 3e-3
_PULL = 1e-4
_BETAS = (0.9, 0.999)

Floats = NDArray[numpy.float32]


def fit_last_layer(
    states: Floats, labels: NDArray[Any], weights: Floats, bias: Floats, seed: int = 0, progress: Progress = no_progress
) -> tuple[Floats, Floats]:
    """Return new weights (H, M) and bias (M,) for states (N, H) with right labels (N,), which are below M."""
    random = numpy.random.default_rng(seed)
    start = numpy.vstack([weights, bias[None]]).astype(numpy.float64)
    now, mean, square = start.copy(), numpy.zeros_like(start), numpy.zeros_like(start)
    batches = max(1, len(states) // _BATCH)
    rounds = max(_ROUNDS, -(-_LEAST_STEPS // batches))
    step = 0
    for number in range(rounds):
        rate = _RATE * (1 - number / rounds)
        for chosen in numpy.array_split(random.permutation(len(states)), batches):
            step += 1
            slope = _slope(states[chosen], labels[chosen], now) + 2 * _PULL * (now - start)
            mean = _BETAS[0] * mean + (1 - _BETAS[0]) * slope
            square = _BETAS[1] * square + (1 - _BETAS[1]) * slope**2
            upright = (mean / (1 - _BETAS[0] ** step), square / (1 - _BETAS[1] ** step))
            now -= rate * upright[0] / (numpy.sqrt(upright[1]) + 1e-8)
        progress("fitting the last layer", number + 1, rounds)
    return now[:-1].astype(numpy.float32), now[-1].astype(numpy.float32)


def _slope(states: Floats, labels: NDArray[Any], weights: NDArray[Any]) -> NDArray[Any]:
    """The gradient of the mean loss, (H + 1, M)."""
    scores = states @ weights[:-1] + weights[-1]
    chances = numpy.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    chances[numpy.arange(len(labels)), labels] -= 1
    chances /= len(labels)
    return numpy.vstack([states.T @ chances, chances.sum(axis=0)[None]])
