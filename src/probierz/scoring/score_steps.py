"""How finely a score may be told: as finely as the lines of its test justify, and no more.

A difference far below the confidence interval of a score says nothing about systems. Its digits do say something about
single expected results: an output can be written so that each label moves another digit. So scores on hidden tests are
told in steps.

Steps that grow with the score have as many digits at any size, so size itself would tell: lines that an output makes
huge, each twice as huge as the next, add up to the binary digits of which of them count. So a score that is far worse
than any in earnest is told as a bound alone, and what is about as bad as chance in steps of a quarter of that. Of 100
lines of numbers under MAE, half of them public, whoever guesses has 50 right; ten such outputs got 77 right without a
bound, and 63 with one, however large their lines were. Where errors are a hundredth of what chance gets, steps are
finer than that: 78 right under MAE, 75 under RMSE and WER; see the tests.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_DOWN, Decimal
from functools import cached_property, lru_cache

from probierz.schemes.scheme import parse_scheme
from probierz.scoring.distributions import normal_quantile
from probierz.scoring.levels import CONFIDENCE

PART_OF_HALF_WIDTH = 4
"""A step is at most the half-width of the usual interval by this."""
FARTHEST = 100.0
"""An end of a metric's range that lies farther off is none that scores come near: half the earth's girth, infinity."""
LARGEST_SHARE = 0.2
"""Of the distance from the best or worst score there is: above it, ends of bands were no multiples of both steps."""
SHARE_OF_LOSS = 0.25
"""The same of a loss of probabilities, on a test of so few lines that its usual quota grows with them."""
USUAL_QUOTA_ENDS = 1000
"""Lines of a test from which on the usual quota of outputs grows no more."""
LOSSES = ("LogLoss", "MultiLabel-LogLoss", "PerplexityHashed")
"""Beginnings of names of metrics in which one sure and wrong line may weigh as much as one likes."""
LIKELIHOODS = ("Likelihood", "MultiLabel-Likelihood")
"""The same of those that are e to the power of minus such a loss."""
OF_POSITIVES = re.compile(r"(Mean/)?(F\d|Precision|Recall)")
SHARE_OF_POSITIVES = 0.1
"""Metrics that say something of the lines of one class alone, and how many of all lines those are taken to be."""
RATES = ("WER", "CER", "TER", "WAR", "CAR", "Mean/WER", "Mean/CER")
"""Beginnings of names of metrics that count errors by what was expected."""
LEAST_OF_LINE = 0.25
"""Of those, a step is at least so much of a line: three or four of some fifteen words."""
FEWEST_LINES = 100
"""On fewer lines, a step is of as many of them as it is on these, two of an accuracy: a step of one tells a label."""
WITHOUT_UNIT = (*RATES, "R2", "FLC-F")
"""Beginnings of names of metrics without an end that have the same size on any data."""
FAR_RATE = 2.0
"""How far from the near end those are told: 200 % of errors."""
FAR_LOSS = 10.0
"""The same of losses of probabilities, in nats: 7 is what chance gets among 1,000 words."""
FAR_UNKNOWN = 1e6
"""The same of a metric in units of the data where nobody knows what is far; see `far_scores`."""
FINEST = Decimal("0.001")
"""Closer to the near end than by this share of what is far, steps get no finer."""
_BANDS = (Decimal(5), Decimal(2), Decimal(1))


@dataclass(frozen=True)
class ScoreSteps:
    """In which steps the scores of a metric on so many lines are told.

    low, high: the range of the metric. half_width: of the usual 95 % interval: of a metric with both ends, where it is
    widest; else as a share of the distance from the near end. power: other than 0 where scores are e to that power of
    what has this range and is told in steps: 1 of a perplexity, -1 of a likelihood, by a mean loss. least: the smallest
    step; 0 where there is none. far: without both ends, how far from the near end scores are told, 1, 2 or 5 times a
    power of ten that nothing of an output changes; from about half of it on steps are of a quarter or less.
    """

    low: float
    high: float
    half_width: float
    power: int = 0
    least: float = 0.0
    far: float = FAR_UNKNOWN

    @cached_property
    def has_both_ends(self) -> bool:
        """Whether there is one step; else steps grow with the score."""
        return abs(self.low) <= FARTHEST and abs(self.high) <= FARTHEST

    @cached_property
    def step(self) -> Decimal:
        """The step; where steps grow with the score, that between 1 and 2 from the near end."""
        usual = _largest_below(self._most)
        if not (self.least and self.has_both_ends):
            return usual
        return min(max(usual, smallest_above(Decimal(repr(self.least)))), Decimal(repr(self.high - self.low)))

    @property
    def examples(self) -> tuple[tuple[Decimal, Decimal], tuple[Decimal, Decimal]]:
        """Two scores with the step in which scores about them are told, the better one first."""
        if self.power:
            scores = (Decimal(2) ** self.power, Decimal(20) ** self.power)
            losses = ((score, replace(self, power=0)._step_at(abs(score.ln()))) for score in scores)
            one, other = ((score, _largest_below(score * step)) for score, step in losses)
            return one, other
        near = self._near
        sign = -1 if self._near_end == self.high else 1
        distances = (_largest_below(self._far / by) for by in (20, 4))
        one, other = ((near + sign * far, self._step_at(far)) for far in distances)
        return one, other

    @cached_property
    def count(self) -> float:
        """How many scores may be told; where there are not both ends, those up to the bound, and the bound itself."""
        if self.has_both_ends:
            return (self.high - self.low) / float(self.step) + 1
        if self.power:
            return replace(self, power=0).count
        start, end, told = Decimal(0), self._finest_at, 2.0  # the near end and the bound
        while start < self._far:
            end = min(self._far, end)
            told += float((end - start) / self._step_at((start + end) / 2))
            start, end = end, _next_band(end)
        return 2 * told - 1 if math.isinf(self.low) and math.isinf(self.high) else told

    @property
    def bounds(self) -> tuple[Decimal, Decimal]:
        """Scores below the first and above the second are told as that alone."""
        if self.power:
            ends = (Decimal(1), 1 + _four_digits_less_one(self.power * self.far))
            return min(ends), max(ends)
        near = self._near
        return near - self._far, near + self._far

    def told(self, value: float) -> Decimal:
        """Return the score as it is told; beyond `bounds` an infinity with its sign, NaN as it is.

        A larger score is never told as a smaller one than a smaller score is. What is half way goes towards the near
        end, always: to even, every other score that is told would stand for a single count where a step is two lines.
        """
        if not math.isfinite(value):
            return Decimal(value)
        if self.power:
            return self._told_by_loss(value)
        near = self._near
        far = Decimal(repr(float(value))) - near
        if not self.has_both_ends and abs(far) > self._far:
            return Decimal("Infinity").copy_sign(far)
        return near + _to_step(far, self.step if self.has_both_ends else self._step_at(abs(far)))

    def _told_by_loss(self, value: float) -> Decimal:
        """The score whose loss is told in steps, with four digits of what it lies from 1 or 0."""
        loss = math.inf if value <= 0 else max(self.power * math.log(value), 0.0)
        if loss > self.far:
            return Decimal("Infinity").copy_sign(Decimal(self.power))
        return 1 + _four_digits_less_one(self.power * float(replace(self, power=0).told(loss)))

    @cached_property
    def _near(self) -> Decimal:
        return Decimal(repr(self._near_end)).normalize()

    @cached_property
    def _near_end(self) -> float:
        return next((end for end in (self.low, self.high) if abs(end) <= FARTHEST), 0.0)

    def _step_at(self, far: Decimal) -> Decimal:
        """The step at a distance from the near end: one for each band from 1 to 2, 2 to 5, 5 to 10, and tenfold."""
        if math.isinf(self.low) and math.isinf(self.high):
            far = max(far, Decimal(1))  # there is no end that only a perfect output comes near
        least = _largest_below(Decimal(repr(self.least))) if self.least else Decimal(0)
        coarse_from = _largest_below(self._far / 2)
        if far >= coarse_from:  # what is no better than chance
            return max(least, coarse_from / 2)
        return max(least, _largest_below(self._most * _largest_below(max(far, self._finest_at))))

    @cached_property
    def _far(self) -> Decimal:
        return Decimal(repr(self.far)).normalize()

    @cached_property
    def _finest_at(self) -> Decimal:
        return FINEST if self.far == FAR_UNKNOWN else _largest_below(self._far * FINEST)

    @cached_property
    def _most(self) -> Decimal:
        return Decimal(repr(self.half_width / PART_OF_HALF_WIDTH))


def _to_step(value: Decimal, step: Decimal) -> Decimal:
    """Round to a step, with the digits of the step: those of a score that is a round number would tell that it is."""
    told = ((value / step).to_integral_value(ROUND_HALF_DOWN) * step).quantize(step)
    return told if told else abs(told)  # no -0.00


def _four_digits_less_one(loss: float) -> Decimal:
    """e to that power, less 1, with four digits of what it lies from 1 or 0."""
    return Decimal(f"{math.expm1(loss):.4g}") if abs(loss) < 1 else Decimal(f"{math.exp(loss):.4g}") - 1


def _next_band(end: Decimal) -> Decimal:
    """The next of 1, 2, 5 times a power of ten after one of these."""
    return end * (Decimal("2.5") if _largest_below(end).as_tuple().digits[0] == 2 else 2)


def _largest_below(most: Decimal) -> Decimal:
    """The largest of 1, 2, 5 times a power of ten that is not above a number above zero."""
    power = Decimal(1).scaleb(most.adjusted())
    return next(band * power for band in _BANDS if band * power <= most)


def smallest_above(least: Decimal) -> Decimal:
    """The smallest of 1, 2, 5 times a power of ten that is not below a number above zero."""
    power = Decimal(1).scaleb(least.adjusted())
    return next(band * power for band in (*reversed(_BANDS), Decimal(10)) if band * power >= least)


def is_in_units_of_data(scheme: str) -> bool:
    """Whether the data decide which scores are large: without both ends, an error in degrees or kilometres."""
    metric = parse_scheme(scheme).metric
    has_unit = not metric.name.startswith((*WITHOUT_UNIT, *LOSSES, *LIKELIHOODS))
    return has_unit and max(map(abs, metric.bounds)) > FARTHEST


@lru_cache(1024)
def steps_for(scheme: str, lines: int, far: float | None = None) -> ScoreSteps:
    """Return in which steps scores by a metric on a test of so many lines are told.

    The step is the largest of 1, 2 and 5 times a power of ten that is at most a quarter of the half-width h of the
    usual confidence interval of n lines. For a metric with both ends that is the widest one, of a mean of points half
    of which are at each end:

        h = z (high - low) / (2 √n),   z = 1.96

    for Accuracy on 100 lines 0.098, so that 0.02 is the step: two lines. On fewer lines it is no fewer of them. Where a
    metric has one end or none, lines are taken to
    spread as much as they lose on average, as errors do about:

        h = z |score - end| / √n

    with the score replaced by the 1, 2 or 5 times a power of ten below it, so that the steps stand on a grid that is
    always the same.

    Rates of errors (`RATES`) have a smallest step besides, of 0.25 / n, as a step of less than an error tells how many
    there are.

    In a loss of probabilities (`LOSSES`) one line may weigh more than all others, so an output can make a few labels
    the first binary digits of its score. Up to 1,000 lines its step is a quarter of the distance from the end; then it
    comes down by 4 ** -(n / 1000) to that of other metrics, as the usual quota grows no more. A perplexity and a
    likelihood are told by their logarithms, which are such losses.

    Of metrics that look at one class alone (`OF_POSITIVES`), n is a tenth of the lines: few are expected of it, as a
    rule, and how many they are on this test is not for a step to say.

    far: how far from the near end scores are told of a metric `is_in_units_of_data`, as `far_scores` has it; of others
    it is the same everywhere.

    No step depends on expected results, nothing on what was handed in: a step that was measured on an output would be
    made smaller by whoever wrote that output, and would jump with the next version.
    """
    metric = parse_scheme(scheme).metric
    low, high = metric.bounds
    z = normal_quantile((1 + CONFIDENCE) / 2)
    power = -1 if metric.name.startswith(LIKELIHOODS) else int(low == 1 and abs(high) > FARTHEST)
    if abs(low) <= FARTHEST and abs(high) <= FARTHEST and not power:
        judging = max(1.0, lines * SHARE_OF_POSITIVES) if OF_POSITIVES.match(metric.name) else max(1, lines)
        least = (
            float(steps_for(scheme, FEWEST_LINES).step) * FEWEST_LINES / max(1, lines) if lines < FEWEST_LINES else 0.0
        )
        return ScoreSteps(low, high, z * (high - low) / 2 / math.sqrt(judging), least=least)
    share = min(LARGEST_SHARE, z / math.sqrt(max(1, lines)) / PART_OF_HALF_WIDTH)
    if not metric.name.startswith((*LOSSES, *LIKELIHOODS)):
        least = LEAST_OF_LINE / max(1, lines) if metric.name.startswith(RATES) else 0.0
        far = (far or FAR_UNKNOWN) if is_in_units_of_data(scheme) else FAR_RATE
        return ScoreSteps(low, high, share * PART_OF_HALF_WIDTH, least=least, far=far)
    share = max(share, SHARE_OF_LOSS ** max(1.0, lines / USUAL_QUOTA_ENDS))
    return ScoreSteps(0.0, math.inf, share * PART_OF_HALF_WIDTH, power, far=FAR_LOSS)
