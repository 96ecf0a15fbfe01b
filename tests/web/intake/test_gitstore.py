import hashlib
import os
import signal
import ssl
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from ipaddress import ip_network

import pytest
from git_servers import LOOPBACK, Answer, has_ipv6_loopback, run, serving

from probierz.web.intake.addresses import read_address
from probierz.web.intake.errors import (
    BranchError,
    BranchMissing,
    BrokenRepository,
    EntryError,
    GitFailure,
    IntakeError,
    PrivateHost,
    Redirected,
    RepositoryMissing,
    TookTooLong,
    TooLarge,
    TooManyFiles,
    TransportRefused,
    UnknownCommit,
    Unreachable,
    UnsafeName,
)
from probierz.web.intake.fastimport import Person
from probierz.web.intake.gitrun import GitLimits, check_version, git
from probierz.web.intake.gitstore import Store
from probierz.web.intake.remotes import fetch_branch
from probierz.web.operation.doctor import checks

ALA = Person("Ala", "ala@example.org")
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
FIRST = "refs/submissions/1"


def fetch(store, participant, branch="main", reference=FIRST, **options):
    return store.fetch(read_address(participant.url, LOOPBACK), branch, reference, **options)


def fetched(address, folder, **options):
    """The commit that a branch leads to, fetched with no store around it."""
    run("git", "init", "-q", "--bare", str(folder))
    fetch_branch(address, "main", folder, limits=GitLimits(seconds=20), **options)
    return run("git", "--git-dir", str(folder), "rev-parse", "incoming")


def is_empty(store):
    leftovers = [path.name for path in store.path.iterdir() if path.name.startswith("incoming")]
    return not leftovers and not run("git", "--git-dir", str(store.path), "for-each-ref")


# --- fetching --------------------------------------------------------------------------------------------------------


def test_a_branch_is_fetched_and_read_without_its_history(store, participant):
    first = participant.commit({"test-A/out.tsv": "old\n"}, "Begin")
    last = participant.commit({"test-A/out.tsv": "b\nc\n", "src/train.py": "pass"}, "Go on\n\ntags: bert")
    assert fetch(store, participant) == last
    assert [entry.path for entry in store.tree(last)] == ["src/train.py", "test-A/out.tsv"]
    assert store.read(last, "test-A/out.tsv", 100) == b"b\nc\n"
    assert store.commit_message(last) == "Go on\n\ntags: bert\n"
    with pytest.raises(UnknownCommit):
        store.tree(first)


def test_the_same_branch_can_be_fetched_again_after_a_new_commit_and_after_a_forced_push(store, participant):
    first = participant.commit({"a": "1"})
    assert fetch(store, participant) == first
    second = participant.commit({"a": "2"})
    assert fetch(store, participant, reference="refs/submissions/2") == second
    participant.git("reset", "-q", "--hard", first)
    participant.git("commit", "-q", "--amend", "-m", "Another")
    third = fetch(store, participant, reference="refs/submissions/3")
    assert {store.read(commit, "a", 9) for commit in (first, second)} == {b"1", b"2"}
    assert store.commit_message(third) == "Another\n"


def test_a_real_challenge_repository_is_fetched_from_its_bundle(store, data_dir, tmp_path):
    bundle = data_dir / "git" / "2021-question-answering.bundle"
    run("git", "clone", "-q", "--bare", str(bundle), str(tmp_path / "qa.git"))
    commit = store.fetch(read_address(f"file://{tmp_path}/qa.git", LOOPBACK), "main", FIRST)
    assert commit == "2563bd04b529c3eef6b029aad8b1c97eda21dee7"  # as the data's README says
    assert "test-A/in.tsv" in store.tree(commit)


def test_a_repository_is_fetched_over_http_and_published_for_others_to_clone(store, participant, server, tmp_path):
    commit = participant.commit({"test-A/out.tsv": "b\n"})
    address = read_address(f"http://127.0.0.1:{server.server_port}/participant", LOOPBACK)
    assert fetched(address, tmp_path / "bare", transports=LOOPBACK) == commit
    assert store.fetch(address, "main", FIRST) == commit
    public = tmp_path / "public"
    store.publish(commit, "submission-00001", public)
    store.publish(commit, "submission-00001", public)
    url = f"http://127.0.0.1:{server.server_port}/public"
    run("git", "clone", "-q", "-b", "submission-00001", url, str(tmp_path / "clone"))
    assert (tmp_path / "clone" / "test-A" / "out.tsv").read_text() == "b\n"
    assert run("git", "rev-parse", "HEAD", cwd=tmp_path / "clone") == commit


