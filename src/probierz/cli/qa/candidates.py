"""`probierz qa candidates`: passages for people to judge."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from probierz.cli.exit_codes import FINE
from probierz.cli.options import add_option
from probierz.cli.questions import add_index, add_questions, questions_of, refuse_swapped

EXAMPLES = """
examples:
  probierz qa candidates my.index < questions.tsv > round-1.tsv     a question a line, accepted answers behind tabs
  probierz qa candidates my.index "Kto odkrył polon?" --limit 3
  probierz qa candidates my.index --judged-by-answers < questions.tsv > distant.tsv

Write `right` or `wrong` in the column verdict of each row, and give the file to  probierz qa retriever. Passages that
hold an accepted answer come first. With --judged-by-answers nobody has to judge: of each question the passage that
holds most words of an accepted answer is right, at least four words of five, with at most two others between them;
those found that hold no answer are wrong, and questions without a right passage are left out.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Find passages that may answer questions, and write a table in which people judge them."
    parser.epilog = EXAMPLES
    add_index(parser)
    add_questions(parser)
    add_option(parser, "--limit", default=5, help="write at most N passages of each question (default: 5)")
    parser.add_argument(
        "--judged-by-answers",
        action="store_true",
        help="write the verdicts too, by the accepted answers: for questions that have them behind tabs",
    )


def run(arguments: Namespace) -> int:
    """Find and print."""
    from probierz.systems.questions.finding.index import PassageIndex
    from probierz.systems.questions.serving.annotating import candidates
    from probierz.systems.questions.serving.judgements import COLUMNS

    refuse_swapped("qa candidates", arguments.index, arguments.questions)
    with PassageIndex(arguments.index) as index:
        print("\t".join(COLUMNS))
        for line in questions_of(arguments.questions):
            is_distant = arguments.judged_by_answers
            for row in candidates(index, line, max(1, arguments.limit), is_distant=is_distant):
                print("\t".join(row), flush=True)
    return FINE
