"""Scoring lines in memory: streaming, jobs, rows, signatures."""

import math
import multiprocessing
import subprocess
import sys
import threading

import numpy
import pytest

from probierz import score, score_all
from probierz.errors import DataError, LengthError, OptionError, PatternError, ProbierzWarning
from probierz.lines import ListLines
from probierz.schemes.scheme import parse_scheme
from probierz.scoring.blocks import pair_up
from probierz.scoring.run import score_blocks
from probierz.scoring.tally import Plan


def numbered(count):
    expected = [f"to jest zdanie {at % 97} i słowo {at % 13}" for at in range(count)]
    output = [line.replace("słowo", "slowo") if at % 3 else line for at, line in enumerate(expected)]
    return expected, output


SCHEMES = ["WER", "BLEU:l", "Mean/CER", "MultiLabel-F1", "Macro-F1", "NMI", "MacroAvg/Accuracy", "LogLossHashed"]


@pytest.mark.usefixtures("processes_at_once")
def test_processes_give_the_same_bits():
    expected, output = numbered(10_000)
    output_for_hash = [f"{line.split()[0]}:0.5 :0.5" for line in output]
    for schemes, given in ((SCHEMES[:-1], output), (SCHEMES[-1:], output_for_hash)):
        alone = score_all(schemes, expected, given, rows=False)
        together = score_all(schemes, expected, given, rows=False, jobs=3)
        assert [one.value.hex() for one in alone] == [one.value.hex() for one in together]


@pytest.mark.usefixtures("processes_at_once")
def test_processes_report_the_trouble_of_the_first_line_too():
    expected, output = ["1"] * 20_000, ["1"] * 19_000
    output[5000] = "x"
    for jobs in (1, 2):
        with pytest.raises(DataError, match="output line 5001"):
            score("MSE", expected, output, jobs=jobs)


def test_lines_are_streamed():
    produced = 0

    def endless(word):
        nonlocal produced
        while True:
            produced += 1
            yield word

    blocks = pair_up(ListLines(endless("a")), ListLines(endless("b")))
    next(blocks)
    assert produced < 20_000


def test_rows_are_numbered_and_add_up():
    result = score("WER", ["a b", "c"], ["a x", "c"])
    assert result.rows.columns == ("errors", "length")
    assert result.rows.array().tolist() == [[1, 2], [0, 1]]
    assert result.rows.values == [0.5, 0.0]
    assert result.rows.array()[:, 0].sum() / result.rows.array()[:, 1].sum() == result.value


def test_rows_of_metrics_without_columns_are_line_values():
    result = score("Macro-F1", ["a", "b"], ["a", "a"])
    assert result.rows.array().shape == (2, 1)


def test_rows_become_frames():
    result = score("Accuracy", ["a", "b"], ["a", "a"])
    assert result.rows.to_polars().columns == ["line", "value", "total", "lines"]
    assert result.rows.to_pandas()["value"].tolist() == [1.0, 0.0]


def test_a_signature_says_how_to_repeat_the_number():
    signature = score("WER:l", ["a"], ["a"], tokenizer="13a").signature
    assert str(signature).startswith("WER:l|probierz:")
    assert signature.as_dict()["options"] == {"tokenizer": "13a"}


def test_a_notebook_shows_hostile_names_as_text():
    assert "<script>" not in score("WER:N<&lt;script>", ["a"], ["a"])._repr_html_()


def test_too_few_and_too_many_lines_are_errors_that_name_the_place():
    with pytest.raises(LengthError, match="output line 2: too few lines: the output has 1 line"):
        score("WER", ["a", "b"], ["a"])
    with pytest.raises(LengthError, match="output line 2: too many lines"):
        score("WER", ["a"], ["a", "b"])
    with pytest.raises(LengthError, match="input"):
        score("CharMatch", ["a", "b"], ["a", "b"], inputs=["a"])


def test_an_unreadable_output_is_quoted_and_an_unreadable_expected_text_is_not():
    with pytest.raises(DataError, match=r"output line 2: .*found 'two'"):
        score("MSE", ["1", "2"], ["1", "two"])
    with pytest.raises(DataError, match="expected line 1") as caught:
        score("MSE", ["secret", "2"], ["1", "2"])
    assert "secret" not in str(caught.value)


def test_a_pattern_that_runs_away_names_the_line(monkeypatch):
    monkeypatch.setattr("probierz.schemes.pcre.LINE_SECONDS", 0.1)
    with pytest.raises(PatternError, match="expected line 2"):
        score("WER:s<(a+)+$><>", ["b", "a" * 3000 + "!"], ["b", "b"])


def test_input_is_asked_for_when_it_is_needed():
    with pytest.raises(OptionError, match="needs the input lines"):
        score("Accuracy:f<in[1]:x>", ["a"], ["a"])


