"""The parts of a report's document that look behind one score: slices, classes, calibration, agreement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from probierz.errors import DataError, OptionError
from probierz.inspection.agreement import agreement
from probierz.inspection.class_pairs import class_kind
from probierz.inspection.classes import class_report
from probierz.inspection.grouping import Cut, parse_cuts
from probierz.inspection.line_columns import Headers
from probierz.inspection.reliability import reliability
from probierz.inspection.slices import Slice, SliceOptions, SliceTable, slices_of
from probierz.reports.material import Material
from probierz.reports.options import ReportOptions
from probierz.reports.schema import SliceCell, SliceEntry, SliceTableEntry
from probierz.reports.slices import slice_interval_notes
from probierz.scoring.format import finite, finite_or_none
from probierz.scoring.interval import ScoreInterval, intervals

MOST_CLASSES = 100
MOST_IN_MATRIX = 40
_MOST_LABELS = 30
_MOST_VALUES = 20
_MOST_COLUMNS = 5
_LINES_OF_VALUE = 5
"""A column is sliced by its values where there are so many lines for each."""


# --- slices ----------------------------------------------------------------------------------------------------------


def usual_slices(material: Material) -> list[str]:
    """What lines are sorted by when nobody says: length, label, columns of the input; where there are few values."""
    by = ["length(exp)"]
    if _has_labels(material) and 2 <= len(set(material.expected)) <= _MOST_LABELS:
        by.append("label")
    return by + _columns_of_few_values(material) + _columns_beside(material)


def _has_labels(material: Material) -> bool:
    try:
        return class_kind(material.metrics[0].scheme).shape == "label"
    except OptionError:
        return False


def _columns_of_few_values(material: Material) -> list[str]:
    if not material.inputs:
        return []
    width = len(material.inputs[0].split("\t"))
    values: dict[int, set[str]] = {at: set() for at in range(width)}
    for line in material.inputs:
        cells = line.split("\t")
        for at in list(values):
            values[at].add(cells[at] if at < len(cells) else "")
            if len(values[at]) > _MOST_VALUES:
                del values[at]
    header = material.reading.in_header
    enough = _enough(material.inputs)
    kept = [at for at, found in values.items() if 2 <= len(found) <= enough][:_MOST_COLUMNS]
    return [f"in<{header[at] if at < len(header) else at + 1}>" for at in kept]


def _columns_beside(material: Material) -> list[str]:
    """The columns of the table beside the files that have few values."""
    found = {name: len(set(column)) for name, column in material.reading.beside.items()}
    enough = min(_enough(material.expected), _MOST_VALUES)
    return [f"beside<{name}>" for name, count in found.items() if 2 <= count <= enough][:_MOST_COLUMNS]


def _enough(lines: Sequence[str]) -> int:
    """How many values a column may have, to be looked at unasked."""
    return len(lines) // _LINES_OF_VALUE


def slice_tables(material: Material, options: ReportOptions) -> list[SliceTableEntry]:
    """The slices that are asked for, or the usual ones, under the main metric.

    One that looks at the output, or at its score, gives a table for each output. Raises OptionError for what lines
    cannot be sorted by.
    """
    entries: list[SliceTableEntry] = []
    drawn: dict[str, Any] = {"level": options.level, "samples": options.samples, "seed": options.seed}
    for table, title in _tables(material, _cuts(material, options.by or usual_slices(material)), options):
        bounds = [intervals(one.scores, **drawn, cluster=options.cluster) for one in table.all]
        found = [_slice_entry(table, *pair) for pair in zip(table.all, bounds, strict=True)]
        notes = slice_interval_notes(table, bounds)
        entries.append({"by": table.by, "title": title, "metric": 0, "slices": found, "notes": notes})
    return entries


def _cuts(material: Material, by: Sequence[str]) -> list[Cut]:
    reading = material.reading
    headers = Headers.of(reading)
    cuts = parse_cuts(by, headers, material.metrics[0].scheme, reading.tokenizer, cross=False) if by else []
    for cut in cuts:
        if "input" in cut.sides and material.inputs is None:
            raise OptionError(f"{cut.by} looks at the input, and there is none; name it with --input")
    return cuts


def _tables(material: Material, cuts: Sequence[Cut], options: ReportOptions) -> Iterator[tuple[SliceTable, str]]:
    """The tables with their titles; those of slices that are the same for all outputs are corrected together."""
    shared = iter(_sliced(material, [cut for cut in cuts if not cut.is_own], 0, options))
    for cut in cuts:
        title = _TITLES.get(cut.by, cut.by)
        if not cut.is_own:
            yield next(shared), title
            continue
        for at, name in enumerate(material.names):
            (table,) = _sliced(material, [cut], at, options)
            yield table, f"{title} of {name}" if len(material.names) > 1 else title


def _sliced(material: Material, cuts: Sequence[Cut], at: int, options: ReportOptions) -> list[SliceTable]:
    """Tables of all outputs; their slices are those of the output at this place."""
    if not cuts:
        return []
    scores = material.scores(0)
    leading = [scores[at], *scores[:at], *scores[at + 1 :]]  # the slices of an expression are those of the first
    tables = slices_of(
        leading,
        material.expected,
        material.outputs[at],
        [cut.by for cut in cuts],
        inputs=material.inputs,
        headers=Headers.of(material.reading),
        tokenizer=material.reading.tokenizer,
        options=SliceOptions(seed=options.seed, cluster=options.cluster),
    )
    return [replace(_in_order(table, at), outputs=tuple(material.names)) for table in tables]


_TITLES = {"length(exp)": "words in expected", "label": "expected label"}


def _in_order(table: SliceTable, leading: int) -> SliceTable:
    """The table with its columns in the order of the outputs; the one of the output `leading` stands first."""

    def moved(column: tuple[Any, ...]) -> tuple[Any, ...]:
        first, *others = column
        return (*others[:leading], first, *others[leading:])

    def sorted_slice(one: Slice) -> Slice:
        return replace(one, scores=moved(one.scores), differences=moved(one.differences), counting=moved(one.counting))

    rest = None if table.rest is None else sorted_slice(table.rest)
    return replace(table, whole=moved(table.whole), slices=tuple(map(sorted_slice, table.slices)), rest=rest)


def _slice_entry(table: SliceTable, one: Slice, bounds: Sequence[ScoreInterval]) -> SliceEntry:
    cells: list[SliceCell] = [
        {
            "value": finite_or_none(score.value),
            "low": finite_or_none(interval.low),
            "high": finite_or_none(interval.high),
            "q": finite_or_none(difference.q),
        }
        for score, interval, difference in zip(one.scores, bounds, one.differences, strict=True)
    ]
    name = f"({table.rest_values} other values)" if one is table.rest else one.name
    return {"name": name, "lines": one.lines, "cells": cells, "small": one.is_small}


# --- classes, calibration, agreement ---------------------------------------------------------------------------------


def classes(material: Material) -> list[dict[str, Any] | None]:
    """The classes of each output under the main metric, or None for a metric without classes."""
    return [_classes_of(material, output) for output in range(len(material.outputs))]


def _classes_of(material: Material, output: int) -> dict[str, Any] | None:
    try:
        report = class_report(material.source(output))
    except OptionError:
        return None
    plain = report.as_dict()
    confusion = report.confusion(MOST_IN_MATRIX).as_dict()
    return {
        "classes": finite([vars(one) for one in report.frequent(MOST_CLASSES)]),
        "averages": plain["averages"],
        "confusion": {"labels": confusion["labels"], "counts": confusion["counts"]},
    }


def calibrations(material: Material) -> list[dict[str, Any] | None]:
    """The calibration of each output under the main metric; None where it gives no probabilities, or only 0 and 1."""
    return [_calibration_of(material, output) for output in range(len(material.outputs))]


def _calibration_of(material: Material, output: int) -> dict[str, Any] | None:
    try:
        report = reliability(material.source(output))
    except (OptionError, DataError):
        return None
    if not any(0 < one.confidence < 1 for one in report.bins):
        return None
    plain = report.as_dict()
    bins = [
        {**{key: one[key] for key in ("low", "high", "confidence", "accuracy")}, "lines": one["count"]}
        for one in plain["bins"]
    ]
    return {"bins": bins, **{key: plain[key] for key in ("ece", "mce", "brier")}}


def agreements(material: Material) -> dict[str, Any] | None:
    """What several outputs have in common; None for one output, or a metric by which no line is right or wrong."""
    if len(material.outputs) < 2:
        return None
    sources = [material.source(output) for output in range(len(material.outputs))]
    try:
        return agreement(sources, material.names).as_dict()
    except OptionError:
        return None
