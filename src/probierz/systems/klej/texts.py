"""Judging one text: by weights of its words, runs of letters and names; and by what an encoder says of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.systems.klej.judging import Arrays, Judge, Texts
from probierz.systems.klej.overlap import Floats
from probierz.systems.klej.targets import TaskTargets
from probierz.systems.klej.words import WeighedFeatures, features_of
from probierz.systems.libraries import library


class _Weighed(NamedTuple):
    """weights: a row for each label (one row for a number), a column for each feature and what is foretold.
    offsets: what is said of no feature at all.
    """

    weights: Floats
    offsets: Floats

    def __call__(self, rows: Any) -> Floats:
        """The weighed sum of each row."""
        found: Floats = rows @ self.weights.T + self.offsets
        return found

    def arrays(self) -> dict[str, NDArray[Any]]:
        """By name."""
        return self._asdict()


@dataclass
class TextJudge(Judge):
    """Says which label or number a text gets, by a weighted sum of its features.

    For labels that is a linear support vector machine, each label against the others; for numbers, ridge regression.
    strength: how much a mistake costs beside large weights (C of the machine, 1 / penalty of the regression); 0: 0.1
    where yes or no is asked, else 0.3. Where yes or no is asked, mistakes on the rarer label cost as many times more.
    trust: how much what is foretold weighs beside a feature. The rest: see `Judge`.
    """

    kind: ClassVar[str] = "klej-texts"
    gives_chances: ClassVar[bool] = False
    strength: float = 0.0
    trust: float = 1.0

    def _counted(self, texts: Texts) -> WeighedFeatures:
        return WeighedFeatures.of([features_of(text) for (text,) in texts])

    def _numbers(self, texts: Texts, counts: WeighedFeatures) -> tuple[Any, Floats]:
        rows = counts.rows([features_of(text) for (text,) in texts])
        if not self.encoder:
            return rows, numpy.zeros((len(texts), 0))
        from probierz.systems.klej.vectors import text_numbers

        return rows, text_numbers(self.encoder, [text for (text,) in texts], self.cache)

    def _beside(self, rows: Any, told: Floats) -> Any:
        return library("scipy.sparse").hstack([rows, self.trust * told], format="csr")

    def _model(self, rows: Any, wanted: NDArray[Any], seed: int) -> _Weighed:
        question = TaskTargets(self.task)
        labels = len(question.form.labels)
        strength = self.strength or (0.1 if question.is_yes_or_no else 0.3)
        if not labels:
            model = library("sklearn.linear_model").Ridge(1 / strength, random_state=seed).fit(rows, wanted)
            return _Weighed(model.coef_[None, :], numpy.array([model.intercept_]))
        weight = "balanced" if question.is_yes_or_no else None
        machine = library("sklearn.svm").LinearSVC(C=strength, class_weight=weight, random_state=seed)
        model = machine.fit(rows, wanted)
        if len(model.classes_) == 2:  # one row of weights, for the second
            weights = numpy.vstack([-model.coef_, model.coef_])
            offsets = numpy.concatenate([-model.intercept_, model.intercept_])
        else:
            weights, offsets = model.coef_, model.intercept_
        all_weights, all_offsets = numpy.zeros((labels, rows.shape[1])), numpy.full(labels, -numpy.inf)
        all_weights[model.classes_], all_offsets[model.classes_] = weights, offsets
        return _Weighed(all_weights, all_offsets)

    def _from_arrays(self, arrays: Arrays, ridges: int) -> tuple[WeighedFeatures, _Weighed]:
        counts = WeighedFeatures.from_arrays(arrays)
        weights, offsets = arrays["weights"].astype(float), arrays["offsets"].astype(float)
        if weights.shape != (len(offsets), len(counts.features) + ridges):
            raise ValueError("there is not one weight for each feature")
        return counts, _Weighed(weights, offsets)
