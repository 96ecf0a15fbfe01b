"""What a kill leaves behind, and what `probierz doctor --clean` makes of it."""

import json
import os
import shutil
import time
from pathlib import Path

import pytest
from platform_processes import fill, probierz_command, python

import probierz

pytestmark = pytest.mark.slow

DEMO = Path(probierz.__file__).parent / "demo_challenge"

SET_UP = """
from probierz.web.operation.upgrade import upgrade
upgrade()
from probierz.web.accounts.models import User
from probierz.web.challenges.services import create_unasked
create_unasked("scans", User.objects.create(username="owner"))
"""

PUBLISH = """
import sys, os, signal
from pathlib import Path
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import publish_version, versions
{before}
publish_version(Challenge.objects.get(slug="scans"), Path({folder!r}))
print("published")
"""

KILL_BEFORE_THE_END_OF_THE_TRANSACTION = "versions.tags_of = lambda text: os.kill(os.getpid(), signal.SIGKILL)"
KILL_AFTER_IT = "versions.show_public = lambda version: os.kill(os.getpid(), signal.SIGKILL)"
FAIL = "versions.tags_of = lambda text: 1 / 0"

SHOWN = """
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.public_repository import shown_commit
current = Challenge.objects.get(slug="scans").current
print(current.number, current.public_commit == shown_commit("scans"))
"""


@pytest.fixture
def challenge(tmp_path):
    """A challenge whose expected results are found again wherever they lie."""
    folder = tmp_path / "challenge"
    shutil.copytree(DEMO, folder, ignore=shutil.ignore_patterns("out-*"))
    (folder / "gitignore.txt").rename(folder / ".gitignore")
    return folder


@pytest.fixture
def platform(environment, challenge):
    """A platform with a published challenge."""
    fill(environment, SET_UP)
    assert published(environment, challenge).stdout == "published\n"
    return environment


def published(environment, challenge, before=""):
    with (challenge / "README.md").open("a") as readme:
        readme.write("\nAnd more.\n")
    return python(environment, PUBLISH.format(before=before, folder=str(challenge)))


def folders_with_gold(environment):
    home = Path(environment["PROBIERZ_HOME"])
    return sorted(path.parent.parent for path in home.rglob("test-A/expected.tsv"))


def grow_old(environment):
    """As if two hours had passed."""
    for path in Path(environment["PROBIERZ_HOME"]).rglob("*"):
        os.utime(path, (time.time() - 7200,) * 2)


def files_check(environment):
    done = probierz_command("doctor", "--format", "json", environment=environment)
    (found,) = [row for row in json.loads(done.stdout) if row["Check"] == "files"]
    return found["State"], found["Found"]


def test_a_kill_before_the_end_blocks_nothing_and_what_it_left_is_cleaned_away(platform, challenge):
    (first,) = folders_with_gold(platform)
    assert published(platform, challenge, KILL_BEFORE_THE_END_OF_THE_TRANSACTION).returncode == -9
    assert published(platform, challenge).stdout == "published\n"
    assert python(platform, SHOWN).stdout == "1.0.1 True\n"
    assert len(folders_with_gold(platform)) == 3
    assert files_check(platform) == ("fine", "as the database says")  # what is young may be at work
    grow_old(platform)
    assert files_check(platform)[0] == "odd"
    cleaned = probierz_command("doctor", "--clean", environment=platform)
    assert cleaned.stdout.count("removed") >= 1
    assert files_check(platform) == ("fine", "as the database says")
    left = folders_with_gold(platform)
    assert len(left) == 2
    assert first in left


def test_a_kill_after_the_end_is_mended(platform, challenge):
    assert published(platform, challenge, KILL_AFTER_IT).returncode == -9
    assert python(platform, SHOWN).stdout == "1.0.1 False\n"
    assert files_check(platform)[0] == "odd"
    probierz_command("doctor", "--clean", environment=platform)
    assert python(platform, SHOWN).stdout == "1.0.1 True\n"


def test_a_publication_that_fails_leaves_no_expected_results(platform, challenge):
    before = folders_with_gold(platform)
    assert "ZeroDivisionError" in published(platform, challenge, FAIL).stderr
    assert folders_with_gold(platform) == before


def test_files_that_are_gone_are_told(platform):
    shutil.rmtree(folders_with_gold(platform)[0])
    assert files_check(platform) == ("broken", "gone: the files of version 1.0.0 of scans")
