"""Challenges to import, and git repositories that hold their parts."""

import sys
from pathlib import Path

import pytest
from challenge_examples import write_challenge

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
    return services.create_unasked("numbers", owner)


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
