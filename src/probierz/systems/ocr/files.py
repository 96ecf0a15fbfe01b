"""Correcting files: plain texts, and hOCR, ALTO and PAGE, told by how they begin."""

from __future__ import annotations

import codecs

from probierz.archives.decompressing import open_stream
from probierz.errors import OptionError, ProbierzError, not_utf8
from probierz.systems.combinators import InputColumn
from probierz.systems.ocr.cascade import Cascade
from probierz.systems.ocr.corrected_files import Correction, FileChange
from probierz.systems.ocr.correcting import careful, corrector, foreign_lines, with_whole_words
from probierz.systems.ocr.page_ends import begins_small, ends_broken
from probierz.systems.system import System


class FileCorrector:
    """Corrects files by a system. confidence: what is less sure, from 0 to 1, is left as it was read."""

    def __init__(self, system: System, confidence: float | None = None) -> None:
        inner = system.of if isinstance(system, InputColumn) else system
        self._cascade = careful(inner, confidence) if isinstance(inner, Cascade) else None
        self._kind = inner.kind
        self._correct = corrector(system, confidence)

    def correct(self, raw: bytes, name: str, above: str = "") -> Correction:
        """Correct a file; an empty one stays so. Raises DataError for one that is no UTF-8, or a broken layout.

        above: the file before it in its folder, which may end with half a word; "" for none.
        """
        return self._layout(raw, name) if _is_layout(raw) else self._text(raw, name, above)

    def _layout(self, raw: bytes, name: str) -> Correction:
        if self._cascade is None:
            raise OptionError(
                f"{self._kind} corrects plain texts; for {name} a cascade is needed:  --system ocr/cascade"
            )
        from probierz.systems.ocr.layout.sheets import read_layout
        from probierz.systems.ocr.layout_mending import mend

        return mend(read_layout(raw, name), self._cascade)

    def _text(self, raw: bytes, name: str, above: str) -> Correction:
        mark = codecs.BOM_UTF8 if raw.startswith(codecs.BOM_UTF8) else b""
        read = _decoded(raw[len(mark) :], name)
        if self._cascade and above and begins_small(read) and _is_broken(above):
            found = with_whole_words(read, self._cascade, goes_on=True)
        else:
            found = self._correct(read)
        changes = [
            FileChange(one.line + 1, "", one.step, one.read, one.right, one.chance, one.start, one.end)
            for one in found.changes
        ]
        foreign = [line + 1 for line in foreign_lines(self._cascade, read)] if self._cascade else []
        return Correction(mark + found.text.encode(), read, found.text, changes, found.text != read, foreign)


def read_file(path: str, most: int = -1) -> bytes:
    """Read a file, decompressed, or its first bytes; `-` is standard input. Raises ChallengeError or DataError."""
    with open_stream(path) as stream:
        return stream.read(most)


def _is_broken(path: str) -> bool:
    """Whether a file ends with half a word; one that cannot be read does not."""
    try:
        return ends_broken(read_file(path).decode(errors="replace"))
    except ProbierzError:
        return False


def _is_layout(raw: bytes) -> bool:
    """Whether a file begins like a layout; what reads layouts is loaded only where one may be."""
    if b"<" not in raw[:4096]:
        return False
    from probierz.systems.ocr.layout.sheets import is_layout

    return is_layout(raw)


def _decoded(raw: bytes, name: str) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        raise not_utf8(raw, error.start, name) from None
