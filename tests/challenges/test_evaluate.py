import gc
import hashlib
import json
import math

import pytest

from probierz.challenges.evaluate import evaluate_files
from probierz.challenges.files import Reading
from probierz.errors import DataError, LengthError, OptionError, PatternError, ProbierzError
from probierz.lines import GEVAL


@pytest.fixture
def files(tmp_path):
    def make(expected, output, inputs=None, suffix="tsv"):
        texts = {"expected": expected, "out": output, "in": inputs}
        paths = []
        for name, text in texts.items():
            path = tmp_path / f"{name}.{suffix}"
            if text is not None:
                path.write_bytes(text if isinstance(text, bytes) else text.encode())
            paths.append(path if text is not None else None)
        return paths

    return make


def test_all_schemes_are_scored_in_one_pass_and_signed(files):
    expected, output, _ = files("a b\nc\n", "a x\nc\n")
    evaluation = evaluate_files(["WER", "Accuracy"], expected, output)
    assert [(score.name, score.value) for score in evaluation] == [("WER", pytest.approx(1 / 3)), ("Accuracy", 0.5)]
    digests = {
        "expected": hashlib.sha256(b"a b\nc\n").hexdigest(),
        "output": hashlib.sha256(b"a x\nc\n").hexdigest(),
    }
    assert evaluation["WER"].signature.digests == digests
    assert len(evaluation["WER"].rows) == 2


def test_options_that_change_scores_are_signed(files):
    expected, output, _ = files("ala,ma\n", "ala , ma\n")
    evaluation = evaluate_files(["WER"], expected, output, reading=Reading(tokenizer="13a"))
    assert evaluation["WER"].value == 0.0
    assert evaluation["WER"].signature.options == {"tokenizer": "13a"}


def test_the_input_is_opened_only_when_it_is_needed(files, tmp_path):
    expected, output, _ = files("a\nb\n", "a\nc\n")
    assert evaluate_files(["WER"], expected, output, tmp_path / "nowhere.tsv")["WER"].value == 0.5
    with pytest.raises(ProbierzError, match="needs the input file"):
        evaluate_files(["WER:f<in[1]:x>"], expected, output)


def test_lines_are_chosen_by_the_input(files):
    expected, output, inputs = files("a\nb\n", "a\nc\n", "x\ny\n")
    evaluation = evaluate_files(["Accuracy", "Accuracy:f<in[1]:x>"], expected, output, inputs)
    assert [score.value for score in evaluation] == [0.5, 1.0]
    assert set(evaluation.scores[0].signature.digests) == {"expected", "output", "input"}


@pytest.mark.parametrize(("jobs", "rows"), [(1, True), (1, False), (2, True)])
@pytest.mark.usefixtures("processes_at_once")
def test_processes_and_rows_do_not_change_a_bit(files, jobs, rows):
    expected, output, _ = files("0.1\n" * 9000, "0.7\n" * 8999 + "0.2\n")
    first = evaluate_files(["MSE", "Pearson"], expected, output)
    other = evaluate_files(["MSE", "Pearson"], expected, output, jobs=jobs, rows=rows)
    assert [score.value.hex() for score in first] == [score.value.hex() for score in other]


def test_progress_is_told_in_lines(files):
    expected, output, _ = files("a\n" * 5000, "a\n" * 5000)
    told = []
    evaluate_files(["WER"], expected, output, progress=told.append)
    assert sum(told) == 5000


@pytest.mark.parametrize(
    ("expected", "output", "message", "recorded"),
    [
        ("1\n2\n", "1\n", "too few lines", "Too few lines in the output file"),
        ("1\n", "1\n2\n", "too many lines", "Too many lines in the output file"),
    ],
)
def test_uneven_lengths_are_told_with_the_place(files, expected, output, message, recorded):
    expected, output, _ = files(expected, output)
    with pytest.raises(LengthError, match=rf"out\.tsv line 2: {message}") as caught:
        evaluate_files(["MSE"], expected, output)
    assert caught.value.geval == recorded


def test_an_extra_empty_line_is_parsed_before_it_is_counted_as_in_geval(files):
    expected, output, _ = files("1\n", "1\n\n")
    with pytest.raises(DataError) as caught:
        evaluate_files(["MSE"], expected, output, reading=Reading(GEVAL))
    assert caught.value.geval == "Line 2: Unexpected data [input does not start with a digit]"
    with pytest.raises(LengthError):
        evaluate_files(["Accuracy"], expected, output, reading=Reading(GEVAL))


def test_an_empty_output_is_told(files):
    expected, output, _ = files("a\n", "")
    with pytest.raises(DataError) as caught:
        evaluate_files(["WER"], expected, output)
    assert caught.value.geval == "The output file is empty"


def test_a_line_that_cannot_be_read_is_told_with_file_and_line_counting_the_header(files):
    expected, output, _ = files("N\n1\n2\n", "N\n1\nx\n")
    with pytest.raises(DataError, match=r"out\.tsv line 3: MSE cannot read") as caught:
        evaluate_files(["MSE"], expected, output, reading=Reading(out_header=("N",)))
    assert caught.value.geval == "Line 2: Unexpected data [input does not start with a digit]"


