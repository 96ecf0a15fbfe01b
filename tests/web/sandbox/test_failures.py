"""No message for a submitter may tell what the expected results say, nor where they lie on the server."""

import io
import re
from dataclasses import replace

import pytest
from sandbox_examples import make_request

from probierz.metrics.combinators import COMBINATORS
from probierz.metrics.definition import definitions
from probierz.metrics.names import get_metric
from probierz.scoring.laws import example_name
from probierz.web.sandbox.child import answered
from probierz.web.sandbox.limits import ScoringLimits
from probierz.web.sandbox.outcome import ScoringFailure
from probierz.web.sandbox.scorer import score

SECRET = "Xylofon"
NAMES = sorted(
    {
        example_name(one.pattern, one.example, needs_matching=one.matching == "required")
        for one in definitions(plugins=False)
    }
)
# What no parser reads, and what some read halfway: numbers, tags, spans, rectangles, probabilities, intervals.
BROKEN = [
    SECRET,
    f"1.5 {SECRET}",
    f"0.5\t{SECRET}",
    f"{SECRET}:0.5 {SECRET}:x",
    f"{SECRET}:1-x",
    f"I-{SECRET} B-{SECRET}",
    f"B-{SECRET} I-other",
    f"0/1,2,3,4:{SECRET}",
    f"1,2\t3,{SECRET}\t5",
    f"[{SECRET}",
    "",
]


def answer(request):
    """The answer of the scoring process, made here: it takes a second less."""
    log = io.StringIO()
    answer = answered(request, ScoringLimits(), log, network_is_cut=False)
    assert SECRET not in log.getvalue()
    return ScoringFailure.from_dict(answer["failure"]) if "failure" in answer else None


def assert_tells_nothing(failure, folder):
    assert SECRET.lower() not in failure.message.lower()
    assert str(folder) not in failure.message
    assert "server" not in failure.message.replace("The server", "")


@pytest.mark.parametrize("broken", BROKEN)
@pytest.mark.parametrize("name", NAMES + [f"{prefix}/{name}" for name in NAMES[::15] for prefix in COMBINATORS])
def test_no_parser_tells_an_expected_line(name, broken, tmp_path):
    """The expected line is broken; beside it once an output that can be read, once one that cannot, once none."""
    example = get_metric(name).definition.example
    count = len(example.output)
    settings = {"config": f"--metric {name}", "inputs": "\n".join(example.input or ["x"] * count) + "\n", "samples": 0}
    expected = "\n".join([broken] * count) + "\n"
    for at, output in enumerate([list(example.output), ["?!"] * count, [""] * count, list(example.output)[1:]]):
        folder = tmp_path / str(at)
        request = make_request(folder, expected=expected, output="\n".join(output) + "\n", **settings)
        failure = answer(request)
        if failure is not None:
            assert_tells_nothing(failure, folder)
            assert failure.fault == "submission" or failure.line is None


@pytest.mark.parametrize("name", ["MSE", "BIO-F1", "ClippEU", "GreatCircle"])
def test_expected_results_that_cannot_be_read_are_not_the_submitters_fault(name, tmp_path):
    example = get_metric(name).definition.example
    expected = "\n".join([*example.expected[:-1], SECRET]) + "\n"
    request = make_request(
        tmp_path,
        config=f"--metric {name}",
        expected=expected,
        output="\n".join(example.output) + "\n",
        inputs="\n".join(example.input or ["x"] * len(example.output)) + "\n",
    )
    failure = answer(request)
    assert (failure.fault, failure.file, failure.line) == ("challenge", None, None)
    assert "organisers" in failure.message
    assert "expected.tsv" in failure.operator


def test_a_line_of_the_output_is_quoted_and_has_its_place(tmp_path):
    request = make_request(
        tmp_path, config="--metric MSE", expected=f"1\n{SECRET}\n3\n", output="1\ntwo\n3\n", output_name="mine.tsv"
    )
    failure = answer(request)
    assert (failure.kind, failure.fault, failure.file, failure.line) == ("DataError", "submission", "mine.tsv", 2)
    assert failure.message.startswith("mine.tsv line 2: MSE cannot read this line")
    assert "'two'" in failure.message


