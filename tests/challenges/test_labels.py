"""Labels of an output beside expected ones."""

import pytest

from probierz.challenges.challenge import open_challenge
from probierz.challenges.check import check_output
from probierz.challenges.labels import label_question, unknown_labels_doubt
from probierz.cli.main import main
from probierz.metrics import definition
from probierz.metrics.definition import load_plugin
from probierz.metrics.names import get_metric
from probierz.schemes.scheme import parse_scheme

EXPECTED = ["good", "bad", "good", "bad"]
OTHER_TASK = (
    "none of the labels is an expected one: 'ENTAILMENT', 'NEUTRAL'; expected are 'bad', 'good'",
    "is this an output of another task?",
)
CLASS_NUMBERS = (
    "none of the labels is an expected one: '0', '1'; expected are 'bad', 'good'",
    "write the labels in place of numbers",
)
FRACTIONS = ("none of the labels is an expected one: '0.2', '0.7'; expected are 'bad', 'good'", OTHER_TASK[1])
WORDS = (
    "none of the labels is an expected one: 'False', 'True'; expected are '0', '1'",
    "write the numbers in place of words",
)
MORE_THAN_LABELS = (
    "none of the labels is an expected one: '1,good', '2,bad'; expected are 'bad', 'good'",
    "write the label alone on each line",
)
OTHER_TASK_WITH_COLON = (OTHER_TASK[0].replace(", 'NEUTRAL'", ", 'ENTAILMENT:1 NEUTRAL', 'NEUTRAL'"), OTHER_TASK[1])
WITHOUT_PREFIX = (
    "the prefix '__label__' is missing: 'minus_m', 'plus'; expected are '__label__minus_m', '__label__plus'",
    "write it in front of each label",
)
OTHER_CASE = (
    "labels differ from expected ones in upper and lower case alone: 'BAD', 'Good'; 4 such lines; expected are 'bad', "
    "'good'",
    "write them in the same case",
)
OTHER_WRITING = (
    "labels are the same numbers as expected ones, but written otherwise: '1.0', '2.0'; expected are '1', '2'",
    "write the numbers as they are expected",
)
QUOTED = (
    "labels stand in quotation marks: '\"bad\"', '\"good\"'; 4 such lines; expected are 'bad', 'good'",
    "write them without",
)
OTHER_CASE_OF_SEVERAL = (
    "labels differ from expected ones in upper and lower case alone: 'Good'; expected are 'bad', 'good'",
    "write them in the same case",
)
OTHER_CASE_OF_ENTITIES = (
    "labels differ from expected ones in upper and lower case alone: 'PER'; expected are 'org', 'per'",
    "write them in the same case",
)
OTHER_SCALE = (
    "none of the labels is an expected one: '100', '200'; expected are '1', '2'",
    "are they of another scale or task?",
)


