"""What shares characters with an answer, which begins at one and ends before another."""

from __future__ import annotations

import re
from collections.abc import Iterable


def overlaps(span: tuple[int, int], begin: int, end: int) -> bool:
    """Whether characters of a span are those of an answer."""
    return span[0] < end and span[1] > begin


def overlapping(found: Iterable[re.Match[str]], begin: int, end: int, group: str | int = 0) -> re.Match[str] | None:
    r"""The first of several matches whose group has characters of an answer; None without one.

    >>> overlapping(re.finditer(r"\w+", "Jan Kos"), 4, 7)
    <re.Match object; span=(4, 7), match='Kos'>
    """
    return next((one for one in found if overlaps(one.span(group), begin, end)), None)
