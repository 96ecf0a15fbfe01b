"""Whether a database has the schema of a release: what can be brought up to date, and what must not be touched."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from django.apps import apps
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from probierz.errors import Refused
from probierz.version import __version__

if TYPE_CHECKING:
    from django.db.backends.utils import CursorWrapper
    from django.db.models import Model

_OURS = "probierz."


def pending() -> list[str]:
    """Return the names of migrations that the database lacks."""
    from django.db.migrations.executor import MigrationExecutor

    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _backwards in plan]


def refuse_other_schema() -> None:
    """Raise Refused for a database that no released version made, or a newer one; nothing is changed."""
    found = what_is_foreign()
    if found is not None:
        raise Refused(found)


def refuse_outdated() -> None:
    """Raise Refused for a database that this version cannot use as it is: one of another schema, or an older one."""
    refuse_other_schema()
    missing = pending()
    if missing:
        raise Refused(f"the database lacks {len(missing)} changes; start  probierz serve  once, which makes them")


def what_is_foreign() -> str | None:
    """Return what keeps this version off the database, and what to do; None for a new one and those of releases."""
    loader = MigrationLoader(connection)
    labels = {config.label for config in apps.get_app_configs() if config.name.startswith(_OURS)}
    applied = {key for key in loader.applied_migrations if key[0] in labels}
    unknown = sorted(applied - loader.disk_migrations.keys())
    if unknown:
        return (
            f"a newer version of Probierz made this database: it has {'.'.join(unknown[0])}, which {__version__} does "
            "not know. Install that version again, or  probierz restore  a copy made before"
        )
    difference = _difference(loader, sorted(applied), labels)
    if difference is None:
        return None
    return (
        f"an unreleased version of Probierz made this database: {difference}. Only databases of releases, 0.2 and "
        "later, are brought up to date: start on a new home folder or database, and hand in again"
    )


def _difference(loader: MigrationLoader, applied: list[tuple[str, str]], labels: set[str]) -> str | None:
    """The first thing that is not as the recorded migrations leave it: tables, columns, constraints and indexes."""
    state = loader.project_state(applied)
    models = [model for model in state.apps.get_models(include_auto_created=True) if model._meta.app_label in labels]
    wanted = {model._meta.db_table: model for model in models}
    with connection.cursor() as cursor:
        tables = set(connection.introspection.table_names(cursor))
        for table in sorted((tables & _own_tables(labels)) - wanted.keys()):
            return f"it has the table {table}, and no record of what made it"
        for table, model in sorted(wanted.items()):
            if table not in tables:
                return f"it has no table {table}"
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)} LIMIT 0")
            found = {column[0] for column in cursor.description}
            if found != _columns(model):
                return _unlike(table, "column", found, _columns(model))
            missing = _names(model) - _names_there(cursor, table)
            if missing:
                return f"{table} has no constraint {min(missing)}"
    return None


def _names_there(cursor: CursorWrapper, table: str) -> set[str]:
    """The names of constraints and indexes; Django's look at those of SQLite reads every statement word by word, which
    takes longer than all else that a start does.
    """
    if connection.vendor != "sqlite":
        return set(connection.introspection.get_constraints(cursor, table))
    cursor.execute("SELECT sql FROM sqlite_master WHERE tbl_name = %s", [table])
    return {name for (text,) in cursor.fetchall() for name in re.findall(r'(?:CONSTRAINT|INDEX) "([^"]+)"', text or "")}


def _own_tables(labels: set[str]) -> set[str]:
    models = apps.get_models(include_auto_created=True)
    return {model._meta.db_table for model in models if model._meta.app_label in labels}


def _columns(model: type[Model]) -> set[str]:
    return {str(field.column) for field in model._meta.local_concrete_fields}


def _names(model: type[Model]) -> set[str]:
    return {str(one.name) for one in (*model._meta.constraints, *model._meta.indexes)}


def _unlike(table: str, what: str, found: set[str], wanted: set[str]) -> str:
    missing = sorted(wanted - found)
    if missing:
        return f"{table} has no {what} {missing[0]}"
    return f"{table} has a {what} {min(found - wanted)} that no release had"
