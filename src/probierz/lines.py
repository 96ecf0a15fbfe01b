"""Reading lines from files: plain or compressed, TSV or JSONL. No line is ever dropped, and nothing grows without end.

A file is read once, in pieces; `LineReader.ready` and `LineReader.take` hand out its lines in blocks. What is read is
UTF-8, split at LF alone; every CR is deleted.
"""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any, Protocol

from probierz.archives.decompressing import compression_of, open_stream, plain_name
from probierz.errors import DataError, OptionError, not_utf8
from probierz.text import decode_lenient

Text = str | tuple[str, ...]
"""A line; a tuple when a selector picked an array out of a JSON line."""

LONGEST_LINE = 16 * 2**20
"""Bytes that one line may have."""
_PIECE = 2**16
"""Bytes that are read at once: lines of so many fit near the processor, and often the first are all that is wanted."""


@dataclass(frozen=True)
class Dialect:
    """How strictly a file is read. `DEFAULT` refuses what is surely a mistake; `GEVAL` reads as GEval 1.42.2.0."""

    lenient: bool = False  # a byte that is not UTF-8 becomes U+FFFD instead of an error, and NUL is a character
    keep_bom: bool = False
    keep_cr: bool = False  # so that places in a line are those in its file


DEFAULT = Dialect()
GEVAL = Dialect(lenient=True, keep_bom=True)


class Lines(Protocol):
    """Something that hands out lines in blocks."""

    path: str

    def ready(self, most_lines: int, most_characters: int) -> int:
        """Return how many lines can be taken now, within these limits but at least one; 0 at the end."""
        ...

    def take(self, count: int) -> list[Text]:
        """Return the next lines; `count` must not be larger than what `ready` said."""
        ...


class ListLines:
    """Lines from an iterable in memory."""

    def __init__(self, lines: Iterable[Text], path: str = "") -> None:
        self.path = path
        self._rest = _iterated(lines, path)
        self._fetched = 0
        self._waiting: list[Text] = []

    def ready(self, most_lines: int, most_characters: int) -> int:
        """Fetch lines from the iterable until a limit is reached."""
        characters = sum(map(len, self._waiting))
        while len(self._waiting) < most_lines and characters < most_characters:
            line = next(self._rest, _END)
            if line is _END:
                break
            self._fetched += 1
            if not isinstance(line, str):
                self._refuse_other(line)
            self._waiting.append(line)
            characters += len(line)
        return min(len(self._waiting), most_lines)

    def take(self, count: int) -> list[Text]:
        """Hand out the next lines."""
        taken, self._waiting = self._waiting[:count], self._waiting[count:]
        return taken

    def _refuse_other(self, line: object) -> None:
        """Whatever is neither a string nor a tuple of strings would be scored as something it is not."""
        if isinstance(line, tuple) and all(isinstance(item, str) for item in line):
            return
        found = "None; an empty line is ''" if line is None else f"{type(line).__name__}; turn it into text first"
        raise DataError(f"every line must be a string, found {found}", side=self.path, line=self._fetched)


_END: Any = object()


def _iterated(lines: Iterable[Text], side: str) -> Iterator[Text]:
    """Iterate over lines; refuse what can be iterated over too, but holds no lines in order."""
    odd = isinstance(lines, (str, bytes, Mapping, Set)) or hasattr(lines, "columns")  # a data frame gives its columns
    if odd or not isinstance(lines, Iterable):
        raise DataError(
            f"give the lines as a list of strings, or one column of a table; found {type(lines).__name__}", side=side
        )
    if isinstance(lines, io.TextIOBase):  # an open file leaves line ends on, but for the last line
        return (line.removesuffix("\n") for line in lines)
    return iter(lines)


