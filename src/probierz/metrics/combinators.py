"""Combinators: prefixes that change how any metric is averaged over lines. Source: GEval 1.42.2.0.

Both follow from tallies alone, so they apply to every metric: `Mean/M` finishes each line's tally and averages;
`MacroAvg/M` adds tallies up within each class of expected values, finishes each class and averages.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from typing import Any

from probierz.metrics.definition import Metric
from probierz.metrics.tallies import Mean, Tally, Total


def mean(metric: Metric) -> Metric:
    """`Mean/M`: the metric of each line on its own, averaged over lines: (1/n) Σ M(line).

    Empty: NaN over no lines; a line whose own value is NaN makes the mean NaN.
    """

    def item(expected: Any, output: Any, *extra: Any) -> Mean:
        return Mean(metric.line_value(metric.item(expected, output, *extra)), 1)

    return metric.named(
        "Mean",
        item=item,
        finish=Mean.mean,
        finish_line=Mean.mean,
        tally_kind=Mean,
        equal=None,
        many=None,
        tally_key=("Mean", metric.tally_key, metric.name),
    )


def macro_average(metric: Metric) -> Metric:
    """`MacroAvg/M`: the metric within each class of lines that expect the same, averaged: (1/k) Σ M(class).

    Empty: NaN over no lines.
    """

    def item(expected: Any, output: Any, *extra: Any) -> dict[Hashable, Tally]:
        return {_key(expected): metric.item(expected, output, *extra)}

    def finish(total: Total) -> float:
        values = [metric.finish(part) for part in total.values()]
        return math.fsum(values) / len(values) if values and all(map(math.isfinite, values)) else _plain_mean(values)

    return metric.named(
        "MacroAvg",
        item=item,
        finish=finish,
        finish_line=finish,
        tally_kind=dict,
        equal=None,
        many=None,
        tally_key=("MacroAvg", metric.tally_key),
    )


def _plain_mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else math.nan


def _key(expected: Any) -> Hashable:
    """A parsed expected value as a dictionary key: itself where it can be one, else its text form."""
    try:
        hash(expected)
    except TypeError:
        import json

        return json.dumps(expected, default=repr, ensure_ascii=False)
    return expected  # type: ignore[no-any-return]  # hashable, as just tried


COMBINATORS: dict[str, Callable[[Metric], Metric]] = {"Mean": mean, "MacroAvg": macro_average}
