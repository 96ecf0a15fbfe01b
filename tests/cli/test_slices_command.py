import csv
import io
import json
import random

import pytest

from probierz.cli.main import main


@pytest.fixture
def run(capsys):
    def run_it(*arguments):
        code = main(["slices", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run_it


@pytest.fixture
def challenge(tmp_path):
    split = tmp_path / "c" / "test-A"
    split.mkdir(parents=True)
    (tmp_path / "c" / "config.txt").write_text("--metric Accuracy --metric WER --in-header in-header.tsv\n")
    (tmp_path / "c" / "in-header.tsv").write_text("Text\tTown\n")
    (split / "in.tsv").write_text("a\tPila\nb\tPila\nc\tKutno\nd\tKutno\n" * 20)
    (split / "expected.tsv").write_text("yes\nno\nyes\nno\n" * 20)
    (split / "out.tsv").write_text("yes\nno\nyes\nyes\n" * 20)
    return tmp_path / "c"


def test_a_program_gets_a_row_for_each_slice(run, challenge):
    code, out, err = run(challenge, "--by", "in<Town>", "--trials", "0")
    assert (code, err) == (0, "")
    assert out.split("\n") == [
        "by\toutput\tmetric\tslice\tlines\tshare\tscore\tp\tq\tside",
        "in<Town>\tout\tAccuracy\tKutno\t40\t0.5\t0.5\t\t\t",
        "in<Town>\tout\tAccuracy\tPila\t40\t0.5\t1.0\t\t\t",
        "in<Town>\tout\tAccuracy\t(all lines)\t80\t1.0\t0.75\t\t\t",
        "",
    ]


def test_a_program_gets_small_shares_as_plain_decimals(run, challenge):
    (challenge / "test-A" / "in.tsv").write_text("a\tPila\n" * 5 + "b\tKutno\n" * 75)
    _, out, _ = run(challenge, "--by", "in<Town>", "--trials", "0")
    assert [line.split("\t")[5] for line in out.split("\n")[1:4]] == ["0.9375", "0.0625", "1.0"]


def test_more_outputs_do_not_make_more_false_claims(run, tmp_path):
    # Ten outputs, right on 80 % of lines whatever their town; every other one of such files had something to claim.
    chance = random.Random(11)
    claimed = 0
    for _ in range(10):
        (tmp_path / "expected").write_text("x\n" * 200)
        (tmp_path / "in").write_text("".join(chance.choice("abcdefgh") + "\n" for _ in range(200)))
        outputs = [tmp_path / f"out-{at}" for at in range(10)]
        for output in outputs:
            output.write_text("".join("x\n" if chance.random() < 0.8 else "q\n" for _ in range(200)))
        named = [part for output in outputs for part in ("--out", output)]
        files = ["--expected", tmp_path / "expected", "--input", tmp_path / "in", *named]
        _, out, _ = run("--metric", "Accuracy", *files, "--by", "in<1>")
        claimed += any(row["side"] for row in csv.DictReader(io.StringIO(out), delimiter="\t"))
    assert claimed <= 2


def test_scores_are_percents_where_the_challenge_shows_percents(run, challenge):
    (challenge / "config.txt").write_text("--metric Accuracy --precision 3 -%\n")
    asked = (challenge, "--by", "label", "--trials", "0")
    assert [line.split("\t")[6] for line in run(*asked)[1].split("\n")[1:4]] == ["50.0", "100.0", "75.0"]
    _, table, _ = run(*asked, "--format", "table", "--interval")
    assert [line.split()[4:5] for line in table.split("\n")[3:5]] == [["50.00"], ["100.00"]]
    _, fractions, _ = run(*asked, "--no-percent")
    assert fractions.split("\n")[1].split("\t")[6] == "0.5"


def test_a_terminal_gets_a_table_with_bars(run, challenge):
    _, out, _ = run(challenge, "--by", "label", "--format", "table")
    assert out.split("\n")[0] == "scores of out by label"
    rows = [line.split() for line in out.split("\n")[3:6]]
    assert rows == [
        ["no", "40", "50.0", "%", "0.5000", "██████", "8e-08", "worse"],
        ["yes", "40", "50.0", "%", "1.0000", "████████████", "8e-08", "better"],
        ["(all", "lines)", "80", "100.0", "%", "0.7500", "█████████"],
    ]


def test_several_slicings_metrics_and_outputs(run, challenge):
    (challenge / "test-A" / "other.tsv").write_text("no\n" * 80)
    options = ["--metric", "Accuracy", "--metric", "WER", "--out", "out.tsv", "--out", "other.tsv"]
    _, out, _ = run(challenge, "--by", "label", "--by", "out", *options, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["output"], row["metric"]) for row in rows if row["slice"] == "no" and row["by"] == "label"] == [
        ("out", "Accuracy"),
        ("other", "Accuracy"),
        ("out", "WER"),
        ("other", "WER"),
    ]
    assert {row["output"] for row in rows if row["by"] == "out"} == {"out", "other"}
    _, out, _ = run(challenge, "--by", "label", "--by", "out", *options, "--format", "markdown")
    assert "| slice | lines | share | Accuracy out ↑ | q |  | Accuracy other ↑ | q |" in out
    assert "scores of other by out" in out
    assert "**1.0000**" in out


def test_what_is_odd_about_an_interval_is_said_of_its_slices(run, tmp_path):
    draw = random.Random(2)
    expected = [draw.gauss(0, 1) for _ in range(40)]
    output = [one + draw.gauss(0, 1) for one in expected]
    output[6] = 900.0
    for name, numbers in (("expected.tsv", expected), ("out.tsv", output)):
        (tmp_path / name).write_text("".join(f"{one}\n" for one in numbers))
    asked = ("--metric", "MSE", "--expected", tmp_path / "expected.tsv", "--out", tmp_path / "out.tsv")
    _, _, plain = run(*asked, "--by", "exp~^-")
    _, _, said = run(*asked, "--by", "exp~^-", "--interval", "--samples", "50")
    assert "interval of" not in plain
    assert "interval of MSE in" in said
    assert "(all lines): one line alone makes" in said


def test_intervals_stand_behind_the_scores(run, challenge):
    _, out, _ = run(challenge, "--by", "label", "--interval", "--samples", "100")
    head, first = (line.split("\t") for line in out.split("\n")[:2])
    assert head[6:9] == ["score", "low", "high"]
    assert float(first[7]) < 0.5 < float(first[8])


def test_json_holds_everything(run, challenge):
    code, out, _ = run(challenge, "--by", "label", "--by", "in", "--most", "2", "--interval", "--format", "json")
    assert code == 0
    tables = json.loads(out)["tables"]
    assert [table["by"] for table in tables] == ["label", "in"]
    first = tables[0]["slices"][0]
    assert (first["name"], first["lines"], first["scores"][0]["value"]) == ("no", 40, 0.5)
    assert first["scores"][0]["side"] == "worse"
    assert "slice:label = no" in first["scores"][0]["signature"]
    assert first["scores"][0]["interval"]["low"] < 0.5
    assert (tables[1]["other_values"], tables[1]["slices"][-1]["rest"]) == (2, True)


@pytest.mark.parametrize("form", ["latex", "markdown", "table"])
def test_other_formats(run, challenge, form):
    code, out, _ = run(challenge, "--by", "label", "--by", "in<Town>", "--cross", "--format", form)
    assert code == 0
    assert "no × Kutno" in out


def test_hostile_texts_do_not_steer_the_terminal(run, challenge):
    (challenge / "test-A" / "out.tsv").write_text("\x1b[2J" + "x" * 100 + "\n" + "yes\n" * 79)
    _, out, err = run(challenge, "--by", "out", "--format", "table")
    assert "\x1b" not in out + err
    assert "…" in out


def test_two_files_need_no_challenge(run, challenge):
    split = challenge / "test-A"
    options = ["--metric", "WER", "--expected", split / "expected.tsv", "--out", split / "out.tsv"]
    code, out, _ = run(*options, "--by", "expr:expected == output")
    assert (code, [line.split("\t")[3] for line in out.split("\n")[1:3]]) == (0, ["yes", "no"])
    code, out, _ = run(*options, "--input", split / "in.tsv", "--by", "in[2]")
    assert (code, out.count("\n")) == (0, 4)


def test_length_alone_is_that_of_the_expected_text_as_in_a_report(run, challenge):
    named = run(challenge, "--by", "length(exp):2", "--trials", "0")
    assert run(challenge, "--by", "length:2", "--trials", "0") == (0, *(one.replace("(exp)", "") for one in named[1:]))


def test_notes_can_be_silenced(run, challenge):
    assert "all 80 lines are in the one slice" in run(challenge, "--by", "length(exp)")[2]
    assert run(challenge, "--by", "length(exp)", "--quiet")[2] == ""


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "required: --by, by what lines are sorted: label, length(exp), in<1> and others"),
        (["--by", "lable"], 1, "did you mean label?"),
        (["--by", "in<Twon>"], 1, "no column is called 'Twon'; did you mean Town?"),
        (["--by", "expr:len(exp)"], 1, "nothing is called exp"),
        (["--by", "label", "--metric", "BLEU"], 1, "BLEU is not a metric of labels"),
        (["--by", "label", "--metric", "Akuracy"], 1, "did you mean Accuracy"),
        (["--by", "label", "--out", "nothing.tsv"], 1, "nothing.tsv"),
        (["--by", "label", "--most", "0"], 2, "is not a whole number"),
        (["--by", "label", "--input", "x"], 2, "--input goes with --expected"),
    ],
)
def test_faults_are_told_in_a_sentence(run, challenge, arguments, code, message):
    found, out, err = run(challenge, *arguments)
    assert (found, out) == (code, "")
    assert message in err
    assert "Traceback" not in err


