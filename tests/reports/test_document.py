"""The document of a report: its numbers are those of the commands that it puts together."""

import json
import math
import random
import shutil
from pathlib import Path
from typing import Any

import pytest

import probierz
from probierz.challenges.evaluate import evaluate_files
from probierz.errors import LengthError, OptionError
from probierz.inspection.agreement import agreement
from probierz.inspection.classes import class_report
from probierz.inspection.line_sources import file_lines
from probierz.inspection.worst import worst_features
from probierz.reports.document import report_document
from probierz.reports.document_csv import facts
from probierz.reports.document_formats import Look, render_document
from probierz.reports.document_tables import document_tables
from probierz.reports.material import Material, gather
from probierz.reports.options import ReportOptions
from probierz.reports.schema import ReportDocument
from probierz.reports.tables import NumberStyle

DEMO = Path(probierz.__file__).parent / "demo_challenge"


def demo_material(*outputs: str) -> Material:
    challenge = probierz.open_challenge(DEMO)
    split = challenge.split("test-A")
    evaluations = [challenge.evaluate("test-A", out=output) for output in outputs]
    return gather(evaluations, split.expected, split.input, reading=challenge.reading)


@pytest.fixture(scope="module")
def two() -> Material:
    return demo_material("out-baseline.tsv", "out-better.tsv")


@pytest.fixture(scope="module")
def document(two: Material) -> ReportDocument:
    return report_document(two)


def of_files(
    directory: Path,
    metrics: list[str],
    expected: list[str],
    *outputs: list[str],
    inputs: list[str] | None = None,
    **options: Any,
) -> ReportDocument:
    """The document of outputs that are written into files."""

    def written(name: str, lines: list[str]) -> Path:
        path = directory / name
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return path

    wanted = written("expected.tsv", expected)
    line_inputs = None if inputs is None else written("in.tsv", inputs)
    paths = [written(f"out-{number}.tsv", lines) for number, lines in enumerate(outputs, 1)]
    evaluations = [evaluate_files(metrics, wanted, path, line_inputs) for path in paths]
    document = report_document(gather(evaluations, wanted, line_inputs), ReportOptions(**options))
    json.dumps(document, allow_nan=False)  # it is plain data, without NaN
    return document


# --- the same numbers as elsewhere -----------------------------------------------------------------------------------


def test_scores_are_those_of_an_evaluation(two: Material, document: ReportDocument) -> None:
    for evaluation, scores in zip(two.evaluations, document["scores"], strict=True):
        assert [one["value"] for one in scores] == [score.value for score in evaluation]
        assert [one["signature"] for one in scores] == [str(score.signature) for score in evaluation]
    assert document["scores"][1][0]["shown"] == "0.1026"
    assert [metric["name"] for metric in document["metrics"]][:2] == ["WER", "CER"]
    assert (document["challenge"], document["split"], document["lines"]) == ("demo_challenge", "test-A", 16)


def test_one_output_has_the_intervals_of_its_evaluation() -> None:
    alone = demo_material("out-better.tsv")
    found = report_document(alone)
    wanted = [score.interval() for score in alone.evaluations[0]]
    assert [(one["low"], one["high"]) for one in found["scores"][0]] == [tuple(interval) for interval in wanted]
    assert found["interval"]["smallest_difference"] == [interval.smallest_difference for interval in wanted]
    assert (found["comparison"], found["agreement"]) == ([], None)


def test_several_outputs_have_the_numbers_of_compare(two: Material, document: ReportDocument) -> None:
    for at, entry in enumerate(document["comparison"]):
        wanted = probierz.compare(two.scores(at), two.names)
        (pair,) = wanted.pairs
        assert entry["metric"] == at
        assert entry["test"] == wanted.test
        found = entry["pairs"][0]
        assert (found["difference"], found["low"], found["high"]) == (pair.difference, pair.low, pair.high)
        assert (found["p"], found["adjusted"]) == (pair.p_value, pair.adjusted)
        assert (found["fixed"], found["broken"]) == (pair.better, pair.worse)
        assert [(one[at]["low"], one[at]["high"]) for one in document["scores"]] == [
            (interval.low, interval.high) for interval in wanted.intervals
        ]


