import math
import random

import pytest

from probierz import open_challenge, score, score_all
from probierz.errors import OptionError, ProbierzWarning
from probierz.inspection.line_columns import Headers
from probierz.inspection.line_sources import challenge_lines, file_lines
from probierz.inspection.slices import SliceOptions, slices, slices_of
from probierz.metrics.definition import definitions
from probierz.metrics.names import get_metric
from probierz.reports.slices import long_table, slice_table
from probierz.reports.tables import NumberStyle
from probierz.schemes.scheme import parse_scheme
from probierz.scoring.laws import example_name

EXPECTED = ["a b", "a c", "a d e", "b c", "b d"]
OUTPUT = ["a b", "a x", "a d", "b c", "x y"]
NONE = SliceOptions(trials=0)


def values(table, column=0):
    return {one.name: one.scores[column].value for one in table.all}


def test_a_slice_has_the_score_of_its_lines_alone():
    table = slices_of([score("WER", EXPECTED, OUTPUT)], EXPECTED, OUTPUT, "exp~^(.)")[0]
    # a: (0 + 1 + 1) / (2 + 2 + 3) errors; b: (0 + 2) / 4
    assert values(table) == {"a": 2 / 7, "b": 2 / 4}
    assert [(one.lines, one.share) for one in table.slices] == [(3, 0.6), (2, 0.4)]
    assert table.whole[0].value == 4 / 11


NAMES = sorted(
    {example_name(one.pattern, one.example, needs_matching=one.matching == "required") for one in definitions()}
)


@pytest.mark.parametrize("name", [*NAMES, *(f"MacroAvg/{name}" for name in NAMES), *(f"Mean/{name}" for name in NAMES)])
def test_the_tallies_of_slices_add_up_to_the_whole(name):
    data = get_metric(name).definition.example
    inputs = data.input or data.expected
    whole = score(name, data.expected, data.output, inputs=inputs)
    table = slices_of([whole], data.expected, data.output, "expr:line % 2", inputs=inputs, options=NONE)[0]
    metric = whole.scheme.metric
    total = metric.accumulator()
    for one in table.all:
        total.add(one.scores[0].rows.tallies)
    assert metric.finish(total.total()) == pytest.approx(whole.value, abs=1e-9, nan_ok=True)
    assert sum(one.lines for one in table.all) == len(data.expected)


@pytest.mark.parametrize("name", ["WER", "Macro-F1", "Spearman", "MultiLabel-F1", "RMSE"])
def test_a_slice_scores_as_if_its_lines_were_a_test_set(name):
    chance = random.Random(7)
    expected = [str(chance.randrange(9)) for _ in range(60)]
    output = [str(chance.randrange(9)) for _ in range(60)]
    table = slices_of([score(name, expected, output)], expected, output, "expr:number(expected) > 4")[0]
    for one in table.slices:
        numbers = one.scores[0].rows.numbers
        alone = score(name, [expected[at - 1] for at in numbers], [output[at - 1] for at in numbers])
        assert one.scores[0].value == pytest.approx(alone.value)
        assert tuple(one.scores[0].interval(samples=50)) == pytest.approx(
            tuple(alone.interval(samples=50)), nan_ok=True
        )


def test_slices_of_several_questions_are_corrected_together():
    expected = ["a"] * 240
    output = ["x" if at < (40 if at % 2 else 72) else "a" for at in range(240)]  # 36 and 20 of 120
    scores = [score("Accuracy", expected, output)]
    by = ["expr:line % 2", *(f"expr:line * 7919 % {many}" for many in (5, 7, 11, 13))]
    (alone,) = slices_of(scores, expected, output, by[0])
    together = slices_of(scores, expected, output, by)[0]
    assert [one.differences[0].p for one in together.all] == [one.differences[0].p for one in alone.all]
    assert {one.differences[0].side for one in alone.all} == {"worse", "better"}
    assert {one.differences[0].side for one in together.all} == {""}


def test_a_slice_that_is_worse_than_chance_is_found_and_noise_is_not():
    chance = random.Random(3)
    expected = [chance.choice("ab") for _ in range(400)]
    output = [one if one == "a" or chance.random() < 0.6 else "x" for one in expected]
    inputs = [str(at % 4) for at in range(400)]
    whole = [score("Accuracy", expected, output)]
    label, noise = slices_of(whole, expected, output, ["label", "in"], inputs=inputs)
    assert {one.name: one.differences[0].side for one in label.slices} == {"a": "better", "b": "worse"}
    assert [one.differences[0].side for one in noise.slices] == [""] * 4


