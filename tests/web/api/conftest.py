"""A challenge, people with tokens, and a repository with a submission, for tests of what programs call."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

sys.path.append(str(Path(__file__).parent.parent / "submissions"))
from submission_examples import GOLD, write_challenge

from probierz.web.accounts.models import Membership, Team, User
from probierz.web.accounts.services import make_token
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import create_challenge, publish_version
from probierz.web.jobs import worker
from probierz.web.submissions.services import Handing, submit_files
from probierz.web.submissions.services.handing_in import Uploaded

PEOPLE = ("organiser", "ala", "ola", "stranger", "administrator")
"""ala hands in, ola is in her team."""


@pytest.fixture
def platform(settings, tmp_path):
    """Change settings: `platform(PROBIERZ_PUBLIC=False)`."""
    settings.HOME = tmp_path / "home"
    settings.PROBIERZ = {
        **settings.PROBIERZ, "PROBIERZ_GIT_TRANSPORTS": ("https", "file"), "PROBIERZ_CONCURRENT_JOBS": 100,
    }  # fmt: skip
    return settings.PROBIERZ.update  # every setting that is set in a test makes all of them slower to read


@pytest.fixture
def people(platform, db):
    found = {name: User.objects.create(username=name, name=name.title()) for name in PEOPLE}
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
    publish_version(made, write_challenge(tmp_path / "challenge"))
    Challenge.objects.filter(pk=made.pk).update(is_published=True, aliases=["2021-numbers"])
    made.refresh_from_db()
    return made


@pytest.fixture
def tokens(people):
    """A token of each person that allows everything."""
    return {
        name: make_token(person, name="test", scopes=["read", "submit", "organise"]) for name, person in people.items()
    }


@pytest.fixture
def call(tokens):
    """Call the API as somebody: `call("GET", "/api/v1/me", by="ala")`."""

    def send(method, path, *, by=None, token=None, data=None, client=None, **more):
        token = token or (tokens[by] if by else None)
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if data is not None and "content_type" not in more:
            more["content_type"] = "application/json"
        return (client or Client()).generic(method, path, **_body(data, more), headers=headers)

    return send


def _body(data, more):
    import json

    return {"data": data if isinstance(data, bytes) else b"" if data is None else json.dumps(data).encode(), **more}


@pytest.fixture
def hand_in(challenge, people, tmp_path):
    """Hand in an output of test-A by somebody; `hand_in(by="ala").submission`."""
    count = iter(range(1000))

    def act(content=GOLD, by="ala", **more):
        path = tmp_path / f"upload-{next(count)}"
        path.write_text(content)
        return submit_files(challenge, [Uploaded(path, "out.tsv", "test-A")], Handing(people[by], **more))

    return act


@pytest.fixture
def work(transactional_db):
    """Let a worker do all that waits."""
    return lambda: worker.work(until_empty=True)


@pytest.fixture
def repository(tmp_path):
    """A repository with a submission on the branch `mine`; returns its address and commit."""
    folder = tmp_path / "mine"
    (folder / "test-A").mkdir(parents=True)
    (folder / "test-A" / "out.tsv").write_text("1\n2\n3\n8\n")

    def git(*arguments):
        identity = ["-c", "user.name=Ala", "-c", "user.email=ala@example.org"]
        done = subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    git("init", "-b", "mine")
    git("add", ".")
    git("commit", "-m", "Double the last number")
    return f"file://{folder}", git("rev-parse", "HEAD")
