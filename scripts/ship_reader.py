"""Make the weights of the reader that is shipped for `probierz ask`, from questions of SQuAD's form.

    python scripts/ship_reader.py poquad/*.json --never HELD-OUT --to src/probierz/systems/questions/reading/shipped

One fifth of the articles of answered questions is only measured, and so is all that is answered in HELD-OUT; from the
others, without yes-or-no questions, the weights of spans are learnt. How sure an answer is, is learnt by each quarter
of these from the answers that the other three would give, with three passages to read of an index of all paragraphs of
the files; there, questions that their paragraph does not answer count as well, and every answer to them is wrong.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from probierz.suites.squad_form import read_squad_file
from probierz.systems.questions.finding.index import PassageIndex
from probierz.systems.questions.learning.reader_fitting import (
    OTHERS,
    PASSAGES,
    RIDGE,
    Described,
    given,
    indexed,
    judge,
    parts_by_article,
    told,
    wanted_among_found,
)
from probierz.systems.questions.learning.squad import AnsweredQuestion, read_answered_questions
from probierz.systems.questions.reading.reader import (
    ReaderWeights,
    choose_span,
    confidence_rows,
    described,
    learn_confidence,
    learn_spans,
)
from probierz.systems.questions.reading.span_features import FEATURES
from probierz.systems.questions.reading.spans import PassageSpans
from probierz.systems.questions.wanted.kinds import Wanted, wanted_by
from probierz.whole_files import whole_file

PARTS, SEED = 5, 1
LIMITS = (0.2, 0.3, 0.4, 0.5, 0.6)


def main() -> None:
    """Learn, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("poquad", nargs="+", type=Path)
    parser.add_argument("--never", type=Path, help="a file whose answered questions are not learnt from")
    parser.add_argument("--to", type=Path, required=True)
    arguments = parser.parse_args()
    held_out = [one for one in read_answered_questions(arguments.never) if one.is_answered] if arguments.never else []
    never = {(one.question, one.paragraph) for one in held_out}
    found = [one for path in arguments.poquad for one in read_answered_questions(path)]
    kept = [one for one in found if (one.question, one.paragraph) not in never]
    paragraphs = [(one.title, one.context) for path in arguments.poquad for one in read_squad_file(path)]
    with tempfile.TemporaryDirectory() as folder, indexed(paragraphs, Path(folder) / "index") as index:
        weights, apart = _learnt_with_confidence(kept, index)
        for name, some in (("measured", apart), ("held out", held_out)):
            of = told([one for one in some if one.is_answered], index)
            print(f"{name}: {len(of)} questions, {100 * _share_right(of, weights):.1f} % right on the right paragraph")
        sure = [one for one in apart if wanted_by(one.question) is not Wanted.BOOLEAN]
        print_sure([(one, *_as_found(one, index)) for one in sure], weights)
    with whole_file(arguments.to / "reader.json") as file:
        file.write(_weights_as_json(weights).encode())


def _learnt_with_confidence(
    kept: Sequence[AnsweredQuestion], index: PassageIndex
) -> tuple[ReaderWeights, list[AnsweredQuestion]]:
    """The weights, and the questions of the fifth that nothing was learnt from."""
    apart, *parts = parts_with_unanswered([one for one in kept if wanted_by(one.question) is not Wanted.BOOLEAN])
    rows: list[tuple[list[float], bool]] = []
    for part in parts:
        others = _learnt([one for other in parts if other is not part for one in other], index)
        rows += confidence_rows(others, (_as_found(one, index) for one in part))
    return learn_confidence(_learnt([one for part in parts for one in part], index), rows), apart


def parts_with_unanswered(questions: Sequence[AnsweredQuestion]) -> list[list[AnsweredQuestion]]:
    """Questions in fifths by article, those that nothing answers with the others of their article."""
    parts = parts_by_article([one for one in questions if one.is_answered], PARTS, SEED)
    titles = [{one.title for one in part} for part in parts]
    return [[one for one in questions if one.title in some] for some in titles]


def _learnt(questions: Sequence[AnsweredQuestion], index: PassageIndex) -> ReaderWeights:
    answered = told([one for one in questions if one.is_answered], index)
    wanted = (wanted_among_found(one, index) for one in answered)
    return learn_spans([one for one in wanted if one], seed=SEED, others=OTHERS, ridge=RIDGE)


def print_sure(
    questions: Iterable[tuple[AnsweredQuestion, list[PassageSpans], Callable[[int, int], bool]]], weights: ReaderWeights
) -> None:
    """By how sure it must be: how many of both kinds get an answer, and how many answers are right."""
    said: dict[bool, list[tuple[float, bool]]] = {True: [], False: []}
    for one, spans, is_right in questions:
        chosen = choose_span(spans, weights)
        said[one.is_answered].append((chosen[2], is_right(chosen[0], chosen[1])) if chosen else (0.0, False))
    right = sum(is_right for _, is_right in said[True]) / len(said[True])
    print(f"{len(said[True])} questions with an answer, {len(said[False])} without; {right:.1%} right, sure or not")
    print("sure\tgiven\tof these right\tgiven where there is none\tof all given right")
    for limit in LIMITS:
        given, wrong = ([right for sure, right in said[kind] if sure >= limit] for kind in (True, False))
        print(
            f"{limit}\t{len(given) / len(said[True]):.1%}\t{sum(given) / max(1, len(given)):.1%}\t"
            f"{len(wrong) / max(1, len(said[False])):.1%}\t{sum(given) / max(1, len(given) + len(wrong)):.1%}"
        )


def _is_read_right(one: Described, weights: ReaderWeights) -> bool:
    """Whether the reader answers a question from its paragraph."""
    question, spans = one
    chosen = choose_span(spans, weights)
    return chosen is not None and judge(question, [given(question)], spans)(chosen[0], chosen[1])


def _as_found(question: AnsweredQuestion, index: PassageIndex) -> tuple[list[PassageSpans], Callable[[int, int], bool]]:
    """The spans of the passages that a question finds, and what judges them."""
    found = index.search(question.question, PASSAGES)
    spans = described(question.question, found, index.rarity(question.question))
    return spans, judge(question, found, spans)


def _share_right(questions: Sequence[Described], weights: ReaderWeights) -> float:
    """The share of questions that the reader answers; 0 of none."""
    return sum(_is_read_right(one, weights) for one in questions) / max(len(questions), 1)


def _weights_as_json(weights: ReaderWeights) -> str:
    """The weights as they are shipped: by name."""
    spans = {name: round(value, 4) for name, value in zip(FEATURES, weights.spans, strict=True)}
    values = asdict(weights) | {"spans": spans, "confidence": [round(value, 4) for value in weights.confidence]}
    return json.dumps(values, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    main()
