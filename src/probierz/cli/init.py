"""`probierz init`: make a new challenge directory."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from probierz.cli.options import add_option, add_options, load_plugins
from probierz.cli.outputs_to_score import read_schemes
from probierz.cli.terminal import printable

EXAMPLES = r"""
examples:
  probierz init my-challenge --metric Accuracy
  probierz init ocr --metric WER --metric CER --precision 4
  probierz init tags --metric 'MultiLabel-F{1,2}' --precision 4 --percent

The data files hold a toy example that goes with the first metric; replace them with your own.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Make a new challenge directory: README.md, config.txt, and toy data in train, dev-0 and a test set. "
        "Its config.txt says with how many decimals scores are shown."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("directory", metavar="DIRECTORY", help="where; its parent must exist")
    add_option(parser, "--metric", required=True, help="a metric; the first one is the main one", is_repeated=True)
    parser.add_argument("--test-name", default="test-A", metavar="NAME", help="the test set (default: test-A)")
    add_option(parser, "--precision", default=4)  # as many as tell systems apart: nobody reads sixteen on a board
    add_options(parser, "--percent", "--plugin")


def run(arguments: Namespace) -> None:
    """Make the challenge and say what comes next."""
    load_plugins(arguments)
    from probierz.challenges.create import create_challenge
    from probierz.scoring.tally import Plan

    schemes = read_schemes(arguments.metric)
    Plan(schemes)  # compiles the regular expressions: a broken one is told before anything is written
    create_challenge(
        arguments.directory,
        schemes,
        test_name=arguments.test_name,
        precision=arguments.precision,
        percentage=arguments.percent,
    )
    import shlex

    print(f"A challenge with toy data is in {printable(arguments.directory)}")
    where = printable(shlex.quote(arguments.directory))
    print(f"Put in your own lines and words, then check it:  probierz validate {where}")