def test_the_best_output_comes_first_in_order_and_clusters(document: ReportDocument) -> None:
    assert all(entry["order"] == [1, 0] for entry in document["comparison"])
    assert document["comparison"][0]["clusters"] == [[1], [0]]
    assert document["comparison"][0]["pairs"][0]["significant"] is True


def test_lines_have_the_scores_of_single_lines(two: Material, document: ReportDocument) -> None:
    challenge = probierz.open_challenge(DEMO)
    split = challenge.split("test-A")
    lines = list(file_lines("WER", split.expected, split.path / "out-better.tsv", split.input))
    rows = document["items"]["rows"]
    assert document["items"]["how"] is None
    assert [row["scores"][1] for row in rows] == [line.score for line in lines]
    assert [row["outputs"][1] for row in rows] == [line.output for line in lines]
    assert [row["input"] for row in rows] == [line.input for line in lines]


def test_features_are_those_of_worst_and_know_their_lines(tmp_path: Path) -> None:
    draw = random.Random(3)
    expected = [f"{'trudne' if number % 3 == 0 else 'proste'} zdanie {draw.random():.3f}" for number in range(90)]
    output = [line.replace("trudne", "trune") for line in expected]
    found = of_files(tmp_path, ["WER"], expected, output)
    wanted = worst_features(file_lines("WER", tmp_path / "expected.tsv", tmp_path / "out-1.tsv"))
    features = found["worst"][0]["features"]
    assert [(one["name"], one["lines"], one["q"]) for one in features] == [
        (one.name, one.lines, one.q) for one in wanted.features
    ]
    by_name = {one["name"]: one["items"] for one in features}
    assert by_name["exp:trudne"] == list(range(1, 91, 3))


def test_slices_have_scores_of_their_lines_alone(document: ReportDocument, two: Material) -> None:
    (table,) = document["slices"]
    assert (table["by"], table["metric"]) == ("length(exp)", 0)
    assert sum(one["lines"] for one in table["slices"]) == 16
    for one in table["slices"]:
        low, _, high = one["name"].partition("-")
        chosen = [at for at, text in enumerate(two.expected) if int(low) <= len(text.split()) <= int(high or low)]
        values = [
            probierz.score("WER", [two.expected[at] for at in chosen], [output[at] for at in chosen]).value
            for output in two.outputs
        ]
        assert [cell["value"] for cell in one["cells"]] == values


def test_labels_and_columns_of_few_values_are_sliced_by_themselves(tmp_path: Path) -> None:
    expected = ["tak", "nie"] * 20
    inputs = [f"{'radio' if number < 20 else 'prasa'}\t{number}" for number in range(40)]
    found = of_files(tmp_path, ["Accuracy"], expected, ["tak"] * 40, inputs=inputs)
    tables = {
        table["by"]: {one["name"]: one["cells"][0]["value"] for one in table["slices"]} for table in found["slices"]
    }
    assert tables["label"] == {"nie": 0.0, "tak": 1.0}
    assert tables["in<1>"] == {"prasa": 0.5, "radio": 0.5}
    assert list(tables) == ["length(exp)", "label", "in<1>"]


def test_a_slicing_by_the_output_is_one_for_each_output(tmp_path: Path) -> None:
    expected, first, second = ["a", "b", "b"], ["a", "a", "b"], ["b", "b", "b"]
    found = of_files(tmp_path, ["Accuracy"], expected, first, second, by=["out"])
    assert [table["title"] for table in found["slices"]] == ["out of out-1", "out of out-2"]
    # of the second output, all three lines say b: the first has 2 of them right, the second 2
    assert [[cell["value"] for cell in one["cells"]] for one in found["slices"][1]["slices"]] == [[2 / 3, 2 / 3]]
    # of the first, lines 1 and 2 say a (the first has 1 right, the second 1), line 3 says b
    assert [[cell["value"] for cell in one["cells"]] for one in found["slices"][0]["slices"]] == [[0.5, 0.5], [1, 1]]


