"""`probierz backup`: keep a whole platform in one file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from probierz.cli.options import add_option

EXAMPLES = """
examples:
  probierz backup monday.tar               of the platform in PROBIERZ_HOME
  probierz backup --home /srv/probierz /backups/$(date +%F).tar.gz

The platform may run meanwhile. The file holds expected results and the key that signs cookies: keep it as safe as the
platform. `probierz restore` makes a platform from it, on this machine or another one.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Write database and files of a platform, as they are at one moment, into one archive."
    parser.epilog = EXAMPLES
    add_option(parser, "--home")
    parser.add_argument("file", metavar="FILE", type=Path, help="a new file: .tar, or .tar.gz to pack it")


def run(arguments: Namespace) -> None:
    """Write the archive."""
    from probierz.cli.doctor import existing_home
    from probierz.errors import OptionError
    from probierz.web.operation.start import prepare

    if not arguments.file.name.endswith((".tar", ".tar.gz")):
        raise OptionError(f"{arguments.file}: a backup is a .tar or .tar.gz; name it so")
    prepare(str(existing_home(arguments.home)))
    from probierz.web.operation.backup import back_up_platform

    count = back_up_platform(arguments.file)
    size = arguments.file.stat().st_size / 2**20
    print(f"{arguments.file}: the database and {count} files, {size:.1f} MiB")
