"""Make the reader with an encoder that is shipped for `probierz ask --reader e5-small`.

    python scripts/ship_encoder_reader.py poquad/*.json --text TEXT \
        --to src/probierz/systems/questions/reading/shipped/encoder

1. Cloze questions on the paragraphs of the files and on the text, a paragraph on a line, teach the upper half of the
   encoder. What is told of the fifth of articles that is only measured is left out, as in `ship_reader.py`.
2. The answered questions of the other four fifths teach it further, beside two other passages that each finds; and four
   times more the questions of three of these, so that each fifth has an encoder that has not seen it.
3. By what these four tell of the questions which they have not seen, the weights of spans are learnt, and how sure
   answers are, again by each fifth for the other three.

A graphics card does 1 and 2 in three minutes; 3 takes half an hour of a processor. --work keeps what
is done, so that it goes on after a stop, and 3 alone is done again where spans are described otherwise.
"""

from __future__ import annotations

import argparse
import pickle
import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy
from ship_reader import parts_with_unanswered, print_sure

from probierz.cli.progress import WorkProgress
from probierz.lines import LineReader
from probierz.suites.squad_form import read_squad_file
from probierz.systems.encoder.eight_bits import from_eight_bits
from probierz.systems.encoder.folders import encoder_folder
from probierz.systems.questions.finding.index import PassageIndex
from probierz.systems.questions.learning.cloze import cloze_questions
from probierz.systems.questions.learning.encoder_reader_learning import found_beside, marked, row_maker
from probierz.systems.questions.learning.encoder_reader_tuning import ReadingStage, TuningPlan, examples_of, tune_reader
from probierz.systems.questions.learning.reader_fitting import (
    OTHERS,
    PASSAGES,
    RIDGE,
    given,
    indexed,
    judge,
    learnt_from,
)
from probierz.systems.questions.learning.squad import AnsweredQuestion, read_answered_questions
from probierz.systems.questions.reading.encoder_reader import EncoderReader, ReadingWeights
from probierz.systems.questions.reading.reader import (
    LearntQuestion,
    ReaderWeights,
    choose_span,
    confidence_rows,
    learn_confidence,
    learn_spans,
)
from probierz.systems.questions.reading.spans import PassageSpans
from probierz.systems.questions.wanted.kinds import Wanted, wanted_by

SEED, LENGTH = 1, 320
CLOZE_TITLED, CLOZE_OTHER = 10, 4  # of a paragraph with a title, of another one
PLAN = TuningPlan(frozen=6, batch=48)
CLOZE_RATE, RATE, EPOCHS, BATCH, BESIDE = 4e-4, 2e-4, 6, 16, 2
SHORTEST, LONGEST = 200, 1600  # characters of a paragraph of the text
ALL = "all"


