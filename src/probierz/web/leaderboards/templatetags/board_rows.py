"""Rows of boards and lists, put together here: in a template each of their pieces would take as long as a row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from probierz.web.html import looks
from probierz.web.leaderboards.bars import Bars
from probierz.web.leaderboards.board_view import BoardView, RankedRow
from probierz.web.leaderboards.templatetags.board import Told, about, cells, last_of, main_cell, submission_pages
from probierz.web.submissions.models import Submission
from probierz.web.submissions.templatetags.submissions import on_whole_test_tag, state_tag

register = template.Library()

NOTHING = SafeString("")


@register.simple_tag
def board_rows(rows: Iterable[RankedRow], view: BoardView, bars: Bars | None, order: Sequence[int]) -> SafeString:
    """Show the rows of a board. order: of the columns with scores, the one that ranks first."""
    told = Told.here()
    return mark_safe("\n".join(_board_row(row, view, bars, order, told) for row in rows))


@register.simple_tag
def list_rows(
    rows: Iterable[RankedRow], view: BoardView, bars: Bars | None, order: Sequence[int], own: bool
) -> SafeString:
    """Show the rows of a list of submissions. own: whether all of them are the reader's."""
    told = Told.here()
    return mark_safe("\n".join(_list_row(row, view, bars, order, told, marks_own=not own) for row in rows))


def _board_row(row: RankedRow, view: BoardView, bars: Bars | None, order: Sequence[int], told: Told) -> str:
    entry, is_reference = row.entry, row.entry.submission.is_reference
    of_visits = NOTHING
    if not is_reference:
        of_visits = looks.formatted(' data-row="{}" data-rank="{}"', entry.name, row.rank or "")
    you = looks.formatted(' <span class="muted">({})</span>', _("you")) if entry.is_own else NOTHING
    other_phase = looks.formatted(" {}", looks.tag(row.other_phase)) if row.other_phase else NOTHING
    scores = cells(entry, order[1:], view.main, intervals=view.board.shows_intervals, told=told)
    return looks.formatted(
        '<tr class="{}"{}><td class="number rank">{}{}{}</td>'
        '<th scope="row"><a href="{}{}"><bdi>{}</bdi></a>{}{}{}<small class="about">{}</small></th>'
        '{}{}<td>{}</td><td>{}</td><td class="number">{}</td></tr>',
        _kind(entry.submission, is_own=entry.is_own), of_visits, _rank(row), _moved(row), _group(row),
        submission_pages(), entry.submission.pk, entry.name, you, other_phase, _whole_test(row), about(entry),
        main_cell(row, view, bars, told, beside=order[1:]), scores, told.ago(entry.when), last_of(row, view, told),
        "–" if is_reference else row.entries,
    )  # fmt: skip


def _list_row(
    row: RankedRow, view: BoardView, bars: Bars | None, order: Sequence[int], told: Told, *, marks_own: bool
) -> str:
    entry, submission = row.entry, row.entry.submission
    waiting = NOTHING
    scores = cells(entry, order[1:], view.main, intervals=view.board.shows_intervals, told=told)
    if submission.state != Submission.State.SCORED:
        waiting = state_tag(submission)
    return looks.formatted(
        '<tr class="{}"><td class="number rank">{}</td>'
        '<th scope="row"><a href="{}{}"><bdi>{}</bdi></a>{}{}<small class="about">{} {}</small></th>'
        "{}{}<td>{}</td><td>{}{}</td></tr>",
        _kind(submission, is_own=entry.is_own and marks_own), _rank(row),
        submission_pages(), submission.pk, entry.name, _whole_test(row),
        _on_final_board(row), about(entry), waiting,
        main_cell(row, view, bars, told, beside=order[1:]), scores, told.ago(entry.when),
        submission.version.number, _phase(submission),
    )  # fmt: skip


def _kind(submission: Submission, *, is_own: bool) -> str:
    kind = "published" if submission.is_reference else "baseline" if submission.is_baseline else ""
    return f"{kind} own" if is_own else kind


def _rank(row: RankedRow) -> int | str:
    return "–" if row.rank is None else row.rank


def _moved(row: RankedRow) -> SafeString:
    if not row.moved:
        return NOTHING
    words = _("rank %(rank)s on the public part") % {"rank": row.public_rank}
    arrow = "↑" if row.moved > 0 else "↓"
    line = ' <small class="under-rank">{}{} <span class="words">{}</span></small>'
    return looks.formatted(line, arrow, abs(row.moved), words)


def _group(row: RankedRow) -> SafeString:
    if not row.group:
        return NOTHING
    return looks.formatted(' <small class="under-rank">{}</small>', _("group %(number)s") % {"number": row.group})


def _whole_test(row: RankedRow) -> SafeString:
    return looks.formatted(" {}", on_whole_test_tag()) if row.is_on_whole_test else NOTHING


def _on_final_board(row: RankedRow) -> SafeString:
    return looks.formatted(" {}", looks.tag(_("final board"), "", "good")) if row.is_on_final_board else NOTHING


def _phase(submission: Submission) -> SafeString:
    phase = submission.phase
    if phase is None or phase.name == "main":
        return NOTHING
    return looks.formatted(' <span class="muted">{}</span>', phase.name)
