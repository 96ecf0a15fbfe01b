"""An output against the input alone."""

import gzip
import sys

import pytest

from probierz.challenges.challenge import open_challenge
from probierz.challenges.check import check_output
from probierz.cli.main import main
from probierz.errors import ChallengeError

forbidden = []


def refuse_forbidden_files(event, arguments):
    if forbidden and event == "open" and any(name in str(arguments[0]) for name in forbidden):
        raise AssertionError(f"{arguments[0]} was opened")


sys.addaudithook(refuse_forbidden_files)  # sees every open() of the process, however it is called


@pytest.fixture
def directory(tmp_path):
    """A challenge as a participant has it: without the expected lines."""
    write(tmp_path / "config.txt", "--metric MSE --metric RMSE --precision 4")
    write(tmp_path / "test-A" / "in.tsv", "five\nsix\nseven\n")
    write(tmp_path / "test-A" / "out.tsv", "5\n6\n7\n")
    return tmp_path


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def check(directory, out=None):
    return check_output(open_challenge(directory), "test-A", out)


def only(directory):
    found = check(directory)
    assert len(found) == 1, found
    return found[0]


def test_good_output_has_no_problems(directory):
    assert check(directory) == []


@pytest.mark.parametrize("text", ["5\n6\n7\n", "5\n6\n", "x\n6\n7\n", "5\t1\n6\n7\n", "Number\n5\n6\n7\n", ""])
def test_expected_file_is_never_opened(directory, text):
    write(directory / "test-A" / "out.tsv", text)
    write(directory / "test-A" / "expected.tsv", "5\n6\n7\n")
    forbidden.append("expected.tsv")
    try:
        check(directory)
    finally:
        forbidden.clear()


def test_the_guard_of_this_file_works(directory):
    write(directory / "test-A" / "expected.tsv", "5\n")
    forbidden.append("expected.tsv")
    try:
        with pytest.raises(AssertionError):
            (directory / "test-A" / "expected.tsv").read_text()
    finally:
        forbidden.clear()


@pytest.mark.parametrize(
    ("text", "recorded"),
    [
        ("5\n6\n", "Too few lines in the output file"),
        ("5\n6\n7\n8\n", "Too many lines in the output file"),
        ("5\nx\n7\n", "Line 2: Unexpected data [input does not start with a digit]"),
        ("5\n6,5\n7\n", "Line 2: Unexpected data [number expected]"),
    ],
)
def test_recorded_messages(directory, text, recorded):
    write(directory / "test-A" / "out.tsv", text)
    assert only(directory).geval == recorded


def test_empty_output(directory):
    write(directory / "test-A" / "out.tsv", "")
    assert only(directory).geval == "The output file is empty"


def test_unreadable_line_is_quoted_with_place_and_form(directory):
    write(directory / "test-A" / "out.tsv", "5\nsix\n7\n")
    problem = only(directory)
    assert (problem.line, problem.severity) == (2, "error")
    assert "'six'" in problem.message
    assert "MSE" in problem.message


def test_a_line_that_is_too_long_to_score_is_told_before(directory):
    write(directory / "config.txt", "--metric TER\n")
    write(directory / "test-A" / "out.tsv", f"a b\n{'b ' * 10_001}\nc\n")
    problem = only(directory)
    assert (problem.line, problem.severity) == (2, "error")
    assert "a line of 10001 words is too long to look for moved phrases, at most 10000 are compared" in problem.message


def test_metrics_that_read_alike_tell_once(directory):
    write(directory / "test-A" / "out.tsv", "x\ny\nz\n")
    assert [problem.line for problem in check(directory)] == [1]


def test_lines_that_cannot_be_read_for_one_reason_are_told_once(directory):
    write(directory / "test-A" / "out.tsv", "x\n6,5\nz\n")
    first, second = check(directory)
    assert (first.line, second.line) == (1, 2)
    assert first.message.endswith("; found 'x'; 2 such lines")
    assert "such lines" not in second.message


