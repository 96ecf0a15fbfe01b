"""Trying again what failed: its people while the phase is open, organisers at any time."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from git_servers import Participant

from probierz.challenges.problems import DOUBTFUL
from probierz.errors import Refused
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.jobs.registry import JobFailed
from probierz.web.submissions import handlers, services
from probierz.web.submissions.acts import acts_on
from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import Viewer

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def failed(hand_in, work):
    """A submission that failed as a platform may fail, with outputs that are good."""
    sent = hand_in().submission
    Submission.objects.filter(pk=sent.pk).update(created=timezone.now() - timedelta(days=2))
    sent.job.delete()
    Submission.objects.update(
        state="failed", failure={"class": "Killed", "message": "x", "fault": "platform"}, job=None
    )
    sent.refresh_from_db()
    return sent


def now(submission):
    return Submission.objects.select_related("challenge", "phase", "submitter", "team").get(pk=submission.pk)


def test_its_people_try_it_again_as_if_they_handed_it_in_now(failed, people, work):
    services.retry(failed, people["ala"])
    work()
    assert (now(failed).state, now(failed).failure) == ("scored", None)
    assert timezone.now() - now(failed).created < timedelta(minutes=5)


def test_an_organiser_does_so_after_the_phase_and_it_counts_as_it_came(failed, people, work):
    Phase.objects.update(closes=timezone.now() - timedelta(hours=1))
    with pytest.raises(Refused, match="deadline has passed"):
        services.retry(now(failed), people["ala"])
    offered = {by: [act.name for act in acts_on(Viewer(people[by]), now(failed))] for by in ("ala", "organiser")}
    assert offered == {"ala": ["hide", "delete"], "organiser": ["retry", "hide", "delete"]}
    services.retry(now(failed), people["organiser"])
    work()
    assert now(failed).state == "scored"
    assert timezone.now() - now(failed).created > timedelta(days=1)


def test_what_looks_odd_is_offered_to_be_scored_while_the_phase_is_open(failed, people, client):
    Submission.objects.update(failure={"class": DOUBTFUL, "message": "odd", "fault": "submission"})
    client.force_login(people["ala"])
    offered = []
    for closes in (None, timezone.now() - timedelta(hours=1)):
        Phase.objects.update(closes=closes)
        offered.append(client.get(f"/submissions/{failed.pk}").content.decode().count("Score all the same"))
    assert offered == [2, 0]


def test_what_was_not_fetched_in_time_stays_out(failed, people):
    Submission.objects.update(commit="", url="https://git.example.org/x.git", branch="main")
    Phase.objects.update(closes=timezone.now() - timedelta(hours=1))
    with pytest.raises(Refused, match="deadline has passed"):
        services.retry(now(failed), people["organiser"])


def test_nobody_tries_again_what_others_handed_in_or_what_is_scored(failed, people, work):
    with pytest.raises(Refused, match="There is no such submission"):
        services.retry(failed, people["stranger"])
    services.retry(failed, people["ala"])
    with pytest.raises(Refused, match="Only what failed"):
        services.retry(now(failed), people["ala"])
    work()
    with pytest.raises(Refused, match="Only what failed"):
        services.retry(now(failed), people["ala"])
    with pytest.raises(Refused, match="Only those who handed it in and organisers"):
        services.retry(now(failed), people["stranger"])
    with pytest.raises(Refused, match="Only those who handed it in may"):
        services.open_submission(now(failed), people["organiser"])


def test_what_scores_refused_is_not_tried_again(failed, people):
    """It told something and used quota."""
    Submission.objects.update(counts=True)
    with pytest.raises(Refused, match="compared with hidden results"):
        services.retry(now(failed), people["organiser"])


def test_what_uses_up_a_limit_again_counts_tried_again_or_in_another_team(hand_in, people, team, work, monkeypatch):
    def slow(running, version, output):
        raise JobFailed("too slow", kind="CpuLimit", file=output.found.path, fault="challenge")

    def outcome(sent):
        work()
        return now(sent).failure["fault"], now(sent).counts

    monkeypatch.setattr(handlers, "evaluate", slow)
    first = hand_in().submission
    assert outcome(first) == ("challenge", False)
    services.retry(now(first), people["ala"])
    assert outcome(first) == ("submission", True)
    assert "not the first time" in now(first).failure["message"]
    assert outcome(hand_in("9\n9\n9\n9\n", team=team).submission) == ("submission", True)
    assert outcome(hand_in("8\n9\n9\n9\n", by="stranger").submission) == ("challenge", False)


def test_quotas_hold(failed, people, hand_in, work):
    Challenge.objects.update(daily_quota=1)
    hand_in("1\n2\n3\n5\n")
    work()
    with pytest.raises(Refused, match="quota of today is used up: 1 output"):
        services.retry(now(failed), people["ala"])


ODD = "1\r\n2\r\n3\r\n4\r\n"


@pytest.mark.parametrize("way", ["a form without scripts", "git"])
def test_odd_outputs_that_nobody_was_asked_about_wait_for_a_word_and_use_no_quota(
    way, challenge, people, work, client, tmp_path
):
    client.force_login(people["ala"])
    form = {"test": "test-A", "outputs": SimpleUploadedFile("out.tsv", ODD.encode())}
    if way == "git":
        repository = Participant(tmp_path / "participant")
        repository.commit({"test-A/out.tsv": ODD})
        form = {"url": repository.url, "branch": "main"}
    client.post("/challenges/numbers/submit", form)
    work()
    made = Submission.objects.get()
    assert (made.state, made.counts, made.failure["class"]) == ("failed", False, "Doubtful")
    for page in (f"/jobs/{made.job_id}", f"/submissions/{made.pk}"):
        text = client.get(page).content.decode()
        assert "a CR (carriage return, 0x0D) was found" in text
        assert f'action="/submissions/{made.pk}/retry"' in text
        assert "no quota was used" in text
    client.post(f"/submissions/{made.pk}/retry")
    work()
    assert (now(made).state, now(made).counts, now(made).failure) == ("scored", True, None)
    page = f"/jobs/{now(made).job_id}?log"
    assert f"?like={made.pk}" in client.get(page).content.decode()
    Phase.objects.update(closes=timezone.now())
    text = client.get(page).content.decode()
    assert f"?like={made.pk}" not in text
    assert "The deadline has passed" in text


def test_odd_outputs_that_somebody_said_are_meant_are_scored_at_once(challenge, people, work, client):
    client.force_login(people["ala"])
    odd = SimpleUploadedFile("out.tsv", ODD.encode())
    client.post("/challenges/numbers/submit", {"test": "test-A", "outputs": odd, "sure": "1"})
    work()
    assert Submission.objects.get().state == "scored"
