"""Rows of whatever a file holds: lines, columns of TSV and CSV, tables of Markdown, lists, JSON, archives of these.

A file is read in each way in which it makes sense, without asking what it was meant to be; what is broken has no rows.
What is no text has none. Nor have Parquet and Arrow: a kilobyte of them may hold gigabytes, and their reader ends the
process at what is broken.
"""

from __future__ import annotations

import binascii
import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from probierz.archives import zips
from probierz.archives.decompressing import compression_of, named_compression, open_stream, plain_name
from probierz.archives.limits import UNLIMITED, ArchiveLimits
from probierz.archives.members import archive_members
from probierz.archives.names import archive_ending
from probierz.archives.stream import Stream
from probierz.challenges.encodings import guessed_encoding, is_utf8
from probierz.challenges.listed_rows import MOST_LISTED, listed_in_columns, listed_in_json, listed_rows
from probierz.errors import ProbierzError
from probierz.lines import Dialect, LineReader

MOST_COLUMNS = 200
_MOST_BYTES = 2**26
"""Of a file, unpacked: what is beyond is not looked at. A file in an archive is read
at once: a larger one is not looked at at all.
"""

_MOST_JSON = 2**24
"""Bytes of a JSON document, which becomes some thirty times as large."""

_START = 2**16
_PIECE = 2**20
_LONGEST_LINE = 2**22
_DEEPEST = 4
_DELIMITERS = ",;"
_PROSE = (".md", ".markdown", ".rst", ".txt")
"""Endings of texts that may have a table somewhere in them."""

_LIMITS = ArchiveLimits(packed_bytes=UNLIMITED, total_bytes=UNLIMITED)
_FRAMES = (b"PAR1", b"ARROW1", b"\xff\xff\xff\xff")
"""How Parquet and Arrow begin."""

_PACKED = (b"7z\xbc\xaf", b"Rar!", b"%PDF")
_PICKLED = tuple(bytes([0x80, version]) for version in range(2, 6))
_OF_OFFICES = ("[Content_Types].xml", "content.xml")
"""What stands in the archives that are documents and tables of offices, whose cells are elsewhere than their texts."""
_TELLING = 2**13
"""Bytes at the beginning of a file in which what is no text has a zero."""

_BAR = re.compile(r"(?<!\\)\|")

_BASE64 = re.compile(rb"(?:[A-Za-z0-9+/]{60,}+[\r\n]*+)++[A-Za-z0-9+/]*+")
"""Lines of Base64: longer than any word."""
_LETTERS, _A_LINE = bytes(65 if re.match(rb"[A-Za-z0-9+/]", bytes([one])) else 0 for one in range(256)), b"A" * 60
"""All letters of Base64 as one, by which lines of it are found quickly where there are none."""

_LINE_ENDS, _PARTS = re.compile("[\\r\\n]"), re.compile("[,;]")
_QUOTED_CELL = re.compile(r'(?:^|[,;\t])"', re.MULTILINE)
"""Where a cell of CSV begins that may go on behind line ends and commas."""

_WITH_FEATURES = re.compile(r"\S+(?: (?:qid|\d+):\S+)+\s*(?:#|$)")
"""A line of LIBSVM: a result, and features with their numbers."""

WHOLE_LINE = "the whole line"

Row = dict[str, str]
"""By what a column is called in a message, such as `column 3`, the text that stands there."""

IsOver = Callable[[], bool]
"""Whether the time for a look is over: then there is nothing more to read."""

_Opener = Callable[[], io.BufferedReader]
_ROWS_AT_ONCE = 1024
"""After so many rows the clock is looked at."""


def never() -> bool:
    """There is time without end."""
    return False


def tables_in(path: Path, is_over: IsOver = never, *, shortest: int = 0) -> Iterator[tuple[str, Iterator[Row]]]:
    """Give the rows of a file for each way of reading it, with the name of the file in an archive, or nothing.

    The rows are to be taken before the next are asked for. They end where something is broken.
    shortest: of a cell that is looked for, in letters; lines and lists in which none is so long may be left out.
    """
    try:
        for name, opened in _files_in(path):
            for rows in _readings(opened, plain_name(name or path.name), shortest) if opened else ():
                if is_over():
                    return
                yield name, _whole_rows(rows, is_over)
    except (ProbierzError, OSError):
        return