def test_a_published_branch_does_not_change(store, participant, tmp_path):
    first, second = participant.commit({"a": "1"}), None
    fetch(store, participant)
    second = participant.commit({"a": "2"})
    fetch(store, participant, reference="refs/submissions/2")
    store.publish(first, "submission-00001", tmp_path / "public")
    with pytest.raises(EntryError, match="another commit"):
        store.publish(second, "submission-00001", tmp_path / "public")
    with pytest.raises(UnknownCommit):
        store.publish("0" * 40, "submission-00002", tmp_path / "public")


def test_what_a_killed_fetch_left_behind_is_swept_away(store, participant):
    participant.commit({"a": "1"})
    fetch(store, participant)
    for name, age in (("incoming-old", 10_000), ("incoming-new", 0)):
        (store.path / name / "git").mkdir(parents=True)
        os.utime(store.path / name, (time.time() - age,) * 2)
    fetch(store, participant, reference="refs/submissions/2")
    assert [path.name for path in store.path.glob("incoming-*")] == ["incoming-new"]


def test_progress_is_told_without_paths_of_the_server(store, participant):
    participant.commit({"a": "1"})
    lines = []
    fetch(store, participant, on_line=lines.append)
    assert any("done" in line for line in lines)
    assert not any(str(store.path) in line for line in lines)


def test_a_listener_that_fails_ends_the_fetch(store, participant):
    participant.commit({"a": "1"})

    def fail(line):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch(store, participant, on_line=fail)
    assert is_empty(store)


def test_two_fetches_at_a_time_do_not_disturb_each_other(store, participant):
    for number in range(6):
        participant.git("switch", "-q", "-c", f"try-{number}")
        participant.commit({"a": str(number)})
    with ThreadPoolExecutor(4) as pool:
        commits = list(
            pool.map(lambda n: fetch(store, participant, f"try-{n}", f"refs/submissions/{n}"), range(6), timeout=60)
        )
    assert [store.read(commit, "a", 9) for commit in commits] == [b"0", b"1", b"2", b"3", b"4", b"5"]


@pytest.mark.parametrize("branch", ["other", "mai"])
def test_a_missing_branch_is_told(store, participant, branch):
    participant.commit({"a": "1"})
    with pytest.raises(BranchMissing, match=branch):
        fetch(store, participant, branch)
    assert is_empty(store)


def test_a_branch_that_would_be_an_option_runs_nothing(store, participant, tmp_path):
    participant.commit({"a": "1"})
    with pytest.raises(BranchError):
        fetch(store, participant, f"--upload-pack=touch {tmp_path}/hacked;git-upload-pack")
    assert not (tmp_path / "hacked").exists()


# --- servers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "trouble"),
    [
        (Answer(302, {"Location": "http://169.254.169.254/latest/info/refs"}), Redirected),
        (Answer(301, {"Location": "/participant/info/refs?service=git-upload-pack"}), Redirected),
        (Answer(307, {"Location": "file:///etc/passwd"}), Redirected),
        (Answer(401, {"WWW-Authenticate": "Basic realm=x"}), RepositoryMissing),
        (Answer(403, {}), RepositoryMissing),
        (Answer(404, {}), RepositoryMissing),
        (Answer(500, {}), Unreachable),
        (Answer(200, {"Content-Type": "application/x-git-upload-pack-advertisement"}, b"0000rubbish"), IntakeError),
        (Answer(200, {"Content-Type": "text/html"}, b"<html>Sign in</html>"), IntakeError),
    ],
)
def test_what_servers_say_instead_of_a_repository_is_told_by_class(store, participant, server, answer, trouble):
    participant.commit({"a": "1"})
    server.answers["/odd"] = answer
    address = read_address(f"http://127.0.0.1:{server.server_port}/odd", LOOPBACK)
    with pytest.raises(trouble) as error:
        store.fetch(address, "main", FIRST)
    assert error.value.remedy
    assert str(store.path) not in str(error.value)
    assert all(path.startswith("/odd") for _, path in server.seen), "no redirect is followed"
    assert is_empty(store)


