"""Labelled spans. Values: GEval 1.42.2.0 where said, else worked by hand."""

import itertools
import random

import pytest

from probierz.errors import ParseError
from probierz.metrics.annotations import common_size, expected_spans, ranges_size, spans
from probierz.metrics.names import get_metric


def value(name, expected, output):
    metric = get_metric(name)
    return metric.value([metric.tally(e, o) for e, o in zip(expected, output, strict=True)])


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("", []),
        ("a:1", [("a", ((1, 1),), 1.0)]),
        ("a:1-4,7:0.8  b:2", [("a", ((1, 4), (7, 7)), 0.8), ("b", ((2, 2),), 1.0)]),
        ("a:7,1-3,2-4,5\tb:", [("a", ((1, 5), (7, 7)), 1.0), ("b", (), 1.0)]),
        ("a:5-3", [("a", (), 1.0)]),
        ("a::0.5", [("a", (), 0.5)]),
        ("a:1:1e-1", [("a", ((1, 1),), 0.1)]),
    ],
)
def test_spans_are_read(text, read):
    assert spans(text) == read


@pytest.mark.parametrize("text", ["a", "a:x", ":1", "a:1-", "a:1,", "a:1:x", "a:1:2:3", "a:1:.5"])
def test_broken_spans_are_an_error(text):
    with pytest.raises(ParseError) as caught:
        spans(text)
    assert caught.value.geval == "endOfInput"


def test_expected_spans_have_no_probability():
    with pytest.raises(ParseError):
        expected_spans("a:1:0.5")


def test_a_wide_span_needs_no_memory():
    assert ranges_size(spans("a:1-100000000000")[0].ranges) == 100_000_000_000


def test_sizes_are_those_of_sets():
    random_ = random.Random(4)
    for _ in range(200):
        one, other = ({random_.randint(1, 12) for _ in range(random_.randint(0, 8))} for _ in range(2))
        ranges, others = (spans("a:" + ",".join(map(str, numbers)))[0].ranges for numbers in (one, other))
        assert ranges_size(ranges) == len(one)
        assert common_size(ranges, others) == len(one & other)


@pytest.mark.parametrize(
    ("name", "expected", "output", "score"),
    [
        ("Soft-F1", ["", "inwords:1-4"], ["inwords:1-4", "inwords:1-3 indigits:5"], 0.375),  # GEval
        ("Soft-F2", ["", "inwords:1-4"], ["inwords:1-4", "inwords:1-3 indigits:5"], 0.5357142857142857),  # GEval
        ("Soft-F1", ["a:1-2"], ["b:1-2"], 0.0),
        ("Soft-F1", ["a:1-2"], ["a:1-2:0.1"], 1.0),
        ("Soft-F1", ["a:"], ["a:"], 1.0),
        ("Soft-F1", [""], [""], 1.0),
        # The greedy pairing would take 3-4 with 1-4 (1/2) and leave 1-2 nothing; both pairs are worth 1/2 + 1/2.
        ("Soft-F1", ["a:1-2 a:3-4"], ["a:1-4 a:3-6"], 2 * 1.0 / 4),
        ("FLC-F1", ["foo:5-14"], ["foo:1-9 foo:12-19"], 0.588364),  # GEval
        # P (1/2 + 0)/2, R 1/1; GEval breaks off at the differing label
        ("FLC-F1", ["a:1-2"], ["a:1-4 b:1"], 2 * 0.25 / 1.25),
        ("FLC-F1", ["a:1-4"], ["a:1-2 a:2-3"], 0.0),
        ("FLC-F1", ["a:1-4"], ["a:1-2 a:3-4"], 1.0),
        ("FLC-F1", [""], [""], 1.0),
        ("Probabilistic-Soft-F1", ["foo:3-4 baz:3-7 foo:12", "", "baz:10-16 foo:125-130"],
         ["foo:2-13:1.0", "bar:3-7:1.0", "baz:10-16:1.0 foo:123-140:1.0"], 0.33333333333333),  # GEval
        ("Probabilistic-Soft-F1", ["a:1"], [""], 0.0),
        ("Probabilistic-Soft-F1", [""], [""], 1.0),
    ],
)  # fmt: skip
def test_a_value(name, expected, output, score):
    assert value(name, expected, output) == pytest.approx(score, abs=1e-6)


def test_soft_f_finds_the_best_pairing_of_all():
    random_ = random.Random(9)

    def line():
        starts = [random_.randint(1, 9) for _ in range(random_.randint(1, 4))]
        return " ".join(f"{random_.choice('ab')}:{start}-{start + random_.randint(0, 5)}" for start in starts)

    for _ in range(60):
        expected, output = line(), line()
        matched = get_metric("Soft-F1").tally(expected, output).matched
        assert matched == pytest.approx(best_by_trying(spans(expected), spans(output)))


def best_by_trying(expected, output):
    if len(expected) > len(output):
        expected, output = output, expected
    return max(
        sum(intersection_over_union(one, other) for one, other in zip(expected, chosen, strict=True))
        for chosen in itertools.permutations(output, len(expected))
    )


def intersection_over_union(one, other):
    these, those = ({n for a, b in span.ranges for n in range(a, b + 1)} for span in (one, other))
    return len(these & those) / len(these | those) if one.label == other.label else 0.0
