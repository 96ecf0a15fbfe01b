"""When a mean over tasks says something: their scores must have one direction and one scale.

Tasks are averaged where their main metrics are all better when higher and have the same highest value as they are
shown (100 for percentages of shares and correlations, 1 where these are shown as fractions); or where all of them are
one and the same metric, shown alike, such as WER on several corpora.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from probierz.errors import ChallengeError
from probierz.suites.suite import DeclaredTask

_REMEDY = (
    "choose main metrics that are all better when higher and have one highest value, show all of them with "
    "--show-as-percentage or none, or leave out has_average"
)


@dataclass(frozen=True)
class TaskScale:
    """On what scale a task is scored. better: "higher" or "lower". highest: as it is shown; None for no bound.

    is_percentage: whether values are shown times 100.
    """

    task: str
    metric: str
    better: str
    highest: float | None
    is_percentage: bool = False

    def __str__(self) -> str:
        """Print the task with its metric."""
        return f"{self.task} ({self.metric})"


def scale_of(task: DeclaredTask) -> TaskScale:
    """Return the scale of a task's main metric, as the challenge shows it."""
    metric = task.parsed_schemes[0].metric
    is_percentage = task.config_options.show_as_percentage
    highest = metric.bounds[1] * (100 if is_percentage else 1)
    return TaskScale(
        task.name, task.main_metric, metric.better, None if math.isinf(highest) else highest, is_percentage
    )


def why_no_average(scales: Sequence[TaskScale]) -> str:
    """Return why tasks cannot be averaged, and which; empty where they can."""
    lower = [one for one in scales if one.better == "lower"]
    if len({one.metric for one in scales}) == 1:
        return _shown_otherwise(scales)
    if 0 < len(lower) < len(scales):
        higher = next(one for one in scales if one.better == "higher")
        return f"{_listed(lower)} {_is_or_are(lower)} better when lower, {higher} when higher"
    if lower:
        return f"{_listed(scales)} are different errors, on scales of their own"
    unbounded = [one for one in scales if one.highest is None]
    if unbounded:
        return f"{_listed(unbounded)} {'has' if len(unbounded) == 1 else 'have'} no highest value"
    by_highest = {one.highest: one for one in reversed(scales)}
    if len(by_highest) == 1:
        return ""
    first, *others = sorted(by_highest.values(), key=scales.index)
    rest = ", ".join(f"{one} up to {one.highest:g}" for one in others)
    return f"{first} is shown up to {first.highest:g}, {rest}"


def _shown_otherwise(scales: Sequence[TaskScale]) -> str:
    """What keeps tasks of one metric apart: some are shown in percent."""
    percent = [one for one in scales if one.is_percentage]
    others = [one for one in scales if not one.is_percentage]
    if not percent or not others:
        return ""
    return f"{_listed(percent)} {_is_or_are(percent)} shown in percent, {_listed(others)} {_is_or_are(others)} not"


def check_average(suite: str, tasks: Sequence[DeclaredTask]) -> None:
    """Raise ChallengeError where a mean over these tasks would mix directions or scales."""
    reason = why_no_average([scale_of(task) for task in tasks])
    if reason:
        raise ChallengeError(f"{suite}: the tasks cannot be averaged: {reason}; {_REMEDY}")


def exact_mean(values: Sequence[float]) -> float:
    """Return the plain mean of values, that of their decimal digits; NaN without any.

    67.3, 67.4 and 67.5 make 67.4, and not 67.39999999999999.
    """
    return float(sum(Decimal(repr(float(one))) for one in values) / len(values)) if values else math.nan


_MOST_DIGITS = 4
"""Of scores that are shown with all their digits, further ones say nothing in a mean."""

_DECIMALS = re.compile(r"\.([0-9]+)")


def digits_of_mean(shown: Iterable[str]) -> int:
    """Return with how many decimals a mean is shown: as many as the scores that it is of, as these are shown."""
    decimals = (_DECIMALS.search(text) for text in shown)
    return min(_MOST_DIGITS, max((len(found[1]) for found in decimals if found), default=0))


def interval_of_mean(
    values: Sequence[float], ends: Sequence[tuple[float, float]], sets: Sequence[Hashable] | None = None
) -> tuple[float, float]:
    """Return the interval of the mean of scores, from the interval of each.

        from m - √( Σ L² ) / k to m + √( Σ U² ) / k,   L = Σ (s - l), U = Σ (u - s) over the scores of one test set

    s, l, u: a score and the ends of its interval, all at one level; m: the mean of the k scores. sets: of which test
    set each score is; by default each is of its own. Those of one set may be good or bad together, as far as their
    texts are easy or hard: the interval is as wide as if they always were. Source: Zou and Donner 2008.
    """
    mean = math.fsum(values) / len(values)
    below: dict[Hashable, float] = defaultdict(float)
    above: dict[Hashable, float] = defaultdict(float)
    for value, (low, high), one in zip(values, ends, range(len(values)) if sets is None else sets, strict=True):
        below[one] += value - low
        above[one] += high - value
    return mean - math.hypot(*below.values()) / len(values), mean + math.hypot(*above.values()) / len(values)


def sets_of_tasks(shares: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return for each task the first one of those that share texts with it, at once or through others; else itself.

    shares: of each task the ones that it says it shares texts with, which then share them with it.
    """
    first = {task: task for task in shares}
    for task, others in shares.items():
        for other in others:
            if other in first and first[other] != first[task]:
                one, two = first[task], first[other]
                first = {name: two if found == one else found for name, found in first.items()}
    return first


def _listed(scales: Sequence[TaskScale]) -> str:
    *first, last = map(str, scales)
    return f"{', '.join(first)} and {last}" if first else last


def _is_or_are(scales: Sequence[TaskScale]) -> str:
    return "is" if len(scales) == 1 else "are"
