"""Every route with every role, against the table in `routes.tsv`: a new route without a row there fails.

`WRITE_ROUTES=1 pytest tests/web/api/test_routes.py` writes the table anew; read the difference before you
commit it. In it `yes` means let in (whatever is said of an empty form), `no` not found or forbidden, `login` asked to
log in; methods that nobody may use have no row. The column `closed` is nobody on a platform that is not public.
"""

import logging
import os
import re
from pathlib import Path

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, get_resolver

from probierz.suites.sqad.records import Record
from probierz.web.annotation import services as annotation
from probierz.web.annotation.queries import Seat
from probierz.web.annotation.ready import ready
from probierz.web.annotation.services.records import keep_new
from probierz.web.labelling.queries import LabellingSeat
from probierz.web.labelling.services import create_round, let_in
from probierz.web.suites.services import add_task, describe_suite
from probierz.web.suites.shapes import SuiteIn
from probierz.web.webhooks.services import make_webhook

TABLE = Path(__file__).parent / "routes.tsv"
ROLES = ("nobody", "stranger", "ala", "ola", "organiser", "administrator")
COLUMNS = ("method", "route", "closed", *ROLES)

OPEN = {
    "GET health",
    "GET ready",
    "GET login",
    "GET register",
    "GET invitation/<str:key>",
    "GET password-reset",
    "GET notifications/stop/<str:token>",
    "GET open-view-progress/<str:job>",
    "GET git/<slug:slug>.git/<path:rest>",
    "POST login",
    "POST register",
    "POST invitation/<str:key>",
    "POST notifications/stop/<str:token>",
    "POST password-reset",
    "POST language",
    "POST health",
    "POST ready",
    "POST git/<slug:slug>.git/<path:rest>",
}
"""All that a platform which is not public does without a login. Triggers are not here: they want a token."""


def routes(resolver=None, prefix=""):
    for pattern in (resolver or get_resolver()).url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern, route)
        else:
            yield route


@pytest.fixture
def samples(hand_in, team, people):
    """What stands for each part of an address."""
    submission = hand_in(team=team).submission
    phase = submission.challenge.phases.get()
    url = "https://hooks.example.org/x"
    hook, _secret = make_webhook(submission.challenge, kind="generic", url=url, by=people["organiser"])
    tasks = [{"name": "numbers", "title": "Numbers", "metric": "RMSE", "split": "test-A", "better": "lower"}]
    # a name that the program knows, so that archives are taken
    card = SuiteIn.model_validate({"title": "Sums", "archive": "klej", "tasks": tasks, "has_average": True})
    suite, _is_new = describe_suite("klej", card, by=people["administrator"])
    add_task(suite, "numbers", submission.challenge, by=people["administrator"])
    draft = typing(people)
    labelling = labelled(submission.challenge, people)
    usual = {
        "slug": "numbers", "name": "numbers", "challenge": "numbers", "job": submission.job_id, "number": submission.pk,
        "login": "ala", "digits": submission.commit, "prefix": submission.commit, "reference": submission.commit,
        "commit": submission.commit, "path": "README.md", "rest": "info/refs", "ending": "json", "action": "hide",
        "version": submission.version_id, "variant": 1, "key": "x", "token": "x", "url": "x", "branch": "x",
        "tags": "1", "task": "numbers", "verdict": "accept", "description": "x", "utc": "2026-01-31T12:00:00Z",
    }  # fmt: skip
    special = {
        "teams/": {"slug": "both", "number": 1},
        "people/<slug:login>/<slug:action>": {"action": "deactivate"},
        "jobs/<uuid:number>": {"number": submission.job_id},
        "organise/phases/": {"number": phase.pk},
        "/webhooks/": {"number": hook.pk, "action": "test"},
        "organise/do/": {"action": "archive"},
        "suites/": {"name": "klej"},
        "suites/<str:name>/do/": {"action": "unpublish"},
        "annotations/": {"number": draft.pk, "name": "000001"},
        "labellings/": {"number": labelling.pk, "place": 1},
    }

    def address(route):
        values = dict(usual)
        for part, others in special.items():
            if part in route:
                values.update(others)
        return "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(values[found[1]]), route)

    return address


def typing(people):
    """The administrator coordinates records, and Ala, who has made one, is typing another."""
    project = annotation.create_project("numbers", "Numbers", by=people["administrator"])
    annotation.add_member(Seat(project, people["administrator"], project.members.get()), "ala", "annotator")
    keep_new(project, "000001", ready(Record(Path("000001"), {}, {})), by=people["ala"])
    return annotation.begin(Seat(project, people["ala"], project.members.get(user=people["ala"])), "PERSON")


def labelled(challenge, people):
    """Ala labels items of the hidden test, in a round of the organiser's."""
    made = create_round(challenge, by=people["organiser"], split="test-A", size=2, seed=1, title="Numbers by people")
    let_in(LabellingSeat(made, people["organiser"], made.labellers.get()), "ala")
    return made


def outcome(client, session, method, address):
    client.cookies.clear()  # whatever a route left there; one of them logs out
    if session:
        client.cookies["sessionid"] = session
    with transaction.atomic():
        answer = client.generic(method, address, content_type="application/json" if "/api/v1/" in address else FORM)
        transaction.set_rollback(True)
    status, location = answer.status_code, answer.headers.get("Location", "")
    if status == 401 or (status == 302 and "/login?next=" in location):
        return "login"
    if status in (403, 404):
        return "no"
    assert status < 500, f"{method} {address}: {status}"
    return "method" if status == 405 else "yes"


FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def table(platform, people, samples, monkeypatch):
    """The table as the platform is now."""
    monkeypatch.setattr(logging.getLogger("django.request"), "disabled", True)
    sessions = {"nobody": None}
    for role in ROLES[1:]:
        client = Client()
        client.force_login(people[role])
        sessions[role] = client.cookies["sessionid"].value
    platform(PROBIERZ_PUBLIC=True)
    client, rows = Client(), {}
    for route in sorted({route for route in routes() if not route.startswith(("^", "style"))}):
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE") if route.startswith("api/v1/") else ("GET", "POST"):
            may = outcome(client, sessions["administrator"], method, samples(route))
            if may != "method":
                others = [outcome(client, sessions[role], method, samples(route)) for role in ROLES[:-1]]
                rows[method, route] = [*others, may]
    platform(PROBIERZ_PUBLIC=False)
    return {
        (method, route): [outcome(client, None, method, samples(route)), *found]
        for (method, route), found in rows.items()
    }


@pytest.mark.slow
@pytest.mark.django_db
def test_every_role_gets_what_the_table_says(table):
    lines = ["\t".join(COLUMNS), *("\t".join([*key, *table[key]]) for key in sorted(table, key=lambda key: key[::-1]))]
    if os.environ.get("WRITE_ROUTES"):
        TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    known = TABLE.read_text(encoding="utf-8").splitlines()
    assert sorted(set(lines) ^ set(known)) == []
    is_open = {f"{method} {route}" for (method, route), found in table.items() if found[0] != "login"}
    assert is_open == OPEN
