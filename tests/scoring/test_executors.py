"""Scoring elsewhere: whatever executor has the workers, the bits are those of one process."""

import contextlib
import importlib.metadata
import json
import multiprocessing
import os
import pickle
import random
import signal
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from itertools import accumulate, chain

import pytest

import probierz
from probierz.cli.main import main
from probierz.errors import DataError, OptionError, ProbierzError
from probierz.inspection.line_sources import file_lines
from probierz.metrics.number_pairs import NumberPair
from probierz.metrics.tallies import Edits, Mean, Row, Sums
from probierz.scoring import executors, workers
from probierz.scoring.blocks import BLOCK_LINES, PART_CHARACTERS, Block, parts_of
from probierz.scoring.executors import open_executor, work
from probierz.scoring.tally import GroupTallies

pytestmark = pytest.mark.xdist_group("executors")  # processes and a cluster are started once

SCHEMES = ["WER", "Accuracy", "BLEU", "Macro-F1", "Spearman", "Accuracy:f<in[a]>", "Accuracy:p<50>"]


def lines(count=20_000, seed=1):
    generator = random.Random(seed)
    words = ["kot", "pies", "żaba", "0.5", "1.5"]
    expected = [str(generator.random()) for _ in range(count)]
    output = [one if generator.random() < 0.7 else str(generator.random()) for one in expected]
    texts = [" ".join(generator.choices(words, k=5)) for _ in range(count)]
    return expected, output, texts


@pytest.fixture(scope="module")
def numbers():
    expected, output, _ = lines()
    return expected, output


def values(expected, output, **options):
    schemes = ["WER", "Accuracy", "MAE", "Pearson", "Spearman", "Mean/CER"]
    scores = probierz.score_all(schemes, expected, output, **options)
    return [(score.value.hex(), list(score.rows.tallies) if score.rows is not None else None) for score in scores]


class Unsure(Executor):
    """Loses every third block on its way, as a cluster whose workers die."""

    def __init__(self, losses=1):
        self.losses = losses
        self.sent = 0

    def submit(self, function, /, *arguments, **options):
        self.sent += 1
        future = Future()
        if self.sent % 3 == 0 and self.losses:
            future.set_exception(ConnectionError("the worker is gone"))
        else:
            future.set_result(function(*arguments, **options))
        return future


def processes():
    return ProcessPoolExecutor(2, multiprocessing.get_context("spawn"))


@pytest.mark.parametrize("make", [lambda: ThreadPoolExecutor(3), processes, Unsure])
@pytest.mark.parametrize("rows", [True, False])
def test_every_executor_gives_the_bits_of_one_process(numbers, make, rows):
    with make() as executor:
        assert values(*numbers, executor=executor, rows=rows) == values(*numbers, rows=rows)


