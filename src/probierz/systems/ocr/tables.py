"""Letters and signs that are text by where they stand: in rows of tables, in formulas, and in lists of letters.

| 2 | Kowal | b |     grupa  a  b  c      columns
x = a + b * c                             a formula
o bokach a, b, c                          letters one after the other
"""

from __future__ import annotations

import re

from probierz.systems.ocr.tracing import Change

_LINE_ENDS = "\r\n"
_RULED = re.compile(r"(?:[^|]*\|){3}")
_COLUMNS = re.compile(r"\S(?:[^\S\r\n]{2,}|\t)(?=\S)")
_LEAST_GAPS = 2
_FORMULA = re.compile(r"(?:^|\s)[^\W_]+\s*[=≤≥≈≠]\s*[^\W_]|(?:^|\s)[^\W_]\s\+\s[^\W_](?:\s|$)")
_LETTER_BEFORE = re.compile(r"(?:^|[\s(])[^\W\d_][,;]\s*$")
_LETTER_BEHIND = re.compile(r"\s*[^\W\d_](?:[,;.)]|\s+i\s|\s*$)")
_AND_LETTER = re.compile(r"\s*(?:i|lub|albo|oraz)\s[^\W\d_](?:\W|$)")
_LISTED = re.compile(r"[^\W\d_][,;]?")


def is_symbol(page: str, change: Change) -> bool:
    """Whether what a change leaves out of a page stands in a row of a table, a formula, or a list of letters."""
    begin = max(page.rfind(end, 0, change.start) for end in _LINE_ENDS) + 1
    ends = (page.find(end, change.end) for end in _LINE_ENDS)
    end = min((found for found in ends if found >= 0), default=len(page))
    line = page[begin:end]
    if _is_row(line) or _FORMULA.search(line):
        return True
    return _is_listed(line[: change.start - begin], change.read.strip(), line[change.end - begin :])


def _is_row(line: str) -> bool:
    """Whether a line has cells: three strokes, or two wide gaps inside."""
    return _RULED.match(line) is not None or len(_COLUMNS.findall(line.strip())) >= _LEAST_GAPS


def _is_listed(before: str, read: str, behind: str) -> bool:
    """Whether a letter goes on a list of letters, or begins one."""
    if not _LISTED.fullmatch(read):
        return False
    is_followed = read[-1] in ",;" and _LETTER_BEHIND.match(behind) is not None
    return is_followed or _AND_LETTER.match(behind) is not None or _LETTER_BEFORE.search(before.rstrip()) is not None
