"""Distances of sequences. Values: GEval 1.42.2.0 where said, or by hand."""

import pytest

from probierz import score
from probierz.errors import DataError, ParseError
from probierz.metrics import distances
from probierz.metrics.distances import common_subsequence, edit_distance


def test_a_letter_outside_ascii_is_one_character():
    assert edit_distance("źdźbło", "źd好bło") == 1  # GEval 1.42.2.0


def test_a_common_subsequence_may_have_gaps():
    assert common_subsequence(list("abcde"), list("axcye")) == 3


@pytest.fixture
def tight_limits(monkeypatch):
    monkeypatch.setattr(distances, "_FREE_CELLS", 10)
    monkeypatch.setattr(distances, "_MOST_CELLS", 40)  # of sequences of 10: up to 4 differences


@pytest.mark.usefixtures("tight_limits")
def test_long_sequences_that_are_alike_are_compared():
    assert edit_distance("abcdefghij", "abXdefgXij") == 2
    assert edit_distance("abcdefghij", "XXXXefghij") == 4
    assert common_subsequence("abcdefghij", "abXdefgXij") == 8
    assert common_subsequence("abcdefghij", "XXXXefghij") == 6


@pytest.mark.usefixtures("tight_limits")
@pytest.mark.parametrize("distance", [edit_distance, common_subsequence])
def test_long_sequences_with_little_in_common_are_refused(distance):
    with pytest.raises(ParseError, match="differ in at most 4; cut the text into shorter lines"):
        distance("abcdefghij", "XXXXXfghij")


@pytest.mark.usefixtures("tight_limits")
@pytest.mark.parametrize("metric", ["CER", "Fuzzy/Accuracy"])
def test_the_refused_line_is_named(metric):
    with pytest.raises(DataError, match="line 2"):
        score(metric, ["ok", "abcdefghij"], ["ok", "klmnopqrst"])
