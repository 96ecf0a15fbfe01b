"""Backups of a whole platform in one file, made while it runs, and a platform made from such a file.

The database is copied first, then the files: what the copy names was there before, and no file of it ever changes or
goes. Of a git repository its references are taken before its objects, so that none of them leads nowhere.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from shlex import quote
from typing import IO

from django.conf import settings
from django.db import connection

from probierz.errors import Refused
from probierz.version import __version__
from probierz.web.jobs.services import forget_workers
from probierz.web.operation.database_copies import copy_database, is_empty, load_database
from probierz.web.operation.schema import refuse_outdated
from probierz.whole_files import put_in_place, whole_path

FOLDERS = ("challenges", "stores", "public", "sources", "rows", "marks", "uploads")
FILES = ("secret-key",)
MANIFEST = "manifest.json"
_NEW = os.O_CREAT | os.O_WRONLY | os.O_EXCL
MARK = "restoring"
"""A file in the home folder while a restore is at work there; it stays where one was killed."""

_PASSING = (".lock", ".part")
_PASSING_STARTS = ("incoming-", "tmp_", "new-")


@dataclass(frozen=True)
class Manifest:
    """What a backup says of itself. database: "sqlite" or "postgresql"; when: in UTC."""

    version: str
    database: str
    when: str


@dataclass(frozen=True)
class Restored:
    """What came of it. missing: what the database names, and was not in the backup."""

    manifest: Manifest
    files: int
    missing: list[str]


# --- making ----------------------------------------------------------------------------------------------------------


def back_up_platform(target: Path) -> int:
    """Write the platform into an archive, `.tar` or `.tar.gz`, which only its owner reads; return the number of files.

    Nothing half is left behind. Raises Refused for a file that is there, and for a database of another schema.
    """
    if target.exists():
        raise Refused(f"{target} is there already; name a new file")
    if not target.parent.is_dir():
        raise Refused(f"{target.parent}: there is no such folder; make it first, or name another")
    refuse_outdated()
    try:
        with whole_path(target) as place, open(os.open(place, _NEW, 0o600), "wb") as file:
            return _write(file, is_packed=target.name.endswith("gz"))
    except OSError as error:
        raise Refused(f"{target} cannot be written: {error.strerror or error}; nothing is left of it") from error


def _write(file: IO[bytes], *, is_packed: bool) -> int:
    home, count = Path(settings.HOME), 0
    manifest = Manifest(__version__, connection.vendor, datetime.now(UTC).isoformat(timespec="seconds"))
    packing = {"compresslevel": 1} if is_packed else {}
    with (
        tempfile.TemporaryDirectory(prefix="probierz-backup-") as folder,
        tarfile.open(fileobj=file, mode="w:gz" if is_packed else "w", format=tarfile.PAX_FORMAT, **packing) as archive,  # type: ignore[call-overload]
    ):
        text = json.dumps(asdict(manifest)).encode()
        head = tarfile.TarInfo(MANIFEST)
        head.size = len(text)
        archive.addfile(head, io.BytesIO(text))
        copy = copy_database(Path(folder) / "database")
        _add(archive, copy, copy.name)
        for path in _kept(home):
            count += _add(archive, path, f"home/{path.relative_to(home).as_posix()}")
    return count


def _add(archive: tarfile.TarFile, path: Path, name: str) -> bool:
    """Add a file, unless it has gone meanwhile, as passing ones do."""
    try:
        with path.open("rb") as file:
            entry = archive.gettarinfo(arcname=name, fileobj=file)
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            archive.addfile(entry, file)
    except FileNotFoundError:
        return False
    return True


def _kept(home: Path) -> Iterator[Path]:
    for name in FILES:
        if (home / name).is_file():
            yield home / name
    for name in FOLDERS:
        if (home / name).is_dir():
            yield from _below(home / name)


def _below(folder: Path) -> Iterator[Path]:
    """Files below a folder; of a repository, `objects` come last."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: (entry.name == "objects", entry.name))
    for entry in entries:
        if entry.is_symlink() or entry.name.endswith(_PASSING) or entry.name.startswith(_PASSING_STARTS):
            continue
        if entry.is_dir():
            yield from _below(Path(entry.path))
        elif entry.is_file():
            yield Path(entry.path)


# --- reading back ----------------------------------------------------------------------------------------------------