def test_the_length_of_an_expected_line_is_not_told(tmp_path):
    request = make_request(
        tmp_path, config="--metric TokenAccuracy", expected="a b c d e f g\n", output="a b\n", inputs="1\n"
    )
    failure = answer(request)
    assert (failure.kind, failure.fault, failure.file, failure.line) == (
        "Incomparable", "submission", "test-A/out.tsv", None,
    )  # fmt: skip
    assert not re.search(r"[0-9]|line 1", failure.message)
    assert "wanted as many tokens as expected, found N for N" in failure.message
    assert failure.operator.startswith("test-A/out.tsv line 1: TokenAccuracy")
    assert "7" in failure.operator
    failure = answer(replace(request, is_hidden=False))
    assert (failure.kind, failure.line) == ("DataError", 1)
    assert failure.message.endswith("wanted as many tokens as expected, found 2 for 7")


@pytest.mark.parametrize(
    ("config", "told"),
    [
        (f"--metric {SECRET}", "a metric of the challenge cannot be used"),
        (f"--metric Accuracy:s<({SECRET}><>", "a metric of the challenge cannot be used"),
        (f"--metric Accuracy --{SECRET}", "is not set up"),
        (f"--metric Accuracy --in-header {SECRET}.tsv", "is not set up"),
        ("", "is not set up"),
        (f"--metric Accuracy --tokenizer {SECRET}", "is not set up"),
    ],
)
def test_trouble_with_the_challenge_is_told_to_its_organisers(config, told, tmp_path):
    failure = answer(make_request(tmp_path, config=config))
    assert failure.fault == "challenge"
    assert told in failure.message
    assert_tells_nothing(failure, tmp_path)
    assert SECRET in failure.operator or not config


def test_an_empty_file_of_expected_results_is_not_the_submitters_fault(tmp_path):
    failure = answer(make_request(tmp_path, expected=""))
    assert (failure.kind, failure.fault) == ("LengthError", "challenge")


def test_missing_expected_results_are_not_the_submitters_fault(tmp_path):
    request = make_request(tmp_path)
    (request.challenge / "test-A" / "expected.tsv").unlink()
    failure = answer(request)
    assert failure.fault == "challenge"
    assert_tells_nothing(failure, tmp_path)


def test_expected_results_that_are_no_text_are_not_quoted(tmp_path):
    request = make_request(tmp_path)
    (request.challenge / "test-A" / "expected.tsv").write_bytes(b"\xff" + SECRET.encode())
    failure = answer(request)
    assert failure.fault == "challenge"
    assert "0xFF" not in failure.message


def test_too_many_lines_do_not_tell_the_line_that_is_missing(tmp_path):
    failure = answer(make_request(tmp_path, expected=f"a\n{SECRET}\n{SECRET}\n", output="a\n"))
    assert (failure.kind, failure.fault, failure.line) == ("LengthError", "submission", 2)
    assert_tells_nothing(failure, tmp_path)


def test_a_bug_shows_its_class_and_nothing_else(tmp_path, monkeypatch):
    def stumble(*_arguments, **_options):
        raise KeyError(SECRET)

    monkeypatch.setattr("probierz.challenges.challenge.Challenge.evaluate", stumble)
    failure = answer(make_request(tmp_path))
    assert (failure.kind, failure.fault) == ("Bug", "platform")
    assert "KeyError" in failure.message
    assert_tells_nothing(failure, tmp_path)
    assert SECRET in failure.operator


def test_a_broken_archive_names_no_place_on_the_server(tmp_path):
    failure = score(make_request(tmp_path, output=b"PK\x03\x04broken", name="out.tsv.zip"))
    assert failure.fault == "submission"
    assert_tells_nothing(failure, tmp_path)
