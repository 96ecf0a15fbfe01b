"""Precision, recall and F1 of each class, their averages, and what was taken for what.

    >>> report = class_report_of("Macro-F1", ["cat", "cat", "dog"], ["cat", "dog", "dog"])
    >>> [(one.name, one.precision, one.recall) for one in report.classes]
    [('cat', 1.0, 0.5), ('dog', 0.5, 1.0)]

A class is what the metric takes for one, after all flags of its scheme: a label, an entity's label, a token's tag.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, fields
from operator import mul
from typing import TYPE_CHECKING, Any

from probierz.inspection.class_pairs import class_kind
from probierz.inspection.confusion import OTHER, Cells, Confusion, by_frequency, confusion, exact_sum, unused_name
from probierz.inspection.recount import Recount, recount_lists, recount_source
from probierz.lines import Text
from probierz.metrics.tallies import Hits, Row
from probierz.schemes.scheme import Scheme, parse_scheme
from probierz.scoring.format import finite, four_decimals
from probierz.scoring.frames import AsFrames

if TYPE_CHECKING:
    from probierz.inspection.line_sources import LineSource

MOST_IN_MATRIX = 100
"""Classes in the matrix of plain data: it grows with their square."""
_LINES_OF_MISTAKE = 5


@dataclass(frozen=True)
class ClassScore:
    """One class: how often it was expected, given, and right; for spans that overlap in part these are not whole."""

    name: str
    expected: float
    output: float
    hits: float
    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class ClassAverage:
    """Precision, recall and F1 over classes."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True)
class Mistake:
    """A class that was given for another: how often, as a share of the expected class, and the first such lines.

    expected, output: None for no class: the class was invented, or missed. share: NaN where nothing was expected.
    """

    expected: str | None
    output: str | None
    count: float
    share: float
    lines: tuple[int, ...]


@dataclass(frozen=True)
class ClassReport(AsFrames):
    """What became of each class, the most frequent first.

    value: the metric's own score. lines: how many were scored. macro: the mean over the classes that are expected;
    weighted: the same, weighed by how often each is expected; micro: of all classes together. undefined: what a
    precision or recall is that divides by 0: 0 for metrics with one label a line (but 1 for F, Precision and Recall,
    which look at class 1), else 1, as these metrics have it; the mean over no classes is NaN.
    """

    scheme: Scheme
    value: float
    lines: int
    classes: tuple[ClassScore, ...]
    macro: ClassAverage
    micro: ClassAverage
    weighted: ClassAverage
    undefined: float
    mistakes: tuple[Mistake, ...]
    cells: Cells = field(repr=False)
    warnings: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> ClassScore:
        """Return the scores of a class. Raises KeyError."""
        for one in self.classes:
            if one.name == name:
                return one
        raise KeyError(name)

    @property
    def averages(self) -> dict[str, ClassAverage]:
        """The averages by name."""
        return {"macro": self.macro, "micro": self.micro, "weighted": self.weighted}

    def confusion(self, most: int | None = None) -> Confusion:
        """Return the counts of each expected class with each given one; see `Confusion`."""
        return confusion(self.cells, most)

    def frequent(self, most: int | None = None) -> tuple[ClassScore, ...]:
        """Return the `most` frequent classes, and one row for all others together."""
        if most is None or len(self.classes) <= most:
            return self.classes
        name = unused_name(OTHER, (one.name for one in self.classes))
        rest = [Hits(one.hits, one.expected, one.output) for one in self.classes[most:]]
        return (*self.classes[:most], _class_score(name, _total(rest), self.undefined))

    def as_dict(self, most: int | None = MOST_IN_MATRIX) -> dict[str, Any]:
        """Return the report as plain data, with None for NaN; the matrix has the `most` frequent classes."""
        plain = {
            "name": self.scheme.name,
            "scheme": str(self.scheme),
            "value": self.value,
            "lines": self.lines,
            "classes": list(map(asdict, self.classes)),
            "averages": {name: asdict(one) for name, one in self.averages.items()},
            "undefined": self.undefined,
            "confusion": self.confusion(most).as_dict(),
            "mistakes": list(map(asdict, self.mistakes)),
            "warnings": list(self.warnings),
        }
        return finite(plain)  # type: ignore[no-any-return]  # a dict stays one

    def as_columns(self) -> dict[str, list[Any]]:
        """Return columns named as the parts of `ClassScore`, a row for each class."""
        return {part.name: [getattr(one, part.name) for one in self.classes] for part in fields(ClassScore)}

    def _repr_html_(self) -> str:
        return _as_html(self)


def class_report(source: LineSource) -> ClassReport:
    """Return what became of each class in an output; see `file_lines` and `challenge_lines`.

    Raises OptionError for a metric without classes, and what scoring raises.
    """
    kind = class_kind(source.scheme)
    return _report(source.scheme, recount_source(source, kind.counting), kind.undefined)


def class_report_of(
    scheme: str | Scheme, expected: Iterable[Text], output: Iterable[Text], *, inputs: Iterable[Text] | None = None
) -> ClassReport:
    """Return the same for lines in memory."""
    parsed = parse_scheme(scheme) if isinstance(scheme, str) else scheme
    kind = class_kind(parsed)
    return _report(parsed, recount_lists(parsed, expected, output, kind.counting, inputs=inputs), kind.undefined)


# --- counting --------------------------------------------------------------------------------------------------------


