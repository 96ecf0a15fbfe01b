"""Boards: published results of a task, ranked, with scores of one's own placed among them.

A board is a view of `DeclaredTask.published`. It shows one split, by default the one that decided: where organisers
printed a final table. Systems of a team that are only variants of what it submitted stand behind its submission, so
that ranks count submissions; all of them are shown on demand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_EVEN, Decimal

from probierz.errors import ChallengeError, nearest
from probierz.reports.tables import ARROWS, Column, NumberStyle, Table
from probierz.suites.published_checks import on_another_scale
from probierz.suites.published_results import PublishedResult, ranked_kinds
from probierz.suites.suite import DeclaredTask

_COUNTED = "counted for the suite"


@dataclass(frozen=True)
class BoardRow:
    """A line of a board: a system of a paper, or a score of one's own.

    rank: as the organisers printed it, else how many ranked systems are better, plus one; 0 for what is not ranked,
    such as a baseline, and for a score of one's own where nothing is. value: as the challenge shows its metric, with
    the printed digits. source: where it is printed; of several places the first. is_own: not a published one. recipe:
    the system of `probierz systems` that was scored, where there is one. code: where the code or the trained model
    is. variants: how many further systems of the team stand behind this row. conflict: what another place says
    instead.
    """

    rank: int
    system: str
    value: str
    source: str
    is_own: bool = False
    recipe: str = ""
    kind: str = ""
    team: str = ""
    year: int = 0
    link: str = ""
    code: str = ""
    variants: int = 0
    conflict: str = ""

    @property
    def is_baseline(self) -> bool:
        """Whether it is a baseline, which stands behind no system that its team submitted."""
        return self.kind == "baseline"

    @property
    def is_counted(self) -> bool:
        """Whether it is a baseline that was counted for the suite, and not published."""
        return self.source == _COUNTED

    @property
    def number(self) -> float:
        """The value as a number."""
        return float(self.value)


@dataclass(frozen=True)
class PublishedBoard:
    """The results of a task on one split by one metric, best first. better: "higher" or "lower".

    has_all: every system stands for itself, variants, ablations and baselines included, and has a rank. folded: the
    further systems of teams, which stand behind what these submitted, and are counted there.
    """

    task: str
    split: str
    metric: str
    better: str
    rows: tuple[BoardRow, ...]
    has_all: bool = False
    folded: tuple[BoardRow, ...] = ()

    @property
    def ranked(self) -> tuple[BoardRow, ...]:
        """The published rows that have a rank."""
        return tuple(row for row in self.rows if row.rank and not row.is_own)

    @property
    def ranks_all_kinds(self) -> bool:
        """Whether all published systems but baselines have ranks, as no official submission is published."""
        return not self.has_all and any(row.kind != "official" for row in self.ranked)


def board(
    task: DeclaredTask, split: str = "", metric: str = "", own: Sequence[tuple[str, str]] = (), *, has_all: bool = False
) -> PublishedBoard:
    """Return the board of a task.

    split: by default the one that decided, see `deciding_split`. metric: as the challenge shows it; by default the main
    one. own: names and values (as the challenge prints them) to be placed among the others. has_all: rank every system,
    also variants, ablations and baselines; else submissions only, and where there is none of them variants and
    ablations.

    Where organisers printed the rank of every ranked row, theirs are taken. A published rank is not moved by scores of
    one's own; theirs is the one that they would have had. Values that are equal with the digits that are printed share
    a rank; own ones stand before published ones.
    Where nothing is published of a split but baselines were counted, only own ones are on it; see `with_counted`.
    Raises ChallengeError for a metric or split with no published result.
    """
    metric = metric or task.main_metric
    if not any(one.is_score for one in task.published) or _is_counted_alone(task, split, metric):
        return _unpublished(task, split, metric, own)
    chosen = _chosen(task, split, metric)
    better = _better(task, metric)
    single = [_row(group) for group in by_submission(chosen)]
    rows, behind = _sorted(single, better), list[BoardRow]()
    ranked = ranked_kinds(row.kind for row in rows)
    if not has_all and "official" in ranked:
        kept, behind = _folded(rows)
        rows = _sorted(kept, better)
    counted = rows if has_all else [row for row in rows if row.kind in ranked]
    ranks = {} if has_all else _printed_ranks(chosen, counted)
    published = [
        replace(row, rank=ranks.get(row) or _rank(row, counted, better) if row in counted else 0) for row in rows
    ]
    mine = [BoardRow(0, name, value, "", is_own=True) for name, value in own]
    mine = [replace(row, rank=_would_be(row, counted, better)) for row in mine]
    merged = tuple(_merged(published, mine, better))
    return PublishedBoard(task.full_name, chosen[0].split, metric, better, merged, has_all, tuple(behind))


def _is_counted_alone(task: DeclaredTask, split: str, metric: str) -> bool:
    """Whether of a split nothing is published by the main metric, and baselines were counted."""
    is_published = any(one.is_score and one.split == split and one.metric == metric for one in task.published)
    return not is_published and metric == task.main_metric and any(split in one.scores for one in task.baselines)


def _unpublished(task: DeclaredTask, split: str, metric: str, own: Sequence[tuple[str, str]]) -> PublishedBoard:
    """The board of a task of which nothing is published. Raises ChallengeError where no baseline was counted either."""
    splits = [name for one in task.baselines for name in one.scores] if metric == task.main_metric else []
    chosen = split or (board_split(task) if board_split(task) in splits else next(iter(splits), ""))
    if chosen not in splits:
        raise ChallengeError(f"{task.full_name}: no published result is known")
    better = _better(task, metric)
    mine = _sorted([BoardRow(0, name, value, "", is_own=True) for name, value in own], better)
    return PublishedBoard(task.full_name, chosen, metric, better, tuple(mine))


def with_counted(found: PublishedBoard, task: DeclaredTask) -> PublishedBoard:
    """Return the board with the baselines that were counted for the suite, as a platform shows them.

    They stand where their scores do, behind what is equal, and have no rank, as nobody published them.
    """
    if found.metric != task.main_metric:
        return found
    rows = list(found.rows)
    for one in task.baselines:
        value = one.scores.get(found.split)
        if value is not None:
            row = BoardRow(0, one.name, value, _COUNTED, kind="baseline", recipe=one.system)
            worse = (at for at, other in enumerate(rows) if _is_better(row, other, found.better))
            rows.insert(next(worse, len(rows)), row)
    return replace(found, rows=tuple(rows))


def deciding_split(task: DeclaredTask, metric: str = "") -> str:
    """Return the split of the final table of the organisers; without one, the split with most results, the last of
    these. Empty where nothing is published by that metric (by default the main one).
    """
    measured = [one for one in task.published if one.metric == (metric or task.main_metric) and one.is_score]
    splits = list(dict.fromkeys(one.split for one in measured))
    decided = {one.split for one in task.published if one.rank}
    if not splits:
        return ""
    return max(reversed(splits), key=lambda name: (name in decided, sum(one.split == name for one in measured)))


def board_split(task: DeclaredTask) -> str:
    """Return the split by which a board over the tasks of a suite ranks: the deciding one, else the test set."""
    return deciding_split(task) or task.config_options.test_name


def undecided(found: PublishedBoard, task: DeclaredTask) -> str:
    """Say in a sentence that a board is not of the split that decided a competition; empty where it is, or none was."""
    decided = deciding_split(task, found.metric)
    is_over = any(one.kind == "official" and one.split == decided for one in task.published)
    if found.split == decided or not is_over:
        return ""
    return f"{found.split} did not decide the competition; the final ranking is on {decided}"


def _chosen(task: DeclaredTask, split: str, metric: str) -> list[PublishedResult]:
    scores = [one for one in task.published if one.is_score]
    if not scores:
        raise ChallengeError(f"{task.full_name}: no published result is known")
    names = [scheme.name for scheme in task.parsed_schemes]
    if metric not in names and metric not in {one.metric for one in scores}:
        close = nearest(metric, names) or names
        raise ChallengeError(f"{task.full_name}: no metric is called {metric!r}; try {', '.join(close)}")
    measured = [one for one in scores if one.metric == metric]
    splits = list(dict.fromkeys(one.split for one in measured))
    if not splits or (split and split not in splits):
        where = f" on {split}" if split else ""
        there = f"; there are results on {', '.join(splits)}" if splits else ""
        raise ChallengeError(f"{task.full_name}: no result of {metric}{where} is published{there}")
    chosen = split or deciding_split(task, metric)
    return [one for one in measured if one.split == chosen]


def _better(task: DeclaredTask, metric: str) -> str:
    scheme = next((one for one in task.parsed_schemes if one.name == metric), task.parsed_schemes[0])
    return scheme.metric.better


# --- one row for each submission, one for each team ------------------------------------------------------------------


def by_submission(results: Sequence[PublishedResult]) -> list[list[PublishedResult]]:
    """Return what is printed of the same submission, at one or more places, together; the organisers' word first.

    It is the same where `submission` says so, and, where that says nothing, the system of a team under one name, or of
    nobody under one name. Of baselines without a team, one name at two places may be two systems: many papers have one.
    """
    groups: dict[tuple[str, ...], list[PublishedResult]] = {}
    for one in results:
        is_anybodys = one.kind == "baseline" and not one.team
        known = (one.system, one.team, one.source if is_anybodys else "")
        groups.setdefault((one.submission,) if one.submission else known, []).append(one)
    return [sorted(group, key=lambda one: (not one.rank, bool(one.conflict))) for group in groups.values()]


def _row(group: Sequence[PublishedResult]) -> BoardRow:
    """One row for what is printed of a submission at one or more places; the organisers' word counts first."""
    first = group[0]
    recipe = first.recipe or next((one.recipe for one in group if one.recipe), "")
    return BoardRow(
        rank=0, system=first.system, value=first.shown, source=first.source, recipe=recipe, kind=first.kind,
        team=first.team, year=first.origin.year, link=first.origin.link, code=first.origin.code,
        conflict=conflict_of(group),
    )  # fmt: skip


