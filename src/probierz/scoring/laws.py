"""What every metric must satisfy, checked on its own example: the laws that make intervals, slices and processes right.

A law is a function from a metric's name to a complaint, or None when it holds.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from probierz.errors import DataError
from probierz.lines import Text
from probierz.metrics.definition import Example
from probierz.metrics.names import get_metric
from probierz.scoring.blocks import Block
from probierz.scoring.run import score_blocks
from probierz.scoring.score import score
from probierz.scoring.tally import Plan

Item = TypeVar("Item")
Law = Callable[[str], str | None]

LAWS: dict[str, Law] = {}

_CLOSE = 1e-9


def law(check: Law) -> Law:
    """Register a law under its function's name, read as a sentence."""
    LAWS[check.__name__.replace("_", " ")] = check
    return check


def broken_laws(name: str) -> dict[str, str]:
    """Return the laws that the metric of this name breaks, each with what was found. Raises UnknownMetric."""
    get_metric(name)
    complaints = {title: check(name) for title, check in LAWS.items()}
    return {title: complaint for title, complaint in complaints.items() if complaint is not None}


def example_name(pattern: str, example: Example, *, needs_matching: bool) -> str:
    """The name under which a definition's example is scored."""
    name = example.name or pattern
    return f"Lower/{name}" if needs_matching else name


@law
def the_example_has_the_value_it_states(name: str) -> str | None:
    """Only for the very metric that the example was worked out for."""
    data = _example(name)
    if name != example_name(_definition_pattern(name), data, needs_matching=name.startswith("Lower/")):
        return None
    found = _value(name)
    return None if _same(found, data.value) else f"the example says {data.value}, found {found}"


@law
def the_name_prints_back_to_itself(name: str) -> str | None:
    """Both in our own form and in that of GEval."""
    metric = get_metric(name)
    for printed in (metric.name, metric.geval_name):
        if get_metric(printed).name != metric.name:
            return f"{printed} reads as {get_metric(printed).name}"
    return None


@law
def a_perfect_output_gets_the_best_value(name: str) -> str | None:
    """NaN is no complaint behind a prefix: a correlation of one line has no value."""
    metric = get_metric(name)
    if metric.best is None:
        return None
    found = _value(name, output=[metric.definition.perfect(line) for line in _example(name).expected])
    if (math.isnan(found) and metric.prefixes) or abs(found - metric.best) <= 1e-4:
        return None
    return f"the best value is {metric.best}, a perfect output gets {found}"


@law
def values_stay_in_bounds(name: str) -> str | None:
    """For the example's output and for the same lines in other orders."""
    low, high = get_metric(name).bounds
    for output in _shuffled(_example(name).output):
        try:
            found = _value(name, output=output)
        except DataError:  # a line of one item need not be readable as a line of another
            continue
        if not math.isnan(found) and not low - _CLOSE <= found <= high + _CLOSE:
            return f"{found} is outside [{low}, {high}]"
    return None


@law
def the_order_of_lines_does_not_matter(name: str) -> str | None:
    """To the last bit for additive tallies; nearly so where rows are kept."""
    metric, data = get_metric(name), _example(name)
    if metric.needs_position:
        return None
    wanted = _value(name)
    exact = hasattr(metric.tally_kind, "_fields")
    for order in _shuffled(range(len(data.expected))):
        lines = [[side[at] for at in order] for side in (data.expected, data.output, _inputs(data))]
        found = score(name, lines[0], lines[1], inputs=lines[2], rows=False).value
        if not (_identical(found, wanted) if exact else _same(found, wanted)):
            return f"{wanted} becomes {found} in another order"
    return None


@law
def any_cut_into_blocks_gives_the_same_bits(name: str) -> str | None:
    """As if the parts were scored in several processes."""
    data = _example(name)
    expected, output, inputs = list[Text](data.expected), list[Text](data.output), list[Text](_inputs(data))
    plan = Plan([score(name, [], [], inputs=[]).scheme])
    wanted = _value(name)
    for cut in range(len(data.expected) + 1):
        blocks = [
            Block(1, expected[:cut], output[:cut], inputs[:cut]),
            Block(cut + 1, expected[cut:], output[cut:], inputs[cut:]),
        ]
        found = score_blocks(plan, blocks)[0].value
        if not _identical(found, wanted):
            return f"{wanted} becomes {found} when cut after line {cut}"
    return None


@law
def the_mean_is_the_mean_of_the_lines_values(name: str) -> str | None:
    """`Mean/M` equals the average of the per-line view of M."""
    rows = score(name, _example(name).expected, _example(name).output, inputs=_inputs(_example(name))).rows
    values = rows.values if rows is not None else []
    wanted, found = sum(values) / len(values), _value(f"Mean/{name}")
    return None if _same(found, wanted) else f"Mean/{name} is {found}, the mean of the lines' values {wanted}"


@law
def no_lines_are_no_crash(name: str) -> str | None:
    """The value of nothing may be NaN, but it is a number."""
    found = score(name, [], [], inputs=[]).value
    return None if isinstance(found, float) else f"nothing scores {found!r}"


@law
def the_docstring_tells_formula_and_empty_case(name: str) -> str | None:
    """A formula on an indented line of its own, and a line that begins with `Empty:`."""
    doc = get_metric(name).definition.doc
    if not any(line.startswith("    ") for line in doc.splitlines()):
        return "the docstring has no formula on an indented line of its own"
    return None if "Empty:" in doc else "the docstring does not say what an empty file gives (a line `Empty: …`)"


def _definition_pattern(name: str) -> str:
    return get_metric(name).definition.pattern


def _example(name: str) -> Example:
    return get_metric(name).definition.example


def _inputs(data: Example) -> Sequence[str]:
    return data.input or data.expected


def _value(name: str, output: Sequence[str] | None = None) -> float:
    data = _example(name)
    given = data.output if output is None else output
    return score(name, data.expected, given, inputs=_inputs(data), rows=False).value


def _shuffled(items: Sequence[Item]) -> list[list[Item]]:
    return [random.Random(seed).sample(list(items), len(items)) for seed in range(10)]


def _same(left: float, right: float) -> bool:
    return _identical(left, right) or math.isclose(left, right, rel_tol=_CLOSE, abs_tol=_CLOSE)


def _identical(left: float, right: float) -> bool:
    return left == right or (math.isnan(left) and math.isnan(right))
