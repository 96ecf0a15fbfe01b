"""What the tests of the intake share; the repositories and servers are made in git_servers.py."""

import pytest
from git_servers import LOOPBACK, Participant, serving

from probierz.web.intake.gitstore import Store


@pytest.fixture
def participant(tmp_path):
    return Participant(tmp_path / "participant")


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "stores" / "punctuation", transports=LOOPBACK)


@pytest.fixture
def server(tmp_path):
    with serving(tmp_path) as running:
        yield running
