"""Probabilities of classes and of hashed words. Values: GEval 1.42.2.0 where said, scikit-learn, or by hand."""

import math
import random

import pytest

from probierz import score
from probierz.errors import DataError
from probierz.metrics.probability import distribution


def test_likelihood_is_that_of_geval():
    expected, output = ["1.0", "1.0", "0.0"], ["0.9", "0.5", "0.8"]
    assert score("Likelihood", expected, output).value == pytest.approx(0.4481404746557165, rel=1e-12)
    assert score("MacroAvg/Likelihood", expected, output).value == pytest.approx(0.43541019662496844, rel=1e-12)
    assert score("LogLoss", expected, output).value == pytest.approx(-math.log(0.4481404746557165), rel=1e-12)


def test_numbers_outside_zero_and_one_are_moved_inside():
    # GEval 1.42.2.0 on temperatures and the like: 0.0 and Infinity
    assert score("LogLoss", ["30.0", "26.5", "18.5"], ["34.0", "26.0", "18.5"]).value == 0
    assert score("LogLoss", ["-2.5", "100", "0.0"], ["1.1", "80", "-2.5"]).value == math.inf


def test_one_certain_and_wrong_line_loses_everything():
    assert score("LogLoss", ["1", "0"], ["0", "0"]).value == math.inf
    assert score("Likelihood", ["1", "0"], ["0", "0"]).value == 0


def test_losses_are_those_of_scikit_learn():
    sklearn_metrics = pytest.importorskip("sklearn.metrics")
    generator = random.Random(3)
    expected = [generator.randrange(2) for _ in range(300)]
    output = [generator.uniform(0.01, 0.99) for _ in expected]
    texts = list(map(str, expected)), list(map(repr, output))
    assert score("LogLoss", *texts).value == pytest.approx(sklearn_metrics.log_loss(expected, output), rel=1e-9)
    assert score("Brier", *texts).value == pytest.approx(sklearn_metrics.brier_score_loss(expected, output), rel=1e-9)


# --- hashed words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "lines", "values", "value"),
    [  # GEval 1.42.2.0, line by line and for the whole
        (
            "LogLossHashed10",
            [
                ("A", "A:0.6 B:0.4"),
                ("A", "C:0.2 A:0.1"),
                ("B", "A:0.4 C:0.4"),
                ("D", "D:1.0"),
                ("A", "C:0.4 B:0.5 :0.1"),
            ],
            [0.5108256237659907, 2.2957724145765614, 8.54090971803356, 0, 9.234056898593508],
            4.11631293099392,
        ),
        (
            "LogLossHashed",
            [("1", "1:0.5 2:0.6 3:1.0 4:1.0 5:0.9"), ("3", "1:0.3 2:0.2 3:0.3"), ("1", "1:0.2 :0.6")],
            [2.0794415416798357, 1.2033219744949755, 1.3833689567907854],
            1.55537749098853,
        ),
        (
            "LikelihoodHashed8",
            [("tak", "tak:10 nie:8.9"), ("niebieski", "niebieski:0 żółty:1.5 czerwony:-0.5")],
            [0.7502601055951176, 0.16425162762508783],
            0.351043364110715,
        ),
    ],
)
def test_hashed_metrics_are_those_of_geval(name, lines, values, value):
    result = score(name, *zip(*lines, strict=True))
    assert result.rows.values == pytest.approx(values, rel=1e-9)
    assert result.value == pytest.approx(value, rel=1e-9)


def test_word_distributions_may_be_logarithms():
    # GEval 1.42.2.0; the third line has its only word in another bucket
    other = f"złoty:{math.log(0.4)} :{math.log(0.6)}"
    lines = [
        ("-", "x:0.0"),
        ("źdźbło", f"źdźbło:{math.log(0.5)} foo:{math.log(0.2)} az:{math.log(0.3)}"),
        ("dolar", other),
    ]
    values = score("LogLossHashed8", *zip(*lines, strict=True)).rows.values
    assert values[1:] == pytest.approx([0.2231435513142097, 6.056003068245553], rel=1e-9)