def test_lower_is_better_for_error_rates():
    expected = ["a"] * 60
    output = ["a"] * 30 + ["b"] * 30
    table = slices_of([score("WER", expected, output)], expected, output, "out")[0]
    assert {one.name: one.differences[0].side for one in table.slices} == {"a": "better", "b": "worse"}


def test_hardly_anything_is_found_where_there_is_nothing():
    """The rate of false discoveries holds: 40 slicings by chance, each of 5 slices."""
    chance = random.Random(11)
    expected = ["a"] * 300
    output = [chance.choice("ab") for _ in expected]
    whole = [score("Accuracy", expected, output)]
    inputs = ["\t".join(str(chance.randrange(5)) for _ in range(40)) for _ in expected]
    tables = slices_of(whole, expected, output, [f"in<{at}>" for at in range(1, 41)], inputs=inputs)
    found = [table for table in tables if any(one.differences[0].side for one in table.slices)]
    assert len(found) <= 5


def test_small_slices_are_named_and_not_tested():
    table = slices_of([score("Accuracy", EXPECTED, OUTPUT)], EXPECTED, OUTPUT, "exp")[0]
    assert all(one.is_small and math.isnan(one.differences[0].q) for one in table.slices)
    assert "5 slices have fewer than 5 lines: no verdict is possible" in table.notes


def test_all_lines_in_one_slice_is_a_result_that_is_told():
    table = slices_of([score("WER", EXPECTED, OUTPUT)], EXPECTED, OUTPUT, "exp~ ")[0]
    assert values(table) == {"matches": table.whole[0].value}
    assert table.notes[0] == "all 5 lines are in the one slice 'matches'"
    assert math.isnan(table.slices[0].differences[0].p)


def test_one_line_and_no_lines_have_slices():
    one = slices_of([score("WER", ["a"], ["a"])], ["a"], ["a"], "exp")[0]
    assert values(one) == {"a": 0.0}
    with pytest.warns(ProbierzWarning, match="no lines to score"):
        none = slices_of([score("WER", [], [])], [], [], "length(exp)")[0]
    assert (none.slices, none.lines) == ((), 0)


def test_scores_that_are_nan_stay_nan_and_are_not_tested():
    expected = [str(at % 2) for at in range(20)]
    table = slices_of([score("Pearson", expected, expected)], expected, expected, "exp")[0]
    assert all(math.isnan(one.scores[0].value) and math.isnan(one.differences[0].p) for one in table.slices)


@pytest.mark.parametrize("name", ["MCC", "Cohen-Kappa", "Macro-F1", "Krippendorff-Alpha", "NMI", "Balanced-Accuracy"])
def test_a_slice_of_one_class_is_not_tested_where_its_score_follows_from_the_definition(name):
    generator = random.Random(5)
    expected = [label for label in "abc" for _ in range(60)]
    output = [label if generator.random() < 0.8 else generator.choice("abc") for label in expected]
    table = slices_of([score(name, expected, output)], expected, output, "label")[0]
    assert all(math.isnan(one.differences[0].q) for one in table.slices)
    assert any("only one class is expected in" in note for note in table.notes)
    assert long_table([table], NumberStyle()).rows[0][-1] == "one class alone"
    assert slice_table(table, NumberStyle()).rows[0][5] == "one class alone"
    if name in ("MCC", "Macro-F1", "Balanced-Accuracy"):  # nor any slice of lines of one class
        alone = slices_of([score(name, ["a"] * 180, output)], ["a"] * 180, output, "out")[0]
        assert all(math.isnan(one.differences[0].q) for one in alone.slices)
    shares = slices_of([score("Accuracy", expected, output)], expected, output, "label")[0]
    assert not any(math.isnan(one.differences[0].q) for one in shares.slices)


def test_equal_lines_differ_nowhere():
    expected = ["a"] * 40
    table = slices_of([score("Accuracy", expected, expected)], expected, expected, "expr:line % 2")[0]
    assert [one.differences[0][:2] for one in table.slices] == [(1.0, 1.0), (1.0, 1.0)]


