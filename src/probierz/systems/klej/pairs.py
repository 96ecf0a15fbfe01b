"""Judging two texts: how much they have in common, weighed by trees; and what an encoder says of both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy
from numpy.typing import NDArray

from probierz.systems.klej.judging import Arrays, Judge, Texts
from probierz.systems.klej.overlap import Floats, TextPair, WordWeights, overlap_rows
from probierz.systems.klej.targets import TaskTargets
from probierz.systems.klej.trees import Forest, grow


@dataclass
class PairJudge(Judge):
    """Says which label or number two texts get, by trees on `overlap`, and on similarities of an encoder where named.

    trees, leaf, share: see `grow`. The rest: see `Judge`.
    """

    kind: ClassVar[str] = "klej-pairs"
    trees: int = 400
    leaf: int = 2
    share: float = 0.3

    def _counted(self, texts: Texts) -> WordWeights:
        return WordWeights.of(text for pair in texts for text in pair)

    def _numbers(self, texts: Texts, counts: WordWeights) -> tuple[Floats, Floats]:
        pairs = [TextPair(*pair) for pair in texts]
        plain = overlap_rows(pairs, counts)
        if not self.encoder:
            return plain, numpy.zeros((len(texts), 0))
        from probierz.systems.klej.vectors import pair_numbers

        near, vectors = pair_numbers(self.encoder, pairs, self.cache)
        return numpy.hstack([plain, near]), vectors

    def _beside(self, rows: Floats, told: Floats) -> Floats:
        return numpy.hstack([rows, told])

    def _model(self, rows: Floats, wanted: NDArray[Any], seed: int) -> Forest:
        classes = len(TaskTargets(self.task).form.labels)
        return grow(rows, wanted, classes=classes, seed=seed, trees=self.trees, leaf=self.leaf, share=self.share)

    def _from_arrays(self, arrays: Arrays, _ridges: int) -> tuple[WordWeights, Forest]:
        return WordWeights.from_arrays(arrays), Forest.from_arrays(arrays)
