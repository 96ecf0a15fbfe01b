"""Agreement of outputs as tables: scores and the perfect choice, combinations of right and wrong, pairs of outputs."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from probierz.reports.class_tables import Shown, confusion_table
from probierz.reports.tables import Column, Table

if TYPE_CHECKING:
    from probierz.inspection.agreement import Agreement, AgreementPair

_MARKS = {True: "right", False: "wrong"}


def outputs_table(report: Agreement, shown: Shown, shown_score: Shown) -> Table:
    """A row for each output with its score and right lines, and one for the best output of each line."""
    rows = [(one.name, one.score, one.right) for one in report.outputs]
    rows.append(("(best of each line)", report.oracle, report.right_somewhere))
    cells = [
        (name, shown_score(score), shown(right), shown(_share(right, report.lines))) for name, score, right in rows
    ]
    columns = (Column("output"), Column(report.scheme.name, True), Column("right", True), Column("share", True))
    return Table(columns, tuple(cells))


def combinations_table(report: Agreement, shown: Shown) -> Table:
    """A row for each combination of right and wrong outputs."""
    rows = [
        (*(_MARKS[right] for right in one.right), shown(one.lines), shown(_share(one.lines, report.lines)))
        for one in report.combinations
    ]
    names = (Column(one.name) for one in report.outputs)
    return Table((*names, Column("lines", True), Column("share", True)), tuple(rows))


def pairs_table(report: Agreement, shown: Shown) -> Table:
    """A row for each pair of outputs."""
    names = ("both", "only_first", "only_second", "neither", "same", "kappa", "error_kappa")
    rows = [
        (*_names(report, one), *(shown(math.nan if (value := getattr(one, name)) is None else value) for name in names))
        for one in report.pairs
    ]
    return Table((Column("first"), Column("second"), *(Column(name, True) for name in names)), tuple(rows))


def labels_tables(
    report: Agreement, shown: Shown, *, most: int | None = None, width: int | None = None
) -> Sequence[tuple[str, Table]]:
    """For each pair of outputs with labels a title and how often each label of one meets each of the other."""
    found = []
    for one in report.pairs:
        first, second = _names(report, one)
        table = one.table(most)
        if table is not None:
            title = f"labels of {first} (rows) and {second} (columns)"
            found.append((title, confusion_table(table, shown, corner=rf"{first} \ {second}", width=width)))
    return found


def _names(report: Agreement, pair: AgreementPair) -> tuple[str, str]:
    return report.outputs[pair.first].name, report.outputs[pair.second].name


def _share(part: int, whole: int) -> float:
    return part / whole if whole else math.nan
