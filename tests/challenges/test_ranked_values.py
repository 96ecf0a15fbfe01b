"""Values of rankings that have something else than TABs between them."""

import pytest

from probierz.challenges.ranked_values import joined_values_doubt, repeated_values_doubt
from probierz.schemes.scheme import parse_scheme

NUMBERS = [str(number) for number in range(12)]
PHRASES = ["light\tlite", "elephant", "white elephant"]


@pytest.mark.parametrize(
    ("given", "known", "metric", "first"),
    [
        (["2 1", "3", "1, 2"], [], "MAP", 1),
        (["2", "1;3"], ["1:2\t7"], "MRR@10", 2),
        (["stary kot", "pies"], [*NUMBERS], "MRR", 1),
        (["elephant light"], PHRASES, "MAP", 1),
        (["2\t1", "3", "1 2"], [], "MAP", None),
        (["white elephant", "heavy"], PHRASES, "MAP", None),
        (["not heavy", "elephant"], PHRASES, "MAP", None),
        (["stary kot"], [], "MAP", None),
        (["2 1"], [], "Accuracy", None),
        (["", ""], NUMBERS, "MAP", None),
    ],
)
def test_several_values_that_are_one_are_asked_about(given, known, metric, first):
    doubt = joined_values_doubt(given, known, parse_scheme(metric))
    assert (doubt.line if doubt else None) == first
    if doubt:
        assert doubt.message == f"{given[first - 1]!r} is one value, as TABs alone part values"


@pytest.mark.parametrize(
    ("line", "metric", "is_asked"),
    [("d1\td2\td1", "AP@1000", True), ("d1\td2", "AP@1000", False), ("a\tb\ta", "Accuracy", False)],
)
def test_a_ranking_that_lists_one_document_twice_is_asked_about(line, metric, is_asked):
    doubt = repeated_values_doubt(["d3", line], parse_scheme(metric))
    assert (doubt is not None, doubt and doubt.line) == (is_asked, 2 if is_asked else None)
