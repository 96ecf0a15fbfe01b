r"""What personal tokens look like: to be read where they are used, hidden where lines are logged, refused in texts.

A program that reads a file, or somebody who looks at it, undoes how signs are written in some languages: `_` is `%5F`
in addresses, `=5F` in letters, `\u005f` in JSON, `\137` in C, `&lowbar;` in HTML, `\_` in Markdown, and letters have
wide, bold and circled twins.
"""

from __future__ import annotations

import html
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator

__all__ = ["PREFIX", "TOKEN", "TOKEN_SIEVE", "has_token", "holds_token", "token_line", "without_tokens"]

PREFIX = "prb_"
TOKEN = PREFIX + r"(?P<prefix>[A-Za-z0-9]{8})_[A-Za-z0-9]{40}"
"""A pattern. `prefix`: the part by which a token is looked up; the rest is secret."""

# --- which files to look at ------------------------------------------------------------------------------------------

# Patterns of bytes, fit for `git grep -E` too: no named parts, no NUL, and bytes that are no ASCII as
# os.fsencode has them. No two alternatives match the same bytes, so that nothing is tried twice.
_GAP = (
    "([^ -~\udc80-\udcff]|[*`~]|\\[([0-9;]{1,8}m){0,1}|<[^<>]{1,40}>|\udce2[\udc80\udc81][\udc80-\udcbf]|\udcc2\udcad"
    "|\udcef\udcb8[\udc80-\udc8f]|\udcef\udcbb\udcbf){0,3}"
)
"""What stands between signs and is not seen: the zeros of UTF-16 and UTF-32, what has no width, and markup."""
_BOLD = "\udcf0\udc9d[\udc90-\udc9f][\udc80-\udcbf]|\udce2[\udc92\udc93][\udc80-\udcbf]"
"""A letter or digit of those that mathematics has, or one in a circle or brackets."""


def _written(signs: str, code: int, *, marked: str = "", named: str = "") -> str:
    """Return a pattern of a sign in all its ways; given are one of itself and its number.

    marked, named: more alternatives behind a backslash and behind an ampersand.
    """
    hexadecimal = "".join(f"[{one}{one.upper()}]" if one.isalpha() else one for one in f"{code:x}")
    escaped = f"[%=](25){{0,3}}{hexadecimal}|[\\]{{1,4}}([uxU][{{]?0{{0,6}}{hexadecimal}[}}]?|{code:o}{marked})"
    return f"({signs}|{escaped}|&(amp;){{0,3}}(#([xX]0{{0,6}}{hexadecimal}|0{{0,6}}{code}){named});{{0,1}})"


_P, _R, _B = (_written(f"{chr(code)}|\udcef\udcbd{chr(code + 0xDC20)}|{_BOLD}", code) for code in b"prb")
_BAR = _written("_|\udcef\udcbc\udcbf", ord("_"), marked="|_", named="|lowbar|UnderBar")
TOKEN_SIEVE = _GAP.join([_P, _R, _B, _BAR])
"""For `git grep`: a file without such a line holds no token; one with it may, so that `holds_token` has to look."""
_SIEVE = re.compile(TOKEN_SIEVE.replace("[\\]", r"[\\]").encode(errors="surrogateescape"))

# --- one normal form -------------------------------------------------------------------------------------------------

_NUMBER = re.compile(
    r"[%=](?:25){0,3}(?P<a>[2-7][0-9A-Fa-f])|\\{1,4}(?:[xuU]\{?0{0,6}(?P<b>[2-7][0-9A-Fa-f])\}?|(?P<c>[01]?[0-7]{2}))"
)
_ZEROS = re.compile(r"&#([xX]?)0+(?=[0-9A-Fa-f])")
_NO_SIGN = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9A-Fa-f]{8,})")
"""A number so long that Python would not read it."""
_MOST_STEPS = 4
_ESCAPED = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_TERMINAL = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_UNSEEN = re.compile(r"[\0-\x08\x0e-\x1b\x7f]")
_MARKUP = re.compile(r"<[^<>]*>|\]\([^()]*\)|\]\[[^\[\]]*\]|[][*`~]")
_END_OF_LINE = re.compile(r"[=\\]?(?:\r\n?|[\n\v\f\x85\u2028\u2029])[\s>+#|]*")

_IN_FILES = re.compile(TOKEN)
_IN_TEXTS = re.compile(TOKEN.replace("_", "[-_]"), re.IGNORECASE)
"""As it comes to short names and tags, which are in small letters, and some without `_`."""
_BEGUN = re.compile(rf"{PREFIX}(?:[A-Za-z0-9]{{8}}_[A-Za-z0-9]*…?|[A-Za-z0-9]{{1,8}}(?:…|\.\.\.))")
_LONGEST = 2**12
"""Bytes that a token may take, in whatever way it is written."""


def has_token(text: str) -> bool:
    """Whether somebody's personal token stands in a text, which others will read, be it broken over lines."""
    return any(_IN_TEXTS.search("".join(form.split())) for form in _normal_forms(_END_OF_LINE.sub("", text)))


def without_tokens(text: str) -> str:
    """Return a sentence with `prb_***` in place of tokens that it quotes, whole or cut short."""
    return _BEGUN.sub(f"{PREFIX}***", text)


def holds_token(pieces: Iterable[bytes]) -> bool:
    """The same of a file in whatever encoding, read piece by piece, but for what is packed in it."""
    return token_line(pieces) is not None


def token_line(pieces: Iterable[bytes]) -> int | None:
    """Return in which line of a file, from 1, the first token ends that is found in it; None without one."""
    end, before = b"", 0
    for piece in pieces:
        data = end + piece
        if _has_in_file(data):
            lines = data.splitlines(keepends=True)
            # the more lines, the surer
            found = bisect_left(range(len(lines) + 1), True, key=lambda count: _has_in_file(b"".join(lines[:count])))
            return before + found
        end = data[-_LONGEST:]
        before += data[:-_LONGEST].count(b"\n")
    return None


def _has_in_file(data: bytes) -> bool:
    if not _SIEVE.search(data):
        return False
    forms = _normal_forms(_END_OF_LINE.sub("", data.decode(errors="replace").replace("\0", "")))
    return any(map(_IN_FILES.search, forms))


def _normal_forms(text: str) -> Iterator[str]:
    """Give a text as whoever reads it undoes how its signs are written: as it stands, and without markup.

    Each step takes time by the length alone, whatever the text, and there are few of them.
    """
    for _ in range(_MOST_STEPS):
        before, text = text, _NUMBER.sub(_sign, text)
        text = html.unescape(_NO_SIGN.sub("", _ZEROS.sub(r"&#\1", text)))
        if text == before:
            break
    text = _UNSEEN.sub("", _TERMINAL.sub("", _ESCAPED.sub("", text)))
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
        text = "".join(sign for sign in text if unicodedata.category(sign) not in {"Cf", "Mn", "Me"})
    yield text
    yield _MARKUP.sub("", text)


def _sign(found: re.Match[str]) -> str:
    octal = found["c"]
    return chr(int(octal, 8) if octal else int(found["a"] or found["b"], 16))
