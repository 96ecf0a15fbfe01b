"""Make the weights of the reader that is shipped for `probierz ask`, from questions of SQuAD's form.

    python scripts/ship_reader.py POQUAD... --never HELD-OUT --to src/probierz/systems/questions/shipped

Learnt from are the questions of the files that have an answer, and by their plausible ones those that have none;
yes-or-no questions, and all that are answered in HELD-OUT, are left out. Three fifths of them, by article, give the
weights, one fifth the confidence; one fifth is only measured, as is HELD-OUT. So whoever has all of PoQuAD
(clarin-pl/poquad on the hub) can learn from its train. From the plausible answers of ipipan/poquad alone, some 400, it
learns to answer a quarter of the questions.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy

from probierz.systems.questions.index import FoundPassage, IndexRecipe, PassageIndex, build_index
from probierz.systems.questions.kinds import Wanted, wanted_by
from probierz.systems.questions.passages import SourceDocument
from probierz.systems.questions.reader import (
    LearntQuestion,
    ReaderWeights,
    as_json,
    choose,
    described,
    learn_confidence,
    learn_spans,
)
from probierz.systems.questions.spans import PassageSpans
from probierz.systems.questions.squad import SquadQuestion, is_right, read_questions
from probierz.whole_files import whole_file

OTHERS, RIDGE, SEED = 200, 3.0, 1
NEAR = 0.6
"""A span is learnt from when it shares so much with the answer: twice the common characters, by those of both."""
Described = tuple[SquadQuestion, list[PassageSpans]]


def main() -> None:
    """Learn, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("poquad", nargs="+", type=Path)
    parser.add_argument("--never", type=Path, help="a file whose answered questions are not learnt from")
    parser.add_argument("--to", type=Path, required=True)
    arguments = parser.parse_args()
    held_out = [one for one in read_questions(arguments.never) if one.is_answered] if arguments.never else []
    never = {(one.question, one.paragraph) for one in held_out}
    found = [one for path in arguments.poquad for one in read_questions(path)]
    learnt = [one for one in found if (one.question, one.paragraph) not in never]
    with tempfile.TemporaryDirectory() as folder, indexed([*learnt, *held_out], Path(folder) / "index") as index:
        parts, rest = fifths(told(learnt, index)), told(held_out, index)
    train, sure, test = [one for part in parts[:3] for one in part], parts[3], parts[4]
    weights = learn_spans([one for one in map(wanted, train) if one], seed=SEED, others=OTHERS, ridge=RIDGE)
    weights = learn_confidence(weights, [(spans, right(question, spans, weights)) for question, spans in sure])
    for name, part in (("learnt from", train), ("confidence", sure), ("measured", test), ("held out", rest)):
        print(f"{name}\t{len(part)} questions\t{100 * share(part, weights):.1f} % right on the right paragraph")
    with whole_file(arguments.to / "reader.json") as file:
        file.write(as_json(weights).encode())


def indexed(questions: Sequence[SquadQuestion], place: Path) -> PassageIndex:
    """An index of all paragraphs, which knows how rare words are."""
    texts = dict.fromkeys((one.title, one.paragraph) for one in questions)
    documents = (SourceDocument(str(at), title, text) for at, (title, text) in enumerate(texts))
    build_index(place, documents, IndexRecipe("whole"))
    return PassageIndex(place)


def told(questions: Sequence[SquadQuestion], index: PassageIndex) -> list[Described]:
    """The spans of each paragraph, without yes-or-no questions."""
    return [
        (one, described(one.question, [_given(one)], index.rarity(one.question)))
        for one in questions
        if wanted_by(one.question) is not Wanted.BOOLEAN
    ]


def _given(one: SquadQuestion) -> FoundPassage:
    return FoundPassage(0, "", one.title, one.paragraph, 0, 1.0, 1.0)


def fifths(questions: Sequence[Described]) -> list[list[Described]]:
    """The questions in five parts, those of one article in one."""
    names = sorted({one.title for one, _ in questions})
    random.Random(SEED).shuffle(names)
    part = {name: at % 5 for at, name in enumerate(names)}
    return [[one for one in questions if part[one[0].title] == at] for at in range(5)]


def wanted(one: Described) -> LearntQuestion | None:
    """The question with the span that is most like its answer; None where none is like it."""
    question, (spans,) = one
    if not len(spans.places):
        return None
    begins, ends = spans.places[:, 0], spans.places[:, 1]
    common = numpy.minimum(ends, question.end) - numpy.maximum(begins, question.begin)
    likeness = 2 * numpy.maximum(common, 0) / (ends - begins + question.end - question.begin)
    best = int(likeness.argmax())
    return LearntQuestion([spans], best) if likeness[best] > NEAR else None


def right(question: SquadQuestion, spans: Sequence[PassageSpans], weights: ReaderWeights) -> bool:
    """Whether the reader answers it."""
    chosen = choose(spans, weights)
    if chosen is None:
        return False
    begin, end = spans[chosen[0]].places[chosen[1]].tolist()
    return is_right(question.paragraph[begin:end], question.answers)


def share(questions: Sequence[Described], weights: ReaderWeights) -> float:
    """The share of questions that the reader answers; 0 of none."""
    return sum(right(*one, weights) for one in questions) / max(len(questions), 1)


if __name__ == "__main__":
    main()
