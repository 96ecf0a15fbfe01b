"""What may be done with a submission later, and by whom."""

import subprocess

import pytest
from django.db import transaction

from probierz.errors import Refused
from probierz.suites.publishing import ReferenceRow
from probierz.web.accounts.models import AuditEntry
from probierz.web.accounts.services import save_preferences
from probierz.web.challenges.models import Tag
from probierz.web.configuration import places
from probierz.web.submissions import services
from probierz.web.submissions.models import Submission
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
        (services.cancel, SUBMITTERS | ORGANISERS),
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
