"""What GEval 1.42.2.0 does in corners where an evaluator is easily a little different, one small input for each.

The values follow from its definitions, by hand. `geval` is the drop-in command, `probierz` the library.
"""

import gzip
import io
import math
import subprocess
import sys

import pytest

from probierz import score
from probierz.cli.geval import main


@pytest.fixture
def geval(tmp_path, monkeypatch, capsys):
    """Run the drop-in on a folder with these files; returns what it prints, the message where it fails."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "test-A").mkdir()

    def run(*arguments, **files):
        for name, text in files.items():
            folder = tmp_path if name.startswith("header") else tmp_path / "test-A"
            (folder / f"{name}.tsv").write_bytes(text if isinstance(text, bytes) else text.encode())
        code = main(arguments)
        captured = capsys.readouterr()
        return captured.out if code == 0 else captured.err.removeprefix("geval: ").rstrip("\n")

    return run


def lines(texts):
    return "".join(text + "\n" for text in texts)


# --- scores, under both commands -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("metric", "expected", "output", "value"),
    [
        # The whole field must be a number, of single precision, as Haskell reads one.
        ("Accuracy", ["1", "1", "0"], ["1\t0.98", "0.7\tx", "0\t0.1"], 0.0),
        ("Accuracy", ["1"] * 3, ["1.0000000000000002", "1.00000001", "0.49999999"], 1.0),
        ("Accuracy", ["0"] * 3, ["0.49999999", "-0.0", "-1e-60"], 2 / 3),
        ("Accuracy", ["1"] * 6, ["(0.7)", "0x1", " ( ( 1 ) ) ", "+0.7", ".7", "Infinity"], 0.5),
        # "Below the lower bound" is asked first.
        ("MAE-Against-Interval", ["5,3"] * 3, ["4", "3.2", "5.5"], (1 + 1.8 + 2.5) / 3),
        # Classes of MacroAvg are the numbers as they are written, not moved into [0, 1].
        ("MacroAvg/Likelihood", ["1", "1.5", "0"], ["0.5", "0.1", "0.2"], (0.5 + 0.1 + 0.8) / 3),
        # İ becomes i, without the dot that its full lower case has.
        ("Lower/Accuracy", ["istanbul"], ["İstanbul"], 1.0),
        # A probability may end in its point.
        ("Soft-F1", ["a:1-4"], ["a:1-4:1."], 1.0),
        ("Soft2D-F1", ["1,1,4,4"], ["1,1,4,4:1. 5,5,6,6:0."], 1.0),
    ],
)
def test_a_score_is_that_of_geval(geval, metric, expected, output, value):
    assert score(metric, expected, output).value == pytest.approx(value)
    assert float(geval("--metric", metric, expected=lines(expected), out=lines(output))) == pytest.approx(value)


@pytest.mark.parametrize(
    ("metric", "expected", "output", "message"),
    [
        ("BIO-F1", "B-a/", "O", "endOfInput"),
        # Unicode white space ends a label, and only space and TAB separate.
        ("BIO-F1", "O", "B-per\u00a0O", "endOfInput"),
        ("Soft-F1", "a\u2003b:1", "a:1", "endOfInput"),
        ("Soft2D-F1", "a\u00a0b:1,1,2,2", "1,1,2,2", "cannot parse line"),
        ("CustomMetric1", "a\tb", "a", "two fields expected"),
        ("Haversine", "1\t2", "1", "cannot parse line with longitude and latitude of sphere"),
        ("Haversine", "1\t2", "x\t2", "cannot parse line with longitude of sphere"),
        ("Haversine", "1\t2", "1\tx", "cannot parse line with latitude of sphere"),
        ("LogLossHashed", "foo", "foo:0.5 bar", "colon expected"),
        ("LogLossHashed", "foo", "0.5 0.5", "unexpected number of log probs"),
    ],
)
def test_a_line_is_refused_with_the_reason_of_geval(geval, metric, expected, output, message):
    wanted = f"Line 1: Unexpected data [{message}]"
    assert geval("--metric", metric, expected=expected + "\n", out=output + "\n") == wanted


def test_a_probability_beyond_one_is_named_without_its_line(geval):
    found = geval("--metric", "Soft2D-F1", expected="1,1,2,2\n", out="1,1,2,2:1.5\n")
    assert found == "1.5 is not in [0, 1]"


@pytest.mark.parametrize(
    ("metric", "message"),
    [
        ("Lower/F1", "Matching specification cannot be applied to the F1.0 metric"),
        ("Accuracy:l-x", "Prelude.read: no parse"),
    ],
)
def test_a_metric_is_refused_with_the_reason_of_geval(geval, metric, message):
    assert geval("--metric", metric, expected="1\n", out="1\n") == message


def test_a_space_after_a_metric_is_no_part_of_its_name(geval):
    assert geval("--metric", "Accuracy ", expected="1\n", out="1\n") == "1.0\n"


def test_beyond_geval_combinators_stand_behind_matching_specifications_too():
    assert score("Lower/Mean/MultiLabel-F1", ["a B"], ["A b"]).value == 1


# --- reading and adding numbers: the drop-in as GEval, the library exactly --------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "expected", "output", "of_geval", "exact"),
    [
        # 0.2 + 0.6 + 1.0 + 1.6 is 3.4000000000000004 in doubles
        (["MAE", "-p1"], ["0"] * 4, ["0.2", "0.6", "1.0", "1.6"], "0.9", "0.8"),
        # 1 + 14 / 100, and 1 + 265 / 1000
        (["MAE"], ["0"], ["1.14"], "1.1400000000000001", "1.14"),
        (["MAE", "-p2"], ["0"], ["1.265"], "1.27", "1.26"),
        (["Improvement@1.118"], ["1", "0"], ["1.118", "0"], "NaN", "0.5"),
        (["MAE"], ["-1.14e1"], ["0"], "11.400000000000002", "11.4"),
    ],
)
def test_the_drop_in_reads_and_adds_as_geval(geval, arguments, expected, output, of_geval, exact):
    from probierz.scoring.format import formatted

    assert geval("--metric", *arguments, expected=lines(expected), out=lines(output)) == of_geval + "\n"
    precision = int(arguments[1][2:]) if len(arguments) > 1 else None
    assert formatted(score(arguments[0], expected, output).value, precision) == exact


def test_lines_too_are_read_as_geval_reads_them(geval):
    printed = geval("-l", "--metric", "MAE", expected="0\n", out="1.14\n", **{"in": "x\n"})
    assert printed == "1.1400000000000001\tx\t0\t1.14\n"


def test_classes_too_are_added_in_the_order_of_lines(geval):
    expected, output = ["0"] * 4, ["0.2", "0.6", "1.0", "1.6"]
    files = {"expected": lines(expected), "out": lines(output)}
    assert geval("--metric", "MacroAvg/MAE", **files) == "0.8500000000000001\n"
    assert score("MacroAvg/MAE", expected, output).value == 0.85


def test_a_correlation_with_a_constant_is_a_number_to_geval(geval):
    # Its mean of 0.7, 0.7, 0.7 is not 0.7, and what is left of the differences correlates.
    expected, output = ["1", "2", "4"], ["0.7"] * 3
    files = {"expected": lines(expected), "out": lines(output)}
    assert float(geval("--metric", "Pearson", **files)) == pytest.approx(-1.19e-16, rel=0.01)
    assert geval("--metric", "Pearson", "-p4", **files) == "-0.0000\n"
    assert math.isnan(score("Pearson", expected, output).value)
    # 0.5 three times has the mean 0.5
    assert geval("--metric", "Pearson", expected=lines(expected), out="0.5\n" * 3) == "NaN\n"


@pytest.mark.parametrize("metric", ["Pearson", "Spearman"])
def test_a_correlation_over_no_lines_is_zero_to_geval(geval, metric):
    files = {"expected": "1\n2\n", "out": "1\n2\n", "in": "x\ny\n"}
    assert geval("--metric", f"{metric}:f<in[1]:z>", **files) == "0.0\n"
    assert math.isnan(score(f"{metric}:f<in[1]:z>", ["1", "2"], ["1", "2"], inputs=["x", "y"]).value)


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_header_file_with_crlf_is_repaired_and_an_empty_one_refused(geval):
    # GEval keeps the CR in the last name, does not know the header again, and says `Too few lines`; or crashes.
    arguments = ("--metric", "Accuracy", "--out-header", "header.tsv")
    assert geval(*arguments, header="Label\r\n", expected="Label\na\n", out="a\n") == "1.0\n"
    assert "names no columns" in geval(*arguments, header="", expected="a\n", out="a\n")


def test_a_carriage_return_behind_the_last_line_is_a_line(geval):
    assert geval("--metric", "Accuracy", expected="a\n\n", out="a\n\r") == "1.0\n"
    assert geval("--metric", "Accuracy", expected="a\n", out="a\n\r") == "Too many lines in the output file"


def test_an_empty_output_has_too_few_lines_in_modes_that_go_line_by_line(geval):
    arguments = ("-l", "--metric", "Accuracy")
    assert geval(*arguments, expected="a\n", out="", **{"in": "x\n"}) == "Too few lines in the output file"
    assert geval(*arguments, expected="", out="", **{"in": ""}) == ""
    assert geval("--metric", "Accuracy", expected="a\n", out="") == "The output file is empty"


def test_standard_input_is_unpacked(tmp_path):
    (tmp_path / "test-A").mkdir()
    (tmp_path / "test-A" / "expected.tsv").write_text("a\nb\n")
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="w") as file:
        file.write(b"a\nc\n")
    start = "import sys; from probierz.cli.geval import main; sys.exit(main(['--metric', 'Accuracy', '-o', '-']))"
    found = subprocess.run(
        [sys.executable, "-c", start], input=packed.getvalue(), capture_output=True, cwd=tmp_path, check=False
    )
    assert (found.stdout, found.stderr) == (b"0.5\n", b"")


def test_a_zip_archive_counts_only_where_nothing_else_is_there(geval, tmp_path):
    (tmp_path / "test-A").mkdir(exist_ok=True)
    for name in ("out-x.tsv.zip", "out.tsv.zip"):
        (tmp_path / "test-A" / name).write_bytes(b"PK\x05\x06" + b"\0" * 18)
    assert geval("--metric", "Accuracy", expected="a\n", **{"out-x": "a\n"}) == "1.0\n"
    (tmp_path / "test-A" / "out-x.tsv").unlink()
    (tmp_path / "test-A" / "out-x.tsv.zip").unlink()
    (tmp_path / "test-A" / "out.tsv.gz").write_bytes(gzip.compress(b"a\n"))
    assert geval("--metric", "Accuracy") == "1.0\n"


@pytest.mark.parametrize(
    ("names", "printed"),
    [
        (["out-v1.2", "out-v1.3"], "out-v1\t1.0\nout-v1\t1.0\n"),
        (["out-v=1.2.3", "out-v=2"], "v\tAccuracy\n1.2\t1.0\n2\t1.0\n"),
        (["out-=3", "out-x"], "out-=3\t1.0\nout-x\t1.0\n"),
    ],
)
def test_names_of_outputs_lose_all_extensions(geval, names, printed):
    assert geval("--metric", "Accuracy", expected="a\n", **dict.fromkeys(names, "a\n")) == printed


# --- other modes -----------------------------------------------------------------------------------------------------


def test_the_oracle_keeps_the_earlier_output_beside_nan(geval):
    arguments = ("--oracle-item-based", "--metric", "SegmentAccuracy", "--alt-out-file", "other.tsv")
    # The line expects nothing, so that all its scores are NaN; of equal ones the later is taken.
    files = {"expected": "\na:1\n", "out": "b:1\na:1\n", "other": "c:1\na:1 d:2\n", "in": "x\ny\n"}
    assert geval(*arguments, **files) == "b:1\na:1 d:2\n"


def test_validation_does_not_mind_alternatives_of_tokens():
    # GEval takes the line itself for the perfect output, and then finds `a;b` wrong.
    from probierz.metrics.names import get_metric

    assert get_metric("TokenAccuracy").definition.perfect("a;b c") == "a c"


@pytest.mark.parametrize(
    ("values", "numbers"),
    [
        (["NaN", "Infinity", "0x10", "(1)", " 1 ", "-2.5e-1"], [math.nan, math.inf, 16.0, 1.0, 1.0, -0.25]),
        (["1", "+1"], None),
        (["1", "1."], None),
    ],
)
def test_numbers_of_fields_are_what_haskell_reads(values, numbers):
    from probierz.inspection.features import FieldValues

    field = FieldValues()
    for at, text in enumerate(values, 1):
        field.add(at, text)
    assert (field.numbers is None) == (numbers is None)
    assert numbers is None or list(map(str, field.numbers)) == list(map(str, numbers))


def test_shapes_know_ascii_digits_only():
    from probierz.inspection.features import word_shape

    assert word_shape("a1٣") == "a9#"
