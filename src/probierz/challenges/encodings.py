"""Which encoding a file is in that is not UTF-8: that whose letters are those of Polish, Czech and their neighbours."""

from __future__ import annotations

import re

NAMES_OF_ENCODINGS = {"cp1250": "Windows-1250", "iso8859_2": "ISO 8859-2", "cp1252": "Windows-1252", "utf-16": "UTF-16"}
"""How people call encodings, by how Python does."""
_ENCODINGS = ("cp1250", "iso8859_2", "cp1252")
_LETTERS = set("ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽäöüÄÖÜôßàèêçëîïâûù„“”‚‘’–—…§°×´ \u00a0€«»")
"""Letters and signs of these languages; any other one says that the encoding is not this one."""
_LONGEST_SIGN = 4
"""Bytes of a sign in UTF-8: so many may be missing where a beginning was cut."""


def guessed_encoding(content: bytes) -> str:
    """Return which one-byte encoding a file seems to be in; the first of several that fit as well."""
    seen = {name: _strange(content, name) for name in _ENCODINGS}
    return min(seen, key=seen.__getitem__)


def seeming_encoding(content: bytes) -> tuple[str, str]:
    """Return the encoding that a file seems to be in, and what is said of it, with a word that shows it.

    >>> seeming_encoding("Łódź nad Odrą".encode("cp1250"))
    ('cp1250', "it seems to be Windows-1250: 'Łódź'")
    """
    best = guessed_encoding(content)
    words = re.findall(r"\w+", content.decode(best, errors="replace"))
    word = next((one for one in words if not one.isascii()), "")
    return best, f"it seems to be {NAMES_OF_ENCODINGS[best]}: {word[:40]!r}"


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