def test_a_list_of_numbers_is_a_logarithm_for_every_bucket():
    # one of four buckets is expected, whichever: a quarter each
    assert score("LikelihoodHashed2", ["kot"], [" ".join(["-1.3862943611198906"] * 4)]).value == pytest.approx(0.25)
    assert score("LikelihoodHashed2", ["kot"], ["3 3 3 3"]).value == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("text", "words", "other", "total"),
    [
        ("a:0.6 b:0.4", [("a", 0.6), ("b", 0.4)], 0, 1),
        ("a:0.6", [("a", 0.6)], 0.4, 1),
        ("a:0.0", [("a", 1)], 0, 1),
        ("a:0.6 :0.2", [("a", 0.75)], 0.25, 1),
        ("a:1 b:1", [("a", 0.5), ("b", 0.5)], 0, 1),
        ("a:b:0.5 :0.5", [("a:b", 0.5)], 0.5, 1),
        (":1.0", [], 1, 1),
        ("a:-0.6931471805599453", [("a", 0.5)], 0.5, 1),
        ("a:0.0 b:0.0", [("a", 1), ("b", 1)], 0, 2),
        ("a:2.0 b:0.0", [("a", math.e**2), ("b", 1)], 0, math.e**2 + 1),
    ],
)
def test_distributions_are_read_step_by_step(text, words, other, total):
    given = distribution(text)
    assert [word for word, _ in given.words] == [word for word, _ in words]
    assert [value for _, value in given.words] == pytest.approx([value for _, value in words])
    assert given.other == pytest.approx(other)
    assert given.total == pytest.approx(total)


def naive_logarithm(expected, words, other, position, bits):
    import mmh3

    buckets = [other / 2**bits] * 2**bits
    for word, value in words:
        buckets[mmh3.hash(word, position, signed=False) % 2**bits] += value
    total = math.fsum(buckets)
    return math.log(buckets[mmh3.hash(expected, position, signed=False) % 2**bits] / total)


def test_only_buckets_that_occur_are_enough():
    generator = random.Random(11)
    vocabulary = [f"słowo{number}" for number in range(50)]
    for position in range(1, 40):
        words = [(word, generator.random()) for word in generator.sample(vocabulary, 8)]
        expected, other = generator.choice(vocabulary), generator.random() + 0.01
        line = " ".join(f"{word}:{value!r}" for word, value in [*words, ("", other)])
        value = score("LogLossHashed4", ["x"] * (position - 1) + [expected], ["x:1.0"] * (position - 1) + [line])
        total = math.fsum(value for _, value in words) + other
        parts = [(word, part / total) for word, part in words]
        naive = naive_logarithm(expected, parts, other / total, position, 4)
        assert value.rows.values[-1] == pytest.approx(-naive, rel=1e-9)


def test_up_to_all_bits_of_the_hash_can_be_asked_for():
    for bits in (1, 31, 32):
        assert score(f"PerplexityHashed{bits}", ["kot"], ["kot:1.0"]).value == 1


def test_a_distribution_without_any_probability_is_no_number():
    assert math.isnan(score("LogLossHashed", ["kot"], ["kot:-1000"]).value)


@pytest.mark.parametrize(
    ("line", "recorded"),
    [  # the first: GEval 1.42.2.0
        ("40.735657\t-74.172367", "number text found after a number"),
        ("kot:x", "input does not start with a digit"),
        ("kot:0.5x", "number text found after a number"),
        ("", "input does not start with a digit"),
        ("kot:0.5  pies:0.5", "input does not start with a digit"),
    ],
)
def test_what_is_no_distribution_is_refused(line, recorded):
    with pytest.raises(DataError) as caught:
        score("LogLossHashed", ["kot"], [line])
    assert caught.value.geval == f"Line 1: Unexpected data [{recorded}]"


def test_the_number_of_buckets_is_told():
    with pytest.raises(DataError, match=r"2\^10 log-probabilities; found 3 numbers"):
        score("LogLossHashed", ["kot"], ["0.1 0.2 0.3"])
