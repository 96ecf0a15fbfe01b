"""The classes of an output as tables in HTML: their scores, and what was taken for what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from probierz.display.html import shaded, table

if TYPE_CHECKING:
    from probierz.inspection.classes import ClassReport

__all__ = ["classes_html"]

_MOST = 20


def classes_html(report: ClassReport) -> str:
    """Return the scores of the most frequent classes, the averages, and the matrix of these classes."""
    head = ("class", "expected", "output", "hits", "precision", "recall", "F1")
    rows = [
        (
            one.name,
            *(f"{count:g}" for count in (one.expected, one.output, one.hits)),
            *(f"{part:.4f}" for part in (one.precision, one.recall, one.f1)),
        )
        for one in report.frequent(_MOST)
    ]
    for name, mean in report.averages.items():
        rows.append((f"({name})", "", "", "", *(f"{part:.4f}" for part in (mean.precision, mean.recall, mean.f1))))
    title = f"{report.scheme.name} {report.value:.4f}"
    return table(head, rows, numbers=head[1:], title=title) + _matrix(report)


def _matrix(report: ClassReport) -> str:
    confusion = report.confusion(_MOST)
    head = ("expected ↓ output →", *confusion.labels)
    rows = [
        (label, *(shaded(f"{count:g}", count / (sum(counts) or 1)) for count in counts))
        for label, counts in zip(confusion.labels, confusion.counts, strict=True)
    ]
    return table(head, rows, numbers=confusion.labels, notes=["darker: a greater part of the row"] if rows else ())