def test_classes_and_agreement_are_those_of_their_commands(tmp_path: Path) -> None:
    expected, first, second = list("aabbab"), list("aabbbb"), list("abbbab")
    found = of_files(tmp_path, ["Macro-F1"], expected, first, second)
    sources = [file_lines("Macro-F1", tmp_path / "expected.tsv", tmp_path / f"out-{at}.tsv") for at in (1, 2)]
    for entry, source in zip(found["classes"], sources, strict=True):
        wanted = class_report(source)
        assert entry is not None
        assert {one["name"]: one["f1"] for one in entry["classes"]} == {one.name: one.f1 for one in wanted.classes}
        assert entry["confusion"]["counts"] == [list(row) for row in wanted.confusion().counts]
    assert found["agreement"] == agreement(sources, ["out-1", "out-2"]).as_dict()


def test_probabilities_are_calibrated_and_certainties_are_not(tmp_path: Path) -> None:
    expected = ["1", "1", "0", "0"]
    found = of_files(tmp_path, ["Brier"], expected, ["0.9", "0.7", "0.7", "0.1"], ["1", "0", "0", "1"])
    first, second = found["calibration"]
    assert first is not None
    assert first["brier"] == pytest.approx((0.1**2 + 0.3**2 + 0.7**2 + 0.1**2) / 4)
    assert sum(one["lines"] for one in first["bins"]) == 4
    assert second is None


# --- odd data --------------------------------------------------------------------------------------------------------


def test_one_line_has_no_interval_and_says_so(tmp_path: Path) -> None:
    found = of_files(tmp_path, ["WER"], ["a b"], ["a c"])
    assert found["scores"][0][0]["value"] == 0.5
    assert found["scores"][0][0]["low"] is None
    assert any("one line says nothing" in note for note in found["notes"])


def test_what_is_odd_about_the_interval_of_a_slice_is_told(tmp_path: Path) -> None:
    errors = [at % 3 * 0.1 for at in range(39)] + [100.0]
    found = of_files(tmp_path, ["MAE"], ["0"] * 40, [str(one) for one in errors], by=["expr:line > 20"])
    (table,) = found["slices"]
    assert any("interval of MAE in yes: one line alone makes" in note for note in table["notes"]), table["notes"]


def test_equal_outputs_differ_in_nothing(tmp_path: Path) -> None:
    found = of_files(tmp_path, ["Accuracy"], ["a"] * 8, ["a"] * 8, ["a"] * 8)
    (pair,) = found["comparison"][0]["pairs"]
    assert (pair["difference"], pair["p"], pair["significant"]) == (0, 1, False)
    assert found["comparison"][0]["clusters"] == [[0, 1]]
    assert found["histograms"][0]["counts"] == [[8], [8]]
    assert [one["features"] for one in found["worst"]] == [[], []]


def test_a_metric_without_scores_of_lines_leaves_lines_unscored(tmp_path: Path) -> None:
    found = of_files(tmp_path, ["Pearson"], ["1", "2", "3", "5"], ["1", "2", "4", "4"], ["2", "1", "4", "4"])
    assert found["histograms"] == []
    assert all(score is None for row in found["items"]["rows"] for score in row["scores"])
    assert "no value on single lines" in str(found["worst"][0]["note"])
    assert found["agreement"] is None


def test_infinite_scores_are_words_and_nulls(tmp_path: Path) -> None:
    found = of_files(tmp_path, ["LogLoss"], ["1", "0", "1"], ["0", "0.5", "0.9"])
    assert found["scores"][0][0]["value"] is None
    assert found["scores"][0][0]["shown"] == "Infinity"
    assert found["items"]["rows"][0]["scores"] == [None]
    assert found["histograms"][0]["unscored"] == [1]


