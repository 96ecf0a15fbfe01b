"""`probierz punctuation evaluate`: scores of each mark, of each text, and of the challenge."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from probierz.cli.options import add_option, whole_number
from probierz.cli.punctuation.forms import add_form_option
from probierz.cli.terminal import chosen_format, print_json, print_warning
from probierz.cli.titled_tables import TitledTable, add_part_options, chosen_part, for_programs, print_parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from probierz.reports.class_tables import Shown
    from probierz.suites.poleval2021.punctuation.evaluate import MarkScore, PunctuationReport

EXAMPLES = """
examples:
  probierz punctuation evaluate expected/ system/                       a JSON or CSV file for each text in both
  probierz punctuation evaluate challenge/test-A system/            the expected marks from expected.tsv
  probierz punctuation evaluate expected/ challenge/test-A              the system's from out.tsv
  probierz punctuation evaluate expected/ system/ --show documents      all texts, the worst first
  probierz punctuation evaluate expected/ system/ --format json         everything as data

The weighted score is that of the challenge, whatever the form of the files: 1/N sum of n(p) F1(p) over the seven marks.
As there, precision is 1 for a mark that was never given, and recall and F1 are 1 for one that is expected nowhere.
The last row forgives marks that stand one word off their place: each may be paired with one expected mark of its kind.
It is no score of the challenge; what it is higher by is displaced, not wrong.
"""

PARTS = ("marks", "documents", "document-marks")
_WORST = 10


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Score texts with punctuation: precision, recall and F1 of each mark, and the weighted score."
    parser.epilog = EXAMPLES
    parser.add_argument("expected", metavar="EXPECTED", help="the folder with the expected marks: JSON, CSV or TSV")
    parser.add_argument("system", metavar="OUTPUT", help="the folder with the system's marks: JSON, CSV or TSV")
    add_option(parser, "--file", default="out.tsv")
    add_form_option(parser)
    parser.add_argument(
        "--worst",
        type=whole_number(1, 10**9),
        default=_WORST,
        metavar="N",
        help=f"beside the marks, the N worst texts on a terminal (default: {_WORST})",
    )
    add_part_options(parser, PARTS)


def run(arguments: Namespace) -> None:
    """Score and print."""
    from probierz.suites.poleval2021.punctuation.evaluate import evaluate_folders

    report = evaluate_folders(
        Path(arguments.expected), Path(arguments.system), form=arguments.read_as, output=arguments.file
    )
    if chosen_format(arguments) == "json":
        print_json(_plain(report))
    else:
        print_parts(_parts(report, arguments), arguments)
    for warning in report.warnings:
        print_warning(warning)


def _plain(report: PunctuationReport) -> dict[str, Any]:
    return {
        "weighted_f1": report.weighted_f1,
        "forgiving_f1": report.forgiving,
        "marks": [_plain_mark(mark) for mark in report.marks],
        "documents": [
            {
                "name": one.name,
                "words": one.words,
                "weighted_f1": one.weighted_f1,
                "marks": [_plain_mark(mark) for mark in one.marks if mark.expected or mark.output],
            }
            for one in report.documents
        ],
        "scored_as": report.scored_as,
        "warnings": list(report.warnings),
    }


def _plain_mark(mark: MarkScore) -> dict[str, Any]:
    numbers = {"expected": mark.expected, "output": mark.output, "hits": mark.hits}
    return {"mark": mark.mark, **numbers, "precision": mark.precision, "recall": mark.recall, "f1": mark.f1}


def _parts(report: PunctuationReport, arguments: Namespace) -> list[TitledTable]:
    from probierz.reports.class_tables import exact, for_people

    shown = exact if for_programs(arguments) else for_people
    chosen = chosen_part(arguments, "marks")
    if chosen is not None:
        return [_part(chosen, report, shown, None)]
    return [_part(name, report, shown, arguments.worst) for name in PARTS[:2]]


def _part(name: str, report: PunctuationReport, shown: Shown, most: int | None) -> TitledTable:
    from probierz.reports.class_tables import for_people
    from probierz.reports.tables import Column, Table

    numbers = [Column(one, True) for one in ("expected", "output", "hits", "precision", "recall", "f1")]
    if name == "marks":
        rows = [
            ("(weighted)", "", *[""] * 5, shown(report.weighted_f1)),
            ("(weighted, one word off forgiven)", "", *[""] * 5, shown(report.forgiving)),
        ]
        title = f"weighted F1 {for_people(report.weighted_f1)} on {_texts(len(report.documents))}"
        columns = (Column("name"), Column("mark"), *numbers)
        return TitledTable(name, title, Table(columns, tuple(_mark_rows(report.marks, shown) + rows)))
    if name == "document-marks":
        found = [
            (one.name, *row)
            for one in report.documents
            for row in _mark_rows([mark for mark in one.marks if mark.expected or mark.output], shown)
        ]
        columns = (Column("text"), Column("name"), Column("mark"), *numbers)
        return TitledTable(name, "marks of each text", Table(columns, tuple(found)))
    ordered = sorted(report.documents, key=lambda one: (one.weighted_f1, one.name))[:most]
    cells = [
        (one.name, str(one.words), str(sum(mark.expected for mark in one.marks)), shown(one.weighted_f1))
        for one in ordered
    ]
    columns = (Column("text"), *(Column(one, True) for one in ("words", "marks", "weighted f1")))
    return TitledTable(name, "worst texts" if most else "texts", Table(columns, tuple(cells)))


def _texts(count: int) -> str:
    return "1 text" if count == 1 else f"{count} texts"


def _mark_rows(marks: Sequence[MarkScore], shown: Shown) -> list[tuple[str, ...]]:
    from probierz.suites.poleval2021.punctuation.documents import MARKS

    return [
        (
            MARKS[one.mark],
            one.mark,
            *map(shown, (one.expected, one.output, one.hits, one.precision, one.recall, one.f1)),
        )
        for one in marks
    ]
