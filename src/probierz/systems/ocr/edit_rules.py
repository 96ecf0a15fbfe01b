"""What a reader takes for what: short pieces of words with the chance of each replacement, learnt from pairs of words.

swojćj -> swojéj     ć -> é
rn     -> m          two letters at a time
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import log

from rapidfuzz.distance import Levenshtein

_LONGEST = 2  # letters on either side of a rule
_LEAST = 3  # times that a replacement must have been seen


class EditRules:
    """Replacements of pieces, best first: {"ć": (("é", -3.1), ("c", -4.0))}; the piece "" is an insertion."""

    def __init__(self, rules: Mapping[str, Iterable[tuple[str, float]]]) -> None:
        self.rules = {read: tuple(sorted(found, key=lambda one: -one[1])) for read, found in rules.items()}


def learn_rules(pairs: Mapping[tuple[str, str], int]) -> EditRules:
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
            for change in _in_context(left, right):
                replaced[change] += count
    found: dict[str, list[tuple[str, float]]] = {}
    for (piece, other), count in replaced.items():
        if count >= _LEAST and len(piece) <= _LONGEST and len(other) <= _LONGEST:
            found.setdefault(piece, []).append((other, log(count / max(read[piece], count))))
    return EditRules(found)


def replacements(read: str, right: str) -> list[tuple[str, str]]:
    """What was replaced by what, from left to right; edits side by side are one."""
    found: list[tuple[str, str]] = []
    last = -1
    for edit in Levenshtein.opcodes(read, right):
        if edit.tag == "equal":
            continue
        change = read[edit.src_start : edit.src_end], right[edit.dest_start : edit.dest_end]
        if found and edit.src_start == last:
            change = found[-1][0] + change[0], found.pop()[1] + change[1]
        found.append(change)
        last = edit.src_end
    return found


def _in_context(read: str, right: str) -> Iterator[tuple[str, str]]:
    """Where one letter was read for another: with the letter before it, and with the one after."""
    differs = [at for at, (one, other) in enumerate(zip(read, right, strict=False)) if one != other]
    if len(read) == len(right) and len(differs) == 1:
        for begin in (differs[0] - 1, differs[0]):
            if 0 <= begin <= len(read) - 2:
                yield read[begin : begin + 2], right[begin : begin + 2]


def _pieces(word: str) -> Iterator[str]:
    yield from word
    yield from (word[at : at + 2] for at in range(len(word) - 1))
    yield from [""] * (len(word) + 1)
