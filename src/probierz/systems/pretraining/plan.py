"""How a language model is made, as settings; the profiles; and what a profile costs before it begins.

toy       seconds on any machine: to try the way
laptop    an hour or two on two cores
small     14 million weights, hours on a graphics card
base      HerBERT's: Rybak et al. 2020, section 4.3
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy

from probierz.errors import OptionError, nearest

OBJECTIVES = ("words", "words+order")
NETWORKS = ("bert", "modernbert")


@dataclass(frozen=True, kw_only=True)
class PretrainingPlan:
    """The network, its pieces of words, and how it learns.

    pieces: so many are learnt from the corpus where no tokenizer is named. network: `bert`, whose places are learnt, or
    `modernbert` (Warner et al. 2024), which turns vectors by their places, scales them before each part of a layer, and
    learns from far less text. layers, heads, width: of the network; its feed-forward part is four times as wide, that
    of modernbert twice, with gates. length: the most pieces of a segment, with the marks around it.
    objective: `words` that are hidden; `words+order`: also whether the second half of a segment follows the first,
    comes before it, or is of another text. share: of pieces that are hidden. dropped: the probability that a merge of
    pieces is left out, so that words are cut otherwise each time. held_out: the share of texts that it is measured on.
    steps, batch, accumulate, rate, warm_up: of the optimiser, Adam (0.9, 0.999, 1e-8); the rate rises for `warm_up`
    steps, then falls to 0. evaluate_every, save_every: in steps. evaluated: segments that it is measured on.
    """

    pieces: int = 50_000
    network: str = "bert"
    layers: int = 12
    heads: int = 12
    width: int = 768
    length: int = 512
    dropout: float = 0.1
    objective: str = "words"
    share: float = 0.15
    dropped: float = 0.0
    held_out: float = 0.005
    steps: int = 180_000
    batch: int = 570
    accumulate: int = 1
    rate: float = 1e-4
    warm_up: int = 500
    clip: float = 0.0
    precision: str = "auto"
    evaluate_every: int = 1_000
    evaluated: int = 2_000
    save_every: int = 1_000

    def __post_init__(self) -> None:
        self._look_at_kinds()
        for name in ("layers", "heads", "width", "steps", "batch", "accumulate", "evaluate_every", "evaluated"):
            if getattr(self, name) < 1:
                raise OptionError(f"{name} is at least 1, not {getattr(self, name)}")
        if self.width % self.heads:
            raise OptionError(f"width={self.width} cannot be divided among heads={self.heads}")
        if self.length < 8:
            raise OptionError(f"length={self.length}: a segment has at least 8 pieces")
        if not 0 <= self.warm_up <= self.steps:
            raise OptionError(f"warm_up={self.warm_up}: say at most steps={self.steps}")
        for name, least in (("share", 0.0), ("held_out", 0.0), ("dropped", -1.0), ("dropout", -1.0)):
            if not least < getattr(self, name) < 1:
                raise OptionError(f"{name}={getattr(self, name)}: say a share below 1{' and above 0' * (least == 0)}")

    def _look_at_kinds(self) -> None:
        for kind, known in (("objective", OBJECTIVES), ("network", NETWORKS)):
            if getattr(self, kind) not in known:
                raise OptionError(f"no {kind} is called {getattr(self, kind)!r}; there are {' and '.join(known)}")
        if self.network != "bert" and self.objective != "words":
            raise OptionError(f"objective={self.objective} is for network=bert, not {self.network}")

    def settings(self) -> dict[str, Any]:
        """The settings by name."""
        return {one.name: getattr(self, one.name) for one in fields(self)}


PROFILES = {
    "toy": PretrainingPlan(
        pieces=500, layers=2, heads=2, width=32, length=64, steps=60, batch=8, rate=3e-3, warm_up=10, clip=1.0,
        held_out=0.1, evaluate_every=20, evaluated=32, save_every=20,
    ),
    "laptop": PretrainingPlan(
        pieces=8_000, network="modernbert", layers=4, heads=4, width=256, length=128, dropout=0.0, steps=12_000,
        batch=16, rate=1e-3, warm_up=500, clip=1.0, evaluate_every=2_000, evaluated=500, save_every=500,
    ),
    "small": PretrainingPlan(
        pieces=16_000, layers=12, heads=4, width=256, length=128, steps=60_000, batch=256, rate=5e-4, warm_up=2_000,
        clip=1.0, evaluate_every=2_000, evaluated=1_000, save_every=2_000,
    ),
    "base": PretrainingPlan(),
}  # fmt: skip


def profile(name: str, **changes: Any) -> PretrainingPlan:
    """Return a profile with some settings changed. Raises OptionError."""
    if name not in PROFILES:
        raise OptionError(f"no profile is called {name!r}; there are {', '.join(PROFILES)}")
    known = PROFILES[name].settings()
    for one in changes:
        if one not in known:
            close = nearest(one, known)
            raise OptionError(f"no setting {one!r}; {f'did you mean {close[0]}?' if close else ', '.join(known)}")
    if "steps" in changes and "warm_up" not in changes:
        changes["warm_up"] = min(PROFILES[name].warm_up, changes["steps"])
    return replace(PROFILES[name], **changes)


# --- cost ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Cost:
    """weights: of the network. pieces: that it sees at most. operations: of numbers. gigabytes: of memory, without what
    a batch takes. turns: how often a layer learns from a batch.
    """

    weights: int
    pieces: int
    operations: float
    gigabytes: float
    turns: int

    def hours(self, operations_a_second: float) -> float:
        """How long it takes at a speed."""
        return max(self.operations / operations_a_second, self.turns * TURN) / 3600


TURN = 0.004
"""Seconds that PyTorch takes for calls alone, for a layer and a batch: nearly all that the smallest networks take."""


CARD = 125e12
"""Operations a second that a graphics card of 312 at its best (A100, bf16) does in a training, at 40 %."""


def cost_of(plan: PretrainingPlan, pieces: int) -> Cost:
    """Return what a plan costs at most, when all segments are full. pieces: the size of the table of pieces.

    operations = 6 * weights of layers * pieces seen                    a product and a sum, forward and twice back
               + 12 * layers * width * length * pieces seen             attention
               + 6 * (width^2 + width * table) * share * pieces seen    only hidden pieces are told
    """
    width, seen = plan.width, plan.steps * plan.accumulate * plan.batch * plan.length
    if plan.network == "bert":
        layer = 12 * width**2 + 13 * width
        rest = (pieces + plan.length + 2) * width + width**2 + 5 * width + pieces
    else:  # no offsets, no places, no kinds of texts; gates
        layer = 10 * width**2 + 2 * width
        rest = pieces * width + width**2 + 2 * width + pieces
    operations = 6.0 * plan.layers * layer * seen
    operations += 12.0 * plan.layers * width * plan.length * seen
    operations += 6.0 * (width**2 + width * pieces) * plan.share * seen
    weights = plan.layers * layer + rest
    return Cost(weights, seen, operations, 16 * weights / 1e9, plan.steps * plan.accumulate * plan.layers)


def operations_a_second(seconds: float = 0.3) -> float:
    """Return how many operations this machine does in a second, in products of matrices as a layer has them.

    That of the fastest product counts, as others may wait while the machine does something else.
    """
    one = numpy.ones((256, 256), numpy.float32)
    other = numpy.ones((256, 1024), numpy.float32)
    end, fastest = time.perf_counter() + seconds, math.inf
    while time.perf_counter() < end:
        began = time.perf_counter()
        one @ other
        fastest = min(fastest, time.perf_counter() - began)
    return 2 * 256 * 256 * 1024 / fastest
