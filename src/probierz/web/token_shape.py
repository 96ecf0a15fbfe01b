"""What personal tokens look like: to be read where they are used, hidden where lines are logged, refused in texts."""

from __future__ import annotations

import re

__all__ = ["PREFIX", "TOKEN", "TOKEN_IN_FILES", "has_token"]

PREFIX = "prb_"
TOKEN = PREFIX + r"(?P<prefix>[A-Za-z0-9]{8})_[A-Za-z0-9]{40}"
"""A pattern. `prefix`: the part by which a token is looked up; the rest is secret."""
_WIDE = "[^ -~]{0,3}"
TOKEN_IN_FILES = rf"p{_WIDE}r{_WIDE}b{_WIDE}_({_WIDE}[A-Za-z0-9]){{8}}{_WIDE}_({_WIDE}[A-Za-z0-9]){{40}}"
"""The same for `git grep`, which knows no named parts; a sign may take two or four bytes, as in UTF-16 and UTF-32."""
_ANY_CASE = re.compile(TOKEN.replace("_", "[-_]"), re.IGNORECASE)
"""As it comes to short names and tags, which are in small letters, and some without `_`."""


def has_token(text: str) -> bool:
    """Whether somebody's personal token stands in a text, which others will read, be it broken over lines."""
    return _ANY_CASE.search("".join(text.split())) is not None
