"""Features that go with bad scores, exactly as GEval ranks, tests and lists them.

For a feature on c of n lines, with R the sum of the ranks of these lines (1 = worst):

    U = R − c·(c+1)/2,   z = (U − c·(n−c)/2) / √(c·(n−c)·(n+1)/12),   p = Φ(z)

one-sided, without a correction for ties; for a column of numbers, Kendall's z with its correction, p = 2·Φ(−|z|).
`probierz worst` is the command with the usual corrections. Source: GEval 1.42.2.0.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, chain, repeat
from typing import TYPE_CHECKING, Any, NamedTuple

from probierz.inspection.feature_collector import Collector, PartsOfLines, pair_sums
from probierz.inspection.features import FeatureKinds, FieldValues, Space, fields
from probierz.inspection.geval_order import worst_to_best
from probierz.inspection.statistics import kendall, normal_below, ranks_of_ordered
from probierz.inspection.vocabulary import FeatureSums, Vocabulary, sorting_key

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


class GevalFeature(NamedTuple):
    """A feature as it is shown, the number of its lines, their mean score, and p."""

    name: str
    lines: int
    mean: float
    p: float


@dataclass
class FeatureLines:
    """Lines with their scores (or differences of scores) and features, taken in one by one.

    numerical: also look at numbers and lengths of fields.
    """

    kinds: FeatureKinds
    numerical: bool = False
    scores: array[float] = field(default_factory=lambda: array("d"))

    def __post_init__(self) -> None:
        self.collector = Collector(self.kinds)
        self.values: dict[Space, FieldValues] = {}

    def add(self, score: float, expected: str, line_input: str, output: str) -> None:
        """Take in the next line."""
        if self.numerical:
            for space, text in fields(self.kinds, expected, line_input, output):
                if space not in self.values:
                    self.values[space] = FieldValues()
                self.values[space].add(len(self.scores), text)
        self.scores.append(score)
        self.collector.add(expected, line_input, output)


def geval_blocks(
    lines: FeatureLines, *, descending: bool = False, min_frequency: int = 1, min_cartesian_frequency: int | None = None
) -> Iterator[Alike]:
    """Yield the features from the most significantly bad one to the least, those with the same numbers together.

    descending: high scores are bad. min_frequency: features on fewer lines, or missing on fewer lines, are left out.
    min_cartesian_frequency: pairs are made of features at least that frequent.
    """
    import numpy

    if not lines.scores:
        return
    scores = numpy.frombuffer(lines.scores, dtype=float)
    ranks = line_ranks(lines.scores, descending=descending)
    test = _Test(ranks, scores, min_frequency)
    groups = [test.unary(vocabulary) for vocabulary in lines.collector.sorted()]
    if lines.kinds.cartesian:
        frequency = min_frequency if min_cartesian_frequency is None else min_cartesian_frequency
        groups.append(test.pairs(lines.collector.sorted(), frequency))
    groups.append(_numerical(lines.values, ranks, scores))
    blocks = _by_significance(groups)
    yield from _unless_part_is_known(blocks) if lines.kinds.cartesian else blocks


def line_ranks(scores: Sequence[float], *, descending: bool = False) -> Array:
    """Ranks of the lines, 1 = worst; equal scores share the average rank, a NaN ties with its neighbours in order."""
    import numpy

    order = worst_to_best(scores, descending=descending)
    sizes: list[int] = []
    previous = math.nan
    for at in order:
        if sizes and not (scores[at] < previous or scores[at] > previous):
            sizes[-1] += 1
        else:
            sizes.append(1)
        previous = scores[at]
    ranks = numpy.empty(len(order))
    ranks[numpy.array(order, dtype=numpy.int64)] = ranks_of_ordered(sizes)
    return ranks


# --- features that are there or not ----------------------------------------------------------------------------------


def _in_order(positions: list[int]) -> list[int]:
    return sorted(positions)


@dataclass
class _FeatureGroup:
    """Features of a kind with their statistics. listed: sorts positions of equally significant ones."""

    names: list[str]
    counts: Array
    means: Array
    p: Array
    listed: Callable[[list[int]], list[int]] = _in_order
    parts: list[tuple[str, str]] | None = None


@dataclass
class _Test:
    ranks: Array
    scores: Array
    min_frequency: int

    def unary(self, vocabulary: Vocabulary) -> _FeatureGroup:
        import numpy

        sums = vocabulary.sums(self.ranks, self.scores)
        kept = numpy.flatnonzero(self._is_frequent(sums.counts))
        keys = vocabulary.keys()
        if len(kept) < len(keys):
            keys = [keys[at] for at in kept.tolist()]
        names = list(vocabulary.shown(keys))
        key = sorting_key(vocabulary.kind, keys)
        return self._group(names, sums.chosen(kept), lambda positions: sorted(positions, key=key))

    def pairs(self, vocabularies: Sequence[Vocabulary], frequency: int) -> _FeatureGroup:
        import numpy

        parts = PartsOfLines(vocabularies, frequency)
        pairs, _ = pair_sums(parts.lines, len(parts.names), self.ranks, self.scores)
        kept = numpy.flatnonzero(self._is_frequent(pairs.sums.counts))
        both = [(parts.names[one], parts.names[other]) for one, other in zip(*pairs.parts(kept), strict=True)]
        group = self._group(["~~".join(pair) for pair in both], pairs.sums.chosen(kept))
        group.parts = both
        return group

    def _is_frequent(self, counts: Array) -> Array:
        found: Array = (counts >= self.min_frequency) & (len(self.scores) - counts >= self.min_frequency)
        return found

    def _group(
        self, names: list[str], sums: FeatureSums, listed: Callable[[list[int]], list[int]] = _in_order
    ) -> _FeatureGroup:
        import numpy

        n, counts = len(self.scores), sums.counts
        with numpy.errstate(divide="ignore", invalid="ignore"):
            u = sums.rank_sums - counts * (counts + 1) / 2
            z = (u - counts * (n - counts) / 2) / numpy.sqrt(counts * (n - counts) * (n + 1) / 12)
            return _FeatureGroup(names, counts, sums.score_sums / counts, normal_below(z), listed)


# --- numbers and lengths ---------------------------------------------------------------------------------------------


def _numerical(values: dict[Space, FieldValues], ranks: Array, scores: Array) -> _FeatureGroup:
    import numpy

    found = [_one_numerical(space, values[space], ranks, scores) for space in sorted(values)]
    features = [feature for feature in found if not math.isnan(feature.p)]
    counts, means, p = (numpy.array([feature[column] for feature in features]) for column in (1, 2, 3))
    return _FeatureGroup([feature.name for feature in features], counts, means, p)


def _one_numerical(space: Space, field_values: FieldValues, ranks: Array, scores: Array) -> GevalFeature:
    import numpy

    lines = numpy.frombuffer(field_values.lines, dtype=numpy.int64)
    values = numpy.frombuffer(field_values.lengths if field_values.numbers is None else field_values.numbers)
    found = kendall(ranks[lines], values)
    small_is_bad = found.z > 0
    # Among equal values the best ranked come first for small ones, the worst ranked for large ones.
    ascending = numpy.lexsort((-ranks[lines], values))
    count = len(lines) // 4
    extreme = scores[lines[(ascending if small_is_bad else ascending[::-1])[:count]]]
    mean = float(extreme.sum()) / count if count else math.nan
    kind = "" if field_values.numbers is not None else "#"
    return GevalFeature(f"{space}:={kind}{'-' if small_is_bad else '+'}", count, mean, found.p)


# --- the list --------------------------------------------------------------------------------------------------------


class Alike(NamedTuple):
    """Features that follow each other with the same number of lines, mean and p; of pairs also their two parts."""

    names: list[str]
    lines: int
    mean: float
    p: float
    parts: list[tuple[str, str]] | None = None

    def without(self, known: set[str]) -> Alike:
        """Only the pairs without a part that is known."""
        parts = self.parts or []
        kept = [at for at, both in enumerate(parts) if not known.intersection(both)]
        return self._replace(names=[self.names[at] for at in kept], parts=[parts[at] for at in kept])


def _by_significance(groups: Sequence[_FeatureGroup]) -> Iterator[Alike]:
    """All features by ascending p; equally significant ones by group, then in the order of the group."""
    import numpy

    p, counts, means = (
        numpy.concatenate([getattr(group, column) for group in groups]) for column in ("p", "counts", "means")
    )
    which = numpy.repeat(numpy.arange(len(groups)), [len(group.p) for group in groups])
    order = numpy.argsort(p, kind="stable")
    order = order[~numpy.isnan(p[order])]
    if not len(order):
        return
    places = _listed(groups, order, p, which)
    order = numpy.array(places, dtype=numpy.int64)
    starts = _starts(p[order], which[order], counts[order], means[order])
    heads = order[starts]
    values = zip(counts[heads].astype(int).tolist(), means[heads].tolist(), p[heads].tolist(), strict=True)
    names = list(chain.from_iterable(group.names for group in groups))
    names = list(map(names.__getitem__, places))
    parts: list[Any] = list(chain.from_iterable(group.parts or repeat(None, len(group.names)) for group in groups))
    ends = [*starts[1:].tolist(), len(order)]
    for start, end, numbers in zip(starts.tolist(), ends, values, strict=True):
        is_pair = parts[places[start]] is not None
        yield Alike(names[start:end], *numbers, [parts[at] for at in places[start:end]] if is_pair else None)


def _listed(groups: Sequence[_FeatureGroup], order: Array, p: Array, which: Array) -> list[int]:
    """The places of all features, equally significant ones of a group in its own order."""
    places: list[int] = order.tolist()
    starts = _starts(p[order], which[order])
    first_of_group = [0, *accumulate(len(group.p) for group in groups)]
    ends = [*starts[1:].tolist(), len(places)]
    for start, end, number in zip(starts.tolist(), ends, which[order[starts]].tolist(), strict=True):
        if end > start + 1:
            first = first_of_group[number]
            positions = groups[number].listed([at - first for at in places[start:end]])
            places[start:end] = [first + at for at in positions]
    return places


def _starts(*columns: Array) -> Array:
    """Where rows begin that differ from the row before in some column."""
    import numpy

    changes = numpy.ones(len(columns[0]), dtype=bool)
    changes[1:] = numpy.any([column[1:] != column[:-1] for column in columns], axis=0)
    return numpy.flatnonzero(changes)


def _unless_part_is_known(blocks: Iterator[Alike]) -> Iterator[Alike]:
    """Leave out pairs one part of which was listed before."""
    known: set[str] = set()
    for block in blocks:
        if block.parts is None:
            known.update(block.names)
        yield block if block.parts is None else block.without(known)
