"""Whether a published score can be one of its task: of a split and metric that it has, with a value in range."""

from __future__ import annotations

from probierz.errors import DataError, nearest
from probierz.suites.published_results import PublishedResult
from probierz.suites.suite import DeclaredTask

__all__ = ["check_published"]

_SCALES = {"percent": 100, "fraction": 1, "hundredths": 1}
"""By what a value of a share is multiplied in a unit, once it is shown as the challenge shows it."""


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
