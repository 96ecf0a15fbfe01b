"""Calibration, against scikit-learn and by hand."""

import json
import math
import random

import numpy
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.calibration import calibration_curve
from sklearn.metrics import brier_score_loss

from probierz import score
from probierz.errors import DataError, OptionError
from probierz.inspection.line_sources import file_lines
from probierz.inspection.reliability import reliability, reliability_of

answers = st.lists(st.tuples(st.integers(0, 1), st.floats(0, 1).map(lambda p: round(p, 3))), min_size=2, max_size=60)
STRATEGIES = {"width": "uniform", "mass": "quantile"}


def report_of(pairs, name="Brier", **options):
    results, probabilities = zip(*pairs, strict=True)
    return reliability_of(name, map(str, results), map(str, probabilities), **options)


@pytest.mark.parametrize("strategy", STRATEGIES)
@settings(deadline=None)
@given(pairs=answers, bins=st.integers(1, 12))
def test_the_curve_is_that_of_scikit_learn(strategy, pairs, bins):
    results, probabilities = zip(*pairs, strict=True)
    assume(len(set(results)) > 1)  # scikit-learn wants both classes
    report = report_of(pairs, bins=bins, strategy=strategy)
    curve = calibration_curve(results, probabilities, n_bins=bins, strategy=STRATEGIES[strategy])
    filled = [one for one in report.bins if one.count]
    if strategy == "mass":
        edges = numpy.quantile(probabilities, numpy.linspace(0, 1, bins + 1))
        assert {round(one.high, 9) for one in report.bins} <= {round(edge, 9) for edge in edges}
        # an edge of scikit-learn may miss a probability by the last digit, which then falls into the next bin
        assume(numpy.abs(numpy.subtract.outer(probabilities, edges[1:-1])).min(initial=1) > 1e-9)
    assert [one.accuracy for one in filled] == pytest.approx(curve[0])
    assert [one.confidence for one in filled] == pytest.approx(curve[1])


@settings(deadline=None)
@given(answers, st.integers(1, 12), st.sampled_from(sorted(STRATEGIES)))
def test_the_parts_of_the_brier_score_add_up_to_that_of_scikit_learn(pairs, bins, strategy):
    results, probabilities = zip(*pairs, strict=True)
    report = report_of(pairs, bins=bins, strategy=strategy)
    parts = report.reliability - report.resolution + report.uncertainty + report.within_bins
    assert parts == pytest.approx(brier_score_loss(results, probabilities, pos_label=1))
    assert report.value == pytest.approx(report.brier)
    assert 0 <= report.ece <= report.mce + 1e-12 <= 1 + 1e-11


@settings(deadline=None)
@given(answers)
def test_nothing_is_left_over_when_all_probabilities_of_a_bin_are_the_same(pairs):
    tenths = [(result, max(1, round(p * 10)) / 10) for result, p in pairs]  # 0 and 0.1 share a bin
    assert report_of(tenths, bins=10).within_bins == pytest.approx(0, abs=1e-12)


@settings(deadline=None)
@given(answers, st.integers(1, 12), st.sampled_from(sorted(STRATEGIES)))
def test_everything_falls_into_one_bin(pairs, bins, strategy):
    report = report_of(pairs, bins=bins, strategy=strategy)
    assert sum(one.count for one in report.bins) == report.count == len(pairs)
    for one in report.bins:
        assert not one.count or one.low - 1e-12 <= one.confidence <= one.high + 1e-12


def test_errors_by_hand():
    # (0, 0.5]: one wrong at 0.4; (0.5, 1]: of 0.6, 0.8 and 1 two are right, so 2/3 against 0.8
    report = report_of([(0, 0.4), (1, 0.6), (0, 0.8), (1, 1)], bins=2)
    assert [(one.low, one.high, one.count) for one in report.bins] == [(0, 0.5, 1), (0.5, 1, 3)]
    assert report.ece == pytest.approx(0.25 * 0.4 + 0.75 * (0.8 - 2 / 3))
    assert report.mce == pytest.approx(0.4)
    assert report.brier == pytest.approx((0.16 + 0.16 + 0.64 + 0) / 4)
    assert report.uncertainty == 0.25


