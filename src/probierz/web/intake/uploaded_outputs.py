"""Uploads: one output, or an archive of them, unpacked into files with names of our own.

Only outputs of the challenge's tests and `gonito.yaml` are kept. What is merely of no use is left out and told;
what is meant to do harm makes the whole archive be refused.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from probierz.archives import unpacking
from probierz.archives.decompressing import COMPRESSIONS
from probierz.archives.limits import ArchiveLimits
from probierz.archives.members import archive_members
from probierz.archives.names import archive_ending
from probierz.web.intake.errors import NothingToScore, UnsafeEntry, UnsafeName, UploadError, archives_told
from probierz.web.intake.names import output_name, submitted_name
from probierz.web.intake.received import inflated

MOST_NAMED = 5
"""So many files and tests are named where there is no output."""
LONGEST_TOLD = 100
"""Letters of the path of such a file."""


@dataclass
class Upload:
    """What was taken from an upload.

    files: from `test-A/out.tsv` to where its content lies on disk, under a name of our own.
    left_out: names in an archive that are not submitted. called: of single files, what their sender calls them.
    """

    files: dict[str, Path] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    called: dict[str, str] = field(default_factory=dict)

    def name_of(self, path: str) -> str:
        """Return what the sender calls a file."""
        return self.called.get(path, path)


def read_upload(
    path: Path,
    name: str,
    into: Path,
    *,
    tests: Collection[str],
    test: str | None = None,
    limits: ArchiveLimits | None = None,
) -> Upload:
    """Take the outputs out of an uploaded file.

    path: where it lies. name: what the sender calls it; its ending says what it is: an archive (.zip, .tar, .tar.gz,
    .tgz, .tar.bz2, .tar.xz, .tar.zst) or one output (.tsv, .jsonl, also with .gz, .bz2, .xz, .zst, .zip).
    into: an empty folder. tests: names of the challenge's tests. test: the one that a single output is for.
    Raises UploadError, TooLarge or TooManyFiles; files in `into` are then of no use.
    """
    limits = limits or ArchiveLimits()
    name = name.replace("\\", "/").rpartition("/")[2]  # some browsers send the whole path
    with archives_told():
        limits.check_packed(path)
        if _ending(name.lower()) or not archive_ending(name):
            return _single(path, name, tests, test)
        return _submitted(path, into, tests, limits)


def unpack(path: Path, name: str, into: Path, *, limits: ArchiveLimits | None = None) -> Path:
    """Unpack an archive with all its files, and return the folder they are in.

    into: an empty folder; one folder around everything is what is returned. Git's and Mac OS's own files are left out.
    For people who are trusted with more than outputs, such as organisers. Raises as `read_upload`.
    """
    if not archive_ending(name):
        raise UploadError("the upload is no archive", "upload .zip or .tar.gz")
    with archives_told():
        unpacking.unpack(path, into, limits or ArchiveLimits())
    inner = unpacking.inner_folder(into)
    return into if inner.name.startswith(("dev-", "test-")) else inner


def _single(path: Path, name: str, tests: Collection[str], test: str | None) -> Upload:
    if test is None or test not in tests:
        raise UploadError("it is not said which test the output is for", f"choose one of: {', '.join(sorted(tests))}")
    ending = _ending(name.lower())
    if ending is None:
        raise UploadError(f"{name!r} is neither an output nor an archive", "upload .tsv, .jsonl, .zip or .tar.gz")
    own = name if output_name(name) else f"out{ending}"
    with inflated(path, next((one for one in COMPRESSIONS if own.endswith(one)), "")):
        return Upload({f"{test}/{own}": path}, called={f"{test}/{own}": name})


def _ending(name: str) -> str | None:
    endings = (kind + compression for kind in (".tsv", ".jsonl") for compression in ("", *COMPRESSIONS))
    return next((ending for ending in endings if name.endswith(ending)), None)


def _submitted(path: Path, into: Path, tests: Collection[str], limits: ArchiveLimits) -> Upload:
    """Take what is submitted out of an archive."""
    upload = Upload()
    for member in archive_members(path, limits):
        kept = submitted_name(member.name, tests)
        if member.opener is None:
            continue
        if kept is None:
            upload.left_out.append(member.name)
        elif kept in upload.files:
            raise UnsafeName(f"the archive holds {kept!r} in two folders", "pack every file once")
        else:
            place = into / f"{len(upload.files):06}"
            unpacking.write_member(member, place)
            upload.files[kept] = place
    _refuse_nothing(upload, tests)
    return upload


def _refuse_nothing(upload: Upload, tests: Collection[str]) -> None:
    """Raise NothingToScore when there is no output in an archive."""
    if any("/" in name for name in upload.files):
        return
    if any(map(archive_ending, upload.left_out)):
        remedy = f"pack the files themselves: {_wanted(tests)}"
        raise UnsafeEntry("the archive holds another archive and no output", remedy)
    raise nothing_to_score([*upload.files, *upload.left_out], tests)


def nothing_to_score(held: Sequence[str], tests: Collection[str]) -> NothingToScore:
    """Return an error that names the files of an archive or a branch, and what outputs are called."""
    remedy = f"outputs of this challenge are called {_wanted(tests)}"
    if not held:
        return NothingToScore("there is no file in what was submitted", remedy)
    named = ", ".join(map(_told, held[:MOST_NAMED])) + ", …" * (len(held) > MOST_NAMED)
    return NothingToScore(f"none of the files is an output for a test of this challenge: {named}", remedy)


def _wanted(tests: Collection[str]) -> str:
    return ", ".join(f"{test}/out.tsv" for test in sorted(tests)[:MOST_NAMED])


def _told(path: str) -> str:
    """A path as it can be shown: names in git may be of any bytes and of any length."""
    plain = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in path)
    return plain if len(plain) <= LONGEST_TOLD else f"{plain[:LONGEST_TOLD]}…"
