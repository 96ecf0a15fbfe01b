"""Labels. Values: GEval 1.42.2.0 where said, scikit-learn and krippendorff on random data, or by hand."""

import math
import random

import pytest

from probierz import score
from probierz.errors import DataError
from probierz.metrics.definition import find_definition


@pytest.mark.parametrize(
    ("expected", "output", "hit"),
    [  # the recorded rules, one by one
        ("kot", "kot", 1),
        (" kot\t", "\u00a0kot ", 1),
        ("kot", "Kot", 0),
        ("", "", 1),
        ("kot", "pies:0.4 kot:0.6", 1),
        ("kot", "pies:0.6 kot:0.4", 0),
        ("kot", "kot:0.5 pies:0.5", 0),  # equals: the later by code point
        ("pies", "kot:0.5 pies:0.5", 1),
        ("kot", "kot:-0.5 pies:-2 :9.0", 1),  # any other word is no label
        ("kot", ":1.0", 0),
        ("", ":1.0", 0),
        ("12:30", "12:30", 0),  # read as the word 12
        ("12", "12:30", 1),
        ("12:30", "o 12:30", 0),
        ("a:b", "a:b", 1),  # b is not a number
        ("a:1  b:2", "a:1  b:2", 1),  # two spaces: no distribution
        ("1", "0.5", 1),
        ("1", "1", 1),
        ("1", "0.49", 0),
        ("1", "1.5", 0),
        ("0", "0.49", 1),
        ("0", "0.5", 0),
        ("0", "-0.1", 0),
        ("0", "0e5", 1),
        ("1.0", "0.9", 0),
    ],
)
@pytest.mark.filterwarnings("ignore::probierz.ProbierzWarning")
def test_accuracy_reads_labels_distributions_and_probabilities(expected, output, hit):
    assert score("Accuracy", [expected], [output]).value == hit


@pytest.mark.parametrize(
    ("expected", "output", "value"),
    [
        ("abcd", "ab", 0.5),
        ("xxxx\tabcd\tab", "ab", 1),
        ("xxxx\tabcd", "ab", 0.5),
        ("kot", "kot:1.0", 0),  # as text: four edits, three letters
        ("1", "0.9", 0),
        (" kot ", "kot", 1),
    ],
)
def test_matched_accuracy_takes_the_best_alternative(expected, output, value):
    assert score("Fuzzy/Accuracy", [expected], [output]).value == value


def test_macro_accuracy_groups_lines_by_label():
    # GEval 1.42.2.0: 1, 1, 0, 0, 1 as hits of A, B, B, A, B
    value = score("MacroAvg/Accuracy", list("ABBAB"), list("ABABB")).value
    assert value == pytest.approx((1 / 2 + 2 / 3) / 2)


@pytest.mark.parametrize(
    ("name", "expected", "output", "value"),
    [  # the first two: GEval 1.42.2.0
        ("F1", "11001", "11110", 0.57142857),
        ("F2", "0001010101", "1101010001", 0.714285714),
        ("F1", "000", "000", 1),
        ("F1", "100", "000", 0),
        ("F1", "000", "100", 0),
        ("F0.5", "1100", "1010", 0.5),
        ("Precision", "11001", "11110", 0.5),
        ("Recall", "11001", "11110", 2 / 3),
        ("Precision", "1", "0", 1),
        ("Recall", "0", "1", 1),
    ],
)
def test_f_measure_counts_class_one(name, expected, output, value):
    assert score(name, list(expected), list(output)).value == pytest.approx(value, abs=1e-8)


def test_f_measure_takes_probabilities_from_a_half():
    assert score("F1", ["1", "1", "0"], ["0.5", "1e0", "0.4999"]).value == 1


@pytest.mark.parametrize(("expected", "output"), [("2", "1"), ("1.0", "1"), ("1", "1.01"), ("1", "yes"), ("1", "")])
def test_f_measure_refuses_other_values(expected, output):
    with pytest.raises(DataError):
        score("F1", [expected], [output])


def test_macro_f_is_that_of_geval():
    assert score("Macro-F1", list("012012"), list("021001")).value == pytest.approx(0.266666, abs=1e-6)
    distributions = ["B:0.4 A:0.6", "A:1.0", "B:0.4 C:0.3 A:0.3", "C:0.8 A:0.1 B:0.1"]
    assert score("Macro-F2.5", list("AABC"), distributions).value == 1


def test_macro_f_leaves_classes_out_that_are_only_given():
    assert score("Macro-F1", ["a", "a"], ["a", "b"]).value == pytest.approx(2 / 3)
    assert score("Macro-F1", ["a", "a"], ["a", ":1.0"]).value == pytest.approx(2 / 3)


def test_custom_metric_weighs_two_columns():
    expected, output = ["a\tb", "a\tb", "a\tb", "a\tb"], ["a\tb", "a\tx", "x\tb", "x\tx"]
    assert score("CustomMetric1", expected, output).rows.values == [1, 0.25, 0.75, 0]
    with pytest.raises(DataError) as caught:
        score("CustomMetric1", ["a\tb"], ["a\tb\tc"])
    assert caught.value.geval == "Line 1: Unexpected data [too many fields, only two expected]"  # GEval 1.42.2.0


