"""Published results as a table, with a score of one's own ranked in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from probierz.errors import ChallengeError, nearest
from probierz.reports.tables import Column, NumberStyle, Table
from probierz.suites.suite import DeclaredTask, Published

__all__ = ["PublishedBoard", "BoardRow", "board", "board_table", "boards_table", "shown_as_printed"]


@dataclass(frozen=True)
class BoardRow:
    """A line of a board. rank: how many are better, plus one. value: as printed. is_own: not a published one.

    recipe: the system of `probierz systems` that was scored, where there is one.
    """

    rank: int
    system: str
    value: str
    source: str
    is_own: bool = False
    recipe: str = ""


@dataclass(frozen=True)
class PublishedBoard:
    """The results of a task on one split by one metric, best first. better: "higher" or "lower"."""

    task: str
    split: str
    metric: str
    better: str
    rows: tuple[BoardRow, ...]


def board(task: DeclaredTask, split: str = "", metric: str = "", own: Sequence[tuple[str, str]] = ()) -> PublishedBoard:
    """Return the board of a task.

    split: by default the one with most published results, the last of these. metric: as the challenge shows it; by
    default the main one. own: names and values (as the challenge prints them) to be ranked with the others.
    Equal values share a rank; own ones stand before published ones of the same value.
    Raises ChallengeError for a metric or split with no published result.
    """
    metric = metric or task.main_metric
    chosen = _chosen(task, split, metric)
    better = _better(task, metric)
    rows = [BoardRow(0, name, value, "", is_own=True) for name, value in own]
    rows += [BoardRow(0, one.system, one.value, one.source, recipe=one.recipe) for one in chosen]
    rows.sort(key=lambda row: float(row.value), reverse=better == "higher")
    values = [float(row.value) for row in rows]
    ranked = tuple(replace(row, rank=1 + values.index(float(row.value))) for row in rows)
    return PublishedBoard(task.full_name, chosen[0].split, metric, better, ranked)


def _chosen(task: DeclaredTask, split: str, metric: str) -> list[Published]:
    if not task.published:
        raise ChallengeError(f"{task.full_name}: no published result is known")
    names = [scheme.name for scheme in task.parsed_schemes]
    if metric not in names and metric not in {one.metric for one in task.published}:
        close = nearest(metric, names) or names
        raise ChallengeError(f"{task.full_name}: no metric is called {metric!r}; there is {', '.join(close)}")
    measured = [one for one in task.published if one.metric == metric]
    splits = list(dict.fromkeys(one.split for one in measured))
    if not splits or (split and split not in splits):
        where = f" on {split}" if split else ""
        there = f"; there are results on {', '.join(splits)}" if splits else ""
        raise ChallengeError(f"{task.full_name}: no result of {metric}{where} is published{there}")
    chosen = split or max(reversed(splits), key=lambda name: sum(one.split == name for one in measured))
    return [one for one in measured if one.split == chosen]


def _better(task: DeclaredTask, metric: str) -> str:
    scheme = next((one for one in task.parsed_schemes if one.name == metric), task.parsed_schemes[0])
    return scheme.metric.better


def shown_as_printed(task: DeclaredTask, value: float) -> str:
    """Print a score as the challenge does: with its decimals, and as a percentage where it shows these."""
    options = task.config_options
    return NumberStyle(options.precision, options.show_as_percentage).show(value)


def board_table(found: PublishedBoard) -> Table:
    """Return the board as a table: rank, system, value, source; own rows are marked with an arrow.

    Where a system is one of `probierz systems`, its name there stands beside it.
    """
    columns = [Column("rank", True), Column("system"), Column(found.metric, True, found.better), Column("source")]
    rows = [
        [str(row.rank), f"→ {row.system}" if row.is_own else row.system, row.value, row.source or "your own"]
        for row in found.rows
    ]
    if any(row.recipe for row in found.rows):
        columns.insert(3, Column("recipe"))
        for cells, row in zip(rows, found.rows, strict=True):
            cells.insert(3, row.recipe)
    best = frozenset((at, 2) for at, row in enumerate(found.rows) if row.rank == 1)
    return Table(tuple(columns), tuple(map(tuple, rows)), best)


def boards_table(found: Sequence[PublishedBoard]) -> Table:
    """Return several boards as one table, each line with its task, split and metric."""
    columns = (
        Column("task"), Column("split"), Column("metric"), Column("rank", True), Column("system"),
        Column("value", True), Column("recipe"), Column("source"),
    )  # fmt: skip
    rows = tuple(
        (one.task, one.split, one.metric, str(row.rank), row.system, row.value, row.recipe, row.source)
        for one in found
        for row in one.rows
    )
    return Table(columns, rows)
