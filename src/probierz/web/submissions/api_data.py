"""A submission as somebody may see it, as plain data for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from probierz.scoring.format import finite_or_none
from probierz.web.challenges.board_columns import main_test
from probierz.web.challenges.models import Test
from probierz.web.submissions.models import Score, Submission, Variant
from probierz.web.submissions.visibility import Viewer


def with_all_that_is_shown(rows: QuerySet[Submission]) -> QuerySet[Submission]:
    """Read everything that is shown of these submissions in a few queries, however many they are."""
    return rows.select_related("challenge", "version", "phase", "submitter", "team").prefetch_related(
        "submission_tags__tag",
        "challenge__current__tests",
        "links",
        "variants__parameters",
        "variants__outputs",
        "variants__scores__test",
        "variants__scores__evaluation",
    )


def submission_data(submission: Submission, viewer: Viewer) -> dict[str, Any]:
    """Return a submission; what only its people and organisers may see is None for others."""
    is_own = viewer.submitted(submission)
    sees_inside = is_own or viewer.organises(submission.challenge)
    sees_source = viewer.may_see_source(submission)
    shown = ("id", "commit", "description", "state", "is_open", "is_reference", "is_late", "is_chosen")
    variants = submission.variants.all()
    current = _current_tests(submission)
    return {
        **{name: getattr(submission, name) for name in shown},
        **submission.published_facts,
        "created": submission.when_handed_in,
        "is_ranked": submission.is_ranked and submission.hidden is None and not _is_outdated(submission, current),
        "is_baseline": submission.is_shown_as_baseline,
        "challenge": submission.challenge.slug,
        "version": submission.version.number,
        "phase": submission.phase.name if submission.phase else None,
        "submitter": submission.without_source(viewer.name_of(submission)),
        "login": viewer.login_of(submission),
        "team": submission.team_key,
        "is_mine": is_own,
        "is_hidden": submission.hidden is not None,
        "url": submission.url if sees_source else None,
        "branch": submission.branch if sees_source else None,
        "job": submission.job_id if sees_inside else None,
        "failure": submission.failure if sees_inside else None,
        "not_rescored": submission.not_rescored if sees_inside else None,
        "held_back": submission.held_back if sees_inside else None,
        "problems": submission.problems if sees_inside else [],
        "tags": [{"name": one.tag.name, "accepted": one.accepted} for one in submission.submission_tags.all()],
        "links": [{"title": link.title, "url": link.url} for link in submission.links.all()],
        "variants": [_variant_data(one, submission, viewer, sees_source, current) for one in variants],
    }


def _current_tests(submission: Submission) -> dict[int, Test]:
    current = submission.challenge.current
    return {} if current is None else {test.pk: test for test in current.tests.all()}


def _is_outdated(submission: Submission, current: Mapping[int, Test]) -> bool:
    """Whether all its scores on the split that ranks are on data that were replaced since."""
    main = main_test(current.values())
    scores = [score for variant in submission.variants.all() for score in variant.scores.all()]
    tests = [score.test for score in scores if main is not None and score.test.split == main.split]
    return bool(tests) and all(test.pk not in current for test in tests)


def _variant_data(
    variant: Variant, submission: Submission, viewer: Viewer, sees_source: bool, current: Mapping[int, Test]
) -> dict[str, Any]:
    known = [one for one in variant.scores.all() if viewer.knows(submission.challenge, submission.phase, one.test)]
    scores = sorted(known, key=lambda score: (score.test.split, score.test.position, score.test.part))
    return {
        "name": variant.name,
        "parameters": {parameter.name: parameter.value for parameter in variant.parameters.all()},
        "outputs": [
            {
                "test": output.split,
                "path": output.path,
                "sha1": output.sha1 if sees_source else None,
                "lines": output.lines,
            }
            for output in variant.outputs.all()
        ],
        "scores": [
            {**_score_data(score, submission, viewer), "is_outdated": score.test_id not in current} for score in scores
        ],
    }


def _score_data(score: Score, submission: Submission, viewer: Viewer) -> dict[str, Any]:
    shown = viewer.shown(score, submission)
    return {
        "test": score.test.split,
        "metric": score.test.name,
        "part": "" if submission.is_reference else score.test.part,
        "text": shown.text,
        "value": finite_or_none(shown.value),
        "low": shown.low,
        "high": shown.high,
        "unit": score.test.unit,
        "is_disclosed": shown.is_disclosed,
        "is_rounded": shown.is_rounded,
        "higher_is_better": score.test.higher_is_better,
        "conflict": score.conflict if shown.is_disclosed else "",
    }
