"""`probierz sqad convert`: JSON lines into records, and back."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from probierz.cli.options import add_option

__all__ = ["configure", "run"]

EXAMPLES = """
examples:
  probierz sqad convert sample.jsonl --to records         a record for each line
  probierz sqad convert records --to again.jsonl          a line for each record

Lines hold context, question and answers. They have neither addresses nor types, lemmas or tags, so  probierz sqad check
lists those as missing. The selection is the sentence with the answer; for yes and no, the one most like the question.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Turn JSON lines with context, question and answers into records of SQAD, or records into such lines."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("source", metavar="FILE", help="a file of JSON lines, or the folder of the records")
    add_option(parser, "--to", required=True, metavar="FILE", help="the folder, or the file, to be made")


def run(arguments: Namespace) -> None:
    """Convert."""
    from probierz.whole_files import refuse_occupied, whole_folder

    target = Path(arguments.to)
    refuse_occupied(target)
    if Path(arguments.source).is_dir():
        _write_lines(arguments.source, target)
    else:
        with whole_folder(target) as folder:
            _write_records(Path(arguments.source), folder)


def _write_lines(source: str, target: Path) -> None:
    from probierz.suites.sqad.json_lines import simple_line
    from probierz.suites.sqad.records import read_records
    from probierz.whole_files import whole_text

    with whole_text(target) as file:
        for record in read_records(source):
            file.write(simple_line(record) + "\n")


def _write_records(source: Path, target: Path) -> None:
    from probierz.suites.sqad.json_lines import read_simple
    from probierz.suites.sqad.records import write_record

    for record in read_simple(source):
        write_record(record, target)
