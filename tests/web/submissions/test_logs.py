"""What logs tell, and what they keep to themselves."""

import pytest

from probierz.web.jobs.models import LogLine

pytestmark = pytest.mark.django_db(transaction=True)


def log(submission):
    submission.refresh_from_db()
    lines = LogLine.objects.filter(job=submission.job_id, for_operators=False).order_by("number")
    return [text for text in lines.values_list("text", flat=True) if not text.startswith("SCORED")]


def test_a_log_does_not_tell_that_somebody_else_handed_the_same_in_before(hand_in, work):
    first = hand_in("1\n2\n3\n5\n", by="ala").submission
    work()
    second = hand_in("1\n2\n3\n5\n", by="ola").submission
    work()
    assert first.pk != second.pk
    assert log(first) == log(second)
