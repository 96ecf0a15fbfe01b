"""The tables of the publication of SQAD 3.0 from outputs of one's own, with what is printed there beside each number.

What it prints as MAP is P@1 here, the share of questions that are right at once. Its Count is the number of these. Its
cross-validation is printed for versions 3.0 and 2.1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean

from probierz.reports.tables import Column, Table
from probierz.suites.sqad.scores import LAST_RANK, RankedQuestion, mean_reciprocal_rank, share_within, types_table

_MAP = "SQAD-MAP"
_LATER = f">={LAST_RANK + 1}"
_PAPER = Column("printed", True)
_VERSIONS = ("v3.0", "v2.1")
_BEST: Mapping[str, float] = {"units": 300, "dropout": 0.2, "rate": 0.6}
"""The best of the publication's 36 settings."""


def _printed(table: str) -> Mapping[tuple[str, str], str]:
    """The numbers of a table of the publication, by slice and metric."""
    from probierz.suites.catalogue import find_task

    return {(one.slice, one.metric): one.value for one in find_task("sqad/sentences").published if one.table == table}


def scores_beside_paper(questions: Sequence[RankedQuestion]) -> Table:
    """Return P@1 and MRR over all questions of a test, in percent."""
    printed = _printed("section 4")
    rows = (
        ("P@1", _percent(share_within(questions, 1)), printed["", _MAP]),
        ("MRR", _percent(mean_reciprocal_rank(questions)), printed["", "MRR"]),
    )
    return Table((Column("score"), Column("value", True, "higher"), _PAPER), rows)


def types_beside_paper(questions: Sequence[RankedQuestion]) -> Table:
    """Return how many of each type of question and answer are right at once, and P@1 in percent (table 2)."""
    printed, ours = _printed("Table 2"), types_table(questions)
    columns = (*ours.columns, Column("printed: right", True), Column("printed: P@1", True))
    rows = (
        (*row, *(printed.get((f"{row[0]} type {row[1]}", metric), "") for metric in ("right at rank 1", _MAP)))
        for row in ours.rows
    )
    return Table(columns, tuple(rows))


def ranks_beside_paper(questions: Sequence[RankedQuestion]) -> Table:
    """Return how many questions, and what share in percent, have their right sentence at each rank (table 3)."""
    printed = _printed("Table 3")
    counts = Counter(_LATER if one.rank is None or one.rank > LAST_RANK else str(one.rank) for one in questions)
    rows = tuple(
        (
            rank,
            str(counts[rank]),
            _percent(counts[rank] / len(questions)),
            printed["", f"share with the right sentence at rank {rank}"],
        )
        for rank in (*map(str, range(1, LAST_RANK + 1)), _LATER)
    )
    return Table((Column("rank"), Column("questions", True), Column("%", True), _PAPER), rows)


def folds_beside_paper(folds: Sequence[Sequence[RankedQuestion]]) -> Table:
    """Return P@1 and MRR of each fold's test, and their means over the folds, in percent (table 4)."""
    printed = _printed("Table 4")
    scores = [(share_within(one, 1), mean_reciprocal_rank(one)) for one in folds]
    names = [*(f"part {number}" for number in range(1, len(folds) + 1)), "mean"]
    sizes = [*(str(len(one)) for one in folds), ""]
    means = (fmean(first for first, _ in scores), fmean(second for _, second in scores))
    rows = tuple(
        (
            name,
            size,
            *map(_percent, found),
            *(printed.get((f"{version} 5-fold, {name}", _MAP), "") for version in _VERSIONS),
        )
        for name, size, found in zip(names, sizes, [*scores, means], strict=True)
    )
    numbers = (Column("P@1", True, "higher"), Column("MRR", True, "higher"))
    return Table(
        (Column("fold"), Column("questions", True), *numbers, Column("SQAD 3.0", True), Column("SQAD 2.1", True)), rows
    )


def grid_beside_paper(trials: Sequence[tuple[Mapping[str, object], Sequence[float]]]) -> Table:
    """Return each setting that was tried with P@1 on the development questions, in percent, the best mean first.

    trials: settings, and the share of each of their runs.
    """
    names = list(dict.fromkeys(name for settings, _ in trials for name in settings))
    rows = tuple(
        (
            *(f"{settings[name]:g}" if isinstance(settings[name], float) else str(settings[name]) for name in names),
            str(len(shares)),
            _percent(fmean(shares)),
            _percent(max(shares)),
            "the best there" if dict(settings) == dict(_BEST) else "",
        )
        for settings, shares in sorted(trials, key=lambda one: -fmean(one[1]))
    )
    scores = (Column("runs", True), Column("P@1, mean", True, "higher"), Column("P@1, best", True, "higher"))
    return Table((*(Column(name, True) for name in names), *scores, Column("printed")), rows)


def _percent(share: float) -> str:
    return f"{100 * share:.2f}"
