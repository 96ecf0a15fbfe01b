"""Training the network of `network.py` with PyTorch (extra `neural`): the same formulas, and their gradients.

Texts are one long row of words with a boundary between any two; the network sees pieces of it that begin anywhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

from probierz.errors import DataError, MissingExtra
from probierz.systems.neural.states import keep_state, read_state
from probierz.systems.punctuation.features import FEATURES, WordNumbers
from probierz.systems.punctuation.network import PunctuationNetwork
from probierz.systems.punctuation.pauses import BUCKETS, bucket
from probierz.systems.punctuation.texts import LabelledWord
from probierz.systems.system import Progress, no_progress

BOUNDARY = "\n"
"""The word between two texts, and before and after a text that is marked."""

UNSAID = -1
"""The case, and the spacing, of words that are given in small letters: nothing is learnt from them."""

MARK_LABELS, CASE_LABELS, SPACE_LABELS = _SIZES = 8, 3, 2
_CASE_WEIGHT, _SPACE_WEIGHT = 0.3, 0.5
"""How much a wrong case and a wrong spacing count beside a wrong mark."""
_MARK, _CASE, _SPACE, _PAUSE, _OPINION = 1, 2, 3, 4, 5


class Corpus:
    """Texts as arrays: for each word its form's number, its mark, its case, whether the next adjoins, its pause."""

    def __init__(self) -> None:
        self.forms: list[str] = [BOUNDARY]
        self._numbers = {BOUNDARY: 0}
        self._rows: list[NDArray[Any]] = []

    def add(self, words: Iterable[LabelledWord], pauses: Sequence[int] = ()) -> int:
        """Add a text, with the milliseconds of silence after each word if they are known; return how many words."""
        heard = chain(map(bucket, pauses), repeat(0))
        rows = [
            (self._number(word.text), word.mark, word.case, word.adjoins, pause)
            for word, pause in zip(words, heard, strict=False)
        ]
        if rows:
            self._rows.append(numpy.array([*rows, (0, 0, 0, 0, 0)], numpy.int32))
        return len(rows)

    def rows(self) -> NDArray[numpy.int32]:
        """All words since the last call, (N, 5), a boundary after each text. Raises DataError when there are none."""
        if not self._rows:
            raise DataError("there is no text to learn from")
        rows, self._rows = numpy.concatenate(self._rows), []
        return rows

    def _number(self, form: str) -> int:
        number = self._numbers.setdefault(form, len(self.forms))
        if number == len(self.forms):
            self.forms.append(form)
        return number


@dataclass(frozen=True)
class TrainingStage:
    """A part of the training: the texts that are mixed, how often each is taken for one time of the others, words."""

    texts: Sequence[tuple[NDArray[numpy.int32], float]]
    words: int


@dataclass(frozen=True)
class NetworkPlan:
    """Settings of the training; those of the network too.

    length: words of a piece. unknown: the share of words that are hidden behind their letters and class, so that these
    are learnt. speakers: how speakers rest (see `speakers`); pieces without pauses get some of theirs, a `spoken` share
    of all. silent: the share of pieces whose pauses are hidden, so that the network can do without. opinions: what a
    teacher thinks of words (see `distilling.py`), from 0 to 1 for each label; the sixth number of a row says which of
    them, counted from 1, is of its word, and 0 that none is. taught: how much they count beside the labels.
    """

    embedding: int = 128
    hidden: int = 160
    batch: int = 32
    length: int = 128
    rate: float = 2e-3
    dropout: float = 0.3
    unknown: float = 0.2
    seed: int = 0
    checkpoint: Path | None = None
    every: int = 250
    speakers: NDArray[Any] | None = None
    spoken: float = 0.35
    silent: float = 0.5
    opinions: NDArray[numpy.float16] | None = None
    taught: float = 0.5
    stages: tuple[TrainingStage, ...] = field(default=())


