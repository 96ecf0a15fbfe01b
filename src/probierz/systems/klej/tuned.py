"""A pretrained transformer, tuned on a task of KLEJ as its paper did: a head on it, and all weights learn.

    <s> text </s>,   <s> one </s> other </s>      cut to `length` pieces
    labels in the order of the alphabet, cross-entropy; numbers as they are, squared error

Source: Rybak et al. 2020, section 4.2, and the code published with it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from probierz.errors import OptionError, nearest
from probierz.systems.klej.targets import TaskTargets
from probierz.systems.neural.backbones import Backbone
from probierz.systems.neural.judge import LABEL, NUMBER, JudgedRecord, NeuralJudge, NumberScale
from probierz.systems.neural.plan import TrainingPlan
from probierz.systems.system import Pair


@dataclass(kw_only=True)
class TunedJudge(NeuralJudge):
    """Says which label or number texts get.

    task: of KLEJ; it says which columns hold the texts and what the answers are. warm_up_steps: in which the rate
    rises. legacy_truncation: what is too long is cut off with the mark at its end, as the paper's code did; else the
    longer text is cut, and the mark stays. language: what models that are told it, such as XLM, are told.
    """

    kind: ClassVar[str] = "klej-tuned"
    task: str
    warm_up_steps: int = 100
    legacy_truncation: bool = False
    language: str = "pl"
    _learnt_from: int = field(default=0, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        question = TaskTargets(self.task)
        self.says = LABEL if question.form.labels else NUMBER
        self.columns = (-2, -1) if question.has_pairs else (-1,)
        super().__post_init__()

    def _learn_labels(self, pairs: Sequence[Pair]) -> None:
        TaskTargets(self.task).wanted(pairs)  # which says what is wrong with them
        super()._learn_labels(pairs)

    def _scale_of(self, _numbers: Sequence[float]) -> NumberScale:
        form = TaskTargets(self.task).form
        return NumberScale(0.0, 1.0, form.lowest, form.highest)

    def _make_network(self, body: Backbone | None) -> Any:
        network = super()._make_network(body)
        known = getattr(self._config, "lang2id", None)
        if known and self.language not in known:
            hint = f"; did you mean {close[0]}?" if (close := nearest(self.language, list(known))) else ""
            raise OptionError(f"language={self.language}: {self.backbone} does not know it{hint}")
        network.language = known[self.language] if known else None
        return network

    def _examples(self, pairs: Sequence[Pair]) -> list[JudgedRecord]:
        found = super()._examples(pairs)
        self._learnt_from = len(found)
        return found

    def _plan(self) -> TrainingPlan:
        """The training loop counts the warm-up as a share of the steps, and rounds it up."""
        plan = super()._plan()
        steps = plan.steps or plan.epochs * math.ceil(math.ceil(self._learnt_from / plan.batch) / plan.accumulate)
        return replace(plan, warm_up=min(1.0, max(0.0, self.warm_up_steps - 0.5) / steps))

    def _room(self, extra: int) -> int:
        return 2 * self.length + 2 if self.legacy_truncation else super()._room(extra)
