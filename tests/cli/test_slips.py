"""What people type by mistake, and what they are told."""

import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from probierz.cli.main import main
from probierz.cli.questions import questions_of
from probierz.errors import DataError


@pytest.fixture
def challenge(tmp_path, monkeypatch):
    root = tmp_path / "words"
    for split in ("train", "test-A"):
        (root / split).mkdir(parents=True)
        (root / split / "in.tsv").write_text("a b\nc d\n")
        (root / split / "expected.tsv").write_text("a b\nc d\n")
    (root / "test-A" / "out.tsv").write_text("a b\nc d\n")
    (root / "config.txt").write_text("--metric WER --metric Accuracy:lN<Acc:q>\n")
    (root / "words.txt").write_text("a b\n")
    monkeypatch.chdir(root)
    return root


def told(capsys, *words, code=1):
    assert main(list(map(str, words))) == code
    captured = capsys.readouterr()
    assert "Traceback" not in captured.err
    return captured.err + captured.out


def test_a_file_is_no_challenge_and_called_a_file(challenge, capsys):
    assert "config.txt: this is a file; name the directory" in told(capsys, "validate", "config.txt")


def test_a_folder_that_is_no_split_is_called_so(challenge, capsys, tmp_path):
    assert ". is a whole challenge; name one of its splits" in told(capsys, "predict", "unchanged", ".")
    (tmp_path / "empty").mkdir()
    assert "is a folder, and no split of a challenge" in told(capsys, "predict", "unchanged", tmp_path / "empty")


def test_a_report_is_not_written_onto_a_folder(challenge, capsys, tmp_path):
    assert f"--to {tmp_path} is a folder; name a file in it" in told(capsys, "report", "--to", tmp_path, code=2)


def test_an_empty_file_is_nothing_to_convert(tmp_path, capsys):
    (tmp_path / "empty").touch()
    assert "the file is empty" in told(capsys, "convert", tmp_path / "empty", "--to", tmp_path / "made")
    assert [path.name for path in tmp_path.iterdir()] == ["empty"]


def test_a_system_of_another_task_names_the_file_and_its_own_task(challenge, capsys):
    said = told(capsys, "train", "ocr/cascade", ".", "--quiet")
    assert "train/in.tsv line 1: there is 1 column, and column 4 is wanted" in said
    assert "ocr/cascade is for poleval-2021/ocr: is this a challenge of that task?" in said


def test_a_line_that_a_system_cannot_read_is_told_with_its_file(challenge, capsys):
    said = told(capsys, "predict", "punctuation/comma-rule", "test-A/in.tsv")
    assert "test-A/in.tsv line 1: there is 1 column, and column 2 is wanted" in said


def test_a_slip_in_an_option_of_the_command_itself_is_answered(capsys):
    assert "did you mean --version?" in told(capsys, "--versoin", code=2)
    assert "there are --version and --help" in told(capsys, "-q", code=2)


def test_explain_knows_the_names_that_the_challenge_here_shows(challenge, capsys):
    assert "Share of lines" in told(capsys, "explain", "Acc:q", code=0)
    assert "no metric is called 'Acc'" in told(capsys, "explain", "Acc:x")


INTO_A_MISSING_FOLDER = [
    ["report", "--to", "nowhere/page.html"],
    ["predict", "unchanged", "test-A", "--to", "nowhere/out.tsv"],
    ["baseline", "--system", "unchanged", "--to", "nowhere/out.tsv"],
    ["ocr-correct", "words.txt", "--to", "nowhere/text.txt"],
    ["punctuate", "words.txt", "--to", "nowhere/text.txt"],
]


@pytest.mark.parametrize("words", INTO_A_MISSING_FOLDER, ids=lambda words: words[0])
def test_no_command_makes_the_folder_of_a_file_it_writes(challenge, capsys, words):
    said = told(capsys, *words)
    assert "cannot be written: there is no directory" in said
    assert said.count("\n") == 1 or words[0] == "baseline"
    assert not list(Path().rglob("nowhere"))


@pytest.mark.parametrize("words", [words for words in INTO_A_MISSING_FOLDER if words[0] in ("report", "predict")])
def test_a_full_disk_is_told_with_the_name_of_the_file(challenge, capsys, monkeypatch, words):
    def full(_descriptor):
        raise OSError(errno.ENOSPC, "No space left on device")

    Path("nowhere").mkdir()
    monkeypatch.setattr(os, "fsync", full)
    assert f"{words[-1]} cannot be written: No space left on device; make room" in told(capsys, *words)
    assert not list(Path("nowhere").iterdir())


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
@pytest.mark.parametrize("words", [["eval", "--help"], ["--help"], ["--version"]])
def test_help_that_cannot_be_printed_is_a_fault(words, monkeypatch, capfd):
    with open("/dev/full", "w") as full:
        kept = os.dup(1)
        os.dup2(full.fileno(), 1)
        try:
            with open(1, "w", closefd=False) as out, monkeypatch.context() as patch:
                patch.setattr("sys.stdout", out)
                code = main(words)
        finally:
            os.dup2(kept, 1)
            os.close(kept)
    assert code == 1
    assert "cannot be written: No space left on device" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("words", "says", "says_not"),
    [
        (["--split", "test-B"], "no split is called 'test-B'; try test-A", "dev-0"),  # which lacks expected results
        (["--split", "dev"], "try train, test-A", "dev-0"),
        (["--metric", "wer"], "did you mean WER?", "TER"),
        (["--metric", "abc"], "list all of them", "did you mean"),
        (["--metric", "Mean/"], "the metric has no name; write it behind prefixes", "''"),
        (["--out", ".."], ".. is a folder; name the file", "cannot be read"),
        (["--out", ""], "an empty --out was given", "Is a directory"),
    ],
)
def test_odd_values_get_no_odd_guesses(challenge, capsys, words, says, says_not):
    (challenge / "dev-0").mkdir()
    (challenge / "dev-0" / "in.tsv").write_text("a\n")
    said = told(capsys, "eval", *words)
    assert says in said
    assert says_not not in said


