"""Tuning an encoder to tell marks, capital letters and spacing of words, with PyTorch (extra `neural`).

    x(w) = mean over the pieces of w of the last layer that is used     (384 numbers with e5-small)
    scores(w) = x(w) V + a                                               marks, cases, spacing, as in `network.py`

Texts are one long row of words with a boundary between any two, as for the small network; the encoder sees stretches of
it that begin anywhere. The end of a text, and nothing else, is the piece `</s>`, so that it tells that a sentence ends.
The table of pieces and the lowest layers stay as they are, and the highest are left out: they tell what texts are
about, and without them a step takes half the time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

from probierz.systems.encoder.encoding import ends_of, open_tokenizer
from probierz.systems.libraries import library
from probierz.systems.neural.layer_tuning import LayerTuning, lowest_layers
from probierz.systems.punctuation.learning import CASE_LABELS, MARK_LABELS, SPACE_LABELS, TrainingStage, label_loss
from probierz.systems.system import Progress, no_progress

Rows = NDArray[numpy.int32]
_FORM = 0


@dataclass(frozen=True)
class EncoderPlan:
    """How the encoder is tuned.

    depth: layers that are used, from below; 0: all. frozen: those of them that stay as they are. pieces: of a stretch.
    batch: stretches of a step. rate: at the top of its way up (5 % of the steps) and down to 0; head_rate: of the last
    matrix. drops_out: a tenth of what layers say, so that texts which are seen often are not learnt by heart.
    """

    stages: tuple[TrainingStage, ...]
    depth: int = 8
    frozen: int = 4
    pieces: int = 192
    batch: int = 12
    rate: float = 3e-4
    head_rate: float = 1e-3
    drops_out: bool = False
    seed: int = 0
    checkpoint: Path | None = None
    every: int = 100


@dataclass(frozen=True)
class TunedEncoder:
    """The weights that were tuned, under the names of the encoder's file, and the last matrix (384, labels)."""

    tensors: dict[str, NDArray[numpy.float32]]
    output: NDArray[numpy.float32]
    bias: NDArray[numpy.float32]


