"""Scoring in a process of its own: the numbers of the engine, and nothing that a stranger hands in gets through."""

import bz2
import contextlib
import gzip
import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import forked_processes
import pytest
from sandbox_examples import make_request

import probierz
from probierz.challenges.problems import has_errors
from probierz.web.challenges.checking import problems_of
from probierz.web.sandbox.failures import blame_for_size
from probierz.web.sandbox.limits import ScoringLimits
from probierz.web.sandbox.outcome import ScoringFailure, ScoringRequest, ScoringResult
from probierz.web.sandbox.scorer import score

DEMO = Path(probierz.__file__).parent / "demo_challenge"
SLOW = {  # edit distances between long lines without anything in common: some 10 seconds
    "config": "--metric CER",
    "expected": "".join("abcdefgh" * 7500 + f"{number}\n" for number in range(80)),
    "output": "".join("ijklmnop" * 7500 + f"{number}\n" for number in range(80)),
    "inputs": "".join(f"{number}\n" for number in range(80)),
}


def eval_as_json(*arguments: object) -> dict:
    command = [sys.executable, "-m", "probierz", "eval", *map(str, arguments), "--format", "json"]
    (evaluation,) = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)["evaluations"]
    return evaluation


def all_children() -> set[int]:
    """Processes that this one has started and that are still there."""
    found = set()
    for task in Path("/proc/self/task").iterdir():
        with contextlib.suppress(FileNotFoundError):  # a thread that has just ended
            found |= set(map(int, (task / "children").read_text().split()))
    return found


OTHERS: set[int] = set()


@pytest.fixture(autouse=True)
def _know_others():
    """A browser of other tests may still be there."""
    OTHERS.clear()
    OTHERS.update(all_children())


def children() -> set[int]:
    """Processes that this test has started and that are still there."""
    return all_children() - OTHERS


def wait_for(found, seconds=10.0):
    deadline = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def interrupted(request, action, limits=None):
    """Score, and do something to the process as soon as it reads the output, which is a pipe that nobody fills."""
    request.output.unlink()
    os.mkfifo(request.output)
    timer = threading.Thread(target=lambda: (wait_for(children), time.sleep(0.5), action()))
    timer.start()
    found = score(request, limits=limits or ScoringLimits())
    timer.join()
    return found


# --- numbers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("output", ["out-baseline.tsv", "out-better.tsv"])
def test_scores_and_intervals_are_those_of_probierz_eval_bit_for_bit(output):
    result = score(ScoringRequest(DEMO, "test-A", DEMO / "test-A" / output))
    evaluation = eval_as_json(DEMO, "--out", output, "--interval")
    assert isinstance(result, ScoringResult)
    assert [one.value for one in result.scores] == [one["value"] for one in evaluation["scores"]]
    for one, other in zip(result.scores, evaluation["scores"], strict=True):
        assert (one.interval.low, one.interval.high) == (other["interval"]["low"], other["interval"]["high"])
        assert one.name == other["name"]
        assert one.better == other["better"]
        assert one.lines == 16


def test_a_real_challenge_gets_the_numbers_of_probierz_eval(data_dir, tmp_path):
    challenge = data_dir / "poleval-2021" / "qa"
    if not challenge.is_dir():
        pytest.skip(f"no {challenge}")
    lines = (challenge / "test-A" / "expected.tsv").read_text(encoding="utf-8").splitlines()
    answers = [line.split("\t")[0][:: -1 if at % 3 else 1] for at, line in enumerate(lines)]
    output = tmp_path / "out.tsv"
    output.write_text("\n".join(answers) + "\n", encoding="utf-8")
    result = score(ScoringRequest(challenge, "test-A", output))
    evaluation = eval_as_json(challenge, "--split", "test-A", "--out", output, "--interval")
    assert [one.value for one in result.scores] == [one["value"] for one in evaluation["scores"]]
    assert [one.interval.low for one in result.scores] == [one["interval"]["low"] for one in evaluation["scores"]]
    assert result.lines == len(lines)


def test_scores_are_shown_as_the_challenge_wants_them(tmp_path):
    result = score(make_request(tmp_path, config="--metric Accuracy --precision 4 --show-as-percentage"))
    assert result["Accuracy"].shown == "66.67"
    assert (result.precision, result.percent) == (4, True)


