"""Texts that know where their characters stand in the file that they were read from.

A text that is cut, composed or put together of cells is another one than the file holds. Stretches say which of its
characters stand where; characters that no stretch has, such as the name of a column before a cell, were put in.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from unicodedata import combining, is_normalized, normalize

_CRLF = re.compile("\r\n")
_HANGUL = frozenset(map(chr, range(0x1161, 0x1200)))
"""Vowels and ends of syllables, which are composed with what stands before them."""
_CHUNK = 4096
"""Characters of one stretch of a text that stands in its file as it is: lines are counted from its begin."""


class FileStretch(NamedTuple):
    """Characters of a text from begin to before end, in a file from place to before stop; the first is on `line`.

    Where both are as long, each character is its own; else all of them together stand for what the file has.
    """

    begin: int
    end: int
    place: int
    stop: int
    line: int


class FilePlace(NamedTuple):
    """Characters of a file from begin, counted from 0, to before end, and the line of the first, from 1."""

    begin: int
    end: int
    line: int


@dataclass(frozen=True)
class TracedText:
    """A text, and where its characters stand. stretches: in the order of the text."""

    text: str
    stretches: tuple[FileStretch, ...] = ()

    def part(self, begin: int, end: int) -> TracedText:
        """The characters from begin to before end."""
        return TracedText(self.text[begin:end], clipped(self.stretches, self.text, begin, end))

    def replaced(self, pieces: Iterable[tuple[int, int, str]]) -> TracedText:
        """The text with other words in place of its characters: begin, end and the words, in order.

        >>> traced("R&amp;D").replaced([(1, 6, "&")]).text
        'R&D'
        """
        parts: list[TracedText] = []
        at = 0
        for begin, end, words in pieces:
            place = file_place(self.stretches, self.text, begin, end)
            parts += [self.part(at, begin), TracedText(words, (FileStretch(0, len(words), *place),) if place else ())]
            at = end
        return put_together([*parts, self.part(at, len(self.text))])


def traced(text: str, place: int = 0, line: int = 1) -> TracedText:
    """Return a text that stands in its file as it is, from a place and line on."""
    stretches = []
    for begin in range(0, len(text), _CHUNK):
        end = min(len(text), begin + _CHUNK)
        stretches.append(FileStretch(begin, end, place + begin, place + end, line))
        line += text.count("\n", begin, end)
    return TracedText(text, tuple(stretches))


def traced_with_line_feeds(text: str, place: int = 0, line: int = 1) -> TracedText:
    r"""Return a text that stands in its file, from a place and line on, with LF, CRLF or CR at the ends of lines.

    It has LF alone.

    >>> traced_with_line_feeds("a\r\nb\rc").text
    'a\nb\nc'
    """
    plain = with_line_feeds(text)
    seams = [one.start() for one in _CRLF.finditer(text)]
    stretches: list[FileStretch] = []
    at = 0
    for begin, end in zip([0, *(seam + 1 for seam in seams)], [*seams, len(text)], strict=True):
        for low in range(begin, end, _CHUNK):
            size = min(_CHUNK, end - low)
            stretches.append(FileStretch(at, at + size, place + low, place + low + size, line))
            line += plain.count("\n", at, at + size)
            at += size
    return TracedText(plain, tuple(stretches))


def composed(text: TracedText) -> TracedText:
    """Return a text with letters and their marks composed (NFC), whichever way they were written."""
    return text if is_normalized("NFC", text.text) else text.replaced(_to_be_composed(text.text))


def _to_be_composed(text: str) -> Iterator[tuple[int, int, str]]:
    """Letters with their marks, and signs that have another form, as they are written in one."""
    begin = 0
    for end in range(1, len(text) + 1):
        if end < len(text) and (combining(text[end]) or text[end] in _HANGUL):
            continue
        if (composed := normalize("NFC", text[begin:end])) != text[begin:end]:
            yield begin, end, composed
        begin = end


def with_line_feeds(text: str) -> str:
    """Return a text with LF for CRLF and CR."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def put_together(parts: Iterable[TracedText]) -> TracedText:
    """Return texts one behind the other."""
    texts: list[str] = []
    stretches: list[FileStretch] = []
    at = 0
    for part in parts:
        texts.append(part.text)
        stretches += [FileStretch(begin + at, end + at, *rest) for begin, end, *rest in part.stretches]
        at += len(part.text)
    return TracedText("".join(texts), tuple(stretches))


def clipped(stretches: Sequence[FileStretch], text: str, begin: int, end: int) -> tuple[FileStretch, ...]:
    """Return the stretches of the characters of a text from begin to before end, which are counted from begin on."""
    found = []
    for at in range(max(0, bisect_right(stretches, begin, key=_begin) - 1), len(stretches)):
        one = stretches[at]
        if one.begin >= end:
            break
        low, high = max(begin, one.begin), min(end, one.end)
        if low < high:
            found.append(FileStretch(low - begin, high - begin, *_inside(one, text, low, high)))
    return tuple(found)


def file_place(stretches: Sequence[FileStretch], text: str, begin: int, end: int) -> FilePlace | None:
    r"""Return where the characters of a text from begin to before end stand in its file; None where none does.

    >>> file_place(traced("a\nb", place=7).stretches, "a\nb", 2, 3)
    FilePlace(begin=9, end=10, line=2)
    """
    found = clipped(stretches, text, begin, end)
    return FilePlace(found[0].place, found[-1].stop, found[0].line) if found else None


def _begin(stretch: FileStretch) -> int:
    return stretch.begin


def _inside(one: FileStretch, text: str, low: int, high: int) -> FilePlace:
    """Where a part of a stretch stands: all of it where it stands for other characters together."""
    if one.end - one.begin != one.stop - one.place:
        return FilePlace(one.place, one.stop, one.line)
    move = one.place - one.begin
    return FilePlace(low + move, high + move, one.line + text.count("\n", one.begin, low))
