"""Results that were published elsewhere: rows of a board without outputs."""

from __future__ import annotations

import math
from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from probierz.scoring.format import formatted
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit
from probierz.web.challenges.models import Challenge, Part, Test
from probierz.web.challenges.services import changed, organising
from probierz.web.http.refusals import NotTaken
from probierz.web.intake.links import is_web_address
from probierz.web.submissions.models import Link, Score, Submission, Variant

__all__ = ["add_reference"]


def add_reference(
    challenge: Challenge, by: User, *, name: str, scores: Mapping[str, float], url: str = "", title: str = ""
) -> Submission:
    """Add the result that a paper tells of. scores: by `split name`, such as `test-A WER`.

    Nobody scored it here, so it has no interval and cannot be compared line by line. Raises NotTaken.
    """
    organising(challenge, by)
    if challenge.current is None:
        raise NotTaken("closed", _("The challenge has no published version yet."))
    if url and not is_web_address(url):
        raise NotTaken("link", _("The link must begin with https:// or http://."))
    found = [(_test(challenge, column), value) for column, value in scores.items()]
    if not found or not all(math.isfinite(value) for _test_, value in found):
        raise NotTaken("scores", _("Give at least one score, and only numbers."))
    with transaction.atomic():
        submission = Submission.objects.create(
            challenge=challenge,
            version=challenge.current,
            submitter=by,
            source=Submission.Source.REFERENCE,
            description=name.strip(),
            state=Submission.State.SCORED,
            is_reference=True,
            is_baseline=True,
        )
        variant = Variant.objects.create(submission=submission, name="out")
        Score.objects.bulk_create(_score(submission, variant, test, value) for test, value in found)
        if url:
            Link.objects.create(submission=submission, url=url, title=title)
        changed(challenge)
        audit(by, "submission.reference", submission)
    return submission


def _test(challenge: Challenge, column: str) -> Test:
    assert challenge.current is not None
    split, _blank, name = column.partition(" ")
    test = challenge.current.tests.filter(split=split, name=name).exclude(part=Part.PRIVATE).first()
    if test is None:
        raise NotTaken("scores", _("There is no test %(name)s.") % {"name": column})
    return test


def _score(submission: Submission, variant: Variant, test: Test, value: float) -> Score:
    shown = formatted(value, test.precision, test.as_percentage)
    return Score(
        challenge=submission.challenge, submission=submission, variant=variant, test=test, value=value, shown=shown
    )
