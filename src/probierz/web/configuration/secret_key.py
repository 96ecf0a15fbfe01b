"""The platform's secret key: made once, kept in the home folder, readable by its owner alone."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

__all__ = ["secret_key"]


def secret_key(home: Path) -> str:
    """Return the key in `home/secret-key`, which is made where it is missing; two processes agree on one."""
    path = home / "secret-key"
    home.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f".secret-key-{os.getpid()}-{secrets.token_hex(4)}")
    if not path.exists():
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass  # another process was first: its key counts
        finally:
            fresh.unlink()
    return path.read_text().strip()