def test_flags_that_look_at_the_output_forbid_a_comparison(tmp_path: Path) -> None:
    found = of_files(tmp_path, ["Accuracy:f<out:a>"], list("aba"), list("aab"), list("bab"), inputs=list("xyz"))
    assert found["comparison"] == []
    assert found["interval"]["smallest_difference"] == [None]
    assert [row["scores"] for row in found["items"]["rows"]] == [[1.0, None], [0.0, 0.0], [None, None]]
    assert any("flags choose other lines" in note for note in found["notes"])


HOSTILE = [
    "</script><script>alert(1)</script>",
    "\u202eodwrócone\u202c",
    "=1+1",
    "a|b*c_d`e",
    r"\input{x} & 50 % $x$ #",
]


def test_hostile_texts_stay_as_they_are(tmp_path: Path) -> None:
    found = of_files(tmp_path, ["Accuracy"], HOSTILE, HOSTILE[::-1], inputs=HOSTILE, by=["exp"])
    assert [row["expected"] for row in found["items"]["rows"]] == HOSTILE
    assert json.loads(render_document(found, "json"))["items"] == found["items"]


def test_hostile_names_cannot_leave_their_cells_in_tables(tmp_path: Path) -> None:
    found = of_files(tmp_path, ["Accuracy"], HOSTILE, HOSTILE[::-1], by=["exp"])
    markdown, latex = render_document(found, "markdown"), render_document(found, "latex")
    assert "<script" not in markdown.replace("\\<script", "")
    assert "\u202e" not in markdown + latex
    assert r"\textbackslash{}input\{x\} \& 50 \% \$x\$ \#" in latex
    assert r"a\|b\*c\_d\`e" in markdown


def test_a_text_of_a_megabyte_is_cut_and_says_how_long_it_was(tmp_path: Path) -> None:
    found = of_files(tmp_path, ["Accuracy"], ["a", "b"], ["x" * 2**20, "b"])
    assert found["items"]["rows"][0]["outputs"][0] == "x" * 5000 + " […1,048,576 characters]"


def test_an_input_of_another_length_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LengthError, match="the input has 1 lines, fewer than the 2 expected ones"):
        of_files(tmp_path, ["Accuracy"], ["a", "b"], ["a", "b"], inputs=["one"])


def test_evaluations_that_do_not_go_together_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a\n")
    evaluations = [evaluate_files([metric], tmp_path / "a", tmp_path / "a") for metric in ("WER", "CER")]
    with pytest.raises(OptionError, match="scored with other metrics"):
        gather(evaluations, tmp_path / "a")
    with pytest.raises(OptionError, match="at least one output"):
        gather([], tmp_path / "a")
    with pytest.raises(OptionError, match="without rows"):
        gather([evaluate_files(["WER"], tmp_path / "a", tmp_path / "a", rows=False)], tmp_path / "a")


def test_outputs_of_one_name_are_told_apart_by_their_paths(tmp_path: Path) -> None:
    paths = [tmp_path / name / "out.tsv" for name in ("one", "two")]
    for path in paths:
        path.parent.mkdir()
        shutil.copy(DEMO / "test-A" / "expected.tsv", path)
    evaluations = [evaluate_files(["WER"], paths[0], path) for path in paths]
    assert gather(evaluations, paths[0]).names == (str(paths[0]), str(paths[1]))


# --- formats agree ---------------------------------------------------------------------------------------------------


def test_every_number_of_the_csv_is_in_the_document(document: ReportDocument) -> None:
    found = {(one.table, one.metric, one.output, one.row, one.what): one for one in facts(document)}
    assert len(found) == len(list(facts(document)))
    score = found["scores", "CER", "out-better", "", "score"]
    assert (score.value, score.low, score.high) == tuple(
        document["scores"][1][1][key]
        for key in ("value", "low", "high")  # type: ignore[literal-required]
    )
    lines = [one.value for key, one in found.items() if key[0] == "lines" and key[2] == "out-better"]
    assert lines == [row["scores"][1] for row in document["items"]["rows"]]
    text = render_document(document, "csv").splitlines()
    assert text[0] == "table,metric,output,row,what,value,low,high"
    assert f"scores,CER,out-better,,score,{score.value!r},{score.low!r},{score.high!r}" in text


