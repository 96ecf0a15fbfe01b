"""Per-class scores and confusion matrices, against scikit-learn and against the metrics themselves."""

import json
import math
import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.metrics import classification_report, confusion_matrix, precision_recall_fscore_support
from sklearn.preprocessing import MultiLabelBinarizer

from probierz import score
from probierz.errors import DataError, LengthError, OptionError
from probierz.inspection.classes import class_report, class_report_of
from probierz.inspection.line_sources import challenge_lines, file_lines

LABELS = ["kot", "pies", "koń", "żuk"]
labels_of_lines = st.lists(st.tuples(st.sampled_from(LABELS), st.sampled_from(LABELS)), min_size=1, max_size=40)


def noisy(lines, share, seed=7):
    """The lines, each with some chance replaced by another one."""
    choose = random.Random(seed)
    kinds = sorted(set(lines))
    return [choose.choice(kinds) if choose.random() < share else line for line in lines]


# --- against scikit-learn --------------------------------------------------------------------------------------------


@settings(deadline=None)
@given(labels_of_lines)
def test_classes_and_averages_are_those_of_scikit_learn(pairs):
    expected, output = zip(*pairs, strict=True)
    report = class_report_of("Accuracy", expected, output)
    oracle = classification_report(expected, output, output_dict=True, zero_division=0)
    for one in report.classes:
        wanted = oracle[one.name]
        assert (one.precision, one.recall, one.f1) == pytest.approx(
            (wanted["precision"], wanted["recall"], wanted["f1-score"])
        )
        assert one.expected == wanted["support"]
    averages = {"micro": None, "macro": sorted(set(expected)), "weighted": sorted(set(expected))}
    for name, labels in averages.items():  # macro: of the classes that are expected, as in Macro-F
        wanted = precision_recall_fscore_support(expected, output, average=name, labels=labels, zero_division=0)[:3]
        found = report.averages[name]
        assert (found.precision, found.recall, found.f1) == pytest.approx(wanted)


@settings(deadline=None)
@given(labels_of_lines)
def test_the_confusion_matrix_is_that_of_scikit_learn(pairs):
    expected, output = zip(*pairs, strict=True)
    found = class_report_of("MCC", expected, output).confusion()
    assume(len(found.labels) > 1)  # scikit-learn warns of a single one
    assert [list(row) for row in found.counts] == confusion_matrix(expected, output, labels=found.labels).tolist()


sets_of_labels = st.lists(st.tuples(st.sets(st.sampled_from(LABELS)), st.sets(st.sampled_from(LABELS))), min_size=1)


@settings(deadline=None)
@given(sets_of_labels)
def test_sets_of_labels_are_counted_as_by_scikit_learn(pairs):
    expected, output = ([sorted(one) for one in side] for side in zip(*pairs, strict=True))
    report = class_report_of("MultiLabel-F1", map(" ".join, expected), map(" ".join, output))
    binarizer = MultiLabelBinarizer(classes=LABELS).fit([])
    precision, recall, f1, support = precision_recall_fscore_support(
        binarizer.transform(expected), binarizer.transform(output), zero_division=1
    )
    for at, label in enumerate(LABELS):
        if any(label in side for pair in pairs for side in pair):
            one = report[label]
            assert (one.precision, one.recall, one.expected) == (precision[at], recall[at], support[at])
            assert one.f1 == pytest.approx(f1[at])


# --- laws ------------------------------------------------------------------------------------------------------------

# Metrics with a line that says something wrong of every kind.
CASES = {
    "Accuracy": (["a", "1", "0", "kot", ""], ["a", "0.7", "0.2", "pies:0.5 kot:0.4", "x"]),
    "F1": (["1", "0", "1"], ["0.5", "0.9", "0.1"]),
    "Macro-F1": (["a", "b", "c"], ["a", "a:0.3 b:0.6", ":1.0"]),
    "MultiLabel-F1": (["a b", "a a b", "", "c"], ["a c", "a d:0.4 e", "x y", "c:0.5"]),
    "BIO-F1": (["B-a/X O B-b", "B-a I-a O", "O"], ["B-a/Y O B-c", "B-a O B-b", "B-a"]),
    "BIO-F1-Labels": (["B-a/X O B-b", "B-a I-a O"], ["B-a/Y O B-c", "B-a O B-b"]),
    "TokenAccuracy": (["N V;A *", "N N"], ["N A X", "V N"]),
    "SegmentAccuracy": (["N:1-4 V:6-7", "N:1"], ["N:1-4 A:6-7 N:9", "N:1-2"]),
    "Soft-F1": (["a:1-4 b:5-8", "a:1"], ["a:1-3 c:5-8 b:9", "b:7"]),
}


