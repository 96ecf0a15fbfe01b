"""A backup that is made while people hand in, and the platform that is made from it."""

import json
import os
import signal
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from platform_processes import PREPARE, all_rows, fill, load_release, probierz_command, python, serving

import probierz

pytestmark = pytest.mark.slow

DEMO = Path(probierz.__file__).parent / "demo_challenge"

HAND_IN = """
import sys, tempfile
from pathlib import Path
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge
from django.utils import timezone
from probierz.web.jobs import worker
from probierz.web.jobs.models import Worker
from probierz.web.submissions import services
from probierz.web.submissions.services import Handing
from probierz.web.submissions.services.handing_in import Uploaded
challenge, user = Challenge.objects.get(slug="number-words"), User.objects.get(username="demo")
Worker.objects.create(host="here", pid=1, seen=timezone.now())
for number in range(1000):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "out.tsv"
        path.write_text("".join(f"{number + at}\\n" for at in range(50)))
        made = services.submit_files(challenge, [Uploaded(path, "out.tsv", "test-A")], Handing(user)).submission
    worker.work(until_empty=True)
    made.refresh_from_db()
    print(made.pk, made.state, flush=True)
"""

UPGRADE = "from probierz.web.operation.upgrade import upgrade; upgrade()\n"

FILL = """
from probierz.web.operation.upgrade import upgrade
upgrade()
import shutil, tempfile
from pathlib import Path
from probierz.web.operation import demo
with tempfile.TemporaryDirectory() as folder:
    challenge = Path(shutil.copytree({demo!r}, f"{{folder}}/c", ignore=shutil.ignore_patterns("out-*")))
    (challenge / "gitignore.txt").rename(challenge / ".gitignore")
    demo.fill(challenge, Path({demo!r}))
"""

PUBLISH_AGAIN = """
from pathlib import Path
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import publish_version
from probierz.web.configuration import places
challenge = Challenge.objects.get(slug="number-words")
folder = places.version_folder(challenge.slug, challenge.current.folder)
print(publish_version(challenge, folder, description="again").number)
"""

SCORED = """
from probierz.web.submissions.models import Submission
print(*Submission.objects.filter(state="scored").values_list("pk", flat=True))
"""


def check(environment, name):
    done = probierz_command("doctor", "--format", "json", environment=environment)
    (found,) = [row for row in json.loads(done.stdout) if row["Check"] == name]
    return found["State"], found["Found"]


def files_check(environment):
    return check(environment, "files")


def test_what_was_acknowledged_is_in_a_backup_made_while_people_hand_in(environment, elsewhere, tmp_path):
    fill(environment, FILL.format(demo=str(DEMO)))
    command = [sys.executable, "-c", PREPARE + HAND_IN]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as handing:
        acknowledged = [handing.stdout.readline().split() for _ in range(3)]
        done = probierz_command("backup", str(tmp_path / "kept.tar.gz"), environment=environment)
        handing.send_signal(signal.SIGKILL)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "kept.tar.gz").stat().st_mode & 0o777 == 0o600
    assert [state for _, state in acknowledged] == ["scored"] * 3
    home = elsewhere["PROBIERZ_HOME"]
    restored = probierz_command("restore", "--home", home, str(tmp_path / "kept.tar.gz"), environment=elsewhere)
    assert restored.returncode == 0, restored.stdout + restored.stderr
    assert files_check(elsewhere) == ("fine", "as the database says")
    assert not check(environment, "workers")[1].startswith("0 alive")
    assert check(elsewhere, "workers") == ("odd", "0 alive, 0 jobs wait")
    scored = python(elsewhere, SCORED).stdout.split()
    assert {number for number, _ in acknowledged} <= set(scored)
    for repository in Path(home).glob("*/*.git"):
        subprocess.run(["git", "fsck", "--connectivity-only"], cwd=repository, check=True, capture_output=True)
    assert python(elsewhere, PUBLISH_AGAIN).stdout == "1.0.1\n"
    again = probierz_command("restore", "--home", home, str(tmp_path / "kept.tar.gz"), environment=elsewhere)
    assert (again.returncode, again.stderr.count("\n")) == (1, 1), again.stderr


def test_every_row_comes_back_and_a_platform_of_an_older_release_comes_up_to_date(environment, elsewhere, tmp_path):
    load_release(environment, "0.2")
    with serving(environment):
        pass
    before = all_rows(environment)
    probierz_command("backup", str(tmp_path / "kept.tar"), environment=environment)
    done = probierz_command(
        "restore", "--home", elsewhere["PROBIERZ_HOME"], str(tmp_path / "kept.tar"), environment=elsewhere
    )
    assert all_rows(elsewhere) == {**before, "jobs_worker": []}  # its workers are not those of the new platform
    assert done.returncode == 1  # there were no files beside the rows of this release
    assert "missing: the files of version 1.0.0 of scanned-text" in done.stdout


