"""What a repair of expected results did to ranks: the first board before it, remembered, and what it made of that.

That is the board as it is now; once a later version has other tests, as it was remembered before that one: of what was
handed in before the repair, as nothing else was moved by it. Scores have all digits, and ranks are those that people
read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from probierz.web.challenges.board_columns import BoardColumn
from probierz.web.challenges.models import Challenge, Part, Phase, Test, Version
from probierz.web.html.numbers import decimals_telling_apart, rounded
from probierz.web.leaderboards.board_view import BoardView, RankedRow
from probierz.web.leaderboards.models import RanksBefore
from probierz.web.leaderboards.output_groups import AllDisclosed
from probierz.web.leaderboards.queries import boards_of, ranked_test, read_board
from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import Rounding, Viewer
from probierz.web.submissions.whose import Owners


class RankChange(NamedTuple):
    """What a repair of expected results did to one row. Ranks are from 1; None: no score yet, or none any more.

    submission: the one that stands on the board after it, or stood there. stood_before: the one that stood there, whose
    score `before` is; a repair may turn which of somebody's submissions counts. is_waiting: whether it is still to be
    scored, or was when a later version came and it no longer could be. why_not: why it could not be scored again.
    """

    submission: int
    stood_before: int
    name: str
    before: str
    after: str
    rank_before: int | None
    rank_after: int | None
    is_waiting: bool = False
    why_not: str = ""

    @property
    def is_another(self) -> bool:
        """Whether another submission stands for the person or team than did before."""
        return self.submission != self.stood_before

    @property
    def moved(self) -> int:
        """How many ranks it rose; below zero if it fell."""
        return (self.rank_before or 0) - (self.rank_after or 0) if self.rank_before and self.rank_after else 0


def remember_ranks(version: Version) -> None:
    """Keep the first board as it was before this version, whose scores are still there; called as it is published.

    Rows that are `left` are of what the last repair found there, as it left them.
    """
    if version.previous is None:
        return
    last = RanksBefore.objects.filter(version__challenge=version.challenge_id, version__pk__lt=version.pk)
    repair = last.select_related("version").order_by("version").last()
    rows: list[dict[str, Any]] = []
    for is_private in (False, True):
        rows += ({**row, "left": False} for row in _rows_on(version.previous, is_private=is_private))
        if repair is not None:
            left = _rows_on(version.previous, is_private=is_private, before=repair.version)
            rows += ({**row, "left": True} for row in left)
    RanksBefore.objects.update_or_create(version=version, defaults={"rows": rows})


def superseding(version: Version) -> Version | None:
    """Return the version whose tests took the place of this one's; None while these still count."""
    return kept.version if (kept := _kept_after(version)) is not None else None


def _kept_after(version: Version) -> RanksBefore | None:
    later = RanksBefore.objects.filter(version__challenge=version.challenge_id, version__pk__gt=version.pk)
    return later.select_related("version").order_by("version").first()


def rank_changes(version: Version, viewer: Viewer) -> list[RankChange]:
    """Return scores and ranks of the first board before a repair and after it; for organisers only.

    A person or team is one row, whichever of its submissions stands for it.
    """
    if not viewer.organises(version.challenge):
        return []
    rows = _rows_before(version)
    after = _After(version, rows)
    related = Submission.objects.select_related("submitter", "team", "challenge")
    old = related.in_bulk([row["submission"] for row in rows])
    changes = [
        _change(viewer, version, old[row["submission"]], row, after.of(row)) for row in rows if row["submission"] in old
    ]
    return sorted(changes, key=lambda change: (change.rank_after or 10**9, change.rank_before or 10**9))


class BoardMoves(NamedTuple):
    """Submissions of the first board by what a version with other tests did to them.

    lost: nothing of the same people has a rank there any more. moved: another score or rank, or there for the first
    time.
    """

    lost: set[int]
    moved: set[int]
    unmoved: set[int]


def board_moves(version: Version) -> BoardMoves:
    """Return what a version did to what stands, or stood, on the first board."""
    rows = _rows_before(version)
    after = _After(version, rows)
    found = BoardMoves(set(), after.joined, set())
    for row in rows:
        now = after.of(row)
        if now is None:
            found.lost.add(row["submission"])
        elif (now["shown"], now["rank"]) == (row["shown"], row["rank"]):
            found.unmoved.add(row["submission"])
        else:
            found.moved.add(row["submission"])
    return found


def _rows_before(version: Version) -> list[dict[str, Any]]:
    """What is kept of the first board before a version, by the part of a divided test that ranked then."""
    kept = RanksBefore.objects.filter(version=version).first()
    rows = [] if kept is None or not ranks_are_known(version) else kept.rows
    return [row for row in rows if row.get("ranked", True) and not row.get("left", False)]


def ranks_are_known(version: Version) -> bool:
    """Whether what is kept of boards says by which part of a divided test they ranked; earlier releases kept less.

    Scores on a public part and on a private one are no score before a repair and after it.
    """
    if not version.challenge.tests.filter(part=Part.PRIVATE).exists():
        return True
    kept = [RanksBefore.objects.filter(version=version).first(), _kept_after(version)]
    return all("is_private" in row for one in kept if one is not None for row in one.rows)


