"""The description of the API, and whether the API keeps to it whatever it is asked."""

import logging
import re
from urllib.parse import quote

import pytest
import schemathesis
from django.contrib.staticfiles import finders
from django.core import signals
from django.core.handlers.wsgi import WSGIHandler
from django.db import close_old_connections, connection, transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument, Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from test_routes import routes

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
    assert '<a class="link" href="/">' in page
    for address in re.findall(r'(?:src|href)="([^"]{2,})"', page):
        assert finders.find(address.removeprefix("/static/")), address


# --- generated requests ----------------------------------------------------------------------------------------------

EXAMPLES = 4 if connection.vendor == "sqlite" else 3
"""For each endpoint, with sense and without; to make one takes many times as long as to ask it."""


@pytest.fixture
def application():
    """The platform as a web server calls it, in the transaction of the test."""
    signals.request_started.disconnect(close_old_connections)
    signals.request_finished.disconnect(close_old_connections)
    yield WSGIHandler()
    signals.request_started.connect(close_old_connections)
    signals.request_finished.connect(close_old_connections)


@pytest.fixture
def known(hand_in, team):
    """Parts of addresses that lead somewhere."""
    submission = hand_in(team=team).submission
    return {"number": submission.pk, "slug": "numbers", "job": str(submission.job_id), "login": "ala", "digits": "abcd"}


@pytest.mark.slow
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["fitting", "unfitting"])
def test_no_request_makes_a_server_error(application, tokens, known, mode, monkeypatch):
    """Whoever asks, with whatever, is answered with a status and a shape of which the description tells."""
    monkeypatch.setattr(logging.getLogger("django.request"), "disabled", True)
    found = set()
    others = st.sampled_from([None, tokens["ala"], tokens["organiser"]])
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application)
    for result in schema.get_all_operations():
        operation = result.ok()

        @settings(max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, **UNHURRIED)
        def ask(case, other, leads_somewhere):
            if leads_somewhere:
                case.path_parameters.update({name: known[name] for name in case.path_parameters if name in known})
            for token in (other, tokens["administrator"]):
                found.update(_faults(case, {"Authorization": f"Bearer {token}"} if token else {}))

        try:
            strategy = operation.as_strategy(generation_mode=mode)
            given(case=strategy, other=others, leads_somewhere=st.booleans())(ask)()
        except (Unsatisfiable, InvalidArgument):
            continue  # nothing of this endpoint can be made unfitting
    assert sorted(found) == []


UNHURRIED = {"suppress_health_check": list(HealthCheck), "phases": [Phase.generate]}


def _faults(case, headers):
    with transaction.atomic():
        answer = case.call(headers=headers)
        transaction.set_rollback(True)
    what = f"{case.method} {case.operation.path}: {answer.status_code}"
    if answer.status_code >= 500:
        yield f"{what} {case.path_parameters} {case.query} {case.body!r}"
    try:
        case.validate_response(answer, checks=[status_code_conformance, response_schema_conformance])
    except schemathesis.core.failures.FailureGroup as failures:
        for one in failures.exceptions:
            yield f"{what} {one.title} {str(one.message)[:300]}"


# --- every other address ---------------------------------------------------------------------------------------------

ODD = st.one_of(
    st.sampled_from(
        ["0", "-1", "9" * 30, "1e3", "NaN", "..", "%00", "%2e%2e%2f", "'\"<>", "\u202e", "a" * 3000, "null"]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
)


@pytest.mark.slow
def test_no_address_makes_a_server_error(known, people, monkeypatch):
    """Every route of pages and of Gonito's API, with odd values in path, query and form, as several people."""
    monkeypatch.setattr(logging.getLogger("django.request"), "disabled", True)
    clients = [Client(raise_request_exception=False) for _ in range(3)]
    for client, person in zip(clients[1:], ("ala", "administrator"), strict=True):
        client.force_login(people[person])
    found = set()
    everywhere = sorted({route for route in routes() if not route.startswith(("api/v1/", "^", "style", "logout"))})

    @settings(max_examples=2 * EXAMPLES, deadline=None, database=None, derandomize=True, **UNHURRIED)
    @given(data=st.data())
    def ask(route, data):
        def part(match):
            usual = st.just(str(known.get(match[2], known["slug"] if match[1] == "slug" else known["number"])))
            return quote(data.draw(usual | ODD), safe="/" if match[1] == "path" else "")

        address = "/" + re.sub(r"<(?:(\w+):)?(\w+)>", part, route)
        query = data.draw(st.dictionaries(st.sampled_from(NAMES), ODD, max_size=3))
        client, method = data.draw(st.sampled_from(clients)), data.draw(st.sampled_from(["GET", "POST"]))
        with transaction.atomic():
            answer = client.get(address, query) if method == "GET" else client.post(address, query)
            transaction.set_rollback(True)
        if answer.status_code >= 500:
            found.add(f"{method} {route}: {answer.status_code} {address} {query}")

    for route in everywhere:
        ask(route)
    assert sorted(found) == []


NAMES = (
    "page", "sort", "filter", "tag", "archived", "board", "x", "y", "lines", "next", "service", "challenge", "branch",
    "token", "url", "username", "password", "description", "name", "email", "slug", "team", "language", "after",
)  # fmt: skip
