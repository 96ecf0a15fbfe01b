"""Clusters: how much a grouping of lines tells about the expected one. Names of clusters do not matter."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from probierz.metrics.definition import Example, metric
from probierz.metrics.reads import LABEL

Pair = tuple[str, str]


class Count(NamedTuple):
    """How many lines there are."""

    lines: int = 1


def _by_side(pairs: dict[Pair, Count], side: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    for pair, count in pairs.items():
        counts[pair[side]] += count.lines
    return counts


def _entropy(counts: Iterable[int], lines: int) -> float:
    """Of a distribution; what no line has adds nothing, as where lines are exchanged between outputs."""
    return -math.fsum(count / lines * math.log2(count / lines) for count in counts if count > 0)


def normalized_mutual_information(pairs: dict[Pair, Count]) -> float:
    """Return 2·I / (H + H) of the two sides; NaN when both have one class only, or without lines."""
    joint = [count.lines for count in pairs.values()]
    lines = sum(joint)
    apart = sum(_entropy(_by_side(pairs, side).values(), lines) for side in (0, 1))
    return max(0.0, 2 * (apart - _entropy(joint, lines)) / apart) if apart else math.nan


_WORDS = Example(
    input=["pies", "kot", "koń", "młotek", "śrubokręt", "piła", "jabłko", "gruszka"],
    expected=["zwierzę", "zwierzę", "zwierzę", "narzędzie", "narzędzie", "narzędzie", "owoc", "owoc"],
    output=["1", "1", "1", "2", "2", "3", "3", "3"],
    value=0.0,
    in_header=["Word"],
    out_header=["Group"],
)
# Sizes 3, 3, 2 expected and 3, 2, 3 given; pairs 3, 2, 1, 2.
_SIZES = 2 * 3 / 8 * math.log2(8 / 3) + 2 / 8 * math.log2(4)
_PAIRS = 3 / 8 * math.log2(8 / 3) + 2 * 2 / 8 * math.log2(4) + 1 / 8 * math.log2(8)


@metric(
    "NMI",
    better="higher",
    bounds=(0, 1),
    reads=(LABEL, LABEL),
    finish=normalized_mutual_information,
    answers="groups",
    has_line_values=False,
    source="Manning, Raghavan and Schütze 2008, section 16.3; GEval 1.42.2.0",
    example=replace(_WORDS, value=2 * (2 * _SIZES - _PAIRS) / (2 * _SIZES)),
)
def mutual_information(expected: str, output: str) -> dict[Pair, Count]:
    """Normalized mutual information of two groupings of the lines.

        NMI = 2 · I(e; o) / (H(e) + H(o)),   I = H(e) + H(o) - H(e, o),   H = -Σ p · log₂ p

    e, o: expected and given name of the group a line belongs to, the raw text; p: shares of lines. Equals the V-measure
    with β = 1, and sklearn.metrics.normalized_mutual_info_score.
    Empty: NaN; also when both sides put all lines into one group (scikit-learn says 1: they agree, of nothing).
    """
    return {(expected, output): Count()}


def purity(pairs: dict[Pair, Count]) -> float:
    """Return the share of lines that belong to the commonest class of their group; NaN without lines."""
    largest: dict[str, int] = {}
    for (_, group), count in pairs.items():
        largest[group] = max(largest.get(group, 0), count.lines)
    lines = sum(count.lines for count in pairs.values())
    return sum(largest.values()) / lines if lines else math.nan


@metric(
    "Purity",
    better="higher",
    bounds=(0, 1),
    reads=(LABEL, LABEL),
    finish=purity,
    geval=False,
    answers="groups",
    has_line_values=False,
    source="Manning, Raghavan and Schütze 2008, section 16.3",
    example=replace(_WORDS, value=7 / 8),
)
def cluster_purity(expected: str, output: str) -> dict[Pair, Count]:
    """Share of lines that belong to the commonest expected class of their group.

        Purity = (1/n) Σ over groups of max over classes of #(lines of that class in the group)

    Classes are the expected texts, groups the given ones; n: lines. A group for every line reaches 1: compare outputs
    with the same number of groups only.
    Empty: NaN.
    """
    return {(expected, output): Count()}
