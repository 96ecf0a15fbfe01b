"""Gonito's API under its own paths: the shapes, and 4xx where the original broke or changed things on GET."""

import pytest
from django.test import Client

from probierz.web.challenges.models import Challenge, Phase, Tag
from probierz.web.submissions.models import Output, Submission

pytestmark = pytest.mark.django_db

CHALLENGE = {
    "name", "title", "description", "starred", "archived", "imageUrl", "version", "tags", "deadline", "mainMetric",
    "bestScore",
}  # fmt: skip
ENTRY = {
    "submitter", "team", "when", "version", "phase", "description", "times", "hash", "isPublic", "isOwner",
    "isReevaluable", "isVisible", "id", "variant", "evaluations",
}  # fmt: skip
VIEW = (ENTRY - {"times"}) | {"rank", "tags", "deleted"}


@pytest.fixture
def scored(hand_in, work):
    made = hand_in("1\n2\n3\n8\n").submission
    work()
    made.refresh_from_db()
    return made


def get(call, path, by=None):
    answer = call("GET", f"/api/{path}", by=by)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_challenges_have_the_known_shape(call, scored):
    (found,) = get(call, "list-challenges")
    assert set(found) == CHALLENGE
    assert (found["name"], found["mainMetric"], found["bestScore"], found["deadline"]) == (
        "numbers", "RMSE", "2.000", None,
    )  # fmt: skip
    assert get(call, "challenge-info/2021-numbers") == found
    assert get(call, "list-challenges-by-tag/easy,hard") == []
    assert get(call, "challenge-repo/numbers") == {"url": "http://testserver/git/numbers.git", "branch": "master"}
    assert call("GET", "/api/challenge-readme/numbers/markdown").content == b"# Numbers\n\nRead numbers.\n"
    assert call("GET", "/api/challenge-img/numbers").status_code == 202


def test_the_leaderboard_has_the_known_shape(call, scored):
    board = get(call, "leaderboard/numbers", by="ala")
    assert board["tests"] == [{"name": "test-A", "metric": "RMSE"}]
    (entry,) = board["entries"]
    assert set(entry) == ENTRY
    assert (entry["submitter"], entry["times"], entry["hash"], entry["isOwner"], entry["version"]) == (
        "Ala", 1, scored.commit, True, [1, 0, 0],
    )  # fmt: skip
    assert entry["evaluations"] == [
        {"score": "2.000", "full-score": 2.0, "test": {"name": "test-A", "metric": "RMSE"}},
    ]  # fmt: skip
    assert entry["when"].endswith("Z")


def test_lists_of_submissions_have_the_known_shape(call, scored):
    (one,) = get(call, "challenge-all-submissions/numbers")["submissions"]
    assert set(one) == VIEW
    assert (one["rank"], one["isOwner"], one["deleted"]) == (1, False, False)
    assert get(call, "challenge-my-submissions/numbers", by="stranger")["submissions"] == []
    assert len(get(call, "challenge-my-submissions/numbers", by="ala")["submissions"]) == 1
    assert call("GET", "/api/challenge-my-submissions/numbers").status_code == 401


def test_references_are_found_by_their_first_digits(call, scored):
    (found,) = get(call, f"query/{scored.commit[:6]}")
    assert found["submissionInfo"] == {"hash": scored.commit, "submitter": "Ala", "challenge": "numbers"}
    assert {one["test"]["metric"]: one["score"] for one in found["variants"][0]["evaluations"]} == {
        "RMSE": "2.000", "MAE": "1.000",
    }  # fmt: skip
    for nothing in ("%25%25%25%25", "____", "abc", "zzzz", "0" * 40, "a" * 41):
        assert get(call, f"query/{nothing}") == []


def text(call, reference):
    return call("GET", f"/api/txt/score/{reference}", by="ala").content.decode()


def test_a_score_is_read_as_text(call, scored, hand_in, work):
    output = Output.objects.get().sha1
    assert text(call, scored.commit[:8]) == text(call, output[:8]) == "2.000"
    assert text(call, f"{output[:8]}-MAE:P<2>") == "1.000"
    for nothing in (f"{output[:8]}-Other", "abcdefabcdef", "x", "%25%25%25%25"):
        assert text(call, nothing) == "NONE"
    Phase.objects.update(disclosure="hidden")
    assert text(call, output[:8]) == "UNDISCLOSED"


def test_several_outputs_with_these_digits_are_ambiguous(call, scored, hand_in, work):
    hand_in("1\n2\n3\n9\n")
    work()
    Output.objects.filter(variant__submission=scored).update(sha1="abcd1" + "0" * 35)
    Output.objects.exclude(variant__submission=scored).update(sha1="abcd2" + "0" * 35)
    assert text(call, "abcd") == "AMBIGUOUS ARGUMENT"
    assert text(call, "abcd2") != "AMBIGUOUS ARGUMENT"


