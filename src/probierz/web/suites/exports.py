"""Boards over the tasks of a suite for other programs: CSV, LaTeX, JSON, made of what the viewer may see."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any

from django.utils.translation import override

from probierz.reports.tables import in_latex, safe_cell
from probierz.web.leaderboards.exports import published_mark
from probierz.web.suites.queries import SuiteView
from probierz.web.suites.rows import SuiteCell, SuiteRow

__all__ = ["SUITE_EXPORTS"]


def _as_csv(view: SuiteView, root: str) -> str:
    file = io.StringIO()
    writer = csv.writer(file)
    about = [
        "published", "kind", "whole tests", "late", "phase", "rounded", "outdated", "conflict",
        "source", "year", "link", "when",
    ]  # fmt: skip
    head = ["rank", "system", "description", "average", *_columns(view), *about]
    writer.writerow([safe_cell(title) for title in head])
    for row in view.rows:
        writer.writerow([safe_cell(cell) for cell in _csv_row(view, row)])
    return file.getvalue()


def _csv_row(view: SuiteView, row: SuiteRow) -> list[str]:
    marks = [_yes(row.is_published), row.kind, _yes(row.is_on_whole_tests), _yes(row.is_late), row.phase]
    conflicts = "; ".join(f"{task}: {said}" for task, said in view.conflicts_of(row).items())
    stars = [_yes(row.is_rounded), ", ".join(view.outdated_in(row)), conflicts]
    about = [*marks, *stars, row.source, str(row.year or ""), " ".join(row.links), _when(row) or ""]
    average = row.shown_mean if row.mean is not None else ""
    return [str(row.rank or ""), row.name, _description(row), average, *(text or "" for text in _texts(row)), *about]


def _yes(is_so: bool) -> str:
    return "yes" if is_so else ""


def _description(row: SuiteRow) -> str:
    """What tells the archives of the same people apart, on one line."""
    return " ".join(row.description.split())


def _columns(view: SuiteView) -> list[str]:
    parts = [view.part_of(task.name).value for task in view.card.tasks]
    names = [f"{task.name} {task.split} {task.metric}" for task in view.card.tasks]
    return [f"{name} ({part} part)" if part else name for name, part in zip(names, parts, strict=True)]


def _texts(row: SuiteRow) -> list[str | None]:
    """The scores as they are shown; None where a task is missing or not scored."""
    return [cell.text if cell is not None and not cell.state else None for cell in row.cells]


def _when(row: SuiteRow) -> str | None:
    return row.when.isoformat(timespec="seconds") if row.when else None


def _as_latex(view: SuiteView, root: str) -> str:
    """A table for the package booktabs; the first of the ranks is bold. What stars say stands below it."""
    with override("en"):  # as the rest of it
        notes = view.star_notes
    titles = [*(["Average"] if view.card.has_mean else []), *(task.name for task in view.card.tasks)]
    lines = [
        f"% {in_latex(view.card.title)} -- {root}/suites/{view.suite.name}",
        r"% \usepackage{booktabs}",
        rf"\begin{{tabular}}{{rl{'r' * len(titles)}}}",
        r"\toprule",
        " & ".join(["", "System", *map(in_latex, titles)]) + r" \\",
        r"\midrule",
        *(_latex_row(row, has_mean=view.card.has_mean) for row in view.rows),
        r"\bottomrule",
        r"\end{tabular}",
        *(rf"\par{{\footnotesize $^{{*}}$ {in_latex(note)}\par}}" for note in notes),
    ]
    return "\n".join(lines) + "\n"


def _latex_row(row: SuiteRow, *, has_mean: bool) -> str:
    mean = in_latex(row.shown_mean) if row.mean is not None else "--"
    scores = [_latex_cell(cell) for cell in row.cells]
    shown = [(rf"\textbf{{{mean}}}" if row.rank == 1 else mean) + _star(is_there=row.has_star)] if has_mean else []
    name = f"{row.name} ({_description(row)})" if row.description.strip() else row.name
    name += f" ({published_mark(row.kind, row.year)})" if row.is_published else ""
    name += " (baseline)" if row.is_counted else ""
    name += " (late)" if row.is_late else ""
    name += f" ({row.phase})" if row.phase else ""
    name += " (whole tests)" if row.is_on_whole_tests else ""
    name += " (rounded)" if row.is_rounded else ""
    return " & ".join([str(row.rank or "--"), in_latex(name), *shown, *scores]) + r" \\"


def _latex_cell(cell: SuiteCell | None) -> str:
    return in_latex(cell.text) + _star(is_there=cell.has_star) if cell is not None and not cell.state else "--"


def _star(*, is_there: bool) -> str:
    return "$^{*}$" if is_there else ""


def _as_json(view: SuiteView, root: str) -> str:
    return json.dumps(_plain(view, root), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _plain(view: SuiteView, root: str) -> dict[str, Any]:
    return {
        "suite": view.suite.name,
        "title": view.card.title,
        "address": f"{root}/suites/{view.suite.name}",
        "tasks": [
            {"name": task.name, "split": task.split, "metric": task.metric, "better": task.better,
             "challenge": challenge.slug if challenge else None, "part": view.part_of(task.name).value}
            for task, challenge in view.tasks
        ],
        "rows": [
            {"rank": row.rank, "system": row.name, "description": row.description, "average": row.mean,
             "is_published_result": row.is_published, "is_counted": row.is_counted, "published_kind": row.kind,
             "is_late": row.is_late,
             "is_on_whole_tests": row.is_on_whole_tests, "phase": row.phase,
             "is_rounded": row.is_rounded, "source": row.source, "year": row.year or None,
             "link": " ".join(row.links), "when": _when(row),
             "origins": [cell.origin._asdict() if cell is not None and cell.origin else None for cell in row.cells],
             "outdated": view.outdated_in(row), "conflicts": view.conflicts_of(row),
             "scores": _texts(row)}
            for row in view.rows
        ],
    }  # fmt: skip


SUITE_EXPORTS: dict[str, tuple[str, Callable[[SuiteView, str], str]]] = {
    "csv": ("text/csv; charset=utf-8", _as_csv),
    "tex": ("application/x-tex; charset=utf-8", _as_latex),
    "json": ("application/json", _as_json),
}
"""As `leaderboards.exports.EXPORTS`: for each ending the kind of content, and what makes it."""
