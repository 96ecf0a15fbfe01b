"""The API: who may call, what is answered, and the one shape of errors."""

import io
import re
import threading
import uuid
import zipfile
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from probierz.web.accounts.models import Token
from probierz.web.accounts.services import make_token, user_of_token
from probierz.web.challenges.models import Challenge, ChallengeTag, Ladder, Phase, Tag
from probierz.web.jobs import api as jobs_api
from probierz.web.jobs.models import Job, LogLine
from probierz.web.submissions.models import Submission

pytestmark = pytest.mark.django_db


def error(answer, status, code):
    found = answer.json()
    assert (answer.status_code, found["code"], set(found)) == (status, code, {"detail", "code", "problems"})
    return found


# --- who may call ----------------------------------------------------------------------------------------------------


def test_a_token_stands_for_its_owner(call):
    me = call("GET", "/api/v1/me", by="ala").json()
    assert me == {
        "login": "ala", "name": "Ala", "is_administrator": False, "is_anonymous_entry": False, "teams": [],
    }  # fmt: skip


def test_a_token_does_what_its_scopes_say_and_nothing_else(call, people, challenge):
    for scope, may in (("read", [200, 401]), ("submit", [401, 422])):
        token = make_token(people["ala"], name=scope, scopes=[scope])
        statuses = [
            call("GET", "/api/v1/me", token=token).status_code,
            call("POST", "/api/v1/challenges/numbers/submissions/git", token=token, data={"url": "x"}).status_code,
        ]
        assert statuses == may


def test_a_token_that_does_not_hold_opens_nothing_even_where_everybody_may_read(call, challenge):
    for token in ("x", "prb_aaaaaaaa_" + "a" * 40, "prb_\0"):
        error(call("GET", "/api/v1/challenges", token=token), 401, "token")
    assert call("GET", "/api/v1/challenges").status_code == 200


def test_a_revoked_token_and_one_that_ended_open_nothing(call, tokens):
    Token.objects.filter(user__username="ala").update(revoked=timezone.now())
    Token.objects.filter(user__username="ola").update(expires=timezone.now() - timedelta(seconds=1))
    for name in ("ala", "ola"):
        error(call("GET", "/api/v1/me", by=name), 401, "token")


def test_a_session_reads_but_changes_nothing_without_its_csrf_token(people, hand_in):
    number = hand_in().submission.pk
    client = Client(enforce_csrf_checks=True)
    client.force_login(people["ala"])
    assert client.get("/api/v1/me").json()["login"] == "ala"
    error(client.post(f"/api/v1/submissions/{number}/hide"), 403, "csrf")
    client.get("/login")
    client.get("/account/password")
    csrf = client.cookies["csrftoken"].value
    assert client.post(f"/api/v1/submissions/{number}/hide", headers={"X-CSRFToken": csrf}).status_code == 200


def test_a_closed_platform_asks_everybody_who_they_are(platform, call, challenge):
    platform(PROBIERZ_PUBLIC=False)
    for path in ("/api/v1/challenges", "/api/v1/challenges/numbers/submissions", "/api/v1/openapi.json"):
        error(call("GET", path), 401, "login")
        error(call("GET", path, token="x"), 401, "login")
        assert call("GET", path, by="stranger").status_code == 200
    assert Client().get("/challenges", headers={"Authorization": "Bearer x"}).status_code in (302, 404)
    assert Client().get("/", headers={"Authorization": "Bearer x"}).status_code == 302


# --- errors ----------------------------------------------------------------------------------------------------------


def test_every_error_has_one_shape(call, challenge):
    error(call("GET", "/api/v1/challenges/other"), 404, "unknown")
    error(call("GET", "/api/v1/nothing"), 404, "not found")
    error(call("GET", "/api/v1/me"), 401, "login")
    error(call("GET", "/api/v1/submissions/99999999999999999999999"), 404, "unknown")
    problems = error(call("GET", "/api/v1/challenges?per_page=1000"), 422, "request")["problems"]
    assert problems[0]["file"] == "query.asked.per_page" or "per_page" in problems[0]["file"]
    broken = call("POST", "/api/v1/challenges/numbers/submissions/git", by="ala", data=b"{")
    assert error(broken, 400, "bad request")["detail"]
    for text in ("a\0b", "\ud800"):
        sent = {"url": "https://git.example.org/x", "description": text}
        error(call("POST", "/api/v1/challenges/numbers/submissions/git", by="ala", data=sent), 422, "request")


