"""Outputs of empty lines."""

import pytest

from probierz.challenges.emptiness import EmptyLines, emptiness_doubt
from probierz.cli.main import main

TEXTS = [f"Ala ma kota numer {number}." for number in range(30)]


@pytest.mark.parametrize(
    ("given", "known", "asked"),
    [
        ((30, 30), None, "all 30 lines are empty"),
        ((28, 30), (0, 200), "28 of 30 lines are empty, and 0 of 200 expected ones of train"),
        ((30, 30), (9, 20), "all 30 lines are empty, and 9 of 20 expected ones of train"),
        ((30, 30), (12, 20), None),  # most questions cannot be answered
        ((26, 30), None, None),
        ((500, 1000), (0, 1000), "500 of 1000 lines are empty, and 0 of 1000 expected ones of train"),
        ((1, 1000), (0, 1000), "1 of 1000 lines is empty, and 0 of 1000 expected ones of train"),
        ((500, 1000), (2, 1000), "500 of 1000 lines are empty, and 2 of 1000 expected ones of train"),
        ((5, 1000), (2, 1000), None),
        ((60, 1000), (40, 1000), None),
        ((100, 1000), (40, 1000), "100 of 1000 lines are empty, and 40 of 1000 expected ones of train"),
        ((700, 1000), (400, 1000), None),
        ((2, 2), None, None),
        ((0, 0), None, None),
    ],
)
def test_empty_lines_are_questioned_where_others_hold_something(given, known, asked):
    doubt = emptiness_doubt(EmptyLines(*given), EmptyLines(*known) if known else None, name="train")
    assert (doubt.message if doubt else None) == asked


@pytest.fixture
def challenge(tmp_path):
    """A challenge as a participant has it: texts to correct, and an output without any."""
    (tmp_path / "config.txt").write_text("--metric WER\n")
    (tmp_path / "test-A").mkdir()
    (tmp_path / "test-A" / "in.tsv").write_text("".join(f"{line}\n" for line in TEXTS))
    (tmp_path / "test-A" / "out.tsv").write_text("\n" * 30)
    return tmp_path


def add_train(challenge, expected):
    (challenge / "train").mkdir()
    (challenge / "train" / "in.tsv").write_text("".join(f"{line}\n" for line in TEXTS))
    (challenge / "train" / "expected.tsv").write_text("".join(f"{line}\n" for line in expected))


def asked_by_check(challenge, capsys):
    assert main(["check", str(challenge)]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("metric", ["WER", "CER", "BLEU", "SQuAD-F1", "Accuracy", "SQuAD-EM:l"])
def test_an_output_of_empty_lines_is_questioned_with_training_data_and_without(challenge, metric, capsys):
    (challenge / "config.txt").write_text(f"--metric {metric}\n")
    assert "out.tsv: all 30 lines are empty; is this the right file?" in asked_by_check(challenge, capsys)
    add_train(challenge, TEXTS)
    asked = asked_by_check(challenge, capsys)
    assert "all 30 lines are empty, and 0 of 30 expected ones of train; is this the right file?" in asked
    (challenge / "test-A" / "out.tsv").write_text("".join(f"{line}\n" for line in TEXTS))
    assert "1 output checked, fine" in asked_by_check(challenge, capsys)


def test_an_empty_line_is_a_proper_answer_where_the_metric_or_the_training_data_have_such(challenge, capsys):
    (challenge / "config.txt").write_text("--metric MultiLabel-F1\n")
    assert "fine" in asked_by_check(challenge, capsys)
    (challenge / "config.txt").write_text("--metric SQuAD-F1\n")
    add_train(challenge, [*TEXTS[:10], *[""] * 20])
    assert "fine" in asked_by_check(challenge, capsys)


def test_who_scores_empty_lines_is_asked_too(challenge, capsys):
    (challenge / "test-A" / "expected.tsv").write_text("".join(f"{line}\n" for line in TEXTS))
    assert main(["eval", str(challenge)]) == 0
    assert "all 30 lines are empty, and 0 of 30 expected ones of test-A; is this the" in capsys.readouterr().err


def test_lines_without_a_number_are_a_fault_and_told_once(challenge, capsys):
    (challenge / "config.txt").write_text("--metric MAE\n")
    assert main(["check", str(challenge)]) == 1
    out = capsys.readouterr().out
    assert "MAE cannot read this line" in out
    assert "are empty" not in out


@pytest.mark.parametrize("metric", ["Accuracy", "WER", "SQuAD-F1"])
def test_an_output_that_ends_in_the_middle_is_questioned_with_its_first_empty_line(challenge, metric, capsys):
    (challenge / "config.txt").write_text(f"--metric {metric}\n")
    add_train(challenge, TEXTS)
    half = "".join(f"{line}\n" for line in TEXTS[:15]) + "\n" * 15
    (challenge / "test-A" / "out.tsv").write_text(half)
    asked = "out.tsv line 16: 15 of 30 lines are empty, and 0 of 30 expected ones of train; is this the right file?"
    assert asked in asked_by_check(challenge, capsys)
    (challenge / "config.txt").write_text("--metric MultiLabel-F1\n")  # to find nothing is an answer
    assert "fine" in asked_by_check(challenge, capsys)
