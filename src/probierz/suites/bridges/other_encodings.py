"""Files in another encoding than UTF-8: read where somebody names it, and said which it seems to be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from probierz.archives.decompressing import open_stream, plain_name
from probierz.challenges.encodings import NAMES_OF_ENCODINGS, seeming_encoding
from probierz.errors import DataError, OptionError

_MOST = 2**20
"""Bytes of a file by which its encoding is told."""

_NOT_UTF8 = ("is not UTF-8", "is UTF-16")


@contextmanager
def in_utf8(source: Path, encoding: str) -> Iterator[Path]:
    """Give a file to read: itself, or a copy in UTF-8 where an encoding is named; faults are told of the file itself.

    Raises DataError for a byte that is not UTF-8, with the encoding that it seems to be of, or not of the one that is
    named; OptionError for an encoding that there is not, or a folder.
    """
    if not encoding:
        try:
            yield source
        except DataError as error:
            if str(error.path) != str(source) or not any(said in error.detail for said in _NOT_UTF8):
                raise
            raise DataError(error.detail + _hint(source), path=source, line=error.line) from error
        return
    text = _decoded(source, encoding)
    with TemporaryDirectory(prefix="probierz-") as folder:
        copy = Path(folder, plain_name(source.name))
        copy.write_text(text, encoding="utf-8", newline="")
        try:
            yield copy
        except DataError as error:
            if str(error.path) != str(copy):
                raise
            raise DataError(error.detail, path=source, line=error.line) from error


def _decoded(source: Path, encoding: str) -> str:
    if not source.is_file():
        raise OptionError(f"{source}: --encoding is of one file; convert the files of a folder before")
    with open_stream(source) as stream:
        content = stream.read()
    try:
        return content.decode(encoding).removeprefix("\ufeff")
    except LookupError:
        known = ", ".join(NAMES_OF_ENCODINGS)
        raise OptionError(f"--encoding {encoding}: there is no such encoding; common ones are {known}") from None
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise DataError(f"a byte here is not {encoding}; name another encoding", path=source, line=line) from error


def _hint(source: Path) -> str:
    """Name the encoding whose letters are those of Polish, Czech and their neighbours, with a word that shows it."""
    with open_stream(source) as stream:
        content = stream.read(_MOST)
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return "; or add --encoding utf-16"
    best, said = seeming_encoding(content)
    return f"; or add --encoding {best}, as {said}"
