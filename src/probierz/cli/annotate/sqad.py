"""`probierz annotate sqad`: AddQA for one person, on a folder of records."""

from __future__ import annotations

import os
import secrets
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from probierz.cli.options import add_option
from probierz.errors import Refused

if TYPE_CHECKING:
    from probierz.web.accounts.models import User
    from probierz.web.annotation.services.imports import TakenRecords

__all__ = ["configure", "run"]

EXAMPLES = """
examples:
  probierz annotate sqad my-records          new records, or those that lie there; the address is printed
  probierz annotate sqad my-records --open   the same, and a browser opens it
  probierz sqad check my-records             what the rules say of them, at any time

Only this machine can open the pages, and only who has the printed address. Each record that is saved lies in the folder
at once; what is unfinished, and the history, are in my-records/.probierz. Ctrl-C stops it, and nothing is lost.
"""

KEPT_SETTINGS = ("PROBIERZ_LANGUAGE", "PROBIERZ_TIME_ZONE")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Write questions on Czech articles in the browser, as records of SQAD, and correct such records. "
        "Needs the extras web and annotation."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("folder", metavar="DIRECTORY", help="the folder of the records; it is made where it is missing")
    add_option(parser, "--port", help="port to listen on; 0 takes a free one (default: 0)", default=0)
    add_option(parser, "--open")


def run(arguments: Namespace) -> NoReturn:
    """Take what lies in the folder, then keep the processes running."""
    from probierz.cli.serve import only_one, serve
    from probierz.suites.sqad.tagging import need_tagger
    from probierz.web.configuration.environment import ALONE_KEY, OWN_COOKIES
    from probierz.web.operation.start import prepare
    from probierz.web.operation.supervisor import listening

    need_tagger()
    folder = _folder(arguments.folder)
    listener = listening("127.0.0.1", arguments.port)
    for name in [name for name in os.environ if name.startswith("PROBIERZ_") and name not in KEPT_SETTINGS]:
        del os.environ[name]  # this is no part of a platform that runs here
    os.environ[OWN_COOKIES] = f"annotate-{listener.getsockname()[1]}"  # beside a platform on another port
    home = prepare(str(folder / ".probierz"))
    with only_one(home) as lock:
        from probierz.web.annotation.services import open_folder
        from probierz.web.operation.upgrade import upgrade

        upgrade()
        _project, taken = open_folder(folder, _person())
        print(_said(taken), flush=True)
        os.environ[ALONE_KEY] = secrets.token_urlsafe(16)
        path = f"/annotations/alone/{os.environ[ALONE_KEY]}"
        print(f"Open  http://localhost:{listener.getsockname()[1]}{path}", flush=True)
        opens = path if arguments.open else None
        serve(listener, "127.0.0.1", workers=1, web_processes=1, opens=opens, lock=lock)


def _folder(name: str) -> Path:
    folder = Path(name).resolve()
    if folder.is_file():
        advice = f"records of such a file become a folder by  probierz sqad convert {name} --to DIRECTORY"
        raise Refused(f"{name} is a file; {advice}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"{name} cannot be a folder: {error.strerror or error}; name another") from error
    return folder


def _person() -> User:
    """The one who works here; nobody can log in as them but by the printed address."""
    from probierz.web.accounts.models import User
    from probierz.web.annotation.views.alone import LOCAL_LOGIN

    person = User.objects.filter(username=LOCAL_LOGIN).first()
    if person is None:
        person = User(username=LOCAL_LOGIN, is_staff=True)
        person.set_unusable_password()
        person.save()
    return person


def _said(taken: TakenRecords) -> str:
    count = sum(taken)
    if not count:
        return "There is no record in the folder yet."
    parts = [f"{taken.new} new", f"{taken.changed} changed since the last time"]
    return f"{count} record{'s' * (count != 1)} in the folder: {', '.join(parts)}."
