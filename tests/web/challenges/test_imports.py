"""Importing: from git with a hidden branch or a hidden upload, from archives, from folders."""

import io
import subprocess
import tarfile

import pytest
from challenge_examples import GOLD, challenge_files, uploaded, write_challenge
from git_servers import Participant

from probierz.challenges.problems import Problem
from probierz.errors import Refused
from probierz.web.accounts.models import AuditEntry, User
from probierz.web.challenges import checking, services
from probierz.web.challenges.models import Organiser
from probierz.web.configuration import places
from probierz.web.jobs.models import Job

pytestmark = pytest.mark.django_db(transaction=True)

NONE, KEPT = {"kind": "none"}, {"kind": "kept"}


def git(url, branch):
    return {"kind": "git", "url": url, "branch": branch}


@pytest.fixture
def organiser(tmp_path):
    """A repository with a public branch, and the expected results on another one."""
    made = Participant(tmp_path / "organiser")
    made.commit(challenge_files(gold=None), "The challenge")
    made.git("checkout", "-q", "-b", "dont-peek")
    made.commit({"test-A/expected.tsv": GOLD}, "What nobody may see")
    made.git("checkout", "-q", "main")
    return made


def cloned(slug, into):
    subprocess.run(["git", "clone", "-q", str(places.public_repository(slug)), str(into)], check=True)
    return {str(path.relative_to(into)) for path in into.rglob("*") if path.is_file() and ".git" not in path.parts}


def texts_of(job, **conditions):
    return [line.text for line in job.log.filter(**conditions)]


def test_a_challenge_comes_from_a_branch_and_its_gold_from_another(challenge, owner, organiser, done, tmp_path):
    job = done(services.request_import(
        challenge, git(organiser.url, "main"), git(organiser.url, "dont-peek"), by=owner
    ))  # fmt: skip
    assert (job.state, job.failure) == ("done", None)
    challenge.refresh_from_db()
    version = challenge.current
    assert job.result == {"version": version.pk, "number": "1.0.0"}
    assert "version 1.0.0 is the current one; tests: dev-0, test-A" in texts_of(job)
    assert version.commit == organiser.git("rev-parse", "main")
    assert version.gold_commit == organiser.git("rev-parse", "dont-peek")
    assert set(version.tests.filter(is_hidden=True).values_list("split", flat=True)) == {"test-A"}
    assert (places.version_folder("numbers", version.folder) / "test-A" / "expected.tsv").read_text() == GOLD
    assert (challenge.title, challenge.source_branch, challenge.gold_branch) == ("Numbers", "main", "dont-peek")
    assert cloned("numbers", tmp_path / "clone") == set(challenge_files(gold=None))
    assert str(places.sources("numbers")) not in "\n".join(texts_of(job))


def test_an_update_may_keep_the_hidden_results(challenge, owner, organiser, done):
    done(services.request_import(challenge, git(organiser.url, "main"), git(organiser.url, "dont-peek"), by=owner))
    organiser.commit({"README.md": "# Better numbers\n\nRead numbers.\n"})
    job = done(services.request_import(challenge, git(organiser.url, "main"), KEPT, by=owner, change="minor"))
    assert job.result["number"] == "1.1.0"
    challenge.refresh_from_db()
    assert (challenge.title, challenge.gold_branch) == ("Better numbers", "dont-peek")
    first, second = challenge.versions.order_by("pk")
    assert set(first.tests.all()) == set(second.tests.all())


def test_hidden_results_may_be_uploaded(challenge, owner, organiser, done, tmp_path):
    part = uploaded({"test-A/expected.tsv": GOLD})
    job = done(services.request_import(challenge, git(organiser.url, "main"), part, by=owner))
    assert job.state == "done"
    assert "test-A/expected.tsv" not in cloned("numbers", tmp_path / "clone")
    assert not places.upload_file(part["name"]).exists()


