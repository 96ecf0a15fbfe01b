"""Lines that are no UTF-8: which older Czech encoding they are in, where that can be said without doubt."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

BOM = "\ufeff"
LOST = "\ufffd"
"""What stands for bytes that could not be read as letters."""
_ENCODINGS = ("cp1250", "iso8859_2")
_CZECH = set("áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽäöüÄÖÜôß")
# signs of typography that both encodings have or that are common in articles
_SIGNS = set("„“”‚‘’–—…§°×÷´¨ \u00a0€«»·±")


def is_broken(line: str) -> bool:
    """Whether a line holds bytes that are no UTF-8."""
    return any("\udc80" <= letter <= "\udcff" for letter in line)


def repaired(lines: Sequence[str]) -> tuple[str, ...] | None:
    """Return the lines of a file with the broken ones decoded; None where two readings are possible, or none.

    Windows-1250 and ISO 8859-2 differ in š, ť, ž: a reading is right when all broken lines of the file, together, have
    Czech letters and signs only.
    """
    readings = {reading for reading in (_read(lines, name) for name in _ENCODINGS) if reading is not None}
    return readings.pop() if len(readings) == 1 else None


def _read(lines: Sequence[str], encoding: str) -> tuple[str, ...] | None:
    try:
        return tuple(_decoded(line, encoding) if is_broken(line) else line for line in lines)
    except UnicodeDecodeError:
        return None


def _decoded(line: str, encoding: str) -> str:
    """Raises UnicodeDecodeError for what is not Czech as well."""
    content = line.encode("utf-8", "surrogateescape")
    text = content.decode(encoding)
    for letter in text:
        if not letter.isascii() and letter not in _CZECH and letter not in _SIGNS:
            raise UnicodeDecodeError(encoding, content, 0, 1, "this is not Czech")
    return unicodedata.normalize("NFC", text)
