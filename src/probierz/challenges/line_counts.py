"""What is said of an output that has other lines than wanted."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import islice

from probierz.challenges.problems import Problem, there_are
from probierz.lines import Dialect, LineReader
from probierz.scoring.blocks import ONE_FOR_EACH


def empty_last_line(path: str | os.PathLike[str], wanted: int, header: Sequence[str] = ()) -> Problem | None:
    """Return what is said of an output whose last line is one too many and empty; None for any other.

    header: names of columns that may stand above the lines, and count for none.
    """
    with LineReader(path, dialect=Dialect(lenient=True), header=header) as reader:
        more = [str(line) for line in islice(reader, wanted, wanted + 2)]
        if more != [""]:
            return None
        return Problem(
            os.fspath(path), wanted + 1 + reader.header_lines, "the last line is empty", "remove it",
            geval="Too many lines in the output file", kind="surplus",
        )  # fmt: skip


def wrong_line_count(
    path: str, found: int, wanted: int, source: str, *, has_header: bool = False, goes_on: bool = False
) -> Problem:
    """Return what is said of an output with another number of lines than its source, the input or what is expected.

    has_header: there is a line with the names of columns above them. goes_on: there are more.
    """
    count = f"there are more lines than the {wanted}" if goes_on else f"{there_are(found, 'line')}, but {wanted}"
    return Problem(
        path, None, f"{count} in {source}",
        ONE_FOR_EACH + ("; the header is not counted" if has_header else ""),
        geval=f"Too {'few' if found < wanted else 'many'} lines in the output file",
    )  # fmt: skip
