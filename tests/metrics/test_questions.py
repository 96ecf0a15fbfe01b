"""Answers to questions, by the rules of the official SQuAD script, worked by hand."""

import pytest

from probierz import score


@pytest.mark.parametrize(
    ("expected", "output", "exact", "f1"),
    [
        ("the Warta\tWarta river", "The Warta.", 1, 1),
        ("Denver Broncos", "denver  broncos!", 1, 1),
        ("a deep mine", "deep tunnels", 0, 1 / 2),
        ("New York City", "New York", 0, 4 / 5),
        ("New York", "new new york", 0, 4 / 5),  # repeated words count once
        ("theatre an and", "theatre and", 1, 1),  # articles are whole words
        ("U.S.", "us", 1, 1),
        ("1925\tin 1925", "1952", 0, 0),
        ("za siedmioma górami", "Za Siedmioma GÓRAMI", 1, 1),
        ("the", "a", 1, 1),  # nothing is left of both
        ("the", "kot", 0, 0),
        ("kot", "", 0, 0),
        ("„kot”", "kot", 0, 0),  # only ASCII punctuation goes, as in the official script
    ],
)
def test_answers_are_compared_as_in_squad(expected, output, exact, f1):
    assert score("SQuAD-EM", [expected], [output]).value == exact
    assert score("SQuAD-F1", [expected], [output]).value == pytest.approx(f1)


def test_lines_weigh_the_same():
    expected, output = ["kot", "New York City"], ["kot", "New York"]
    assert score("SQuAD-F1", expected, output).value == pytest.approx(0.9)
