"""A challenge on the command line: a directory, or the name of a task, which is looked for, and got if it is not here.

probierz baseline my-challenge
probierz baseline poleval-2021/ocr      in the folder poleval-2021/ocr or ocr, where  probierz suite get  puts it
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from probierz.cli.options import add_options
from probierz.cli.terminal import printable
from probierz.errors import ChallengeError, nearest

if TYPE_CHECKING:
    from probierz.suites.suite import DeclaredTask

CHALLENGE_HELP = "a challenge directory, or a task such as poleval-2021/ocr"


def add_getting_options(parser: ArgumentParser) -> None:
    """Add what getting a task may be told."""
    add_options(parser, "--from", "--accept-licence")


def got_challenge(name: str, arguments: Namespace) -> str:
    """Return the directory of a challenge. One that is named like a task, and is not here, is got.

    Raises ChallengeError where it cannot be had, with what to do.
    """
    folder, task = _look_for(name)
    if task is None:
        return folder
    from probierz.cli.licences import agree
    from probierz.cli.progress import ByteProgress
    from probierz.suites.getting import get_task

    target = Path(folder)
    if target.exists():
        raise ChallengeError(f"{target} is here and holds no challenge; {task.full_name} would be put there: move it")
    agree(task, arguments.place, accepted=arguments.accept_licence)
    is_shown = not arguments.quiet
    with ByteProgress(task.full_name, enabled=is_shown) as progress:
        get_task(task, target, place=arguments.place, progress=progress, shown=is_shown and sys.stderr.isatty())
    if is_shown:
        print(printable(f"{task.full_name} is in {target}"), file=sys.stderr)
    return folder


def challenge_directory(name: str) -> str:
    """Return the directory of a challenge that outputs are looked for in.

    Raises ChallengeError for what looks like an output, and for a task that is not here.
    """
    if os.path.isdir(name):
        return name
    if os.path.basename(name).startswith("out"):
        raise ChallengeError(f"{name} is no directory of a challenge; an output is named by  --out {quote(name)}")
    return found_challenge(name)


def found_challenge(name: str) -> str:
    """Return the directory of a challenge that is here, under its own name or that of its task.

    Raises ChallengeError for a task that is not here; what is the name of none is returned as it is.
    """
    from probierz.suites.catalogue import address_of

    folder, task = _look_for(name)
    if task is None:
        _refuse_misspelt(folder)
        return folder
    address = address_of(task, name)
    raise ChallengeError(f"{task.full_name} is not here; get it with  probierz suite get {address}")


def _refuse_misspelt(folder: str) -> None:
    """Raise ChallengeError where another challenge beside it has nearly the name of a folder that is not here."""
    beside = Path(folder).parent
    if os.path.exists(folder) or not beside.is_dir():
        return
    close = nearest(Path(folder).name, [one.parent.name for one in beside.glob("*/config.txt")])
    if close:
        names = " or ".join(quote(str(beside / one)) for one in close)
        raise ChallengeError(f"{folder}: there is no such directory; did you mean {names}?")


def found_input(name: str) -> str:
    """Return the file of inputs: a file, a split (`ocr/test-A`), or one of a task (`poleval-2021/ocr/test-A`)."""
    if os.path.isfile(name) or name == "-":
        return name
    from probierz.challenges.challenge import open_challenge

    challenge, _, split = name.rstrip("/").rpartition("/")
    folder = name if os.path.isdir(name) else None
    if folder is None and not (challenge and _task(challenge)):
        return name
    if folder is not None:
        _refuse_no_split(name, Path(folder).resolve())
    directory = str(Path(folder).resolve().parent) if folder else found_challenge(challenge)
    found = open_challenge(directory).split(Path(folder).resolve().name if folder else split)
    if found.input is None:
        raise ChallengeError(f"{found.path}: there is no input")
    return str(found.input)


def _refuse_no_split(name: str, folder: Path) -> None:
    if (folder / "config.txt").is_file():
        raise ChallengeError(f"{name} is a whole challenge; name one of its splits, or a file of inputs")
    if not (folder.parent / "config.txt").is_file():
        raise ChallengeError(f"{name} is a folder, and no split of a challenge; name a file of inputs")


def _look_for(name: str) -> tuple[str, DeclaredTask | None]:
    """Where the challenge is; and the task where it is not there yet."""
    if os.path.isdir(name):
        return name, None
    task = _task(name)
    if task is None:
        return name, None
    places = [Path(task.suite, task.name), Path(task.name)]
    found = next((place for place in places if (place / "config.txt").is_file()), None)
    return (str(found), None) if found else (str(places[-1]), task)


def _task(name: str) -> DeclaredTask | None:
    """The task of that name; None where it is plainly no name of one. Raises ChallengeError for a slip in one."""
    from probierz.suites.catalogue import find_task, find_tasks, suites

    try:
        find_tasks(name)
    except ChallengeError:
        suite = name.partition("/")[0]
        if suite in {one.name for one in suites()} or suite.endswith(".toml"):
            raise
        return None
    return find_task(name)
