"""How many lines of expected results a split has."""

from __future__ import annotations

from probierz.challenges.challenge import Challenge, Split
from probierz.lines import LineReader

__all__ = ["count_lines"]


def count_lines(folder: Challenge, split: Split) -> int:
    """Return the number of lines of the expected results."""
    assert split.expected is not None
    with LineReader(str(split.expected), dialect=folder.dialect, header=folder.out_header) as reader:
        return sum(1 for _ in reader)
