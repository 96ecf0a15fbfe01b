import json
from types import SimpleNamespace

import pytest

from probierz import compare, evaluate_files, open_challenge, parse_scheme
from probierz.errors import OptionError, ProbierzError, UnknownMetric
from probierz.inspection.agreement import agreement
from probierz.inspection.line_sources import LineDifferences, challenge_lines
from probierz.inspection.worst import worst_features

HOSTILE = "<script>alert(1)</script>"
EXPECTED = ["a b", "c d", "a e", HOSTILE, "f", "g h"] * 5
FIRST = ["a b", "c x", "a e", f"{HOSTILE}!", "y", "g h"] * 5
SECOND = ["a b", "c d", "z z", HOSTILE, "f", "g h"] * 5


@pytest.fixture
def outputs(tmp_path):
    """Two outputs of a challenge with WER and Accuracy."""
    split = tmp_path / "dev-0"
    split.mkdir()
    (tmp_path / "config.txt").write_text("--metric WER --metric Accuracy:N<Exact>\n")
    (split / "in.tsv").write_text("".join(f"{'xy'[at % 2]}\t{at}\n" for at in range(len(EXPECTED))))
    for name, lines in (("expected", EXPECTED), ("out-a", FIRST), ("out-b", SECOND)):
        (split / f"{name}.tsv").write_text("".join(f"{line}\n" for line in lines))
    challenge = open_challenge(tmp_path)
    first, second = challenge.evaluate_all("dev-0")
    return SimpleNamespace(challenge=challenge, first=first, second=second)


def test_an_evaluation_knows_its_files(outputs):
    split = outputs.challenge.split("dev-0")
    assert outputs.first.expected == str(split.expected)
    assert outputs.first.inputs == str(split.input)
    assert outputs.first.reading == outputs.challenge.reading


def test_lines_have_the_scores_of_the_rows(outputs):
    lines = list(outputs.first.line_by_line("Exact"))
    assert [line.score for line in lines] == outputs.first["Exact"].rows.values
    assert [line.expected for line in lines] == EXPECTED
    assert lines == list(challenge_lines(outputs.challenge, "dev-0", out="out-a.tsv", scheme="Accuracy"))


def test_lines_can_be_chosen_and_gone_through_again(outputs):
    view = outputs.first.line_by_line(order="worst", match="^[cf]", side="expected", limit=6)
    assert [line.number for line in view] == [5, 11, 17, 23, 29, 2]
    assert [line.number for line in view] == [5, 11, 17, 23, 29, 2]
    assert {line.output for line in outputs.first.line_by_line(feature="exp:d")} == {"c x"}


def test_a_metric_is_a_score_or_any_other(outputs):
    assert outputs.first.source().scheme.name == "WER"
    assert outputs.first.source("Exact").scheme.name == "Exact"
    assert outputs.first.source("CER:l").scheme == outputs.first.source(parse_scheme("CER:l")).scheme
    with pytest.raises(UnknownMetric, match=r"no score is called 'WRE'.*there are WER, Exact.*WER"):
        outputs.first.source("WRE")


def test_frames_of_lines(outputs):
    view = outputs.first.line_by_line(limit=2)
    assert view.to_polars().columns == ["line", "score", "input", "expected", "output"]
    assert view.to_pandas()["output"].tolist() == FIRST[:2]


def test_worst_features_are_those_of_the_function(outputs):
    options = {"level": 1.0, "min_frequency": 2}
    source = challenge_lines(outputs.challenge, "dev-0", out="out-a.tsv")
    assert outputs.first.worst(**options) == worst_features(source, **options)
    other = challenge_lines(outputs.challenge, "dev-0", out="out-b.tsv")
    changed = worst_features(LineDifferences(source, other), **options)
    found = outputs.first.worst(against=outputs.second, **options)
    assert found == changed
    assert len(found) == len(found.to_polars()) == len(found.to_pandas()) == len(list(found))


def test_intervals_are_those_of_the_scores(outputs):
    table = outputs.first.intervals(samples=200, seed=3)
    assert list(table) == [score.interval(samples=200, seed=3) for score in outputs.first]
    assert table["Exact"] == table.intervals[1]
    assert table.to_polars()["low"].to_list() == [one.low for one in table]


