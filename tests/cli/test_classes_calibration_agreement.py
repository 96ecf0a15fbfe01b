import csv
import io
import json
import re

import pytest


@pytest.fixture
def challenge(tmp_path):
    split = tmp_path / "c" / "dev-0"
    split.mkdir(parents=True)
    (tmp_path / "c" / "config.txt").write_text("--metric Macro-F1 --metric Accuracy\n")
    (split / "in.tsv").write_text("1\n2\n3\n4\n")
    (split / "expected.tsv").write_text("kot\nkot\npies\nmysz\n")
    (split / "out-a.tsv").write_text("kot\npies\npies\nkot\n")
    (split / "out-b.tsv").write_text("pies\nkot\npies\nkot\n")
    return tmp_path / "c"


def test_classes_are_a_table_for_programs(run, challenge):
    code, out, _ = run("classes", challenge, "--split", "dev-0", "--out", "out-a.tsv")
    assert code == 0
    rows = list(csv.reader(io.StringIO(out), delimiter="\t"))
    assert rows[:4] == [
        ["class", "expected", "output", "hits", "precision", "recall", "f1"],
        ["kot", "2", "2", "1", "0.5", "0.5", "0.5"],
        ["pies", "1", "2", "1", "0.5", "1.0", "0.6666666666666666"],
        ["mysz", "1", "0", "0", "0.0", "0.0", "0.0"],
    ]
    assert [row[0] for row in rows[4:]] == ["(macro average)", "(micro average)", "(weighted average)"]


def test_scores_of_classes_are_percents_where_those_of_the_challenge_are(run, challenge):
    (challenge / "config.txt").write_text("--metric Macro-F1 --precision 4 --show-as-percentage\n")
    options = ("classes", challenge, "--split", "dev-0", "--out", "out-a.tsv")
    _, out, _ = run(*options, "--format", "table")
    assert "Macro-F1 38.89 on 4 lines" in out
    assert re.search(r"pies +1 +2 +1 +50\.00 +100\.00 +66\.67", out)
    _, out, _ = run(*options, "--format", "table", "--no-percent", "--precision", "2")
    assert re.search(r"pies +1 +2 +1 +0\.50 +1\.00 +0\.67", out)


def test_one_table_can_be_chosen(run, challenge):
    options = ("classes", challenge, "--split", "dev-0", "--out", "out-a.tsv")
    _, out, _ = run(*options, "--show", "confusion", "--format", "csv", "--most", "1")
    assert out == "expected,kot,(other)\nkot,1,1\n(other),1,1\n"
    _, out, _ = run(*options, "--show", "mistakes", "--format", "csv")
    assert out == "expected,output,count,share,lines\nkot,pies,1,0.5,2\nmysz,kot,1,1.0,4\n"


def test_people_get_all_tables_and_a_note(run, challenge):
    _, out, _ = run("classes", challenge, "--split", "dev-0", "--out", "out-a.tsv", "--format", "table")
    assert "Macro-F1 0.3889 on 4 lines" in out
    assert "Expected (rows) and given (columns)" in out
    assert "Most frequent mistakes" in out
    assert "its precision or recall is 0." in out
    _, out, _ = run("classes", challenge, "--split", "dev-0", "--out", "out-a.tsv", "--format", "markdown")
    assert out.count("| ---") >= 3
    assert "**Most frequent mistakes**" in out


def test_a_wide_matrix_has_numbers_for_columns(monkeypatch):
    from probierz.inspection.classes import class_report_of
    from probierz.reports.class_tables import confusion_table, for_people

    labels = [f"klasa-{number:02}" for number in range(12)]
    found = class_report_of("Macro-F1", labels, labels).confusion()
    narrow = confusion_table(found, for_people, width=60)
    assert [column.name for column in narrow.columns][:3] == ["expected", "1", "2"]
    assert narrow.rows[9][0] == "10 klasa-09"


