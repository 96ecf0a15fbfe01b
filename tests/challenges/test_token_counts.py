"""Numbers of tokens of an output beside those of its inputs, where positions are compared."""

import pytest

from probierz.cli.main import main

LINES = [f"mówił że kot nr {number} śpi" for number in range(30)]
MARKED = [line.replace("mówił", "mówił,") for line in LINES]
QUESTION = (
    "30 of 30 lines have another number of tokens than their inputs, the first is line 1; expected lines of {} have as "
    "many"
)


def written(lines):
    return "".join(f"{line}\n" for line in lines)


@pytest.fixture
def challenge(tmp_path):
    """Commas put behind words, scored place by place; the text is the second column of the input."""
    folder = tmp_path / "marks"
    for split in ("train", "test-A"):
        (folder / split).mkdir(parents=True)
        (folder / split / "in.tsv").write_text(written(f"id{number}\t{line}" for number, line in enumerate(LINES)))
        (folder / split / "expected.tsv").write_text(written(MARKED))
    (folder / "config.txt").write_text("--metric BIO-Weighted-F1:s<\\S+,><B-COMMA>s<(^|\\s)[^B\\s]\\S*><\\1O>\n")
    return folder


def asked(capsys, *arguments):
    code = main(list(map(str, arguments)))
    shown = capsys.readouterr()
    assert code == 0, shown.err
    return shown.out + shown.err


def test_words_written_together_are_questioned_by_check_eval_and_compare(challenge, capsys):
    (challenge / "test-A" / "out.tsv").write_text(written(line.replace("nr ", "nr-") for line in MARKED))
    (challenge / "test-A" / "out-right.tsv").write_text(written(MARKED))
    assert QUESTION.format("train") in asked(capsys, "check", challenge)
    assert QUESTION.format("test-A") in asked(capsys, "eval", challenge, "--out", "out.tsv")
    compared = asked(capsys, "compare", *(challenge / "test-A" / name for name in ("out.tsv", "out-right.tsv")))
    assert compared.count(QUESTION.format("test-A")) == 1


@pytest.mark.parametrize("output", [MARKED, LINES, [LINES[0] + " x", *MARKED[1:]]])
def test_the_expected_lines_the_unchanged_ones_and_a_single_slip_are_not(challenge, output, capsys):
    (challenge / "test-A" / "out.tsv").write_text(written(output))
    assert "another number of tokens" not in asked(capsys, "check", challenge)


def test_nothing_is_asked_where_expected_lines_have_other_numbers_of_tokens(challenge, capsys):
    for split in ("train", "test-A"):
        (challenge / split / "expected.tsv").write_text(written(f"{line} x" for line in MARKED))
    (challenge / "test-A" / "out.tsv").write_text(written(MARKED))
    assert "another number of tokens" not in asked(capsys, "check", challenge)


def test_nothing_is_asked_where_places_are_not_compared(challenge, capsys):
    (challenge / "config.txt").write_text("--metric WER\n")
    (challenge / "test-A" / "out.tsv").write_text(written(line.replace("nr ", "nr-") for line in MARKED))
    assert "another number of tokens" not in asked(capsys, "check", challenge)