def test_a_comparison_is_that_of_the_scores(outputs):
    found = outputs.first.compare(outputs.second, metric="Exact", samples=200)
    assert found == compare([outputs.first["Exact"], outputs.second["Exact"]], names=["out-a", "out-b"], samples=200)


def test_slices_have_the_scores_of_their_lines(outputs):
    table = outputs.first.slices("in<1>")
    assert {one.name for one in table.slices} == {"x", "y"}
    found = table["x"].scores[1]
    assert found.value == sum(one == other for one, other in list(zip(EXPECTED, FIRST, strict=True))[::2]) / 15
    crossed = outputs.first.slices("in<1>", "length(exp)", metric="Exact")
    assert sum(one.lines for one in crossed.all) == len(EXPECTED)
    assert len(crossed.to_pandas()) == len(crossed.all)


def test_agreement_and_classes_are_those_of_the_functions(outputs):
    sources = [one.source("Exact") for one in (outputs.first, outputs.second)]
    assert outputs.first.agreement(outputs.second, metric="Exact") == agreement(sources, ["out-a", "out-b"])
    assert outputs.first.classes("Exact")["f"].expected == 5
    with pytest.raises(OptionError, match="WER has no classes"):
        outputs.first.classes()


def test_calibration(tmp_path):
    (tmp_path / "expected.tsv").write_text("0\n1\n1\n0\n")
    (tmp_path / "out.tsv").write_text("0.2\n0.8\n0.8\n0.8\n")
    found = evaluate_files(["LogLoss"], tmp_path / "expected.tsv", tmp_path / "out.tsv").calibration(bins=2)
    assert (found.count, found.bins[1].accuracy) == (4, pytest.approx(2 / 3))


def test_a_report_is_saved_in_the_format_of_its_name(outputs, tmp_path):
    path = tmp_path / "report.json"
    outputs.first.report(path, outputs.second, samples=100)
    assert [one["name"] for one in json.loads(path.read_text())["outputs"]] == ["out-a", "out-b"]
    with pytest.raises(OptionError, match=r"end the name in \.html"):
        outputs.first.report(tmp_path / "report.docx")
    (tmp_path / "mine.md").write_text("mine")
    with pytest.raises(ProbierzError, match="is not a report"):
        outputs.first.report(tmp_path / "mine.md", outputs.second)
    assert (tmp_path / "mine.md").read_text() == "mine"


def test_standard_input_cannot_be_read_again(outputs):
    from dataclasses import replace

    with pytest.raises(OptionError, match="save them as files"):
        replace(outputs.first, output="-").line_by_line()


def test_an_unknown_order_is_refused(outputs):
    with pytest.raises(OptionError, match="no order is called 'bad'; try file, worst, best"):
        outputs.first.line_by_line(order="bad")


def test_without_rows_a_histogram_says_what_to_do(outputs):
    evaluation = outputs.challenge.evaluate("dev-0", out="out-a.tsv", rows=False)
    with pytest.raises(OptionError, match="rows=True"):
        evaluation.histogram()


def test_pictures_are_drawn(outputs):
    pictures = [
        outputs.first.histogram("Exact"),
        outputs.first.intervals(samples=50).plot(),
        outputs.first.compare(outputs.second, samples=50).plot(),
        outputs.first.compare(outputs.second, samples=50).plot_intervals(),
    ]
    assert all("<svg" in one._repr_svg_() for one in pictures)


def test_whatever_a_notebook_shows_keeps_hostile_text_text(outputs):
    options = {"level": 1.0, "min_frequency": 2, "limit": None}
    shown = [
        outputs.first,
        outputs.first["WER"],
        outputs.first.line_by_line(limit=6),
        outputs.first.worst(**options),
        outputs.first.intervals(samples=50),
        outputs.first.compare(outputs.second, names=[HOSTILE, "b"], samples=50),
        outputs.first.slices("exp"),
        outputs.first.classes("Exact"),
    ]
    pages = [one._repr_html_() for one in shown]
    assert not any("<script" in page for page in pages)
    assert sum("&lt;script&gt;" in page for page in pages) == 5
    assert all(page.startswith("<div") and "<table>" in page for page in pages)
