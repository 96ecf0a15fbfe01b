"""Texts of one split that stand, word for word or nearly, in another.

Candidates are pairs of texts that share runs of three words (found by an index of hashed runs, so that 5,000 by 5,000
texts take seconds); a candidate is a leak when the sequences of words are alike:

    1 - distance / length of the longer >= 0.8

with the edit distance in words. Case and punctuation do not count. Texts of fewer than eight words must be the same:
`Who wrote Hamlet?` and `Who wrote Macbeth?` are two questions.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from probierz.suites.checks.checked_split import CheckedSplit
from probierz.suites.findings import Finding, FindingPlace

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["check_leaks"]

RUN = 3
ALIKE = 0.8
FEWEST_WORDS = 8
_CANDIDATE_OVERLAP = 0.25
_MOST_PAIRS = 30_000_000
_COMMON = 200
"""A run that stands in more texts than this tells nothing."""


class _Runs(NamedTuple):
    """Hashed runs of words in ascending order, the text of each, and the number of different runs in each text."""

    hashes: NDArray[np.uint64]
    texts: NDArray[np.int64]
    sizes: NDArray[np.int64]


def check_leaks(splits: Sequence[CheckedSplit]) -> Iterator[Finding]:
    """Compare every two splits; one finding for each two that share texts.

    splits of the finding: in the order given. count: lines of the second that are in the first.
    """
    runs = {split.name: _runs(split.words) for split in splits}
    for first, second in combinations(splits, 2):
        pairs = _leaks(first, second, runs[first.name], runs[second.name])
        if pairs:
            yield _finding(first, second, pairs)


def _finding(first: CheckedSplit, second: CheckedSplit, pairs: Sequence[tuple[int, int, float]]) -> Finding:
    same = sum(alike == 1 for _, _, alike in pairs)
    lines = len(pairs)
    message = (
        f"texts of {second.name} that stand in {first.name} too, word for word or nearly: {lines} "
        f"({same} word for word)"
    )
    other = f"{first.name}/{os.path.basename(first.input_path)}"  # in the same challenge, so this is enough
    places = tuple(
        FindingPlace(
            second.input_path,
            line + second.first,
            f"{alike:.0%} as {other} line {at + first.first}: {second.texts[line][:60]}",
        )
        for line, at, alike in pairs
    )
    return Finding("leaks", message, (first.name, second.name), lines, places)


def _leaks(first: CheckedSplit, second: CheckedSplit, runs: _Runs, others: _Runs) -> list[tuple[int, int, float]]:
    """For each text of the second split that is in the first: its index, that of the most similar one, how alike."""
    best: dict[int, tuple[float, int]] = {}
    for line, at in _same_texts(first, second):
        best[line] = (1.0, at)
    for at, line in _candidates(runs, others):
        if best.get(line, (0.0, 0))[0] < 1:
            alike = _alike(first.words[at], second.words[line])
            if alike > best.get(line, (0.0, 0))[0]:
                best[line] = (alike, at)
    return [(line, at, alike) for line, (alike, at) in sorted(best.items())]


def _same_texts(first: CheckedSplit, second: CheckedSplit) -> Iterator[tuple[int, int]]:
    """Pairs of texts that are the same, the first of each; these need no long run, so short texts count too."""
    places: dict[str, int] = {}
    for at, words in enumerate(first.words):
        places.setdefault(" ".join(words), at)
    for line, words in enumerate(second.words):
        same = places.get(" ".join(words)) if words else None
        if same is not None:
            yield line, same


def _alike(words: Sequence[str], others: Sequence[str]) -> float:
    from rapidfuzz.distance import Levenshtein

    longest = max(len(words), len(others))
    if min(len(words), len(others)) < FEWEST_WORDS:
        return 0.0
    most = round((1 - ALIKE) * longest, 6)
    distance = Levenshtein.distance(words, others, score_cutoff=int(most))
    return 1 - distance / longest if distance <= most else 0.0


# --- candidates ------------------------------------------------------------------------------------------------------


def _runs(documents: Sequence[Sequence[str]]) -> _Runs:
    """The different runs of `RUN` words in each text, hashed."""
    import numpy as np

    lengths = np.fromiter(map(len, documents), dtype=np.int64, count=len(documents))
    total = int(lengths.sum())
    words = np.fromiter((hash(word) for words in documents for word in words), dtype=np.int64, count=total)
    text_of = np.repeat(np.arange(len(documents)), lengths)
    count = max(total - RUN + 1, 0)
    hashes = np.zeros(count, dtype=np.uint64)
    for offset in range(RUN):
        hashes = (hashes ^ (hashes >> np.uint64(31))) * np.uint64(0x9E3779B97F4A7C15)
        hashes += words[offset : offset + count].view(np.uint64)
    whole = text_of[:count] == text_of[total - count :]  # a run must not go on into the next text
    return _different(hashes[whole], text_of[:count][whole], len(documents))


def _different(hashes: NDArray[np.uint64], texts: NDArray[np.int64], count: int) -> _Runs:
    import numpy as np

    order = np.lexsort((texts, hashes))
    hashes, texts = hashes[order], texts[order]
    if len(hashes):
        new = np.ones(len(hashes), dtype=bool)
        new[1:] = (hashes[1:] != hashes[:-1]) | (texts[1:] != texts[:-1])
        hashes, texts = hashes[new], texts[new]
    return _Runs(hashes, texts, np.bincount(texts, minlength=count))


def _candidates(runs: _Runs, others: _Runs) -> list[tuple[int, int]]:
    """Pairs of texts, one of each side, that share a quarter of their runs."""
    import numpy as np

    low = np.searchsorted(others.hashes, runs.hashes, "left")
    shared = np.searchsorted(others.hashes, runs.hashes, "right") - low
    shared = _without_common(shared)
    texts = np.repeat(runs.texts, shared)
    begin = np.repeat(low - (np.cumsum(shared) - shared), shared)
    partners = others.texts[begin + np.arange(len(texts))] if len(texts) else texts
    keys, counts = np.unique(texts * len(others.sizes) + partners, return_counts=True)
    first, second = keys // max(len(others.sizes), 1), keys % max(len(others.sizes), 1)
    union = runs.sizes[first] + others.sizes[second] - counts
    found = counts >= _CANDIDATE_OVERLAP * union
    return list(zip(first[found].tolist(), second[found].tolist(), strict=True))


def _without_common(shared: NDArray[Any]) -> NDArray[Any]:
    """How many texts share each run, with 0 for runs that are too common; fewer common ones where memory asks it."""
    most = _COMMON
    while True:
        kept = shared * (shared <= most)
        if most <= 1 or int(kept.sum()) <= _MOST_PAIRS:
            return kept
        most //= 2
