"""A text file, read in pieces that end where its blocks do: a large one takes no more memory than a small one."""

from __future__ import annotations

import re
from codecs import IncrementalDecoder, getincrementaldecoder
from collections.abc import Iterator
from contextlib import closing
from itertools import pairwise
from pathlib import Path

from probierz.archives.decompressing import open_stream
from probierz.errors import DataError, not_utf8
from probierz.lines import refuse_utf16
from probierz.systems.questions.finding.traced_text import TracedText, traced_with_line_feeds

_PIECE = 1 << 20
"""Bytes that are read together; a file of fewer is one piece."""
_FEWEST = 1 << 18
"""Characters that a piece has at least, but for the last."""
_LOOKED_AT = 4096
"""Bytes at the begin of a file, of which at most one in a hundred is zero."""
_BLANK_LINE = re.compile(r"(?>\r\n|\r|\n)[^\S\r\n]*(?>\r\n|\r|\n)")
_LINE_END = re.compile(r"(?>\r\n|\r|\n)")
_LAST_CHARACTERS = 10_000
"""Of a text without a blank line, among which the end of a line is looked for that is none of a table."""
_OPENING = re.compile(r"<(?:(script|style|head)\b|!--)", re.IGNORECASE)


def text_pieces(path: Path) -> Iterator[TracedText]:
    """Yield the pieces of a file, in order; together they are its text, with LF at the ends of lines.

    A piece ends with a blank line, or where there is none with a line; never in a table of Markdown, nor in a comment
    or script of HTML: what has no such end is one piece. Raises DataError for what is no text in UTF-8.
    """
    held, known, place, line = "", 0, 0, 1
    for decoded in _decoded(path):
        if decoded and len(held) >= _FEWEST and (seam := _seam(held, known)):
            yield (piece := traced_with_line_feeds(held[:seam], place, line))
            held, place, line = held[seam:], place + seam, line + piece.text.count("\n")
            known = 0
        else:
            known = len(held)
        held += decoded
    if held:
        yield traced_with_line_feeds(held, place, line)


def _decoded(path: Path) -> Iterator[str]:
    """What a file has, with spaces for single zero bytes."""
    decoder = getincrementaldecoder("utf-8-sig")()
    is_first, lines = True, 0
    with closing(open_stream(path)) as stream:
        while content := stream.read(_PIECE):
            if is_first:
                _refuse_what_is_no_text(content, path)
            yield _decode(decoder, content, path, lines)
            is_first, lines = False, lines + content.count(b"\n")
    yield _decode(decoder, b"", path, lines)


def _refuse_what_is_no_text(begin: bytes, path: Path) -> None:
    refuse_utf16(begin, str(path))
    if 100 * begin.count(b"\0", 0, _LOOKED_AT) > len(begin[:_LOOKED_AT]):
        raise DataError("this is no text, for it has zero bytes; take it out of the folder", path=path)


def _decode(decoder: IncrementalDecoder, content: bytes, path: Path, lines: int) -> str:
    """The characters of the next bytes, of the last ones for none. lines: how many ends of lines were before them."""
    try:
        return decoder.decode(content, final=not content).replace("\0", " ")
    except UnicodeDecodeError as error:
        raise not_utf8(error.object, error.start, path, lines_before=lines) from None


def _seam(held: str, known: int) -> int:
    """Where a piece ends, of characters the first of which were known and had no such end; 0 for nowhere."""
    begin = max(0, known - _LAST_CHARACTERS)
    seam = next((at for at in (_last_blank_line(held, begin), _last_line(held)) if at), 0)
    return 0 if _is_in_script(held[:seam]) else seam


def _last_blank_line(held: str, begin: int) -> int:
    """Behind the last blank line; 0 for none. What ends the characters may go on: a CR is half of CRLF."""
    ends = [one.end() for one in _BLANK_LINE.finditer(held, begin)]
    return next((end for end in reversed(ends) if end < len(held)), 0)


def _last_line(held: str) -> int:
    """Behind the last line that has no bar, nor the one behind it, as lines of tables have; 0 for none nearby."""
    ends = [one.end() for one in _LINE_END.finditer(held, max(0, len(held) - _LAST_CHARACTERS))]
    lines = [
        (low, held[before:low], held[low:high]) for (before, low), high in zip(pairwise(ends), ends[2:], strict=False)
    ]
    return next((low for low, above, below in reversed(lines) if "|" not in above + below), 0)


def _is_in_script(text: str) -> bool:
    """Whether a comment or script of HTML is open at the end of a text."""
    last = max(_OPENING.finditer(text), key=re.Match.start, default=None)
    if last is None:
        return False
    closing_tag = rf"</{last[1]}\s*>" if last[1] else "-->"
    return not re.compile(closing_tag, re.IGNORECASE).search(text, last.end())