# --- beyond GEval: oracles ---------------------------------------------------------------------------------------


def random_labels(seed):
    generator = random.Random(seed)
    classes = ["kot", "pies", "koń", "ślimak"][: generator.choice([2, 3, 4])]
    expected = generator.choices(classes, k=generator.choice([5, 40, 300])) + classes
    output = [label if generator.random() < 0.5 else generator.choice(classes) for label in expected]
    return expected, output


@pytest.mark.parametrize("seed", range(20))
def test_agreement_is_that_of_scikit_learn(seed):
    sklearn_metrics = pytest.importorskip("sklearn.metrics")
    labels = random_labels(seed)
    for name, oracle in [
        ("MCC", sklearn_metrics.matthews_corrcoef),
        ("Cohen-Kappa", sklearn_metrics.cohen_kappa_score),
        ("Macro-Recall", sklearn_metrics.balanced_accuracy_score),
        ("Accuracy", sklearn_metrics.accuracy_score),
    ]:
        assert score(name, *labels).value == pytest.approx(oracle(*labels), rel=1e-9, abs=1e-12), name
    macro = sklearn_metrics.precision_recall_fscore_support(*labels, average="macro", zero_division=0)
    assert score("Macro-Precision", *labels).value == pytest.approx(macro[0], rel=1e-9)
    assert score("Macro-F1", *labels).value == pytest.approx(macro[2], rel=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_alpha_is_that_of_the_package_krippendorff(seed):
    krippendorff = pytest.importorskip("krippendorff")
    labels = random_labels(seed)
    codes = {label: code for code, label in enumerate(sorted({*labels[0], *labels[1]}))}
    data = [[codes[label] for label in side] for side in labels]
    value = krippendorff.alpha(reliability_data=data, level_of_measurement="nominal")
    assert score("Krippendorff-Alpha", *labels).value == pytest.approx(value, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("seed", range(20))
def test_area_under_curve_is_that_of_scikit_learn(seed):
    sklearn_metrics = pytest.importorskip("sklearn.metrics")
    generator = random.Random(seed)
    expected = [0, 1] + [generator.randrange(2) for _ in range(generator.choice([1, 10, 300]))]
    scores = [generator.randrange(-20, 20) / 4 for _ in expected]
    value = score("AUC", list(map(str, expected)), list(map(repr, scores))).value
    assert value == pytest.approx(sklearn_metrics.roc_auc_score(expected, scores), rel=1e-9)


@pytest.mark.parametrize(
    ("name", "expected", "output", "value"),
    [
        ("MCC", "aab", "aaa", 0),
        ("MCC", "aaa", "aab", 0),
        ("MCC", "aaa", "aaa", math.nan),
        ("Cohen-Kappa", "aaa", "aaa", math.nan),
        ("Cohen-Kappa", "aaa", "bbb", 0),
        ("Krippendorff-Alpha", "aaa", "aaa", math.nan),
        ("Krippendorff-Alpha", "ab", "ba", -0.5),  # 1 - 2·2·3 / (16 - 8)
        ("AUC", "11", "01", math.nan),
    ],
)
def test_degenerate_labels_have_the_stated_values(name, expected, output, value):
    assert score(name, list(expected), list(output)).value == pytest.approx(value, nan_ok=True)


@pytest.mark.filterwarnings("ignore::probierz.ProbierzWarning")
def test_accuracy_of_equal_lines_is_counted_together_and_the_same_as_line_by_line():
    expected = ["kot", " kot", "kot", "1", "1", "", "a:1", "a:1 b:0", "12:30"]
    output = ["kot", "kot ", "pies", "0.7", "1", "", "a", "a:1 b:0", "12:30"]
    for end in range(1, len(expected) + 1):
        one_by_one = score("Accuracy", expected[:end], output[:end], rows=True)
        together = score("Accuracy", expected[:end], output[:end], rows=False)
        assert together.components == one_by_one.components


def test_combinators_do_not_take_what_equal_lines_leave_for_their_own():
    assert score("Mean/Accuracy", ["a", "b"], ["a", "c"], rows=False).value == 0.5
    assert score("MacroAvg/Accuracy", ["a", "b"], ["a", "c"], rows=False).value == 0.5


def test_many_labels_are_hits_as_each_alone():
    random_ = random.Random(4)
    texts = ["kot", " kot", "pies\u00a0", "0.5", "", "żaba", "1.0"]
    definition, parameters = find_definition("Accuracy")
    accuracy = definition.bind(parameters)
    for odd in ([], ["kot:1"], ["1"]):
        sides = [random_.choices([*texts, *odd], k=200) for _ in range(2)]
        many = accuracy.many(*sides)
        assert (many is None) == bool(odd)
        assert many in (None, [accuracy.tally(*line) for line in zip(*sides, strict=True)])
