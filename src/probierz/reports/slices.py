"""Slices as tables for people and for programs, and as JSON."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

from probierz.ordering import winners
from probierz.reports.comparison import shown_ends
from probierz.reports.json_values import interval_as_json, json_number, plain_number
from probierz.reports.tables import Column, NumberStyle, Table
from probierz.scoring.levels import CONFIDENCE, SAMPLES

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from probierz.inspection.slices import Slice, SliceTable
    from probierz.scoring.interval import ScoreInterval

Intervals = list[list["ScoreInterval"]]
"""For each slice, the rest included, and at the end for all lines: the interval of each column."""

_BAR_CELLS = 12
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_LONGEST_NAME, _MOST_NAMED = 40, 3
_ALL_LINES = "(all lines)"


def slice_intervals(
    table: SliceTable,
    *,
    level: float = CONFIDENCE,
    samples: int = SAMPLES,
    seed: int = 1,
    cluster: Sequence[Hashable] | None = None,
    jobs: int | Executor = 1,
) -> Intervals:
    """Return the interval of every score of the table.

    cluster: for every line of the test set what it belongs to. jobs: processes, or an executor.
    """
    from probierz.scoring.executors import opened
    from probierz.scoring.interval import intervals

    rows = [*(one.scores for one in table.all), table.whole]
    settings: dict[str, Any] = {"level": level, "samples": samples, "seed": seed, "cluster": cluster}
    with opened(jobs) as executor:
        return [intervals(scores, **settings, jobs=executor or 1) for scores in rows]


def slice_interval_notes(table: SliceTable, intervals: Intervals) -> list[str]:
    """What a reader should know of the intervals, by column; those of all lines may be missing at the end."""
    from probierz.scoring.interval_notes import interval_notes

    names = [*(one.name for one in table.all), _ALL_LINES][: len(intervals)]
    columns = zip(_column_names(table), zip(*intervals, strict=True), strict=True)
    return [
        note
        for column, found in columns
        for note in interval_notes(zip(names, found, strict=True), within=f"{column} in ", most=_MOST_NAMED)
    ]


# --- for people ------------------------------------------------------------------------------------------------------


def slice_table(
    table: SliceTable, style: NumberStyle, intervals: Intervals | None = None, *, bars: bool = False
) -> Table:
    """Return a row for each slice, and one for all lines; a column for each metric and output, with its verdict.

    With a single column there is a picture of the score too, with `bars`. Long names are cut.
    """
    alone = len(table.whole) == 1
    columns = [Column("slice"), Column("lines", True), Column("share", True)]
    for score, name in zip(table.whole, _column_names(table), strict=True):
        columns.append(Column(name, True, score.better))
        columns += [Column("low", True), Column("high", True)] * (intervals is not None)
        columns += [Column("")] * (bars and alone)
        columns += [Column("q", True), Column("")]
    longest = _longest(table)
    rows = []
    for at, one in enumerate([*table.all, None]):
        cells = _head(table, one)
        for place, score in enumerate(table.whole if one is None else one.scores):
            cells.append(style.show(score.value))
            if intervals is not None:
                cells += shown_ends(intervals[at][place].low, intervals[at][place].high, style)
            cells += [_bar(score.value, longest)] * (bars and alone)
            cells += _verdict(one, place)
        rows.append(tuple(cells))
    best = frozenset(_best(table, [at for at, column in enumerate(columns) if column.better]))
    return Table(tuple(columns), tuple(rows), best)


def _column_names(table: SliceTable) -> list[str]:
    """The metric, the output, or both: what tells the columns apart."""
    several_outputs = len(set(table.outputs)) > 1
    several_metrics = len(table.whole) > len(set(table.outputs))
    names = []
    for output, score in zip(table.outputs, table.whole, strict=True):
        parts = [score.name] * (several_metrics or not several_outputs) + [output] * several_outputs
        names.append(" ".join(parts))
    return names


def _head(table: SliceTable, one: Slice | None) -> list[str]:
    if one is None:
        return [_ALL_LINES, str(table.lines), "100.0 %"]
    name = f"({table.rest_values} other values)" if one is table.rest else one.name
    if len(name) > _LONGEST_NAME:
        name = name[: _LONGEST_NAME - 1] + "…"
    return [name, str(one.lines), f"{100 * one.share:.1f} %"]


def _verdict(one: Slice | None, place: int) -> list[str]:
    """The q of a slice, and in a word what it says, or why it says nothing."""
    if one is None:
        return ["", ""]
    from probierz.scoring.format import short_p

    found = one.differences[place]
    return ["" if math.isnan(found.q) else short_p(found.q), found.side]


def _longest(table: SliceTable) -> float:
    """The score that fills a bar: the best or worst there can be, or the greatest there is."""
    low, high = table.whole[0].scheme.metric.bounds
    if low == 0 and math.isfinite(high):
        return high
    values = [abs(score.value) for row in [table.whole, *(one.scores for one in table.all)] for score in row]
    return max(filter(math.isfinite, values), default=0.0)


def _bar(value: float, longest: float) -> str:
    if not math.isfinite(value) or value <= 0 or longest <= 0:
        return ""
    eighths = round(8 * _BAR_CELLS * min(1.0, value / longest))
    return (_EIGHTHS[8] * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip()


def _best(table: SliceTable, places: Sequence[int]) -> set[tuple[int, int]]:
    """The best output of each metric in each row, where there are several outputs and they differ."""
    metrics: dict[str, list[int]] = {}
    for at, score in enumerate(table.whole):
        metrics.setdefault(str(score.scheme), []).append(at)
    rows = [*(one.scores for one in table.all), table.whole]
    return {
        (row, places[rivals[at]])
        for row, scores in enumerate(rows)
        for rivals in metrics.values()
        for at in winners([scores[rival].value for rival in rivals], scores[rivals[0]].better)
    }


# --- for programs ----------------------------------------------------------------------------------------------------


def long_table(tables: Sequence[SliceTable], style: NumberStyle, intervals: Sequence[Intervals] | None = None) -> Table:
    """Return one row for each slicing, output, metric and slice, nothing rounded; all lines come last.

    p and q are empty where nothing was tested; where nothing can be said, the side says why.
    """
    names = ["lines", "share", "score", *["low", "high"] * (intervals is not None), "p", "q"]
    columns = [Column("by"), Column("output"), Column("metric"), Column("slice")]
    columns += [Column(name, True) for name in names]
    rows = []
    for at, table in enumerate(tables):
        for place in range(len(table.whole)):
            rows += _long_rows(table, place, style, intervals[at] if intervals is not None else None)
    return Table((*columns, Column("side")), tuple(rows))


def _long_rows(table: SliceTable, place: int, style: NumberStyle, intervals: Intervals | None) -> list[tuple[str, ...]]:
    from probierz.scoring.format import plain, show

    rows = []
    for at, one in enumerate([*table.all, None]):
        score = table.whole[place] if one is None else one.scores[place]
        cells = [table.by, table.outputs[place], score.name, _ALL_LINES if one is None else one.name]
        lines, share = (table.lines, 1.0) if one is None else (one.lines, one.share)
        cells += [str(lines), plain(share), style.show(score.value)]
        if intervals is not None:
            cells += map(style.show, intervals[at][place])
        found = (math.nan, math.nan, "") if one is None else one.differences[place]
        rows.append((*cells, *("" if math.isnan(chance) else show(chance) for chance in found[:2]), found[2]))
    return rows


def slices_as_json(tables: Sequence[SliceTable], intervals: Sequence[Intervals] | None = None) -> str:
    """Everything about the slices, nothing rounded; NaN is null."""
    import json

    from probierz.version import __version__

    plain = [_table_object(table, intervals[at] if intervals else None) for at, table in enumerate(tables)]
    whole = {"probierz": __version__, "tables": plain}
    return json.dumps(whole, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _table_object(table: SliceTable, intervals: Intervals | None) -> dict[str, Any]:
    return {
        "by": table.by,
        "lines": table.lines,
        "overlaps": table.overlaps,
        "other_values": table.rest_values,
        "notes": table.notes,
        "whole": _score_objects(table, None, intervals[-1] if intervals else None),
        "slices": [
            {
                "name": one.name,
                "lines": one.lines,
                "share": one.share,
                "small": one.is_small,
                "rest": one is table.rest,
                "scores": _score_objects(table, one, intervals[at] if intervals else None),
            }
            for at, one in enumerate(table.all)
        ],
    }


def _score_objects(
    table: SliceTable, one: Slice | None, intervals: Sequence[ScoreInterval] | None
) -> list[dict[str, Any]]:
    found = []
    for at, score in enumerate(table.whole if one is None else one.scores):
        entry: dict[str, Any] = {"output": table.outputs[at], "metric": score.name, "better": score.better}
        entry |= {**json_number(score.value), "lines": score.signature.lines}
        if one is not None:
            entry["counting_lines"] = one.counting[at]
            entry |= {key: plain_number(value) for key, value in one.differences[at]._asdict().items()}
        if intervals is not None:
            entry["interval"] = interval_as_json(intervals[at])
        entry["signature"] = str(score.signature)
        found.append(entry)
    return found
