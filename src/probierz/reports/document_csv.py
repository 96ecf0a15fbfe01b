"""All numbers of a report's document in one long table: a row for every number, with all its digits."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from probierz.reports.schema import ComparisonEntry, Document, Number

__all__ = ["Fact", "as_csv", "facts"]


class Fact(NamedTuple):
    """A number: in which table, of which metric and output, in which row, what it is, and its interval if it has one.

    row: a slice, a feature, a class, a bin, the number of a line, or the other output of a pair.
    """

    table: str
    metric: str
    output: str
    row: str
    what: str
    value: Number
    low: Number = None
    high: Number = None


def as_csv(document: Document) -> str:
    """A header and the facts; numbers as in JSON, an empty cell for what is not there."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Fact._fields)
    for fact in facts(document):
        writer.writerow(["" if cell is None else cell if isinstance(cell, str) else repr(cell) for cell in fact])
    return text.getvalue()


def facts(document: Document) -> Iterator[Fact]:
    """Yield all numbers but those of `interval`."""
    yield from _scores(document)
    for entry in document["comparison"]:
        yield from _comparison(document, entry)
    yield from _histograms(document)
    yield from _slices(document)
    yield from _worst(document)
    yield from _items(document)


def _names(document: Document) -> list[str]:
    return [output["name"] for output in document["outputs"]]


def _metric(document: Document, at: int) -> str:
    return document["metrics"][at]["name"]


def _scores(document: Document) -> Iterator[Fact]:
    for name, scores in zip(_names(document), document["scores"], strict=True):
        for at, one in enumerate(scores):
            yield Fact("scores", _metric(document, at), name, "", "score", one["value"], one["low"], one["high"])


def _comparison(document: Document, entry: ComparisonEntry) -> Iterator[Fact]:
    names, metric = _names(document), _metric(document, entry["metric"])
    for pair in entry["pairs"]:
        place = ("comparison", metric, names[pair["a"]], names[pair["b"]])
        yield Fact(*place, "difference", pair["difference"], pair["low"], pair["high"])
        for what in ("p", "adjusted", "fixed", "broken"):
            yield Fact(*place, what, pair[what])
    for number, cluster in enumerate(entry["clusters"], 1):
        for at in cluster:
            yield Fact("clusters", metric, names[at], "", "cluster", number)


def _histograms(document: Document) -> Iterator[Fact]:
    for one in document["histograms"]:
        edges = one["edges"]
        rows = [f"{low!r} to {high!r}" for low, high in pairwise(edges)]
        for name, counts, unscored in zip(_names(document), one["counts"], one["unscored"], strict=True):
            place = ("histogram", _metric(document, one["metric"]), name)
            yield from (Fact(*place, row, "lines", count) for row, count in zip(rows, counts, strict=True))
            yield Fact(*place, "unscored", "lines", unscored)


def _slices(document: Document) -> Iterator[Fact]:
    for table in document["slices"]:
        metric = _metric(document, table["metric"])
        for one in table["slices"]:
            row = f"{table['by']}: {one['name']}"
            yield Fact("slices", metric, "", row, "lines", one["lines"])
            for name, cell in zip(_names(document), one["cells"], strict=True):
                place = ("slices", metric, name, row)
                yield Fact(*place, "score", cell["value"], cell["low"], cell["high"])
                yield Fact(*place, "q", cell["q"])


def _worst(document: Document) -> Iterator[Fact]:
    for name, found in zip(_names(document), document["worst"], strict=True):
        for one in found["features"]:
            for what in ("lines", "score", "others", "effect", "p", "q"):
                yield Fact("worst", _metric(document, 0), name, one["name"], what, one[what])


def _items(document: Document) -> Iterator[Fact]:
    for row in document["items"]["rows"]:
        for name, score in zip(_names(document), row["scores"], strict=True):
            yield Fact("lines", _metric(document, 0), name, str(row["number"]), "score", score)
