"""Making a reader with an encoder from questions of SQuAD's form, with PyTorch (extra `neural`).

    1. cloze questions on all paragraphs, see cloze.py: the encoder's upper layers and the matrix of begins and ends
    2. the questions themselves, several times over, each with its paragraph and others that it finds

One article in ten is kept apart: from its questions is chosen how much the encoder counts beside the features of spans,
and learnt how sure answers are.
"""

from __future__ import annotations

import hashlib
import json
import random
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy

from probierz.errors import DataError
from probierz.systems.encoder.encoding import open_tokenizer
from probierz.systems.encoder.folders import encoder_folder
from probierz.systems.libraries import library
from probierz.systems.questions.finding.index import PassageIndex
from probierz.systems.questions.learning.cloze import MarkedPassage, cloze_questions
from probierz.systems.questions.learning.encoder_reader_tuning import ReadingStage, TuningPlan, examples_of, tune_reader
from probierz.systems.questions.learning.reader_fitting import (
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
from probierz.systems.questions.learning.squad import AnsweredQuestion
from probierz.systems.questions.reading.encoder_reader import EncoderReader, ReadingWeights
from probierz.systems.questions.reading.reader import ReaderWeights, confidence_rows, learn_confidence, learn_spans
from probierz.systems.questions.reading.reading_rows import RowMaker
from probierz.systems.system import Progress, no_progress

_APART = 10
_BESIDE = (0.0, 0.1, 0.2, 0.35, 0.5, 0.75, 1.0, 1.5)


@dataclass(frozen=True)
class ReaderPlan:
    """How a reader learns.

    cloze: cloze questions of a paragraph; epochs: how often the questions are seen; others: passages beside the right
    one. frozen: layers that stay as they are. length: pieces of a row. batch: questions of a step. rates: of the
    layers, by stage; head_rate: of the last matrix. checkpoint: a folder where the state is kept, every so many steps,
    to be gone on with.
    """

    cloze: int = 2
    epochs: int = 4
    others: int = 1
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
            tuned = _tuned(learnt, texts, index, plan, progress)
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


def _tuned(
    questions: Sequence[AnsweredQuestion],
    texts: Sequence[tuple[str, str]],
    index: PassageIndex,
    plan: ReaderPlan,
    progress: Progress,
) -> ReadingWeights:
    chance = random.Random(plan.seed)
    folder = encoder_folder(plan.backbone)
    maker = row_maker(folder, plan.length)
    cloze = [one for title, text in texts for one in cloze_questions(title, text, plan.cloze, chance)]
    real = [marked(one) for one in questions]
    stages = [
        ReadingStage(examples_of(cloze, maker, chance), 1, plan.rates[0], drops_out=False),
        ReadingStage(examples_of(real, maker, chance, found_beside(index, plan.others)), plan.epochs, plan.rates[1],
                     drops_out=True),  # they are few and seen again
    ]  # fmt: skip
    if plan.checkpoint:
        plan.checkpoint.mkdir(parents=True, exist_ok=True)
    tuning = TuningPlan(plan.frozen, plan.batch, plan.head_rate, plan.seed, plan.checkpoint, plan.every)
    return tune_reader(stages, folder, tuning, _fingerprint([*cloze, *real], plan), progress)


def marked(one: AnsweredQuestion) -> MarkedPassage:
    """A question as the tuning takes it."""
    return MarkedPassage(one.question, one.title, one.paragraph, one.begin, one.end)


def row_maker(folder: Path, length: int) -> RowMaker:
    """What cuts into pieces, for rows as long as the encoder of a folder can read."""
    longest = json.loads((folder / "config.json").read_text("utf-8"))["max_position_embeddings"]
    return RowMaker(open_tokenizer(folder), min(length, longest))


def found_beside(index: PassageIndex, count: int) -> Callable[[MarkedPassage], list[tuple[str, str]]]:
    """So many passages that a question finds, other than its own."""

    def found(one: MarkedPassage) -> list[tuple[str, str]]:
        others = (passage for passage in index.search(one.question, count + 1) if passage.text != one.text)
        return [(passage.title, passage.text) for passage in others][:count]

    return found


def _fingerprint(marked: Sequence[MarkedPassage], plan: ReaderPlan) -> str:
    """What a state depends on: the settings and the questions."""
    settings = replace(plan, checkpoint=None, every=0)
    return hashlib.sha256("\0".join([repr(settings), *map(repr, marked)]).encode()).hexdigest()