@pytest.mark.parametrize("name", CASES)
def test_rows_add_up_to_what_is_expected_columns_to_what_is_given_and_the_diagonal_to_hits(name):
    report = class_report_of(name, *CASES[name])
    found = report.confusion()
    sums = dict(
        zip(found.labels, zip(found.row_sums(), map(sum, zip(*found.counts, strict=True)), strict=True), strict=True)
    )
    for at, one in enumerate(report.classes):
        assert sums[one.name] == pytest.approx((one.expected, one.output))
        assert found.counts[at][at] == one.hits
    if found.none is not None:
        assert found.counts[-1][-1] == 0


@pytest.mark.parametrize("name", CASES)
def test_counts_of_parts_of_the_lines_add_up(name):
    expected, output = CASES[name]
    whole = class_report_of(name, expected, output).cells
    parts = [class_report_of(name, expected[part], output[part]).cells for part in (slice(1), slice(1, None))]
    for pair, count in whole.items():
        assert count == pytest.approx(sum(part.get(pair, 0) for part in parts))


def micro_f1(report):
    return report.micro.f1


def recall_of_all(report):
    return report.micro.recall


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Accuracy", recall_of_all),
        ("F1", lambda report: report["1"].f1),
        ("Precision", lambda report: report["1"].precision),
        ("Recall", lambda report: report["1"].recall),
        ("Macro-F1", lambda report: report.macro.f1),
        ("Macro-Precision", lambda report: report.macro.precision),
        ("Macro-Recall", lambda report: report.macro.recall),
        ("MultiLabel-F1", micro_f1),
        ("MultiLabel-Precision", lambda report: report.micro.precision),
        ("MultiLabel-Recall", recall_of_all),
        ("BIO-F1", micro_f1),
        ("BIO-F1-Labels", micro_f1),
        ("BIO-Weighted-F1", lambda report: report.weighted.f1),
        ("TokenAccuracy", recall_of_all),
        ("Soft-F1", micro_f1),
    ],
)
def test_the_metric_itself_is_among_the_numbers(name, found):
    alike = {"Precision": "F1", "Recall": "F1", "BIO-Weighted-F1": "BIO-F1"}
    family = alike.get(name) or next(known for known in CASES if known.split("-")[0] == name.split("-")[0])
    report = class_report_of(name, *CASES[family])
    assert found(report) == pytest.approx(score(name, *CASES[family]).value)
    assert report.value == score(name, *CASES[family]).value


# --- what a class is -------------------------------------------------------------------------------------------------


def cells(name, expected, output):
    return dict(class_report_of(name, [expected], [output]).cells)


def test_flags_apply_to_labels_as_in_scoring():
    report = class_report_of(r"Macro-F1:ls<\d+><>", ["Kot1", "PIES"], ["kot2", "kot"])
    assert [(one.name, one.expected, one.hits) for one in report.classes] == [("kot", 1, 1), ("pies", 1, 0)]


def test_lines_are_chosen_as_in_scoring():
    report = class_report_of("Accuracy:f<in[1]:x>", ["a", "b"], ["a", "a"], inputs=["x", "y"])
    assert (report.lines, report.value) == (1, 1.0)


@pytest.mark.parametrize(
    ("expected", "output", "given"),
    [
        ("kot", "kot", "kot"),
        ("kot", "pies:0.6 kot:0.4", "pies"),
        ("1", "0.5", "1"),
        ("0", "0.5", "1"),
        ("1", "7", "7"),
        ("kot", "0.7", "0.7"),
        ("kot", ":1.0", None),
    ],
)
def test_accuracy_takes_distributions_and_probabilities_for_labels(expected, output, given):
    assert cells("Accuracy", expected, output) == {(expected, given): 1}


