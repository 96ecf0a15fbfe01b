import csv
import io
import json
import subprocess

import pytest

from probierz.cli.main import main


@pytest.fixture
def challenge(tmp_path):
    split = tmp_path / "c" / "test-A"
    split.mkdir(parents=True)
    (tmp_path / "c" / "config.txt").write_text("--metric WER --metric Accuracy\n")
    (split / "in.tsv").write_text("a\t1\nb\t2\nc\t3\n")
    (split / "expected.tsv").write_text("to be\nor not\n\n")
    (split / "out.tsv").write_text("to bee\nor not\nx\x1b[2J\ty\n")
    return tmp_path / "c"


def test_lines_are_shown_with_their_scores(run, challenge):
    code, out, err = run("lines", challenge)
    assert (code, err) == (0, "")
    assert out.split("\n") == [
        "line\tscore\tinput\texpected\toutput",
        "1\t0.5\ta<tab>1\tto be\tto bee",
        "2\t0.0\tb<tab>2\tor not\tor not",
        "3\t1.0\tc<tab>3\t\tx\x1b[2J<tab>y",
        "",
    ]


def test_the_worst_line_comes_first_under_the_metric_that_is_named(run, challenge):
    _, out, _ = run(
        "lines", challenge, "--metric", "CER", "--sort", "worst", "--limit", "1", "--no-input", "--diff", "char"
    )
    assert out.split("\n")[0] == "line\tscore\texpected\toutput\tdiff"
    assert out.split("\n")[1].startswith("3\t1.0\t\t")


def test_text_flags_count_for_every_metric_as_in_eval(run, tmp_path):
    (tmp_path / "e").write_text("1,5\n")
    (tmp_path / "o").write_text("2,5\n")
    code, out, _ = run("lines", "--metric", "MSE:s<,><.>", "--expected", tmp_path / "e", "--out", tmp_path / "o")
    assert (code, out.split("\n")[1]) == (0, "1\t1.0\t1,5\t2,5")


def test_the_texts_that_a_metric_compares_are_shown(run, tmp_path):
    (tmp_path / "e").write_text("A b.\n")
    (tmp_path / "o").write_text("a c.\n")
    files = ["--metric", r"WER:ls<\.><>", "--expected", tmp_path / "e", "--out", tmp_path / "o"]
    _, out, _ = run("lines", *files, "--diff", "word", "--preprocessed")
    assert out.split("\n")[1] == "1\t0.5\ta b\ta c\ta [-b-]{+c+}"


def test_json_and_csv_hold_texts_exactly(run, challenge):
    _, out, _ = run("lines", challenge, "--format", "json")
    found = json.loads(out)
    assert [one["value"] for one in found] == [0.5, 0.0, 1.0]
    assert found[2]["output"] == "x\x1b[2J\ty"
    _, out, _ = run("lines", challenge, "--format", "csv", "--limit", "2", "--context", "1")
    rows = list(csv.reader(io.StringIO(out)))
    assert rows[0] == ["line", "score", "context", "input", "expected", "output"]
    assert rows[3] == ["3", "1.0", "yes", "c\t3", "", "x\x1b[2J\ty"]


def test_a_terminal_gets_blocks_that_cannot_steer_it(run, challenge):
    _, out, _ = run("lines", challenge, "--format", "table")
    assert (
        "line 1  WER 0.5\n  input     a → 1\n  expected  to be\n  output    to bee\n  diff      to [-be-]{+bee+}" in out
    )
    assert "  both      or not" in out
    assert r"x\x1b[2J → y" in out
    assert "\x1b" not in out


@pytest.mark.parametrize("options", [["--filter", "exp:nothing"], ["--match", "nothing"]])
@pytest.mark.parametrize("form", ["tsv", "json", "csv", "markdown", "table"])
def test_a_search_that_finds_nothing_says_so(run, challenge, options, form):
    code, out, err = run("lines", challenge, *options, "--format", form)
    assert (code, err) == (0, "warning: no line was found\n")
    if form == "json":
        assert json.loads(out) == []


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--filter", "foo"], 1, "is not a feature of a line"),
        (["--match", "("], 1, "is not a regular expression"),
        (["--metric", "F{1,2}"], 1, "stands for 2 metrics"),
        (["--input", "x"], 2, "--input goes with --expected"),
        (["--split", "dev-9"], 1, "no split is called"),
        (["--out", "nothing.tsv"], 1, "nothing.tsv"),
    ],
)
def test_faults_are_told_in_a_sentence(run, challenge, arguments, code, message):
    for command in ("lines", "worst"):
        if command == "worst" and arguments[0] in ("--filter", "--match"):
            continue
        found, _, err = run(command, challenge, *arguments)
        assert found == code
        assert message in err


def test_standard_input_is_read_for_one_output_alone(run, challenge):
    split = challenge / "test-A"
    line = ["--metric", "Accuracy", "--expected", "-", "--out", split / "out.tsv", "--against", split / "in.tsv"]
    code, _, err = run("worst", *line)
    assert code == 2
    assert "standard input can be read once only" in err