def conflict_of(group: Sequence[PublishedResult]) -> str:
    """Say what contradicts the first of the results of a submission on one split by one metric; empty for nothing."""
    first = group[0]
    others = [one for one in group if one.number != first.number]
    said = [f"{one.source}: {one.shown}; {one.conflict}" for one in others]
    return ". ".join(filter(None, (first.conflict, *said)))


def _folded(rows: Sequence[BoardRow]) -> tuple[list[BoardRow], list[BoardRow]]:
    """Keep what each team submitted, or the best of its systems where it submitted none of them here; best come first.
    Return also those that stand behind them.

    Baselines are no systems of the team that made them: of those the best stays beside. Rows without a team stay.
    """
    groups: dict[tuple[str, bool], list[BoardRow]] = {}
    for at, row in enumerate(rows):
        groups.setdefault((row.team or f"\0{at}", row.kind == "baseline"), []).append(row)
    kept = [row for group in groups.values() for row in _fold(group)]
    return kept, [row for group in groups.values() for row in group if row not in _standing(group)]


def _fold(group: Sequence[BoardRow]) -> list[BoardRow]:
    kept = _standing(group)
    return [replace(kept[0], variants=len(group) - len(kept)), *kept[1:]]


def _standing(group: Sequence[BoardRow]) -> list[BoardRow]:
    return [row for row in group if row.kind == "official"] or [group[0]]