def unread_in(path: Path, is_over: IsOver = never) -> list[str]:
    """Name the files in an archive, or `""` for a file itself, of which little or nothing is searched, or may be.

    These are Parquet, Arrow and other packings, documents and tables of offices, whatever else is no text, what is very
    large or packed too deep, and what is damaged; a file itself also where the time was over before all of it was seen.
    """
    found: list[str] = []
    try:
        for name, opened in _files_in(path):
            if is_over():
                return [*found, ""]
            outer, _, inner = name.rpartition("/")
            if inner in _OF_OFFICES:
                found.append(outer)
            elif opened is None or _is_closed(opened, plain_name(name or path.name)):
                found.append(name)
    except (ProbierzError, OSError):
        found.append("")
    return found


def _is_closed(opened: _Opener, name: str) -> bool:
    most = _MOST_JSON if name.endswith(".json") else _MOST_BYTES
    with opened() as file:
        size = len(start := file.read(_START))
        while size <= most and (piece := file.read(_PIECE)):
            size += len(piece)
    return size > most or start.startswith(_PACKED) or not _is_text(start)


def _is_text(start: bytes) -> bool:
    """Whether a file that begins so is read as text."""
    has_zeros = b"\0" in start[:_TELLING] and _encoding(start) != "utf-16"
    return not has_zeros and not start.startswith((*_FRAMES, *_PICKLED))


def _whole_rows(rows: Iterator[Row], is_over: IsOver) -> Iterator[Row]:
    try:
        for number, row in enumerate(rows):
            if not number % _ROWS_AT_ONCE and is_over():
                return
            yield row
    except (ProbierzError, OSError):
        return


def texts_in(path: Path, is_over: IsOver = never) -> Iterator[Iterator[str]]:
    """Give what a file holds, each file of an archive apart, in pieces that end between words; of tables their cells.

    A piece is to be taken before the next is asked for. They end where something is broken.
    """
    try:
        for _name, opened in _files_in(path):
            if is_over():
                return
            if opened:
                yield _pieces(opened, is_over)
    except (ProbierzError, OSError):
        return


def _pieces(opened: _Opener, is_over: IsOver) -> Iterator[str]:
    try:
        with opened() as file:
            start = file.read(_START)
        if start.startswith(_FRAMES):
            return
        with io.TextIOWrapper(opened(), _encoding(start), errors="replace") as text:
            while not is_over() and (piece := text.read(_PIECE)):
                yield piece + text.readline(_PIECE)
    except (ProbierzError, OSError):
        return


def _encoding(start: bytes) -> str:
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    return "utf-8-sig" if is_utf8(start) else guessed_encoding(start)


def _files_in(path: Path, deeper: int = 1) -> Iterator[tuple[str, _Opener | None]]:
    """The files that are packed in a file, or it alone; without an opener what is too large, or packed too deep.

    deeper: how many levels of packed files in it are unpacked.
    """
    if not archive_ending(path.name) and not zips.is_zip(path):
        opened = _unpacked_once(path) if named_compression(path.name) else partial(_from_file, path)
        yield "", opened
        yield from _in_base64(opened, deeper)
        return
    for member in archive_members(path, _LIMITS, skips_links=True):
        if not member.is_file:
            continue
        with member.open() as stream:
            content = stream.read(_MOST_BYTES + 1)
        is_packed = archive_ending(member.name) or named_compression(member.name) or content.startswith(zips.START)
        if len(content) > _MOST_BYTES or (is_packed and not deeper):
            yield member.name, None
        elif is_packed:
            yield from _packed_files(member.name, content, deeper - 1)
        else:
            opened = partial(_from_memory, content)
            yield member.name, opened
            yield from ((f"{member.name}/{name}", inner) for name, inner in _in_base64(opened, deeper))


def _in_base64(opened: _Opener, deeper: int) -> Iterator[tuple[str, _Opener | None]]:
    """The files that stand in a text as Base64, as letters and web pages have them."""
    if not deeper:
        return
    with opened() as file:
        if not _is_text(file.peek(_START)) or _A_LINE not in (content := file.read(_MOST_BYTES)).translate(_LETTERS):
            return
    for run in islice(_BASE64.findall(content), MOST_COLUMNS):
        letters = run.translate(None, b"\r\n")
        letters = letters[: len(letters) - (len(letters) % 4 == 1)]
        inner = binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))
        if packed := ".zip" if inner.startswith(zips.START) else compression_of(inner):
            yield from _packed_files(f"base64{packed}", inner, deeper - 1)
        elif is_utf8(inner[:_START]) and _is_text(inner[:_START]):
            yield "base64", partial(_from_memory, inner)


