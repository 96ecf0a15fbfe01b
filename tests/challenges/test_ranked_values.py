"""Values of rankings that have something else than TABs between them."""

import pytest

from probierz.challenges.ranked_values import joined_values_doubt
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
