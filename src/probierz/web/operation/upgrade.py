"""Bringing the database up to date; before that, a copy is put aside."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from probierz.web.operation.database_copies import copy_database
from probierz.web.operation.schema import pending, refuse_other_schema

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
    copy = copy_database(folder / f"{stamp}-before-{reason}")
    for old in sorted(folder.glob(f"*-before-*{copy.suffix}"))[:-KEPT_BACKUPS]:
        old.unlink()
    return copy
