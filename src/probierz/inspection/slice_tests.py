"""Whether slices are better or worse than chance: each against as many random lines, or clusters of lines.

For shares of lines nothing is drawn: the chance is the hypergeometric distribution's, to which random lines would come.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from probierz.scoring.clustered import owners_of
from probierz.scoring.far_lines import far_line
from probierz.scoring.levels import LEVEL
from probierz.scoring.rows import ScoreRows
from probierz.scoring.score import Score
from probierz.scoring.significance import counting_places, share_of_lines

if TYPE_CHECKING:
    from probierz.scoring.subsets import SubsetTest

SMALL = 5
"""A slice of fewer lines that count for a score is called small, and not tested: hardly anything could be said of it.

For recall a line on which nothing is expected does not count.
"""


Untold = Literal["too few lines", "one class alone", "one line decides", "sorted by its score"]
"""Why nothing can be said of a slice: the same words for people and programs. Notes tell more."""
Side = Literal["better", "worse", "", Untold]


class Difference(NamedTuple):
    """Whether a slice's score is more than chance: p of random slices, and q, corrected for all that were looked at.

    q is the share of false discoveries to expect among this slice and those with a smaller one (Benjamini, Hochberg).
    Both are NaN where nothing was tested: a slice of all lines, scores that are NaN, and where no verdict is possible.
    side: "better" or "worse" than random lines where q is at most 0.05; why nothing can be said; else empty.
    """

    p: float
    q: float
    side: Side


_TRIALS_A_SLICE = 100
"""So many random slices for each that is tested, where one is rare: p can get below 5 % / slices with room to spare."""


def counting_lines(score: Score) -> int:
    """How many lines count for the score."""
    return len(counting_places(score.scheme.metric, rows_of(score).tallies))


def rows_of(score: Score) -> ScoreRows:
    """What each line left; slices are made of nothing else."""
    assert score.rows is not None
    return score.rows


class SliceTests(NamedTuple):
    """The tests of the slices of each column. drawn: random slices of a size, wanted: how many there should have
    been, where they were fewer; else both 0.
    """

    differences: list[list[Difference]]
    drawn: int = 0
    wanted: int = 0


class _Chance(NamedTuple):
    """How often a slice that is nothing special scores so far from the others, and on which side it is.

    least: the smallest p that the slice could have had; 0 where that is not known.
    """

    p: float
    is_high: bool
    least: float = 0.0


@dataclass(frozen=True)
class SlicedColumn:
    """A score of all lines, and those of its slices. sides: what lines were sorted by, see `Slicer`."""

    whole: Score
    scores: Sequence[Score]
    sides: Collection[str] = ()

    @cached_property
    def tested(self) -> list[int]:
        """The places of the slices that are not all lines, and on which a verdict is possible."""
        most = counting_lines(self.whole)
        return [
            at for at, score in enumerate(self.scores) if at not in self.undecidable and counting_lines(score) < most
        ]

    @cached_property
    def undecidable(self) -> Mapping[int, Untold]:
        """The places of the slices of which nothing can be said, with the first reason."""
        small = [at for at, score in enumerate(self.scores) if counting_lines(score) < SMALL]
        found: dict[int, Untold] = {
            **dict.fromkeys(self.far_lines, "one line decides"),
            **dict.fromkeys(self.of_one_class, "one class alone"),
            **dict.fromkeys(small, "too few lines"),
        }
        if self.is_sorted_by_score:
            found |= dict.fromkeys(range(len(self.scores)), "sorted by its score")
        return found

    @cached_property
    def is_sorted_by_score(self) -> bool:
        """Whether an expression sorts lines by what they score, so that slices differ whatever the lines are.

        It uses `score`, or compares the output with what is expected so that slices are apart.
        """
        return "score" in self.sides or ({"expected", "output"} <= {*self.sides} and self._are_apart)

    @property
    def may_be_of_score(self) -> bool:
        """Whether slices are apart by a column that may have been made from the score; what is expected was not."""
        return not self.is_sorted_by_score and not {*self.sides} <= {"expected"} and self._are_apart

    @cached_property
    def _are_apart(self) -> bool:
        """Whether all lines of one slice score above all of the next; of slices that are not small."""
        samples = [rows_of(score) for score in self.scores if len(rows_of(score)) >= SMALL]
        return len(samples) > 1 and all(
            _are_apart([_values(rows, most or len(rows)) for rows in samples]) for most in (_FIRST, None)
        )

    @cached_property
    def far_lines(self) -> dict[int, int]:
        """By the places of slices: the number of a line so far from all others that it alone makes a score."""
        of_all = _far_line_of(self.whole)
        found = {at: of_all or _far_line_of(score) for at, score in enumerate(self.scores)}
        return {at: number for at, number in found.items() if number}

    @cached_property
    def of_one_class(self) -> frozenset[int]:
        """The places of slices in which one class alone is expected, of a score that weighs classes against each other.

        It says something else there: MCC is 0, F1 without a line of class 1 is 1 or 0. Random lines have all classes.
        All slices, where one class alone is expected anywhere and the score says nothing without others.
        """
        if _lacks_a_class(self.whole):
            return frozenset(range(len(self.scores)))
        if len(_classes(self.whole)) < 2:
            return frozenset()
        return frozenset(at for at, score in enumerate(self.scores) if len(_classes(score)) == 1)


_FIRST = 20
"""So many lines of each slice tell that slices overlap, before all are looked at."""


def _values(rows: ScoreRows, most: int) -> list[float]:
    """The scores of the first lines alone, of labels 1 or 0 as they are right; none where a line has none."""
    from probierz.scoring.class_draws import group_tally, reader_of

    read, tally = reader_of(rows.scheme.metric, rows.tallies)
    pairs = list(map(read, rows.tallies[:most]))
    labels = [pair for pair in pairs if pair is not None]
    if tally is not group_tally and len(labels) == len(pairs):
        return [float(one == other) for one, other in labels]
    first = ScoreRows(rows.scheme, rows.tallies[:most], rows.numbers[:most]).values
    return [] if any(map(math.isnan, first)) else first


def _are_apart(slices: Sequence[Sequence[float]]) -> bool:
    """Whether the numbers of no two slices overlap."""
    if not all(slices):
        return False
    ordered = sorted((min(some), max(some)) for some in slices)
    return all(one[1] < other[0] for one, other in pairwise(ordered))


def _far_line_of(score: Score) -> int | None:
    rows = rows_of(score)
    at = far_line(score.scheme.metric, rows.tallies)
    return None if at is None else rows.numbers[at]


def _lacks_a_class(score: Score) -> bool:
    from probierz.scoring.class_draws import class_table, missing_class

    metric, tallies = score.scheme.metric, rows_of(score).tallies
    table = None if share_of_lines(metric, tallies) is not None else class_table(metric, tallies)
    return table is not None and bool(missing_class(table))


def _classes(score: Score) -> set[Hashable]:
    """The classes that are expected, of a score that is more than a share of lines; of others none."""
    from probierz.scoring.class_draws import class_table

    metric, tallies = score.scheme.metric, rows_of(score).tallies
    if share_of_lines(metric, tallies) is not None:
        return set()
    if table := class_table(metric, tallies):
        return set(table.expected)
    keys = {key for tally in tallies if isinstance(tally, dict) for key in tally}
    return {key[0] for key in keys} if all(isinstance(key, tuple) and len(key) == 2 for key in keys) else set()


def slice_tests(
    tables: Sequence[Sequence[SlicedColumn]], *, trials: int, seed: int = 1, cluster: Sequence[Hashable] | None = None
) -> list[SliceTests]:
    """Compare each slice with random lines, or clusters; correct for the number of slices of all tables together.

    tables: the columns of each. See `SliceOptions`.

    Which slices are judged must not depend on what moves the score. A loss of probabilities hangs on how many lines of
    a rare class a slice has, and random slices have any number, as it has: of 20 random slices of 100 lines, 0.06 of
    class 1, 0.035 (Brier) and 0.025 (LogLoss) of 400 files had a false verdict, 18 worse and 12 better; judging slices
    with ten lines of the class alone makes it 0.302 and 0.287, 288 worse and none better.
    """
    if trials == 0:
        return [SliceTests(list(map(_untested, columns))) for columns in tables]
    most = _TRIALS_A_SLICE * sum(len(column.tested) for columns in tables for column in columns)
    found = [[_among_random(column, trials, most, seed, cluster) for column in columns] for columns in tables]
    verdicts = iter(
        _verdicts([column for columns in tables for column in columns], [one.chances for some in found for one in some])
    )
    return [_tests_of([next(verdicts) for _ in columns], some) for columns, some in zip(tables, found, strict=True)]


def _untested(column: SlicedColumn) -> list[Difference]:
    """What is said of the slices of a column without a test."""
    return [Difference(math.nan, math.nan, column.undecidable.get(at, "")) for at in range(len(column.scores))]


def _tests_of(differences: list[list[Difference]], found: Sequence[_Among]) -> SliceTests:
    short = [(one.drawn, one.wanted) for one in found if one.drawn < one.wanted]
    return SliceTests(differences, *min(short, default=(0, 0)))


def _among_random(
    column: SlicedColumn, trials: int, most: int, seed: int, cluster: Sequence[Hashable] | None
) -> _Among:
    """The chances of the slices of one column. most: how many random slices to draw where one is rare."""
    whole, scores, tested = column.whole, column.scores, column.tested
    if not tested:
        return _Among({}, 0, 0)
    rows = rows_of(whole)
    if cluster is None and share_of_lines(whole.scheme.metric, rows.tallies) is not None:
        return _Among(_exact(column, tested), 0, 0)
    drawing = _Drawing(whole, trials, most, seed)
    if cluster is not None:
        return _by_clusters(drawing, scores, tested, owners_of(cluster, rows.numbers) or [])
    return drawing.among_lines({at: scores[at] for at in tested})


def _exact(column: SlicedColumn, tested: Sequence[int]) -> dict[int, _Chance]:
    """Of shares of lines: how many are hits of as many random lines that count is hypergeometric."""
    from probierz.scoring.distributions import hypergeometric_p

    whole, scores = column.whole, column.scores
    total, marked = counting_lines(whole), _hits(whole)
    chances = {}
    for at in tested:
        size, hits = counting_lines(scores[at]), _hits(scores[at])
        tails = hypergeometric_p(hits, size, marked, total)
        ends = (
            hypergeometric_p(max(0, size + marked - total), size, marked, total)[0],
            hypergeometric_p(min(size, marked), size, marked, total)[1],
        )
        tail, opposite = (tails[0], ends[1]) if tails[0] < tails[1] else (tails[1], ends[0])
        rarest, other = sorted(ends)
        chances[at] = _Chance(
            min(1.0, 2 * tail if opposite <= tail else tail),
            is_high=scores[at].value > whole.value,
            least=rarest + (other if other <= rarest * (1 + 1e-9) else 0.0),
        )
    return chances


def _by_clusters(drawing: _Drawing, scores: Sequence[Score], tested: Sequence[int], owners: Sequence[int]) -> _Among:
    """Of lines that belong together: slices of whole clusters are held against as many random clusters.

    Of others single clusters are left out, here and among the other lines; and as that says little where the lines of a
    slice are all alike, their chance is not below that among random lines.
    """
    from probierz.inspection.clustered_slices import difference_from_others

    rows, metric = rows_of(drawing.whole), drawing.whole.scheme.metric
    place_of = {number: at for at, number in enumerate(rows.numbers)}
    lines_of = Counter(owners)
    whole_clusters: dict[int, int] = {}
    apart: dict[int, float] = {}
    for at in tested:
        places = {place_of[number] for number in rows_of(scores[at]).numbers}
        inside = {owners[place] for place in places}
        if sum(lines_of[cluster] for cluster in inside) == len(places):
            whole_clusters[at] = len(inside)
        else:
            apart[at] = difference_from_others(metric, rows.tallies, owners, places)
    of_clusters = drawing.among_clusters({at: scores[at] for at in whole_clusters}, whole_clusters, owners)
    of_lines = drawing.among_lines({at: scores[at] for at in apart})
    chances = dict(of_clusters.chances)
    for at, chance in of_lines.chances.items():
        chances[at] = chance if chance.p > apart[at] else chance._replace(p=apart[at])
    drawn, wanted = min((one.drawn, one.wanted) for one in (of_clusters, of_lines) if one.chances)
    return _Among(chances, drawn, wanted)


def _hits(score: Score) -> int:
    return int(sum(tally[0] for tally in rows_of(score).tallies))


class _Among(NamedTuple):
    """Chances of slices among random ones; drawn: how many there were at least, wanted: how many there should be."""

    chances: dict[int, _Chance]
    drawn: int
    wanted: int


class _Drawing(NamedTuple):
    """How random slices of an output are drawn. most: how many, where a slice is rare among many."""

    whole: Score
    trials: int
    most: int
    seed: int

    def among_lines(self, scores: Mapping[int, Score]) -> _Among:
        """Of slices among random lines."""
        from probierz.scoring.subsets import subset_tests

        metric, tallies = self.whole.scheme.metric, rows_of(self.whole).tallies
        return self._among(
            scores,
            {at: len(rows_of(score)) for at, score in scores.items()},
            lambda sizes, trials: subset_tests(metric, tallies, sizes, trials, seed=self.seed),
        )

    def among_clusters(self, scores: Mapping[int, Score], sizes: Mapping[int, int], owners: Sequence[int]) -> _Among:
        """Of slices of so many whole clusters among random ones. owners: the cluster of each line."""
        from probierz.scoring.subsets import cluster_subset_tests

        metric, tallies = self.whole.scheme.metric, rows_of(self.whole).tallies
        return self._among(
            scores,
            sizes,
            lambda sizes, trials: cluster_subset_tests(metric, tallies, owners, sizes, trials, seed=self.seed),
        )

    def _among(
        self,
        scores: Mapping[int, Score],
        sizes: Mapping[int, int],
        draw: Callable[[Sequence[int], int], dict[int, SubsetTest]],
    ) -> _Among:
        if not scores:
            return _Among({}, 0, 0)
        tests = draw(list(sizes.values()), self.trials)
        wanted = max(self.trials, self.most)
        rare = {sizes[at] for at, score in scores.items() if tests[sizes[at]].is_rare(score.value)}
        if rare and wanted > self.trials:
            tests |= draw(sorted(rare), wanted)
        chances = {}
        for at, score in scores.items():
            test = tests[sizes[at]]
            chances[at] = _Chance(test.p(score.value), test.is_high(score.value))
        drawn = min(len(tests[size].values) for size in rare or tests)
        return _Among(chances, drawn, wanted if rare else self.trials)


def _verdicts(columns: Sequence[SlicedColumn], chances: Sequence[Mapping[int, _Chance]]) -> list[list[Difference]]:
    """What the chances of slices say, corrected for the number of all that could have been found."""
    import numpy

    from probierz.inspection.rank_tails import discrete_false_discovery

    known = [
        (column, at, one)
        for column, some in enumerate(chances)
        for at, one in sorted(some.items())
        if not math.isnan(one.p)
    ]
    p = numpy.array([one.p for *_, one in known])
    least = numpy.array([one.least for *_, one in known])
    corrected = discrete_false_discovery(p, least, LEVEL).tolist()
    found = list(map(_untested, columns))
    for (column, at, one), q in zip(known, corrected, strict=True):
        is_better = one.is_high == (columns[column].whole.better == "higher")
        found[column][at] = Difference(one.p, q, "" if q > LEVEL else "better" if is_better else "worse")
    return found
