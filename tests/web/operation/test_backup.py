"""A backup that is made while people hand in, and the platform that is made from it."""

import json
import os
import signal
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from platform_processes import PREPARE, all_rows, load_release, probierz_command, python, serving

import probierz

pytestmark = pytest.mark.slow

DEMO = Path(probierz.__file__).parent / "demo_challenge"

HAND_IN = """
import sys, tempfile
from pathlib import Path
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge
from probierz.web.jobs import worker
from probierz.web.submissions import services
from probierz.web.submissions.services import Handing
from probierz.web.submissions.services.handing_in import Uploaded
challenge, user = Challenge.objects.get(slug="number-words"), User.objects.get(username="demo")
for number in range(1000):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "out.tsv"
        path.write_text("".join(f"{number + at}\\n" for at in range(50)))
        made = services.submit_files(challenge, [Uploaded(path, "out.tsv", "test-A")], Handing(user)).submission
    worker.work(until_empty=True)
    made.refresh_from_db()
    print(made.pk, made.state, flush=True)
"""

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


def files_check(environment):
    done = probierz_command("doctor", "--format", "json", environment=environment)
    (found,) = [row for row in json.loads(done.stdout) if row["Check"] == "files"]
    return found["State"], found["Found"]


def test_what_was_acknowledged_is_in_a_backup_made_while_people_hand_in(environment, elsewhere, tmp_path):
    python(environment, FILL.format(demo=str(DEMO))).check_returncode()
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
    assert all_rows(elsewhere) == before
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


def test_a_backup_replaces_no_file(environment, tmp_path):
    (tmp_path / "kept.tar").write_text("mine")
    done = probierz_command("backup", str(tmp_path / "kept.tar"), environment=environment)
    assert done.returncode == 1
    assert "is there already" in done.stderr
    assert (tmp_path / "kept.tar").read_text() == "mine"
