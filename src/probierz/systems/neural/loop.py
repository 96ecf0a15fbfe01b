"""The one training loop of neural systems.

    step        `accumulate` batches, then one step of the optimiser
    rate(step)  constant: rate;  linear: rate (1 - step / steps);  both after a warm-up from 0
    rate(layer) rate * layer_decay^(layers above it); the head has none above it; the head, and embeddings, may have a
                rate of their own
    best        every `evaluate_every` steps the development pairs are scored, and the best weights are kept
    mean        of the weights after the last epochs, where that is asked for; taken when it scores better still

Each batch has a random seed of its own, so a training that was interrupted ends as if it had not been.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy

from probierz.errors import OptionError
from probierz.systems.libraries import library
from probierz.systems.neural.plan import HeldWeights, TrainingPlan, read_held
from probierz.systems.neural.states import held_back, keep_state, read_state
from probierz.systems.system import Progress, Track, no_progress, no_track

Loss = Callable[[Any, Sequence[Any]], Any]
"""The loss of a network on examples, a tensor with one number."""


@dataclass
class Log:
    """What happened: the loss of each step, (step, score) of each evaluation, and the step of the best one."""

    losses: list[float] = field(default_factory=list)
    scores: list[tuple[int, float]] = field(default_factory=list)
    best_step: int = 0
    best_score: float | None = None

    def take(self, step: int, score: float) -> bool:
        """Note a score, higher being better; return whether it is the best so far."""
        self.scores.append((step, score))
        if math.isnan(score) or (self.best_score is not None and score <= self.best_score):
            return False
        self.best_step, self.best_score = step, score
        return True

    def waited(self) -> int:
        """How many evaluations there were since the best one."""
        return sum(step > self.best_step for step, _ in self.scores)


def train(
    network: Any,
    examples: Sequence[Any],
    loss: Loss,
    plan: TrainingPlan,
    *,
    seed: int = 0,
    evaluate: Callable[[], float] | None = None,
    checkpoint: Path | None = None,
    fingerprint: str = "",
    progress: Progress = no_progress,
    track: Track = no_track,
) -> Log:
    """Train a network in place; with `evaluate` it ends with the weights that scored best.

    checkpoint: a folder for states; a state there with the same fingerprint is gone on from. Ctrl-C then keeps the
    state after the step under way. track: gets the loss and the rate of each step, and the score of each
    evaluation.
    """
    run = _Run(network, examples, plan, seed)
    log = Log()
    best: dict[str, Any] = {}
    kept = read_state(checkpoint, fingerprint) if checkpoint else None
    if kept:
        best = run.restore(kept)
        log = Log(**kept["log"])
    with held_back() if checkpoint else nullcontext(_never) as is_stopped:
        for step in range(run.done, run.steps):
            if evaluate and plan.patience and log.waited() >= plan.patience:
                break
            rate = run.rate()
            log.losses.append(run.step(step, loss))
            progress(f"loss {log.losses[-1]:.3f}", step + 1, run.steps)
            track({"loss": log.losses[-1], "rate": rate}, step + 1)
            if evaluate and run.is_evaluated_after(step):
                score = run.scored(evaluate)
                track({"development": score}, step + 1)
                best = run.weights() if log.take(step + 1, score) else best
            run.average(step)
            is_kept = (step + 1) % plan.save_every == 0 or step + 1 == run.steps or is_stopped()
            if checkpoint and run.is_main and is_kept:
                keep_state(checkpoint, fingerprint, run.state(step + 1, best, log))
            if is_stopped():
                raise KeyboardInterrupt
    run.finish(best, log, evaluate)
    return log


def _never() -> bool:
    return False


class _Run:
    """A training under way: the network with its optimiser, on the device where it runs."""

    def __init__(self, network: Any, examples: Sequence[Any], plan: TrainingPlan, seed: int) -> None:
        self.network, self.examples, self.plan, self.seed = network, examples, plan, seed
        self.torch = library("torch")
        precision = _precision(self.torch, plan.precision, network)
        self.attentions = _plain_attention(network) if precision == "bf16" and _is_on_processor(self.torch) else {}
        self.accelerator = _accelerator(precision)
        self.steps_an_epoch = math.ceil(math.ceil(len(examples) / plan.batch) / plan.accumulate)
        self.steps = plan.steps or plan.epochs * self.steps_an_epoch
        self.done = 0
        self.mean: dict[str, Any] = {}
        self.averaged = 0
        self.ordered_for, self.order = -1, numpy.zeros(0, numpy.int64)
        self.learning = _learning(network, plan)
        self.thaws = _thaws(self.learning, plan, self.steps_an_epoch, self.steps)
        self.optimiser = _optimiser(self.torch, list(_groups(network, plan)), plan)
        self.schedule = self.torch.optim.lr_scheduler.LambdaLR(self.optimiser, self._factor)
        self.model, self.prepared = self.accelerator.prepare(network, self.optimiser)
        self.is_main = self.accelerator.is_main_process

    def _factor(self, step: int) -> float:
        """What the rate of a step is multiplied by."""
        warm = math.ceil(self.plan.warm_up * self.steps)
        if step < warm:
            return (step + 1) / warm
        return 1.0 if self.plan.schedule == "constant" else max(0.0, (self.steps - step) / max(1, self.steps - warm))

    def rate(self) -> float:
        """The rate of the next step, in the layer above all others."""
        return float(self.optimiser.param_groups[0]["lr"])

    def step(self, step: int, loss: Loss) -> float:
        """One step of the optimiser; return the mean loss of its batches."""
        self._train_mode(step)
        total = 0.0
        batches = list(self._batches(step))
        for number, batch in batches:
            self.torch.manual_seed((self.seed * 1_000_003 + number) % 2**63)
            value = loss(self.model, batch) / len(batches)
            self.accelerator.backward(value)
            total += float(value.detach())
        if self.plan.clip:
            self.accelerator.clip_grad_norm_(self.network.parameters(), self.plan.clip)
        self.prepared.step()
        self.schedule.step()
        self.prepared.zero_grad(set_to_none=True)
        return total

    def _train_mode(self, step: int) -> None:
        """Learn with dropout; a frozen encoder neither learns nor has any."""
        self.network.train()
        for name, weights in self.learning.items():
            weights.requires_grad_(step >= self.thaws[name])
        if step < self.plan.frozen_epochs * self.steps_an_epoch:
            getattr(self.network, "encoder", self.network).eval()

    def _batches(self, step: int) -> Iterator[tuple[int, list[Any]]]:
        """The batches of a step, numbered throughout; of several processes each takes its part."""
        epoch, within = divmod(step, self.steps_an_epoch)
        if epoch != self.ordered_for:
            self.order = numpy.random.default_rng((self.seed, epoch)).permutation(len(self.examples))
            self.ordered_for = epoch
        order = self.order
        first = within * self.plan.accumulate
        for at in range(first, first + self.plan.accumulate):
            chosen = order[at * self.plan.batch : (at + 1) * self.plan.batch]
            own = chosen[self.accelerator.process_index :: self.accelerator.num_processes]
            if len(chosen):
                number = epoch * self.steps_an_epoch * self.plan.accumulate + at
                yield number, [self.examples[one] for one in (own if len(own) else chosen[:1])]

    def is_evaluated_after(self, step: int) -> bool:
        """Whether the development pairs are scored now."""
        every = self.plan.evaluate_every or self.steps_an_epoch
        return (step + 1) % every == 0 or step + 1 == self.steps

    def scored(self, evaluate: Callable[[], float]) -> float:
        """The score of the network as it is."""
        self.network.eval()
        with self.torch.no_grad():
            return evaluate()

    # --- the mean of states ---

    def average(self, step: int) -> None:
        """Take the weights into their mean, after an epoch that is late enough."""
        is_at_end = (step + 1) % self.steps_an_epoch == 0 or step + 1 == self.steps
        if not is_at_end or step + 1 <= self.plan.average_from * self.steps:
            return
        self.averaged += 1
        for name, value in self.weights().items():
            before = self.mean.get(name, value)
            self.mean[name] = before + (value - before) / self.averaged if value.is_floating_point() else value

    # --- states ---

    def weights(self) -> dict[str, Any]:
        """A copy of all weights but those that never learn."""
        named = dict(self.network.named_parameters())
        learnt = {name: value for name, value in self.network.state_dict().items() if name in self.learning}
        rest = {name: value for name, value in self.network.state_dict().items() if name not in named}  # buffers
        return {name: value.detach().cpu().clone() for name, value in (learnt | rest).items()}

    def state(self, done: int, best: dict[str, Any], log: Log) -> dict[str, Any]:
        """All that going on needs."""
        states = [holder.state_dict() for holder in self._holders(done)]
        mean = {"mean": self.mean, "averaged": self.averaged}
        return {"done": done, "best": best, "log": vars(log), "states": states, **mean}

    def _holders(self, done: int) -> list[Any]:
        """What has a state: at the end only the network, whose steps are done."""
        all_of_them = [self.network, self.optimiser, self.schedule, self.accelerator.scaler]
        return [one for one in all_of_them[: 1 if done == self.steps else None] if one is not None]

    def restore(self, kept: dict[str, Any]) -> dict[str, Any]:
        """Take up a state; return the best weights so far."""
        self.done, self.mean, self.averaged = kept["done"], kept["mean"], kept["averaged"]
        for holder, state in zip(self._holders(self.done), kept["states"], strict=True):
            holder.load_state_dict(state)
        best: dict[str, Any] = kept["best"]
        return best

    def finish(self, best: dict[str, Any], log: Log, evaluate: Callable[[], float] | None) -> None:
        """Leave the network ready to predict, with the mean or the best weights if there are such."""
        self.accelerator.unwrap_model(self.model, keep_fp32_wrapper=False)
        if self.mean:
            self.network.load_state_dict(self.mean, strict=False)
            if not evaluate or log.take(self.steps, self.scored(evaluate)):
                best = self.mean
        if best:
            self.network.load_state_dict(best, strict=False)
        for part, attention in self.attentions.items():
            part.set_attn_implementation(attention)
        self.network.requires_grad_(True)
        self.network.eval()


def _accelerator(precision: str) -> Any:
    """What brings the network to the device. Accelerate keeps one precision a process, unless made to forget it."""
    accelerate = library("accelerate")
    state = library("accelerate.state").AcceleratorState
    if state._shared_state and state().mixed_precision != precision:
        state._reset_state()
    unused = accelerate.DistributedDataParallelKwargs(find_unused_parameters=True)  # frozen ones, poolers
    return accelerate.Accelerator(mixed_precision=precision, kwargs_handlers=[unused])


_LARGE = 1_000_000
"""Weights from which on a processor gains by 16 bits; in smaller networks turning numbers into them takes longer."""


def _precision(torch: Any, wanted: str, network: Any) -> str:
    """What computes: with `auto` 16 bits where the card, or the processor's AMX, multiplies matrices of them."""
    if wanted != "auto":
        return wanted
    if not _is_on_processor(torch):
        return "bf16" if torch.cuda.is_bf16_supported() else "no"
    is_large = sum(weights.numel() for weights in network.parameters()) >= _LARGE
    abilities: dict[str, Any] = getattr(torch.cpu, "get_capabilities", dict)()  # none in older PyTorch
    return "bf16" if is_large and abilities.get("amx_bf16") else "no"


