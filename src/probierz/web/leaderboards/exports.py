"""Boards for other programs: CSV, LaTeX, JSON. All of it is made of what the viewer may see."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import override

from probierz.reports.tables import ARROWS, in_latex, latex_note, safe_cell
from probierz.scoring.format import finite_or_none, without_noise
from probierz.web.challenges.board_columns import BoardColumn
from probierz.web.challenges.models import Test
from probierz.web.leaderboards.board_view import BoardEntry, BoardView, RankedRow
from probierz.web.leaderboards.star_notes import star_notes
from probierz.web.leaderboards.telling_apart import told_apart
from probierz.web.submissions.best_scores import best_number
from probierz.web.submissions.common_numbers import common_number
from probierz.web.submissions.models import Submission
from probierz.web.submissions.ranked import has_rank
from probierz.web.submissions.visibility import ShownScore

_MARKS = ("baseline", "published", "whole test", "late", "phase", "made the test")
_AFTER_SCORES = (
    "undisclosed", "rounded", "outdated", "conflict", "source", "year", "link", "counted", "when", "version", "address",
)  # fmt: skip
_PUBLIC_RANK, _ON_FINAL_BOARD = "public rank", "on final board"


def as_csv(view: BoardView, root: str) -> str:
    """Return the board as comma-separated values with a header, safe for spreadsheets; intervals as two columns.

    The score that ranks stands before the others.
    `undisclosed` names the columns whose score is kept, with the reason; their cells are empty. `rounded` names those
    whose score the phase rounds, `outdated` those whose score is on data that were replaced since, `conflict` those of
    which another place says something else, with what it says. Where the private part ranks, `public rank` is that of
    the same output by the public one; a list of submissions says then which of them stand on the final board.
    """
    file = io.StringIO()
    writer = csv.writer(file)
    labels = [view.columns[at].label for at in view.main_first]
    titles = [title for label in labels for title in (label, f"{label} low", f"{label} high")]
    head = ["rank", "group", "submitter", "team", "description", "variant", "tags", *_MARKS, *titles, *_AFTER_SCORES]
    head += [_PUBLIC_RANK] * view.is_final + [_ON_FINAL_BOARD] * view.marks_final
    writer.writerow([safe_cell(title) for title in head])
    for row in view.rows:
        writer.writerow([safe_cell(cell) for cell in _csv_row(row, view, root)])
    return file.getvalue()


def _csv_row(row: RankedRow, view: BoardView, root: str) -> list[str]:
    entry, submission = row.entry, row.entry.submission
    tags = " ".join(tag.tag.name for tag in entry.tags if tag.accepted is not False)
    scores = [text for at in view.main_first for text in _with_bounds(entry.cells[at])]
    baseline = "yes" if entry.is_baseline else ""
    marks = [tags, baseline, _published(submission), _yes(row.is_on_whole_test), _yes(submission.is_late)]
    marks += [row.other_phase, _yes(submission.is_by_maker)]
    about = [entry.submitter, submission.team_name, submission.description, entry.variant_name, *marks]
    printed = [submission.published_source, str(submission.published_year or ""), submission.published_link]
    made = [*printed, _yes(submission.is_counted), _when(entry) or "", submission.version.number, _address(row, root)]
    places = [str(row.rank or ""), str(row.group or "")]
    public = [str(row.public_rank or "")] * view.is_final
    final = [_yes(row.is_on_final_board)] * view.marks_final
    return [*places, *about, *scores, *_said_of_scores(entry, view), *made, *public, *final]


def _yes(is_so: bool) -> str:
    return "yes" if is_so else ""


def _said_of_scores(entry: BoardEntry, view: BoardView) -> tuple[str, str, str, str]:
    """Which scores are kept, rounded, on data of before, and contradicted, by the titles of their columns."""
    titles = [column.label for column in view.columns]
    reasons = [cell.why_kept if cell is not None else "" for cell in entry.cells]
    kept = [f"{title}: {reason}" for title, reason in zip(titles, reasons, strict=True) if reason]
    rounded = [title for title, cell in zip(titles, entry.cells, strict=True) if cell is not None and cell.is_rounded]
    outdated = [title for title, is_outdated in zip(titles, entry.outdated, strict=True) if is_outdated]
    said = [f"{title}: {conflict}" for title, conflict in zip(titles, entry.conflicts, strict=True) if conflict]
    return "; ".join(kept), "; ".join(rounded), "; ".join(outdated), "; ".join(said)


def _when(entry: BoardEntry) -> str | None:
    return entry.when.isoformat(timespec="seconds") if entry.when else None


def _published(submission: Submission) -> str:
    """What kind of a published result it is; empty for what was handed in here."""
    return (submission.published_kind or "yes") if submission.is_reference else ""


def _with_bounds(cell: ShownScore | None) -> tuple[str, str, str]:
    if cell is None or not cell.is_disclosed:
        return "", "", ""
    return cell.for_programs, _bound(cell.low), _bound(cell.high)


def _bound(value: float | None) -> str:
    return "" if value is None else repr(without_noise(value))


def _address(row: RankedRow, root: str) -> str:
    return f"{root}/submissions/{row.entry.submission.pk}"


# --- LaTeX -----------------------------------------------------------------------------------------------------------


def as_latex(view: BoardView, root: str) -> str:
    """Return the board as a table for the package booktabs; bold is the best of what counts in ranks.

    The score that ranks stands before the others, and arrows say which scores are better.
    Scores have the digits of the page. What the stars say that some of them have stands below it.
    """
    with override("en"):  # as the rest of it
        notes = star_notes(view.rows, view)
    best = {at: _best_rows(view, at) for at in view.main_first}
    lines = [
        f"% {in_latex(view.challenge.title)} -- {root}/challenges/{view.challenge.slug}",
        r"% \usepackage{booktabs}",
        rf"\begin{{tabular}}{{rl{'r' * (len(view.columns) + view.is_final)}{'l' * view.marks_final}}}",
        r"\toprule",
        " & ".join(["", "System", *(_latex_title(view.columns[at]) for at in best), *_latex_last(view)]) + r" \\",
        r"\midrule",
        *(
            _latex_row(row, {at: number in rows for at, rows in best.items()}, view)
            for number, row in enumerate(told_apart(view.rows))
        ),
        r"\bottomrule",
        r"\end{tabular}",
        *(latex_note(note, has_star=True) for note in notes),
    ]
    return "\n".join(lines) + "\n"


def _latex_title(column: BoardColumn) -> str:
    return in_latex(f"{column.label} {ARROWS['higher' if column.test.higher_is_better else 'lower']}")


def _latex_last(view: BoardView) -> list[str]:
    return ["Public rank"] * view.is_final + ["Final board"] * view.marks_final


def _latex_row(row: RankedRow, best: Mapping[int, bool], view: BoardView) -> str:
    """A row. best: for each column, in the order in which they are shown, whether its score is the best."""
    cells, outdated, conflicts = row.entry.cells, row.entry.outdated, row.entry.conflicts
    stars = ["$^{*}$" if is_outdated or said else "" for is_outdated, said in zip(outdated, conflicts, strict=True)]
    scores = [_latex_cell(cells[at], is_best=is_best) + stars[at] for at, is_best in best.items()]
    name = in_latex(row.entry.name) + (f" ({in_latex(row.entry.variant_name)})" if row.entry.variant_name else "")
    name += "".join(f" ({mark})" for mark in _kind_marks(row.entry))
    name += " (whole test)" if row.is_on_whole_test else ""
    name += " (late)" if row.entry.submission.is_late else ""
    name += f" ({in_latex(row.other_phase)})" if row.other_phase else ""
    name += " (rounded)" if any(cell is not None and cell.is_rounded for cell in row.entry.cells) else ""
    last = [str(row.public_rank or "--")] * view.is_final + [_yes(row.is_on_final_board)] * view.marks_final
    return " & ".join([str(row.rank or "--"), name, *scores, *last]) + r" \\"


def _kind_marks(entry: BoardEntry) -> list[str]:
    """What tells a row from systems that people handed in: that it is published, and of what kind, or a baseline."""
    submission = entry.submission
    if submission.is_reference:
        return [published_mark(submission.published_kind, submission.published_year, is_counted=submission.is_counted)]
    return ["baseline"] if entry.is_baseline else []


def published_mark(kind: str, year: int, *, is_counted: bool = False) -> str:
    """Return how tables mark a published result. kind: empty where nobody says; year: 0 where nobody says.

    is_counted: it is printed nowhere, and was counted by who declared the suite.
    """
    if is_counted:
        return f"{kind or 'baseline'}, counted"
    mark = "published" if kind in ("", "official", "authors") else f"published {kind}"
    return f"{mark}, {year}" if year else mark


def _latex_cell(cell: ShownScore | None, *, is_best: bool) -> str:
    if cell is None or not cell.is_disclosed:
        return "--"
    text = in_latex(cell.for_people)
    return rf"\textbf{{{text}}}" if is_best else text


def _best_rows(view: BoardView, at: int) -> set[int]:
    """The places of the rows that have the best score of a column, of those that count in ranks, and as ranks compare
    scores: equal ones are all best.
    """
    test = view.columns[at].test
    cells = {
        number: cell.in_ranks
        for number, row in enumerate(view.rows)
        if (cell := row.entry.cells[at]) is not None and _counts(row, at, test)
    }
    compared = common_number(cells.values())
    numbers = {number: compared(cell) for number, cell in cells.items()}
    best = best_number(numbers.values(), higher_is_better=test.higher_is_better)
    return {number for number, value in numbers.items() if best is not None and value == best}


def _counts(row: RankedRow, at: int, test: Test) -> bool:
    """Whether the score of a row in a column is compared with those of others, and the row has a rank for such."""
    return not row.entry.outdated[at] and has_rank(row.entry.submission, test, row.other_phase)


# --- JSON ------------------------------------------------------------------------------------------------------------


def plain_board(view: BoardView, root: str) -> dict[str, Any]:
    """Return the board as plain data; `value` is null where a score is not shown, or not a number."""
    return {
        "challenge": view.challenge.slug,
        "title": view.challenge.title,
        "board": view.board.slug,
        "address": f"{root}/challenges/{view.challenge.slug}",
        "columns": [
            {
                "test": column.test.split,
                "metric": column.test.name,
                "higher_is_better": column.test.higher_is_better,
                "part": column.test.part,
                "unit": column.test.unit,
                "is_main": at == view.main,
            }
            for at, column in ((at, view.columns[at]) for at in view.main_first)
        ],
        "rows": [_plain_row(row, view, root) for row in view.rows],
    }


def _plain_row(row: RankedRow, view: BoardView, root: str) -> dict[str, Any]:
    entry, submission = row.entry, row.entry.submission
    return {
        "rank": row.rank,
        "group": row.group,
        "public_rank": row.public_rank,
        **({"on_final_board": row.is_on_final_board} if view.marks_final else {}),
        "submission": submission.pk,
        "address": _address(row, root),
        "submitter": entry.submitter,
        "team": submission.team_name or None,
        "description": submission.description,
        "variant": entry.variant.name if entry.variant else None,
        "tags": [tag.tag.name for tag in entry.tags if tag.accepted is not False],
        "is_baseline": entry.is_baseline,
        "is_by_test_maker": submission.is_by_maker,
        **submission.published_facts,
        "is_on_whole_test": row.is_on_whole_test,
        "is_late": submission.is_late,
        "phase": row.other_phase,
        "when": _when(entry),
        "version": submission.version.number,
        "submissions": row.entries,
        "scores": [
            None
            if (cell := entry.cells[at]) is None
            else {**_plain_score(cell), "is_outdated": entry.outdated[at], "conflict": entry.conflicts[at]}
            for at in view.main_first
        ],
    }


def _plain_score(cell: ShownScore) -> dict[str, Any]:
    numbers = {"value": cell.value, "low": cell.low, "high": cell.high}
    finite = {name: finite_or_none(number) for name, number in numbers.items()}
    return {"text": cell.text, **finite, "is_disclosed": cell.is_disclosed, "is_rounded": cell.is_rounded}


def as_json(view: BoardView, root: str) -> str:
    """Return the board as JSON."""
    return json.dumps(plain_board(view, root), ensure_ascii=False, indent=1, allow_nan=False) + "\n"


EXPORTS: dict[str, tuple[str, Callable[[BoardView, str], str]]] = {
    "csv": ("text/csv; charset=utf-8", as_csv),
    "tex": ("application/x-tex; charset=utf-8", as_latex),
    "json": ("application/json", as_json),
}
"""For each ending the kind of content, and what makes it."""
