"""Boards over the tasks of a suite for other programs: CSV, LaTeX, JSON, made of what the viewer may see."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import override

from probierz.reports.tables import ARROWS, in_latex, in_latex_comment, latex_note, safe_cell
from probierz.suites.building import CITATION_NAME
from probierz.web.leaderboards.exports import published_mark
from probierz.web.suites.queries import SuiteView
from probierz.web.suites.rows import SuiteCell, SuiteRow
from probierz.web.suites.task_notices import task_notices


def _as_csv(view: SuiteView, root: str) -> str:
    file = io.StringIO()
    writer = csv.writer(file)
    about = [
        "team", "published", "kind", "mixed", "whole test", "late", "phase", "undisclosed", "rounded", "outdated",
        "conflict", "source", "year", "link", "counted", "when",
    ]  # fmt: skip
    head = ["rank", "system", "description", "average", *_columns(view), *about]
    writer.writerow([safe_cell(title) for title in head])
    for row in view.shown_rows:
        writer.writerow([safe_cell(cell) for cell in _csv_row(view, row)])
    return file.getvalue()


def _csv_row(view: SuiteView, row: SuiteRow) -> list[str]:
    whose = [row.team, _yes(row.is_published), row.kind, _yes(row.is_mixed)]
    marks = [*whose, _yes(row.is_on_whole_test), _yes(row.is_late), row.phase]
    kept, conflicts = _by_task(view.kept_of(row)), _by_task(view.conflicts_of(row))
    of_scores = [kept, _yes(row.is_rounded), ", ".join(view.outdated_in(row)), conflicts]
    links = " ".join(one.link for one in row.linked)
    about = [*marks, *of_scores, row.source, str(row.year or ""), links, _yes(row.is_counted), _when(row) or ""]
    average = row.shown_mean if row.mean is not None else ""
    scores = [_text(cell) or "" for cell in row.cells]
    return [str(row.rank or ""), row.name, _description(row), average, *scores, *about]


def _by_task(said: Mapping[str, str]) -> str:
    return "; ".join(f"{task}: {one}" for task, one in said.items())


def _yes(is_so: bool) -> str:
    return "yes" if is_so else ""


def _description(row: SuiteRow) -> str:
    """What tells the archives of the same people apart, on one line."""
    return " ".join(row.description.split())


def _columns(view: SuiteView) -> list[str]:
    parts = [view.part_of(task.name).value for task in view.card.tasks]
    names = [f"{task.name} {task.split} {task.metric}" for task in view.card.tasks]
    return [f"{name} ({part} part)" if part else name for name, part in zip(names, parts, strict=True)]


def _text(cell: SuiteCell | None) -> str | None:
    """A score as it is shown; None where a task is missing or not scored, or its score is not shown."""
    return cell.text if cell is not None and not cell.state and not cell.why_kept else None


def _when(row: SuiteRow) -> str | None:
    return row.when.isoformat(timespec="seconds") if row.when else None


def _as_latex(view: SuiteView, root: str) -> str:
    """A table for the package booktabs; the first of the ranks is bold. What stars say stands below it.

    Below the name of a task stand its split and its metric with an arrow, and behind a published system where it is
    printed. How suite and tasks are cited stands above, as a comment.
    """
    with override("en"):  # as the rest of it
        notes = view.star_notes
    numbers = "r" * (len(view.card.tasks) + view.card.has_mean)
    has_sources = any(row.source for row in view.shown_rows)
    lines = [
        f"% {in_latex(view.card.title)} -- {root}/suites/{view.suite.name}",
        *(f"% {line}" for text in _citations(view) for line in in_latex_comment(text)),
        r"% \usepackage{booktabs}",
        rf"\begin{{tabular}}{{rl{numbers}{'l' * has_sources}}}",
        r"\toprule",
        *_latex_lines(_latex_head(view, has_sources=has_sources)),
        r"\midrule",
        *_latex_lines(_latex_row(row, has_mean=view.card.has_mean, has_sources=has_sources) for row in view.shown_rows),
        r"\bottomrule",
        r"\end{tabular}",
        *(latex_note(note, has_star=True) for note in notes),
    ]
    return "\n".join(lines) + "\n"


def _citations(view: SuiteView) -> list[str]:
    of_tasks = [one.text for one in task_notices(view) if one.file == CITATION_NAME]
    return [text for text in (view.card.citation, *of_tasks) if text.strip()]


def _latex_lines(rows: Iterable[Sequence[str]]) -> list[str]:
    return [" & ".join(cells) + r" \\" for cells in rows]


def _latex_head(view: SuiteView, *, has_sources: bool) -> list[list[str]]:
    """Three rows: names, splits, metrics."""
    tasks, has_mean = view.card.tasks, view.card.has_mean
    parts = [view.part_of(task.name).value for task in tasks]
    splits = [f"{task.split} ({part} part)" if part else task.split for task, part in zip(tasks, parts, strict=True)]
    names = ["", "System", *["Average"] * has_mean, *(task.name for task in tasks), *["Source"] * has_sources]
    before, behind = ["", *[""] * has_mean, ""], [""] * has_sources
    metrics = [f"{task.metric} {ARROWS[task.better]}" for task in tasks]
    return [list(map(in_latex, row)) for row in (names, [*before, *splits, *behind], [*before, *metrics, *behind])]


def _latex_row(row: SuiteRow, *, has_mean: bool, has_sources: bool) -> list[str]:
    mean = in_latex(row.shown_mean) if row.mean is not None else "--"
    scores = [_latex_cell(cell) for cell in row.cells]
    shown = [(rf"\textbf{{{mean}}}" if row.rank == 1 else mean) + _star(is_there=row.has_star)] if has_mean else []
    name = f"{row.name} ({_description(row)})" if row.description.strip() else row.name
    name += f" ({published_mark(row.kind, row.year)})" if row.is_published else ""
    name += f" ({published_mark(row.kind, 0, is_counted=True)})" if row.is_counted else ""
    name += " (the best of each task)" if row.is_mixed else ""
    name += " (late)" if row.is_late else ""
    name += f" ({row.phase})" if row.phase else ""
    name += " (whole tests)" if row.is_on_whole_test else ""
    name += " (rounded)" if row.is_rounded else ""
    return [str(row.rank or "--"), in_latex(name), *shown, *scores, *[in_latex(row.source)] * has_sources]


def _latex_cell(cell: SuiteCell | None) -> str:
    if cell is None or cell.state or cell.why_kept:
        return "--"
    return in_latex(cell.for_people) + _star(is_there=cell.has_star)


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
            {"rank": row.rank, "system": row.name, "team": row.team or None, "description": row.description,
             "average": None if row.mean is None else float(row.shown_mean),
             "is_published_result": row.is_published, "is_counted": row.is_counted, "published_kind": row.kind,
             "is_mixed": row.is_mixed, "is_late": row.is_late,
             "is_on_whole_test": row.is_on_whole_test, "phase": row.phase,
             "is_rounded": row.is_rounded, "source": row.source, "year": row.year or None,
             "links": [{"title": one.source, "url": one.link} for one in row.linked], "when": _when(row),
             "origins": [cell.origin._asdict() if cell is not None and cell.origin else None for cell in row.cells],
             "outdated": view.outdated_in(row), "conflicts": view.conflicts_of(row),
             "undisclosed": view.kept_of(row), "scores": [_text(cell) for cell in row.cells]}
            for row in view.shown_rows
        ],
    }  # fmt: skip


SUITE_EXPORTS: dict[str, tuple[str, Callable[[SuiteView, str], str]]] = {
    "csv": ("text/csv; charset=utf-8", _as_csv),
    "tex": ("application/x-tex; charset=utf-8", _as_latex),
    "json": ("application/json", _as_json),
}
"""As `leaderboards.exports.EXPORTS`: for each ending the kind of content, and what makes it."""
