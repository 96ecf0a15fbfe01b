"""`probierz slices`: scores of the lines with the same value, label or length."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from probierz.cli.common import (
    BOLD,
    GREEN,
    RED,
    add_format_option,
    add_interval_options,
    as_text,
    challenge_of,
    chosen_format,
    colours,
    load_plugins,
    painted,
    print_table,
    print_warning,
    printable,
    read_schemes,
    terminal_columns,
    whole_number,
)
from probierz.cli.outputs_to_score import add_line_options, chosen_lines, usage_fault
from probierz.cli.progress import LineProgress

if TYPE_CHECKING:
    from probierz.inspection.line_sources import LineSource
    from probierz.inspection.slices import SliceTable
    from probierz.reports.slices import Intervals
    from probierz.reports.tables import Table
    from probierz.schemes.scheme import Scheme

__all__ = ["configure", "run"]

EXAMPLES = r"""
examples:
  probierz slices my-challenge --by label                each expected label
  probierz slices my-challenge --by 'in<2>'              each value of the second column of the input
  probierz slices my-challenge --by 'length(exp)' --by 'chars(in<1>):0-80,81-'   words, and characters
  probierz slices my-challenge --by 'in<1>~^(\w+)'       the first word of the first column
  probierz slices my-challenge --by label --out a.tsv --out b.tsv --interval     two outputs side by side
  probierz slices my-challenge --by 'expr:len(words(output)) < len(words(expected))'   is the output too short?
  probierz slices --metric WER --expected good.tsv --out mine.tsv --by 'exp~[0-9]'     two files, no challenge

by what lines are sorted (square brackets may stand for the angle ones):
  in<2>  in<Name>  exp  out  exp<1>     each value of a column (TAB-separated), the most frequent first
  label                                 each expected label; a line with several labels is in several slices
  length(exp)  chars(exp)               words or characters: five slices of about as many lines; length(exp):3 for
                                        three; length(exp):0-10,11-20,21- for bounds of your own
  exp~REGEX                             lines that match, and those that do not; with a group, each text of the group
  exp:word                              lines with a feature, as  probierz worst  shows it, and those without
  expr:EXPRESSION                       input, expected, output, score, line; input[2] or input['Name'] for a column;
                                        len(), words(), number(); .lower() .upper() .strip() .startswith() .endswith()
                                        .count(); + - * / // %, comparisons, in, and, or, not, … if … else …

columns:
  q     how surely the slice is better or worse than as many random lines: the share of false discoveries to expect
        among this slice and those with a smaller q; at most 0.05 is called better or worse
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Score slices of the lines: those with the same value of a column, label or length; those that match. "
        "Everything is scored once, and any metric will do."
    )
    parser.epilog = EXAMPLES
    add_line_options(parser, several=True)
    parser.add_argument(
        "--by",
        action="append",
        required=True,
        metavar="BY",
        help="by what lines are sorted, see below; may be repeated",
    )
    parser.add_argument("--cross", action="store_true", help="one table by all --by together")
    parser.add_argument(
        "--most",
        type=whole_number(1, 10**6),
        default=20,
        metavar="N",
        help="so many values at most, the most frequent ones; the rest together (default: 20)",
    )
    parser.add_argument(
        "--trials",
        type=whole_number(0, 1_000_000),
        default=1000,
        metavar="N",
        help="how many random slices each slice is compared with; 0: none (default: 1000)",
    )
    add_interval_options(parser)
    add_format_option(parser)
    parser.add_argument(
        "--precision", type=whole_number(0, 30), metavar="N", help="decimals (default: 4, all in TSV and CSV)"
    )
    parser.add_argument("--percent", action=BooleanOptionalAction, default=False, help="show 100 times the score")
    parser.add_argument(
        "--jobs", type=whole_number(0, 1024), default=1, metavar="N", help="processes (default: 1; 0: one a core)"
    )
    parser.add_argument("--quiet", action="store_true", help="no warnings, no progress bar")


