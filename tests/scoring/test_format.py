import math

import pytest

from probierz.scoring.format import fixed, formatted, plain, show


@pytest.mark.parametrize(
    ("value", "text"),
    [  # Haskell's show, as in the specification
        (0.6, "0.6"),
        (1234567.5, "1234567.5"),
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (1e-5, "1.0e-5"),
        (5e-2, "5.0e-2"),
        (1.2345678e7, "1.2345678e7"),
        (0.0625, "6.25e-2"),
        (1e22, "1.0e22"),
        (1e7, "1.0e7"),
        (math.nan, "NaN"),
        (math.inf, "Infinity"),
        (-math.inf, "-Infinity"),
    ],
)
def test_a_number_is_shown_with_all_digits(value, text):
    assert show(value) == text


@pytest.mark.parametrize(
    ("value", "precision", "text"),
    [
        (0.125, 2, "0.12"),  # this and the next three are from the specification
        (2.675, 2, "2.68"),
        (99.995, 2, "100.00"),
        (2.5, 0, "2"),
        (3.5, 0, "4"),
        (0.375, 2, "0.38"),
        (0.1, 4, "0.1000"),
        (1e-7, 3, "0.000"),
        (1e22, 1, "10000000000000000000000.0"),
        (-0.001, 2, "-0.00"),
        (-2.345, 2, "-2.34"),
        (12.0, -3, "12"),
        (5e-324, 2, "0.00"),
        (math.nan, 2, "NaN"),
        (math.inf, 2, "Infinity"),
    ],
)
def test_rounding_is_half_to_even_on_the_shortest_digits(value, precision, text):
    assert fixed(value, precision) == text


def test_rounding_agrees_with_decimal_arithmetic():
    from decimal import ROUND_HALF_EVEN, Decimal

    for step in range(-4000, 4000):
        for value in (step / 1000, step * 1.1e-3, step * 7e5 + 0.5):
            for precision in (0, 1, 2, 4):
                wanted = Decimal(repr(value)).quantize(Decimal(1).scaleb(-precision), ROUND_HALF_EVEN)
                assert fixed(value, precision) == f"{wanted:f}"


@pytest.mark.parametrize(
    ("value", "precision", "percentage", "text"),
    [
        (0.14754, None, False, "0.14754"),
        (0.14754, None, True, "0.14754"),  # no precision, no percentage
        (0.14754, 4, False, "0.1475"),
        (0.14754, 4, True, "14.75"),
        (0.14754, 1, True, "15"),
        (math.nan, 4, True, "NaN"),
    ],
)
def test_percentages_come_with_two_decimals_fewer(value, precision, percentage, text):
    assert formatted(value, precision, percentage) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(1.0, "1.0"), (1e-5, "0.00001"), (1e22, "10000000000000000000000.0"), (-0.5, "-0.5"), (math.nan, "NaN")],
)
def test_scores_of_lines_have_no_exponent(value, text):
    assert plain(value) == text
