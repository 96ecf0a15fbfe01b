"""`probierz slices`: scores of the lines with the same value, label or length."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from probierz.cli.options import INTERVALS, add_digits, add_option, add_options, as_text
from probierz.cli.outputs_to_score import add_output_options, opened_workers, outputs_to_score
from probierz.cli.progress import LineProgress
from probierz.cli.terminal import (
    BOLD,
    GREEN,
    RED,
    chosen_format,
    colours,
    painted,
    print_table,
    print_warnings,
    printable,
    terminal_columns,
)
from probierz.scoring.levels import LEVEL

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from probierz.inspection.line_sources import LineSource
    from probierz.inspection.slices import SliceTable
    from probierz.reports.slices import Intervals
    from probierz.reports.tables import NumberStyle, Table
    from probierz.schemes.scheme import Scheme

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
  in<2>, in<Name>, exp, out, exp<1>     each value of a column (TAB-separated), the most frequent first
  beside<Name>                          a column of the table --beside, which has a header and a row for each line
  label                                 each expected label; a line with several labels is in several slices
  length(exp), chars(exp)               words or characters: five slices of about as many lines; length(exp):3 for
                                        three; length(exp):0-10,11-20,21- for bounds of your own; length alone is
                                        length(exp)
  exp~REGEX                             lines that match, and those that do not; with a group, each text of the group
  exp:word                              lines with a feature, as  probierz worst  shows it, and those without
  expr:EXPRESSION                       input, expected, output, score, line; input[2] or input['Name'] for a column;
                                        len(), words(), number(); .lower() .upper() .strip() .startswith() .endswith()
                                        .count(); + - * / // %, comparisons, in, and, or, not, … if … else …

columns:
  q     how surely the slice is better or worse than as many random lines: the share of false discoveries to expect
        among this slice and those with a smaller q; at most {LEVEL} is called better or worse; where nothing can
        be said, the reason stands there
""".replace("{LEVEL}", str(LEVEL))


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Score slices of the lines: those with the same value of a column, label or length; those that match. "
        "Everything is scored once, and any metric will do."
    )
    parser.epilog = EXAMPLES
    add_output_options(parser, several=("--metric", "--out"))
    add_option(
        parser, "--by", required=True, help="by what lines are sorted: label, length(exp), in<1> and others, see below"
    )
    add_option(parser, "--beside")
    parser.add_argument("--cross", action="store_true", help="one table by all --by together")
    add_option(parser, "--most", default=20, help="so many values at most, the most frequent ones; the rest together")
    add_option(parser, "--trials", default=1000, help="how many random slices each slice is compared with; 0: none")
    add_options(parser, "--interval", "--cluster", *INTERVALS, "--format", "--jobs", "--on")
    add_digits(parser)


def run(arguments: Namespace) -> None:
    """Score and print."""
    # One process of one command: threads of the linear algebra would take longer to start than they save.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    wanted = outputs_to_score(arguments)
    schemes = wanted.schemes
    sources = wanted.lines(scheme=schemes[0] if schemes else None)
    cluster = _cluster(sources[0], arguments.cluster)
    with opened_workers(arguments) as jobs:
        tables = _tables(sources, schemes, arguments, cluster, jobs)
        intervals = _intervals(tables, arguments, cluster, jobs) if arguments.interval else None
    _print(tables, intervals, wanted.style(arguments), arguments)
    print_warnings(list(_notes(tables, intervals)), arguments)


def _notes(tables: Sequence[SliceTable], intervals: Sequence[Intervals] | None) -> Iterator[str]:
    from probierz.reports.slices import slice_interval_notes

    for at, table in enumerate(tables):
        notes = [*table.notes, *(slice_interval_notes(table, intervals[at]) if intervals is not None else ())]
        yield from (f"{table.by}: {note}" for note in notes)


def _cluster(source: LineSource, column: str | None) -> list[str] | None:
    """What each line belongs to, where --cluster says so."""
    if column is None:
        return None
    from probierz.inspection.line_clusters import line_clusters

    return line_clusters(column, source.reading, source.expected, source.inputs)


def _tables(
    sources: Sequence[LineSource],
    schemes: Sequence[Scheme],
    arguments: Namespace,
    cluster: list[str] | None,
    jobs: int | Executor,
) -> list[SliceTable]:
    from probierz.challenges.files import distinct_names
    from probierz.inspection.slices import SliceOptions, slices

    names = distinct_names([source.output for source in sources])
    with ExitStack() as stack:
        return slices(
            sources,
            [as_text(by) for by in arguments.by],
            schemes=schemes,
            options=SliceOptions(arguments.cross, arguments.most, arguments.trials, arguments.seed, cluster),
            names=names,
            jobs=jobs,
            progress=lambda at: stack.enter_context(LineProgress(names[at], enabled=not arguments.quiet)),
        )


def _intervals(
    tables: Sequence[SliceTable], arguments: Namespace, cluster: list[str] | None, jobs: int | Executor
) -> list[Intervals]:
    from probierz.reports.slices import slice_intervals

    settings: dict[str, Any] = {"level": arguments.level, "samples": arguments.samples, "seed": arguments.seed}
    return [slice_intervals(table, **settings, cluster=cluster, jobs=jobs) for table in tables]


# --- printing --------------------------------------------------------------------------------------------------------


def _print(
    tables: Sequence[SliceTable], intervals: Sequence[Intervals] | None, of_challenge: NumberStyle, arguments: Namespace
) -> None:
    """Print percents where the challenge does, but more decimals: slices differ by little."""
    from probierz.reports.slices import long_table, slice_table, slices_as_json

    form = chosen_format(arguments)
    style = of_challenge._replace(precision=arguments.precision)
    if form == "json":
        print(slices_as_json(tables, intervals), end="")
    elif form in ("tsv", "csv"):
        print_table(long_table(tables, style, intervals), form)
    else:
        style = style if style.precision is not None else style._replace(precision=4)
        for at, table in enumerate(tables):
            found = intervals[at] if intervals is not None else None
            _print_heading(table, form, is_first=at == 0)
            _print_one(slice_table(table, style, found, bars=form == "table"), form)


def _print_heading(table: SliceTable, form: str, *, is_first: bool) -> None:
    outputs = list(dict.fromkeys(table.outputs))
    of_output = f"scores of {outputs[0]} " if len(outputs) == 1 else ""
    heading = printable(f"{of_output}by {table.by}")
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
