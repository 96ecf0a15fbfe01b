"""The parts of a report's document, each made from the material."""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from probierz.errors import OptionError
from probierz.inspection.feature_lines import lines_of_features
from probierz.inspection.features import FeatureKinds
from probierz.inspection.worst import FeatureReport, WorstFeature, worst_features
from probierz.reports.histograms import histogram
from probierz.reports.items import FeatureOf
from probierz.reports.material import Material
from probierz.reports.options import ReportOptions
from probierz.reports.schema import (
    ComparisonEntry,
    Feature,
    Histogram,
    Intervals,
    Items,
    MetricEntry,
    Number,
    OutputEntry,
    PairEntry,
    ScoreEntry,
    Worst,
)
from probierz.reports.tables import NumberStyle
from probierz.scoring.compare import compare
from probierz.scoring.comparison import ComparedPair, Comparison
from probierz.scoring.format import finite_or_none
from probierz.scoring.interval import ScoreInterval, intervals
from probierz.scoring.levels import LEVEL
from probierz.scoring.score import Score


def metrics(material: Material) -> list[MetricEntry]:
    """The metrics, the main one first."""
    return [
        {
            "name": score.name,
            "scheme": str(score.scheme),
            "better": score.better,
            "best": score.scheme.metric.best,
            "description": score.scheme.metric.definition.summary,
        }
        for score in material.metrics
    ]


def outputs(material: Material) -> list[OutputEntry]:
    """The outputs in the order given."""
    return [
        {"name": name, "path": one.output, "parameters": dict(one.parameters), "warnings": list(one.warnings)}
        for name, one in zip(material.names, material.evaluations, strict=True)
    ]


# --- intervals and comparisons ---------------------------------------------------------------------------------------


class Judged(NamedTuple):
    """intervals[output][metric]; comparisons[metric], None where there is nothing to compare, or not the same lines."""

    intervals: list[list[ScoreInterval]]
    comparisons: list[Comparison | None]


def judge(material: Material, options: ReportOptions) -> Judged:
    """Make the intervals of all scores, and compare the outputs under each metric."""
    settings: dict[str, Any] = {"level": options.level, "samples": options.samples, "seed": options.seed}
    settings["cluster"] = options.cluster
    if len(material.outputs) == 1:
        alone = intervals(material.metrics, **settings)
        return Judged([alone], [None] * len(alone))
    found: list[Sequence[ScoreInterval]] = []
    compared: list[Comparison | None] = []
    for metric in range(len(material.metrics)):
        of_outputs = material.scores(metric)
        one = None
        if _are_of_same_lines(of_outputs):
            one = compare(of_outputs, material.names, trials=options.trials, **settings)
        compared.append(one)
        found.append(one.intervals if one else intervals(of_outputs, **settings))
    return Judged([list(column) for column in zip(*found, strict=True)], compared)


def _are_of_same_lines(scores: Sequence[Score]) -> bool:
    rows = [list(score.rows.numbers) for score in scores if score.rows is not None]
    return all(one == rows[0] for one in rows)


def scores(material: Material, judged: Judged, style: NumberStyle) -> list[list[ScoreEntry]]:
    """The scores of each output, with their intervals."""
    return [
        [
            {
                "value": finite_or_none(score.value),
                "shown": style.show(score.value),
                "low": finite_or_none(bounds.low),
                "high": finite_or_none(bounds.high),
                "signature": str(score.signature),
            }
            for score, bounds in zip(evaluation.scores, of_output, strict=True)
        ]
        for evaluation, of_output in zip(material.evaluations, judged.intervals, strict=True)
    ]


def interval(judged: Judged, options: ReportOptions) -> Intervals:
    """How the intervals were made, and the smallest difference between any two outputs that these lines can show.

    Of one output it is the difference from a fixed number.
    """
    return {
        "level": options.level,
        "method": "auto",
        "samples": options.samples,
        "seed": options.seed,
        "smallest_difference": [_smallest_difference(judged, metric) for metric in range(len(judged.comparisons))],
    }


def _smallest_difference(judged: Judged, metric: int) -> Number:
    comparison = judged.comparisons[metric]
    if comparison is None:
        return finite_or_none(judged.intervals[0][metric].smallest_difference) if len(judged.intervals) == 1 else None
    known = [pair.smallest_difference for pair in comparison.pairs if math.isfinite(pair.smallest_difference)]
    return max(known, default=None)


def comparisons(judged: Judged) -> list[ComparisonEntry]:
    """The comparisons, one for each metric under which the outputs were scored on the same lines."""
    return [_comparison(metric, one) for metric, one in enumerate(judged.comparisons) if one is not None]