def test_hidden_scores_are_null(call, scored):
    Phase.objects.update(disclosure="hidden")
    (entry,) = get(call, "leaderboard/numbers", by="ala")["entries"]
    assert entry["evaluations"][0] == {
        "score": "UNDISCLOSED", "full-score": None, "test": {"name": "test-A", "metric": "RMSE"},
    }  # fmt: skip
    assert get(call, "challenge-info/numbers")["bestScore"] is None


def test_a_form_hands_in_and_answers_a_job(challenge, tokens, repository, work):
    def send(by="ala", **form):
        headers = {"Authorization": f"Bearer {tokens[by]}"}
        return Client(enforce_csrf_checks=True).post("/api/challenge-submission/numbers", form, headers=headers)

    Tag.objects.create(name="neural")
    job = send(f1="Words", f2="Neural, other", f3=repository[0], f4="mine")
    assert (job.status_code, len(job.json())) == (200, 36)
    work()
    made = Submission.objects.get()
    assert (made.state, [tag.name for tag in made.tags.all()]) == ("scored", ["neural"])
    for form in (
        {},
        {"f3": "x"},
        {"f3": "/etc", "f4": "x"},
        {"f3": repository[0], "f4": "-x"},
        {"f3": "a\0", "f4": "b"},
    ):
        answer = send(**form)
        assert (answer.status_code, bool(answer.json()["detail"])) == (422, True)
    assert send(f3=repository[0], f4="mine", f6="team").status_code == 403
    assert Client().post("/api/challenge-submission/numbers", {}).status_code == 401


def test_nothing_is_changed_by_get(call, scored):
    for path in (f"make-public/{scored.pk}", f"delete-submission/{scored.pk}", f"edit-submission/{scored.pk}/1/x"):
        answer = call("GET", f"/api/{path}", by="ala")
        assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
        assert call("POST", f"/api/{path}", by="stranger").status_code == 403
        assert call("POST", f"/api/{path}").status_code == 401
    scored.refresh_from_db()
    assert (scored.is_open, scored.deleted) == (False, None)


def test_submissions_are_opened_edited_and_deleted_by_post(call, scored, work):
    tag = Tag.objects.create(name="neural")
    assert len(call("POST", f"/api/make-public/{scored.pk}", by="ala").json()) == 36
    work()
    assert call("POST", f"/api/edit-submission/{scored.pk}/{tag.pk}/New words", by="ala").status_code == 200
    scored.refresh_from_db()
    assert (scored.is_open, scored.description, [one.name for one in scored.tags.all()]) == (
        True, "New words", ["neural"],
    )  # fmt: skip
    assert call("POST", f"/api/edit-submission/{scored.pk}/x/y", by="ala").status_code == 422
    assert call("POST", f"/api/delete-submission/{scored.pk}", by="ala").content == b"Submission deleted"
    assert call("POST", f"/api/delete-submission/{scored.pk}", by="ala").status_code == 404


def test_people_read_about_themselves(call, team):
    assert get(call, "user-info", by="ala") == "ala"
    assert get(call, "full-user-info", by="ala")["ident"] == "ala"
    assert get(call, "my-teams", by="ala")[0]["ident"] == "both"
    assert call("GET", "/api/my-evaluation-trigger-token", by="ala").status_code == 410


MISSING = [
    "challenge-info/other", "leaderboard/other", "challenge-all-submissions/a%00b", "version-info/abc",
    "version-info/" + "a" * 40, "challenge-readme/%F0%9F%98%80/markdown", "challenge-img/other",
]  # fmt: skip


@pytest.mark.parametrize("path", MISSING)
def test_what_is_not_there_is_not_found(call, challenge, path):
    answer = call("GET", f"/api/{path}")
    assert (answer.status_code, "detail" in answer.json()) == (404, True)


def test_a_challenge_that_is_not_published_is_not_found(call, challenge):
    Challenge.objects.update(is_published=False)
    assert call("GET", "/api/challenge-info/numbers").status_code == 404
    assert call("GET", "/api/challenge-info/numbers", by="organiser").status_code == 200
    assert get(call, "list-challenges") == []


def test_times_are_told(call, people):
    assert get(call, "current-time").endswith("Z")
    assert get(call, "format-as-local-time/2026-01-31T12:00:00Z") == "2026-01-31 13:00"
    for odd in ("x", "9999-99-99", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"):
        assert call("GET", f"/api/format-as-local-time/{odd}").status_code in (200, 422)
