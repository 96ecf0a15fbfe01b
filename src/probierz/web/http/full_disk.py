"""How a disk or a quota without room shows itself."""

from __future__ import annotations

from probierz.errors import FULL_DISK

_WORDS = ("disk is full", "No space left")


def is_full_disk(error: BaseException) -> bool:
    """Whether a file, or a row of the database, could not be written for want of room."""
    if isinstance(error, OSError):
        return error.errno in FULL_DISK
    from django.db import DatabaseError

    return isinstance(error, DatabaseError) and any(word in str(error) for word in _WORDS)