def _packed_files(name: str, content: bytes, deeper: int) -> Iterator[tuple[str, _Opener | None]]:
    with TemporaryDirectory(prefix="probierz-packed-") as folder:
        path = Path(folder, "packed" + (archive_ending(name) or named_compression(name)))
        path.write_bytes(content)
        try:
            for inner, opened in _files_in(path, deeper):
                yield (f"{name}/{inner}" if inner else name), opened
        except (ProbierzError, OSError):
            yield name, None


def _from_file(path: Path) -> io.BufferedReader:
    return io.BufferedReader(_Raw(open_stream(path, _LIMITS)), _START)


def _unpacked_once(path: Path) -> _Opener:
    """Keep what is packed as it is unpacked, for each way of reading it; what is damaged is read as it is."""
    try:
        with _from_file(path) as file:
            return partial(_from_memory, file.read())
    except (ProbierzError, OSError):
        return partial(_from_file, path)


def _from_memory(content: bytes) -> io.BufferedReader:
    return io.BufferedReader(io.BytesIO(content))


class _Raw(io.RawIOBase):
    """What a stream gives, for readers of lines."""

    def __init__(self, stream: Stream) -> None:
        self._stream, self._left = stream, _MOST_BYTES + 1  # one more tells that it is too large

    def readable(self) -> bool:
        """It is for reading."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Put the next bytes into the buffer; return how many."""
        data = self._stream.read(min(len(buffer), self._left))
        self._left -= len(data)
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()
        super().close()


def _readings(opened: _Opener, name: str, shortest: int) -> Iterator[Iterator[Row]]:
    with opened() as file:
        start = file.read(_START)
    if not _is_text(start):
        return
    encoding = _encoding(start)
    text = start.decode(encoding, "replace").lstrip()

    def lines(newline: str | None = None) -> io.TextIOWrapper:
        return io.TextIOWrapper(opened(), encoding, errors="replace", newline=newline)

    if text[:1] in ("{", "["):
        yield from _json_readings(lines)
    if text[:1] != "{":
        with lines() as looked_at:
            is_long = any(len(line) >= shortest for line in _lines_of(looked_at))
        if is_long:
            yield map(_cells_of_line, _lines_of(lines()))
        first = text.partition("\n")[0]
        for delimiter in "" if name.endswith(".tsv") else _DELIMITERS:
            if not is_long and not _has_quotation_marks(lines):
                break
            if delimiter in first or (delimiter in text and name.endswith(_PROSE)):
                yield map(_named, _csv_rows(lines(""), delimiter, is_prose=name.endswith(_PROSE)))
    with lines() as listed:
        whole = listed.read(MOST_LISTED + 1)
    if len(whole) <= MOST_LISTED and _may_list(whole, shortest):
        yield from _listed(whole, name)


def _has_quotation_marks(lines: Callable[[], io.TextIOWrapper]) -> bool:
    """Whether cells of a table may be longer than its lines."""
    with lines() as file:
        return any(_QUOTED_CELL.search(line) for line in _lines_of(file))


def _may_list(text: str, shortest: int) -> bool:
    """Whether an item of a list can be so long; there are lists of lines, of what commas part, and of cells."""
    items = chain(_LINE_ENDS.split(text), _PARTS.split(text))
    return any(len(item) >= shortest for item in items) or _QUOTED_CELL.search(text) is not None


def _listed(text: str, name: str) -> Iterator[Iterator[Row]]:
    """The lists of a text that is no large one; of a table, its columns."""
    first = text.partition("\n")[0]
    for delimiter in ("\t", *_DELIMITERS):
        if delimiter in first and not name.endswith(_PROSE):
            yield listed_in_columns(_csv_rows(io.StringIO(text, newline=""), delimiter, is_prose=False))
    if not name.endswith(".tsv"):
        yield from listed_rows(text)


def _lines_of(file: io.TextIOBase) -> Iterator[str]:
    return iter(lambda: file.readline(_LONGEST_LINE), "")


def _cells_of_line(line: str) -> Row:
    """The whole line, and its columns where it has some, between TABs or, as in Markdown, bars."""
    line = line.rstrip("\r\n")
    cells: Sequence[str] = ()
    if "\t" in line:
        cells = line.split("\t", MOST_COLUMNS)
    elif "|" in line:
        bare = line.strip().removeprefix("|").removesuffix("|")
        cells = [cell.replace(r"\|", "|").strip(" *_`") for cell in _BAR.split(bare)]
    elif ":" in line and _WITH_FEATURES.match(line):
        cells = line.split(" ", 1)
    return {WHOLE_LINE: line, **_named(cells)}


