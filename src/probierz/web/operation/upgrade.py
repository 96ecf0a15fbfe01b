"""Bringing the database up to date; before that, a copy is put aside."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from probierz.errors import Refused
from probierz.web.operation.schema import pending, refuse_other_schema
from probierz.whole_files import whole_path

__all__ = ["back_up", "upgrade"]

KEPT_BACKUPS = 5


def upgrade(*, with_backup: bool = True) -> Path | None:
    """Run what migrations there are; return the copy that was made first, None where there was nothing to copy.

    Raises Refused for a database that no release made, or a newer one.
    """
    refuse_other_schema()
    missing = pending()
    if not missing:
        return None
    has_data = bool(connection.introspection.table_names())
    copy = back_up(missing[-1]) if has_data and with_backup else None
    call_command("migrate", verbosity=0, interactive=False)
    return copy


def back_up(reason: str) -> Path:
    """Copy the database into `HOME/backups`; the newest few copies are kept. Raises Refused where it cannot be done."""
    folder = Path(settings.HOME) / "backups"
    folder.mkdir(exist_ok=True, mode=0o700)
    stamp = timezone.now().strftime("%Y%m%dT%H%M%SZ")
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        copy = _copy_sqlite(str(database["NAME"]), folder / f"{stamp}-before-{reason}.sqlite3")
    else:
        copy = _dump_postgresql(database, folder / f"{stamp}-before-{reason}.dump")
    for old in sorted(folder.glob(f"*-before-*{copy.suffix}"))[:-KEPT_BACKUPS]:
        old.unlink()
    return copy


def _copy_sqlite(path: str, copy: Path) -> Path:
    """SQLite's own copy: whole also while others write."""
    with whole_path(copy) as place:
        with sqlite3.connect(path) as source, sqlite3.connect(place) as target:
            source.backup(target)
        source.close()
        target.close()
        place.chmod(0o600)
    return copy


def _dump_postgresql(database: dict[str, Any], copy: Path) -> Path:
    program = shutil.which("pg_dump")
    if program is None:
        raise Refused(
            "the database must be changed, and pg_dump is not there to copy it first; install PostgreSQL's client, "
            "or copy the database yourself and start with --no-backup"
        )
    words = {"--host": database["HOST"], "--port": database["PORT"], "--username": database["USER"]}
    options = [part for name, value in words.items() if value for part in (name, str(value))]
    secret = {"PGPASSWORD": str(database["PASSWORD"])} if database["PASSWORD"] else {}
    with whole_path(copy) as place:
        command = [program, "--format=custom", f"--file={place}", *options, "--dbname", str(database["NAME"])]
        done = subprocess.run(command, env={**os.environ, **secret}, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Refused(f"pg_dump could not copy the database: {done.stderr.strip()[:500]}")
        place.chmod(0o600)
    return copy
