"""The document of a report as tables for people: for a README (Markdown) and for a paper (LaTeX)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from probierz.reports.comparison import NO_VERDICT, shown_p
from probierz.reports.schema import ComparisonEntry, Number, PairEntry, ReportDocument, SliceTableEntry
from probierz.reports.tables import Column, NumberStyle, Table
from probierz.scoring.levels import LEVEL
from probierz.text import visible

_MOST_LETTERS = 60
_MOST_PAIRS = 105
"""Those of 15 outputs."""
_UNDECIDED = "No verdict is possible on any pair: see the notes."


class LabelledTable(NamedTuple):
    """A table with a title, a word for references to it, and sentences that belong under it."""

    title: str
    label: str
    table: Table
    notes: tuple[str, ...] = ()


def title_of(document: ReportDocument) -> str:
    """What the report is about: the challenge and the split, or the names of the outputs."""
    place = " ".join(filter(None, (document["challenge"], document["split"])))
    return place or ", ".join(output["name"] for output in document["outputs"])


def document_tables(document: ReportDocument, style: NumberStyle) -> Iterator[LabelledTable]:
    """Yield the tables in the order of the page; those without data are left out."""
    yield _scores(document, style)
    yield from (_comparison(document, one, style) for one in document["comparison"])
    yield from (_slices(document, one, at, style) for at, one in enumerate(document["slices"], 1))
    yield from _classes(document, style)
    yield from _calibration(document, style)
    yield from _agreement(document)
    yield from _worst(document, style)


def shown_number(value: Number, style: NumberStyle) -> str:
    """A number as it is printed; what is not there is a dash."""
    return "–" if value is None else style.show(value)


def _name(text: str) -> str:
    """A name on one line, not too long, without anything invisible."""
    return visible(text if len(text) <= _MOST_LETTERS else f"{text[: _MOST_LETTERS - 1]}…")


def _names(document: ReportDocument) -> list[str]:
    return [_name(output["name"]) for output in document["outputs"]]


def _with_bounds(value: Number, low: Number, high: Number, style: NumberStyle) -> str:
    shown = shown_number(value, style)
    return shown if low is None or high is None else f"{shown} [{style.show(low)}, {style.show(high)}]"


# --- scores and comparisons ------------------------------------------------------------------------------------------


def _scores(document: ReportDocument, style: NumberStyle) -> LabelledTable:
    metrics = document["metrics"]
    columns = [Column("output"), *(Column(_name(one["name"]), True, one["better"]) for one in metrics)]
    rows = []
    for name, scores in zip(_names(document), document["scores"], strict=True):
        cells = [
            one["shown"] if one["value"] is None else _with_bounds(one["value"], one["low"], one["high"], style)
            for one in scores
        ]
        rows.append((name, *cells))
    settings = document["interval"]
    note = f"In brackets: {settings['level'] * 100:g} % intervals over {document['lines']} lines."
    return LabelledTable("Scores", "scores", Table(tuple(columns), tuple(rows), _best(document)), (note,))


def _best(document: ReportDocument) -> frozenset[tuple[int, int]]:
    """Places of the best scores, where there is something to be better than."""
    found: set[tuple[int, int]] = set()
    for at, metric in enumerate(document["metrics"]):
        values = {row: scores[at]["value"] for row, scores in enumerate(document["scores"])}
        known = {row: value for row, value in values.items() if value is not None}
        if len(set(known.values())) > 1:
            best = max(known.values()) if metric["better"] == "higher" else min(known.values())
            found |= {(row, at + 1) for row, value in known.items() if value == best}
    return frozenset(found)


def _comparison(document: ReportDocument, entry: ComparisonEntry, style: NumberStyle) -> LabelledTable:
    names = _names(document)
    columns = (
        Column("first"),
        Column("second"),
        *(Column(name, True) for name in ("difference", "p", "first better on", "second better on")),
        Column("verdict"),
    )
    rows = []
    for pair in (shown := _shown_pairs(entry)):
        p = _p(pair["adjusted"], entry["alpha"])
        difference = _with_bounds(pair["difference"], pair["low"], pair["high"], style)
        counts = ["–" if count is None else str(count) for count in (pair["fixed"], pair["broken"])]
        verdict = NO_VERDICT if pair["verdict"] == "impossible" else pair["verdict"]
        rows.append((names[pair["a"]], names[pair["b"]], difference, p, *counts, verdict))
    metric = document["metrics"][entry["metric"]]["name"]
    is_any_decided = any(pair["verdict"] != "impossible" for pair in entry["pairs"])
    corrected = [
        f"The p-values are corrected for {entry['corrected_pairs']} pairs ({entry['correction']}); the intervals are "
        "not, and one may leave 0 out although its pair is not told apart."
    ] * (len(entry["pairs"]) > 1)
    if len(shown) < len(entry["pairs"]):
        corrected.append(
            f"Shown are the pairs of neighbours by score; all {len(entry['pairs'])} are in the report as HTML, JSON "
            "and CSV."
        )
    return LabelledTable(
        f"Comparison by {_name(metric)}",
        f"comparison-{entry['metric'] + 1}",
        Table(columns, tuple(rows)),
        (entry["why"], *corrected, *(_clusters(entry["clusters"], names) if is_any_decided else [_UNDECIDED])),
    )


def _shown_pairs(entry: ComparisonEntry) -> Sequence[PairEntry]:
    """All pairs; of so many that nobody could read them, those of outputs that are neighbours by score."""
    if len(entry["pairs"]) <= _MOST_PAIRS:
        return entry["pairs"]
    by_places = {frozenset((pair["a"], pair["b"])): pair for pair in entry["pairs"]}
    neighbours = map(frozenset, pairwise(entry["order"]))
    return [by_places[two] for two in neighbours if two in by_places]


def _clusters(clusters: Sequence[Sequence[int]], names: Sequence[str]) -> list[str]:
    if len(clusters) == 1:
        best, last = names[clusters[0][0]], names[clusters[0][-1]]
        return [f"All are one group: {best} cannot be told from {last}."] if best != last else []
    if not clusters:
        return []
    ranks = "; ".join(", ".join(names[at] for at in cluster) for cluster in clusters)
    return [f"Groups, the best first: {ranks}."]


def _p(value: Number, alpha: float) -> str:
    return "–" if value is None else shown_p(value, alpha)


# --- slices ----------------------------------------------------------------------------------------------------------


def _slices(document: ReportDocument, entry: SliceTableEntry, at: int, style: NumberStyle) -> LabelledTable:
    metric = document["metrics"][entry["metric"]]
    columns = [Column("slice"), Column("lines", True), *(Column(name, True) for name in _names(document))]
    rows = []
    for one in entry["slices"]:
        cells = [_with_bounds(cell["value"], cell["low"], cell["high"], style) for cell in one["cells"]]
        rows.append((_name(one["name"]), str(one["lines"]), *cells))
    title = f"{_name(metric['name'])} by {_name(entry['title'])}"
    return LabelledTable(title, f"slices-{at}", Table(tuple(columns), tuple(rows)))


# --- classes, calibration, agreement ---------------------------------------------------------------------------------


def _classes(document: ReportDocument, style: NumberStyle) -> Iterator[LabelledTable]:
    numbers = ("expected", "output", "hits", "precision", "recall", "f1")
    columns = (Column("class"), *(Column(name, True) for name in numbers))
    for at, (name, found) in enumerate(zip(_names(document), document["classes"], strict=True), 1):
        if found is None:
            continue
        rows = [
            (
                _name(one["name"]),
                *(_count(one[key]) for key in numbers[:3]),
                *(shown_number(one[key], style) for key in numbers[3:]),
            )
            for one in found["classes"]
        ]
        for kind, average in found["averages"].items():
            rows.append((f"({kind} average)", "", "", "", *(shown_number(average[key], style) for key in numbers[3:])))
        yield LabelledTable(f"Classes of {name}", f"classes-{at}", Table(columns, tuple(rows)))


def _count(value: Number) -> str:
    return "–" if value is None else f"{value:g}" if abs(value) < 1e6 else f"{value:.0f}"


def _calibration(document: ReportDocument, style: NumberStyle) -> Iterator[LabelledTable]:
    keys = ("ece", "mce", "brier")
    rows = [
        (name, *(shown_number(found[key], style) for key in keys))
        for name, found in zip(_names(document), document["calibration"], strict=True)
        if found is not None
    ]
    if rows:
        columns = (Column("output"), *(Column(name, True, "lower") for name in ("ECE", "MCE", "Brier")))
        note = "ECE, MCE: mean and greatest distance between confidence and accuracy, in bins of confidence."
        yield LabelledTable("Calibration", "calibration", Table(columns, tuple(rows)), (note,))


def _agreement(document: ReportDocument) -> Iterator[LabelledTable]:
    found = document["agreement"]
    if found is None:
        return
    names = _names(document)
    keys = ("both", "only_first", "only_second", "neither")
    columns = (Column("first"), Column("second"), *(Column(key.replace("_", " "), True) for key in keys))
    rows = [(names[one["first"]], names[one["second"]], *(str(one[key]) for key in keys)) for one in found["pairs"]]
    note = (
        f"Lines that are right in both outputs, in one, in none; of {found['lines']} lines, "
        f"{found['right_somewhere']} are right in some output."
    )
    yield LabelledTable("Agreement", "agreement", Table(columns, tuple(rows)), (note,))


# --- features --------------------------------------------------------------------------------------------------------


def _worst(document: ReportDocument, style: NumberStyle) -> Iterator[LabelledTable]:
    numbers = ("lines", "score", "others", "effect", "q")
    columns = (Column("feature"), *(Column(name, True) for name in numbers))
    for at, (name, found) in enumerate(zip(_names(document), document["worst"], strict=True), 1):
        rows = [
            (
                _name(one["name"]),
                str(one["lines"]),
                shown_number(one["score"], style),
                shown_number(one["others"], style),
                "–" if one["effect"] is None else f"{one['effect']:.2f}",
                _p(one["q"], LEVEL),
            )
            for one in found["features"]
        ]
        if rows:
            note = f"{found['tested']} features were tested."
            yield LabelledTable(
                f"What goes with bad lines of {name}", f"worst-{at}", Table(columns, tuple(rows)), (note,)
            )


def notes_of(document: ReportDocument, *, of_slices: bool = True) -> Sequence[str]:
    """Warnings about outputs, and what a reader of the numbers should know. of_slices: also of those of slices."""
    warnings = [warning for output in document["outputs"] for warning in output["warnings"]]
    tables = document["slices"] if of_slices else []
    slices = [f"{table['title']}: {note}" for table in tables for note in table["notes"]]
    return list(dict.fromkeys([*warnings, *document["notes"], *slices]))
