"""Intervals of scores that count labels by class: from drawing how likely each class and each mistake might be.

Such scores bend sharply where a class is rare: what they owe to three lines of a class no standard error tells. So the
chance of every pair of labels (expected, given) is drawn, each class by itself, and the score that these chances have.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from probierz.metrics.classification import class_hits
from probierz.metrics.clustering import Count
from probierz.metrics.definition import Metric
from probierz.metrics.tallies import Hits, Mean, Tally
from probierz.scoring.bounds import Bounds, quantile, standard_error
from probierz.scoring.groupings import without_names
from probierz.scoring.interval_notes import Note
from probierz.scoring.pool import Pool, pool_of

if TYPE_CHECKING:
    from numpy import ndarray
    from numpy.random import Generator

    Array = ndarray[Any, Any]

MOST_LABELS = 1000
MOST_RATINGS = 40
"""Of more labels (or ratings, where every pair is a number of its own) the jackknife is taken: each weighs little."""
MANY_LABELS = 40
"""Of more labels, mistakes that nobody made are supposed on the commonest label only, not on all."""
MOST_PAIRS = 4096
"""Of more pairs of a class and a group, or of a rating and an error, the jackknife is taken: each weighs little."""
_MANY_RARE = 3
"""So many rare classes, if they are a quarter of all, make intervals too narrow on the side away from the middle."""
_MIDDLE = 0.5
"""Of scores from 0 to 1: what draws of a class tend to that is on few lines."""
FEW_OF_A_CLASS = 5
"""A class that is expected on fewer lines is named in a note."""
_ERRORS_KNOWN = "how large its errors are is hardly known"

WHOLE = 2.0**40  # chances become whole numbers that add up to about this: some metrics count in integers
_MOST_CELLS_AT_ONCE = 2**21

Pair = tuple[Hashable, Hashable]
TallyOfPair = Callable[[Hashable, Hashable], Tally]
"""From a pair (expected, given) to what a line leaves behind."""


class ClassTable(NamedTuple):
    """How often each pair of labels (expected, given) occurs, and what a line with a pair leaves behind."""

    counts: Mapping[Pair, int]
    tally: TallyOfPair

    @property
    def expected(self) -> list[Hashable]:
        """The labels that are expected, in an order that does not depend on that of lines."""
        return sorted({pair[0] for pair in self.counts}, key=repr)

    @property
    def labels(self) -> list[Hashable]:
        """All labels of both sides; of ratings by their errors, those that are expected."""
        found = {label for pair in self.counts for label in pair if not isinstance(label, Mean)}
        return sorted(found | ({0, 1} if self.is_binary else set()), key=repr)

    @property
    def is_binary(self) -> bool:
        """Whether labels say only that something is expected, or given (1), or not (0)."""
        return self.tally is _binary_tally

    @property
    def are_groups(self) -> bool:
        """Whether lines were put into groups whose names do not matter, so that none of them is right or wrong."""
        return self.tally is group_tally

    @property
    def are_errors(self) -> bool:
        """Whether lines left how far off a rating they are."""
        return isinstance(self.tally, _TallyOfError)


def class_table(metric: Metric, tallies: Sequence[Tally]) -> ClassTable | None:
    """Return the pairs of labels that lines left; None for metrics that count something else, or too many labels."""
    if metric.prefixes:
        return None
    read, tally = reader_of(metric, tallies)
    counts: Counter[Pair] = Counter()
    known: dict[int, Pair | None] = {}
    for one in tallies:
        key = id(one)
        if key not in known:
            known[key] = read(one)
        pair = known[key]
        if pair is None:
            return None
        counts[pair] += 1
    table = ClassTable(counts, tally)
    if table.are_groups:  # names of classes and groups have nothing to do with each other
        return table if 0 < len(counts) <= MOST_PAIRS else None
    if any(isinstance(pair[0], float) for pair in counts):
        return table if len(table.labels) <= MOST_RATINGS and len(counts) <= MOST_PAIRS else None
    return table if counts and len(table.labels) <= MOST_LABELS else None


def grouped_pairs(metric: Metric, tallies: Sequence[Tally]) -> Counter[Pair] | None:
    """Return on how many lines each pair of class and group is, however many there are; None for no grouping."""
    if metric.prefixes or reader_of(metric, tallies)[1] is not group_tally:
        return None
    return Counter(next(iter(tally)) for tally in tallies if isinstance(tally, Mapping))


def reader_of(metric: Metric, tallies: Sequence[Tally]) -> tuple[Callable[[Tally], Pair | None], TallyOfPair]:
    """Return how the tallies of a metric are read as pairs (None: they are none), and back."""
    if metric.tally_kind is Hits:
        return _binary_pair, _binary_tally
    if metric.tally_kind == dict[float, Mean] and metric.compares_numbers:
        return _reader_of_errors(metric, tallies)
    return (_group_pair, group_tally) if tallies and _group_pair(tallies[0]) is not None else (_pair, _tally)


def _group_pair(tally: Tally) -> Pair | None:
    """Of a line that belongs to a class and was put into a group: their names."""
    if not isinstance(tally, Mapping) or len(tally) != 1:
        return None
    ((key, part),) = tally.items()
    is_pair = isinstance(part, Count) and part == (1,) and isinstance(key, tuple) and isinstance(key[0], str)
    return key if is_pair else None


def group_tally(expected: Any, output: Any) -> Tally:
    """What a line of a class leaves that was put into a group."""
    return {(expected, output): Count(1)}


_HITS = {(1, 1, 1): (1, 1), (0, 1, 0): (1, 0), (0, 0, 1): (0, 1), (0, 0, 0): (0, 0), (0, 1, 1): (1, "other")}
_OF_HITS = {pair: Hits(*hits) for hits, pair in _HITS.items()}


def _binary_pair(tally: Tally) -> Pair | None:
    """Of a line with at most one thing expected and one given: whether they are there, and the same."""
    return _HITS.get(tuple(tally))


def _binary_tally(expected: Any, output: Any) -> Tally:
    return _OF_HITS.get((expected, output), Hits(0, 0, 1))


def _pair(tally: Tally) -> Pair | None:
    """Of a line with one label on each side (`class_hits`), or with two ratings; None stands for no label given."""
    if not isinstance(tally, Mapping):
        return None
    if len(tally) == 1:
        ((key, part),) = tally.items()
        if isinstance(part, Count):  # pairs of numbers are ratings, pairs of texts are groupings, which have no hits
            return key if isinstance(key, tuple) and isinstance(key[0], float) and part == (1,) else None
        return {(1, 1, 1): (key, key), (0, 1, 0): (key, None)}.get(_plain(part))
    if len(tally) == 2:
        sides = {_plain(part): key for key, part in tally.items()}
        if sides.keys() == {(0, 1, 0), (0, 0, 1)}:
            return sides[0, 1, 0], sides[0, 0, 1]
    return None


@dataclass(frozen=True)
class _TallyOfError:
    """What a line leaves on which a rating is expected: by the rating that is given, or the error."""

    metric: Metric

    def __call__(self, expected: Any, output: Any) -> Tally:
        return {expected: output} if isinstance(output, Mean) else self.metric.item(expected, output)


def _reader_of_errors(metric: Metric, tallies: Sequence[Tally]) -> tuple[Callable[[Tally], Pair | None], TallyOfPair]:
    """Of lines that left the error of a rating: the rating, and one that is as far off, or else the error itself.

    Of errors larger than any between two ratings that are expected nothing is read, nor where one rating alone is, or
    too many are: how large errors get these do not tell.
    """
    ratings = sorted({rating for tally in tallies for rating in tally})
    if not 1 < len(ratings) <= MOST_RATINGS:
        return _pair, _tally
    errors = {one: {metric.item(one, other)[one]: other for other in ratings} for one in ratings}
    largest = max(error.total for some in errors.values() for error in some)

    def read(tally: Tally) -> Pair | None:
        ((rating, error),) = tally.items()
        return (rating, errors[rating].get(error, error)) if 0 <= error.total <= largest else None

    return read, _TallyOfError(metric)


def _plain(part: Any) -> Any:
    return tuple(part) if isinstance(part, Hits) else None


def _tally(expected: Any, output: Any) -> Tally:
    return {(expected, output): Count(1)} if isinstance(expected, float) else class_hits(expected, output)


def class_bounds(
    metric: Metric, value: float, table: ClassTable, level: float, samples: int, seed: int
) -> tuple[Bounds, float]:
    """Return the interval of a score that counts labels by class, and its standard error.

    Drawn are, for every class: its share, from a gamma distribution of its lines and ½; the share of right lines in
    it, from Beta(x, m - x + 1) or Beta(x + 1, m - x), by a fair coin, whose quantiles are the mid-p interval of x right
    of m lines; and how mistakes fall on other labels, from a Dirichlet distribution of their counts and ½ in all. The
    ends are quantiles of the scores that these have, or of those moved so that their median is the score, whichever
    is farther: many rare classes together pull the draws, not the score, towards the middle.
    Of groupings, where nothing is right or wrong, the groups of a class are drawn from the same Dirichlet distribution;
    of ratings by their errors the labels are the ratings that are expected, and the errors that a class has.
    Where a single class is expected, or the draws have no value, the interval is the whole scale, and a note says so.
    Source: Hannig 2009 (generalised fiducial inference); Lancaster 1961 (mid-p).
    """
    missing = missing_class(table)
    if missing:
        so = "so that these lines cannot tell the score on others"
        general = missing if table.is_binary else "only one class is expected"
        return _whole_scale(metric, f"{missing}, {so}", f"{general}, {so}"), math.nan
    if table.are_groups:
        table = table._replace(counts=without_names(table.counts))
    drawn = [one for one in _drawn(metric, table, samples, seed) if math.isfinite(one)]
    if 2 * len(drawn) < samples:
        return _whole_scale(metric, "most test sets like this one have no value"), math.nan
    drawn.sort()
    tail = (1 - level) / 2
    low, middle, high = (quantile(drawn, share) for share in (tail, 0.5, 1 - tail))
    low, high = min(low, value - (middle - low)), max(high, value + (high - middle))
    ends = metric.bounds
    bounds = Bounds(
        max(ends[0], min(low, value)), min(ends[1], max(high, value)), "classes", _of_few(metric, value, table)
    )
    return bounds, standard_error(drawn)


def missing_class(table: ClassTable) -> str:
    """What the lines lack, so that they do not bear on the score; empty where they do."""
    expected = table.expected
    if table.is_binary:
        return "" if 1 in expected else "nothing (no class 1, no entity) is expected on any line"
    return "" if len(expected) > 1 else f"only the class {expected[0]!r} is expected"


def _whole_scale(metric: Metric, because: str, general: str = "") -> Bounds:
    whole, general = "the interval is the whole scale", general or because
    return Bounds(*metric.bounds, "classes", (Note(f"{whole}: {because}", f"{whole}: {general}"),))


def _of_few(metric: Metric, value: float, table: ClassTable) -> tuple[Note, ...]:
    """A note on the rarest class, and where there are many, on which side of the interval the truth may be missing.

    Of groupings, in which no class is found or not, none.
    """
    if table.are_groups:
        return ()
    of_class: Counter[Hashable] = Counter()
    for pair, count in table.counts.items():
        of_class[pair[0]] += count
    if table.is_binary:
        of_class.pop(0, None)  # where nothing is expected, little can be found
    known = _ERRORS_KNOWN if table.are_errors else "how well it is found is hardly known"
    note = _rare_class(of_class, known, is_binary=table.is_binary)
    if note is None:
        return ()
    rare = sum(count < FEW_OF_A_CLASS for count in of_class.values())
    if rare < max(_MANY_RARE, len(of_class) / 4) or metric.bounds != (0, 1):
        return (note,)
    side = "above" if value > _MIDDLE else "below"
    drawn = (
        f"; so many rare classes draw the interval towards {_MIDDLE}: it may be too narrow, and the score of many "
        f"lines lie {side} it"
    )
    return (Note(note + drawn, note.general + drawn),)


def _rare_class(sizes: Mapping[Any, int], known: str, *, is_binary: bool = False) -> Note | None:
    """A note on the class with the fewest lines, where these are few; known: what they hardly tell."""
    label, fewest = min(sizes.items(), key=lambda item: (item[1], repr(item[0])))
    if fewest >= FEW_OF_A_CLASS:
        return None
    others = sum(count < FEW_OF_A_CLASS for count in sizes.values()) - 1
    more = f", and {others} other class{'es' if others > 1 else ''} on few as well" if others else ""
    lines = "one line" if fewest == 1 else f"{fewest} lines"
    label = int(label) if isinstance(label, float) and label.is_integer() else label
    what = "something" if is_binary else f"the class {label!r}"
    return Note(
        f"{what} is expected on {lines} only{more}: {known}",
        f"{'something' if is_binary else 'a class'} is expected on few lines only: {known}",
    )


def rare_rating(tallies: Sequence[Tally]) -> Note | None:
    """A note on the rating that is expected most rarely, of scores to which all weigh the same, as Macro-MAE."""
    sizes: Counter[float] = Counter()
    for tally in tallies:
        if not isinstance(tally, Mapping):
            return None
        for rating, part in tally.items():
            if not isinstance(part, Mean) or not isinstance(rating, float):
                return None
            sizes[rating] += 1
    return _rare_class(sizes, f"{_ERRORS_KNOWN}, and the interval may be much too narrow") if sizes else None


# --- drawing ---------------------------------------------------------------------------------------------------------


class _Class(NamedTuple):
    """A class that is expected: on how many lines, on how many of them right, and how mistakes fall on columns."""

    lines: int
    right: int
    column: int
    mistakes: list[tuple[int, float]]
    is_grouped: bool = False


def _drawn(metric: Metric, table: ClassTable, samples: int, seed: int) -> list[float]:
    import numpy

    classes, pairs = _classes(table)
    pool = pool_of(metric, [table.tally(*pair) for pair in pairs])
    generator = numpy.random.default_rng(seed)
    step = max(1, _MOST_CELLS_AT_ONCE // len(pairs))
    values: list[float] = []
    for start in range(0, samples, step):
        values += pool_values(pool, _chances(generator, classes, len(pairs), min(step, samples - start)))
    return values


def _classes(table: ClassTable) -> tuple[list[_Class], list[Pair]]:
    """The classes, and the pairs that columns stand for: the right ones, and every mistake that might be made."""
    likely = _likely(table)
    seen: dict[Hashable, set[Hashable]] = {}
    for label, other in table.counts:
        seen.setdefault(label, set(likely)).add(other)
    pairs: list[Pair] = []
    classes = []
    for label in table.expected:
        others = sorted(seen[label] - (set() if table.are_groups else {label}), key=repr)
        prior = 0.5 / max(1, len(others))
        counts = {other: table.counts.get((label, other), 0) for other in others}
        start = len(pairs)
        if table.are_groups:
            pairs += [(label, other) for other in others]
            groups = [(start + at, count + prior) for at, count in enumerate(counts.values())]
            classes.append(_Class(sum(counts.values()), 0, start, groups, is_grouped=True))
            continue
        right = table.counts.get((label, label), 0)
        pairs += [(label, label), *((label, other) for other in others)]
        mistakes = [(start + at, count + prior) for at, count in enumerate(counts.values(), 1)]
        classes.append(_Class(right + sum(counts.values()), right, start, mistakes))
    return classes, pairs


def _likely(table: ClassTable) -> list[Hashable]:
    """Labels that a mistake might have as well as those that mistakes had: all, or of many the two commonest."""
    labels = sorted({pair[1] for pair in table.counts}, key=repr) if table.are_groups else table.labels
    if len(labels) <= MANY_LABELS:
        return labels
    common: Counter[Hashable] = Counter()
    for pair, count in table.counts.items():
        common[pair[1]] += count
    return sorted(common, key=lambda label: (-common[label], repr(label)))[:2]


def _chances(generator: Generator, classes: Sequence[_Class], width: int, samples: int) -> Array:
    """Chances of all pairs, of the shape (samples, pairs), as whole numbers."""
    import numpy

    found = numpy.zeros((samples, width))
    for one in classes:
        share = generator.standard_gamma(one.lines + 0.5, samples)
        columns, weights = zip(*one.mistakes, strict=True)
        if one.is_grouped:
            found[:, list(columns)] = share[:, None] * drawn_split(generator, weights, samples)
            continue
        right = drawn_shares(generator, one.right, one.lines, samples)
        mistakes = drawn_split(generator, weights, samples)
        found[:, one.column] = share * right
        found[:, list(columns)] = (share * (1 - right))[:, None] * mistakes
    return numpy.asarray(numpy.rint(found * (WHOLE / found.sum(axis=1, keepdims=True))))


def drawn_shares(generator: Generator, right: int, lines: int, samples: int) -> Array:
    """Draw what share of such lines might be right, where `right` of `lines` were: as the mid-p interval has it."""
    import numpy

    is_upper = generator.random(samples) < 0.5
    hits = numpy.where(is_upper, right + 1, right)
    misses = numpy.where(is_upper, lines - right, lines - right + 1)
    drawn = [generator.standard_gamma(numpy.maximum(one, 1)) * (one > 0) for one in (hits, misses)]
    return numpy.asarray(drawn[0] / (drawn[0] + drawn[1]))


def drawn_split(generator: Generator, weights: Sequence[float], samples: int) -> Array:
    """Draw shares that add up to 1, of the shape (samples, weights), from a Dirichlet distribution."""
    import numpy

    split = generator.standard_gamma(numpy.array(weights), (samples, len(weights)))
    split /= numpy.maximum(split.sum(axis=1, keepdims=True), 1e-300)
    return split


def pool_values(pool: Pool, weights: Array) -> list[float]:
    """Return the values of all test sets with these weights, some at a time."""
    step = max(1, pool.block_weights // max(1, len(pool)))
    found: list[float] = []
    for start in range(0, len(weights), step):
        found += pool.values(weights[start : start + step])
    return found
