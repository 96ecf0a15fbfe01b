"""`probierz klej evaluate`: the scores of an archive of predictions, and their average."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from probierz.cli.exit_codes import FINE
from probierz.cli.klej.archives import add_expected_options, klej, scored
from probierz.cli.options import INTERVALS, add_options
from probierz.cli.suite_scores import print_scores

EXAMPLES = """
examples:
  probierz klej evaluate mine.zip --expected klej
  probierz klej evaluate mine.zip --expected klej --interval    how sure is each score?
  probierz klej evaluate mine.zip --expected klej --partial     some of the tasks
  probierz klej evaluate data-klej --expected data-klej         outputs in challenges that  suite get  put there

KLEJ keeps the expected results of its tests; those of CDSC and CBD were published by their makers.
For the others, have expected results of your own, such as of a part of train.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Score an archive of predictions, each task by its own metric times 100: accuracy, Spearman's correlation, "
        "F1 of class 1, 1-wMAE; and average them. A task without expected results has no score, and then there is no "
        "average. What is wrong with the archive is told first, as by  probierz klej check."
    )
    parser.epilog = EXAMPLES
    parser.add_argument(
        "archive", metavar="ARCHIVE", help="a .zip, or a folder with the files, or with TASK/test-A/out.tsv"
    )
    add_expected_options(parser)
    add_options(parser, "--partial", "--interval", *INTERVALS, "--format")


def run(arguments: Namespace) -> int:
    """Score and print."""
    result = scored(arguments.archive, klej(), arguments)
    print_scores(result, {"archive": arguments.archive}, arguments, has_tests=False)
    return FINE
