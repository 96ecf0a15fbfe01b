"""Texts of one split that stand, word for word or nearly, in another.

Candidates are pairs of texts that share runs of three words (found by an index of hashed runs, so that 5,000 by 5,000
texts take seconds); a candidate is a leak when the sequences of words are alike:

    1 - distance / length of the longer >= 0.8

with the edit distance in words. Case, diacritics and punctuation do not count. Texts of fewer than eight words
must be the same: `Who wrote Hamlet?` and `Who wrote Macbeth?` are two questions. What all texts have, such as a
template, makes none alike, see `telling_words`; where that aside four fifths of what two texts say is the same, they
are, and so are texts of the same words in another order, and those that were put together from several whole ones.

Texts of tests are also looked for inside of longer ones of public splits, where they are more than a few; on demand,
those of all splits: a text is contained in another when four fifths of its runs of three words stand there, and it has
at least eight of them. And, on demand, within one split, texts are compared with each other.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from probierz.suites.checks.checked_split import CheckedSplit
from probierz.suites.checks.copies import FEWEST_WORDS_OF_NEAR_COPIES, LEAST_PART, no_chance, severity_of_copies
from probierz.suites.checks.joined_texts import joined_texts
from probierz.suites.checks.telling_words import TellingWords
from probierz.suites.findings import Finding, FindingPlace, Severity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RUN = 3
LEAST_SIMILARITY = 0.8
CONTAINED = 0.8
FEWEST_RUNS = 8
FEWEST_RUNS_OF_MANY = 3
"""Of texts that are most of a split: by chance a few words in a row stand in some long text, but not those of most."""
REORDERED = 0.99
"""How alike texts of the same words in another order, or of several whole ones, are taken to be."""
_CANDIDATE_OVERLAP = 0.25
"""Which part of their different runs texts share that are compared word by word: with less, far more are."""
_MOST_PAIRS = 30_000_000
"""Of texts that share a run, some gigabytes of them; common runs are passed over until there are no more."""
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
    each = [
        (one, other, _leaks(one, other, runs[one.name], runs[other.name])) for one, other in combinations(splits, 2)
    ]
    shared = [(first, second, pairs) for first, second, pairs in each if pairs]
    public: dict[str, set[int]] = {}
    for first, second, pairs in shared:
        if not first.is_test:
            public.setdefault(second.name, set()).update(line for line, _, _ in pairs)
    for first, second, pairs in shared:
        lines = {line for line, _, _ in pairs} if first.is_test else public[second.name]
        yield _finding(first, second, pairs, _severity(first, second, lines))


def check_others(splits: Sequence[CheckedSplit], others: Sequence[CheckedSplit], name: str) -> Iterator[Finding]:
    """Compare every split with every split of another challenge, called by `name`; one finding for each two that share.

    count: lines of the first that stand in the other challenge.
    """
    runs = {split.name: _runs(split.words) for split in splits}
    for other in others:
        found = _runs(other.words)
        for split in splits:
            pairs = _leaks(other, split, found, runs[split.name])
            if pairs:
                yield replace(
                    _finding(other, split, pairs, _severity_of_others(other, split, pairs), name), check="others"
                )


def _severity_of_others(other: CheckedSplit, split: CheckedSplit, pairs: Sequence[tuple[int, int, float]]) -> Severity:
    """As grave as  probierz suite publish  has it, where texts of a test stand in an open split word for word."""
    same = [line for line, _, alike in pairs if alike == 1]
    if other.is_test or not split.is_test or _severity(other, split, same) != "error":
        return "warning"
    return "error"


def check_near_duplicates(split: CheckedSplit) -> Iterator[Finding]:
    """Compare the texts of one split with each other; those that are the same are found as duplicates, not here.

    count: lines that are nearly those of an earlier one.
    """
    runs = _runs(split.words)
    best: dict[int, tuple[float, int]] = {}
    spelt = [hash(tuple(words)) if words else 0 for words in split.items]
    repeated = {line for line, at in _same_texts(spelt, spelt) if at < line}
    for at, line in _candidates(runs, runs):
        if at < line and line not in repeated:
            alike = _similarity(split.words[at], split.words[line])
            if alike > best.get(line, (0.0, 0))[0]:
                best[line] = (alike, at)
    if best:
        places = tuple(
            _place(split, line, alike, f"line {at + split.first}") for line, (alike, at) in sorted(best.items())
        )
        message = f"texts that are nearly an earlier one of the same split: {len(best)}"
        yield Finding("near-duplicates", message, (split.name,), len(best), places, severity="note")


def check_containment(splits: Sequence[CheckedSplit]) -> Iterator[Finding]:
    """Look for texts of one split inside of longer ones of another; one finding for each two splits.

    count: texts of the second split that contain one of the first, or are contained in one.
    """
    runs = {split.name: _runs(split.words) for split in splits}
    for first, second in combinations(splits, 2):
        pairs = _contained(runs[first.name], runs[second.name])
        if pairs:
            name = os.path.basename(first.input_path)
            places = tuple(
                _place(second, line, share, f"{first.name}/{name} line {at + first.first}")
                for line, (share, at) in sorted(pairs.items())
            )
            message = f"texts of {second.name} that contain one of {first.name}, or are contained in one: {len(pairs)}"
            yield Finding("containment", message, (first.name, second.name), len(pairs), places, severity="note")


def check_wrapped(splits: Sequence[CheckedSplit]) -> Iterator[Finding]:
    """Look for texts of tests inside of longer ones of public splits, such as an instruction around each.

    One finding for each two where they are a part of the test that is no chance, and more than stand there alone, which
    `check_leaks` finds. splits of the finding: the public one first. count: texts of the test.
    """
    tests = [split for split in splits if split.is_test]
    runs = {split.name: _runs(split.words) for split in splits} if tests else {}
    for public in (split for split in splits if split not in tests):
        for test in tests:
            yield from _wrapped_finding(public, test, runs[public.name], runs[test.name])


def _wrapped_finding(public: CheckedSplit, test: CheckedSplit, runs: _Runs, tested: _Runs) -> Iterator[Finding]:
    best = _wrapped(runs, tested, TellingWords(public, test))
    others = {line for line, _, _ in _leaks(public, test, runs, tested)} if best else set()
    if best and not others.issuperset(best):
        name = os.path.basename(public.input_path)
        found = {line: best[line] for line in sorted(best.keys() - others)}
        places = tuple(
            _place(test, line, share, f"{public.name}/{name} line {at + public.first}")
            for line, (share, at) in found.items()
        )
        message = f"texts of {test.name} that stand inside of longer ones of {public.name}: {len(best)}"
        severity = _severity(public, test, best)
        yield Finding("leaks", message, (public.name, test.name), len(best), places, severity)


def _wrapped(runs: _Runs, tested: _Runs, telling: TellingWords) -> dict[int, tuple[float, int]]:
    """By text of the test: the largest share of its runs in one public text, and that text; nothing where few have one.

    Long texts have to be a twentieth of the test, and shorter ones with them half of it.
    """
    import numpy as np

    first, second, shared = _sharing(runs, tested)
    sizes = tested.sizes[second]
    for fewest, part in ((FEWEST_RUNS_OF_MANY, 0.5), (FEWEST_RUNS, LEAST_PART)):
        may_be = np.flatnonzero((sizes >= fewest) & (shared >= CONTAINED * sizes))
        enough = no_chance(len(tested.sizes), part)
        if len(np.unique(second[may_be])) >= enough:
            pairs = zip(first[may_be].tolist(), second[may_be].tolist(), strict=True)
            is_inside = [telling.is_inside(at, line) for at, line in pairs]
            found = may_be[is_inside]
            if len(np.unique(second[found])) >= enough:
                return _best(first[found], second[found], (shared / sizes)[found])
    return {}


def _best(first: NDArray[np.int64], second: NDArray[np.int64], shares: NDArray[Any]) -> dict[int, tuple[float, int]]:
    """By text of the second side: the largest share, and the text of the first that it is shared with."""
    best: dict[int, tuple[float, int]] = {}
    for at, line, share in zip(first.tolist(), second.tolist(), shares.tolist(), strict=True):
        best[line] = max(best.get(line, (0.0, 0)), (share, at))
    return best


def _contained(runs: _Runs, others: _Runs) -> dict[int, tuple[float, int]]:
    """By text of the other side: the largest share of the runs of the shorter text, and the text it is shared with."""
    import numpy as np

    first, second, shared = _sharing(runs, others)
    fewest = np.minimum(runs.sizes[first], others.sizes[second])
    found = (fewest >= FEWEST_RUNS) & (shared >= CONTAINED * fewest)
    return _best(first[found], second[found], shared[found] / fewest[found])


def _place(split: CheckedSplit, line: int, share: float, other: str) -> FindingPlace:
    return FindingPlace(split.input_path, line + split.first, f"{share:.0%} as {other}: {split.texts[line][:60]}")


def _finding(
    first: CheckedSplit,
    second: CheckedSplit,
    pairs: Sequence[tuple[int, int, float]],
    severity: Severity,
    challenge: str = "",
) -> Finding:
    """challenge: the name of the first split's challenge, where it is another one."""
    same = sum(alike == 1 for _, _, alike in pairs)
    where = f"{challenge}/{first.name}" if challenge else first.name
    message = (
        f"texts of {second.name} that stand in {where} too, word for word or nearly: {len(pairs)} "
        f"({same} word for word)"
    )
    other = f"{where}/{os.path.basename(first.input_path)}"
    most_alike = sorted(pairs, key=lambda pair: -pair[2])
    places = tuple(_place(second, line, alike, f"{other} line {at + first.first}") for line, at, alike in most_alike)
    return Finding("leaks", message, (where, second.name), len(pairs), places, severity)


