"""Showing the licence of a task before its first download, and asking for agreement."""

from __future__ import annotations

import hashlib
import sys
from typing import TYPE_CHECKING

from probierz.cli.terminal import answered_yes, can_ask, printable
from probierz.errors import ChallengeError

if TYPE_CHECKING:
    from pathlib import Path

    from probierz.suites.suite import DeclaredTask


def agree(task: DeclaredTask, place: str, *, accepted: bool) -> None:
    """Show the licence notice, and ask, unless this notice was agreed to before; data that lie here need no agreement.

    Raises ChallengeError when nobody agrees: without a terminal --accept-licence is needed.
    """
    from probierz.suites.fetch import is_remote
    from probierz.whole_files import write_whole

    note = _note(task)
    if note.is_file():
        return
    print(printable(notice(task)), file=sys.stderr)
    if not is_remote(place or task.source.address):
        return
    if not accepted:
        _ask(task)
    write_whole(note, notice(task) + "\n")


def notice(task: DeclaredTask) -> str:
    """Return the licence notice of a task, with its address."""
    licence = task.licence
    return "\n".join(filter(None, [f"{task.full_name}: licence {licence.name}", licence.notice, licence.address]))


def _note(task: DeclaredTask) -> Path:
    """The file that says that this very notice was agreed to."""
    from probierz.suites.fetch import cache_folder

    digest = hashlib.sha256(notice(task).encode()).hexdigest()[:16]
    return cache_folder() / "licences" / f"{task.suite}-{task.name}-{digest}.txt"


def _ask(task: DeclaredTask) -> None:
    if not can_ask():
        raise ChallengeError(
            f"{task.full_name}: its licence has to be agreed to before the first download; "
            "read the notice above, and add --accept-licence"
        )
    if not answered_yes("Do you agree?"):
        raise ChallengeError(f"{task.full_name}: nothing was downloaded, as the licence was not agreed to")