def test_what_is_too_large_is_refused_before_it_is_read(platform, call, challenge, tokens):
    platform(PROBIERZ_UPLOAD_MB=0)
    answer = call("POST", "/api/v1/challenges/numbers/submissions", by="ala", data=b"x" * (2**20 + 1))
    error(answer, 413, "TooLarge")


# --- challenges ------------------------------------------------------------------------------------------------------


def test_challenges_are_listed_with_what_they_test(call, challenge):
    (found,) = call("GET", "/api/v1/challenges").json()["items"]
    assert (found["slug"], found["title"], found["version"], found["takes_submissions"]) == (
        "numbers", "Numbers", "1.0.0", True,
    )  # fmt: skip
    tests = call("GET", "/api/v1/challenges/numbers/tests").json()
    assert [(one["split"], one["scheme"], one["is_hidden"]) for one in tests][2:] == [
        ("test-A", "RMSE", True), ("test-A", "MAE:P<2>", True),
    ]  # fmt: skip
    (phase,) = call("GET", "/api/v1/challenges/numbers/phases").json()
    assert (phase["name"], phase["is_open"], phase["disclosure"]) == ("main", True, "full")
    Challenge.objects.update(ladder=Ladder.LINES)
    (phase,) = call("GET", "/api/v1/challenges/numbers/phases").json()
    assert (phase["disclosure"], phase["digits"], phase["in_steps"]) == ("rounded", None, True)


def test_challenges_are_found_by_words_and_tags(call, challenge):
    ChallengeTag.objects.create(challenge=challenge, tag=Tag.objects.create(name="easy"))
    counts = {
        query: call("GET", f"/api/v1/challenges?{query}").json()["count"]
        for query in ("words=read+number", "words=other", "tag=easy", "tag=easy&tag=hard", "archived=true", "page=7")
    }
    assert counts == {
        "words=read+number": 1, "words=other": 0, "tag=easy": 1, "tag=easy&tag=hard": 0, "archived=true": 0,
        "page=7": 1,
    }  # fmt: skip
    assert call("GET", "/api/v1/challenges?page=7").json()["items"] == []


def test_a_challenge_that_is_not_published_is_found_by_its_organisers_alone(call, challenge, hand_in):
    number = hand_in().submission.pk
    Challenge.objects.update(is_published=False)
    for path in ("challenges/numbers", "challenges/numbers/tests", f"submissions/{number}"):
        statuses = {
            who: call("GET", f"/api/v1/{path}", by=who).status_code
            for who in (None, "stranger", "organiser", "administrator")
        }
        assert statuses == {None: 404, "stranger": 404, "organiser": 200, "administrator": 200}


# --- handing in ------------------------------------------------------------------------------------------------------


def upload(tokens, *files, by="ala", path="submissions", **form):
    headers = {"Authorization": f"Bearer {tokens[by]}"}
    return Client().post(f"/api/v1/challenges/numbers/{path}", {"files": list(files), **form}, headers=headers)