def _severity(first: CheckedSplit, second: CheckedSplit, lines: Iterable[int]) -> Severity:
    """How grave it is that lines of the second split stand in the first, or in public ones together."""
    copies = [second.copied.keys[line] for line in lines]
    short = first.copied.short, second.copied.short
    return severity_of_copies(copies, len(second.words), *short, is_test=second.is_test)


def _leaks(first: CheckedSplit, second: CheckedSplit, runs: _Runs, others: _Runs) -> list[tuple[int, int, float]]:
    """For each text of the second split that is in the first: its index, that of the most similar one, how alike."""
    best: dict[int, tuple[float, int]] = {}
    for line, at in _same_texts(first.copied.keys, second.copied.keys):
        best[line] = (1.0, at)
    telling = TellingWords(first, second)
    reordered = {line: at for line, at in _reordered(first, second) if line not in best and telling.says_enough(line)}
    if _are_many(len(reordered), first, second):
        best |= {line: (REORDERED, at) for line, at in reordered.items()}
    joined = {line: at for line, at in joined_texts(first.words, second.words) if line not in best}
    if len(joined) >= no_chance(len(second.words)):
        best |= {line: (REORDERED, at) for line, at in joined.items()}
    for at, line in _candidates(runs, others):
        if best.get(line, (0.0, 0))[0] < REORDERED:
            alike = _alike(telling, at, line)
            if alike > best.get(line, (0.0, 0))[0]:
                best[line] = (alike, at)
    return [(line, at, alike) for line, (alike, at) in sorted(best.items())]