SEVERAL = "for several outputs there is  probierz compare a.tsv b.tsv"


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ("eval test-A --out words.txt", 1, "give the directory above it, and --split test-A"),
        ("eval --expected . --out words.txt --metric WER", 1, ". is a folder; name the file of the expected results"),
        ("eval --expected words.txt --out . --metric WER", 1, ". is a folder; name the file of the output in it"),
        ("eval . --out a.tsv --out b.tsv", 2, f"{SEVERAL} --challenge ."),
        ("compare --out a.tsv --out b.tsv", 2, SEVERAL),
        ("compare a.tsv . b.tsv", 2, ". is a challenge, not an output; name it with --challenge ."),
        ("compare --challenge . outs", 2, "name the files in it, as outs/*.tsv"),
        ("compare --challenge . test-A", 2, "test-A is a folder; there is test-A/out.tsv alone"),
        ("eval ../wrods", 1, "../wrods: there is no such directory; did you mean ../words?"),
        ("compare", 2, ". is a folder; there is test-A/out.tsv alone"),
        ("compare --challenge .", 2, ". is a folder; there is test-A/out.tsv alone"),
    ],
)
def test_what_was_meant_is_told_where_outputs_are_named_otherwise(challenge, capsys, words, code, says):
    (challenge / "outs").mkdir()
    for name in ("a.tsv", "b.tsv"):
        (challenge / "outs" / name).write_text("a b\nc d\n")
    assert says in told(capsys, *words.split(), code=code)


def test_who_pipes_an_output_that_nobody_reads_is_told_how(challenge):
    (challenge / "test-A" / "out.tsv").unlink()
    for options in ([], ["--split", "test-A"]):
        command = [sys.executable, "-m", "probierz", "eval", *options]
        done = subprocess.run(command, input="a b\n", capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert ", or add --out - for what comes by the pipe" in done.stderr


@pytest.mark.parametrize(
    ("option", "meant"), [("--fromat", "did you mean --format?"), ("--where", ""), ("--confidence", "")]
)
def test_an_option_that_resembles_none_is_not_guessed(challenge, capsys, option, meant):
    said = told(capsys, "eval", option, "1", code=2)
    assert (meant in said) if meant else ("did you mean" not in said)


def test_an_expression_that_is_broken_is_shown_as_it_was_typed(challenge, capsys):
    said = told(capsys, "lines", "--match", "(")
    assert "'(' is not a regular expression: missing )" in said
    assert "UTF8" not in said


@pytest.mark.parametrize(
    "command", [["punctuate", "--system", "punctuation/comma-rule"], ["ocr-correct", "--system", "unchanged"]]
)
def test_a_folder_is_not_printed_as_one_text_and_an_empty_input_is_told(command, tmp_path, capsys, monkeypatch):
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("tak\n")
    assert "is a folder with 2 files, whose texts would run together" in told(capsys, *command, tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    assert told(capsys, *command, code=0) == "warning: standard input was empty; nothing was read\n"


def test_questions_that_are_no_text_or_none_are_told(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("Kto?\nza\udcb3\n"))
    with pytest.raises(DataError, match=r"standard input line 2: byte 0xB3 is not UTF-8"):
        list(questions_of([]))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert list(questions_of([])) == []
    assert "standard input was empty" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("eval --metric macrof1", "did you mean Macro-F1?"),
        ("eval --metric acc", "did you mean Accuracy?"),
        ("eval --metric WERR", "did you mean WER?"),
        ("eval --metric pearsonr", "did you mean Pearson?"),
        ("eval --format jsn", "did you mean json?"),
        ("compare out.tsv out.tsv --test sing", "did you mean sign?"),
        ("eval --split test", "try test-A"),
        ("train majorty .", "did you mean majority?"),
        ("train majority . --track tensorbord", "say tensorboard"),
        ("suite board poleval-2021/orc", "try ocr"),
        ("evl", "did you mean eval?"),
    ],
)
def test_a_slip_is_asked_back(challenge, capsys, words, asked):
    main(words.split())
    assert asked in capsys.readouterr().err


@pytest.mark.parametrize("name", ["COMET", "METEOR", "BERTScore", "levenshtein", "EM", "exact-match"])
def test_a_metric_that_is_near_to_none_is_not_taken_for_another(challenge, capsys, name):
    assert "did you mean" not in told(capsys, "eval", "--metric", name)


def test_an_output_without_its_option_is_told_the_option(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.tsv").write_text("a\n")
    assert main(["check", ".", "mine.tsv"]) == 2
    assert "unrecognized arguments: mine.tsv; name an output by  --out mine.tsv\n" in capsys.readouterr().err
