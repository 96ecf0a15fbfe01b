"""A challenge, people with tokens, and a repository with a submission, for tests of what programs call."""

import json
import subprocess

import pytest
from django.test import Client

from probierz.web.accounts.services import make_token
from probierz.web.challenges.models import Challenge


@pytest.fixture
def challenge(challenge):
    """It has another name too."""
    Challenge.objects.filter(pk=challenge.pk).update(aliases=["2021-numbers"])
    challenge.refresh_from_db()
    return challenge


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
    return {"data": data if isinstance(data, bytes) else b"" if data is None else json.dumps(data).encode(), **more}


@pytest.fixture
def work(work, transactional_db):
    return work


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
