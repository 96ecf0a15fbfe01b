"""Files and folders that are whole or not there: written beside their place, and put there in one step at the end.

Whatever happens in between (a full disk, Ctrl-C, a killed process), what stood there before still stands. What is
written reaches the disk before it takes its name, so that a crash of the machine leaves no empty file behind.
"""

from __future__ import annotations

import errno
import io
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TextIO

from probierz.errors import FULL_DISK, ChallengeError

Place = str | os.PathLike[str]

PART = ".part"
"""How names of files and folders end that are not finished; what a killed process left of them may be removed."""


@contextmanager
def whole_path(path: Place) -> Iterator[Path]:
    """Give a place beside `path` for a file that something else writes; it becomes `path` when the block is done.

    A link stays, and the file that it leads to is replaced; a file that is replaced keeps its rights.
    Folders above it are made.
    """
    target = Path(os.path.realpath(path))
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = _beside(target)
    try:
        yield beside
        if target.exists():
            beside.chmod(target.stat().st_mode & 0o777)
        put_in_place(beside, target)
    finally:
        beside.unlink(missing_ok=True)


@contextmanager
def whole_file(path: Place) -> Iterator[IO[bytes]]:
    """Open a file for writing bytes, which takes its name when the block is done; a pipe or device is just written."""
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        with open(path, "wb") as pipe:
            yield pipe
        return
    with _named(path), whole_path(path) as beside, open(beside, "xb") as file:
        yield file


@contextmanager
def whole_text(path: Place, *, errors: str = "strict") -> Iterator[TextIO]:
    """Open a file for writing text as UTF-8 with LF, which takes its name when the block is done."""
    with whole_file(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", errors=errors, newline="")
        yield text
        text.detach()  # after writing what waits; the file is closed by its own block


def write_whole(path: Place, content: bytes | str) -> None:
    """Write a file: whole, or as it was before. Text becomes UTF-8, its line ends as they are."""
    with whole_file(path) as file:
        file.write(content.encode() if isinstance(content, str) else content)


def write_first(path: Place, content: str, *, rights: int) -> None:
    """Write a file, unless there is one: of several processes that write it the first one counts."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = _beside(target)
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, rights), "w", encoding="utf-8") as file:
            file.write(content)
        _synchronise(beside)
        with suppress(FileExistsError):
            os.link(beside, target)
        _synchronise(target.parent)
    finally:
        beside.unlink(missing_ok=True)


def refuse_missing_folder(path: Place) -> None:
    """Raise ChallengeError where a file would be written into a folder that is not there: mostly a slip of the name."""
    folder = Path(os.path.realpath(path)).parent
    if not folder.is_dir():
        raise ChallengeError(f"{os.fspath(path)} cannot be written: there is no directory {folder}; make it first")


@contextmanager
def _named(path: Place) -> Iterator[None]:
    """Let a fault of a full disk say which file could not be written."""
    try:
        yield
    except OSError as error:
        if error.errno in FULL_DISK:
            error.filename = os.fspath(path)
        raise


def refuse_unwritable(path: Place) -> None:
    """Raise OSError where no file can be written, before the work that its content takes."""
    target = Path(os.path.realpath(path))
    with suppress(FileNotFoundError):
        target.stat()  # the name itself may be too long
    beside = _beside(target)
    with open(beside, "xb"):
        beside.unlink()


@contextmanager
def whole_folder(path: Place, *, replaces: Callable[[Path], bool] | None = None) -> Iterator[Path]:
    """Give an empty folder beside `path`, which becomes `path` when the block is done.

    An empty folder that stands there is replaced; and one of which `replaces` says so.
    Raises ChallengeError, before anything is written, for anything else that stands there.
    """
    target = Path(os.path.realpath(path))
    if not (replaces and target.is_dir() and replaces(target)):
        refuse_occupied(path)
    with unfinished_folder(target) as beside:
        yield beside
        put_in_place(beside, target)


@contextmanager
def unfinished_folder(target: Path) -> Iterator[Path]:
    """Give an empty folder beside `target`, which is removed in the end unless `put_in_place` gave it a name.

    Folders above it are made, and removed again where they stay empty.
    """
    made = [folder for folder in target.parents if not folder.exists()]
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = _beside(target)
    try:
        beside.mkdir()
        yield beside
    finally:
        shutil.rmtree(beside, ignore_errors=True)
        with suppress(OSError):  # it holds something: what was made, or what somebody else put there
            for folder in made:
                folder.rmdir()


@contextmanager
def added_files(folder: Path) -> Iterator[Path]:
    """Give an empty folder whose files come into another one when the block is done: all of them, or none.

    Files that are there already stay; the caller has seen that none has the name of a new one.
    """
    with unfinished_folder(folder / "new") as beside:
        yield beside
        _reach_disk(beside)
        undo: list[Path] = []
        try:
            for path in sorted(beside.rglob("*")):
                place = folder / path.relative_to(beside)
                if path.is_dir() and place.is_dir():
                    continue
                if path.is_dir():
                    place.mkdir()
                else:
                    os.replace(path, place)
                undo.append(place)
        except BaseException:
            for place in reversed(undo):
                place.rmdir() if place.is_dir() else place.unlink()
            raise


def refuse_occupied(path: Place) -> None:
    """Raise ChallengeError where something stands already, but for an empty folder."""
    target = Path(path)
    if target.is_dir() and not any(target.iterdir()):
        return
    if os.path.lexists(target):
        raise ChallengeError(f"{target}: it is there already; remove it, or choose another place")


def put_in_place(made: Path, target: Path) -> None:
    """Give a file or folder its name, when all of it has reached the disk.

    That is one step, but for a folder with something in it: it is moved aside first, and back if the other cannot come.
    """
    _reach_disk(made)
    if target.is_dir() and any(target.iterdir()):
        aside = _beside(target)
        os.replace(target, aside)
        try:
            os.replace(made, target)
        except BaseException:
            os.replace(aside, target)
            raise
        shutil.rmtree(aside, ignore_errors=True)
    else:
        os.replace(made, target)
    _synchronise(target.parent)


def _beside(target: Path) -> Path:
    """A name for something unfinished, on the same file system; two processes, or two threads, never share one."""
    name = target.name[:40]  # a name may have 255 bytes and no more
    return target.with_name(f".{name}.{os.getpid()}-{secrets.token_hex(4)}{PART}")


_MANY = 200


def _reach_disk(made: Path) -> None:
    inside = [made, *made.rglob("*")] if made.is_dir() else [made]
    if len(inside) > _MANY:  # waiting for each alone would take minutes
        os.sync()
        return
    for path in inside:
        _synchronise(path)


def _synchronise(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk. Raises OSError where the disk cannot take them."""
    if path.is_symlink() or not os.access(path, os.R_OK):
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:  # some file systems have nothing to wait for
            raise
    finally:
        os.close(descriptor)