def test_several_outputs_must_be_chosen_from(run, challenge):
    (challenge / "test-A" / "out-a.tsv").write_text("x\n")
    (challenge / "test-A" / "out-b.tsv").write_text("x\n")
    code, _, err = run("worst", challenge)
    assert code == 1
    assert "out-a.tsv, out-b.tsv; choose one with --out" in err


@pytest.mark.parametrize("command", [["lines"], ["worst"], ["slices", "--by", "label"], ["classes"], ["calibration"]])
def test_an_output_without_a_name_beside_another_must_be_chosen_too(run, challenge, command):
    (challenge / "test-A" / "out-rule.tsv").write_text((challenge / "test-A" / "out.tsv").read_text())
    code, _, err = run(*command, challenge)
    assert (code, "has several outputs: out.tsv, out-rule.tsv; choose one with --out" in err) == (1, True)


def test_tables_for_people_name_the_output(run, challenge):
    (challenge / "test-A" / "out-rule.tsv").write_text("x\ny\nz\n")
    chosen = [challenge, "--out", "out", "--format", "table"]
    path = challenge / "test-A" / "out.tsv"
    assert run("lines", *chosen)[1].startswith(f"lines of {path}\nline 1  WER 0.5\n")
    assert f"{path}: 0 of the " in run("worst", *chosen)[1]
    assert f"{path} against {path}: 0 of the " in run("worst", *chosen, "--against", "out.tsv")[1]
    assert run("slices", *chosen, "--by", "exp")[1].startswith("scores of out by exp\n")


@pytest.fixture
def bad_word(tmp_path):
    words = ["bad" if at % 2 else "new" for at in range(40)]
    (tmp_path / "e").write_text("".join(f"{word} w{at % 3}\n" for at, word in enumerate(words)))
    (tmp_path / "o").write_text("".join(f"{word.replace('bad', 'bed')} w{at % 3}\n" for at, word in enumerate(words)))
    return ["--metric", "WER", "--expected", tmp_path / "e", "--out", tmp_path / "o"]


def test_what_goes_with_bad_lines_is_listed(run, bad_word):
    code, out, err = run("worst", *bad_word)
    assert (code, err) == (0, "")
    rows = list(csv.DictReader(io.StringIO(out), delimiter="\t", quoting=csv.QUOTE_NONE))
    assert [row["feature"] for row in rows] == ["exp:bad"]
    assert (rows[0]["lines"], rows[0]["score"], rows[0]["others"], rows[0]["effect"]) == ("20", "0.5", "0.0", "1.0")
    assert rows[0]["also"] == "out:bed"


def test_the_list_in_other_formats(run, bad_word):
    _, out, _ = run("worst", *bad_word, "--format", "json", "--side", "both")
    worse, better = json.loads(out)
    assert (worse["side"], worse["features"][0]["name"], better["features"][0]["name"]) == (
        "worse",
        "exp:bad",
        "exp:new",
    )
    _, out, _ = run("worst", *bad_word, "--format", "table")
    assert out.split("\n")[0].split() == ["feature", "lines", "score", "others", "effect", "p", "q", "also"]
    assert "features of 40 lines have q at most 0.05" in out


def test_nothing_significant_is_said(run, challenge):
    code, out, err = run("worst", challenge)
    assert code == 0
    assert out == "feature\tlines\tscore\tothers\teffect\tp\tq\talso\n"
    assert "no feature is significant" in err


@pytest.mark.parametrize("more", [[], ["--context", "1"], ["--sort", "worst"]])
def test_a_filter_by_a_column_that_no_line_has_is_told(run, challenge, more):
    code, _, err = run("lines", challenge, "--filter", "in[9]:a", *more)
    assert (code, "in<9>: there is no such column; the lines of the input have 2 columns at most" in err) == (1, True)


def test_a_filter_finds_a_column_with_a_name_by_its_number_too(run, challenge):
    (challenge / "config.txt").write_text("--metric WER --in-header in-header.tsv\n")
    (challenge / "in-header.tsv").write_text("letter\tplace\n")
    found = [run("lines", challenge, "--filter", f"in[{column}]:b")[1].splitlines()[1:] for column in ("1", "letter")]
    assert found[0] == found[1] != []
    assert "no column is called 'leter'" in run("lines", challenge, "--filter", "in[leter]:b")[2]


def test_dropped_features_are_told(run, tmp_path):
    (tmp_path / "e").write_text("".join(f"w{at} x{at}\n" for at in range(1000)))
    (tmp_path / "o").write_text("".join(f"w{at}\n" for at in range(1000)))
    files = ["--expected", tmp_path / "e", "--out", tmp_path / "o"]
    code, _, err = run("worst", "--metric", "WER", *files, "--max-features", "1000")
    assert code == 0
    assert "some on at most" in err


