"""Bringing the database up to date; before that, a copy is put aside."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from probierz.web.operation.database_copies import copy_database
from probierz.web.operation.schema import pending, refuse_other_schema

KEPT_BACKUPS = 5


def upgrade(*, with_backup: bool = True) -> Path | None:
    """Run what migrations there are; return the copy that was made first, None where there was nothing to copy.

    Raises Refused for a database that no release made, or a newer one.
    """
    refuse_other_schema()
    missing = pending()
    if not missing:
        return None
    copy = None
    if not connection.introspection.table_names():
        make_all_tables()
    elif with_backup:
        copy = back_up(missing[-1])
    call_command("migrate", verbosity=0, interactive=False)
    return copy


def make_all_tables() -> None:
    """Make the tables of a new database as the last migrations leave them, all or none.

    Running these one by one comes to the same, in many times the time.
    """
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    with connection.schema_editor() as editor:
        editor.create_model(executor.recorder.Migration)
        for model in executor.loader.project_state().apps.get_models():
            editor.create_model(model)
        for migration, _backwards in plan:
            executor.recorder.record_applied(migration.app_label, migration.name)


def back_up(reason: str) -> Path:
    """Copy the database into `HOME/backups`; the newest few copies are kept. Raises Refused where it cannot be done."""
    folder = Path(settings.HOME) / "backups"
    folder.mkdir(exist_ok=True, mode=0o700)
    stamp = timezone.now().strftime("%Y%m%dT%H%M%SZ")
    copy = copy_database(folder / f"{stamp}-before-{reason}")
    for old in sorted(folder.glob(f"*-before-*{copy.suffix}"))[:-KEPT_BACKUPS]:
        old.unlink()
    return copy
