"""A table that lies beside the files of an output: what is known of each line, such as its document or its error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from probierz.errors import DataError
from probierz.lines import LineReader


def read_beside(path: str | Path) -> Mapping[str, Sequence[str]]:
    """Return the columns of a TSV file by the names of its first line, each with a value for every further line.

    Raises DataError for names that are missing or given twice, and for a row of another width.
    """
    with LineReader(str(path), is_digested=False) as lines:
        names = str(next(lines, "")).split("\t")
        if "" in names or len(set(names)) < len(names):
            raise DataError("the first line names the columns, each by a name of its own", path=Path(path), line=1)
        columns: list[list[str]] = [[] for _ in names]
        for number, line in enumerate(lines, 2):
            cells = str(line).split("\t")
            if len(cells) != len(names):
                raise DataError(
                    f"{len(cells)} columns, and the first line names {len(names)}", path=Path(path), line=number
                )
            for column, cell in zip(columns, cells, strict=True):
                column.append(cell)
    return dict(zip(names, columns, strict=True))