@pytest.mark.parametrize(
    ("scheme", "given", "expected", "asked"),
    [
        ("Accuracy", ["NEUTRAL", "ENTAILMENT", "NEUTRAL", "NEUTRAL"], EXPECTED, OTHER_TASK),
        ("Macro-F1", ["Good", "BAD", "Good", "BAD"], EXPECTED, OTHER_CASE),
        ("Accuracy", ["good", "BAD", "Good", "bad"], EXPECTED, (OTHER_CASE[0].replace("4", "2"), OTHER_CASE[1])),
        ("Accuracy", ["plus", "minus_m", "plus"], ["__label__plus", "__label__minus_m"] * 2, WITHOUT_PREFIX),
        ("Accuracy", ['"good"', '"bad"', '"good"', '"bad"'], EXPECTED, QUOTED),
        ("MultiLabel-F1", ["Good bad", "bad"], ["good bad", "good", "bad"], OTHER_CASE_OF_SEVERAL),
        ("MultiLabel-F1", ["good:0.7 Good:0.2", "bad"], ["good bad", "good", "bad"], None),
        ("MultiLabel-F1", ["name=Ala age=7", "name=Ola"], ["name=Ewa age=9", "name=Iga age=8"], None),
        ("Probabilistic-MultiLabel-F1", ["good:0.7 Good:0.2"], ["good bad", "good", "bad"], OTHER_CASE_OF_SEVERAL),
        ("BIO-F1", ["B-PER O", "O B-org"], ["B-per O", "O B-org"] * 2, OTHER_CASE_OF_ENTITIES),
        ("BIO-F1", ["not a tag", "O B-org"], ["B-per O", "O B-org"] * 2, None),
        ("Soft-F1", ["PER:1-2", "org:3-4"], ["per:1-2", "org:3-4"] * 2, OTHER_CASE_OF_ENTITIES),
        ("WER", ["Good BAD"], ["good bad"] * 4, None),
        ("Accuracy:l", ["Good", "BAD", "Good", "BAD"], EXPECTED, None),
        ("Accuracy", ["good", "NEUTRAL", "good", "NEUTRAL"], EXPECTED, None),
        ("Accuracy", ["good", "good", "good", "good"], EXPECTED, None),
        ("Accuracy", ["good:0.6 bad:0.4"] * 4, EXPECTED, None),
        ("Accuracy", [":0.3"] * 4, EXPECTED, None),
        ("Accuracy", ["ENTAILMENT", "NEUTRAL", "ENTAILMENT:1 NEUTRAL"], EXPECTED, OTHER_TASK_WITH_COLON),
        ("Accuracy", ["0", "1", "1", "0"], EXPECTED, CLASS_NUMBERS),
        ("Accuracy", ["0.2", "0.7", "0.7", "0.2"], EXPECTED, FRACTIONS),
        ("Accuracy", ["True", "False", "True", "True"], ["1", "0", "1", "0"], WORDS),
        ("Accuracy", ["1,good", "2,bad", "1,good", "1,good"], EXPECTED, MORE_THAN_LABELS),
        ("Accuracy", ["", "", "", ""], EXPECTED, None),
        ("Accuracy", ["0.7", "0.2", "0.8", "0.1"], ["1", "0", "1", "0"], None),
        ("Accuracy", ["1.0", "2.0", "1.0", "2.0"], ["1", "2", "1", "2"], OTHER_WRITING),
        ("Accuracy", ["100", "200", "100", "200"], ["1", "2", "1", "2"], OTHER_SCALE),
        ("Accuracy", ["2", "200", "100", "200"], ["1", "2", "1", "2"], None),
        ("Accuracy", ["Ala", "ma"], ["Kot", "śpi"], None),
        ("WER", ["NEUTRAL", "ENTAILMENT", "NEUTRAL", "NEUTRAL"], EXPECTED, None),
    ],
)
def test_labels_are_questioned_where_none_is_right_or_only_their_case_is_wrong(scheme, given, expected, asked):
    doubt = label_question(given, expected, parse_scheme(scheme))
    assert (doubt and (doubt.message, doubt.remedy)) == asked


def test_strange_labels_are_told_with_the_first_line_and_how_many_there_are():
    found = unknown_labels_doubt(["good", "bad", "meh", "good", "hm", "meh"], EXPECTED, parse_scheme("Accuracy"))
    assert found.line == 3
    assert found.message == ("labels that no open split expects: 'hm', 'meh'; 3 such lines; expected are 'bad', 'good'")


@pytest.mark.parametrize(("line", "is_asked"), [("0", True), ("1", True), ("0.5", False)])
def test_one_class_of_two_on_every_line_is_questioned_under_f1_too(challenge, line, is_asked):
    (challenge / "config.txt").write_text("--metric F1\n")
    (challenge / "train" / "expected.tsv").write_text("1\n0\n1\n0\n")
    (challenge / "test-A" / "in.tsv").write_text("text\n" * 10)
    (challenge / "test-A" / "out.tsv").write_text(f"{line}\n" * 10)
    found = [str(one) for one in check_output(open_challenge(challenge), "test-A")]
    asked = f"all labels are '{line}'; expected are '0', '1'; is this the right file?"
    assert [one.endswith(asked) for one in found] == [True] * is_asked


