"""The first page."""

import pytest

from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import create_challenge

pytestmark = pytest.mark.django_db


def test_the_first_page_shows_challenges_where_there_are_any(client):
    create_challenge("numbers", User.objects.create(username="organiser"))
    assert "Welcome" in client.get("/").content.decode()  # nobody may see it yet
    Challenge.objects.update(is_published=True)
    assert client.get("/").headers["Location"] == "/challenges"
