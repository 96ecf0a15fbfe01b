"""Labelled spans: sets of positions that should overlap with the expected ones as much as they can."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

from probierz.metrics.annotations import Ranges, Span, common_size, expected_spans, ranges_size, spans
from probierz.metrics.assignment import best_partners, best_total, refuse_too_many
from probierz.metrics.calibration import graded, probabilistic_f
from probierz.metrics.definition import BETA, Example, metric
from probierz.metrics.tallies import Hits, Row, f_score, ratio

Thing = TypeVar("Thing")


def _example(output: Sequence[str], value: float, name: str) -> Example:
    return Example(
        input=["Nothing", "Four sides"],
        expected=["", "inwords:1-4"],
        output=output,
        value=value,
        name=name,
        in_header=["Text"],
        out_header=["NamesFound"],
    )


def intersection_over_union(one: Ranges, other: Ranges) -> float:
    """Intersection over union of two sets of positions; 1 when both are empty."""
    common = common_size(one, other)
    return ratio(common, ranges_size(one) + ranges_size(other) - common)


def _refuse_too_many_runs(expected: Sequence[Span], output: Sequence[Span]) -> None:
    """Comparing two spans takes a step for each of their runs: limit the runs that all pairs have together."""
    expected_runs, output_runs = (sum(len(span.ranges) or 1 for span in side) for side in (expected, output))
    refuse_too_many(expected_runs, len(output))
    refuse_too_many(len(expected), output_runs)


def _by_label(expected: Sequence[Span], output: Sequence[Span]) -> Iterator[tuple[list[Span], list[Span]]]:
    """The spans of both sides that have the same label, label by label; only these can overlap."""
    for label in dict.fromkeys(span.label for span in expected):
        given = [span for span in output if span.label == label]
        if given:
            yield [span for span in expected if span.label == label], given


@metric(
    "Soft-F{beta:decimal}",
    allowed=BETA,
    better="higher",
    bounds=(0, 1),
    parse=(expected_spans, spans),
    free_columns=True,
    free_input_columns=True,
    source="GEval 1.42.2.0",
    example=_example(["inwords:1-4", "inwords:1-3 indigits:5"], 0.375, "Soft-F1"),
)
def soft_f(expected: list[Span], output: list[Span]) -> Hits:
    """F-score of labelled spans where a span that overlaps with an expected one counts in part.

        F = (1 + β²) P R / (β² P + R),  P = Σ m / Σ |o|,  R = Σ m / Σ |e|

    e, o: spans expected and given, probabilities left aside; m: the greatest sum of |s ∩ t| / |s ∪ t| over pairings of
    expected spans s with given spans t of the same label, each in at most one pair.
    Lines are summed before dividing: lines with many spans weigh more.
    Empty: P is 1 when nothing was given, R is 1 when nothing was expected; two spans without positions overlap fully.
    """
    _refuse_too_many_runs(expected, output)
    matched = [
        best_total([[intersection_over_union(span.ranges, other.ranges) for other in given] for span in wanted])
        for wanted, given in _by_label(expected, output)
    ]
    return Hits(math.fsum(matched), len(expected), len(output))


class Coverage(NamedTuple):
    """How much of the spans is covered, against how many there are."""

    expected_covered: float
    output_covered: float
    expected: int
    output: int

    def f(self, beta: float) -> float:
        """F-beta of output_covered / output and expected_covered / expected."""
        return f_score(ratio(self.output_covered, self.output), ratio(self.expected_covered, self.expected), beta)


def _overlaps_itself(output: Sequence[Span]) -> bool:
    runs = sorted((span.label, *run) for span in output for run in span.ranges)
    return any(one[0] == other[0] and one[2] >= other[1] for one, other in pairwise(runs))


@metric(
    "FLC-F{beta:decimal}",
    allowed=BETA,
    better="higher",
    bounds=(0, math.inf),
    best=1.0,
    parse=(expected_spans, spans),
    source="Da San Martino et al. 2019, Fine-Grained Analysis of Propaganda in News Articles; GEval 1.42.2.0",
    example=_example(["inwords:1-4", "inwords:1-3 indigits:5"], 6 / 13, "FLC-F1"),
)
def flc_f(expected: list[Span], output: list[Span]) -> Coverage:
    """F-score of labelled fragments, each counted by how much of it is covered by fragments of the other side.

        F = (1 + β²) P R / (β² P + R),  P = Σ |s ∩ t| / |t| / Σ |o|,  R = Σ |s ∩ t| / |s| / Σ |e|

    s, t: fragments expected and given on the same line with the same label, every pair of them; |e|, |o|: how many
    fragments of any label are expected, given. Probabilities are left aside. A line on which two given fragments of one
    label overlap adds nothing to the upper sums, only to the lower ones.
    Lines are summed before dividing: lines with many fragments weigh more.
    Empty: P is 1 when nothing was given, R is 1 when nothing was expected; a fragment without positions is covered.
    GEval 1.42.2.0 breaks off when a line has different labels; here such pairs add 0. Expected fragments that
    overlap can bring P, and so F, above 1.
    """
    _refuse_too_many_runs(expected, output)
    pairs = [
        (common_size(span.ranges, other.ranges), ranges_size(span.ranges), ranges_size(other.ranges))
        for span in expected
        for other in output
        if span.label == other.label
    ]
    if _overlaps_itself(output):
        pairs = []
    return Coverage(
        math.fsum([ratio(common, wanted) for common, wanted, _ in pairs]),
        math.fsum([ratio(common, given) for common, _, given in pairs]),
        len(expected),
        len(output),
    )


def partner_scores(
    expected: Sequence[Thing], output: Sequence[Thing], score: Callable[[Thing, Thing], float]
) -> list[float]:
    """For everything given the score with its partner in the best pairing, 0 without a partner."""
    if not expected or not output:
        return [0.0] * len(output)
    refuse_too_many(len(expected), len(output))
    weights = [[score(wanted, given) for wanted in expected] for given in output]
    return [
        row[partner] if partner is not None else 0.0
        for row, partner in zip(weights, best_partners(weights), strict=True)
    ]


def _span_score(wanted: Span, given: Span) -> float:
    return intersection_over_union(wanted.ranges, given.ranges) if wanted.label == given.label else 0.0


@metric(
    "Probabilistic-Soft-F{beta:decimal}",
    allowed=BETA,
    better="higher",
    bounds=(0, 1),
    parse=(expected_spans, spans),
    finish=probabilistic_f,
    preprocessed_itemwise=True,
    free_columns=True,
    free_input_columns=True,
    source="GEval 1.42.2.0",
    example=_example(
        ["inwords:1-4:0.2", "inwords:1-3:0.8 indigits:5:0.5"], 0.46253976308557615, "Probabilistic-Soft-F1"
    ),
)
def probabilistic_soft_f(expected: list[Span], output: list[Span]) -> Row:
    """F-score of labelled spans whose precision asks how well probabilities foretell the overlap.

        F = (1 + β²) C R / (β² C + R),  R = Σ p m / Σ |e|

    C: calibration of the results m by the probabilities p (1 minus twice the mean distance between the local
    regression of m on p and the diagonal; see `probierz.metrics.calibration`).
    m: |s ∩ t| / |s ∪ t| of a given span t and its partner s in the best pairing with expected spans of the same label,
    0 without a partner; p: the probability of t, 1 if it has none; e: spans expected.
    Lines are taken together: lines with many spans weigh more.
    Empty: C is 1 when nothing was given, R is 1 when nothing was expected.
    """
    _refuse_too_many_runs(expected, output)
    results = partner_scores(expected, output, _span_score)
    return graded(results, [span.probability for span in output], len(expected))