@pytest.mark.parametrize("line", ["True", "-1", "2"])
def test_what_is_neither_a_class_of_two_nor_a_probability_is_told_what_is_wanted(challenge, line):
    (challenge / "config.txt").write_text("--metric F1\n")
    (challenge / "train" / "expected.tsv").write_text("1\n0\n1\n0\n")
    (challenge / "test-A" / "out.tsv").write_text(f"0\n1\n0\n{line}\n")
    (told,) = check_output(open_challenge(challenge), "test-A")
    wanted, remedy = "wanted a probability, a number from 0 to 1", "write 0 or 1, or a number like '0.9'"
    assert str(told).endswith(f"line 4: F1 cannot read this line: {wanted}; found {line!r}; {remedy}")


def test_of_too_many_columns_it_is_not_said_besides_that_their_labels_are_strange(challenge):
    (challenge / "test-A" / "out.tsv").write_text("good\t0.9\nbad\t0.8\ngood\t0.9\ngood\t0.7\n")
    (told,) = check_output(open_challenge(challenge), "test-A")
    assert told.message == "Accuracy reads 1 column, found 2; 4 such lines"


@pytest.fixture
def challenge(tmp_path):
    """A challenge of two labels, with labels in the test that the training data do not have."""
    (tmp_path / "config.txt").write_text("--metric Accuracy\n")
    for split, expected in (("train", EXPECTED), ("test-A", ["good", "hidden", "good", "hidden"])):
        (tmp_path / split).mkdir()
        (tmp_path / split / "in.tsv").write_text("one\ntwo\nthree\nfour\n")
        (tmp_path / split / "expected.tsv").write_text("".join(f"{line}\n" for line in expected))
    (tmp_path / "test-A" / "out.tsv").write_text("NEUTRAL\nENTAILMENT\nNEUTRAL\nNEUTRAL\n")
    return tmp_path


def test_a_check_compares_with_the_training_data_and_tells_nothing_of_the_test(challenge):
    (problem,) = check_output(open_challenge(challenge), "test-A")
    assert (problem.message, problem.remedy) == OTHER_TASK
    assert problem.severity == "warning"


def test_a_check_without_training_data_says_nothing(challenge):
    (challenge / "train" / "expected.tsv").unlink()
    assert check_output(open_challenge(challenge), "test-A") == []


def test_an_output_of_another_task_is_scored_with_a_question(challenge, capsys):
    assert main(["eval", str(challenge)]) == 0
    shown = capsys.readouterr()
    assert "0.0" in shown.out
    assert "expected are 'good', 'hidden'; is this an output of another task?" in shown.err


def test_an_output_with_known_labels_alone_is_scored_without_a_question(challenge, capsys):
    """A label of the training data is one of the task, though no line of the test has it."""
    (challenge / "test-A" / "out.tsv").write_text("good\nbad\nhidden\nbad\n")
    assert main(["eval", str(challenge)]) == 0
    assert capsys.readouterr().err == ""


SOME_UNKNOWN = "labels that no open split expects: 'meh'; expected are 'bad', 'good', 'hidden'; are they meant?"
SOME_IN_OTHER_CASE = (
    "labels differ from expected ones in upper and lower case alone: 'Good'; expected are 'bad', 'good', 'hidden'; "
    "write them in the same case"
)


