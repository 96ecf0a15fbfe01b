"""Intervals around scores, and the smallest difference that a test set can show."""

from __future__ import annotations

import math
import operator
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from probierz.errors import OptionError
from probierz.metrics.number_pairs import Moments
from probierz.metrics.tallies import Edits, Row
from probierz.scoring.bounds import (
    METHODS,
    ROUNDING,
    Bounds,
    Method,
    Spread,
    bounds_of,
    one_end,
    scaled_bounds,
    spread_of,
    standard_error,
)
from probierz.scoring.class_draws import ClassTable, class_bounds, class_table, grouped_pairs, rare_rating
from probierz.scoring.clustered import owners_of
from probierz.scoring.curves import of_curve
from probierz.scoring.distributions import mid_p_bounds, normal_quantile, student_quantile
from probierz.scoring.executors import opened, parts_in_order
from probierz.scoring.far_lines import far_line, of_far_line
from probierz.scoring.groupings import ONE_GROUP, TOO_SPARSE, are_too_sparse, corrected_bounds, of_small_groups
from probierz.scoring.interval_notes import Note
from probierz.scoring.levels import CONFIDENCE, SAMPLES
from probierz.scoring.nearly_straight import nearly_straight_bounds
from probierz.scoring.resample import LeftOut, Resampled, bootstrap, jackknife
from probierz.scoring.significance import (
    Share,
    counting_places,
    few_of_rare_class,
    has_one_end,
    of_rarer_class,
    rarer_units,
    share_of_lines,
)
from probierz.scoring.stray_labels import stray_labels

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from probierz.schemes.scheme import Scheme
    from probierz.scoring.rows import ScoreRows
    from probierz.scoring.signature import Signature

__all__ = [
    "METHODS",
    "Method",
    "ScoreInterval",
    "check_options",
    "check_whole_number",
    "intervals",
    "smallest_difference",
]

FEW_CLUSTERS = 10
FEW_LINES = 5
"""Of fewer lines that count for a score, a note says so."""
_ONE_RULES = 0.5
"""Where one line makes more of the squared standard error than this, a note says why the interval is so wide.

It covers then. Of errors with a heavy tail the intervals that miss are those of lines without such an error, which
nothing in these lines tells from lines with light ones; docs/guides/calibration.md has how often.
"""
_ONE_END = Note(
    "the score is at the end of its scale; nothing was seen of lines that would move it, so the interval goes as far "
    "as this could be luck"
)
_NO_SPREAD = Note(
    "the interval is the whole scale: without one of its clusters the score says the same whichever is left out, as "
    "where each is of one class"
)
_NO_MORE_TO_SAY = Note(
    "the interval is the whole scale: without one of its lines the score is the same whichever is left out, as any two "
    "of three lines make a straight one"
)
_NO_END = Note(
    "all lines that count are right; nothing was seen of other lines, and as an error has no largest size here, the "
    "interval has one end only"
)
_NEARLY = Note(
    "the lines that count are so nearly right that the score has no digit for it; nothing was seen of other lines, and "
    "as an error has no largest size here, the interval has one end only"
)


