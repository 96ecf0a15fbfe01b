"""Files that one process holds, so that no other one does the same work at the same place."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO


def held_file(path: Path) -> IO[str] | None:
    """Open a file that is made where there is none, and hold it until it is closed; None where another process does.

    Whoever holds it may remove it before closing it. On a file system that knows no such holds it is just open.
    """
    import fcntl

    while True:
        file = path.open("a+", encoding="utf-8")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            return None
        except OSError:
            return file
        if path.exists() and os.path.samestat(os.fstat(file.fileno()), path.stat()):
            return file  # and not what another one has removed meanwhile
        file.close()
