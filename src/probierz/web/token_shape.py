r"""What personal tokens look like: to be read where they are used, hidden where lines are logged, refused in texts.

A program that reads a file, or somebody who looks at it, undoes how signs are written in some languages: `_` is `%5F`
in addresses, `=5F` in letters, `\u005f` in JSON, `\137` in C, `&lowbar;` in HTML, `\_` in Markdown, and letters have
wide, bold and circled twins. What is not seen may stand between them, and be written so itself.
"""

from __future__ import annotations

import html
import re
import sys
import unicodedata
from bisect import bisect_left
from collections.abc import Iterable, Iterator

PREFIX = "prb_"
TOKEN = PREFIX + r"(?P<prefix>[A-Za-z0-9]{8})_[A-Za-z0-9]{40}"
"""A pattern. `prefix`: the part by which a token is looked up; the rest is secret."""

# --- which files to look at ------------------------------------------------------------------------------------------

# Patterns of bytes, fit for `git grep -E` too: no named parts, no NUL, and bytes that are no ASCII as
# os.fsencode has them. Hardly two alternatives match the same bytes, so that next to nothing is tried twice.
_NEXT = "[\udc80-\udcbf]"
_HIGH = (
    f"[\udcc2-\udcdf]{_NEXT}|([\udce0\udce1\udce3-\udcee]|\udcf3\udca0){_NEXT}{{2}}|\udce2[\udc80-\udc91\udc94-\udcbf]{_NEXT}"
    f"|\udcef[\udc80-\udcbb\udcbe\udcbf]{_NEXT}|\udcf0([\udc90-\udc9c\udc9e-\udcbf]{_NEXT}|\udc9d[\udc80-\udc8f\udca0-\udcbf]){_NEXT}"
)
"""A sign behind ASCII, but for the kinds with twins of letters: some have no width, or cross out the sign before."""
_BEHIND = "0{0,6}([89a-fA-F][0-9a-fA-F]|[1-9a-fA-F][0-9a-fA-F]{2,4})"
"""The number of such a sign."""
_GAP = (
    f"([^ -~\udc80-\udcff]|{_HIGH}|[]!*`~]|\\[([0-9;]{{1,8}}m){{0,1}}|[]][(][^()]*[)]|[]]\\[[0-9A-Za-z][^][]*[]]"
    f"|<[^<]*>|<!\\[CDATA\\[|[]][]]>"
    f"|&(amp;){{0,3}}([A-Za-z]{{2,16}};|shy|#(0{{0,6}}(1[3-9][0-9]|[2-9][0-9]{{2}}|[1-9][0-9]{{3,6}})|[xX]{_BEHIND});{{0,1}})"
    f"|[%=](25){{0,3}}[89a-fA-F][0-9a-fA-F]|\\\\{{1,4}}([uU][{{]{{0,1}}{_BEHIND}[}}]{{0,1}}|x[89a-fA-F][0-9a-fA-F]|[23][0-7]{{2}})"
    "){0,12}"
)
"""What stands between signs and is not seen: the zeros of UTF-16 and UTF-32, what has no width, and markup."""
_BOLD = f"\udcf0\udc9d[\udc90-\udc9f]{_NEXT}|\udce2[\udc92\udc93]{_NEXT}|\udcf3\udca0\udc81{_NEXT}"
"""A letter or digit of those that mathematics has, one in a circle or brackets, or one of the unseen tags."""


def _written(signs: str, code: int, *, marked: str = "", named: str = "") -> str:
    """Return a pattern of a sign in all its ways; given are one of itself and its number.

    marked, named: more alternatives behind a backslash and behind an ampersand.
    """
    hexadecimal = "".join(f"[{one}{one.upper()}]" if one.isalpha() else one for one in f"{code:x}")
    escaped = f"[%=](25){{0,3}}{hexadecimal}|\\\\{{1,4}}([uxU][{{]?0{{0,6}}{hexadecimal}[}}]?|{code:o}{marked})"
    return f"({signs}|{escaped}|&(amp;){{0,3}}(#([xX]0{{0,6}}{hexadecimal}|0{{0,6}}{code}){named});{{0,1}})"


_P, _R, _B = (_written(f"{chr(code)}|\udcef\udcbd{chr(code + 0xDC20)}|{_BOLD}", code) for code in b"prb")
_WIDE_BARS = "\udcef(\udcbc\udcbf|\udcb8[\udcb3\udcb4]|\udcb9[\udc8d-\udc8f])"
_BAR = _written(f"_|{_WIDE_BARS}|{_BOLD}", ord("_"), marked="|_", named="|lowbar|UnderBar")
TOKEN_SIEVE = _GAP.join([_P, _R, _B, _BAR])
"""For `git grep`: a file without such a line holds no token, but for one of which the first line ends before `_`.

One with it may, so that `holds_token` has to look.
"""
_SIEVE = re.compile(TOKEN_SIEVE.encode(errors="surrogateescape"))

