"""The JSON shapes of Gonito's API."""

from __future__ import annotations

from typing import Any

from probierz.scoring.format import finite_or_none
from probierz.web.challenges.board_columns import BoardColumn, main_test
from probierz.web.challenges.models import Challenge, Phase, Tag, Test, Version
from probierz.web.leaderboards.board_view import BoardEntry, BoardView, RankedRow
from probierz.web.submissions.queries import FoundSubmission, scores_of
from probierz.web.submissions.visibility import ShownScore, Viewer


def tag_data(tag: Tag) -> dict[str, Any]:
    """Tag, with its id."""
    return {"name": tag.name, "description": tag.description or None, "color": tag.colour or None, "id": tag.pk}


def test_data(test: Test) -> dict[str, Any]:
    """TestReference."""
    return {"name": test.split, "metric": test.name}


test_data.__test__ = False  # type: ignore[attr-defined]


def _evaluation(cell: ShownScore, test: Test) -> dict[str, Any]:
    """A full score is a share for Gonito's clients, also where its text is in percent."""
    full = None if (value := finite_or_none(cell.value)) is None else value / test.scale
    return {"score": cell.text, "full-score": full, "test": test_data(test)}


def _evaluations(entry: BoardEntry, columns: tuple[BoardColumn, ...]) -> list[dict[str, Any]]:
    """Those that there are: one that does not exist is left out."""
    cells = zip(entry.cells, columns, strict=True)
    return [_evaluation(cell, column.test) for cell, column in cells if cell is not None]


def challenge_data(challenge: Challenge, best: str) -> dict[str, Any]:
    """Challenge. best: what stands on top of its first board."""
    current = challenge.current
    main = main_test(current.tests.all()) if current else None
    return {
        "name": challenge.slug,
        "title": challenge.title,
        "description": challenge.summary,
        "starred": challenge.is_starred,
        "archived": challenge.archived is not None,
        "imageUrl": None,
        "version": (current.gold_commit or current.commit) if current else "",
        "tags": [tag_data(tag) for tag in challenge.tags.all()],
        "deadline": _deadline(challenge),
        "mainMetric": main.name if main else None,
        "bestScore": best or None,
    }


def _deadline(challenge: Challenge) -> Any:
    """When the last phase closes; None where one stays open."""
    closings = [phase.closes for phase in challenge.phases.all()]
    known = [when for when in closings if when is not None]
    return max(known) if known and len(known) == len(closings) else None


def version_data(version: Version) -> dict[str, Any]:
    """VersionInfo."""
    return {
        "deadline": _deadline(version.challenge),
        "version": _numbers(version),
        "description": version.description,
        "when": version.created,
        "commit": version.gold_commit or version.commit,
    }


def _numbers(version: Version) -> list[int]:
    return [version.major, version.minor, version.patch]


def _phase(phase: Phase | None) -> dict[str, Any] | None:
    return None if phase is None else {"name": phase.name, "description": None, "color": phase.colour or None}


def _common(row: RankedRow, view: BoardView, viewer: Viewer) -> dict[str, Any]:
    submission = row.entry.submission
    return {
        "id": submission.pk,
        "variant": row.entry.variant.pk if row.entry.variant else None,
        "submitter": row.entry.name,
        "team": submission.team.slug if submission.team else None,
        "when": submission.created,
        "version": _numbers(submission.version),
        "phase": _phase(submission.phase),
        "description": submission.description,
        "hash": submission.commit,
        "evaluations": _evaluations(row.entry, view.columns),
        "isOwner": viewer.submitted(submission),
        "isReevaluable": viewer.organises(view.challenge) and bool(submission.commit),
        "isVisible": submission.hidden is None,
        "isPublic": submission.is_open,
    }


def leaderboard_data(view: BoardView, viewer: Viewer) -> dict[str, Any]:
    """Leaderboard."""
    entries = [{**_common(row, view, viewer), "times": row.entries} for row in view.rows]
    return {"tests": [test_data(column.test) for column in view.columns], "entries": entries}


def submissions_data(view: BoardView, viewer: Viewer) -> dict[str, Any]:
    """Submissions."""
    rows = [
        {
            **_common(row, view, viewer),
            "rank": row.rank,
            "tags": [{**tag_data(one.tag), "accepted": one.accepted} for one in row.entry.tags],
            "deleted": False,
        }
        for row in view.rows
    ]
    return {"tests": [test_data(column.test) for column in view.columns], "submissions": rows}


def query_data(found: FoundSubmission, viewer: Viewer) -> dict[str, Any]:
    """QueryResult."""
    submission = found.submission
    parameters = {one.pk: {p.name: p.value for p in one.parameters.all()} for one in found.variants}
    shared = _shared(list(parameters.values()))
    rows = scores_of(viewer, found)
    variants = [
        {
            "id": variant.pk,
            "name": variant.name,
            "rank": None,
            "evaluations": [
                _evaluation(row.shown, row.score.test) for row in rows if row.score.variant_id == variant.pk
            ],
            "params": _pairs({k: v for k, v in parameters[variant.pk].items() if k not in shared}),
        }
        for variant in found.variants
    ]
    info = {"hash": submission.commit, "submitter": viewer.name_of(submission), "challenge": submission.challenge.slug}
    return {"submissionInfo": info, "variants": variants, "sharedParams": _pairs(shared)}


def _shared(all_parameters: list[dict[str, str]]) -> dict[str, str]:
    """What every variant has alike, where there are several."""
    if len(all_parameters) < 2:
        return {}
    first, *others = all_parameters
    return {name: value for name, value in first.items() if all(one.get(name) == value for one in others)}


def _pairs(parameters: dict[str, str]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in sorted(parameters.items())]