def _comparison(metric: int, comparison: Comparison) -> ComparisonEntry:
    order = comparison.best_first()
    clusters: dict[int, list[int]] = {}
    for at in order:
        cluster = comparison.clusters[at]
        if cluster is not None:
            clusters.setdefault(cluster, []).append(at)
    return {
        "metric": metric,
        "test": comparison.test,
        "why": comparison.reason,
        "correction": comparison.correction,
        "level": comparison.level,
        "alpha": comparison.alpha,
        "corrected_pairs": comparison.corrected_pairs,
        "pairs": [_pair(comparison, pair) for pair in comparison.pairs],
        "clusters": list(clusters.values()),
        "order": order,
    }


def _pair(comparison: Comparison, pair: ComparedPair) -> PairEntry:
    is_open = comparison.verdict(pair) == "impossible" and pair.low == pair.high  # no width would mean certainty
    return {
        "a": pair.first,
        "b": pair.second,
        "difference": finite_or_none(pair.difference),
        "low": None if is_open else finite_or_none(pair.low),
        "high": None if is_open else finite_or_none(pair.high),
        "p": finite_or_none(pair.p_value),
        "adjusted": finite_or_none(pair.adjusted),
        "significant": comparison.is_different(pair),
        "verdict": comparison.verdict(pair),
        "smallest_difference": finite_or_none(pair.smallest_difference),
        "fixed": pair.better,
        "broken": pair.worse,
    }


# --- lines -----------------------------------------------------------------------------------------------------------


def histograms(material: Material) -> list[Histogram]:
    """A histogram of line scores for each metric that has a value on some line."""
    found: list[Histogram] = []
    for metric in range(len(material.metrics)):
        columns = [material.line_scores(output, metric) for output in range(len(material.outputs))]
        edges, counts, unscored = histogram(columns)
        if edges:
            found.append({"metric": metric, "edges": edges, "counts": counts, "unscored": unscored})
    return found


class Features(NamedTuple):
    """The features of an output's bad lines, each with the numbers of its lines; a note where there are none."""

    features: tuple[WorstFeature, ...] = ()
    lines: Mapping[str, Sequence[int]] = MappingProxyType({})
    tested: int = 0
    note: str | None = None


def worst(material: Material) -> list[Features]:
    """Find what goes with bad lines of each output, under the main metric; see `inspection.worst`."""
    return [_worst_of(material, output) for output in range(len(material.outputs))]


def _worst_of(material: Material, output: int) -> Features:
    lines = material.lines(output)
    try:
        report = worst_features(lines)
    except OptionError as error:  # the metric has no value on single lines
        return Features(note=error.message)
    kinds = FeatureKinds(tokenizer=material.reading.tokenizer, in_header=material.reading.in_header)
    places = lines_of_features((one.name for one in report.features), lines, kinds)
    return Features(report.features, places, report.tested, _note(report))


def _note(report: FeatureReport) -> str | None:
    parts = []
    if report.significant > len(report.features):
        parts.append(f"{report.significant} features have q at most {LEVEL}; the most significant groups are listed")
    if report.unscored:
        parts.append(f"{report.unscored} lines have no score of their own and are left out")
    if report.missed:
        parts.append(f"rare features, on at most {report.missed} lines, may have been dropped to save memory")
    return "; ".join(parts) or None


def needed_lines(found: Sequence[Features]) -> list[FeatureOf]:
    """The lines of all features listed, for the choice of lines to embed."""
    return [FeatureOf(output, lines) for output, one in enumerate(found) for lines in one.lines.values()]


def worst_entries(found: Sequence[Features], items: Items) -> list[Worst]:
    """The features of each output, with those of their lines that are embedded."""
    kept = {row["number"] for row in items["rows"]}
    return [
        {
            "features": [_feature(feature, one.lines[feature.name], kept) for feature in one.features],
            "tested": one.tested,
            "note": one.note,
        }
        for one in found
    ]


def _feature(feature: WorstFeature, lines: Sequence[int], kept: Container[int]) -> Feature:
    return {
        "name": feature.name,
        "lines": feature.lines,
        "score": finite_or_none(feature.score),
        "others": finite_or_none(feature.others),
        "effect": finite_or_none(feature.effect),
        "p": finite_or_none(feature.p),
        "q": finite_or_none(feature.q),
        "also": list(feature.also),
        "items": [line for line in lines if line in kept],
    }


# --- notes -----------------------------------------------------------------------------------------------------------


def notes(material: Material, judged: Judged) -> list[str]:
    """What a reader should know of intervals and comparisons: each note once, with all metrics that it is about."""
    about: dict[str, list[str]] = {}
    for metric, (score, comparison) in enumerate(zip(material.metrics, judged.comparisons, strict=True)):
        found: list[str] = [note for of_output in judged.intervals for note in of_output[metric].notes]
        if comparison is not None:
            found = list(comparison.notes)
        elif len(material.outputs) > 1:
            found.append("not compared, because its flags choose other lines of each output")
        for note in dict.fromkeys(found):
            about.setdefault(note, []).append(score.name)
    return [f"{', '.join(names)}: {note}" for note, names in about.items()]
