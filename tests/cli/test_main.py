"""The `probierz` command as a whole: help, exit codes, faults, start-up."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import probierz
from probierz.cli import main as module
from probierz.cli.main import COMMANDS, command_parser, every_command, main

COMMAND = [sys.executable, "-c", "import sys; from probierz.cli.main import main; sys.exit(main())"]
HEAVY = {"numpy", "rich", "rapidfuzz", "regex", "mmh3", "shtab", "json", "decimal", "difflib", "shutil", "csv"}


def modules_after(arguments: list[str], **settings: object) -> set[str]:
    """The modules that a command line has imported when it is done."""
    code = f"import sys; from probierz.cli.main import main; main({arguments!r}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, **settings)
    return set(done.stderr.split())


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], ["help"]])
def test_help_lists_every_command(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert all(f" {name} {summary}" in shown for name, summary in COMMANDS.items())


@pytest.mark.parametrize("name", every_command())
def test_every_command_has_help_with_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*name.split(), "--help"]) == 0
    shown = capsys.readouterr().out
    assert "examples:" in shown
    assert shown.count(f"probierz {name}") >= 3  # the usage and at least two examples
    *group, last = name.split()
    assert main([*group, "help", last]) == 0


@pytest.mark.parametrize("name", every_command())
def test_every_option_is_explained(name: str) -> None:
    assert all(action.help for action in command_parser(name)._actions)


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("probierz 0.")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "usage: probierz COMMAND"),
        (["evl"], "no command is called 'evl'; did you mean eval"),
        (["score"], "no command is called 'score'; did you mean eval?"),
        (["run"], "no command is called 'run'; did you mean eval?"),
        (["publish"], "no command is called 'publish'; did you mean suite publish?"),
        (["upload"], "no command is called 'upload'; did you mean submit?"),
        (["index", "ask"], "no command is called 'ask'; there is  probierz ask"),
        (["--bogus"], "there is no option --bogus"),
        (["eval", "--metrc", "WER"], "did you mean --metric?"),
        (["eval", "--met", "WER"], "unrecognized arguments"),  # no abbreviations: they break when options are added
        (["eval", "--jobs", "two"], "'two' is not a whole number"),
        (["eval", "--format", "xml"], "invalid choice: 'xml'"),
        (["eval", "--expected", "e.tsv"], "--expected wants --out too"),
        (["eval", "--expected", "e.tsv", "--out", "o.tsv"], "--expected wants --metric too"),
        (["eval", "here", "--expected", "e.tsv"], "leave out the challenge"),
        (["eval", "--input", "i.tsv"], "--input goes with --expected"),
        (["init", "here"], "required: --metric"),
        (["explain"], "required: SCHEME"),
        (["explain", "WER", "--line", "a", "--output-line", "b"], "either --line"),
        (["completion", "fortran"], "invalid choice: 'fortran'"),
    ],
)
def test_a_command_line_that_cannot_be_understood_ends_with_2(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""


def test_a_fault_is_one_sentence_without_traceback(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", str(tmp_path / "nowhere")]) == 1
    shown = capsys.readouterr().err
    assert shown.startswith("probierz: ")
    assert "nowhere" in shown
    assert shown.count("\n") == 1


def test_names_from_files_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "no\x1b]0;title\x07where"]) == 1
    assert "\x1b" not in capsys.readouterr().err


def test_an_interruption_ends_with_130(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(_argv: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "_run", interrupted)
    assert main(["metrics"]) == 130
    assert capsys.readouterr().err == "probierz: interrupted\n"


def test_a_bug_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_argv: list[str]) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(module, "_run", broken)
    with pytest.raises(ZeroDivisionError):
        main(["metrics"])


def test_a_reader_that_goes_away_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run([*COMMAND, "metrics"], stdout=writing, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(writing)
    assert done.returncode == 141
    assert done.stderr == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_a_full_disk_is_told_in_a_sentence() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*COMMAND, "metrics"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("probierz: the result cannot be written")


@pytest.mark.parametrize(
    ("encoding", "line", "shown"),
    [
        ("latin-1", ["metrics", "WAR"], "(-inf, 1]"),
        ("ascii", ["explain", "WER", "--line", "zażółć"], "za????"),
    ],
)
def test_signs_that_standard_output_lacks_are_told(encoding: str, line: list[str], shown: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run([*COMMAND, *line], capture_output=True, env=environment, check=False)
    assert (done.returncode, shown in done.stdout.decode(encoding)) == (0, True)
    assert f"{encoding} lacks were printed as ? or as others; PYTHONIOENCODING=utf-8".encode() in done.stderr


def test_frames_and_arrows_of_tables_are_drawn_in_ascii_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "lines").write_text("a\nb\n")
    words = ["eval", "--metric", "WER", "--expected", "lines", "--out", "lines", "--format", "table"]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, *words], cwd=tmp_path, capture_output=True, env=environment, check=False)
    assert (done.stdout.splitlines()[:2], done.stderr) == ([b"metric   score", b"------  ------"], b"")


@pytest.mark.parametrize(
    "arguments",
    [
        ["systems"],
        ["train", "majority", "demo", "--to", "model"],
        ["predict", "punctuation/comma-rule", "demo/test-A/in.tsv"],
    ],
)
def test_search_tracking_and_layouts_are_loaded_by_their_options_alone(arguments: list[str], tmp_path: Path) -> None:
    shutil.copytree(Path(probierz.__file__).parent / "demo_challenge", tmp_path / "demo")
    loaded = modules_after(arguments, cwd=tmp_path)
    assert any(name.startswith("probierz.systems") for name in loaded)
    assert [name for name in loaded if ".experiments" in name or ".layout" in name] == []


def test_help_imports_nothing_heavy() -> None:
    loaded = modules_after(["--help"])
    assert not loaded & HEAVY
    assert not any(name.startswith(("probierz.metrics", "probierz.challenges")) for name in loaded)


def test_eval_imports_nothing_heavy(tmp_path: Path) -> None:
    (tmp_path / "expected.tsv").write_text("yes\nno\n")
    (tmp_path / "out.tsv").write_text("yes\nyes\n")
    line = ["eval", "--metric", "Accuracy", "--expected", "expected.tsv", "--out", "out.tsv"]
    assert not modules_after(line, cwd=tmp_path) & HEAVY


def test_completion_knows_commands_options_and_metrics(capsys: pytest.CaptureFixture[str]) -> None:
    for shell in ("bash", "zsh", "tcsh"):
        assert main(["completion", shell]) == 0
        shown = capsys.readouterr().out
        assert "eval" in shown
        assert "WER" in shown


# --- odd surroundings ------------------------------------------------------------------------------------------------

STANDARD = {"stdin": 0, "stdout": 1, "stderr": 2}


def run_without(streams: list[str], arguments: list[str], entry: str = "main") -> subprocess.CompletedProcess[str]:
    """Run a command line in a process that was started without some standard streams."""
    redirections = " ".join(f"{STANDARD[name]}>&-" for name in streams)
    code = f"import sys; from probierz.cli.{entry} import main; sys.exit(main())"
    script = f'exec "$0" "$@" {redirections}'
    return subprocess.run(
        ["sh", "-c", script, sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("entry", ["main", "geval"])
@pytest.mark.parametrize("streams", [["stdin"], ["stdout"], ["stderr"], ["stdout", "stderr"], [*STANDARD]])
def test_standard_streams_may_be_missing(entry: str, streams: list[str]) -> None:
    done = run_without(streams, ["--help"], entry)
    assert done.returncode == 0
    assert done.stderr == ""
    assert bool(done.stdout) == ("stdout" not in streams)


def test_without_standard_error_faults_do_not_mix_with_scores() -> None:
    done = run_without(["stderr"], ["eval", "nowhere"])
    assert (done.returncode, done.stdout) == (1, "")


def test_without_standard_input_it_is_empty(tmp_path: Path) -> None:
    (tmp_path / "e").write_text("a\n")
    done = run_without(["stdin"], ["eval", "--metric", "WER", "--expected", str(tmp_path / "e"), "--out", "-"])
    assert done.returncode == 1
    assert "-: the output file is empty" in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
@pytest.mark.parametrize("entry", ["main", "geval"])
def test_a_full_disk_is_told_without_a_traceback(entry: str) -> None:
    code = f"import sys; from probierz.cli.{entry} import main; sys.exit(main(['--help']))"
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-c", code], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert "the result cannot be written: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


def test_arguments_are_utf8_whatever_the_locale(tmp_path: Path) -> None:
    surroundings = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [*COMMAND, "init", "żółw", "--metric", "WER:N<żółw>"],
        cwd=tmp_path,
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "żółw" / "config.txt").read_text(encoding="utf-8").startswith("--metric WER:N<żółw>")


def test_a_metric_that_is_not_utf8_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "WER:N<\udcff>"]) == 1
    assert "is not UTF-8" in capsys.readouterr().err


def test_file_names_that_are_not_utf8_can_be_printed(tmp_path: Path) -> None:
    split = tmp_path / "test-A"
    split.mkdir()
    (tmp_path / "config.txt").write_text("--metric WER")
    (split / "expected.tsv").write_text("a\n")
    for name in (b"out-\xb1.tsv", b"out-b.tsv"):
        with open(os.path.join(os.fsencode(split), name), "w") as file:
            file.write("a\n")
    done = subprocess.run(
        [*COMMAND, "eval", str(tmp_path)],
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "out-\\udcb1\t0.0" in done.stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
@pytest.mark.parametrize(
    ("words", "completed"),
    [
        (["ev"], "eval"),
        (["eval", "--metric", "Accura"], "Accuracy"),
        (["eval", "--format", "jso"], "json"),
        (["metrics", "sho"], "show"),
        (["metrics", "show", "NM"], "NMI"),
        (["completion", "zs"], "zsh"),
    ],
)
def test_bash_completes(words: list[str], completed: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out + (
        '\nCOMP_WORDS=(probierz "$@"); COMP_CWORD=$#; COMPREPLY=()\n'
        'function=$(complete -p probierz | sed "s/.*-F \\([^ ]*\\).*/\\1/")\n'
        '$function probierz "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"; echo "${COMPREPLY[*]}"\n'
    )
    done = subprocess.run(
        ["bash", "-c", script, "bash", *words], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == [completed]


def test_no_remark_is_glued_to_its_example_on_a_narrow_terminal(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["--help"]) == 0
    text = capsys.readouterr().out
    assert (
        "\\\n      --out mine.tsv\n          score two plain files\n" in text
    )  # the command can be pasted, both lines of it


def test_an_example_is_broken_outside_of_quotes(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["slices", "--help"]) == 0
    assert "\\\n      --by 'expr:len(words(output)) < len(words(expected))'\n" in capsys.readouterr().out
    assert main(["restore", "--help"]) == 0
    assert "/again \\\n      probierz restore --home /srv/again monday.tar\n" in capsys.readouterr().out


def test_a_command_inside_of_a_sentence_is_part_of_it(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["validate", "--help"]) == 0
    assert "In\na task that  probierz suite get  put here, outputs may lie, and" in capsys.readouterr().out


@pytest.mark.parametrize("columns", ["80", "100"])
def test_all_help_is_as_wide_as_the_terminal_and_options_stay_with_their_values(monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", columns)
    lines = [line for name in every_command() for line in command_parser(name).format_help().splitlines()]
    assert [line for line in lines if len(line) > int(columns) or re.search(r" --\S+ \\$", line)] == []


def test_help_of_a_row_that_goes_on_below_is_one_paragraph_on_a_narrow_terminal(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "60")
    assert main(["slices", "--help"]) == 0
    text = capsys.readouterr().out
    assert (
        max(len(line) - len(line.lstrip()) for line in text.partition("\nby what lines are sorted")[2].splitlines())
        < 12
    )


def test_who_stops_the_command_while_it_is_loaded_sees_no_traceback(monkeypatch, capsys):
    from probierz.__main__ import main as begin

    def interrupted(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "probierz.cli.main")
    monkeypatch.setattr("builtins.__import__", interrupted)
    code = begin()
    monkeypatch.undo()
    assert code == 130
    assert capsys.readouterr().err == "probierz: interrupted\n"


@pytest.mark.parametrize(
    "words", ["eval --out a.tsv --out b.tsv", "lines --metric WER --metric CER", "worst --out=a --out b"]
)
def test_what_can_be_taken_but_once_is_not_dropped_in_silence(words, capsys):
    assert main(words.split()) == 2
    option = "--metric" if "--metric" in words else "--out"
    assert f"argument {option}: it is given twice" in capsys.readouterr().err
