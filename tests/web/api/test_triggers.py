"""Triggers and plain logs: what `geval --submit` and webhooks of git servers send, and what they are answered."""

import json
import subprocess
import sys
import threading
import time
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from probierz.web.accounts.services import make_token
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.gonito import logs
from probierz.web.jobs.models import Job
from probierz.web.submissions.models import Submission

pytestmark = pytest.mark.django_db


@pytest.fixture
def trigger(challenge, tokens, repository):
    def act(**form):
        usual = {"challenge": "numbers", "branch": "mine", "token": tokens["ala"], "url": repository[0]}
        return Client(enforce_csrf_checks=True).post("/trigger-remotely", {**usual, **form})

    return act


def text_of(answer):
    body = answer.getvalue().decode()
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    return body


def read_log(location, client=None):
    return text_of((client or Client()).get(f"/{location}"))


def test_a_branch_is_scored_and_the_log_ends_with_score_and_link(trigger, work, repository):
    answer = trigger()
    assert (answer.status_code, answer.headers["Location"][:19]) == (303, "open-view-progress/")
    work()
    log = read_log(answer.headers["Location"])
    # RMSE of 1 2 3 8 against 1 2 3 4 is sqrt(16 / 4), MAE is 4 / 4
    last = f"test-A RMSE 2.000; test-A MAE 1.000 http://testserver/q/{repository[1]}\n"
    assert log.endswith(last)
    assert "Fetching mine of file://" in log
    made = Submission.objects.get()
    assert (made.source, made.submitter.username) == ("trigger", "ala")


def test_an_alias_is_as_good_as_the_name(trigger):
    assert trigger(challenge="2021-numbers").status_code == 303


def test_a_failure_ends_with_its_reason(trigger, work):
    answer = trigger(branch="other")
    work()
    log = read_log(answer.headers["Location"])
    assert log.splitlines()[-1].startswith("ERROR: ")
    assert "branch" in log.splitlines()[-1]


def refusal(answer, status):
    text = text_of(answer)
    assert (answer.status_code, text[:7]) == (status, "ERROR: ")
    assert not Job.objects.exists()
    return text


def test_what_is_refused_is_refused_in_words(trigger, people, challenge):
    reading = make_token(people["ala"], name="reads", scopes=["read"])
    for token in ("", "x", reading, "prb_\0_"):
        assert "does not allow submitting" in refusal(trigger(token=token), 401)
    for name in ("", "other", "numbers\0", "../numbers", "'; --", "%", "a" * 5000):
        assert "There is no challenge" in refusal(trigger(challenge=name), 404)
    for url in ("", "/etc", "ext::sh -c id", "git://example.org/x", "https://u:p@example.org/x", "a\0b"):
        refusal(trigger(url=url), 422)
    for branch in ("", "-x", "dont-peek", "--upload-pack=x", "a\0b"):
        refusal(trigger(branch=branch), 422)
    assert "git-annex" in refusal(trigger(**{"git-annex-remote": "type=directory"}), 422)


def test_closed_challenges_and_used_up_quotas_are_told_apart(trigger, challenge, people, hand_in, work):
    hand_in()
    work()
    Job.objects.all().delete()
    Challenge.objects.update(daily_quota=1)
    assert "quota of today is used up: 1 output" in refusal(trigger(), 429)
    Phase.objects.update(closes=timezone.now() - timedelta(days=1))
    assert "deadline has passed" in refusal(trigger(), 403)
    Challenge.objects.update(archived=timezone.now())
    assert "archived" in refusal(trigger(), 403)
    Challenge.objects.update(is_published=False)
    refusal(trigger(), 404)


def test_only_post_triggers(challenge, tokens, repository):
    url = repository[0].replace("/", "SLASH")
    paths = [
        "/trigger-remotely", f"/trigger-remotely-simple/{tokens['ala']}/numbers/{url}/mine",
        f"/trigger-by-webhook/{tokens['ala']}/numbers",
    ]  # fmt: skip
    for path in paths:
        for method in ("get", "put", "delete", "patch", "head"):
            answer = getattr(Client(), method)(path)
            assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert not Job.objects.exists()


def test_everything_may_stand_in_the_path(challenge, tokens, repository, work):
    url = repository[0].replace("/", "SLASH")
    answer = Client().post(f"/trigger-remotely-simple/{tokens['ala']}/numbers/{url}/mine")
    work()
    assert answer.status_code == 303
    assert repository[1] in text_of(Client().get(answer.headers["Location"]))


@pytest.mark.parametrize("name", ["clone_url", "git_http_url", "ssh_url", "git_ssh_url"])
def test_a_push_triggers(challenge, tokens, name):
    url = "git@git.example.org:ala/numbers.git" if "ssh" in name else "https://git.example.org/ala/numbers.git"
    news = {"ref": "refs/heads/mine/one", "repository": {name: url}}
    answer = push(tokens, json.dumps(news))
    assert answer.status_code == 303
    made = Submission.objects.get()
    assert (made.url, made.branch) == ("https://git.example.org/ala/numbers.git", "mine/one")


