"""`probierz lines`: the score of each line, the worst ones first if you like, with what differs."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any

from probierz.cli.doubt_warnings import label_warnings
from probierz.cli.options import add_option, whole_number
from probierz.cli.outputs_to_score import add_number_options, add_output_options, opened_workers, outputs_to_score
from probierz.cli.terminal import BOLD, DIM, GREEN, RED, chosen_format, painted, print_warnings, printable, short_number

if TYPE_CHECKING:
    from probierz.inspection.diff import DiffPiece, Unit
    from probierz.inspection.line_by_line import LineScore
    from probierz.inspection.line_selection import ShownLine
    from probierz.inspection.line_sources import LineSource

FORMATS = ("table", "tsv", "json", "csv", "markdown")
_LINES_AT_ONCE = 1024

EXAMPLES = r"""
examples:
  probierz lines my-challenge --sort worst --limit 10        the ten worst lines
  probierz lines my-challenge --metric CER --diff char       by another metric, differences by character
  probierz lines my-challenge --preprocessed                 what is left to compare after the flags of the metric
  probierz lines my-challenge --filter 'in[1]:Warszawa'      lines with this word in the first input column
  probierz lines my-challenge --match '\d{4}' --in expected  lines whose expected text has a year
  probierz lines my-challenge > scores.tsv                   all lines, for a program
  probierz lines --metric WER --expected good.tsv --out mine.tsv   two files, no challenge

Scores are in percent where the challenge shows percents, as those of probierz eval and worst; JSON has the metric's
own numbers, and --no-percent gives them in all formats.
On a terminal, differences between expected text and output are shown: [-missing-] {+added+}, or in colour.
In TSV, a TAB inside a text is shown as <tab>; JSON and CSV hold texts exactly.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Show the score of each line, as if it were the whole test set, under any metric."
    parser.epilog = EXAMPLES
    add_output_options(parser)
    parser.add_argument(
        "--sort", choices=("file", "worst", "best"), default="file", help="the order of lines (default: file)"
    )
    parser.add_argument("--filter", metavar="FEATURE", help="only lines with this feature, as probierz worst shows it")
    parser.add_argument("--match", metavar="REGEX", help="only lines that match this regular expression")
    parser.add_argument(
        "--in",
        dest="side",
        choices=("expected", "output", "input", "any"),
        default="any",
        help="where --match looks (default: any)",
    )
    add_option(parser, "--limit", help="show at most N lines")
    parser.add_argument(
        "--context", type=whole_number(0, 10**6), default=0, metavar="N", help="also show N lines before and after each"
    )
    parser.add_argument(
        "--diff",
        choices=("word", "char", "none"),
        help="show what differs, by words or characters (default: word on a terminal, none elsewhere)",
    )
    add_option(parser, "--preprocessed")
    parser.add_argument("--no-input", action="store_true", help="leave the input out")
    add_option(parser, "--format", choices=FORMATS)
    add_number_options(parser, "six digits, or all in other formats than a table")


def run(arguments: Namespace) -> None:
    """Score and print."""
    with opened_workers(arguments) as jobs:
        wanted = outputs_to_score(arguments)
        form = chosen_format(arguments)
        percent = wanted.style(arguments).percent
        source = replace(wanted.only_lines(), preprocessed=arguments.preprocessed, jobs=jobs)
        _print_lines(source, arguments, form, percent)
    print_warnings(label_warnings(wanted, source), arguments)


def _print_lines(source: LineSource, arguments: Namespace, form: str, percent: bool) -> None:
    from probierz.scoring.missing_values import no_line_values

    has_values = source.scheme.metric.has_line_values
    if arguments.sort != "file" and not has_values:
        raise no_line_values(source.scheme, "none is the worst or best")
    is_read = source.scheme.needs_input or arguments.filter or arguments.match
    if arguments.no_input and not is_read:
        source = replace(source, inputs=None)
    printed = PRINTERS[form](_lines(source, arguments), _Shown(source, arguments, form, percent))
    if not printed:
        found_none = "no line was found" if arguments.filter or arguments.match else "there are no lines"
        print_warnings([found_none], arguments)
    elif not has_values:
        print_warnings([str(no_line_values(source.scheme, "each is NaN"))], arguments)


def _lines(source: LineSource, arguments: Namespace) -> Iterator[ShownLine]:
    from probierz.inspection.line_selection import has_feature, line_table, matches

    tests: list[Callable[[LineScore], bool]] = []
    if arguments.filter is not None:
        reading = source.reading
        tests.append(has_feature(arguments.filter, tokenizer=reading.tokenizer, in_header=reading.in_header))
    if arguments.match is not None:
        tests.append(matches(arguments.match, arguments.side))
    return line_table(
        source,
        source.scheme.metric.better,
        order=arguments.sort,
        tests=tests,
        limit=arguments.limit,
        context=arguments.context,
    )


