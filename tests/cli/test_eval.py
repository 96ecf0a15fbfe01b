"""`probierz eval`."""

import csv
import gzip
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from probierz.archives import standard_input
from probierz.cli.main import main

COMMAND = [sys.executable, "-c", "import sys; from probierz.cli.main import main; sys.exit(main())", "eval"]

# One of six words is wrong and one of two lines right: WER = 1/6, Accuracy = 1/2.
EXPECTED = "a b c d\ne f\n"
OUTPUT = "a b x d\ne f\n"


@pytest.fixture
def challenge(tmp_path: Path) -> Path:
    """A challenge with an output in dev-0 and in test-A."""
    root = tmp_path / "words"
    for split in ("dev-0", "test-A"):
        (root / split).mkdir(parents=True)
        (root / split / "in.tsv").write_text("1\n2\n")
        (root / split / "expected.tsv").write_text(EXPECTED)
        (root / split / "out.tsv").write_text(OUTPUT if split == "test-A" else EXPECTED)
    (root / "config.txt").write_text("--metric WER --metric Accuracy --precision 3\n")
    return root


def shown(arguments: list[object], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["eval", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def fault(arguments: list[object], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["eval", *map(str, arguments)]) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


def test_the_test_set_is_scored_by_default_with_the_challenges_precision(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown([challenge], capsys) == "metric\tscore\nWER\t0.167\nAccuracy\t0.500\n"


def test_the_challenge_is_the_working_directory_by_default(
    challenge: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(challenge)
    assert "WER\t0.167" in shown([], capsys)


def test_the_test_set_that_config_names_is_the_default(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (challenge / "config.txt").write_text("--metric WER --test-name dev-0\n")
    assert shown([challenge], capsys) == "metric\tscore\nWER\t0.0\n"


@pytest.mark.parametrize("missing", ["expected.tsv", "out.tsv"])
def test_other_splits_are_scored_when_the_test_set_cannot_be(
    missing: str, challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (challenge / "test-A" / missing).unlink()
    assert shown([challenge], capsys) == "metric\tscore\nWER\t0.000\nAccuracy\t1.000\n"


def test_several_splits_are_rows(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shown([challenge, "--split", "dev-0", "--split", "test-A"], capsys) == (
        "split\tWER\tAccuracy\ndev-0\t0.000\t1.000\ntest-A\t0.167\t0.500\n"
    )


def test_several_outputs_are_rows_in_natural_order(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, text in ((2, EXPECTED), (10, EXPECTED)):
        (challenge / "test-A" / f"out-{number}.tsv").write_text(text)
    rows = "out\t0.167\t0.500\nout-2\t0.000\t1.000\nout-10\t0.000\t1.000\n"
    assert shown([challenge, "--quiet"], capsys) == f"output\tWER\tAccuracy\n{rows}"


def test_parameters_in_output_names_are_columns(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (challenge / "test-A" / "out.tsv").unlink()
    for rate, text in (("0.1", EXPECTED), ("0.25", OUTPUT)):
        (challenge / "test-A" / f"out-rate={rate}.tsv").write_text(text)
    assert shown([challenge, "--quiet"], capsys) == "rate\tWER\tAccuracy\n0.1\t0.000\t1.000\n0.25\t0.167\t0.500\n"


def test_metrics_of_the_command_line_replace_those_of_the_challenge(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown([challenge, "--metric", "{WER,WAR}", "--precision", 2], capsys) == (
        "metric\tscore\nWER\t0.17\nWAR\t0.83\n"
    )


@pytest.mark.parametrize(
    ("metric", "told"),
    [
        (r"WER:s<a><\ >", r"warning: --metric: s<a><\ >: \  is put in as it is written"),
        (r"WER:m<a{2}>", "{2} is no quantifier"),
        ("Accuracy:lm<a>s<b>", "the last flag s<b> has no effect"),
        ("Fuzzy/Lower/Accuracy", "Lower/ has no effect"),
        ("WER:s<a><$1>", ""),  # the challenge's own
        ("mine", ""),
        (r"WER:m<\w+>", ""),  # which `probierz explain` tells
    ],
)
def test_what_a_metric_cannot_mean_is_told_beside_its_score(challenge, run, metric, told):
    (challenge / "config.txt").write_text("--metric WER:s<a><$1> --metric Accuracy:s<b><$2>N<mine>\n")
    code, _, err = run("eval", challenge, "--metric", metric)
    assert (code, told in err, "--metric: " in err) == (0, True, bool(told))
    assert "--metric: " not in run("eval", challenge, "--metric", metric, "--quiet")[2]


@pytest.mark.parametrize("order", [["--metric", "WER", "{}"], ["{}", "--metric", "WER"]])
def test_the_challenge_may_stand_before_or_after_options(
    order: list[str], challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "WER\t0.167" in shown([part.format(challenge) for part in order], capsys)


def test_out_may_be_a_name_in_the_split_or_a_path(
    challenge: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (challenge / "test-A" / "mine.tsv").write_text(EXPECTED)
    (tmp_path / "elsewhere.tsv").write_text(EXPECTED)
    assert "WER\t0.000" in shown([challenge, "--out", "mine.tsv"], capsys)
    assert "WER\t0.000" in shown([challenge, "--split", "test-A", "--out", tmp_path / "elsewhere.tsv"], capsys)


def test_an_output_from_elsewhere_belongs_to_the_one_split_with_as_many_lines(
    challenge: Path, run: Callable[..., tuple[int, str, str]], tmp_path: Path
) -> None:
    path = tmp_path / "elsewhere.tsv"
    path.write_text(EXPECTED)
    which = f"{path} lies in no split and has as many lines as"
    split = "name its split: --split dev-0"
    _, _, said = run("eval", challenge, "--out", path)
    assert said == f"probierz: {which} dev-0, test-A; {split} or --split test-A\n"

    (challenge / "test-A" / "expected.tsv").unlink()  # held back, and by the number of lines it may be for it
    _, out, said = run("eval", challenge, "--out", path)
    held = "test-A cannot be scored, as its expected results are held back: check it with"
    command = f"probierz check {challenge} --split test-A --out {path}"
    assert (out, said) == ("", f"probierz: {which} dev-0, test-A; {split}; {held}  {command}\n")
    (challenge / "dev-0" / "expected.tsv").write_text("a b c d\n")
    assert f"{which} test-A; {held}" in run("eval", challenge, "--out", path)[2]

    (challenge / "dev-0" / "expected.tsv").write_text(EXPECTED)
    (challenge / "test-A" / "in.tsv").write_text("1\n2\n3\n")
    _, out, said = run("eval", challenge, "--out", path)
    assert "WER\t0.000" in out
    assert said == "warning: test-A cannot be scored here; these are scores on dev-0\n"
    (challenge / "test-A" / "expected.tsv").write_text("a\nb\nc\n")
    _, out, said = run("eval", challenge, "--out", "-", given=EXPECTED)
    assert "WER\t0.000" in out
    assert said == "warning: test-A has other lines; these are scores on dev-0\n"


def test_an_output_with_as_many_lines_as_no_split_needs_a_split_when_several_are_possible(
    challenge: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (challenge / "test-A").rename(challenge / "dev-1")
    (tmp_path / "elsewhere.tsv").write_text("a\n")
    said = fault([challenge, "--out", tmp_path / "elsewhere.tsv"], capsys)
    assert "not clear which split is meant, as none has as many lines; name it with --split: dev-0, dev-1" in said


def test_a_header_does_not_hide_which_split_an_output_from_elsewhere_is_for(
    challenge: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (challenge / "test-A").rename(challenge / "dev-1")
    (challenge / "dev-1" / "expected.tsv").write_text("a\nb\nc\nd\n")
    path = tmp_path / "elsewhere.tsv"
    path.write_text("text\n" + EXPECTED)
    assert f"{path} line 1: this looks like a header; remove it" in fault([challenge, "--out", path], capsys)


def test_an_output_named_by_its_path_is_scored_where_it_lies(
    challenge: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # which is not a challenge
    assert "WER\t0.167" in shown(["--out", "words/test-A/out.tsv"], capsys)
    assert "WER\t0.000" in shown(["--out", "words/dev-0/out.tsv"], capsys)
    monkeypatch.chdir(challenge)
    assert "WER\t0.000" in shown(["--out", "dev-0/out.tsv"], capsys)
    assert "WER\t0.000" in shown([challenge, "--out", "dev-0/out.tsv"], capsys)


def test_plain_files_are_scored_without_a_challenge(
    challenge: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(challenge / "test-A")
    line = ["--metric", "WER", "--expected", "expected.tsv", "--out", "out.tsv"]
    assert shown(line, capsys) == "metric\tscore\nWER\t0.16666666666666666\n"
    assert shown([*line, "--metric", "CharMatch", "--input", "in.tsv", "--precision", 1], capsys).startswith("metric")


@pytest.mark.parametrize("metric", ["NMI", "Purity"])
@pytest.mark.parametrize("output", [["z0", "z1"], ["g", "g"]], ids=["other names", "one name"])
def test_names_of_groups_are_free(
    metric: str, output: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"in": ["kot pies", "dom las"], "expected": ["kot", "dom"], "out": output}
    for name, lines in files.items():
        (tmp_path / f"{name}.tsv").write_text("".join(f"{lines[at % 2]}\n" for at in range(60)))
    paths = [str(tmp_path / f"{name}.tsv") for name in files]
    main(["eval", "--metric", metric, "--input", paths[0], "--expected", paths[1], "--out", paths[2]])
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("options", "printed"),
    [
        ([], "0.167"),
        (["--precision", "5"], "0.16667"),
        (["--precision", "0"], "0"),
        (["--percent"], "16.7"),  # a precision of 3 leaves one decimal, as in GEval
        (["--percent", "--precision", "4"], "16.67"),
    ],
)
def test_precision_and_percent_change_what_is_printed(
    options: list[str], printed: str, challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown([challenge, "--metric", "WER", *options], capsys) == f"metric\tscore\nWER\t{printed}\n"


def test_percent_without_precision_shows_all_digits(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (challenge / "config.txt").write_text("--metric Accuracy --show-as-percentage\n")
    assert shown([challenge], capsys) == "metric\tscore\nAccuracy\t50.0\n"
    assert shown([challenge, "--no-percent"], capsys) == "metric\tscore\nAccuracy\t0.5\n"


def test_json_holds_unrounded_values_and_signatures(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = json.loads(shown([challenge, "--format", "json"], capsys))
    (evaluation,) = whole["evaluations"]
    assert (evaluation["challenge"], evaluation["split"], evaluation["lines"]) == ("words", "test-A", 2)
    wer, accuracy = evaluation["scores"]
    assert wer["value"] == 1 / 6
    assert accuracy["value"] == 0.5
    assert "nan" not in wer
    assert wer["signature"]["text"].startswith("WER|probierz:")
    assert len(wer["signature"]["digests"]["expected"]) == 64


def test_json_marks_what_is_no_number(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("expected.tsv", "out.tsv"):
        (challenge / "test-A" / name).write_text("1\n1\n")  # no correlation without variation
    text = shown([challenge, "--metric", "Pearson", "--format", "json", "--quiet"], capsys)
    (score,) = json.loads(text)["evaluations"][0]["scores"]
    assert score["value"] is None
    assert score["nan"] is True
    assert shown([challenge, "--metric", "Pearson", "--quiet"], capsys) == "metric\tscore\nPearson\tNaN\n"


def test_json_has_the_components_of_a_score(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown([challenge, "--metric", "WER", "--metric", "BLEU", "--metric", "MCC", "--format", "json"], capsys)
    rate, bleu, by_class = json.loads(text)["evaluations"][0]["scores"]
    assert rate["components"] == {"errors": 1, "length": 6}
    assert {"precision_1", "precision_4", "brevity_penalty", "output_length"} <= bleu["components"].keys()
    assert by_class["components"] == {}


def test_csv_is_quoted_where_needed(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown([challenge, "--metric", "WER:N<a,b>", "--format", "csv"], capsys)
    assert list(csv.reader(io.StringIO(text))) == [["metric", "score"], ["a,b", "0.167"]]


def test_warnings_go_to_standard_error_unless_quiet(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (challenge / "test-A" / "out.tsv").write_text("\ufeff" + OUTPUT)
    assert main(["eval", str(challenge)]) == 0
    captured = capsys.readouterr()
    assert captured.err.startswith("warning: ")
    assert "byte order mark" in captured.err
    assert main(["eval", str(challenge), "--quiet"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("metric", "is_asked"), [("MAE", True), ("Pearson", False)])
def test_numbers_of_another_scale_are_questioned_where_the_metric_minds(
    metric: str, is_asked: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "expected.tsv").write_text("".join(f"{at % 5 + 1}\n" for at in range(40)))
    (tmp_path / "mine.tsv").write_text("".join(f"{20 * (at % 5)}\n" for at in range(40)))
    files = ["--expected", tmp_path / "expected.tsv", "--out", tmp_path / "mine.tsv"]
    assert main(["eval", "--metric", metric, *map(str, files)]) == 0
    assert ("are they on its scale?" in capsys.readouterr().err) == is_asked


def test_bytes_that_are_not_utf8_stop_or_are_replaced(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (challenge / "test-A" / "out.tsv").write_bytes(b"a b \xff d\ne f\n")
    assert "out.tsv line 1" in fault([challenge], capsys)
    assert "WER\t0.167" in shown([challenge, "--encoding-errors", "replace"], capsys)


@pytest.mark.parametrize(
    ("break_it", "said"),
    [
        (lambda root: (root / "test-A" / "out.tsv").write_text("a\n"), "too few lines"),
        (lambda root: (root / "config.txt").write_text("--metric Wer"), "did you mean WER"),
        (lambda root: (root / "config.txt").write_text(""), "names no metric"),
        (lambda root: [(root / split / "out.tsv").unlink() for split in ("dev-0", "test-A")], "test-A has no output"),
    ],
)
def test_a_fault_says_what_to_mend(break_it: object, said: str, challenge: Path, capsys: pytest.CaptureFixture) -> None:
    break_it(challenge)
    assert said in fault([challenge], capsys)


def test_a_split_that_does_not_exist_is_answered_with_those_that_do(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "test-A" in fault([challenge, "--split", "test-B"], capsys)


def test_a_directory_that_is_no_challenge_gets_advice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "there are no splits" in fault([tmp_path], capsys)
    (tmp_path / "cdsc-e").mkdir()
    (tmp_path / "cdsc-e" / "test_features.tsv").write_text("")
    command = f"probierz suite get klej/cdsc-e --from {tmp_path / 'cdsc-e'}"
    assert f"as KLEJ publishes it; make a challenge of it by  {command}\n" in fault([tmp_path / "cdsc-e"], capsys)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (
            ["expected.tsv", "out.tsv"],
            "but expected.tsv and out.tsv; score them with  --expected expected.tsv --out out",
        ),
        (
            ["gold.txt", "mine.txt"],
            "but two files, gold.txt and mine.txt; score one against the other:  --expected FILE",
        ),
    ],
)
def test_a_folder_of_two_files_gets_the_options_that_score_them(
    names: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in names:
        (tmp_path / name).write_text("1\n")
    monkeypatch.chdir(tmp_path)
    assert said in fault([], capsys)


def test_hidden_expected_results_are_told_apart_from_a_missing_output(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for split in ("dev-0", "test-A"):
        (challenge / split / "expected.tsv").unlink()
    assert "test-A has no expected results" in fault([challenge], capsys)


PLUGIN = '''
from probierz.metrics.definition import Example, metric
from probierz.metrics.tallies import Mean


@metric("Same-Length", better="higher", bounds=(0, 1), source="this file", example=Example(["ab"], ["cd"], 1.0))
def same_length(expected: str, output: str) -> Mean:
    """Share of lines of the right length.

    Empty: NaN.
    """
    return Mean(float(len(expected) == len(output)))
'''


@pytest.mark.parametrize("way", ["option", "variable"])
def test_a_plugin_brings_metrics(way: str, challenge: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PLUGIN)
    line = [*COMMAND, str(challenge), "--metric", "Same-Length"]
    environment = dict(os.environ)
    if way == "option":
        line += ["--plugin", str(tmp_path / "mine.py")]
    else:
        environment["PROBIERZ_PLUGINS"] = os.pathsep.join(["", str(tmp_path / "mine.py")])
    done = subprocess.run(line, capture_output=True, text=True, env=environment, check=False)
    assert (done.stdout, done.stderr) == ("metric\tscore\nSame-Length\t1.000\n", "")


def test_a_plugin_that_cannot_be_run_is_a_fault(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "nowhere.py" in fault([challenge, "--plugin", "nowhere.py"], capsys)


def on_a_terminal(arguments: list[str], columns: int = 100, **variables: str) -> str:
    """What a command prints on a terminal."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    hidden = ("NO_COLOR", "TERM")
    kept = {name: value for name, value in os.environ.items() if name not in hidden}
    environment = {**kept, "COLUMNS": str(columns), "TERM": "xterm", **variables}
    with subprocess.Popen([*COMMAND, *arguments], stdout=theirs, stderr=theirs, env=environment) as process:
        os.close(theirs)
        pieces = []
        while True:
            try:
                piece = os.read(ours, 4096)
            except OSError:  # Linux: the other end is closed
                break
            if not piece:
                break
            pieces.append(piece)
    os.close(ours)
    assert process.returncode == 0
    return b"".join(pieces).decode().replace("\r\n", "\n")


def test_a_terminal_gets_a_table_with_the_best_scores_in_bold(challenge: Path) -> None:
    (challenge / "test-A" / "out-good.tsv").write_text(EXPECTED)
    (challenge / "test-A" / "out-poor.tsv").write_text(OUTPUT)
    text = on_a_terminal([str(challenge), "--quiet"])
    assert "WER ↓" in text
    assert "\x1b[1m0.000\x1b[0m" in text
    assert "\x1b" not in on_a_terminal([str(challenge), "--quiet"], NO_COLOR="1")


def test_a_table_too_wide_for_the_terminal_has_metrics_as_rows(challenge: Path) -> None:
    (challenge / "test-A" / "out.tsv").rename(challenge / "test-A" / "out-good.tsv")
    (challenge / "test-A" / "out-poor.tsv").write_text(OUTPUT)
    metrics = [word for name in ("WER", "CER", "Accuracy", "chrF") for word in ("--metric", name)]
    lines = on_a_terminal([str(challenge), "--quiet", *metrics], columns=35).splitlines()
    assert lines[0].split() == ["metric", "out-good", "out-poor"]
    assert lines[2].split() == ["WER", "↓", "0.167", "0.167"]


def test_real_question_answering_scores_as_the_leaderboard_computes(
    data_dir: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    challenge = data_dir / "poleval-2021" / "qa"
    # The first accepted answer to each question: perfect by construction.
    answers = [line.split("\t")[0] for line in (challenge / "dev-0" / "expected.tsv").read_text("utf-8").splitlines()]
    (tmp_path / "perfect.tsv").write_text("".join(f"{answer}\n" for answer in answers), encoding="utf-8")
    line = [challenge, "--split", "dev-0", "--out", tmp_path / "perfect.tsv"]
    assert shown(line, capsys) == "metric\tscore\nAcc\t100.00\n"


def test_a_split_in_place_of_a_challenge_is_recognised(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "give the directory above it, and --split dev-0" in fault([challenge / "dev-0"], capsys)


def test_a_file_in_place_of_a_challenge_is_recognised(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "config.txt: this is a file; give the directory" in fault([challenge / "config.txt"], capsys)


def test_an_output_that_is_nowhere_is_named(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = fault([challenge, "--out", "mine.tsv"], capsys)
    assert "there is no output mine.tsv, neither in a split (dev-0, test-A) nor as a path" in said


def test_an_output_without_a_challenge_is_answered_with_how_to_score_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.tsv").write_text("a\n")
    said = fault([tmp_path, "--metric", "WER", "--out", tmp_path / "mine.tsv"], capsys)
    assert "add --expected FILE --metric METRIC to score plain files" in said


@pytest.mark.parametrize("command", ["compare", "agreement"])
def test_files_that_are_compared_without_a_challenge_are_told_options_that_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("expected.tsv", "a.tsv", "b.tsv"):
        (tmp_path / name).write_text("a\n")
    assert main([command, "a.tsv", "b.tsv"]) == 1
    said = capsys.readouterr().err
    assert "add --expected FILE --metric METRIC to score plain files" in said
    assert "--out" not in said


def test_files_whose_names_begin_with_a_dash_are_named_behind_dashes_or_told_how(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("expected.tsv", "a.tsv", "-b.tsv"):
        (tmp_path / name).write_text("a\n")
    score = ["--expected", "expected.tsv", "--metric", "WER"]
    assert main(["compare", *score, "--", "a.tsv", "-b.tsv"]) == 0
    for words in (["compare", *score, "a.tsv", "-b.tsv"], ["eval", *score, "--out", "-b.tsv"]):
        assert main(words) == 2
        assert "write the file -b.tsv as ./-b.tsv" in capsys.readouterr().err


def test_scores_on_another_split_than_the_test_set_are_announced(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (challenge / "test-A" / "expected.tsv").unlink()
    assert main(["eval", str(challenge)]) == 0
    assert capsys.readouterr().err == "warning: test-A cannot be scored here; these are scores on dev-0\n"
    assert main(["eval", str(challenge), "--quiet"]) == 0
    assert capsys.readouterr().err == ""
    (challenge / "test-A" / "expected.tsv").write_text(EXPECTED)
    (challenge / "test-A" / "out.tsv").unlink()
    for named, such in ([], ""), (["--out", "out.tsv"], "such "):
        assert main(["eval", str(challenge), *named]) == 0
        assert capsys.readouterr().err == f"warning: test-A has no {such}output; these are scores on dev-0\n"


# --- outputs that are no file of the challenge -----------------------------------------------------------------------


@pytest.mark.parametrize("way", ["-", "/dev/stdin", "pipe"])
def test_an_output_may_come_through_a_pipe(challenge: Path, way: str) -> None:
    command = [*COMMAND, str(challenge), "--split", "test-A", "--out", way, "--interval"]
    if way == "pipe":
        command = ["bash", "-c", 'exec "${@:2}" --out <(cat "$1")', "bash", str(challenge / "test-A" / "out.tsv")]
        command += [*COMMAND, str(challenge), "--split", "test-A", "--interval"]
    done = subprocess.run(command, input=OUTPUT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.partition("Traceback")[1]) == (0, "")
    assert "WER\t0.167" in done.stdout


LABELS = b"YES\nNO\nNO\nNO\n" * 5


@pytest.mark.parametrize("command", ["eval", "check", "lines", "worst"])
@pytest.mark.parametrize(
    ("output", "said"),
    [
        (LABELS.replace(b"YES", b"Yes"), "upper and lower case alone: 'Yes'"),
        (LABELS.replace(b"YES", b"Maybe").replace(b"NO", b"Never"), "'Maybe'"),
        (b"label\n" + LABELS, "line 1: this looks like a header; remove it"),
        (LABELS + b"\n", "line 21: the last line is empty; remove it"),
        (LABELS[:-3], "the output has 19 lines"),
        (b"", ": the output file is empty"),
        (b"\xef\xbb\xbf" + LABELS, "byte order mark"),
        (gzip.compress(LABELS.lower()), "'no'"),
    ],
)
def test_an_output_on_standard_input_is_asked_about_as_a_file_is(
    tmp_path: Path, run: Callable[..., tuple[int, str, str]], command: str, output: bytes, said: str
) -> None:
    (tmp_path / "dev-0").mkdir()
    (tmp_path / "config.txt").write_text("--metric Accuracy\n")
    (tmp_path / "dev-0" / "in.tsv").write_text("".join(f"text {at}\n" for at in range(20)))
    (tmp_path / "dev-0" / "expected.tsv").write_bytes(LABELS)
    path = tmp_path / "mine.tsv"
    path.write_bytes(output)
    named, of_file, about_file = run(command, tmp_path, "--split", "dev-0", "--out", path)
    piped, of_input, about_input = run(command, tmp_path, "--split", "dev-0", "--out", "-", given=output)
    assert (piped, of_input, about_input) == (
        named, of_file.replace(str(path), "-"), about_file.replace(str(path), "-"),
    )  # fmt: skip
    if command == "eval":
        assert said in about_input


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["worst", "words", "--split", "test-A", "--out", "-", "--against", "-"], "(-) is given twice; name each"),
        (["compare", "-", "-", "--challenge", "words", "--split", "dev-0"], "(-) is given twice; name each"),
        (["eval", "words", "--split", "dev-0", "--out", "-", "--out", "-"], "argument --out: it is given twice"),
        (["check", "words", "--out", "-"], "standard input is in no split; name the one that it is for with --split"),
        (["suite", "board", "poleval-2021/ocr", "--out", "-"], "save standard input as one, such as CHALLENGE/test-A/"),
        (["klej", "check", "-"], "standard input (-) cannot be taken here; save it as a file, and name that"),
    ],
)
def test_where_standard_input_cannot_be_taken_one_sentence_says_so(
    challenge: Path,
    run: Callable[..., tuple[int, str, str]],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    said: str,
) -> None:
    monkeypatch.chdir(challenge.parent)
    code, out, err = run(*words, given=OUTPUT)
    assert (code > 0, out) == (True, "")
    assert said in err


def test_of_an_output_too_long_to_keep_what_needs_one_reading_is_told(
    challenge: Path, run: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standard_input, "_MOST_KEPT", 4)
    code, out, err = run("eval", challenge, "--split", "test-A", "--out", "-", given=OUTPUT)
    assert (code, out, err) == (0, "metric\tscore\nWER\t0.167\nAccuracy\t0.500\n", "")


def test_the_null_device_is_an_empty_output(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fault([challenge, "--out", os.devnull], capsys) == f"probierz: {os.devnull}: the output file is empty\n"


class Typed(io.TextIOWrapper):
    """A standard input at which somebody types."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("command", ["eval", "check", "lines", "predict"])
def test_who_types_an_output_is_told_that_it_is_read(
    challenge: Path, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    of_output = ["--split", "test-A", "--out", "-", str(challenge)]
    given = ["constant"] if command == "predict" else of_output  # which reads it where nothing is named
    monkeypatch.setattr("sys.stdin", Typed(io.BytesIO(OUTPUT.encode())))
    assert main([command, *given]) == 0
    assert "reading standard input; end with Ctrl-D\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    "name", ["config.txt", "README.md", *(f"test-A/{one}" for one in ("out.tsv", "out-a.tsv", "expected.tsv"))]
)
@pytest.mark.parametrize("command", ["eval", "validate"])
def test_pipes_that_lie_in_a_challenge_are_told_and_nobody_waits_for_them(
    challenge: Path, capsys: pytest.CaptureFixture[str], name: str, command: str
) -> None:
    (challenge / name).unlink(missing_ok=True)
    os.mkfifo(challenge / name)
    is_needed = command == "validate" or name != "README.md"
    assert main([command, str(challenge)]) == is_needed
    said = "".join(capsys.readouterr())
    assert (f"{challenge / name}: this is no plain file but a pipe or a device" in said) == is_needed


def test_a_folder_is_no_output_and_called_so(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert f"{challenge} is a folder; name the file" in fault([challenge, "--out", challenge], capsys)


def test_outputs_that_are_nearly_called_so_are_proposed(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("out-nie.tsv", "out-tak.tsv"):
        (challenge / "test-A" / name).write_text(OUTPUT)
    for split in ([], ["--split", "test-A"]):
        said = fault([challenge, *split, "--out", "out-nei.tsv"], capsys)
        assert "there is no output out-nei.tsv" in said
        assert "did you mean out-nie.tsv (there are out" in said
    assert "there are out" in fault([challenge, "--out", "mine"], capsys)
    assert main(["compare", "out-tka", "out-nei", "--challenge", str(challenge)]) == 1
    assert "did you mean out-tak.tsv and out-nie.tsv (" in capsys.readouterr().err


def test_what_a_baseline_wrote_is_scored_beside_an_own_output(
    challenge: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for split in ("dev-0", "test-A"):
        (challenge / split / "out.tsv").unlink()
    assert main(["baseline", str(challenge), "--system", "unchanged", "--quiet"]) == 0
    (challenge / "test-A" / "out-mine.tsv").write_text(OUTPUT)
    capsys.readouterr()
    assert [line.split("\t")[0] for line in shown([challenge], capsys).splitlines()] == ["output", "out", "out-mine"]
    monkeypatch.chdir(challenge)
    assert main(["compare", "."]) == 0
    assert "out-mine" in capsys.readouterr().out


def test_a_short_output_does_not_hide_the_scores_of_others(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("a", OUTPUT), ("b", OUTPUT[: OUTPUT.index("\n") + 1]), ("c", OUTPUT)):
        (challenge / "test-A" / f"out-{name}.tsv").write_text(text)
    assert main(["eval", str(challenge), "--interval"]) == 1
    said = capsys.readouterr()
    assert [line.split("\t")[0] for line in said.out.splitlines()[1:]] == ["out", "out-a", "out-c"]
    assert "out-b.tsv" in said.err


def test_a_perfect_score_of_nothing_is_called_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "expected").write_text("a\nb\n")
    files = ["--expected", tmp_path / "expected", "--out", tmp_path / "expected"]
    assert main(["eval", *map(str, files), "--metric", "MultiLabel-F1:s<.+><>N<None>", "--metric", "Accuracy"]) == 0
    captured = capsys.readouterr()
    assert "None\t1.0" in captured.out
    assert "None: no line counts: nothing was expected and nothing put out" in captured.err
    assert "Accuracy: no" not in captured.err


def test_notes_on_intervals_that_several_outputs_share_are_told_once(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("out-nie.tsv", "out-tak.tsv"):
        (challenge / "test-A" / name).write_text(EXPECTED)
    assert main(["eval", str(challenge), "--interval"]) == 0
    notes = [line.partition(": interval of ")[2] for line in capsys.readouterr().err.splitlines() if "interval" in line]
    assert notes
    assert len(set(notes)) == len(notes)


@pytest.mark.parametrize("columns", [20, 40, 60])
def test_no_row_of_a_table_runs_over_a_narrow_terminal(challenge: Path, columns: int) -> None:
    for name in ("good", "poor"):
        (challenge / "test-A" / f"out-{name}.tsv").write_text(OUTPUT)
    lines = on_a_terminal([str(challenge), "--quiet", "--interval"], columns=columns, NO_COLOR="1").splitlines()
    assert max(map(len, lines)) <= max(columns, 24)  # a name and its number may be wider than the narrowest
    assert any(line.split() == ["out-good", "0.167"] for line in lines) or columns == 60


@pytest.mark.parametrize("side", ["expected", "output"])
def test_of_a_correlation_without_a_value_it_is_said_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], side: str
) -> None:
    (tmp_path / "expected").write_text("1\n2\n3\n" if side == "output" else "2\n2\n2\n")
    (tmp_path / "output").write_text("1\n3\n2\n" if side == "expected" else "2\n2\n2\n")
    files = ["--expected", str(tmp_path / "expected"), "--out", str(tmp_path / "output")]
    assert main(["eval", "--metric", "Pearson", "--metric", "Spearman", "--metric", "MAE", *files]) == 0
    what = "expected numbers" if side == "expected" else "numbers of the output"
    assert f"no value (NaN) of Pearson, Spearman: all {what} are the same" in capsys.readouterr().err


@pytest.mark.parametrize("metric", ["Pearson", "Spearman", "R2", "NMI", "MCC"])
def test_a_metric_that_needs_two_lines_says_so_of_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], metric: str
) -> None:
    for name in ("expected.tsv", "out.tsv"):
        (tmp_path / name).write_text("1\n")
    files = ["--expected", str(tmp_path / "expected.tsv"), "--out", str(tmp_path / "out.tsv")]
    assert main(["eval", "--metric", metric, *files]) == 0
    said = capsys.readouterr().err
    assert f"out.tsv line 1: no value (NaN) of {metric}: " in said
    remedy = "needs two lines at least; take more lines, or a metric that has a value on one"
    assert f"{remedy}, such as MAE" in said if metric in ("Pearson", "Spearman", "R2") else f"{remedy}\n" in said


@pytest.mark.parametrize("form", ["table", "markdown", "latex", "tsv"])
def test_a_score_without_a_value_is_a_word_for_people(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    (tmp_path / "expected").write_text("1\n2\n3\n")
    (tmp_path / "output").write_text("2\n2\n2\n")
    files = ["--expected", str(tmp_path / "expected"), "--out", str(tmp_path / "output"), "--quiet"]
    assert main(["eval", "--metric", "Pearson", *files, "--format", form]) == 0
    shown = capsys.readouterr().out
    assert ("undefined" in shown, "NaN" in shown) == ((False, True) if form == "tsv" else (True, False))


def test_of_a_correlation_on_some_inputs_it_is_said_why_it_has_no_value(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in (("in", "cat\ncat\ndog\n"), ("expected", "1\n2\n3\n"), ("out", "2\n2\n5\n")):
        (challenge / "test-A" / f"{name}.tsv").write_text(text)
    assert main(["eval", "--metric", "Pearson:f<in[1]:cat>", str(challenge)]) == 0
    assert "no value (NaN) of Pearson:f<in[1]:cat>: all numbers of the output are the same" in capsys.readouterr().err


def test_an_input_that_no_metric_reads_may_be_broken_and_is_told(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (challenge / "test-A" / "in.tsv").write_bytes(b"1\n\xff\n")
    assert main(["eval", str(challenge)]) == 0
    captured = capsys.readouterr()
    assert "WER\t0.167" in captured.out
    assert "in.tsv line 2: byte 0xFF is not UTF-8" in captured.err


def test_a_split_without_expected_results_is_told_before_an_output_is_asked_for(tmp_path, capsys):
    for split in ("test-A", "test-B"):
        (tmp_path / split).mkdir()
        (tmp_path / split / "in.tsv").write_text("a\nb\n")
    (tmp_path / "test-A" / "expected.tsv").write_text("1\n2\n")
    (tmp_path / "config.txt").write_text("--metric Accuracy\n")
    assert main(["eval", str(tmp_path), "--split", "test-B"]) == 1
    assert (
        "test-B cannot be scored here, as its expected results are held back or missing (expected.tsv); test-A can be"
    ) in capsys.readouterr().err


def test_labels_of_which_some_are_in_another_case_are_questioned_as_by_check(tmp_path, capsys):
    (tmp_path / "test-A").mkdir()
    (tmp_path / "config.txt").write_text("--metric Accuracy\n")
    (tmp_path / "test-A" / "in.tsv").write_text("a\nb\n" * 10)
    (tmp_path / "test-A" / "expected.tsv").write_text("YES\nNO\n" * 10)
    (tmp_path / "test-A" / "out.tsv").write_text("YES\nNO\n" * 9 + "Yes\nNO\n")
    assert main(["eval", str(tmp_path)]) == 0
    said = capsys.readouterr().err
    assert "out.tsv line 19: labels differ from expected ones in upper and lower case alone: 'Yes'; ex" in said
    (tmp_path / "test-A" / "out.tsv").write_text("NO\n" * 20)
    assert main(["eval", str(tmp_path)]) == 0
    assert capsys.readouterr().err == "", "the commonest label alone is a baseline"
