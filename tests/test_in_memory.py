"""Values of Python, arrays and columns of frames as lines; numbers come from other libraries."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy
import pytest

import probierz
from probierz import RunningScore, score
from probierz.errors import DataError, LengthError, OptionError
from probierz.metrics.definition import definitions
from probierz.scoring.score import score as score_of_lines

NUMBERS = [0.5, -1.25, 3.0, 1e-7, 2.5e16, 0.1]
GIVEN = [0.25, -1.0, 3.5, 0.0, 2e16, 0.3]


def as_text(values):
    return [repr(one) for one in values]


@pytest.mark.parametrize("metric", ["MAE", "MSE", "Pearson", "Spearman", "SMAPE"])
def test_numbers_score_as_their_digits(metric):
    wanted = score_of_lines(metric, as_text(NUMBERS), as_text(GIVEN)).value
    assert probierz.score(metric, NUMBERS, GIVEN).value == wanted
    assert probierz.score(metric, numpy.array(NUMBERS), (one for one in GIVEN)).value == wanted


def test_errors_of_numbers_are_those_of_scikit_learn():
    from sklearn.metrics import mean_absolute_error, mean_squared_error

    expected, output = numpy.arange(50) / 7, numpy.sin(numpy.arange(50))
    assert probierz.score("MAE", expected, output).value == pytest.approx(mean_absolute_error(expected, output))
    assert probierz.score("MSE", expected, output).value == pytest.approx(mean_squared_error(expected, output))


@pytest.mark.parametrize("kind", [int, bool, str, float, numpy.int64])
def test_labels_are_texts_whole_numbers_or_truth_values(kind):
    from sklearn.metrics import accuracy_score, f1_score

    expected, output = [1, 0, 1, 1, 0, 1], [1, 1, 1, 0, 0, 0]
    given = [[kind(one) for one in side] for side in (expected, output)]
    assert probierz.score("Accuracy", *given).value == accuracy_score(expected, output)
    assert probierz.score("F1", *given).value == pytest.approx(f1_score(expected, output)) if kind is not bool else True
    assert probierz.score("MCC", *given).value == probierz.score("MCC", expected, output).value


def test_columns_of_pandas_polars_and_datasets():
    import pandas
    import polars

    expected, output = ["a", "b", "a"], ["a", "a", "a"]
    frames = [pandas.DataFrame({"e": expected, "o": output}), polars.DataFrame({"e": expected, "o": output})]
    datasets = pytest.importorskip("datasets")
    for table in [*frames, datasets.Dataset.from_dict({"e": expected, "o": output})]:
        assert probierz.score("Accuracy", table["e"], table["o"]).value == 2 / 3
    numbers = [pandas.Series([1.5, 2.0]), polars.Series([1.5, 2.0]), [Decimal("1.5"), Fraction(2)]]
    assert [probierz.score("MAE", column, [1, 2]).value for column in numbers] == [0.25] * 3


def test_references_are_lists_and_score_as_in_sacrebleu():
    import sacrebleu

    output = ["the cat sat on the mat", "there is a dog in the garden"]
    references = [
        ["the cat sat on a mat", "a cat is on the mat now"],
        ["a dog is in the garden", "there was a dog here"],
    ]
    found = probierz.score("SacreBLEU", references, output)
    wanted = sacrebleu.corpus_bleu(output, list(map(list, zip(*references, strict=True))))
    assert 100 * found.value == pytest.approx(wanted.score)
    assert found.components["brevity_penalty"] == pytest.approx(wanted.bp)
    precisions = [100 * found.components[f"precision_{order}"] for order in (1, 2, 3, 4)]
    assert precisions == pytest.approx(wanted.precisions)
    assert (found.components["output_length"], found.components["reference_length"]) == (wanted.sys_len, wanted.ref_len)


def test_a_tab_in_a_reference_does_not_make_two_of_it():
    import sacrebleu

    reference, output = "the cat\tsat on the mat all day", "the cat sat on the mat all night"
    found = probierz.score("SacreBLEU", [[reference]], [output]).value
    assert 100 * found == pytest.approx(sacrebleu.corpus_bleu([output], [[reference]]).score)


def test_things_of_a_ranking_may_hold_tabs_and_backslashes():
    expected, ranked = [["a\tb", "c\\t"]], [["x", "a\tb", "c\\t"]]
    assert probierz.score("MAP", expected, ranked).value == pytest.approx((1 / 2 + 2 / 3) / 2)  # places 2 and 3
    assert probierz.score("MRR", [["a\\tb"]], [["a\tb"]]).value == 0


def test_labels_of_a_set_may_hold_white_space():
    from sklearn.metrics import f1_score
    from sklearn.preprocessing import MultiLabelBinarizer

    expected, output = [["New York", "Rome"], ["Rome"]], [{"New York"}, {"Rome", "Paris"}]
    binary = MultiLabelBinarizer().fit([*expected, *output])
    wanted = f1_score(binary.transform(expected), binary.transform(output), average="micro")
    assert probierz.score("MultiLabel-F1", expected, output).value == pytest.approx(wanted)
    probable = [{"NY": 0.9, "Rome": 0.4}, {"Rome": 1, "Paris": 1e-9}]
    assert probierz.score("MultiLabel-F1", [["NY"], ["Rome"]], probable).value == 1


def test_probabilities_are_dictionaries():
    found = probierz.score("LogLossHashed", ["kota", "psa"], [{"kota": 0.5, "": 0.5}, {"psa": 0.25, "": 0.75}])
    assert found.value == pytest.approx(-(math.log(0.5) + math.log(0.25)) / 2, abs=1e-2)  # hashing gives a little more
    assert probierz.score("Accuracy", ["kot", "pies"], [{"kot": 0.7, "pies": 0.3}, {"kot": 0.6}]).value == 0.5


def test_tags_are_lists_and_places_are_pairs():
    tags = [["B-per", "I-per", "O"], ["O"]]
    assert probierz.score("BIO-F1", tags, tags).value == 1
    places = numpy.array([[52.2297, 21.0122], [50.0647, 19.945]])
    assert probierz.score("GreatCircle", places[:1], places[1:]).value == pytest.approx(
        252, abs=1
    )  # km, Warsaw, Cracow
    assert probierz.score("MAE-Against-Interval", [(1, 2), (3, 4)], [1.5, 5]).value == 0.5


def test_a_generator_serves_schemes_that_read_other_kinds():
    found = probierz.score_all(["MAE", "Accuracy"], iter([1, 2, 3]), (one for one in [1, 2, 4]))
    assert [one.value for one in found] == [1 / 3, 2 / 3]
    assert [one.name for one in found] == ["MAE", "Accuracy"]


def test_a_dictionary_of_outputs_gives_scores_by_name_and_can_be_compared():
    expected = iter(["a"] * 20)
    scores = probierz.score("Accuracy", expected, {"all": ["a"] * 20, "half": ["a", "b"] * 10})
    assert {name: one.value for name, one in scores.items()} == {"all": 1, "half": 0.5}
    found = probierz.compare(scores, samples=50)
    assert found.names == ("all", "half")
    assert found.pairs[0].p_value == 1 / 2**10  # 10 lines better and none worse, mid-p
    with pytest.raises(OptionError, match=r"score a dictionary of outputs first.*found list"):
        probierz.compare({"all": ["a"]})


@pytest.mark.parametrize(
    ("metric", "expected", "output", "message"),
    [
        ("MAE", [1, None], [1, 2], "expected line 2: wanted a number, found None"),
        ("MAE", [1.0, math.nan], [1, 2], "expected line 2: wanted a finite number, found nan"),
        ("MAE", [1, 2], [1, math.inf], "output line 2: wanted a finite number, found inf"),
        ("MAE", [1, "2"], [1, 2], "expected line 2: found str below int; give values of one type"),
        ("MAE", ["1", 2], [1, 2], "expected line 2: every line must be a string, found int"),
        ("MAE", [1, True], [1, 2], "expected line 2: found bool below int"),
        ("MAE", [[1, 2], [3]], [1, 2], "expected line 1: wanted a number, found list"),
        ("MAE", 5, [1], "expected: give one value for each line: a list, an array.*found int"),
        ("MAE", numpy.array(5), [1], "expected: give one value for each line.*found ndarray"),
        ("MAE", "12", [1, 2], "expected: give one value for each line.*found str"),
        ("WER", [1], ["a"], "expected line 1: wanted a text or a list of its words, found 1"),
        ("WER", [["a b"]], ["a b"], "expected line 1: each of these must be a word without white space, found 'a b'"),
        ("BLEU", [["a"], []], ["a", "a"], "expected line 2: wanted at least one reference"),
        ("BLEU", [["a", 1]], ["a"], "expected line 1: wanted a text, found 1"),
        ("Accuracy", [1.5], [1], "expected line 1: wanted a label: a text or a whole number, found 1.5"),
        ("GreatCircle", [(1, 2), (1, 2)], [(1, 2), (1, 2, 3)], "output line 2: wanted two numbers, found 3"),
        ("MultiLabel-LogLoss", ["a"], [{"a": 1.5}], "output line 1: wanted a probability, a number from 0 to 1"),
        ("Brier", [0, 1], [0.5, 2], "output line 2: Brier cannot read this line: wanted a probability"),
        ("LogLossHashed", ["a"], [{"a": -0.5, "b": 0.5}], "wanted a probability, a number from 0 to 1, found -0.5"),
        ("PerplexityHashed", ["a"], [{"a": 1.5}], "output line 1: wanted a probability, a number from 0 to 1"),
        ("LikelihoodHashed", ["a"], [{"a": 0.9, "b": 0.9}], "probabilities that add up to 1, found a sum of 1.8"),
        ("Accuracy", ["a"], [{"a": 3.0, "b": -1.0}], "wanted a probability, a number from 0 to 1, found 3"),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(metric, expected, output, message):
    with pytest.raises(DataError, match=message):
        probierz.score(metric, expected, output)


def test_logarithms_of_probabilities_and_rounded_ones_are_read():
    loss = probierz.score("LogLossHashed", ["a"], [{"a": math.log(0.5), "b": math.log(0.5)}])
    assert loss.value == pytest.approx(math.log(2), rel=1e-9)
    assert probierz.score("LogLossHashed", ["a"], [{"a": 0.51, "b": 0.5}]).value < math.log(2)


def test_a_generator_that_ends_early_is_told():
    with pytest.raises(LengthError, match="too few lines: the output has 2 lines"):
        probierz.score("MAE", [1, 2, 3], (one for one in [1, 2]))


def test_what_is_wrong_with_one_of_several_outputs_is_told_under_its_name():
    with pytest.raises(DataError, match="second line 2: wanted a number, found None"):
        probierz.score("MAE", [1, 2], {"first": [1, 2], "second": [1, None]})


@pytest.mark.parametrize("definition", definitions(), ids=lambda one: one.pattern)
def test_the_example_of_every_metric_is_read_as_what_the_metric_says(definition):
    kinds = {"number": float, "class 0 or 1": int}
    for reads, lines in zip(definition.reads, (definition.example.expected, definition.example.output), strict=True):
        values = [kinds.get(reads.name, str)(line) for line in lines]
        assert list(map(kinds.get(reads.name, str), map(reads.as_line, values))) == values


def test_a_score_is_used_like_a_number():
    worse, better = probierz.score("Accuracy", ["a", "b", "c"], {"w": ["a", "x", "x"], "b": ["a", "b", "x"]}).values()
    assert worse < better
    assert better >= worse
    assert better > 0.5 >= worse
    assert max([worse, better]) is better
    assert (f"{better:.3f}", round(better, 2), float(better)) == ("0.667", 0.67, 2 / 3)
    with pytest.raises(OptionError, match="different metrics cannot be compared: Accuracy, WER"):
        assert worse < probierz.score("WER", ["a"], ["a"])
    with pytest.raises(OptionError, match="compared with a score or a number, not with 'x'"):
        assert worse < "x"


def test_components_are_what_the_value_comes_from():
    assert probierz.score("WER", ["to be or not to be"], ["to be or to be"]).components == {"errors": 1, "length": 6}
    found = probierz.score("F1", [1, 1, 0, 1], [1, 1, 1, 0]).components
    assert (found["matched"], found["expected"], found["output"]) == (2, 3, 3)


# --- one sentence for whatever is wrong -------------------------------------------------------------------------------


def of(name, expected, output, **options):
    return lambda: score(name, expected, output, **options)


def ends_early():
    yield "a"


TWO = ["a b", "c"]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: probierz.compare(score("WER", TWO, TWO)), "compare takes a list of scores, .* found Score"),
        (lambda: probierz.compare(None), "compare takes a list of scores, .* found NoneType"),
        (lambda: probierz.compare(3), "compare takes a list of scores, .* found int"),
        (lambda: probierz.compare({}), "at least two outputs"),
        (lambda: probierz.compare([1, 2]), "compare takes scores; .* found int"),
        (lambda: RunningScore("WER").merge(3), "takes in another RunningScore, found int"),
        (lambda: RunningScore("WER").merge(score("WER", TWO, TWO)), "takes in another RunningScore, found Score"),
        (lambda: RunningScore(3), "a metric is a string such as 'WER', or a Scheme; found 3"),
        (lambda: RunningScore("WER").update("a", "b"), "give one value for each line"),
        (of("WER", TWO, {}), "the dictionary of outputs is empty"),
        (of("WER", None, TWO), "expected: give one value for each line: .* found NoneType"),
        (of("WER", TWO, ["a", None]), "output line 2: every line must be a string, found None"),
        (of("WER", TWO, [None, "a"]), "output line 1: wanted a text .* found None"),
        (of("MAE", [1.0, None], [1, 2]), "expected line 2: wanted a number, found None"),
        (of("MAE", [1.0, math.nan], [1, 2]), "expected line 2: wanted a finite number, found nan"),
        (of("MAE", [1, 2], numpy.array([1, numpy.inf])), "output line 2: wanted a finite number, found inf"),
        (of("MAE", [1.0, "2"], [1, 2]), "expected line 2: found str below float; give values of one type"),
        (of("MAE", ["1", 2.0], [1, 2]), "expected line 2: every line must be a string, found float"),
        (of("MAE", numpy.zeros((2, 2)), [1, 2]), "expected line 1: wanted a number, found list"),
        (of("WER", [b"a"], ["a"]), "expected line 1: wanted a text .* found bytes"),
        (of("WER", [[["a"]]], ["a"]), "expected line 1: wanted .* found list"),
        (of("BLEU", [["a"], [None]], TWO), "expected line 2: wanted a text, found None"),
        (of("WER", TWO, ends_early()), "too few lines: the output has 1 line, the expected file has more"),
        (of("WER", ends_early(), TWO), "too many lines: the expected file has 1 line, the output has more"),
        (of("WER", TWO, {"first": TWO, "second": ["a"]}), "second line 2: too few lines"),
        (of("WER", TWO, []), "too few lines: the output has 0 lines"),
        (of("LogLossHashed", ["a"], [{"a": None}]), "output line 1: wanted a number, found None"),
        (of("WER", TWO, TWO, inputs=[]), "the input file has fewer lines"),
        (of("WER", TWO, TWO, inputs=3), "input: give one value for each line: .* found int"),
        (of("WER", TWO, TWO, jobs="2"), "'2' is not a number of processes"),
        (of("WER", TWO, TWO, executor=3), "an executor is one of concurrent.futures; for processes give jobs=3"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(call, sentence):
    with pytest.raises(probierz.ProbierzError, match=sentence) as caught:
        call()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("nothing", [list, tuple, lambda: iter([]), lambda: numpy.array([])], ids=range(4))
def test_no_lines_score_what_the_metric_says_of_none_whatever_they_come_in(nothing):
    with pytest.warns(probierz.ProbierzWarning, match="there are no lines to score, so WER 0 says nothing"):
        assert score("WER", nothing(), nothing()).value == 0
    assert math.isnan(score("MAE", nothing(), nothing()).value)


def test_a_comparison_prints_as_a_few_lines():
    expected = ["a b"] * 20
    scores = score("WER", expected, {"half": ["a"] * 10 + ["a b"] * 10, "perfect": expected})
    lines = str(probierz.compare(scores)).split("\n")
    assert lines[0] == "WER (lower is better) of 20 lines"
    assert [line.split()[:2] for line in lines[1:3]] == [["perfect", "0.0000"], ["half", "0.2500"]]
    assert lines[3:] == ["pairs: 1 different (test: randomisation, correction: holm)"]


# --- warnings ---

TIMES = ["12:30", "yes", "key:value"]


def test_times_that_are_read_as_distributions_are_warned_of_where_they_are_scored():
    with pytest.warns(probierz.ProbierzWarning) as caught:
        found = probierz.score_all(["Accuracy", "Macro-F1", "MCC"], TIMES, TIMES)
    assert found[0].value == 2 / 3
    assert [str(one.message) for one in caught] == [
        "Accuracy, Macro-F1: 1 line is exactly as expected and yet wrong, because text such as 12:30 is read as the "
        "word 12 with the number 30; Lower/Accuracy, or another matching specification, and MCC take it as it is"
    ]
    assert caught[0].filename == __file__


def test_a_score_that_one_empty_line_makes_nan_is_warned_of():
    with pytest.warns(probierz.ProbierzWarning, match="NaN because of line 2: one empty expected line"):
        assert math.isnan(probierz.score("MAP", ["a", ""], ["a", "b"]).value)


def test_warnings_name_the_output_of_a_dictionary():
    with pytest.warns(probierz.ProbierzWarning) as caught:
        probierz.score("Accuracy", TIMES, {"first": ["yes"] * 3, "second": TIMES})
    assert [str(one.message)[:26] for one in caught] == ["second: Accuracy: 1 line is"[:26]]


def test_a_batch_of_a_running_score_is_warned_of():
    running = RunningScore("Accuracy")
    running.update(["yes"], ["no"])
    with pytest.warns(probierz.ProbierzWarning, match="1 line is exactly as expected and yet wrong"):
        running.update(TIMES, TIMES)


@pytest.mark.parametrize("metric", ["Lower/Accuracy", "MCC", "WER"])
def test_metrics_without_traps_warn_of_nothing(metric):
    assert probierz.score(metric, TIMES, TIMES).value == (0 if metric == "WER" else 1)


@pytest.mark.parametrize("metric", ["MAE", "Pearson", "Spearman"])
def test_whole_numbers_that_no_double_holds_are_warned_of(metric):
    with pytest.warns(probierz.ProbierzWarning, match=f"{metric}: from line 2 on whole numbers"):
        probierz.score(metric, [2**53, 2**53 + 1, 3], [2**53, 5, 3])


@pytest.mark.parametrize("number", [2**53, 2**70, -(2**60), 0.1234567890123456, 1e300, "9007199254740992"])
def test_numbers_that_are_doubles_are_not_warned_of(number):
    assert probierz.score("MAE", [number, number], [number, number]).value == 0


def test_a_whole_number_beyond_all_doubles_is_refused_in_a_sentence():
    with pytest.raises(
        DataError, match=r"wanted a number up to 1.8e\+308, found a larger one; give a number for every"
    ):
        probierz.score("MAE", [10**400], [1])


@pytest.mark.parametrize(("base", "unit"), [(1e15, 1.0), (1e9, 2**-20), (1.0, 2**-52), (2.0**990, 2.0**950)])
def test_a_correlation_of_numbers_that_differ_little_is_that_of_what_they_differ_by(base, unit):
    steps, others = [1, 2, 4, 3, 5, 7, 6, 9, 8, 10], [2, 1, 4, 5, 3, 6, 9, 7, 10, 8]
    far = score("Pearson", [base + unit * one for one in steps], [base + unit * one for one in others])
    near = score("Pearson", steps, others)
    assert far.value == near.value
    for method in ("auto", "bca"):
        assert list(far.interval(method=method)) == pytest.approx(list(near.interval(method=method)), rel=1e-12)
