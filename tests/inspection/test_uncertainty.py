"""Which items systems are unsure of."""

import pytest

from probierz.inspection.uncertainty import shares_of_lines, uncertainties


@pytest.mark.parametrize(
    ("outputs", "expected"),
    [
        # 1 - (0.9 - 0.1), 1 - (0.6 - 0.4)
        ([["yes:0.9 no:0.1", "yes:0.6 no:0.4"]], [0.2, 0.8]),
        # what is left to 1 is some other label: 1 - (0.7 - 0.3)
        ([["yes:0.7", "yes:1"]], [0.6, 0.0]),
        # probabilities of 1: 1 - (0.8 - 0.2), 1 - (0.5 - 0.5), 1 - (1 - 0)
        ([["0.2", "0.5", "1"]], [0.4, 1.0, 0.0]),
        # votes: 3 of 3; 2 of 3 beside 1; 1, 1 and 1
        ([["a", "a", "a"], ["a", "a", "b"], ["a", "b", "c"]], [0.0, 2 / 3, 1.0]),
        # labels and probabilities together: (1 + 0.6) / 2 beside 0.4 / 2
        ([["yes"], ["yes:0.6 no:0.4"]], [0.4]),
        # more than 1 in all is brought to 1: 0.75 beside 0.25
        ([["yes:0.9 no:0.3"]], [0.5]),
        ([[]], []),
        ([], []),
    ],
)
def test_items_of_which_outputs_are_unsure_have_more(outputs, expected):
    assert uncertainties(outputs) == pytest.approx(expected)


@pytest.mark.parametrize(
    "lines",
    [
        ["12:30", "9:15"],  # times of day
        ["0", "1"],
        ["yes:0.7", "no"],  # not throughout
        ["0.5", "7"],
        ["", ""],
    ],
)
def test_what_is_no_probability_throughout_is_a_label(lines):
    assert shares_of_lines(lines) == [{line: 1.0} for line in lines]


def test_outputs_of_different_lengths_are_a_mistake_of_the_caller():
    with pytest.raises(ValueError, match="zip"):
        uncertainties([["a"], ["a", "b"]])