def test_the_connection_is_held_to_the_address_that_was_checked(participant, server, tmp_path):
    commit = participant.commit({"a": "1"})
    answers = iter([["127.0.0.1"], ["10.0.0.1"]])
    address = read_address(f"http://git.example.org:{server.server_port}/participant", LOOPBACK)
    found = fetched(address, tmp_path / "bare", transports=LOOPBACK, resolver=lambda host, port: next(answers))
    assert found == commit
    assert server.seen[0][0] == f"git.example.org:{server.server_port}"


@pytest.mark.skipif(not has_ipv6_loopback(), reason="this machine has no ::1")
@pytest.mark.parametrize("host", ["git.example.org", "[::1]"])
def test_addresses_of_version_6_are_connected_to(participant, tmp_path, host):
    commit = participant.commit({"a": "1"})
    with serving(tmp_path, "::1") as server:
        address = read_address(f"http://{host}:{server.server_port}/participant", LOOPBACK)
        found = fetched(address, tmp_path / "bare", transports=LOOPBACK, resolver=lambda host, port: ["::1"])
    assert found == commit


def test_a_server_must_show_a_certificate_that_is_trusted(participant, server, tmp_path):
    commit = participant.commit({"a": "1"})
    subject = ["-subj", "/CN=git.example.org", "-addext", "subjectAltName=DNS:git.example.org"]
    files = ["-keyout", str(tmp_path / "key.pem"), "-out", str(tmp_path / "cert.pem")]
    run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject, *files)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    address = read_address(f"https://git.example.org:{server.server_port}/participant", LOOPBACK)
    trusting = replace(LOOPBACK, ca_file=str(tmp_path / "cert.pem"))
    loopback = {"resolver": lambda host, port: ["127.0.0.1"]}
    assert fetched(address, tmp_path / "bare", transports=trusting, **loopback) == commit
    with pytest.raises(Unreachable, match="certificate"):
        fetched(address, tmp_path / "other", transports=LOOPBACK, **loopback)


def test_a_name_that_leads_inside_is_not_connected_to(participant, server, tmp_path):
    strict = replace(LOOPBACK, private_networks=(ip_network("10.99.0.0/16"),))
    address = read_address(f"http://git.example.org:{server.server_port}/participant", strict)
    with pytest.raises(PrivateHost):
        fetched(address, tmp_path / "bare", transports=strict, resolver=lambda host, port: ["127.0.0.1"])
    assert server.seen == []


def test_a_server_that_is_down_is_told(tmp_path):
    address = read_address("http://127.0.0.1:1999/x", LOOPBACK)
    with pytest.raises(Unreachable):
        fetched(address, tmp_path / "bare", transports=LOOPBACK)


def test_a_server_that_never_ends_is_left(store, participant, server):
    hanging = "import socket, time; s = socket.create_server(('127.0.0.1', 0)); print(s.getsockname()[1], flush=True)"
    process = subprocess.Popen(["python3", "-c", f"{hanging}; time.sleep(60)"], stdout=subprocess.PIPE)
    try:
        port = int(process.stdout.readline())
        start = time.monotonic()
        with pytest.raises(TookTooLong):
            replace(store, limits=GitLimits(seconds=1)).fetch(
                read_address(f"http://127.0.0.1:{port}/x", LOOPBACK), "main", FIRST
            )
        assert time.monotonic() - start < 40  # its process would last 60
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    assert is_empty(store)


def test_git_itself_refuses_transports_that_were_not_asked_for(participant, tmp_path):
    participant.commit({"a": "1"})
    for url in (participant.url, str(participant.path), f"ext::touch {tmp_path}/hacked", "git://127.0.0.1/x"):
        finished = git(["ls-remote", "--", url], schemes=["https"])
        assert finished.status
        assert "not allowed" in finished.messages
    assert not (tmp_path / "hacked").exists()


def test_a_store_without_permission_for_files_does_not_read_them(tmp_path, participant):
    with pytest.raises(TransportRefused):
        read_address(participant.url, Store(tmp_path / "store").transports)


# --- hostile repositories --------------------------------------------------------------------------------------------


