"""How much one scoring may use."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from probierz.errors import OptionError

_LEAST_MEMORY = 256 * 2**20


@dataclass(frozen=True)
class ScoringLimits:
    """What the scoring process may use, and what is read from it.

    cpu_seconds: of processor time. wall_seconds: by the clock; more than cpu_seconds, so that only a busy machine can
    reach it. memory_bytes: of address space, at least 256 MiB, as numpy alone takes more than 100.
    file_bytes: of one file it writes. open_files: at a time.
    log_bytes: of its log and, apart, of its messages; the rest is thrown away.
    interval_seconds: of processor time for all intervals; without them after that.
    """

    cpu_seconds: int = 120
    wall_seconds: float = 600
    memory_bytes: int = 2 * 2**30
    file_bytes: int = 256 * 2**20
    open_files: int = 64
    log_bytes: int = 64 * 2**10
    interval_seconds: float = 20

    def __post_init__(self) -> None:
        """Refuse limits that make no sense. Raises OptionError."""
        for name, value in asdict(self).items():
            if value < 0 or (value == 0 and name != "interval_seconds"):
                raise OptionError(f"the limit {name} is {value!r}; give a number above 0")
        if self.memory_bytes < _LEAST_MEMORY:
            raise OptionError(f"memory_bytes ({self.memory_bytes}) is too little; give at least {_LEAST_MEMORY}")
        if self.wall_seconds <= self.cpu_seconds:
            raise OptionError(
                f"wall_seconds ({self.wall_seconds}) must be more than cpu_seconds ({self.cpu_seconds}), "
                "or a busy machine would be blamed on the output"
            )

    def as_dict(self) -> dict[str, Any]:
        """Return the limits as plain data."""
        return asdict(self)
