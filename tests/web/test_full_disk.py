"""Databases and disks that refuse: people and programs are told so, and nothing half is kept."""

import errno

import pytest
from django.contrib.auth.hashers import make_password
from django.db import DataError, OperationalError
from django.test import Client

from probierz.web.accounts.models import User

pytestmark = pytest.mark.django_db

FULL = [
    OSError(errno.ENOSPC, "No space left on device"),
    OSError(errno.EDQUOT, "Disk quota exceeded"),
    OperationalError("database or disk is full"),
]


def fails_with(error):
    def fail(*_words, **_more):
        raise error

    return fail


@pytest.mark.parametrize("error", FULL, ids=str)
def test_a_page_says_that_there_is_no_room(error, monkeypatch, caplog):
    User.objects.create(username="ala", password=make_password("long enough here"))
    monkeypatch.setattr("probierz.web.pages.viewer_of", fails_with(error))
    answer = Client().get("/")
    assert answer.status_code == 507
    assert "The server has no room left." in answer.content.decode()
    assert "No room left" in caplog.text


@pytest.mark.parametrize("error", FULL, ids=str)
def test_a_program_is_told_the_same_as_data(error, monkeypatch):
    monkeypatch.setattr("probierz.web.challenges.api.queries.listed", fails_with(error))
    answer = Client().get("/api/v1/challenges")
    assert (answer.status_code, answer.json()["detail"]) == (507, "The server has no room left.")


def test_other_faults_are_no_matter_of_room(monkeypatch):
    monkeypatch.setattr("probierz.web.pages.viewer_of", fails_with(OSError(errno.EIO, "broken")))
    assert Client(raise_request_exception=False).get("/").status_code == 500


def test_a_name_with_a_nul_character_is_nowhere(monkeypatch):
    """PostgreSQL refuses even to look for it, and SQLite does not find it."""
    assert {Client().get(path).status_code for path in ("/suites/%00", "/q/%00", "/challenges?tag=%00")} <= {200, 404}
    refusal = DataError("PostgreSQL text fields cannot contain NUL (0x00) bytes")
    monkeypatch.setattr("probierz.web.pages.viewer_of", fails_with(refusal))
    assert Client().get("/").status_code == 404
