"""`probierz ocr steps`: the score of a correcting system after each of its steps."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from probierz.cli.options import add_option, add_options
from probierz.cli.progress import LineProgress
from probierz.cli.terminal import chosen_format, print_table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from probierz.systems.system import System

EXAMPLES = """
examples:
  probierz ocr steps challenge ocr/heuristics --split test-A   the table of the paper: after each rule
  probierz ocr steps challenge my-cascade --pages 1000         a system in a folder, on the first pages

The system must be trained, and made of steps: ocr/cascade, ocr/heuristics.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Score a system that corrects pages in steps: without any, with the first, the first two ..."
    parser.epilog = EXAMPLES
    parser.add_argument("challenge", metavar="CHALLENGE", help="a challenge directory")
    parser.add_argument("system", metavar="SYSTEM", help="a name, or a folder of a trained system")
    add_option(parser, "--split", default="test-A", help="a split of the challenge")
    add_option(parser, "--pages")
    add_options(parser, "--quiet", "--format")


def run(arguments: Namespace) -> None:
    """Score and print."""
    from probierz.challenges.challenge import open_challenge
    from probierz.reports.tables import Column, Table
    from probierz.scoring.score import score
    from probierz.systems.registry import find_system
    from probierz.systems.training import read_pairs

    challenge = open_challenge(arguments.challenge)
    scheme = challenge.schemes[0]
    pairs = read_pairs(challenge.split(arguments.split))[0][: arguments.pages]
    expected = [pair.expected for pair in pairs]
    rows = []
    with LineProgress(arguments.split, enabled=not arguments.quiet) as progress:
        for step, outputs in _after_each_step(find_system(arguments.system), [pair.input for pair in pairs], progress):
            rows.append((step, f"{100 * score(scheme, expected, outputs, rows=False).value:.3f}"))
    print_table(Table((Column("after"), Column(scheme.name, True, "lower")), tuple(rows)), chosen_format(arguments))


def _after_each_step(
    system: System, lines: list[str], progress: Callable[[int], None]
) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each step, and the outputs with it and all before it. Raises OptionError."""
    from probierz.errors import OptionError
    from probierz.systems.combinators import InputColumn
    from probierz.systems.ocr.cascade import Cascade
    from probierz.systems.ocr.heuristics import Heuristics

    inner = system.of if isinstance(system, InputColumn) else system
    if not isinstance(inner, Cascade | Heuristics):
        raise OptionError(f"a system of kind {inner.kind} has no steps; name one that was trained from ocr/cascade")
    names = inner.steps.split()
    for count in range(len(names) + 1):
        inner.steps = " ".join(names[:count])
        outputs = list(system.predict(lines))
        progress(len(lines))
        yield names[count - 1] if count else "nothing", outputs
