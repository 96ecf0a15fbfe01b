"""Scores that forgive a mark a few words off its place: how much of an error is the place, and not the mark.

This is a metric of our own, beside that of the challenge and never in place of it. In a text, a given mark counts as
found if it can be paired with an expected one of the same kind at most `within` words away; each is in one pair, and
there are as many pairs as can be:

    hits(p)  = the largest number of pairs (g, e) with |g - e| <= within, p given at word g and expected at word e
    P = hits / given,  R = hits / expected,  F1 = 2 P R / (P + R)
    score    = 1/N Σ n(p) F1(p), with n(p), N and the sums over texts as in the weighted score of the challenge

With `within` 0 it is that score. It can only rise with `within`; what it rises by is displaced, not wrong or missed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from probierz.metrics.tallies import Hits
from probierz.suites.poleval2021.punctuation.documents import MARKS, MarkedText


def pairs_within(given: Sequence[int], expected: Sequence[int], within: int) -> int:
    """Return how many places can be paired one to one, at most so many words apart; both in ascending order.

    >>> pairs_within([3, 4], [4, 9], 1)
    1
    """
    count = at = 0
    for place in given:
        while at < len(expected) and expected[at] < place - within:
            at += 1
        if at < len(expected) and expected[at] <= place + within:
            count, at = count + 1, at + 1
    return count


def displaced_tallies(expected: MarkedText, output: MarkedText, within: int) -> dict[str, Hits]:
    """Return for each mark that a text expects how often it was found, expected and given."""
    wanted, given = _places(expected), _places(output)
    return {
        mark: Hits(pairs_within(given.get(mark, []), places, within), len(places), len(given.get(mark, [])))
        for mark, places in wanted.items()
    }


def _places(document: MarkedText) -> dict[str, list[int]]:
    places: dict[str, list[int]] = {}
    for at, word in enumerate(document.words):
        if word.punctuation in MARKS:
            places.setdefault(word.punctuation, []).append(at)
    return places


def weighted_f1(tallies: Sequence[dict[str, Hits]]) -> float:
    """Return the score of texts; 1 where no mark is expected."""
    sums: dict[str, list[int]] = {}
    for tally in tallies:
        for mark, hits in tally.items():
            total = sums.setdefault(mark, [0, 0, 0])
            for at, number in enumerate(hits):
                total[at] += int(number)
    count = sum(total[1] for total in sums.values())
    if not count:
        return 1.0
    return math.fsum(total[1] * Hits(*total).f() for total in sums.values()) / count
