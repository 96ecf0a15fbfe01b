"""How far numbers are from the expected ones, or from expected intervals, and what a threshold on them gains."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

from probierz.errors import ParseError
from probierz.metrics.definition import Example, metric
from probierz.metrics.parsers import interval, lower_bound, number
from probierz.metrics.reads import NUMBER
from probierz.metrics.tallies import Mean


def root_mean(total: Mean) -> float:
    """√(Σ total / Σ count); NaN over no lines."""
    return math.sqrt(total.mean())


def percent(total: Mean) -> float:
    """100 Σ total / Σ count; NaN over no lines."""
    return 100 * total.mean()


_TEMPERATURES = Example(
    input=["Gdańsk\t2019-07-01", "Kraków\t2019-07-01", "Suwałki\t2019-01-15", "Zakopane\t2019-01-15"],
    expected=["23.5", "34.0", "-3.5", "0.0"],
    output=["22.0", "33.5", "-2.5", "-2.0"],
    value=1.875,
    in_header=["Town", "Date"],
    out_header=["Temperature"],
)

_YEARS = Example(
    input=["What a piece of work is a man!", "Beware the ides of March."],
    expected=["1600,1601.9999", "1599.2,1599.4"],
    output=["1600.7", "1601.6"],
    value=1.1,
    in_header=["SomeText"],
    out_header=["FractionalYear"],
)


_STARS = Example(
    input=["Polecam!", "Dobry, choć drogi.", "Znakomity.", "Zepsuł się po dniu.", "Szkoda pieniędzy."],
    expected=["5", "4", "5", "1", "1"],
    output=["5", "5", "4", "1", "2"],
    value=(0.5 + 1 + 0.5) / 3,
    in_header=["Review"],
    out_header=["Rating"],
)


# --- against a number --------------------------------------------------------------------------------------------


@metric(
    "MSE",
    better="lower",
    bounds=(0, math.inf),
    parse=number,
    answers="numbers",
    source="Gauss 1821 (least squares); GEval 1.42.2.0",
    example=_TEMPERATURES,
)
def mean_squared_error(expected: float, output: float) -> Mean:
    """Mean squared error of a number.

        MSE = (1/n) Σ (e - o)²

    e, o: expected and given number; n: lines. Every line weighs the same.
    Empty: NaN.
    """
    error = expected - output
    return Mean(error * error)  # not ** 2, which raises instead of becoming infinite


@metric(
    "RMSE",
    better="lower",
    bounds=(0, math.inf),
    parse=number,
    finish=root_mean,
    answers="numbers",
    source="Gauss 1821 (least squares); GEval 1.42.2.0",
    example=replace(_TEMPERATURES, value=math.sqrt(1.875)),
)
def root_mean_squared_error(expected: float, output: float) -> Mean:
    """Root of the mean squared error of a number.

        RMSE = √( (1/n) Σ (e - o)² )

    e, o: expected and given number; n: lines. Every line weighs the same; in the unit of the numbers.
    Empty: NaN.
    """
    error = expected - output
    return Mean(error * error)


@metric(
    "MAE",
    better="lower",
    bounds=(0, math.inf),
    parse=number,
    answers="numbers",
    source="Willmott and Matsuura 2005; GEval 1.42.2.0",
    example=replace(_TEMPERATURES, value=1.25),
)
def mean_absolute_error(expected: float, output: float) -> Mean:
    """Mean absolute error of a number.

        MAE = (1/n) Σ |e - o|

    e, o: expected and given number; n: lines. Every line weighs the same; in the unit of the numbers.
    Empty: NaN.
    """
    return Mean(abs(expected - output))


@metric(
    "SMAPE",
    better="lower",
    bounds=(0, 100),
    parse=number,
    finish=percent,
    answers="numbers",
    source="Armstrong 1985, p. 348 (without halving the denominator); GEval 1.42.2.0",
    example=replace(_TEMPERATURES, value=100 * (1.5 / 45.5 + 0.5 / 67.5 + 1.0 / 6.0 + 1.0) / 4),
)
def symmetric_mean_absolute_percentage_error(expected: float, output: float) -> Mean:
    """Symmetric mean absolute percentage error, from 0 to 100.

        SMAPE = (100/n) Σ |e - o| / (|e| + |o|)

    e, o: expected and given number; n: lines. A line where both are 0 counts 0. Every line weighs the same.
    Other tools halve the denominator and reach 200.
    Empty: NaN.
    """
    size = abs(expected) + abs(output)
    return Mean(abs(expected - output) / size if size else 0.0)


# --- each expected number weighing the same ------------------------------------------------------------------------


def mean_of_means(ratings: dict[float, Mean]) -> float:
    """Mean over expected numbers of their mean errors; NaN without any."""
    means = [mean.mean() for mean in ratings.values()]
    return math.fsum(means) / len(means) if means else math.nan


@metric(
    "Macro-MAE",
    better="lower",
    bounds=(0, math.inf),
    parse=number,
    finish=mean_of_means,
    geval=False,
    answers="numbers",
    source="Baccianella, Esuli and Sebastiani 2009 (macro-averaged MAE)",
    example=_STARS,
)
def macro_mean_absolute_error(expected: float, output: float) -> dict[float, Mean]:
    """Mean absolute error of a number, every expected number weighing the same however often it occurs.

        Macro-MAE = (1/k) Σ over numbers r of mean{ |e - o| : e = r }

    e, o: expected and given number; k: different numbers r in the expected file. Meant for ratings, of which some are
    rare; in the unit of the numbers.
    Empty: NaN.
    """
    return {expected: Mean(abs(expected - output))}


LOWEST_STARS, HIGHEST_STARS = 1, 5


def stars(text: str) -> float:
    """A rating from 1 to 5. Raises ParseError for anything else."""
    rating = number(text)
    if not LOWEST_STARS <= rating <= HIGHEST_STARS:
        raise ParseError("wanted a rating from 1 to 5", found=text)
    return rating


def one_minus_mean_of_means(ratings: dict[float, Mean]) -> float:
    """Return 1 - the mean over expected numbers of their mean errors; NaN without any."""
    return 1 - mean_of_means(ratings)


@metric(
    "1-wMAE",
    better="higher",
    bounds=(-math.inf, 1),
    parse=(stars, number),
    reads=(NUMBER, NUMBER),
    finish=one_minus_mean_of_means,
    geval=False,
    answers="numbers",
    source="Rybak, Mroczkowski, Tracz and Gawlik 2020 (KLEJ), task AR",
    example=replace(_STARS, value=1 - (0.5 + 1 + 0.5) / 3 / 4),
)
def one_minus_weighted_mean_absolute_error(expected: float, output: float) -> dict[float, Mean]:
    """How near ratings from 1 to 5 are, every expected rating weighing the same however often it occurs.

        1-wMAE = 1 - (1/k) Σ over ratings r of mean{ |e - o| / 4 : e = r }

    e, o: expected rating, from 1 to 5, and given number; k: different ratings r in the expected file. The division by 4
    brings ratings to the scale from 0 to 1. A number outside the scale is taken as it is, so that the value may be
    negative.
    Empty: NaN.
    """
    return {expected: Mean(abs(expected - output) / (HIGHEST_STARS - LOWEST_STARS))}


# --- against an interval -----------------------------------------------------------------------------------------


def _distance(bounds: tuple[float, float], output: float) -> float:
    low, high = bounds
    if output < low:
        return low - output
    return output - high if output > high else 0.0


@metric(
    "MSE-Against-Interval",
    better="lower",
    bounds=(0, math.inf),
    parse=(interval, number),
    perfect=lower_bound,
    source="GEval 1.42.2.0 (RetroC challenge of dating texts)",
    example=replace(_YEARS, value=2.42),
)
def mean_squared_error_against_interval(expected: tuple[float, float], output: float) -> Mean:
    """Mean squared distance of a number from an interval.

        MSE = (1/n) Σ d²,   d = a - o if o < a, o - b if o > b, else 0

    a, b: lower and upper bound of the expected interval, written `a,b`; o: given number; n: lines. Every line weighs
    the same.
    Empty: NaN.
    """
    distance = _distance(expected, output)
    return Mean(distance * distance)


@metric(
    "RMSE-Against-Interval",
    better="lower",
    bounds=(0, math.inf),
    parse=(interval, number),
    finish=root_mean,
    perfect=lower_bound,
    source="GEval 1.42.2.0 (RetroC challenge of dating texts)",
    example=replace(_YEARS, value=math.sqrt(2.42)),
)
def root_mean_squared_error_against_interval(expected: tuple[float, float], output: float) -> Mean:
    """Root of the mean squared distance of a number from an interval.

        RMSE = √( (1/n) Σ d² ),   d = a - o if o < a, o - b if o > b, else 0

    a, b: lower and upper bound of the expected interval, written `a,b`; o: given number; n: lines. Every line weighs
    the same.
    Empty: NaN.
    """
    distance = _distance(expected, output)
    return Mean(distance * distance)


@metric(
    "MAE-Against-Interval",
    better="lower",
    bounds=(0, math.inf),
    parse=(interval, number),
    perfect=lower_bound,
    source="GEval 1.42.2.0 (RetroC challenge of dating texts)",
    example=_YEARS,
)
def mean_absolute_error_against_interval(expected: tuple[float, float], output: float) -> Mean:
    """Mean distance of a number from an interval.

        MAE = (1/n) Σ d,   d = a - o if o < a, o - b if o > b, else 0

    a, b: lower and upper bound of the expected interval, written `a,b`; o: given number; n: lines. Every line weighs
    the same.
    Empty: NaN.
    """
    return Mean(_distance(expected, output))


# --- what a threshold gains --------------------------------------------------------------------------------------


class Gain(NamedTuple):
    """Expected values of the lines that were chosen, and of all lines."""

    chosen: float
    chosen_lines: int
    total: float
    lines: int

    def difference(self) -> float:
        """Mean over the chosen lines minus the mean over all; NaN when nothing was chosen."""
        if not self.chosen_lines:
            return math.nan
        return self.chosen / self.chosen_lines - self.total / self.lines


@metric(
    "Improvement@{threshold:decimal}",
    better="higher",
    bounds=(-math.inf, math.inf),
    best=None,
    parse=number,
    finish=Gain.difference,
    source="GEval 1.42.2.0",
    example=Example(
        name="Improvement@0.5",
        input=["foo", "foo", "bar", "baz", "foo"],
        expected=["0.3", "0.5", "1.1", "4.5", "-0.2"],
        output=["0.8", "0.6", "0.01", "1.3", "0.02"],
        value=5.3 / 3 - 6.2 / 5,
        in_header=["SomeText"],
        out_header=["SomeNumber"],
    ),
)
def improvement(expected: float, output: float, threshold: float) -> Gain:
    """How much better than the average are the lines that a threshold chooses.

        Improvement@t = mean{ e : o ≥ t } - mean{ e }

    e: expected number (a gain); o: given number (a score); t: threshold. There is no best value.
    Empty: NaN; also when no line reaches the threshold.
    """
    if output >= threshold:
        return Gain(expected, 1, expected, 1)
    return Gain(0, 0, expected, 1)