def _is_on_processor(torch: Any) -> bool:
    return not torch.cuda.is_available()


def _plain_attention(network: Any) -> dict[Any, str]:
    """Let transformers compute attention step by step, which learns faster on a processor in 16 bits.

    Return what each did before.
    """
    kind = library("transformers").PreTrainedModel
    found = {part: part.config._attn_implementation for part in network.modules() if isinstance(part, kind)}
    for part in found:
        part.set_attn_implementation("eager")
    return found


def _optimiser(torch: Any, groups: list[dict[str, Any]], plan: TrainingPlan) -> Any:
    if plan.optimiser == "adafactor":
        kind = library("transformers.optimization").Adafactor
        return kind(groups, lr=plan.rate, weight_decay=plan.weight_decay, scale_parameter=True, relative_step=False)
    if plan.optimiser == "adadelta":
        return torch.optim.Adadelta(groups, lr=plan.rate, weight_decay=plan.weight_decay)
    kinds = {"adamw": torch.optim.AdamW, "adam": torch.optim.Adam, "sgd": torch.optim.SGD}
    return kinds[plan.optimiser](groups, lr=plan.rate, weight_decay=plan.weight_decay, fused=True)


def _learning(network: Any, plan: TrainingPlan) -> dict[str, Any]:
    """The weights that may learn, by name; the others are held from now on. Raises OptionError for an unknown name."""
    held = [read_held(text) for text in plan.fixed]
    _check_names([name for name, _ in network.named_parameters()], [one.begin for one in held])
    never = tuple(one.begin for one in held if one == HeldWeights(one.begin))
    found = {}
    for name, weights in network.named_parameters():
        if name.startswith(never):
            weights.requires_grad_(False)
        if weights.requires_grad:
            found[name] = weights
    return found