class _Shown:
    """What is shown of each line."""

    def __init__(self, source: LineSource, arguments: Namespace, form: str, percent: bool) -> None:
        self.name = source.scheme.name
        self.output = source.output
        self.has_input = source.inputs is not None and not arguments.no_input
        self.unit = arguments.diff or ("word" if form == "table" else "none")
        self.has_context = arguments.context > 0
        self.percent = percent
        self.precision = arguments.precision

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        texts = ["input"] * self.has_input + ["expected", "output"]
        return ["line", "score", *["context"] * self.has_context, *texts, *["diff"] * (self.unit != "none")]

    def score(self, score: float, usual: Callable[[float], str]) -> str:
        """A score as it was asked for, else as usual."""
        from probierz.reports.tables import NumberStyle

        if self.precision is None and (not self.percent or usual is short_number):
            return usual(100 * score if self.percent else score)
        return NumberStyle(self.precision, self.percent).show(score)

    def texts(self, shown: ShownLine) -> list[str]:
        """The texts of a line, the difference included."""
        line = shown.line
        texts = [line.input] * self.has_input + [line.expected, line.output]
        if self.unit != "none":
            from probierz.inspection.diff import marked_text

            texts.append(marked_text(self.pieces(shown)))
        return texts

    def pieces(self, shown: ShownLine) -> list[DiffPiece]:
        """What differs between the expected text and the output."""
        from probierz.inspection.diff import differences_of

        unit: Unit = "char" if self.unit == "char" else "word"
        return differences_of(shown.line.expected, shown.line.output, unit)

    def cells(self, shown: ShownLine) -> list[str]:
        """All cells of a line as text."""
        from probierz.scoring.format import plain

        context = ["yes" if shown.is_context else ""] * self.has_context
        return [str(shown.line.number), self.score(shown.line.score, plain), *context, *self.texts(shown)]


# --- printing --------------------------------------------------------------------------------------------------------


def _print_tsv(lines: Iterator[ShownLine], shown: _Shown) -> int:
    print("\t".join(shown.columns))
    rows = ("\t".join(cell.replace("\t", "<tab>") for cell in shown.cells(line)) + "\n" for line in lines)
    return _write(rows)


def _print_csv(lines: Iterator[ShownLine], shown: _Shown) -> int:
    import csv

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(shown.columns)
    return _counted(lines, lambda line: writer.writerow(shown.cells(line)))


def _print_markdown(lines: Iterator[ShownLine], shown: _Shown) -> int:
    from probierz.reports.tables import Column, Table, render

    columns = tuple(Column(name, name in ("line", "score")) for name in shown.columns)
    rows = tuple(tuple(shown.cells(line)) for line in lines)
    print(render(Table(columns, rows), "markdown"), end="")
    return len(rows)


def _print_json(lines: Iterator[ShownLine], shown: _Shown) -> int:
    """A list with one object a line."""
    import json

    count = 0
    for count, line in enumerate(lines, 1):
        text = json.dumps(_as_object(line, shown), ensure_ascii=False, allow_nan=False)
        print(",\n" if count > 1 else "[", text, sep="", end="")
    print("]" if count else "[]")
    return count


def _as_object(line: ShownLine, shown: _Shown) -> dict[str, Any]:
    from probierz.reports.json_values import json_number

    values: dict[str, Any] = {"line": line.line.number, **json_number(line.line.score)}
    if shown.has_context:
        values["context"] = line.is_context
    texts = [name for name in shown.columns if name not in ("line", "score", "context")]
    values.update(zip(texts, shown.texts(line), strict=True))
    return values


def _print_blocks(lines: Iterator[ShownLine], shown: _Shown) -> int:
    """Blocks below the name of the output."""
    count = 0
    for count, line in enumerate(lines, 1):
        if count == 1:
            print(painted(printable(f"lines of {shown.output}"), BOLD, sys.stdout))
        _print_block(line, shown)
    return count


def _print_block(line: ShownLine, shown: _Shown) -> None:
    head = f"line {line.line.number}  {shown.name} {shown.score(line.line.score, short_number)}"
    print(painted(printable(head), DIM if line.is_context else BOLD, sys.stdout))
    if shown.has_input:
        print(_row("input", line.line.input))
    if line.line.expected == line.line.output:
        print(_row("both", line.line.expected))
        return
    print(_row("expected", line.line.expected))
    print(_row("output", line.line.output))
    if shown.unit != "none":
        print(f"  {'diff':<8}  {_coloured(shown.pieces(line))}")


def _row(name: str, text: str) -> str:
    return f"  {name:<8}  {_visible(text)}"


def _visible(text: str) -> str:
    """The text without anything that could steer a terminal; a TAB between columns as an arrow."""
    return printable(text).replace("\t", " → ").replace("\n", r"\n")


def _coloured(pieces: Sequence[DiffPiece]) -> str:
    from probierz.cli.terminal import colours
    from probierz.inspection.diff import DiffPiece, marked_text

    visible = [DiffPiece(piece.kind, _visible(piece.text)) for piece in pieces]
    if not colours(sys.stdout):
        return marked_text(visible)
    codes = {"missing": f"{RED};9", "added": GREEN}
    return "".join(
        painted(piece.text, codes[piece.kind], sys.stdout) if piece.kind in codes else piece.text for piece in visible
    )


def _counted(lines: Iterable[ShownLine], show: Callable[[ShownLine], object]) -> int:
    count = 0
    for line in lines:
        show(line)
        count += 1
    return count


def _write(rows: Iterator[str]) -> int:
    count = 0
    while portion := list(islice(rows, _LINES_AT_ONCE)):
        sys.stdout.write("".join(portion))
        count += len(portion)
    return count


PRINTERS: dict[str, Callable[[Iterator[ShownLine], _Shown], int]] = {
    "table": _print_blocks,
    "tsv": _print_tsv,
    "json": _print_json,
    "csv": _print_csv,
    "markdown": _print_markdown,
}
