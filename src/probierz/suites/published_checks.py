"""Whether a published score can be one of its task: of a split and metric that it has, with a value in range."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations

from probierz.errors import ChallengeError, DataError, OptionError, nearest
from probierz.schemes.scheme import Scheme
from probierz.suites.baselines import check_recipe
from probierz.suites.published_results import PublishedResult, PublishedSource
from probierz.suites.suite import Baseline, DeclaredTask

_SCALES = {"percent": 100, "fraction": 1, "hundredths": 1}
"""By what a value of a share is multiplied in a unit, once it is shown as the challenge shows it."""


_NEAR = 1.5
"""A value stands near others that are not more than so many times as large, or as small."""

_APART, _FAR_APART = 3, 10
"""A value is far from others that are more than so many times as large, or as small: where ten times, or a hundred
times as much is asked for."""


def check_published(one: PublishedResult, task: DeclaredTask) -> None:
    """Raise DataError, with file and line, for a score that cannot be one of its task.

    A split that the task does not declare needs a note, and a metric that the challenge does not have needs its unit:
    papers measure more than challenges do, but a slip must not look like that. Numbers that are no scores are let be.
    """
    problem = _problem(one, task) if one.is_score else ""
    if problem:
        raise DataError(problem, path=one.file, line=one.line or None)


def _problem(one: PublishedResult, task: DeclaredTask) -> str:
    splits = [split.name for split in task.splits]
    if splits and one.split not in splits and not one.note:
        names = ", ".join(nearest(one.split, splits) or splits)
        return f"{task.name} has no split {one.split!r}; try {names}, or say in the column note what it is"
    scheme = next((known for known in task.parsed_schemes if known.name == one.metric), None)
    if scheme is None:
        metrics = [known.name for known in task.parsed_schemes]
        names = ", ".join(nearest(one.metric, metrics) or metrics)
        why = (
            f"{task.name} has no metric {one.metric!r}; try {names}, or give the unit of another one in the column unit"
        )
        return "" if one.unit else why
    scale = 100 if task.config_options.show_as_percentage else 1
    if _SCALES.get(one.unit, scale) != scale:
        shown = "percent" if scale == 100 else "fractions"
        return f"the unit is {one.unit!r}, and the challenge shows {one.metric} in {shown}; give the value in that"
    low, high = (bound * scale for bound in scheme.metric.bounds)
    if not low <= one.number <= high:
        where = f"{one.metric} of {one.system} on {one.split} of {task.name}"
        remedy = "correct the value, its unit, or the settings of the task"
        return f"{where} is {one.value}, and the challenge shows it from {low:g} to {high:g}; {remedy}"
    return ""


def check_ranks(results: Sequence[PublishedResult], task: DeclaredTask) -> None:
    """Raise DataError, with file and line, where a printed rank and the values contradict each other.

    A worse system before a better one, or one rank for two values, needs a word in `note` or `conflict` of one of them:
    such as that a system was left out of competition.
    """
    better = {scheme.name: scheme.metric.better for scheme in task.parsed_schemes}
    ranked = [one for one in results if one.rank and one.is_score and one.metric in better]
    for first, second in combinations(ranked, 2):
        if (first.split, first.metric) != (second.split, second.metric) or first.number == second.number:
            continue
        is_first_better = (first.number > second.number) == (better[first.metric] == "higher")
        difference = first.rank - second.rank if is_first_better else second.rank - first.rank
        is_explained = any(one.note or one.conflict for one in (first, second))
        if difference >= 0 and first.system != second.system and not is_explained:
            raise DataError(
                f"{second.system} with {second.metric} {second.value} has rank {second.rank}, and {first.system} with "
                f"{first.value} (line {first.line}) rank {first.rank}, where {better[first.metric]} is better; correct "
                "one, or say in the column note of one of them why",
                path=second.file,
                line=second.line,
            )


def scale_doubts(task: DeclaredTask, *, is_hundredfold: bool = False) -> list[str]:
    """Return what is odd about the scale of published scores, a sentence each: shares in place of percent, or a point
    that slipped. Values in a unit are believed.

    is_hundredfold: those alone that are shares in place of percent, or the other way round.
    """
    return [doubt for scheme in task.parsed_schemes for doubt in _doubts_of(scheme, task, is_hundredfold)]


def _doubts_of(scheme: Scheme, task: DeclaredTask, is_hundredfold: bool) -> list[str]:
    published = [one for one in task.published if one.is_score and one.metric == scheme.name]
    scores = [one for one in published if not one.unit]
    if task.config_options.show_as_percentage and scores and _are_shares(scores):
        first = next(one for one in scores if one.number)
        return [
            f"the published values of {scheme.name} are none above 1, such as {first.value} of {first.system}, and "
            f'the challenge shows it times 100; write {first.number * 100:.6g}, or unit = "percent" if they are right'
        ]
    found = ((one, _other_scale(one, published, scheme, task)) for one in scores)
    return [
        _outlier_doubt(one, other, task)
        for one, other in found
        if other and not (is_hundredfold and abs(Decimal(other).adjusted() - Decimal(one.shown).adjusted()) != 2)
    ]


def _are_shares(scores: Sequence[PublishedResult]) -> bool:
    return all(-1 <= one.number <= 1 for one in scores) and any(one.number for one in scores)


def _other_scale(one: PublishedResult, published: Sequence[PublishedResult], scheme: Scheme, task: DeclaredTask) -> str:
    """What would stand among the others, see `on_another_scale`; empty where the value does."""
    others = [other.number for other in published if other is not one and other.split == one.split]
    if one.metric == task.main_metric:
        others += [float(known.scores[one.split]) for known in task.baselines if one.split in known.scores]
    other = on_another_scale(one.shown, others, scheme.metric.better)
    if not other and task.config_options.show_as_percentage and _is_share_among_percents(one.number, others):
        other = format(Decimal(one.shown).scaleb(2), "f")
    return other


def _outlier_doubt(one: PublishedResult, other: str, task: DeclaredTask) -> str:
    unit = "percent" if task.config_options.show_as_percentage else "fraction"
    return (
        f"{one.metric} of {one.system} on {one.split} is {one.value}, far from all others, and {other} would stand "
        f'among them; write that, or unit = "{unit}" if it is right'
    )


def _is_share_among_percents(number: float, others: Sequence[float]) -> bool:
    """Whether a hundred times as much would not stand far below them, however far above."""
    return bool(others) and 0 < number <= 1 and number * _FAR_APART < min(others) < number * 100 * _NEAR


def on_another_scale(value: str, others: Sequence[float], better: str) -> str:
    """Return ten or a hundred times a value, or its tenth or hundredth, where that stands among others and the value
    is far from all of them; empty where it does not. better: "higher" or "lower".

    Others that are far from each other tell of no point that slipped, and an error may be a tenth of a single other.
    """
    number = float(value)
    if not others or min(others) <= 0 or number <= 0:
        return ""
    low, high = min(others), max(others)
    is_alone = len(others) == 1 and better == "lower" and number < low
    for places in (2, -2) if is_alone or high > _APART * low else (1, -1, 2, -2):
        moved = Decimal(value).scaleb(places)
        apart = _APART if abs(places) == 1 else _FAR_APART
        is_far = number * apart < low if places > 0 else number > apart * high
        if is_far and low / _NEAR <= float(moved) <= high * _NEAR:
            return format(moved, "f")
    return ""


def check_baseline(one: Baseline, task: DeclaredTask, where: str) -> None:
    """Raise ChallengeError for a recipe that is none, an unknown split or metric, or an impossible score."""
    try:
        if one.recipe:
            check_recipe(one.recipe)
    except OptionError as error:
        raise ChallengeError(f"{where}, baseline {one.name!r}: {error}") from error
    metrics = [scheme.name for scheme in task.parsed_schemes]
    for metric, split, value in one.all_scores(task.main_metric):
        result = PublishedResult(
            task.name, split, metric, one.name, value, PublishedSource(), kind="baseline", note="baseline"
        )
        names = [known.name for known in task.splits]
        problem = _problem(result, task) if result.is_score else f"{value!r} is not a number"
        if names and split not in names:
            problem = f"{task.name} has no split {split!r}; try {', '.join(nearest(split, names) or names)}"
        if metric not in metrics:
            problem = f"{task.name} has no metric {metric!r}; try {', '.join(nearest(metric, metrics) or metrics)}"
        if problem:
            raise ChallengeError(f"{where}, baseline {one.name!r}: {problem}")