def _report(scheme: Scheme, found: Recount, undefined: float) -> ClassReport:
    cells = _cells(found.rows)
    classes = _class_scores(cells, undefined)
    return ClassReport(
        scheme,
        found.score.value,
        len(found.rows),
        classes,
        *_averages(classes, undefined),
        undefined,
        _mistakes(cells, classes, found),
        cells,
        found.warnings,
    )


def _cells(rows: Iterable[Row]) -> Cells:
    parts: dict[tuple[str | None, str | None], list[float]] = {}
    for row, times in Counter(rows).items():
        for expected, output, weight in row:
            parts.setdefault((expected, output), []).append(weight * times)
    return {pair: exact_sum(weights) for pair, weights in parts.items()}


def _class_scores(cells: Cells, undefined: float) -> tuple[ClassScore, ...]:
    expected: dict[str | None, list[float]] = {}
    output: dict[str | None, list[float]] = {}
    for (row, column), count in cells.items():
        expected.setdefault(row, []).append(count)
        output.setdefault(column, []).append(count)
    return tuple(
        _class_score(
            label,
            Hits(cells.get((label, label), 0), exact_sum(expected.get(label, ())), exact_sum(output.get(label, ()))),
            undefined,
        )
        for label in by_frequency(cells)
    )


def _class_score(name: str, hits: Hits, undefined: float) -> ClassScore:
    ratios = _ratios(hits, undefined)
    return ClassScore(name, hits.expected, hits.output, hits.matched, ratios.precision, ratios.recall, ratios.f1)


def _ratios(hits: Hits, undefined: float) -> ClassAverage:
    precision = hits.precision() if hits.output else undefined
    recall = hits.recall() if hits.expected else undefined
    return ClassAverage(precision, recall, hits.f() if hits.output or hits.expected else undefined)


def _total(hits: Iterable[Hits]) -> Hits:
    columns = list(zip(*hits, strict=True)) or [(), (), ()]
    return Hits(*map(exact_sum, columns))


def _averages(classes: Sequence[ClassScore], undefined: float) -> tuple[ClassAverage, ClassAverage, ClassAverage]:
    """Macro, micro and weighted averages."""
    expected = [one for one in classes if one.expected]
    total = _total(Hits(one.hits, one.expected, one.output) for one in classes)
    support = [one.expected for one in expected]
    nothing = math.nan if undefined == 0 else undefined
    return (
        _mean(expected, [1] * len(expected)),
        _ratios(total, undefined if classes else nothing),
        _mean(expected, support, nothing),
    )


def _mean(classes: Sequence[ClassScore], weights: Sequence[float], nothing: float = math.nan) -> ClassAverage:
    whole = exact_sum(weights)
    if not whole:
        return ClassAverage(nothing, nothing, nothing)
    rows = [(one.precision, one.recall, one.f1) for one in classes]
    return ClassAverage(*[math.fsum(map(mul, weights, column)) / whole for column in zip(*rows, strict=True)])


def _mistakes(cells: Cells, classes: Sequence[ClassScore], found: Recount) -> tuple[Mistake, ...]:
    """Everything off the diagonal, the most frequent first; of equals those expected more often."""
    lines = _first_lines(found)
    expected = {one.name: one.expected for one in classes}
    order = {one.name: at for at, one in enumerate(classes)}
    mistakes = [
        Mistake(row, column, count, count / expected[row] if row is not None else math.nan, tuple(lines[row, column]))
        for (row, column), count in cells.items()
        if row != column
    ]

    def place(one: Mistake) -> tuple[float, int, int]:
        sides = [len(order) if label is None else order[label] for label in (one.expected, one.output)]
        return -one.count, sides[0], sides[1]

    return tuple(sorted(mistakes, key=place))


def _first_lines(found: Recount) -> dict[tuple[str | None, str | None], list[int]]:
    lines: dict[tuple[str | None, str | None], list[int]] = {}
    for number, row in zip(found.numbers, found.rows, strict=True):
        for expected, output, _ in row:
            if expected != output:
                seen = lines.setdefault((expected, output), [])
                if len(seen) < _LINES_OF_MISTAKE and number not in seen[-1:]:
                    seen.append(number)
    return lines


_MOST_IN_HTML = 20


def _as_html(report: ClassReport) -> str:
    """The scores of the most frequent classes, the averages, and the matrix of these classes."""
    from probierz.display.html import table

    head = ("class", "expected", "output", "hits", "precision", "recall", "F1")
    rows = [
        (
            one.name,
            *(f"{count:g}" for count in (one.expected, one.output, one.hits)),
            *(f"{part:.4f}" for part in (one.precision, one.recall, one.f1)),
        )
        for one in report.frequent(_MOST_IN_HTML)
    ]
    for name, mean in report.averages.items():
        rows.append((f"({name})", "", "", "", *(f"{part:.4f}" for part in (mean.precision, mean.recall, mean.f1))))
    title = f"{report.scheme.name} {four_decimals(report.value)}"
    return table(head, rows, numbers=head[1:], title=title) + _matrix(report)


def _matrix(report: ClassReport) -> str:
    from probierz.display.html import shaded, table

    confusion = report.confusion(_MOST_IN_HTML)
    head = ("expected ↓ output →", *confusion.labels)
    rows = [
        (label, *(shaded(f"{count:g}", count / (sum(counts) or 1)) for count in counts))
        for label, counts in zip(confusion.labels, confusion.counts, strict=True)
    ]
    return table(head, rows, numbers=confusion.labels, notes=["darker: a greater part of the row"] if rows else ())
