"""Which lines of a split are lines that it had before, though lines were dropped, added, moved or mended.

Lines are known by their input, of equal inputs first those with an equal expected result, in order of occurrence. A
line whose input was mended is known by its place: between the same lines as before, with as many beside it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple


class Line(NamedTuple):
    """A line of a split; input: empty where the split has none."""

    input: str
    expected: str


def kept_lines(now: Sequence[Line], before: Sequence[Line]) -> dict[int, int]:
    """Return for each line that was there before its number then; numbers count from 0.

    With the very same inputs as before, each line is what it was.
    """
    if [line.input for line in now] == [line.input for line in before]:
        return {number: number for number in range(len(now))}
    found = _same_ends(now, before)
    if len(now) == len(before):
        _pair(now, before, found, lambda number, line: (number, line))
    _pair(now, before, found, lambda _number, line: line)
    _pair(now, before, found, lambda _number, line: line.input)
    found.update(_mended(len(now), len(before), found))
    return found


def _same_ends(now: Sequence[Line], before: Sequence[Line]) -> dict[int, int]:
    """The lines from the first one on, and from the last one back, as long as they are the same."""
    fewest = min(len(now), len(before))
    head = next((at for at in range(fewest) if now[at] != before[at]), fewest)
    rest = fewest - head
    tail = next((at for at in range(rest) if now[-1 - at] != before[-1 - at]), rest)
    ends = {len(now) - back: len(before) - back for back in range(1, tail + 1)}
    return {number: number for number in range(head)} | ends


def _pair(
    now: Sequence[Line], before: Sequence[Line], found: dict[int, int], key: Callable[[int, Line], Hashable]
) -> None:
    """Add lines that have the same key to what was found, in order of occurrence."""
    free: dict[Hashable, list[int]] = defaultdict(list)
    for old in _others(len(before), found.values(), backwards=True):
        free[key(old, before[old])].append(old)
    for number in _others(len(now), found):
        same = free.get(key(number, now[number]))
        if same:
            found[number] = same.pop()


def _others(count: int, found: Iterable[int], *, backwards: bool = False) -> list[int]:
    known = set(found)
    numbers = range(count - 1, -1, -1) if backwards else range(count)
    return [number for number in numbers if number not in known]


def _mended(count: int, count_before: int, found: dict[int, int]) -> dict[int, int]:
    """Lines that are new between two known ones, where as many stood between these before.

    Where known lines were moved, an old one may stand between two such pairs: it is the first of the new ones alone.
    """
    gone = set(_others(count_before, found.values()))
    edges = [(-1, -1), *sorted(found.items()), (count, count_before)]
    mended: dict[int, int] = {}
    for (start, old_start), (end, old_end) in pairwise(edges):
        if end - start != old_end - old_start:
            continue
        for step in range(1, end - start):
            if old_start + step in gone:
                gone.remove(old_start + step)
                mended[start + step] = old_start + step
    return mended
