"""Tests of pairs of outputs: which test, its p-value, and the interval that goes with it."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from functools import cached_property
from itertools import accumulate, chain, combinations, islice
from typing import TYPE_CHECKING, NamedTuple

from probierz.errors import OptionError
from probierz.metrics.clustering import purity
from probierz.metrics.tallies import Edits, Hits, LossOfClass, Mean, Row, Tally
from probierz.scoring.bounds import ROUNDING, has_square, spread_of, standard_error
from probierz.scoring.class_draws import class_table, grouped_pairs, missing_class
from probierz.scoring.comparison import ComparedPair
from probierz.scoring.distributions import mid_p_bounds, normal_share
from probierz.scoring.exchange import Exchange, Exchanges
from probierz.scoring.executors import divided, parts_in_order
from probierz.scoring.far_lines import far_line, of_far_line
from probierz.scoring.groupings import (
    BY_CHANCE,
    TOO_SPARSE,
    are_too_sparse,
    purity_above_even,
    score_of_random_groups,
    scores_without_chance,
)
from probierz.scoring.interval import FEW_LINES, ScoreInterval
from probierz.scoring.paired_class_draws import PairedDraws, paired_table
from probierz.scoring.power import Power, noise_of
from probierz.scoring.resample import LeftOut, bootstrap, jackknife
from probierz.scoring.rows import ScoreRows
from probierz.scoring.score import Score
from probierz.scoring.significance import (
    Outcome,
    bootstrap_interval,
    bootstrap_test,
    differing,
    few_of_rare_class,
    has_one_end,
    of_rarer_class,
    rarer_units,
    share_of_lines,
    sign_interval,
    sign_test,
)

if TYPE_CHECKING:
    from concurrent.futures import Executor

_MOST_NAMED = 3
_MOST_TOGETHER = 4_000_000
"""Lines of all outputs whose numbers are held at once; of more, only those of two outputs are."""


def rows_of(score: Score) -> ScoreRows:
    """Return what single lines left. Raises OptionError for a score without rows."""
    if score.rows is None:
        raise OptionError(f"{score.name} was scored without rows, which a comparison needs; score with rows=True")
    return score.rows


def lines_that_count(scores: Sequence[Score]) -> int | None:
    """How many lines count for the scores, where all are shares of the same lines: of all, or for Recall of some."""
    places: list[int] | None = None
    for score in scores:
        metric = score.scheme.metric
        share = None if has_one_end(metric) else share_of_lines(metric, rows_of(score).tallies)
        if share is None or (places is not None and share.places != places):
            return None
        places = share.places
    return len(places or ())


def minus(one: float, other: float) -> float:
    """The difference; 0 for two scores that are infinite alike."""
    return 0.0 if one == other else one - other


def _is_infinite(tally: Tally) -> bool:
    return isinstance(tally, (Mean, LossOfClass)) and math.isinf(tally.total)


def _in_common_units(tallies: Sequence[Tally]) -> Sequence[Tally]:
    kind = type(tallies[0]) if len(tallies) else None
    return kind.in_common_units(tallies) if kind is not None and issubclass(kind, Row) else tallies


def tell_apart(tallies: Sequence[Tally], gains: Sequence[float]) -> bool:
    """Whether lines by themselves have a value that outputs differ in, where they differ.

    tallies: of one output. gains: of the lines that differ, NaN where a line has no value. A single line has none under
    a correlation, and under a score of the order of lines it has the same whatever number is given.
    """
    if tallies and isinstance(tallies[0], Row) and not any(gains):
        return not gains
    return not gains or not all(map(math.isnan, gains))


class _Verdict(NamedTuple):
    """What the test says of a pair, and the interval of the difference and its standard error.

    draws: what rare classes leave open of it; None for scores that count no labels by class, and where nothing is
    asked of them.
    """

    outcome: Outcome
    low: float
    high: float
    error: float
    draws: PairedDraws | None = None

    @property
    def telling_draws(self) -> PairedDraws | None:
        """The draws, where they say something."""
        return _telling(self.draws)


class Tester:
    """Tests pairs of outputs; what pairs share is made once."""

    def __init__(
        self,
        scores: Sequence[Score],
        test: str,
        owners: Sequence[int] | None,
        intervals: Sequence[ScoreInterval],
        *,
        level: float,
        samples: int,
        trials: int,
        seed: int,
    ) -> None:
        self.scores = scores
        self.test = test
        self.owners = owners
        self.intervals = intervals
        self.level = level
        self.samples = samples
        self.trials = trials
        self.seed = seed
        self.drawn: list[list[float]] = []

    @cached_property
    def _counted(self) -> int:
        """How many lines count, of the sign test."""
        return lines_that_count(self.scores) or 0

    @cached_property
    def _tallies(self) -> list[Sequence[Tally]]:
        return [_in_common_units(rows_of(score).tallies) for score in self.scores]

    @cached_property
    def _together(self) -> Exchanges | None:
        """All outputs at once, unless these are too many numbers."""
        if len(self.scores) * len(self._tallies[0]) > _MOST_TOGETHER:
            return None
        return Exchanges(self.scores[0].scheme.metric, self._tallies, self.owners)

    def _exchange(self, first: int, second: int) -> Exchange:
        if self._together is not None:
            return self._together.pair(first, second)
        some = [self._tallies[first], self._tallies[second]]
        return Exchanges(self.scores[0].scheme.metric, some, self.owners).pair(0, 1)

    def _draw(self, executor: Executor | None) -> None:
        """Draw bootstrap samples, the same lines for all outputs, and keep their values."""
        columns = [(score.scheme.metric, rows_of(score).tallies) for score in self.scores]
        if self._tallies[0]:
            found = bootstrap(columns, self.samples, seed=self.seed, owners=self.owners, executor=executor)
            self.drawn = [one.values for one in found]

    def pairs(self, executor: Executor | None) -> tuple[list[ComparedPair], int]:
        """Test all pairs. With how many draws each pair got that rare classes leave open."""
        if self.test == "bootstrap":
            self._draw(executor)
        places = list(combinations(range(len(self.scores)), 2))
        parts = [places[one.start : one.stop] for one in divided(len(places), executor)]
        tested = parts_in_order(_tested, self, parts, executor, title="the comparison")
        found = [one for part in tested for one in part]
        return [pair for pair, _ in found], self.samples if any(drew for _, drew in found) else 0

    def pair(self, first: int, second: int) -> tuple[ComparedPair, bool]:
        """Test one pair. With whether chances by class were drawn."""
        one, other = self.scores[first], self.scores[second]
        difference = minus(one.value, other.value)
        exchange = self._exchange(first, second) if self._tallies[0] else None
        infinite = self._why_infinite(first, second) if exchange is not None and len(exchange.places) else ""
        if math.isinf(one.value) and one.value == other.value and infinite:
            difference = math.nan  # there is none of two infinite scores
        counts = self._counts(first, second)
        found = self._verdict((first, second), difference, counts, exchange, infinite)
        found, may_hide_errors = self._widened((first, second), difference, found)
        found = self._without_chance((first, second), difference, found)
        if len(self._tallies[0]) < 2:
            found = found._replace(low=math.nan, high=math.nan, error=math.nan)
        outcome, (better, worse, equal) = found.outcome, counts or (None, None, None)
        pair = ComparedPair(
            first=first,
            second=second,
            difference=difference,
            low=found.low,
            high=found.high,
            p_value=outcome.p_value,
            adjusted=outcome.p_value,
            trials=outcome.trials,
            exact=outcome.exact,
            standard_error=found.error,
            better=better,
            worse=worse,
            equal=equal,
            least=outcome.least,
            is_tail=outcome.is_tail,
            notes=outcome.notes,
            may_hide_errors=may_hide_errors,
            power=self._power(difference, found, exchange),
        )
        return pair, found.draws is not None

    def _verdict(
        self,
        pair: tuple[int, int],
        difference: float,
        counts: tuple[int, int, int] | None,
        exchange: Exchange | None,
        infinite: str,
    ) -> _Verdict:
        """What is said of a pair: by the test, or by what keeps these outputs from one."""
        nan = math.nan
        if math.isnan(difference):
            return _Verdict(Outcome(nan, 0, False, nan, notes=(infinite or "a score is NaN",)), nan, nan, nan)
        if self.test == "sign" and self._tallies[0] and not self._counted:
            return _Verdict(Outcome(1.0, 0, True, 1.0, notes=("no line counts for this score",)), -1.0, 1.0, nan)
        if why := self._why_no_verdict(infinite, *pair, exchange, difference):
            return _Verdict(Outcome(1.0, 0, True, 1.0, notes=(why,)), *self._bounds_without_verdict(), nan)
        if exchange is None or not len(exchange.places):
            return self._of_equal_lines(pair, difference)
        if any(self._are_sparse[at] for at in pair):
            return self._of_sparse_groups(pair, exchange, difference)
        return self._judged(pair, exchange, difference, counts)

    def _of_equal_lines(self, pair: tuple[int, int], difference: float) -> _Verdict:
        """What is said of outputs that no line tells apart; others might."""
        outcome = sign_test(0, 0)
        if not self._tallies[0]:
            return _Verdict(outcome, 0.0, 0.0, 0.0)
        if self.test == "sign":
            return _Verdict(outcome, *sign_interval(0, 0, self._counted, self.level, is_different=False), 0.0)
        draws = self._paired_draws(*pair, difference)
        return _Verdict(outcome, *_reaching((0.0, 0.0), _telling(draws), self.level), 0.0, draws)

    def _widened(self, pair: tuple[int, int], difference: float, found: _Verdict) -> tuple[_Verdict, bool]:
        """The verdict with an interval as wide as few errors leave it, and whether the better output may hide some.

        Not of scores by class, whose draws know it already.
        """
        if self.test == "sign" or found.draws is not None:
            return found, False
        few = self._of_few_errors(*pair)
        leader = pair[0] if (difference > 0) == (self.scores[0].better == "higher") else pair[1]
        hides = self._fails_rarely(leader, sum(pair) - leader)
        if not few:
            return found, hides
        wide = self._as_both_scores(*pair)
        low, high = _no_narrower((found.low, found.high), wide)
        return found._replace(low=low, high=high), hides or (leader in few and wide[0] <= 0 <= wide[1])

    def _without_chance(self, pair: tuple[int, int], difference: float, found: _Verdict) -> _Verdict:
        """The verdict with an interval that goes as far as it would be without what chance adds to scores of groups.

        0 stays on the side where the test finds it.
        """
        if math.isnan(found.low) or self._groups[pair[0]] is None or not found.error > 0:
            return found
        less = difference - (self._scores_without_chance[pair[0]] - self._scores_without_chance[pair[1]])
        one, other = (self._above_even[at] for at in pair)  # either may be of even classes, and the other not
        ends = self.scores[0].scheme.metric.bounds
        reach = ends[1] - ends[0]
        wide = max(-reach, found.low - max(less, one)), min(reach, found.high + max(-less, other))
        low, high = _no_narrower((found.low, found.high), wide)
        return found._replace(low=low, high=high)

    def _fails_rarely(self, leader: int, rival: int) -> bool:
        """Whether an output leads by errors without a largest size, and has them, or heavy ones, on hardly a line.

        That is on fewer than FEW_LINES lines. Heavy are the largest, as many as make two thirds of the sum of squares;
        as many of them as these lines leave open, by the binomial distribution, have to make up for the lead.
        """
        metric = self.scores[0].scheme.metric
        if metric.definition.best is None or all(map(math.isfinite, metric.bounds)):
            return False
        losses = sorted(self._losses(leader), reverse=True)
        if sum(loss > 0 for loss in losses) < FEW_LINES:
            return True
        squares = [loss * loss for loss in losses]
        sums = accumulate(squares)
        heavy = 1 + sum(one < math.fsum(squares) * 2 / 3 for one in islice(sums, FEW_LINES - 1))
        if heavy >= FEW_LINES:
            return False
        missing = mid_p_bounds(heavy, len(losses), self.level)[1] * len(losses) - heavy
        lead = math.fsum(self._losses(rival)) - math.fsum(losses)
        return missing * math.fsum(losses[:heavy]) / heavy >= lead

    def _losses(self, at: int) -> Iterable[float]:
        """How far each line (or cluster) of an output is from perfect, as it weighs in the score."""
        metric, tallies = self.scores[0].scheme.metric, rows_of(self.scores[at]).tallies
        best = metric.definition.best or 0.0
        values = (
            (float(tally[0]) for tally in tallies)
            if metric.tally_kind is Edits
            else (abs(value - best) for value in self._values[at])
        )
        known = ((place, loss) for place, loss in enumerate(values) if has_square(loss))
        if self.owners is None:
            return [loss for _, loss in known]
        found: dict[int, float] = defaultdict(float)
        for place, loss in known:
            found[self.owners[place]] += loss
        return found.values()

    def _why_infinite(self, first: int, second: int) -> str:
        """What an infinite score leaves to say of two outputs, with the lines that make it so; empty without one."""
        infinite = [at for at in (first, second) if math.isinf(self.scores[at].value) or self._infinite_means[at]]
        if not infinite:
            return ""
        outputs = "both scores are" if len(infinite) == 2 else "the score of one output is"
        if not any(math.isinf(self.scores[at].value) for at in infinite):  # a likelihood of 0 is a loss without end
            outputs = f"the logarithm{'s' * (len(infinite) == 2)} of {outputs}"
        lines = dict.fromkeys(chain.from_iterable(map(self._infinite_lines, infinite)))
        named = ", ".join(map(str, sorted(lines)[:_MOST_NAMED])) + (", …" if len(lines) > _MOST_NAMED else "")
        where = f" (line{'s' * (len(lines) > 1)} {named})" if lines else ""
        return f"{outputs} infinite{where}, and there is no test of an infinite difference"

    def _of_far_line(self, first: int, second: int) -> str:
        """What a line says that alone makes one of two scores; empty without one."""
        far = next((number for at in (first, second) if (number := self._far_lines[at]) is not None), None)
        return "" if far is None or self.test == "sign" else of_far_line(far)

    @cached_property
    def _far_lines(self) -> list[int | None]:
        """For each output the number of the line that alone makes its score; None where there is none."""
        rows = list(map(rows_of, self.scores))
        places = [far_line(score.scheme.metric, one.tallies) for score, one in zip(self.scores, rows, strict=True)]
        return [None if at is None else one.numbers[at] for at, one in zip(places, rows, strict=True)]

    def _infinite_lines(self, at: int) -> list[int]:
        """The numbers of the lines that make the score of an output infinite by themselves."""
        rows = rows_of(self.scores[at])
        return [
            number
            for number, value, tally in zip(rows.numbers, self._values[at], rows.tallies, strict=True)
            if math.isinf(value) or _is_infinite(tally)
        ]

    @cached_property
    def _infinite_means(self) -> list[bool]:
        """Whether each score is made of an infinite mean, as a likelihood of 0: its logarithm has no test either."""
        metric = self.scores[0].scheme.metric
        is_of_mean = metric.tally_kind in (Mean, LossOfClass) and metric.finish not in (Mean.mean, LossOfClass.mean)
        return [is_of_mean and any(map(_is_infinite, rows_of(score).tallies)) for score in self.scores]

    @cached_property
    def _gives_nothing(self) -> list[bool]:
        """Whether each output gives nothing at all, of a score that is a share of what is given, as precision is."""
        is_share = self.scores[0].scheme.metric.finish is Hits.precision
        return [is_share and not any(tally[2] for tally in rows_of(score).tallies) for score in self.scores]

    def _why_no_verdict(
        self, infinite: str, first: int, second: int, exchange: Exchange | None, difference: float
    ) -> str:
        """Why these lines cannot tell any outputs apart, or these two; empty where they can."""
        if why := infinite or self._of_far_line(first, second):
            return why
        if self._gives_nothing[first] != self._gives_nothing[second]:
            return "one output gives nothing that counts for this score, so that its score is a convention"
        few = self._few_of_rare_class
        if few is not None:
            so = ", and which output is better hangs on how many there are"
            return of_rarer_class(few, so, clustered=self.owners is not None)
        if self._are_sparse[first] and self._are_sparse[second]:
            return TOO_SPARSE
        if self._missing:
            return f"{self._missing}, so that these lines cannot tell the score on others"
        if self._rarer_units is not None or difference or exchange is None or not len(exchange.places):
            return ""
        return "the outputs differ, but no line by itself moves the score" if exchange.standard_error == 0 else ""

    def _bounds_without_verdict(self) -> tuple[float, float]:
        """The whole scale for scores that the lines do not bear on; no interval where they do, but are too few."""
        ends = self.scores[0].scheme.metric.bounds
        return (ends[0] - ends[1], ends[1] - ends[0]) if self._missing else (math.nan, math.nan)

    @cached_property
    def _missing(self) -> str:
        """What class the lines lack, of scores that count labels by class; empty where none is, or of other scores."""
        if self.test == "sign":
            return ""
        metric = self.scores[0].scheme.metric
        tables = (class_table(metric, rows_of(score).tallies) for score in self.scores)
        return next((missing_class(table) for table in tables if table is not None), "")

    @cached_property
    def _few_of_rare_class(self) -> int | None:
        """How many lines (or clusters) a rare class has, where a loss of probabilities needs more."""
        if self.test == "sign":
            return None
        score = self.scores[0]
        return few_of_rare_class(score.scheme.metric, rows_of(score).tallies, self.owners)

    def _of_few_errors(self, first: int, second: int) -> tuple[int, ...]:
        """Which of them have fewer than FEW_LINES lines (or clusters) less than perfect: too few to say much."""
        best = self.scores[0].scheme.metric.definition.best
        found = []
        for at in (first, second):
            places = [place for place, value in enumerate(self._values[at]) if value != best]
            if len(places if self.owners is None else {self.owners[place] for place in places}) < FEW_LINES:
                found.append(at)
        return tuple(found)

    def _as_both_scores(self, first: int, second: int) -> tuple[float, float]:
        """The interval that those of both scores make.

            from d - √((a - l)² + (u' - b)²) to d + √((u - a)² + (b - l')²)

        a, b: the scores, d = a - b; l to u and l' to u': their own intervals. Source: Newcombe 1998; Zou and Donner
        2008 (for outputs that are not correlated, which is the wider of both).
        """
        one, other = self.scores[first].value, self.scores[second].value
        (low, high), (other_low, other_high) = self.intervals[first], self.intervals[second]
        wide = (
            minus(one, other) - math.hypot(one - low, other_high - other),
            minus(one, other) + math.hypot(high - one, other - other_low),
        )
        ends = self.scores[0].scheme.metric.bounds
        reach = ends[1] - ends[0]
        return max(wide[0], -reach), min(wide[1], reach)

    def _power(self, difference: float, found: _Verdict, exchange: Exchange | None) -> Power | None:
        """What is known of how small a difference could be found; None where nothing is."""
        outcome, error = found.outcome, found.error
        if exchange is None or not len(exchange.places) or not math.isfinite(error):
            return None
        units, differing_units = exchange.outputs.units, len(exchange.places)
        ends = self.scores[0].scheme.metric.bounds
        noise = noise_of(difference, error, differing_units, units, ends[1] - ends[0])
        least, too_little = 2.0 ** (1 - min(differing_units, 1000)), "too few of them tell the outputs apart"
        if outcome.least > least:
            is_of_rarer, least = outcome.least == self._least_of_rarer_class, outcome.least
            too_little = "too few of them are of the rarer class" if is_of_rarer else "the trials are too few"
        drawn = standard_error(found.telling_draws.draws) if found.telling_draws is not None else 0.0
        wider = max(1.0, drawn / error) if error > 0 else 1.0
        return Power(noise, difference, outcome.p_value, least, too_little, wider)

    @cached_property
    def _values(self) -> list[list[float]]:
        """The value of every line by itself, of every output."""
        return [rows_of(score).values for score in self.scores]

    def _counts(self, first: int, second: int) -> tuple[int, int, int] | None:
        """On how many lines the first is better, worse, and neither; None where single lines have no value."""
        sign = 1.0 if self.scores[0].better == "higher" else -1.0
        places = differing(self._tallies[first], self._tallies[second])
        one, other = self._values[first], self._values[second]
        gains = [sign * minus(one[at], other[at]) for at in places]
        if not tell_apart(self._tallies[first], gains):
            return None
        better, worse = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
        return better, worse, len(one) - better - worse

    def _judged(
        self, pair: tuple[int, int], exchange: Exchange, difference: float, counts: tuple[int, int, int] | None
    ) -> _Verdict:
        """The test and the interval that goes with it. pair: among all outputs; `exchange` may have these two alone."""
        alpha, error = round(1 - self.level, 12), exchange.standard_error
        first, second = pair
        if self.test == "sign" and counts is not None:
            if self.scores[0].better == "lower":
                counts = counts[1], counts[0], counts[2]
            better, worse = counts[:2]
            outcome = sign_test(better, worse)
            is_different = outcome.p_value <= alpha
            interval = sign_interval(better, worse, self._counted, self.level, is_different=is_different)
            return _Verdict(outcome, *interval, error)
        if self.test == "bootstrap":
            one, other = self.drawn[first], self.drawn[second]
            samples = list(map(minus, one, other))
            outcome = self._allowed_by_rarer_class(bootstrap_test(difference, samples, exchange.outputs.units))
            outcome = self._beside_random_groups(outcome, pair, difference)
            is_different = outcome.p_value <= alpha
            interval = bootstrap_interval(difference, samples, self.level, is_different=is_different)
            return _Verdict(outcome, *interval, error)
        values = self.scores[first].value, self.scores[second].value
        outcome = self._allowed_by_rarer_class(exchange.test(values, self.trials, self.seed))
        draws = self._paired_draws(first, second, difference)
        telling = _telling(draws)
        if telling is not None and telling.p_value > outcome.p_value:
            outcome = _no_smaller(outcome, telling.p_value)
        outcome = self._beside_random_groups(outcome, pair, difference)
        found = exchange.interval(difference, outcome.p_value, self.level)
        if telling is not None and any(map(math.isnan, found)):  # no value without the only line of a class
            low, high = telling.bounds(self.level)
            is_apart = outcome.p_value <= alpha
            return _Verdict(outcome, *((low, high) if is_apart else (min(low, 0.0), max(high, 0.0))), error, draws)
        return _Verdict(outcome, *_reaching(found, telling, self.level), error, draws)

    @cached_property
    def _rarer_units(self) -> int | None:
        """How many lines (or clusters) the rarer class has, of scores that rank the two; None for other scores."""
        score = self.scores[0]
        return rarer_units(score.scheme.metric, rows_of(score).tallies, self.owners)

    @property
    def _least_of_rarer_class(self) -> float:
        units = self._rarer_units
        return 0.0 if units is None else min(1.0, 2.0 ** (1 - min(units, 1000)))

    def _allowed_by_rarer_class(self, outcome: Outcome) -> Outcome:
        """No p-value below that of all lines of the rarer class speaking for one output: 2 / 2ⁿ.

        The other class may rank differently on any number of lines, but each of these is ranked against the same few.
        """
        least = self._least_of_rarer_class
        if least <= outcome.least:
            return outcome
        notes = outcome.notes
        if least > round(1 - self.level, 12):
            so = f", so that no p-value below {least:g} is possible"
            notes = (of_rarer_class(self._rarer_units or 0, so, clustered=self.owners is not None),)
        p_value = max(least, outcome.p_value)
        is_tail = outcome.is_tail and p_value == outcome.p_value
        return outcome._replace(p_value=p_value, least=least, is_tail=is_tail, notes=notes)

    @cached_property
    def _groups(self) -> list[Counter[tuple[Hashable, Hashable]] | None]:
        """On how many lines each pair of class and group is, of each output; None where the score is of no groups."""
        return [grouped_pairs(score.scheme.metric, rows_of(score).tallies) for score in self.scores]

    @cached_property
    def _are_sparse(self) -> list[bool]:
        """Whether each output has too many pairs of class and group with a single line for an interval."""
        return [pairs is not None and are_too_sparse(pairs) for pairs in self._groups]

    @cached_property
    def _random_groups(self) -> list[float]:
        """What random groups of the same sizes score, for each output."""
        metric = self.scores[0].scheme.metric
        return [score_of_random_groups(metric, pairs or {}, self.seed) for pairs in self._groups]

    @cached_property
    def _scores_without_chance(self) -> list[float]:
        """What each score of groups is without what chance adds to it."""
        return [
            scores_without_chance(score.scheme.metric, pairs or {}, [score.value], self.seed)[0]
            for score, pairs in zip(self.scores, self._groups, strict=True)
        ]

    @cached_property
    def _above_even(self) -> list[float]:
        """By how much each Purity is too high if classes that may be even are; 0 of other scores."""
        if self.scores[0].scheme.metric.finish is not purity:
            return [0.0] * len(self.scores)
        return [
            purity_above_even(score.value, pairs or {}, self.seed)
            for score, pairs in zip(self.scores, self._groups, strict=True)
        ]

    @cached_property
    def _left_out(self) -> list[LeftOut]:
        """The scores without single lines (or clusters), the same ones of all outputs."""
        columns = [(score.scheme.metric, rows_of(score).tallies) for score in self.scores]
        return jackknife(columns, owners=self.owners)

    def _p_beside_random_groups(self, pair: tuple[int, int], difference: float) -> float:
        """The p-value of the difference from random groups, of scores of groups; 1 where these differ more.

            z = ((v - r) - (v' - r')) / SE

        v, v': the scores; r, r': of random groups of the same sizes; or of Purity what the higher one has by chance if
        its classes are even, and nothing of the other, if that leaves less; SE: of v - v', by the jackknife. 0 where no
        line moves the difference, as of perfect groups and a single one.
        """
        first, second = pair
        if_even = self._above_even[first] if difference > 0 else -self._above_even[second]
        by_chance = self._random_groups[first] - self._random_groups[second], if_even
        corrected = min((difference - one for one in by_chance), key=lambda one: one * difference)
        if corrected * difference <= 0 or abs(corrected) < ROUNDING:
            return 1.0
        one, other = self._left_out[first], self._left_out[second]
        error = spread_of(LeftOut(list(map(minus, one.without, other.without)), one.counts, one.groups)).error
        return 2 * normal_share(-abs(corrected) / error) if error > 0 else 0.0

    def _beside_random_groups(self, outcome: Outcome, pair: tuple[int, int], difference: float) -> Outcome:
        """No p-value below that beside random groups, of scores of groups; a note where it alone is large."""
        alpha = round(1 - self.level, 12)
        if self._groups[pair[0]] is None or outcome.p_value > alpha:
            return outcome
        p_value = self._p_beside_random_groups(pair, difference)
        if p_value <= outcome.p_value:
            return outcome
        notes = outcome.notes if p_value <= alpha else (*outcome.notes, BY_CHANCE)
        return _no_smaller(outcome, p_value)._replace(notes=notes)

    def _of_sparse_groups(self, pair: tuple[int, int], exchange: Exchange, difference: float) -> _Verdict:
        """What is said of groups of which one output's score is much too high by chance: random groups are, as well.

        The difference has no interval.
        """
        nan = math.nan
        least = 2.0 ** (1 - min(len(exchange.places), 1000))
        p_value = max(least, self._p_beside_random_groups(pair, difference))
        return _Verdict(Outcome(p_value, 0, False, least, notes=(TOO_SPARSE,)), nan, nan, nan)

    def _paired_draws(self, first: int, second: int, difference: float) -> PairedDraws | None:
        """What rare classes leave open of a difference; None for scores that count no labels by class."""
        if self.owners is not None:
            return None
        metric = self.scores[0].scheme.metric
        table = paired_table(metric, self._tallies[first], self._tallies[second])
        if table is None:
            return None
        return PairedDraws(metric, difference, table, self.samples, self.seed)


def _tested(tester: Tester, places: list[tuple[int, int]]) -> list[tuple[ComparedPair, bool]]:
    """Some pairs, and whether chances by class were drawn for each."""
    return [tester.pair(*at) for at in places]


def _no_smaller(outcome: Outcome, p_value: float) -> Outcome:
    """The outcome with a larger p-value that was approximated, which may lie beyond what the trials resolve as well."""
    is_beyond = p_value * (outcome.trials + 1) < 1 if outcome.trials else False
    return outcome._replace(p_value=p_value, exact=False, is_tail=is_beyond)


def _telling(draws: PairedDraws | None) -> PairedDraws | None:
    """The draws, where they say something."""
    return draws if draws is not None and draws.says_something else None


def _reaching(found: tuple[float, float], draws: PairedDraws | None, level: float) -> tuple[float, float]:
    """The interval, as far as the draws may take it; 0 stays on the side it is on."""
    return found if draws is None else _no_narrower(found, draws.bounds(level))


def _no_narrower(found: tuple[float, float], wide: tuple[float, float]) -> tuple[float, float]:
    """The interval, as far as the wide one; 0 stays on the side it is on, and NaN stays NaN."""
    if any(map(math.isnan, (*found, *wide))):
        return found
    low, high = wide
    low = found[0] if found[0] > 0 >= low else min(low, found[0])
    high = found[1] if found[1] < 0 <= high else max(high, found[1])
    return low, high
