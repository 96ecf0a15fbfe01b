"""What may be done with a submission later, and by whom."""

import subprocess

import pytest
from django.db import transaction
from django.utils import timezone

from probierz.errors import Refused
from probierz.suites.publishing import ReferenceRow
from probierz.web.accounts.models import AuditEntry
from probierz.web.accounts.services import save_preferences
from probierz.web.challenges.models import Tag
from probierz.web.configuration import places
from probierz.web.intake.gitstore import Store
from probierz.web.jobs.models import Job
from probierz.web.jobs.services import cancel
from probierz.web.operation.reconcile import clean, look
from probierz.web.submissions import services
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services.changing import UNPUBLISH
from probierz.web.submissions.services.handing_in import EVALUATE
from probierz.web.submissions.visibility import Viewer

pytestmark = pytest.mark.django_db(transaction=True)

ROLES = ("ala", "ola", "stranger", "organiser", "administrator")
SUBMITTERS = {"ala", "ola"}  # in one team
ORGANISERS = {"organiser", "administrator"}


@pytest.fixture
def submission(hand_in, team, work):
    made = hand_in(team=team).submission
    work()
    return Submission.objects.select_related("challenge", "job", "phase", "team").get(pk=made.pk)


@pytest.mark.parametrize(
    ("action", "allowed"),
    [
        (services.hide, SUBMITTERS | ORGANISERS),
        (services.restore, SUBMITTERS | ORGANISERS),
        (services.delete, SUBMITTERS | ORGANISERS),
        (services.edit, SUBMITTERS | ORGANISERS),
        (services.select, SUBMITTERS),
        (services.open_submission, SUBMITTERS),
        (services.mark_baseline, ORGANISERS),
        (services.rescore, ORGANISERS),
    ],
)
def test_only_those_whom_it_concerns_may_change_a_submission(submission, people, action, allowed):
    for role in ROLES:
        now = Submission.objects.select_related("challenge", "job", "phase", "team").get(pk=submission.pk)
        with transaction.atomic():
            assert is_taken(action, now, people[role]) == (role in allowed), role
            transaction.set_rollback(True)


def test_who_left_a_team_reads_what_they_handed_in_for_it_and_its_members_decide(
    submission, people, team, work, client
):
    waiting = Submission.objects.create(
        challenge=submission.challenge, version=submission.version, submitter=people["ala"], team=team,
        job=Job.objects.create(kind=EVALUATE, user=people["ala"], payload={"submission": submission.pk}),
    )  # fmt: skip
    team.memberships.get(user=people["ala"]).delete()
    client.force_login(people["ala"])
    page, api = f"/submissions/{submission.pk}", f"/api/v1/submissions/{submission.pk}"
    shown = client.get(page).content.decode()
    assert "What you may do with it" not in shown
    assert client.get(f"{page}/outputs.zip").status_code == client.get(api).status_code == 200
    acts = [client.post(f"{api}/{act}") for act in ("choose", "unchoose", "hide", "restore", "open", "cancel")]
    acts += [client.delete(api), client.patch(api, {"description": "mine"}, content_type="application/json")]
    acts.append(client.post(f"/api/v1/jobs/{waiting.job_id}/cancel"))
    assert [one.status_code for one in acts] == [403] * len(acts)
    assert "It belongs to the team Both: only its members may do this." in acts[0].json()["detail"]
    for act in ("choose", "unchoose", "hide", "delete"):
        client.post(f"{page}/{act}", {"sure": "on"})
    submission.refresh_from_db()
    assert (submission.is_chosen, submission.hidden, submission.deleted) == (False, None, None)
    services.hide(submission, people["ola"])


def test_an_evaluation_is_stopped_by_those_whom_it_concerns_until_it_has_ended(hand_in, team, people, work, client):
    submission = hand_in(team=team).submission
    address = f"/api/v1/submissions/{submission.pk}/cancel"
    client.force_login(people["stranger"])
    assert client.post(address).status_code == 403
    client.force_login(people["ola"])
    assert client.post(address).json()["state"] == "cancelled"
    for late in (address, f"/api/v1/jobs/{submission.job_id}/cancel"):
        client.force_login(people["ala"])
        answer = client.post(late)
        assert (answer.status_code, answer.json()["code"]) == (409, "state")
        assert answer.json()["detail"] == "It has ended: there is nothing to stop any more."
    assert "nothing to stop" in client.post(f"/submissions/{submission.pk}/cancel", follow=True).content.decode()


def is_taken(action, submission, by):
    try:
        action(submission, by)
    except Refused:
        return False
    return True


def test_a_hidden_submission_comes_back(submission, people):
    services.hide(submission, people["ala"])
    assert not Viewer(people["stranger"]).may_see_submission(submission)
    with pytest.raises(Refused, match="no such submission"):
        services.edit(submission, people["stranger"], description="mine")
    services.restore(submission, people["ala"])
    assert Viewer(people["stranger"]).may_see_submission(submission)
    assert list(AuditEntry.objects.filter(action__startswith="submission.").values_list("action", flat=True)) == [
        "submission.hide",
        "submission.restore",
    ]
    services.hide(submission, people["organiser"])
    noted = AuditEntry.objects.filter(action="submission.hide").order_by("pk").values_list("details", flat=True)
    assert list(noted) == [{}, {"person": people["ala"].pk}], "whose it was, where somebody else did it"


