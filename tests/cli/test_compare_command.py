"""`probierz compare`, and `probierz eval --interval`."""

import csv
import io
import json
import re
import shutil
from pathlib import Path

import pytest

import probierz
from probierz.cli.main import main
from probierz.reports.comparison import shown_p

DEMO = Path(probierz.__file__).parent / "demo_challenge"


@pytest.fixture
def challenge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the demo, which has two outputs in dev-0 and in test-A; the working directory is beside it."""
    shutil.copytree(DEMO, tmp_path / "demo")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "demo"


def shown(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    assert main(list(map(str, arguments))) == 0
    return capsys.readouterr().out


def fault(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 1) -> str:
    assert main(list(map(str, arguments))) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


# --- eval --interval -------------------------------------------------------------------------------------------------


def test_an_interval_has_two_columns(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "eval", challenge, "--out", "out-better.tsv", "--interval", "--metric", "WER")
    header, row = (line.split("\t") for line in text.splitlines())
    assert header == ["metric", "score", "low", "high"]
    assert float(row[2]) < float(row[1]) < float(row[3])


def test_outputs_as_rows_have_intervals_behind_each_score(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "eval", challenge, "--interval", "--metric", "WER", "--metric", "CER", "--format", "csv")
    header, first, second = csv.reader(io.StringIO(text))
    assert header == ["output", "WER", "WER low", "WER high", "CER", "CER low", "CER high"]
    for row in (first, second):
        numbers = list(map(float, row[1:]))
        assert numbers[1] < numbers[0] < numbers[2]
        assert numbers[4] < numbers[3] < numbers[5]


def test_the_best_stays_bold_in_front_of_its_interval(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "eval", challenge, "--interval", "--metric", "WER", "--format", "markdown")
    assert text.splitlines()[3].startswith("| out-better | **0.1026** | 0.")


def test_json_says_how_an_interval_was_made(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = ["--interval", "--interval-method", "bca", "--samples", "50", "--seed", "7", "--level", "0.9"]
    settings += ["--format", "json"]
    whole = json.loads(shown(capsys, "eval", challenge, "--out", "out-better.tsv", *settings))
    interval = whole["evaluations"][0]["scores"][0]["interval"]
    assert (interval["samples"], interval["seed"], interval["level"], interval["method"]) == (50, 7, 0.9, "bca")
    assert interval["low"] < interval["high"]
    assert "samples:50|seed:7" in interval["signature"]
    assert (
        "interval"
        not in json.loads(shown(capsys, "eval", challenge, "--format", "json"))["evaluations"][0]["scores"][0]
    )


def test_plain_files_have_intervals_and_notes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "expected").write_text("a\n")
    assert (
        main(
            [
                "eval",
                "--metric",
                "WER",
                "--interval",
                "--expected",
                f"{tmp_path}/expected",
                "--out",
                f"{tmp_path}/expected",
            ]
        )
        == 0
    )
    captured = capsys.readouterr()
    assert captured.out == "metric\tscore\tlow\thigh\nWER\t0.0\tNaN\tNaN\n"
    assert captured.err.startswith("warning: ")
    assert captured.err.endswith(": interval of WER: there is no interval: one line says nothing about other lines\n")


@pytest.mark.parametrize("option", [["--level", "1"], ["--level", "x"], ["--samples", "0"], ["--seed", "-1"]])
def test_wrong_settings_are_usage_errors(
    option: list[str], challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "is not a" in fault(capsys, "eval", challenge, "--interval", *option, code=2)


# --- compare ---------------------------------------------------------------------------------------------------------


def test_outputs_are_compared_where_they_lie(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = "demo/test-A/out-baseline.tsv", "demo/test-A/out-better.tsv"
    rows = list(csv.DictReader(io.StringIO(shown(capsys, "compare", *paths)), delimiter="\t"))
    assert [row["output"] for row in rows] == ["out-better", "out-baseline"]  # the best first
    assert [row["group"] for row in rows] == ["1", "2"]
    assert rows[0]["minus out-baseline"] == "-0.2137"
    assert float(rows[0]["p against out-baseline"]) == 2 / 2**14  # 14 lines differ, and all to one side
    assert rows[0]["adjusted against out-baseline"] == rows[0]["p against out-baseline"]  # one pair
    assert rows[0]["minus out-better"] == ""


@pytest.mark.parametrize("form", ["tsv", "csv"])
def test_formats_for_programs_have_p_values_as_they_were_found_and_corrected_as_json_has(
    form: str, challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = challenge / "test-A"
    (folder / "out-other.tsv").write_text((folder / "out-better.tsv").read_text().replace("a", "o", 9))
    outputs = [f"demo/test-A/out-{name}.tsv" for name in ("baseline", "better", "other")]
    (found,) = json.loads(shown(capsys, "compare", *outputs, "--format", "json"))["comparisons"]
    text = shown(capsys, "compare", *outputs, "--format", form)
    rows = {row["output"]: row for row in csv.DictReader(io.StringIO(text), delimiter="\t" if form == "tsv" else ",")}
    assert any(pair["p"] != pair["adjusted"] for pair in found["pairs"])
    for pair in found["pairs"]:
        first, second = pair["first"], pair["second"]
        for column in ("p", "adjusted"):
            assert float(rows[first][f"{column} against {second}"]) == pair[column]


@pytest.mark.parametrize(
    "where",
    [
        ["--challenge", "demo", "out-baseline.tsv", "out-better.tsv"],  # the test set has both
        ["--challenge", "demo", "--split", "test-A", "out-baseline.tsv", "out-better.tsv"],
        ["--challenge", "demo", "--split", "test-A", "demo/test-A/out-baseline.tsv", "out-better.tsv"],
    ],
)
def test_outputs_are_named_in_several_ways(
    where: list[str], challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "-0.2137\t0.0001220703125" in shown(capsys, "compare", *where)


def test_the_split_that_has_the_outputs_is_taken(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("baseline", "better"):
        shutil.copy(challenge / "dev-0" / f"out-{name}.tsv", challenge / "dev-0" / f"out-{name}-2.tsv")
    plain = json.loads(
        shown(capsys, "compare", "--challenge", "demo", "out-baseline-2.tsv", "out-better-2.tsv", "--format", "json")
    )
    assert "|lines:12|" in plain["comparisons"][0]["signature"]


def test_plain_files_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    expected, first, second = (tmp_path / name for name in ("expected", "first", "second"))
    expected.write_text("a\n" * 8)
    first.write_text("a\n" * 8)
    second.write_text("b\n" * 8)
    arguments = ["compare", "--metric", "Accuracy", "--expected", expected, first, second, "--format", "json"]
    (found,) = json.loads(shown(capsys, *arguments))["comparisons"]
    assert found["test"] == "sign"
    assert found["pairs"][0]["p"] == 1 / 2**8
    assert found["pairs"][0]["different"] is True
    assert found["sentences"][0].startswith("first is better than second: difference +1.0")
    assert found["notes"] == []
    assert [one["interval"]["high"] for one in found["outputs"]] == [1.0, pytest.approx(1 - 0.05 ** (1 / 8))]


def test_lines_of_one_cluster_are_taken_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Thirty speakers of ten lines, each line of a speaker right or wrong as the others.
    names = [f"speaker {at // 10}" for at in range(300)]
    (tmp_path / "in").write_text("".join(f"{name}\ttext\n" for name in names))
    (tmp_path / "expected").write_text("a\n" * 300)
    (tmp_path / "first").write_text("".join("a\n" if at // 10 % 2 else "b\n" for at in range(300)))
    (tmp_path / "second").write_text("".join("a\n" if at // 10 % 3 else "b\n" for at in range(300)))
    files = ["--metric", "Accuracy", "--expected", tmp_path / "expected", "--input", tmp_path / "in"]
    arguments = ["compare", *files, tmp_path / "first", tmp_path / "second", "--format", "json"]
    (alone,) = json.loads(shown(capsys, *arguments))["comparisons"]
    (together,) = json.loads(shown(capsys, *arguments, "--cluster", "in<1>"))["comparisons"]
    assert (alone["test"], together["test"]) == ("sign", "randomisation")
    assert together["outputs"][0]["interval"]["clusters"] == 30
    assert alone["pairs"][0]["different"]
    assert not together["pairs"][0]["different"]  # 10 speakers against 5
    assert "because lines belong to clusters" in together["reason"]
    evaluated = ["eval", *files, "--out", tmp_path / "first", "--interval", "--format", "json"]
    widths = []
    for more in ([], ["--cluster", "1"]):
        found = json.loads(shown(capsys, *evaluated, *more))["evaluations"][0]["scores"][0]["interval"]
        widths.append(found["high"] - found["low"])
    assert widths[1] == pytest.approx(widths[0] * 10**0.5, rel=0.1)  # ten lines of a speaker say as much as one
    assert "line 1: there is no column in<7>" in fault(capsys, *evaluated, "--cluster", "in<7>")
    report = ["report", *files, tmp_path / "first", tmp_path / "second", "--format", "json", "--cluster", "1"]
    document = json.loads(shown(capsys, *report))
    assert document["comparison"][0]["pairs"][0]["adjusted"] == together["pairs"][0]["adjusted"]
    assert document["scores"][0][0]["low"] == together["outputs"][0]["interval"]["low"]
    sliced = ["slices", *files, "--out", tmp_path / "first", "--by", "label", "--interval", "--format", "json"]
    tables = json.loads(shown(capsys, *sliced, "--cluster", "1"))["tables"]
    assert tables[0]["whole"][0]["interval"]["clusters"] == 30


def test_a_table_ends_in_sentences(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = "demo/dev-0/out-baseline.tsv", "demo/dev-0/out-better.tsv"
    text = shown(capsys, "compare", *paths, "--format", "table", "--metric", "Accuracy", "--metric", "WER")
    assert "metric    output" in text
    assert "The test is the sign test (McNemar, mid-p), because Accuracy is a mean over lines of 0 and 1." in text
    assert "The test is exact randomisation, because WER is not a mean over lines of 0 and 1" in text
    assert "The smallest difference that 12 such lines can show is" in text


@pytest.mark.parametrize(
    ("form", "wanted"),
    [("markdown", "| out-better |"), ("latex", r"out-better & 0.1026"), ("csv", "out-better,0.1026")],
)
def test_other_formats(form: str, wanted: str, challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = "demo/test-A/out-baseline.tsv", "demo/test-A/out-better.tsv"
    assert wanted in shown(capsys, "compare", *paths, "--format", form)


def test_several_outputs_are_corrected_and_put_into_clusters(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(challenge / "test-A" / "out-better.tsv", challenge / "test-A" / "out-same.tsv")
    names = [f"demo/test-A/out-{name}.tsv" for name in ("baseline", "better", "same")]
    (found,) = json.loads(shown(capsys, "compare", *names, "--format", "json"))["comparisons"]
    assert [one["cluster"] for one in found["outputs"]] == [2, 1, 1]
    assert [pair["adjusted"] for pair in found["pairs"]] == [
        2 * 2 / 2**14,
        2 * 2 / 2**14,
        1.0,
    ]  # two that are the same do not count
    text = shown(capsys, "compare", *names, "--format", "table")
    assert "Groups, the best first: out-better, out-same; out-baseline." in text
    assert "corrected after Holm for 2 pairs" in text


def test_outputs_that_share_a_cluster_with_the_best_may_still_differ(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # The second and the third fail on the same lines, the third on nine more; the best one fails on others.
    wrong = {"best": range(30), "second": range(167, 200), "third": range(158, 200)}
    (tmp_path / "expected").write_text("x\n" * 200)
    for name, places in wrong.items():
        (tmp_path / name).write_text("".join("q\n" if at in places else "x\n" for at in range(200)))
    files = ["--metric", "Accuracy", "--expected", tmp_path / "expected", *(tmp_path / name for name in wrong)]
    text = shown(capsys, "compare", *files, "--format", "table")
    assert "+0.0450 (p 0.0059)" in text
    assert "All are one group, as best cannot be told from third; but 1 of 3 pairs is different" in text
    assert "The outputs cannot be told apart" not in text
    shown(capsys, "report", *files, "--to", tmp_path / "report.md")
    assert "All are one group: best cannot be told from third." in (tmp_path / "report.md").read_text()


@pytest.mark.parametrize(
    ("count", "failures", "times", "is_noted"), [(30, 0, 0, True), (300, 2, 4, True), (300, 9, 2, False)]
)
def test_a_lead_with_hardly_a_heavy_error_may_be_the_luck_of_one_that_fails_rarely_but_badly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], count: int, failures: int, times: int, is_noted: bool
) -> None:
    """Beside light errors on every twentieth line, some lines are repeated without end."""
    lines = [["a"] * 10] * count
    (tmp_path / "expected").write_text("".join(" ".join(line) + "\n" for line in lines))
    rarely = [line * times if at < failures else ["b", *line[1:]] if failures and at % 20 == 0 else line
              for at, line in enumerate(lines)]  # fmt: skip
    (tmp_path / "rarely").write_text("".join(" ".join(line) + "\n" for line in rarely))
    often = [["b", "b", *line[2:]] if at % 3 == 0 else line for at, line in enumerate(lines)]
    (tmp_path / "often").write_text("".join(" ".join(line) + "\n" for line in often))
    files = ["--metric", "WER", "--expected", tmp_path / "expected", tmp_path / "rarely", tmp_path / "often"]
    assert main(["compare", *map(str, files), "--format", "table"]) == 0
    captured = capsys.readouterr()
    assert "rarely is better than often" in captured.out
    note = "rarely has errors, or heavy errors, on hardly a line; if it fails rarely but badly"
    assert (note in " ".join(captured.err.split())) == is_noted


def test_an_interval_that_leaves_0_out_by_a_hair_does_not_seem_to_touch_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One document of a hundred is twice as long as it should be, and of the other output most have a few errors."""
    words = list("abcdefghij") * 10
    texts = {
        "expected": [words] * 100,
        "once": [[*words, *["x"] * 100], *[words] * 99],
        "often": [["x"] * (at % 7) + words[at % 7 :] for at in range(100)],
        "documents": [[f"d{at}"] for at in range(100)],
    }
    for name, lines in texts.items():
        (tmp_path / name).write_text("".join(" ".join(line) + "\n" for line in lines))
    files = ["--metric", "WER", "--expected", tmp_path / "expected", tmp_path / "once", tmp_path / "often"]
    clusters = ["--input", tmp_path / "documents", "--cluster", "in<1>"]
    assert main(["compare", *map(str, [*files, *clusters]), "--format", "table", "--precision", "4"]) == 0
    captured = capsys.readouterr()
    found = re.search(r"once is better than often: .* to (-\S+), p 0\.00", captured.out)
    assert found
    assert float(found[1]) < 0
    assert "hardly a cluster; if it fails rarely but badly, these clusters may lack" in " ".join(captured.err.split())


