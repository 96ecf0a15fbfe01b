"""Boards for programs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Query, Router, Schema
from pydantic import Field

from probierz.scoring.format import finite_or_none
from probierz.web.accounts.api_access import MayRead
from probierz.web.challenges.api import PartName, challenge_of
from probierz.web.http.api_errors import ApiError
from probierz.web.leaderboards.board_view import BoardView, RankedRow
from probierz.web.leaderboards.queries import board_of, read_board
from probierz.web.submissions.api_schemas import Created, IsLate, IsOutdated, IsRounded, Login, PublishedFacts, TeamName
from probierz.web.submissions.page_cache import remembered_json
from probierz.web.submissions.visibility import viewer_of

router = Router(tags=["challenges"])


class ColumnOut(Schema):
    """A test on a board."""

    test: str
    metric: str
    higher_is_better: bool
    part: PartName = ""
    unit: str = Field("", description="what its values and their bounds are in: percent, or nothing")


class CellOut(Schema):
    """A score on a board. value: None where it is not shown, or is no number."""

    text: str
    value: float | None
    low: float | None
    high: float | None
    is_disclosed: bool
    is_rounded: IsRounded = False
    is_outdated: IsOutdated = False
    conflict: str = Field("", description="of a published result: what another place says instead")


class RowOut(PublishedFacts):
    """A row of a board. rank: shared by equal scores; None where none can be given. cells: one for each column."""

    rank: int | None
    public_rank: int | None = Field(None, description="of the same output by the public part; null but on final boards")
    submission: int
    submitter: str
    login: Login = None
    team: TeamName
    variant: str
    commit: str
    description: str
    created: Created
    entries: int
    is_baseline: bool
    is_on_whole_test: bool = Field(False, description="published, beside scores on a part of the test; it has no rank")
    is_late: IsLate = False
    phase: str = Field("", description="its phase, where it has no rank as another one with exact scores counts")
    is_by_test_maker: bool = Field(False, description="handed in by somebody who took part in making the test")
    is_mine: bool
    cells: list[CellOut | None]


class BoardOut(Schema):
    """A board. columns: as the page shows them, the one that ranks first. main: its place, 0; None where none ranks."""

    title: str
    columns: list[ColumnOut]
    main: int | None
    rows: list[RowOut]


class BoardAsked(Schema):
    """Which board is wanted."""

    board: str = Field("", max_length=64, pattern="^[-a-z0-9]*$", description="its name; empty: the first")


@router.get("/challenges/{slug:slug}/board", response=BoardOut, auth=MayRead())
def get_board(request: HttpRequest, slug: str, asked: Query[BoardAsked]) -> Any:
    """Return a board with all its rows."""
    challenge = challenge_of(request, slug)
    board = board_of(challenge, asked.board)
    if board is None:
        raise ApiError(404, "unknown", _("There is no such board."))
    viewer = viewer_of(request)

    def make() -> str:
        return BoardOut.model_validate(_board_data(read_board(viewer, challenge, board))).model_dump_json()

    return remembered_json(viewer, challenge, "api board", {"board": board.slug}, make)


def _board_data(view: BoardView) -> dict[str, Any]:
    tests = [view.columns[at].test for at in view.main_first]
    columns = [
        {
            "test": one.split,
            "metric": one.name,
            "higher_is_better": one.higher_is_better,
            "part": one.part,
            "unit": one.unit,
        }
        for one in tests
    ]
    main = None if view.main is None else view.main_first.index(view.main)
    rows = [_row(row, view) for row in view.rows]
    return {"title": view.board.title, "columns": columns, "main": main, "rows": rows}


def _row(row: RankedRow, view: BoardView) -> dict[str, Any]:
    entry, submission = row.entry, row.entry.submission
    return {
        "rank": row.rank,
        "public_rank": row.public_rank,
        "submission": submission.pk,
        "submitter": entry.submitter,
        "login": entry.login,
        "team": submission.team_key,
        "variant": entry.variant.name if entry.variant else "",
        "commit": submission.commit,
        "description": submission.description,
        "created": entry.when,
        "entries": row.entries,
        "is_baseline": entry.is_baseline,
        **submission.published_facts,
        "is_on_whole_test": row.is_on_whole_test,
        "is_late": submission.is_late,
        "phase": row.other_phase,
        "is_by_test_maker": submission.is_by_maker,
        "is_mine": entry.is_own,
        "cells": [
            None
            if (cell := entry.cells[at]) is None
            else {
                **cell._asdict(),
                "value": finite_or_none(cell.value),
                "is_rounded": cell.is_rounded,
                "is_outdated": entry.outdated[at],
                "conflict": entry.conflicts[at],
            }
            for at in view.main_first
        ],
    }
