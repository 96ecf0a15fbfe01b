"""Texts of outputs beside their inputs: lines in another order, and texts of another task."""

import random

import pytest

from probierz.challenges.challenge import open_challenge
from probierz.challenges.check import check_output
from probierz.cli.main import main

WORDS = [
    first + second + third
    for first in ("ka", "me", "ro")
    for second in ("lo", "ta", "wi")
    for third in "bcdfghjklmnprst"
]


def sentences(seed, count=40):
    """Pairs of a text without marks and one with them, as the task of punctuation has them."""
    generator = random.Random(seed)
    lines = [generator.sample(WORDS, 8) for _ in range(count)]
    return [" ".join(words) for words in lines], [f"{' '.join(words[:4]).title()}, {words[4]}… {' '.join(words[5:])}."
                                                  for words in lines]  # fmt: skip


def written(lines):
    return "".join(f"{line}\n" for line in lines)


@pytest.fixture
def challenge(tmp_path):
    """Marks put into texts; train is there, and an output that is right but for its marks."""
    folder = tmp_path / "marks"
    for split, seed in (("train", 1), ("test-A", 2)):
        inputs, expected = sentences(seed)
        (folder / split).mkdir(parents=True)
        (folder / split / "in.tsv").write_text(written(inputs))
        (folder / split / "expected.tsv").write_text(written(expected))
    (folder / "config.txt").write_text("--metric WER\n")
    (folder / "test-A" / "out.tsv").write_text(written(inputs))
    return folder


def asked(folder, capsys):
    code = main(["check", str(folder)])
    shown = capsys.readouterr()
    assert code == 0
    return shown.out + shown.err


OTHER_ORDER = (
    "lines have the words of other lines' inputs: line 1 those of line 2 of the input, on 40 of 40 lines that were "
    "compared; put them in the order of the input"
)
OTHER_TASK = (
    "lines are no more like their own inputs than like others, and those expected of train are; "
    "is this an output of another task, or in another order?"
)


def test_an_output_one_line_off_is_questioned_with_and_without_training_data(challenge, capsys):
    _, right = sentences(2)
    (challenge / "test-A" / "out.tsv").write_text(written([*right[1:], right[0]]))
    assert OTHER_ORDER in asked(challenge, capsys)
    (challenge / "train" / "expected.tsv").unlink()
    assert OTHER_ORDER in asked(challenge, capsys)


def test_shuffled_lines_are_questioned(challenge, capsys):
    _, right = sentences(2)
    random.Random(5).shuffle(right)
    (challenge / "test-A" / "out.tsv").write_text(written(right))
    assert "lines have the words of other lines' inputs: line 1 those of line" in asked(challenge, capsys)


@pytest.mark.parametrize(
    "other", [sentences(3)[1], ["tak", "nie"] * 20, [f"Rok {1900 + n}, Warszawa i Kraków" for n in range(40)]]
)
def test_texts_of_another_task_are_questioned_beside_what_is_expected_of_train(challenge, other, capsys):
    (challenge / "test-A" / "out.tsv").write_text(written(other))
    assert OTHER_TASK in asked(challenge, capsys)