BROKEN = [
    "", "[]", "3", "null", '"x"', "{}", "[" * 100_000, '{"ref": 1, "repository": {"ssh_url": "https://a.example/b"}}',
    '{"ref": "refs/tags/x", "repository": {"ssh_url": "https://a.example/b"}}', '{"ref": "x", "repository": []}',
    '{"ref": "refs/heads/x", "repository": {"ssh_url": 7}}', '{"ref": "refs/heads/x", "repository": null}', "\ud800",
]  # fmt: skip


@pytest.mark.parametrize("body", BROKEN)
def test_other_news_are_refused(challenge, tokens, body):
    refusal(push(tokens, body.encode(errors="surrogatepass")), 422)


def push(tokens, body):
    path = f"/trigger-by-webhook/{tokens['ala']}/numbers"
    return Client(enforce_csrf_checks=True).post(path, body, content_type="application/json")


# --- logs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("job", ["x", "1", "00000000-0000-0000-0000-000000000000", "a\0b"])
def test_an_unknown_log_is_not_found(people, job):
    answer = Client().get(f"/open-view-progress/{job}")
    assert (answer.status_code, text_of(answer)) == (404, "ERROR: There is no such log.\n")


def test_the_log_behind_a_login_is_its_submitters(trigger, people, work):
    job = trigger().headers["Location"].partition("/")[2]
    work()
    assert Client().get(f"/view-progress/{job}").status_code == 302
    statuses = {}
    for name, person in people.items():
        client = Client()
        client.force_login(person)
        statuses[name] = client.get(f"/view-progress/{job}").status_code
    assert statuses == {"ala": 200, "administrator": 200, "ola": 404, "stranger": 404, "organiser": 404}


def test_a_log_shows_no_score_that_the_phase_hides(trigger, challenge, tokens, work):
    Phase.objects.update(disclosure="hidden")
    for name in ("ala", "organiser"):
        answer = trigger(token=tokens[name])
        work()
        log = read_log(answer.headers["Location"])
        assert "test-A RMSE UNDISCLOSED" in log
        assert "2.000" not in log


def test_lines_for_operators_are_not_sent(trigger, work):
    answer = trigger()
    work()
    job = Job.objects.get(pk=answer.headers["Location"].partition("/")[2])
    job.log.create(number=1000, text="secret of the server", for_operators=True)
    assert "secret" not in read_log(answer.headers["Location"])


def test_lines_come_as_they_are_written_and_the_end_ends_the_answer(trigger, work):
    location = trigger().headers["Location"]
    pieces = iter(Client().get(f"/{location}").streaming_content)
    thread = threading.Thread(target=_working_apart, args=[work])
    thread.start()
    log = b"".join(pieces).decode()
    thread.join()
    assert "/q/" in log.splitlines()[-1]


def test_a_log_that_may_not_wait_says_where_to_read_on(trigger, monkeypatch):
    location = trigger().headers["Location"]
    monkeypatch.setattr(logs, "_streams", threading.BoundedSemaphore(1))
    with logs._streams:
        assert read_log(location) == f"Not done yet; read on at http://testserver/{location}\n"
    monkeypatch.setattr(logs, "LONGEST_STREAM", 0)
    assert "read on at" in read_log(location)
    assert logs._streams.acquire(blocking=False)  # given back


def test_a_cancelled_job_says_so(trigger):
    location = trigger().headers["Location"]
    Job.objects.update(state="cancelled")
    assert read_log(location) == "ERROR: the evaluation was cancelled\n"


GEVAL = "import sys; from probierz.cli.geval import main; sys.exit(main())"


# --- all together ----------------------------------------------------------------------------------------------------


def test_geval_submits_to_a_platform_below_any_path(live_server, challenge, tokens, work, tmp_path):
    """The real command, in a real clone; the worker begins when the client already reads the log."""
    run = ["git", "-c", "user.name=Ala", "-c", "user.email=a@example.org"]

    def git(folder, *arguments):
        subprocess.run([*run, *arguments], cwd=folder, check=True, capture_output=True)

    git(tmp_path, "init", "--bare", "numbers.git")
    git(tmp_path, "clone", f"file://{tmp_path}/numbers.git", "numbers")
    clone = tmp_path / "numbers"
    (clone / "test-A").mkdir()
    (clone / "test-A" / "out.tsv").write_text("1\n2\n3\n8\n")
    git(clone, "checkout", "-b", "mine")
    git(clone, "add", ".")
    git(clone, "commit", "-m", "Double")
    git(clone, "push", "-u", "origin", "mine")
    command = [sys.executable, "-c", GEVAL, "--submit", "--gonito-host", live_server.url]
    client = subprocess.Popen(
        [*command, "--token", tokens["ala"]], cwd=clone, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    thread = threading.Thread(target=_work_when_asked, args=[work])
    thread.start()
    out, err = client.communicate(timeout=120)
    thread.join()
    assert (client.returncode, "Warning: add .token" in err) == (0, True)
    assert out.splitlines()[0] == f"Triggering: POST {live_server.url}/trigger-remotely"
    assert out.splitlines()[-1].startswith(f"test-A RMSE 2.000; test-A MAE 1.000 {live_server.url}/q/")


def _work_when_asked(work):
    for _ in range(600):
        if Job.objects.exists():
            break
        time.sleep(0.1)
    _working_apart(work)


def _working_apart(work):
    """In a thread of its own, and so with a connection of its own, which nobody else closes."""
    work()
    connection.close()
