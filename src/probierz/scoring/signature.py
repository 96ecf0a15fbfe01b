"""The signature of a number: what repeats it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Signature:
    """How to repeat a number: the scheme, the version of probierz, the options, and digests of the data.

    peer: the signature under which another tool prints the same value, such as sacreBLEU; empty where none does.

    `str(signature)` is one line: `WER|probierz:0.2.0|lines:5508|expected:1f3a…|output:90bc…`.
    """

    scheme: str
    version: str
    lines: int
    options: Mapping[str, str] = field(default_factory=dict)
    digests: Mapping[str, str] = field(default_factory=dict)
    peer: str = ""

    def __str__(self) -> str:
        """Print the signature in one line; digests are cut to 12 digits."""
        parts = [self.scheme, f"probierz:{self.version}", f"lines:{self.lines}"]
        parts += [f"{key}:{value}" for key, value in self.options.items()]
        parts += [f"{key}:{value[:12]}" for key, value in self.digests.items()]
        return "|".join(parts) + (f" ({self.peer})" if self.peer else "")

    def as_dict(self) -> dict[str, Any]:
        """Return the signature as plain data, digests in full."""
        plain: dict[str, Any] = {
            "scheme": self.scheme,
            "version": self.version,
            "lines": self.lines,
            "options": dict(self.options),
            "digests": dict(self.digests),
        }
        return plain | ({"peer": self.peer} if self.peer else {})