@pytest.mark.parametrize("command", ["eval", "classes", "lines", "worst", "report", "compare"])
@pytest.mark.parametrize(
    ("given", "asked"),
    [(["good", "hidden", "meh", "hidden"], SOME_UNKNOWN), (["good", "hidden", "Good", "hidden"], SOME_IN_OTHER_CASE)],
)
def test_some_strange_labels_are_asked_about_once_wherever_an_output_is_looked_at(
    challenge, command, given, asked, capsys, monkeypatch
):
    monkeypatch.chdir(challenge)
    (challenge / "test-A" / "out.tsv").write_text("".join(f"{label}\n" for label in given))
    (challenge / "test-A" / "out-good.tsv").write_text("good\nhidden\ngood\nhidden\n")
    words = ["out.tsv", "out-good.tsv"] if command == "compare" else ["--out", "out.tsv"]
    assert main([command, *words]) == 0
    assert capsys.readouterr().err.count(f"warning: test-A/out.tsv line 3: {asked}") == 1


def test_of_several_labels_a_line_many_strange_ones_are_asked_about_and_rare_ones_are_not(challenge, capsys):
    (challenge / "config.txt").write_text("--metric MultiLabel-F1\n")
    for strange, asked in ((1, False), (30, True)):
        right = ["good bad"] * 100
        (challenge / "train" / "expected.tsv").write_text("".join(f"{line}\n" for line in right))
        (challenge / "test-A" / "in.tsv").write_text("text\n" * 100)
        given = ["good strange"] * strange + right[strange:]
        (challenge / "test-A" / "out.tsv").write_text("".join(f"{line}\n" for line in given))
        assert main(["check", str(challenge)]) == 0
        assert ("labels that no open split expects: 'strange'" in capsys.readouterr().out) is asked


def test_strange_labels_of_plain_files_are_asked_about_beside_the_file_that_is_expected(challenge, capsys):
    out, expected = challenge / "test-A" / "out.tsv", challenge / "test-A" / "expected.tsv"
    out.write_text("good\nhidden\nbad\nhidden\n")
    assert main(["eval", "--expected", str(expected), "--out", str(out), "--metric", "Accuracy"]) == 0
    asked = "labels that no line of expected.tsv has: 'bad'; expected are 'good', 'hidden'; are they meant?"
    assert asked in capsys.readouterr().err


PLUGIN = """
from probierz import Example, metric
from probierz.metrics.tallies import Mean


@metric("Same-Start", better="higher", bounds=(0, 1), source="a test", example=Example(["a"], ["a"], 1.0){more})
def same_start(expected: str, output: str) -> Mean:
    return Mean(expected[:1] == output[:1])
"""


@pytest.fixture
def own_registry(monkeypatch):
    """What a test defines goes away again."""
    monkeypatch.setattr(definition, "_definitions", dict(definition._definitions))
    monkeypatch.setattr(definition, "_plugins", [])
    get_metric.cache_clear()
    yield
    get_metric.cache_clear()


@pytest.mark.parametrize(
    ("declared", "questioned"), [("", False), (', answers="labels"', True), (', answers="groups"', False)]
)
def test_a_metric_of_a_plugin_says_itself_whether_outputs_are_labels(
    challenge, tmp_path, own_registry, declared, questioned
):
    (tmp_path / "mine.py").write_text(PLUGIN.replace("{more}", declared))
    (challenge / "config.txt").write_text("--metric Same-Start\n")
    load_plugin(str(tmp_path / "mine.py"))
    problems = [(problem.message, problem.remedy) for problem in check_output(open_challenge(challenge), "test-A")]
    assert problems == ([OTHER_TASK] if questioned else [])


def test_an_error_of_numbers_asks_nothing_about_their_writing(challenge, capsys):
    """No error at all is the best value of one, not a sign that no label is right."""
    (challenge / "config.txt").write_text("--metric Macro-MAE\n")
    (challenge / "test-A" / "expected.tsv").write_text("1\n2\n1\n2\n")
    (challenge / "test-A" / "out.tsv").write_text("1.0\n2.0\n1.0\n2.0\n")
    assert main(["eval", str(challenge)]) == 0
    assert capsys.readouterr().err == ""


