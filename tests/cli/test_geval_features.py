"""What the recorded cases of worst features do not reach: marks, references, the other direction."""

import pytest

from probierz.cli import geval_features
from probierz.cli.geval import main
from probierz.scoring.format import fixed


@pytest.fixture
def geval(tmp_path, monkeypatch, capsys):
    split = tmp_path / "test-A"
    split.mkdir()
    (split / "in.tsv").write_text("a b\tc\na a\td\n" * 30)
    (split / "expected.tsv").write_text("yes\nno\n" * 30)
    (split / "out.tsv").write_text("yes\nyes\n" * 30)
    (split / "other.tsv").write_text("no\nno\n" * 30)
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        code = main([*arguments, "--metric", "Accuracy"])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def test_reverse_sort_lists_what_goes_with_good_lines(geval):
    _, worst, _ = geval("-w")
    _, same, _ = geval("-w", "-s")
    _, best, _ = geval("-w", "-r")
    assert worst == same
    assert worst.split("\t")[0] == "exp:no"
    assert best.split("\n")[0].startswith("exp:yes\t30\t1.00000000\t0.0000000000")


def test_the_other_output_is_compared_with(geval):
    _, out, _ = geval("-m", "other.tsv")
    assert out.split("\n")[0].startswith("exp:no\t30\t-1.00000000\t0.0000000000")
    _, out, _ = geval("-m", "other.tsv", "-r")
    assert out.split("\n")[0].startswith("exp:yes\t30\t1.00000000\t0.0000000000")


def test_marked_lines_are_shown_as_distinct_tokens(geval, monkeypatch):
    code, out, err = geval("-l", "--mark-worst-features")
    assert (code, err) == (0, "Looking for worst features...\n")
    assert out.split("\n")[1] == "0.0\ta<tab>d\tno\tyes"
    monkeypatch.setattr("probierz.cli.terminal.colours", lambda _stream: True)
    _, out, _ = geval("-l", "--mark-worst-features")
    assert out.split("\n")[1] == "0.0\ta<tab>\x1b[35md\x1b[0m\t\x1b[35mno\x1b[0m\tyes"


def test_references_are_read_from_a_file(geval, tmp_path):
    (tmp_path / "texts.tsv").write_text("a\tfoo bar\n")
    (tmp_path / "test-A" / "in.tsv").write_text("a 0-2\na 4-6\n" * 30)
    _, out, _ = geval("-w", "--references", "texts.tsv")
    assert [line.split("\t")[0] for line in out.split("\n") if line.startswith("in")] == ["in<1>:bar", "in<1>:foo"]
    _, out, _ = geval("-l", "--references", "texts.tsv", "--filter", "in<1>:bar")
    assert out.count("\n") == 30
    (tmp_path / "texts.tsv").write_text("no tab\n")
    code, _, err = geval("-w", "--references", "texts.tsv")
    assert code == 1
    assert "there is no TAB here" in err


@pytest.mark.parametrize("value", [0.5, 1e-5, 0.1, 1 / 3, 2 / 3, 1.25e-7, 0.123456785, 1.0, 123456789.987654321])
def test_numbers_are_rounded_as_everywhere(value):
    for precision in (8, 20):
        assert geval_features._decimals(value, precision) == fixed(value, precision)


def test_a_length_error_is_told(geval, tmp_path):
    (tmp_path / "test-A" / "out.tsv").write_text("yes\n")
    code, out, err = geval("-w")
    assert (code, out, err) == (1, "", "geval: Too few lines in the output file\n")