def test_a_link_is_not_followed(store, participant):
    commit = participant.commit({"a": "1"}, links={"test-A/out.tsv": "/etc/passwd", "dev-0": "/etc"})
    fetch(store, participant)
    with pytest.raises(EntryError, match="symbolic link"):
        store.read(commit, "test-A/out.tsv", 1000)
    with pytest.raises(EntryError, match="dev-0 is a symbolic link"):
        store.read(commit, "dev-0/passwd", 1000)


def test_a_submodule_is_neither_fetched_nor_read(store, participant):
    participant.git("update-index", "--add", "--cacheinfo", f"160000,{'1' * 40},test-A")
    participant.git("commit", "-q", "-m", "Add a submodule")
    commit = fetch(store, participant)
    assert store.tree(commit).submodules() == ("1" * 40,)
    with pytest.raises(EntryError, match="submodule"):
        store.read(commit, "test-A/out.tsv", 1000)


def test_paths_that_differ_in_case_alone_are_not_read(store, participant):
    commit = participant.commit({"test-A/out.tsv": "1", "test-A/OUT.tsv": "2", "other": "3"})
    fetch(store, participant)
    with pytest.raises(EntryError, match="differ only in case"):
        store.read(commit, "test-A/out.tsv", 1000)
    assert store.read(commit, "other", 1000) == b"3"


def test_a_path_into_git_itself_is_refused(store, participant):
    blob = participant.git("hash-object", "-w", "--stdin", input=b"[core]\n")
    inner = participant.git("mktree", input=f"100644 blob {blob}\tconfig\n".encode())
    root = participant.git("mktree", input=f"040000 tree {inner}\t.git\n".encode())
    commit = participant.git("commit-tree", root, "-m", "x")
    participant.git("update-ref", "refs/heads/main", commit)
    with pytest.raises(BrokenRepository):
        fetch(store, participant)
    assert is_empty(store)


def test_hooks_and_attributes_of_a_repository_are_mere_files(store, participant, tmp_path):
    files = {".gitattributes": "*.tsv filter=x export-subst ident\n", ".gitmodules": "", "test-A/out.tsv": "$Id$\n"}
    commit = participant.commit(files)
    fetch(store, participant)
    assert store.read(commit, "test-A/out.tsv", 99) == b"$Id$\n"
    assert not (store.path / "hooks").exists()


@pytest.mark.parametrize("filtered", ["true", "false"])
def test_a_file_that_is_too_large_is_named(store, participant, filtered):
    participant.git("config", "uploadpack.allowFilter", filtered)
    participant.commit({"model.bin": bytes(3 * 2**20), "test-A/out.tsv": "b\n"})
    with pytest.raises(TooLarge, match=r"model\.bin is larger than 2 MiB"):
        fetch(replace(store, limits=GitLimits(blob_bytes=2 * 2**20)), participant)
    assert is_empty(store)


def test_a_branch_that_is_too_large_is_cut_off_while_it_comes(store, participant):
    participant.commit({f"part-{n}": os.urandom(2**19) for n in range(8)})
    small = GitLimits(pack_bytes=2**20, blob_bytes=2**20)
    with pytest.raises(TooLarge, match="larger than 1 MiB"):
        fetch(replace(store, limits=small), participant)
    assert is_empty(store)


@pytest.mark.parametrize("what", ["name", "message"])
def test_a_commit_that_says_too_much_is_refused_while_it_is_fetched(store, participant, tmp_path, what):
    participant.commit({"test-A/out.tsv": "b\n"})
    long = {"name": "Ala", "message": "Go on", what: "word " * 210_000}
    person = f"{long['name']} <ala@example.org> 1700000000 +0000"
    written = tmp_path / "commit"
    tree = participant.git("rev-parse", "HEAD^{tree}").strip()
    written.write_text(f"tree {tree}\nauthor {person}\ncommitter {person}\n\n{long['message']}\n")
    commit = participant.git("hash-object", "-t", "commit", "-w", "--literally", str(written)).strip()
    participant.git("update-ref", "refs/heads/main", commit)
    with pytest.raises(TooLarge, match="the commit's message, or a name in it, is longer than 1 MiB; shorten") as told:
        fetch(store, participant)
    assert told.value.fault == "sender"
    assert is_empty(store)


