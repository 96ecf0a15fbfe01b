"""Tuning an encoder to tell where answers begin and end, with PyTorch (extra `neural`).

    loss = - ln P(begin) - ln P(end)

An example is a question with one passage that answers it and any number of others; the probabilities are over the
pieces of all of them together (shared normalisation: Clark & Gardner 2018).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.systems.libraries import library
from probierz.systems.neural.layer_tuning import LayerTuning, lowest_layers
from probierz.systems.questions.learning.cloze import MarkedPassage
from probierz.systems.questions.reading.encoder_reader import ReadingWeights
from probierz.systems.questions.reading.reading_rows import RowMaker
from probierz.systems.system import Progress, no_progress

_POOL = 16  # batches whose examples are put together by length
_FAR = -1e4  # the score of what is no passage

OtherPassages = Callable[[MarkedPassage], Sequence[tuple[str, str]]]


class ShownPassage(NamedTuple):
    """Pieces of a question and a passage; the passage's are `size` from `first` on."""

    ids: NDArray[numpy.int32]
    first: int
    size: int


class ReadingExample(NamedTuple):
    """Passages, of which the first answers, from its piece `begin` to `end`, both included, counted in its ids."""

    passages: tuple[ShownPassage, ...]
    begin: int
    end: int


class ReadingStage(NamedTuple):
    """A part of the training. rate: of the layers, at the top of its way up and down. drops_out: for few examples."""

    examples: Sequence[ReadingExample]
    epochs: int
    rate: float
    drops_out: bool


@dataclass(frozen=True)
class TuningPlan:
    """How it is tuned; see `ReaderPlan`."""

    frozen: int = 4
    batch: int = 12
    head_rate: float = 1e-3
    seed: int = 0
    checkpoint: Path | None = None
    every: int = 100


def examples_of(
    marked: Sequence[MarkedPassage], maker: RowMaker, chance: random.Random, others: OtherPassages = lambda _: ()
) -> list[ReadingExample]:
    """Examples of passages with a marked answer. others: titles and texts that are shown beside one."""
    cut = cache(maker.spans)
    found = []
    for one in marked:
        ids, spans = cut(one.text)
        inside = [at for at, (low, high) in enumerate(spans) if high > one.begin and low < one.end]
        room = maker.room(one.question, one.title)
        if not inside or inside[-1] - inside[0] >= room:
            continue
        low = 0
        if len(ids) > room:  # a part that holds the answer anywhere
            low = chance.randint(max(0, inside[-1] - room + 1), min(inside[0], len(ids) - room))
        own = maker.row(one.question, one.title, ids, low)
        beside = [maker.row(one.question, title, more, 0) for title, text in others(one) if (more := cut(text)[0])]
        shown = (ShownPassage(numpy.array(row.ids, numpy.int32), row.first, row.count) for row in (own, *beside))
        begin, end = (own.first + at - low for at in (inside[0], inside[-1]))
        found.append(ReadingExample(tuple(shown), begin, end))
    return found


