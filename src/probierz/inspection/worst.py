"""Features that go with bad lines: which words, shapes, numbers and lengths stand where an output does badly.

Each feature is tested for whether the lines that have it rank like those that do not (Mann and Whitney's test,
two-sided; exact in the ties, see `rank_tails`); numbers and lengths by Kendall's rank correlation. As very many
features are tested, a feature is reported when its false discovery rate is low (Benjamini and Hochberg, among features
of enough lines to show anything), and features of nearly the same lines are listed once.

>>> from probierz.inspection.line_sources import file_lines
>>> from probierz.inspection.worst import worst_features
>>> report = worst_features(file_lines("WER", "expected.tsv", "out.tsv"))  # doctest: +SKIP
>>> [feature.name for feature in report.features]  # doctest: +SKIP
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from probierz.inspection.feature_collector import PartsOfLines, pair_sums
from probierz.inspection.features import FeatureKinds, Space
from probierz.inspection.features_within_memory import Collected, collect
from probierz.inspection.rank_tails import RankTails, discrete_false_discovery
from probierz.inspection.statistics import average_ranks, kendall, mann_whitney, most_extreme
from probierz.inspection.vocabulary import FeatureSums, Vocabulary
from probierz.scoring.frames import AsFrames, polars_frame
from probierz.scoring.levels import LEVEL
from probierz.scoring.missing_values import no_line_values

if TYPE_CHECKING:
    import polars
    from numpy.typing import NDArray

    from probierz.inspection.line_sources import KnownLines, LineDifferences, LineSource

    Array = NDArray[Any]

Side = Literal["worse", "better"]

MIN_FREQUENCY = 5
"""On fewer lines than that no feature can be significant among thousands: z is at most √(3·lines)."""
MAX_FEATURES = 2_000_000
SAME = 0.9
"""Features are listed together when this part of the lines that have either has both (Jaccard's index)."""


class WorstFeature(NamedTuple):
    """A feature and how its lines score.

    lines: how many have it. score, others: mean score of these and of the others; for a length or number, of the lines
    with the most extreme values, a quarter or what comes nearest to it (see `most_extreme`). effect: rank-biserial
    correlation, for a length or number Kendall's tau; 1 when every line with it is worse than every other, 0 when it
    makes no difference, -1 when each is better. p: two-sided. q: the rate of false
    discoveries among features at least as significant. also: features of (nearly) the same lines.
    """

    name: str
    lines: int
    score: float
    others: float
    effect: float
    p: float
    q: float
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class FeatureReport(AsFrames):
    """The features of one side, the most significant first.

    lines: how many have a score; unscored: how many have none (NaN) and were left out. tested: how many features.
    significant: how many of this side are below the level, before grouping and the limit.
    missed: features on at most that many lines may have been dropped to save memory; 0 when all were looked at.
    """

    features: tuple[WorstFeature, ...]
    side: Side
    lines: int
    unscored: int
    tested: int
    significant: int
    missed: int = 0

    def __iter__(self) -> Iterator[WorstFeature]:
        """Iterate over the features."""
        return iter(self.features)

    def __len__(self) -> int:
        """Return the number of features in the list."""
        return len(self.features)

    def as_columns(self) -> dict[str, list[Any]]:
        """Return columns named as the parts of `WorstFeature`."""
        return {name: [getattr(feature, name) for feature in self.features] for name in WorstFeature._fields}

    def to_polars(self) -> polars.DataFrame:
        """Return the features as a polars frame. Raises MissingExtra without polars."""
        return polars_frame(self.as_columns() | {"also": [list(feature.also) for feature in self.features]})

    def _repr_html_(self) -> str:
        from probierz.display.html import table

        head = ("feature", "lines", "score", "others", "effect", "q", "also")
        rows = [
            (
                one.name,
                str(one.lines),
                f"{one.score:.4g}",
                f"{one.others:.4g}",
                f"{one.effect:.2f}",
                f"{one.q:.1g}",
                " ".join(one.also[:3]),
            )
            for one in self.features
        ]
        title = f"{self.side}: {self.significant} of {self.tested} features of {self.lines} lines are significant"
        return table(head, rows, numbers=head[1:6], title=title)


def worst_features(
    source: LineSource | LineDifferences | KnownLines,
    kinds: FeatureKinds | None = None,
    *,
    side: Side = "worse",
    min_frequency: int = MIN_FREQUENCY,
    limit: int | None = 20,
    level: float = LEVEL,
    max_features: int = MAX_FEATURES,
) -> FeatureReport:
    """Return the features that go with bad lines (or, with side="better", with good ones).

    source: see `file_lines`, `challenge_lines`; `LineDifferences` looks at what changed between two outputs.
    min_frequency: features on fewer lines, or missing on fewer, are not tested. limit: how many to return (None: all).
    level: features with a greater q are left out. max_features: how many to hold in memory; see `FeatureReport.missed`.
    Raises OptionError when no line has a score of its own.
    """
    return both_sides(
        source, kinds, sides=(side,), min_frequency=min_frequency, limit=limit, level=level, max_features=max_features
    )[0]


def both_sides(
    source: LineSource | LineDifferences | KnownLines,
    kinds: FeatureKinds | None = None,
    *,
    sides: Sequence[Side] = ("worse", "better"),
    min_frequency: int = MIN_FREQUENCY,
    limit: int | None = 20,
    level: float = LEVEL,
    max_features: int = MAX_FEATURES,
) -> list[FeatureReport]:
    """Return a report for each side, from one pass over the lines; see `worst_features`.

    Raises OptionError for a metric that has no value on single lines.
    """
    kinds = kinds or FeatureKinds(tokenizer=source.reading.tokenizer, in_header=source.reading.in_header)
    found = collect(source, kinds, max_features=max_features)
    if not found.scores and found.unscored:
        raise no_line_values(source.scheme, "there are no bad ones")
    tested = _Tested(found, source.scheme.metric.better == "lower", min_frequency, max_features, level)
    return [tested.report(side, limit, level) for side in sides]


# --- testing ---------------------------------------------------------------------------------------------------------


class _Family(NamedTuple):
    """Features with one way to name them and to find their lines."""

    names: _Names
    counts: Array
    means: Array
    others: Array
    effect: Array
    p: Array
    least: Array


class _Names:
    """Names and lines of the features of one vocabulary, of pairs, or of numbers (these have no lines)."""

    def name(self, at: int, *, better: bool) -> str:
        """The feature at a position, as it is shown."""
        raise NotImplementedError

    def lines(self, positions: Sequence[int]) -> dict[int, Array]:
        """The lines of the features at some positions, where that means something."""
        return {}

    def parts(self, at: int) -> tuple[str, ...]:
        """The two features of a pair."""
        return ()


class _End(NamedTuple):
    """The lines with the most extreme values of a number or length: how many, their mean score and that of the rest."""

    lines: int
    score: float
    others: float


class _NumberTest(NamedTuple):
    """A test of a number or length, and its two ends."""

    tau: float
    p: float
    bad: _End
    good: _End


class _Tested:
    """All features with their p and q."""

    def __init__(
        self, found: Collected, high_is_bad: bool, min_frequency: int, max_features: int, level: float
    ) -> None:
        import numpy

        self.found = found
        self.scores = numpy.frombuffer(found.scores) if found.scores else numpy.zeros(0)
        self.badness = average_ranks(self.scores if high_is_bad else -self.scores)  # the worst line ranks highest
        self.tails = RankTails(self.badness)
        self.min_frequency = min_frequency
        self.missed = found.missed
        self.families = [self._unary(vocabulary) for vocabulary in found.collector.sorted()]
        if found.collector.kinds.cartesian:
            self.families.append(self._pairs(max_features))
        self.families.append(self._numbers())
        self.p = numpy.concatenate([family.p for family in self.families])
        self.q = discrete_false_discovery(self.p, numpy.concatenate([one.least for one in self.families]), level)

    def _unary(self, vocabulary: Vocabulary) -> _Family:
        import numpy

        sums = vocabulary.sums(self.badness, self.scores)
        frequent = vocabulary.in_order(self._frequent(sums.counts).tolist())
        kept = numpy.array(frequent, dtype=numpy.int64)
        return self._family(_VocabularyNames(vocabulary, kept), sums.chosen(kept))

    def _pairs(self, max_features: int) -> _Family:
        parts = PartsOfLines(self.found.collector.sorted(), self.min_frequency)
        pairs, missed = pair_sums(parts.lines, len(parts.names), self.badness, self.scores, most=max_features)
        self.missed = max(self.missed, missed)
        kept = self._frequent(pairs.sums.counts)
        return self._family(_PairNames(parts, *pairs.parts(kept)), pairs.sums.chosen(kept))

    def _numbers(self) -> _Family:
        import numpy

        columns: list[_NumberTest] = []
        names: list[tuple[Space, str]] = []
        for space, values in sorted(self.found.values.items()):
            found = {"characters": values.lengths} | ({"number": values.numbers} if values.numbers else {})
            for what, column in found.items():
                row = self._number(numpy.frombuffer(values.lines, dtype=numpy.int64), numpy.frombuffer(column))
                if row is not None:
                    columns.append(row)
                    names.append((space, what))
        effect, p = numpy.array([(one.tau, one.p) for one in columns], dtype=float).reshape(-1, 2).T
        counts, means, others = numpy.array([one.bad for one in columns], dtype=float).reshape(-1, 3).T
        number_names = _NumberNames(names, effect, [one.good for one in columns])
        return _Family(number_names, counts, means, others, effect, p, numpy.zeros(len(p)))

    def _number(self, lines: Array, values: Array) -> _NumberTest | None:
        found = kendall(values, self.badness[lines])
        if math.isnan(found.p):
            return None
        large, small = (self._end(lines, most_extreme(values, largest=largest)) for largest in (True, False))
        bad, good = (small, large) if found.tau < 0 else (large, small)
        return _NumberTest(found.tau, found.p, bad, good)

    def _end(self, lines: Array, extreme: Array) -> _End:
        import numpy

        inside, outside = self.scores[lines[extreme]], self.scores[lines[~extreme]]
        with numpy.errstate(invalid="ignore"):  # infinite scores of both signs have no mean
            return _End(len(inside), float(inside.mean()), float(outside.mean()))

    def _frequent(self, counts: Array) -> Array:
        import numpy

        return numpy.flatnonzero((counts >= self.min_frequency) & (len(self.scores) - counts >= self.min_frequency))

    def _family(self, names: _Names, sums: FeatureSums) -> _Family:
        import numpy

        test = mann_whitney(sums.rank_sums, sums.counts, self.badness)
        with numpy.errstate(invalid="ignore", divide="ignore"):
            rest = self.scores.sum() - sums.score_sums
            sure = 1e-12 * numpy.abs(self.scores).sum()  # of a difference of sums, less than this is rounding
            rest = numpy.where(numpy.abs(rest) < sure, 0.0, rest) if math.isfinite(sure) else rest
            ends = self.scores.min(initial=math.inf), self.scores.max(initial=-math.inf)
            means = numpy.clip(sums.score_sums / sums.counts, *ends)
            others = numpy.clip(rest / (len(self.scores) - sums.counts), *ends)
        p = self.tails.p_values(sums.rank_sums, sums.counts, test.p)
        return _Family(names, sums.counts, means, others, test.effect, p, self.tails.least(sums.counts))

    # --- reporting ---

    def report(self, side: Side, limit: int | None, level: float) -> FeatureReport:
        """The features of one side."""
        order = self._order(side, level)
        features = tuple(self._grouped(order, limit, better=side == "better"))
        counts = len(self.scores), self.found.unscored, len(self.p), len(order), self.missed
        return FeatureReport(features, side, *counts)

    def _order(self, side: Side, level: float) -> Array:
        """Positions of the significant features of that side, by q, p and the size of the effect, then in order.

        Of two features with the same p the rarer may have a far larger q: it could hardly have had a smaller p.
        """
        import numpy

        effects = []
        for family in self.families:
            is_number = isinstance(family.names, _NumberNames)
            # A long text that goes with bad lines is a short text that goes with good ones.
            signed = numpy.abs(family.effect) if is_number else family.effect * (1 if side == "worse" else -1)
            effects.append(signed)
        effect = numpy.concatenate(effects)
        chosen = numpy.flatnonzero((effect > 0) & (self.q <= level))
        return chosen[numpy.lexsort((-effect[chosen], self.p[chosen], self.q[chosen]))]

    def _grouped(self, order: Array, limit: int | None, *, better: bool) -> Iterator[WorstFeature]:
        """One feature for each group of nearly the same lines, until there are enough.

        A pair says nothing new when one of its parts was told before.
        """
        most = len(order) if limit is None else limit
        told: set[str] = set()
        leaders: list[_Leader] = []
        portion = max(200, 4 * most)
        for start in range(0, len(order), portion):
            positions = order[start : start + portion].tolist()
            lines = self._lines(positions)
            for at in positions:
                if told.intersection(self._parts(at)):
                    continue
                name = self._name(at, better=better)
                same = next((one for one in leaders if _are_same(one.lines, lines.get(at))), None)
                if same is not None:
                    same.also.append(name)
                elif len(leaders) < most:
                    leaders.append(_Leader(at, lines.get(at), []))
                else:
                    continue
                told.add(name)
            if len(leaders) >= most:
                break
        for leader in leaders:
            yield self._feature(leader.at, tuple(leader.also), better=better)

    def _place(self, at: int) -> tuple[_Family, int]:
        for family in self.families:
            if at < len(family.p):
                return family, at
            at -= len(family.p)
        raise AssertionError(at)

    def _lines(self, positions: Sequence[int]) -> dict[int, Array]:
        found: dict[int, Array] = {}
        first = 0
        for family in self.families:
            inside = [at - first for at in positions if first <= at < first + len(family.p)]
            if inside:
                found.update({first + at: lines for at, lines in family.names.lines(inside).items()})
            first += len(family.p)
        return found

    def _name(self, at: int, *, better: bool) -> str:
        family, inside = self._place(at)
        return family.names.name(inside, better=better)

    def _parts(self, at: int) -> tuple[str, ...]:
        family, inside = self._place(at)
        return family.names.parts(inside)

    def _feature(self, at: int, also: tuple[str, ...], *, better: bool) -> WorstFeature:
        family, inside = self._place(at)
        end = _End(int(family.counts[inside]), float(family.means[inside]), float(family.others[inside]))
        effect = float(family.effect[inside])
        if isinstance(family.names, _NumberNames):
            effect = abs(effect)
            if better:
                end = family.names.good_ends[inside]
                effect = -effect
        return WorstFeature(self._name(at, better=better), *end, effect, float(self.p[at]), float(self.q[at]), also)


@dataclass
class _Leader:
    at: int
    lines: Array | None
    also: list[str]


def _are_same(one: Array | None, other: Array | None) -> bool:
    """Whether two features stand on nearly the same lines."""
    import numpy

    if one is None or other is None or min(len(one), len(other)) < SAME * max(len(one), len(other)):
        return False
    both = len(numpy.intersect1d(one, other, assume_unique=True))
    return both >= SAME * (len(one) + len(other) - both)


# --- names and lines -------------------------------------------------------------------------------------------------


class _VocabularyNames(_Names):
    def __init__(self, vocabulary: Vocabulary, kept: Array) -> None:
        self.vocabulary = vocabulary
        self.kept = kept
        self._keys: list[str] | None = None

    def name(self, at: int, *, better: bool) -> str:
        if self._keys is None:
            self._keys = self.vocabulary.keys()
        return next(iter(self.vocabulary.shown([self._keys[int(self.kept[at])]])))

    def lines(self, positions: Sequence[int]) -> dict[int, Array]:
        numbers = self.kept[list(positions)].tolist()
        found = self.vocabulary.lines_of(numbers)
        return {at: found[number] for at, number in zip(positions, numbers, strict=True)}


class _PairNames(_Names):
    def __init__(self, parts: PartsOfLines, first: list[int], second: list[int]) -> None:
        self._parts = parts
        self.first = first
        self.second = second

    def name(self, at: int, *, better: bool) -> str:
        return "~~".join(self.parts(at))

    def parts(self, at: int) -> tuple[str, ...]:
        return self._parts.names[self.first[at]], self._parts.names[self.second[at]]

    def lines(self, positions: Sequence[int]) -> dict[int, Array]:
        import numpy

        wanted = {part for at in positions for part in (self.first[at], self.second[at])}
        found = self._parts.lines_of(wanted)
        return {
            at: numpy.intersect1d(found[self.first[at]], found[self.second[at]], assume_unique=True) for at in positions
        }


class _NumberNames(_Names):
    def __init__(self, names: Sequence[tuple[Space, str]], effect: Array, good_ends: Sequence[_End]) -> None:
        self.names = names
        self.effect = effect
        self.good_ends = good_ends

    def name(self, at: int, *, better: bool) -> str:
        space, what = self.names[at]
        is_large = (self.effect[at] > 0) != better
        words = ("long", "short") if what == "characters" else ("large", "small")
        return f"{words[0] if is_large else words[1]} {space}"