@pytest.mark.parametrize("decimals", [1, 4, 8])
def test_tables_show_the_numbers_of_the_document_rounded(document: ReportDocument, decimals: int) -> None:
    style = NumberStyle(decimals)
    look = Look(style=style)
    markdown, latex = render_document(document, "markdown", look), render_document(document, "latex", look)
    for entry in document["comparison"]:
        pair = entry["pairs"][0]
        shown = [style.show(pair[key] or 0.0) for key in ("difference", "low", "high")]  # type: ignore[literal-required]
        assert f"{shown[0]} [{shown[1]}, {shown[2]}]" in latex
        assert rf"{shown[0]} \[{shown[1]}, {shown[2]}\]" in markdown
    for table in document["slices"]:
        for one in table["slices"]:
            for cell in one["cells"]:
                assert cell["value"] is not None
                assert f"& {style.show(cell['value'])} [" in latex


def test_the_best_scores_are_bold_and_the_title_is_the_challenge(document: ReportDocument) -> None:
    markdown = render_document(document, "markdown")
    assert markdown.splitlines()[2] == "# demo\\_challenge test-A"
    assert "| out-better | **0.1026 \\[" in markdown
    assert "# Wyniki" in render_document(document, "markdown", Look(title="Wyniki"))


def test_each_section_with_data_has_a_table(tmp_path: Path) -> None:
    expected, first, second = list("aabbab") * 5, list("aabbbb") * 5, list("abbbab") * 5
    found = of_files(tmp_path, ["Accuracy", "Macro-F1"], expected, first, second)
    titles = [one.title for one in document_tables(found, NumberStyle(4))]
    assert titles[:3] == ["Scores", "Comparison by Accuracy", "Comparison by Macro-F1"]
    assert "Accuracy by expected label" in titles
    assert "Classes of out-1" in titles
    assert "Agreement" in titles


def test_the_sums_of_a_histogram_are_all_lines(document: ReportDocument) -> None:
    for one in document["histograms"]:
        for counts, unscored in zip(one["counts"], one["unscored"], strict=True):
            assert len(counts) == len(one["edges"]) - 1
            assert sum(counts) + unscored == document["lines"]
        assert one["edges"] == sorted(set(one["edges"]))
        assert all(map(math.isfinite, one["edges"]))


def test_a_pair_on_which_no_verdict_is_possible_says_so(tmp_path: Path) -> None:
    """Three lines differ: not even 3 of 3 lines better could be more than chance at 5 %."""
    expected = ["a"] * 20
    found = of_files(tmp_path, ["Accuracy"], expected, expected, ["b"] * 3 + ["a"] * 17)
    (pair,) = found["comparison"][0]["pairs"]
    assert (pair["verdict"], pair["significant"]) == ("impossible", False)
    tables = [one for one in document_tables(found, NumberStyle()) if one.label.startswith("comparison")]
    assert tables[0].table.rows[0][-1] == "no verdict"
    assert [one.value for one in facts(found) if one.what == "decidable"] == [0]


def test_of_many_outputs_a_table_for_people_shows_neighbours(tmp_path: Path) -> None:
    expected = ["a"] * 20
    found = of_files(tmp_path, ["Accuracy"], expected, *(["b"] * at + ["a"] * (20 - at) for at in range(16)))
    (table,) = [one for one in document_tables(found, NumberStyle()) if one.label.startswith("comparison")]
    assert len(found["comparison"][0]["pairs"]) == 120
    assert len(table.table.rows) == 15
    assert any("neighbours by score; all 120" in note for note in table.notes)