@pytest.mark.parametrize(
    "fine",
    [
        sentences(2)[0],  # unchanged
        sentences(2)[1],
        [line[: len(line) // 3] for line in sentences(2)[1]],
        [line.replace("o", "0") for line in sentences(2)[1]],
        ["Kot, pies… dom."] * 40,  # constant
        [""] * 39 + ["kot"],
    ],
)
def test_texts_of_their_inputs_and_constants_are_let_be(challenge, fine, capsys):
    (challenge / "test-A" / "out.tsv").write_text(written(fine))
    assert "like" not in asked(challenge, capsys)


def test_labels_that_are_words_of_other_inputs_are_no_texts_in_another_order(challenge, capsys):
    labels = ["tak" if at % 3 else "nie" for at in range(40)]
    for split in ("train", "test-A"):
        given = sentences(7)[0][:36]
        (challenge / split / "in.tsv").write_text(written([*given, "nie, nie no nie", "tak, tak a tak", *given[:2]]))
        (challenge / split / "expected.tsv").write_text(written(labels))
    (challenge / "config.txt").write_text("--metric Accuracy\n")
    (challenge / "test-A" / "out.tsv").write_text(written(labels))
    assert "fine" in asked(challenge, capsys)


def test_answers_are_not_like_their_questions_and_are_let_be(challenge, capsys):
    for split, seed in (("train", 7), ("test-A", 8)):
        (challenge / split / "expected.tsv").write_text(written(sentences(seed)[1]))
    (challenge / "test-A" / "out.tsv").write_text(written(sentences(9)[1]))
    assert "fine" in asked(challenge, capsys)


def test_a_dev_set_that_is_not_open_tells_nothing(challenge):
    (challenge / "train").rename(challenge / "dev-0")
    (challenge / "test-A" / "out.tsv").write_text(written(sentences(3)[1]))
    opened = open_challenge(challenge)
    assert [problem.message for problem in check_output(opened, "test-A")] == [
        OTHER_TASK.partition(";")[0].replace("train", "dev-0")
    ]
    assert check_output(opened, "test-A", open_splits=[]) == []


def test_an_output_in_another_order_is_scored_with_the_same_question(challenge, capsys):
    _, right = sentences(2)
    (challenge / "test-A" / "out.tsv").write_text(written([*right[1:], right[0]]))
    assert main(["eval", str(challenge)]) == 0
    assert OTHER_ORDER in capsys.readouterr().err


COPIES = "lines are copies of their inputs, and those expected of train are not; is this the right file?"


def test_questions_handed_in_as_their_answers_are_questioned(challenge, capsys):
    for split in ("train", "test-A"):
        (challenge / split / "expected.tsv").write_text(written(f"kot{number}" for number in range(40)))
    assert COPIES in asked(challenge, capsys)
    assert main(["eval", str(challenge)]) == 0
    assert COPIES.replace("train", "test-A") in capsys.readouterr().err
    (challenge / "test-A" / "out.tsv").write_text(written(f"pies{number}" for number in range(40)))
    assert "fine" in asked(challenge, capsys)


def with_ids(folder):
    """The challenge with the columns of a book and a page before each text."""
    for split in ("train", "test-A"):
        lines = (folder / split / "in.tsv").read_text().splitlines()
        (folder / split / "in.tsv").write_text(written(f"{at // 9}\t{at}\t{line}" for at, line in enumerate(lines)))


@pytest.mark.parametrize(
    ("ids", "found"),
    [(2, "lines have 3 columns, 3 of them as in the input"), (1, "lines have 2 columns, 1 of them as in the input")],
)
def test_an_output_with_columns_of_its_input_is_asked_about_that_alone(challenge, capsys, ids, found):
    right = (challenge / "test-A" / "in.tsv").read_text().splitlines()
    with_ids(challenge)
    rows = [line.split("\t") for line in (challenge / "test-A" / "in.tsv").read_text().splitlines()]
    lines = ["\t".join([*row[:ids], text]) for row, text in zip(rows, right, strict=True)]
    (challenge / "test-A" / "out.tsv").write_text(written(lines))
    remedy = "; write the answer alone on each line, without what stands in the input\n"
    expected = f"{found}, and expected lines of train have 1{remedy}1 warning"
    assert expected in asked(challenge, capsys)
    (challenge / "train" / "expected.tsv").unlink()
    assert f"{found}{remedy}1 warning" in asked(challenge, capsys)
    (challenge / "test-A" / "expected.tsv").write_text(written(sentences(2)[1]))
    assert main(["eval", str(challenge)]) == 0
    told = capsys.readouterr().err
    assert (told.count("warning"), found in told) == (1, True)


def test_as_many_columns_as_the_input_are_questioned_where_one_is_expected(challenge, capsys):
    with_ids(challenge)
    rows = (challenge / "test-A" / "in.tsv").read_text().splitlines()
    (challenge / "test-A" / "out.tsv").write_text(
        written(f"{row}!" for row in [*rows[1:], rows[0]]).replace("\t", "!\t")
    )
    assert "lines have 3 columns, as many as the input, and expected lines of train have 1" in asked(challenge, capsys)


def test_answers_alone_to_inputs_with_columns_are_fine(challenge, capsys):
    with_ids(challenge)
    assert "fine" in asked(challenge, capsys)
