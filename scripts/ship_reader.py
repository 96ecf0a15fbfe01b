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
import tempfile
from pathlib import Path

from probierz.systems.questions.reader import as_json, learn_confidence, learn_spans
from probierz.systems.questions.reader_fitting import (
    OTHERS,
    RIDGE,
    indexed,
    is_read_right,
    parts_by_article,
    share_right,
    told,
    wanted_span,
)
from probierz.systems.questions.squad import read_answered_questions
from probierz.whole_files import whole_file

SEED = 1


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
    learnt = [one for one in found if (one.question, one.paragraph) not in never]
    paragraphs = [(one.title, one.paragraph) for one in [*learnt, *held_out]]
    with tempfile.TemporaryDirectory() as folder, indexed(paragraphs, Path(folder) / "index") as index:
        parts = [told(part, index) for part in parts_by_article(learnt, 5, SEED)]
        rest = told(held_out, index)
    train, sure, test = [one for part in parts[:3] for one in part], parts[3], parts[4]
    weights = learn_spans([one for one in map(wanted_span, train) if one], seed=SEED, others=OTHERS, ridge=RIDGE)
    weights = learn_confidence(weights, [(one[1], is_read_right(one, weights)) for one in sure])
    for name, part in (("learnt from", train), ("confidence", sure), ("measured", test), ("held out", rest)):
        print(f"{name}\t{len(part)} questions\t{100 * share_right(part, weights):.1f} % right on the right paragraph")
    with whole_file(arguments.to / "reader.json") as file:
        file.write(as_json(weights).encode())


if __name__ == "__main__":
    main()
