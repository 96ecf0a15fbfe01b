"""`probierz demo`: make a small Polish challenge and score it; show the platform with it."""

from __future__ import annotations

import os
import shutil
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from probierz.cli.exit_codes import FINE
from probierz.cli.options import add_option
from probierz.cli.progress import StepProgress
from probierz.cli.terminal import print_table, printable
from probierz.errors import ChallengeError, Refused

if TYPE_CHECKING:
    import socket

EXAMPLES = """
examples:
  probierz demo                 in a new temporary directory
  probierz demo try-it          in the directory try-it
  probierz demo --serve         the platform, with this and another challenge, people and submissions
  probierz demo --serve --open  the same, and a browser opens it
  probierz demo --open          first the challenge, then the platform in a browser

Where nobody can press Ctrl-C, because the standard input is no terminal, --open alone starts the platform, prints a
board of it, and stops.
"""

UNFINISHED = ".unfinished-demo"
USUAL_PORT = 8000
BOARD = "/challenges/scanned-text/board"

# A file that git would read as its own does not travel well inside a package.
RENAMED = {"gitignore.txt": ".gitignore"}


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Make a small challenge (correct what a scanner misread in made-up Polish sentences), validate it, put two "
        "outputs into it and score them."
    )
    parser.epilog = EXAMPLES
    parser.add_argument(
        "directory", nargs="?", metavar="DIRECTORY", help="where; must not exist yet (default: a temporary directory)"
    )
    add_option(parser, "--serve", help="show the platform with two challenges (needs extra web)")
    add_option(parser, "--open", help="show the platform, too, and open a browser")
    add_option(
        parser,
        "--port",
        help="port of the platform; 0 takes a free one (default: 8000, or a free one where that is taken)",
    )


def run(arguments: Namespace) -> int:
    """Copy, validate, score, and say what to try next; or show the platform; or one after the other."""
    if not arguments.serve and (code := _score(arguments.directory)) != FINE:
        return code
    if arguments.serve or arguments.open:
        _serve(arguments, stays=arguments.serve or sys.stdin.isatty())
    return FINE


def _score(place: str | None) -> int:
    from probierz.cli.main import main

    directory = _place(place)
    where = printable(_shown(directory))
    with _unfinished(directory):
        _copy(directory, outputs=False)
        print(f"A challenge is in {where}: 16 sentences to test on, as a scanner read them and as they were printed.")
        print(f"\n$ probierz validate {where}", flush=True)
        if (code := main(["validate", directory])) != FINE:
            return code
        _copy(directory, outputs=True)
    print("\nTwo outputs are put into it: the input unchanged, and a few rules for confused letters.")
    print(f"\n$ probierz eval {where}", flush=True)
    if (code := main(["eval", directory, "--format", "table"])) != FINE:
        return code
    print(_next_steps(where))
    return FINE


def _serve(arguments: Namespace, *, stays: bool) -> NoReturn:
    """Show the platform. stays: until Ctrl-C, and not only until one of its boards was read."""
    from probierz.cli.serve import serve
    from probierz.web.operation.home_folder import left_as_before, seen
    from probierz.web.operation.start import prepare

    listener = _listener(arguments.port)
    directory = os.path.abspath(_place(arguments.directory if arguments.serve else None, "demo-platform"))
    with left_as_before(seen(Path(directory))):
        prepare(os.path.join(directory, "home"))
        again = "" if arguments.serve else "\nNow the platform. "
        print(f"{again}Two challenges are made, and what people hand in is scored ...", flush=True)
        with _unfinished(directory):
            _fill(directory)
        if stays:
            serve(listener, "127.0.0.1", workers=1, opens=BOARD if arguments.open else None, made=directory)
        serve(listener, "127.0.0.1", workers=0, prints_board=True, made=directory)


def _fill(directory: str) -> None:
    """Put people, challenges and submissions on the platform, and say how to log in."""
    from probierz.web.operation.demo import LOGIN, fill
    from probierz.web.operation.upgrade import upgrade

    upgrade()
    challenge, outputs = (os.path.join(directory, name) for name in ("challenge", "outputs"))
    _copy(challenge, outputs=False)
    _copy(outputs, outputs=True)
    with StepProgress("probierz demo") as step:
        password = fill(Path(challenge), Path(outputs), step)
    print(f"Log in as {LOGIN} with the password {password}. All of it is in {printable(_shown(directory))}.")


