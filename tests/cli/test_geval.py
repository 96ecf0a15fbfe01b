import gzip
import io
import subprocess
import sys

import pytest

from probierz.cli.geval import main


@pytest.fixture
def challenge(tmp_path, monkeypatch):
    """A function that writes files into a working directory of its own."""
    monkeypatch.chdir(tmp_path)

    def make(**files):
        (tmp_path / "test-A").mkdir(exist_ok=True)
        for name, text in files.items():
            (tmp_path / "test-A" / f"{name.replace('__', '=').replace('_', '-')}.tsv").write_text(text)
        return tmp_path

    return make


@pytest.fixture
def geval(capsys):
    """Run the command; returns exit code, standard output and standard error."""

    def run(*arguments):
        code = main(arguments)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def fails(geval, message, *arguments):
    code, _, err = geval(*arguments)
    assert (code, err) == (1, f"geval: {message}\n")


# --- what is printed -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "out"),
    [
        ([], "0.3333333333333333\n"),
        (["-p", "4"], "0.3333\n"),
        (["-p", "4", "-%"], "33.33\n"),
        (["-%"], "0.3333333333333333\n"),
        (["--metric", "CER"], "WER\t0.3333333333333333\nCER\t0.25\n"),
        (["--alt-metric", "CER"], "0.25\n"),
        (["--metric", "CER", "--metric", "Accuracy", "--select-metric", "CER"], "0.25\n"),
        # the same name twice: one line, the last value
        (["--metric", "CER:N<WER>", "--metric", "MultiLabel-F1"], "WER\t0.25\nMultiLabel-F1.0\t0.6666666666666666\n"),
        (["--metric", "{WER,CER}:{l,u}", "-p2"], "WER\t0.33\n\n\tl\tu\nWER:\t0.33\t0.33\nCER:\t0.25\t0.25\n"),
    ],
)
def test_scores_of_one_output(challenge, geval, arguments, out):
    challenge(expected="a b\nc\n", out="a x\nc\n")
    assert geval("--metric", "WER", *arguments) == (0, out, "")


def test_several_outputs_are_lines_in_natural_order(challenge, geval):
    challenge(expected="a\nb\n", out_10="a\nb\n", out_9="a\nx\n", out="x\nx\n")
    assert geval("--metric", "Accuracy") == (0, "out-9\t0.5\nout-10\t1.0\n", "")
    two = "File name\tAccuracy\tWER\nout-9\t0.5\t0.5\nout-10\t1.0\t0.0\n"
    assert geval("--metric", "Accuracy", "--metric", "WER") == (0, two, "")


def test_parameters_in_names_are_columns(challenge, geval):
    challenge(expected="a\nb\n", **{"out_lr__1,n__2": "a\nb\n", "out_n__10": "a\nx\n"})
    assert geval("--metric", "Accuracy") == (0, "lr\tn\tAccuracy\n1\t2\t1.0\n\t10\t0.5\n", "")


def test_options_in_config_come_first(challenge, geval):
    path = challenge(expected="a b\n", out="a x\n")
    (path / "config.txt").write_text("--metric WER\n--precision 3")
    assert geval() == (0, "0.500\n", "")
    assert geval("--metric", "CER") == (0, "WER\t0.500\nCER\t0.333\n", "")
    code, out, err = geval("--precision", "2")
    assert (code, out) == (1, "")
    assert err.startswith("Invalid option `--precision'")


def test_expected_results_and_outputs_may_lie_apart(challenge, geval, tmp_path):
    challenge(out="a\n")
    (tmp_path / "gold" / "test-A").mkdir(parents=True)
    (tmp_path / "gold" / "test-A" / "expected.tsv.gz").write_bytes(gzip.compress(b"a\n"))
    assert geval("--expected-directory", "gold", "--metric", "WER") == (0, "0.0\n", "")


def test_a_stray_file_in_the_working_directory_is_picked_up(challenge, geval, tmp_path):
    challenge(out="a\n")
    (tmp_path / "expected.tsv").write_text("a\n")
    assert geval("--metric", "WER") == (0, "0.0\n", "")


def test_an_output_may_come_from_standard_input(challenge, geval, monkeypatch):
    challenge(expected="a\nb\n")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\nx\n")))
    assert geval("-o", "-", "--metric", "Accuracy") == (0, "0.5\n", "")


# --- bootstrap -------------------------------------------------------------------------------------------------------


