"""`probierz serve`: run the platform on this machine."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import IO, TYPE_CHECKING

from probierz.cli.common import whole_number

if TYPE_CHECKING:
    import socket

__all__ = ["configure", "run", "serve"]

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
    parser.add_argument("--home", metavar="FOLDER", help="the platform's data (default: PROBIERZ_HOME)")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument(
        "--port",
        type=whole_number(0, 65535),
        default=8000,
        help="port to listen on; 0 takes a free one (default: 8000)",
    )
    parser.add_argument(
        "--workers",
        type=whole_number(0, 64),
        default=1,
        metavar="N",
        help="evaluations at a time; 0 for none (default: 1)",
    )
    parser.add_argument(
        "--no-backup", action="store_true", help="do not copy the database before it is brought up to date"
    )


def run(arguments: Namespace) -> int:
    """Prepare the home folder and the database, then keep the processes running."""
    from probierz.web.start import prepare
    from probierz.web.supervisor import listening

    listener = listening(arguments.host, arguments.port)
    home = prepare(arguments.home)
    with _only_one(home):
        from probierz.web.upgrade import upgrade

        copy = upgrade(with_backup=not arguments.no_backup)
        if copy is not None:
            print(f"The database was brought up to date; a copy of the old one is {copy}.")
        return serve(listener, arguments.host, arguments.workers)


def serve(
    listener: socket.socket,
    host: str,
    workers: int,
    *,
    opens: str | None = None,
    instead: Callable[[str], None] | None = None,
) -> int:
    """Run the processes on a prepared home until told to stop.

    opens: a path that a browser shall show. instead: done with the address once pages are answered, and then it stops.
    """
    import signal

    from django.db import connections

    from probierz.cli.main import FINE
    from probierz.web.accounts.services import first_administrator_link
    from probierz.web.addresses import LOCAL, public_root
    from probierz.web.supervisor import supervise, web_program, worker_programs

    address = f"http://{_shown_host(host)}:{listener.getsockname()[1]}"
    root = public_root() if public_root() != LOCAL else address
    link = first_administrator_link()
    connections.close_all()

    def ready() -> None:
        _wait_until_answering(listener)
        if instead is not None:
            instead(address)
            signal.raise_signal(signal.SIGTERM)
            return
        print(f"Probierz runs at {root}  (stop it with Ctrl-C)")
        if link is not None:
            print("There is no administrator yet. Make the first account here, within a day:")
            print(f"  {link.replace(LOCAL, root)}")
        sys.stdout.flush()
        if opens is not None:
            _open(f"{root}{opens}")

    programs = [web_program(listener), *worker_programs(workers)]
    supervise(programs, lambda text: print(f"probierz: {text}", file=sys.stderr, flush=True), ready)
    print("Probierz has stopped.")
    return FINE


def _open(address: str) -> None:
    """Open a browser, where there is a screen: one for terminals would take the place of what runs in it."""
    import webbrowser

    has_screen = sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if not has_screen or not webbrowser.open(address):
        print(f"No browser could be opened here; a board is at {address}", flush=True)


def _shown_host(host: str) -> str:
    if host in ("127.0.0.1", "0.0.0.0", "::", "::1"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _wait_until_answering(listener: socket.socket) -> None:
    """Until the web process has imported everything, a browser would wait in vain; a process that fails says why."""
    import http.client
    import time

    deadline = time.monotonic() + 30
    host, port = listener.getsockname()[:2]
    while time.monotonic() < deadline:
        connection = http.client.HTTPConnection("127.0.0.1" if host == "0.0.0.0" else host, port, timeout=5)
        try:
            connection.request("GET", "/health", headers={"Host": "localhost"})
            connection.getresponse().read()
            return
        except OSError:
            time.sleep(0.1)
        finally:
            connection.close()


def _only_one(home: Path) -> IO[str]:
    """Hold the home folder: two supervisors would start twice as many workers as anybody wants."""
    import fcntl

    from probierz.errors import Refused

    lock = (home / "serve.lock").open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.close()
        raise Refused(f"{home}: probierz serve runs on this folder already; stop it first, or name another") from error
    os.set_inheritable(lock.fileno(), False)
    return lock
