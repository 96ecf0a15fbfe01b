"""Equal inputs with different labels: whatever is said of them, one of the lines is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from probierz.challenges.file_tables import split_rows
from probierz.challenges.item_columns import ItemColumns
from probierz.challenges.labels import are_classes

_FEWEST_WORDS = 3
"""What shorter texts mean, such as *Yes.* or a word with two readings, others may say."""


def conflicting_lines(
    inputs: Path,
    expected: Path,
    in_header: Sequence[str] = (),
    out_header: Sequence[str] = (),
    *,
    item: ItemColumns,
) -> list[int]:
    """Return the lines, from 1, whose input has another label where it stands first; none where results are no labels.

    Inputs are the same up to blanks and columns of ids. Raises ProbierzError where a file cannot be read.
    """
    wanted = [" ".join(row.values()) for row in split_rows(expected, out_header)]
    if not are_classes(wanted):
        return []
    first: dict[str, str] = {}
    found: list[int] = []
    for at, (row, label) in enumerate(zip(split_rows(inputs, in_header), wanted, strict=False), 1):
        words = "\t".join(item.of([*row.values()])).split()
        if len(words) >= _FEWEST_WORDS and first.setdefault(" ".join(words), label) != label:
            found.append(at)
    return found
