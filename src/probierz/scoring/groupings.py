"""Scores of groupings, which come out too high: pairs of class and group that hold single lines look like order.

What leaving out lines shows corrects this where most pairs have several lines; where too many have one, nothing does.
Under Purity it does not where classes are nearly even in a group; drawing lines like these, more and more of them by
chance, shows how high which true score comes out.
Of two groupings the one with more groups comes out higher by chance, as far as random groups of these sizes show.
Source: Quenouille 1956; Hubert and Arabie 1985; Vinh, Epps and Bailey 2010 (adjustment for chance); Good 1953 (pairs
that are not seen); Gouriéroux, Monfort and Renault 1993 (indirect inference);
docs/guides/calibration.md has how often such intervals have the truth.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from probierz.metrics.clustering import purity
from probierz.metrics.definition import Metric
from probierz.scoring.bounds import ROUNDING, spread_of
from probierz.scoring.distributions import mid_p_bounds, normal_quantile, student_quantile
from probierz.scoring.interval_notes import Note
from probierz.scoring.resample import LeftOut

Pair = tuple[Hashable, Hashable]
TOO_SPARSE = Note(
    "there is no interval: too many pairs of a class and a group have one line only, so that the score is much too "
    "high by chance, and nobody knows by how much; fewer groups of more lines would have one"
)
ONE_GROUP = Note("all lines are in one group: the interval has no width, but the score is not certain")
BY_CHANCE = (
    "random groups of the same sizes differ in score as well, and without what they do nothing is left that is more "
    "than chance"
)

_RANDOM_GROUPINGS = 50
"""So many tell their mean score closely beside the standard error of a difference."""

_ENOUGH_TOGETHER = 10
"""Lines for each class and group together, in the mean: of fewer, a score is too high by more than its interval has."""
_BY_CHANCE = (0.0, 0.1, 0.25, 0.5, 0.75, 1.0)
_DRAWS = 20
"""Test sets that are drawn with each of these shares of lines by chance."""
_DRAWN_CELLS = 2**20
"""Fewer are drawn, but three at least, where all their pairs would be more than this: large ones differ little."""
_NEAR = [step / 8 for step in range(9)]
_FAR = 0.005
"""In how many test sets any two of equal counts are farther apart than the last of these parts reaches."""
_FEW, _MOST = 5, 0.6
"""So many pairs with one line, if they are such a part of those beside the largest of each class, are too many."""
_SMALL_PART = 0.1
"""Lines in such pairs that are no larger a part of all move the score by less than its interval has room for."""


def are_too_sparse(pairs: Mapping[Pair, int]) -> bool:
    """Whether most pairs of class and group that occur do so on one line; the largest of each class stands apart.

    Not where these lines are a small part of all, as a few single errors are, and cannot move the score far.
    """
    largest: dict[Hashable, int] = {}
    for (label, _), count in pairs.items():
        largest[label] = max(largest.get(label, 0), count)
    others = len(pairs) - len(largest)
    single = sum(count == 1 for count in pairs.values()) - sum(count == 1 for count in largest.values())
    return single >= _FEW and single > _MOST * others and single > _SMALL_PART * sum(pairs.values())


def of_small_groups(pairs: Mapping[Pair, int]) -> tuple[Note, ...]:
    """A note where each class and group have few lines together."""
    classes, groups = (len({pair[side] for pair in pairs}) for side in (0, 1))
    if sum(pairs.values()) >= _ENOUGH_TOGETHER * classes * groups:
        return ()
    said = "few lines for so many classes and groups: chance makes them look alike, so that the score of many lines"
    return (Note(f"{said} may lie below the interval"),)


def corrected_bounds(
    metric: Metric, value: float, pairs: Mapping[Pair, int], left_out: LeftOut, level: float, seed: int
) -> tuple[float, float]:
    """Return the interval around the score without its bias, both by the jackknife.

        c ± t·SE,   c = m·v - (m - 1)·v̄,   SE² = (m - 1)/m Σ (v̄ - vᵢ)²

    The low end goes as far as what comes out as v - t·SE, by `scores_without_chance`. Under Purity both go as far as
    those of a share of as many lines, and the low one by `_purity_if_even`, not to c - t·SE, which is far too low where
    two classes share the lead: without any line the score is the same then. pairs: on how many lines each is.
    v: the score; vᵢ: without the i-th of m > 1 lines (or clusters, or groups of these); v̄: their mean; t: the quantile
    of Student's t with m - 1 degrees. NaN where the score without some of them has no value.
    """
    many = sum(left_out.counts)
    mean = math.fsum(one * count for one, count in zip(left_out.without, left_out.counts, strict=True)) / many
    quantile = student_quantile((1 + level) / 2, many - 1)
    reach = quantile * spread_of(left_out).error
    middle = many * value - (many - 1) * mean
    if math.isnan(reach):
        return math.nan, math.nan
    (least,) = scores_without_chance(metric, pairs, [value - reach], seed, quantile=quantile)
    if metric.finish is not purity:
        return min(least, middle - reach), middle + reach
    even = _purity_if_even(value, pairs, reach, level, seed)
    lines = sum(pairs.values())
    of_share = mid_p_bounds(round(value * lines), lines, level)
    return min(least, of_share[0], middle - reach if even is None else even), max(middle + reach, of_share[1])


class _Evened(NamedTuple):
    """What Purity is if classes that are near the largest of their group are even there.

    seen: the mean score of as many lines drawn like that; true: the score; square: the variance of what a line adds to
    it; counted: on how many lines such classes are.
    """

    seen: float
    true: float
    square: float
    counted: int


def _evened(table: Any, seed: int) -> Iterator[_Evened]:
    """Yield them, of classes that are ever farther from the largest.

    A class is near that is within so many standard errors √(a + b) of the largest count a. Of few test sets with even
    classes two counts are farther apart than the last, by Bonferroni. table: with classes that no line has, as many as
    there may be.
    """
    import numpy

    generator, lines = numpy.random.default_rng(seed), int(table.sum())
    farthest = normal_quantile(1 - _FAR / max(2, len(table) * (len(table) - 1)))
    largest = table.max(axis=0)
    apart = (largest - table) / numpy.sqrt(largest + table)
    draws = max(3, min(_DRAWS, _DRAWN_CELLS // table.size))
    for part in _NEAR:
        is_near = apart <= part * farthest
        many, near = is_near.sum(axis=0), numpy.where(is_near, table, 0.0).sum(axis=0)
        even = numpy.where(is_near, near / many, table) / lines
        drawn = generator.multinomial(lines, (even / even.sum()).ravel(), draws).reshape(-1, *table.shape)
        true = float((near / many).sum()) / lines
        square = max(0.0, float((near / many**2).sum()) / lines - true * true)
        yield _Evened(float(drawn.max(axis=1).sum()) / (draws * lines), true, square, round(float(near.sum())))


def _purity_if_even(value: float, pairs: Mapping[Pair, int], reach: float, level: float, seed: int) -> float | None:
    """Return how low Purity may be where classes whose counts in a group are near its largest are equally frequent.

        min of T - z·SE and T·q over all with E ≥ v - r

    The largest of counts that differ by chance alone is too high, with many lines as well. T, E: true and seen of
    `_evened`; SE: of T, a mean over lines; q: how much smaller the share of lines of even classes may be, as where all
    are, so that T does not vary; z: a normal quantile; r: reach, or that of a share. None for too many of both.
    """
    table = _padded(pairs)
    if table is None:
        return None
    lines = int(table.sum())
    of_share = normal_quantile((1 + level) / 2) * math.sqrt(value * (1 - value) / lines)
    reach = max(reach, of_share)
    quantile = normal_quantile((1 + level) / 2) * (reach / of_share if of_share else 1)
    least = math.inf
    for one in takewhile(lambda one: one.seen >= value - reach, _evened(table, seed)):
        fewer = mid_p_bounds(one.counted, lines, level)[0] * lines / one.counted
        least = min(least, one.true - quantile * math.sqrt(one.square / lines), one.true * fewer)
    return least - ROUNDING


def purity_above_even(value: float, pairs: Mapping[Pair, int], seed: int) -> float:
    """Return by how much Purity comes out too high, where classes that may be even in a group are.

    The mean of what is seen less what is true, of the last of `_evened` that is seen within a standard error of the
    score. 0 for too many classes and groups.
    """
    table = _padded(pairs)
    if table is None:
        return 0.0
    error = math.sqrt(value * (1 - value) / float(table.sum()))
    found = list(takewhile(lambda one: one.seen >= value - error, _evened(table, seed)))
    return max(0.0, found[-1].seen - found[-1].true) if found else 0.0


def _padded(pairs: Mapping[Pair, int]) -> Any:
    """Lines by class and group, with classes that no line has; None where there are too many."""
    import numpy

    table = _table(pairs)
    return None if table is None else numpy.pad(table, ((0, _unseen(table.sum(axis=1))), (0, 0)))


def _unseen(sizes: Any) -> int:
    """How many classes may have no line here, by those with one and two, s² / 2d, but no more than are seen.

    Source: Chao 1984.
    """
    single, double = (int((sizes == lines).sum()) for lines in (1, 2))
    return min(len(sizes), math.ceil(single * single / (2 * max(1, double))))


def scores_without_chance(
    metric: Metric, pairs: Mapping[Pair, int], scores: Sequence[float], seed: int, *, quantile: float = 0.0
) -> list[float]:
    """Return which true score comes out as each of these, where so many lines are drawn of such classes and groups.

        x → T(λ) where E(λ) = x,   of chances (1 - λ)·p(c, g) + λ·p(c)·p(g)

    E: the mean score of test sets with these chances; T: the score of the chances; p: shares of lines, of which `pairs`
    has how many each pair of class and group is on; in p(c, g) those of single lines are spread by `_spread`. Between
    some λ the line is straight, and beyond them it ends. The scores themselves where there are too many classes and
    groups. quantile: so many standard errors of a share of lines T(1) is lower than these lines have it, as Purity is
    the share of the largest class then, and T(λ) by λ times that.
    """
    import numpy

    from probierz.scoring.class_formulas import scores_of_tables

    table = _table(pairs)
    if table is None:
        return list(scores)
    generator, lines = numpy.random.default_rng(seed), int(table.sum())
    joint = table / lines
    apart = numpy.outer(joint.sum(axis=1), joint.sum(axis=0))
    joint = _spread(joint, 1 / lines)
    draws = max(3, min(_DRAWS, _DRAWN_CELLS // joint.size))

    true, seen = [], []
    for share in _BY_CHANCE:
        chances = (1 - share) * joint + share * apart
        drawn = generator.multinomial(lines, (chances / chances.sum()).ravel(), draws).reshape(-1, *joint.shape)
        true.append(float(scores_of_tables(metric, numpy.rint(chances * 2.0**40)[None])[0]))
        seen.append(math.fsum(scores_of_tables(metric, drawn)) / draws)
    room = quantile * math.sqrt(max(0.0, true[-1] * (1 - true[-1])) / lines)
    true = [one - share * room for share, one in zip(_BY_CHANCE, true, strict=True)]
    rising = numpy.minimum.accumulate(seen)[::-1]
    return [min(one, float(numpy.interp(one, rising, true[::-1]))) for one in scores]


def _table(pairs: Mapping[Pair, int]) -> Any:
    """Lines by class and group, an array of these axes; None where most of too many cells would be empty."""
    import numpy

    from probierz.scoring.class_formulas import MOST_CELLS

    counts = without_names(pairs)
    classes, groups = (len({pair[side] for pair in counts}) for side in (0, 1))
    if classes * groups > MOST_CELLS:
        return None
    table = numpy.zeros((classes, groups))
    for (label, group), count in counts.items():
        table[int(label), int(group)] = count
    return table


def _spread(joint: Any, line: float) -> Any:
    """Shares of lines with those of single lines spread evenly over all pairs with one line or none.

    As many lines as are alone in their pair are expected in pairs that were not seen; evenly they leave least order.
    line: the share of one. Source: Good 1953.
    """
    import numpy

    is_rare = joint < 1.5 * line
    return numpy.where(is_rare, joint[is_rare].mean() if is_rare.any() else 0.0, joint)


def without_names(counts: Mapping[Any, int]) -> dict[Any, int]:
    """Return counts by tuples of a class and its groups under names that follow from the counts alone.

    Groups are those of one output, or of several. What is drawn for them in order is then the same whatever they are
    called. Names decide between those that nothing else tells apart.
    """
    classes = _by_size(((key[0], count, ()) for key, count in counts.items()))
    sides = [classes]
    for side in range(1, len(next(iter(counts), ()))):
        sides.append(_by_size((key[side], count, classes[key[0]]) for key, count in counts.items()))
    named = {tuple(names[one] for names, one in zip(sides, key, strict=True)): count for key, count in counts.items()}
    return dict(sorted(named.items()))


def _by_size(cells: Iterable[tuple[Hashable, int, Hashable]]) -> dict[Hashable, str]:
    """Number names by how many lines they have, and how these fall on cells: `00000`, `00001`, …"""
    found: dict[Hashable, list[tuple[Hashable, int]]] = {}
    for name, count, place in cells:
        found.setdefault(name, []).append((place, count))
    in_order = sorted(found, key=lambda name: (sum(n for _, n in found[name]), sorted(found[name]), repr(name)))
    return {name: f"{at:05}" for at, name in enumerate(in_order)}


def score_of_random_groups(metric: Metric, pairs: Mapping[Pair, int], seed: int) -> float:
    """Return the mean score of random groups of the same sizes: what chance adds where groups say nothing.

    pairs: on how many lines each pair of class and group is.
    """
    import numpy

    from probierz.scoring.class_formulas import scores_of_tables

    generator = numpy.random.default_rng(seed)
    classes: Counter[Hashable] = Counter()
    groups: Counter[Hashable] = Counter()
    for (label, group), count in without_names(pairs).items():
        classes[label] += count
        groups[group] += count
    values = []
    for _ in range(_RANDOM_GROUPINGS):
        left = numpy.array(list(classes.values()))
        drawn = numpy.empty((len(classes), len(groups)), dtype=left.dtype)
        for at, size in enumerate(groups.values()):
            drawn[:, at] = generator.multivariate_hypergeometric(left, size)
            left -= drawn[:, at]
        values.append(float(scores_of_tables(metric, drawn[None])[0]))
    return math.fsum(values) / len(values)
