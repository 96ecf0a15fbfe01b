"""How many lines a file has, and what is said of an output that has others than wanted."""

from __future__ import annotations

from probierz.challenges.challenge import Challenge, Split
from probierz.challenges.problems import Problem, there_are
from probierz.lines import LineReader

__all__ = ["count_lines", "wrong_line_count"]


def count_lines(folder: Challenge, split: Split) -> int:
    """Return the number of lines of the expected results."""
    assert split.expected is not None
    with LineReader(str(split.expected), dialect=folder.dialect, header=folder.out_header) as reader:
        return sum(1 for _ in reader)


def wrong_line_count(
    path: str, found: int, wanted: int, source: str, *, has_header: bool = False, goes_on: bool = False
) -> Problem:
    """Return what is said of an output with another number of lines than its source, the input.

    has_header: there is a line with the names of columns above them. goes_on: there are more.
    """
    count = f"there are more lines than the {wanted}" if goes_on else f"{there_are(found, 'line')}, but {wanted}"
    return Problem(
        path, None, f"{count} in {source}",
        "give one output line for every input line" + ("; the header is not counted" if has_header else ""),
        geval=f"Too {'few' if found < wanted else 'many'} lines in the output file",
    )  # fmt: skip
