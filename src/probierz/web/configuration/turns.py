"""Work on what must not be alike, one after another: two who look at once would both find a name free."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_at_a_time(what: str) -> Iterator[None]:
    """Be alone with this work, in all processes, until the transaction ends that is begun here or was before.

    Transactions of SQLite are so in any case, see `configuration.environment`. what: names are looked at and saved
    inside; other work does not wait.
    """
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [zlib.crc32(what.encode())])
        yield