def test_a_message_never_quotes_expected_text(files):
    expected, output, _ = files("secret\n", "1\n")
    with pytest.raises(DataError, match=r"expected\.tsv line 1") as caught:
        evaluate_files(["MSE"], expected, output)
    assert "secret" not in caught.value.message


@pytest.mark.parametrize("metric", ["WER", "Accuracy"])  # the second has traps, which lines are looked at for
def test_a_pattern_that_runs_away_names_the_file(files, monkeypatch, metric):
    monkeypatch.setattr("probierz.schemes.pcre.LINE_SECONDS", 0.05)
    expected, output, _ = files("b\n", "a" * 3000 + "!\n")
    with pytest.raises(PatternError, match=r"out\.tsv line 1"):
        evaluate_files([f"{metric}:s<(a+)+$><>"], expected, output)


def test_a_selector_wants_json_lines(files):
    expected, output, _ = files("{}\n", "{}\n")
    with pytest.raises(OptionError) as caught:
        evaluate_files(["WER"], expected, output, reading=Reading(selector="a"))
    assert caught.value.geval == "selectors not handled for TSVs"


def test_files_are_closed_after_an_error(files):
    expected, output, _ = files("1\n", "x\n")
    with pytest.raises(DataError):
        evaluate_files(["MSE"], expected, output)
    gc.collect()  # an open file would now warn, and warnings fail the run


# --- warnings ---


def test_a_removed_byte_order_mark_is_told(files):
    expected, output, _ = files("a\n", "\ufeffa\n")
    evaluation = evaluate_files(["Accuracy"], expected, output)
    assert evaluation["Accuracy"].value == 1.0
    told = "the byte order mark in front is left out, and GEval takes it as part of the first line"
    assert evaluation.warnings == (f"{output}: {told}",)


@pytest.mark.parametrize("rows", [True, False])
def test_a_nan_by_an_empty_expected_line_is_told(files, rows):
    expected, output, _ = files("a\n\nb\n", "a\nb\nc\n")
    evaluation = evaluate_files(["MAP"], expected, output, rows=rows)
    assert math.isnan(evaluation["MAP"].value)
    assert evaluation.warnings == ("MAP: NaN because of line 2: one empty expected line makes the whole score NaN",)


READ_AS_DISTRIBUTION = {"Accuracy": 2 / 3, "Macro-F1": 2 / 3, "Macro-Precision": 2 / 3, "Macro-Recall": 2 / 3}


@pytest.mark.parametrize("name", [*READ_AS_DISTRIBUTION, *(f"MacroAvg/{name}" for name in READ_AS_DISTRIBUTION)])
def test_a_time_of_day_read_as_a_distribution_is_told(files, name):
    expected, output, _ = files("12:30\nyes\nkey:value\n", "12:30\nyes\nkey:value\n")
    evaluation = evaluate_files([name], expected, output)
    assert evaluation[name].value == pytest.approx(2 / 3)
    assert f"{name}: 1 line is exactly as expected and yet wrong" in evaluation.warnings[0]


@pytest.mark.parametrize("name", ["Lower/Accuracy", "Macro-F1:s<:><.>", "Accuracy:f<out:yes>", "MCC", "MultiLabel-F1"])
def test_who_takes_a_time_of_day_as_it_is_is_not_warned(files, name):
    expected, output, line_input = files("12:30\nyes\nkey:value\n", "12:30\nyes\nkey:value\n", "a\nb\nc\n")
    assert evaluate_files([name], expected, output, line_input).warnings == ()


def test_flags_that_make_a_distribution_are_seen_through(files):
    expected, output, _ = files("12.30\n", "12.30\n")
    assert "1 line is exactly as expected" in evaluate_files(["Accuracy:s<\\.><:>"], expected, output).warnings[0]


# --- the evaluation as a value ---


def test_a_score_that_is_not_there_is_answered_with_those_that_are(files):
    expected, output, _ = files("a\n", "a\n")
    evaluation = evaluate_files(["WER:N<Weighted-F1>", "CER"], expected, output)
    with pytest.raises(ProbierzError, match="no score is called 'weighted-f1'; try Weighted-F1"):
        evaluation["weighted-f1"]


def test_an_evaluation_is_plain_data(files):
    expected, output, _ = files("a\n", "a\n")
    data = evaluate_files(["WER"], expected, output, challenge="c", split="dev-0", warnings=["w"]).as_dict()
    assert json.loads(json.dumps(data)) == data
    assert (data["challenge"], data["split"], data["warnings"], data["lines"]) == ("c", "dev-0", ["w"], 1)
    assert data["scores"][0]["value"] == 0.0


def test_html_is_escaped(files):
    expected, output, _ = files("a\n", "a\n")
    evaluation = evaluate_files(["WER:N<b>"], expected, output, challenge="<script>", warnings=["<img>"])
    shown = evaluation._repr_html_()
    assert "<script>" not in shown
    assert "<img>" not in shown
    assert "&lt;script&gt;" in shown
