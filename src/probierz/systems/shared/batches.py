"""Lines in batches, so that a stream gives its outputs while it goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")


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


def in_like_batches(items: Iterable[Item], size: Callable[[Item], int], most: int) -> Iterator[list[Item]]:
    """Yield items, the small ones first: a batch is at most so large when all of it are filled up to its largest.

    An item that is larger has a batch of its own.
    """
    batch: list[Item] = []
    for item in sorted(items, key=size):
        if batch and size(item) * (len(batch) + 1) > most:
            yield batch
            batch = []
        batch.append(item)
    if batch:
        yield batch
