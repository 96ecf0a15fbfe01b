"""The files of a version: copied once, hashed, and never changed."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from probierz.challenges.challenge import Challenge as ChallengeFolder
from probierz.challenges.challenge import Split
from probierz.errors import ChallengeError
from probierz.web.intake.names import output_name

MOST_FILES = 2000
MOST_BYTES = 4 * 2**30
_CHUNK = 2**20


def copy_without_outputs(source: Path, target: Path) -> None:
    """Copy a challenge's regular files into an empty folder; outputs, links and git's own files are left out.

    Raises ChallengeError when there is too much.
    """
    files = list(regular_files(source))
    size = sum(path.stat().st_size for path in files)
    if len(files) > MOST_FILES or size > MOST_BYTES:
        raise ChallengeError(
            f"the challenge has {len(files)} files with {size / 2**20:.0f} MiB; at most {MOST_FILES} files and "
            f"{MOST_BYTES // 2**20} MiB can be published"
        )
    for path in files:
        place = target / path.relative_to(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, place, follow_symlinks=False)


def regular_files(folder: Path) -> Iterator[Path]:
    """Yield a challenge's files: no links, nothing of git's own, and no outputs beside tests."""
    yield from _files(folder, outputs=False)


def output_files(folder: Path) -> Iterator[Path]:
    """Yield the outputs beside tests, which are no part of a challenge."""
    yield from _files(folder, outputs=True)


def _files(folder: Path, *, outputs: bool, is_split: bool = False) -> Iterator[Path]:
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.name == ".git" or entry.is_symlink():
                continue
            if entry.is_dir():
                yield from _files(Path(entry.path), outputs=outputs, is_split=True)
            elif entry.is_file() and outputs == (is_split and output_name(entry.name) is not None):
                yield Path(entry.path)


def split_hash(folder: ChallengeFolder, split: Split) -> str:
    """Return the SHA-256 of all that a score on this split depends on, besides metric and output."""
    options = folder.options
    digest = hashlib.sha256(repr((options.tokenizer, options.selector, folder.in_header, folder.out_header)).encode())
    for path in (split.input, split.expected):
        digest.update(b"\0none" if path is None else b"\0file")
        if path is not None:
            with open(path, "rb") as file:
                while chunk := file.read(_CHUNK):
                    digest.update(chunk)
    return digest.hexdigest()