def test_a_pipe_is_not_read_a_second_time(run, tmp_path):
    (tmp_path / "e").write_text("".join(f"w{at} x{at}\n" for at in range(1000)))
    with subprocess.Popen(["sed", "s/ .*//", tmp_path / "e"], stdout=subprocess.PIPE) as output:
        files = ["--expected", tmp_path / "e", "--out", f"/dev/fd/{output.stdout.fileno()}"]
        code, _, err = run("worst", "--metric", "WER", *files, "--max-features", "1000")
    assert code == 1
    assert "standard input and pipes cannot be read a second time; save them as files" in err


@pytest.mark.parametrize("value", ["2", "-1", "x", "nan"])
def test_a_rate_is_from_0_to_1(run, value):
    code, _, err = run("worst", "--max-q", value)
    assert code == 2
    assert "is not a number from 0 to 1" in err


def test_worst_and_agreement_show_percents_where_the_challenge_does(run, challenge):
    (challenge / "config.txt").write_text("--metric WER --show-as-percentage\n")
    (challenge / "test-A" / "out-b.tsv").write_text("to be\nor\n\n")
    outputs = [challenge / "test-A" / name for name in ("out.tsv", "out-b.tsv")]
    shown = ("agreement", *outputs, "--show", "outputs")
    assert run(*shown)[1].split("\n")[2].split("\t")[:2] == ["out-b", "25.0"]  # one of four words
    assert run(*shown, "--no-percent")[1].split("\n")[2].split("\t")[:2] == ["out-b", "0.25"]
    assert run(*shown, "--format", "table", "--precision", "3")[1].split("\n")[3].split()[:2] == ["out-b", "25.0"]
    worst = ("worst", challenge, "--out", "out-b.tsv", "--max-q", "1", "--min-frequency", "1", "--limit", "1")
    assert "\t50.0\t" in run(*worst)[1]  # "or not" lacks one of two words
    assert "\t0.5\t" in run(*worst, "--no-percent")[1]
    lines = ("lines", challenge, "--out", "out-b.tsv", "--sort", "worst", "--limit", "1", "--no-input")
    assert "WER 50\n" in run(*lines, "--format", "table")[1]
    assert "WER 0.5\n" in run(*lines, "--format", "table", "--no-percent")[1]
    assert run(*lines, "--format", "tsv")[1].splitlines()[1].split("\t")[1] == "50.0"
    assert run(*lines, "--format", "tsv", "--no-percent")[1].splitlines()[1].split("\t")[1] == "0.5"
    assert json.loads(run(*lines, "--format", "json")[1])[0]["value"] == 0.5


def test_lines_shows_scores_as_asked_for_and_says_why_a_correlation_has_none(tmp_path, capsys):
    (tmp_path / "expected.tsv").write_text("1\n3\n")
    (tmp_path / "out.tsv").write_text("1.123\n3.5\n")
    words = ["lines", "--expected", str(tmp_path / "expected.tsv"), "--out", str(tmp_path / "out.tsv"), "--metric"]
    assert main([*words, "MAE", "--precision", "3", "--percent"]) == 0
    assert [row.split("\t")[1] for row in capsys.readouterr().out.splitlines()] == ["score", "12.3", "50.0"]
    assert main([*words, "Pearson"]) == 0
    assert "Pearson has no value on single lines, so each is NaN; choose another metric, such as MAE" in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize("metric", ["R2", "NMI", "Purity", "AUC", "MCC"])
def test_a_metric_that_tells_how_lines_differ_sorts_none(tmp_path, capsys, metric):
    for name, text in (("expected", "1\n0\n1\n"), ("out", "1\n0\n0\n")):
        (tmp_path / f"{name}.tsv").write_text(text)
    files = ["--expected", str(tmp_path / "expected.tsv"), "--out", str(tmp_path / "out.tsv"), "--metric", metric]
    assert main(["lines", "--sort", "worst", *files]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert f"{metric} has no value on single lines, so none is the worst or best; choose another metric" in said.err
    assert ("such as MAE" in said.err) == (metric == "R2")


def test_a_correlation_sorts_no_lines_and_a_metric_that_does_is_named(tmp_path, capsys):
    (tmp_path / "test-A").mkdir()
    (tmp_path / "config.txt").write_text("--metric Spearman\n")
    for name, text in (("in", "a\nb\nc\n"), ("expected", "1\n2\n3\n"), ("out", "1\n3\n2\n")):
        (tmp_path / "test-A" / f"{name}.tsv").write_text(text)
    for words in (["lines", "--sort", "worst"], ["worst"]):
        assert main([*words, str(tmp_path)]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert "Spearman has no value on single lines" in err
        assert "choose another metric, such as MAE, with --metric" in err
    assert main(["lines", "--sort", "worst", "--metric", "MAE", "--limit", "1", str(tmp_path), "--format", "tsv"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("2\t1")
