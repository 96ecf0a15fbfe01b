"""Judging two texts: how much they have in common, weighed by trees; and what an encoder says of both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.errors import SystemFileError, Untrained
from probierz.systems.answers import Answering
from probierz.systems.klej.foretelling import (
    FOLDS,
    columns_of_targets,
    foretold,
    read_ridges,
    ridge_arrays,
    ridges_of,
)
from probierz.systems.klej.overlap import Floats, TextPair, WordWeights, overlap
from probierz.systems.klej.targets import TaskTargets, best_limit, folds_of
from probierz.systems.klej.trees import Forest, grow
from probierz.systems.parts.ridge import Ridge
from probierz.systems.system import Answer, Pair, Training

__all__ = ["PairJudge"]

_BLOCK = 256  # lines whose numbers are made together
_FILE = "learnt.npz"


class _Learnt(NamedTuple):
    """ridges: of the encoder's vectors, one for each label or one for the number; none without an encoder."""

    weights: WordWeights
    forest: Forest
    ridges: tuple[Ridge, ...]
    limit: float


@dataclass
class PairJudge(Answering):
    """Says which label or number two texts get, by trees on `overlap`.

    task: of KLEJ, `cdsc-e`; it says which columns hold the texts and what the answers are. encoder: `e5-small` or a
    folder: its similarities are added to what trees see, and what ridge regression makes of its vectors, learnt on
    other records than it is asked of; empty: none. trees, leaf, share: see `grow`. penalty: see `fit_ridge`.
    cache: a folder in which numbers of the encoder are kept for the next time; empty: none.
    """

    kind: ClassVar[str] = "klej-pairs"
    later: ClassVar[tuple[str, ...]] = ("cache",)
    task: str
    encoder: str = ""
    trees: int = 400
    leaf: int = 2
    share: float = 0.3
    penalty: float = 300.0
    cache: str = ""
    _learnt: _Learnt | None = field(default=None, init=False, repr=False, compare=False)

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Learn from records. Raises DataError for fewer than ten, and for a label that the task does not have."""
        question = TaskTargets(self.task)
        wanted = question.wanted(pairs)
        texts = [question.pair(pair.input, line) for line, pair in enumerate(pairs, 1)]
        weights = WordWeights.of(text for pair in texts for text in pair)
        training.progress("reads pairs of texts", 0, len(texts))
        plain, vectors = self._numbers(texts, weights)
        parts = folds_of([text.first for text in texts], FOLDS, training.seed)
        ridges: tuple[Ridge, ...] = ()
        if vectors.shape[1]:
            targets = columns_of_targets(question, wanted)
            plain = numpy.hstack([plain, foretold(vectors, targets, self.penalty, parts)])
            ridges = ridges_of(vectors, targets, self.penalty)
        limit = self._limit(plain, wanted, parts, training) if question.is_yes_or_no else 0.0
        training.progress("grows trees", 0, self.trees)
        forest = self._grown(plain, wanted, training.seed)
        self._learnt = _Learnt(weights, forest, ridges, limit)

    def _numbers(self, texts: Sequence[TextPair], weights: WordWeights) -> tuple[Floats, Floats]:
        """What trees see, and vectors of the encoder, a row a pair."""
        plain = overlap(texts, weights)
        if not self.encoder:
            return plain, numpy.zeros((len(texts), 0))
        from probierz.systems.klej.vectors import pair_numbers

        near, vectors = pair_numbers(self.encoder, texts, self.cache)
        return numpy.hstack([plain, near]), vectors

    def _grown(self, rows: Floats, wanted: NDArray[Any], seed: int) -> Forest:
        classes = len(TaskTargets(self.task).form.labels)
        return grow(rows, wanted, classes=classes, seed=seed, trees=self.trees, leaf=self.leaf, share=self.share)

    def _limit(self, rows: Floats, wanted: NDArray[Any], parts: NDArray[numpy.int64], training: Training) -> float:
        """From which chance on to say yes: best for what trees say of records of other parts."""
        chances = numpy.zeros(len(rows))
        for part in range(FOLDS):
            training.progress("looks where yes begins", part, FOLDS)
            here = parts == part
            chances[here] = self._grown(rows[~here], wanted[~here], training.seed)(rows[here])[:, 1]
        return best_limit(chances, wanted)

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield a label or number for each line; some hundred lines are read ahead."""
        if self._learnt is None:
            raise Untrained("no trees are known yet; train the system first")
        question, (weights, forest, ridges, limit) = TaskTargets(self.task), self._learnt
        lines = enumerate(inputs, 1)
        while block := list(islice(lines, _BLOCK)):
            texts = [question.pair(line, number) for number, line in block]
            plain, vectors = self._numbers(texts, weights)
            rows = numpy.column_stack([plain, *(ridge(vectors) for ridge in ridges)])
            yield from (question.answer(values, limit) for values in forest(rows))

    def write(self, folder: Path) -> None:
        """Write trees and weights."""
        if self._learnt is None:
            raise Untrained("no trees are known yet; train the system first")
        weights, forest, ridges, limit = self._learnt
        arrays: dict[str, Any] = {**weights.arrays(), **forest.arrays(), **ridge_arrays(ridges)}
        arrays["limit"] = numpy.array([limit])
        with (folder / _FILE).open("wb") as file:
            numpy.savez_compressed(file, allow_pickle=False, **arrays)

    def read(self, folder: Path) -> None:
        """Read trees and weights."""
        try:
            with numpy.load(folder / _FILE, allow_pickle=False) as arrays:
                self._learnt = _Learnt(
                    WordWeights.from_arrays(arrays),
                    Forest.from_arrays(arrays),
                    read_ridges(arrays),
                    float(arrays["limit"][0]),
                )
        except (OSError, ValueError, KeyError) as error:
            raise SystemFileError(f"{folder / _FILE} cannot be read: {error}") from None