def _thaws(learning: Iterable[str], plan: TrainingPlan, an_epoch: int, in_all: int) -> dict[str, float]:
    """The step from which on each of the weights learns. Raises OptionError where none learns at first."""
    held = [read_held(text) for text in plan.fixed]
    if plan.frozen_epochs:
        held.append(HeldWeights("encoder.", epochs=plan.frozen_epochs))
    found = {
        name: max((one.steps(an_epoch, in_all) for one in held if name.startswith(one.begin)), default=0.0)
        for name in learning
    }
    if min(found.values(), default=1.0) > 0:
        raise OptionError(
            f"no weights learn at first with fixed={' '.join(plan.fixed)} frozen_epochs={plan.frozen_epochs:g};"
            " hold fewer, or none"
        )
    return found


def _check_names(names: Sequence[str], fixed: Sequence[str]) -> None:
    """Refuse what begins no name of weights."""
    for begin in fixed:
        if any(name.startswith(begin) for name in names):
            continue
        begins = dict.fromkeys(prefix for name in names for prefix in accumulate(name.split("."), "{}.{}".format))
        close = get_close_matches(begin.rstrip("."), begins, cutoff=0.0)
        raise OptionError(
            f"fixed={begin}: no weights of this network have a name that begins so; near are {', '.join(close)}"
        )