class CorpusPieces:
    """The pieces of each form, in one row."""

    def __init__(self, forms: Sequence[str], tokenizer: Any) -> None:
        cut = tokenizer.encode_batch(list(forms), add_special_tokens=False)
        found = [one.ids[:_MOST] or [_UNKNOWN] for one in cut]
        self.begin, end = ends_of(tokenizer)
        found[0] = [end]  # the boundary
        self.counts = numpy.array([len(ids) for ids in found], numpy.int64)
        self._ends = self.counts.cumsum()
        self._ids = numpy.concatenate([numpy.array(ids, numpy.int64) for ids in found])

    def of(self, forms: Rows, room: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """The pieces of the first of the forms, as many as there is room for, and the number of the word of each."""
        counts = self.counts[forms]
        fitting = int(numpy.searchsorted(counts.cumsum(), room, side="right"))
        counts = counts[:fitting]
        begins = self._ends[forms[:fitting]] - counts
        words = numpy.repeat(numpy.arange(fitting), counts)
        within = numpy.arange(len(words)) - numpy.repeat(counts.cumsum() - counts, counts)
        return self._ids[numpy.repeat(begins, counts) + within], words


_MOST = 24  # pieces of a word: an address has hundreds
_UNKNOWN = 3


def tune_encoder(
    folder: Path, forms: Sequence[str], plan: EncoderPlan, progress: Progress = no_progress
) -> TunedEncoder:
    """Tune the encoder of a folder. With a checkpoint, go on from its last state.

    Raises MissingExtra without PyTorch, SystemFileError for the state of another training or a broken one.
    """
    torch = library("torch")
    torch.manual_seed(plan.seed)
    pieces = CorpusPieces(forms, open_tokenizer(folder))
    model = lowest_layers(folder, plan.depth)
    sizes = model.config
    frozen = min(plan.frozen, sizes.num_hidden_layers // 2)
    plan = replace(plan, frozen=frozen, pieces=min(plan.pieces, sizes.max_position_embeddings))
    head = torch.nn.Linear(sizes.hidden_size, MARK_LABELS + CASE_LABELS + SPACE_LABELS)
    tuning = LayerTuning(model, head, plan.frozen)
    tuning.model.train(plan.drops_out)
    counts = [_steps(stage, plan, pieces) for stage in plan.stages]
    training = _fingerprint(forms, plan) if plan.checkpoint else ""
    done = tuning.restore(plan.checkpoint, training) if plan.checkpoint else 0
    for step, batch in enumerate(_batches(plan, pieces, counts)):
        if step < done:
            continue
        loss = _loss(torch, tuning.model, head, batch)
        shown = tuning.step(loss, step / sum(counts), (plan.rate, plan.head_rate))
        progress(f"loss {shown:.3f}", step + 1, sum(counts))
        if plan.checkpoint and (step + 1) % plan.every == 0:
            tuning.keep(plan.checkpoint, training, step + 1)
    output = numpy.ascontiguousarray(head.weight.detach().cpu().numpy().T)
    return TunedEncoder(tuning.tensors(), output, head.bias.detach().cpu().numpy().copy())


def _fingerprint(forms: Sequence[str], plan: EncoderPlan) -> str:
    """What a state depends on: the settings and the texts."""
    digest = hashlib.sha256(repr(replace(plan, stages=(), checkpoint=None, every=0)).encode())
    digest.update("\0".join(forms).encode())
    for stage in plan.stages:
        digest.update(repr((stage.words, [weight for _, weight in stage.texts])).encode())
        for rows, _ in stage.texts:
            digest.update(numpy.ascontiguousarray(rows).tobytes())
    return digest.hexdigest()


@dataclass(frozen=True)
class Batch:
    """ids, is_piece, words: (B, T); the word of what is no piece of one is one behind the last. rows: (B, W, 4)."""

    ids: NDArray[Any]
    is_piece: NDArray[Any]
    words: NDArray[Any]
    rows: NDArray[Any]


def _steps(stage: TrainingStage, plan: EncoderPlan, pieces: CorpusPieces) -> int:
    """How many batches hold the words of a stage: its words have so many pieces each, on the average."""
    shares = [len(rows) * weight for rows, weight in stage.texts]
    lengths = [pieces.counts[rows[:, _FORM]].mean() for rows, _ in stage.texts]
    length = float(numpy.average(lengths, weights=shares))
    return max(1, round(stage.words * length / (plan.batch * (plan.pieces - 1))))


def _batches(plan: EncoderPlan, pieces: CorpusPieces, counts: Sequence[int]) -> Iterator[Batch]:
    """Stretches that begin anywhere, of texts chosen by size times weight."""
    random = numpy.random.default_rng(plan.seed)
    offsets = numpy.arange(plan.pieces)
    for stage, count in zip(plan.stages, counts, strict=True):
        sizes = numpy.array([len(rows) * weight for rows, weight in stage.texts], float)
        for _ in range(count):
            found = []
            for number in random.choice(len(sizes), plan.batch, p=sizes / sizes.sum()):
                rows = stage.texts[number][0]
                stretch = rows[(random.integers(0, len(rows)) + offsets) % len(rows)]
                found.append((*pieces.of(stretch[:, _FORM], plan.pieces - 1), stretch))
            yield batch_of(found, pieces.begin)


def batch_of(found: Sequence[tuple[NDArray[Any], NDArray[Any], Rows]], begin: int) -> Batch:
    """The pieces of stretches, the number of the word of each, and the rows of their words; `begin` goes before."""
    longest = 1 + max(len(ids) for ids, _, _ in found)
    most = 1 + max(int(words[-1]) for _, words, _ in found)
    ids = numpy.full((len(found), longest), begin, numpy.int64)
    words = numpy.full(ids.shape, most, numpy.int64)
    rows = numpy.zeros((len(found), most, 4), numpy.int64)
    is_piece = numpy.zeros(ids.shape, numpy.int64)
    for at, (own, numbers, stretch) in enumerate(found):
        ids[at, 1 : 1 + len(own)], words[at, 1 : 1 + len(own)] = own, numbers
        is_piece[at, : 1 + len(own)] = 1
        count = int(numbers[-1]) + 1
        rows[at, :count] = stretch[:count, :4]
    return Batch(ids, is_piece, words, rows)


def _loss(torch: Any, model: Any, head: Any, batch: Batch) -> Any:
    scores = word_scores(torch, model, head, batch).flatten(0, 1)
    return label_loss(torch, scores, torch.from_numpy(batch.rows).to(scores.device).flatten(0, 1))


def word_scores(torch: Any, model: Any, head: Any, batch: Batch) -> Any:
    """The scores of all labels, (B, W, labels): of the mean over the pieces of each word."""
    ids, mask, words = (torch.from_numpy(one).to(model.device) for one in (batch.ids, batch.is_piece, batch.words))
    states = model(input_ids=ids, attention_mask=mask).last_hidden_state.float()
    sums = states.new_zeros(len(ids), batch.rows.shape[1] + 1, states.shape[2])
    sums = sums.scatter_add(1, words[..., None].expand_as(states), states)
    counts = sums.new_zeros(sums.shape[:2]).scatter_add(1, words, torch.ones_like(words, dtype=torch.float32))
    return head((sums / counts.clamp(min=1)[..., None])[:, :-1])