def _sorted(rows: Sequence[BoardRow], better: str) -> list[BoardRow]:
    return sorted(rows, key=lambda row: row.number, reverse=better == "higher")


# --- ranks and places ------------------------------------------------------------------------------------------------


def _compared(own: str, printed: str) -> float:
    """How far a value is above a printed one, with the digits that are printed; 0 where these do not differ.

    A value of fewer digits is taken as it stands: 0.6 is below 0.6137.
    """
    digits = Decimal(1).scaleb(min(0, _exponent(printed)))
    own_value, printed_value = (Decimal(text).quantize(digits, ROUND_HALF_EVEN) for text in (own, printed))
    return float(own_value - printed_value)


def _exponent(text: str) -> int:
    exponent = Decimal(text).as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0


def _is_better(row: BoardRow, than: BoardRow, better: str) -> bool:
    """Whether a published row is better than another row, with the digits that it was printed with."""
    difference = -_compared(than.value, row.value) if than.is_own else row.number - than.number
    return difference > 0 if better == "higher" else difference < 0


def _rank(row: BoardRow, counted: Sequence[BoardRow], better: str) -> int:
    return 1 + sum(_is_better(one, row, better) for one in counted)


def _would_be(own: BoardRow, counted: Sequence[BoardRow], better: str) -> int:
    """The rank that a score of one's own would have had; 0 where nothing is ranked."""
    return _rank(own, counted, better) if counted else 0


