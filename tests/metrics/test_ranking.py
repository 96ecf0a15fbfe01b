"""Rankings. Values: GEval 1.42.2.0 and the checkpoints of its authors, else by hand."""

import math

import pytest

from probierz import score


@pytest.mark.parametrize(
    ("expected", "output", "value"),
    [  # the first four: GEval 1.42.2.0
        ("Berlin London Warsaw", "Warsaw Moscow Berlin Prague", 0.5556),
        ("one two", "one one", 0.5),
        ("red rose", "red yellow rose black", 0.8333),
        ("blue", "pink blue", 0.5),
        ("a a", "a", 0.5),  # duplicates are expected twice
        ("a b", "a a b", 1),  # and given once
        ("a", "", 0),
        ("", "a", math.nan),
        ("", "", math.nan),
    ],
)
@pytest.mark.filterwarnings("ignore::probierz.ProbierzWarning")
def test_average_precision_is_that_of_geval(expected, output, value):
    result = score("MAP", [expected.replace(" ", "\t")], [output.replace(" ", "\t")]).value
    assert result == pytest.approx(value, abs=1e-4, nan_ok=True)


@pytest.mark.filterwarnings("ignore::probierz.ProbierzWarning")
def test_one_line_that_expects_nothing_makes_average_precision_no_number():
    assert math.isnan(score("MAP", ["a", ""], ["a", "b"]).value)


@pytest.mark.parametrize(
    ("n", "expected", "output", "value"),
    [  # the first five: GEval 1.42.2.0
        (3, "foo bar baz baq", "aaa baz bbb baq", 0.29608),
        (3, "foo bar baz baq", "aaa bbb foo bar", 0.23463936301137828),
        (3, "aaa bbb", "aaa ccc", 0.6131471927654585),
        (3, "", "rrr", 1),
        (3, "xyz baz baq", "xyz baq baz", 1),
        (1, "a b", "a", 1),
        (2, "a", "x x a", 1 / math.log2(3)),  # a repeated answer takes one place only
        (1, "a", "", 0),
    ],
)
def test_discounted_gain_is_that_of_geval(n, expected, output, value):
    result = score(f"NDCG@{n}", [expected.replace(" ", "\t")], [output.replace(" ", "\t")]).value
    assert result == pytest.approx(value, abs=1e-5)


@pytest.mark.parametrize(
    ("name", "expected", "output", "value"),
    [
        ("MRR", "a b", "x b a", 1 / 2),
        ("MRR", "a", "x x a", 1 / 2),
        ("MRR", "a", "x", 0),
        ("MRR", "", "x", 1),
        ("Recall@2", "a b c", "a x b", 1 / 3),
        ("Recall@3", "a b c", "a x b", 2 / 3),
        ("Recall@3", "a a", "a", 1),
        ("Recall@3", "", "x", 1),
        ("Precision@2", "a b c", "a x b", 1 / 2),
        ("Precision@5", "a b c", "a x b", 2 / 5),
        ("Precision@2", "a", "a a", 1 / 2),
    ],
)
def test_other_rankings_are_as_worked_by_hand(name, expected, output, value):
    result = score(name, [expected.replace(" ", "\t")], [output.replace(" ", "\t")]).value
    assert result == pytest.approx(value)


def test_discounted_gain_is_that_of_scikit_learn():
    sklearn_metrics = pytest.importorskip("sklearn.metrics")
    answers = [f"w{number}" for number in range(10)]
    relevant = {"w1", "w4", "w5", "w9"}
    truth, scores = [[answer in relevant for answer in answers]], [[10 - place for place in range(10)]]
    for n in (1, 2, 5, 10):
        value = score(f"NDCG@{n}", ["\t".join(relevant)], ["\t".join(answers)]).value
        assert value == pytest.approx(sklearn_metrics.ndcg_score(truth, scores, k=n))