def _part_of(rows: Sequence[dict[str, Any]]) -> bool | None:
    """Whether rows are of the private part; None where that was not kept, or there are none."""
    return rows[0].get("is_private") if rows else None


class _InRanks(AllDisclosed):
    """Anybody, once everything is disclosed, for whom ranks are those that people read."""

    def rounding_in_ranks(self, challenge: Challenge, phase: Phase | None, test: Test) -> Rounding | None:
        """As anybody sees them."""
        return Viewer(now=self.now).rounding(challenge, phase, test)


class _After:
    """The first board as a repair left it, of what was handed in before it.

    It is ranked by the same part of a divided test as the rows before, though another one may rank by now. joined:
    submissions of people who had no row before it.
    """

    def __init__(self, version: Version, before: Sequence[dict[str, Any]]) -> None:
        later, part = _kept_after(version), _part_of(before)
        rows: list[dict[str, Any]] = (
            _rows_on(version, is_private=part, before=version)
            if later is None
            else [row for row in later.rows if row.get("left", True) and row.get("is_private", part) == part]
        )
        self._by_submission = {row["submission"]: row for row in rows}
        owners = Owners(version.challenge.submissions.all(), across_phases=bool(part))
        there = version.challenge.submissions.in_bulk([row["submission"] for row in (*before, *rows)])
        self._owners = {number: owners.of(one) for number, one in there.items()}
        self._by_owner = {self._owners.get(number): row for number, row in self._by_submission.items()}
        had = {self._owners.get(row["submission"]) for row in before}
        self.joined = {number for number in self._by_submission if self._owners.get(number) not in had}

    def of(self, before: dict[str, Any]) -> dict[str, Any] | None:
        """Return the row of the same submission, else of the same people."""
        number = before["submission"]
        return self._by_submission.get(number) or self._by_owner.get(self._owners.get(number))


def for_people(changes: Sequence[RankChange], column: BoardColumn | None) -> list[RankChange]:
    """Return changes with as many digits of scores as people read, but so many that those that differ look different.

    column: in which the scores are.
    """
    if column is None or column.test.decimals is None:
        return list(changes)
    known = [_number(text) for change in changes for text in (change.before, change.after)]
    decimals = decimals_telling_apart(known, column.test.decimals)
    return [
        change._replace(before=rounded(change.before, decimals), after=rounded(change.after, decimals))
        for change in changes
    ]


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def ranking_column(version: Version) -> BoardColumn | None:
    """Return the column that ranked on the first board before a version, as it is in that one."""
    then = _challenge_at(version)
    return read_board(AllDisclosed(), then, boards_of(then)[0], is_final=_part_of(_rows_before(version))).main_column


def reasons(changes: Iterable[RankChange]) -> list[tuple[str, int]]:
    """Return why submissions could not be scored again, and how many of them for each reason, most first."""
    return Counter(change.why_not for change in changes if change.why_not).most_common()


def _change(
    viewer: Viewer, version: Version, was: Submission, before: dict[str, Any], after: dict[str, Any] | None
) -> RankChange:
    is_here = was.deleted is None and was.hidden is None
    is_lost = after is None and is_here and not was.is_reference
    failure = was.not_rescored or {}
    why_not = failure["message"] if is_lost and failure.get("version") == version.pk else ""
    return RankChange(
        was.pk if after is None else after["submission"],
        was.pk,
        viewer.name_of(was),
        before["shown"],
        "" if after is None else after["shown"],
        before["rank"],
        None if after is None else after["rank"],
        is_waiting=is_lost and not why_not,
        why_not=why_not,
    )


def _challenge_at(version: Version) -> Challenge:
    """The challenge with this version as the current one."""
    then = Challenge.objects.get(pk=version.challenge_id)
    then.current = version
    return then


def _rows_on(version: Version, *, is_private: bool | None, before: Version | None = None) -> list[dict[str, Any]]:
    """The rows of the first board on a version's tests that have a rank.

    is_private: by which part of a divided test; None: by that which ranks now. Nothing by one that is not there.
    before: as of `read_board`.
    """
    challenge = _challenge_at(version)
    board = boards_of(challenge)[0]
    view = read_board(_InRanks(), challenge, board, is_final=is_private, before=before)
    if is_private is not None and view.is_final != is_private:
        return []
    ranked = ranked_test(AllDisclosed(), challenge, board)
    return [
        {
            "submission": row.entry.submission.pk,
            "shown": _shown(view, row),
            "rank": row.rank,
            "is_private": view.is_final,
            "ranked": ranked == view.columns[view.main].test if view.main is not None else True,
        }
        for row in view.rows
        if row.rank is not None
    ]


def _shown(view: BoardView, row: RankedRow) -> str:
    cell = row.entry.cells[view.main] if view.main is not None else None
    return "" if cell is None else cell.text
