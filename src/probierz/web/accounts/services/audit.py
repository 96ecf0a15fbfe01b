"""The audit log: who did what to what."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.db import models

from probierz.web.accounts.models import AuditEntry, User


def audit(actor: User | None, action: str, about: models.Model | None = None, /, **details: Any) -> AuditEntry:
    """Note an action such as "team.rename" and the object it changed.

    Details are plain JSON values: never a secret, never a line of hidden data. Without an actor, the platform did it.
    """
    return AuditEntry.objects.create(
        actor=actor,
        action=action,
        object_type=about._meta.model_name or "" if about else "",
        object_id=str(about.pk) if about else "",
        details=details,
    )


def changes(before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, Any]:
    """Return what differs, as details of an entry: each value with what it was and what it is now."""
    plain = {name: (_plain(before.get(name)), _plain(value)) for name, value in after.items()}
    return {name: {"before": was, "after": now} for name, (was, now) in plain.items() if was != now}


def _plain(value: object) -> object:
    """As JSON keeps it: a moment in ISO 8601, a thing of the database by its name; nothing is the empty string."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="seconds")
    return str(value) if isinstance(value, models.Model) else value
