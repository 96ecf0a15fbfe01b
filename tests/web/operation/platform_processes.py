"""Platforms of their own, with real processes, on SQLite in a folder or on a database made on the PostgreSQL."""

import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import uuid
from contextlib import closing, contextmanager
from pathlib import Path

from django.conf import settings

from probierz.web.configuration.secret_key import secret_key

RELEASES = Path(__file__).parent / "releases"


@contextmanager
def new_database(home):
    """Give the environment of a platform whose database is empty: on what the tests run on."""
    home.mkdir()
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        yield {"PROBIERZ_HOME": str(home), "PROBIERZ_DATABASE_URL": ""}
        return
    name = f"operation_{uuid.uuid4().hex}"
    with closing(_postgresql()) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield {"PROBIERZ_HOME": str(home), "PROBIERZ_DATABASE_URL": f"{_server()}/{name}"}
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _server():
    database = settings.DATABASES["default"]
    return f"postgresql://{database['USER']}@{database['HOST']}:{database['PORT']}"


def _postgresql(url=None):
    import psycopg

    return psycopg.connect(url or f"{_server()}/postgres", autocommit=True)


_FILLED = {}


def fill(environment, code):
    """Fill an empty platform by code, which runs once in a run of tests: further platforms become copies."""
    home, database = Path(environment["PROBIERZ_HOME"]), environment["PROBIERZ_DATABASE_URL"]
    if code not in _FILLED:
        python(environment, code).check_returncode()
        _FILLED[code] = tempfile.TemporaryDirectory(prefix="probierz-filled-"), f"filled_{uuid.uuid4().hex}"
        folder, name = _FILLED[code]
        shutil.copytree(home, folder.name, dirs_exist_ok=True)
        source, target = database.rpartition("/")[2], name
    else:
        folder, name = _FILLED[code]
        shutil.copytree(folder.name, home, dirs_exist_ok=True)
        source, target = name, database.rpartition("/")[2]
    if database:
        with closing(_postgresql()) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {target}")
            connection.execute(f"CREATE DATABASE {target} TEMPLATE {source}")


def run_sql(environment, text):
    """Run statements on a database of `new_database`."""
    with connect(environment) as connection:
        getattr(connection, "executescript", connection.execute)(text)


def load_release(environment, version):
    """Fill an empty database as this release did."""
    name = "postgresql.sql" if environment["PROBIERZ_DATABASE_URL"] else "sqlite.sql"
    run_sql(environment, (RELEASES / version / name).read_text("utf-8"))
    make_home(environment)


def make_home(environment):
    """Make the folder a platform's: by its key, the first thing that lies there."""
    secret_key(Path(environment["PROBIERZ_HOME"]))


def all_rows(environment):
    """Return the rows of all tables, each as a dictionary, sorted: what is equal reads the same."""
    tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
    if environment["PROBIERZ_DATABASE_URL"]:
        tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
    with connect(environment) as connection:
        names = [name for (name,) in connection.execute(tables).fetchall()]
        return {name: _rows(connection, name) for name in names}


def _rows(connection, table):
    cursor = connection.execute(f'SELECT * FROM "{table}"')
    columns = [column[0] for column in cursor.description]
    return sorted((dict(zip(columns, row, strict=True)) for row in cursor.fetchall()), key=repr)


DEFINITIONS = {
    "sqlite": ["SELECT name, sql FROM sqlite_master"],
    "postgresql": [
        "SELECT table_name, column_name, data_type, is_nullable, column_default, is_identity, character_maximum_length"
        " FROM information_schema.columns WHERE table_schema = 'public'",
        "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
        "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace",
    ],
}


def definitions(execute, vendor):
    """What tables, columns, constraints and indexes are, as sorted words: columns stand in some order."""
    rows = [row for query in DEFINITIONS[vendor] for row in execute(query).fetchall()]
    return sorted(sorted(re.split(r"[\s(),]+", " ".join(map(str, row)))) for row in rows)


def connect(environment):
    """A connection to a database of `new_database`."""
    url = environment["PROBIERZ_DATABASE_URL"]
    return closing(
        _postgresql(url) if url else sqlite3.connect(Path(environment["PROBIERZ_HOME"]) / "probierz.sqlite3")
    )


# --- processes -------------------------------------------------------------------------------------------------------


def probierz_command(*words, environment):
    command = [sys.executable, "-m", "probierz", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)


@contextmanager
def serving(environment):
    """A platform without workers, as the upgrade left it; gives its address."""
    command = [sys.executable, "-m", "probierz", "serve", "--port", "0", "--workers", "0"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        try:
            said = ""
            while "runs at" not in said:
                said = process.stdout.readline()
                assert said, "the platform ended"
            yield re.search(r"http://localhost:\d+", said)[0]
        finally:
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=40)


PREPARE = "from probierz.web.operation.start import prepare; prepare()\n"


def python(environment, code):
    """Run code as a process of the platform; return how it ended."""
    command = [sys.executable, "-c", PREPARE + code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