def test_one_missed_and_one_invented_label_of_a_set_were_confused():
    assert cells("MultiLabel-F1", "a b", "a c") == {("a", "a"): 1, ("b", "c"): 1}
    assert cells("MultiLabel-F1", "a b", "c d e:0.4") == {
        ("a", None): 1,
        ("b", None): 1,
        (None, "c"): 1,
        (None, "d"): 1,
    }
    assert cells("MultiLabel-F1", "a a a", "a a") == {("a", "a"): 2, ("a", None): 1}


def test_entities_are_confused_at_the_same_place_only():
    assert cells("BIO-F1-Labels", "B-a I-a B-b", "B-b I-b O") == {("a", "b"): 1, ("b", None): 1}
    assert cells("BIO-F1-Labels", "B-a I-a", "B-a O") == {("a", None): 1, (None, "a"): 1}


def test_an_entity_with_another_normalised_text_is_missed_and_invented():
    assert cells("BIO-F1", "B-a/X", "B-a/Y") == {("a", None): 1, (None, "a"): 1}


def test_spans_count_by_their_overlap():
    # 3 of 4 positions; the same 4 positions under another label; one more
    assert cells("Soft-F1", "a:1-4 b:5-8", "a:1-3 c:5-8 b:9") == {
        ("a", "a"): 0.75,
        ("a", None): 0.25,
        (None, "a"): 0.25,
        ("b", "c"): 1,
        (None, "b"): 1,
    }


def test_of_accepted_tokens_the_given_one_is_meant():
    assert cells("TokenAccuracy", "V;A V;A *", "A X Y") == {("A", "A"): 1, ("V", "X"): 1}


# --- odd data --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "average"), [("Macro-F1", math.nan), ("BIO-F1", 1.0)])
def test_no_lines_have_no_classes_and_the_averages_of_the_metric(name, average):
    report = class_report_of(name, [], [])
    assert (report.classes, report.lines, report.mistakes, report.confusion().labels) == ((), 0, (), ())
    assert report.micro.f1 == pytest.approx(average, nan_ok=True)
    assert json.dumps(report.as_dict(), allow_nan=False)


def test_one_class_is_right_or_never_given():
    assert class_report_of("Macro-F1", ["a"], ["a"])["a"].f1 == 1
    report = class_report_of("Macro-F1", ["a"], ["b"])
    assert (report["a"].precision, report["b"].recall, report.undefined) == (0, 0, 0)
    with pytest.raises(KeyError):
        report["c"]


def test_rare_classes_stand_together_and_totals_stay_right():
    expected = ["a"] * 5 + ["b"] * 3 + ["c", "d"]
    report = class_report_of("Macro-F1", expected, ["a"] * 6 + ["b", "c", "d", "d"])
    whole, short = report.confusion(), report.confusion(2)
    assert short.labels == ("a", "b", "(other)")
    assert (short.merged, sum(short.row_sums())) == (2, 10)
    assert short.counts[2] == (0, 0, 2)  # c was taken for d, which is no hit
    other = report.frequent(2)[-1]
    assert (other.name, other.expected, other.output, other.hits) == ("(other)", 2, 3, 1)
    assert whole.merged == 0
    assert report.confusion(4) == whole


def test_classes_may_be_called_like_our_own_words():
    report = class_report_of("BIO-F1", ["B-(none) B-(other) B-x"], ["O B-(other) B-x"])
    found = report.confusion(1)
    assert len(set(found.labels)) == len(found.labels) == 3
    assert found.other == "((other))"
    assert found.none == "((none))"


def test_mistakes_come_with_their_first_lines():
    report = class_report_of("Macro-F1", ["a", "a", "b", "a", "b"], ["b", "a", "a", "b", "b"])
    found = [(one.expected, one.output, one.count, one.share, one.lines) for one in report.mistakes]
    assert found == [("a", "b", 2, 2 / 3, (1, 4)), ("b", "a", 1, 0.5, (3,))]


