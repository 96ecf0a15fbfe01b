"""Keep what databases look like: the digests of migrations, and of a release a small filled database as SQL.

    python scripts/release_schema.py --digests
    python scripts/with_postgres.py --required python scripts/release_schema.py 0.3

The first keeps the digests of new migrations in `tests/web/operation/releases/digests.json`, and never changes one that
is there: a test fails where a migration is not what it was.
Run the second once, when a version is released. It fills a new platform by the platform's own means, with rows in every
table, once on SQLite and once on PostgreSQL, and writes `tests/web/operation/releases/<version>/`; from then on tests
bring these databases up to date.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
RELEASES = REPOSITORY / "tests" / "web" / "operation" / "releases"
PACKAGE = REPOSITORY / "src" / "probierz" / "demo_challenge"
POSTGRESQL = "PROBIERZ_TEST_DATABASE_URL"


def main() -> int:
    """Write what belongs to a release, or the digests alone; refuses to write a release twice."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("version", nargs="?", help="such as 0.3")
    what.add_argument("--digests", action="store_true", help="keep those of new migrations, and no more")
    arguments = parser.parse_args()
    if not arguments.digests:
        keep_databases(arguments.version)
    keep_digests()
    return 0


def keep_databases(version: str) -> None:
    """Write the filled databases of a release; ends with a sentence where they are there already."""
    folder = RELEASES / version
    if folder.exists():
        sys.exit(f"{folder} is there already: what was released does not change")
    if not os.environ.get(POSTGRESQL):
        sys.exit(f"{POSTGRESQL} names no database: run this by scripts/with_postgres.py")
    texts = {"sqlite.sql": filled(""), "postgresql.sql": filled(os.environ[POSTGRESQL])}
    folder.mkdir(parents=True)
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")


def keep_digests() -> None:
    """Add the digests of migrations that have none; those that are there stay as they are."""
    file = RELEASES / "digests.json"
    known = json.loads(file.read_text())
    file.write_text(json.dumps({**digests(), **known}, indent=1, sort_keys=True) + "\n")


def digests() -> dict[str, str]:
    """Return SHA-256 of every migration there is, by names such as `jobs.0001_initial`."""
    found = (REPOSITORY / "src" / "probierz" / "web").rglob("migrations/0*.py")
    return {f"{path.parent.parent.name}.{path.stem}": hashlib.sha256(path.read_bytes()).hexdigest() for path in found}


def filled(url: str) -> str:
    """Return a new database, filled by a process of its own, as SQL."""
    with tempfile.TemporaryDirectory(prefix="probierz-release-") as home:
        environment = {**os.environ, "PROBIERZ_HOME": home, "PROBIERZ_DATABASE_URL": url}
        subprocess.run([sys.executable, __file__, FILL], env=environment, check=True)
        return dump_of_postgresql(url) if url else dump_of_sqlite(Path(home) / "probierz.sqlite3")


def dump_of_sqlite(path: Path) -> str:
    """Return all tables and rows as statements."""
    import sqlite3

    connection = sqlite3.connect(path)
    try:
        return "\n".join(connection.iterdump()) + "\n"
    finally:
        connection.close()


def dump_of_postgresql(url: str) -> str:
    """Return all tables and rows as statements; without the commands of psql, so that any client can run them."""
    words = ["pg_dump", "--inserts", "--no-owner", "--no-privileges", "--dbname", url]
    text = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return re.sub(r"(?m)^(?:\\.*|--.*|SET .*)?\n", "", text)


# --- filling ---------------------------------------------------------------------------------------------------------

FILL = "--fill-database"


def fill() -> None:
    """Fill the platform of the environment: the demonstration, and by the same services what it has not."""
    from probierz.web.operation.start import prepare

    prepare()
    from probierz.web.operation import demo
    from probierz.web.operation.upgrade import upgrade

    upgrade()
    with tempfile.TemporaryDirectory() as folder:
        challenge = Path(shutil.copytree(PACKAGE, f"{folder}/challenge", ignore=shutil.ignore_patterns("out-*")))
        (challenge / "gitignore.txt").rename(challenge / ".gitignore")
        demo.fill(challenge, PACKAGE)
    add_the_rest()
    nothing_is_empty()


