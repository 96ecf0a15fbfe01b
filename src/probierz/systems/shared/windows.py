"""Windows over a text that is too long for a model, and how what they say is put together again.

    words     a b c d e f g h
    windows   a b c d e           each as long as fits; the next begins after a share of it
                      d e f g h   here 0.6: d and e are in two windows
    merged    a b c d e f g h     one label for each word

All is counted in words; how many pieces a word has is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from probierz.errors import OptionError

MERGES = ("highest-mark", "deepest-context")
"""How the labels of windows that overlap are put together; see `merge`."""


class Window(NamedTuple):
    """The words from `begin` up to, but not with, `end`."""

    begin: int
    end: int


class Seen(NamedTuple):
    """A window with the scores of each of its words: (words, labels); the label with the number 0 is none."""

    window: Window
    scores: Any


def window_starts(pieces: int, room: int) -> list[int]:
    """Return where windows of `room` pieces begin: each half of that behind the one before, the last at the end."""
    return [0] if pieces <= room else [*range(0, pieces - room, room // 2), pieces - room]


def windows(pieces: Sequence[int], limit: int, jump: float = 1.0, most_words: int = 0) -> Iterator[Window]:
    """Yield the windows over words that have so many pieces.

    A window is filled until the next word would pass `limit` pieces (or `most_words` words, unless 0); the next one
    begins after the share `jump` of its words: 1 is no overlap, 0.8 an overlap of a fifth. A word that is longer than
    the limit has a window of its own. The last window ends with the text. Raises OptionError for a share that is none.
    """
    if not 0 < jump <= 1:
        raise OptionError(f"windows jump by a share of their words, above 0 and at most 1; {jump} is none")
    begin = 0
    while begin < len(pieces):
        end = _filled(pieces, begin, limit, most_words)
        yield Window(begin, end)
        if end == len(pieces):
            return
        begin += max(1, int((end - begin) * jump))


def _filled(pieces: Sequence[int], begin: int, limit: int, most_words: int) -> int:
    last = len(pieces) if not most_words else min(len(pieces), begin + most_words)
    end, used = begin + 1, pieces[begin]
    while end < last and used + pieces[end] <= limit:
        used += pieces[end]
        end += 1
    return end


def merge(seen: Sequence[Seen], words: int, policy: str = MERGES[0]) -> list[int]:
    """Return a label for each word, out of all windows that saw it (Wróbel and Zhylko 2021).

    A mark wins over none, whichever window says it: none is kept only where all say so. Of several marks
    `highest-mark` takes the one with the highest raw score, `deepest-context` the one of the window in which the word
    is farthest from the nearer edge. Equal ones: the first window. Raises OptionError for a policy that there is not.
    """
    if policy not in MERGES:
        raise OptionError(f"no merge is called {policy!r}; there are {' and '.join(MERGES)}")
    labels, strengths = [0] * words, [float("-inf")] * words
    for window, scores in seen:
        likeliest, heights = scores.argmax(axis=1).tolist(), scores.max(axis=1).tolist()
        for at, word in enumerate(range(*window)):
            label = likeliest[at]
            strength = heights[at] if policy == MERGES[0] else min(at, window.end - 1 - word)
            if label and strength > strengths[word]:
                labels[word], strengths[word] = label, strength
    return labels