class LineReader:
    """The lines of a file, read in pieces. `sha256` is the digest of the decompressed bytes read so far.

    taken: how many lines were handed out. header_lines: 1 when a header was left out. had_bom: whether a byte order
    mark was removed.

    header: names of the columns; a first line that begins with the first name is a header and is left out.
    selector: picks the text out of a line (see `json_selector`). is_digested: without, there is no `sha256`.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        dialect: Dialect = DEFAULT,
        header: Sequence[str] = (),
        selector: Callable[[str], Text] | None = None,
        is_digested: bool = True,
    ) -> None:
        self.path = os.fspath(path)
        self.taken = 0
        self.header_lines = 0
        self.had_bom = False
        self._dialect = dialect
        self._header = header
        self._selector = selector
        self._digest: Any = None
        if is_digested:
            import hashlib

            self._digest = hashlib.sha256()
        self._stream = open_stream(self.path)
        self._has_begun = False
        self._read_lines = 0
        self._pending: list[bytes] = []
        self._pending_size = 0
        self._waiting: list[Text] = []
        self._waiting_at = 0
        self._most_waiting = 0
        self._ended = False

    @property
    def sha256(self) -> str:
        """The digest of what was read so far, in hexadecimal."""
        assert self._digest is not None
        return str(self._digest.hexdigest())

    def __enter__(self) -> LineReader:
        """Use the reader in a `with` statement."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def ready(self, most_lines: int, most_characters: int) -> int:
        """Read on until a limit or the end is reached; return how many lines can be taken."""
        while (
            not self._ended and self._available < most_lines and self._waiting_size(most_characters) < most_characters
        ):
            self._fill()
        count = min(self._available, most_lines)
        if self._waiting_size(most_characters) <= most_characters:
            return count
        lengths = map(len, self._waiting[self._waiting_at : self._waiting_at + count])
        fitting = sum(1 for total in accumulate(lengths) if total <= most_characters)
        return max(fitting, min(count, 1))

    def take(self, count: int) -> list[Text]:
        """Hand out the next lines."""
        taken = self._waiting[self._waiting_at : self._waiting_at + count]
        self._waiting_at += count
        self.taken += count
        if self._waiting_at == len(self._waiting):
            self._waiting = []
            self._waiting_at = self._most_waiting = 0
        return taken

    def __iter__(self) -> LineReader:
        """Iterate over the lines."""
        return self

    def __next__(self) -> Text:
        """Return the next line."""
        if not self.ready(1, LONGEST_LINE):
            raise StopIteration
        return self.take(1)[0]

    def _waiting_size(self, most: int) -> int:
        """How many characters wait; below `most` it may be fewer, as they are counted only where it matters."""
        if self._most_waiting >= most:
            self._most_waiting = sum(map(len, self._waiting[self._waiting_at :]))
        return self._most_waiting

    @property
    def _available(self) -> int:
        return len(self._waiting) - self._waiting_at

    def _fill(self) -> None:
        data = self._read()
        if not data:
            self._ended = True
            self._accept(b"".join(self._pending))
            return
        end = data.rfind(b"\n")
        if end < 0:
            self._keep_pending(data)
            return
        self._pending.append(data[: end + 1])
        complete = b"".join(self._pending)
        self._pending, self._pending_size = [], 0
        self._keep_pending(data[end + 1 :])
        self._accept(complete)

    def _read(self) -> bytes:
        data = self._stream.read(_PIECE)
        if not self._has_begun:
            self._has_begun = True
            self._refuse_compressed(data)
            if not self._dialect.lenient:
                refuse_utf16(data, self.path)
        if self._digest is not None:
            self._digest.update(data)
        return data

    def _refuse_compressed(self, start: bytes) -> None:
        """What is compressed once is read; twice is a mistake, and its bytes would be called anything but that."""
        inner, outer = compression_of(start[:6]), self._stream.compression
        if inner and outer:
            raise DataError(f"the file is compressed twice, as {inner} in {outer}; compress it once", path=self.path)

    def _keep_pending(self, data: bytes) -> None:
        if data:
            self._pending.append(data)
        self._pending_size += len(data)
        if self._pending_size > LONGEST_LINE:
            raise DataError(
                f"the line is longer than {LONGEST_LINE // 2**20} MiB; one item a line is wanted, "
                "lines separated by LF (\\n)",
                path=self.path,
                line=self._read_lines + 1,
            )

    def _accept(self, data: bytes) -> None:
        if not data:
            return
        text = self._decode(data)
        if self._read_lines == 0 and text.startswith("\ufeff") and not self._dialect.keep_bom:
            text = text[1:]
            self.had_bom = True
        ends = text.endswith("\n") or not text  # before a CR is deleted: what stands behind the last LF is a line
        if "\r" in text and not self._dialect.keep_cr:
            text = text.replace("\r", "")
        lines: list[Text] = text.split("\n")  # type: ignore[assignment]  # of nothing but strings so far
        if ends:
            lines.pop()
        read_before = self._read_lines
        self._read_lines += len(lines)
        if read_before == 0 and self._header and lines and str(lines[0]).split("\t")[0] == self._header[0]:
            del lines[0]
            self._header = ()
            self.header_lines = 1
        if self._selector is not None:
            lines = self._selected(lines, read_before)
        if self._waiting_at < len(self._waiting):
            lines = self._waiting[self._waiting_at :] + lines
        self._waiting, self._waiting_at = lines, 0
        self._most_waiting += len(text) if self._selector is None else sum(map(len, lines))

    def _decode(self, data: bytes) -> str:
        if self._dialect.lenient:
            return decode_lenient(data)
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            raise not_utf8(data, error.start, self.path, lines_before=self._read_lines) from None
        if "\0" in text:
            number = self._read_lines + text.count("\n", 0, text.index("\0")) + 1
            raise DataError("a NUL character was found; remove it", path=self.path, line=number)
        return text

    def _selected(self, lines: list[Text], read_before: int) -> list[Text]:
        assert self._selector is not None
        selected: list[Text] = []
        for number, line in enumerate(lines, read_before + 1):
            try:
                selected.append(self._selector(str(line)))
            except (ValueError, RecursionError) as error:
                geval = "selector failed" if "selector" in str(error) else None
                raise DataError(str(error), path=self.path, line=number, geval=geval) from None
        return selected


