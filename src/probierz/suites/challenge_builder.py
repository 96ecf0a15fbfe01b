"""The builder of tasks whose source is a challenge directory already."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from probierz.archives.names import is_left_out
from probierz.challenges.config import CONFIG_NAME
from probierz.challenges.create import GITIGNORE
from probierz.errors import ChallengeError
from probierz.given_folders import leads_out
from probierz.suites.building import builder
from probierz.suites.suite import DeclaredTask


@builder("challenge")
def copy_without_hidden(task: DeclaredTask, source: Path, target: Path) -> None:
    """Copy the files of a challenge, without hidden ones and what systems and editors leave; .gitignore is ours.

    Raises ChallengeError.
    """
    if not (source / CONFIG_NAME).is_file():
        raise ChallengeError(
            f"{source}: there is no {CONFIG_NAME}, so these are not the files of {task.full_name}; "
            f"give the folder of the challenge, or a clone of {task.source.address}"
        )
    _refuse_links_out(source)
    shutil.copytree(source, target, dirs_exist_ok=True, ignore=_hidden_files)
    (target / ".gitignore").write_text(GITIGNORE, encoding="utf-8")
    for folder, _, names in os.walk(target):
        for path in (folder, *(os.path.join(folder, name) for name in names)):
            os.chmod(path, os.stat(path).st_mode | 0o200)  # sources may be read only; challenges take outputs


def _refuse_links_out(source: Path) -> None:
    """A repository of a stranger must not make copies of files of this machine."""
    for path in source.rglob("*"):
        if leads_out(path, source):
            raise ChallengeError(f"{path}: this is a link that leads out of the challenge; it is not followed")


def _hidden_files(_folder: str, names: list[str]) -> set[str]:
    return {name for name in names if name.startswith(".") or name.endswith("~") or is_left_out(name)}