def _alike(telling: TellingWords, at: int, line: int) -> float:
    """How alike two candidates are, 0 where they are no copies of each other.

    at, line: which text of the first split and of the second.
    """
    words, others = telling.first.words[at], telling.second.words[line]
    if min(len(words), len(others)) < FEWEST_WORDS_OF_NEAR_COPIES:
        return 0.0
    alike = _similarity(words, others)
    if not alike:
        share = telling.share(at, line)
        alike = min(share, REORDERED) if share >= LEAST_SIMILARITY else 0.0
    return alike if alike and telling.are_alike(at, line) and not _are_other_sums(telling, at, line) else 0.0


def _are_other_sums(telling: TellingWords, at: int, line: int) -> bool:
    """Whether texts of one challenge differ in numbers, signs and telling words alone, and in what is expected."""
    first, second = telling.first, telling.second
    if first.siblings is not second.siblings or not (first.has_results and second.has_results):
        return False
    if first.result(at) == second.result(line):
        return False
    forms = first.forms.words
    texts = ([word for word in words if word not in forms] for words in (first.words[at], second.words[line]))
    own, their = (_NUMBERS_AND_SIGNS.sub("", " ".join(words)) for words in texts)
    return own == their


_NUMBERS_AND_SIGNS = re.compile(r"[\W\d]+")


