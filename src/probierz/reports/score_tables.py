"""Scores as tables: a row for each metric of one evaluation; of several, a row for each output."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from probierz.ordering import winners
from probierz.reports.tables import Column, NumberStyle, Table

if TYPE_CHECKING:
    from probierz.challenges.evaluation import EvaluationRecord
    from probierz.scoring.interval import ScoreInterval


def score_table(evaluations: Sequence[EvaluationRecord], style: NumberStyle, *, transposed: bool = False) -> Table:
    """Return the scores as a table: a row a metric for one evaluation, else a row an output.

    transposed: metrics as rows also for several outputs. Outputs are told apart by split, by the parameters in their
    names, or by their names; what is the same for all is left out.
    """
    if len(evaluations) == 1:
        rows = tuple((score.name, style.show(score.value)) for score in evaluations[0].scores)
        return Table((Column("metric"), Column("score", True)), rows, row_better=_directions(evaluations[0]))
    names, labels = _labels(evaluations)
    return (_metrics_as_rows if transposed else _outputs_as_rows)(evaluations, names, labels, style)


def _outputs_as_rows(
    evaluations: Sequence[EvaluationRecord], names: Sequence[str], labels: Sequence[tuple[str, ...]], style: NumberStyle
) -> Table:
    metrics = tuple(Column(score.name, True, score.better) for score in evaluations[0].scores)
    rows = tuple(
        (*label, *(style.show(score.value) for score in one.scores))
        for label, one in zip(labels, evaluations, strict=True)
    )
    best = frozenset((row, len(names) + metric) for row, metric in _best(evaluations))
    return Table((*map(Column, names), *metrics), rows, best)


def _metrics_as_rows(
    evaluations: Sequence[EvaluationRecord], names: Sequence[str], labels: Sequence[tuple[str, ...]], style: NumberStyle
) -> Table:
    outputs = tuple(Column(" ".join(filter(None, label)), True) for label in labels)
    rows = tuple(
        (score.name, *(style.show(one.scores[at].value) for one in evaluations))
        for at, score in enumerate(evaluations[0].scores)
    )
    best = frozenset((metric, 1 + output) for output, metric in _best(evaluations))
    return Table((Column("metric"), *outputs), rows, best, row_better=_directions(evaluations[0]))


def _labels(evaluations: Sequence[EvaluationRecord]) -> tuple[list[str], list[tuple[str, ...]]]:
    """Names of the columns that tell the evaluations apart, and their cells."""
    from probierz.challenges.files import core_name

    keys = sorted({key for one in evaluations for key in one.parameters})
    cores = {(one.split, core_name(one.output)) for one in evaluations}
    known = [
        {
            **one.parameters,
            "split": one.split,
            "output": core_name(one.output) if len(cores) == len(evaluations) else os.path.basename(one.output),
        }
        for one in evaluations
    ]
    names = ["split"] * (len({one.split for one in evaluations}) > 1)
    told_apart = len({tuple(label.get(name, "") for name in names + keys) for label in known}) == len(known)
    if not told_apart or (not keys and len({label["output"] for label in known}) > 1):
        names.append("output")
    names += keys
    return names, [tuple(label.get(name, "") for name in names) for label in known]


def _directions(evaluation: EvaluationRecord) -> tuple[str, ...]:
    return tuple(score.better for score in evaluation.scores)


def _best(evaluations: Sequence[EvaluationRecord]) -> set[tuple[int, int]]:
    """Places (evaluation, metric) of the best values within each split; none where a split has one output only."""
    splits: dict[str, list[int]] = {}
    for at, one in enumerate(evaluations):
        splits.setdefault(one.split, []).append(at)
    metrics = range(len(evaluations[0].scores))
    contests = [(rivals, metric) for rivals in splits.values() for metric in metrics]
    return {(at, metric) for rivals, metric in contests for at in _winners(evaluations, rivals, metric)}


def _winners(evaluations: Sequence[EvaluationRecord], rivals: Sequence[int], metric: int) -> list[int]:
    scores = [evaluations[at].scores[metric] for at in rivals]
    return [rivals[at] for at in winners([score.value for score in scores], scores[0].better)]


def with_intervals(table: Table, intervals: Sequence[Sequence[ScoreInterval]], style: NumberStyle) -> Table:
    """Put the low and the high end behind every score; `intervals` are arranged as the scores of the table are."""
    first = next(at for at, column in enumerate(table.columns) if column.is_number)
    columns = [*table.columns[:first]]
    for column in table.columns[first:]:
        prefix = "" if column.name == "score" else f"{column.name} "
        columns += column, Column(f"{prefix}low", True), Column(f"{prefix}high", True)
    rows = []
    for row, found in zip(table.rows, intervals, strict=True):
        cells = [*row[:first]]
        for cell, interval in zip(row[first:], found, strict=True):
            cells += cell, style.show(interval.low), style.show(interval.high)
        rows.append(tuple(cells))
    best = frozenset((row, first + 3 * (column - first)) for row, column in table.best)
    return Table(tuple(columns), tuple(rows), best, table.row_better)
