"""Who may see what: every role, every phase, hidden and open tests."""

from datetime import timedelta

import pytest
from django.utils import timezone

from probierz.scoring.format import formatted
from probierz.web.accounts.models import Membership, Team, User
from probierz.web.challenges.models import Challenge, Disclosure, Organiser, Phase, Test, Version
from probierz.web.submissions.models import Evaluation, Score, Submission, Variant
from probierz.web.submissions.visibility import ShownScore, Viewer, to_digits

pytestmark = pytest.mark.django_db

ROLES = ("stranger", "participant", "submitter", "teammate", "organiser", "administrator")


@pytest.mark.parametrize(
    ("value", "digits", "rounded"), [(66.65, 1, 66.6), (66.75, 1, 66.8), (65, -1, 60), (75, -1, 80)]
)
def test_what_lies_half_way_is_rounded_to_the_even_digit(value, digits, rounded):
    assert float(to_digits(value, digits)) == rounded


@pytest.mark.parametrize(("value", "digits", "text"), [
    (24.31, 1, "24.3"), (151514390026.3, 1, "151500000000"), (151549999999.9, 1, "151500000000"), (523.44, 1, "523.4"),
    (999.96, 1, "1000"), (9999.6, 1, "10000"), (-1234.56, 0, "-1230"), (1.2345e200, 2, f"12345{'0' * 196}"),
    (0.0, 1, "0.0"), (0.004, 1, "0.0"), (float("inf"), 1, "Infinity"), (float("nan"), 1, "NaN"),
])  # fmt: skip
def test_a_large_score_has_three_significant_digits_more_than_the_phase_shows(world, value, digits, text):
    """Outputs such as 30 * 10 ** i made each hidden number a digit of MSE."""
    _people, challenge, phase, _submission, tests, _scores = world
    phase.disclosure, phase.digits = Disclosure.ROUNDED, digits
    phase.save()
    look = Viewer().look(challenge, phase, tests["test-A"])
    assert look(ShownScore(str(value), value)).text == text


@pytest.fixture
def world():
    people = {name: User.objects.create(username=name, name=name.title()) for name in ROLES[1:]}
    people["administrator"].is_staff = True
    team = Team.objects.create(slug="both", name="Both")
    for name in ("submitter", "teammate"):
        Membership.objects.create(team=team, user=people[name])
    challenge = Challenge.objects.create(slug="ocr", title="OCR", is_published=True)
    Organiser.objects.create(challenge=challenge, user=people["organiser"])
    version = Version.objects.create(challenge=challenge, gold_hash="0")
    phase = Phase.objects.create(challenge=challenge, name="main")
    submission = Submission.objects.create(
        challenge=challenge, version=version, phase=phase, submitter=people["submitter"], team=team, source="upload"
    )
    variant = Variant.objects.create(submission=submission, name="out")
    tests, scores = {}, {}
    for split, hidden in (("dev-0", False), ("test-A", True)):
        test = Test.objects.create(
            challenge=challenge, split=split, scheme="WER", name="WER", gold_hash="0", higher_is_better=False,
            is_hidden=hidden,
        )  # fmt: skip
        evaluation = Evaluation.objects.create(
            test=test, sha256="0", value=0.16549, shown="0.16549", low=0.1, high=0.2, signature="s", engine="e"
        )
        tests[split] = test
        scores[split] = Score.objects.create(
            challenge=challenge, submission=submission, variant=variant, test=test, evaluation=evaluation,
            value=0.16549, shown="0.16549",
        )  # fmt: skip
    return people, challenge, phase, submission, tests, scores


def viewer(world, role, now=None):
    return Viewer(world[0].get(role), now)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("disclosure", "shown"), [("full", "0.16549"), ("rounded", "0.17"), ("hidden", "UNDISCLOSED")])
def test_a_phase_decides_what_is_shown_of_hidden_tests(world, role, disclosure, shown):
    _, _, phase, submission, _, scores = world
    phase.disclosure = disclosure
    submission.phase = phase
    sees_all = role in ("organiser", "administrator")
    got = viewer(world, role).shown(scores["test-A"], submission)
    assert got.text == ("0.16549" if sees_all else shown)
    assert (got.low is not None) == (sees_all or disclosure == "full")
    assert got.is_disclosed == (got.text != "UNDISCLOSED")
    assert viewer(world, role).shown(scores["dev-0"], submission).text == "0.16549"


def test_percents_of_a_phase_that_rounds_are_those_of_commands(world):
    """Also half way between two digits, where 100 times the share is a little more or less than a half."""
    _, challenge, phase, _, tests, _ = world
    phase.disclosure, phase.digits = "rounded", 4
    tests["test-A"].as_percentage = True
    look = viewer(world, "stranger").look(challenge, phase, tests["test-A"])
    shares = [number / 20_000 for number in range(20_001)]
    assert [look(ShownScore("", share)).text for share in shares] == [formatted(one, 4, True) for one in shares]