def add_the_rest() -> None:
    """Make what the demonstration lacks."""
    from django.contrib.auth.models import Group, Permission
    from django.test import Client
    from django.utils import timezone

    from probierz.suites.publishing import ReferenceRow
    from probierz.web.accounts import services as accounts
    from probierz.web.accounts.models import Invitation, Team, User
    from probierz.web.challenges.models import Challenge
    from probierz.web.challenges.services import set_tags
    from probierz.web.jobs import worker
    from probierz.web.jobs.models import Worker
    from probierz.web.leaderboards.models import Board
    from probierz.web.leaderboards.services import save_board
    from probierz.web.submissions import services as submissions
    from probierz.web.submissions.services import Handing
    from probierz.web.submissions.services.handing_in import Uploaded
    from probierz.web.webhooks.models import Webhook
    from probierz.web.webhooks.services import make_webhook, send_test

    administrator, ala = User.objects.get(username=demo_login()), User.objects.get(username="ala")
    accounts.make_token(ala, name="laptop", scopes=["read", "submit"])
    team = Team.objects.get(slug="two-owls")
    accounts.invite(team, "ala", by=team.members.filter(memberships__is_captain=True).get())
    accounts.make_link(Invitation.Kind.ACCOUNT, by=administrator)
    accounts.try_once(register="192.0.2.1")
    Client().force_login(ala)  # a session
    group, permission = Group.objects.create(name="readers"), Permission.objects.earliest("pk")
    group.permissions.add(permission)
    ala.groups.add(group)
    ala.user_permissions.add(permission)
    challenge = Challenge.objects.get(slug="scanned-text")
    set_tags(challenge, "ocr, polish", by=administrator)
    save_board(challenge, Board(slug="last", title="The last", rule="last", columns=["test-A"]), administrator)
    make_webhook(challenge, kind=Webhook.Kind.GENERIC, url="https://example.org/hook", by=administrator)
    hook = challenge.webhooks.get()
    send_test(hook, by=administrator)
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "outputs.zip"
        with zipfile.ZipFile(archive, "w") as packed:
            packed.write(PACKAGE / "test-A" / "out-better.tsv", "test-A/out-epochs=7.tsv")
            packed.writestr("gonito.yaml", DESCRIBED)
        handing = Handing(ala, description="With a paper", tags=("rules",))
        made = submissions.submit_files(challenge, [Uploaded(archive, archive.name)], handing).submission
    column = str(challenge.current.tests.filter(split="test-A").values_list("name", flat=True).first())
    paper = ReferenceRow("A paper", {f"test-A {column}": 0.2})
    submissions.add_reference(challenge, administrator, paper, url=PAPER)
    worker.work(until_empty=True)
    made.refresh_from_db()
    assert made.state == "scored", made.failure
    submissions.open_submission(made, ala)  # this job waits
    Worker.objects.create(host="example", pid=1, seen=timezone.now())


PAPER = "https://example.org/paper"
DESCRIBED = f"""\
tags: [rules]
params: {{beam: 4}}
links: [{{title: Paper, url: {PAPER}}}]
dependencies: [0123456789abcdef0123456789abcdef01234567]
"""


def demo_login() -> str:
    """Return the login of the demonstration's administrator."""
    from probierz.web.operation.demo import LOGIN

    return LOGIN


def nothing_is_empty() -> None:
    """Fail for a table without rows: what such a table holds would go through no upgrade."""
    from django.db import connection

    empty = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")
            empty += [] if cursor.fetchone() else [table]
    if empty:
        sys.exit(f"nothing is in {', '.join(empty)}: add a row by `add_the_rest`")


if __name__ == "__main__":
    sys.exit(fill() if sys.argv[1:] == [FILL] else main())
