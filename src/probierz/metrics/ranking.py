"""Rankings: TAB-separated answers, best first, against the set of relevant ones."""

from __future__ import annotations

import math
from dataclasses import replace

from probierz.metrics.definition import Example, metric
from probierz.metrics.parsers import columns
from probierz.metrics.tallies import Mean, ratio
from probierz.metrics.traps import EMPTY_LINE

_PHRASES = Example(
    input=["US\tlekki", "GB\tsłoń", "US\tsłoń"],
    expected=["light\tlite", "elephant", "elephant"],
    output=["unheavy\tnon-heavy\tlite\tlight", "elephant", "elefant"],
    value=0.0,
    in_header=["Dialect", "PolishPhrase"],
)


def _without_repeats(answers: list[str]) -> list[str]:
    return list(dict.fromkeys(answers))


def average_precision(expected: list[str], output: list[str]) -> float:
    """Return the average precision of a ranking; NaN when nothing is expected."""
    if not expected:
        return math.nan
    relevant = set(expected)
    places = [place for place, answer in enumerate(_without_repeats(output), 1) if answer in relevant]
    return math.fsum(hits / place for hits, place in enumerate(places, 1)) / len(expected)


@metric(
    "MAP",
    better="higher",
    bounds=(0, 1),
    parse=columns,
    free_columns=True,
    traps=[EMPTY_LINE],
    source="Manning, Raghavan and Schütze 2008, section 8.4; GEval 1.42.2.0",
    example=replace(_PHRASES, value=((1 / 3 + 2 / 4) / 2 + 1 + 0) / 3),
)
def mean_average_precision(expected: list[str], output: list[str]) -> Mean:
    """Mean average precision of rankings.

        MAP = (1/n) Σ AP,   AP = (1/m) Σ over places k with a relevant answer of h_k / k

    m: relevant (expected) answers of the line; h_k: relevant answers among the first k given ones, repeated answers
    being removed; n: lines. Every line weighs the same.
    Empty: NaN; a single line that expects nothing also makes the whole NaN.
    """
    return Mean(average_precision(expected, output))


def _gain(place: int) -> float:
    return 1 / math.log2(place + 1)


@metric(
    "NDCG@{n:integer}",
    better="higher",
    bounds=(0, 1),
    parse=columns,
    free_columns=True,
    source="Järvelin and Kekäläinen 2002 (with the logarithm of place + 1); GEval 1.42.2.0",
    example=replace(
        _PHRASES, name="NDCG@3", value=(1 / math.log2(4) / (1 / math.log2(2) + 1 / math.log2(3)) + 1 + 0) / 3
    ),
)
def discounted_gain(expected: list[str], output: list[str], n: int) -> Mean:
    """Normalized discounted cumulative gain of the first n answers, relevant or not.

        NDCG@n = (1/N) Σ DCG / IDCG,   DCG = Σ over places k ≤ n with a relevant answer of 1 / log₂(k + 1)

    IDCG: the DCG of a ranking with all relevant answers in front; N: lines. Repeated answers are removed.
    A line that expects nothing scores 1 whatever is given. Every line weighs the same.
    Empty: NaN.
    """
    relevant = set(expected)
    ideal = math.fsum(map(_gain, range(1, min(n, len(relevant)) + 1)))
    answers = _without_repeats(output)[:n]
    reached = math.fsum(_gain(place) for place, answer in enumerate(answers, 1) if answer in relevant)
    return Mean(ratio(reached, ideal))


@metric(
    "MRR",
    better="higher",
    bounds=(0, 1),
    parse=columns,
    free_columns=True,
    geval=False,
    source="Voorhees 1999 (TREC-8 question answering)",
    example=replace(_PHRASES, value=(1 / 3 + 1 + 0) / 3),
)
def reciprocal_rank(expected: list[str], output: list[str]) -> Mean:
    """Mean reciprocal rank: one over the place of the first relevant answer.

        MRR = (1/n) Σ 1/k

    k: place of the first relevant answer, repeated ones being removed; a line without a relevant answer counts 0,
    a line that expects nothing counts 1. n: lines. Every line weighs the same.
    Empty: NaN.
    """
    relevant = set(expected)
    if not relevant:
        return Mean(1)
    places = (place for place, answer in enumerate(_without_repeats(output), 1) if answer in relevant)
    first = next(places, None)
    return Mean(1 / first if first else 0)


def _hits(expected: list[str], output: list[str], k: int) -> int:
    return len(set(expected).intersection(_without_repeats(output)[:k]))


@metric(
    "Recall@{k:integer}",
    better="higher",
    bounds=(0, 1),
    best=None,
    parse=columns,
    free_columns=True,
    geval=False,
    source="Manning, Raghavan and Schütze 2008, section 8.4",
    example=replace(_PHRASES, name="Recall@3", value=(1 / 2 + 1 + 0) / 3),
)
def recall_at(expected: list[str], output: list[str], k: int) -> Mean:
    """Share of the relevant answers that are among the first k, averaged over lines.

        Recall@k = (1/n) Σ (relevant answers among the first k) / (relevant answers)

    Repeated answers are removed from both sides; a line that expects nothing counts 1. n: lines. Every line weighs the
    same. 1 is out of reach where a line has more than k relevant answers, so no best value is stated.
    Empty: NaN.
    """
    return Mean(ratio(_hits(expected, output, k), len(set(expected))))


@metric(
    "Precision@{k:integer}",
    better="higher",
    bounds=(0, 1),
    best=None,
    parse=columns,
    free_columns=True,
    geval=False,
    source="Manning, Raghavan and Schütze 2008, section 8.4",
    example=replace(_PHRASES, name="Precision@3", value=(1 / 3 + 1 / 3 + 0) / 3),
)
def precision_at(expected: list[str], output: list[str], k: int) -> Mean:
    """Share of the first k answers that are relevant, averaged over lines.

        Precision@k = (1/n) Σ (relevant answers among the first k) / k

    Repeated answers are removed; missing answers count as wrong ones. n: lines. Every line weighs the same.
    1 is out of reach where a line has fewer than k relevant answers, so no best value is stated.
    Empty: NaN.
    """
    return Mean(ratio(_hits(expected, output, k), k))
