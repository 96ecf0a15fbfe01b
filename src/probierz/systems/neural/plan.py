"""How a network is trained, as settings: a plan by itself, and what every neural system has among its settings."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from probierz.errors import OptionError

SCHEDULES = ("constant", "linear")
OPTIMISERS = ("adamw", "adam", "adafactor", "sgd", "adadelta")
PRECISIONS = ("auto", "no", "bf16", "fp16")


@dataclass(kw_only=True)
class TrainingPlan:
    """How to train.

    steps: of the optimiser, in all; 0: as many as the epochs have. batch: examples seen together; accumulate: batches
    for one step. optimiser: one of OPTIMISERS; the steps of adafactor are shares of the weights, as T5 was trained.
    warm_up: a share of the steps. frozen_epochs: as long the weights whose names begin with `encoder.` stay as they
    are; also a share of an epoch. fixed: beginnings of names of weights that never learn, `encoder.embeddings`, or not
    for so many epochs, `encoder.embeddings:2`, or so great a share of all steps, `encoder.encoder.layer.0.:30%`.
    head_rate: the rate of all weights outside the encoder; 0: `rate`. embeddings_rate: that of the tables of pieces and
    places; 0: that of the layer below all layers. clip: the greatest norm of a step's gradient;
    0 for any. evaluate_every: steps between evaluations; 0: after each epoch. patience: evaluations without a
    better score after which to stop; 0: never. average_from: from this share of the steps on the weights after each
    epoch are averaged (stochastic weight averaging, Izmailov et al. 2018), and the mean is taken in the end, unless
    a state scored as well; 1: none. precision: no, bf16, fp16, or auto: bf16 where the graphics card or, for networks
    of a million weights, the processor multiplies matrices of such numbers. save_every: steps between states, where a
    folder for them is named.
    """

    epochs: int = 3
    steps: int = 0
    batch: int = 8
    accumulate: int = 1
    rate: float = 2e-5
    schedule: str = "linear"
    warm_up: float = 0.0
    layer_decay: float = 1.0
    weight_decay: float = 0.0
    optimiser: str = "adamw"
    frozen_epochs: float = 0.0
    fixed: tuple[str, ...] = ()
    head_rate: float = 0.0
    embeddings_rate: float = 0.0
    clip: float = 1.0
    evaluate_every: int = 0
    patience: int = 0
    average_from: float = 1.0
    precision: str = "auto"
    save_every: int = 200

    def __post_init__(self) -> None:
        for name, known in (("schedule", SCHEDULES), ("optimiser", OPTIMISERS), ("precision", PRECISIONS)):
            if getattr(self, name) not in known:
                raise OptionError(f"no {name} is called {getattr(self, name)!r}; there are {', '.join(known)}")
        for name in ("epochs", "batch", "accumulate", "save_every"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name} is at least 1, not {getattr(self, name)}")
        if not 0 <= self.average_from <= 1:
            raise OptionError(f"average_from={self.average_from}: say a share of the steps, from 0 to 1")
        if self.steps < 0:
            raise OptionError(f"steps is at least 1, or 0 for those of all epochs, not {self.steps}")
        for text in self.fixed:
            read_held(text)


class HeldWeights(NamedTuple):
    """Weights that do not learn at first: how their names begin, and for how many epochs, or what share of all steps.

    Both infinite: they never learn.
    """

    begin: str
    epochs: float = math.inf
    share: float = math.inf

    def steps(self, an_epoch: int, in_all: int) -> float:
        """For how many steps they do not learn."""
        return min(self.epochs * an_epoch, self.share * in_all)


def read_held(text: str) -> HeldWeights:
    """Read `NAME`, `NAME:EPOCHS` or `NAME:SHARE%`. Raises OptionError for another duration."""
    begin, colon, told = text.partition(":")
    if not colon:
        return HeldWeights(begin)
    try:
        number = float(told.removesuffix("%"))
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf or (told.endswith("%") and number > 100):
        raise OptionError(
            f"fixed={text}: say for how many epochs, such as {begin}:2, or what share, such as {begin}:30%"
        )
    return HeldWeights(begin, share=number / 100) if told.endswith("%") else HeldWeights(begin, epochs=number)
