"""Tests of the difference between two outputs that are no exchange of lines, and corrections for many tests.

All p-values are two-sided; for the exchange of lines see `exchange`, for which test is taken and from which p on a
difference counts `compare`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from probierz.errors import OptionError
from probierz.metrics.definition import Metric
from probierz.metrics.number_pairs import NumberPair
from probierz.metrics.tallies import Hits, LossOfClass, Mean, Row, Tally
from probierz.scoring.bounds import has_square
from probierz.scoring.distributions import mid_p_sign, normal_quantile, student_tail
from probierz.scoring.interval_notes import Note
from probierz.scoring.levels import LEVEL

CORRECTIONS = ("holm", "benjamini-hochberg", "none")
SAME = "no line tells the outputs apart"


class Outcome(NamedTuple):
    """A two-sided p-value, and how it was found.

    trials: of random numbers that were drawn. exact: whether nothing was drawn and nothing approximated.
    least: the smallest p-value that these outputs could have had. is_tail: whether p lies beyond what the trials
    resolve, and comes from an approximation of the tail. notes: what a reader should know.
    """

    p_value: float
    trials: int
    exact: bool
    least: float
    is_tail: bool = False
    notes: tuple[str, ...] = ()


def too_few(units: int, least: float, *, clustered: bool = False) -> tuple[str, ...]:
    """Return a note where so few units differ that no p-value up to 5 % is possible."""
    if least <= LEVEL:
        return ()
    word = "cluster" if clustered else "line"
    plural = f"{word} differs" if units == 1 else f"{word}s differ"
    return (f"only {units} {plural}, so that no p-value below {least:g} is possible",)


def differing(first: Sequence[Tally], second: Sequence[Tally]) -> list[int]:
    """Return the places of the lines that left different tallies."""
    pairs = zip(first, second, strict=True)
    return [at for at, (one, other) in enumerate(pairs) if one is not other and one != other]


# --- sign test -------------------------------------------------------------------------------------------------------


class Share(NamedTuple):
    """A score that is a share of lines: the places of the lines that count for it, and whether each is a hit."""

    places: list[int]
    hits: list[bool]


def share_of_lines(metric: Metric, tallies: Sequence[Tally]) -> Share | None:
    """Return what the score is a share of, where that is all: each line that counts is a hit or none, else None.

    Of means over lines of 0 and 1 all lines count; of Recall those where something is expected, of Precision those
    where something is given, if that is one thing on every line.
    """
    if metric.finish in (Mean.mean, LossOfClass.mean):
        if all(tally.total in (0, 1) and tally.lines == 1 for tally in tallies):
            return Share(list(range(len(tallies))), [tally[0] == 1 for tally in tallies])
    elif metric.tally_kind is Hits and metric.finish in (Hits.recall, Hits.precision):
        column = 1 if metric.finish is Hits.recall else 2
        if all(tally[0] in (0, 1) and tally[column] in (0, 1) and tally[0] <= tally[column] for tally in tallies):
            places = [at for at, tally in enumerate(tallies) if tally[column]]
            return Share(places, [tallies[at][0] == 1 for at in places])
    return None


def rarer_units(metric: Metric, tallies: Sequence[Tally], owners: Sequence[int] | None = None) -> int | None:
    """Return how many lines the rarer class has, of a score that ranks one class before the other, such as AUC.

    owners: the cluster of each line; then clusters with such a line are counted. None for other scores.
    """
    if metric.tally_kind is not NumberPair or metric.bounds != (0, 1):
        return None
    return _rarer_units([bool(tally[0]) for tally in tallies], owners)


def _rarer_units(is_of_class_1: Sequence[bool], owners: Sequence[int] | None) -> int:
    sides: tuple[set[int], set[int]] = (set(), set())
    for at, side in enumerate(is_of_class_1):
        sides[side].add(at if owners is None else owners[at])
    return min(map(len, sides))


FEW_OF_RARE_CLASS = 10
"""Lines of a rare class that a loss of probabilities needs: how many there are is known to √n only, and so is the loss.

