"""Cloning what is public from the platform, with git itself; and that nothing else comes out."""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from probierz.web.accounts.models import User
from probierz.web.accounts.services import make_token
from probierz.web.challenges import git_http
from probierz.web.challenges.services import create_challenge
from probierz.web.configuration import places
from probierz.web.intake.gitstore import Store

sys.path.append(str(Path(__file__).parents[1] / "intake"))
from git_servers import Participant

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def public(settings, tmp_path):
    settings.HOME = tmp_path / "home"
    challenge = create_challenge("numbers", User.objects.create(username="organiser"))
    challenge.is_published = True
    challenge.save()
    author = Participant(tmp_path / "author")
    author.commit({"test-A/in.tsv": "one\n", "large.txt": "".join(f"{n}\n" for n in range(200_000))})
    path = places.public_repository("numbers")
    Store(path)._ensure()
    author.git("push", "-q", str(path), "main:master")
    subprocess.run(["git", f"--git-dir={path}", "symbolic-ref", "HEAD", "refs/heads/master"], check=True)
    return challenge


def git(*words, **more):
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": "false"}
    return subprocess.run(["git", *words], env=environment, capture_output=True, text=True, check=False, **more)


@pytest.mark.parametrize("version", ["0", "2"])
def test_everybody_clones_a_published_challenge(public, live_server, tmp_path, version):
    address = git_http.clone_address(live_server.url, "numbers")
    assert address == f"{live_server.url}/git/numbers.git"
    done = git("-c", f"protocol.version={version}", "clone", "-q", address, str(tmp_path / "clone"))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "clone" / "test-A" / "in.tsv").read_text() == "one\n"
    assert git("fetch", cwd=tmp_path / "clone").returncode == 0
    assert git("clone", "-q", "--depth=1", address, str(tmp_path / "shallow")).returncode == 0


def test_nobody_pushes(public, live_server, tmp_path):
    address = git_http.clone_address(live_server.url, "numbers")
    git("clone", "-q", address, str(tmp_path / "clone"))
    assert git("push", "-q", "origin", "HEAD:refs/heads/other", cwd=tmp_path / "clone").returncode != 0


@pytest.mark.parametrize("is_public", [True, False])
def test_a_challenge_of_few_and_a_closed_platform_are_cloned_with_a_token(
    public, live_server, settings, tmp_path, is_public
):
    """A challenge that is not published where the platform is public, and one that is where it is not."""
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_PUBLIC": is_public}
    public.is_published = not is_public
    public.save()
    organiser = User.objects.get(username="organiser")
    host = live_server.url.removeprefix("http://")
    for secret, works in (
        (make_token(organiser, name="git", scopes=["read"]), True),
        (make_token(organiser, name="other", scopes=["submit"]), False),
        ("wrong", False),
    ):
        target = tmp_path / secret
        done = git("clone", "-q", f"http://organiser:{secret}@{host}/git/numbers.git", str(target))
        assert (done.returncode == 0) == works
    assert git("clone", "-q", git_http.clone_address(live_server.url, "numbers"), str(tmp_path / "x")).returncode != 0


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("get", "HEAD"),
        ("get", "config"),
        ("get", "info/refs"),
        ("get", "info/refs?service=git-receive-pack"),
        ("get", "info/refs?service=git-upload-pack&x=1"),
        ("get", "objects/info/packs"),
        ("post", "git-receive-pack"),
        ("post", "git-upload-pack?x"),
        ("get", "../secret-key"),
        ("get", "%2e%2e/%2e%2e/secret-key"),
    ],
)
def test_nothing_but_a_fetch_is_answered(public, client, method, path):
    assert getattr(client, method)(f"/git/numbers.git/{path}").status_code == 404


def test_requests_without_measure_are_refused_and_leave_no_place_taken(public, client, monkeypatch):
    monkeypatch.setattr(git_http, "MOST_REQUEST_BYTES", 1000)
    for _ in range(2 * git_http.AT_A_TIME):
        answer = client.post(
            "/git/numbers.git/git-upload-pack", b"0" * 2000, content_type="application/x-git-upload-pack-request"
        )
        assert answer.status_code == 413
    answer = client.get("/git/numbers.git/info/refs?service=git-upload-pack")
    assert answer.status_code == 200
    answer.close()


def test_too_many_fetches_at_a_time_are_told_to_come_back(public, client):
    held = [client.get("/git/numbers.git/info/refs?service=git-upload-pack") for _ in range(git_http.AT_A_TIME)]
    busy = client.get("/git/numbers.git/info/refs?service=git-upload-pack")
    assert (busy.status_code, busy["Retry-After"]) == (503, "60")
    for answer in held:
        answer.close()
    again = client.get("/git/numbers.git/info/refs?service=git-upload-pack")
    again.close()
    assert again.status_code == 200


def test_an_answer_that_nobody_reads_or_closes_ends_and_gives_its_place_free(monkeypatch, tmp_path):
    """A client may go away in the middle; then time ends git's program, and nothing of it stays."""
    monkeypatch.setattr(git_http, "SECONDS", 0.2)
    free = threading.BoundedSemaphore(1)
    assert free.acquire(blocking=False)
    monkeypatch.setattr(git_http, "_FETCHES", free)
    with (tmp_path / "body").open("w+b") as body:
        run = git_http._GitRun(dict(os.environ), body)
        deadline = time.monotonic() + 20
        while not free.acquire(blocking=False):
            assert time.monotonic() < deadline
            time.sleep(0.05)
    assert run._process.returncode is not None
    assert run.read() == b""
    run.close()  # once more does no harm
