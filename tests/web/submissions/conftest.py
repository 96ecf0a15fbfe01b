"""A challenge to hand in to, people around it, and repositories on this machine."""

import sys
from pathlib import Path

import pytest
from submission_examples import GOLD, write_challenge

from probierz.web.accounts.models import Membership, Team, User
from probierz.web.challenges.models import Challenge, Organiser
from probierz.web.challenges.services import create_challenge, publish_version
from probierz.web.jobs import worker
from probierz.web.submissions.services import Handing, submit_files
from probierz.web.submissions.services.handing_in import Uploaded

sys.path.append(str(Path(__file__).parent.parent / "intake"))


@pytest.fixture(autouse=True)
def home(settings, tmp_path):
    settings.HOME = tmp_path / "home"
    settings.PROBIERZ = {
        **settings.PROBIERZ, "PROBIERZ_GIT_TRANSPORTS": ("https", "file"), "PROBIERZ_CONCURRENT_JOBS": 100,
    }  # fmt: skip
    return settings.HOME


@pytest.fixture
def people(db):
    names = ("organiser", "ala", "ola", "stranger", "administrator")
    found = {name: User.objects.create(username=name, name=name.title()) for name in names}
    User.objects.filter(username="administrator").update(is_staff=True)
    found["administrator"].refresh_from_db()
    return found


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
    assert Organiser.objects.filter(challenge=made, user=people["organiser"]).exists()
    return made


@pytest.fixture
def uploaded(tmp_path):
    """Write files as if they had been uploaded: `uploaded("1\\n2\\n", "out-x.tsv")`."""
    count = iter(range(1000))

    def write(content, name="out.tsv", test="test-A"):
        path = tmp_path / f"upload-{next(count)}"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return Uploaded(path, name, test)

    return write


@pytest.fixture
def hand_in(challenge, people, uploaded):
    """Hand in an output of test-A by somebody."""

    def act(content=GOLD, by="ala", **more):
        files = content if isinstance(content, list) else [uploaded(content)]
        return submit_files(challenge, files, Handing(people[by], **more))

    return act


@pytest.fixture
def work():
    """Let a worker do all that waits."""

    def act():
        return worker.work(until_empty=True)

    return act
