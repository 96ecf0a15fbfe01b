"""Tables in every format."""

import csv
import io
import json
import math

import pytest

from probierz.challenges.evaluation import EvaluationRecord
from probierz.reports.json_values import json_number, scores_as_json
from probierz.reports.score_tables import score_table
from probierz.reports.tables import FORMATS, Column, NumberStyle, Table, folded, render, text_width
from probierz.schemes.scheme import parse_scheme
from probierz.scoring.score import Score
from probierz.scoring.signature import Signature


def evaluation(output: str, split: str = "test-A", parameters: dict[str, str] | None = None, **values: float):
    """An evaluation with these values, a metric each."""
    scores = tuple(
        Score(name, value, parse_scheme(name), Signature(name, "0.1.0", 2)) for name, value in values.items()
    )
    return EvaluationRecord("words", split, f"{split}/{output}.tsv", scores, 2, (), parameters or {})


EXACT = NumberStyle()
SIMPLE = Table((Column("name"), Column("WER", True, "lower")), (("a", "0.5"), ("b", "0.25")), frozenset({(1, 1)}))


@pytest.mark.parametrize(
    ("style", "value", "printed"),
    [
        # Half to even on the shortest decimal digits; two decimals fewer with percent: GEval's rules.
        (NumberStyle(2), 0.125, "0.12"),
        (NumberStyle(2), 2.675, "2.68"),
        (NumberStyle(4, True), 0.165499, "16.55"),
        (NumberStyle(1, True), 0.5, "50"),
        (NumberStyle(None, True), 0.07, "7.0"),
        (NumberStyle(None, True), math.inf, "Infinity"),
        (NumberStyle(), 0.1 + 0.2, "0.30000000000000004"),
        (NumberStyle(4), -0.00001, "0.0000"),
        (NumberStyle(4), -0.00006, "-0.0001"),
        (NumberStyle(4, True), -0.00001, "0.00"),
        (NumberStyle(), -0.0, "0.0"),
        (NumberStyle(3), math.nan, "NaN"),
        (NumberStyle(3), math.inf, "Infinity"),
    ],
)
def test_numbers_are_rounded_when_printed(style: NumberStyle, value: float, printed: str) -> None:
    assert style.show(value) == printed


def test_one_evaluation_is_a_row_a_metric() -> None:
    table = score_table([evaluation("out", WER=0.5, Accuracy=0.25)], EXACT)
    assert [column.name for column in table.columns] == ["metric", "score"]
    assert table.rows == (("WER", "0.5"), ("Accuracy", "0.25"))
    assert table.best == frozenset()


def test_several_outputs_are_a_row_each_with_the_best_marked() -> None:
    table = score_table(
        [evaluation("out-a", WER=0.5, Accuracy=0.25), evaluation("out-b", WER=0.75, Accuracy=0.5)], EXACT
    )
    assert [column.name for column in table.columns] == ["output", "WER", "Accuracy"]
    assert table.rows == (("out-a", "0.5", "0.25"), ("out-b", "0.75", "0.5"))
    assert table.best == {(0, 1), (1, 2)}  # the lower error rate, the higher accuracy


def test_transposed_metrics_are_rows() -> None:
    outputs = [evaluation("out-a", WER=0.5, Accuracy=0.25), evaluation("out-b", WER=0.75, Accuracy=0.5)]
    table = score_table(outputs, EXACT, transposed=True)
    assert [column.name for column in table.columns] == ["metric", "out-a", "out-b"]
    assert table.rows == (("WER", "0.5", "0.75"), ("Accuracy", "0.25", "0.5"))
    assert table.best == {(0, 1), (1, 2)}
    assert table.row_better == ("lower", "higher")


def test_the_best_is_marked_within_a_split_and_never_among_equals_or_nan() -> None:
    nan = math.nan
    outputs = [
        evaluation("out-a", "dev-0", WER=0.5),
        evaluation("out-b", "dev-0", WER=0.5),
        evaluation("out-a", "test-A", WER=0.9),
        evaluation("out-b", "test-A", WER=0.8),
        evaluation("out-c", "test-A", WER=nan),
    ]
    assert score_table(outputs, EXACT).best == {(3, 2)}


@pytest.mark.parametrize(
    ("outputs", "columns"),
    [
        ([("out", "dev-0", {}), ("out", "test-A", {})], ["split"]),
        ([("out", "dev-0", {}), ("out-a", "test-A", {})], ["split", "output"]),
        ([("out-a", "dev-0", {}), ("out-b", "dev-0", {})], ["output"]),
        ([("out-k=1", "dev-0", {"k": "1"}), ("out-k=2", "dev-0", {"k": "2"})], ["k"]),
        ([("out-k=1", "dev-0", {"k": "1"}), ("out-b=2", "dev-0", {"b": "2"})], ["b", "k"]),
        ([("out-k=1", "dev-0", {"k": "1"}), ("other-k=1", "dev-0", {"k": "1"})], ["output", "k"]),
    ],
)
def test_outputs_are_told_apart_by_what_differs(outputs: list[tuple[str, str, dict]], columns: list[str]) -> None:
    table = score_table([evaluation(*one, WER=0.5) for one in outputs], EXACT)
    assert [column.name for column in table.columns] == [*columns, "WER"]
    assert len({row[:-1] for row in table.rows}) == len(outputs)


def test_text_is_aligned_under_a_rule() -> None:
    assert render(SIMPLE, "table") == ("name  WER ↓\n────  ─────\na       0.5\nb      0.25\n")
    assert "\x1b[1m0.25\x1b[0m" in render(SIMPLE, "table", bold=True)
    assert text_width(SIMPLE) == 11


