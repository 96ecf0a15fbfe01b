"""Errors of numbers. Values: GEval 1.42.2.0 where said, else worked by hand or from scikit-learn."""

import math
import random

import pytest

from probierz import score
from probierz.errors import DataError, ParseError
from probierz.metrics.parsers import interval, number, probability, zero_one

LINES = [("-2.5", "1.1"), ("100", "80"), ("0.0", "-2.5"), ("3", "3"), ("1.2", "0.3"), ("0.0", "0.0")]
EXPECTED, OUTPUT = zip(*LINES, strict=True)


@pytest.mark.parametrize(
    ("name", "value"),
    [  # GEval 1.42.2.0
        ("SMAPE", 45.1851851851852),
        ("MSE", 70.00333333333333),
        ("MAE", 4.5),
        ("RMSE", math.sqrt(70.00333333333333)),
    ],
)
def test_errors_of_numbers_are_those_of_geval(name, value):
    assert score(name, EXPECTED, OUTPUT).value == pytest.approx(value, rel=1e-12)


def test_smape_of_two_zeros_is_zero():
    # GEval 1.42.2.0, line by line
    assert score("SMAPE", EXPECTED, OUTPUT).rows.values == pytest.approx([100, 11.11111111111111, 100, 0, 60, 0])


@pytest.mark.parametrize(
    ("output", "distance"), [("1", 0), ("2.5", 0), ("3", 0), ("0.5", 0.5), ("-1", 2), ("3.25", 0.25), ("1e3", 997)]
)
def test_a_number_is_compared_with_the_nearer_bound_of_an_interval(output, distance):
    assert score("MAE-Against-Interval", ["1,3"], [output]).value == distance
    assert score("MSE-Against-Interval", ["1,3"], [output]).value == distance**2
    assert score("RMSE-Against-Interval", ["1,3"], [output]).value == distance


def test_numbers_too_large_to_square_give_infinity():
    assert score("MSE", ["1e200"], ["-1e200"]).value == math.inf
    assert score("MAE", ["1e400"], ["0"]).value == math.inf
    assert math.isnan(score("MAE", ["1e400"], ["1e400"]).value)


@pytest.mark.parametrize(
    ("threshold", "value"),
    [("0.5", 0.5266666666666666), ("1", 4.5 - 1.24), ("-1", 0), ("2", math.nan)],  # the first: GEval 1.42.2.0
)
def test_improvement_compares_chosen_lines_with_all(threshold, value):
    expected, output = ["0.3", "0.5", "1.1", "4.5", "-0.2"], ["0.8", "0.6", "0.01", "1.3", "0.02"]
    assert score(f"Improvement@{threshold}", expected, output).value == pytest.approx(value, nan_ok=True)


def test_mean_squared_error_is_that_of_scikit_learn():
    sklearn_metrics = pytest.importorskip("sklearn.metrics")
    generator = random.Random(5)
    expected = [generator.gauss(10, 5) for _ in range(200)]
    output = [value + generator.gauss(0, 3) for value in expected]
    ours = score("MSE", list(map(repr, expected)), list(map(repr, output))).value
    assert ours == pytest.approx(sklearn_metrics.mean_squared_error(expected, output), rel=1e-12)
    ours = score("MAE", list(map(repr, expected)), list(map(repr, output))).value
    assert ours == pytest.approx(sklearn_metrics.mean_absolute_error(expected, output), rel=1e-12)


# --- each expected number weighing the same ------------------------------------------------------------------------


def test_macro_mae_is_the_mean_of_the_errors_of_each_expected_number():
    # 9 lines of 5, each 1 off; one line of 1, which is 3 off: (1 + 3) / 2, where MAE is (9 + 3) / 10
    expected, output = ["5"] * 9 + ["1"], ["4"] * 10
    assert score("Macro-MAE", expected, output).value == 2
    assert score("MAE", expected, output).value == 1.2


def test_macro_mae_is_that_of_scikit_learn_rating_by_rating():
    sklearn_metrics = pytest.importorskip("sklearn.metrics")
    generator = random.Random(8)
    expected = [generator.choice([1, 2, 3, 4, 4, 5, 5, 5]) for _ in range(300)]
    output = [generator.uniform(1, 5) for _ in expected]
    weights = [1 / expected.count(rating) for rating in expected]
    theirs = sklearn_metrics.mean_absolute_error(expected, output, sample_weight=weights)
    lines = list(map(str, expected)), list(map(repr, output))
    assert score("Macro-MAE", *lines).value == pytest.approx(theirs, rel=1e-12)
    assert score("1-wMAE", *lines).value == pytest.approx(1 - theirs / 4, rel=1e-12)


def test_1_wmae_is_a_half_for_constant_threes_where_all_ratings_occur():
    # errors 2, 1, 0, 1, 2 of ratings 1 to 5: mean 1.2, over 4
    assert score("1-wMAE", ["1.0", "2.0", "3.0", "4.0", "5.0"], ["3"] * 5).value == pytest.approx(1 - 1.2 / 4)


def test_1_wmae_takes_one_rating_written_in_two_ways_as_one():
    assert score("1-wMAE", ["1", "1.0", "5"], ["1", "3", "5"]).value == pytest.approx(1 - (1 / 4) / 2)


def test_1_wmae_refuses_expected_ratings_of_another_scale():
    with pytest.raises(DataError, match="wanted a rating from 1 to 5"):
        score("1-wMAE", ["0.75"], ["3"])


# --- reading -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("+12", 12),
        ("-0.5", -0.5),
        ("1e3", 1000),
        ("1.5e-3", 0.0015),
        ("7\tand more", 7),
        ("1e400", math.inf),
        ("007", 7),
    ],
)
def test_numbers_are_read_as_in_geval(text, value):
    assert number(text) == value


NO_DIGIT, NO_END = "input does not start with a digit", "number expected"


@pytest.mark.parametrize(
    ("parse", "text", "recorded"),
    [  # messages of GEval 1.42.2.0
        *((number, text, NO_END) for text in ("1.", "1e", "1 ", "1,5", "0x10", "1_000")),
        *((number, text, NO_DIGIT) for text in (".5", " 1", "inf", "NaN", "", "٣", "--1")),
        (zero_one, "2", "expected 0 or 1"),
        (zero_one, "1.0", NO_END),
        (zero_one, "-1", NO_DIGIT),
        (probability, "1.1", "expected probability"),
        (probability, "-0.1", "expected probability"),
        *((interval, text, "cannot parse interval") for text in ("1", "1,2,3", "1,x", "", ",", "1, 2")),
    ],
)
def test_what_is_no_number_is_refused_with_the_reason_of_geval(parse, text, recorded):
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert caught.value.geval == recorded


def test_a_bad_number_in_a_file_names_its_line():
    with pytest.raises(DataError, match=r"line 2.*decimal point.*'2,5'") as caught:
        score("MAE", ["1", "2"], ["1", "2,5"])
    assert caught.value.geval == "Line 2: Unexpected data [number expected]"
