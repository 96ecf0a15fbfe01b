"""`probierz sqad convert`: JSON lines, or a file of SQuAD's form, into records, and records into lines."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from probierz.cli.options import add_option
from probierz.text import first_few

MOST_NAMED = 20
"""Questions that are left out; of more, their number is told."""

EXAMPLES = """
examples:
  probierz sqad convert sample.jsonl --to records         a record for each line
  probierz sqad convert squad.json --to records           a record for each question that is answered
  probierz sqad convert records --to again.jsonl          a line for each record
  probierz sqad convert records --to few.jsonl --simple   context, question and answers alone

Lines in the simple form hold context, question and answers. They have neither addresses nor types, so that `probierz
sqad check` lists those as missing; the selection is the sentence with the answer, for yes and no the one most like the
question. Lines in the full form, as projects of annotation export them, hold every text, the address and the types.
Neither has lemmas and tags. A record is written in the simple form where that says all of it.

Of a file of SQuAD's form (1.1, 2.0), a context is the article, and the selection is the sentence in which the answer
stands by its answer_start. Questions without an answer are left out and named.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Turn JSON lines, as SQAD is passed on or as projects of annotation export them, or a file of SQuAD's form "
        "into records of SQAD, or records into such lines."
    )
    parser.epilog = EXAMPLES
    parser.add_argument(
        "source", metavar="FILE", help="a file of JSON lines or of SQuAD's form, or the folder of records"
    )
    add_option(parser, "--to", required=True, metavar="FILE", help="the folder, or the file, to be made")
    parser.add_argument("--simple", action="store_true", help="write lines with context, question and answers alone")


def run(arguments: Namespace) -> None:
    """Convert."""
    from probierz.whole_files import refuse_occupied, whole_folder

    target = Path(arguments.to)
    refuse_occupied(target)
    if Path(arguments.source).is_dir():
        _write_lines(arguments.source, target, is_simple=arguments.simple)
    else:
        with whole_folder(target) as folder:
            _write_records(Path(arguments.source), folder)


def _write_lines(source: str, target: Path, *, is_simple: bool) -> None:
    from probierz.suites.sqad.json_lines import line_of, simple_line
    from probierz.suites.sqad.records import read_records
    from probierz.whole_files import whole_text

    with whole_text(target) as file:
        for number, record in enumerate(read_records(source), 1):
            file.write((simple_line(record) if is_simple else line_of(record, number)) + "\n")


def _write_records(source: Path, target: Path) -> None:
    from probierz.errors import DataError
    from probierz.suites.sqad.json_lines import read_lines
    from probierz.suites.sqad.records import write_record
    from probierz.suites.sqad.squad_files import holds_squad, read_squad_records

    left_out: list[str] = []
    found = read_squad_records(source, left_out=left_out) if holds_squad(source) else read_lines(source)
    for record in found:
        write_record(record, target)
    if not any(target.iterdir()):
        raise DataError("no record can be made of this; give a file with questions and their answers", path=source)
    if left_out:
        print(f"questions without an answer, left out: {first_few(left_out, MOST_NAMED)}", file=sys.stderr)