@pytest.mark.parametrize("wrapped", ["", "numbers-1.0/"])
def test_an_archive_holds_the_whole_challenge(challenge, owner, done, tmp_path, wrapped):
    job = done(services.request_import(challenge, uploaded(challenge_files(), wrapped=wrapped), NONE, by=owner))
    assert job.state == "done"
    assert cloned("numbers", tmp_path / "clone") == set(challenge_files(gold=None))


def test_no_object_of_the_public_repository_has_a_hidden_line(challenge, owner, done, tmp_path):
    secret = "a line that nobody may see"
    files = {**challenge_files(), "config.txt": "--metric Accuracy\n", "test-A/expected.tsv": f"{secret}\n{secret} 2\n"}
    for text in ("# One\n\nx\n", "# Two\n\nx\n"):
        done(services.request_import(challenge, uploaded({**files, "README.md": text}), NONE, by=owner))
    store = places.public_repository("numbers")
    names = subprocess.run(
        ["git", f"--git-dir={store}", "cat-file", "--batch-all-objects", "--batch"], capture_output=True, check=True
    ).stdout
    assert b"Read numbers" not in names
    assert b"# Two" in names
    assert secret.encode() not in names
    subprocess.run(["git", "clone", "-q", str(store), str(tmp_path / "clone")], check=True)
    log = subprocess.run(["git", "log", "--format=%s"], cwd=tmp_path / "clone", capture_output=True, check=True).stdout
    assert log.decode().split("\n")[:2] == ["Two 1.0.1", "One 1.0.0"]


def test_gold_in_the_public_part_is_a_loud_problem(challenge, owner, organiser, done):
    organiser.commit({"test-A/expected.tsv": GOLD})
    job = done(services.request_import(challenge, git(organiser.url, "main"), NONE, by=owner))
    assert job.state == "failed"
    assert job.failure["problems"][0]["path"] == "test-A/expected.tsv"
    assert "everybody reads them" in job.failure["problems"][0]["message"]
    assert not places.public_repository("numbers").exists()
    allowed = services.request_import(challenge, git(organiser.url, "main"), NONE, by=owner, tests_are_open=True)
    assert done(allowed).state == "done"
    challenge.refresh_from_db()
    assert not challenge.current.tests.filter(is_hidden=True).exists()


def test_a_copy_of_the_gold_under_another_name_is_found_even_packed(challenge, owner, organiser, done):
    import gzip

    organiser.commit({"notes/answers.tsv.gz": gzip.compress(GOLD.encode())})
    part = uploaded({"test-A/expected.tsv": GOLD})
    job = done(services.request_import(challenge, git(organiser.url, "main"), part, by=owner))
    assert [problem["path"] for problem in job.failure["problems"]] == ["notes/answers.tsv.gz"]
    assert not places.public_repository("numbers").exists()


def test_nobody_is_told_where_the_files_lie(challenge, owner, done):
    files = {name: text for name, text in challenge_files().items() if not name.startswith(("dev-", "test-"))}
    job = done(services.request_import(challenge, uploaded(files), NONE, by=owner))
    places_told = [one["path"] for one in job.failure["problems"]]
    assert "the challenge" in places_told
    assert not any(path.startswith("/") for path in places_told), job.failure
    assert "there is no directory with test data" in str(job.failure)


