"""Tokens of pages, with the signs around their words."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_AFFIXES = re.compile(r"([\W_]*)(.*?)([\W_]*)", re.DOTALL)


class OcrToken(NamedTuple):
    """A token with the signs before and after its word: `„któż?` is `„`, `któż`, `?`."""

    before: str
    word: str
    after: str


@lru_cache(maxsize=1 << 16)
def cut_signs_off(token: str) -> OcrToken:
    """Cut the signs off a token; one without letters and digits has them all before an empty word."""
    found = _AFFIXES.fullmatch(token)
    assert found is not None
    return OcrToken(*found.groups())