def test_an_output_that_means_what_it_says_has_small_errors():
    choose = random.Random(3)
    pairs = [(int(choose.random() < p), round(p, 4)) for p in (choose.random() for _ in range(20_000))]
    report = report_of(pairs)
    assert report.ece < 0.015
    assert report.smooth > 0.98


@pytest.mark.parametrize(
    ("name", "expected", "output", "pairs"),
    [
        ("LogLoss", ["1", "0.2"], ["0.7", "1.5"], [(0.7, 1), (1.0, 0)]),
        ("Accuracy", ["kot", "1", "0"], ["kot:0.7 pies:0.3", "0.4", "0.1"], [(0.7, 1), (0.4, 1), (0.1, 0)]),
        ("Macro-F1:l", ["KOT"], ["kot:0.6 PIES:0.4"], [(0.6, 1)]),
        ("MultiLabel-F1", ["a b"], ["a:0.9 c:0.2 d"], [(0.9, 1), (0.2, 0), (1.0, 0)]),
        ("MultiLabel-LogLoss", ["a"], ["a:0.9"], [(0.9, 1)]),
        ("Soft-F1", ["x:1-4"], ["x:1-3:0.8 y:5:0.5"], [(0.8, 0.75), (0.5, 0.0)]),
        ("Probabilistic-Soft2D-F1", ["x:0,0,9,9"], ["x:0,0,9,4:0.3"], [(0.3, 0.5)]),
        ("LogLossHashed", ["kot"], ["kot:0.6 pies:0.3 :0.1"], [(0.6, 1)]),
        ("AUC", ["1", "0"], ["0.2", "0.1"], [(0.2, 1), (0.1, 0)]),
    ],
)
def test_metrics_say_what_is_sure_and_what_is_right(name, expected, output, pairs):
    report = reliability_of(name, expected, output, bins=1)
    assert report.count == len(pairs)
    assert report.confidence == pytest.approx(numpy.mean([p for p, _ in pairs]))
    assert report.accuracy == pytest.approx(numpy.mean([result for _, result in pairs]))
    assert report.value == pytest.approx(score(name, expected, output).value, nan_ok=True)


def test_the_smooth_calibration_is_the_precision_of_the_probabilistic_metric():
    expected, output = ["a b", "c", ""], ["a:0.8 c:0.3", "c:0.6 d:0.5", "a:0.1"]
    report = reliability_of("Probabilistic-MultiLabel-F1", expected, output)
    recall = (0.8 + 0.6) / 3
    assert 2 * report.smooth * recall / (report.smooth + recall) == pytest.approx(report.value)


def test_no_lines_and_one_line():
    empty = reliability_of("Brier", [], [])
    assert math.isnan(empty.ece)
    assert empty.as_dict()["ece"] is None
    assert json.dumps(empty.as_dict(), allow_nan=False)
    for strategy in STRATEGIES:
        assert reliability_of("Brier", ["1"], ["0.25"], strategy=strategy).ece == 0.75
    assert reliability_of("Brier", [], [], strategy="mass").count == 0


def test_frames_have_a_row_for_each_bin():
    report = report_of([(1, 0.9)], bins=2)
    assert report.to_polars()["count"].to_list() == [0, 1]
    assert list(report.to_pandas()["accuracy"])[1] == 1.0


@pytest.mark.parametrize("name", ["MCC", "Lower/Accuracy", "BIO-F1"])
def test_a_metric_without_probabilities_says_which_have_some(name):
    with pytest.raises(OptionError, match="does not read probabilities; choose one that does"):
        reliability_of(name, ["a"], ["a"])


@pytest.mark.parametrize(("strategy", "bins"), [("width", 0), ("width", "3"), ("height", 3)])
def test_bins_that_cannot_be_made_are_refused(strategy, bins):
    with pytest.raises(OptionError):
        reliability_of("Brier", ["1"], ["0.5"], bins=bins, strategy=strategy)


@pytest.mark.parametrize("output", ["kot", "kot:3", "kot:-0.5"])
def test_a_line_without_a_probability_is_told(tmp_path, output):
    (tmp_path / "e").write_text("kot\nkot\n")
    (tmp_path / "o").write_text(f"kot:0.5\n{output}\n")
    with pytest.raises(DataError, match=r"o line 2: Accuracy cannot read this line: wanted"):
        reliability(file_lines("Accuracy", tmp_path / "e", tmp_path / "o"))
