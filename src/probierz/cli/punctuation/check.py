"""`probierz punctuation check`: JSON files against the schema of the task."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from probierz.cli.exit_codes import FINE, PROBLEM
from probierz.cli.terminal import print_fault

EXAMPLES = """
examples:
  probierz punctuation check system/                     all JSON files of a submission
  probierz punctuation check system/ --like expected/    and have they the words of the texts, and all texts?
  probierz punctuation check rest/ --schema document     texts with other marks too, such as a long dash
  probierz punctuation check --print-schema              the schema itself, for other programs
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Check JSON files with texts: every file that does not fit is named, with the line and the word."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("paths", nargs="*", metavar="PATH", help="JSON files, or folders of them")
    parser.add_argument("--like", metavar="DIRECTORY", help="the texts whose words must be there: JSON, CSV, or in.tsv")
    parser.add_argument(
        "--schema",
        choices=("submission", "document"),
        default="submission",
        help="submission: only the marks of the task; document: any marks (default: submission)",
    )
    parser.add_argument("--print-schema", action="store_true", help="print the schema and check nothing")


def run(arguments: Namespace) -> int:
    """Check, and say what is wrong."""
    from probierz.suites.poleval2021.punctuation.checks import check_files, json_paths
    from probierz.suites.poleval2021.punctuation.json_files import schema_path

    if arguments.print_schema:
        print(schema_path(arguments.schema).read_text(encoding="utf-8"), end="")
        return FINE
    paths = json_paths([Path(path) for path in arguments.paths or ["."]])
    found = check_files(paths, schema=arguments.schema, like=Path(arguments.like) if arguments.like else None)
    for fault in found:
        print_fault(fault)
    if found:
        return PROBLEM
    print("1 file: fine" if len(paths) == 1 else f"{len(paths)} files: fine")
    return FINE
