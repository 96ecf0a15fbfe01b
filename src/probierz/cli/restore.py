"""`probierz restore`: make a platform from a backup."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from probierz.cli.exit_codes import FINE, PROBLEM
from probierz.cli.options import add_option

EXAMPLES = """
examples:
  probierz restore --home /srv/again monday.tar
  PROBIERZ_DATABASE_URL=postgresql://probierz@localhost/again probierz restore --home /srv/again monday.tar

The folder must be new or empty, and so must the database. A backup of an older version is brought up to date.

exit code: 1 if something is missing that the database names
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Make a platform from a file of `probierz backup`, and compare its database with its files."
    parser.epilog = EXAMPLES
    add_option(parser, "--home", required=True, help="a new folder for the platform's data")
    parser.add_argument("file", metavar="FILE", type=Path, help="the backup")


def run(arguments: Namespace) -> int:
    """Read the archive."""
    from probierz.web.operation.home_folder import left_as_before, seen
    from probierz.web.operation.start import prepare

    with left_as_before(seen(Path(arguments.home).absolute()), until="restoring"):
        prepare(arguments.home)
        from probierz.web.operation.backup import restore_platform

        done = restore_platform(arguments.file)
    print(f"{arguments.home} is as it was on {done.manifest.when}: the database and {done.files} files.")
    for what in done.missing:
        print(f"missing: {what}")
    return PROBLEM if done.missing else FINE
