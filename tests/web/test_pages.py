"""What every page has: the frame, the errors, safety."""

import re

import pytest
from django.core.exceptions import BadRequest
from django.test import Client, RequestFactory

from probierz.web import pages
from probierz.web.accounts.models import User
from probierz.web.http import error_pages

pytestmark = pytest.mark.django_db


def test_the_first_page_answers(client):
    page = client.get("/")
    assert page.status_code == 200
    assert 'href="/login"' in page.content.decode()


@pytest.mark.parametrize("path", ["/", "/login", "/password-reset", "/nowhere"])
def test_nothing_is_inline_and_nothing_comes_from_elsewhere(client, path):
    page = client.get(path).content.decode()
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", page)


@pytest.mark.parametrize(
    ("path", "language", "words"),
    [
        ("/suites", "en", ["no suite here yet", "guide to new suites", "All challenges", "Log in"]),
        (
            "/suites",
            "pl",
            ["jeszcze żadnego zestawu", "przewodnik po nowych zestawach", "Wszystkie wyzwania", "Zaloguj się"],
        ),
        ("/password-reset", "en", ["Ask an administrator", "Log in"]),
        ("/password-reset", "pl", ["Poproś administratora", "nowego hasła", "Zaloguj się"]),
    ],
)
def test_a_page_with_nothing_to_show_leads_on(client, path, language, words):
    page = client.get(path, headers={"accept-language": language}).content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    assert [word for word in words if word not in main] == []
    assert 'href="/login' in main


def test_an_error_page_for_people_and_json_for_programs(client):
    page = client.get("/nowhere")
    assert page.status_code == 404
    assert "There is no such page" in page.content.decode()
    assert client.get("/api/nowhere").json()["detail"] == "There is no such page."


def test_a_request_that_makes_no_sense_gets_a_page():
    request = RequestFactory().get("/")
    request.user, request._messages = User(), ()
    assert error_pages.bad_request(request, BadRequest()).status_code == 400


def test_a_broken_page_tells_nothing_and_needs_no_database(monkeypatch, django_assert_num_queries):
    client = Client(raise_request_exception=False)

    def break_down(*_):
        raise RuntimeError("secret path /srv/gold")

    monkeypatch.setattr("probierz.web.accounts.views.door.client_network", break_down)
    with django_assert_num_queries(0):
        page = client.post("/login", {"username": "x", "password": "y"})
    assert page.status_code == 500
    assert "Something broke" in page.content.decode()
    assert "secret" not in page.content.decode()


def test_the_style_page_is_for_developers_only(client, settings):
    assert client.get("/style").status_code == 404


def test_the_style_page_shows_every_part_and_hostile_text_as_text(settings, rf):
    settings.DEBUG = True
    request = rf.get("/style?sort=name&filter=Team")
    request.user, request.session = User(), {}
    from django.contrib.messages.storage.cookie import CookieStorage

    request._messages = CookieStorage(request)
    page = pages.style(request).content.decode()
    assert "<script>alert" not in page
    assert 'aria-sort="ascending"' in page


@pytest.mark.parametrize("name", ["probierz.css", "probierz.js", "theme.js", "pico.min.css", "icon.svg"])
def test_static_files_are_served_from_the_package(client, settings, name):
    settings.WHITENOISE_AUTOREFRESH = False  # as outside tests
    answer = client.get(f"/static/{name}")
    assert answer.status_code == 200
    assert b"".join(answer.streaming_content)


def test_every_answer_has_the_policy(client, settings):
    settings.WHITENOISE_AUTOREFRESH = False
    for path in ("/", "/nowhere", "/static/probierz.css"):
        answer = client.get(path)
        assert "script-src 'self'; style-src 'self'" in answer.headers["Content-Security-Policy"]
        answer.close()
