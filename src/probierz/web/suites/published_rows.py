"""Rows of the board over the tasks of a suite that nobody handed in: published systems, and counted baselines.

And what is best published of single tasks, which stands where the board has no row.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from probierz.suites.published_results import ranked_kinds
from probierz.web.challenges.counted_submissions import on_boards
from probierz.web.challenges.models import Challenge, Test
from probierz.web.submissions.models import Score
from probierz.web.submissions.visibility import ShownScore, Viewer
from probierz.web.suites.deciding import TaskTests
from probierz.web.suites.rows import Origin, SuiteCell, SuiteRow, cell_of, row_of
from probierz.web.suites.shapes import BoardRowIn, SuiteIn, SuiteTaskIn

Outdated = Mapping[tuple[int, str, str, str], list[str]]
"""See `_outdated`."""


def published_rows(card: SuiteIn, challenges: Mapping[str, Challenge], *, beside_parts: bool) -> list[SuiteRow]:
    """One row for each published system that has a value of every task, or a printed average.

    Also variants and ablations have one that boards of a task fold behind what their team submitted.
    As on boards of a task, what was no official submission counts in no rank where such stand beside it, nor does a
    score on data that were replaced since; and nothing beside scores on parts of divided tests, as what is published is
    known of whole tests alone. beside_parts: whether it stands there.
    """
    values: dict[str, dict[str, SuiteCell]] = {}
    printed_of: dict[str, list[BoardRowIn]] = {}
    outdated = _outdated(challenges.values())
    for task in card.tasks:
        challenge = challenges.get(task.name)
        for printed in _printed(task):
            values.setdefault(printed.system, {})[task.name] = _published_cell(printed, task, challenge, outdated)
            printed_of.setdefault(printed.system, []).append(printed)
    averages = {one.system: one for one in card.averages} if card.has_mean else {}
    rows = []
    for system, cells in values.items():
        row, average = row_of(system, card, cells), averages.get(system)
        origins = [cell.origin for cell in row.cells if cell is not None and cell.origin is not None]
        if average is not None:
            row = replace(row, mean=float(average.value))
            origins = [Origin(average.source, average.year, average.link), *origins]
        if row.mean is not None:
            kind, team = _kind_of_all(printed_of[system]), _team_of_all(printed_of[system])
            rows.append(replace(row, is_published=True, origins=tuple(dict.fromkeys(origins)), kind=kind, team=team))
    ranked = ranked_kinds(row.kind for row in rows)
    return [
        replace(
            row,
            is_ranked=row.kind in ranked and not beside_parts and not row.is_outdated,
            is_on_whole_test=beside_parts,
        )
        for row in rows
    ]


def _printed(task: SuiteTaskIn) -> Collection[BoardRowIn]:
    """What is published of a task where it counts: of each system one row, before others what its board shows."""
    board = next(iter(task.boards), None)
    first: dict[str, BoardRowIn] = {}
    for row in (*board.rows, *board.folded) if board is not None else ():
        first.setdefault(row.system, row)
    return first.values()


def best_rows(card: SuiteIn, challenges: Mapping[str, Challenge]) -> dict[str, SuiteRow]:
    """By task a row, without a rank, for what was published as the best of it; tasks of which nothing was are missing.

    A system that is best in two of them has a row for each.
    """
    outdated = _outdated(challenges.values())
    found = {}
    for task in card.tasks:
        if (best := task.best) is not None:
            cell = _published_cell(best, task, challenges.get(task.name), outdated)
            about = SuiteRow(best.system, tuple(cell if one is task else None for one in card.tasks), None)
            found[task.name] = replace(
                about, is_published=True, origins=(cell.origin,) if cell.origin else (), kind=best.kind, team=best.team
            )
    return found


def _published_cell(
    printed: BoardRowIn, task: SuiteTaskIn, challenge: Challenge | None, outdated: Outdated
) -> SuiteCell:
    names = outdated.get((challenge.pk, task.split, task.metric, printed.value), ()) if challenge is not None else ()
    return SuiteCell(
        printed.value, float(printed.value),
        origin=Origin(printed.source, printed.year, printed.link), conflict=printed.conflict,
        is_outdated=any(name.startswith(f"{printed.system} (") for name in names),
    )  # fmt: skip


def _outdated(challenges: Collection[Challenge]) -> Outdated:
    """Names of published results on data that were replaced since, by challenge, split, metric and what is printed."""
    current = Test.objects.filter(versions__in=[one.current_id for one in challenges])
    scores = Score.objects.filter(
        on_boards("submission__"), challenge__in=[one.pk for one in challenges], submission__is_reference=True
    ).exclude(test__in=current)
    about = scores.values_list("challenge", "test__split", "test__name", "shown", "submission__description")
    found: dict[tuple[int, str, str, str], list[str]] = defaultdict(list)
    for challenge, split, metric, shown, name in about:
        found[challenge, split, metric, shown].append(name)
    return found


def _kind_of_all(printed: Sequence[BoardRowIn]) -> str:
    """The kind of a system: that of its results, and where one of them was no official submission, that one's."""
    return next((one.kind for one in printed if one.kind != "official"), "official")


def _team_of_all(printed: Sequence[BoardRowIn]) -> str:
    """The team of a system, where all its results name the same."""
    teams = {one.team for one in printed}
    return teams.pop() if len(teams) == 1 else ""


def counted_rows(viewer: Viewer, card: SuiteIn, tests: TaskTests, *, beside_parts: bool) -> list[SuiteRow]:
    """One row, without a rank, for each baseline that was counted for all tasks and that this viewer sees in each."""
    tasks = {(challenge.pk, test.pk): task for task, (challenge, test) in tests.items()}
    scores = Score.objects.filter(
        test__in=[test.pk for _challenge, test in tests.values()], submission__is_counted=True
    ).select_related("submission", "test", "evaluation")
    cells: dict[str, dict[str, SuiteCell]] = defaultdict(dict)
    for score in scores:
        task = tasks.get((score.challenge_id, score.test_id))
        if task is None:
            continue
        score.submission.challenge = tests[task][0]
        if viewer.may_see_submission(score.submission):
            cells[score.submission.description][task] = _counted_cell(viewer.shown(score, score.submission), score)
    rows = (row_of(name, card, found) for name, found in sorted(cells.items()))
    return [
        replace(row, kind="baseline", is_ranked=False, is_counted=True, is_on_whole_test=beside_parts)
        for row in rows
        if row.mean is not None or _is_kept(row, card)
    ]


def _counted_cell(shown: ShownScore, score: Score) -> SuiteCell:
    return cell_of(shown, float(shown.text) if shown.is_disclosed else None, score.submission_id)


def _is_kept(row: SuiteRow, card: SuiteIn) -> bool:
    """Whether it has no mean for that reason alone that scores are not shown yet."""
    there = [cell for cell in row.cells if cell is not None]
    return card.has_mean and len(there) == len(row.cells) and any(cell.why_kept for cell in there)
