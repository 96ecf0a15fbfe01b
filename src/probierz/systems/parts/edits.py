"""What a reader takes for what: short pieces of words with the chance of each replacement, learnt from pairs of words.

    swojćj -> swojéj     ć -> é
    rn     -> m          two letters at a time
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import log

from rapidfuzz.distance import Levenshtein

from probierz.systems.parts.lexicon import Lexicon

__all__ = ["EditRules", "Found", "learn_rules", "replacements"]

_LONGEST = 2  # letters on either side of a rule
_LEAST = 3  # times that a replacement must have been seen


@dataclass(frozen=True)
class Found:
    """A word of the lexicon, with the logarithm of the chance of its edits."""

    word: str
    chance: float


class EditRules:
    """Replacements of pieces, best first: {"ć": (("é", -3.1), ("c", -4.0))}; the piece "" is an insertion."""

    def __init__(self, rules: Mapping[str, Iterable[tuple[str, float]]]) -> None:
        self.rules = {read: tuple(sorted(found, key=lambda one: -one[1])) for read, found in rules.items()}

    def words(self, word: str, lexicon: Lexicon, budget: float = -9.0, second: float = -11.0) -> list[Found]:
        """Words of the lexicon that are an edit away, likeliest first; where there is none, two edits away.

        budget, second: the least logarithm of the chance of one edit, and of two together.
        """
        best: dict[str, float] = {}
        once = []
        for changed, at, chance in self._edited(word, 0, budget):
            if not lexicon.may_begin(changed[:at]):
                continue
            once.append((chance, at, changed))
            if changed in lexicon and chance > best.get(changed, budget):
                best[changed] = chance
        if not best:
            for chance, at, changed in heapq.nlargest(24, once):
                for again, end, more in self._edited(changed, at, second - chance):
                    if again in lexicon and chance + more > best.get(again, second) and lexicon.may_begin(again[:end]):
                        best[again] = chance + more
        best.pop(word, None)
        return sorted((Found(*item) for item in best.items()), key=lambda one: -one.chance)

    def _edited(self, word: str, begin: int, budget: float) -> Iterator[tuple[str, int, float]]:
        """Yield the word with one edit at or after `begin`, the end of the edit, and the chance of the edit."""
        rules = self.rules
        for at in range(begin, len(word) + 1):
            for length in range(min(_LONGEST, len(word) - at) + 1):
                head, tail = word[:at], word[at + length :]
                for right, chance in rules.get(word[at : at + length], ()):
                    if chance < budget:
                        break
                    yield head + right + tail, at + len(right), chance


def learn_rules(pairs: Mapping[tuple[str, str], int], least: int = _LEAST) -> EditRules:
    """Learn from pairs of a word read and the right word, with how often each was seen; equal pairs count, too.

        log P(right piece | read piece) = log(times replaced / times read)
    """
    read: Counter[str] = Counter()
    replaced: Counter[tuple[str, str]] = Counter()
    for (left, right), count in pairs.items():
        for piece in _pieces(left):
            read[piece] += count
        if left != right:
            for change in replacements(left, right):
                replaced[change] += count
    found: dict[str, list[tuple[str, float]]] = {}
    for (piece, other), count in replaced.items():
        if count >= least and len(piece) <= _LONGEST and len(other) <= _LONGEST:
            found.setdefault(piece, []).append((other, log(count / max(read[piece], count))))
    return EditRules(found)


def replacements(read: str, right: str) -> list[tuple[str, str]]:
    """What was replaced by what, from left to right; edits side by side are one."""
    found: list[tuple[str, str]] = []
    last = -1
    for tag, begin, end, first, until in Levenshtein.opcodes(read, right):
        if tag == "equal":
            continue
        change = read[begin:end], right[first:until]
        if found and begin == last:
            change = found[-1][0] + change[0], found.pop()[1] + change[1]
        found.append(change)
        last = end
    return found


def _pieces(word: str) -> Iterator[str]:
    yield from word
    yield from (word[at : at + 2] for at in range(len(word) - 1))
    yield from [""] * (len(word) + 1)
