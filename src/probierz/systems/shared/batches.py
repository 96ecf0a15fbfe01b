"""Lines in batches, so that a stream gives its outputs while it goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

__all__ = ["in_batches"]


def in_batches(lines: Iterable[str], most_lines: int, most_words: int) -> Iterator[list[str]]:
    """Yield lists of lines: each ends when it has so many lines, or at least so many words."""
    waiting: list[str] = []
    words = 0
    for line in lines:
        waiting.append(line)
        words += line.count(" ") + 1
        if len(waiting) >= most_lines or words >= most_words:
            yield waiting
            waiting, words = [], 0
    if waiting:
        yield waiting
