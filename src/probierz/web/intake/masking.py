"""Lines of git and of other servers, made fit to be shown: no secrets, no paths, no control characters."""

from __future__ import annotations

import re
from collections.abc import Iterable

from probierz.text import without_unseen
from probierz.web.token_shape import TOKEN

LONGEST_LINE = 300

_USER_PART = re.compile(r"(?<=://)[^/\s@]+@")
_TOKEN = re.compile(
    rf"\b(?:{TOKEN}|"
    r"gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*"
    r"|(?:token|password|secret|key)=[^\s&]+|Bearer\s+\S+)",
    re.IGNORECASE,
)
_OF_TERMINALS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def masked(line: str, paths: Iterable[str] = ()) -> str:
    """Return a line without tokens, user parts of addresses, these paths and what moves a terminal's cursor."""
    line = without_unseen(_OF_TERMINALS.sub("", line), kept="\t")
    for path in sorted(filter(None, paths), key=len, reverse=True):
        line = line.replace(path, "…")
    line = _TOKEN.sub("***", _USER_PART.sub("***@", line))
    return line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…"
