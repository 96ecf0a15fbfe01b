"""Uploaded files, and how much one person may upload in an hour, whether it is handed in or only looked at."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from django.utils.translation import gettext as _

from probierz.archives.limits import MIB
from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.accounts.services.throttle import spend
from probierz.web.configuration import limits

WINDOW = timedelta(hours=1)


@dataclass(frozen=True)
class Uploaded:
    """A file that came. path: where it lies; name: what its sender calls it; test: of a single output."""

    path: Path
    name: str
    test: str | None = None


def spend_upload(user: User, files: Iterable[Uploaded]) -> None:
    """Count uploaded files, as they came. Raises Refused where a person has sent too much within an hour."""
    most = limits.upload_bytes_an_hour()
    size = sum(file.path.stat().st_size for file in files)
    wait = spend("upload", str(user.pk), min(size, most), most, WINDOW)
    if wait:
        message = _("You have uploaded a lot: %(size)d MiB in an hour are the most. Come back in %(number)d min.")
        raise Refused(message % {"size": most // MIB, "number": -(-wait // 60)}, "uploads")
