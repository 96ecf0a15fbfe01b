"""Repositories on this machine, and a platform in a folder of its own for every test."""

import sys
from pathlib import Path

import pytest
from django.test import Client

sys.path.append(str(Path(__file__).parent.parent / "intake"))


@pytest.fixture(autouse=True)
def home(platform, settings):
    return settings.HOME


@pytest.fixture
def browsers(people):
    """A client for each role, and for nobody."""
    clients = {role: Client() for role in people} | {"nobody": Client()}
    for role, person in people.items():
        clients[role].force_login(person)
    return clients