def test_wide_letters_and_combining_marks_keep_the_columns_straight() -> None:
    # A Chinese letter takes two columns; a combining acute none.
    table = Table((Column("n"), Column("x", True)), (("試", "1"), ("o\u0301", "2"), ("ab", "3")))
    assert render(table, "table") == "n   x\n──  ─\n試  1\no\u0301   2\nab  3\n"


def test_control_characters_do_not_reach_the_terminal() -> None:
    table = Table((Column("n"),), (("a\x1b[2Jb\nc",),))
    assert "\x1b" not in render(table, "table")
    assert render(table, "table").count("\n") == 3


def test_a_last_column_of_text_is_folded_to_the_terminal() -> None:
    table = Table((Column("n"), Column("meaning")), (("a", "one two three four five six seven eight"),))
    assert render(table, "table", width=30).splitlines()[2:] == ["a  one two three four five six", "   seven eight"]


def test_tsv_keeps_one_row_a_line() -> None:
    table = Table((Column("n"), Column("x", True)), (("a\tb\nc", "1"),))
    assert render(table, "tsv") == "n\tx\na b c\t1\n"


@pytest.mark.parametrize("cell", ["1.5e-7", "1e-300", "-Infinity", "NaN", "", "2.0e12"])
def test_numbers_for_programs_have_no_exponent_but_where_zeros_would_be_all_one_sees(cell: str) -> None:
    table = Table((Column("n"), Column("x", True)), ((cell, cell),))
    plain = {"1.5e-7": "0.00000015", "2.0e12": "2000000000000"}.get(cell, cell)
    assert render(table, "csv").splitlines()[1].split(",")[1] in (plain, f"{plain}.0")
    assert render(table, "tsv").splitlines()[1].split("\t")[0] == cell


def test_csv_reads_back() -> None:
    table = Table((Column("n"), Column("x", True)), (('a,"b"\nc', "1"),))
    assert list(csv.reader(io.StringIO(render(table, "csv")))) == [["n", "x"], ['a,"b"\nc', "1"]]


def test_markdown_has_bold_best_numbers_and_escapes() -> None:
    assert render(SIMPLE, "markdown") == ("| name | WER ↓ |\n| --- | ---: |\n| a | 0.5 |\n| b | **0.25** |\n")
    odd = Table((Column("n"),), ((r"m<a|b>*_\d",),))
    assert render(odd, "markdown").splitlines()[-1] == r"| m\<a\|b\>\*\_\\d |"


def test_latex_has_the_rules_of_booktabs_and_escapes() -> None:
    assert render(SIMPLE, "latex").splitlines() == [
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"name & WER $\downarrow$ \\",
        r"\midrule",
        r"a & 0.5 \\",
        r"b & \textbf{0.25} \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]
    odd = Table((Column("n"),), ((r"50% & a_b #1 {x} $y \z ~^",),))
    assert (
        render(odd, "latex").splitlines()[4]
        == r"50\% \& a\_b \#1 \{x\} \$y \textbackslash{}z \textasciitilde{}\textasciicircum{} \\"
    )


def test_json_of_a_table_is_a_list_of_objects() -> None:
    assert json.loads(render(SIMPLE, "json")) == [{"name": "a", "WER": "0.5"}, {"name": "b", "WER": "0.25"}]


@pytest.mark.parametrize("form", FORMATS)
def test_a_table_without_rows_has_its_header_in_every_format(form: str) -> None:
    text = render(Table((Column("name"), Column("score", True)), ()), form)
    assert text.endswith("\n")
    assert form == "json" or "score" in text


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.5, {"value": 0.5}),
        (math.nan, {"value": None, "nan": True}),
        (math.inf, {"value": "Infinity"}),
        (-math.inf, {"value": "-Infinity"}),
    ],
)
def test_json_numbers_mark_what_json_lacks(value: float, shown: dict[str, object]) -> None:
    assert json_number(value) == shown


def test_json_of_scores_is_strict_and_unrounded() -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    whole = json.loads(scores_as_json([evaluation("out", WER=1 / 3, Pearson=math.nan)]), parse_constant=refuse)
    wer, pearson = whole["evaluations"][0]["scores"]
    assert wer["value"] == 1 / 3
    assert wer["signature"]["text"] == "WER|probierz:0.1.0|lines:2"
    assert (pearson["value"], pearson["nan"]) == (None, True)


def test_a_wide_table_is_folded_into_parts_that_each_begin_with_its_first_columns():
    columns = (Column("rank", True), Column("system"), *(Column(f"task {at}", True) for at in range(5)))
    wide = Table(columns, (("1", "ours", *"12345"),), best=frozenset({(0, 4)}), shades={(0, 1): "32"})
    # rank, system and two tasks: 4 + 2 + 6 + 2 · (2 + 6) = 28 columns of a terminal
    parts = folded(wide, 28, 2)
    assert [[column.name for column in part.columns[2:]] for part in parts] == [
        ["task 0", "task 1"],
        ["task 2", "task 3"],
        ["task 4"],
    ]
    assert [part.rows[0] for part in parts] == [("1", "ours", "1", "2"), ("1", "ours", "3", "4"), ("1", "ours", "5")]
    assert [part.best for part in parts] == [frozenset(), frozenset({(0, 2)}), frozenset()]
    assert all(part.shades == {(0, 1): "32"} for part in parts)
    assert all(text_width(part) <= 28 for part in parts)
    assert folded(wide, 200, 2) == [wide]
    assert len(folded(wide, 10, 2)) == 5
