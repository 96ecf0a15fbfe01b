"""A challenge to hand in to, and people who may want to hear of it."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "submissions"))
from submission_examples import GOLD, write_challenge

from probierz.web.accounts.models import Membership, Team, User
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import create_challenge, publish_version
from probierz.web.jobs import worker
from probierz.web.submissions.services import Handing, submit_files
from probierz.web.submissions.services.handing_in import Uploaded


@pytest.fixture(autouse=True)
def home(settings, tmp_path):
    settings.HOME = tmp_path / "home"
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_CONCURRENT_JOBS": 100}
    return settings.HOME


@pytest.fixture
def people(db):
    names = ("organiser", "ala", "ola", "stranger")
    return {name: User.objects.create(username=name, name=name.title()) for name in names}


@pytest.fixture
def team(people):
    made = Team.objects.create(slug="both", name="Both")
    for name in ("ala", "ola"):
        Membership.objects.create(team=made, user=people[name])
    return made


@pytest.fixture
def challenge(people, tmp_path):
    made = create_challenge("numbers", people["organiser"])
    publish_version(made, write_challenge(tmp_path / "numbers"))
    Challenge.objects.filter(pk=made.pk).update(is_published=True)
    made.refresh_from_db()
    return made


@pytest.fixture
def hand_in(challenge, people, tmp_path):
    """Hand in an output of test-A by somebody."""

    def act(content=GOLD, by="ala", **more):
        path = tmp_path / "upload"
        path.write_text(content)
        return submit_files(challenge, [Uploaded(path, "out.tsv", "test-A")], Handing(people[by], **more))

    return act


@pytest.fixture
def work():
    """Let a worker do all that waits."""

    def act():
        return worker.work(until_empty=True)

    return act
