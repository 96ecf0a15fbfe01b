"""Work that an answer does not wait for, and whose time nobody may measure."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from django.db import connection

log = logging.getLogger(__name__)


def later(work: Callable[[], object]) -> None:
    """Do the work in a thread of its own. It may be lost if the process ends: for jobs that must not be, see `jobs`."""
    threading.Thread(target=_run, args=[work], daemon=False).start()


def _run(work: Callable[[], object]) -> None:
    try:
        work()
    except Exception:
        log.exception("Work behind an answer failed")
    finally:
        connection.close()
