"""How far two sequences are from each other: edit distance and longest common subsequence, for long lines as well.

Both take time that grows with the product of the lengths. Sequences of some hundred thousand words or characters are
compared as long as they are alike; where they are not, the line is refused instead of keeping the machine for hours.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from probierz.errors import ParseError

_FREE_CELLS = 2 * 10**10  # length times length: up to about two seconds
_MOST_CELLS = 3 * 10**11  # length times differences: up to about half a minute


@cache
def levenshtein() -> Callable[..., int]:
    """The edit distance itself, without a limit: for hot loops over sequences that are known to be short."""
    from rapidfuzz.distance.Levenshtein import distance  # costs 60 ms: only when a metric needs it

    return distance


@cache
def _subsequence() -> Callable[..., int]:
    from rapidfuzz.distance.LCSseq import similarity  # likewise

    return similarity


def edit_distance(expected: Sequence[str], output: Sequence[str]) -> int:
    """The least number of substitutions, deletions and insertions that turn one sequence into the other.

    Raises ParseError for very long sequences that have little in common. Source: Levenshtein 1966.
    """
    if len(expected) * len(output) <= _FREE_CELLS:
        return levenshtein()(expected, output)
    most = _most_differences(expected, output)
    found = levenshtein()(expected, output, score_cutoff=most)
    if found > most:
        raise _too_far(expected, output, most)
    return found


class EditCounts(NamedTuple):
    """The edits of a script, by kind."""

    substitutions: int
    deletions: int
    insertions: int


def edit_counts(expected: Sequence[str], output: Sequence[str]) -> EditCounts:
    """How many edits of each kind a shortest script has that turns one sequence into the other.

    Of several shortest scripts that of RapidFuzz, which jiwer counts too. Raises ParseError as `edit_distance`.
    """
    from rapidfuzz.distance.Levenshtein import editops

    if expected == output:
        return EditCounts(0, 0, 0)
    if len(expected) * len(output) > _FREE_CELLS:
        edit_distance(expected, output)  # refuses what would take too long
    kinds = [kind for kind, _, _ in editops(expected, output)]
    return EditCounts(kinds.count("replace"), kinds.count("delete"), kinds.count("insert"))


def common_subsequence(expected: Sequence[str], output: Sequence[str]) -> int:
    """The length of the longest sequence that is in both in the same order, gaps allowed.

    Raises ParseError for very long sequences that have little in common.
    """
    if len(expected) * len(output) <= _FREE_CELLS:
        return _subsequence()(expected, output)
    most = _most_differences(expected, output)
    least = max(len(expected), len(output)) - most
    found = _subsequence()(expected, output, score_cutoff=max(0, least))
    if found < least:
        raise _too_far(expected, output, most)
    return found


def _most_differences(expected: Sequence[Any], output: Sequence[Any]) -> int:
    return _MOST_CELLS // max(len(expected), len(output))


def _too_far(expected: Sequence[Any], output: Sequence[Any], most: int) -> ParseError:
    return ParseError(
        f"{len(expected)} and {len(output)} words or characters are compared only if they differ in at most {most}; "
        "cut the text into shorter lines"
    )