def _are_many(count: int, first: CheckedSplit, second: CheckedSplit) -> bool:
    """Whether so many texts of the second split in another order are no chance, as the first one has fewer itself."""
    lines = len(second.words)
    if count < no_chance(lines):
        return False
    return count / lines > 2 * len([*_reordered(first, first)]) / len(first.words)


def _reordered(first: CheckedSplit, second: CheckedSplit) -> Iterator[tuple[int, int]]:
    """Texts of the second split whose words the first has in another order, and where; earlier ones of the same."""
    for line, at in _same_texts(first.copied.bags, second.copied.bags):
        if first.copied.keys[at] != second.copied.keys[line]:
            yield line, at


def _same_texts(first: Sequence[int], second: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Pairs of texts with the same number, the first of each; these need no long run, so short texts count too."""
    places: dict[int, int] = {}
    for at, key in enumerate(first):
        places.setdefault(key, at)
    for line, key in enumerate(second):
        same = places.get(key) if key else None
        if same is not None:
            yield line, same


def _similarity(words: Sequence[str], others: Sequence[str]) -> float:
    from rapidfuzz.distance import Levenshtein

    longest = max(len(words), len(others))
    if min(len(words), len(others)) < FEWEST_WORDS_OF_NEAR_COPIES:
        return 0.0
    most = round((1 - LEAST_SIMILARITY) * longest, 6)
    distance = Levenshtein.distance(words, others, score_cutoff=int(most))
    return 1 - distance / longest if distance <= most else 0.0


# --- candidates ------------------------------------------------------------------------------------------------------


def _runs(documents: Sequence[Sequence[str]]) -> _Runs:
    """The different runs of `RUN` words in each text, hashed."""
    import numpy as np

    from probierz.challenges.known_numbers import hashed_runs

    lengths = np.fromiter(map(len, documents), dtype=np.int64, count=len(documents))
    total = int(lengths.sum())
    words = np.fromiter((hash(word) for words in documents for word in words), dtype=np.int64, count=total)
    text_of = np.repeat(np.arange(len(documents)), lengths)
    hashes = hashed_runs(words.view(np.uint64), RUN)
    count = len(hashes)
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
    first, second, shared = _sharing(runs, others)
    found = shared >= _CANDIDATE_OVERLAP * (runs.sizes[first] + others.sizes[second] - shared)
    return list(zip(first[found].tolist(), second[found].tolist(), strict=True))


def _sharing(runs: _Runs, others: _Runs) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Pairs of texts that share runs: indices on the one side, on the other, and how many they share."""
    import numpy as np

    low = np.searchsorted(others.hashes, runs.hashes, "left")
    shared = np.searchsorted(others.hashes, runs.hashes, "right") - low
    shared = _without_common(shared)
    texts = np.repeat(runs.texts, shared)
    begin = np.repeat(low - (np.cumsum(shared) - shared), shared)
    partners = others.texts[begin + np.arange(len(texts))] if len(texts) else texts
    keys, counts = np.unique(texts * len(others.sizes) + partners, return_counts=True)
    first, second = keys // max(len(others.sizes), 1), keys % max(len(others.sizes), 1)
    return first, second, counts


def _without_common(shared: NDArray[Any]) -> NDArray[Any]:
    """How many texts share each run, with 0 for runs that are too common; fewer common ones where memory asks it."""
    most = _COMMON
    while True:
        kept = shared * (shared <= most)
        if most <= 1 or int(kept.sum()) <= _MOST_PAIRS:
            return kept
        most //= 2
