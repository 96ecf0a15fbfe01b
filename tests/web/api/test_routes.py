"""Every route with every role, against the table in `routes.tsv`: a new route without a row there fails.

`WRITE_ROUTES=1 pytest tests/web/api/test_routes.py` writes the table anew; read the difference before you
commit it. In it `yes` means let in (whatever is said of an empty form), `no` not found or forbidden, `login` asked to
log in; methods that nobody may use have no row. The column `closed` is nobody on a platform that is not public.
"""

import csv
import logging
import os
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.test import Client
from every_route import addresses, routes

TABLE = Path(__file__).parent / "routes.tsv"
ROLES = ("nobody", "stranger", "ala", "ola", "organiser", "administrator")
COLUMNS = ("method", "route", "closed", *ROLES)
LEAST = ("method", "route", "administrator")
"""What is asked on another database than SQLite: each address once. Who may what depends on none."""

OPEN = {
    "GET health",
    "GET ready",
    "GET login",
    "GET register",
    "GET invitation/<str:key>",
    "GET invitations/<str:key>",
    "GET password-reset",
    "GET notifications/stop/<str:token>",
    "GET open-view-progress/<str:job>",
    "GET git/<slug:slug>.git/<path:rest>",
    "POST login",
    "POST register",
    "POST invitation/<str:key>",
    "POST invitations/<str:key>",
    "POST notifications/stop/<str:token>",
    "POST password-reset",
    "POST language",
    "POST health",
    "POST ready",
    "POST git/<slug:slug>.git/<path:rest>",
}
"""All that a platform which is not public does without a login. Triggers are not here: they want a token."""


@pytest.fixture
def samples(hand_in, team, people):
    """What stands for each part of an address."""
    return addresses(hand_in(team=team).submission, people)


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
def columns():
    return COLUMNS if connection.vendor == "sqlite" else LEAST


@pytest.fixture
def table(platform, people, samples, columns, monkeypatch):
    """The table as the platform is now: answers by column, for each method and route."""
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
            found = {"administrator": outcome(client, sessions["administrator"], method, samples(route))}
            if found["administrator"] != "method":
                for role in (one for one in ROLES[:-1] if one in columns):
                    found[role] = outcome(client, sessions[role], method, samples(route))
                rows[method, route] = {"method": method, "route": route, **found}
    platform(PROBIERZ_PUBLIC=False)
    for (method, route), found in rows.items():
        if "closed" in columns:
            found["closed"] = outcome(client, None, method, samples(route))
    return rows


@pytest.mark.slow
@pytest.mark.django_db
def test_every_role_gets_what_the_table_says(table, columns):
    rows = [table[key] for key in sorted(table, key=lambda key: key[::-1])]
    lines = ["\t".join(columns), *("\t".join(row[one] for one in columns) for row in rows)]
    if os.environ.get("WRITE_ROUTES") and columns == COLUMNS:
        TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    known = csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines(), delimiter="\t")
    expected = ["\t".join(columns), *("\t".join(row[one] for one in columns) for row in known)]
    assert sorted(set(lines) ^ set(expected)) == []


@pytest.mark.slow
@pytest.mark.django_db
def test_a_platform_that_is_not_public_opens_little_without_a_login():
    known = csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines(), delimiter="\t")
    assert {f"{row['method']} {row['route']}" for row in known if row["closed"] != "login"} == OPEN