def test_a_block_whose_worker_was_lost_is_scored_again(numbers):
    executor = Unsure()
    values(*numbers, executor=executor, rows=False)
    blocks = -(-len(numbers[0]) // BLOCK_LINES)
    assert executor.sent > blocks


def test_blocks_of_long_lines_are_cut_into_parts_for_workers():
    block = Block(7, ["a" * 1000] * 300, ["b"] * 200 + ["c" * 90_000] * 100, ["input"] * 300)
    parts = list(parts_of(block))
    assert [one.first for one in parts] == list(accumulate((len(one.expected) for one in parts[:-1]), initial=7))
    assert [list(chain.from_iterable(side)) for side in list(zip(*parts, strict=True))[1:]] == list(block[1:])
    assert max(len("".join(one.output)) for one in parts) < 2 * PART_CHARACTERS
    assert list(parts_of(Block(1, ["a"] * 4096, ["b"] * 4096))) == [Block(1, ["a"] * 4096, ["b"] * 4096)]


def test_lines_of_blocks_that_were_cut_come_in_their_order(tmp_path):
    texts = [f"{at} " * 400 for at in range(400)]
    write(tmp_path, texts, texts[:200] + ["b"] * 200)
    source = file_lines("WER", tmp_path / "expected.tsv", tmp_path / "out.tsv")
    with ThreadPoolExecutor(2) as threads:
        assert list(replace(source, jobs=threads)) == list(source)


def test_little_work_and_work_that_is_sooner_done_than_sent_start_no_process(monkeypatch):
    monkeypatch.setattr(workers, "own_processes", lambda jobs: pytest.fail(f"{jobs} processes"))
    for metric, count in (("TER", 100), ("Accuracy", 50_000)):
        probierz.score(metric, ["a b c"] * count, ["a c b"] * count, jobs=2)


@pytest.mark.parametrize(
    "tallies",
    [
        [Edits(at, at / 2) for at in range(9)],
        [Edits(at, 2**70) for at in range(9)],
        [Edits(at, at if at % 2 else 0.5) for at in range(9)],
        [Mean(at % 2 == 0, 2**33) for at in range(9)],
        [Mean(1, 1)] * 9,
        [NumberPair(at / 7, -0.0) for at in range(9)],
        [{"class": Edits(at, 1)} for at in range(9)],
        [Row(*range(at)) for at in range(9)],
        [],
    ],
)
def test_what_lines_left_arrives_as_it_was_sent(tallies):
    sent = GroupTallies(Sums(Edits), tallies=tallies, numbers=list(range(5, 5 + len(tallies))))
    arrived = pickle.loads(pickle.dumps(sent))
    assert repr(arrived.tallies) == repr(tallies)
    assert arrived.numbers == sent.numbers


class Dead(Executor):
    def submit(self, function, /, *arguments, **options):
        del function, arguments, options
        future = Future()
        future.set_exception(ConnectionError("nobody\nis there"))
        return future


def test_when_no_worker_lives_one_sentence_says_which_lines_were_lost(numbers):
    told = r"no worker scored lines 1 to 4096 in 3 tries \(ConnectionError: nobody is there\); see whether"
    with pytest.raises(ProbierzError, match=told):
        values(*numbers, executor=Dead(), rows=False)


def test_trouble_with_a_line_is_told_as_by_one_process():
    expected, output = ["1"] * 10_000, ["1"] * 10_000
    output[5_000] = output[9_000] = "many"
    with ThreadPoolExecutor(2) as executor, pytest.raises(DataError) as there:
        probierz.score("MAE", expected, output, executor=executor)
    with pytest.raises(DataError) as here:
        probierz.score("MAE", expected, output)
    assert (str(there.value), there.value.line) == (str(here.value), 5_001)


def test_a_bug_in_a_worker_is_no_lost_worker(monkeypatch):
    def broken(*_):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(executors, "_plan_of", broken)
    with ThreadPoolExecutor(1) as executor, pytest.raises(ZeroDivisionError) as caught:
        probierz.score("MAE", ["1"], ["1"], executor=executor)
    assert "in a worker:" in caught.value.__notes__[0]


def test_workers_of_another_version_are_refused_in_one_sentence(monkeypatch):
    order = json.dumps({"versions": "probierz 0.0.1 on Python 3.10", "a plan that": "nobody here understands"})
    answer = work(order, ("whatever",))
    assert isinstance(answer, OptionError)
    assert str(answer).startswith(f"the workers have probierz {probierz.__version__} on Python 3.")
    assert "and this is probierz 0.0.1 on Python 3.10: scores could differ; install the same" in str(answer)
    monkeypatch.setattr(executors, "work", lambda order, block: work(json.dumps({"versions": "other"}), block))
    with ThreadPoolExecutor(1) as executor, pytest.raises(OptionError, match="install the same on both sides"):
        probierz.score("MAE", ["1"], ["1"], executor=executor)


def test_workers_load_the_same_files_of_metrics(tmp_path):
    plugin = tmp_path / "plugin.py"
    plugin.write_text("import probierz\n" + PLUGIN)
    order = json.dumps({
        "versions": executors._versions(), "plugins": [str(plugin)], "plan": {"schemes": ["SameFirstLetter"]},
    })  # fmt: skip
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor:
        (result,) = executor.submit(work, order, (1, ["ab", "cd"], ["ax", "xd"])).result()
    assert tuple(result.accumulator.total()) == (1, 2)


PLUGIN = '''
from probierz.metrics.tallies import Mean

@probierz.metric(
    "SameFirstLetter", better="higher", bounds=(0, 1), source="a test",
    example=probierz.Example(name="SameFirstLetter", expected=["a"], output=["a"], value=1),
)
def same(expected: str, output: str) -> Mean:
    """Whether the first letters are the same.

    Empty: NaN.
    """
    return Mean(expected[:1] == output[:1])
'''


@pytest.mark.parametrize("executor", ["dask", 2.5, object(), ThreadPoolExecutor])
def test_what_is_no_executor_is_refused(executor):
    with pytest.raises(OptionError, match="is not a number of processes, and no executor"):
        probierz.score("MAE", ["1"], ["1"], executor=executor)


# --- what was scored is looked at ------------------------------------------------------------------------------------


def outputs(metric, count=3, lines=400):
    """Scores of outputs, each worse than the one before."""
    chosen = random.Random(metric)
    if metric in ("Kendall", "Pearson", "MAE"):
        expected = [f"{chosen.gauss(0, 1):.2f}" for _ in range(lines)]
        given = [[f"{float(one) + chosen.gauss(0, 0.2 + at):.2f}" for one in expected] for at in range(count)]
    elif metric in ("BLEU", "WER"):
        expected = [" ".join(chosen.choices(["kot", "pies", "las", "dom"], k=6)) for _ in range(lines)]
        given = [[one.replace("kot", "koń") if chosen.random() < 0.2 + at / 9 else one for one in expected]
                 for at in range(count)]  # fmt: skip
    else:
        expected = chosen.choices("abc", k=lines)
        given = [[one if chosen.random() < 0.9 - at / 9 else "a" for one in expected] for at in range(count)]
    return probierz.score(metric, expected, {f"output {at}": one for at, one in enumerate(given)})


LOOKED_AT = ["Accuracy", "MCC", "Macro-F1", "Kendall", "Pearson", "MAE", "WER", "BLEU", "NMI"]


@pytest.mark.parametrize("metric", LOOKED_AT)
@pytest.mark.parametrize("options", [{}, {"test": "bootstrap"}, {"method": "bca"}, {"cluster": range(400)}])
def test_a_comparison_on_threads_is_that_of_one_process_bit_by_bit(metric, options):
    if "cluster" in options:
        options = {"cluster": [at // 4 for at in options["cluster"]]}
    scores = outputs(metric)
    with ThreadPoolExecutor(3) as executor:
        there = probierz.compare(scores, samples=300, trials=2000, executor=executor, **options)
    assert repr(there.as_dict()) == repr(probierz.compare(scores, samples=300, trials=2000, **options).as_dict())


@pytest.fixture(scope="module")
def two_processes():
    with processes() as executor:
        yield executor


@pytest.mark.parametrize("metric", ["MCC", "Kendall", "WER"])
def test_a_comparison_in_processes_is_that_of_one(metric, two_processes):
    scores = outputs(metric)
    there = probierz.compare(scores, trials=2000, executor=two_processes)
    assert repr(there.as_dict()) == repr(probierz.compare(scores, trials=2000).as_dict())
    assert repr(probierz.compare(scores, trials=2000, jobs=2).as_dict()) == repr(there.as_dict())


@pytest.mark.parametrize("metric", ["MCC", "Pearson", "BLEU"])
@pytest.mark.parametrize("method", ["auto", "bca", "percentile"])
def test_an_interval_of_many_lines_is_the_same_wherever_it_is_drawn(metric, method, two_processes):
    score = outputs(metric, 1, 5000)["output 0"]
    here = score.interval(method=method)
    assert here == score.interval(method=method, executor=two_processes)
    assert here == score.interval(method=method, executor=Unsure())


def test_a_part_whose_workers_are_all_lost_is_named():
    scores = outputs("MCC")
    with pytest.raises(ProbierzError, match=r"no worker did part 1 of \d+ of the intervals in 3 tries \(Connection"):
        probierz.compare(scores, executor=Dead())


def test_parts_for_workers_of_another_version_are_refused():
    order = json.dumps({"versions": "probierz 0.0.1 on Python 3.10", "plugins": []})
    answer = executors.work_part(order, "os:getcwd", b"not even read", b"")
    assert isinstance(answer, OptionError)
    assert "install the same on both sides" in str(answer)


@pytest.mark.parametrize(("count", "step"), [(0, 1), (1, 1), (7, 3), (1000, 64), (190, 1)])
def test_work_is_divided_at_whole_steps_and_nothing_is_lost(count, step):
    with ThreadPoolExecutor(3) as executor:
        parts = executors.divided(count, executor, step=step)
    assert [at for part in parts for at in part] == list(range(count))
    assert all(part.start % step == 0 for part in parts)
    assert executors.divided(count, None, step=step) == ([range(count)] if count else [range(0)])


# --- places ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("dosk://host:8786", "did you mean dask://?"),
        ("host:8786", "known are dask"),
        ("dask://", "known are dask"),
        ("ray://host", "known are dask"),
    ],
)
def test_a_place_that_nobody_knows_is_refused_with_those_that_are(place, said):
    with pytest.raises(OptionError) as caught:
        open_executor(place)
    assert str(caught.value).startswith(f"{place!r} is no place to work on")
    assert said in str(caught.value)


@contextlib.contextmanager
def connect_threads(address):
    with ThreadPoolExecutor(int(address)) as executor:
        yield executor


@pytest.fixture
def threads(monkeypatch):
    """An adapter of another package, found by its entry point."""
    real = importlib.metadata.entry_points
    point = importlib.metadata.EntryPoint("threads", f"{__name__}:connect_threads", "probierz.executors")

    def found(**wanted):
        return importlib.metadata.EntryPoints([point]) if wanted == {"group": "probierz.executors"} else real(**wanted)

    monkeypatch.setattr(importlib.metadata, "entry_points", found)


def write(folder, expected, output):
    (folder / "expected.tsv").write_text("\n".join(expected) + "\n")
    (folder / "out.tsv").write_text("\n".join(output) + "\n")
    return ["--expected", str(folder / "expected.tsv"), "--out", str(folder / "out.tsv"), "--metric", "WER"]


def test_commands_work_on_a_place_that_another_package_knows(tmp_path, capsys, numbers, threads):
    words = ["eval", *write(tmp_path, *numbers), "--format", "json"]
    assert main([*words, "--on", "threads://2"]) == 0
    there = capsys.readouterr().out
    assert main(words) == 0
    assert there == capsys.readouterr().out


@pytest.mark.parametrize(
    "command",
    [
        ["lines", "--sort", "worst", "--limit", "20"],
        ["lines"],
        ["worst", "--side", "both", "--max-q", "1"],
        ["slices", "--by", "length(exp)", "--interval"],
        ["eval", "--interval", "--samples", "200"],
    ],
)
@pytest.mark.parametrize("where", [["--on", "threads://2"], ["--jobs", "2"]])
@pytest.mark.usefixtures("processes_at_once")
def test_what_looks_closer_prints_the_same_wherever_lines_are_scored(tmp_path, capsys, threads, command, where):
    texts = lines(6000)[2]
    words = [command[0], *write(tmp_path, texts, [one.replace("kot", "koń") for one in texts]), *command[1:], "--quiet"]
    assert main([*words, *where]) == 0
    there = capsys.readouterr().out
    assert main(words) == 0
    assert there == capsys.readouterr().out
    assert there


@pytest.mark.usefixtures("processes_at_once")
def test_a_comparison_by_command_is_the_same_wherever_it_is_made(tmp_path, capsys, threads):
    texts = lines(500)[2]
    write(tmp_path, texts, [one.replace("kot", "koń") for one in texts])
    (tmp_path / "other.tsv").write_text("\n".join(one.replace("pies", "") for one in texts) + "\n")
    words = ["compare", str(tmp_path / "out.tsv"), str(tmp_path / "other.tsv"), "--metric", "WER", "--metric", "BLEU"]
    words += ["--expected", str(tmp_path / "expected.tsv"), "--quiet"]
    printed = []
    for where in ([], ["--on", "threads://2"], ["--jobs", "2"]):
        assert main([*words, *where]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1] == printed[2]
    assert "WER" in printed[0]


@pytest.mark.parametrize("jobs", [1, 2, "threads"])
@pytest.mark.usefixtures("processes_at_once")
def test_lines_before_one_that_is_no_use_come_first(tmp_path, jobs):
    output = ["1"] * 10_000
    output[5_000] = output[9_000] = "many"
    write(tmp_path, ["1"] * 10_000, output)
    source = file_lines("MAE", tmp_path / "expected.tsv", tmp_path / "out.tsv")
    seen = []
    with ThreadPoolExecutor(2) as threads, pytest.raises(DataError) as caught:
        seen.extend(line.number for line in replace(source, jobs=threads if jobs == "threads" else jobs))
    assert caught.value.line == 5_001
    assert seen == list(range(1, 5_001))


def test_commands_refuse_two_ways_at_once_and_places_that_do_not_answer(tmp_path, capsys, threads):
    words = ["eval", *write(tmp_path, ["a"], ["a"])]
    assert main([*words, "--on", "threads://2", "--jobs", "2"]) == 2
    assert "leave out one of them" in capsys.readouterr().err
    assert main([*words, "--on", "nowhere"]) == 1
    assert "'nowhere' is no place to work on, such as dask://scheduler:8786; known are dask, threads" in (
        capsys.readouterr().err
    )


# --- Dask ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cluster():
    """A scheduler and two workers, each a process of its own."""
    distributed = pytest.importorskip("distributed", reason="the extra dask is not installed")
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0", "memory_limit": 0}
    with distributed.LocalCluster(**options, silence_logs=50) as made:
        yield made


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_a_cluster_of_dask_gives_the_bits_of_one_process(cluster, numbers):
    address = cluster.scheduler_address.removeprefix("tcp://")
    with open_executor(f"dask://{address}") as executor:
        assert values(*numbers, executor=executor, rows=False) == values(*numbers, rows=False)


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_a_worker_of_dask_that_is_killed_in_the_middle_changes_nothing(cluster, numbers):
    pids = iter([worker.pid for worker in cluster.workers.values()])

    def killing(lines):
        for number, line in enumerate(lines):
            if number == len(numbers[0]) // 2:
                os.kill(next(pids), signal.SIGKILL)
            yield line

    address = cluster.scheduler_address.removeprefix("tcp://")
    with open_executor(f"dask://{address}") as executor:
        found = values(killing(numbers[0]), numbers[1], executor=executor, rows=False)
    assert found == values(*numbers, rows=False)


def test_a_scheduler_that_does_not_answer_is_told(monkeypatch):
    pytest.importorskip("distributed", reason="the extra dask is not installed")
    monkeypatch.setattr("probierz.scoring.on_dask.TIMEOUT_SECONDS", 0.5)
    told = r"no scheduler of Dask answers at tcp://127\.0\.0\.1:9; look whether"
    with pytest.raises(OptionError, match=told), open_executor("dask://127.0.0.1:9"):
        pass


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_a_comparison_on_dask_is_that_of_one_process(cluster):
    scores = outputs("MCC")
    address = cluster.scheduler_address.removeprefix("tcp://")
    with open_executor(f"dask://{address}") as executor:
        there = probierz.compare(scores, executor=executor)
        interval = scores["output 1"].interval(method="bca", executor=executor)
    assert repr(there.as_dict()) == repr(probierz.compare(scores).as_dict())
    assert interval == scores["output 1"].interval(method="bca")