def test_lines_that_differ_most_are_shown(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = "demo/test-A/out-better.tsv", "demo/test-A/out-baseline.tsv"
    rows = list(csv.DictReader(io.StringIO(shown(capsys, "compare", *paths, "--lines", 2)), delimiter="\t"))
    assert [(row["line"], row["change"], row["gain"]) for row in rows] == [
        ("7", "fixed", "+0.4286"),
        ("8", "fixed", "+0.3750"),
    ]
    assert rows[0]["expected"] == rows[0]["out-better says"] == "Pszczoły wróciły do ula tuż przed burzą."
    text = shown(capsys, "compare", *paths, "--lines", 2, "--format", "table")
    assert "against out-baseline, out-better is better on 14 lines, worse on 0, the same on 2." in text
    whole = json.loads(shown(capsys, "compare", *paths, "--lines", 2, "--format", "json"))
    assert [line["line"] for line in whole["comparisons"][0]["lines"][0]["lines"]] == [7, 8]


def test_an_output_of_another_length_is_an_error(challenge: Path, capsys: pytest.CaptureFixture[str]) -> None:
    short = challenge / "test-A" / "out-short.tsv"
    short.write_text("\n".join((challenge / "test-A" / "out-better.tsv").read_text().splitlines()[:-1]) + "\n")
    message = fault(capsys, "compare", "demo/test-A/out-better.tsv", "demo/test-A/out-short.tsv")
    assert "out-short.tsv line 16: too few lines: the output has 15 lines, the expected file 16" in message


@pytest.mark.parametrize(
    ("arguments", "code", "wanted"),
    [
        (["demo/test-A/out-better.tsv"], 2, "at least two outputs"),
        (["demo/test-A/out-better.tsv", "demo/test-A/out-better.tsv"], 2, "given twice"),
        (["a", "b", "--expected", "c"], 2, "--expected wants --metric too"),
        (["a", "b", "--expected", "-", "--metric", "WER"], 2, "standard input can be read once only"),
        (["a", "-", "--expected", "b", "--input", "-", "--metric", "WER"], 2, "standard input can be read once only"),
        (["a", "b", "--expected", "c", "--split", "dev-0"], 2, "leave out the challenge and --split"),
        (["a", "b", "--input", "c"], 2, "--input goes with --expected"),
        (["--challenge", "demo", "a", "b"], 1, "there is no output a, b, neither in a split"),
        (["demo/test-A/out-better.tsv", "nowhere"], 1, "there is no output nowhere"),
        (["demo/test-A/out-better.tsv", "demo/test-A/out-baseline.tsv", "--test", "sign"], 1, "which WER is not"),
        (["demo/test-A/out-better.tsv", "demo/test-A/out-baseline.tsv", "--test", "t"], 2, "invalid choice"),
    ],
)
def test_what_cannot_be_compared_is_an_error(
    arguments: list[str], code: int, wanted: str, challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert wanted in fault(capsys, "compare", *arguments, code=code)


def test_outputs_from_elsewhere_need_a_split_when_it_is_not_clear(
    challenge: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name in ("one", "two"):
        shutil.copy(challenge / "test-A" / "out-better.tsv", tmp_path / f"{name}.tsv")
    assert "minus one" in shown(capsys, "compare", "--challenge", "demo", "one.tsv", "two.tsv")  # the one of 16 lines
    shutil.copytree(challenge / "test-A", challenge / "dev-1")
    message = fault(capsys, "compare", "--challenge", "demo", "one.tsv", "two.tsv")
    assert "as many lines as dev-1, test-A; name its split: --split dev-1 or --split test-A" in message


# --- which outputs are meant -----------------------------------------------------------------------------------------


def test_an_output_of_the_split_is_compared_with_one_from_elsewhere(
    challenge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = sorted(path.name for path in (challenge / "test-A").glob("out*.tsv"))
    (challenge / "test-A" / second).rename("mine.tsv")
    assert "mine" in shown(capsys, "compare", "--challenge", "demo", first, "mine.tsv", "--quiet")
    told = fault(capsys, "compare", "--challenge", "demo", first, "nowhere.tsv")
    assert "there is no output nowhere.tsv, neither in a split" in told


def test_a_folder_in_place_of_outputs_stands_for_all_of_them(
    challenge: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(challenge)
    for found in (challenge / "test-A").glob("out*.tsv"):
        found.rename(challenge / "test-A" / "out.tsv")
    alone = "is a folder; there is test-A/out.tsv alone: put another beside it, as out-NAME.tsv"
    assert alone in fault(capsys, "compare", "test-A", code=2)
    shutil.copy(challenge / "test-A" / "out.tsv", challenge / "test-A" / "out-b.tsv")
    for command, place in (("compare", "."), ("compare", "test-A"), ("agreement", ".")):
        assert "out-b" in shown(capsys, command, place)
    told = fault(capsys, "compare", "test-A/out.tsv", code=2)
    wanted = ", and test-A/out.tsv is named alone; name those that you mean of  "
    assert wanted in told
    words = told.partition(wanted)[2].splitlines()[0].split()
    assert words == ["test-A/out.tsv", "test-A/out-b.tsv"]
    assert main(["compare", *words]) == 0  # what it says can be typed


def test_many_outputs_are_a_ranked_list_and_programs_get_all_pairs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "expected").write_text("a\n" * 90)
    outputs = [tmp_path / f"out-{at}" for at in range(9)]
    for at, path in enumerate(outputs):
        path.write_text("b\n" * 9 * at + "a\n" * 9 * (10 - at))
    words = ["compare", "--metric", "Accuracy", "--expected", tmp_path / "expected", *outputs]
    header, _, first, second, *_ = shown(capsys, *words, "--format", "table").splitlines()
    assert header.split() == ["output", "score", "low", "high", "group", "minus", "the", "best"]
    assert first.split()[0] == "out-0"
    assert second.split()[-3] == "-0.1000"
    assert shown(capsys, *words, "--format", "tsv").splitlines()[0].count("minus") == 9


def test_rounding_that_hides_a_verdict_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    expected, first, second = (tmp_path / name for name in ("expected", "first", "second"))
    expected.write_text("a\n" * 3000)
    first.write_text("a\n" * 3000)
    second.write_text("b\n" * 9 + "a\n" * 2991)
    words = ["compare", "--metric", "Accuracy", "--expected", expected, first, second, "--format", "table"]
    told = "Some scores that are told apart are the same when rounded so; --precision 3 shows the difference."
    assert told in shown(capsys, *words, "--precision", 2)
    assert "rounded" not in shown(capsys, *words, "--precision", 3)


@pytest.mark.parametrize("metric", ["Average-Precision", "AUC"])
def test_lines_without_a_score_of_their_own_are_not_said_to_be_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], metric: str
) -> None:
    paths = [tmp_path / name for name in ("expected", "first", "second")]
    for path, lines in zip(paths, ("011010", "124536", "142356"), strict=True):
        path.write_text("".join(f"{one}\n" for one in lines))
    text = shown(capsys, "compare", "--metric", metric, "--expected", *paths, "--lines", 1, "--format", "table")
    assert f"{metric}: what the score of first gains by each line of its own over that of second." in text
    assert "\nline " in text


def test_two_lines_are_too_few_for_an_interval(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = [tmp_path / name for name in ("expected", "first", "second")]
    for path, lines in zip(paths, ("12", "13", "32"), strict=True):
        path.write_text("".join(f"{one}\n" for one in lines))
    text = shown(capsys, "compare", "--metric", "MAE", "--expected", *paths, "--format", "table")
    assert "2 lines are too few for an interval" in text
    assert main(["eval", "--metric", "Pearson", "--expected", str(paths[0]), "--out", str(paths[1]), "--interval"]) == 0
    assert "there is no interval: 2 lines are too few for one" in capsys.readouterr().err


@pytest.mark.parametrize("metrics", [["WER"], ["WER", "CER"]])
def test_no_line_is_wider_than_a_narrow_terminal(
    challenge: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, metrics: list[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setenv("NO_COLOR", "1")
    outputs = [challenge / "test-A" / f"out-of-somebody-with-a-long-name-number-{at}.tsv" for at in range(4)]
    for at, path in enumerate(outputs):
        shutil.copy(challenge / "test-A" / ("out-better.tsv" if at % 2 else "out-baseline.tsv"), path)
    options = [part for metric in metrics for part in ("--metric", metric)]
    text = shown(capsys, "compare", *outputs, *options, "--lines", 1, "--quiet")
    assert max(map(len, text.splitlines())) <= 60
    for number in range(4):
        assert f"number-{number}" in text.split("Groups")[0]
    assert text.count("minus") == 4


def test_warnings_of_several_metrics_name_them_and_what_is_corrected_is_said(tmp_path, capsys):
    (tmp_path / "expected").write_text("1\n" * 40)
    (tmp_path / "a.tsv").write_text("1\n" * 38 + "0\n" * 2)
    (tmp_path / "b.tsv").write_text("1\n" * 30 + "0\n" * 10)
    names = [str(tmp_path / name) for name in ("a.tsv", "b.tsv")]
    words = ["compare", "--expected", str(tmp_path / "expected"), *names, "--format", "table"]
    assert main([*words, "--metric", "Brier", "--metric", "Macro-F1", "--metric", "MCC"]) == 0
    printed = capsys.readouterr()
    assert "P-values are corrected, if at all, over the pairs of one metric" in printed.out
    assert "warning: Macro-F1, MCC: a and b: only the class '1' is expected" in printed.err
    assert main([*words, "--metric", "Average-Precision"]) == 0
    printed = capsys.readouterr()
    assert "no line is of the rarer class, so that no p-value below 1 is possible (difference +0.0000)" in printed.out
    assert "+0.0000 (no verdict)" in printed.out
    assert main([*words[:-1], "tsv", "--metric", "MCC"]) == 0
    assert "impossible" in capsys.readouterr().out
    assert "over the pairs of one metric" not in printed.out


@pytest.mark.parametrize(
    ("p", "shown"), [(0.0501, "0.0501"), (0.0500003, "0.0500003"), (0.0499, "0.0499"), (0.05, "0.05"), (0.34, "0.34")]
)
def test_p_values_have_the_digits_that_decide(p, shown):
    assert shown_p(p, 0.05) == shown


def test_a_report_says_that_lines_of_one_class_decide_nothing(tmp_path, capsys):
    (tmp_path / "expected").write_text("1\n" * 40)
    names = [str(tmp_path / f"{right}.tsv") for right in (38, 30, 10)]
    for right, name in zip((38, 30, 10), names, strict=True):
        Path(name).write_text("1\n" * right + "0\n" * (40 - right))
    words = ["--expected", str(tmp_path / "expected"), "--metric", "Macro-F1", "--format", "markdown"]
    assert main(["report", *words, *names]) == 0
    printed = capsys.readouterr().out
    assert printed.count("| no verdict |") == 3
    assert "No verdict is possible on any pair" in printed
    assert "the intervals are not, and one may leave 0 out" in printed
