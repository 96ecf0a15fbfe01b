"""The platform's secret key: made once, kept in the home folder, readable by its owner alone."""

from __future__ import annotations

import secrets
from pathlib import Path

from probierz.whole_files import write_first


def secret_key(home: Path) -> str:
    """Return the key in `home/secret-key`, which is made where it is missing; two processes agree on one."""
    path = home / "secret-key"
    if not path.exists():
        write_first(path, secrets.token_urlsafe(50), rights=0o600)
    return path.read_text().strip()