def _printed_ranks(chosen: Sequence[PublishedResult], counted: Sequence[BoardRow]) -> dict[BoardRow, int]:
    """The ranks of the organisers' table, where all that counts stands in it: two ways to count do not mix."""
    printed = {(one.system, one.source, one.shown): one.rank for one in chosen if one.rank}
    found = {row: printed.get((row.system, row.source, row.value), 0) for row in counted}
    return found if all(found.values()) else {}


def _merged(published: Sequence[BoardRow], mine: Sequence[BoardRow], better: str) -> Iterator[BoardRow]:
    waiting = _sorted(mine, better)
    for row in published:
        while waiting and not _is_better(row, waiting[0], better):
            yield waiting.pop(0)
        yield row
    yield from waiting


def own_row(found: PublishedBoard, name: str, value: str) -> BoardRow:
    """Return a score of one's own with the rank that it would have had on a board."""
    row = BoardRow(0, name, value, "", is_own=True)
    return replace(row, rank=_would_be(row, found.ranked, found.better))


def place_of(found: PublishedBoard, own: BoardRow) -> str:
    """Say in a sentence where a score of one's own would have stood, and between which ranked systems.

    Where nothing is ranked, it stands between those that are printed.
    """
    above, level, below = neighbours(found, own)
    parts = [
        *([f"behind {_named(above[-1])}"] if above else []),
        *([f"level with {_named(level[0])}"] if level else []),
        *([f"ahead of {_named(below[0])}"] if below else []),
    ]
    place = f"would be {own.rank} of {len(found.ranked) + 1}" if found.ranked else "has no rank, as nothing here has"
    return f"{own.system} {own.value} {place}: {', '.join(parts)}"


def neighbours(found: PublishedBoard, own: BoardRow) -> tuple[list[BoardRow], list[BoardRow], list[BoardRow]]:
    """Return the ranked rows, or where nothing is ranked all, above a score of one's own, level with it, and below."""
    rows = found.ranked or tuple(row for row in found.rows if not row.is_own)
    above = [row for row in rows if _is_better(row, own, found.better)]
    level = [row for row in rows if row not in above and _compared(own.value, row.value) == 0]
    return above, level, [row for row in rows if row not in above and row not in level]


def _named(row: BoardRow) -> str:
    return f"{row.system} ({row.value})"


# --- scores of one's own ---------------------------------------------------------------------------------------------


def doubt(task: DeclaredTask, split: str, metric: str, value: str) -> str:
    """Return what is odd about a score of one's own: most likely the scale; empty where nothing is.

    value: as the challenge prints it. Raises ChallengeError for one that the metric cannot take.
    """
    scheme = next((one for one in task.parsed_schemes if one.name == metric), None)
    factor = 100 if task.config_options.show_as_percentage else 1
    found = with_counted(board(task, split, metric), task)
    other = _on_another_scale(float(value), found, is_percentage=factor == 100)
    other = other or on_another_scale(value, [row.number for row in found.rows], found.better)
    hint = f"; did you mean {other}?" if other else ""
    if scheme is not None:
        low, high = (bound * factor for bound in scheme.metric.bounds)
        if not low <= float(value) <= high:
            raise ChallengeError(f"{task.full_name}: {metric} is from {low:g} to {high:g} here, not {value}{hint}")
    if not other:
        return ""
    best, worst = found.rows[0].value, found.rows[-1].value
    return (
        f"{value} looks like another scale: what is published by {metric} of {found.split} is {best} to {worst}{hint}"
    )


def _on_another_scale(number: float, found: PublishedBoard, *, is_percentage: bool) -> str:
    """The same value times or divided by a hundred, where that is among what was published and the value is not."""
    numbers = [row.number for row in found.rows]
    low, high = min(numbers), max(numbers)
    if number > 3 * high and low / 2 <= number / 100 <= 2 * high:
        return f"{number / 100:.6g}"
    looks_like_a_share = 0 < number <= 1 and is_percentage
    if (looks_like_a_share or 0 < 3 * number < low) and low / 2 <= number * 100 <= 2 * high:
        return f"{number * 100:.6g}"
    return ""


def shown_as_printed(task: DeclaredTask, value: float) -> str:
    """Print a score as the challenge does: with its decimals, and as a percentage where it shows these."""
    options = task.config_options
    return NumberStyle(options.precision, options.show_as_percentage).show(value)


# --- tables ----------------------------------------------------------------------------------------------------------


