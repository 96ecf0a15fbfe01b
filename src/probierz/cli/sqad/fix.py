"""`probierz sqad fix`: mends records where that is safe."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from probierz.cli.options import add_option
from probierz.cli.terminal import GREEN, RED, painted

if TYPE_CHECKING:
    from probierz.suites.sqad.mending import Mend

EXAMPLES = """
examples:
  probierz sqad fix sqad_v3 --dry-run                    show what would change; nothing is written
  probierz sqad fix sqad_v3                              mend; then check again what is left
  probierz sqad fix sqad_v3 --rule utf-8                 only for one rule; may be repeated

Nothing is invented and nothing is chosen between two possibilities; what needs somebody who reads it is left alone.
Each file is written beside its place and put there in one step. The table of  probierz sqad check --list  says what
is mended for each rule.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Mend records of SQAD 3.0 where that is safe, and show every change."
    parser.epilog = EXAMPLES
    parser.add_argument("folder", metavar="DIRECTORY", help="the folder of the records, or a record")
    add_option(parser, "--dry-run")
    add_option(parser, "--rule", dest="rules")
    add_option(parser, "--quiet", help="do not show the changed lines")


def run(arguments: Namespace) -> None:
    """Mend and print."""
    from probierz.suites.sqad.mending import mend_record
    from probierz.suites.sqad.records import read_records, update_record
    from probierz.suites.sqad.rules import chosen_rules

    chosen_rules(arguments.rules)
    records = files = 0
    for record in read_records(arguments.folder):
        mended, changes = mend_record(record, arguments.rules)
        if not changes:
            continue
        records += 1
        files += len({change.path for change in changes})
        for change in changes:
            _print(change, arguments)
        if not arguments.dry_run:
            update_record(record, mended)
    verb = "would change" if arguments.dry_run else "changed"
    print(f"{_counted(files, 'file')} of {_counted(records, 'record')} {verb}")


def _counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _print(change: Mend, arguments: Namespace) -> None:
    import sys

    name = os.path.relpath(change.path, arguments.folder)
    ending = "" if change.after else " is removed"
    print(f"{name}{ending}: {change.rule}")
    if arguments.quiet:
        return
    for line in change.difference:
        colour = {"+": GREEN, "-": RED}.get(line[:1])
        if colour:
            print("  " + painted(line, colour, sys.stdout))
