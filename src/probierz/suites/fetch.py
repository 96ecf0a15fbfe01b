"""Fetching the source of a task into the cache: a repository, an archive or a file; or taking what lies here."""

from __future__ import annotations

import hashlib
import os
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote, urlsplit

from probierz.archives.limits import DATA
from probierz.archives.names import archive_ending
from probierz.archives.unpacking import inner_folder, unpack
from probierz.challenges.config import CONFIG_NAME
from probierz.download import Progress, download
from probierz.errors import ChallengeError
from probierz.suites.repository import clone, is_repository_address
from probierz.suites.suite import DeclaredTask, TaskSource
from probierz.whole_files import whole_folder, write_whole


@dataclass(frozen=True)
class Fetched:
    """A source on this disk. folder: its files, not to be changed. revision: the commit, for a repository."""

    folder: Path
    revision: str = ""


def cache_folder() -> Path:
    """Where downloads are kept: PROBIERZ_CACHE, else `probierz` in the cache folder of the user."""
    told = os.environ.get("PROBIERZ_CACHE")
    if told:
        return Path(told)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "probierz"


def is_remote(place: str) -> bool:
    """Whether a place is an address on the network, rather than a path here."""
    scheme = urlsplit(place).scheme
    return (is_repository_address(place) and scheme != "file") or scheme in ("http", "https")


def local_copy(task: DeclaredTask, place: str) -> str:
    """Return where in a folder of several tasks the files of one lie; the place itself where it is the task's own.

    Looked for are the task's name, suite and name, and the last part of its address, as a folder, bundle or archive.
    """
    folder = Path(place)
    if is_remote(place) or not folder.is_dir() or (folder / "config.txt").is_file():
        return place
    repository = _last_part(task.source.address)
    names = (f"{task.suite}/{task.name}", task.name, repository, f"{repository}.bundle")
    found = next((folder / name for name in names if (folder / name).exists()), None)
    return str(found or folder)


def refuse_no_folder(task: DeclaredTask, place: str, folder: Path) -> None:
    """Raise ChallengeError where a folder that was given for several tasks has nothing of one that is a challenge.

    folder: where the task's challenge would lie; it is the place itself where that has nothing of the task's name.
    """
    is_place_itself = bool(place) and not is_remote(place) and folder == Path(place).expanduser()
    if (
        task.builder != "challenge"
        or not is_place_itself
        or (folder / CONFIG_NAME).is_file()
        or any(folder.glob("*/in.tsv*"))
    ):
        return
    raise ChallengeError(
        f"{place}: there is no folder {task.name} here, no {_last_part(task.source.address)}.bundle and no challenge; "
        f"give the folder or the bundle of {task.full_name}, or a folder that has it"
    )


def fetch_source(
    task: DeclaredTask, place: str = "", *, progress: Progress | None = None, shown: bool = False
) -> Fetched:
    """Return the source of a task, fetched once and kept in the cache.

    place: a folder, bundle, archive, file or address to use instead of the declared address.
    A local folder is used where it lies. progress: told about downloads. shown: git prints its progress.
    Raises ChallengeError or DataError; what is in the cache is whole.
    """
    source = replace(task.source, address=local_copy(task, place), sha256="") if place else task.source
    if is_remote(source.address):
        return _remote(task, source, progress, shown)
    path = Path(source.address.removeprefix("file://")).expanduser()
    if not path.exists():
        raise ChallengeError(f"{path}: there is no such file or folder; give what holds the files of {task.full_name}")
    if path.is_dir() and not _is_bare(path):
        return Fetched(path)
    return _local(task, replace(source, address=str(path)))


def _remote(task: DeclaredTask, source: TaskSource, progress: Progress | None, shown: bool) -> Fetched:
    if is_repository_address(source.address) or (source.kind == "git" and not _is_archive(source.address)):
        return _cached_clone(task, source, shown)
    home = _home(task, source.address, source.sha256)
    file = home / (_last_part(source.address) or "file")
    if not file.is_file():
        download(source.address, file, sha256=source.sha256, progress=progress, option="--from")
    return _opened(file, home, source.kind == "archive")


def _local(task: DeclaredTask, source: TaskSource) -> Fetched:
    """A bundle, a bare repository, an archive or a single file."""
    path = Path(source.address)
    if path.suffix == ".bundle" or path.is_dir():
        return _cached_clone(task, source, False)
    if _is_archive(path.name):
        return _opened(path, _home(task, source.address, _stamp(path)), True)
    return Fetched(path.parent)


def _is_archive(name: str) -> bool:
    return bool(archive_ending(name))


def _is_bare(path: Path) -> bool:
    return (path / "HEAD").is_file() and (path / "objects").is_dir()


def _stamp(path: Path) -> str:
    status = path.stat()
    return f"{status.st_size} {status.st_mtime_ns}"


def _cached_clone(task: DeclaredTask, source: TaskSource, shown: bool) -> Fetched:
    path = Path(source.address)
    home = _home(task, source.address, source.revision, _stamp(path) if path.exists() else "")
    folder, note = home / "files", home / "commit"
    if not (folder.is_dir() and note.is_file()):
        with whole_folder(folder, replaces=lambda _: True) as made:
            revision = clone(source.address, made, branch=source.branch, revision=source.revision, shown=shown)
            shutil.rmtree(made / ".git")
        write_whole(note, revision)
    return Fetched(folder, note.read_text(encoding="ascii"))


def _opened(file: Path, home: Path, packed: bool) -> Fetched:
    """The folder of an archive's files, unpacked beside it once; the folder of any other file."""
    if not (packed or _is_archive(file.name)):
        return Fetched(file.parent)
    folder = home / "files"
    if not folder.is_dir():
        unpack(file, folder, DATA, skips_links=True)
    return Fetched(inner_folder(folder))


def _home(task: DeclaredTask, *key: str) -> Path:
    digest = hashlib.sha256("\n".join(key).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    home = cache_folder() / "suites" / task.suite / task.name / digest
    home.mkdir(parents=True, exist_ok=True)
    return home


def _last_part(address: str) -> str:
    """The name of the file or repository at an address."""
    return os.path.basename(unquote(urlsplit(address).path).rstrip("/")).removesuffix(".git")
