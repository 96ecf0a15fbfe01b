"""Tags that organisers decide on, dry runs that keep nobody waiting."""

import pytest
from django.test import Client

from probierz.web.accounts.models import AuditEntry
from probierz.web.challenges.models import Tag
from probierz.web.intake.errors import TooLarge
from probierz.web.leaderboards.models import Board
from probierz.web.leaderboards.queries import read_board
from probierz.web.submissions.models import SubmissionTag
from probierz.web.submissions.services import NotTaken, handing_in, judge_tag, try_out
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
    with pytest.raises(NotTaken):
        judge_tag(tagged, "neural", people[who], accepted=True)
    with pytest.raises(NotTaken):
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


def test_a_dry_run_waits_for_nobody(challenge, people, uploaded):
    for _ in range(handing_in.MOST_TRIED):
        assert handing_in._trying.acquire(blocking=False)
    try:
        with pytest.raises(NotTaken) as refused:
            try_out(challenge, [uploaded("1\n2\n3\n4\n")], people["ala"])
        assert refused.value.code == "busy"
    finally:
        for _ in range(handing_in.MOST_TRIED):
            handing_in._trying.release()
    assert try_out(challenge, [uploaded("1\n2\n3\n4\n")], people["ala"]).problems == []


def test_a_dry_run_looks_at_less_than_is_taken(challenge, people, uploaded):
    import gzip

    with pytest.raises(TooLarge):
        try_out(challenge, [uploaded(b"1" * (17 * 2**20))], people["ala"])
    bomb = gzip.compress(b"1\n" * (20 * 2**20))
    tried = try_out(challenge, [uploaded(bomb, "out.tsv.gz")], people["ala"])
    assert tried.problems
    for _ in range(handing_in.MOST_TRIED):  # whatever was refused, the places are free again
        assert handing_in._trying.acquire(blocking=False)
    for _ in range(handing_in.MOST_TRIED):
        handing_in._trying.release()