def test_other_schemes_than_those_of_the_challenge_can_be_asked_for(tmp_path):
    result = score(make_request(tmp_path, schemes=["CER", "WER:N<words>"]))
    assert [one.name for one in result.scores] == ["CER", "words"]


def test_the_public_signature_lacks_the_digest_of_the_expected_results(tmp_path):
    (one,) = score(make_request(tmp_path)).scores
    assert one.signature["digests"]["expected"][:12] not in one.public_signature
    assert one.signature["digests"]["output"][:12] in one.public_signature


@pytest.mark.parametrize(
    ("is_hidden", "few"),
    [(False, "the class 'a' is expected on one line only, and 2 other classes on few as well"),
     (True, "a class is expected on few lines only")],
    ids=["open", "hidden"],
)  # fmt: skip
def test_notes_on_intervals_tell_numbers_and_labels_of_open_lines_alone(tmp_path, is_hidden, few):
    result = score(make_request(tmp_path, config="--metric Macro-F1", is_hidden=is_hidden))
    assert [note.partition(":")[0] for note in result["Macro-F1"].interval.notes] == [few]


def test_no_samples_no_intervals(tmp_path):
    assert score(make_request(tmp_path, samples=0))["Accuracy"].interval is None


def test_intervals_that_take_too_long_are_left_out_with_a_note(tmp_path):
    result = score(make_request(tmp_path), limits=ScoringLimits(interval_seconds=0))
    assert result["Accuracy"].value == 2 / 3
    assert result["Accuracy"].interval is None
    assert "no intervals" in result.warnings[0]


def test_the_log_tells_what_is_done_and_names_no_places(tmp_path):
    log: list[str] = []
    score(make_request(tmp_path, output_name="my/out.tsv"), on_log=log.append)
    assert log == ["Scoring my/out.tsv", "Scored 3 lines", "Made intervals"]