def test_slices_by_the_score_itself_have_no_verdict():
    errors = [at * 7 % 50 / 40 for at in range(200)]
    expected, output = ["1"] * 200, [str(1 + one) for one in errors]
    (table,) = slices_of([score("MAE", expected, output, rows=True)], expected, output, "expr:score > 0.6")
    assert {one.differences[0].side for one in table.slices} == {"sorted by its score"}
    assert any("whatever the lines are: no verdict is possible" in note for note in table.notes)


@pytest.mark.parametrize("by", ["expr:expected == output", "in<1>", "beside<right>"])
@pytest.mark.parametrize("name", ["Accuracy", "F1", "MCC", "Macro-F1"])
def test_slices_of_right_and_of_wrong_lines_have_a_verdict_by_a_column_and_none_by_what_compares(name, by):
    expected = ["0", "1"] * 40
    output = [str(int(one) ^ (at % 7 == 0)) for at, one in enumerate(expected)]
    inputs = ["cs" if one == other else "pl" for one, other in zip(expected, output, strict=True)]
    headers = Headers(beside={"right": inputs})
    (table,) = slices_of([score(name, expected, output)], expected, output, by, inputs=inputs, headers=headers)
    sides = {one.differences[0].side for one in table.slices}
    assert sides == ({"sorted by its score"} if by.startswith("expr") else {"better", "worse"})
    note = f"{name}: all lines of one slice score above all of another; if the column was made from the score"
    assert any(one.startswith(note) for one in table.notes) != by.startswith("expr")


@pytest.mark.parametrize("mistakes", [0, 1])
def test_a_column_whose_values_are_all_right_or_all_wrong_is_doubted_and_one_with_a_mistake_is_not(mistakes):
    inputs = ["cs"] * 60 + ["pl"] * 60
    output = ["x"] * mistakes + ["a"] * (60 - mistakes) + ["x"] * 60
    (table,) = slices_of([score("Accuracy", ["a"] * 120, output)], ["a"] * 120, output, "in", inputs=inputs)
    assert [(one.name, one.differences[0].side) for one in table.slices] == [("cs", "better"), ("pl", "worse")]
    assert any("score above all of another" in note for note in table.notes) == (mistakes == 0)


def test_lines_are_sorted_by_their_scores():
    table = slices_of([score("WER", EXPECTED, OUTPUT)], EXPECTED, OUTPUT, "expr:score > 0")[0]
    assert {one.name: one.lines for one in table.slices} == {"yes": 3, "no": 2}
    assert values(table)["no"] == 0


def test_flags_that_select_lines_leave_slices_as_they_are():
    whole = [score("WER:f<exp:b>", EXPECTED, OUTPUT, inputs=EXPECTED), score("WER", EXPECTED, OUTPUT)]
    table = slices_of(whole, EXPECTED, OUTPUT, "exp~^(.)", options=NONE)[0]
    first = table["a"]
    assert (first.lines, first.scores[0].signature.lines, first.scores[1].signature.lines) == (3, 1, 3)
    assert values(table) == {"a": 0.0, "b": 2 / 4}
    assert any("select lines" in note for note in table.notes)


def test_confident_lines_are_found_again_by_their_numbers():
    expected, output = ["a", "b", "c", "d"], ["a:0.1", "b:0.9", "x:0.8", "d:0.7"]
    whole = [score("MultiLabel-F1:p<75>", expected, output, inputs=expected)]
    table = slices_of(whole, expected, output, "exp", options=NONE)[0]
    assert values(table) == {"a": 1.0, "b": 1.0, "c": 0.0, "d": 1.0}  # a was left out: nothing missed
    assert table["b"].scores[0].rows.numbers == [2]


def test_slicings_are_crossed():
    whole = [score("WER", EXPECTED, OUTPUT)]
    table = slices_of(whole, EXPECTED, OUTPUT, ["exp~^(.)", "length(exp)"], options=SliceOptions(cross=True))[0]
    assert table.by == "exp~^(.) × length(exp)"
    assert {one.name: one.lines for one in table.slices} == {"a × 2": 2, "a × 3": 1, "b × 2": 2}


