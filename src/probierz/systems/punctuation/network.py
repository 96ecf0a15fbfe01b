"""A two-layer bidirectional LSTM over words, in NumPy: for each word the scores of its mark, case and spacing.

    e(w) = E[w] + sum of A[affix]                         word and affix embeddings, D numbers
    z = x W + h R + b;   i, f, o = sigmoid(z),   g = tanh(z)
    c = f c' + i g;      h = o tanh(c)                    Hochreiter and Schmidhuber (1997), both ways, two layers
    scores = h V + a

Weights are kept as whole numbers of 8 bits with one factor a row, and used as 32-bit floats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

Floats = NDArray[numpy.float32]
Numbers = NDArray[numpy.int32]


@dataclass
class PunctuationNetwork:
    """The weights.

    words: (V, D). affixes: (A, D). layers: W (2, I, 4H), R (2, H, 4H), b (2, 4H) of each layer, both directions,
    gates in the order i, f, o, g. output: (2H, labels of all kinds), bias: (labels,).
    """

    words: Floats
    affixes: Floats
    layers: tuple[tuple[Floats, Floats, Floats], ...]
    output: Floats
    bias: Floats

    def __post_init__(self) -> None:
        self._scaled = tuple(_scaled(layer, doubled=number > 0) for number, layer in enumerate(self.layers))

    def scores(self, words: Numbers, affixes: Numbers, lengths: Numbers) -> Floats:
        """Scores of all labels, (T, B, labels), of words (T, B) with their affixes (T, B, n).

        lengths: (B,), how long each text is; what stands after its end changes nothing.
        """
        found: Floats = self.states(words, affixes, lengths) @ self.output + self.bias
        return found

    def states(self, words: Numbers, affixes: Numbers, lengths: Numbers) -> Floats:
        """What the last of the layers says of each word, (T, B, 2H)."""
        x: Floats = self.words[words] + self.affixes[affixes].sum(axis=2)
        turned, busy = _turned(len(words), lengths), _busy(len(words), lengths)
        for weights in self._scaled:
            x = _both_ways(x, turned, busy, weights)
        x *= 0.5
        return x

    def mixed_with(self, other: PunctuationNetwork, share: float) -> PunctuationNetwork:
        """The network between this one (0) and another that was trained further from it (1)."""

        def between(own: Floats, others: Floats) -> Floats:
            return ((1 - share) * own + share * others).astype(numpy.float32)

        layers = tuple(
            (between(w, w2), between(r, r2), between(b, b2))
            for (w, r, b), (w2, r2, b2) in zip(self.layers, other.layers, strict=True)
        )
        named = ("words", "affixes", "output", "bias")
        return PunctuationNetwork(layers=layers, **{k: between(getattr(self, k), getattr(other, k)) for k in named})

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The weights for a file, packed."""
        named = {"words": self.words, "affixes": self.affixes, "output": self.output, "bias": self.bias[None]}
        for number, (w, r, b) in enumerate(self.layers):
            named |= {f"w{number}": w.reshape(-1, w.shape[2]), f"r{number}": r.reshape(-1, r.shape[2]), f"b{number}": b}
        packed: dict[str, NDArray[Any]] = {}
        for name, weights in named.items():
            packed[name], packed[f"{name}_scale"] = pack(weights)
        return packed

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> PunctuationNetwork:
        """Make the network of what `arrays` gave. Raises KeyError or ValueError for anything else."""
        found = {
            name: unpacked_weights(arrays[name], arrays[f"{name}_scale"])
            for name in arrays
            if not name.endswith("_scale")
        }
        count = sum(name[0] == "w" and name[1:].isdigit() for name in found)
        layers = tuple(
            (_two(found[f"w{number}"]), _two(found[f"r{number}"]), found[f"b{number}"]) for number in range(count)
        )
        return cls(found["words"], found["affixes"], layers, found["output"], found["bias"][0])


def pack(weights: Floats) -> tuple[NDArray[numpy.int8], Floats]:
    """Round each row to 255 steps; an error of at most half a step, that is 0.4 % of the row's greatest weight."""
    scale = numpy.maximum(numpy.abs(weights).max(axis=1, keepdims=True), 1e-12) / 127
    return numpy.rint(weights / scale).astype(numpy.int8), scale.astype(numpy.float32)


def unpacked_weights(packed: NDArray[Any], scale: NDArray[Any]) -> Floats:
    """The weights again."""
    weights: Floats = packed.astype(numpy.float32) * scale.astype(numpy.float32)
    return weights


def _two(weights: Floats) -> Floats:
    return weights.reshape(2, -1, weights.shape[1])


def _scaled(layer: tuple[Floats, Floats, Floats], doubled: bool) -> Floats:
    """W, R and b as one matrix for each direction, (2, I + H + 1, 4H), for steps that take one product.

    What the gates i, f and o see is halved, as sigmoid(z) = (1 + tanh(z / 2)) / 2: then one tanh does for all four.
    Steps give 2h, which saves halving the gates; so R is halved, and W where the inputs are doubled.
    """
    w, r, b = layer
    factor = numpy.ones(4 * r.shape[1], numpy.float32)
    factor[: 3 * r.shape[1]] = 0.5
    together: Floats = numpy.concatenate([w * 0.5 if doubled else w, r * 0.5, b[:, None]], axis=1) * factor
    return numpy.ascontiguousarray(together, numpy.float32)


def _turned(steps: int, lengths: Numbers) -> tuple[Numbers, Numbers]:
    """The index (T, B) of each text from its end to its beginning; what stands after its end stays there."""
    forwards = numpy.arange(steps, dtype=numpy.int32)[:, None]
    backwards = lengths[None, :] - 1 - forwards
    return numpy.where(backwards >= 0, backwards, forwards), numpy.arange(len(lengths), dtype=numpy.int32)


def _busy(steps: int, lengths: Numbers) -> list[int]:
    """For each step up to which text there is one that has not ended; few, where the longest texts come first."""
    goes_on = lengths[None, :] > numpy.arange(steps)[:, None]
    found: list[int] = (len(lengths) - goes_on[:, ::-1].argmax(axis=1)).tolist()
    return found


def _both_ways(x: Floats, turned: tuple[Numbers, Numbers], busy: list[int], weights: Floats) -> Floats:
    """One layer: (T, B, I) to 2h, (T, B, 2H). Both directions take their steps together."""
    steps, batch, size = x.shape
    hidden = weights.shape[2] // 4
    seen = numpy.zeros((steps + 1, 2, batch, size + hidden + 1), numpy.float32)  # of each step: x, 2h before it, 1
    seen[:-1, 0, :, :size] = x
    seen[:-1, 1, :, :size] = x[turned]
    seen[..., -1] = 1
    cells = numpy.zeros((2, batch, hidden), numpy.float32)
    products = numpy.empty((2, batch, 4 * hidden), numpy.float32)
    for step, count in enumerate(busy):
        gates, cell = products[:, :count], cells[:, :count]
        numpy.matmul(seen[step, :, :count], weights, out=gates)
        numpy.tanh(gates, out=gates)
        gates[..., : 3 * hidden] += 1
        cell *= gates[..., hidden : 2 * hidden]
        cell += gates[..., :hidden] * gates[..., 3 * hidden :]
        cell *= 0.5
        output = seen[step + 1, :, :count, size:-1]
        numpy.multiply(gates[..., 2 * hidden : 3 * hidden], numpy.tanh(cell), out=output)
    found = seen[1:, ..., size:-1]
    return numpy.concatenate([found[:, 0], found[:, 1][turned]], axis=2)
