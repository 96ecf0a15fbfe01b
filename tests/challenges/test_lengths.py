"""Texts that are far longer or shorter than expected ones, or have other words: often they are another task's."""

import pytest

from probierz.cli.main import main


def written(lines):
    return "".join(f"{line}\n" for line in lines)


@pytest.fixture
def answers(tmp_path):
    """Questions with answers of a word or two, whose inputs tell nothing of them."""
    for split in ("train", "test-A"):
        (tmp_path / split).mkdir()
        (tmp_path / split / "in.tsv").write_text(written(f"Kto napisał {split} tom {at}?" for at in range(30)))
        (tmp_path / split / "expected.tsv").write_text(written(f"Pisarz{at}" for at in range(30)))
    (tmp_path / "config.txt").write_text("--metric Accuracy\n")
    return tmp_path


def asked(folder, command, lines, capsys):
    (folder / "test-A" / "out.tsv").write_text(written(lines))
    assert main([command, str(folder)]) == 0
    shown = capsys.readouterr()
    return shown.out + shown.err


LONG = [f"W roku {1900 + at} stolica była gdzie indziej, jak podają kroniki miejskie i kościelne." for at in range(30)]


def test_paragraphs_where_words_are_expected_are_questioned(answers, capsys):
    said = "typical lines are 80 characters long, and expected ones of train 8; is this the right file?"
    assert said in asked(answers, "check", LONG, capsys)
    assert said.replace("train", "test-A") in asked(answers, "eval", LONG, capsys)


@pytest.mark.parametrize("metric", ["BLEU", "WER", "CER"])
def test_texts_that_are_far_shorter_are_questioned(answers, metric, capsys):
    (answers / "config.txt").write_text(f"--metric {metric}\n")
    for split in ("train", "test-A"):
        (answers / split / "expected.tsv").write_text(written(LONG))
    short = [f"tak {at}" for at in range(30)]
    assert "typical lines are 6 characters long, and expected ones of train 80" in asked(
        answers, "check", short, capsys
    )


@pytest.mark.parametrize(
    "fine",
    [
        [f"pan Pisarz{at}, o ile pamiętam" for at in range(30)],  # wordy
        ["", *(f"P{at}" for at in range(29))],
        [f"Pisarz{at}:0.6 {'x' * 60}:0.4" for at in range(30)],  # probabilities
    ],
)
def test_what_may_be_an_answer_is_let_be(answers, fine, capsys):
    assert "characters long" not in asked(answers, "check", fine, capsys)


def test_texts_that_grow_with_their_inputs_are_let_be(answers, capsys):
    """A train set of short texts beside a test of long ones: what is unchanged is no other task's."""
    (answers / "config.txt").write_text("--metric WER\n")
    for split, words in (("train", 4), ("test-A", 40)):
        lines = [" ".join(f"słowo{at}{word}" for word in range(words)) for at in range(30)]
        (answers / split / "in.tsv").write_text(written(lines))
        (answers / split / "expected.tsv").write_text(written(f"{line}." for line in lines))
    unchanged = (answers / "test-A" / "in.tsv").read_text().splitlines()
    assert "characters long" not in asked(answers, "check", unchanged, capsys)


def test_labels_are_asked_by_their_names(answers, capsys):
    for split in ("train", "test-A"):
        (answers / split / "expected.tsv").write_text(written(["tak", "nie"] * 15))
    assert "characters long" not in asked(answers, "check", ["zdecydowanie pozytywny", "nie"] * 15, capsys)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{} Pan Jan", ""),  # wordy, and of usual words
        ("Anna Maria", "all lines are 'Anna Maria', and expected ones differ"),
        ("NEUTRAL{}", "hardly a line has a word of its input or of what is expected of train"),
        ("0.{}", "hardly a line has letters, and those expected of train have"),
    ],
)
def test_texts_without_any_usual_word_are_questioned(answers, line, said, capsys):
    for split in ("train", "test-A"):
        expected = [f"{('Jan', 'Anna', 'Adam')[at % 3]} {split}{at}" for at in range(40)]
        (answers / split / "in.tsv").write_text(written(f"Kto napisał tom {at}?" for at in range(40)))
        (answers / split / "expected.tsv").write_text(written(expected))
    assert "another task" not in asked(answers, "check", expected, capsys)
    shown = asked(answers, "check", [line.format(1000 + at) for at in range(40)], capsys)
    assert said in shown
    assert ("another task" in shown) == said.startswith("hardly")