def learn(forms: Sequence[str], lexicon: WordNumbers, plan: NetworkPlan, start: PunctuationNetwork | None = None,
          progress: Progress = no_progress) -> PunctuationNetwork:  # fmt: skip
    """Train a network, from the beginning or from `start`. With a checkpoint, go on from its last state.

    Raises MissingExtra without PyTorch, SystemFileError for the state of another training or a broken one.
    """
    try:
        import torch
    except ImportError:
        raise MissingExtra("PyTorch", "neural", "training the network") from None
    torch.manual_seed(plan.seed)
    table = _table(forms, lexicon)
    model = _model(torch, len(lexicon.words) + 1, lexicon.rows, plan)
    if start is not None:
        _load(torch, model, start)
    steps = sum(_steps(stage, plan) for stage in plan.stages)
    optimiser = torch.optim.AdamW(model.parameters(), plan.rate, (0.9, 0.99), weight_decay=0.01, fused=True)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, plan.rate, total_steps=steps + 1, pct_start=0.05)
    training = _fingerprint(forms, plan, start) if plan.checkpoint else ""
    done = _resume(plan.checkpoint, training, model, optimiser, schedule)
    model.train()
    for number, rows in enumerate(_batches(plan)):
        if number < done:
            continue
        torch.manual_seed(plan.seed * 1_000_003 + number)  # so that going on is the same as not having stopped
        loss = _loss(torch, model, lexicon, table, rows, plan)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
        progress(f"loss {loss.item():.3f}", number + 1, steps)
        if plan.checkpoint and (number + 1) % plan.every == 0:
            states = [holder.state_dict() for holder in (model, optimiser, schedule)]
            keep_state(plan.checkpoint, training, {"done": number + 1, "states": states})
    return _network(model)


# --- data ------------------------------------------------------------------------------------------------------------


def speakers(texts: Iterable[NDArray[numpy.int32]]) -> NDArray[Any]:
    """How each speaker rests: the chance of each bucket after each mark, (speakers, marks, buckets).

    Speakers are smoothed by all of them together, for no one makes all marks. Raises DataError without any pauses.
    """
    counts = numpy.array([_rests(rows) for rows in texts]).reshape(-1, MARK_LABELS, BUCKETS)
    if not counts.any():
        raise DataError("there are no pauses in the texts")
    usual = counts.sum(axis=0) + counts.sum(axis=(0, 1)) * 1e-3
    usual = usual / usual.sum(axis=1, keepdims=True)
    smooth: NDArray[Any] = counts + 8 * usual
    smooth /= smooth.sum(axis=2, keepdims=True)
    return smooth


def _rests(rows: NDArray[numpy.int32]) -> NDArray[Any]:
    counts = numpy.zeros((MARK_LABELS, BUCKETS))
    heard = rows[rows[:, _PAUSE] > 0]
    numpy.add.at(counts, (heard[:, _MARK], heard[:, _PAUSE]), 1)
    return counts


def _table(forms: Sequence[str], lexicon: WordNumbers) -> tuple[NDArray[Any], NDArray[Any]]:
    """For each form the number of its word, and its features."""
    words = numpy.fromiter((lexicon.number(form) for form in forms), numpy.int64, len(forms))
    features = numpy.array([lexicon.features(form) for form in forms], numpy.int64).reshape(-1, FEATURES)
    return words, features