def test_too_many_files_are_refused(store, participant):
    participant.commit({f"d{n % 9}/f{n}": "x" for n in range(60)})
    with pytest.raises(TooManyFiles):
        fetch(replace(store, limits=GitLimits(files=50)), participant)
    assert is_empty(store)


def test_a_few_objects_that_stand_for_billions_of_paths_are_refused(store, participant):
    blob = participant.git("hash-object", "-w", "--stdin", input=b"x")
    tree = participant.git("mktree", input="".join(f"100644 blob {blob}\tf{n}\n" for n in range(10)).encode())
    for _ in range(10):
        tree = participant.git("mktree", input="".join(f"040000 tree {tree}\td{n}\n" for n in range(10)).encode())
    commit = participant.git("commit-tree", tree, "-m", "10^11 files")
    participant.git("update-ref", "refs/heads/main", commit)
    start = time.monotonic()
    with pytest.raises(TooManyFiles):
        fetch(store, participant)
    assert time.monotonic() - start < 20
    assert is_empty(store)


def test_a_zero_filled_file_is_judged_by_its_real_size(store, participant):
    commit = participant.commit({"test-A/out.tsv": bytes(20 * 2**20)})  # 20 KB in git
    fetch(store, participant)
    with pytest.raises(TooLarge):
        store.read(commit, "test-A/out.tsv", 2**20)


def test_odd_names_of_files_are_listed_and_harm_nobody(store, participant):
    names = ["a\nb", "-x", "a\tb", "\u202egnp.tsv", "ż"]
    commit = participant.commit(dict.fromkeys(names, "x"))
    fetch(store, participant)
    assert sorted(entry.path for entry in store.tree(commit)) == sorted(names)
    assert store.read(commit, "a\nb", 9) == b"x"


def test_nothing_of_git_runs_on_after_its_time(tmp_path):
    with pytest.raises(TookTooLong):
        git(["-c", "alias.nap=!sleep 47 & sleep 47", "nap"], limits=GitLimits(seconds=0.5))
    deadline = time.monotonic() + 20  # what is killed ends when the machine comes to it
    while "sleep 47" in subprocess.run(["ps", "-eo", "args"], capture_output=True, check=True).stdout.decode().split(
        "\n"
    ):
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture
def git_is(monkeypatch, tmp_path):
    """Put a script in the place of git; None: nothing."""

    def act(script):
        if script:
            (tmp_path / "git").write_text(f"#!/bin/sh\n{script}\n")
            (tmp_path / "git").chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path))
        check_version.cache_clear()

    return act


@pytest.mark.parametrize("script", [None, "echo git version 2.30.2", "exit 1"])
def test_a_git_that_is_missing_or_too_old_is_not_fetched_with(git_is, tmp_path, script):
    git_is(script)
    address = read_address("https://github.com/a/b", LOOPBACK)
    with pytest.raises(GitFailure) as error:
        fetch_branch(address, "main", tmp_path, transports=LOOPBACK, limits=GitLimits())
    assert error.value.fault == "platform"
    assert "2.37" in error.value.detail


@pytest.mark.parametrize(("version", "state"), [("2.36.6", "broken"), ("2.37.0", "fine")])
def test_the_doctor_asks_for_the_git_that_fetching_needs(git_is, tmp_path, version, state):
    git_is(f"echo git version {version}")
    check = next(checks(tmp_path))
    assert (check.name, check.state) == ("git", state)
    assert ("install git 2.37 or newer" in check.remedy) == (state == "broken")


def test_git_that_prints_without_end_is_ended():
    with pytest.raises(TooLarge):
        git(["-c", "alias.chat=!yes", "chat"], most_output=2**20)


def test_git_knows_no_configuration_but_ours(monkeypatch, tmp_path):
    (tmp_path / ".gitconfig").write_text("[alias]\n\tmine = !echo mine\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_SSH_COMMAND", "touch hacked")
    monkeypatch.setenv("https_proxy", "http://127.0.0.1:1")
    assert git(["mine"]).status
    environment = git(["-c", "alias.env=!env", "env"]).succeeded().output.decode()
    assert "HOME=/nonexistent" in environment
    assert "127.0.0.1" not in environment
    assert "hacked" not in environment


# --- commits of our own ----------------------------------------------------------------------------------------------


