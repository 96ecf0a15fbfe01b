"""Lines that are no UTF-8: which older Czech encoding they are in, where that can be said without doubt."""

from __future__ import annotations

import unicodedata

__all__ = ["BOM", "decoded", "is_broken"]

BOM = "\ufeff"
_ENCODINGS = ("cp1250", "iso8859_2")
_CZECH = set("áčďéěíňóřšťúůýžÁČĎÉĚÍŇÓŘŠŤÚŮÝŽäöüÄÖÜľĺŕôßłŁ")
# signs of typography that both encodings have or that are common in articles
_SIGNS = set("„“”‚‘’–—…§°×÷´¨ \u00a0€«»·±")


def is_broken(line: str) -> bool:
    """Whether a line holds bytes that are no UTF-8."""
    return any("\udc80" <= letter <= "\udcff" for letter in line)


def decoded(line: str) -> str | None:
    """Return a broken line as the Czech text it must be; None where two readings are possible, or none.

    Windows-1250 and ISO 8859-2 differ in š, ť, ž: a reading is right when it has Czech letters and signs only.
    """
    content = line.encode("utf-8", "surrogateescape")
    readings = {text for text in (_read(content, name) for name in _ENCODINGS) if text is not None}
    best = {text for text in readings if set(filter(_is_foreign, text)) <= _CZECH} or readings
    return best.pop() if len(best) == 1 else None


def _is_foreign(letter: str) -> bool:
    return not letter.isascii()


def _read(content: bytes, encoding: str) -> str | None:
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        return None
    right = all(letter in _CZECH or letter in _SIGNS for letter in text if _is_foreign(letter))
    return unicodedata.normalize("NFC", text) if right else None