def test_a_score_without_rows_is_refused():
    with pytest.raises(OptionError, match="rows"):
        slices_of([score("WER", EXPECTED, OUTPUT, rows=False)], EXPECTED, OUTPUT, "exp")


def test_the_input_must_be_there():
    with pytest.raises(OptionError, match="in looks at the input: give inputs"):
        slices_of([score("WER", EXPECTED, OUTPUT)], EXPECTED, OUTPUT, "in")


def test_an_unknown_slice_is_answered_with_the_nearest():
    table = slices_of([score("WER", EXPECTED, OUTPUT)], EXPECTED, OUTPUT, "exp~ ")[0]
    with pytest.raises(OptionError, match="no slice is called 'match'; try matches"):
        table["match"]


# --- files -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path):
    texts = {"in": ["x\t1", "x\t2", "y\t1", "y\t2", "y\t1"], "e": EXPECTED, "a": OUTPUT, "b": EXPECTED}
    for name, lines in texts.items():
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines))
    return tmp_path


def test_outputs_stand_side_by_side(files):
    sources = [file_lines("WER", files / "e", files / name, files / "in") for name in "ab"]
    schemes = [parse_scheme("WER"), parse_scheme("Accuracy")]
    table = slices(sources, "in<1>", schemes=schemes, options=NONE)[0]
    assert table.outputs == ("a", "b", "a", "b")
    assert [score.name for score in table.whole] == ["WER", "WER", "Accuracy", "Accuracy"]
    assert [one.value for one in table["x"].scores] == [1 / 4, 0, 1 / 2, 1]


def test_a_slicing_by_the_output_gives_each_output_a_table(files):
    sources = [file_lines("WER", files / "e", files / name) for name in "ab"]
    found = slices(sources, ["exp", "out~x"], options=NONE)
    assert [(table.by, table.outputs) for table in found] == [("exp", ("a", "b")), ("out~x", ("a",)), ("out~x", ("b",))]


@pytest.mark.usefixtures("processes_at_once")
def test_files_score_as_in_an_evaluation_and_by_several_processes(files):
    source = file_lines("WER", files / "e", files / "a", files / "in")
    one, two = (slices(source, ["in<2>", "expr:score"], jobs=jobs, options=NONE) for jobs in (1, 2))
    assert [values(table) for table in one] == [values(table) for table in two]
    assert str(one[0].whole[0].signature) == str(score_of(source).signature)


def score_of(source):
    from probierz.challenges.evaluate import evaluate_files

    return evaluate_files([source.scheme], source.expected, source.output).scores[0]


def test_a_missing_input_file_is_told(files):
    with pytest.raises(OptionError, match=r"in<1> looks at the input, and there is none"):
        slices(file_lines("WER", files / "e", files / "a"), ["exp", "in<1>"])


def test_slices_of_a_real_challenge(data_dir):
    """Years, and lengths of whole pages, with the expected texts as an output."""
    path = data_dir / "poleval-2021" / "ocr"
    if not path.is_dir():
        pytest.skip("no OCR challenge")
    challenge = open_challenge(path)
    expected = challenge.split("dev-0").expected
    table = slices(challenge_lines(challenge, "dev-0", out=expected), ["in<3>", "length(exp)"], options=NONE)
    assert sum(one.lines for one in table[0].all) == table[0].lines == 5508
    assert [one.scores[0].value for one in table[1].all] == [0.0] * 5


