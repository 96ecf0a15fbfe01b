"""`probierz doctor`: whether everything is there that the platform needs, and how it is set."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path

from probierz.cli.exit_codes import FINE, PROBLEM
from probierz.cli.options import add_option
from probierz.cli.terminal import chosen_format, print_table

EXAMPLES = """
examples:
  probierz doctor                  what is fine, odd or broken
  probierz doctor --settings       every setting with its value; secrets are not shown
  probierz doctor --clean          first remove what processes left behind that were killed
  probierz doctor --format json    for programs

exit code: 1 if something is broken
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Look at what the platform needs: git, space, permissions, database, workers, settings."
    parser.epilog = EXAMPLES
    add_option(parser, "--home")
    parser.add_argument("--settings", action="store_true", help="list the settings instead")
    parser.add_argument("--clean", action="store_true", help="remove files that the database knows nothing of")
    add_option(parser, "--format")


def run(arguments: Namespace) -> int:
    """Look, and print a table."""
    return _settings(arguments) if arguments.settings else _checks(arguments)


def _settings(arguments: Namespace) -> int:
    from probierz.reports.tables import Column, Table
    from probierz.web.configuration.environment import SETTINGS
    from probierz.web.operation.doctor import shown_value

    columns = tuple(map(Column, ("Setting", "Value", "Meaning")))
    rows = tuple((setting.name, shown_value(setting, os.environ), setting.help) for setting in SETTINGS)
    print_table(Table(columns, rows), chosen_format(arguments))
    return FINE


def existing_home(named: str | None) -> Path:
    """Return the folder of a platform's data, as named or as PROBIERZ_HOME says.

    Raises Refused for any other folder, into which nothing shall be written.
    """
    from probierz.errors import Refused
    from probierz.web.configuration import environment
    from probierz.web.operation.start import is_home

    if named is not None:
        os.environ["PROBIERZ_HOME"] = os.path.abspath(named)
    home = environment.home()
    if not home.is_dir():
        raise Refused(f"{home}: there is no such folder; set PROBIERZ_HOME, or let  probierz serve  make it")
    if not is_home(home):
        raise Refused(f"{home} is no platform's folder; name the one that  probierz serve  was given as --home")
    return home


def _checks(arguments: Namespace) -> int:
    from probierz.reports.tables import Column, Table

    home = existing_home(arguments.home)
    from probierz.web.operation.start import prepare

    prepare(str(home))
    if arguments.clean:
        _clean()
    from probierz.web.operation.doctor import checks

    found = list(checks(home))
    columns = tuple(map(Column, ("Check", "State", "Found", "To do")))
    rows = tuple((check.name, check.state, check.found, check.remedy) for check in found)
    print_table(Table(columns, rows), chosen_format(arguments))
    return PROBLEM if any(check.state == "broken" for check in found) else FINE


def _clean() -> None:
    from probierz.web.operation.reconcile import clean
    from probierz.web.operation.schema import refuse_outdated

    refuse_outdated()
    done = clean()
    for path in done.leftovers:
        print(f"removed {path}")
    for version in done.behind:
        print(f"version {version.number} of {version.challenge.slug} is what is cloned now")