def test_an_interval_is_printed_with_the_digits_it_deserves(challenge, geval):
    challenge(expected="1\n" * 100, out="1\n0\n" * 50)
    code, out, _ = geval("--metric", "Accuracy", "-B", "400")
    middle, half = map(float, out.split("±"))
    assert code == 0
    assert middle == pytest.approx(0.5, abs=0.05)
    assert half == pytest.approx(1.96 * 0.05, abs=0.03)  # the standard error of 100 fair coins is 0.05
    assert len(out.strip().split("±")[0].split(".")[1]) == len(out.strip().split("±")[1].split(".")[1])


@pytest.mark.parametrize(
    ("metric", "out"),
    [
        ("Accuracy", "1.0±0.0\n"),
        ("Mean/MultiLabel-F1", "1.0±0.0\n"),
        ("MacroAvg/Accuracy", "1.0±0.0\n"),
        # not supported: printed as if nobody had asked
        ("Mean/WER", "0.0\n"),
        ("LikelihoodHashed", "1.0\n"),
        ("Pearson", "NaN\n"),
        ("Probabilistic-MultiLabel-F1", "1.0\n"),
    ],
)
def test_some_metrics_are_not_resampled(challenge, geval, metric, out):
    line = "1:1.0\n" if "Hashed" in metric else "1\n"
    challenge(expected="1\n" * 5, out=line * 5)
    assert geval("--metric", metric, "-B", "20") == (0, out, "")


def test_no_samples_are_an_error(challenge, geval):
    challenge(expected="1\n", out="1\n")
    assert geval("--metric", "Accuracy", "-B", "0")[0] == 1


# --- lines -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def lines(challenge):
    challenge(**{"in": "1\tx\n2\ty\n3\tx\n", "expected": "a b\nc\nd\n", "out": "a z\nc\ne\n", "other": "a b\nc\ne f\n"})


@pytest.mark.parametrize(
    ("arguments", "out"),
    [
        (["-l"], "0.5\t1<tab>x\ta b\ta z\n0.0\t2<tab>y\tc\tc\n1.0\t3<tab>x\td\te\n"),
        (["-l", "-p", "1", "-%"], "0.5\t1<tab>x\ta b\ta z\n0.0\t2<tab>y\tc\tc\n1.0\t3<tab>x\td\te\n"),
        (["-l", "-s"], "1.0\t3<tab>x\td\te\n0.5\t1<tab>x\ta b\ta z\n0.0\t2<tab>y\tc\tc\n"),
        (["-lr"], "0.0\t2<tab>y\tc\tc\n0.5\t1<tab>x\ta b\ta z\n1.0\t3<tab>x\td\te\n"),
        (["-l", "--filter", "in<2>:y"], "0.0\t2<tab>y\tc\tc\n"),
        (["-l", "--filter", "in[2]:y"], ""),  # square brackets do not work here
        (["-l", "--filter", "exp:a++b", "--bigrams"], "0.5\t1<tab>x\ta b\ta z\n"),
        (["-d", "other.tsv"], "0.5\t1<tab>x\ta b\ta b\ta z\n-1.0\t3<tab>x\td\te f\te\n"),
        (["-d", "other.tsv", "-s"], "0.5\t1<tab>x\ta b\ta b\ta z\n-1.0\t3<tab>x\td\te f\te\n"),
        (["-d", "other.tsv", "-r"], "-1.0\t3<tab>x\td\te f\te\n0.5\t1<tab>x\ta b\ta b\ta z\n"),
        (["--oracle-item-based", "--alt-out-file", "other.tsv"], "a b\nc\ne\n"),
        (["--oracle-item-based", "--alt-out-file", "nope.tsv"], "a z\nc\ne\n"),
    ],
)
@pytest.mark.usefixtures("lines")
def test_lines_are_scored_one_by_one(geval, arguments, out):
    assert geval("--metric", "WER", "--metric", "CER", *arguments) == (0, out, "")


def test_preprocessed_lines_are_shown_when_asked_for(challenge, geval):
    challenge(**{"in": "Q\n", "expected": "A,\n", "out": "a,\n"})
    assert geval("-l", "--metric", "WER:l", "--show-preprocessed", "-T", "13a") == (0, "0.0\tQ\ta ,\ta ,\n", "")


def test_small_scores_of_lines_have_no_exponent(challenge, geval):
    challenge(**{"in": "q\n", "expected": "0\n", "out": "0.00001\n"})
    assert geval("-l", "--metric", "MAE") == (0, "0.00001\tq\t0\t0.00001\n", "")