def test_an_upload_becomes_a_commit(store, tmp_path):
    (tmp_path / "000000").write_bytes(b"b\nc\n")
    files = {"test-A/out.tsv": tmp_path / "000000", "dev-0/out-lr=0.1.tsv": b"a\n"}
    commit = store.write_commit(files, "Zażółć", reference=FIRST, author=ALA, when=NOON)
    assert store.read(commit, "test-A/out.tsv", 99) == b"b\nc\n"
    assert [entry.path for entry in store.tree(commit)] == ["dev-0/out-lr=0.1.tsv", "test-A/out.tsv"]
    assert store.commit_message(commit) == "Zażółć\n"
    log = run("git", "--git-dir", str(store.path), "log", "-1", "--format=%an %ae %aI %cn", commit)
    assert log == "Ala ala@example.org 2026-05-01T12:00:00+00:00 Probierz"


def test_the_same_upload_gives_the_same_commit(store):
    commits = {
        store.write_commit({"test-A/out.tsv": b"b\n"}, "Try", reference=reference, author=ALA, when=NOON)
        for reference in (FIRST, "refs/submissions/2")
    }
    assert len(commits) == 1


def test_a_commit_may_have_a_parent_whose_files_it_does_not_keep(store):
    first = store.write_commit({"old": b"1"}, "One", reference=FIRST, author=ALA, when=NOON)
    second = store.write_commit(
        {"new": b"2"}, "Two", reference="refs/submissions/2", author=ALA, when=NOON, parent=first
    )
    assert [entry.path for entry in store.tree(second)] == ["new"]
    assert run("git", "--git-dir", str(store.path), "rev-parse", f"{second}^") == first
    with pytest.raises(UnknownCommit):
        store.write_commit({"a": b""}, "x", reference=FIRST, author=ALA, when=NOON, parent="1" * 40)


@pytest.mark.parametrize("name", ["Ala\nM 100644 inline x", "A <b> c", "", "\x00"])
def test_a_name_cannot_become_a_command_of_the_import(store, name):
    author = Person(name, "a\nb>@x")
    commit = store.write_commit({"a": b"1"}, "data 3\nreset refs/heads/x", reference=FIRST, author=author, when=NOON)
    assert run("git", "--git-dir", str(store.path), "for-each-ref", "--format=%(refname)") == FIRST
    assert len(store.tree(commit)) == 1


@pytest.mark.parametrize("path", ["../x", "/etc/x", ".git/config", "a/../b", "a//b"])
def test_a_commit_holds_no_path_that_leads_elsewhere(store, path):
    with pytest.raises(UnsafeName):
        store.write_commit({path: b"x"}, "x", reference=FIRST, author=ALA, when=NOON)


# --- reading ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("commit", ["", "HEAD", "main", "--help", "0" * 40, "refs/submissions/1", ":/x", "a" * 39])
def test_only_names_of_commits_are_read(store, participant, commit):
    participant.commit({"a": "1"})
    fetch(store, participant)
    with pytest.raises(UnknownCommit):
        store.tree(commit)


def test_a_file_is_saved_as_it_was_committed(store, participant, tmp_path):
    content = os.urandom(300_000)
    commit = participant.commit({"test-A/out.tsv.gz": content}, links={"link": "x"})
    fetch(store, participant)
    tree = store.tree(commit)
    store.save(tree.file("test-A/out.tsv.gz"), tmp_path / "copy")
    assert hashlib.sha256((tmp_path / "copy").read_bytes()).digest() == hashlib.sha256(content).digest()
    link = next(entry for entry in tree if entry.path == "link")
    with pytest.raises(EntryError):
        store.save(link, tmp_path / "other")


def test_a_missing_file_is_told(store, participant):
    commit = participant.commit({"a": "1"})
    fetch(store, participant)
    with pytest.raises(EntryError, match="there is no file"):
        store.read(commit, "test-A/out.tsv", 9)


def test_git_dies_by_the_limit_on_files_alone(tmp_path):
    """A process whose files may not grow is ended by the signal for it, which `Finished` knows."""
    finished = git(
        ["-c", f"alias.grow=!head -c 4000000 /dev/zero > {tmp_path}/x", "grow"],
        limits=GitLimits(pack_bytes=2**20, blob_bytes=2**20),
    )
    assert finished.status
    assert (tmp_path / "x").stat().st_size <= 2**20 + 512
    assert signal.SIGXFSZ == 25