def test_shared_work_is_done_once():
    calls = []
    plan = Plan([parse_scheme(text) for text in ("WER:lN<a>", "WER:lN<b>P<2>", "WER:l", "WER")])
    assert len(plan.groups) == 2
    flag = plan.schemes[0].text_flags[0]
    step = plan._steps[flag]
    plan._steps[flag] = lambda text: calls.append(text) or step(text)
    scored = score_blocks(plan, pair_up(ListLines(["A", "A"]), ListLines(["a", "b"])))
    assert [one.value for one in scored] == [0.5, 0.5, 0.5, 1.0]
    assert calls == ["A", "a", "b"]


def test_no_lines_at_all_give_the_value_of_nothing():
    assert math.isnan(score("Accuracy", [], []).value)
    with pytest.warns(ProbierzWarning, match="there are no lines to score, so WER 0 says nothing"):
        assert score("WER", [], []).rows.array().shape == (0, 2)
    assert numpy.isnan(score("Pearson", [], []).value)


@pytest.mark.parametrize("jobs", [-1, 1.5, "2", None])
def test_a_number_of_processes_is_a_whole_number(jobs):
    with pytest.raises(OptionError, match="is not a number of processes"):
        score("WER", ["a"], ["a"], jobs=jobs)


@pytest.mark.parametrize("schemes", ["WER", None, 5, [None], ["WER", b"CER"]])
def test_schemes_are_a_list_of_strings_or_schemes(schemes):
    # A lone string was once taken letter by letter.
    with pytest.raises(OptionError, match=r"give a list of metrics|a metric is a string"):
        score_all(schemes, ["a"], ["a"])


LONG_WORK = """
import os, signal, sys
from probierz.scoring import executors, workers
from probierz import ProbierzError, score
def work(order, block):
    {work}
work.__module__ = executors.__name__  # pickled by its name; the workers are forked
executors.work = work
workers.TRIAL_SECONDS = workers.TIMES_SENDING = 0
print(os.getpid(), flush=True)
try:
    score("WER", ["a"] * 100_000, ["a"] * 100_000, jobs=2, rows=False)
except ProbierzError as error:
    print(error)
"""


def test_a_process_that_the_system_ends_is_an_error():
    work = "os.kill(os.getpid(), signal.SIGKILL)"
    done = subprocess.run(
        [sys.executable, "-c", LONG_WORK.format(work=work)], capture_output=True, text=True, check=False
    )
    assert "a process ended without a result" in done.stdout
    assert done.returncode == 0


def test_workers_end_when_their_parent_is_killed():
    # The workers hold the pipe too, so it is at its end when all of them are gone.
    # Each writes its line at one go: two may write at a time.
    work = "os.write(1, b'at work\\n') and signal.pause()"
    parent = subprocess.Popen([sys.executable, "-c", LONG_WORK.format(work=work)], stdout=subprocess.PIPE, text=True)
    with parent:
        try:
            assert parent.stdout.readline().strip() == str(parent.pid)
            assert parent.stdout.readline() == "at work\n"
        finally:
            parent.kill()
        rest = threading.Thread(target=parent.stdout.read, daemon=True)
        rest.start()
        rest.join(20)
        assert not rest.is_alive()


def one_score(_):
    return score("WER", ["a"] * 5000, ["b"] * 5000, jobs=2).value


def test_a_process_that_may_have_none_of_its_own_works_alone():
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.map(one_score, [0]) == [1.0]


@pytest.mark.parametrize(
    ("scheme", "expected", "output"),
    [
        ("Accuracy", ["True", "False"], [True, False]),
        ("Accuracy", [True, False], ["true", "false"]),
        ("Accuracy", ["1.0", "2.0"], ["1", "2"]),
        ("MCC", ["1", "0"], ["1.0", "0"]),
        ("Macro-F1", ["True", "False"], ["true", "false"]),
    ],
)
def test_labels_in_other_writing_are_told(scheme, expected, output):
    told = "from line 1 on labels say the same number or truth value in other writing, such as 1.0 and 1"
    with pytest.warns(ProbierzWarning, match=told):
        score(scheme, expected, output)


@pytest.mark.parametrize(
    ("scheme", "expected", "output"),
    [
        ("Accuracy", ["1", "0"], ["1.0", "0.0"]),  # probabilities of 1, and right
        ("Accuracy", ["True", "1.0"], ["True", "1.0"]),
        ("MCC", ["1", "2", "a"], ["2", "1", "True"]),
        ("NMI", ["True", "False"], ["1", "0"]),
        ("Accuracy:s<^(.).*><\\1>", ["1.0", "2"], ["1", "2"]),
    ],
)
def test_of_other_labels_nothing_is_told(scheme, expected, output, recwarn):
    score(scheme, expected, output)
    assert not [one for one in recwarn if issubclass(one.category, ProbierzWarning)]
