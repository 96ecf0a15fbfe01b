"""`probierz qa kinds`: questions by kind, and how well each kind is answered."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from probierz.cli.exit_codes import FINE
from probierz.cli.options import add_option
from probierz.cli.terminal import chosen_format, print_table

EXAMPLES = """
examples:
  probierz qa kinds challenge --split test-B                    how many questions of each kind, beside the printed ones
  probierz qa kinds challenge --split test-A --out my.tsv       and the share of each that an output answers

The last column has what Rybak's system answers of each kind of test-B, whose answers are not public. Where answers are
known, yes-or-no questions are told apart by them.

A question may be of several kinds. The rules look at its words; the chapter that prints the table does not tell its
own, and seems to count yes-or-no questions and numbers by their answers: so fewer are found than it prints.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Slice quiz questions by kind, as Rybak's table of PolEval 2021, task 4, does."
    parser.epilog = EXAMPLES
    parser.add_argument("challenge", metavar="CHALLENGE", help="its directory")
    add_option(parser, "--split", default="", help="the split (default: that of config.txt)")
    add_option(parser, "--out", help="an output of that split to score")
    add_option(parser, "--format")


def run(arguments: Namespace) -> int:
    """Count and print."""
    from probierz.challenges.challenge import open_challenge
    from probierz.suites.poleval2021.question_kinds import count_kinds, kinds_table

    challenge = open_challenge(arguments.challenge)
    split = arguments.split or challenge.options.test_name
    out = challenge.output(challenge.split(split), arguments.out).path if arguments.out else None
    counts = count_kinds(challenge, split, out=out, printed=_printed(split), published=_published())
    print_table(kinds_table(counts), chosen_format(arguments))
    return FINE


def _printed(split: str) -> dict[str, int]:
    """The numbers of questions that Rybak prints, by kind."""
    from probierz.suites.catalogue import find_task

    rows = find_task("poleval-2021/qa").published
    counts = [one for one in rows if one.metric == "questions" and one.slice and one.split == split]
    return {one.slice: int(one.number) for one in counts}


def _published() -> dict[str, float]:
    """The share of each kind of test-B that Rybak's system answers."""
    from probierz.suites.catalogue import find_task

    rows = find_task("poleval-2021/qa").published
    return {one.slice: one.number / 100 for one in rows if one.metric == "Acc" and one.slice and one.split == "test-B"}