def test_lines_before_an_uneven_end_are_printed(challenge, geval):
    challenge(**{"in": "1\n2\n", "expected": "a\nb\n", "out": "a\n"})
    assert geval("-l", "--metric", "Accuracy") == (
        1,
        "1.0\t1\ta\ta\n",
        "geval: Too few lines in the output file\n",
    )


def test_text_is_tokenized_line_by_line(geval, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("Tak, żółw.\n\nA\n".encode())))
    assert geval("-j", "-T", "13a") == (0, "Tak , żółw .\n\nA\n", "")


# --- messages --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--expected-directory", "x"], "No directory with the expected results: `x`"),
        (["-t", "dev-0"], "No test subdirectory with the expected results: `./dev-0`"),
        (["-e", "x.tsv"], "No file with the expected results: `./test-A/x.tsv`"),
        (["--out-directory", "x", "--expected-directory", "."], "No directory with the test results: `x`"),
        (
            ["--out-directory", "empty", "--expected-directory", "."],
            "No test subdirectory with the results obtained: `empty/test-A`",
        ),
        (["-o", "x.tsv"], "No file with the test results: `./test-A/x.tsv`"),
        (["-l"], "No file with the input: `./test-A/in.tsv`"),
        (["--in-header", "x.tsv"], "No file with header specification: `./x.tsv`"),
        (["--metric", "Accuracy:lq"], "Unknown or broken metric flags: q"),
        (["--metric", "Xyz"], "Unknown or broken metric definition: Xyz"),
        (["--metric", "Lower/Xyz"], "Unknown or broken metric definition: Xyz"),
        (["--metric", "Accuracy2"], "Prelude.read: no parse"),
        (["--metric", "Lower/WER"], "Matching specification cannot be applied to the WER metric"),
        (["--select-metric", "X"], "Cannot find metric named 'X'"),
        (["--selector", "a"], "selectors not handled for TSVs"),
    ],
)
def test_messages_are_as_in_geval(challenge, geval, tmp_path, arguments, message):
    challenge(expected="1\n2\n", out="1\n2\n")
    (tmp_path / "empty").mkdir()
    fails(geval, message, "--metric", "MSE", *arguments)


@pytest.mark.parametrize(
    ("metric", "out", "message"),
    [
        ("MSE", "1\n", "Too few lines in the output file"),
        ("MSE", "1\n2\n3\n", "Too many lines in the output file"),
        ("MSE", "1\n2\n\n", "Line 3: Unexpected data [input does not start with a digit]"),
        ("Accuracy", "1\n2\n\n", "Too many lines in the output file"),
        ("MSE", "1\nx\n", "Line 2: Unexpected data [input does not start with a digit]"),
        ("MSE", "1\n2,5\n", "Line 2: Unexpected data [number expected]"),
        ("MSE", "", "The output file is empty"),
        ("TokenAccuracy", "1 2\n2\n", "wrong number of tokens"),
    ],
)
def test_messages_about_lines_are_as_in_geval(challenge, geval, metric, out, message):
    challenge(expected="1\n2\n", out=out)
    fails(geval, message, "--metric", metric)


@pytest.mark.parametrize("mode", [[], ["-l"]])
def test_a_selector_wants_jsonl_as_the_full_extension(challenge, geval, tmp_path, mode):
    challenge(**{"in": "1\n"})
    for name in ("expected.jsonl", "out.jsonl", "out.v2.jsonl"):
        (tmp_path / "test-A" / name).write_text('{"a": "x"}\n')
    options = [*mode, "-e", "expected.jsonl", "--selector", "a", "--metric", "WER"]
    assert geval(*options)[0] == 0
    fails(geval, "selectors not handled for TSVs", *options, "-o", "out.v2.jsonl")


@pytest.mark.parametrize(("inputs", "how"), [("1\n", "few"), ("1\n2\n3\n", "many")])
def test_the_input_must_be_as_long(challenge, geval, inputs, how):
    challenge(**{"in": inputs, "expected": "1\n2\n", "out": "1\n2\n"})
    fails(geval, f"Too {how} lines in the input file", "--metric", "CharMatch")


def test_the_first_metric_s_trouble_is_told_first(challenge, geval):
    challenge(expected="1\n2\n", out="a 1\n")  # BIO-F1 stumbles over line 1, Accuracy over the end
    fails(geval, "Too few lines in the output file", "--metric", "Accuracy", "--metric", "BIO-F1")


