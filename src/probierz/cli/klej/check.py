"""`probierz klej check`: what is wrong with an archive of predictions."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from probierz.cli.input_files import refuse_standard_input
from probierz.cli.klej.archives import hint_of_partial, klej
from probierz.cli.options import add_option
from probierz.cli.printed_problems import add_problem_format, print_problems
from probierz.cli.terminal import printable

EXAMPLES = """
examples:
  probierz klej check mine.zip
  probierz klej check predictions/           the files, before they are packed
  probierz klej check mine.zip --partial     some of the tasks

The archive holds test_pred_TASK.tsv for each of the nine tasks; in each the header target, and below it
one prediction for each record of test_features.tsv. No expected results are needed.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Check an archive of predictions: is there a file for each task, under its right name, with one prediction "
        "for each record, and is each a label of the task or a number?"
    )
    parser.epilog = EXAMPLES
    parser.add_argument(
        "archive", metavar="ARCHIVE", help="a .zip, or a folder with the files, or with TASK/test-A/out.tsv"
    )
    add_option(parser, "--partial")
    add_problem_format(parser)


def run(arguments: Namespace) -> int:
    """Check and print."""
    from probierz.challenges.problems import counted
    from probierz.suites.klej.archive import read_submission

    refuse_standard_input(arguments.archive)
    submission = read_submission(Path(arguments.archive), klej().tasks, partial=arguments.partial)
    fine = f"{arguments.archive}: {counted(len(submission.predictions), 'file')} of predictions checked, fine"
    hint = hint_of_partial(submission.problems)
    return print_problems(list(submission.problems), arguments, printable(fine), hint=hint)
