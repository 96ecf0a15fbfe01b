"""`probierz qa errors`: where answers were lost, not found, misread, or not written as the quiz counts."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from probierz.cli.exit_codes import FINE
from probierz.cli.options import add_option
from probierz.cli.terminal import chosen_format, print_table

EXAMPLES = """
examples:
  probierz qa errors challenge my.index --split test-A --out out.tsv
  probierz qa errors challenge my.index --split test-A --out out.tsv --by-question outcomes.tsv
  probierz slices challenge --split test-A --out out.tsv --beside outcomes.tsv --by 'beside<outcome>'

By kind of question, as percentages: right; abstained, nothing was answered; form, the right words that do not count as
they are written; yes or no, the wrong one of both; not found, no passage holds an accepted answer; misread, one does.
Then how often the first passage holds an accepted answer (hit@1), one of those looked at, and the mean of 1/rank. A
question may be of several kinds. The table of --by-question has one kind of each: its columns are question, kind,
outcome, found (first, later, no) and rank, and `slices` and `report` sort lines by them.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Tell of each wrong answer to quiz questions whether it was not found, misread, or ill-formed."
    parser.epilog = EXAMPLES
    parser.add_argument("challenge", metavar="CHALLENGE", help="its directory")
    parser.add_argument("index", metavar="INDEX", help="a file of `probierz index build`")
    add_option(parser, "--split", default="", help="the split (default: that of config.txt)")
    add_option(parser, "--out", required=True, help="the output of that split")
    add_option(parser, "--limit", default=10, help="look at N passages of each question (default: 10)")
    parser.add_argument("--by-question", metavar="FILE", help="write a table of kind, outcome and rank there")
    add_option(parser, "--format")


def run(arguments: Namespace) -> int:
    """Compare and print."""
    from probierz.challenges.challenge import open_challenge
    from probierz.errors import ChallengeError, LengthError
    from probierz.lines import all_lines
    from probierz.suites.poleval2021.question_kinds import KINDS, OTHER, kinds_of, narrowest_kind
    from probierz.systems.questions.answering.outcomes import outcome_of, outcome_rows, outcomes_table
    from probierz.systems.questions.finding.index import PassageIndex
    from probierz.systems.questions.wording.words import terms
    from probierz.whole_files import whole_file

    challenge = open_challenge(arguments.challenge)
    split = challenge.split(arguments.split or challenge.options.test_name)
    if split.input is None or split.expected is None:
        raise ChallengeError(f"{challenge.path}: in.tsv and expected.tsv of the split are needed")
    out = challenge.output(split, arguments.out).path
    columns = [all_lines(path) for path in (split.input, split.expected, out)]
    if len({len(column) for column in columns}) > 1:
        counts = f"questions: {len(columns[0])}, answers: {len(columns[2])}"
        raise LengthError(f"{counts}; answer each question on a line of its own", path=out)
    with PassageIndex(arguments.index) as index:
        asked = [
            outcome_of(question, expected, answer, index.search(question, arguments.limit) if terms(question) else [])
            for question, expected, answer in zip(*columns, strict=True)
        ]
    if arguments.by_question:
        with whole_file(arguments.by_question) as file:
            file.writelines(row.encode() for row in outcome_rows(asked, narrowest_kind))
    print_table(outcomes_table(asked, kinds_of, (*KINDS, OTHER), arguments.limit), chosen_format(arguments))
    return FINE