With fewer, tests call one of two equally good outputs better in many more than 5 % of test sets, wherever one gives
lower probabilities than the other; docs/guides/calibration.md has what is left.
"""


def few_of_rare_class(metric: Metric, tallies: Sequence[Tally], owners: Sequence[int] | None = None) -> int | None:
    """Return how many lines (or clusters) a rare class has, where they are too few for a loss of probabilities.

    The class is rare on less than a quarter of them: what a line of it adds to the loss is then so unlike what others
    do that the mean hangs on their number. None for other metrics, and where there are enough.
    """
    if metric.tally_kind is not LossOfClass:
        return None
    rare = _rarer_units([bool(tally.of_class_1) for tally in tallies], owners)
    units = len(tallies) if owners is None else max(owners, default=-1) + 1
    return rare if rare < FEW_OF_RARE_CLASS and 4 * rare < units else None


def of_rarer_class(units: int, so: str, *, clustered: bool = False) -> Note:
    """How many lines, or clusters, are of the rarer class, in words; `so`: what comes of it."""
    word = "cluster" if clustered else "line"
    few = f"only {units} {word}s are" if units > 1 else f"{'only one' if units else 'no'} {word} is"
    return Note(f"{few} of the rarer class{so}", f"few {word}s are of the rarer class{so}")


def has_one_end(metric: Metric) -> bool:
    """Whether values of the metric have an end on one side alone, as errors without a largest size, such as MAE.

    These are no shares of lines for what foretells other lines, even where all that were seen are 0 or 1.
    """
    return math.isinf(metric.bounds[0]) != math.isinf(metric.bounds[1])


def counting_places(metric: Metric, tallies: Sequence[Tally]) -> Sequence[int]:
    """Return the places of the lines that count for a score: for recall those where something is expected.

    A line whose counts are all 0 says nothing. All lines of whole rows count.
    """
    share = share_of_lines(metric, tallies)
    if share is not None:
        return share.places
    if not tallies or isinstance(tallies[0], Row):
        return range(len(tallies))
    return [at for at, tally in enumerate(tallies) if (any(tally) if isinstance(tally, tuple) else bool(tally))]


def sign_test(better: int, worse: int) -> Outcome:
    """McNemar's test with the mid-p: of b + w lines with different hits, b or more on one side by a fair coin.

        p = min(1, 2 Σ C(n, k) / 2ⁿ for k = 0 … m  -  C(n, m) / 2ⁿ),  m = min(b, w), n = b + w

    The plain exact test counts what was found in full, and so finds less than its level allows; half of it comes as
    near to the level as a test without drawing lots can, and goes beyond hardly ever, and by little.
    Empty: 1 where no line differs. Source: McNemar 1947; Fagerland, Lydersen and Laake 2013.
    """
    lines = better + worse
    if not lines:
        return Outcome(1.0, 0, True, 1.0, notes=(SAME,))
    least = 2.0 ** -min(lines, 1000)
    return Outcome(max(mid_p_sign(min(better, worse), lines), 1e-300), 0, True, least, notes=too_few(lines, least))


def sign_interval(better: int, worse: int, lines: int, level: float, *, is_different: bool) -> tuple[float, float]:
    """Return Tango's score interval of the difference of two shares of hits on the same lines, (b - w) / n.

    A supposed difference δ is inside where  |b - w - nδ| ≤ z √(n (2q + δ(1 - δ))),  with q the most likely share of
    lines like w, given δ. The end beside 0 follows the sign test: is_different tells what that found.
    Source: Tango 1998; Fagerland, Lydersen and Laake 2014.
    """
    if better < worse:
        low, high = sign_interval(worse, better, lines, level, is_different=is_different)
        return -high, -low
    z = normal_quantile((1 + level) / 2)
    found = (better - worse) / lines

    def is_inside(supposed: float) -> bool:
        linear = -better - worse + (2 * lines - better + worse) * supposed
        root = math.sqrt(max(0.0, linear**2 + 8 * lines * worse * supposed * (1 - supposed)))
        share = (root - linear) / (4 * lines)
        spread = lines * (2 * share + supposed * (1 - supposed))
        return abs(better - worse - lines * supposed) <= z * math.sqrt(max(0.0, spread))

    def end(outside: float, inside: float) -> float:
        if is_inside(outside):
            return outside
        for _ in range(60):
            middle = (outside + inside) / 2
            inside, outside = (middle, outside) if is_inside(middle) else (inside, middle)
        return inside

    high = end(1.0, found)
    if not is_different:
        return (end(-1.0, 0.0) if is_inside(0.0) else 0.0), high
    return max(end(0.0, found), math.ulp(0.0)), high


# --- bootstrap -------------------------------------------------------------------------------------------------------


def bootstrap_test(difference: float, samples: Sequence[float], units: int) -> Outcome:
    """How often a paired bootstrap sample strays from the mean of all by as much as the outputs differ.

        p = (1 + samples with |dᵢ - mean d| ≥ |d|) / (1 + samples)

    dᵢ: the difference in sample i, both outputs on the same lines; d: on the test set itself. Where fewer than ten
    samples stray so far, p is that of Student's t, |d| / the standard deviation of the samples, with units - 1 degrees.
    sacreBLEU centres the sizes |dᵢ| and counts one tail; its p-values are smaller, and not uniform without a
    difference. Source: Koehn 2004; Riezler and Maxwell 2005 (shifted to the null hypothesis).
    """
    kept = list(filter(has_square, samples))
    if not kept:
        note = "there is no p-value: no sample has a difference"
        return Outcome(math.nan, len(samples), False, math.nan, notes=(note,))
    mean = math.fsum(kept) / len(kept)
    limit = abs(difference) * (1 - 1e-11)
    extreme = sum(not abs(sample - mean) < limit for sample in samples)
    counted = (extreme + 1) / (len(samples) + 1)
    spread = math.sqrt(math.fsum((sample - mean) ** 2 for sample in kept) / max(1, len(kept) - 1))
    if extreme >= 10 or not spread > 0 or units < 2:
        return Outcome(counted, len(samples), False, 0.0 if spread > 0 else counted)
    tail = max(2 * student_tail(limit / spread, units - 1), 1e-300)
    return Outcome(min(tail, counted), len(samples), False, 0.0, is_tail=tail < counted)


def bootstrap_interval(
    difference: float, samples: Sequence[float], level: float, *, is_different: bool
) -> tuple[float, float]:
    """Return the differences that the bootstrap test does not exclude: as far as the samples stray from their mean.

    NaN without a sample that can be squared. is_different: what the test found, which decides on which side 0 is.
    """
    kept = list(filter(has_square, samples))
    if not kept or not math.isfinite(difference):
        return math.nan, math.nan
    mean = math.fsum(kept) / len(kept)
    sizes = sorted(abs(sample - mean) for sample in kept)
    reach = sizes[min(len(sizes) - 1, math.ceil(level * len(sizes)))]
    least = abs(difference)
    reach = min(reach, math.nextafter(least, 0.0)) if is_different else max(reach, least)
    return difference - reach, difference + reach


# --- many tests ------------------------------------------------------------------------------------------------------


def adjusted(p_values: Sequence[float], correction: str) -> list[float]:
    """Return p-values corrected for their number; NaN stays NaN and does not count.

    "holm": the chance of any false claim is kept (Holm 1979). "benjamini-hochberg": the expected share of false claims
    among all claims is (Benjamini and Hochberg 1995). "none": as they are. Raises OptionError for a correction that
    there is not.
    """
    if correction not in CORRECTIONS:
        raise OptionError(f"no correction is called {correction!r}; try {', '.join(CORRECTIONS)}")
    places = sorted((at for at, p in enumerate(p_values) if not math.isnan(p)), key=p_values.__getitem__)
    result = list(p_values)
    count = len(places)
    if correction == "holm":
        largest = 0.0
        for rank, at in enumerate(places):
            largest = max(largest, (count - rank) * p_values[at])
            result[at] = min(1.0, largest)
    elif correction == "benjamini-hochberg":
        smallest = 1.0
        for rank, at in reversed(list(enumerate(places, 1))):
            smallest = min(smallest, p_values[at] * count / rank)
            result[at] = smallest
    return result
