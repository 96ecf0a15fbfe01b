"""`geval --submit`: what is checked before the call, what is sent, and what becomes of each answer."""

import io
import subprocess
import time

import pytest
from answering import answering

from probierz.cli import http_requests
from probierz.cli.geval import main

TEXT = {"Content-Type": "text/plain; charset=utf-8"}


def git(folder, *arguments):
    identity = ["-c", "user.name=Jan", "-c", "user.email=jan@example.org", "-c", "init.defaultBranch=master"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A clone of a challenge with a pushed branch; the current directory."""
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"):
        monkeypatch.delenv(name, raising=False)
    git(tmp_path, "init", "--bare", "origin.git")
    folder = tmp_path / "my.chal-1.2"
    git(tmp_path, "clone", "origin.git", folder.name)
    (folder / ".gitignore").write_text(".token\n")
    (folder / "out.tsv").write_text("1\n")
    git(folder, "add", ".")
    git(folder, "commit", "-m", "Begin")
    git(folder, "push", "origin", "HEAD")
    git(folder, "checkout", "-b", "my-branch")
    git(folder, "push", "-u", "origin", "my-branch")
    monkeypatch.chdir(folder)
    return folder


def run(capfd, *arguments):
    code = main(["--submit", *arguments])
    out, err = capfd.readouterr()
    return code, out, err


def submitted(capfd, answer):
    with answering(answer) as server:
        code, out, err = run(capfd, "--gonito-host", f"{server.url}/gonito", "--token", "prb_x y")
    head = f"Triggering: POST {server.url}/gonito/trigger-remotely\nPlease wait, it may take some time\n"
    assert out.startswith(head) or err
    return code, out.removeprefix(head), err, server


def test_the_form_is_sent_as_in_geval(clone, capfd):
    code, out, _err, server = submitted(capfd, lambda asked: (200, TEXT, "żółw ok".encode()))
    assert (code, out) == (0, "żółw ok")
    (asked,) = server.asked
    assert (asked.method, asked.path) == ("POST", "/gonito/trigger-remotely")
    assert asked.headers["Content-Type"] == "application/x-www-form-urlencoded"
    url = f"{clone.parent}/origin.git".replace("/", "%2F")
    assert asked.body.decode() == f"challenge=my.chal-1&branch=my-branch&token=prb_x%20y&url={url}"


def test_a_git_annex_remote_goes_last(clone, capfd):
    with answering(lambda asked: (200, TEXT, b"")) as server:
        run(capfd, "--gonito-host", server.url, "--token", "t", "--gonito-git-annex-remote", "type=S3 a")
    assert server.asked[0].body.decode().endswith("&git-annex-remote=type%3DS3%20a")


@pytest.mark.parametrize("status", [302, 303])
def test_the_log_is_fetched_where_the_answer_points(clone, capfd, status):
    def answer(asked):
        if asked.method == "POST":
            return status, {"Location": "open-view-progress/7"}, b""
        return 200, TEXT, b"done\n"

    code, out, _err, server = submitted(capfd, answer)
    assert (code, out) == (0, "done\n")
    assert (server.asked[1].method, server.asked[1].path, server.asked[1].body) == (
        "GET", "/gonito/open-view-progress/7", b"",
    )  # fmt: skip


@pytest.mark.parametrize("status", [301, 307, 308])
def test_other_redirections_repeat_the_form(clone, capfd, status):
    def answer(asked):
        return (200, TEXT, b"done") if asked.path == "/new" else (status, {"Location": "/new"}, b"")

    code, out, _err, server = submitted(capfd, answer)
    assert (code, out) == (0, "done")
    assert server.asked[1].method == "POST"
    assert server.asked[1].body == server.asked[0].body


def test_the_token_is_sent_to_no_other_host(clone, capfd):
    with answering(lambda asked: (200, TEXT, b"stolen")) as other:
        elsewhere = other.url.replace("127.0.0.1", "localhost")
        code, out, err, _server = submitted(capfd, lambda asked: (307, {"Location": elsewhere}, b""))
    assert (code, out, other.asked) == (1, "", [])
    assert "another host" in err


def test_an_endless_chain_of_redirections_ends(clone, capfd):
    code, _out, err, server = submitted(capfd, lambda asked: (302, {"Location": "again"}, b""))
    assert (code, len(server.asked)) == (1, 11)
    assert "More than 10 redirections" in err


@pytest.mark.parametrize("status", [401, 403, 404, 422, 429, 500])
def test_a_refusal_is_printed_and_ends_with_exit_code_1(clone, capfd, status):
    code, out, _err, _server = submitted(capfd, lambda asked: (status, TEXT, b"ERROR: no"))
    assert (code, out) == (1, "ERROR: no")


def test_only_the_headers_have_to_come_soon(clone, capfd, monkeypatch):
    monkeypatch.setattr(http_requests, "HEADER_SECONDS", 0.3)

    def slow():
        yield b"one\n"
        time.sleep(0.6)
        yield b"two\n"

    assert submitted(capfd, lambda asked: (200, TEXT, slow()))[:2] == (0, "one\ntwo\n")


def test_a_server_without_an_answer_is_told(clone, capfd, monkeypatch):
    monkeypatch.setattr(http_requests, "HEADER_SECONDS", 0.2)

    def late(asked):
        time.sleep(0.5)
        return 200, TEXT, b""

    code, out, err, _server = submitted(capfd, late)
    assert (code, out) == (1, "")
    assert "does not answer: it took too long" in err
    code, _out, err = run(capfd, "--gonito-host", "127.0.0.1:1")
    assert code == 1
    assert "ERROR: http://127.0.0.1:1 does not answer: Connection refused" in err


# --- what is checked first -------------------------------------------------------------------------------------------


def refused(capfd, *arguments):
    code, _out, err = run(capfd, "--gonito-host", "http://127.0.0.1:1", *arguments)
    assert code == 1
    return err


def test_a_host_is_needed(clone, capfd):
    assert run(capfd)[::2] == (1, "ERROR: Please provide a Gonito host with --gonito-host option\n")


def test_the_main_branch_and_the_hidden_one_are_not_submitted(clone, capfd):
    git(clone, "checkout", "master")
    assert "Run on prohibited branch master" in refused(capfd)
    git(clone, "checkout", "-b", "dont-peek")
    assert "Run on prohibited branch dont-peek" in refused(capfd)


def test_changes_must_be_committed_and_pushed_but_new_files_do_not_matter(clone, capfd):
    (clone / "new.txt").write_text("x")
    (clone / "out.tsv").write_text("2\n")
    assert "Uncommitted changes. Please commit, push and re-run submitting." in refused(capfd)
    git(clone, "commit", "-a", "-m", "Two")
    assert "Changes are not merged with remote branch." in refused(capfd)
    git(clone, "push")
    assert "does not answer" in refused(capfd, "--token", "t")


def test_a_branch_that_was_never_pushed_is_told_how_to_be(clone, capfd):
    git(clone, "checkout", "-b", "lonely")
    assert "git push -u origin" in refused(capfd)


def test_an_address_with_a_password_is_not_told_the_platform(clone, capfd):
    git(clone, "remote", "set-url", "origin", "https://jan:secret@example.org/x.git")
    assert "holds a password or token" in refused(capfd)


# --- the token -------------------------------------------------------------------------------------------------------


def test_a_token_is_kept_for_the_next_time(clone, capfd):
    with answering(lambda asked: (200, TEXT, b"")) as server:
        run(capfd, "--gonito-host", server.url, "--token", "first")
        run(capfd, "--gonito-host", server.url)
    assert [b"token=first" in asked.body for asked in server.asked] == [True, True]
    assert (clone / ".token").read_text() == "first\n"
    assert (clone / ".token").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(("said", "kept"), [("Y\n", "other\n"), ("n\n", "first\n"), ("", "first\n")])
def test_another_token_is_used_and_kept_only_if_wanted(clone, capfd, monkeypatch, said, kept):
    (clone / ".token").write_text("first\n")
    monkeypatch.setattr("sys.stdin", io.StringIO(said))
    with answering(lambda asked: (200, TEXT, b"")) as server:
        run(capfd, "--gonito-host", server.url, "--token", "other")
    assert b"token=other" in server.asked[0].body
    assert (clone / ".token").read_text() == kept


def test_without_a_token_one_is_asked_for(clone, capfd, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("typed\n"))
    with answering(lambda asked: (200, TEXT, b"")) as server:
        run(capfd, "--gonito-host", server.url)
    assert b"token=typed" in server.asked[0].body
    assert (clone / ".token").read_text() == "typed\n"
    (clone / ".token").unlink()
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert "Please provide a token" in refused(capfd)


def test_a_token_that_git_would_take_along_is_warned_of(clone, capfd):
    git(clone, "rm", ".gitignore")
    git(clone, "commit", "-m", "Drop")
    git(clone, "push")
    assert "add .token to .gitignore" in refused(capfd, "--token", "t")