@pytest.mark.parametrize(
    ("data", "word", "severity"),
    [
        (b"5\n\xff6\n7\n", "UTF-8", "error"),
        (b"5\n6\0\n7\n", "NUL", "error"),
        (b"5\r\n6\r\n7\r\n", "CR", "warning"),
        (b"\xef\xbb\xbf5\n6\n7\n", "byte order mark", "note"),
    ],
)
def test_odd_bytes(directory, data, word, severity):
    write(directory / "config.txt", "--metric Accuracy")
    write(directory / "test-A" / "out.tsv", data)
    problem = only(directory)
    assert word in problem.message
    assert problem.severity == severity


def test_a_byte_order_mark_is_said_as_who_scores_says_it(directory, capsys):
    write(directory / "config.txt", "--metric Accuracy")
    write(directory / "test-A" / "out.tsv", b"\xef\xbb\xbf5\n6\n7\n")
    told = "out.tsv: the byte order mark in front is left out, and GEval takes it as part of the first line"
    assert main(["check", str(directory)]) == 0
    out = capsys.readouterr().out
    assert told in out
    assert out.endswith("1 note\n")
    write(directory / "test-A" / "expected.tsv", "5\n6\n7\n")
    assert main(["eval", str(directory)]) == 0
    shown = capsys.readouterr()
    assert told in shown.err
    assert "1.0" in shown.out


def test_header_line_by_mistake(directory, capsys):
    write(directory / "test-A" / "out.tsv", "Number\n5\n6\n7\n")
    found = only(directory)  # that there is a line too many is no second fault
    assert (found.line, found.message, found.geval) == (
        1, "this looks like a header", "Too many lines in the output file",
    )  # fmt: skip
    write(directory / "test-A" / "expected.tsv", "5\n6\n7\n")
    assert main(["eval", str(directory)]) == 1
    assert "out.tsv line 1: this looks like a header; remove it" in capsys.readouterr().err


def test_header_line_that_is_announced_is_fine(directory):
    write(directory / "config.txt", "--metric MSE --out-header out-header.tsv")
    write(directory / "out-header.tsv", "Number\n")
    write(directory / "test-A" / "out.tsv", "Number\n5\n6\n7\n")
    assert check(directory) == []
    write(directory / "test-A" / "out.tsv", "Number\n5\n6\n")
    assert str(only(directory)).endswith(
        f"there are 2 lines, but 3 in {directory}/test-A/in.tsv; give one output line for every input line; the header "
        "is not counted"
    )


def test_header_line_in_other_letters_is_a_mistake(directory):
    write(directory / "config.txt", "--metric Accuracy --out-header out-header.tsv")
    write(directory / "out-header.tsv", "Number\n")
    write(directory / "test-A" / "out.tsv", "NUMBER\n5\n6\n7\n")
    assert check(directory)[0].message == "this looks like a header"


@pytest.mark.parametrize(
    ("metric", "line", "columns_matter"),
    [
        ("Accuracy", "5\t6", True),
        ("MSE", "5\t6", True),  # reads the first column alone
        ("WER", "5\t6", False),  # a TAB between words
        ("MultiLabel-F1", "5\t6", False),
        ("MAP", "5\t6", False),  # a list in columns
        ("Haversine", "5\t6", False),
    ],
)
def test_columns_without_a_header(directory, metric, line, columns_matter):
    write(directory / "config.txt", f"--metric {metric}")
    write(directory / "test-A" / "out.tsv", f"{line}\n" * 3)
    problems = check(directory)
    assert [problem.severity for problem in problems] == ["warning"] * columns_matter
    assert not columns_matter or f"{metric} reads 1 column, found 2; 3 such lines" in problems[0].message


@pytest.mark.parametrize(("text", "line"), [("5\ta\n6\ta\n7\ta\n", 1), ("5\n6\ta\n7\n", 2)])
def test_columns_against_the_header(directory, text, line):
    write(directory / "config.txt", "--metric Accuracy --out-header out-header.tsv")
    write(directory / "out-header.tsv", "Number\n")
    write(directory / "test-A" / "out.tsv", text)
    problem = only(directory)
    assert (problem.line, problem.severity) == (line, "error")


