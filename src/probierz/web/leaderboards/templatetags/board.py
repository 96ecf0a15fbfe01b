"""What the templates of boards need besides what every template has.

What stands in every row is put together here: a template that includes others for each cell takes ten times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cache
from typing import NamedTuple

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from probierz.web.challenges.board_columns import BoardColumn
from probierz.web.html import looks
from probierz.web.html.engine_words import told as in_words
from probierz.web.leaderboards.bars import Bars
from probierz.web.leaderboards.board_view import BoardEntry, BoardView, RankedRow
from probierz.web.leaderboards.plots import Drawing, Mark, Point
from probierz.web.submissions.models import HUMAN, Submission
from probierz.web.submissions.templatetags.submissions import (
    cell,
    late_tag,
    made_test_tag,
    recipe,
    standing_tags,
    tag_of,
    team_of,
)
from probierz.web.submissions.visibility import ShownScore

register = template.Library()

LONGEST_DESCRIPTION, LONGEST_PARAMETER = 140, 40


class Told(NamedTuple):
    """How times and scores are told on a page: to ask for the language at each takes as long as all the rest."""

    ago: Callable[[datetime | None], str | SafeString]
    score: Callable[[str, float | None, float | None], SafeString]

    @classmethod
    def here(cls) -> Told:
        """Return how they are told in the language and zone of the page that is being made."""
        return cls(looks.agos_told(), looks.scores_told())


@register.simple_tag
def cells(
    entry: BoardEntry,
    order: Sequence[int],
    main: int | None,
    *,
    intervals: bool = False,
    told: Told | None = None,
) -> SafeString:
    """Show the scores of an entry, each as a cell of a table. order: of the columns; main: the one that ranks."""
    told = told or Told.here()
    shown = [
        (
            "number main" if at == main else "number",
            _starred(entry, at, told, intervals=intervals),
        )
        for at in order
    ]
    return mark_safe("".join(looks.formatted('<td class="{}">{}</td>', *one) for one in shown))


def main_cell(
    row: RankedRow, view: BoardView, bars: Bars | None, told: Told, *, beside: Sequence[int] = ()
) -> SafeString:
    """Show the score that ranks with its bar; opened, its interval and the scores of other metrics.

    beside: columns that stand beside it with their intervals: then its own stands below it, and is not told twice.
    """
    if view.main is None:
        return mark_safe("")
    entry, intervals = row.entry, view.board.shows_intervals
    shown = entry.cells[view.main]
    text = _starred(entry, view.main, told)
    rows = _more(entry, view, view.main, told, intervals=intervals, beside=beside)
    bar = _bar(shown, bars, intervals=intervals)
    if beside and intervals and shown is not None and shown.low is not None and shown.high is not None:
        bar = looks.formatted(
            '{}<span class="interval">{}</span>', bar, looks.bounds_of(shown.for_people, shown.low, shown.high)
        )
    if not rows:
        return looks.formatted('<td class="number main"><div class="alone">{}{}</div></td>', text, bar)
    line = '<td class="number main"><details class="more"><summary>{}{}</summary><dl>{}</dl></details></td>'
    listed = mark_safe("".join(looks.formatted("<div><dt>{}</dt><dd>{}</dd>{}</div>", *one) for one in rows))
    return looks.formatted(line, text, bar, listed)


def _more(
    entry: BoardEntry, view: BoardView, main: int, told: Told, *, intervals: bool, beside: Sequence[int]
) -> list[tuple[str, SafeString | str, SafeString]]:
    """Name, what is said, and what there is to know of an interval."""
    shown = entry.cells[main]
    rows: list[tuple[str, SafeString | str, SafeString]] = []
    if intervals and shown is not None:
        bounds = ""
        if not beside and shown.low is not None and shown.high is not None:
            bounds = looks.bounds_of(shown.for_people, shown.low, shown.high)
        if bounds or shown.notes:
            rows.append((_("Interval"), bounds, _notes(shown)))
    for at in view.main_first:
        other = entry.cells[at]
        if at == main or other is None or (at in beside and not (intervals and other.notes)):
            continue
        said = "" if at in beside else _starred(entry, at, told, intervals=intervals)
        rows.append((_with_arrow(view.columns[at]), said, _notes(other) if intervals else mark_safe("")))
    return rows


def _notes(shown: ShownScore) -> SafeString:
    return mark_safe("".join(looks.formatted('<dd class="note">{}</dd>', in_words(one)) for one in shown.notes))


def _with_arrow(column: BoardColumn) -> str:
    """A metric with which scores are better, and of a divided test with the part."""
    arrow = "↑" if column.test.higher_is_better else "↓"
    part = f" · {column.test.get_part_display()}" if column.test.part else ""
    return f"{column.heading} {arrow}{part}"


def _starred(entry: BoardEntry, at: int, told: Told, *, intervals: bool = False) -> SafeString:
    outdated, conflict = entry.outdated[at], entry.conflicts[at]
    return cell(entry.cells[at], is_outdated=outdated, conflict=conflict, intervals=intervals, score=told.score)


def _bar(shown: ShownScore | None, bars: Bars | None, *, intervals: bool) -> SafeString:
    end = bars.part(shown.value) if bars and shown is not None else None
    if bars is None or shown is None or end is None:
        return mark_safe("")
    low, high = (bars.part(shown.low), bars.part(shown.high)) if intervals else (None, None)
    line = mark_safe("")
    if low is not None and high is not None:
        line = looks.formatted('<line x1="{}%" x2="{}%" y1="50%" y2="50%"/>', low, high)
    if shown.value is not None and bars.is_broken(shown.value):
        line = mark_safe('<line class="break" x1="84%" x2="90%" y1="100%" y2="0"/>')
    return looks.formatted(
        '<svg class="bar" aria-hidden="true"><rect class="track" width="100%" height="100%"/>'
        '<rect width="{}%" height="100%"/>{}</svg>', end, line,
    )  # fmt: skip


def last_of(row: RankedRow, view: BoardView, told: Told) -> SafeString:
    """Show the newest submission of the same people: its score and when it was."""
    last = row.last
    if row.entry.submission.is_reference:
        return mark_safe("–")
    if last is None or last.of.submission == row.entry.submission.pk or view.main is None:
        return looks.formatted('<span class="muted">{}</span>', _("this one"))
    when, score = told.ago(last.of.created), cell(last.cell, is_outdated=last.is_outdated, score=told.score)
    line = '<a href="{}{}">{}</a> <span class="muted">{}</span>'
    return looks.formatted(line, submission_pages(), last.of.submission, score, when)


def about(entry: BoardEntry) -> SafeString:
    """Say of an entry what its row has room for: variant, description, parameters, marks and tags."""
    submission = entry.submission
    parts: list[SafeString] = []
    if submission.is_reference:
        parts.append(looks.tag(submission.published_label))
        parts.append(_where_printed(submission))
        parts.append(team_of(submission))
        parts.append(recipe(submission))
    if entry.is_marked_baseline:
        parts.append(looks.tag(_("baseline")))
    parts.append(late_tag(submission))
    parts += [tag_of(one) for one in entry.tags if one.tag.name == HUMAN]
    if submission.is_by_maker:
        parts.append(made_test_tag())
    if entry.variant_name:
        parts.append(looks.formatted("<code>{}</code>", entry.variant_name))
    if not submission.is_reference:
        parts.append(looks.formatted("{}", looks.shortened(submission.description, LONGEST_DESCRIPTION)))
    parts += [_parameter(name, value) for name, value in entry.parameters]
    if submission.is_chosen or submission.hidden:  # most are neither
        parts.append(standing_tags(submission, is_own=entry.is_own))
    parts += [tag_of(one) for one in entry.tags if one.tag.name != HUMAN]
    return mark_safe(" ".join(part for part in parts if part))


def _where_printed(submission: Submission) -> SafeString:
    """The year in which a result was published, which leads there where that is known; the source is in its name."""
    words = str(submission.published_year) if submission.published_year else _("source")
    if submission.published_link:
        address, title = submission.published_link, submission.published_source
        return looks.formatted('<a href="{}" title="{}" rel="noopener">{}</a>', address, title, words)
    return looks.formatted("{}", words) if submission.published_year else mark_safe("")


# --- plots -----------------------------------------------------------------------------------------------------------


@register.simple_tag
def marks(drawing: Drawing) -> SafeString:
    """Draw the points of a plot, each a link to its submission with what it says on hover."""
    page, number, moment = submission_pages(), looks.numbers_told(), looks.moments_told()
    return mark_safe("".join(_mark(mark, page, number, moment) for mark in drawing.marks))


def _mark(mark: Mark, page: str, number: Callable[[object], str], moment: Callable[[datetime], str]) -> str:
    point = mark.point
    kind = "baseline" if point.is_baseline else "best" if point.is_best else ""
    says = f"{point.name}: {', '.join(map(number, point.told))} ({moment(point.when)}) {point.description}"
    return (
        f'<a href="{page}{point.submission}" tabindex="-1"><circle class="{kind}" cx="{mark.x}%" cy="{mark.y}%" r="5">'
        f"<title>{looks.escaped(says)}</title></circle></a>"
    )


@register.simple_tag
def point_rows(points: Sequence[Point], *, with_times: bool = False) -> SafeString:
    """Show the points of a plot as rows of a table: when it was if wished, who, and each score."""
    page, number = submission_pages(), looks.numbers_told()
    moment = looks.moments_told() if with_times else None
    return mark_safe("".join(_point_row(point, page, number, moment) for point in points))


def _point_row(
    point: Point, page: str, number: Callable[[object], str], moment: Callable[[datetime], str] | None
) -> str:
    when = f"<td>{moment(point.when)}</td>" if moment else ""
    scores = "".join(f'<td class="number">{looks.escaped(number(text))}</td>' for text in point.told)
    return f'<tr>{when}<td><a href="{page}{point.submission}">{looks.escaped(point.name)}</a></td>{scores}</tr>'


@cache
def submission_pages() -> str:
    """What addresses of submissions begin with: resolving a thousand takes longer than all the rest of the page."""
    return reverse("submission", args=[0]).removesuffix("0")


# --- rows ------------------------------------------------------------------------------------------------------------


def _parameter(name: str, value: str) -> SafeString:
    value = looks.shortened(value, LONGEST_PARAMETER)
    return looks.formatted('<code class="parameter">{}{}</code>', name, f"={value}" if value else "")