def main() -> None:
    """Learn, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("poquad", nargs="+", type=Path)
    parser.add_argument("--text", type=Path, help="a paragraph on a line, to make cloze questions of")
    parser.add_argument("--to", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("reader-work"), help="for what is learnt and told")
    arguments = parser.parse_args()
    arguments.work.mkdir(parents=True, exist_ok=True)
    asked = [one for path in arguments.poquad for one in read_answered_questions(path)]
    apart, *fourths = parts_with_unanswered([one for one in asked if wanted_by(one.question) is not Wanted.BOOLEAN])
    paragraphs = list(
        dict.fromkeys((one.title, one.context) for path in arguments.poquad for one in read_squad_file(path))
    )
    with tempfile.TemporaryDirectory() as folder, indexed(paragraphs, Path(folder) / "index") as index:
        unseen = {text for one in apart for text in (one.title, one.paragraph)}
        texts = [one for one in paragraphs if not unseen & {*one}]
        texts += [("", text) for text in _paragraphs(arguments.text) if text not in unseen] if arguments.text else []
        tuned = _tuned(texts, fourths, index, arguments.work)
        readers = {name: RememberingReader(one, arguments.work / f"told-{name}.pickle") for name, one in tuned.items()}
        weights = _weighed([readers[str(at)] for at in range(len(fourths))], fourths, index)
        reader = readers[ALL]
        reader.weights = weights
        _print_measured(reader, apart, index)
        for one in readers.values():
            one.keep()
    EncoderReader(reader.tuned, weights).save(arguments.to)


# --- tuning the encoder ----------------------------------------------------------------------------------------------


def _tuned(
    texts: Sequence[tuple[str, str]], fourths: Sequence[Sequence[AnsweredQuestion]], index: PassageIndex, work: Path
) -> dict[str, ReadingWeights]:
    """The encoder that has learnt from all fourths, and those that lack one, by its number."""
    names = [*map(str, range(len(fourths))), ALL]
    if not all((work / name).exists() for name in names):
        _tune(texts, fourths, index, work)
    return {name: _read(work / name) for name in names}


def _tune(
    texts: Sequence[tuple[str, str]], fourths: Sequence[Sequence[AnsweredQuestion]], index: PassageIndex, work: Path
) -> None:
    chance = random.Random(SEED)
    folder = encoder_folder()
    maker = row_maker(folder, LENGTH)
    made = [
        one
        for title, text in texts
        for one in cloze_questions(title, text, CLOZE_TITLED if title else CLOZE_OTHER, chance)
    ]
    beside = found_beside(index, BESIDE)
    real = [examples_of([marked(one) for one in part if one.is_answered], maker, chance, beside) for part in fourths]
    with WorkProgress("encoder") as progress:
        cloze = ReadingStage(examples_of(made, maker, chance), 1, CLOZE_RATE, drops_out=True)
        start = tune_reader([cloze], folder, PLAN, progress=progress)
        for left in [*range(len(fourths)), None]:
            examples = [one for at, part in enumerate(real) if at != left for one in part]
            stage = ReadingStage(examples, EPOCHS, RATE, drops_out=True)
            learnt = tune_reader([stage], folder, replace(PLAN, batch=BATCH), progress=progress, start=start)
            _write(learnt, work / (ALL if left is None else str(left)))


def _paragraphs(text: Path) -> Iterator[str]:
    """The paragraphs of a text; short ones are put together."""
    waiting = ""
    with LineReader(text, is_digested=False) as lines:
        for line in lines:
            waiting = f"{waiting} {line}".strip() if str(line).strip() else ""
            if len(waiting) > SHORTEST:
                if len(waiting) < LONGEST:
                    yield waiting
                waiting = ""


def _write(tuned: ReadingWeights, folder: Path) -> None:
    EncoderReader(tuned, ReaderWeights((0.0,))).save(folder)


def _read(folder: Path) -> ReadingWeights:
    with numpy.load(folder / "weights.npz", allow_pickle=False) as arrays:
        named = from_eight_bits({name: arrays[name] for name in arrays})
    return ReadingWeights(output=named.pop("output"), bias=named.pop("bias"), tensors=named)


# --- weighing what it tells ------------------------------------------------------------------------------------------


class RememberingReader(EncoderReader):
    """A reader that keeps what its encoder tells of a passage in a file: that takes long, and seldom changes."""

    def __init__(self, tuned: ReadingWeights, place: Path) -> None:
        super().__init__(tuned, ReaderWeights(()))
        self.place = place
        self.known: dict[tuple[str, ...], Any] = pickle.loads(place.read_bytes()) if place.exists() else {}

    def scores(self, question: str, passages: Sequence[tuple[str, str]]) -> list[Any]:
        """What the encoder tells of passages, each by itself."""
        new = [one for one in passages if (question, *one) not in self.known]
        for one, told in zip(new, super().scores(question, new), strict=True):
            self.known[question, *one] = told
        return [self.known[question, *one] for one in passages]

    def keep(self) -> None:
        """Write it."""
        self.place.write_bytes(pickle.dumps(self.known))


def _weighed(
    readers: Sequence[EncoderReader], fourths: Sequence[Sequence[AnsweredQuestion]], index: PassageIndex
) -> ReaderWeights:
    """The weights of spans and of confidence, by what each encoder tells of the questions that it has not seen."""
    found = [[_found(one, reader, index) for one in part] for reader, part in zip(readers, fourths, strict=True)]
    rows = []
    for left, part in enumerate(found):
        others = _spans([one for at, other in enumerate(found) if at != left for one in other])
        rows += confidence_rows(others, ((one.spans, one.is_right) for one in part))
    return learn_confidence(_spans([one for part in found for one in part]), rows)


@dataclass(frozen=True)
class _Found:
    """A question with the passages that it finds: their spans, what judges them, and what is learnt from them."""

    asked: AnsweredQuestion
    spans: list[PassageSpans]
    is_right: Callable[[int, int], bool]
    learnt: LearntQuestion | None


def _found(asked: AnsweredQuestion, reader: EncoderReader, index: PassageIndex) -> _Found:
    found, rarity = index.search(asked.question, PASSAGES), index.rarity(asked.question)
    spans = reader.described(asked.question, found, rarity)
    own = next((at for at, one in enumerate(found) if asked.is_answered and one.text == asked.paragraph), None)
    learnt = learnt_from(spans[own], asked.begin, asked.end) if own is not None else None
    if learnt and own is not None:
        learnt = LearntQuestion([spans[own], *spans[:own], *spans[own + 1 :]], learnt.wanted)
    return _Found(asked, spans, judge(asked, found, spans), learnt)


def _spans(found: Sequence[_Found]) -> ReaderWeights:
    return learn_spans([one.learnt for one in found if one.learnt], seed=SEED, others=OTHERS, ridge=RIDGE)


def _print_measured(reader: EncoderReader, apart: Sequence[AnsweredQuestion], index: PassageIndex) -> None:
    right = total = 0
    for one in apart:
        if one.is_answered:
            spans = reader.described(one.question, [given(one)], index.rarity(one.question))
            chosen = choose_span(spans, reader.weights)
            right += chosen is not None and judge(one, [given(one)], spans)(chosen[0], chosen[1])
            total += 1
    print(f"measured: {total} questions, {100 * right / total:.1f} % right on the right paragraph")
    found = (_found(one, reader, index) for one in apart)
    print_sure([(one.asked, one.spans, one.is_right) for one in found], reader.weights)


if __name__ == "__main__":
    main()