def luminance(code):
    """Relative luminance (WCAG 2) of a colour of the cube of 256."""
    levels = (0, 95, 135, 175, 215, 255)
    code -= 16
    parts = [levels[code // 36] / 255, levels[code // 6 % 6] / 255, levels[code % 6] / 255]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_shaded_cells_can_be_read():
    from probierz.reports.class_tables import RIGHT, WRONG

    for code in (*RIGHT, *WRONG):
        one, other = (luminance(int(number)) for number in re.findall(r"8;5;(\d+)", code))
        assert (max(one, other) + 0.05) / (min(one, other) + 0.05) >= 4.5, code


def test_shades_fill_the_column_where_colours_are_welcome():
    from probierz.inspection.classes import class_report_of
    from probierz.reports.class_tables import confusion_table, for_people
    from probierz.reports.tables import render

    table = confusion_table(class_report_of("Macro-F1", ["a", "b"], ["a", "a"]).confusion(), for_people)
    assert "\x1b[48;5;25;38;5;231m1\x1b[0m" in render(table, "table", bold=True)
    assert "\x1b" not in render(table, "table") + render(table, "tsv") + render(table, "markdown")


def test_json_has_everything(run, challenge):
    _, out, _ = run("classes", challenge, "--split", "dev-0", "--out", "out-a.tsv", "--format", "json")
    found = json.loads(out)
    assert found["confusion"]["counts"] == [[1, 1, 0], [0, 1, 0], [1, 0, 0]]
    assert found["averages"]["micro"]["f1"] == 0.5
    assert found["mistakes"][0]["lines"] == [2]


def test_calibration_of_two_files(run, tmp_path):
    (tmp_path / "e").write_text("1\n0\n1\n1\n")
    (tmp_path / "o").write_text("0.9\n0.2\n0.7\n0.1\n")
    options = ("calibration", "--metric", "Brier", "--expected", tmp_path / "e", "--out", tmp_path / "o")
    code, out, err = run(*options, "--bins", "2")
    assert (code, err) == (0, "")
    assert out.split("\n")[:2] == [
        "low\thigh\tcount\tconfidence\taccuracy\tgap",
        "0.0\t0.5\t2\t0.15000000000000002\t0.5\t-0.35",
    ]
    _, out, _ = run(*options, "--show", "summary")
    assert out.split("\n")[1] == "count\t4"
    _, out, _ = run(*options, "--bins", "2", "--binning", "mass", "--format", "json")
    assert [one["count"] for one in json.loads(out)["bins"]] == [2, 2]
    _, out, _ = run(*options, "--bins", "2", "--format", "table")
    assert "○" in out
    assert "Over all bins" in out


def test_agreement_of_two_outputs(run, challenge):
    split = challenge / "dev-0"
    code, out, err = run("agreement", split / "out-a.tsv", split / "out-b.tsv", "--metric", "Accuracy")
    assert (code, err) == (0, "")
    header, row = (line.split("\t") for line in out.splitlines())
    found = dict(zip(header, row, strict=True))
    assert (found["both"], found["only_first"], found["only_second"], found["neither"]) == ("1", "1", "1", "1")
    _, out, _ = run("agreement", "out-a.tsv", "out-b.tsv", "--challenge", challenge, "--show", "labels")
    assert out == "out-a \\ out-b\tkot\tpies\nkot\t1\t1\npies\t1\t1\n"
    _, out, _ = run("agreement", "out-a.tsv", "out-b.tsv", "--challenge", challenge, "--format", "table")
    assert "(best of each line)" in out
    assert "Which are right together" in out
    _, out, _ = run("agreement", "out-a.tsv", "out-b.tsv", "--challenge", challenge, "--format", "json")
    assert json.loads(out)["right_somewhere"] == 3


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("classes", "--metric", "WER"), 1, "has no classes"),
        (("calibration", "--metric", "WER"), 1, "WER compares texts, and an output says of none how sure it is"),
        (("calibration",), 1, "e line 1: Macro-F1 cannot read this line: wanted labels with probabilities"),
        (("classes", "--most", "0"), 2, "is not a whole number from 1"),
        (("calibration", "--bins", "0"), 2, "is not a whole number from 1"),
    ],
)
def test_faults_are_told_in_a_sentence(run, tmp_path, arguments, code, message):
    (tmp_path / "e").write_text("a\n")
    files = ("--expected", tmp_path / "e", "--out", tmp_path / "e")
    metric = () if "--metric" in arguments else ("--metric", "Macro-F1")
    found, out, err = run(*arguments, *metric, *files)
    assert (found, out) == (code, "")
    assert message in err


def test_faults_of_agreement_are_told_in_a_sentence(run, challenge):
    split = challenge / "dev-0"
    assert run("agreement", split / "out-a.tsv")[0] == 2
    assert run("agreement", split / "out-a.tsv", split / "out-b.tsv", "--threshold", "x")[0] == 2
    code, _, err = run("agreement", split / "out-a.tsv", split / "out-b.tsv", "--metric", "WER", "--show", "labels")
    assert (code, "has no labels to compare" in err) == (1, True)


def test_lines_of_a_challenge_whose_test_set_cannot_be_scored_are_those_of_another_split(run, challenge):
    code, out, err = run("lines", challenge, "--out", "out-a.tsv", "--no-input", "--limit", "1")
    assert (code, out.split("\n")[1]) == (0, "1\t1.0\tkot\tkot")
    assert "these are scores on dev-0" in err
