"""Signs of letters in words that nobody knows, by the known words that begin and end alike.

    kepczynski  ->  kępczyński      kępczy… as kępa has it, …czyński as gałczyński

The letters of the longest beginning that it shares with known words get the signs that most of these have there; those
of the longest end, counted from the end, come after them. Letters that neither covers stay as they are.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence

_LEAST_SHARED = 4  # letters of an end, or half of the word if it is shorter
_MOST = 400  # words of which it is asked

Pairs = Sequence[tuple[str, str]]


class Analogy:
    """Gives words signs as known ones have them. words: pairs of a word without signs and the word."""

    def __init__(self, words: Pairs) -> None:
        self._begins = sorted(words)
        self._ends = sorted((without[::-1], word[::-1]) for without, word in words)

    def signed(self, word: str) -> str:
        """A word of letters without signs, with those that it is likely to have; itself where nothing is alike."""
        end = _most_alike(self._ends, word[::-1])[::-1]
        if len(end) < min(_LEAST_SHARED, (len(word) + 1) // 2):
            return word
        rest = len(word) - len(end)
        begin = _most_alike(self._begins, word)[:rest]
        return begin + word[len(begin) : rest] + end


def _most_alike(words: Pairs, word: str) -> str:
    """The longest beginning that sorted words share with a word, with the signs that most of them have there."""
    size = len(word)
    while size:
        first = bisect_left(words, (word[:size],))
        last = bisect_left(words, (word[:size] + "\uffff",), first)
        if last > first:
            break
        size -= 1
    if not size:
        return ""
    votes = Counter(other[:size] for _, other in words[first : min(last, first + _MOST)])
    return votes.most_common(1)[0][0]
