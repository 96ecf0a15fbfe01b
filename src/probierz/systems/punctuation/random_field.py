"""Conditional random fields on a chain: each item of a row has clues, and gets a chance for each label.

    P(labels | row) = exp(sum of W[clue, label] + sum of T[label before, label]) / Z

Lafferty, McCallum and Pereira (2001). Weights are learnt by CRFsuite (extra `crf`), with L1 and L2 penalties by L-BFGS;
chances are counted here, forwards and backwards, in NumPy. So a trained field is plain arrays, and needs no extra.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

from probierz.errors import DataError, MissingExtra, SystemFileError
from probierz.systems.storage import reading

Row = Sequence[Sequence[str]]
"""The clues of each item."""

Floats = NDArray[numpy.float64]


@dataclass(frozen=True)
class RandomField:
    """What was learnt. weights: (clues, labels). steps: (labels, labels), from one label to the next."""

    clues: Mapping[str, int]
    weights: NDArray[numpy.float32]
    steps: NDArray[numpy.float32]

    def chances(self, rows: Sequence[Row]) -> list[Floats]:
        """For each row an array (items, labels); each line of it adds up to 1."""
        lengths = numpy.array([len(row) for row in rows])
        if not lengths.sum():
            return [numpy.zeros((0, len(self.steps))) for _ in rows]
        scores = numpy.zeros((lengths.max(), len(rows), len(self.steps)))
        inside = numpy.arange(len(scores))[:, None] < lengths[None, :]
        scores.swapaxes(0, 1)[inside.T] = self._scores([clues for row in rows for clues in row])
        own = numpy.exp(scores - scores.max(axis=2, keepdims=True))
        steps = numpy.exp(self.steps.astype(float))
        found = _forwards(own, steps, inside) * _backwards(own, steps, inside)
        found /= found.sum(axis=2, keepdims=True)
        return [found[: len(row), number] for number, row in enumerate(rows)]

    def _scores(self, items: Sequence[Sequence[str]]) -> NDArray[numpy.float32]:
        """The sum of the weights of each item's clues; the row before the first clue stands for those not known."""
        flat = chain.from_iterable(items)
        numbers = numpy.fromiter(map(self.clues.get, flat, repeat(-1)), numpy.int32) + 1
        begins = numpy.cumsum([0, *(len(clues) for clues in items[:-1])])
        found: NDArray[numpy.float32] = numpy.add.reduceat(self._padded[numbers], begins, axis=0)
        return found

    @cached_property
    def _padded(self) -> NDArray[numpy.float32]:
        return numpy.concatenate([numpy.zeros((1, len(self.steps)), numpy.float32), self.weights])

    def write(self, path: Path) -> None:
        """Write two files: PATH.json with the clues, PATH.npz with the weights."""
        path.with_suffix(".json").write_text(json.dumps(list(self.clues), ensure_ascii=False), "utf-8")
        with path.with_suffix(".npz").open("wb") as file:
            numpy.savez_compressed(file, allow_pickle=False, weights=self.weights, steps=self.steps)

    @classmethod
    def read(cls, path: Path) -> RandomField:
        """Read them. Raises SystemFileError."""
        with reading(path.with_suffix(".npz")):
            clues = json.loads(path.with_suffix(".json").read_text("utf-8"))
            with numpy.load(path.with_suffix(".npz"), allow_pickle=False) as arrays:
                weights, steps = arrays["weights"], arrays["steps"]
        is_right = isinstance(clues, list) and weights.ndim == steps.ndim == 2 and weights.shape[0] == len(clues)
        if not (is_right and steps.shape == (weights.shape[1],) * 2 and all(isinstance(one, str) for one in clues)):
            raise SystemFileError(f"{path.with_suffix('.npz')} holds no weights for these clues; train the system anew")
        return cls({clue: number for number, clue in enumerate(clues)}, weights, steps)


def _forwards(own: Floats, steps: Floats, inside: NDArray[numpy.bool_]) -> Floats:
    """In (T, B, labels): how likely each label is, seen from the beginning; what stands outside stays as it is."""
    found = numpy.ones_like(own)
    state = own[0]
    for step in range(len(own)):
        if step:
            state = numpy.where(inside[step][:, None], (state @ steps) * own[step], 1)
        state = state / state.sum(axis=1, keepdims=True)
        found[step] = state
    return found


def _backwards(own: Floats, steps: Floats, inside: NDArray[numpy.bool_]) -> Floats:
    """Likewise from the end, without what the item itself says."""
    found = numpy.ones_like(own)
    for step in range(len(own) - 2, -1, -1):
        state = (found[step + 1] * own[step + 1]) @ steps.T
        state /= state.sum(axis=1, keepdims=True)
        found[step] = numpy.where(inside[step + 1][:, None], state, 1)
    return found


# --- learning --------------------------------------------------------------------------------------------------------


def learn(
    rows: Iterable[tuple[Row, Sequence[int]]],
    labels: int,
    *,
    c1: float,
    c2: float,
    least: int,
    rounds: int,
    progress: Callable[[str, int, int], None] | None = None,
) -> RandomField:
    """Learn from rows with the number of each item's label. labels: how many there are.

    c1, c2: the L1 and L2 penalties. least: how often a clue must stand with a label. rounds: steps of L-BFGS at most.
    progress: called with "rounds", how many are done, and of how many.
    Raises DataError when there is no item, MissingExtra without CRFsuite.
    """
    trainer = _trainer(rounds, progress)
    numbers: dict[str, int] = {}
    items = 0
    for row, found in rows:
        # CRFsuite gets numbers for names: no letter of a clue can be taken for a sign of its own.
        trainer.append(
            [[str(numbers.setdefault(clue, len(numbers))) for clue in clues] for clues in row],
            [str(one) for one in found],
        )
        items += len(found)
    if not items:
        raise DataError("there is no word to learn from")
    trainer.set_params({"c1": c1, "c2": c2, "feature.minfreq": least, "max_iterations": rounds})
    with tempfile.TemporaryDirectory(prefix="probierz-") as folder:
        trainer.train(f"{folder}/field")
        return _read_learnt(f"{folder}/field", list(numbers), labels)


def _trainer(rounds: int, progress: Callable[[str, int, int], None] | None) -> Any:
    try:
        import pycrfsuite
    except ImportError:
        raise MissingExtra("python-crfsuite", "crf", "training a conditional random field") from None

    class Trainer(pycrfsuite.BaseTrainer):  # type: ignore[misc]
        """Tells how far it is instead of printing."""

        def message(self, text: bytes | str) -> None:
            said = text.decode() if isinstance(text, bytes) else text
            if progress and (done := re.search(r"Iteration #(\d+)", said)):
                progress("rounds", int(done[1]), rounds)

    return Trainer("lbfgs", verbose=False)


def _read_learnt(path: str, names: Sequence[str], labels: int) -> RandomField:
    """Turn what CRFsuite wrote into arrays; clues without a weight are left out."""
    import pycrfsuite

    tagger = pycrfsuite.Tagger()
    with tagger.open(path):
        learnt = tagger.info()
    steps = numpy.zeros((labels, labels), numpy.float32)
    for (before, after), weight in learnt.transitions.items():
        steps[int(before), int(after)] = weight
    used: dict[str, int] = {}
    places = [(used.setdefault(clue, len(used)), int(label)) for clue, label in learnt.state_features]
    weights = numpy.zeros((len(used), labels), numpy.float32)
    for place, weight in zip(places, learnt.state_features.values(), strict=True):
        weights[place] = weight
    return RandomField({names[int(clue)]: number for clue, number in used.items()}, weights, steps)
