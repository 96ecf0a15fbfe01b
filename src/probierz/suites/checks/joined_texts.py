"""Texts that were put together from several whole texts of another split."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

FEWEST_WORDS = 5
"""Shorter texts stand in longer ones by chance."""

LEAST_JOINED = 0.9
"""Which part of the words has to be of whole texts, of two or more."""

_FIRST = 3
"""By how many words texts are found where they begin."""
_Words = Sequence[str]


def joined_texts(first: Sequence[_Words], second: Sequence[_Words]) -> Iterator[tuple[int, int]]:
    """Give the texts of the second split that are whole ones of the first, one after the other, and the first of these.

    Both: the words of each text.
    """
    starts: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for at, words in enumerate(first):
        if len(words) >= FEWEST_WORDS:
            starts[tuple(words[:_FIRST])].append(at)
    for beginning in starts.values():
        beginning.sort(key=lambda at: -len(first[at]))
        del beginning[_MOST_ALIKE:]
    for line, words in enumerate(second):
        parts = _parts(words, first, starts) if len(words) >= 2 * FEWEST_WORDS else []
        if len(parts) > 1 and sum(len(first[at]) for at in parts) >= LEAST_JOINED * len(words):
            yield line, parts[0]


_MOST_ALIKE = 200
"""More texts that begin alike have a template."""


def _parts(words: _Words, texts: Sequence[_Words], starts: dict[tuple[str, ...], list[int]]) -> list[int]:
    """The longest texts that stand in these words, from the left to the right."""
    found, begin = [], 0
    while begin + FEWEST_WORDS <= len(words):
        same = starts.get(tuple(words[begin : begin + _FIRST]), ())
        at = next((one for one in same if words[begin : begin + len(texts[one])] == texts[one]), None)
        begin += 1 if at is None else len(texts[at])
        found += [] if at is None else [at]
    return found