def _steps(stage: TrainingStage, plan: NetworkPlan) -> int:
    return max(1, stage.words // (plan.batch * plan.length))


def _batches(plan: NetworkPlan) -> Iterable[NDArray[numpy.int32]]:
    """Batches (T, B, 5): pieces that begin anywhere, of texts chosen by size times weight."""
    random = numpy.random.default_rng(plan.seed)
    offsets = numpy.arange(plan.length)
    rests = plan.speakers.cumsum(axis=2) if plan.speakers is not None else None
    for stage in plan.stages:
        sizes = numpy.array([len(rows) * weight for rows, weight in stage.texts], float)
        for _ in range(_steps(stage, plan)):
            chosen = random.choice(len(sizes), plan.batch, p=sizes / sizes.sum())
            pieces = []
            for number in chosen:
                rows = stage.texts[number][0]
                piece = rows[(random.integers(0, len(rows)) + offsets) % len(rows)]
                pieces.append(_with_pauses(piece, rests, plan, random))
            yield numpy.stack(pieces, axis=1)


def _with_pauses(
    piece: NDArray[numpy.int32], rests: NDArray[Any] | None, plan: NetworkPlan, random: numpy.random.Generator
) -> NDArray[numpy.int32]:
    """A piece with its pauses or without, or with those that some speaker could have made."""
    drawn = random.random()
    if piece[:, _PAUSE].any():
        piece[:, _PAUSE] *= drawn >= plan.silent
        return piece
    if rests is None or drawn >= plan.spoken:
        return piece
    speaker = rests[random.integers(len(rests))]
    piece[:, _PAUSE] = (random.random((len(piece), 1)) > speaker[piece[:, _MARK]]).sum(axis=1).clip(0, BUCKETS - 1)
    piece[piece[:, 0] == 0, _PAUSE] = 0
    return piece


# --- the model -------------------------------------------------------------------------------------------------------


def _model(torch: Any, words: int, places: int, plan: NetworkPlan) -> Any:
    model = torch.nn.ModuleDict(
        {
            "words": torch.nn.Embedding(words, plan.embedding),
            "affixes": torch.nn.EmbeddingBag(places, plan.embedding, mode="sum"),
            "first": torch.nn.LSTM(plan.embedding, plan.hidden, bidirectional=True),
            "second": torch.nn.LSTM(2 * plan.hidden, plan.hidden, bidirectional=True),
            "output": torch.nn.Linear(2 * plan.hidden, MARK_LABELS + CASE_LABELS + SPACE_LABELS),
        }
    )
    for name in ("words", "affixes"):
        torch.nn.init.normal_(model[name].weight, std=0.1)
    for layer in (model["first"], model["second"]):
        for name, weights in layer.named_parameters():
            if "weight_hh" in name:
                torch.nn.init.orthogonal_(weights)
            if "bias_ih" in name:
                with torch.no_grad():
                    weights[plan.hidden : 2 * plan.hidden] = 1.0  # remember at first
    return model


def _loss(
    torch: Any,
    model: Any,
    lexicon: WordNumbers,
    table: tuple[NDArray[Any], NDArray[Any]],
    rows: NDArray[Any],
    plan: NetworkPlan,
) -> Any:
    functional = torch.nn.functional
    forms = rows[..., 0]
    steps, batch = forms.shape
    words = torch.from_numpy(table[0][forms])
    features = torch.from_numpy(_features(lexicon, table[1][forms], rows[..., _PAUSE]).reshape(steps * batch, -1))
    hidden = torch.rand(words.shape) < plan.unknown
    unclassed = torch.rand(words.shape).flatten() < plan.unknown / 4
    features[:, FEATURES - 1].masked_fill_(unclassed, lexicon.unclassed)
    x = model["words"](words.masked_fill(hidden & (words > 1), 0))
    x = functional.dropout(x + model["affixes"](features).view(steps, batch, -1), plan.dropout)
    x = functional.dropout(model["first"](x)[0], plan.dropout)
    x = functional.dropout(model["second"](x)[0], plan.dropout)
    scores = model["output"](x).flatten(0, 1)
    loss = label_loss(torch, scores, torch.from_numpy(rows.reshape(-1, rows.shape[-1]).astype(numpy.int64)))
    if plan.opinions is None:
        return loss
    return (1 - plan.taught) * loss + plan.taught * _distance(torch, scores, rows, plan.opinions)


def label_loss(torch: Any, scores: Any, labels: Any) -> Any:
    """The cross-entropy of scores, (words, all labels), against rows of form, mark, case and spacing of each word."""
    entropy = torch.nn.functional.cross_entropy
    known = labels[:, 0] != 0
    cased = known & (labels[:, _CASE] != UNSAID)
    spaced = known & (labels[:, _MARK] > 0) & (labels[:, _SPACE] != UNSAID)
    marks, cases, spaces = scores.split(_SIZES, dim=1)
    # sums, so that a batch without capitals or marks gives no division by nothing
    loss = entropy(marks[known], labels[known, _MARK])
    loss = loss + _CASE_WEIGHT * entropy(cases[cased], labels[cased, _CASE], reduction="sum") / len(labels)
    return loss + _SPACE_WEIGHT * entropy(spaces[spaced], labels[spaced, _SPACE], reduction="sum") / len(labels)


def _distance(torch: Any, scores: Any, rows: NDArray[Any], opinions: NDArray[Any]) -> Any:
    """The cross-entropy of what the teacher thinks, of words in pieces without pauses: the teacher hears none."""
    is_quiet = (rows[..., _PAUSE] == 0).all(axis=0)
    of = (rows[..., _OPINION] * is_quiet).reshape(-1)
    at = numpy.flatnonzero(of)
    if not len(at):
        return scores.sum() * 0.0
    wanted = torch.from_numpy(opinions[of[at] - 1].astype(numpy.float32))
    is_marked = torch.from_numpy(rows[..., _MARK].reshape(-1)[at] > 0)
    marks, cases, spaces = (
        -(own * torch.log_softmax(said, 1)).sum(1)
        for said, own in zip(scores[torch.from_numpy(at)].split(_SIZES, 1), wanted.split(_SIZES, 1), strict=True)
    )
    return marks.mean() + _CASE_WEIGHT * cases.mean() + _SPACE_WEIGHT * (spaces * is_marked).mean()


def _features(lexicon: WordNumbers, features: NDArray[Any], pauses: NDArray[Any]) -> NDArray[Any]:
    """Features with those of the pauses."""
    return numpy.concatenate([features, lexicon.pause(pauses)[..., None]], axis=-1)


def _network(model: Any) -> PunctuationNetwork:
    """The weights in the order of NumPy's network: PyTorch has the gates as i, f, g, o, and two biases."""

    def layer(name: str) -> tuple[Any, Any, Any]:
        lstm = model[name]
        sides = [
            [_ordered(getattr(lstm, f"{kind}_l0{side}").detach().numpy()) for kind in _KINDS]
            for side in ("", "_reverse")
        ]
        w, r = (numpy.stack([numpy.ascontiguousarray(side[at].T) for side in sides]) for at in (0, 1))
        return w, r, numpy.stack([side[2] + side[3] for side in sides])

    return PunctuationNetwork(
        model["words"].weight.detach().numpy().copy(),
        model["affixes"].weight.detach().numpy().copy(),
        (layer("first"), layer("second")),
        numpy.ascontiguousarray(model["output"].weight.detach().numpy().T),
        model["output"].bias.detach().numpy().copy(),
    )


_KINDS = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")


def _ordered(weights: NDArray[Any]) -> NDArray[Any]:
    """Gates i, f, g, o as i, f, o, g, and back: the same exchange."""
    i, f, third, fourth = numpy.split(weights, 4)
    return numpy.concatenate([i, f, fourth, third])


def _load(torch: Any, model: Any, network: PunctuationNetwork) -> None:
    with torch.no_grad():
        model["words"].weight.copy_(torch.from_numpy(network.words))
        model["affixes"].weight.copy_(torch.from_numpy(network.affixes))
        model["output"].weight.copy_(torch.from_numpy(network.output.T.copy()))
        model["output"].bias.copy_(torch.from_numpy(network.bias))
        for name, (w, r, b) in zip(("first", "second"), network.layers, strict=True):
            for at, side in enumerate(("", "_reverse")):
                values = (_ordered(w[at].T), _ordered(r[at].T), _ordered(b[at]), numpy.zeros_like(b[at]))
                for kind, value in zip(_KINDS, values, strict=True):
                    getattr(model[name], f"{kind}_l0{side}").copy_(torch.from_numpy(numpy.ascontiguousarray(value)))


# --- states ----------------------------------------------------------------------------------------------------------


def _fingerprint(forms: Sequence[str], plan: NetworkPlan, start: PunctuationNetwork | None) -> str:
    """What a state depends on: the settings, the texts, and the network that the training began from."""
    digest = hashlib.sha256(
        repr((plan.embedding, plan.hidden, plan.batch, plan.length, plan.rate, plan.dropout)).encode()
    )
    digest.update(repr((plan.unknown, plan.seed, plan.spoken, plan.silent, plan.taught)).encode())
    digest.update("\0".join(forms).encode())
    arrays = [one for one in (plan.speakers, plan.opinions) if one is not None]
    for stage in plan.stages:
        digest.update(repr((stage.words, [weight for _, weight in stage.texts])).encode())
        arrays += [rows for rows, _ in stage.texts]
    if start is not None:
        arrays += [start.words, start.affixes, start.output, *chain.from_iterable(start.layers)]
    for array in arrays:
        digest.update(numpy.ascontiguousarray(array).tobytes())
    return digest.hexdigest()


def _resume(folder: Path | None, fingerprint: str, *holders: Any) -> int:
    kept = read_state(folder, fingerprint) if folder else None
    if kept is None:
        return 0
    for holder, state in zip(holders, kept["states"], strict=True):
        holder.load_state_dict(state)
    return int(kept["done"])