def all_lines(path: str | os.PathLike[str], *, dialect: Dialect = DEFAULT, header: Sequence[str] = ()) -> list[str]:
    """Return all lines of a file, as `LineReader` reads them."""
    with LineReader(path, dialect=dialect, header=header, is_digested=False) as reader:
        return [str(line) for line in reader]


def save_lines(path: Path, lines: Iterable[str]) -> None:
    """Write lines to a file, each with LF behind it."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.writelines(f"{line}\n" for line in lines)


def refuse_utf16(start: bytes, path: str) -> None:
    """Raise DataError for a file that begins as UTF-16 does: what is wrong is no single byte.

    path: for the message.
    """
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise DataError("the file is UTF-16; save it as UTF-8", path=path, line=1)


def json_selector(path: str) -> Callable[[str], Text]:
    """Return a function that picks the value at `a/b/c` out of a JSON line.

    An array becomes a tuple of its items as compact JSON (sorted keys, strings with their quotes), anything else its
    compact JSON text. The function raises ValueError for a line that is not a JSON object or lacks the key.
    """
    import json

    def compact(value: object) -> str:
        if isinstance(value, _Decimal):
            return value.shortest()
        if isinstance(value, list):
            return f"[{','.join(map(compact, value))}]"
        if isinstance(value, dict):
            return "{" + ",".join(f"{compact(key)}:{compact(value[key])}" for key in sorted(value)) + "}"
        return json.dumps(value, ensure_ascii=False)

    def select(line: str) -> Text:
        try:
            value = json.loads(line, parse_float=_Decimal)
        except ValueError as error:
            raise ValueError(f"this is not JSON: {error}") from None
        for key in path.split("/"):
            if not isinstance(value, dict) or key not in value:
                raise ValueError(f"the selector {path!r} finds no key {key!r} here")
            value = value[key]
        return tuple(map(compact, value)) if isinstance(value, list) else compact(value)

    return select


class _Decimal(str):
    """A number of a JSON text that is written with a point or an exponent."""

    def shortest(self) -> str:
        """The number as GEval writes it again: 2.50 is 2.5, 1e5 is 100000, 0.05 is 5.0e-2."""
        from decimal import Decimal

        number = Decimal(self)
        if abs(number.adjusted()) > 1000:
            return str(self)
        if int(number.as_tuple().exponent) >= 0:
            return str(int(number))
        _, digits, exponent = number.normalize().as_tuple()
        size = int(exponent) + len(digits) - 1  # of the first digit
        if not number or -1 <= size < 7:
            plain = format(number.normalize(), "f")
            return plain if "." in plain else f"{plain}.0"
        rest = "".join(map(str, digits[1:])) or "0"
        return f"{'-' * (number < 0)}{digits[0]}.{rest}e{size}"


def check_selector(path: str, selector: str | None, dialect: Dialect = DEFAULT) -> None:
    """Refuse a selector on a file that is not JSONL; as in GEval, `out.v2.jsonl` is none. Raises OptionError."""
    name = plain_name(os.path.basename(path))
    extension = "." + name.partition(".")[2] if dialect == GEVAL else os.path.splitext(name)[1]
    if selector is not None and extension != ".jsonl":
        raise OptionError(f"{path}: a selector works on .jsonl files only", geval="selectors not handled for TSVs")
