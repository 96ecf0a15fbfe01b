"""How a network is trained, as settings: a plan by itself, and what every neural system has among its settings."""

from __future__ import annotations

from dataclasses import dataclass

from probierz.errors import OptionError

__all__ = ["OPTIMISERS", "PRECISIONS", "SCHEDULES", "TrainingPlan"]

SCHEDULES = ("constant", "linear")
OPTIMISERS = ("adamw", "adam", "adafactor", "sgd", "adadelta")
PRECISIONS = ("auto", "no", "bf16", "fp16")


@dataclass(kw_only=True)
class TrainingPlan:
    """How to train.

    steps: of the optimiser, in all; 0: as many as the epochs have. batch: examples seen together; accumulate: batches
    for one step. optimiser: one of OPTIMISERS; the steps of adafactor are shares of the weights, as T5 was trained.
    warm_up: a share of the steps. frozen_epochs: as long the weights whose names begin with `encoder.` stay as they
    are; also a share of an epoch. fixed: beginnings of names of weights that never learn, `encoder.embeddings`.
    head_rate: the rate of all weights outside the encoder; 0: `rate`. clip: the greatest norm of a step's gradient;
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