_TABLE = re.compile(r"(?:^|\.)(?:\w*embeddings|embed_\w+|shared|wte|wpe)\.")
_LAYER = re.compile(r"^encoder\..*?\.(?:layer|layers|block)\.(\d+)\.")


def _groups(network: Any, plan: TrainingPlan) -> Iterator[dict[str, Any]]:
    """The weights by layer, each with its rate; embeddings are below all layers, and may have a rate of their own."""
    named = [(name, weights) for name, weights in network.named_parameters() if weights.requires_grad]
    found = [_LAYER.match(name) for name, _ in named]
    layers = 1 + max((int(match[1]) for match in found if match), default=-1)
    by_depth: dict[int, list[Any]] = {}
    tables = []
    for (name, weights), match in zip(named, found, strict=True):
        if plan.embeddings_rate and not match and _TABLE.search(name):
            tables.append(weights)
            continue
        depth = layers - int(match[1]) if match else layers + 1
        by_depth.setdefault(depth if name.startswith("encoder.") else 0, []).append(weights)
    for depth in sorted(by_depth):
        rate = plan.rate if depth or not plan.head_rate else plan.head_rate
        yield {"params": by_depth[depth], "lr": rate * plan.layer_decay**depth}
    if tables:
        yield {"params": tables, "lr": plan.embeddings_rate}
