"""What is wrong with rows of a table that are read all the same, told once for each fault of a file."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from probierz.challenges.problems import counted
from probierz.errors import DataError


@dataclass
class RowFlaws:
    """The faults of one table. path: for messages."""

    path: Path
    _found: dict[str, list[tuple[int, str]]] = field(default_factory=dict)

    def add(self, line: int, fault: str, remedy: str) -> None:
        """Keep a fault of a row. remedy: what helps, by which faults are of one kind."""
        self._found.setdefault(remedy, []).append((line, fault))

    def told(self) -> list[DataError]:
        """Return for each kind the first row that has it, how many more have, and the remedy."""
        return [
            DataError(f"{rows[0][1]}{_more(len(rows) - 1)}; {remedy}", path=self.path, line=rows[0][0])
            for remedy, rows in self._found.items()
        ]


def _more(count: int) -> str:
    return f" (and {counted(count, 'row')} more like it)" if count else ""
