"""Which encoding a file is in that is not UTF-8: that whose letters are those of Polish, Czech and their neighbours."""

from __future__ import annotations

__all__ = ["guessed_encoding", "is_utf8"]

_ENCODINGS = ("cp1250", "iso8859_2", "cp1252")
_LETTERS = set("ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽäöüÄÖÜôßàèêçëîïâûù„“”‚‘’–—…§°×´ \u00a0€«»")
"""Letters and signs of these languages; any other one says that the encoding is not this one."""
_LONGEST_SIGN = 4
"""Bytes of a sign in UTF-8: so many may be missing where a beginning was cut."""


def guessed_encoding(content: bytes) -> str:
    """Return which one-byte encoding a file seems to be in; the first of several that fit as well."""
    seen = {name: _strange(content, name) for name in _ENCODINGS}
    return min(seen, key=seen.__getitem__)


def is_utf8(beginning: bytes) -> bool:
    """Whether a file that begins so is UTF-8; a sign at the end may be cut."""
    try:
        beginning.decode()
    except UnicodeDecodeError as error:
        return len(beginning) - error.start < _LONGEST_SIGN
    return True


def _strange(content: bytes, encoding: str) -> int:
    text = content.decode(encoding, errors="replace")
    return sum(not letter.isascii() and letter not in _LETTERS for letter in text)
