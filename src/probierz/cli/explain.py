"""`probierz explain`: say what a metric string means, and what it does to a line."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from probierz.cli.options import ContradictingOptions, add_option, as_text, load_plugins
from probierz.cli.terminal import BOLD, YELLOW, painted, printable, short_number, terminal_columns

if TYPE_CHECKING:
    from probierz.inspection.explain import Explanation
    from probierz.reports.tables import Table

_WIDEST_PART = 24
_WIDEST_VALUE = 60

EXAMPLES = r"""
examples:
  probierz explain 'Mean/WER'
  probierz explain 'Accuracy:lm<\d+>' --line 'Founded in 1364'
  probierz explain 'WER:cs<[.,?]><>' --expected-line 'Tak, wiem.' --output-line 'tak wiem'
  probierz explain 'F{1,2}'                    both metrics that the braces stand for

Quote the metric string: < > and { } mean something to the shell.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Say what every part of a metric string means, what each step does to a line, how the metric reads the result "
        "and what it scores; and point out what is likely to surprise."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("scheme", metavar="SCHEME", help="a metric with flags, such as 'BLEU:l'")
    parser.add_argument("--line", metavar="TEXT", help="a line to take through the steps")
    parser.add_argument("--expected-line", metavar="TEXT", help="an expected line, to be scored with --output-line")
    parser.add_argument("--output-line", metavar="TEXT", help="an output line")
    parser.add_argument("--input-line", metavar="TEXT", help="an input line, for metrics and flags that read it")
    add_option(parser, "--plugin")


def run(arguments: Namespace) -> None:
    """Explain and print."""
    if arguments.line is not None and (arguments.expected_line is not None or arguments.output_line is not None):
        raise ContradictingOptions("give either --line, or --expected-line and --output-line")
    load_plugins(arguments)
    from probierz.inspection.explain import Sample, explain

    output = arguments.output_line if arguments.line is None else arguments.line
    texts = [one if one is None else as_text(one) for one in (arguments.expected_line, output, arguments.input_line)]
    sample = Sample(*texts)
    told: set[str] = set()
    for at, explanation in enumerate(explain(_scheme(as_text(arguments.scheme)), sample)):
        if at:
            print()
        # Schemes out of the same braces share most traps: each is told once.
        new_traps = [trap for trap in dict.fromkeys(explanation.traps) if trap not in told]
        told.update(new_traps)
        _print(explanation, new_traps, one_line=arguments.line is not None)


def _scheme(text: str) -> str:
    """The metric; one of the challenge in this directory may be called by the name under which it is shown."""
    from probierz.challenges.challenge import open_challenge
    from probierz.errors import ProbierzError, SchemeError
    from probierz.schemes.scheme import parse_schemes

    try:
        parse_schemes(text)
    except SchemeError:
        try:
            named = [scheme for scheme in open_challenge(".").schemes if scheme.name == text]
        except ProbierzError:
            return text
        return str(named[0]) if named else text
    return text


def _print(explanation: Explanation, new_traps: list[str], *, one_line: bool) -> None:
    print(painted(printable(str(explanation.scheme)), BOLD, sys.stdout))
    _print_parts(explanation)
    for trap in new_traps:
        print(painted("  careful:", YELLOW, sys.stdout), printable(trap))
    if explanation.steps:
        print()
        width = _print_steps(explanation, one_line=one_line)
        _print_score(explanation, width)


def _print_parts(explanation: Explanation) -> None:
    from probierz.reports.tables import cells_of, filled

    width = min(_WIDEST_PART, max(cells_of(part.text) for part in explanation.parts))
    for part in explanation.parts:
        text = printable(part.text)
        if cells_of(text) > width:
            print(f"  {text}")
            text = ""
        print(f"  {filled(text, width)}  {printable(part.meaning)}")


def _print_steps(explanation: Explanation, *, one_line: bool) -> int:
    """Print what each step makes of the texts; return the width of the names, where other rows belong below them."""
    from probierz.reports.tables import Column, Table, cells_of, text_width
    from probierz.reports.tables import as_text as table_as_text

    sides = [
        ("expected", [step.expected for step in explanation.steps], explanation.read_expected),
        ("line" if one_line else "output", [step.output for step in explanation.steps], explanation.read_output),
    ]
    known = [(name, [str(text) for text in texts], read) for name, texts, read in sides if texts[0] is not None]
    names = [step.name for step in explanation.steps]
    short = all(len(read) <= _WIDEST_VALUE for _, _, read in known)
    if short:
        names.append("read as")
        known = [(name, [*texts, read], read) for name, texts, read in known]
    rows = zip(names, *(texts for _, texts, _ in known), strict=True)
    columns = (Column("step"), *(Column(name) for name, _, _ in known))
    table = Table(columns, tuple(rows))
    if sys.stdout.isatty() and text_width(table) + 2 > terminal_columns():
        _print_stacked(table)
    else:
        print("".join(f"  {line}\n" for line in table_as_text(table).splitlines()), end="")
    for name, _, read in [] if short else known:
        print(f"  {name} is read as  {printable(read)}")
    return max(map(cells_of, ["step", *names]))


def _print_stacked(table: Table) -> None:
    """For a narrow terminal: the sides under each other."""
    width = max(len(column.name) for column in table.columns)
    for name, *texts in table.rows:
        print(f"  {printable(str(name))}")
        for column, text in zip(table.columns[1:], texts, strict=True):
            print(f"    {column.name:<{width}}  {printable(str(text))}")


def _print_score(explanation: Explanation, width: int) -> None:
    if explanation.selected is False:
        print("  this line lacks the feature: it would not be scored")
    if explanation.score is not None:
        print(f"  {'tally':<{width}}  {printable(explanation.tally)}")
        print(f"  {'score':<{width}}  {short_number(explanation.score)}")
    elif explanation.scheme.metric.needs_input and explanation.steps[0].expected:
        print("  no score: this metric also reads the input line, give --input-line")