def board_table(found: PublishedBoard) -> Table:
    """Return the board as a table: rank, system, value, source; own rows are marked with an arrow.

    The rank of an own row is in brackets, as it is the one that it would have had, and published ranks stay.

    Where a system is one of `probierz systems`, its name there stands beside it. A star marks a value that another
    place contradicts.
    """
    columns = [Column("rank", True), Column("system"), Column(found.metric, True, found.better), Column("source")]
    rows = [
        [_shown_rank(row), _shown_system(row), row.value + ("*" if row.conflict else ""), row.source or "your own"]
        for row in found.rows
    ]
    if any(row.recipe for row in found.rows):
        columns.insert(3, Column("recipe"))
        for cells, row in zip(rows, found.rows, strict=True):
            cells.insert(3, row.recipe)
    best = frozenset((at, 2) for at, row in enumerate(found.rows) if row.rank == 1)
    return Table(tuple(columns), tuple(map(tuple, rows)), best)


def _shown_rank(row: BoardRow) -> str:
    return f"({row.rank})" if row.is_own and row.rank else str(row.rank or "")


def _shown_system(row: BoardRow) -> str:
    if row.is_own:
        return f"→ {row.system}"
    return f"{row.system} (+{row.variants})" if row.variants else row.system


def paper_table(found: PublishedBoard) -> Table:
    """Return the board as a table that stands alone: the split beside its metric, baselines marked, and the year behind
    each source.
    """
    table = board_table(found)
    columns = tuple(
        one._replace(name=f"{found.split} {one.name}") if one.name == found.metric else one for one in table.columns
    )
    rows = tuple(_in_paper(cells, row) for cells, row in zip(table.rows, found.rows, strict=True))
    return replace(table, columns=columns, rows=rows)


def _in_paper(cells: tuple[str, ...], row: BoardRow) -> tuple[str, ...]:
    rank, system, *rest, source = cells
    mark = " (baseline)" if row.is_baseline else ""
    year = f", {row.year}" if row.year else ""
    return (rank, system + mark, *rest, source + year)


def paper_notes(found: PublishedBoard) -> list[str]:
    """Say what the marks in `paper_table` mean, a sentence for each kind that is there."""
    folding = next((row.variants for row in found.rows if row.variants), 0)
    baselines, own = (row for row in found.rows if row.is_baseline), (row for row in found.rows if row.is_own)
    said = {
        f"(+{folding}) stands for so many further systems of the same team.": folding,
        "A baseline is there to compare with.": any(baselines) and found.has_all,
        "A baseline is there to compare with, and has no rank.": any(baselines) and not found.has_all,
        "An arrow marks scores of our own; the rank in brackets is the one that they would have had.": any(own),
    }
    return [sentence for sentence, is_there in said.items() if is_there]


def data_table(found: PublishedBoard) -> Table:
    """Return the board for programs, one thing in each column: values without stars, and beside a system its kind
    (`own` for a score of one's own), its further variants, and what contradicts its value.

    The rank of an own row is in brackets, as it is the one that it would have had.
    """
    columns = (Column("rank", True), Column("system"), Column(found.metric, True, found.better), *_DATA_COLUMNS)
    return Table(columns, tuple(map(_data, found.rows)))


def boards_table(found: Sequence[PublishedBoard], *, has_arrows: bool = False) -> Table:
    """Return several boards as one table for programs, each line with its task, split and metric.

    has_arrows: for people, behind each metric which values are better.
    """
    columns = (
        Column("task"), Column("split"), Column("metric"),
        Column("rank", True), Column("system"), Column("value", True), *_DATA_COLUMNS,
    )  # fmt: skip
    arrows = {one: f" {ARROWS[one.better]}" if has_arrows else "" for one in found}
    return Table(
        columns,
        tuple((one.task, one.split, one.metric + arrows[one], *_data(row)) for one in found for row in one.rows),
    )


_DATA_COLUMNS = (
    Column("kind"), Column("variants", True), Column("recipe"), Column("source"), Column("year", True),
    Column("conflict"), Column("team"),
)  # fmt: skip


def _data(row: BoardRow) -> tuple[str, ...]:
    kind = "own" if row.is_own else row.kind
    rest = (kind, str(row.variants or ""), row.recipe, row.source, str(row.year or ""), row.conflict, row.team)
    return (_shown_rank(row), row.system, row.value, *rest)
