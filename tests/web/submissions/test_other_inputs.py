"""A test gets other inputs and its old ones again: outputs count wherever they answer the inputs of now."""

import pytest
from git_servers import Participant
from submission_examples import GOLD, write_challenge

from probierz.errors import Refused
from probierz.web.challenges.services import publish_version
from probierz.web.jobs.models import Job
from probierz.web.leaderboards.queries import boards_of, read_board
from probierz.web.submissions.api_data import submission_data
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services import Handing, rescore, submit_files, submit_git
from probierz.web.submissions.services.retrying import retry
from probierz.web.submissions.visibility import Viewer

pytestmark = pytest.mark.django_db(transaction=True)

LINES = 20
FIRST, SECOND = ([f"{word} {n * n}" for n in range(LINES)] for word in ("tram", "cheese"))


def lines(words):
    return "".join(f"{word}\n" for word in words)


@pytest.fixture
def publish(challenge, tmp_path, work):
    def act(inputs, wrong=0, dev=GOLD, **more):
        folder = write_challenge(tmp_path / "again")
        (folder / "test-A" / "in.tsv").write_text(lines(inputs))
        (folder / "test-A" / "expected.tsv").write_text(lines([9] * wrong + [5] * (LINES - wrong)))
        (folder / "dev-0" / "expected.tsv").write_text(dev)
        number = publish_version(challenge, folder, drops_scores=True, replaces_results=True, **more).number
        challenge.refresh_from_db()
        work()
        return number

    return act


@pytest.fixture
def board(challenge):
    """Who stands on the board with which score, and the rank."""

    def act():
        view = read_board(Viewer(), challenge, boards_of(challenge)[0])
        return {
            row.entry.submission.submitter.username: (row.entry.cells[view.main].text, row.rank) for row in view.rows
        }

    return act


def told(submission):
    return (Submission.objects.get(pk=submission.pk).not_rescored or {}).get("message", "")


def test_outputs_are_scored_again_on_the_inputs_that_they_answered(hand_in, publish, board, challenge, people, work):
    publish(FIRST)
    ala = hand_in(lines([5] * 19 + [7])).submission
    work()
    assert board() == {"ala": ("0.447", 1)}
    assert publish(SECOND) == "2.0.0"
    of_now = "the outputs answer the inputs of version 1.0.1, and version 2.0.0 has others; hand in outputs for"
    assert told(ala).startswith(of_now)
    again = hand_in(lines([5] * 19 + [7]), by="ola").submission
    work()
    assert publish(SECOND, wrong=5) == "2.0.1"
    assert board() == {"ala": ("0.447", None), "ola": ("2.049", 1)}
    assert told(ala).replace("2.0.1", "2.0.0").startswith(of_now)
    rescore(ala, people["organiser"])
    work()
    assert Job.objects.filter(kind="rescore-submission", state="failed").count() == 1
    assert board()["ala"] == ("0.447", None)
    assert publish(FIRST, wrong=2) == "3.0.0"
    assert board() == {"ala": ("1.342", 1), "ola": ("2.049", None)}
    assert (told(ala), told(again)[:45]) == ("", "the outputs answer the inputs of version 2.0.")
    assert publish(FIRST, change="major") == "4.0.0"
    assert board()["ala"] == ("1.342", None), "another task"


def test_the_very_files_of_before_bring_scores_back_in_any_version(hand_in, publish, board, people, work, client):
    publish(FIRST)
    ala, stopped = (hand_in(lines([5] * 19 + [7]), by=who).submission for who in ("ala", "ola"))
    work()
    Submission.objects.filter(pk=stopped.pk).update(state="failed", counts=False)
    publish(SECOND)
    assert told(ala)
    client.force_login(people["ala"])
    assert "yours is among them" in client.get("/challenges/numbers/board").content.decode()
    client.force_login(people["organiser"])
    assert "yours is among them" not in client.get("/challenges/numbers/board").content.decode()
    with pytest.raises(Refused, match="has other inputs now"):
        retry(Submission.objects.get(pk=stopped.pk), people["ola"])
    publish(FIRST, change="major")
    assert (board()["ala"], told(ala)) == (("0.447", 1), "")


def test_the_same_outputs_are_taken_again_where_they_answer_other_inputs(hand_in, publish, board, challenge, work):
    type(challenge).objects.update(near_quota=1)
    publish(FIRST)
    first = hand_in(lines([5] * 19 + [7])).submission
    work()
    assert not hand_in(lines([5] * 19 + [7])).is_new
    publish(SECOND)
    for output in ([5] * 19 + [7], [5] * 19 + [8]):
        assert hand_in(lines(output)).is_new
        work()
    assert not hand_in(lines([5] * 19 + [7])).is_new, "it was handed in for these inputs now"
    assert list(challenge.submissions.values_list("state", flat=True)) == ["scored"] * 3
    assert board()["ala"] == ("0.447", 1)
    assert told(first)
    said = [submission_data(one, Viewer(first.submitter)) for one in challenge.submissions.order_by("pk")[:2]]
    assert [(one["version"], one["is_ranked"]) for one in said] == [("1.0.1", False), ("2.0.0", True)]
    assert [{score["is_outdated"] for score in one["variants"][0]["scores"]} for one in said] == [{True}, {False}]


def test_the_outputs_of_other_splits_are_scored_again(hand_in, publish, challenge, work, uploaded, people):
    publish(FIRST)
    both = {"test-A": lines([5] * LINES), "dev-0": GOLD}
    made = [uploaded(text, "out.tsv", split) for split, text in both.items()]
    ala = submit_files(challenge, made, Handing(people["ala"])).submission
    work()
    publish(SECOND)
    publish(SECOND, dev="1\n2\n3\n9\n", wrong=1)
    ala.refresh_from_db()
    assert ala.version.number == "1.0.1"
    assert set(ala.scores.filter(test__versions=challenge.current).values_list("test__split", "shown")) == {
        ("dev-0", "2.500"), ("dev-0", "1.250"),
    }  # fmt: skip
    assert ala.scores.filter(test__split="test-A", test__versions=ala.version).exists()
    assert told(ala)


def test_the_same_commit_is_told_to_be_made_anew(publish, challenge, people, work, tmp_path):
    publish(FIRST)
    repository = Participant(tmp_path / "participant")
    repository.commit({"test-A/out.tsv": lines([5] * LINES)})
    for _ in range(2):
        submit_git(challenge, repository.url, "main", Handing(people["ala"]))
        work()
        publish(SECOND)
    said = Job.objects.filter(kind="evaluate-submission").latest("created").result["note"]
    assert said.endswith("to hand them in for version 2.0.0, make a new commit, also an empty one.")