def test_scores_are_disclosed_from_a_moment_on(world):
    _, _, phase, submission, _, scores = world
    phase.disclosure, phase.disclosed_from = "hidden", timezone.now()
    submission.phase = phase
    before = viewer(world, "stranger", phase.disclosed_from - timedelta(seconds=1))
    after = viewer(world, "stranger", phase.disclosed_from)
    assert before.shown(scores["test-A"], submission).value is None
    assert after.shown(scores["test-A"], submission).value == 0.16549


@pytest.mark.parametrize("level", ["none", "aggregates", "own-output", "items"])
@pytest.mark.parametrize("role", ROLES)
def test_lines_of_hidden_tests_are_for_those_who_submitted_and_as_far_as_the_phase_says(world, role, level):
    _, _, phase, submission, tests, _ = world
    phase.items = level
    submission.phase = phase
    expected = {"organiser": "items", "administrator": "items", "submitter": level, "teammate": level}
    assert viewer(world, role).items(submission, tests["test-A"]) == expected.get(role, "none")


def test_lines_are_not_shown_where_their_sum_is_not(world):
    _, _, phase, submission, tests, _ = world
    phase.items, phase.disclosure = "items", "rounded"
    submission.phase = phase
    assert viewer(world, "submitter").items(submission, tests["test-A"]) == "none"


@pytest.mark.parametrize(("role", "sees"), [(role, role not in ("stranger", "participant")) for role in ROLES])
def test_a_hidden_submission_is_seen_by_those_whom_it_concerns(world, role, sees):
    _, challenge, _, submission, _, _ = world
    submission.hidden = timezone.now()
    submission.save()
    who = viewer(world, role)
    assert who.may_see_submission(submission) == sees
    assert who.submissions(challenge).exists() == sees
    assert who.may_see_source(submission) == sees


@pytest.mark.parametrize("role", ROLES)
def test_a_deleted_submission_is_seen_by_nobody(world, role):
    _, challenge, _, submission, _, _ = world
    submission.deleted = timezone.now()
    submission.save()
    assert not viewer(world, role).may_see_submission(submission)
    assert not viewer(world, role).submissions(challenge).exists()


@pytest.mark.parametrize(("role", "sees"), [(role, role in ("organiser", "administrator")) for role in ROLES])
def test_an_unpublished_challenge_is_seen_by_its_organisers(world, role, sees):
    _, challenge, _, submission, _, _ = world
    challenge.is_published = False
    challenge.save()
    submission.challenge = challenge
    who = viewer(world, role)
    assert who.may_see(challenge) == who.challenges().exists() == who.may_see_submission(submission) == sees


def test_a_challenge_of_a_team_is_seen_by_the_team(world):
    _, challenge, _, submission, _, _ = world
    challenge.team = submission.team
    challenge.save()
    seen = {role for role in ROLES if viewer(world, role).may_see(challenge)}
    assert seen == {"submitter", "teammate", "organiser", "administrator"}
    assert {role for role in ROLES if viewer(world, role).challenges().exists()} == seen


def test_who_took_part_is_told_that_a_challenge_was_closed_and_keeps_their_submissions(world, client):
    people, challenge, _, submission, _, _ = world
    other = Team.objects.create(slug="other", name="Other")
    Challenge.objects.filter(pk=challenge.pk).update(team=other)
    address = f"/challenges/{challenge.slug}/board"
    for name, is_told in (("submitter", True), ("teammate", True), ("participant", False)):
        client.force_login(people[name])
        answer = client.get(address)
        assert (answer.status_code, "closed to you" in answer.content.decode()) == (404, is_told)
        mine = client.get("/submissions/mine").content.decode()
        assert (f'href="/submissions/{submission.pk}"' in mine) == is_told
    assert 'href="/submissions/mine"' in client.get("/account").content.decode()


def test_names_are_hidden_where_somebody_wishes_it(world):
    people, _, _, submission, _, _ = world
    submission.team = None
    people["submitter"].is_anonymous_entry = True
    people["submitter"].save()
    names = {role: viewer(world, role).name_of(submission) for role in ROLES}
    assert names == {
        **dict.fromkeys(("stranger", "participant", "teammate"), "anonymous"),
        **dict.fromkeys(("submitter", "organiser", "administrator"), "Submitter"),
    }


def test_published_results_and_rows_of_labelling_stand_for_themselves(world):
    submission = world[3]
    submission.description, submission.row_name = "BERT (a paper)", "Person 1"
    assert {viewer(world, role).name_of(submission) for role in ROLES} == {"Person 1"}
    submission.row_name, submission.is_reference = "", True
    assert {viewer(world, role).name_of(submission) for role in ROLES} == {"BERT (a paper)"}


def test_somebody_who_was_shut_out_is_a_stranger(world):
    people, _, phase, submission, _, scores = world
    phase.disclosure = "hidden"
    submission.phase = phase
    people["administrator"].is_active = False
    assert viewer(world, "administrator").shown(scores["test-A"], submission).value is None
