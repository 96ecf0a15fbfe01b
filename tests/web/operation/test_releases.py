"""Databases of every release are brought up to date without a loss; others are refused before anything is changed."""

import hashlib
import json
import urllib.request
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from platform_processes import (
    RELEASES,
    all_rows,
    connect,
    definitions,
    load_release,
    make_home,
    probierz_command,
    python,
    run_sql,
    serving,
)

import probierz.web

WEB = Path(probierz.web.__file__).parent
VERSIONS = sorted(path.name for path in RELEASES.iterdir() if path.is_dir())

# Columns that a later version took away, or gave other values, by release: what may differ after the upgrade.
CHANGED = {"0.2": {("sqlite_sequence", "seq")}}


def test_migrations_are_what_they_were():
    """Those of releases and those since: databases that follow the main branch have run them as they are."""
    known = json.loads((RELEASES / "digests.json").read_text())
    found = {
        f"{path.parent.parent.name}.{path.stem}": hashlib.sha256(path.read_bytes()).hexdigest()
        for path in WEB.rglob("migrations/0*.py")
    }
    assert {name: found.get(name) for name in known} == known, "write a new migration instead"
    assert found == known, "keep the digest of the new one:  python scripts/release_schema.py --digests"


@pytest.mark.django_db
@pytest.mark.usual_rules
def test_models_are_what_the_migrations_make():
    said = StringIO()
    try:
        call_command("makemigrations", check=True, dry_run=True, stdout=said)
    except SystemExit:
        pytest.fail(f"models and migrations differ; run  django-admin makemigrations\n{said.getvalue()}")


@pytest.mark.slow
def test_a_new_platform_has_the_tables_that_the_migrations_make(environment, elsewhere):
    """It makes them at once; elsewhere they run one after the other."""
    python(environment, "from probierz.web.operation.upgrade import upgrade; upgrade()").check_returncode()
    one_by_one = "from django.core.management import call_command; call_command('migrate', verbosity=0)"
    python(elsewhere, one_by_one).check_returncode()
    with connect(environment) as new, connect(elsewhere) as migrated:
        assert definitions(new.execute, connection.vendor) == definitions(migrated.execute, connection.vendor)


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_a_database_of_a_release_keeps_every_value_through_the_upgrade(environment, version):
    load_release(environment, version)
    before = all_rows(environment)
    assert all(before.values()), "a table is empty, so it shows nothing"
    with serving(environment) as address:
        board = urllib.request.urlopen(f"{address}/challenges/scanned-text/board", timeout=60).read().decode()
    after = all_rows(environment)
    assert "Two Owls" in board
    changed = CHANGED.get(version, set())
    for table, rows in before.items():
        kept = [name for name in rows[0] if (table, name) not in changed and (table, "") not in changed]
        left = [{name: row.get(name, "no such column") for name in kept} for row in after.get(table, [])]
        lost = [row for row in ({name: row[name] for name in kept} for row in rows) if row not in left]
        assert lost == [], f"{table} lost or changed rows"
    checks = probierz_command("doctor", "--format", "json", environment=environment)
    states = {row["Check"]: row["State"] for row in json.loads(checks.stdout)}
    assert states["migrations"] == "fine"


# --- what no release made --------------------------------------------------------------------------------------------

REFUSED = {
    "an unreleased schema, with a column less": (
        "ALTER TABLE challenges_challenge DROP COLUMN near_quota;",
        "an unreleased version of Probierz made this database: challenges_challenge has no column near_quota.",
    ),
    "an unreleased schema, with a column more": (
        "ALTER TABLE jobs_job ADD COLUMN colour varchar(7);",
        "an unreleased version of Probierz made this database: jobs_job has a column colour that no release had.",
    ),
    "an unreleased schema, without a constraint": (
        "DROP INDEX job_queue;",
        "an unreleased version of Probierz made this database: jobs_job has no constraint job_queue.",
    ),
    "tables without a record": (
        "DELETE FROM django_migrations WHERE app = 'webhooks';",
        "it has the table webhooks_delivery, and no record of what made it.",
    ),
    "a newer version": (
        "INSERT INTO django_migrations (app, name, applied) VALUES ('jobs', '0999_later', CURRENT_TIMESTAMP);",
        "a newer version of Probierz made this database: it has jobs.0999_later, which",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", REFUSED)
def test_doctor_tells_of_a_database_that_no_release_made(environment, what):
    change, sentence = REFUSED[what]
    load_release(environment, VERSIONS[-1])
    run_sql(environment, change)
    done = probierz_command("doctor", "--format", "json", environment=environment)
    assert (done.returncode, done.stderr) == (1, "")
    checks = {row["Check"]: row for row in json.loads(done.stdout)}
    assert checks["migrations"]["State"] == "broken"
    assert sentence.rstrip(".") in checks["migrations"]["Found"]
    assert checks["migrations"]["To do"]
    assert checks["workers"]["Found"] == "not looked at"


@pytest.mark.slow
@pytest.mark.parametrize("what", ["an unreleased schema, with a column less", "a newer version"])
def test_a_database_that_no_release_made_is_refused_in_a_sentence_and_left_alone(environment, what):
    change, sentence = REFUSED[what]
    load_release(environment, VERSIONS[-1])
    run_sql(environment, change)
    before = all_rows(environment)
    for words in (["serve", "--port", "0", "--workers", "0"], ["worker", "--until-empty"]):
        done = probierz_command(*words, environment=environment)
        assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
        assert sentence in done.stderr
    assert all_rows(environment) == before


@pytest.mark.slow
def test_a_worker_waits_for_nobody_who_would_bring_the_database_up_to_date(environment):
    make_home(environment)
    done = probierz_command("worker", "--until-empty", environment=environment)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1), done.stderr
    assert "start  probierz serve  once" in done.stderr