def test_every_problem_is_listed_with_its_place_and_nothing_is_published(challenge, owner, done, client):
    files = {**challenge_files(gold="7\n"), "dev-0/expected.tsv": "1 \nfoo\t2\n", ".gitignore": ""}
    part = uploaded(files)
    job = done(services.request_import(challenge, part, NONE, by=owner))
    assert job.state == "failed"
    found = {(one["path"], one["line"]) for one in job.failure["problems"]}
    assert {(".gitignore", None), ("dev-0/expected.tsv", 2)} <= found
    lines = [one["line"] or 0 for one in job.failure["problems"] if one["path"] == "dev-0/expected.tsv"]
    assert (lines, len(lines) > 1) == (sorted(lines), True)
    names = ("path", "line", "message", "remedy")
    told = [str(Problem(*(one[name] for name in names))) for one in job.failure["problems"]]
    assert [sum(line.endswith(one) for line in texts_of(job, for_operators=False)) for one in told] == [1] * len(told)
    client.force_login(owner)
    by_program = client.get(f"/api/v1/jobs/{job.pk}").json()["failure"]["problems"]
    assert {(one["file"], one["line"]) for one in by_program} == found
    assert any(path.startswith("test-A") for path, _ in found)
    assert job.failure["fault"] == "challenge"
    challenge.refresh_from_db()
    assert challenge.current is None
    assert not places.upload_file(part["name"]).exists()
    assert "/tmp" not in "\n".join(texts_of(job, for_operators=False))


def test_an_archive_without_a_gitignore_gets_the_usual_one(challenge, owner, done, tmp_path):
    files = challenge_files()
    del files[".gitignore"]
    job = done(services.request_import(challenge, uploaded(files), NONE, by=owner))
    assert job.state == "done", job.failure
    assert "the usual one is put there" in "\n".join(texts_of(job, for_operators=False))
    challenge.refresh_from_db()
    assert ".gitignore" in cloned("numbers", tmp_path / "clone")


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ("--metric RMSE --expected-file http://169.254.169.254/gold\n", "web address"),
        ("--metric RMSE --expected-directory /etc\n", "leads out"),
        ("--metric RMSE --in-header ../../etc/passwd\n", "leads out"),
    ],
)
def test_config_leads_nowhere_else(challenge, owner, done, config, said):
    job = done(
        services.request_import(challenge, uploaded({**challenge_files(), "config.txt": config}), NONE, by=owner)
    )
    assert said in job.failure["message"]


def test_more_metrics_than_a_board_can_show_are_refused(challenge, owner, done, monkeypatch):
    monkeypatch.setattr(checking, "MOST_METRICS", 3)
    for config, is_refused in (
        ("--metric RMSE:{N<a>,N<b>} --metric MSE", False),
        ("--metric RMSE:{N<a>,N<b>}{,p<2>}", True),
    ):
        files = uploaded({**challenge_files(), "config.txt": f"{config}\n"})
        job = done(services.request_import(challenge, files, NONE, by=owner))
        assert ("there are more than 3 metrics" in str(job.failure)) == is_refused, job.failure


def test_a_check_without_end_ends_and_the_worker_goes_on(challenge, owner, done, settings):
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_JOB_MEMORY_MB": 16}
    job = done(services.request_import(challenge, uploaded(challenge_files()), NONE, by=owner))
    assert job.state == "failed"
    assert "takes more than 600 seconds, or more memory than allowed" in job.failure["message"]


def test_links_and_submodules_are_left_out(challenge, owner, organiser, done):
    organiser.commit(links={"test-A/expected.tsv": "/etc/passwd", "secret": "/etc"})
    part = uploaded({"test-A/expected.tsv": GOLD})
    job = done(services.request_import(challenge, git(organiser.url, "main"), part, by=owner))
    assert job.state == "done"
    assert "left out: secret is a symbolic link" in texts_of(job)


def test_archives_with_ways_out_are_refused(challenge, owner, done, tmp_path):
    for number, name in enumerate(["../evil", "/etc/evil", "a/../../evil"]):
        job = done(services.request_import(challenge, uploaded({name: "x"}), NONE, by=owner))
        assert (number, job.failure["class"]) == (number, "UnsafeName")
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        link = tarfile.TarInfo("test-A")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc"
        archive.addfile(link)
    job = done(
        services.request_import(challenge, services.keep_upload("x.tar.gz", [packed.getvalue()]), NONE, by=owner)
    )
    assert job.failure["class"] == "UnsafeEntry"