def test_lines_want_one_output(challenge, geval):
    challenge(**{"in": "1\n", "expected": "1\n", "out_a": "1\n", "out_b": "1\n"})
    message = "Multiple outputs are not possible in this mode, use -o option to select an output file"
    fails(geval, message, "-l", "--metric", "Accuracy")


def test_without_a_metric_there_is_nothing_to_do(challenge, geval):
    challenge(expected="1\n", out="1\n")
    fails(geval, "no metric given, use --metric option")


@pytest.mark.parametrize("arguments", [["--foo"], ["stray"], ["-l", "--validate"], ["-p", "x"], ["-o"]])
def test_usage_errors_show_the_usage(geval, arguments):
    code, out, err = geval(*arguments)
    problem, blank, usage = err.split("\n", 2)
    assert (code, out, blank) == (1, "", "")
    assert problem
    assert usage.startswith("Usage: geval")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--metrc", "A"], "Invalid option `--metrc'"),
        (["-p", "2", "--precision", "3"], "Invalid option `--precision'"),
        (["-l", "--validate"], "Invalid option `--validate'"),
    ],
)
def test_usage_errors_begin_as_in_geval_and_end_with_advice(geval, arguments, problem):
    _, _, err = geval(*arguments)
    first, *_, last = err.splitlines()
    assert first == problem
    assert last.startswith(f"{problem}; ")


@pytest.mark.parametrize("arguments", [["--train", "x"], ["--infer", "x"]])
def test_what_is_not_offered_says_so(geval, arguments):
    code, out, err = geval(*arguments)
    assert (code, out) == (1, "")
    assert "is not offered by this geval yet" in err


def test_a_config_may_not_send_us_to_the_web(challenge, geval, tmp_path):
    challenge(expected="1\n")
    (tmp_path / "config.txt").write_text("--metric MSE --out-file http://127.0.0.1:9/out.tsv")
    code, _, err = geval()
    assert code == 1
    assert "config.txt may not name a web address" in err


# --- other modes -----------------------------------------------------------------------------------------------------


def test_the_version_is_that_of_the_recorded_evaluator(geval):
    assert geval("--version") == (0, "geval 1.42.2.0\n", "")


def test_help_names_every_option(geval):
    code, out, _ = geval("--help")
    assert code == 0
    for name in ("--metric", "--bootstrap", "-%,--show-as-percentage", "--oracle-item-based"):
        assert name in out


def test_metrics_are_listed_with_examples(geval):
    code, out, _ = geval("--list-metrics")
    assert code == 0
    assert "MultiLabel-F0.25\n" in out
    assert "BLEU:lm<\\s+|[a-z0-9]+>\n" in out
    assert "Metric value: " in out


def test_a_new_challenge_is_valid_and_can_be_broken(geval, tmp_path):
    directory = str(tmp_path / "new")
    assert geval("--init", "--expected-directory", directory, "--metric", "WER") == (0, "", "")
    assert geval("--validate", "--expected-directory", directory) == (0, "", "")
    (tmp_path / "new" / "README.md").unlink()
    fails(geval, f"No README.md file: `{directory}/README.md`", "--validate", "--expected-directory", directory)


def test_metrics_of_the_command_line_are_validated_too(geval, tmp_path):
    directory = str(tmp_path / "new")
    geval("--init", "--expected-directory", directory, "--metric", "WER")
    message = "The best possible value was not obtained with the expected data, expected: 1.0 , obtained: NaN"
    fails(geval, message, "--validate", "--expected-directory", directory, "--metric", "Accuracy:f<exp:zzz>")
    (tmp_path / "new" / "config.txt").write_text("--precision 4")
    assert geval("--validate", "--expected-directory", directory, "--metric", "WER") == (0, "", "")


def test_a_new_challenge_needs_a_place(geval):
    code, _, err = geval("--init", "--metric", "WER")
    assert code == 1
    assert "Usage: geval" in err


def test_a_reader_that_goes_away_is_no_error(challenge, tmp_path):
    challenge(**{"in": "1\n" * 9999, "expected": "1\n" * 9999, "out": "1\n" * 9999})
    command = [sys.executable, "-c", "import sys; from probierz.cli.geval import main; sys.exit(main())"]
    process = subprocess.Popen(
        [*command, "-l", "--metric", "Accuracy"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path
    )
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    process.wait()


def test_help_in_config_is_help(tmp_path, capsys):
    (tmp_path / "config.txt").write_text("--help")
    assert main(["--expected-directory", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("Usage: geval")
