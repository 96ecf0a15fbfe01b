"""Expected lines that are distributed otherwise in one split than in another.

Classes: the distance is half the sum of the differences of shares (total variation, 0 to 1), and chance is judged by
the chi-squared statistic. Numbers: the distance is the difference of means in standard deviations, and chance is judged
by Welch's z. A drift is told when it is both large and no chance, so small splits do not raise alarms.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import fmean, pvariance

from probierz.metrics.parsers import finite_numbers
from probierz.suites.checks.checked_split import CheckedSplit
from probierz.suites.findings import Finding, FindingPlace

MOST_CLASSES = 50
"""More different lines are numbers, or texts."""

LARGE_SHARE, LARGE_MEAN = 0.1, 0.3
"""Smaller distances, of shares and in standard deviations, change hardly which system is the best."""

NO_CHANCE = 4.0
"""Standard deviations beyond which a difference is no chance."""


def check_drift(splits: Sequence[CheckedSplit]) -> Iterator[Finding]:
    """Compare each split with expected lines to the first that has some; one finding for each that drifts."""
    labelled = [split for split in splits if split.expecteds]
    for split in labelled[1:]:
        message = _drift(labelled[0], split)
        if message:
            place = FindingPlace(str(split.split.expected))
            yield Finding("label-drift", message, (labelled[0].name, split.name), 1, (place,))


def _drift(first: CheckedSplit, second: CheckedSplit) -> str:
    labels, others = first.expecteds or [], second.expecteds or []
    if len(set(labels) | set(others)) <= MOST_CLASSES:
        return _of_classes(labels, others)
    numbers, more = finite_numbers(labels), finite_numbers(others)
    return _of_means(numbers, more) if numbers and more else ""


def _of_classes(labels: Sequence[str], others: Sequence[str]) -> str:
    here, there = Counter(labels), Counter(others)
    shares = {label: (here[label] / len(labels), there[label] / len(others)) for label in here | there}
    distance = sum(abs(one - other) for one, other in shares.values()) / 2
    if distance < LARGE_SHARE or not _is_no_chance(here, there):
        return ""
    label, (one, other) = max(shares.items(), key=lambda item: abs(item[1][0] - item[1][1]))
    return (
        f"the shares of the classes differ by {distance:.0%} in all; "
        f"{label!r} has {other:.1%} of the lines here, {one:.1%} there"
    )


def _is_no_chance(here: Counter[str], there: Counter[str]) -> bool:
    """Whether chi-squared lies four standard deviations above what chance gives (Wilson and Hilferty's cube root)."""
    total, other_total = sum(here.values()), sum(there.values())
    statistic = sum(
        (there[label] * total - here[label] * other_total) ** 2 / (total * other_total * (here[label] + there[label]))
        for label in here | there
    )
    free = len(here | there) - 1
    if free == 0:
        return False
    spread = 2 / (9 * free)
    return math.cbrt(statistic / free) > 1 - spread + NO_CHANCE * math.sqrt(spread)


def _of_means(numbers: Sequence[float], others: Sequence[float]) -> str:
    difference = fmean(others) - fmean(numbers)
    variances = pvariance(numbers), pvariance(others)
    deviation = math.sqrt((variances[0] + variances[1]) / 2)
    error = math.sqrt(variances[0] / len(numbers) + variances[1] / len(others))
    if not deviation or abs(difference) < LARGE_MEAN * deviation or abs(difference) < NO_CHANCE * error:
        return ""
    return f"the mean is {fmean(others):.4g} here, {fmean(numbers):.4g} there: {difference / deviation:+.2f} deviations"