def archive(**files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as opened:
        for name, text in files.items():
            opened.writestr(name, text)
    return SimpleUploadedFile("outputs.zip", packed.getvalue())


@pytest.mark.parametrize("path", ["submissions", "check"])
def test_who_says_that_they_answered_other_inputs_is_told(challenge, tokens, path):
    answer = upload(tokens, archive(**{"test-A/out.tsv": "1\n2\n3\n8\n"}), path=path, inputs=f"test-A={'0' * 64}")
    assert "these are not the inputs of version 1.0.0" in answer.content.decode()


def test_files_are_scored_and_read_back(challenge, tokens, call, work):
    Tag.objects.create(name="neural")
    outputs = {"test-A/out.tsv": "1\n2\n3\n8\n", "dev-0/out.tsv": "1\n2\n3\n4\n"}
    answer = upload(tokens, archive(**outputs), description="Doubling", tags="neural, unknown")
    handed = answer.json()
    assert (answer.status_code, handed["is_new"], handed["submission"]["state"]) == (202, True, "waiting")
    job = call("GET", f"/api/v1/jobs/{handed['submission']['job']}", by="ala").json()
    assert (job["state"], job["position"], job["submission"]) == ("queued", 1, handed["submission"]["id"])
    work()
    found = call("GET", f"/api/v1/submissions/{handed['submission']['id']}", by="ala").json()
    assert (found["state"], found["description"], found["is_mine"]) == ("scored", "Doubling", True)
    assert [tag["name"] for tag in found["tags"]] == ["neural"]
    (variant,) = found["variants"]
    scores = [(one["test"], one["metric"], one["text"], one["value"]) for one in variant["scores"]]
    assert scores == [
        ("dev-0", "RMSE", "0.000", 0.0), ("dev-0", "MAE", "0.000", 0.0),
        ("test-A", "RMSE", "2.000", 2.0), ("test-A", "MAE", "1.000", 1.0),
    ]  # fmt: skip
    again = upload(tokens, archive(**outputs))
    assert (again.status_code, again.json()["is_new"], again.json()["submission"]["id"]) == (200, False, found["id"])


def test_one_output_says_which_test_it_is_for(challenge, tokens, work):
    output = SimpleUploadedFile("out.tsv", b"1\n2\n3\n4\n")
    error(upload(tokens, output), 422, "UploadError")
    assert upload(tokens, SimpleUploadedFile("out.tsv", b"1\n2\n3\n4\n"), test="test-A").status_code == 202
    error(upload(tokens, archive(**{"../out.tsv": "1"})), 422, "UnsafeName")
    error(upload(tokens), 422, "request")


def test_a_branch_is_fetched_and_scored(challenge, call, work, repository):
    sent = {"url": repository[0], "branch": "mine", "tags": [], "description": "From git"}
    handed = call("POST", "/api/v1/challenges/numbers/submissions/git", by="ala", data=sent)
    assert handed.status_code == 202
    work()
    found = call("GET", f"/api/v1/submissions/{handed.json()['submission']['id']}", by="ala").json()
    assert (found["state"], found["commit"], found["branch"]) == ("scored", repository[1], "mine")
    log = call("GET", f"/api/v1/jobs/{found['job']}/log", by="ala").json()
    assert log["is_final"]
    assert log["lines"][-1]["text"] == f"SCORED: /q/{repository[1]}"


def test_trying_out_finds_problems_and_keeps_nothing(challenge, tokens):
    found = upload(tokens, archive(**{"test-A/out.tsv": "1\nfoo\n", "notes.txt": "x"}), path="check").json()
    assert (found["outputs"], found["left_out"]) == (["test-A/out.tsv"], ["notes.txt"])
    assert {problem["severity"] for problem in found["problems"]} == {"error"}
    assert not Submission.objects.exists()


def test_handing_in_for_a_team_needs_to_be_in_it(challenge, call, team, tokens):
    sent = {"url": "https://git.example.org/x", "team": "both"}
    path = "/api/v1/challenges/numbers/submissions/git"
    error(call("POST", path, by="stranger", data=sent), 403, "team")
    made = call("POST", path, by="ola", data=sent).json()["submission"]
    assert (made["team"], made["submitter"]) == ("both", "Both")


def test_quotas_and_deadlines_are_refused_with_their_codes(challenge, call, hand_in, work):
    hand_in()
    work()
    Challenge.objects.update(total_quota=1)
    sent = {"url": "https://git.example.org/x"}
    path = "/api/v1/challenges/numbers/submissions/git"
    error(call("POST", path, by="ala", data=sent), 429, "quota")
    Phase.objects.update(closes=timezone.now() - timedelta(days=1))
    error(call("POST", path, by="stranger", data=sent), 403, "closed")


def test_a_board_has_a_row_for_each_submitter(challenge, call, hand_in, work):
    hand_in("1\n2\n3\n8\n")
    hand_in("1\n2\n3\n4\n", by="stranger")
    work()
    board = call("GET", "/api/v1/challenges/numbers/board", by="ala").json()
    assert board["columns"][board["main"]] == {
        "test": "test-A", "metric": "RMSE", "higher_is_better": False, "unit": "", "part": "",
    }  # fmt: skip
    rows = [(row["rank"], row["submitter"], row["is_mine"], row["cells"][0]["text"]) for row in board["rows"]]
    assert rows == [(1, "Stranger", False, "0.000"), (2, "Ala", True, "2.000")]
    error(call("GET", "/api/v1/challenges/numbers/board?board=other"), 404, "unknown")


# --- what others see -------------------------------------------------------------------------------------------------


def test_others_see_scores_but_neither_source_nor_job(challenge, call, hand_in, work, team):
    number = hand_in("1\n2\n3\n8\n", team=team).submission.pk
    work()
    seen = {
        who: call("GET", f"/api/v1/submissions/{number}", by=who).json()
        for who in (None, "stranger", "ola", "ala", "organiser")
    }
    assert {who: one["job"] is not None for who, one in seen.items()} == {
        None: False, "stranger": False, "ola": True, "ala": True, "organiser": True,
    }  # fmt: skip
    assert {who: one["is_mine"] for who, one in seen.items()} == {
        None: False, "stranger": False, "ola": True, "ala": True, "organiser": False,
    }  # fmt: skip
    assert seen[None]["variants"][0]["scores"][0]["text"] == "2.000"
    assert seen[None]["url"] is None


def test_hidden_scores_stay_hidden_in_every_answer(challenge, call, hand_in, work):
    number = hand_in("1\n2\n3\n8\n").submission.pk
    work()
    Phase.objects.update(disclosure="hidden")
    for who in (None, "ala", "stranger"):
        for path in (f"submissions/{number}", "challenges/numbers/submissions"):
            body = call("GET", f"/api/v1/{path}", by=who).content.decode()
            body = re.sub(r"\d\d:\d\d:\d\d\.\d+", "", body)  # the time may look like the score
            assert "UNDISCLOSED" in body
            assert "2.0" not in body
    assert "2.0" in call("GET", f"/api/v1/submissions/{number}", by="organiser").content.decode()


def test_an_anonymous_entry_has_no_name(challenge, call, hand_in, people):
    people["ala"].is_anonymous_entry = True
    people["ala"].save()
    hand_in()
    for who, name in ((None, "anonymous"), ("stranger", "anonymous"), ("organiser", "Ala"), ("ala", "Ala")):
        assert call("GET", "/api/v1/challenges/numbers/submissions", by=who).json()["items"][0]["submitter"] == name


def test_ones_own_submissions_are_listed_with_those_of_ones_teams(challenge, call, hand_in, team):
    hand_in("1\n2\n3\n4\n", by="stranger")
    hand_in("1\n2\n3\n5\n", team=team)
    counts = {
        who: call("GET", "/api/v1/challenges/numbers/submissions?mine=true", by=who).json()["count"]
        for who in (None, "stranger", "ala", "ola", "organiser")
    }
    assert counts == {None: 0, "stranger": 1, "ala": 1, "ola": 1, "organiser": 0}


def test_a_list_takes_as_many_queries_for_many_as_for_one(challenge, call, hand_in, django_assert_max_num_queries):
    for last in range(6):
        hand_in(f"1\n2\n3\n{last}\n")
    with django_assert_max_num_queries(25):
        assert call("GET", "/api/v1/challenges/numbers/submissions", by="ala").json()["count"] == 6


# --- what may be done later ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["hide", "restore"])
def test_only_its_people_and_organisers_change_a_submission(challenge, call, hand_in, verb):
    number = hand_in().submission.pk
    path = f"/api/v1/submissions/{number}/{verb}"
    assert call("POST", path).status_code == 401
    error(call("POST", path, by="stranger"), 403, "forbidden")
    for who in ("ala", "organiser"):
        assert call("POST", path, by=who).json()["is_hidden"] == (verb == "hide")


def test_description_and_tags_are_edited(challenge, call, hand_in):
    Tag.objects.create(name="neural")
    path = f"/api/v1/submissions/{hand_in().submission.pk}"
    changed = call("PATCH", path, by="ala", data={"description": "New", "tags": ["neural", "other"]}).json()
    assert (changed["submission"]["description"], changed["unknown_tags"]) == ("New", ["other"])
    assert call("PATCH", path, by="ala", data={}).json()["submission"]["tags"] == [{"name": "neural", "accepted": None}]
    error(call("PATCH", path, by="stranger", data={"description": "Mine"}), 403, "forbidden")


def test_a_deleted_submission_is_gone(challenge, call, hand_in):
    path = f"/api/v1/submissions/{hand_in().submission.pk}"
    error(call("DELETE", path, by="stranger"), 403, "forbidden")
    assert call("DELETE", path, by="ala").status_code == 204
    for who in ("ala", "administrator"):
        error(call("GET", path, by=who), 404, "unknown")


def test_scored_submissions_are_opened_chosen_and_scored_again(challenge, call, hand_in, work):
    path = f"/api/v1/submissions/{hand_in().submission.pk}"
    error(call("POST", f"{path}/open", by="ala"), 409, "state")
    work()
    assert call("POST", f"{path}/choose", by="ala").json()["is_chosen"]
    assert call("POST", f"{path}/open", by="ala").status_code == 202
    error(call("POST", f"{path}/rescore", by="ala"), 403, "forbidden")
    error(call("POST", f"{path}/baseline", by="ala", data={}), 403, "forbidden")
    assert call("POST", f"{path}/rescore", by="organiser").status_code == 202
    assert call("POST", f"{path}/baseline", by="organiser", data={}).json()["is_baseline"]
    work()
    assert call("GET", path).json()["is_open"]


def test_organisers_add_published_results(challenge, call):
    sent = {"name": "A paper", "scores": {"test-A RMSE": 1.5}, "url": "https://example.org/paper"}
    path = "/api/v1/challenges/numbers/references"
    error(call("POST", path, by="ala", data=sent), 403, "forbidden")
    made = call("POST", path, by="organiser", data=sent)
    assert (made.status_code, made.json()["variants"][0]["scores"][0]["text"]) == (201, "1.500")
    error(call("POST", path, by="organiser", data={**sent, "scores": {"test-B": 1}}), 422, "scores")
    error(call("POST", path, by="organiser", data={**sent, "scores": {"test-A RMSE": -3}}), 422, "scores")
    impossible = call("POST", path, by="organiser", data={**sent, "scores": {"test-A RMSE": -0.015}})
    assert "it goes from 0 to ∞" in impossible.json()["detail"]
    slipped = {**sent, "name": "Another", "scores": {"test-A RMSE": 161}}
    error(call("POST", path, by="organiser", data=slipped), 422, "unsure")
    assert call("POST", path, by="organiser", data={**slipped, "is_sure": True}).status_code == 201


def test_organisers_put_all_published_results_of_a_source(challenge, call):
    rows = [{"name": "A paper", "scores": {"test-A RMSE": 1.5}}]
    sent = {"rows": rows, "url": "https://example.org/paper"}
    path = "/api/v1/challenges/numbers/references"
    error(call("PUT", path, by="ala", data=sent), 403, "forbidden")
    nothing = {"added": [], "corrected": [], "removed": [], "others": [], "outdated": [], "renewed": []}
    assert call("PUT", path, by="organiser", data=sent).json() == {**nothing, "added": ["A paper"]}
    assert call("PUT", path, by="organiser", data=sent).json() == nothing
    sent["rows"][0]["scores"] = {"test-A RMSE": 1.25}
    assert call("PUT", path, by="organiser", data=sent).json() == {**nothing, "corrected": ["A paper"]}
    (row,) = call("GET", "/api/v1/challenges/numbers/submissions").json()["items"]
    assert row["variants"][0]["scores"][0]["text"] == "1.250"
    for printed, text in (("1.25", "1.25"), ("1.24", "1.250"), ("1e0", "1.250")):  # digits of another number are none
        sent["rows"][0]["printed"] = {"test-A RMSE": printed}
        assert call("PUT", path, by="organiser", data=sent).json() == nothing
        (row,) = call("GET", "/api/v1/challenges/numbers/submissions").json()["items"]
        assert row["variants"][0]["scores"][0]["text"] == text
    for scores in ({"test-B": 1}, {"test-A RMSE": -0.5}):
        wrong = {**sent, "rows": [*rows, {"name": "Another", "scores": scores}]}
        error(call("PUT", path, by="organiser", data=wrong), 422, "scores")
    assert call("PUT", path, by="organiser", data={**sent, "rows": []}).json() == {**nothing, "removed": ["A paper"]}
    assert call("GET", "/api/v1/challenges/numbers/submissions").json()["count"] == 0


# --- jobs ------------------------------------------------------------------------------------------------------------


def test_a_job_is_its_submitters(challenge, call, hand_in):
    job = hand_in().submission.job_id
    for path in (f"/api/v1/jobs/{job}", f"/api/v1/jobs/{job}/log"):
        statuses = {who: call("GET", path, by=who).status_code for who in (None, "ala", "stranger", "administrator")}
        assert statuses == {None: 401, "ala": 200, "stranger": 404, "administrator": 200}
    error(call("POST", f"/api/v1/jobs/{job}/cancel", by="stranger"), 404, "unknown")
    assert call("POST", f"/api/v1/jobs/{job}/cancel", by="ala").json()["state"] == "cancelled"
    error(call("GET", f"/api/v1/jobs/{uuid.uuid4()}", by="ala"), 404, "unknown")


def test_a_log_is_read_line_after_line(challenge, call, hand_in):
    job = hand_in().submission.job
    for number, text in enumerate(("one", "secret", "two"), 1):
        LogLine.objects.create(job=job, number=number, text=text, for_operators=text == "secret")
    path = f"/api/v1/jobs/{job.pk}/log"
    first = call("GET", path, by="ala").json()
    assert ([line["text"] for line in first["lines"]], first["next"], first["is_final"]) == (["one", "two"], 3, False)
    assert call("GET", f"{path}?after=3", by="ala").json() == {"lines": [], "next": 3, "is_final": False}
    Job.objects.update(state="done")
    assert call("GET", f"{path}?after=3&wait=20", by="ala").json()["is_final"]
    assert len(call("GET", path, by="administrator").json()["lines"]) == 3


def test_who_waits_is_answered_as_soon_as_there_is_news(transactional_db, challenge, call, hand_in, monkeypatch):
    monkeypatch.setattr(jobs_api, "LOOK_SECONDS", 0.01)
    job = hand_in().submission.job

    def write():
        from django.db import connection

        LogLine.objects.create(job=job, number=1, text="news")
        connection.close()

    timer = threading.Timer(0.3, write)
    timer.start()
    found = call("GET", f"/api/v1/jobs/{job.pk}/log?wait=20", by="ala").json()
    timer.join()
    assert found["lines"][0]["text"] == "news"


def test_when_too_many_wait_the_others_are_answered_at_once(challenge, call, hand_in, monkeypatch):
    monkeypatch.setattr(jobs_api, "_waiting", threading.BoundedSemaphore(1))
    job = hand_in().submission.job_id
    with jobs_api._waiting:
        assert call("GET", f"/api/v1/jobs/{job}/log?wait=20", by="ala").json()["lines"] == []


# --- tokens ----------------------------------------------------------------------------------------------------------


def test_tokens_are_made_by_people_and_not_by_tokens(call, people):
    path, sent = "/api/v1/me/tokens", {"name": "laptop", "scopes": ["read"]}
    for method in ("GET", "POST"):
        error(call(method, path, by="ala", data=sent), 403, "token")
    client = Client()
    client.force_login(people["ala"])
    made = call("POST", path, client=client, data=sent)
    assert made.status_code == 201
    assert user_of_token(made.json()["token"], "read") == people["ala"]
    listed = {one["name"]: one for one in call("GET", path, client=client).json()}
    assert "token" not in listed["laptop"]
    assert call("DELETE", f"{path}/{listed['laptop']['prefix']}", client=client).status_code == 204
    assert user_of_token(made.json()["token"], "read") is None
    error(call("DELETE", f"{path}/{listed['laptop']['prefix']}", client=client), 404, "unknown")
    error(call("POST", path, client=client, data={**sent, "expires": "2001-01-01T00:00:00"}), 422, "expires")


def test_teams_are_seen_by_their_members(call, team):
    assert [one["slug"] for one in call("GET", "/api/v1/me/teams", by="ala").json()] == ["both"]
    assert call("GET", "/api/v1/me/teams", by="stranger").json() == []


# --- hidden tests, quota, e-mails ------------------------------------------------------------------------------------


def test_the_quota_says_what_is_left_and_each_variant_counts(call, challenge, hand_in):
    Challenge.objects.update(daily_quota=10, total_quota=0)
    before = call("GET", "/api/v1/challenges/numbers/quota", by="ala").json()
    hand_in()
    after = call("GET", "/api/v1/challenges/numbers/quota", by="ala").json()
    assert before["left_today"] == before["daily"] == 10
    assert after["left_today"] == 9
    assert after["left_in_all"] is None
    error(call("GET", "/api/v1/challenges/numbers/quota"), 401, "login")


def test_organisers_divide_hidden_tests_and_read_how(call, challenge):
    path = "/api/v1/challenges/numbers/division"
    assert call("GET", path, by="organiser").json()["is_divided"] is False
    wanted = {"is_divided": True, "share": 0.5}
    assert "too small" in error(call("PUT", path, by="organiser", data=wanted), 422, "refused")["detail"]
    assert call("GET", path, by="organiser").json()["is_divided"] is False
    assert call("PUT", path, by="organiser", data={"is_divided": True, "share": 2}).status_code == 422
    for name in ("ala", "ola"):
        error(call("PUT", path, by=name, data=wanted), 403, "forbidden")


def test_a_new_challenge_is_divided_before_its_files_come(call, people):
    call("POST", "/api/v1/challenges", by="administrator", data={"slug": "later"})
    path = "/api/v1/challenges/later/division"
    wanted = {"is_divided": True, "share": 0.25, "by": "document", "column": 2, "strata": "expected"}
    saved = call("PUT", path, by="administrator", data=wanted).json()
    assert saved == {**wanted, "strata_column": 1, "holds_now": True}  # and no seed, which tells the lines
    assert call("GET", path, by="administrator").json() == saved
    assert call("PUT", path, by="administrator", data={"is_divided": False}).json()["is_divided"] is False


def test_organisers_choose_which_scores_are_shown(call, challenge):
    path = "/api/v1/challenges/numbers/reporting"
    wanted = {"selections": 1, "ladder": "step", "ladder_step": 0.5}
    assert call("PUT", path, by="organiser", data=wanted).json() == wanted
    assert call("GET", path, by="organiser").json() == wanted
    Challenge.objects.get(slug="numbers", selections=1, ladder="step", ladder_step=0.5)
    assert call("PUT", path, by="organiser", data={"selections": 1, "ladder": "step"}).status_code >= 400
    error(call("PUT", path, by="ala", data=wanted), 403, "forbidden")


def test_people_choose_what_they_hear_of(call, people):
    path = "/api/v1/me/notifications"
    nothing = {"kinds": [], "webhook_kinds": []}
    assert call("GET", path, by="ala").json() == nothing
    chosen = {"kinds": ["beaten", "scored"], "webhook_kinds": ["gold"]}
    assert call("PUT", path, by="ala", data={"kinds": ["scored", "beaten"], "webhook_kinds": ["gold"]}).json() == chosen
    assert call("GET", path, by="ola").json() == nothing
    assert call("PUT", path, by="ala", data={"kinds": ["everything"]}).status_code == 422
    assert call("PUT", path, by="ala", data={"kinds": []}).json() == {"kinds": [], "webhook_kinds": ["gold"]}
