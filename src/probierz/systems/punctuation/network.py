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

__all__ = ["Network", "pack", "unpack"]

Floats = NDArray[numpy.float32]
Numbers = NDArray[numpy.int32]


@dataclass
class Network:
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
        turned = _turned(len(words), lengths)
        for layer in self._scaled:
            x = _both_ways(x, turned, *layer)
        x *= 0.5
        return x

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
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Network:
        """Make the network of what `arrays` gave. Raises KeyError or ValueError for anything else."""
        found = {name: unpack(arrays[name], arrays[f"{name}_scale"]) for name in arrays if not name.endswith("_scale")}
        count = sum(name[0] == "w" and name[1:].isdigit() for name in found)
        layers = tuple(
            (_two(found[f"w{number}"]), _two(found[f"r{number}"]), found[f"b{number}"]) for number in range(count)
        )
        return cls(found["words"], found["affixes"], layers, found["output"], found["bias"][0])


def pack(weights: Floats) -> tuple[NDArray[numpy.int8], Floats]:
    """Round each row to 255 steps; an error of at most half a step, that is 0.4 % of the row's greatest weight."""
    scale = numpy.maximum(numpy.abs(weights).max(axis=1, keepdims=True), 1e-12) / 127
    return numpy.rint(weights / scale).astype(numpy.int8), scale.astype(numpy.float32)


def unpack(packed: NDArray[Any], scale: NDArray[Any]) -> Floats:
    """The weights again."""
    weights: Floats = packed.astype(numpy.float32) * scale.astype(numpy.float32)
    return weights


def _two(weights: Floats) -> Floats:
    return weights.reshape(2, -1, weights.shape[1])


def _scaled(layer: tuple[Floats, Floats, Floats], doubled: bool) -> tuple[Floats, Floats, Floats]:
    """Halve what the gates i, f and o see, as sigmoid(z) = (1 + tanh(z / 2)) / 2: then one tanh does for all four.

    Steps give 2h, which saves halving the gates; so R is halved, and W where the inputs are doubled.
    """
    hidden = layer[1].shape[1]
    factor = numpy.ones(4 * hidden, numpy.float32)
    factor[: 3 * hidden] = 0.5
    w, r, b = (one * factor for one in layer)
    return numpy.ascontiguousarray(w * 0.5 if doubled else w), numpy.ascontiguousarray(r * 0.5), b


def _turned(steps: int, lengths: Numbers) -> tuple[Numbers, Numbers]:
    """The index (T, B) of each text from its end to its beginning; what stands after its end stays there."""
    forwards = numpy.arange(steps, dtype=numpy.int32)[:, None]
    backwards = lengths[None, :] - 1 - forwards
    return numpy.where(backwards >= 0, backwards, forwards), numpy.arange(len(lengths), dtype=numpy.int32)


def _both_ways(x: Floats, turned: tuple[Numbers, Numbers], w: Floats, r: Floats, b: Floats) -> Floats:
    """One layer: (T, B, I) to 2h, (T, B, 2H). Both directions take their steps together."""
    steps, batch, _ = x.shape
    hidden = r.shape[1]
    inputs = numpy.empty((steps, 2, batch, 4 * hidden), numpy.float32)
    numpy.add(x @ w[0], b[0], out=inputs[:, 0])
    numpy.add(x[turned] @ w[1], b[1], out=inputs[:, 1])
    state = numpy.zeros((2, batch, hidden), numpy.float32)
    cell = numpy.zeros_like(state)
    found = numpy.empty((steps, 2, batch, hidden), numpy.float32)
    recurrent = numpy.empty((2, batch, 4 * hidden), numpy.float32)
    for step in range(steps):
        gates = inputs[step]
        gates += numpy.matmul(state, r, out=recurrent)
        numpy.tanh(gates, out=gates)
        gates[..., : 3 * hidden] += 1
        cell *= gates[..., hidden : 2 * hidden]
        cell += gates[..., :hidden] * gates[..., 3 * hidden :]
        cell *= 0.5
        state = numpy.multiply(gates[..., 2 * hidden : 3 * hidden], numpy.tanh(cell), out=found[step])
    return numpy.concatenate([found[:, 0], found[:, 1][turned]], axis=2)