def run(arguments: Namespace) -> int:
    """Score and print."""
    from probierz.cli.main import FINE, USAGE

    if usage_fault(arguments, "slices"):
        return USAGE
    load_plugins(arguments)
    # One process of one command: threads of the linear algebra would take longer to start than they save.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    schemes = read_schemes(arguments.metric, challenge_of(arguments)) if arguments.metric else []
    sources = _sources(arguments, schemes)
    tables = _tables(sources, schemes, arguments)
    intervals = _intervals(tables, arguments) if arguments.interval else None
    _print(tables, intervals, arguments)
    if not arguments.quiet:
        for note in dict.fromkeys(f"{table.by}: {note}" for table in tables for note in table.notes):
            print_warning(note)
    return FINE


def _sources(arguments: Namespace, schemes: Sequence[Scheme]) -> list[LineSource]:
    scheme = schemes[0] if schemes else None
    outputs: list[str | None] = list(dict.fromkeys(arguments.out or [])) or [None]
    return [chosen_lines(arguments, out, scheme=scheme) for out in outputs]


def _tables(sources: Sequence[LineSource], schemes: Sequence[Scheme], arguments: Namespace) -> list[SliceTable]:
    from probierz.challenges.files import distinct_names
    from probierz.inspection.slices import SliceOptions, slices

    names = distinct_names([source.output for source in sources])
    with ExitStack() as stack:
        return slices(
            sources,
            [as_text(by) for by in arguments.by],
            schemes=schemes,
            options=SliceOptions(arguments.cross, arguments.most, arguments.trials, arguments.seed),
            names=names,
            jobs=arguments.jobs,
            progress=lambda at: stack.enter_context(LineProgress(names[at], enabled=not arguments.quiet)),
        )


def _intervals(tables: Sequence[SliceTable], arguments: Namespace) -> list[Intervals]:
    from probierz.reports.slices import slice_intervals

    settings = {"level": arguments.level, "samples": arguments.samples, "seed": arguments.seed}
    return [slice_intervals(table, **settings) for table in tables]


# --- printing --------------------------------------------------------------------------------------------------------


def _print(tables: Sequence[SliceTable], intervals: Sequence[Intervals] | None, arguments: Namespace) -> None:
    from probierz.reports.slices import long_table, slice_table, slices_as_json
    from probierz.reports.tables import NumberStyle

    form = chosen_format(arguments)
    style = NumberStyle(arguments.precision, arguments.percent)
    if form == "json":
        print(slices_as_json(tables, intervals), end="")
    elif form in ("tsv", "csv"):
        print_table(long_table(tables, style, intervals), form)
    else:
        style = style if style.precision is not None else style._replace(precision=4)
        for at, table in enumerate(tables):
            found = intervals[at] if intervals is not None else None
            _print_heading(table, form, is_first=at == 0, is_own=len(tables) > len(arguments.by))
            _print_one(slice_table(table, style, found, bars=form == "table"), form)


def _print_heading(table: SliceTable, form: str, *, is_first: bool, is_own: bool) -> None:
    outputs = list(dict.fromkeys(table.outputs))
    of_output = f" of {outputs[0]}" if is_own and len(outputs) == 1 else ""
    heading = printable(f"by {table.by}{of_output}")
    if not is_first:
        print()
    if form == "table":
        print(painted(heading, BOLD, sys.stdout))
    else:
        print(f"% {heading}" if form == "latex" else f"{heading}\n")


def _print_one(table: Table, form: str) -> None:
    """Print a table; on a terminal the words behind the scores have their colours."""
    if form != "table" or not colours(sys.stdout):
        print_table(table, form)
        return
    from probierz.reports.tables import render

    codes = {"worse": RED, "better": GREEN}
    header, rule, *lines = render(table, form, width=terminal_columns(), bold=True).splitlines()
    print(header, rule, sep="\n")
    for line in lines:
        rest, _, word = line.rpartition("  ")
        print(f"{rest}  {painted(word, codes[word], sys.stdout)}" if word in codes else line)