def test_labels_that_are_all_the_same_are_questioned_where_training_data_have_several(challenge, capsys):
    (challenge / "test-A" / "in.tsv").write_text("text\n" * 10)
    (challenge / "test-A" / "out.tsv").write_text("bad\n" * 10)
    asked = "all labels are 'bad'; expected are 'bad', 'good'; is this the right file?"
    assert main(["check", str(challenge)]) == 0
    assert asked in capsys.readouterr().out
    (challenge / "test-A" / "out.tsv").write_text("bad\n" * 9 + "good\n")
    assert main(["check", str(challenge)]) == 0
    assert "all labels" not in capsys.readouterr().out
    (challenge / "train" / "expected.tsv").write_text("bad\n" * 4)
    (challenge / "test-A" / "out.tsv").write_text("bad\n" * 10)
    assert main(["check", str(challenge)]) == 0
    assert "all labels" not in capsys.readouterr().out


def test_texts_that_are_all_the_same_are_called_lines_and_no_labels(challenge, capsys):
    """Accuracy is also the part of texts that are right as a whole."""
    (challenge / "train" / "expected.tsv").write_text("Ala ma kota.\nKot śpi.\nPada.\nJest zimno.\n")
    (challenge / "test-A" / "in.tsv").write_text("text\n" * 10)
    (challenge / "test-A" / "out.tsv").write_text("Ala.\n" * 10)
    assert main(["check", str(challenge)]) == 0
    assert "all lines are 'Ala.', and expected ones differ; is this the right file?" in capsys.readouterr().out


HEADER = "out.tsv line 1: this looks like a header; remove it: an output has items only"


@pytest.mark.parametrize("first", ["label", "entailment_judgment", "goood"])
def test_a_strange_first_line_of_as_many_as_the_input_is_a_label_that_nobody_expects(challenge, first, capsys):
    """Without it the output would be too short."""
    (challenge / "test-A" / "in.tsv").write_text("text\n" * 8)
    (challenge / "test-A" / "out.tsv").write_text(f"{first}\n" + "good\nbad\n" * 3 + "good\n")
    assert main(["check", str(challenge)]) == 0
    said = capsys.readouterr().out
    assert HEADER not in said
    assert f"labels that no open split expects: {first!r}" in said


@pytest.mark.parametrize("header", ["label", "answer\tscore", "emotion"])
def test_a_header_above_all_labels_is_called_so_and_no_line_too_many(challenge, header, capsys):
    (challenge / "test-A" / "out.tsv").write_text(f"{header}\n" + "good\nbad\n" * 2)
    for command in ("check", "eval"):
        assert main([command, str(challenge)]) == 1
        shown = capsys.readouterr()
        assert HEADER in shown.out + shown.err
        assert "lines" not in shown.out + shown.err
        assert "no open split" not in shown.out + shown.err


def test_who_scores_an_announced_header_and_too_few_lines_hears_that_it_is_not_counted(challenge, capsys):
    (challenge / "config.txt").write_text("--metric Accuracy --out-header out-header.tsv\n")
    (challenge / "out-header.tsv").write_text("label\n")
    (challenge / "test-A" / "out.tsv").write_text("label\ngood\nhidden\ngood\nbad\n")
    assert main(["eval", str(challenge)]) == 0
    (challenge / "test-A" / "out.tsv").write_text("label\ngood\nhidden\n")
    capsys.readouterr()
    assert main(["eval", str(challenge)]) == 1
    assert "too few lines: the output has 2 lines, the expected file 4; " in (said := capsys.readouterr().err)
    assert "; the header is not counted" in said


def test_a_label_in_other_letters_is_no_header(challenge, capsys):
    (challenge / "test-A" / "in.tsv").write_text("text\n" * 8)
    (challenge / "test-A" / "out.tsv").write_text("GOOD\n" + "good\nbad\n" * 3 + "good\n")
    assert main(["check", str(challenge)]) == 0
    said = capsys.readouterr().out
    assert HEADER not in said
    assert "in upper and lower case alone: 'GOOD'" in said