def test_lines_that_may_be_left_out_are_warnings(directory):
    write(directory / "config.txt", "--metric MSE:f<in[1]:five>")
    write(directory / "test-A" / "out.tsv", "5\nnone\n7\n")
    assert only(directory).severity == "warning"


def test_flags_come_before_reading(directory):
    write(directory / "config.txt", "--metric MSE:s<,><.>")
    write(directory / "test-A" / "out.tsv", "5,5\n6\n7\n")
    assert check(directory) == []


def test_compressed_output_and_input(directory):
    (directory / "test-A" / "in.tsv").unlink()
    write(directory / "test-A" / "in.tsv.gz", gzip.compress(b"five\nsix\nseven\n"))
    (directory / "test-A" / "out.tsv").unlink()
    write(directory / "test-A" / "out.tsv.gz", gzip.compress(b"5\n6\n"))
    assert only(directory).geval == "Too few lines in the output file"


def test_what_is_compressed_twice_is_called_that(directory):
    (directory / "test-A" / "out.tsv").unlink()
    write(directory / "test-A" / "out.tsv.gz", gzip.compress(gzip.compress(b"5\n6\n7\n")))
    assert only(directory).message == "the file is compressed twice, as .gz in .gz; compress it once"


def test_json_lines(directory):
    write(directory / "config.txt", "--metric MultiLabel-F1 --selector a/b")
    (directory / "test-A" / "out.tsv").unlink()
    write(directory / "test-A" / "out.jsonl", '{"a":{"b":["x","y"]}}\n{"a":{"b":"z"}}\n{"a":{}}\n')
    problem = only(directory)
    assert problem.line == 3
    assert "finds no key 'b'" in problem.message


def test_several_outputs_are_all_checked(directory):
    write(directory / "test-A" / "out-1.tsv", "5\n6\n")
    write(directory / "test-A" / "out-2.tsv", "5\n6\n7\n8\n")
    assert [problem.path.rpartition("/")[2] for problem in check(directory)] == ["out-1.tsv", "out-2.tsv"]
    assert len(check(directory, out="out-2.tsv")) == 1
    assert check(directory, out="out.tsv") == []


def test_output_elsewhere(directory, tmp_path_factory):
    path = tmp_path_factory.mktemp("mine") / "mine.tsv"
    write(path, "5\n6\n")
    assert [problem.path for problem in check(directory, out=path)] == [str(path)]


def test_missing_output_is_an_error(directory):
    with pytest.raises(ChallengeError) as error:
        check(directory, out="out-3.tsv")
    assert error.value.geval == f"No file with the test results: `{directory}/test-A/out-3.tsv`"


def test_without_input_the_number_of_lines_stays_open(directory):
    (directory / "test-A" / "in.tsv").unlink()
    problem = only(directory)
    assert problem.severity == "warning"
    assert "cannot be checked" in problem.message


def test_a_file_in_utf_16_is_called_so_as_in_an_archive(directory, capsys):
    write(directory / "test-A" / "out.tsv", "5\n6\n7\n".encode("utf-16"))
    assert main(["check", str(directory)]) == 1
    place = directory / "test-A" / "out.tsv"
    assert capsys.readouterr().out == f"error: {place} line 1: the file is UTF-16; save it as UTF-8\n1 error\n"
    write(directory / "test-A" / "expected.tsv", "5\n6\n7\n")
    assert main(["eval", str(directory)]) == 1
    assert f"{place} line 1: the file is UTF-16; save it as UTF-8" in capsys.readouterr().err


@pytest.mark.parametrize("numbers", ["5\n6\n", "5\n6\n7\n8\n"])
def test_an_output_with_as_many_lines_as_another_split_is_asked_about(directory, numbers):
    write(directory / "dev-0" / "in.tsv", "one\n" * numbers.count("\n"))
    write(directory / "test-A" / "out.tsv", numbers)
    assert only(directory).remedy == (
        "give one output line for every input line; dev-0 has as many: is this its output?"
    )
