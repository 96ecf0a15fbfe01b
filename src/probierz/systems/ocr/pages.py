r"""Pages as the task writes them, in one line: `\n` for a line end, `\\` for a backslash."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

__all__ = ["OcrToken", "cut", "escape", "unescape"]

_ESCAPED = re.compile(r"\\(.)")
_AFFIXES = re.compile(r"([\W_]*)(.*?)([\W_]*)", re.DOTALL)


def unescape(text: str) -> str:
    r"""Put line ends and backslashes where the text has `\n` and `\\`; a backslash before anything else stays."""
    if "\\" not in text:
        return text
    return _ESCAPED.sub(lambda found: {"n": "\n", "\\": "\\"}.get(found[1], found[0]), text)


def escape(text: str) -> str:
    r"""Put `\n` and `\\` for line ends and backslashes."""
    return text.replace("\\", "\\\\").replace("\n", "\\n")


class OcrToken(NamedTuple):
    """A token with the signs before and after its word: `„któż?` is `„`, `któż`, `?`."""

    before: str
    word: str
    after: str


@lru_cache(maxsize=1 << 16)
def cut(token: str) -> OcrToken:
    """Cut the signs off a token; one without letters and digits has them all before an empty word."""
    found = _AFFIXES.fullmatch(token)
    assert found is not None
    return OcrToken(*found.groups())