def _listener(port: int | None) -> socket.socket:
    from probierz.web.operation.supervisor import listening

    if port is not None:
        return listening("127.0.0.1", port)
    try:
        return listening("127.0.0.1", USUAL_PORT)
    except Refused:
        return listening("127.0.0.1", 0)


def print_board(address: str) -> None:
    """Print a board as anybody gets it from the platform."""
    import json

    from probierz.cli.http_requests import send
    from probierz.reports.tables import Column, Table

    board = json.loads(send("GET", f"{address}{BOARD}.json").body())
    scores = [Column(column["metric"], is_number=True) for column in board["columns"]]
    rows = tuple(
        (str(row["rank"]), row["submitter"], *(score["text"] for score in row["scores"])) for row in board["rows"]
    )
    print(f"\nThe board at {BOARD}, as a browser would show it:\n")
    print_table(Table((Column("rank", is_number=True), Column("who"), *scores), rows), "table")
    print("\nNobody is at a terminal here, so the platform stops.", flush=True)


def how_to_go_on(directory: str) -> str:
    """Return what to do with a platform that has stopped, and with its folder."""
    shown = printable(_shown(directory))
    again = f"{_way_to_commands().strip()}; probierz serve --home {shown}/home".removeprefix("; ")
    return f"All is kept in {shown}; `{again}` goes on with it."


def _place(directory: str | None, usual: str = "demo") -> str:
    """Where to make something new; usual: what it is called in a temporary directory."""
    if directory is None:
        import tempfile

        return os.path.join(tempfile.mkdtemp(prefix="probierz-"), usual)
    if os.path.isfile(os.path.join(directory, UNFINISHED)):
        shutil.rmtree(directory)
    if os.path.lexists(directory):
        raise ChallengeError(f"{directory}: this is there already; name a new directory for the demonstration")
    return directory


@contextmanager
def _unfinished(directory: str) -> Iterator[None]:
    """Mark a directory until the block ends, so that one of a process that was killed is made anew."""
    mark = os.path.join(directory, UNFINISHED)
    with suppress(OSError):  # what cannot be written is told by the block
        os.makedirs(directory, exist_ok=True)
        Path(mark).touch()
    yield
    os.unlink(mark)


def _shown(path: str) -> str:
    import shlex

    return shlex.quote(path)


def _copy(directory: str, *, outputs: bool) -> None:
    """Copy the challenge that ships with the package: its outputs, or everything else."""
    from importlib.resources import as_file, files

    try:
        with as_file(files("probierz") / "demo_challenge") as source:
            # Not shutil.copytree: it would copy the permissions too, and a package may be installed read-only.
            for folder, _folders, names in os.walk(source):
                target = os.path.join(directory, os.path.relpath(folder, source))
                os.makedirs(target, exist_ok=True)
                for name in names:
                    if name.startswith("out-") == outputs:
                        shutil.copyfile(os.path.join(folder, name), os.path.join(target, RENAMED.get(name, name)))
    except OSError as error:
        shutil.rmtree(directory, ignore_errors=True)  # it was not there before
        raise ChallengeError(
            f"{directory}: the demonstration cannot be written: {error.strerror or error}; "
            "nothing was left behind, make room or choose another place and try again"
        ) from error


def _way_to_commands() -> str:
    """The line that lets a shell find `probierz`; empty where it is found."""
    if shutil.which("probierz") is not None:
        return ""
    folder = os.path.dirname(sys.executable)
    activate = os.path.join(folder, "activate")
    if os.path.isfile(activate):
        return f"  . {printable(_shown(activate))}\n"
    return f"  PATH={printable(_shown(folder))}:$PATH\n"


def _next_steps(where: str) -> str:
    return f"""
WER and CER are error rates, so lower is better; Exact lines is the share of perfect lines.

What to try next:
{_way_to_commands()}  cd {where}
  probierz eval --split dev-0                          # the other split
  probierz eval --metric 'WER:l' --metric Mean/CER     # other metrics
  probierz explain 'WER:cs<[.,?]><>' --expected-line 'Tak, wiem.' --output-line 'tak wiem'
  probierz metrics error rate                          # which other metrics are there?
Or write your own output: one corrected line for each line of test-A/in.tsv, in test-A/out-mine.tsv."""
