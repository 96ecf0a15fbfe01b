"""Making a reader with an encoder from questions of SQuAD's form, with PyTorch (extra `neural`).

    1. cloze questions on all paragraphs, see cloze.py: the encoder's upper layers and the matrix of begins and ends
    2. the questions themselves, several times over
    loss = - ln P(begin) - ln P(end), over the pieces of the paragraph

One article in ten is kept apart: from its questions is chosen how much the encoder counts beside the features of spans,
and learnt how sure answers are.
"""

from __future__ import annotations

import hashlib
import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy

from probierz.errors import DataError
from probierz.systems.encoder.encoding import open_tokenizer
from probierz.systems.encoder.folders import encoder_folder
from probierz.systems.libraries import library
from probierz.systems.neural.layer_tuning import LayerTuning, lowest_layers
from probierz.systems.questions.cloze import MarkedPassage, cloze_questions
from probierz.systems.questions.encoder_reader import EncoderReader, ReadingWeights
from probierz.systems.questions.index import PassageIndex
from probierz.systems.questions.reader import ReaderWeights, confidence_rows, learn_confidence, learn_spans
from probierz.systems.questions.reader_fitting import (
    OTHERS,
    RIDGE,
    Described,
    given,
    indexed,
    judge,
    parts_by_article,
    told,
    wanted_span,
)
from probierz.systems.questions.reading_rows import RowMaker
from probierz.systems.questions.squad import AnsweredQuestion
from probierz.systems.system import Progress, no_progress

__all__ = ["ReaderPlan", "learn_reader"]

_APART = 10
_BESIDE = (0.0, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0, 1.5)
_POOL = 16  # batches whose rows are put together by length


@dataclass(frozen=True)
class ReaderPlan:
    """How a reader learns.

    cloze: cloze questions of a paragraph; epochs: how often the questions are seen. frozen: layers that stay as they
    are. length: pieces of a row. batch: rows of a step. rates: of the layers, by stage; head_rate: of the last matrix.
    checkpoint: a folder where the state is kept, every so many steps, to be gone on with.
    """

    cloze: int = 2
    epochs: int = 4
    frozen: int = 4
    length: int = 320
    batch: int = 12
    rates: tuple[float, float] = (2e-4, 1.5e-4)
    head_rate: float = 1e-3
    seed: int = 0
    backbone: str = "e5-small"
    checkpoint: Path | None = None
    every: int = 100


def learn_reader(
    questions: Sequence[AnsweredQuestion],
    paragraphs: Sequence[tuple[str, str]],
    plan: ReaderPlan = ReaderPlan(),
    progress: Progress = no_progress,
) -> EncoderReader:
    """Make a reader from questions, and further paragraphs, title and text. Raises DataError for too few, MissingExtra.

    Questions on paragraphs that do not answer them are left out.
    """
    library("torch")
    parts = parts_by_article([one for one in questions if one.is_answered], _APART, plan.seed)
    apart, learnt = parts[0], [one for part in parts[1:] for one in part]
    if not apart or not learnt:
        raise DataError(f"a reader learns from answered questions on {_APART} articles or more; there are fewer")
    texts = [*dict.fromkeys([*((one.title, one.paragraph) for one in learnt), *paragraphs])]
    with tempfile.TemporaryDirectory() as folder:
        known = [*texts, *((one.title, one.paragraph) for one in apart)]
        with indexed(known, Path(folder) / "index") as index:
            rows = [found for one in told(learnt, index) if (found := wanted_span(one))]
            plain = learn_spans(rows, seed=plan.seed, others=OTHERS, ridge=RIDGE)
            tuned = _tuned(learnt, texts, plan, progress)
            reader = EncoderReader(tuned, ReaderWeights((*plain.spans, 0.0)), plan.backbone)
            reader.weights = _weighed(reader, apart, index)
    return reader


def _weighed(reader: EncoderReader, questions: Sequence[AnsweredQuestion], index: PassageIndex) -> ReaderWeights:
    """The weights with that of the encoder which makes right spans likeliest, and how sure answers are then."""
    read = [
        (one, reader.described(one.question, [given(one)], index.rarity(one.question)))
        for one, _ in told(questions, index)
    ]
    plain = reader.weights.spans[:-1]
    beside = max(_BESIDE, key=lambda share: _likelihood(read, (*plain, share)))
    weights = ReaderWeights((*plain, beside))
    judged = ((spans, judge(one, [given(one)], spans)) for one, spans in read)
    return learn_confidence(weights, confidence_rows(weights, judged))


def _likelihood(read: Sequence[Described], weights: tuple[float, ...]) -> float:
    """The sum of ln P of the right spans."""
    total = 0.0
    for one in read:
        if wanted := wanted_span(one):
            scores = wanted.spans[0].features @ numpy.array(weights)
            total += float(scores[wanted.wanted] - scores.max() - numpy.log(numpy.exp(scores - scores.max()).sum()))
    return total


# --- tuning ----------------------------------------------------------------------------------------------------------