def test_warnings_on_the_output_are_for_its_submitter_and_all_others_are_not(tmp_path):
    result = score(
        make_request(tmp_path, config="--metric MAP", expected="a\n\nc\n", output=b"\xef\xbb\xbfa\nb\nc\n", inputs="\n")
    )
    assert result.warnings == (
        "test-A/out.tsv: the byte order mark in front is left out, and GEval takes it as part of the first line",
    )
    assert any("line 2" in one for one in result.operator_warnings)  # an expected line is empty: not for the submitter


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    score(make_request(tmp_path / "here", rows=tmp_path / "kept.npz"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["here", "kept.npz"]
    assert not children()


# --- walls -----------------------------------------------------------------------------------------------------------


def test_the_process_has_nothing_of_the_servers_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("PROBIERZ_SECRET_KEY", "sesame")
    monkeypatch.setenv("https_proxy", "http://proxy.example")
    request = make_request(tmp_path)
    found: list[bytes] = []

    def look():
        (child,) = children()
        found.append(Path(f"/proc/{child}/environ").read_bytes())
        os.kill(child, signal.SIGKILL)

    interrupted(request, look)
    assert b"HOME=" in found[0]
    assert b"sesame" not in found[0]
    assert b"proxy" not in found[0]


def test_the_process_is_limited_niced_and_in_a_session_of_its_own(tmp_path):
    found: dict[str, str] = {}

    def look():
        (child,) = children()
        for line in Path(f"/proc/{child}/limits").read_text().splitlines():
            found[line[:26].strip()] = line[26:47].strip()
        found["session"] = str(os.getsid(child))
        found["nice"] = str(os.getpriority(os.PRIO_PROCESS, child))
        found["child"] = str(child)
        os.kill(child, signal.SIGKILL)

    interrupted(make_request(tmp_path), look, ScoringLimits(memory_bytes=2**30, cpu_seconds=7))
    assert found["Max cpu time"] == "7"
    assert found["Max address space"] == str(2**30)
    assert found["Max file size"] == str(256 * 2**20)
    assert found["Max open files"] == "64"
    assert found["Max processes"] == "0"
    assert found["Max core file size"] == "0"
    assert found["session"] == found["child"]
    assert int(found["nice"]) >= 10


WALLED = """
import os, socket, subprocess, sys
sys.path.insert(0, sys.argv[1])
from probierz.web.sandbox.confine import confine
from probierz.web.sandbox.failures import blame_for_size
from probierz.web.sandbox.limits import ScoringLimits
confine(ScoringLimits(), os.getppid())
{attempt}
"""


@pytest.mark.parametrize(
    "attempt",
    [
        "socket.create_connection(('127.0.0.1', 9))",
        "socket.getaddrinfo('example.org', 80)",
        "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9/')",
        "subprocess.run(['true'])",
        "os.system('true')",
        "os.fork()",
        "os.execv('/bin/true', ['true'])",
    ],
)
def test_behind_the_walls_nobody_is_called_and_nothing_is_started(attempt):
    source = str(Path(probierz.__file__).parent.parent)
    command = [sys.executable, "-I", "-c", WALLED.format(attempt=attempt), source]
    ended = subprocess.run(command, check=False, capture_output=True, text=True)
    assert "scoring may not do this" in ended.stderr


# --- too much --------------------------------------------------------------------------------------------------------


def test_processor_time_is_limited_and_an_output_of_usual_size_is_not_to_blame(tmp_path):
    failure = score(make_request(tmp_path, **SLOW), limits=ScoringLimits(cpu_seconds=1))
    assert isinstance(failure, ScoringFailure)
    assert (failure.kind, failure.fault) == ("CpuLimit", "challenge")
    assert "1 s of processor time" in failure.message
    assert "organisers" in failure.message


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_usual_size_is_measured_by_the_expected_results(pack, tmp_path):
    expected, output = tmp_path / "expected.tsv", tmp_path / "out.tsv"
    expected.write_bytes(pack(b"how do you do?\n" * 900))
    blames = []
    for lines in (900, 3600, 37_000):
        output.write_bytes(b"how do you do?\n" * lines)
        blames.append(blame_for_size(output, expected))
    output.write_bytes(gzip.compress(b"how do you do?\n"))
    assert [*blames, blame_for_size(output, expected)] == ["usual", "usual", "large", "large"]


def test_memory_is_limited_and_a_packed_bomb_is_to_blame(tmp_path):
    bomb = gzip.compress((b"ab " * 5_000_000 + b"\n") * 3)  # 45 MB in 44 kB, and each line within the limit
    request = make_request(tmp_path, config="--metric BLEU", output=bomb, name="out.tsv.gz", samples=0)
    failure = score(request, limits=ScoringLimits(memory_bytes=400 * 2**20, cpu_seconds=60))
    assert (failure.kind, failure.fault) == ("MemoryLimit", "submission")
    assert "400 MiB" in failure.message


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress])
def test_a_bomb_of_one_line_is_refused_before_it_is_unpacked(tmp_path, pack):
    failure = score(
        make_request(tmp_path, output=pack(bytes(2**28)), name="out.tsv.gz"), limits=ScoringLimits(cpu_seconds=30)
    )
    assert (failure.kind, failure.fault, failure.line) == ("DataError", "submission", 1)
    assert "longer than 16 MiB" in failure.message


def test_an_output_of_many_more_lines_is_refused_early(tmp_path):
    failure = score(make_request(tmp_path, output=b"\n" * 50_000_000), limits=ScoringLimits(cpu_seconds=10))
    assert (failure.kind, failure.fault, failure.line) == ("LengthError", "submission", 4)


def test_a_runaway_expression_is_stopped_and_named(tmp_path):
    request = make_request(
        tmp_path, config="--metric Accuracy:s<(a|aa)+$><>", expected="b\nb\nb\n", output=f"b\n{'a' * 400}!\nb\n"
    )
    failure = score(request)
    assert (failure.kind, failure.fault, failure.line) == ("PatternError", "submission", 2)
    assert failure.file == "test-A/out.tsv"


def test_a_runaway_expression_on_expected_results_is_not_the_submitters_fault(tmp_path):
    gold = "a" * 400 + "!"
    failure = score(make_request(tmp_path, config="--metric Accuracy:s<(a|aa)+$><>", expected=f"b\n{gold}\nb\n"))
    assert (failure.kind, failure.fault, failure.line) == ("PatternError", "challenge", None)
    assert "line" not in failure.message


def test_a_busy_or_stuck_machine_is_the_platforms_fault(tmp_path):
    failure = interrupted(make_request(tmp_path), lambda: None, ScoringLimits(cpu_seconds=1, wall_seconds=2))
    assert (failure.kind, failure.fault, failure.may_retry) == ("WallLimit", "platform", True)
    assert "2 seconds" in failure.message
    assert not children()


# --- ends ------------------------------------------------------------------------------------------------------------


