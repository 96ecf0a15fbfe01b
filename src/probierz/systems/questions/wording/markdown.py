"""The marks of Markdown in a text, which say how it looks: headings, emphasis, code, links."""

from __future__ import annotations

import re

_MARKS = (
    re.compile(r"^[ ]{0,3}(#{1,6}[ \t]+)", re.MULTILINE),
    re.compile(r"^[ ]{0,3}(>[ \t]?)", re.MULTILINE),
    re.compile(r"(\*\*)(?=\S)[^*\n]+(?<=\S)(\*\*)"),
    re.compile(r"(?<!\w)(__)(?=\S)[^_\n]+(?<=\S)(__)(?!\w)"),
    re.compile(r"(?<![\w*])(\*)(?=[^\s*])[^*\n]+(?<=[^\s*])(\*)(?![\w*])"),
    re.compile(r"(?<![\w_])(_)(?=[^\s_])[^_\n]+(?<=[^\s_])(_)(?![\w_])"),
    re.compile(r"(`)[^`\n]+(`)"),
    re.compile(r"(!?\[)[^\[\]\n]+(\]\([^()\s]*\))"),
)


def marks_of_markdown(text: str) -> frozenset[int]:
    """Return the places of the characters that are marks.

    >>> sorted(marks_of_markdown("**do** 12"))
    [0, 1, 4, 5]
    """
    spans = (
        found.span(group)
        for pattern in _MARKS
        for found in pattern.finditer(text)
        for group in range(1, pattern.groups + 1)
    )
    return frozenset(at for begin, end in spans for at in range(begin, end))
