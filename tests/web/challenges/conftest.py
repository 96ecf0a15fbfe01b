"""Challenges to import, and git repositories that hold their parts."""

import sys
from pathlib import Path

import pytest

from probierz.web.accounts.models import User
from probierz.web.challenges import services
from probierz.web.jobs import worker

sys.path.insert(0, str(Path(__file__).parents[1] / "intake"))  # git_servers: repositories on this machine


@pytest.fixture(autouse=True)
def home(settings, tmp_path):
    settings.HOME = tmp_path / "home"
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_GIT_TRANSPORTS": ("https", "file")}


@pytest.fixture
def owner(db):
    return User.objects.create(username="organiser")


@pytest.fixture
def challenge(owner):
    return services.create_challenge("numbers", owner)


@pytest.fixture
def folder(tmp_path):
    return write_challenge(tmp_path / "numbers")


@pytest.fixture
def done():
    """Do a job as a worker would, and return it as it is then."""

    def do(job):
        worker.work(until_empty=True)
        job.refresh_from_db()
        return job

    return do


GOLD = "7\n8\n"


def challenge_files(gold=GOLD):
    files = {
        "config.txt": "--metric RMSE --metric MAE:P<2> --precision 3\n",
        "README.md": "# Numbers\n\nRead numbers.\n",
        ".gitignore": "*~\n",
        "dev-0/in.tsv": "one\ntwo\n",
        "dev-0/expected.tsv": "1\n2\n",
        "test-A/in.tsv": "seven\neight\n",
    }
    return {**files, "test-A/expected.tsv": gold} if gold else files


def write_challenge(folder, gold=GOLD, **changes):
    for name, content in {**challenge_files(gold), **changes}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    return folder