def restore_platform(source: Path) -> Restored:
    """Make the platform of the settings, whose home and database are empty, from a backup.

    Then its database is brought up to date and compared with its files. Raises Refused, and nothing is changed, for
    what is no backup, or one of another kind of database.
    """
    home = Path(settings.HOME)
    if (home / MARK).exists():
        _forget_cut(home)
    _refuse_full(home)
    (home / MARK).touch()
    try:
        with tempfile.TemporaryDirectory(dir=home, prefix="restoring-") as folder:
            manifest, count = _unpacked(source, Path(folder))
            copy = _fitting(manifest, Path(folder))
            for name in (*FILES, *FOLDERS):
                if (Path(folder) / "home" / name).exists():
                    _forget_empty(home / name)
                    put_in_place(Path(folder) / "home" / name, home / name)
            load_database(copy)  # last, and whole or not at all: a database that is not empty means all is there
    except OSError as error:
        _forget_cut(home)
        raise Refused(f"{home} cannot be filled: {error.strerror or error}; make room, and restore again") from error
    except BaseException:
        _forget_cut(home)
        raise
    from probierz.web.operation.reconcile import clean
    from probierz.web.operation.upgrade import upgrade

    upgrade(with_backup=False)
    forget_workers()
    missing = clean(everything=True).missing
    (home / MARK).unlink()
    return Restored(manifest, count, missing)


def finish_restore() -> None:
    """Take note that a restore was killed, before anything else begins in the home folder.

    Once the database was loaded everything is in place. Raises Refused where it was not.
    """
    mark = Path(settings.HOME) / MARK
    if mark.exists() and is_empty():
        home = quote(str(mark.parent))
        raise Refused(f"a restore into {mark.parent} was cut off; run  probierz restore --home {home}  again")
    if mark.exists():
        forget_workers()
    mark.unlink(missing_ok=True)


def _forget_cut(home: Path) -> None:
    """Remove what a restore that failed or was killed put into the folder. Raises Refused where it had succeeded."""
    if not is_empty():
        serve = f"probierz serve --home {quote(str(home))}"
        raise Refused(f"{home} was restored already, but for a last look;  {serve}  goes on there")
    for name in (*FOLDERS, *(path.name for path in home.glob("restoring-*"))):
        shutil.rmtree(home / name, ignore_errors=True)
    (home / MARK).unlink(missing_ok=True)


def _refuse_full(home: Path) -> None:
    kept = [name for name in FOLDERS if (home / name).is_dir() and any((home / name).iterdir())]
    if kept:
        raise Refused(f"{home} has {kept[0]} of a platform; name a new folder with --home")
    if not is_empty():
        raise Refused("the database is not empty; name an empty one, or for SQLite a new folder with --home")


def _forget_empty(path: Path) -> None:
    if path.is_dir():
        path.rmdir()


def _unpacked(source: Path, folder: Path) -> tuple[Manifest, int]:
    """Take a backup apart. `probierz.archives` would refuse it: some of its files are one under several names, and
    branches whose names differ by case alone are two.
    """
    count, manifest = 0, None
    if source.is_dir():
        raise Refused(f"{source} is a folder; name a file made by  probierz backup")
    try:
        with tarfile.open(source, "r:*") as archive:
            for entry in archive:
                _take_out(archive, entry, folder, source)
                count += entry.name.startswith("home/")
        manifest = Manifest(**json.loads((folder / MANIFEST).read_text()))
    except (tarfile.TarError, EOFError, FileExistsError, ValueError, TypeError) as error:
        reason = "it ends too soon, or is no archive" if isinstance(error, tarfile.TarError) else error
        raise Refused(f"{source} cannot be read as a backup: {reason}; name a file made by  probierz backup") from error
    except FileNotFoundError as error:
        what = "is not there" if not source.exists() else "is no backup of a platform"
        raise Refused(f"{source} {what}; name a file made by  probierz backup") from error
    return manifest, count


def _take_out(archive: tarfile.TarFile, entry: tarfile.TarInfo, folder: Path, source: Path) -> None:
    place = folder / _checked(entry.name, source)
    place.parent.mkdir(parents=True, exist_ok=True)
    if entry.islnk():  # the rows of all metrics on one output are one file under several names
        os.link(folder / _checked(entry.linkname, source), place, follow_symlinks=False)
        return
    stream = archive.extractfile(entry) if entry.isfile() else None
    if stream is None:
        raise Refused(f"{source} holds {entry.name!r}, which is no file; name a file made by  probierz backup")
    with place.open("xb") as file:
        shutil.copyfileobj(stream, file)
    place.chmod(entry.mode & 0o700)


def _checked(name: str, source: Path) -> PurePosixPath:
    """Where a file goes: below the folder, and nowhere else."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts:
        raise Refused(f"{source} holds {name!r}, which leads elsewhere; name a file made by  probierz backup")
    return path


def _fitting(manifest: Manifest, folder: Path) -> Path:
    """Return the copy of the database. Raises Refused where it is of another kind than the database here."""
    if manifest.database != connection.vendor:
        wanted = "name no PROBIERZ_DATABASE_URL" if manifest.database == "sqlite" else "name an empty one"
        raise Refused(f"the backup is of {manifest.database}, and the database here is {connection.vendor}; {wanted}")
    (copy,) = folder.glob("database.*")
    return copy