def tune_reader(
    stages: Sequence[ReadingStage],
    folder: Path,
    plan: TuningPlan = TuningPlan(),
    training: str = "",
    progress: Progress = no_progress,
    start: ReadingWeights | None = None,
) -> ReadingWeights:
    """Tune the encoder of a folder. With a checkpoint, go on from its last state. start: what was tuned before.

    training: a fingerprint of settings and data. Raises SystemFileError for the state of another training.
    """
    torch = library("torch")
    torch.manual_seed(plan.seed)
    model = lowest_layers(folder)
    head = torch.nn.Linear(model.config.hidden_size, 2)
    if start:
        _take(torch, model, head, start)
    tuning = LayerTuning(model, head, min(plan.frozen, model.config.num_hidden_layers // 2))
    done = tuning.restore(plan.checkpoint, training) if plan.checkpoint else 0
    batches = [_batches(stage, plan.batch, random.Random(plan.seed + at)) for at, stage in enumerate(stages)]
    total = sum(map(len, batches))
    for step, (stage, share, batch) in enumerate(_steps(stages, batches)):
        if step < done:
            continue
        tuning.model.train(stage.drops_out)
        shown = tuning.step(_loss(tuning.model, head, batch), share, (stage.rate, plan.head_rate))
        progress(f"loss {shown:.2f}", step + 1, total)
        if plan.checkpoint and (step + 1) % plan.every == 0:
            tuning.keep(plan.checkpoint, training, step + 1)
    output = numpy.ascontiguousarray(head.weight.detach().cpu().numpy().T)
    return ReadingWeights(tuning.tensors(), output, head.bias.detach().cpu().numpy().copy())


def _take(torch: Any, model: Any, head: Any, start: ReadingWeights) -> None:
    model.load_state_dict({name: torch.from_numpy(one) for name, one in start.tensors.items()}, strict=False)
    head.load_state_dict({"weight": torch.from_numpy(start.output.T.copy()), "bias": torch.from_numpy(start.bias)})


def _steps(
    stages: Sequence[ReadingStage], batches: Sequence[Sequence[list[ReadingExample]]]
) -> Iterator[tuple[ReadingStage, float, list[ReadingExample]]]:
    """The batches of all stages, each with its stage and the share of it that is done before."""
    for stage, own in zip(stages, batches, strict=True):
        for at, batch in enumerate(own):
            yield stage, at / len(own), batch


def _batches(stage: ReadingStage, size: int, chance: random.Random) -> list[list[ReadingExample]]:
    """Batches of examples of like length, in any order, epoch after epoch."""
    return [batch for _ in range(stage.epochs) for batch in _epoch(stage.examples, size, chance)]


def _epoch(examples: Sequence[ReadingExample], size: int, chance: random.Random) -> list[list[ReadingExample]]:
    mixed = chance.sample(examples, len(examples))
    pools = (mixed[low : low + size * _POOL] for low in range(0, len(mixed), size * _POOL))
    found = [batch for pool in pools for batch in _alike(pool, size)]
    chance.shuffle(found)
    return found


def _alike(examples: Sequence[ReadingExample], size: int) -> Iterator[list[ReadingExample]]:
    ordered = sorted(examples, key=lambda one: max(len(row.ids) for row in one.passages))
    return (ordered[low : low + size] for low in range(0, len(ordered), size))


def _loss(model: Any, head: Any, examples: Sequence[ReadingExample]) -> Any:
    torch, device = library("torch"), model.device
    shown = [row for one in examples for row in one.passages]
    ids = numpy.ones((len(shown), max(len(row.ids) for row in shown)), numpy.int64)
    is_piece, is_passage = numpy.zeros_like(ids), numpy.zeros(ids.shape, bool)
    for at, row in enumerate(shown):
        ids[at, : len(row.ids)], is_piece[at, : len(row.ids)] = row.ids, 1
        is_passage[at, row.first : row.first + row.size] = True
    given = {"input_ids": torch.from_numpy(ids).to(device), "attention_mask": torch.from_numpy(is_piece).to(device)}
    scores = head(model(**given).last_hidden_state.float())
    scores = scores.masked_fill(~torch.from_numpy(is_passage).to(device)[..., None], _FAR)
    sizes = numpy.array([len(one.passages) for one in examples])
    firsts = torch.from_numpy(sizes.cumsum() - sizes).to(device)
    sums = _log_sums(scores.logsumexp(1), sizes)
    right = torch.tensor([(one.begin, one.end) for one in examples], device=device)
    return sum((sums[:, side] - scores[firsts, right[:, side], side]).mean() for side in (0, 1))


def _log_sums(of_passages: Any, sizes: NDArray[numpy.int64]) -> Any:
    """ln of the sum over the passages of each example, (examples, 2), of that over the pieces of each passage."""
    table = of_passages.new_full((len(sizes), int(sizes.max()), 2), _FAR)
    examples, places = numpy.repeat(numpy.arange(len(sizes)), sizes), numpy.concatenate([*map(numpy.arange, sizes)])
    table[examples, places] = of_passages
    return table.logsumexp(1)
