"""Splits whose lines have another number of columns than those of the other splits: often one was lost."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping

from probierz.lines import Dialect, LineReader

_LENIENT = Dialect(lenient=True)


def odd_columns(paths: Mapping[str, str | os.PathLike[str]]) -> dict[str, str]:
    """Return of each split that is odd what it has, and what the others have.

    paths: by split, `train` first, one file of each. What most of them have is usual, and of a tie what comes first.
    Looked at are first lines, as lines of one file are compared elsewhere. JSON lines have no columns.
    """
    counts = {split: count for split, path in paths.items() if (count := _columns(path))}
    if len({*counts.values()}) < 2:
        return {}
    usual = Counter(counts.values()).most_common(1)[0][0]
    return {
        split: f"{split} has another number of columns than the other splits: {count}, not {usual}"
        for split, count in counts.items()
        if count != usual
    }


def _columns(path: str | os.PathLike[str]) -> int:
    """The columns of the first line; 0 where there is none, or none can be."""
    if ".jsonl" in os.path.basename(path):
        return 0
    with LineReader(os.fspath(path), dialect=_LENIENT) as reader:
        first = next(reader, None)
    return 0 if first is None else str(first).count("\t") + 1
