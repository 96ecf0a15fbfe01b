"""Expected numbers of a hidden test that another file has on another scale, rounded or nearly so, in their order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from probierz.challenges.file_tables import IsOver, never, tables_in
from probierz.challenges.revealed_results import columns_of
from probierz.metrics.number_pairs import doubled_ranks
from probierz.metrics.parsers import finite_numbers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

FEWEST_DIFFERENT = 50
"""With fewer different values, other columns may go along with them by chance."""
LEAST_CORRELATION = 0.98
"""That of numbers spread evenly from 0 to 5, and the whole numbers next to them."""
_OF_PLACES = 0.9
"""Numbers that rise with the numbers of their lines go along with every id."""
_MOST_ROWS, _MOST_COLUMNS = 2**20, 200
"""What of a table is read."""


class LikeNumbers(NamedTuple):
    """A column that goes along with the expected numbers. correlation: Pearson's or Spearman's, the higher one."""

    place: str
    correlation: float
    lines: int

    def __str__(self) -> str:
        """Say it as the end of a sentence on the file."""
        return f"in {self.place} (correlation {self.correlation:.3f})"


class SoughtNumbers:
    """The expected numbers of a split, as they are looked for; nothing where they are too few or in order."""

    def __init__(self, expected: Path, header: Sequence[str] = ()) -> None:
        """Read them. Raises ProbierzError where that cannot be done."""
        import numpy as np

        columns = columns_of(expected, header, has_alternatives=True)
        numbers = _numbers(columns[0]) if len(columns) == 1 else None
        self._wanted: Numbers | None = None
        if numbers is not None and len(np.unique(numbers)) >= FEWEST_DIFFERENT:
            is_sorted = abs(_correlation(_ranks(numbers), np.arange(len(numbers), dtype=float))) > _OF_PLACES
            self._wanted = None if is_sorted else numbers

    def found_in(self, path: Path, *, is_over: IsOver = never) -> LikeNumbers | None:
        """Look into a file, packed or not; what cannot be read has none. is_over: ends the look."""
        if self._wanted is None:
            return None
        for _name, rows in tables_in(path, is_over):
            columns: dict[str, list[str]] = {}
            for row in islice(rows, _MOST_ROWS):
                for name, value in row.items():
                    if name in columns or len(columns) < _MOST_COLUMNS:
                        columns.setdefault(name, []).append(value)
            for name, values in columns.items():
                if (found := self._like(values)) is not None:
                    return LikeNumbers(name, found, len(self._wanted))
        return None

    def _like(self, values: Sequence[str]) -> float | None:
        """The correlation of a column, with or without a header, or the beginning or end of it."""
        assert self._wanted is not None
        lines = len(self._wanted)
        for start in sorted({0, 1, len(values) - lines}):
            some = values[start : start + lines] if start >= 0 else ()
            numbers = _numbers(some) if len(some) == lines else None
            if numbers is None:
                continue
            pairs = (numbers, self._wanted), (_ranks(numbers), _ranks(self._wanted))
            found = max(abs(_correlation(*pair)) for pair in pairs)
            if found >= LEAST_CORRELATION:
                return found
        return None


def _numbers(values: Sequence[str]) -> Numbers | None:
    """The numbers, with points or commas, with or without a sign of percent; None where one is none."""
    import numpy as np

    found = finite_numbers(value.strip().strip('"').removesuffix("%").replace(",", ".") for value in values)
    return np.array(found) if found else None


def _ranks(numbers: Numbers) -> Numbers:
    """Ranks, doubled, which changes no correlation; equal numbers share the mean of theirs."""
    import numpy as np

    return np.concatenate([np.array(part, float) for part in doubled_ranks(numbers.tolist())])


def _correlation(one: Numbers, other: Numbers) -> float:
    import numpy as np

    if one.std() == 0 or other.std() == 0:
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])
