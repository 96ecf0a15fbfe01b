"""`probierz serve`: run the platform on this machine."""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import IO, TYPE_CHECKING, NoReturn

from probierz.cli.interruption import replace_process
from probierz.cli.options import add_option, whole_number

if TYPE_CHECKING:
    import socket

FIRST_START = "Preparing the first start, which takes some seconds ..."

EXAMPLES = """
examples:
  probierz serve                                   on http://localhost:8000, data in ./probierz-home
  probierz serve --home /srv/probierz --port 9000  elsewhere
  probierz serve --workers 4                       four evaluations at a time
  probierz serve --host 0.0.0.0                    for other machines; name them in PROBIERZ_HOSTS

The first start prints a link with which the first administrator makes an account. Ctrl-C stops everything; nothing is
lost then, nor when a process is killed. `probierz doctor --settings` lists what can be set.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Run the evaluation platform: pages, API and workers, in one command and without a network."
    parser.epilog = EXAMPLES
    add_option(parser, "--home")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    add_option(parser, "--port", default=8000)
    parser.add_argument(
        "--workers",
        type=whole_number(0, 64),
        default=1,
        metavar="N",
        help="evaluations at a time; 0 for none (default: 1)",
    )
    parser.add_argument(
        "--web-processes",
        type=whole_number(1, 64),
        metavar="N",
        help="processes that answer pages (default: one for each processor, at most 4)",
    )
    parser.add_argument(
        "--no-backup", action="store_true", help="do not copy the database before it is brought up to date"
    )


def run(arguments: Namespace) -> int:
    """Prepare the home folder and the database, then keep the processes running."""
    from probierz.web.operation.home_folder import left_as_before, seen
    from probierz.web.operation.start import is_home, prepare
    from probierz.web.operation.supervisor import listening

    listener = listening(arguments.host, arguments.port)
    before = seen(named_home(arguments.home))
    is_first = not is_home(before.path)
    with left_as_before(before):
        home = prepare(arguments.home)
        _need_chosen_tagger()
        if is_first:
            print(FIRST_START, flush=True)
    with only_one(home) as lock, left_as_before(before):
        from probierz.web.operation.backup import finish_restore
        from probierz.web.operation.upgrade import upgrade

        finish_restore()
        copy = upgrade(with_backup=not arguments.no_backup)
        if copy is not None:
            print(f"The database was brought up to date; a copy of the old one is {copy}.")
        from probierz.web.operation.reconcile import clean

        clean()
        serve(listener, arguments.host, arguments.workers, web_processes=arguments.web_processes, lock=lock)


def serve(
    listener: socket.socket,
    host: str,
    workers: int,
    *,
    web_processes: int | None = None,
    opens: str | None = None,
    prints_board: bool = False,
    lock: IO[str] | None = None,
    made: str | None = None,
) -> NoReturn:
    """Run the processes on a prepared home until told to stop.

    web_processes: one for each processor, up to four, where nothing is said.
    opens: a path that a browser shall show. prints_board: print the demonstration's board and stop.
    made: a folder that is removed where the processes never come to answer.
    This process becomes the supervisor (see cli/supervise.py), which needs a quarter of the memory that preparing took.
    """
    from django.db import connections

    from probierz.web.accounts.services import first_administrator_link
    from probierz.web.configuration.environment import SERVED_AT
    from probierz.web.http.addresses import public_root

    address = f"http://{_shown_host(host)}:{listener.getsockname()[1]}"
    os.environ[SERVED_AT] = address  # for all processes that are started from here: links in e-mails lead there
    link = first_administrator_link()
    connections.close_all()
    order = {
        "listener": listener.fileno(),
        "workers": workers,
        "web_processes": web_processes or min(4, _processors()),
        "root": public_root(),
        "link": link,
        "address": address,
        "opens": opens,
        "prints_board": prints_board,
        "made": made,
    }
    os.set_inheritable(listener.fileno(), True)
    if lock is not None:
        os.set_inheritable(lock.fileno(), True)
    sys.stdout.flush()
    replace_process(sys.executable, [sys.executable, "-m", "probierz.cli.supervise", json.dumps(order)])


def _need_chosen_tagger() -> None:
    """Raise MissingExtra or Refused where PROBIERZ_MORPHODITA names what cannot tag, not only on somebody's page."""
    from probierz.suites.sqad.tagging import chosen_model, need_tagger

    if chosen_model():
        need_tagger()


def named_home(named: str | None) -> Path:
    """Return the home folder as named, else as PROBIERZ_HOME says. Raises OptionError."""
    from probierz.web.configuration import environment

    return environment.home() if named is None else Path(named).resolve()


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _shown_host(host: str) -> str:
    if host in ("127.0.0.1", "0.0.0.0", "::", "::1"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def only_one(home: Path) -> IO[str]:
    """Hold the home folder: two supervisors would start twice as many workers as anybody wants."""
    from probierz.errors import Refused
    from probierz.held_files import held_file

    lock = held_file(home / "serve.lock")
    if lock is None:
        raise Refused(f"{home}: probierz serve runs on this folder already; stop it first, or name another")
    return lock
