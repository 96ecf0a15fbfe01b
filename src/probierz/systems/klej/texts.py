"""Judging one text: by weights of its words, runs of letters and names; and by what an encoder says of it."""

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
from probierz.systems.klej.overlap import Floats
from probierz.systems.klej.targets import TaskTargets, best_limit, folds_of
from probierz.systems.klej.words import WeighedFeatures, features_of
from probierz.systems.libraries import library
from probierz.systems.parts.ridge import Ridge
from probierz.systems.system import Answer, Pair, Training

__all__ = ["TextJudge"]

_BLOCK = 256
_FILE = "learnt.npz"


class _Learnt(NamedTuple):
    """weights: a row for each label (one row for yes or no, and for a number), a column for each feature and what is
    foretold. offsets: what is said of no feature at all.
    """

    vocabulary: WeighedFeatures
    weights: Floats
    offsets: Floats
    ridges: tuple[Ridge, ...]
    limit: float


@dataclass
class TextJudge(Answering):
    """Says which label or number a text gets, by a weighted sum of its features.

    For labels that is a linear support vector machine, each label against the others; for numbers, ridge regression.
    task: of KLEJ, `nkjp-ner`. encoder: `e5-small` or a folder, whose vectors are judged by ridge regression first, on
    other records than it learnt from; empty: none. strength: how much a mistake costs beside large weights (C of the
    machine, 1 / penalty of the regression). trust: how much what is foretold weighs beside a feature.
    penalty: of the ridge regression. cache: as of `PairJudge`.
    """

    kind: ClassVar[str] = "klej-texts"
    later: ClassVar[tuple[str, ...]] = ("cache",)
    task: str
    encoder: str = ""
    strength: float = 0.3
    trust: float = 1.0
    penalty: float = 300.0
    cache: str = ""
    _learnt: _Learnt | None = field(default=None, init=False, repr=False, compare=False)

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Learn from records. Raises DataError for fewer than ten, and for a label that the task does not have."""
        question = TaskTargets(self.task)
        wanted = question.wanted(pairs)
        texts = [question.texts(pair.input, line)[0] for line, pair in enumerate(pairs, 1)]
        training.progress("reads texts", 0, len(texts))
        features = [features_of(text) for text in texts]
        vocabulary = WeighedFeatures.of(features)
        rows = vocabulary.rows(features)
        parts = folds_of(texts, FOLDS, training.seed)
        ridges: tuple[Ridge, ...] = ()
        if self.encoder:
            vectors, targets = self._vectors(texts), columns_of_targets(question, wanted)
            rows = self._beside(rows, foretold(vectors, targets, self.penalty, parts))
            ridges = ridges_of(vectors, targets, self.penalty)
        limit = self._limit(rows, wanted, parts, training) if question.is_yes_or_no else 0.0
        training.progress("weighs features", 0, 0)
        self._learnt = _Learnt(vocabulary, *self._weighed(rows, wanted, training.seed), ridges, limit)

    def _vectors(self, texts: Sequence[str]) -> Floats:
        from probierz.systems.klej.vectors import text_numbers

        return text_numbers(self.encoder, texts, self.cache)

    def _beside(self, rows: Any, told: Floats) -> Any:
        return library("scipy.sparse").hstack([rows, self.trust * told], format="csr")

    def _weighed(self, rows: Any, wanted: NDArray[Any], seed: int) -> tuple[Floats, Floats]:
        """Weights and offsets, a row for each label of the task."""
        labels = len(TaskTargets(self.task).form.labels)
        if not labels:
            model = library("sklearn.linear_model").Ridge(1 / self.strength, random_state=seed).fit(rows, wanted)
            return model.coef_[None, :], numpy.array([model.intercept_])
        model = library("sklearn.svm").LinearSVC(C=self.strength, random_state=seed).fit(rows, wanted)
        if len(model.classes_) == 2:  # one row of weights, for the second
            weights = numpy.vstack([-model.coef_, model.coef_])
            offsets = numpy.concatenate([-model.intercept_, model.intercept_])
        else:
            weights, offsets = model.coef_, model.intercept_
        all_weights, all_offsets = numpy.zeros((labels, rows.shape[1])), numpy.full(labels, -numpy.inf)
        all_weights[model.classes_], all_offsets[model.classes_] = weights, offsets
        return all_weights, all_offsets

    def _limit(self, rows: Any, wanted: NDArray[Any], parts: NDArray[numpy.int64], training: Training) -> float:
        """From which value on to say yes: best for what is said of records of other parts."""
        values = numpy.zeros(rows.shape[0])
        for part in range(FOLDS):
            training.progress("looks where yes begins", part, FOLDS)
            here = parts == part
            weights, offsets = self._weighed(rows[~here], wanted[~here], training.seed)
            values[here] = rows[here] @ weights[1] + offsets[1]
        return best_limit(values, wanted)

    def answers(self, inputs: Iterable[str]) -> Iterator[Answer]:
        """Yield a label or number for each line; some hundred lines are read ahead."""
        if self._learnt is None:
            raise Untrained("no weights are known yet; train the system first")
        question, learnt = TaskTargets(self.task), self._learnt
        lines = enumerate(inputs, 1)
        while block := list(islice(lines, _BLOCK)):
            texts = [question.texts(line, number)[0] for number, line in block]
            rows = learnt.vocabulary.rows([features_of(text) for text in texts])
            if learnt.ridges:
                vectors = self._vectors(texts)
                rows = self._beside(rows, numpy.column_stack([ridge(vectors) for ridge in learnt.ridges]))
            values = rows @ learnt.weights.T + learnt.offsets
            yield from (question.answer(one, learnt.limit, are_chances=False) for one in values)

    def write(self, folder: Path) -> None:
        """Write weights and features."""
        if self._learnt is None:
            raise Untrained("no weights are known yet; train the system first")
        learnt = self._learnt
        arrays: dict[str, Any] = {**learnt.vocabulary.arrays(), **ridge_arrays(learnt.ridges)}
        arrays |= {"weights": learnt.weights, "offsets": learnt.offsets, "limit": numpy.array([learnt.limit])}
        with (folder / _FILE).open("wb") as file:
            numpy.savez_compressed(file, allow_pickle=False, **arrays)

    def read(self, folder: Path) -> None:
        """Read weights and features."""
        try:
            with numpy.load(folder / _FILE, allow_pickle=False) as arrays:
                vocabulary, ridges = WeighedFeatures.from_arrays(arrays), read_ridges(arrays)
                weights, offsets = arrays["weights"].astype(float), arrays["offsets"].astype(float)
                if weights.shape != (len(offsets), len(vocabulary.features) + len(ridges)):
                    raise ValueError("there is not one weight for each feature")
                self._learnt = _Learnt(vocabulary, weights, offsets, ridges, float(arrays["limit"][0]))
        except (OSError, ValueError, KeyError) as error:
            raise SystemFileError(f"{folder / _FILE} cannot be read: {error}") from None