def test_a_killed_process_is_the_platforms_fault_and_may_be_tried_again(tmp_path):
    failure = interrupted(make_request(tmp_path), lambda: os.kill(*children(), signal.SIGKILL))
    assert (failure.kind, failure.fault, failure.may_retry) == ("Killed", "platform", True)
    assert "quota" in failure.message


def test_a_crash_is_the_platforms_fault(tmp_path):
    failure = interrupted(make_request(tmp_path), lambda: os.kill(*children(), signal.SIGSEGV))
    assert (failure.kind, failure.fault) == ("Crash", "platform")


def test_cancelling_ends_the_process(tmp_path):
    asked = time.monotonic()
    failure = score(make_request(tmp_path, **SLOW), cancelled=lambda: time.monotonic() > asked + 0.5)
    assert (failure.kind, failure.fault, failure.may_retry) == ("Cancelled", "platform", False)
    assert not children()


def test_an_error_of_the_caller_ends_the_process_and_is_passed_on(tmp_path):
    def stop(_):
        raise RuntimeError("the worker is told to stop")

    with pytest.raises(RuntimeError, match="told to stop"):
        score(make_request(tmp_path, **SLOW), on_log=stop)
    assert not children()


WORKER = """
from pathlib import Path
from probierz.web.sandbox.outcome import ScoringRequest
from probierz.web.sandbox.scorer import score
score(ScoringRequest(Path({challenge!r}), "test-A", Path({output!r})), on_log=lambda line: print(line, flush=True))
"""


def test_no_process_outlives_a_worker_that_is_killed(tmp_path):
    request = make_request(tmp_path, **SLOW)
    code = WORKER.format(challenge=str(request.challenge), output=str(request.output))
    folder = {**os.environ, "TMPDIR": str(tmp_path)}  # who is killed does not tidy up
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=folder) as worker:
        assert worker.stdout.readline() == b"Scoring test-A/out.tsv\n"
        (child,) = map(int, Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text().split())
        worker.kill()
    wait_for(lambda: not is_alive(child))


def is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_metrics_of_the_operator_are_validated_and_scored(tmp_path, monkeypatch):
    plugin = tmp_path / "own.py"
    plugin.write_text(
        "from probierz import Example, metric\n"
        "from probierz.metrics.tallies import Mean\n\n\n"
        'example = Example(name="Alike@1", expected=["ab"], output=["ac"], value=1.0)\n\n\n'
        '@metric("Alike@{n:integer}", better="higher", bounds=(0, 1), source="own", example=example)\n'
        "def alike(expected: str, output: str, n: int) -> Mean:\n"
        '    """Share of lines that begin alike."""\n'
        "    return Mean(expected[:n] == output[:n])\n"
    )
    request = make_request(tmp_path, config="--metric Alike@1", output="ab\nbc\nx\n")
    (request.challenge / "README.md").write_text("# Own\n\nA task.\n")
    assert "no metric is called" in str(problems_of(request.challenge))
    monkeypatch.setenv("PROBIERZ_PLUGINS", str(plugin))
    assert not has_errors(problems_of(request.challenge))
    result = score(request)
    assert isinstance(result, ScoringResult)
    assert result.scores[0].value == pytest.approx(2 / 3)


# --- what stands for the processes in tests elsewhere -----------------------------------------------------------------


@pytest.mark.parametrize("output", ["1\n2\n", "1\nx\n", ""], ids=["scored", "broken", "empty"])
def test_a_forked_process_scores_and_fails_as_a_started_one(tmp_path, monkeypatch, output):
    request = make_request(tmp_path, config="--metric RMSE", expected="1\n3\n", output=output)
    logs: tuple[list[str], list[str]] = ([], [])
    started = score(request, on_log=logs[0].append)
    monkeypatch.setattr("probierz.web.sandbox.scorer.subprocess", forked_processes.SUBPROCESS)
    forked = score(request, on_log=logs[1].append)
    assert without_time(forked) == without_time(started)
    assert logs[0] == logs[1]


def without_time(outcome):
    return replace(outcome, cpu_seconds=0.0) if isinstance(outcome, ScoringResult) else outcome


def test_a_forked_process_is_limited_as_a_started_one(tmp_path, monkeypatch):
    monkeypatch.setattr("probierz.web.sandbox.scorer.subprocess", forked_processes.SUBPROCESS)
    failure = score(make_request(tmp_path, **SLOW), limits=ScoringLimits(cpu_seconds=1))
    assert failure.kind == "CpuLimit"