def test_a_missing_branch_says_so(challenge, owner, organiser, done):
    job = done(services.request_import(challenge, git(organiser.url, "nowhere"), NONE, by=owner))
    assert (job.state, job.failure["class"], job.attempts) == ("failed", "BranchMissing", 1)


@pytest.mark.parametrize(
    ("gold", "failure", "advice", "is_repeated"),
    [
        (None, None, "Add the expected results that are missing", False),
        ("7\n", None, "Mend in the files what is told below", False),
        ("7\n8\n", {"class": "WorkerLost", "message": "lost", "fault": "platform"}, "Try again in a few minutes", True),
    ],
    ids=["no results", "too few lines", "the platform"],
)
def test_a_failed_import_says_what_to_do_next_and_can_be_deleted(
    challenge, owner, folder, done, client, gold, failure, advice, is_repeated
):
    files = uploaded(challenge_files(gold=gold))
    job = done(services.request_import(challenge, files, NONE, by=owner, only_looks=True))
    if failure:
        part = {"kind": "folder", "path": str(folder)}
        Job.objects.update(state="failed", failure=failure, payload={**job.payload, "public": part})
    client.force_login(owner)
    address = f"/challenges/numbers/organise/imports/{job.pk}"
    page = client.get(address).content.decode()
    assert (advice in page, f"{address}/again" in page) == (True, is_repeated)
    assert "lost" not in page
    assert "The import is deleted." in client.post(f"{address}/delete", follow=True).content.decode()
    assert not Job.objects.exists()
    assert AuditEntry.objects.latest("pk").action == "challenge.delete-import"


def test_only_what_came_to_nothing_is_deleted_and_files_that_are_there_are_looked_at_again(
    challenge, owner, organiser, done, client
):
    gone = done(services.request_import(challenge, git(organiser.url, "nowhere"), NONE, by=owner))
    fine = done(services.request_import(challenge, uploaded(challenge_files(gold="7\n8\n")), NONE, by=owner))
    client.force_login(owner)
    address = "/challenges/numbers/organise/imports/{}/{}"
    assert b"Only imports that failed" in client.post(address.format(fine.pk, "delete"), follow=True).content
    assert b"These files are not kept" in client.post(address.format(fine.pk, "again"), follow=True).content
    client.post(address.format(gone.pk, "again"))
    again = Job.objects.latest("created")
    assert (again.payload["public"], again.payload["only_looks"]) == (gone.payload["public"], True)


@pytest.mark.parametrize(
    "part",
    [
        git("ext::sh -c id", "main"),
        git("https://127.0.0.1/x.git", "main"),
        git("https://user:secret@example.org/x.git", "main"),
        git("https://example.org/x.git", "--upload-pack=id"),
        {"kind": "folder", "path": "/etc"},
    ],
)
def test_bad_addresses_are_refused_before_anything_runs(challenge, owner, part):
    with pytest.raises(Refused):
        services.request_import(challenge, part, NONE, by=owner)
    assert not Job.objects.exists()


def test_only_organisers_import_and_only_administrators_from_a_folder(challenge, owner, folder, done):
    part = {"kind": "folder", "path": str(folder)}
    with pytest.raises(Refused):
        services.request_import(challenge, part, NONE, by=User.objects.create(username="stranger"))
    with pytest.raises(Refused):
        services.request_import(challenge, part, NONE, by=owner)
    administrator = User.objects.create(username="administrator", is_staff=True)
    assert done(services.request_import(challenge, part, NONE, by=administrator)).state == "done"
    assert [one.user for one in Organiser.objects.all()] == [owner]


