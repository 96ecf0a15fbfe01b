"""Tags that organisers decide on."""

import pytest
from django.test import Client

from probierz.errors import Refused
from probierz.web.accounts.models import AuditEntry
from probierz.web.challenges.models import Tag
from probierz.web.leaderboards.models import Board
from probierz.web.leaderboards.queries import read_board
from probierz.web.submissions.models import SubmissionTag
from probierz.web.submissions.services import judge_tag
from probierz.web.submissions.visibility import Viewer

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
