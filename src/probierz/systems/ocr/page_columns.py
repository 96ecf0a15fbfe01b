r"""Lines of columns that stand side by side: their last word goes on below in its own column, and not on the next line.

    Wiosną rolnicy orzą      W miastach budo-        budo- goes on as wano
    pola, a ich że-          wano domy, a ro-        że- as ny, ro- as botnicy
    ny pielą ogrody.         botnicy żyli źle.

So no word is put together there, and halves stay as they were read: half a word looks like another one, `że` or `nio`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

_LINE = re.compile(r"[^\r\n]+")
_STROKES = "|║│"
_STROKE = re.compile(f"[{_STROKES}]")
_GAP = re.compile(rf"(?<=\S)(?:\s+[{_STROKES}]\s+|[^\S\t]{{2,}}|[^\S\t]*\t\s*)(?=\S)")
_WIDE = 3  # spaces, or a tab
_NEAR = 1  # characters between the places where a column begins on two lines
_LAST_HALF = re.compile(rf"\S*[^\W\d_][-¬\xad‐=»~–—](?=\s\s|\t|\s*$|\s+[{_STROKES}])")
_FIRST_WORD = re.compile(rf"(?:(?<=\s\s)|(?<=\t)|(?<=[{_STROKES}]\s)|^)[^\W\d_]\S*")
_RUN = 3  # lines with as many gaps each, one below the other, that are columns however small these are


def columned_lines(lines: Sequence[str]) -> set[int]:
    """The numbers of lines that have a wide gap inside, or a small one below or above that of another such line.

    Strokes are gaps, too; where as many stand on several lines below each other, they need not be wide or in line.
    """
    gaps = {number: list(_GAP.finditer(line)) for number, line in enumerate(lines) if _MAY_HAVE_GAP.search(line)}
    wide = {number for number, found in gaps.items() if any(map(_is_wide, found))}
    places = {number: {gap.end() for gap in found} for number, found in gaps.items()}
    beside = {
        number
        for number, own in places.items()
        if any(_are_near(own, places[other]) for other in (number - 1, number + 1) if other in wide)
    }
    alike = {
        number + at
        for number, own in gaps.items()
        if own and all(len(gaps.get(number + at, ())) == len(own) for at in range(_RUN))
        for at in range(_RUN)
    }
    return wide | beside | alike


_MAY_HAVE_GAP = re.compile(rf"\s\s|\t|\s[{_STROKES}]\s")


def _is_wide(gap: re.Match[str]) -> bool:
    return "\t" in gap.group() or any(len(blank) >= _WIDE for blank in _STROKE.split(gap.group()))


def _are_near(these: Iterable[int], others: set[int]) -> bool:
    return any(abs(one - other) <= _NEAR for one in these for other in others)


def halves_in_columns(page: str) -> Iterator[tuple[int, int]]:
    """Where half words stand that end a line of a column, and the first words of the columns below them."""
    lines = list(_LINE.finditer(page))
    columned = columned_lines([line.group() for line in lines])
    for number, (upper, lower) in enumerate(pairwise([*lines, None]) if columned else ()):
        halves = _spans(_LAST_HALF, upper) if columned & {number, number + 1} else []
        yield from halves
        yield from _spans(_FIRST_WORD, lower) if halves else ()


def _spans(pattern: re.Pattern[str], line: re.Match[str] | None) -> list[tuple[int, int]]:
    """Where something stands on a line, in characters of its page."""
    if line is None:
        return []
    return [(line.start() + one.start(), line.start() + one.end()) for one in pattern.finditer(line.group())]
