"""Several outputs of the same lines, against scikit-learn, the oracle of lines, and by hand."""

import json
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score

from probierz import parse_scheme, score
from probierz.errors import LengthError, OptionError
from probierz.inspection.agreement import agreement, agreement_of
from probierz.inspection.line_sources import file_lines
from probierz.inspection.oracle import best_lines

EXPECTED = ["a", "a", "b", "b"]
OUTPUTS = {"one": ["a", "b", "b", "c"], "two": ["a", "a", "a", "c"], "three": ["b", "b", "b", "b"]}


def test_right_and_wrong_by_hand():
    report = agreement_of("Accuracy", EXPECTED, OUTPUTS)
    assert [(one.name, one.score, one.right) for one in report.outputs] == [
        ("one", 0.5, 2),
        ("two", 0.5, 2),
        ("three", 0.5, 2),
    ]
    assert [(one.right, one.lines) for one in report.combinations] == [
        ((True, True, False), 1),
        ((True, False, True), 1),
        ((False, True, False), 1),
        ((False, False, True), 1),
    ]
    first = report.pairs[0]
    assert (first.both, first.only_first, first.only_second, first.neither, first.same) == (1, 1, 1, 1, 2)
    assert (report.oracle, report.right_somewhere, report.unscored) == (1.0, 4, 0)


three_labels = st.lists(st.tuples(*[st.sampled_from("abc")] * 3), min_size=1, max_size=40)


@settings(deadline=None)
@given(three_labels)
def test_kappas_are_those_of_scikit_learn(lines):
    expected, one, two = zip(*lines, strict=True)
    pair = agreement_of("MCC", expected, {"one": one, "two": two}).pairs[0]
    if len({*one, *two}) > 1:  # else scikit-learn warns, and kappa is NaN
        assert pair.kappa == pytest.approx(cohen_kappa_score(one, two))
    rights = [[given == wanted for given, wanted in zip(side, expected, strict=True)] for side in (one, two)]
    if len({*rights[0], *rights[1]}) > 1:
        assert pair.error_kappa == pytest.approx(cohen_kappa_score(*rights))


@settings(deadline=None)
@given(three_labels)
def test_counts_add_up(lines):
    expected, one, two = zip(*lines, strict=True)
    report = agreement_of("Macro-F1", expected, {"one": one, "two": two})
    pair = report.pairs[0]
    assert pair.both + pair.only_first + pair.only_second + pair.neither == report.lines == len(lines)
    assert sum(one.lines for one in report.combinations) == len(lines)
    assert pair.both + pair.only_first == report.outputs[0].right
    table = pair.table()
    assert sum(table.row_sums()) == len(lines)
    assert sum(table.counts[at][at] for at in range(len(table.labels))) == pair.same
    accuracy = agreement_of("Accuracy", expected, {"one": one, "two": two})
    assert accuracy.oracle == report.right_somewhere / len(lines)


def write(path, lines):
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", ["WER", "Macro-F1", "BLEU", "MultiLabel-F1"])
def test_the_oracle_is_the_score_of_the_best_lines(name, tmp_path):
    expected = ["a b c d e", "b c", "c", "a"]
    outputs = [["a b x d e", "b", "c", "b"], ["a b c d", "b c", "x", "c"], ["x", "c b", "c c", "b"]]
    paths = [write(tmp_path / f"o{at}", lines) for at, lines in enumerate(outputs)]
    wanted = write(tmp_path / "e", expected)
    best = [line.output for line in best_lines(parse_scheme(name), wanted, paths, wanted)]
    report = agreement([file_lines(name, wanted, path) for path in paths], ["x", "y", "z"])
    assert report.oracle == pytest.approx(score(name, expected, best).value)
    assert [one.name for one in report.outputs] == ["x", "y", "z"]


def test_a_threshold_says_what_is_right():
    outputs = {"one": ["a b c x", "a"], "two": ["a x x x", "b"]}
    strict = agreement_of("WER", ["a b c d", "a"], outputs)
    lenient = agreement_of("WER", ["a b c d", "a"], outputs, threshold=0.25)
    assert [one.right for one in strict.outputs] == [1, 0]
    assert [one.right for one in lenient.outputs] == [2, 0]
    assert (lenient.pairs[0].kappa, lenient.pairs[0].table()) == (None, None)
    with pytest.raises(OptionError, match="has no best value; give a threshold"):
        agreement_of("Improvement@0.5", ["1", "2"], {"one": ["1\t1", "2\t2"], "two": ["1\t1", "2\t2"]})


def test_lines_without_a_score_are_left_out_and_counted():
    report = agreement_of("SegmentAccuracy", ["N:1", ""], {"one": ["N:1", ""], "two": ["A:1", ""]})
    assert (report.lines, report.unscored) == (1, 1)
    with pytest.raises(OptionError, match=r"has no value on single lines, .* such as MAE, with --metric"):
        agreement_of("Pearson", ["1", "2"], {"one": ["1", "2"], "two": ["2", "1"]})


def test_flags_apply_to_labels():
    pair = agreement_of("Accuracy:l", ["a"], {"one": ["A"], "two": ["a"]}).pairs[0]
    assert (pair.same, dict(pair.labels)) == (1, {("a", "a"): 1})


def test_no_lines_agree_on_nothing():
    report = agreement_of("Accuracy", [], {"one": [], "two": []})
    assert (report.lines, report.combinations) == (0, ())
    assert math.isnan(report.oracle)
    assert json.dumps(report.as_dict(), allow_nan=False)


def test_frames_have_a_row_for_each_pair():
    report = agreement_of("Accuracy", EXPECTED, OUTPUTS)
    assert report.to_polars()["second"].to_list() == ["two", "three", "three"]
    assert list(report.to_pandas()["same"]) == [2, 2, 0]


def test_outputs_that_cannot_be_compared_are_refused(tmp_path):
    with pytest.raises(OptionError, match="two outputs or more; found 1"):
        agreement_of("Accuracy", ["a"], {"one": ["a"]})
    with pytest.raises(LengthError):
        agreement_of("Accuracy", ["a"], {"one": ["a"], "two": []})
    with pytest.raises(OptionError, match="selects other lines of one than of two"):
        agreement_of("Accuracy:f<out:a>", ["a", "b"], {"one": ["a", "b"], "two": ["b", "a"]}, inputs=["x", "x"])
    path = write(tmp_path / "f", ["a"])
    with pytest.raises(OptionError, match="under one metric"):
        agreement([file_lines("Accuracy", path, path), file_lines("Macro-F1", path, path)])
