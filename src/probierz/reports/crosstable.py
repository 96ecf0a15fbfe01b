"""Cross-tables: metrics whose names have common beginnings and common ends, arranged in rows and columns.

`Acc case`, `Acc nocase`, `F1 case` and `F1 nocase` become a table with the rows Acc and F1. Source: GEval 1.42.2.0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

_MOST_WORK = 10**8  # names · Σ length²; with more no table is looked for, since the time grows with it


class CrossTable(NamedTuple):
    """A table whose cell in row r and column c is what is called r + c (or c + r when it was turned)."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    is_turned: bool = False

    @property
    def names(self) -> list[str]:
        """All names in the table, row by row."""
        return [self.name(row, column) for row in self.rows for column in self.columns]

    def name(self, row: str, column: str) -> str:
        """The name of a cell."""
        return column + row if self.is_turned else row + column

    def tall(self) -> CrossTable:
        """The table turned, if it has fewer rows than columns."""
        if len(self.rows) >= len(self.columns):
            return self
        return CrossTable(self.columns, self.rows, not self.is_turned)


Suffixes = dict[str, None]  # an ordered set


def arrange(names: Sequence[str]) -> list[str | CrossTable]:
    """Arrange different names into tables and single names, in the order of the earliest name of each."""
    rest = list(dict.fromkeys(names))
    blocks: list[str | CrossTable] = []
    while rest:
        if len(rest) < 4 or len(rest) * sum(len(name) ** 2 for name in rest) > _MOST_WORK:
            blocks += rest  # a table has at least four names
            break
        table = _largest(_prefixes(rest))
        block: str | CrossTable = table if table is not None else rest[0]
        blocks.append(block.tall() if isinstance(block, CrossTable) else block)
        gone = set(_names_of(block))
        rest = [name for name in rest if name not in gone]
    place = {name: at for at, name in enumerate(names)}
    return sorted(blocks, key=lambda block: min(place[name] for name in _names_of(block)))


def _names_of(block: str | CrossTable) -> list[str]:
    return block.names if isinstance(block, CrossTable) else [block]


def _prefixes(names: Sequence[str]) -> list[tuple[str, Suffixes]]:
    """Beginnings that at least two names share, with what follows; those with most first."""
    found: dict[str, Suffixes] = {}
    for name in names:
        for at in range(1, len(name)):
            found.setdefault(name[:at], {})[name[at:]] = None
    kept = [(prefix, suffixes) for prefix, suffixes in found.items() if len(suffixes) >= 2]
    return sorted(kept, key=lambda item: -len(item[1]))


def _largest(prefixes: Sequence[tuple[str, Suffixes]]) -> CrossTable | None:
    """The largest table that any prefix leads to, the last among equals; None when there is none of two by two."""
    best: CrossTable | None = None
    owners: dict[str, list[int]] = {}
    for number, (_, suffixes) in enumerate(prefixes):
        for suffix in suffixes:
            owners.setdefault(suffix, []).append(number)
    for _, suffixes in prefixes:
        table = _grown(suffixes, prefixes, owners)
        if _size(table.rows, table.columns) > 1 and (best is None or len(table.names) >= len(best.names)):
            best = table
    return best


def _grown(
    suffixes: Suffixes, prefixes: Sequence[tuple[str, Suffixes]], owners: Mapping[str, Sequence[int]]
) -> CrossTable:
    """Grow a table from one set of columns: rows are put on top as long as the table does not get smaller.

    owners: the numbers of the prefixes that have a suffix.
    """
    shared: dict[int, set[str]] = {}
    for suffix in suffixes:
        for number in owners[suffix]:
            shared.setdefault(number, set()).add(suffix)
    candidates = sorted((-len(common), number) for number, common in shared.items() if len(common) >= 2)
    rows: tuple[str, ...] = ()
    columns = tuple(suffixes)
    for _, number in reversed(candidates):
        narrowed = tuple(column for column in columns if column in shared[number])
        if _size((prefixes[number][0], *rows), narrowed) >= _size(rows, columns):
            rows, columns = (prefixes[number][0], *rows), narrowed
    return CrossTable(rows, columns)


def _size(rows: Sequence[str], columns: Sequence[str]) -> int:
    return len(rows) * len(columns) if len(rows) >= 2 and len(columns) >= 2 else 0


def show_scores(values: Mapping[str, str]) -> str:
    """Print names with their values: `name TAB value` lines and cross-tables, a blank line between blocks."""
    blocks: list[list[str]] = []
    after_single = False
    for block in arrange(list(values)):
        if isinstance(block, str):
            if not after_single:
                blocks.append([])
            blocks[-1].append(f"{block}\t{values[block]}")
        else:
            blocks.append(_table_lines(block, values))
        after_single = isinstance(block, str)
    return "\n".join("".join(line + "\n" for line in block) for block in blocks)


def _table_lines(table: CrossTable, values: Mapping[str, str]) -> list[str]:
    beginnings, ends = str.rstrip, str.lstrip
    row_text, column_text = (ends, beginnings) if table.is_turned else (beginnings, ends)
    header = "\t".join(["", *map(column_text, table.columns)])
    rows = [
        "\t".join([row_text(row), *(values[table.name(row, column)] for column in table.columns)]) for row in table.rows
    ]
    return [header, *rows]
