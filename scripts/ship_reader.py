"""Make the weights of the reader that is shipped for `probierz ask`, from questions of SQuAD's form.

    python scripts/ship_reader.py POQUAD... --to src/probierz/systems/questions/shipped

The questions of the files, without yes-or-no questions, are put in fifths by article. Four give the weights, those that
have no answer by their plausible one; how sure answers are is learnt from the same four, each read with weights of the
other three. The first fifth is only measured: on the right paragraph, and from the first three that are found among all
paragraphs of the files, by how sure the answers are.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from pathlib import Path

from probierz.systems.questions.documents import read_documents
from probierz.systems.questions.index import PassageIndex
from probierz.systems.questions.kinds import Wanted, wanted_by
from probierz.systems.questions.reader import ReaderWeights, as_json, learn_confidence_across, learn_spans, read
from probierz.systems.questions.reader_fitting import (
    OTHERS,
    RIDGE,
    Described,
    indexed,
    is_read_right,
    parts_by_article,
    share_right,
    told,
    wanted_span,
)
from probierz.systems.questions.squad import SquadQuestion, is_right, read_questions
from probierz.whole_files import whole_file

SEED = 1
READ = 3  # passages
SURE = (0.0, 0.2, 0.3, 0.4, 0.5)


def main() -> None:
    """Learn, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("poquad", nargs="+", type=Path)
    parser.add_argument("--to", type=Path, required=True)
    arguments = parser.parse_args()
    asked = [one for path in arguments.poquad for one in read_questions(path)]
    answered = [one for one in asked if one.is_answered]
    plausible = [one for one in asked if not one.is_answered]
    paragraphs = [(one.title, one.text) for one in read_documents([str(path) for path in arguments.poquad])]
    measured, *rest = parts_by_article(answered, 5, SEED)
    with tempfile.TemporaryDirectory() as folder, indexed(paragraphs, Path(folder) / "index") as index:
        test, *parts = [told(part, index) for part in (measured, *rest)]
        further = told(plausible, index)
        by_part = [(_learnt(parts, further, [test, part]), part) for part in parts]
        weights = learn_confidence_across(
            _learnt(parts, further, [test]),
            [(own, [(one[1], is_read_right(one, own)) for one in part]) for own, part in by_part],
        )
        for own, part in [*by_part, (weights, test)]:
            name, right = "measured" if own is weights else "held out", 100 * share_right(part, own)
            print(f"{name}\t{len(part)} questions\t{right:.1f} % right on the right paragraph", flush=True)
        _print_found(index, [one for one in measured if wanted_by(one.question) is not Wanted.BOOLEAN], weights)
    with whole_file(arguments.to / "reader.json") as file:
        file.write(as_json(weights).encode())


def _learnt(
    parts: Sequence[Sequence[Described]], further: Sequence[Described], without: Sequence[Sequence[Described]]
) -> ReaderWeights:
    """Weights from all but some parts, and from further questions whose articles are not in these."""
    never = {one.title for part in without for one, _ in part}
    every = [one for part in parts for one in part] + list(further)
    found = [wanted_span(one) for one in every if one[0].title not in never]
    return learn_spans([one for one in found if one], seed=SEED, others=OTHERS, ridge=RIDGE)


def _print_found(index: PassageIndex, asked: Sequence[SquadQuestion], weights: ReaderWeights) -> None:
    found = []
    for one in asked:
        reading = read(one.question, index.search(one.question, READ), index.rarity(one.question), weights)
        if reading:
            found.append((reading.confidence, is_right(reading.answer, one.answers)))
    for floor in SURE:
        given = [right for confidence, right in found if confidence >= floor]
        shares = len(given) / len(asked), sum(given) / max(len(given), 1)
        told_of = f"from {READ} of {index.count} paragraphs, at least {floor} sure"
        print(f"{told_of}\tgiven {shares[0]:.1%}\tright {shares[1]:.1%}")


if __name__ == "__main__":
    main()
