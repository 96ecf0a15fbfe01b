"""An organiser, somebody who hands in, and KLEJ with three test lines for each task."""

import pytest
from django.test import Client
from klej_examples import GOLD, publish_klej
from pets_examples import publish_pets

from probierz.web.accounts.models import User


@pytest.fixture(autouse=True)
def home(settings, tmp_path):
    settings.HOME = tmp_path / "home"


@pytest.fixture
def organiser():
    return User.objects.create(username="organiser", is_staff=True)


@pytest.fixture
def ala():
    return User.objects.create(username="ala")


@pytest.fixture
def browser(ala):
    client = Client()
    client.force_login(ala)
    return client


@pytest.fixture
def klej(organiser, tmp_path):
    """The nine tasks of KLEJ with three test lines each, as challenges of the platform."""
    return publish_klej(organiser, tmp_path / "challenges", GOLD)


@pytest.fixture
def pets(organiser, tmp_path):
    """Two tasks with a test each, and an average."""
    return publish_pets(organiser, tmp_path / "challenges")
