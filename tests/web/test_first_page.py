"""The first page."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.services import create_unasked

pytestmark = pytest.mark.django_db


def test_the_first_page_shows_what_is_running_to_those_who_may_see_it(client):
    create_unasked("numbers", User.objects.create(username="organiser"))
    assert "No challenge is running" in client.get("/").content.decode()  # nobody may see it yet
    Challenge.objects.update(is_published=True)
    assert 'href="/challenges/numbers"' in client.get("/").content.decode()


def test_where_nothing_runs_the_way_to_what_is_over_is_open(client):
    owner = User.objects.create(username="organiser", is_staff=True, is_superuser=True)
    made = create_unasked("numbers", owner)
    Challenge.objects.update(is_published=True)
    Phase.objects.filter(challenge=made).update(closes=timezone.now() - timedelta(days=1))
    client.force_login(owner)
    page = client.get("/").content.decode()
    assert 'href="/challenges/numbers"' in page.split('id="over"')[1]
    assert "Make the first one" not in page


def test_what_closes_first_comes_first_with_its_zone_and_what_opens_later_stands_apart(client, settings):
    organiser = User.objects.create(username="organiser")
    now = timezone.now()
    times = {
        "later": (None, 20),
        "sooner": (None, 3.5),
        "coming": (5, 30),
        "over": (None, -1),
        "older": (None, -15),
    }
    for slug, (opens, closes) in times.items():
        made = create_unasked(slug, organiser)
        moments = {"opens": opens and now + timedelta(days=opens), "closes": now + timedelta(days=closes)}
        Phase.objects.filter(challenge=made).update(**moments)
    Challenge.objects.update(is_published=True)
    page = client.get("/").content.decode()
    running, rest = page.split('id="running"')[1].split('id="over"')
    over, coming = rest.split('id="later"')
    assert running.index("challenges/sooner") < running.index("challenges/later")
    assert "challenges/coming" in coming
    assert re.findall('href="/challenges/([a-z-]+)"', over) == ["over"], "as others ended long ago"
    assert running.count("CET") + running.count("CEST") == 8  # until and since when, each once as text, once on hover
    assert "in 3 days" in running
