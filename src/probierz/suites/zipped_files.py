"""The files of a .zip that somebody hands in, by their names; they stay in memory, and within limits."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from probierz.archives.limits import ArchiveLimits, Meter
from probierz.archives.members import archive_members
from probierz.archives.streams import compression_of, decompressed_bytes, named_compression, refuse_misnamed
from probierz.archives.zips import is_zip
from probierz.challenges.problems import Problem
from probierz.errors import ChallengeError, DataError
from probierz.lines import refuse_utf16

__all__ = ["Unpacking", "one_of_several", "plain_name", "refuse_archives_of_archives", "zipped_files"]

_ENDINGS = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".7z", ".rar")


def zipped_files(path: Path, limits: ArchiveLimits, wanted: Collection[str]) -> dict[str, bytes]:
    """Read all files; those that are wanted are taken out of the one folder that holds them, as archives often have it.

    wanted: their names without the ending of a compression.
    Raises ChallengeError for what is no .zip, and as `archive_members`.
    """
    if not is_zip(path):
        raise ChallengeError(f"{path}: this is not a zip archive; pack the files of predictions into one .zip")
    found = {}
    for member in archive_members(path, limits):
        if member.is_file:
            with member.open() as stream:
                found[member.name] = stream.read()
    return _out_of_folder(found, wanted)


def plain_name(name: str) -> str:
    """Return the name of a file without the ending of its compression.

    >>> plain_name("cats/out.tsv.gz")
    'cats/out.tsv'
    """
    return name.removesuffix(named_compression(name))


def refuse_archives_of_archives(path: Path, contents: Collection[str], wanted: Collection[str], *, what: str) -> None:
    """Raise ChallengeError, naming it, for another archive in an archive without any of the files that are wanted.

    contents: names in the archive; wanted: without the ending of a compression; what: what is missing, in words.
    """
    inner = [name for name in contents if name.lower().endswith(_ENDINGS)]
    if not inner or not set(wanted).isdisjoint(map(plain_name, contents)):
        return
    if len(inner) > 1:
        raise ChallengeError(
            f"{path}: there are no {what} in it, but other archives, {inner[0]} the first; pack the files as they are"
        )
    raise ChallengeError(f"{path}: there are no {what} in it, but another archive, {inner[0]}; give that one")


def one_of_several(path: Path, names: Sequence[str], task: str) -> Problem:
    """Return what is said of several files for one task."""
    if len(names) == 2:
        return Problem(str(path), None, f"{' and '.join(names)} are both the output of {task}", "leave one out")
    message = f"{len(names)} files are the output of {task}: {', '.join(names)}"
    return Problem(str(path), None, message, "leave out all but one")


class Unpacking:
    """Unpacks files of an archive that are compressed one by one, all of them within the limits of the archive.

    contents: the files of a .zip, or of a folder, where they are what is packed.
    """

    def __init__(self, path: Path, contents: Mapping[str, bytes], limits: ArchiveLimits) -> None:
        packed_bytes = sum(map(len, contents.values())) if path.is_dir() else path.stat().st_size
        self._path = path
        self._meter = Meter(path, packed_bytes, limits)

    def text(self, name: str, content: bytes) -> bytes:
        """Return the text of a file. Raises DataError for what is not packed as its name says, and for UTF-16."""
        place = f"{self._path}/{name}"
        named, found = named_compression(name), compression_of(content[:6])
        if ".zip" in (named, found):
            raise _compressed_twice(".zip", ".zip", place)
        refuse_misnamed(named, found, path=place)
        text = decompressed_bytes(content, found, place, self._meter) if found else content
        inner = compression_of(text[:6])
        if inner:
            raise _compressed_twice(inner, found, place)
        refuse_utf16(text, place)
        return text


def _compressed_twice(inner: str, outer: str, place: str) -> DataError:
    return DataError(f"the file is compressed twice, as {inner} in {outer}; compress it once", path=place)


def _out_of_folder(found: Mapping[str, bytes], wanted: Collection[str]) -> dict[str, bytes]:
    """The same files, those that are wanted without the one folder that holds them; as they are where some are in none.

    Of `mine/cats/out.tsv` and `mine/cats.tsv` the folder is `mine`.
    """
    plain = {name: plain_name(name) for name in found}
    if not set(wanted).isdisjoint(plain.values()):
        return dict(found)
    folders = {
        name.removesuffix(f"/{end}"): None for name in plain.values() for end in wanted if name.endswith(f"/{end}")
    }
    if len(folders) != 1:
        return dict(found)
    (folder,) = folders
    inside = {f"{folder}/{end}" for end in wanted}
    return {
        name.removeprefix(f"{folder}/") if plain[name] in inside else name: content for name, content in found.items()
    }
