"""All numbers of a report's document in one long table: a row for every number, with all its digits."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from probierz.reports.schema import ComparisonEntry, Number, ReportDocument


class Fact(NamedTuple):
    """A number: in which table, of which metric and output, in which row, what it is, and its interval if it has one.

    row: a slice, a feature, a class, a bin, the number of a line, or the other output of a pair. In the table confusion
    it is the expected class, and `what` the given one.
    """

    table: str
    metric: str
    output: str
    row: str
    what: str
    value: Number
    low: Number = None
    high: Number = None


def as_csv(document: ReportDocument) -> str:
    """A header and the facts; numbers as in JSON, an empty cell for what is not there."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Fact._fields)
    for fact in facts(document):
        writer.writerow(["" if cell is None else cell if isinstance(cell, str) else repr(cell) for cell in fact])
    return text.getvalue()


def facts(document: ReportDocument) -> Iterator[Fact]:
    """Yield all numbers but those of `interval`."""
    yield from _scores(document)
    for entry in document["comparison"]:
        yield from _comparison(document, entry)
    yield from _histograms(document)
    yield from _slices(document)
    yield from _classes(document)
    yield from _calibration(document)
    yield from _agreement(document)
    yield from _worst(document)
    yield from _items(document)


def _names(document: ReportDocument) -> list[str]:
    return [output["name"] for output in document["outputs"]]


def _metric(document: ReportDocument, at: int) -> str:
    return document["metrics"][at]["name"]


def _scores(document: ReportDocument) -> Iterator[Fact]:
    for name, scores in zip(_names(document), document["scores"], strict=True):
        for at, one in enumerate(scores):
            yield Fact("scores", _metric(document, at), name, "", "score", one["value"], one["low"], one["high"])


def _comparison(document: ReportDocument, entry: ComparisonEntry) -> Iterator[Fact]:
    names, metric = _names(document), _metric(document, entry["metric"])
    for pair in entry["pairs"]:
        place = ("comparison", metric, names[pair["a"]], names[pair["b"]])
        yield Fact(*place, "difference", pair["difference"], pair["low"], pair["high"])
        for what in ("p", "adjusted", "fixed", "broken"):
            yield Fact(*place, what, pair[what])
        yield Fact(*place, "decidable", int(pair["verdict"] != "impossible"))
    for number, cluster in enumerate(entry["clusters"], 1):
        for at in cluster:
            yield Fact("clusters", metric, names[at], "", "cluster", number)


def _histograms(document: ReportDocument) -> Iterator[Fact]:
    for one in document["histograms"]:
        edges = one["edges"]
        rows = [f"{low!r} to {high!r}" for low, high in pairwise(edges)]
        for name, counts, unscored in zip(_names(document), one["counts"], one["unscored"], strict=True):
            place = ("histogram", _metric(document, one["metric"]), name)
            yield from (Fact(*place, row, "lines", count) for row, count in zip(rows, counts, strict=True))
            yield Fact(*place, "unscored", "lines", unscored)


def _slices(document: ReportDocument) -> Iterator[Fact]:
    for table in document["slices"]:
        metric = _metric(document, table["metric"])
        for one in table["slices"]:
            row = f"{table['by']}: {one['name']}"
            yield Fact("slices", metric, "", row, "lines", one["lines"])
            for name, cell in zip(_names(document), one["cells"], strict=True):
                place = ("slices", metric, name, row)
                yield Fact(*place, "score", cell["value"], cell["low"], cell["high"])
                yield Fact(*place, "q", cell["q"])


def _classes(document: ReportDocument) -> Iterator[Fact]:
    ratios = ("precision", "recall", "f1")
    for name, found in zip(_names(document), document["classes"], strict=True):
        if found is None:
            continue
        place = ("classes", _metric(document, 0), name)
        for one in found["classes"]:
            for what in ("expected", "output", "hits", *ratios):
                yield Fact(*place, one["name"], what, one[what])
        for kind, average in found["averages"].items():
            yield from (Fact("averages", *place[1:], kind, what, average[what]) for what in ratios)
        labels, counts = found["confusion"]["labels"], found["confusion"]["counts"]
        for expected, row in zip(labels, counts, strict=True):
            for given, count in zip(labels, row, strict=True):
                yield Fact("confusion", *place[1:], expected, given, count)


def _calibration(document: ReportDocument) -> Iterator[Fact]:
    for name, found in zip(_names(document), document["calibration"], strict=True):
        if found is None:
            continue
        place = ("calibration", _metric(document, 0), name)
        yield from (Fact(*place, "", what, found[what]) for what in ("ece", "mce", "brier"))
        for one in found["bins"]:
            row = f"{one['low']!r} to {one['high']!r}"
            yield from (Fact(*place, row, what, one[what]) for what in ("lines", "confidence", "accuracy"))


def _agreement(document: ReportDocument) -> Iterator[Fact]:
    found = document["agreement"]
    if found is None:
        return
    names, metric = _names(document), _metric(document, 0)
    for what in ("lines", "unscored", "oracle", "right_somewhere"):
        yield Fact("agreement", metric, "", "", what, found[what])
    for pair in found["pairs"]:
        for what in ("both", "only_first", "only_second", "neither", "same", "kappa", "error_kappa"):
            yield Fact("agreement", metric, names[pair["first"]], names[pair["second"]], what, pair[what])


def _worst(document: ReportDocument) -> Iterator[Fact]:
    for name, found in zip(_names(document), document["worst"], strict=True):
        for one in found["features"]:
            for what in ("lines", "score", "others", "effect", "p", "q"):
                yield Fact("worst", _metric(document, 0), name, one["name"], what, one[what])


def _items(document: ReportDocument) -> Iterator[Fact]:
    for row in document["items"]["rows"]:
        for name, score in zip(_names(document), row["scores"], strict=True):
            yield Fact("lines", _metric(document, 0), name, str(row["number"]), "score", score)
