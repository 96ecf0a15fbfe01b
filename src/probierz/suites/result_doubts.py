"""What is odd about the declared scores of a task, published or counted: each may be right, and seldom is."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from probierz.metrics.definition import Metric
from probierz.suites.published_checks import scale_doubts
from probierz.suites.published_results import PublishedResult
from probierz.suites.suite import Baseline, DeclaredTask

FEWEST_LINES_TO_DOUBT = 20
"""On fewer lines a baseline may well be far better or worse."""
FAR = 3
"""A score that is so many times as good as another one is far from it."""
MUCH = 0.2
"""A difference of two shares that is worth a question."""


def result_doubts(task: DeclaredTask) -> list[str]:
    """Return what is odd, a sentence each: another scale, a baseline that collapses, a system with two values."""
    return [*scale_doubts(task), *_collapsed_baselines(task), *_second_values(task)]


def unscored_results(task: DeclaredTask) -> list[str]:
    """Say of which splits results are published that a platform could not show, as nothing is expected there."""
    hidden = [split.name for split in task.splits if split.hidden]
    splits = dict.fromkeys(one.split for one in task.published if one.is_score and one.split in hidden)
    return [
        f"results of {split} are published, and its expected.tsv is not here, so  suite publish  would leave out the "
        "split and its results; add the file, or give it then by --expected"
        for split in splits
    ]


def _collapsed_baselines(task: DeclaredTask) -> Iterator[str]:
    """Where a baseline is good on one split and worthless on another, one may have expected results of other data."""
    long = [split.name for split in task.splits if split.lines >= FEWEST_LINES_TO_DOUBT]
    metric = task.parsed_schemes[0].metric
    factor = 100 if task.config_options.show_as_percentage else 1
    for baseline in task.baselines:
        scores = {name: float(value) / factor for name, value in baseline.scores.items() if name in long}
        order = sorted(scores, key=scores.__getitem__, reverse=metric.better == "higher")
        if len(order) > 1 and _is_collapse(scores[order[0]], scores[order[-1]], metric):
            good, bad = order[0], order[-1]
            yield (
                f"the baseline {baseline.name!r} has {task.main_metric} {baseline.scores[good]} on {good} and "
                f"{baseline.scores[bad]} on {bad}; do the expected results of {bad} belong to its inputs?"
            )


def _is_collapse(good: float, bad: float, metric: Metric) -> bool:
    """Whether the worse score is so far below the better one that the data must differ; scores as they are counted."""
    has_own_scale = metric.compares_numbers and metric.better == "lower"  # RMSE is in what is measured
    is_much = has_own_scale or abs(good - bad) >= MUCH
    return is_much and (bad * FAR <= good if metric.better == "higher" else bad >= good * FAR > 0)


def _second_values(task: DeclaredTask) -> Iterator[str]:
    """A published score of a baseline that was counted here as well, and came out otherwise."""
    for baseline in task.baselines:
        for one in task.published:
            if _is_of(one, baseline, task) and _differs(one.value, baseline.scores[one.split]):
                yield (
                    f"{one.system!r} has two values of {one.metric} on {one.split}: {one.value} is published, and "
                    f"{baseline.scores[one.split]} is counted here for the baseline {baseline.name!r}; correct one, or "
                    "say why in the column note"
                )


def _is_of(one: PublishedResult, baseline: Baseline, task: DeclaredTask) -> bool:
    """Whether a published result is that of a baseline, on a split on which that was scored, and nobody says more."""
    names = {name.strip().casefold() for name in (baseline.name, baseline.recipe)}
    is_same = one.system.strip().casefold() in names and one.metric == task.main_metric
    is_explained = bool(one.note or one.conflict or one.unit or one.slice)
    return is_same and one.is_score and one.split in baseline.scores and not is_explained


def _differs(one: str, other: str) -> bool:
    """Whether two values differ by more than the last digit of the one that has fewer."""
    first, second = Decimal(one), Decimal(other)
    last = max(first.as_tuple().exponent, second.as_tuple().exponent)
    return abs(first - second) > Decimal(1).scaleb(int(last))
