"""Folders with a folder for each task of a suite, and what is told of people who give another one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from probierz.challenges.challenge import kind_of_split
from probierz.challenges.files import CONFIG_NAME
from probierz.errors import ChallengeError
from probierz.suites.catalogue import names_suite, suites
from probierz.suites.fetch import is_remote
from probierz.suites.klej_files import OFFICIAL_FILES
from probierz.text import first_few

_MOST_NAMED = 5


def challenges_in(folder: str, tasks: Sequence[str]) -> list[str]:
    """Return those of the tasks whose challenges lie in a folder."""
    return [task for task in tasks if Path(folder, task, CONFIG_NAME).is_file()]


def suite_of_challenges(folder: str) -> str | None:
    """Return the known suite whose challenges a folder holds, the one with most; None where it is a suite itself."""
    if names_suite(folder) or not os.path.isdir(folder):
        return None
    found = {one.name: len(challenges_in(folder, [task.name for task in one.tasks])) for one in suites()}
    most = max(found, key=lambda name: found[name])
    return most if found[most] else None


def refuse_wrong_place(place: str, suite: str, tasks: Sequence[str]) -> None:
    """Say once what would be wrong with every task of a suite. place: as --from has it; empty for none.

    Raises ChallengeError for what is not there, and for the folder of one of several tasks.
    """
    if not place or is_remote(place):
        return
    folder = Path(place.removeprefix("file://")).expanduser()
    if not folder.exists():
        raise ChallengeError(f"{place}: there is no such file or folder; give what holds the data of {suite}")
    if folder.is_dir() and len(tasks) > 1:
        refuse_one_task(folder, tasks)


def refuse_one_task(folder: Path, tasks: Sequence[str]) -> None:
    """Raise ChallengeError for the folder of one task, or of its split, where that with all tasks is wanted."""
    whole, is_challenge = Path(os.path.abspath(folder)), (folder / CONFIG_NAME).is_file()
    above = os.path.normpath(folder / "..")
    if kind_of_split(whole.name) and whole.parent.name in tasks:
        give = os.path.normpath(f"{above}/..")
        raise ChallengeError(f"{folder}: this is {whole.name} of {whole.parent.name} alone; give {give}")
    inside = {one.name for one in folder.iterdir()}
    if whole.name in tasks and (is_challenge or inside & OFFICIAL_FILES or any(map(kind_of_split, inside))):
        raise ChallengeError(f"{folder}: this is {whole.name} alone; give {above}")
    if is_challenge:
        raise ChallengeError(f"{folder}: this is one challenge alone; give the folder with those of {', '.join(tasks)}")


def refuse_folder_above(folder: Path, tasks: Sequence[str], *, option: str) -> None:
    """Raise ChallengeError for a folder that has nothing of these tasks itself, where a folder in it has some.

    option: by which it was given.
    """
    below = [str(one) for one in sorted(folder.iterdir()) if _has_tasks(one, tasks)]
    if below and not _has_tasks(folder, tasks):
        named = below[0] if len(below) == 1 else f"with one of {first_few(below, _MOST_NAMED)}"
        raise ChallengeError(f"{folder}: folders of tasks are further down; give {option} {named}")


def _has_tasks(folder: Path, tasks: Sequence[str]) -> bool:
    return any(os.path.isdir(folder / task) for task in tasks)
