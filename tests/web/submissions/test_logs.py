"""What logs tell, and what they keep to themselves."""

import re

import pytest

from probierz.challenges.problems import Problem
from probierz.web.challenges.models import Phase, Version
from probierz.web.jobs import worker
from probierz.web.jobs.models import LogLine
from probierz.web.jobs.registry import JobFailed
from probierz.web.submissions.fetching import ask_about
from probierz.web.submissions.models import Submission

pytestmark = pytest.mark.django_db(transaction=True)


def test_every_problem_of_a_failure_is_told_not_the_first_alone():
    problems = [Problem("dev-0/out.tsv", line, "no number", "write one", "error") for line in (1, 2)]
    with pytest.raises(JobFailed) as raised:
        ask_about(problems)
    assert raised.value.failure["message"] == "no number; write one (and 1 more)"
    (other,) = raised.value.failure["others"]
    assert worker._other(other) == "ERROR: dev-0/out.tsv:2: no number; write one"


def test_a_log_tells_no_score_that_organisers_hide_or_round_since(hand_in, work, people, client):
    submission = hand_in("1\n2\n3\n5\n").submission
    work()
    client.force_login(people["ala"])

    def told():
        lines = client.get(f"/api/v1/jobs/{submission.job_id}/log").json()["lines"]
        texts = [line["text"] for line in lines]
        plain = b"".join(client.get(f"/open-view-progress/{submission.job_id}").streaming_content).decode()
        page = client.get(f"/submissions/{submission.pk}").content.decode()
        assert all(line in plain and line in page for line in texts if line.startswith("test-A"))
        return [line for line in texts if line.startswith("test-A")]

    in_full = told()
    assert "test-A out RMSE 0.500" in in_full
    Phase.objects.update(disclosure="hidden")
    assert told() == [f"{line.rpartition(' ')[0]} UNDISCLOSED" for line in in_full]
    repaired = Version.objects.create(challenge=submission.challenge, major=1, patch=1)
    Submission.objects.update(version=repaired)  # scored again
    lines = client.get(f"/api/v1/jobs/{submission.job_id}/log").json()["lines"]
    assert [line["text"] for line in lines if "Scores on" in line["text"]] == ["Scores on version 1.0.1:"]
    Phase.objects.update(disclosure="full")
    assert told() == in_full


def log(submission):
    submission.refresh_from_db()
    lines = LogLine.objects.filter(job=submission.job_id, for_operators=False).order_by("number")
    return [text for text in lines.values_list("text", flat=True) if not text.startswith("SCORED")]


def test_a_log_does_not_tell_that_somebody_else_handed_the_same_in_before(hand_in, work, people, client):
    first = hand_in("1\n2\n3\n5\n", by="ala").submission
    work()
    second = hand_in("1\n2\n3\n5\n", by="ola").submission
    work()
    assert first.pk != second.pk
    assert log(first) == log(second)
    client.force_login(people["ola"])
    job = client.get(f"/api/v1/jobs/{second.job_id}").json()
    lines = client.get(f"/api/v1/jobs/{second.job_id}/log").json()["lines"]
    moments = [job["created"], job["started"], job["finished"], *(line["when"] for line in lines)]
    assert [one for one in moments if not re.fullmatch(r"[\d-]{10}T\d\d:\d\d:\d\dZ", one)] == []
