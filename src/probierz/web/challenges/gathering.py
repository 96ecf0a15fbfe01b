"""The parts of a challenge, brought together on disk: from git, from an archive, from a folder of the server.

The public part is what everybody gets. The hidden part has the expected results that nobody may see; it may be a whole
challenge or just these files. Together they make the folder that is checked and published.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from probierz.archives.limits import MIB, ArchiveLimits
from probierz.challenges.config import CONFIG_NAME
from probierz.challenges.problems import Problem
from probierz.errors import ChallengeError
from probierz.suites.checks.hidden_results import Files
from probierz.web.challenges.version_files import output_files, regular_files
from probierz.web.intake.addresses import read_address
from probierz.web.intake.gitrun import OnLine
from probierz.web.intake.gitstore import Store
from probierz.web.intake.names import checked_name
from probierz.web.intake.uploaded_outputs import unpack

__all__ = ["Files", "from_archive", "from_folder", "from_git", "merge", "outputs_in", "refuse_deeper"]

LIMITS = ArchiveLimits(packed_bytes=1024 * MIB, total_bytes=4096 * MIB, entries=2_000)


def from_git(store: Store, url: str, branch: str, reference: str, into: Path, on_line: OnLine) -> str:
    """Fetch a branch and write its plain files below `into`; return the commit. Links and submodules are left out."""
    commit = store.fetch(read_address(url, store.transports), branch, reference, on_line=on_line)
    tree = store.tree(commit)
    for entry in tree:
        if not entry.is_file:
            on_line(f"left out: {entry.path} is {entry.kind}")
            continue
        place = into / checked_name(tree.file(entry.path).path)
        place.parent.mkdir(parents=True, exist_ok=True)
        store.save(entry, place)
    return commit


def from_archive(path: Path, into: Path) -> Path:
    """Unpack an archive below `into` and return the folder of its files."""
    return unpack(path, path.name, into, limits=LIMITS)


def refuse_deeper(files: Files) -> None:
    """Raise ChallengeError for an archive in which the challenge, or several, lies in folders below the first."""
    folders = sorted(name.rpartition("/")[0] for name in files if name.endswith(f"/{CONFIG_NAME}"))
    if CONFIG_NAME in files or not folders:
        return
    if len(folders) == 1:
        raise ChallengeError(
            f"the challenge lies in {folders[0]}, a folder in the archive; pack what is in that folder, so that "
            f"{CONFIG_NAME} stands at the top"
        )
    raise ChallengeError(f"the archive holds {len(folders)} challenges: {', '.join(folders[:3])}; pack one of them")


def from_folder(folder: Path) -> Files:
    """Return the plain files of a folder; links, git's own files and outputs are left out."""
    return {path.relative_to(folder).as_posix(): path for path in regular_files(folder)}


def outputs_in(folder: Path) -> list[Problem]:
    """Return a note for each output of a folder, which is left out of a challenge."""
    names = [path.relative_to(folder).as_posix() for path in output_files(folder)]
    return [Problem(name, None, IS_OUTPUT, "hand it in once the challenge is published", "note") for name in names]


IS_OUTPUT = "this is an output, and no part of the challenge: it is left out"


def merge(public: Files, hidden: Files, into: Path) -> list[str]:
    """Write both parts below `into`; return the names of files that both have and that are not the same.

    What scores depend on is then taken from the hidden part, as is anything else but README.md and .gitignore.
    """
    different = [name for name in hidden if name in public and not _same(public[name], hidden[name])]
    kept = {name: path for name, path in hidden.items() if name not in public or name not in TEXTS}
    for name, path in {**public, **kept}.items():
        place = into / name
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            raise ChallengeError(f"{name} is a file in one part and a folder in the other; rename one") from None
    return different


TEXTS = ("README.md", ".gitignore")


def _same(one: Path, other: Path) -> bool:
    return one.stat().st_size == other.stat().st_size and one.read_bytes() == other.read_bytes()