def test_the_audit_log_tells_what_a_version_changed_and_not_of_one_that_changed_nothing(challenge, owner, done):
    for gold in ("7\n8\n", "7\n8\n", "7\n9\n"):
        done(services.request_import(challenge, uploaded(challenge_files(gold=gold)), NONE, by=owner))
    first, second = AuditEntry.objects.filter(action="challenge.import").order_by("pk")
    assert first.details == {"version": "1.0.0"}
    repaired = {"repaired": {"test-A": 1}}
    assert second.details == {"version": "1.0.1", "change": "patch", **repaired}
    assert second.actor == owner


def test_one_import_runs_at_a_time(challenge, owner, organiser):
    first = services.request_import(challenge, git(organiser.url, "main"), NONE, by=owner)
    assert services.request_import(challenge, git(organiser.url, "main"), NONE, by=owner).pk == first.pk
    with pytest.raises(Refused):
        services.request_import(challenge, git(organiser.url, "main"), NONE, by=owner, change="major")


def test_a_folder_is_published_for_the_command_line(challenge, tmp_path):
    version = services.import_directory(challenge, write_challenge(tmp_path / "folder"))
    assert version.number == "1.0.0"
    assert version.tests.get(split="test-A", position=1).is_hidden


def test_the_packaged_demo_is_imported(challenge, tmp_path):
    import shutil
    from pathlib import Path

    import probierz

    source = Path(probierz.__file__).parent / "demo_challenge"
    shutil.copytree(source, tmp_path / "demo")
    (tmp_path / "demo" / "gitignore.txt").rename(tmp_path / "demo" / ".gitignore")
    version = services.import_directory(challenge, tmp_path / "demo")
    assert version.tests.count() == 8
    assert not list(places.version_folder("numbers", version.folder).rglob("out*"))


def test_hidden_results_under_a_name_of_their_own_stay_hidden(challenge, owner, done, tmp_path):
    files = {**challenge_files(gold=None), "config.txt": "--metric RMSE --expected-file gold.tsv\n"}
    files |= {"test-A/gold.tsv": GOLD, "dev-0/gold.tsv": "1\n2\n"}
    job = done(services.request_import(challenge, uploaded(files), NONE, by=owner))
    assert job.failure is None
    assert "test-A/gold.tsv" not in cloned("numbers", tmp_path / "clone")
    challenge.refresh_from_db()
    assert challenge.current.tests.get(split="test-A").is_hidden


def test_a_worker_killed_after_publishing_does_not_publish_twice(challenge, owner, done):
    job = services.request_import(challenge, uploaded(challenge_files()), NONE, by=owner)
    services.run_import(challenge, job.payload, print, job.pk)  # the job itself never ended
    assert done(job).result["number"] == "1.0.0"
    assert challenge.versions.count() == 1


def test_an_upload_of_a_refused_import_is_thrown_away(challenge, owner, client):
    from django.core.files.uploadedfile import SimpleUploadedFile

    services.request_import(challenge, uploaded(challenge_files()), NONE, by=owner)
    client.force_login(owner)
    form = {"source": "upload", "hidden": "none", "archive": SimpleUploadedFile("x.zip", b"PK")}
    page = client.post("/challenges/numbers/organise/versions", form)
    assert "An import is under way" in page.content.decode()
    assert len(list(places.upload_file("x").parent.iterdir())) == 1


def test_an_import_can_be_stopped(challenge, owner):
    from django.test import Client

    job = services.request_import(challenge, uploaded(challenge_files()), {"kind": "none"}, by=owner)
    client = Client()
    client.force_login(owner)
    page = f"/challenges/numbers/organise/imports/{job.pk}"
    assert "Stop the import" in client.get(page).content.decode()
    client.post(f"{page}/cancel")
    job.refresh_from_db()
    assert job.state == "cancelled"
    assert "Stop the import" not in client.get(page).content.decode()
    assert not any(places.upload_file("x").parent.iterdir())
    client.post(f"{page}/cancel")  # again: it says that it has ended
    stranger = User.objects.create(username="stranger")
    with pytest.raises(Refused):
        services.cancel_import(challenge, job, by=stranger)