@pytest.mark.parametrize("scheme", ["Accuracy", "MAE"])
def test_one_bad_slice_among_many_is_found(scheme):
    # Sixty slices of 30 lines; those of one are wrong four times as often. A thousand random slices could not tell.
    chance = random.Random(51)
    inputs = [f"slice {at // 30}" for at in range(1800)]
    wrong = [chance.random() < (0.6 if at // 30 == 7 else 0.12) for at in range(1800)]
    scored = score(scheme, ["1"] * 1800, ["2" if one else "1" for one in wrong])
    (table,) = slices_of([scored], ["1"] * 1800, ["1"] * 1800, "in", inputs=inputs, options=SliceOptions(most=100))
    sides = {one.name: one.differences[0].side for one in table.slices if one.differences[0].side}
    assert sides["slice 7"] == "worse"
    assert len(sides) <= 2  # one in twenty may be a false discovery
    assert table["slice 7"].differences[0].q < 0.01


def test_slices_of_hits_have_fishers_exact_p_value():
    stats = pytest.importorskip("scipy.stats", reason="SciPy is installed by `make test`")
    labels = ["a"] * 40 + ["b"] * 60
    outputs = ["a"] * 38 + ["x"] * 2 + ["b"] * 45 + ["x"] * 15
    scored = score("Accuracy", labels, outputs)
    (table,) = slices_of([scored], labels, outputs, "exp")
    tail = stats.fisher_exact([[38, 2], [45, 15]], alternative="greater").pvalue
    assert table["a"].differences[0].p == pytest.approx(2 * tail)
    assert table["b"].differences[0].p == pytest.approx(2 * tail)


def test_too_few_random_slices_are_told(monkeypatch):
    monkeypatch.setattr("probierz.scoring.subsets._MOST_DRAWN", 1)
    expected = [str(at % 9) for at in range(90)]
    output = [str((at * 5 + at // 7) % 9) for at in range(90)]
    (table,) = slices_of([score("Spearman", expected, output)], expected, output, "expr:line < 40")
    assert any("only 200 random slices" in note for note in table.notes)


def test_a_slice_is_small_by_the_lines_that_count_for_a_score():
    """60 lines in the slice, 3 positives among them: enough lines for Accuracy, too few for Recall."""
    expected = ["1"] * 3 + ["0"] * 57 + ["1", "0"] * 70
    output = ["0"] * 60 + ["1", "0"] * 70
    inputs = ["rare"] * 60 + ["usual"] * 140
    scores = score_all(["Recall", "Accuracy"], expected, output)
    (table,) = slices_of(scores, expected, output, "in<1>", inputs=inputs)
    rare = table["rare"]
    assert rare.counting == (3, 60)
    assert math.isnan(rare.differences[0].p)
    assert rare.differences[1].p < 0.05
    assert "1 slice has fewer than 5 lines that count for Recall: no verdict is possible" in table.notes


@pytest.mark.parametrize("scheme", ["Brier", "LogLoss"])
def test_a_slice_gets_a_verdict_by_a_loss_of_probabilities_whatever_it_has_of_a_rare_class(scheme):
    """Were only slices with many such lines judged, they would lie above random slices, which have any number."""
    generator = random.Random(3)
    sides = []
    for _ in range(8):
        chances = [min(0.999, generator.betavariate(0.3, 4)) for _ in range(300)]
        expected = [str(int(generator.random() < one)) for one in chances]
        inputs = [str(at % 5) for at in range(300)]
        output = list(map(str, chances))
        (table,) = slices_of([score(scheme, expected, output)], expected, output, "in<1>", inputs=inputs)
        sides += [one.differences[0].side for one in table.slices if one.differences]
    assert set(sides) <= {"", "worse", "better"}
    assert sum(map(bool, sides)) <= 2


def test_the_recall_of_a_slice_is_tested_among_the_positives_alone():
    # 2 of 10 positives found here, 30 of 30 elsewhere: hypergeometric, both tails as in Fisher's exact test.
    from scipy.stats import fisher_exact

    expected = ["1"] * 10 + ["0"] * 50 + ["1"] * 30 + ["0"] * 50
    output = ["1"] * 2 + ["0"] * 58 + ["1"] * 30 + ["0"] * 50
    inputs = ["here"] * 60 + ["there"] * 80
    (table,) = slices_of([score("Recall", expected, output)], expected, output, "in<1>", inputs=inputs)
    assert table["here"].differences[0].p == pytest.approx(fisher_exact([[2, 8], [30, 0]]).pvalue, rel=1e-6)


def test_clusters_keep_a_slice_of_a_few_documents_from_being_called_worse():
    """40 documents of ten lines, each all right or half wrong; two slices cut by documents, as many of each kind."""
    generator = random.Random(5)
    claimed = {True: 0, False: 0}
    for _ in range(60):
        kinds = [generator.random() < 0.5 for _ in range(40)]
        document = [str(at // 10) for at in range(400)]
        inputs = ["a" if int(one) < 8 else "b" for one in document]
        output = ["x" if kinds[int(one)] or generator.random() < 0.5 else "y" for one in document]
        right = score("Accuracy", ["x"] * 400, output)
        for told in claimed:
            options = SliceOptions(cluster=document if told else None)
            (table,) = slices_of([right], ["x"] * 400, output, "in<1>", inputs=inputs, options=options)
            claimed[told] += any(one.differences[0].side != "" for one in table.slices)
    assert claimed[True] <= 9  # 5 % of 60 are 3, standard error 1.7
    assert claimed[False] >= 15


@pytest.mark.parametrize("is_shared", [False, True], ids=["slices of whole documents", "slices across documents"])
def test_slices_of_a_few_documents_that_happen_to_be_alike_are_not_called_special(is_shared):
    """Ten slices; nine of ten lines are right everywhere, so in some slices all are."""
    generator = random.Random(3)
    claimed = 0
    for _ in range(60):
        documents = 10 if is_shared else 60
        document = [str(at % documents) for at in range(200)]
        inputs = [str(generator.randrange(10) if is_shared else int(one) % 10) for one in document]
        output = ["x" if generator.random() < 0.9 else "y" for _ in document]
        right = score("Accuracy", ["x"] * 200, output)
        (table,) = slices_of(
            [right], ["x"] * 200, output, "in<1>", inputs=inputs, options=SliceOptions(cluster=document)
        )
        claimed += any(one.differences[0].side != "" for one in table.slices)
    assert claimed <= 7  # 5 % of 60 are 3, standard error 1.7; with Welch's test of documents it is 43 to 46


def test_a_slice_of_six_documents_that_are_much_worse_is_called_worse():
    generator = random.Random(4)
    document = [str(at // 10) for at in range(600)]
    inputs = ["here" if int(one) < 6 else "there" for one in document]
    output = ["x" if generator.random() < (0.4 if place == "here" else 0.9) else "y" for place in inputs]
    right = score("Accuracy", ["x"] * 600, output)
    (table,) = slices_of([right], ["x"] * 600, output, "in<1>", inputs=inputs, options=SliceOptions(cluster=document))
    assert table["here"].differences[0].side == "worse"


def test_a_slice_of_whole_documents_has_the_chance_of_so_many_random_ones():
    """Of twelve documents two are much worse: they are a slice with chance 1/66, doubled for both sides."""
    document = [str(at // 5) for at in range(60)]
    output = ["y", "y", "y", "y", "x"] * 2 + ["x"] * 50
    inputs = ["here"] * 10 + ["there"] * 50
    right = score("Accuracy", ["x"] * 60, output)
    options = SliceOptions(cluster=document, trials=20_000)
    (table,) = slices_of([right], ["x"] * 60, output, "in<1>", inputs=inputs, options=options)
    assert table["here"].differences[0].p == pytest.approx(2 / 66, abs=0.003)  # standard error .0012


def test_a_table_beside_the_files_sorts_lines_and_is_refused_where_it_does_not_fit(tmp_path):
    from dataclasses import replace

    from probierz.errors import DataError
    from probierz.inspection.beside import read_beside

    places = []
    for name, texts in (("expected", EXPECTED), ("out", OUTPUT)):
        places.append(tmp_path / f"{name}.tsv")
        places[-1].write_text("".join(f"{text}\n" for text in texts))
    beside = tmp_path / "beside.tsv"

    def sliced(table, by):
        beside.write_text(table)
        source = file_lines("Accuracy", *places)
        return slices(replace(source, reading=replace(source.reading, beside=read_beside(beside))), by, options=NONE)[0]

    told = "who\twhat\nx\t1\ny\t2\nx\t\ny\t2\nx\t2\n"
    assert values(sliced(told, "beside<who>")) == {"x": 1 / 3, "y": 1 / 2}
    assert sliced(told, "beside[what]")["(empty)"].lines == 1
    refused = [
        (told, "beside<wha>", OptionError, "did you mean what"),
        (told + "x\t1\n", "beside<who>", OptionError, "6 rows, and there are 5 lines"),
        ("who\nx\n", "beside<who>", OptionError, "1 rows, and there are more lines"),
        ("who\tx\nx\n", "beside<who>", DataError, "line 2"),
        ("who\twho\n", "beside<who>", DataError, "each by a name of its own"),
    ]
    for table, by, kind, message in refused:
        with pytest.raises(kind, match=message):
            sliced(table, by)
    with pytest.raises(OptionError, match="--beside"):
        slices(file_lines("Accuracy", *places), "beside<who>")