def test_who_scores_labels_below_a_header_is_asked_too(challenge, capsys):
    (challenge / "test-A" / "out.tsv").write_text("label\ngood\nhidden\ngood\n")
    assert main(["eval", str(challenge)]) == 0
    assert "labels that no open split expects: 'label'" in capsys.readouterr().err


@pytest.mark.parametrize(
    "honest",
    [
        ["good", "bad", "hidden", "good", "bad", "good", "bad", "good"],  # a rare label elsewhere
        ["hidden", "bad", "hidden", "good", "bad", "good", "bad", "good"],
        ["bad", "good"] * 4,
        ["label", "strange", "other", "good", "bad", "good", "bad", "good"],
    ],
)
def test_a_rare_label_is_no_header_and_is_asked_about(challenge, honest, capsys):
    (challenge / "test-A" / "in.tsv").write_text("text\n" * 8)
    (challenge / "test-A" / "out.tsv").write_text("".join(f"{line}\n" for line in honest))
    assert main(["check", str(challenge)]) == 0
    said = capsys.readouterr().out
    assert HEADER not in said
    assert ("labels that no open split expects: " in said) == (not {*honest} <= {"good", "bad"})
    (challenge / "dev-0").mkdir()
    (challenge / "dev-0" / "expected.tsv").write_text("hidden\nhidden\nlabel\nlabel\nstrange\nother\n")
    assert main(["check", str(challenge)]) == 0
    assert "fine" in capsys.readouterr().out


@pytest.mark.parametrize("metric", ["SQuAD-F1", "WER", "BLEU", "Accuracy:l"])
def test_answers_that_are_all_the_same_are_questioned_for_any_metric_of_texts(challenge, metric, capsys):
    (challenge / "config.txt").write_text(f"--metric {metric}\n")
    (challenge / "train" / "expected.tsv").write_text("Ala ma kota.\nKot śpi.\nPada.\nJest zimno.\n")
    (challenge / "test-A" / "in.tsv").write_text("text\n" * 10)
    (challenge / "test-A" / "out.tsv").write_text("tak\n" * 10)
    assert main(["check", str(challenge)]) == 0
    assert "all lines are 'tak', and expected ones differ; is this the right file?" in capsys.readouterr().out


@pytest.mark.parametrize(("metric", "line"), [("RMSE", "2.5"), ("LogLossHashed", "good:0.5 bad:0.5")])
def test_one_number_or_likelihood_on_every_line_may_be_meant(challenge, metric, line, capsys):
    (challenge / "config.txt").write_text(f"--metric {metric}\n")
    values = ["1", "2", "3", "4"] if metric == "RMSE" else EXPECTED
    (challenge / "train" / "expected.tsv").write_text("".join(f"{one}\n" for one in values))
    (challenge / "test-A" / "in.tsv").write_text("text\n" * 10)
    (challenge / "test-A" / "out.tsv").write_text(f"{line}\n" * 10)
    assert main(["check", str(challenge)]) == 0
    assert "fine" in capsys.readouterr().out


def test_without_a_train_set_labels_are_those_of_the_dev_set(tmp_path):
    for split, name, labels in (("dev-0", "expected.tsv", EXPECTED), ("test-A", "out.tsv", ["Good", "BAD"] * 2)):
        (tmp_path / split).mkdir()
        (tmp_path / split / "in.tsv").write_text("a\nb\nc\nd\n")
        (tmp_path / split / name).write_text("".join(f"{one}\n" for one in labels))
    (tmp_path / "config.txt").write_text("--metric Accuracy\n")
    (problem,) = check_output(open_challenge(tmp_path), "test-A")
    assert (problem.message, problem.remedy) == OTHER_CASE
    for split, name, labels in (("test-A", "in.tsv", "text"), ("test-A", "out.tsv", "good")):
        (tmp_path / split / name).write_text(f"{labels}\n" * 12)
    (problem,) = check_output(open_challenge(tmp_path), "test-A")
    assert problem.message == "all labels are 'good'; expected are 'bad', 'good'"