class Measured(Protocol):
    """What an interval is made of: a `Score`, which offers `interval()` and therefore stands above."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> float: ...
    @property
    def scheme(self) -> Scheme: ...
    @property
    def signature(self) -> Signature: ...
    @property
    def rows(self) -> ScoreRows | None: ...


def smallest_difference(error: float, level: float = CONFIDENCE, degrees: float = math.inf) -> float:
    """Return the true difference that a two-sided test at this level finds with a power of 80 %.

        δ = (t((1 + level) / 2) + t(0.8)) · SE,   2.80 · SE at 0.95 without end of degrees

    t: quantiles of Student's t with these degrees of freedom; SE: the standard error of the difference (of two outputs
    on the same lines, or of a score and a fixed number). Source: Cohen 1988.
    """
    places = (1 + level) / 2, 0.8
    if math.isinf(degrees):
        return sum(map(normal_quantile, places)) * error
    return sum(student_quantile(place, degrees) for place in places) * error


@dataclass(frozen=True)
class ScoreInterval:
    """From where to where the score goes on other test sets of this size and kind, at a level of confidence.

    method: as it was made, see `intervals`. samples: that were drawn, 0 for methods that draw none. standard_error: of
    the score. lines: it is of; clusters: of lines, 0 where each stands alone. groups: of lines in the jackknife, 0 for
    single lines. notes: what a reader should know. room: from the score to the farther end of its
    scale. signature: that of the score, with what repeats the interval.
    `low, high = interval` unpacks.
    """

    low: float
    high: float
    level: float
    method: Method
    samples: int
    seed: int
    standard_error: float
    lines: int
    groups: int
    signature: Signature
    notes: tuple[Note, ...] = ()
    clusters: int = 0
    room: float = math.inf

    def __iter__(self) -> Iterator[float]:
        """Iterate over the low and the high end."""
        return iter((self.low, self.high))

    @property
    def smallest_difference(self) -> float:
        """The smallest true difference from a fixed number that these lines can show, see `smallest_difference`.

        NaN where the scale has no room for one so large, or nothing is known.

        Of two outputs on the same lines `compare` knows better: what both find hard does not count there.
        """
        found = smallest_difference(self.standard_error, self.level) if self.standard_error > 0 else math.nan
        return found if found <= self.room else math.nan

    def as_dict(self) -> dict[str, Any]:
        """Return the interval as plain data."""
        return {
            "low": self.low,
            "high": self.high,
            "level": self.level,
            "method": self.method,
            "samples": self.samples,
            "seed": self.seed,
            "standard_error": self.standard_error,
            "smallest_difference": self.smallest_difference,
            "jackknife_groups": self.groups,
            "clusters": self.clusters,
            "notes": list(self.notes),
        }


def intervals(
    scores: Sequence[Measured],
    *,
    level: float = CONFIDENCE,
    method: Method = "auto",
    samples: int = SAMPLES,
    seed: int = 1,
    cluster: Sequence[Hashable] | None = None,
    jobs: int | Executor = 1,
) -> list[ScoreInterval]:
    """Return the interval of each score. Scores of the same lines share what is drawn and left out.

    method: "auto" takes what covers best (docs/guides/calibration.md has the numbers): "mid-p" for shares of lines,
    "classes" for others by class or rating, see `class_bounds`; "fisher-z" for scores from -1 to 1, "score" for
    others with an end, else "student", see `scaled_bounds`. "bca" and "percentile" draw `samples` test sets with the
    seed, see `bounds_of`; "auto" does so where a score has no value without some line. All have room for the score
    without `stray_labels`. cluster: for every line what it belongs to (a document, a speaker); lines of one cluster are
    drawn and left out together.
    jobs: processes, or an executor, which share what is drawn and left out; all give the same bits.
    Raises OptionError for scores without rows, a level that is not between 0 and 1, an unknown or unsuitable method.
    """
    check_options(level, method, samples, seed)
    found: dict[int, ScoreInterval] = {}
    strays = {at: stray for at, score in enumerate(scores) if (stray := stray_labels(_rows(score))) is not None}
    twins = [
        _Twin(scores[at].name, one.value, scores[at].scheme, scores[at].signature, one.rows)
        for at, one in strays.items()
    ]
    made_of = [*scores, *twins]
    with opened(jobs) as executor:
        for places in _same_lines(made_of):
            some = [made_of[at] for at in places]
            owners = owners_of(cluster, _rows(some[0]).numbers)
            made = _Maker(some, owners, level, method, samples, seed).intervals(executor)
            found.update(zip(places, made, strict=True))
    for twin, (at, stray) in enumerate(strays.items(), len(scores)):
        found[at] = _with_room(found[at], found[twin], stray.note)
    return [found[at] for at in range(len(scores))]


class _Twin(NamedTuple):
    """A score of the same lines, some of which left something else."""

    name: str
    value: float
    scheme: Scheme
    signature: Signature
    rows: ScoreRows | None


def _with_room(interval: ScoreInterval, other: ScoreInterval, note: Note) -> ScoreInterval:
    """The interval that both make; the note says why, where that is wider."""
    if not (other.low < interval.low or other.high > interval.high):
        return interval
    low, high = min(interval.low, other.low), max(interval.high, other.high)
    error = max(interval.standard_error, other.standard_error)
    return replace(interval, low=low, high=high, standard_error=error, notes=(*interval.notes, note))


class _Maker:
    """Makes the intervals of scores of the same lines."""

    def __init__(
        self,
        scores: Sequence[Measured],
        owners: Sequence[int] | None,
        level: float,
        method: Method,
        samples: int,
        seed: int,
    ) -> None:
        self.scores = scores
        self.owners = owners
        self.level = level
        self.method = method
        self.samples = samples
        self.seed = seed
        self.lines = len(_rows(scores[0]))
        self.units = self.lines if owners is None else max(owners, default=-1) + 1

    def intervals(self, executor: Executor | None) -> list[ScoreInterval]:
        columns = [(score.scheme.metric, _rows(score).tallies) for score in self.scores]
        if self.units < 2:
            return [self._dressed(score, self._nothing(score), math.nan) for score in self.scores]
        if self.method in ("bca", "percentile"):
            return self._drawn(self.scores, executor)
        methods = [self._suited(score) for score in self.scores]
        needed = [
            at
            for at, (score, method) in enumerate(zip(self.scores, methods, strict=True))
            if method != "classes" or self._pairs_of_groups(score) is not None
        ]
        left_out = []
        if needed:
            left_out = jackknife([columns[at] for at in needed], owners=self.owners, executor=executor)
        known = dict(zip(needed, left_out, strict=True))
        parts = [(at, method, known.get(at)) for at, method in enumerate(methods)]
        shared = executor if "classes" in methods else None  # the others have done what takes long
        return list(parts_in_order(_interval_of, self, parts, shared, title="the intervals"))

    def _nothing(self, score: Measured) -> Bounds:
        what = "line" if self.owners is None else "cluster"
        note = Note(f"there is no interval: one {what} says nothing about other {what}s")
        if math.isnan(score.value):
            note = Note("there is no interval: the score is NaN")
        return Bounds(math.nan, math.nan, self.method, (note,))

    def _too_few(self, score: Measured, bounds: Bounds) -> Bounds:
        """Say of two lines what is wrong, where nothing but these is."""
        if math.isnan(score.value) or math.isfinite(bounds.low) or math.isfinite(bounds.high):
            return bounds
        what = "lines" if self.owners is None else "clusters"
        said = f"there is no interval: {self.units} {what} are too few for one"
        note = Note(said, f"there is no interval: the {what} are too few for one")
        return Bounds(math.nan, math.nan, bounds.method, (note,))

    def _drawn(self, scores: Sequence[Measured], executor: Executor | None = None) -> list[ScoreInterval]:
        columns = [(score.scheme.metric, _rows(score).tallies) for score in scores]
        drawn = bootstrap(columns, self.samples, seed=self.seed, owners=self.owners, executor=executor)
        method: Method = "percentile" if self.method == "percentile" else "bca"
        return [self._of_drawn(score, one, method) for score, one in zip(scores, drawn, strict=True)]

    def _of_drawn(self, score: Measured, drawn: Resampled, method: Method) -> ScoreInterval:
        """Of groupings, that look better where lines come twice, the interval goes as far as the score."""
        pairs = self._pairs_of_groups(score)
        if pairs is not None and are_too_sparse(pairs):
            return self._without_interval(score, method, TOO_SPARSE)
        bounds = bounds_of(score.value, drawn, self.level, method)
        found = self._dressed(score, bounds, standard_error(drawn.values), groups=drawn.groups, is_drawn=True)
        left_out = LeftOut(drawn.without, drawn.counts, drawn.groups)
        return found if pairs is None else self._of_groups(score, found, pairs, left_out)

    def _of_groups(
        self, score: Measured, found: ScoreInterval, pairs: Counter[tuple[Hashable, Hashable]], left_out: LeftOut
    ) -> ScoreInterval:
        """The interval of a grouping, as far as the score, which is too high by chance, and as it is without that."""
        if math.isnan(found.low):
            return found
        ends = score.scheme.metric.bounds
        corrected = corrected_bounds(score.scheme.metric, score.value, pairs, left_out, self.level, self.seed)
        reached = [score.value, *filter(math.isfinite, corrected)]
        low, high = max(ends[0], min(found.low, *reached)), min(ends[1], max(found.high, *reached))
        no_width = (ONE_GROUP,) if low == high else ()
        return replace(found, low=low, high=high, notes=(*found.notes, *no_width, *of_small_groups(pairs)))

    def _pairs_of_groups(self, score: Measured) -> Counter[tuple[Hashable, Hashable]] | None:
        return grouped_pairs(score.scheme.metric, _rows(score).tallies)

    def _without_interval(self, score: Measured, method: Method, why: Note) -> ScoreInterval:
        return self._dressed(score, Bounds(math.nan, math.nan, method, (why,)), math.nan)

    def of(self, score: Measured, method: Method, left_out: LeftOut | None) -> ScoreInterval:
        """Of one score, by the method that suits it; left_out is None where nothing needs it."""
        if math.isnan(score.value):
            return self._dressed(score, self._nothing(score), math.nan)
        pairs = self._pairs_of_groups(score)
        if pairs is not None and are_too_sparse(pairs):
            return self._without_interval(score, method, TOO_SPARSE)
        found = self._by_method(score, method, left_out)
        if pairs is None or left_out is None or found.method in ("bca", "percentile"):
            return found
        return self._of_groups(score, found, pairs, left_out)

    def _by_method(self, score: Measured, method: Method, left_out: LeftOut | None) -> ScoreInterval:
        if method == "classes" or left_out is None:
            return self._of_classes(score, self._table(score))
        rare = rarer_units(score.scheme.metric, _rows(score).tallies, self.owners)
        if rare is not None and rare < FEW_LINES:
            return self._of_rare_class(score, rare, self._of_left_out(score, left_out, method))
        if method == "mid-p":
            return self._of_share(score, self._share(score), left_out)
        return self._of_left_out(score, left_out, method)

    def _of_share(self, score: Measured, share: Share | None, left_out: LeftOut) -> ScoreInterval:
        assert share is not None
        counted = len(share.places)
        if not counted:
            note = Note("the interval is the whole scale: no line counts for this score")
            return self._dressed(score, Bounds(*score.scheme.metric.bounds, "mid-p", (note,)), math.nan)
        notes = _rests_on(counted) if counted < self.lines else ()
        bounds = Bounds(*mid_p_bounds(sum(share.hits), counted, self.level), "mid-p", notes)
        return self._dressed(score, bounds, spread_of(left_out).error, groups=left_out.groups)

    def _of_classes(self, score: Measured, table: ClassTable | None) -> ScoreInterval:
        assert table is not None
        bounds, error = class_bounds(score.scheme.metric, score.value, table, self.level, self.samples, self.seed)
        return self._dressed(score, bounds, error, is_drawn=True)

    def _of_rare_class(self, score: Measured, rare: int, found: ScoreInterval) -> ScoreInterval:
        """Of a score that ranks one class before the other: as wide as that of a share of the lines of the rarer one.

        AUC is a mean over these lines of numbers from 0 to 1, and what is known of such a mean is least where each is
        0 or 1. rare: how many lines, or clusters, have the rarer class.
        """
        if not rare:
            note = Note("the interval is the whole scale: all lines are of one class")
            return self._dressed(score, Bounds(*score.scheme.metric.bounds, found.method, (note,)), math.nan)
        so = ": the interval is as wide as that of a share of so few"
        note = of_rarer_class(rare, so, clustered=self.owners is not None)
        low, _ = mid_p_bounds(math.floor(score.value * rare), rare, self.level)
        _, high = mid_p_bounds(math.ceil(score.value * rare), rare, self.level)
        bounds = Bounds(min(low, found.low), max(high, found.high), found.method, (note,))
        return self._dressed(score, bounds, found.standard_error)

    def _of_left_out(self, score: Measured, left_out: LeftOut, method: Method) -> ScoreInterval:
        """From values without lines; from samples where there are none."""
        straight = self._of_nearly_straight(score, left_out.groups) if method in ("fisher-z", "score") else None
        if straight is not None:
            return straight
        spread = spread_of(left_out)
        if math.isnan(spread.error) or math.isinf(score.value):
            return self._drawn([score])[0]
        if spread.error == 0:
            return self._dressed(score, self._without_width(score, method), 0.0, groups=left_out.groups)
        if self.owners is not None and (share := self._share_of_lines(score)) is not None:
            scaled = self._scaled(score, spread, method)
            bounds = self._of_share_in_clusters(share, scaled)
            notes = self._of_few(score, spread, is_narrowed=bounds != scaled)
            return self._dressed(score, bounds.noted(notes), spread.error, groups=left_out.groups)
        notes = self._of_few(score, spread)
        if method == "fisher-z":
            on_scale = spread_of(left_out, fisher=True)
            is_perfect_without_a_line = math.isnan(on_scale.error)
            if abs(score.value) < 1 - ROUNDING and not is_perfect_without_a_line:
                bounds = self._scaled(score, on_scale, method)
                return self._dressed(score, bounds.noted(notes), spread.error, groups=left_out.groups)
            method = "score"
        bounds = self._scaled(score, spread, method)
        return self._dressed(score, bounds.noted(notes), spread.error, groups=left_out.groups)

    def _of_nearly_straight(self, score: Measured, groups: int) -> ScoreInterval | None:
        """Of a correlation next to 1 or -1, or R2 next to 1; None of any other score."""
        metric, tallies = score.scheme.metric, _rows(score).tallies
        found = nearly_straight_bounds(metric, score.value, tallies, self.owners, self.level)
        if found is None:
            return None
        bounds, spread = found
        return self._dressed(score, bounds.noted(self._of_few(score, spread)), spread.error, groups=groups)

    def _scaled(self, score: Measured, spread: Spread, method: Method) -> Bounds:
        ends = score.scheme.metric.bounds
        if method == "score" and not ends[0] < score.value < ends[1]:
            method = "student"
        bounds = scaled_bounds(score.value, spread, self.level, method, ends)
        worst = self._all_wrong(score)
        if worst is None or not min(ends[0], worst) < score.value < max(ends[1], worst):
            return bounds
        # A line of WER may be worse than all wrong, and so the scale does not end there; but near it the score is
        # as skewed as near the other end.
        nearer = scaled_bounds(score.value, spread, self.level, method, (min(0.0, worst), max(1.0, worst)))
        return bounds._replace(low=min(bounds.low, nearer.low), high=max(bounds.high, nearer.high))

    def _all_wrong(self, score: Measured) -> float | None:
        """The value of lines that are wrong in every word, where no line has more errors than words; else None."""
        metric, tallies = score.scheme.metric, _rows(score).tallies
        if metric.tally_kind is not Edits or any(tally[0] > tally[1] for tally in tallies):
            return None
        value = float(metric.finish(Edits(1, 1)))
        return value if value in (0, 1) else None

    def _of_few(self, score: Measured, spread: Spread, *, is_narrowed: bool = False) -> tuple[Note, ...]:
        """Notes where the interval rests on little. is_narrowed: it is less wide than its spread makes it."""
        counted = self._weighty(score)
        if counted < FEW_LINES < self.units:
            return _rests_on(counted, "line" if self.owners is None else "cluster")
        if spread.share > _ONE_RULES and self.units > FEW_LINES and not is_narrowed:
            what = "line" if self.owners is None else "cluster"
            rest = f"of the spread of the score: the interval is wide, as nobody knows how many such {what}s there are"
            alone = f"one {what} alone makes"
            return (Note(f"{alone} {100 * spread.share:.0f} % {rest}", f"{alone} most {rest}"),)
        return ()

    def _of_share_in_clusters(self, share: Share, found: Bounds) -> Bounds:
        """The interval, no wider than if lines of a cluster were all right or all wrong, as far as they can agree.

        Then n lines say as much as n² / Σ k² that are independent; k: the lines of a cluster. Source: Kish 1965.
        Where large clusters are right more seldom, or more often, than small ones, the score varies more than that,

            Σ k² (pₖ - p)² > p (1 - p) Σ k²,   pₖ: the share of the cluster, p: of all lines

        and the interval stays as wide as it is.
        """
        assert self.owners is not None
        sizes = Counter(self.owners[at] for at in share.places)
        hits = Counter(self.owners[at] for at, is_hit in zip(share.places, share.hits, strict=True) if is_hit)
        counted, right = len(share.places), sum(share.hits)
        squares = sum(size * size for size in sizes.values())
        independent = counted * counted / squares
        low, high = mid_p_bounds(right / counted * independent, independent, self.level)
        if independent == counted:
            return found._replace(low=low, high=high)
        varied = sum((counted * hits[one] - right * size) ** 2 for one, size in sizes.items())  # whole numbers: exact
        if varied > right * (counted - right) * squares:
            return found
        return found._replace(low=max(found.low, low), high=min(found.high, high))

    def _share_of_lines(self, score: Measured) -> Share | None:
        metric = score.scheme.metric
        return None if has_one_end(metric) else share_of_lines(metric, _rows(score).tallies)

    def _share(self, score: Measured) -> Share | None:
        return self._share_of_lines(score) if self.owners is None else None

    def _table(self, score: Measured) -> ClassTable | None:
        return class_table(score.scheme.metric, _rows(score).tallies) if self.owners is None else None

    def _suited(self, score: Measured) -> Method:
        """The method that was asked for, where it suits the metric, or the best one."""
        low, high = score.scheme.metric.bounds
        suited: dict[Method, Callable[[], bool]] = {
            "mid-p": lambda: self._share(score) is not None,
            "classes": lambda: self._table(score) is not None,
            "fisher-z": lambda: (low, high) == (-1, 1),
            "score": lambda: math.isfinite(low) or math.isfinite(high),
            "student": lambda: True,
        }
        if self.method == "auto":
            return next(method for method, suits in suited.items() if suits())
        if not suited[self.method]():
            what = {
                "mid-p": "shares of lines, without clusters",
                "classes": "scores that count one label or rating a line by class, without clusters",
                "fisher-z": "scores from -1 to 1",
                "score": "scores that have a smallest or a largest value",
            }
            raise OptionError(
                f"an interval by {self.method} is for {what[self.method]}, which {score.name} is not; take auto"
            )
        return self.method

    def _without_width(self, score: Measured, method: Method) -> Bounds:
        """All lines alike: one end, where the score is at an end of its scale that other lines could leave."""
        metric, value = score.scheme.metric, score.value
        low, high = metric.bounds
        worst = self._all_wrong(score)
        if worst is not None:
            low, high = min(0.0, worst), max(1.0, worst)
        counted = self._weighty(score)
        reach = (high - low if math.isfinite(high - low) else 0.0) * one_end(max(1, counted), self.level)
        notes = (_ONE_END, *(_rests_on(counted) if counted < FEW_LINES < self.units else ()))
        if value in metric.bounds and math.isinf(high - low):
            return Bounds(*metric.bounds, method, (_NO_END if self._are_all_right(score) else _NEARLY, *notes[1:]))
        beyond = reach if worst is not None and value == worst else 0.0  # lines may also be worse than wholly wrong
        if reach and math.isclose(value, low, abs_tol=ROUNDING):
            return Bounds(low - beyond, low + reach, method, notes)
        if reach and math.isclose(value, high, abs_tol=ROUNDING):
            return Bounds(high - reach, high + beyond, method, notes)
        tallies = _rows(score).tallies
        differs = any(tally != tallies[0] for tally in tallies)
        if self.owners is not None and differs and math.isfinite(high - low):
            return Bounds(low, high, method, (_NO_SPREAD,))
        if isinstance(tallies[0], Row) and differs and math.isfinite(high - low):
            return Bounds(low, high, method, (_NO_MORE_TO_SAY,))
        note = Note("all lines are alike: the interval has no width, but the score is not certain")
        return Bounds(value, value, method, (note,))

    def _are_all_right(self, score: Measured) -> bool:
        """Whether no line has an error; one may be too small for the score's digits."""
        if score.scheme.metric.finish is not Moments.determination:
            return True
        return all(expected == given for expected, given in _rows(score).tallies)

    def _weighty(self, score: Measured) -> int:
        """How many lines (or clusters) the score rests on: one whose counts are all 0 says nothing, as for recall a
        line on which nothing is expected. Of a score that ranks two classes those of the rarer one.
        """
        rare = rarer_units(score.scheme.metric, _rows(score).tallies, self.owners)
        if rare is not None:
            return rare
        places = counting_places(score.scheme.metric, _rows(score).tallies)
        return len(places) if self.owners is None else len({self.owners[at] for at in places})

    def _dressed(
        self, score: Measured, bounds: Bounds, error: float, *, groups: int = 0, is_drawn: bool = False
    ) -> ScoreInterval:
        bounds = self._too_few(score, bounds) if self.units == 2 else bounds
        if (far := far_line(score.scheme.metric, _rows(score).tallies)) is not None:
            line = of_far_line(_rows(score).numbers[far])
            note = Note(f"there is no interval: {line}", f"there is no interval: {of_far_line()}")
            bounds, error = Bounds(math.nan, math.nan, bounds.method, (note,)), math.nan
        options = {"interval": f"{bounds.method} {self.level:g}"}
        if is_drawn:
            options |= {"samples": str(self.samples), "seed": str(self.seed)}
        if self.owners is not None:
            options["clusters"] = str(self.units)
        width = bounds.high - bounds.low
        if error == 0 and 0 < width < math.inf:  # all lines are alike, which is no proof that all others are
            error = width / (2 * normal_quantile((1 + self.level) / 2))
        ends = score.scheme.metric.bounds
        notes = bounds.notes
        few = few_of_rare_class(score.scheme.metric, _rows(score).tallies, self.owners)
        if few is not None and bounds.method != "mid-p" and width >= 0:
            so = ": the interval may be much too narrow, as the score hangs on how many there are"
            notes += (of_rarer_class(few, so, clustered=self.owners is not None),)
        tallies = _rows(score).tallies
        rare = None if bounds.method == "classes" else rare_rating(tallies)
        found = (of_curve(score.scheme.metric, score.value, tallies), rare) if width >= 0 else ()
        notes += tuple(note for note in found if note is not None)
        if self.owners is not None and 2 <= self.units < FEW_CLUSTERS:
            notes += (Note(f"the interval rests on {self.units} clusters only", "the interval rests on few clusters"),)
        return ScoreInterval(
            low=bounds.low,
            high=bounds.high,
            level=self.level,
            method=bounds.method,
            samples=self.samples if is_drawn else 0,
            seed=self.seed,
            standard_error=error,
            lines=self.lines,
            groups=groups,
            signature=replace(score.signature, options={**score.signature.options, **options}),
            notes=notes,
            clusters=0 if self.owners is None else self.units,
            room=max(score.value - ends[0], ends[1] - score.value),
        )


