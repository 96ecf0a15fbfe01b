"""Tags that organisers decide on, and a challenge that they delete."""

import pytest
from django.test import Client

from probierz.errors import Refused
from probierz.web.accounts.models import AuditEntry
from probierz.web.challenges.models import Challenge, Organiser, Tag
from probierz.web.configuration import places
from probierz.web.labelling.models import LabellingRound
from probierz.web.leaderboards.models import Board
from probierz.web.leaderboards.queries import read_board
from probierz.web.submissions.models import Evaluation, SubmissionTag
from probierz.web.submissions.services import judge_tag
from probierz.web.submissions.visibility import Viewer
from probierz.web.suites.models import PlatformSuite, SuiteMember

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def tagged(hand_in, work, challenge):
    Tag.objects.create(name="neural")
    made = hand_in(tags=("neural",)).submission
    work()
    made.refresh_from_db()
    return made


def on_board(challenge):
    view = read_board(Viewer(), challenge, Board(challenge=challenge, tag="neural"))
    return [row.entry.submission.pk for row in view.rows]


def test_a_rejected_tag_takes_a_submission_off_the_board_of_that_tag(tagged, people, challenge):
    assert on_board(challenge) == [tagged.pk]
    before = challenge.revision
    judge_tag(tagged, "neural", people["organiser"], accepted=False)
    challenge.refresh_from_db()
    assert on_board(challenge) == []
    assert challenge.revision > before
    judge_tag(tagged, "neural", people["organiser"], accepted=True)
    assert on_board(challenge) == [tagged.pk]
    details = AuditEntry.objects.filter(action="submission.judge-tag").order_by("pk").values_list("details", flat=True)
    assert [one["accepted"] for one in details] == [False, True]


@pytest.mark.parametrize("who", ["ala", "stranger"])
def test_only_organisers_decide(tagged, people, who):
    with pytest.raises(Refused):
        judge_tag(tagged, "neural", people[who], accepted=True)
    with pytest.raises(Refused):
        judge_tag(tagged, "unheard-of", people["organiser"], accepted=True)
    client = Client()
    client.force_login(people[who])
    assert client.post(f"/submissions/{tagged.pk}/tags/accept", {"tag": "neural"}).status_code == 404
    assert "Reject" not in client.get(f"/submissions/{tagged.pk}").content.decode()
    assert SubmissionTag.objects.get().accepted is None


def test_organisers_decide_on_the_page(tagged, people):
    client = Client()
    client.force_login(people["organiser"])
    assert "Reject: neural" in client.get(f"/submissions/{tagged.pk}").content.decode()
    for verdict, accepted in (("accept", True), ("reject", False), ("undecided", None)):
        client.post(f"/submissions/{tagged.pk}/tags/{verdict}", {"tag": "neural"})
        assert SubmissionTag.objects.get().accepted is accepted
    assert client.post(f"/submissions/{tagged.pk}/tags/perhaps", {"tag": "neural"}).status_code == 404
    assert client.get(f"/submissions/{tagged.pk}/tags/accept").status_code == 405


# --- deleting a challenge --------------------------------------------------------------------------------------------

DELETE = "/challenges/numbers/organise/delete"


def test_a_challenge_to_which_only_its_organisers_handed_in_is_deleted_with_its_files(challenge, people, hand_in, work):
    client = Client()
    client.force_login(people["organiser"])
    hand_in(by="organiser")
    wait = "The platform still works on this challenge."
    assert wait in client.post(DELETE, {"name": "numbers"}).content.decode()
    work()
    kept = [place("numbers") for place in (places.store, places.public_repository)]
    kept += [places.version_folder("numbers", ""), places.rows_file(Evaluation.objects.filter(rows=True).first().pk)]
    assert all(path.exists() for path in kept)
    assert DELETE in client.get("/challenges/numbers/organise").content.decode()
    assert "The challenge is deleted." in client.post(DELETE, {"name": "numbers"}, follow=True).content.decode()
    assert not Challenge.objects.exists()
    assert not any(path.exists() for path in kept)
    assert AuditEntry.objects.get(action="challenge.delete").details == {"slug": "numbers"}
    assert "numbers" not in client.get("/submissions").content.decode()


def by_ala(challenge, hand_in):
    hand_in(by="ala")


def of_a_suite(challenge, hand_in):
    suite = PlatformSuite.objects.create(name="klej", owner=challenge.organisers.get().user)
    SuiteMember.objects.create(suite=suite, name="one", challenge=challenge)


def labelled(challenge, hand_in):
    LabellingRound.objects.create(
        challenge=challenge, version=challenge.current, split="test-A", title="x", lines=[1], of_lines=4, seed=1,
        creator=challenge.organisers.get().user,
    )  # fmt: skip


def of_another(challenge, hand_in):
    challenge.organisers.update(role=Organiser.Role.ORGANISER)


@pytest.mark.parametrize(
    ("arrange", "why"),
    [
        (by_ala, "Others have handed something in, so the challenge cannot be deleted. Archive it instead"),
        (of_a_suite, "It is a task of the suite klej, so it cannot be deleted. Archive it instead"),
        (labelled, "Rounds of labelling belong to it, so the challenge cannot be deleted. Archive it instead"),
        (of_another, "Only its owners and administrators may delete the challenge."),
    ],
)
def test_what_others_have_a_part_in_stays_and_the_page_says_why(challenge, people, hand_in, work, arrange, why):
    arrange(challenge, hand_in)
    work()
    client = Client()
    client.force_login(people["organiser"])
    page = client.get("/challenges/numbers/organise").content.decode()
    assert why in page
    assert DELETE not in page
    assert why in client.post(DELETE, {"name": "numbers"}).content.decode()
    assert Challenge.objects.exists()