def test_deleting_gives_no_quota_back(submission, people, challenge):
    challenge.total_quota = 2
    challenge.save()
    services.delete(submission, people["ala"])
    assert services.quota_left(challenge, people["ala"]).ever == 1
    with pytest.raises(Refused):
        services.restore(submission, people["ala"])


def test_only_tags_of_the_vocabulary_are_kept(submission, people):
    Tag.objects.create(name="neural")
    assert services.edit(submission, people["ala"], tags=["neural", "new"], description=" Better ") == ["new"]
    submission.refresh_from_db()
    assert [tag.name for tag in submission.tags.all()] == ["neural"]
    assert submission.description == "Better"


def test_one_submission_of_a_team_is_chosen(submission, hand_in, people, team, work):
    services.select(submission, people["ala"])
    other = hand_in("2\n2\n2\n2\n", by="ola", team=team).submission
    with pytest.raises(Refused, match="Only a scored"):
        services.select(other, people["ola"])
    work()
    other.refresh_from_db()
    services.select(other, people["ola"])
    assert list(Submission.objects.filter(is_chosen=True)) == [other]


def test_an_opened_submission_is_a_branch_for_everybody_until_it_is_deleted(submission, people, work):
    services.open_submission(submission, people["ala"])
    submission.refresh_from_db()
    assert not submission.is_open
    work()
    submission.refresh_from_db()
    assert submission.is_open
    public = places.public_repository("numbers")
    shown = subprocess.run(
        ["git", f"--git-dir={public}", "-c", "safe.directory=*", "for-each-ref", "--format=%(refname) %(objectname)"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert f"refs/heads/submission-{submission.pk:05d} {submission.commit}\n" in shown
    services.delete(submission, people["ala"])
    work()
    left = subprocess.run(
        ["git", f"--git-dir={public}", "for-each-ref"], capture_output=True, text=True, check=True
    ).stdout
    assert "submission-" not in left


def branches():
    words = ["git", f"--git-dir={places.public_repository('numbers')}", "for-each-ref", "--format=%(refname:lstrip=2)"]
    return [name for name in subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
            if name.startswith("submission-")]  # fmt: skip


@pytest.mark.parametrize("act", ["delete", "stop"])
def test_what_is_deleted_or_stopped_while_it_is_being_published_is_in_no_public_repository(
    submission, people, work, monkeypatch, act
):
    job = services.open_submission(submission, people["ala"])
    publish = Store.publish

    def published_at_the_same_moment(store, *words, **options):
        publish(store, *words, **options)
        assert branches() == [submission.published_branch]
        if act == "delete":
            services.delete(Submission.objects.get(pk=submission.pk), people["ala"])
        else:
            assert cancel(job)

    monkeypatch.setattr(Store, "publish", published_at_the_same_moment)
    work()
    submission.refresh_from_db()
    assert not submission.is_open
    assert branches() == []


def test_a_branch_whose_submission_is_deleted_is_found_and_taken_away(submission, people, work):
    services.open_submission(submission, people["ala"])
    work()
    assert look().branches == []
    Submission.objects.filter(pk=submission.pk).update(is_open=False, deleted=timezone.now())
    waits = Job.objects.create(kind=UNPUBLISH, payload={"submission": submission.pk})
    assert look().branches == []
    waits.delete()
    assert clean().branches == [("numbers", submission.published_branch)]
    assert branches() == look().branches == []


def authors(branch):
    words = ["git", f"--git-dir={places.public_repository('numbers')}", "log", "--format=%an %ae %cn %s", branch]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def test_whoever_hides_a_name_is_named_by_no_commit_that_can_be_cloned(submission, people, work):
    services.open_submission(submission, people["ala"])
    work()
    assert "ala" in authors(submission.published_branch)
    person = people["ala"]
    person.is_anonymous_entry = True
    save_preferences(person)
    work()
    hidden = f"anonymous nobody@localhost anonymous Submission {submission.pk}\n"
    assert authors(submission.published_branch) == hidden
    save_preferences(person)
    work()
    assert authors(submission.published_branch) == hidden


def test_where_the_challenge_says_so_every_scored_submission_is_opened(challenge, hand_in, work):
    challenge.open_submissions = True
    challenge.save()
    submission = hand_in().submission
    work()
    submission.refresh_from_db()
    assert submission.is_open


def test_organisers_add_results_of_papers(challenge, people):
    made = services.add_reference(
        challenge,
        people["organiser"],
        ReferenceRow("Nowak 2021", {"test-A RMSE": 0.5}),
        url="https://example.org/p",
    )
    score = made.scores.get()
    assert (score.value, score.shown, score.evaluation, made.is_reference) == (0.5, "0.500", None, True)
    for scores, url in (({"test-B RMSE": 1}, ""), ({}, ""), ({"test-A RMSE": float("nan")}, "")):
        with pytest.raises(Refused):
            services.add_reference(challenge, people["organiser"], ReferenceRow("x", scores), url=url)
    with pytest.raises(Refused, match="link"):
        services.add_reference(
            challenge, people["organiser"], ReferenceRow("x", {"test-A RMSE": 1}), url="javascript:alert(1)"
        )
    with pytest.raises(Refused):
        services.add_reference(challenge, people["ala"], ReferenceRow("x", {"test-A RMSE": 1}))
