"""`probierz sqad check`: what is wrong with records."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.cli.exit_codes import FINE, PROBLEM
from probierz.cli.options import add_option
from probierz.cli.terminal import chosen_format, print_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from probierz.suites.sqad.rules import RecordFault

EXAMPLES = """
examples:
  probierz sqad check sqad_v3                                   everything, with file and line
  probierz sqad check sqad_v3 --summary                         how often each rule is broken
  probierz sqad check sqad_v3/000017                            one record
  probierz sqad check questions.jsonl                           JSON lines, as a project exports them
  probierz sqad check sqad_v3 --rule one-selection-sentence     one rule; may be repeated
  probierz sqad check --list                                    the rules, and what is mended by itself

The exit code is 1 where a rule is broken, 0 where there are warnings at most.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "List what is wrong with records of SQAD 3.0: rule, file, line, and what is there."
    parser.epilog = EXAMPLES
    parser.add_argument(
        "folder", nargs="?", metavar="DIRECTORY", help="the folder of the records, a record, or a file of JSON lines"
    )
    add_option(parser, "--rule", dest="rules")
    add_option(parser, "--summary", help="only count how often each rule is broken")
    parser.add_argument("--list", action="store_true", help="list the rules")
    add_option(parser, "--format")


def run(arguments: Namespace) -> int:
    """Check and print."""
    from probierz.errors import OptionError
    from probierz.suites.sqad.cross_record_rules import check_records
    from probierz.suites.sqad.json_lines import read_records_of
    from probierz.suites.sqad.rules import chosen_rules

    rules = chosen_rules(arguments.rules)
    if arguments.list:
        return _print_rules(arguments)
    if arguments.folder is None:
        raise OptionError("name the folder of the records, as in  probierz sqad check sqad_v3; or give --list")
    findings = list(check_records(read_records_of(Path(arguments.folder)), rules))
    if arguments.summary:
        _print_summary(findings, arguments)
    elif findings or chosen_format(arguments) != "table":
        _print_findings(findings, arguments)
    if sys.stdout.isatty() and not findings:
        print("All rules hold.")
    return PROBLEM if any(one.level == "error" for one in findings) else FINE


def _print_findings(findings: Sequence[RecordFault], arguments: Namespace) -> None:
    from probierz.reports.tables import Column, Table

    columns = ("level", "rule", "file", "line", "what is wrong")
    rows = [
        (one.level, one.rule, os.path.relpath(one.path, arguments.folder), str(one.line or ""), _escaped(one.message))
        for one in findings
    ]
    print_table(Table(tuple(map(Column, columns)), tuple(rows)), chosen_format(arguments))


def _escaped(message: str) -> str:
    return message.encode("utf-8", "backslashreplace").decode()


def _print_summary(findings: Sequence[RecordFault], arguments: Namespace) -> None:
    from collections import Counter

    from probierz.reports.tables import Column, Table
    from probierz.suites.sqad.rules import RULES

    counts = Counter(one.rule for one in findings)
    records = {name: len({one.record for one in findings if one.rule == name}) for name in counts}
    columns = (Column("level"), Column("rule"), Column("findings", True), Column("records", True))
    rows = [(RULES[name].level, name, str(count), str(records[name])) for name, count in counts.most_common()]
    print_table(Table(columns, tuple(rows)), chosen_format(arguments))


def _print_rules(arguments: Namespace) -> int:
    from probierz.reports.tables import Column, Table
    from probierz.suites.sqad.rules import chosen_rules

    rows = [(one.name, one.level, one.says, one.mends) for one in chosen_rules(arguments.rules)]
    columns = ("rule", "level", "what holds", "what is mended")
    print_table(Table(tuple(map(Column, columns)), tuple(rows)), chosen_format(arguments))
    return 0