@pytest.mark.parametrize("kind", ["not there", "no archive", "another archive", "a way out", "half of one"])
def test_what_is_no_backup_is_refused_in_a_sentence(kind, environment, tmp_path):
    archive = tmp_path / "kept.tar"
    if kind == "no archive":
        archive.write_text("not a tar")
    if kind in ("another archive", "a way out"):
        with tarfile.open(archive, "w") as file:
            file.add(__file__, "../out.py" if kind == "a way out" else "some.py")
    if kind == "half of one":
        with tarfile.open(archive, "w") as file:
            file.add(__file__, "manifest.json")
        os.truncate(archive, 700)
    done = probierz_command("restore", "--home", environment["PROBIERZ_HOME"], str(archive), environment=environment)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert str(archive) in done.stderr
    assert not (tmp_path / "out.py").exists()
    assert not list(Path(environment["PROBIERZ_HOME"]).glob("restoring-*"))


FEW_BYTES = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))
from probierz.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def on_a_full_disk(*words, environment):
    command = [sys.executable, "-c", FEW_BYTES, *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


def below(folder):
    return sorted(path.relative_to(folder).as_posix() for path in Path(folder).rglob("*"))


def test_a_full_disk_leaves_neither_half_a_backup_nor_half_a_platform(environment, elsewhere, tmp_path):
    fill(environment, FILL.format(demo=str(DEMO)))
    (tmp_path / "kept").mkdir()
    done = on_a_full_disk("backup", str(tmp_path / "kept" / "a.tar"), environment=environment)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert below(tmp_path / "kept") == []
    assert probierz_command("backup", str(tmp_path / "a.tar"), environment=environment).returncode == 0
    words = ("restore", "--home", elsewhere["PROBIERZ_HOME"], str(tmp_path / "a.tar"))
    done = on_a_full_disk(*words, environment=elsewhere)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert below(elsewhere["PROBIERZ_HOME"]) == []
    done = probierz_command(*words, environment=elsewhere)
    assert done.returncode == 0, done.stderr
    assert files_check(elsewhere) == ("fine", "as the database says")


KILLED = """
import os, signal, sys
from probierz.web.operation import backup
from pathlib import Path
def killed(*_words):
    os.kill(os.getpid(), signal.SIGKILL)
setattr(backup, {name!r}, killed)
backup.restore_platform(Path({archive!r}))
"""


@pytest.mark.parametrize("name", ["_fitting", "load_database", "put_in_place"])
def test_a_restore_that_was_killed_is_begun_anew(name, environment, elsewhere, tmp_path):
    fill(environment, FILL.format(demo=str(DEMO)))
    archive = str(tmp_path / "a.tar")
    probierz_command("backup", archive, environment=environment)
    assert python(elsewhere, KILLED.format(name=name, archive=archive)).returncode == -signal.SIGKILL
    refused = probierz_command("serve", "--port", "0", environment=elsewhere)
    assert refused.returncode == 1
    assert "cut off; run  probierz restore" in refused.stderr
    done = probierz_command("restore", "--home", elsewhere["PROBIERZ_HOME"], archive, environment=elsewhere)
    assert done.returncode == 0, done.stderr
    assert files_check(elsewhere) == ("fine", "as the database says")
    assert not {"restoring"} & {name.partition("-")[0] for name in below(elsewhere["PROBIERZ_HOME"])}


@pytest.mark.parametrize("words", [["doctor"], ["doctor", "--clean"], ["backup", "FILE"]])
def test_nothing_is_written_into_a_folder_that_is_no_platforms(words, environment, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("mine")
    words = [str(tmp_path / "a.tar") if word == "FILE" else word for word in words]
    done = probierz_command(*words, "--home", str(other), environment=environment)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert "is no platform's folder" in done.stderr
    assert below(other) == ["letter.txt"]
    assert not (tmp_path / "a.tar").exists()


@pytest.mark.parametrize("home", ["a file", "in a file"])
def test_a_home_that_cannot_be_is_refused_in_a_sentence(home, environment, tmp_path):
    file = tmp_path / "file"
    file.write_text("mine")
    place = file / "below" if home == "in a file" else file
    done = probierz_command("restore", "--home", str(place), str(tmp_path / "a.tar"), environment=environment)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert "is a file, or in one" in done.stderr
    assert file.read_text() == "mine"


def test_a_backup_goes_into_no_folder_that_is_missing(environment, tmp_path):
    fill(environment, UPGRADE)
    done = probierz_command("backup", str(tmp_path / "missing" / "a.tar"), environment=environment)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert "there is no such folder" in done.stderr
    assert not (tmp_path / "missing").exists()


def test_a_folder_is_restored_from_in_no_case(environment, tmp_path):
    new = tmp_path / "new"
    done = probierz_command("restore", "--home", str(new), str(tmp_path), environment=environment)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert "is a folder" in done.stderr
    assert not new.exists()


def test_a_backup_replaces_no_file(environment, tmp_path):
    fill(environment, UPGRADE)
    (tmp_path / "kept.tar").write_text("mine")
    done = probierz_command("backup", str(tmp_path / "kept.tar"), environment=environment)
    assert done.returncode == 1
    assert "is there already" in done.stderr
    assert (tmp_path / "kept.tar").read_text() == "mine"
