"""Words that were broken at the end of a page: `ko-` there, and `niec` below the head of the next one.

The whole goes to the page where the word begins, as over an empty line. Where it is none, and at the end of a text,
both halves stay as they were read: half a word looks like another one, `niec` like `nic`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from probierz.systems.ocr.tracing import Change, count_lines

PAGE_END = "\f"
"""What stands between the pages of a text."""

JoinHalves = Callable[[str, str], tuple[str, float]]
"""The word that two halves are, and how sure that is; "" where they are none."""

_LINE = re.compile(r"[^\r\n]+")
_HALF = re.compile(r"[^\W\d_][-¬\xad‐=~»–—]")
_REST = re.compile(r"\s*(?P<rest>[^\W\d_]\S*)\s*")
_HYPHENS = "-¬\xad‐"
_BEFORE_WORDS = f" \t{_HYPHENS}"
_MOST_HEADS, _WORDS_OF_HEAD = 2, 6  # lines of a running head or foot, and words of one


class _Half(NamedTuple):
    """Half a word: where it stands, with the spaces after it, and whether heads lie between it and the page's edge."""

    text: str
    start: int
    end: int
    is_hyphened: bool
    is_far: bool


def ends_broken(text: str) -> bool:
    """Whether a text ends with half a word and its hyphen; a page's number or foot may stand below."""
    half = _last_half(text)
    return half is not None and half.is_hyphened


def begins_small(text: str) -> bool:
    """Whether a text begins with a small letter, below a page's number or head."""
    return _first_rest(text) is not None


def over_page_ends(text: str, changes: Sequence[Change], join: JoinHalves, *, goes_on: bool = False) -> list[Change]:
    """The changes of a text with those words put together that are broken between its pages, and no half changed.

    goes_on: the text before ends with half a word.
    """
    kept, added, start = list(changes), list[Change](), 0
    pages = text.split(PAGE_END)
    if goes_on and (first := _first_rest(pages[0])):
        kept = _without(kept, first, start)
    for page, below in pairwise([*pages, ""]):
        half, rest = _last_half(page), _first_rest(below)
        after = start + len(page) + len(PAGE_END)
        if half and rest:
            whole, chance = join(half.text, rest.text)
            is_meant = half.is_hyphened or not (half.is_far or rest.is_far)
            if whole and is_meant:
                kept = _without(_without(kept, half, start), rest, after)
                added += _joined(text, half, rest, (start, after), whole, chance)
        if half and half.is_hyphened:
            kept = _without(kept, half, start)
            kept = _without(kept, rest, after) if rest else kept
        start = after
    return sorted([*kept, *added], key=lambda one: (one.start, one.end))


def _joined(
    text: str, half: _Half, rest: _Half, starts: tuple[int, int], whole: str, chance: float
) -> Iterator[Change]:
    for one, offset, right in zip((half, rest), starts, (whole, ""), strict=True):
        first, last = one.start + offset, one.end + offset
        yield Change("join", count_lines(text[:first]), text[first:last], right, chance, first, last)


def _without(changes: Iterable[Change], half: _Half, offset: int) -> list[Change]:
    """The changes that leave half a word alone."""
    first, last = half.start + offset, half.start + offset + len(half.text)
    return [one for one in changes if one.end <= first or one.start >= last]


def _last_half(page: str) -> _Half | None:
    for heads, line in enumerate(_outer_lines(reversed(list(_LINE.finditer(page))))):
        read = line.group().rstrip()
        if _HALF.fullmatch(read[-2:]):
            text = read.split()[-1]
            end = line.start() + len(read)
            return _Half(text, end - len(text), end, read[-1] in _HYPHENS, heads > 0)
        if not _may_be_head(line.group()):
            return None
    return None


def _first_rest(page: str) -> _Half | None:
    for heads, line in enumerate(_outer_lines(_LINE.finditer(page))):
        found = _REST.match(line.group())
        if found and found["rest"][0].islower():
            start = line.start() + found.start("rest")
            return _Half(found["rest"], start, line.start() + found.end(), is_hyphened=False, is_far=heads > 0)
        if not _may_be_head(line.group()):
            return None
    return None


def _outer_lines(lines: Iterable[re.Match[str]]) -> Iterator[re.Match[str]]:
    full = (line for line in lines if not line.group().isspace())
    yield from (line for _, line in zip(range(_MOST_HEADS + 1), full, strict=False))


def _may_be_head(line: str) -> bool:
    """Whether a line may be the number, the head or the foot of a page."""
    return len(line.split()) <= _WORDS_OF_HEAD and not line.lstrip(_BEFORE_WORDS)[:1].islower()
