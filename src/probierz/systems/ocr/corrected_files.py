"""What was replaced in a file, and the file as it was corrected: of plain texts and of layouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class FileChange(NamedTuple):
    """Something that was replaced: on which line of the file, in the word of which id (if it has ids), how sure.

    start, end: of a plain text, the characters replaced, counted from the first one of the text; a byte-order mark is
    none of them. -1 in layouts. chance: nan where the system does not say.
    """

    line: int
    word: str
    step: str
    read: str
    right: str
    chance: float
    start: int = -1
    end: int = -1


class Correction(NamedTuple):
    """A file as it was corrected: what to write, its text before and after (of a layout, its words), all changes.

    foreign: the lines, from 1, of a plain text that are in another language and were left alone.
    """

    content: bytes
    read: str
    text: str
    changes: list[FileChange]
    is_changed: bool
    foreign: Sequence[int] = ()


def in_one_row(text: str) -> str:
    r"""A text with `\n` for the ends of its lines, as `\r`, tabs and backslashes are, so that a row is a line."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
