"""The audit log: who did what to what."""

from __future__ import annotations

from typing import Any

from django.db import models

from probierz.web.accounts.models import AuditEntry, User

__all__ = ["audit"]


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