def test_frames_have_a_row_for_each_class():
    report = class_report_of("Macro-F1", ["a", "b"], ["a", "a"])
    assert report.to_polars()["name"].to_list() == ["a", "b"]
    assert list(report.to_pandas()["recall"]) == [1.0, 0.0]


@pytest.mark.parametrize("name", ["WER", "MSE", "LogLoss", "Soft2D-F1", "NMI"])
def test_a_metric_without_classes_says_which_have_some(name):
    with pytest.raises(OptionError, match="has no classes; choose a metric that does"):
        class_report_of(name, ["1"], ["1"])


def test_labels_matched_in_part_are_no_classes():
    with pytest.raises(OptionError, match="leave out Fuzzy/"):
        class_report_of("Mean/Fuzzy/MultiLabel-F1", ["a"], ["a"])
    assert class_report_of("Mean/MultiLabel-F1", ["a"], ["a"]).micro.f1 == 1


def test_lines_that_cannot_be_read_are_told_as_in_scoring(tmp_path):
    (tmp_path / "e").write_text("O\nO\n")
    (tmp_path / "o").write_text("O\nI-x\n")
    with pytest.raises(DataError, match=r"o line 2: BIO-F1 cannot read this line"):
        class_report(file_lines("BIO-F1", tmp_path / "e", tmp_path / "o"))
    with pytest.raises(DataError, match="as many tokens"):
        class_report_of("TokenAccuracy", ["a b"], ["a"])
    with pytest.raises(LengthError):
        class_report_of("Accuracy", ["a", "b"], ["a"])


# --- real data -------------------------------------------------------------------------------------------------------


def test_names_of_the_national_corpus_agree_with_scikit_learn_and_the_metrics(data_dir):
    path = data_dir / "klej" / "nkjp-ner" / "dev.tsv"
    if not path.is_file():
        pytest.skip("nkjp-ner is not there")
    expected = [line.rpartition("\t")[2] for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    output = noisy(expected, 0.3)
    report = class_report_of("Macro-F1", expected, output)
    assert report.macro.f1 == report.value == score("Macro-F1", expected, output).value
    assert report.micro.recall == score("Accuracy", expected, output).value
    found = report.confusion()
    assert [list(row) for row in found.counts] == confusion_matrix(expected, output, labels=found.labels).tolist()


def test_marks_of_the_punctuation_task_have_the_f1_of_its_own_metrics(data_dir, tmp_path):
    from probierz import open_challenge

    place = data_dir / "poleval-2021" / "punctuation"
    if not place.is_dir():
        pytest.skip("the punctuation task is not there")
    expected = (place / "test-A" / "expected.tsv").read_text(encoding="utf-8").splitlines()
    marks = str.maketrans({",": "", "?": ".", "-": ":"})
    changed = [line.translate(marks) if at % 3 else line for at, line in enumerate(expected)]
    out = tmp_path / "out.tsv"
    out.write_text("".join(line + "\n" for line in changed), encoding="utf-8")
    challenge = open_challenge(place)
    own = {one.name: one.value for one in challenge.evaluate("test-A", out=out)}
    report = class_report(challenge_lines(challenge, "test-A", out=out))
    assert report.weighted.f1 == pytest.approx(own["Weighted-F1"])
    names = {
        "COMMA": "Comma-F1",
        "FULLSTOP": "Fullstop-F1",
        "QMARK": "QMark-F1",
        "HYPHEN": "Hyphens-F1",
        "KOLON": "Colon-F1",
        "XCL": "Excl-F1",
    }
    for mark, name in names.items():
        assert report[mark].f1 == pytest.approx(own[name]), name
    assert report.cells["QMARK", "FULLSTOP"] > 0


def test_a_class_on_every_line_does_not_make_a_matrix_of_their_square():
    labels = [str(number) for number in range(5000)]
    plain = class_report_of("Accuracy", labels, labels[::-1]).as_dict()
    assert len(plain["classes"]) == 5000
    assert len(plain["confusion"]["labels"]) == 101
