"""The best score of many challenges at once: for lists, which show nothing else of a board."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Max, Min, Q

from probierz.web.challenges.columns import main_test
from probierz.web.challenges.models import Challenge, Test
from probierz.web.challenges.phases import other_phase, phase_that_counts
from probierz.web.leaderboards.models import Board
from probierz.web.leaderboards.queries import board_of, read_board
from probierz.web.submissions.models import Score
from probierz.web.submissions.visibility import ShownScore, Viewer

__all__ = ["best_scores"]


def best_scores(viewer: Viewer, challenges: Sequence[Challenge]) -> dict[int, str]:
    """Return what stands on top of the first board of each, by the challenge's number; "" where nobody has a rank.

    Of boards that show the best of everybody, the database finds it, for all challenges together; others are read,
    and those on which rounded scores stand beside others.
    """
    arranged = set(Board.objects.filter(challenge__in=challenges).values_list("challenge", flat=True))
    arranged |= {one.pk for one in challenges if one.current and any(test.part for test in one.current.tests.all())}
    plain = [one for one in challenges if one.pk not in arranged]
    return {
        **_of_plain(viewer, plain),
        **{one.pk: _on_board(viewer, one) for one in challenges if one.pk in arranged},
    }


def _on_board(viewer: Viewer, challenge: Challenge) -> str:
    board = board_of(challenge)
    view = read_board(viewer, challenge, board) if board else None
    first = next((place for place in view.rows.places if place.rank is not None), None) if view else None
    return first.standing.cell.text if first and first.standing.cell else ""


class _Group(NamedTuple):
    """The best value of a test that was got in a phase; scores that are withheld have no rank for anybody."""

    test: int
    phase: int | None
    value: float


def _of_plain(viewer: Viewer, challenges: Sequence[Challenge]) -> dict[int, str]:
    mains = {one.pk: main_test(one.current.tests.all()) if one.current else None for one in challenges}
    tests = {test.pk: test for test in mains.values() if test is not None}
    groups: dict[int, list[_Group]] = defaultdict(list)
    for group in _groups(viewer, tests):
        groups[group.test].append(group)
    texts = _texts(groups)
    return {
        one.pk: _best(viewer, one, test, groups[test.pk], texts) if (test := mains[one.pk]) else ""
        for one in challenges
    }


def _groups(viewer: Viewer, tests: dict[int, Test]) -> list[_Group]:
    scores = Score.objects.filter(test__in=list(tests), value__isnull=False, submission__deleted=None)
    scores = scores.filter(is_withheld=False, submission__is_ranked=True)
    if not viewer.is_administrator:
        scores = scores.filter(_visible(viewer))
    rows = scores.values_list("test", "submission__phase").annotate(Max("value"), Min("value")).order_by()
    return [_Group(test, phase, most if tests[test].higher_is_better else least) for test, phase, most, least in rows]


def _visible(viewer: Viewer) -> Q:
    """As `Viewer.submissions` says of one challenge."""
    seen = Q(submission__hidden=None) | Q(challenge__in=viewer.organised)
    if viewer.user is not None:
        seen |= Q(submission__submitter=viewer.user) | Q(submission__team__in=viewer.teams)
    return seen


def _texts(groups: dict[int, list[_Group]]) -> dict[tuple[int, float], str]:
    """How those best scores are written."""
    wanted = Q(pk=None)
    for group in (group for some in groups.values() for group in some):
        wanted |= Q(test=group.test, value=group.value)
    rows = Score.objects.filter(wanted).values_list("test", "value", "shown")
    return {(test, value): text for test, value, text in rows if value is not None}


def _best(
    viewer: Viewer, challenge: Challenge, test: Test, groups: Iterable[_Group], texts: dict[tuple[int, float], str]
) -> str:
    phases = {phase.pk: phase for phase in challenge.phases.all()}
    counting = phase_that_counts(challenge, viewer.now, is_final=False)
    cells = []
    for group in groups:
        phase = phases.get(group.phase or 0)
        if other_phase(phase, counting):
            continue  # it has no rank
        look = viewer.look(challenge, phase, test)
        text = texts.get((group.test, group.value), "")
        cells.append(look(ShownScore(text, group.value)))
    ranked = [cell for cell in cells if cell.is_disclosed and cell.number is not None]
    if len({cell.rounded_to for cell in ranked}) > 1:
        return _on_board(viewer, challenge)  # where they tie as the rounded ones, time decides which comes first
    sign = 1 if test.higher_is_better else -1
    return max(ranked, key=lambda cell: sign * (cell.number or 0.0)).text if ranked else ""
