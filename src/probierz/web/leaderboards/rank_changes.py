"""What a repair of expected results did to ranks: the first board before it, remembered, and as it is now."""

from __future__ import annotations

from typing import Any, NamedTuple

from probierz.web.challenges.models import Challenge, Version
from probierz.web.leaderboards.board_view import BoardView, RankedRow
from probierz.web.leaderboards.clusters import AllDisclosed
from probierz.web.leaderboards.models import RanksBefore
from probierz.web.leaderboards.queries import boards_of, read_board
from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import Viewer

__all__ = ["RankChange", "rank_changes", "remember_ranks"]


class RankChange(NamedTuple):
    """What a repair of expected results did to one row. Ranks are from 1; None: no score yet, or none any more.

    submission: the one that stands on the board now, or stood there. is_waiting: whether it is still to be scored.
    lost_above: how many published results stood above it that have no rank any more, as they are on the data of before.
    """

    submission: int
    name: str
    before: str
    after: str
    rank_before: int | None
    rank_after: int | None
    is_waiting: bool = False
    is_published: bool = False
    lost_above: int = 0

    @property
    def moved(self) -> int:
        """How many ranks it rose among what has one before and after; below zero if it fell."""
        if self.rank_before is None or self.rank_after is None:
            return 0
        return self.rank_before - self.lost_above - self.rank_after

    @property
    def is_lost(self) -> bool:
        """Whether it is a published result that has no rank any more."""
        return self.is_published and self.rank_after is None


def remember_ranks(version: Version) -> None:
    """Keep the first board as it was before this version, whose scores are still there; called as it is published."""
    if version.previous is None:
        return
    before = Challenge.objects.get(pk=version.challenge_id)
    before.current = version.previous
    view = read_board(AllDisclosed(), before, boards_of(before)[0])
    rows = [
        {
            "submission": row.entry.submission.pk,
            "owner": _owner(row.entry.submission),
            "shown": _shown(view, row),
            "rank": row.rank,
        }
        for row in view.rows
        if row.rank is not None
    ]
    RanksBefore.objects.update_or_create(version=version, defaults={"rows": rows})


def rank_changes(version: Version, viewer: Viewer) -> list[RankChange]:
    """Return scores and ranks of the first board before a repair, and what they are now; for organisers only.

    A person or team is one row, whichever of its submissions stands for it.
    """
    if not viewer.organises(version.challenge):
        return []
    kept = RanksBefore.objects.filter(version=version).first()
    if kept is None:
        return []
    view = read_board(AllDisclosed(), version.challenge, boards_of(version.challenge)[0])
    now = {row.entry.submission.pk: row for row in view.rows}
    of_owner = {_owner(row.entry.submission): row for row in view.rows}
    related = Submission.objects.select_related("submitter", "team", "challenge")
    old = related.in_bulk([row["submission"] for row in kept.rows])
    changes = [
        _change(viewer, view, old[row["submission"]], row, now.get(row["submission"]) or of_owner.get(row["owner"]))
        for row in kept.rows
        if row["submission"] in old
    ]
    lost = [change.rank_before or 0 for change in changes if change.is_lost]
    changes = [one._replace(lost_above=sum(rank < (one.rank_before or 0) for rank in lost)) for one in changes]
    return sorted(changes, key=lambda change: (change.rank_after or 10**9, change.rank_before or 10**9))


def _change(
    viewer: Viewer, view: BoardView, was: Submission, kept: dict[str, Any], row: RankedRow | None
) -> RankChange:
    is_new = row is not None and row.rank is not None
    name = was.description if was.is_reference else viewer.name_of(was)
    return RankChange(
        row.entry.submission.pk if row is not None and is_new else was.pk,
        name,
        kept["shown"],
        _shown(view, row) if row is not None and is_new else "",
        kept["rank"],
        row.rank if row is not None else None,
        is_waiting=not is_new and not was.is_reference and was.deleted is None,
        is_published=was.is_reference,
    )


def _owner(submission: Submission) -> str:
    if submission.is_reference or submission.is_baseline or submission.is_human:
        return f"submission {submission.pk}"
    if submission.row_name:
        return f"row {submission.row_name}"
    return f"team {submission.team_id}" if submission.team_id else f"person {submission.submitter_id}"


def _shown(view: BoardView, row: RankedRow) -> str:
    cell = row.entry.cells[view.main] if view.main is not None else None
    return "" if cell is None else cell.text