def test_an_input_that_is_missing_is_told(run, challenge):
    split = challenge / "test-A"
    (split / "in.tsv").unlink()
    _, _, err = run(challenge, "--by", "in<Town>")
    assert "in<Town> looks at the input, and there is none" in err


def test_uneven_files_are_told(run, challenge):
    (challenge / "test-A" / "in.tsv").write_text("a\tPila\n")
    code, _, err = run(challenge, "--by", "in<Town>")
    assert code == 1
    assert "the input file has fewer lines" in err
    assert run(challenge, "--by", "label", "--quiet")[0] == 0  # nobody looks at it


def test_a_slice_without_a_correlation_says_why(run, challenge):
    (challenge / "config.txt").write_text("--metric Pearson --in-header in-header.tsv\n")
    (challenge / "test-A" / "expected.tsv").write_text("1\n2\n" * 40)
    (challenge / "test-A" / "out.tsv").write_text("1\n3\n2\n2\n" * 20)
    why = "all expected numbers are the same, and a correlation needs different ones"
    assert f"Pearson has no value (NaN) on the slice 1, the slice 2: {why}\n" in run(challenge, "--by", "exp")[2]
    why = "all numbers of the output are the same, and a correlation needs different ones"
    assert f"Pearson has no value (NaN) on the slice Kutno: {why}\n" in run(challenge, "--by", "in<Town>")[2]