# --- one normal form -------------------------------------------------------------------------------------------------

_BYTE = re.compile(r"[%=](?:25){0,3}([0-9A-Fa-f]{2})|\\{1,4}(?:x([0-9A-Fa-f]{2})|([0-3]?[0-7]{2}))")
_BYTES = re.compile(f"(?:{_BYTE.pattern})+")
_SIGN = re.compile(r"\\{1,4}(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[uUx]\{0*([0-9A-Fa-f]{1,6})\})")
_ZEROS = re.compile(r"&#([xX]?)0+(?=[0-9A-Fa-f])")
_NO_SIGN = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9A-Fa-f]{8,})")
"""A number so long that Python would not read it."""
_MOST_STEPS = 4
_ESCAPED = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_TERMINAL = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_UNSEEN = re.compile(r"[\0-\x08\x0e-\x1b\x7f]")
_BLANKS = "\u115f\u1160\u2800"
"""Signs like any other, of which nothing is seen."""
_IN_BRACKETS = {
    code: unicodedata.normalize("NFKD", chr(code)).strip("().,")
    for code in (*range(0x2474, 0x24B6), *range(0x1F100, 0x1F12A))
}
_TAGS = {code: code - 0xE0000 for code in range(0xE0020, 0xE007F)}
"""Unseen signs, from each of which some programs read one of ASCII."""
_MARKUP = re.compile(
    r"<!--[^<]*?-->|<!\[CDATA\[|\]\]>|<(?:[^<>\"']++|\"[^\"<]*+\"|'[^'<]*+')*+>|<[^<>]*>|!(?=\[)|"
    r"\]\([^()]*\)|\]\[[^\[\]]*\]|[][*`~]"
)
_END_OF_LINE = re.compile(r"[ \t]{0,8}+[=\\]?(?:\r\n?|[\n\v\f\x85\u2028\u2029])[\s>+#|]*")
_BROKEN_TAG = re.compile(r"<[^<>\r\n]*[\r\n][^<>]*>")

_IN_FILES = re.compile(TOKEN)
_IN_TEXTS = re.compile(TOKEN.replace("_", "[-_]"), re.IGNORECASE)
"""As it comes to short names and tags, which are in small letters, and some without `_`."""
_BEGUN = re.compile(rf"{PREFIX}(?:[A-Za-z0-9]{{8}}_[A-Za-z0-9]*…?|[A-Za-z0-9]{{1,8}}(?:…|\.\.\.))")
_LONGEST = 2**12
"""Bytes that a token may take, in whatever way it is written."""


def has_token(text: str) -> bool:
    """Whether somebody's personal token stands in a text, which others will read, be it broken over lines."""
    return any(_IN_TEXTS.search("".join(form.split())) for form in _normal_forms(text))


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
    forms = _normal_forms(data.decode(errors="replace").replace("\0", ""))
    return any(map(_IN_FILES.search, forms))


def _normal_forms(text: str) -> Iterator[str]:
    """Give a text as whoever reads it undoes how its signs are written: as it stands, and without markup.

    What is broken over lines is put together, as in quotations, programs and letters, or behind two blanks. Each step
    takes time by the length alone, whatever the text, and there are few of them.
    """
    for whole in dict.fromkeys((text, _BROKEN_TAG.sub("", text))):
        yield from _in_plain_signs(_END_OF_LINE.sub("", whole))


def _in_plain_signs(text: str) -> Iterator[str]:
    for _ in range(_MOST_STEPS):
        before, text = text, _SIGN.sub(_sign, _BYTES.sub(_signs, text))
        text = html.unescape(_NO_SIGN.sub("", _ZEROS.sub(r"&#\1", text)))
        if text == before:
            break
    text = _UNSEEN.sub("", _TERMINAL.sub("", _ESCAPED.sub("", text)))
    if not text.isascii():
        yield "".join(sign for sign in text if ord(sign) in _TAGS).translate(_TAGS)
        text = unicodedata.normalize("NFKD", text.translate(_IN_BRACKETS))
        text = "".join(
            one for one in text if one not in _BLANKS and unicodedata.category(one) not in {"Cf", "Mn", "Me"}
        )
    yield text
    yield _MARKUP.sub("", text)


def _signs(written: re.Match[str]) -> str:
    """What bytes of UTF-8 spell; those that are none say nothing."""
    return bytes(int(a or b or c, 8 if c else 16) for a, b, c in _BYTE.findall(written[0])).decode(errors="ignore")


def _sign(written: re.Match[str]) -> str:
    number = int(next(filter(None, written.groups())), 16)
    return chr(number) if number <= sys.maxunicode else ""