def _named(cells: Sequence[str]) -> Row:
    return {f"column {number}": cell for number, cell in enumerate(cells[:MOST_COLUMNS], 1)}


def _csv_rows(lines: io.TextIOBase, delimiter: str, *, is_prose: bool) -> Iterator[list[str]]:
    """The rows of a table with quotation marks, but for broken ones. is_prose: whether each line is its own."""
    texts: Iterable[Iterable[str]] = ([line] for line in _lines_of(lines)) if is_prose else [_lines_of(lines)]
    for text in texts:
        reader = csv.reader(text, delimiter=delimiter)
        while True:
            try:
                yield next(reader)
            except csv.Error:
                continue
            except StopIteration:
                break


# --- JSON ------------------------------------------------------------------------------------------------------------


def _json_readings(lines: Callable[[], io.TextIOWrapper]) -> Iterator[Iterator[Row]]:
    with lines() as file:
        first = next((line for line in iter(lambda: file.readline(_MOST_JSON), "") if line.strip()), "")
        are_lines = _loaded(first) is not None and any(line.strip() for line in islice(file, 1))
    if are_lines:
        yield map(_json_fields, _lines_of(lines()))
        return
    with lines() as file:
        text = file.read(_MOST_JSON + 1)
    document = _loaded(text) if len(text) <= _MOST_JSON else None
    if document is not None:
        yield from map(iter, _json_lists(document))
        yield from _json_objects(document)


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _json_lists(document: Any) -> Iterator[Iterable[Row]]:
    """The lists in a document, however they are called; objects are lists of names and values.

    Lists of the same length in an object are columns of one table.
    """
    inside = [document]
    for _ in range(_DEEPEST):
        for one in inside:
            if isinstance(one, list):
                yield map(_fields_of, one)
            elif isinstance(one, dict):
                yield ({**_fields_of(value), "the name": name} for name, value in one.items())
                yield listed_in_json(one)
                yield from _side_by_side(one)
        values = [list(one.values()) if isinstance(one, dict) else one for one in inside]
        inside = [one for some in values if isinstance(some, list) for one in some[:MOST_COLUMNS]][:MOST_COLUMNS]


def _side_by_side(columns: dict[str, Any]) -> Iterator[Iterable[Row]]:
    for length in {len(one) for one in columns.values() if isinstance(one, list)}:
        equal = {name: one for name, one in columns.items() if isinstance(one, list) and len(one) == length}
        if len(equal) > 1:
            yield (
                {f"the field {name}": _text_of(value) for name, value in zip(equal, values, strict=True)}
                for values in zip(*equal.values(), strict=True)
            )


def _json_objects(document: Any) -> Iterator[Iterator[Row]]:
    """The objects at any depth, those with the same names as one table: the questions of SQuAD with their answers."""
    tables: dict[frozenset[str], list[Any]] = {}
    waiting = [document]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            tables.setdefault(frozenset(one), []).append(one)
        inside = one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
        waiting.extend(value for value in inside if isinstance(value, (dict, list)))
    several = sorted((table for table in tables.values() if len(table) > 1), key=len, reverse=True)
    yield from (map(_fields_of, table) for table in several[:MOST_COLUMNS])


def split_rows(path: Path, header: Sequence[str]) -> Iterator[Row]:
    """Yield the columns of the lines of an input or expected file, of JSON lines their fields.

    Raises ProbierzError where it cannot be read.
    """
    is_json = plain_name(path.name).endswith(".jsonl")
    with LineReader(str(path), dialect=Dialect(lenient=True), header=header) as lines:
        for line in lines:
            yield _json_fields(str(line)) if is_json else _named(str(line).split("\t", MOST_COLUMNS))


def _json_fields(line: str) -> Row:
    """The fields of a line of JSON; none where it is broken."""
    value = _loaded(line)
    return {} if value is None else _fields_of(value)


def _fields_of(value: Any) -> Row:
    """Return the plain values of an object with their names, `a/b` for b inside of a; not too many, nor too deep."""
    return dict(islice(_fields(value, "", 0), MOST_COLUMNS))


def _fields(value: Any, name: str, depth: int) -> Iterator[tuple[str, str]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if inside is None:
        yield (f"the field {name}" if name else "the value"), _text_of(value)
    elif depth < _DEEPEST:
        for key, one in inside:
            yield from _fields(one, f"{name}/{key}" if name else str(key), depth + 1)


def _text_of(value: Any) -> str:
    return "" if value is None else str(value)
