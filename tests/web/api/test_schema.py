"""The description of the API, and whether the API keeps to it whatever it is asked."""

import json
import re

import pytest
import schemathesis
from django.contrib.staticfiles import finders
from django.test import Client
from hypothesis import HealthCheck, given, settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def description(people):
    return Client().get("/api/v1/openapi.json").json()


def test_the_description_says_everything_about_every_endpoint(description):
    assert description["openapi"].startswith("3.1")
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            assert operation["summary"], where
            assert operation["description"], where
            assert {"401", "404", "422"} <= set(operation["responses"]), where
            assert operation["security"], where


def test_the_page_to_try_it_on_loads_nothing_from_elsewhere(people):
    answer = Client().get("/api/v1/docs")
    page = answer.content.decode()
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'")
    assert re.findall(r"https?://[^\"'\s]+", page) == []
    assert not re.search(r"<script(?![^>]*(?:src=|application/json))", page)
    for address in re.findall(r'(?:src|href)="([^"]+)"', page):
        assert finders.find(address.removeprefix("/static/")), address


@pytest.mark.slow
def test_no_request_makes_a_server_error(description, tokens, hand_in):
    """Generated requests to every endpoint, with a token that may do everything."""
    hand_in()
    found = []
    for result in schemathesis.openapi.from_dict(description).get_all_operations():
        operation = result.ok()

        @settings(max_examples=20, deadline=None, database=None, suppress_health_check=list(HealthCheck))
        def ask(case):
            answer = _ask(case, tokens["administrator"])
            if answer.status_code >= 500:
                found.append(f"{case.method} {case.formatted_path} {case.query} {case.body!r}: {answer.status_code}")

        given(case=operation.as_strategy())(ask)()
    assert found == []


def _ask(case, token):
    body = case.body
    sent = json.dumps(body).encode() if isinstance(body, dict | list | str | int | float | bool) else b""
    kind = case.media_type or "application/json"
    if "multipart" in kind:
        kind, sent = "application/x-www-form-urlencoded", b""
    return Client(raise_request_exception=False).generic(
        case.method,
        f"/api/v1{case.formatted_path}" if not case.formatted_path.startswith("/api/v1") else case.formatted_path,
        sent,
        content_type=kind,
        query_params={name: str(value) for name, value in (case.query or {}).items()},
        headers={"Authorization": f"Bearer {token}"},
    )