def check_options(level: float, method: str, samples: int, seed: int) -> None:
    """Raise OptionError for what intervals and comparisons cannot be made with."""
    if not isinstance(level, (float, int)) or not 0 < level < 1:
        raise OptionError(f"the level {level!r} is not between 0 and 1; the usual one is 0.95")
    check_whole_number("samples", samples, 1, 1000)
    check_whole_number("seed", seed, 0, 1)
    if method not in METHODS:
        raise OptionError(f"no interval is called {method!r}; try {', '.join(METHODS)}")


def check_whole_number(name: str, value: object, least: int, usual: int) -> None:
    """Raise OptionError for what is no whole number, or below the least that makes sense."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # also those of NumPy
    except TypeError:
        raise OptionError(f"{name}={value!r} is not a whole number; the usual one is {usual}") from None
    if number < least:
        few = "too few" if least else "below 0"
        raise OptionError(f"{name}={value!r} is {few}; use at least {least}, preferably {usual}")


def _rests_on(counted: int, what: str = "line") -> tuple[Note, ...]:
    """A note where a score rests on few lines."""
    if counted >= FEW_LINES:
        return ()
    few = "one " + what if counted == 1 else f"{counted} {what}s"
    rests, others = "the score rests on", "only: no other counts for it"
    return (Note(f"{rests} {few} {others}", f"{rests} few {what}s {others}"),)


def _rows(score: Measured) -> ScoreRows:
    if score.rows is None:
        raise OptionError(f"{score.name} was scored without rows, which an interval needs; score with rows=True")
    return score.rows


def _interval_of(maker: _Maker, part: tuple[int, Method, LeftOut | None]) -> ScoreInterval:
    at, method, left_out = part
    return maker.of(maker.scores[at], method, left_out)


def _same_lines(scores: Sequence[Measured]) -> list[list[int]]:
    """Places of scores that belong together: of the same lines in the same order."""
    groups: list[tuple[Any, list[int]]] = []
    for at, score in enumerate(scores):
        numbers = _rows(score).numbers
        for known, places in groups:
            if known == numbers:
                places.append(at)
                break
        else:
            groups.append((numbers, [at]))
    return [places for _, places in groups]
