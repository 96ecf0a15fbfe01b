r"""What personal tokens look like: to be read where they are used, hidden where lines are logged, refused in texts.

A program that reads a file, or somebody who looks at it, undoes how single signs are written in some languages: `_` is
`%5F` in addresses, `=5F` in letters, `\u005f` in JSON, `&#95;` in HTML, and letters have wide and bold twins.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

__all__ = ["PREFIX", "TOKEN", "TOKEN_SIEVE", "has_token", "holds_token"]

PREFIX = "prb_"
TOKEN = PREFIX + r"(?P<prefix>[A-Za-z0-9]{8})_[A-Za-z0-9]{40}"
"""A pattern. `prefix`: the part by which a token is looked up; the rest is secret."""

# Patterns of bytes, fit for `git grep -E` too: no named parts, no NUL, and bytes that are no ASCII as
# os.fsencode has them. No two alternatives match the same bytes, so that nothing is tried twice.
_GAP = "([^ -~\udc80-\udcff]|\udce2\udc80[\udc8b-\udc8f]|\udcc2\udcad|\udcef\udcbb\udcbf){0,3}"
"""What stands between signs and is not seen: the zeros of UTF-16 and UTF-32, and what has no width."""
_BOLD = "\udcf0\udc9d[\udc90-\udc9f][\udc80-\udcbf]"
"""A letter or digit of those that mathematics has."""


def _written(signs: str, hexadecimal: str, decimal: str) -> str:
    """Return a pattern of a sign in all its ways; given are patterns of itself and of its number."""
    escaped = f"[%=](25){{0,3}}{hexadecimal}|[\\]{{1,4}}[uxU][{{]?0{{0,6}}{hexadecimal}[}}]?"
    return f"({signs}|{escaped}|&#([xX]0{{0,6}}{hexadecimal}|0{{0,6}}{decimal});)"


def _in_python(pattern: str) -> bytes:
    return pattern.replace("[\\]", r"[\\]").encode(errors="surrogateescape")  # a set that holds a backslash


_ANY = _written(f"[A-Za-z0-9]|\udcef[\udcbc\udcbd][\udc80-\udcbf]|{_BOLD}", "[3-7][0-9A-Fa-f]", "[0-9]{2,3}")
_BAR = _written("_|\udcef\udcbc\udcbf", "5[fF]", "95")
_P, _R, _B = (
    _written(f"{chr(code)}|\udcef\udcbd{chr(code + 0xDC20)}|{_BOLD}", f"{code:x}", str(code)) for code in b"prb"
)
_START = _GAP.join([_P, _R, _B, _BAR])
_WHOLE = f"{_START}({_GAP}{_ANY}){{8}}{_GAP}{_BAR}({_GAP}{_ANY}){{40}}"
TOKEN_SIEVE = f"{_START}({_GAP}{_ANY}){{0,8}}{_GAP}({_BAR}|[=\\]?{_GAP}$)"
"""For `git grep`: a file without such a line holds no token; one with it may, so that `holds_token` has to look."""

_IN_FILES = re.compile(_in_python(_WHOLE))
_IN_TEXTS = re.compile(_in_python(_WHOLE.replace("(_|", "([-_]|")), re.IGNORECASE)
"""As it comes to short names and tags, which are in small letters, and some without `_`."""
_END_OF_LINE = re.compile(rb"[=\\]?[\r\0]{0,7}\n[\0 \t]*")
_LONGEST = 2**12
"""Bytes that a token may take, in whatever way it is written."""


def has_token(text: str) -> bool:
    """Whether somebody's personal token stands in a text, which others will read, be it broken over lines."""
    plain = unicodedata.normalize("NFKC", "".join(text.split()))
    return _IN_TEXTS.search(plain.encode(errors="replace")) is not None


def holds_token(pieces: Iterable[bytes]) -> bool:
    """The same of a file in whatever encoding, read piece by piece, but for what is packed in it."""
    end = b""
    for piece in pieces:
        data = end + piece
        if _IN_FILES.search(_END_OF_LINE.sub(b"", data)):
            return True
        end = data[-_LONGEST:]
    return False
