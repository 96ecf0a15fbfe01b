"""From the name of a metric, prefixes included, to the metric: `Mean/Fuzzy/MultiLabel-F1`."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from probierz.metrics.combinators import COMBINATORS
from probierz.metrics.definition import Metric, find_definition
from probierz.metrics.matching import MATCHING, build_match, effective_prefixes


def split_prefixes(name: str) -> tuple[list[str], str]:
    """Return the prefixes of a metric's name, as written, and the rest of it."""
    prefixes: list[str] = []
    while "/" in name and name.partition("/")[0] in {*COMBINATORS, *MATCHING}:
        prefix, _, name = name.partition("/")
        prefixes.append(prefix)
    return prefixes, name


@cache
def get_metric(name: str) -> Metric:
    """Return the metric of that name. Raises UnknownMetric (with the nearest names) or SchemeError.

    Prefixes are read left to right, the leftmost is the outermost; a combinator keeps its place among matching
    specifications in the printed name, the specifications all apply to the pairs of texts inside the metric.
    """
    prefixes, rest = split_prefixes(name)
    specifications = effective_prefixes([prefix for prefix in prefixes if prefix in MATCHING])
    definition, parameters = find_definition(rest, matched=bool(specifications))
    metric = definition.bind(parameters, build_match(specifications) if specifications else None)
    metric = replace(metric, tally_key=(metric.tally_key, specifications))
    return _wrap(metric, prefixes, len(specifications))


def _wrap(metric: Metric, prefixes: list[str], count: int) -> Metric:
    kept: list[str] = []
    for prefix in prefixes:
        if prefix in COMBINATORS:
            kept.append(prefix)
        elif count:
            kept.append(prefix)
            count -= 1
    for prefix in reversed(kept):
        metric = COMBINATORS[prefix](metric) if prefix in COMBINATORS else metric.named(prefix)
    return metric
