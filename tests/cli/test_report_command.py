"""`probierz report`: where it writes, what it replaces, and what it says."""

import csv
import io
import json
import os
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

import probierz
from probierz.cli.main import main
from probierz.reports.document_formats import is_report

DEMO = Path(probierz.__file__).parent / "demo_challenge"
PAIR = ("test-A/out-baseline.tsv", "test-A/out-better.tsv")


@pytest.fixture
def challenge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the demo, which has two outputs in each split; it is the working directory."""
    shutil.copytree(DEMO, tmp_path / "demo")
    monkeypatch.chdir(tmp_path / "demo")
    return tmp_path / "demo"


def shown(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main(["report", *map(str, arguments)]) == 0
    return capsys.readouterr().out


def fault(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 1) -> str:
    assert main(["report", *map(str, arguments)]) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


def numbers(text: str) -> dict[tuple[str, ...], float]:
    rows = csv.reader(io.StringIO(text))
    next(rows)
    return {tuple(row[:5]): float(row[5]) for row in rows if row[5]}


# --- what is reported ------------------------------------------------------------------------------------------------


def test_numbers_are_those_of_eval_and_compare(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = numbers(shown(capsys, *PAIR, "--format", "csv"))
    assert main(["eval", "--format", "json"]) == 0
    for one in json.loads(capsys.readouterr().out)["evaluations"]:
        name = Path(one["output"]).stem
        for score in one["scores"]:
            assert found["scores", score["name"], name, "", "score"] == score["value"]
    assert main(["compare", *PAIR, "--format", "json"]) == 0
    (compared,) = json.loads(capsys.readouterr().out)["comparisons"]
    (pair,) = compared["pairs"]
    place = ("comparison", "WER", pair["first"], pair["second"])
    assert found[*place, "difference"] == pair["difference"]
    assert found[*place, "adjusted"] == pair["adjusted"]


def test_numbers_are_those_of_slices_and_lines(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = numbers(shown(capsys, *PAIR, "--by", "chars(exp):0-50,51-", "--format", "csv"))
    options = ["--out", "out-baseline.tsv", "--by", "chars(exp):0-50,51-", "--format", "csv", "--quiet"]
    assert main(["slices", *options]) == 0
    rows = [row for row in csv.DictReader(io.StringIO(capsys.readouterr().out)) if row["slice"] != "(all lines)"]
    assert len(rows) == 2
    for row in rows:
        name = f"{row['by']}: {row['slice']}"
        assert found["slices", "WER", "out-baseline", name, "score"] == float(row["score"])
    assert main(["lines", "--out", "out-baseline.tsv", "--format", "csv"]) == 0
    for row in csv.DictReader(io.StringIO(capsys.readouterr().out)):
        assert found["lines", "WER", "out-baseline", row["line"], "score"] == float(row["score"])


@pytest.mark.parametrize(
    ("arguments", "outputs", "split"),
    [
        ([], ["out-baseline", "out-better"], "test-A"),
        (["--split", "dev-0"], ["out-baseline", "out-better"], "dev-0"),
        (["."], ["out-baseline", "out-better"], "test-A"),
        (["out-better.tsv"], ["out-better"], "test-A"),
        ([".", "--out", "out-better.tsv", "--split", "dev-0"], ["out-better"], "dev-0"),
        (["dev-0/out-better.tsv", "dev-0/out-baseline.tsv"], ["out-better", "out-baseline"], "dev-0"),
        (["../demo", "out-better.tsv", "--out", "out-baseline.tsv"], ["out-better", "out-baseline"], "test-A"),
    ],
)
def test_outputs_are_found_as_by_compare(
    arguments: list[str], outputs: list[str], split: str, challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    document = json.loads(shown(capsys, *arguments, "--metric", "WER", "--format", "json"))
    assert ([one["name"] for one in document["outputs"]], document["split"]) == (outputs, split)


def test_plain_files_need_no_challenge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "good").write_text("a b\nc d\n")
    (tmp_path / "mine").write_text("a b\nc e\n")
    (tmp_path / "in").write_text("1\n2\n")
    files = ["--expected", tmp_path / "good", "--input", tmp_path / "in", tmp_path / "mine"]
    document = json.loads(shown(capsys, "--metric", "WER", "--metric", "CER", *files, "--format", "json"))
    assert [score["value"] for score in document["scores"][0]] == [1 / 4, 1 / 6]
    assert (document["challenge"], document["split"]) == ("", "")
    assert [row["input"] for row in document["items"]["rows"]] == ["1", "2"]


def test_numbers_are_shown_as_the_challenge_says_and_as_asked(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "**0.1026 \\[" in shown(capsys, "--format", "markdown")
    assert "**10.3 \\[" in shown(capsys, "--format", "markdown", "--percent", "--precision", "3")


def test_settings_reach_the_intervals(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = ["--samples", "50", "--seed", "7", "--level", "0.9", "--items", "3", "--format", "json"]
    document = json.loads(shown(capsys, "--metric", "WER", *settings))
    assert [document["interval"][key] for key in ("samples", "seed", "level")] == [50, 7, 0.9]
    assert document["items"]["kept"] == 3
    assert document["items"]["how"].endswith("with the seed 7")


def test_comparisons_of_a_report_have_level_and_smallest_difference_as_compare_has_them(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = []
    for command in ("report", "compare"):
        assert main([command, *PAIR, "--level", "0.9", "--format", "json"]) == 0
        found.append(json.loads(capsys.readouterr().out))
    reported, compared = found[0]["comparison"][0], found[1]["comparisons"][0]
    assert (reported["level"], reported["alpha"]) == (compared["level"], compared["alpha"]) == (0.9, 0.1)
    assert reported["pairs"][0]["smallest_difference"] == compared["pairs"][0]["smallest_difference"]


# --- where it is written ---------------------------------------------------------------------------------------------


def test_each_name_tells_its_format(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    targets = [option for suffix in ("json", "csv", "md", "tex") for option in ("--to", f"r.{suffix}")]
    text = shown(capsys, *targets)
    assert [line.split(":")[0] for line in text.splitlines()] == ["r.json", "r.csv", "r.md", "r.tex"]
    assert text.startswith("r.json: 2 outputs, 4 metrics, 16 lines, ")
    assert json.loads(Path("r.json").read_text(encoding="utf-8"))["challenge"] == "demo"
    assert Path("r.csv").read_text().startswith("table,metric,output,")
    assert "# demo test-A" in Path("r.md").read_text(encoding="utf-8")
    assert "\\begin{tabular}" in Path("r.tex").read_text(encoding="utf-8")
    assert all(is_report(name) for name in ("r.json", "r.csv", "r.md", "r.tex"))
    assert not [name for name in os.listdir() if name.endswith(".part")]


def test_the_page_goes_into_report_html(
    challenge: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = ModuleType("probierz.reports.html")
    page.render = lambda document, *, language, title: (  # type: ignore[attr-defined]
        f'<!DOCTYPE html>\n<meta name="generator" content="Probierz 1">{language} {title} {document["lines"]}\n'
    )
    monkeypatch.setitem(sys.modules, "probierz.reports.html", page)
    said = shown(capsys, "--language", "pl", "--title", "Próba")
    assert said.startswith("report.html: 2 outputs, 4 metrics, 16 lines, 1 kB. Open it in a browser")
    assert Path("report.html").read_text(encoding="utf-8").endswith(">pl Próba 16\n")
    shown(capsys)  # a report may be replaced
    assert Path("report.html").read_text(encoding="utf-8").endswith(">en None 16\n")
    assert shown(capsys, "--format", "html", "--to", "-").startswith("<!DOCTYPE html>")


def test_a_file_that_is_no_report_is_replaced_by_force_only(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("notes.md").write_text("mine\n")
    assert "notes.md is there already and is not a report" in fault(capsys, "--to", "notes.md")
    assert Path("notes.md").read_text() == "mine\n"
    shown(capsys, "--to", "notes.md", "--overwrite")
    shown(capsys, "--to", "notes.md")
    assert is_report("notes.md")


def test_what_was_there_stays_when_scoring_fails(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown(capsys, "--to", "r.csv")
    before = Path("r.csv").read_bytes()
    Path("test-A/out-better.tsv").write_text("too short\n")
    assert "too few lines" in fault(capsys, "--to", "r.csv", "--to", "new.json")
    assert Path("r.csv").read_bytes() == before
    assert sorted(name for name in os.listdir() if name.startswith(("r.", "new"))) == ["r.csv"]


def test_a_link_stays_a_link(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown(capsys, "--to", "real.csv")
    os.symlink("real.csv", "link.csv")
    shown(capsys, "--to", "link.csv", "--metric", "CER")
    assert Path("link.csv").is_symlink()
    assert "scores,WER" not in Path("real.csv").read_text()


@pytest.mark.parametrize(
    ("target", "wanted"),
    [
        ("nowhere/r.csv", "there is no directory"),
        ("test-A", "is a directory; name a file in it"),
        ("/dev/null", "is not an ordinary file"),
        ("x" * 300 + ".csv", "cannot be written: File name too long"),
    ],
)
def test_a_place_where_nothing_can_be_written_is_told_before_the_work(
    target: str, wanted: str, challenge: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("probierz.challenges.evaluate.score_blocks", None)  # scoring would be a bug
    assert wanted in fault(capsys, "--to", target, "--format", "csv")


@pytest.mark.parametrize(
    ("arguments", "code", "wanted"),
    [
        (["out-better.tsv", "out-better.tsv"], 2, "given twice; name each output once"),
        (["--to", "a.csv", "--to", "./a.csv"], 2, "given twice; each format wants a file of its own"),
        (["--to", "a.csv", "--to", "b.csv", "--format", "csv"], 2, "--format goes with one --to"),
        (["--to", "a.txt"], 2, "end the name in .html, .json, .csv, .md, .tex"),
        (["--to", "-"], 2, "--to - wants --format too"),
        (["-"], 2, "which standard input does not allow"),
        (["--expected", "a"], 2, "--expected wants --out too"),
        (["--expected", "a", "b"], 2, "--expected wants --metric too"),
        (["--items", "-1"], 2, "is not a whole number, and neither all nor fitting"),
        (["test-A", "dev-0"], 2, "one challenge at a time, please: test-A or dev-0"),
        (["nothing.tsv"], 1, "there is no output nothing.tsv"),
        (["--split", "dev-7"], 1, "no split is called 'dev-7'"),
        (["--metric", "WEER"], 1, "no metric is called 'WEER'"),
        (["--by", "lenght(exp)"], 1, "is nothing by which lines can be sorted"),
        (["--by", "in<7>"], 1, "there is no such column"),
        (["test-A"], 1, "this looks like one split"),
    ],
)
def test_what_cannot_be_reported_is_an_error(
    arguments: list[str], code: int, wanted: str, challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert wanted in fault(capsys, *arguments, *([] if code == 2 else ["--format", "json"]), code=code)


def test_warnings_are_about_outputs_intervals_and_lines_left_out(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("test-A/out-baseline.tsv").write_bytes(b"\xef\xbb\xbf" + Path("test-A/out-baseline.tsv").read_bytes())
    assert main(["report", "--items", "2", "--format", "csv"]) == 0
    errors = capsys.readouterr().err
    assert "out-baseline.tsv: the byte order mark in front is left out" in errors
    assert "the report shows 2 of 16 lines" in errors
    assert main(["report", "--items", "2", "--format", "csv", "--quiet"]) == 0
    assert capsys.readouterr().err == ""


def test_a_note_on_the_intervals_of_slices_says_of_which_output(challenge, capsys):
    Path("config.txt").write_text("--metric MAE\n")
    for name in ("in", "expected", "out-baseline", "out-better"):
        values = [str(at) for at in range(40)]
        values[-1] = "9000" if name.startswith("out") else values[-1]
        Path(f"test-A/{name}.tsv").write_text("\n".join(values) + "\n")
    document = json.loads(shown(capsys, "--split", "test-A", "--by", "expr:line>20", "--format", "json"))
    (table,) = document["slices"]
    told = [one.partition(": one line")[0] for one in table["notes"] if " in yes: " in one]
    assert told == [f"interval of out-{name} in yes" for name in ("baseline", "better")]


# --- LaTeX -----------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_the_tables_compile(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import subprocess

    letters = r"[0, 5) & 50 % $x$ # _ ^ ~ \input{x} <b> -- --- * ąęł |"
    for name in ("expected.tsv", "out-better.tsv"):
        path = Path("test-A") / name
        path.write_text(
            path.read_text(encoding="utf-8").replace(path.read_text(encoding="utf-8").split("\n")[0], letters)
        )
    shown(capsys, "--by", "exp", "--to", "tables.tex", "--title", letters)
    Path("paper.tex").write_text(
        "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{booktabs}\n"
        "\\begin{document}\\input{tables}\\end{document}\n"
    )
    done = subprocess.run(["pdflatex", "-halt-on-error", "paper.tex"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
