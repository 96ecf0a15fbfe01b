"""Copies of the database that are whole while others write, and reading them back."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from django.db import connection

from probierz.errors import Refused
from probierz.whole_files import whole_path


def copy_database(start: Path) -> Path:
    """Copy the database to a file that begins so; return it: `start.sqlite3` or `start.dump`. Raises Refused.

    SQLite copies by its backup interface, as a plain copy of the file lacks what is still in its write-ahead log.
    """
    if connection.vendor == "sqlite":
        copy = start.with_name(f"{start.name}.sqlite3")
        _copy_sqlite(str(connection.settings_dict["NAME"]), copy)
    else:
        copy = start.with_name(f"{start.name}.dump")
        _run("pg_dump", ["--format=custom", "--no-owner", "--no-privileges", f"--file={copy}"], copy)
    copy.chmod(0o600)
    return copy


def load_database(copy: Path) -> None:
    """Fill the empty database of the settings from a copy of the same kind, whole or not at all. Raises Refused."""
    connection.close()  # whose log would else be read on top of the copy
    if connection.vendor == "sqlite":
        _copy_sqlite(str(copy), Path(str(connection.settings_dict["NAME"])))
    else:
        _run("pg_restore", ["--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", str(copy)])


def is_empty() -> bool:
    """Whether the database has no table yet."""
    with connection.cursor() as cursor:
        return not connection.introspection.table_names(cursor)


def _copy_sqlite(source: str, copy: Path) -> None:
    try:
        with whole_path(copy) as place:
            with closing(sqlite3.connect(source)) as taken, closing(sqlite3.connect(place)) as made:
                taken.backup(made)
            place.chmod(0o600)
    except sqlite3.Error as error:
        raise Refused(f"the database could not be copied to {copy}: {error}") from error


def _run(name: str, options: Sequence[str], made: Path | None = None) -> None:
    """Run a program of PostgreSQL's client on the database of the settings."""
    program = shutil.which(name)
    if program is None:
        raise Refused(f"{name} is not here, without which PostgreSQL cannot be copied; install PostgreSQL's client")
    database: dict[str, Any] = connection.settings_dict
    words = {"--host": database["HOST"], "--port": database["PORT"], "--username": database["USER"]}
    places = [part for option, value in words.items() if value for part in (option, str(value))]
    secret = {"PGPASSWORD": str(database["PASSWORD"])} if database["PASSWORD"] else {}
    command = [program, *places, "--dbname", str(database["NAME"]), *options]
    done = subprocess.run(command, env={**os.environ, **secret}, capture_output=True, text=True, check=False)
    if done.returncode:
        if made is not None:
            made.unlink(missing_ok=True)
        raise Refused(f"{name} failed: {' '.join(done.stderr.split())[:500]}")