class _Row(NamedTuple):
    """Pieces; the passage's are `size` from `first` on, and the answer's from `begin` to `end`, both included."""

    ids: list[int]
    first: int
    size: int
    begin: int
    end: int


def _tuned(
    questions: Sequence[AnsweredQuestion], texts: Sequence[tuple[str, str]], plan: ReaderPlan, progress: Progress
) -> ReadingWeights:
    torch = library("torch")
    torch.manual_seed(plan.seed)
    chance = random.Random(plan.seed)
    folder = encoder_folder(plan.backbone)
    model = lowest_layers(folder)
    maker = RowMaker(open_tokenizer(folder), min(plan.length, model.config.max_position_embeddings))
    cloze = [one for title, text in texts for one in cloze_questions(title, text, plan.cloze, chance)]
    real = [MarkedPassage(one.question, one.title, one.paragraph, one.begin, one.end) for one in questions]
    stages = [_batches(_rows(cloze, maker, chance), 1, plan, chance)]
    stages.append(_batches(_rows(real, maker, chance), plan.epochs, plan, chance))
    head = torch.nn.Linear(model.config.hidden_size, 2)
    tuning = LayerTuning(model, head, min(plan.frozen, model.config.num_hidden_layers // 2))
    if plan.checkpoint:
        plan.checkpoint.mkdir(parents=True, exist_ok=True)
    training = _fingerprint([*cloze, *real], plan)
    done = tuning.restore(plan.checkpoint, training) if plan.checkpoint else 0
    total = sum(map(len, stages))
    for step, (stage, share, batch) in enumerate(_steps(stages)):
        if step < done:
            continue
        tuning.model.train(stage > 0)  # real questions are few and seen again: something drops out
        shown = tuning.step(_loss(tuning.model, head, batch), share, (plan.rates[stage], plan.head_rate))
        progress(f"loss {shown:.2f}", step + 1, total)
        if plan.checkpoint and (step + 1) % plan.every == 0:
            tuning.keep(plan.checkpoint, training, step + 1)
    output = numpy.ascontiguousarray(head.weight.detach().numpy().T)
    return ReadingWeights(tuning.tensors(), output, head.bias.detach().numpy().copy())


def _steps(stages: Sequence[Sequence[list[_Row]]]) -> Iterator[tuple[int, float, list[_Row]]]:
    """The batches of all stages, each with the number of its stage and the share of it that is done before."""
    for number, batches in enumerate(stages):
        for at, batch in enumerate(batches):
            yield number, at / len(batches), batch


def _fingerprint(marked: Sequence[MarkedPassage], plan: ReaderPlan) -> str:
    """What a state depends on: the settings and the questions."""
    settings = replace(plan, checkpoint=None, every=0)
    return hashlib.sha256("\0".join([repr(settings), *map(repr, marked)]).encode()).hexdigest()


def _rows(marked: Sequence[MarkedPassage], maker: RowMaker, chance: random.Random) -> list[_Row]:
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
        row = maker.row(one.question, one.title, ids, low)
        begin, end = (row.first + at - low for at in (inside[0], inside[-1]))
        found.append(_Row(row.ids, row.first, row.count, begin, end))
    return found


def _batches(rows: Sequence[_Row], epochs: int, plan: ReaderPlan, chance: random.Random) -> list[list[_Row]]:
    """Batches of rows of like length, in any order, epoch after epoch."""
    return [batch for _ in range(epochs) for batch in _epoch(rows, plan.batch, chance)]


def _epoch(rows: Sequence[_Row], size: int, chance: random.Random) -> list[list[_Row]]:
    mixed = chance.sample(rows, len(rows))
    pools = (mixed[low : low + size * _POOL] for low in range(0, len(mixed), size * _POOL))
    found = [batch for pool in pools for batch in _like(pool, size)]
    chance.shuffle(found)
    return found


def _like(rows: Sequence[_Row], size: int) -> Iterator[list[_Row]]:
    ordered = sorted(rows, key=lambda row: len(row.ids))
    return (ordered[low : low + size] for low in range(0, len(ordered), size))


def _loss(model: Any, head: Any, rows: Sequence[_Row]) -> Any:
    torch = library("torch")
    ids = numpy.ones((len(rows), max(len(row.ids) for row in rows)), numpy.int64)
    is_piece, is_passage = numpy.zeros_like(ids), numpy.zeros(ids.shape, bool)
    for at, row in enumerate(rows):
        ids[at, : len(row.ids)], is_piece[at, : len(row.ids)] = row.ids, 1
        is_passage[at, row.first : row.first + row.size] = True
    states = model(input_ids=torch.from_numpy(ids), attention_mask=torch.from_numpy(is_piece)).last_hidden_state
    scores = head(states.float()).masked_fill(~torch.from_numpy(is_passage)[..., None], -1e4)
    right = torch.tensor([(row.begin, row.end) for row in rows])
    return sum(torch.nn.functional.cross_entropy(scores[..., side], right[:, side]) for side in (0, 1))
