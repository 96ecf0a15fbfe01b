"""The files of a .zip that somebody hands in, by their names: laid on disk, and within limits."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from probierz.archives.decompressing import compression_of, decompressed, named_compression, plain_name, refuse_misnamed
from probierz.archives.limits import ArchiveLimits, Meter
from probierz.archives.members import archive_members
from probierz.archives.unpacking import write_member
from probierz.archives.zips import is_zip
from probierz.challenges.challenge import kind_of_split
from probierz.challenges.headers_in_data import has_header
from probierz.challenges.problems import Problem
from probierz.errors import ChallengeError, DataError
from probierz.lines import refuse_utf16
from probierz.text import first_few

_PIECE = 2**18
_MOST_FOLDERS = 8
_ENDINGS = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".7z", ".rar")


class FoundFiles(NamedTuple):
    """What lies in an archive or a folder, by names without the one folder that holds it all.

    contents: files on disk, None for what is not read. names: what people know them by, with that folder.
    """

    path: Path
    contents: Mapping[str, Path | None]
    names: Mapping[str, str]

    def place(self, name: str) -> str:
        """Return where a file lies, as it is told."""
        return f"{self.path}/{self.names[name]}"

    def beside(self, name: str, other: str) -> str:
        """Return what another file is called as people know it, where `name` lies."""
        return f"{self.names[name].removesuffix(name)}{other}"


def zipped_files(path: Path, limits: ArchiveLimits, wanted: Collection[str], folder: Path) -> FoundFiles:
    """Return all files; those that are wanted are written into a folder, others (None) only read through.

    All are taken out of the one folder that holds what is wanted, as archives often have it.
    wanted: their names without the ending of a compression. folder: where their names count for nothing.
    Raises ChallengeError for what is no .zip, and as `archive_members`.
    """
    if not is_zip(path):
        raise ChallengeError(f"{path}: this is not a zip archive; pack the files of predictions into one .zip")
    names = _out_of_folder(path, [member.name for member in archive_members(path, limits) if member.is_file], wanted)
    found: dict[str, Path | None] = dict.fromkeys(names.values())
    for number, member in enumerate(archive_members(path, limits)):
        name = names.get(member.name, "")
        if not member.is_file:
            continue
        place = folder / str(number)
        write_member(member, place)  # also of others, as what is damaged or has no measure is refused
        if plain_name(name) in wanted:
            found[name] = place
        else:
            place.unlink()
    return FoundFiles(path, found, {name: whole for whole, name in names.items()})


def folder_files(path: Path, files: Sequence[Path], wanted: Collection[str], folder: Path) -> FoundFiles:
    """Return files that lie in somebody's folder, as links in a folder of our own: nothing is unpacked beside them.

    All are taken out of the one folder that holds what is wanted, as `zipped_files` does.
    """
    whole = [file.relative_to(path).as_posix() for file in files]
    names = _out_of_folder(path, whole, wanted)
    links = [folder / str(number) for number in range(len(files))]
    for file, link in zip(files, links, strict=True):
        link.symlink_to(file.resolve())
    contents = {names[one]: link for one, link in zip(whole, links, strict=True)}
    return FoundFiles(path, contents, {name: one for one, name in names.items()})


def line_count(file: Path, header: Sequence[str] = ()) -> int:
    """Return how many lines a file has, but for one with the names of columns; the last needs no line end."""
    count, last = 0, b"\n"
    with file.open("rb") as opened:
        while piece := opened.read(_PIECE):
            count += piece.count(b"\n")
            last = piece[-1:]
    return count + (last != b"\n") - has_header(file, header)


def refuse_archives_of_archives(path: Path, contents: Collection[str], wanted: Collection[str], *, what: str) -> None:
    """Raise ChallengeError, naming it, for another archive in an archive without any of the files that are wanted.

    contents: names in the archive; wanted: without the ending of a compression; what: what is missing, in words.
    """
    inner = [name for name in contents if name.lower().endswith(_ENDINGS) and not _is_text(name)]
    if not inner or not set(wanted).isdisjoint(map(plain_name, contents)):
        return
    if len(inner) > 1:
        raise ChallengeError(
            f"{path}: there are no {what} in it, but other archives, {inner[0]} the first; pack the files as they are"
        )
    raise ChallengeError(f"{path}: there are no {what} in it, but another archive, {inner[0]}; give that one")


def _is_text(name: str) -> bool:
    return plain_name(name).lower().endswith(".tsv")


def one_of_several(found: FoundFiles, files: Sequence[str], task: str) -> Problem:
    """Return what is said of several files for one task."""
    path, names = found.path, [found.names[one] for one in files]
    if len(names) == 2:
        return Problem(str(path), None, f"{' and '.join(names)} are both the output of {task}", "leave one out")
    message = f"{len(names)} files are the output of {task}: {', '.join(names)}"
    return Problem(str(path), None, message, "leave out all but one")


class Unpacking:
    """Unpacks files of an archive that are compressed one by one, all of them within the limits of the archive.

    found: the files of a .zip, or of a folder, where they are what is packed.
    """

    def __init__(self, found: FoundFiles, limits: ArchiveLimits) -> None:
        path = found.path
        packed = [file for file in found.contents.values() if file is not None] if path.is_dir() else [path]
        self._found = found
        self._meter = Meter(path, sum(file.stat().st_size for file in packed), limits)

    def text(self, name: str, file: Path) -> Path:
        """Return the file with the text of a file, beside it where it is compressed.

        Raises DataError for what is not packed as its name says, and for UTF-16.
        """
        place = self._found.place(name)
        named, found = named_compression(name), compression_of(_start(file))
        if ".zip" in (named, found):
            raise _compressed_twice(".zip", ".zip", place)
        refuse_misnamed(named, found, path=place)
        text = self._decompressed(file, found, place) if found else file
        inner = compression_of(_start(text))
        if inner:
            raise _compressed_twice(inner, found, place)
        refuse_utf16(_start(text), place)
        return text

    def _decompressed(self, file: Path, compression: str, place: str) -> Path:
        text = file.with_suffix(".text")
        with file.open("rb") as packed, text.open("xb") as target:
            stream = decompressed(packed, compression, place, self._meter)
            while piece := stream.read(_PIECE):
                target.write(piece)
        return text


def _start(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(6)


def _compressed_twice(inner: str, outer: str, place: str) -> DataError:
    return DataError(f"the file is compressed twice, as {inner} in {outer}; compress it once", path=place)


def _out_of_folder(path: Path, names: Sequence[str], wanted: Collection[str]) -> dict[str, str]:
    """By name, what a file is called: without the one folder that holds those that are wanted; all else as it is.

    Of `mine/cats/out.tsv` and `mine/cats.tsv` the folder is `mine`. Where some are in no folder, none is taken off.
    Where none is wanted, it is that which holds all files, unless a wanted one could be in it. A folder that is called
    as another split than is wanted is kept: what lies in it is for that split. Raises ChallengeError for several
    folders that each hold the same one; path: what they lie in.
    """
    plain = list(map(plain_name, names))
    folders = {""} if not set(wanted).isdisjoint(plain) else set()
    ends = [(name.removesuffix(f"/{end}"), end) for name in plain for end in wanted if name.endswith(f"/{end}")]
    if not folders:
        _refuse_several(path, ends)
    folders |= {one for one, _ in ends}
    if not folders:
        folders = {name.partition("/")[0] if "/" in name else "" for name in plain}
        folders = folders if folders.isdisjoint(end.partition("/")[0] for end in wanted) else set()
    folder = "".join(folders) if len(folders) == 1 else ""
    splits = {part for name in wanted for part in name.split("/") if kind_of_split(part)}
    if splits and kind_of_split(called := folder.rpartition("/")[2]) and called not in splits:
        folder = ""
    return {name: name.removeprefix(f"{folder}/") if folder else name for name in names}


def _refuse_several(path: Path, ends: Sequence[tuple[str, str]]) -> None:
    """Refuse a second output of a task in a second folder, where nothing says which is meant. ends: folder and name."""
    holding: dict[str, dict[str, None]] = {}
    for folder, end in ends:
        holding.setdefault(end, {})[folder] = None
    for folders in holding.values():
        if len(folders) > 1 and not any(kind_of_split(one.rpartition("/")[2]) for one in folders):
            names = first_few(sorted(folders), _MOST_FOLDERS)
            raise ChallengeError(
                f"{path}: several folders hold outputs of the same task; give one of the folders {names}"
            )
