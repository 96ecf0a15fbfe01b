"""Lines of a paragraph that was broken at a fixed width: each is filled, and its sentence goes on in the one below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

_LEAST, _NARROW = 3, 40  # lines of a paragraph, and characters of its longest line
_MOST_FULL = 0.75  # share of lines to which the first word of the one below would not have fitted


def wrapped_runs(lines: Sequence[str]) -> Iterator[range]:
    """Yield the numbers of lines that go on in each other: each is filled, and a small letter begins the next.

    They lie in paragraphs of which nearly all lines but the last are filled. Who writes a sentence on each line fills
    few of them.
    """
    for is_text, group in groupby(range(len(lines)), key=lambda at: bool(lines[at].strip())):
        paragraph = list(group)
        if is_text and len(paragraph) >= _LEAST:
            yield from _runs([lines[at].rstrip() for at in paragraph], paragraph[0])


def _runs(lines: Sequence[str], first: int) -> Iterator[range]:
    width = max(map(len, lines))
    full = [len(line) + 1 + len(below.split()[0]) > width for line, below in pairwise(lines)]
    if width < _NARROW or sum(full) < _MOST_FULL * len(full):
        return
    begin = 0
    for at in range(1, len(lines) + 1):
        if at == len(lines) or not (full[at - 1] and lines[at].lstrip()[0].islower()):
            if at - begin > 1:
                yield range(first + begin, first + at)
            begin = at
