"""Cloning what is public from the platform, with git itself; and that nothing else comes out."""

import gzip
import os
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from probierz.web.accounts.models import User
from probierz.web.accounts.services import make_token
from probierz.web.challenges import git_http
from probierz.web.challenges.services import create_unasked
from probierz.web.configuration import places
from probierz.web.intake.gitstore import Store

sys.path.append(str(Path(__file__).parents[1] / "intake"))
from git_servers import Participant

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def public(settings, tmp_path):
    settings.HOME = tmp_path / "home"
    challenge = create_unasked("numbers", User.objects.create(username="organiser"))
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


def packet(line):
    return b"%04x%s" % (len(line) + 4, line)


def fetching(client, body, encoding="gzip", **more):
    more |= {"HTTP_CONTENT_ENCODING": encoding, "HTTP_GIT_PROTOCOL": "version=2"}
    return client.post(
        "/git/numbers.git/git-upload-pack", body, content_type="application/x-git-upload-pack-request", **more
    )


def advertised(client, **more):
    return client.get("/git/numbers.git/info/refs?service=git-upload-pack", **more)


def test_a_small_body_that_unpacks_to_much_never_reaches_git(public, client):
    """A few KB of gzip that repeat one line would keep git busy for minutes, with gigabytes."""
    commit = git(f"--git-dir={places.public_repository('numbers')}", "rev-parse", "HEAD").stdout.strip().encode()
    asked = packet(b"command=fetch") + b"0001" + packet(b"want " + commit + b"\n")
    haves = packet(b"have " + commit + b"\n") * 100_000
    sent = gzip.compress(asked + haves + b"0000")
    assert len(sent) < 50_000
    for _ in range(2 * git_http.AT_A_TIME):
        assert fetching(client, sent).status_code == 413
    whole = fetching(client, gzip.compress(asked + packet(b"done\n") + b"0000"))
    assert b"PACK" in whole.getvalue()


@pytest.mark.parametrize(
    ("body", "encoding", "status"),
    [
        (b"0" * (git_http.MOST_REQUEST_BYTES + 1), "", 413),
        (b"0" * (git_http.MOST_REQUEST_BYTES + 1), "gzip", 413),
        (b"no gzip", "gzip", 400),
        (gzip.compress(b"0014command=fetch0000")[:-12], "gzip", 400),
    ],
    ids=["large", "large-packed", "no-gzip", "cut"],
)
def test_what_git_is_never_sent_is_refused_and_leaves_no_place_taken(public, client, body, encoding, status):
    for _ in range(git_http.OF_ONE):
        assert fetching(client, body, encoding).status_code == status
    answer = advertised(client)
    assert answer.status_code == 200
    answer.close()


def test_a_clone_with_much_of_its_own_fetches(public, live_server, tmp_path):
    """It tells what it has, in bodies of many kilobytes, which git packs."""
    commits = "".join(f"commit refs/heads/main\ncommitter A <a@b> {n} +0000\ndata 1\nx\n" for n in range(1, 5_000))
    own = tmp_path / "own"
    git("init", "-q", str(own))
    git("fast-import", "--quiet", cwd=own, input=commits)
    done = git("fetch", "-q", git_http.clone_address(live_server.url, "numbers"), "master", cwd=own)
    assert done.returncode == 0, done.stderr
    assert git("show", "FETCH_HEAD:test-A/in.tsv", cwd=own).stdout == "one\n"


def test_git_works_within_limits(public, client, monkeypatch):
    monkeypatch.setattr(git_http, "LIMITS", replace(git_http.LIMITS, memory_bytes=2**20))
    answer = advertised(client)
    assert (answer.status_code, answer.getvalue()) == (500, b"")
    monkeypatch.undo()
    assert advertised(client).getvalue()


@pytest.mark.parametrize("is_behind_proxy", [False, True])
def test_too_many_fetches_at_a_time_are_told_to_come_back(public, client, settings, is_behind_proxy):
    """Of one address, which a trusted proxy tells, and of all."""
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_BEHIND_PROXY": is_behind_proxy}

    def ask(number):
        address = f"192.0.2.{number}"
        return advertised(client, **{"HTTP_X_FORWARDED_FOR" if is_behind_proxy else "REMOTE_ADDR": address})

    held = [ask(1) for _ in range(git_http.OF_ONE)]
    busy = ask(1)
    assert (busy.status_code, busy["Retry-After"]) == (503, "60")
    held += [ask(2 + n) for n in range(git_http.AT_A_TIME - git_http.OF_ONE)]
    assert [answer.status_code for answer in held] == [200] * git_http.AT_A_TIME
    assert ask(99).status_code == 503
    for answer in held:
        answer.close()
    for number in (1, 99):
        again = ask(number)
        again.close()
        assert again.status_code == 200


def test_an_answer_that_nobody_reads_or_closes_ends_and_gives_its_place_free(monkeypatch, tmp_path):
    """A client may go away in the middle; then time ends git's program, and nothing of it stays."""
    monkeypatch.setattr(git_http, "SECONDS", 0.2)
    freed = threading.Event()
    with (tmp_path / "body").open("w+b") as body:
        run = git_http._GitRun(dict(os.environ), body, freed.set)
        assert freed.wait(20)
    assert run._process.returncode is not None
    assert run.read() == b""
    run.close()  # once more does no harm
