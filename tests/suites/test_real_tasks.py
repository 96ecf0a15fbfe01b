"""The declared tasks on real data: they pass their checks, their traits are found, published numbers come out."""

import json
from shutil import copytree

import pytest

from probierz.challenges.challenge import open_challenge
from probierz.cli.doubt_warnings import doubt_warnings
from probierz.cli.main import main
from probierz.suites.baselines import write_answers
from probierz.suites.boards import board, shown_as_printed, with_counted
from probierz.suites.catalogue import find_suite, find_task
from probierz.suites.checking import check_task, declared_task
from probierz.suites.checks import hidden_results
from probierz.suites.fetch import local_copy
from probierz.suites.findings import has_failed
from probierz.suites.getting import get_task
from probierz.suites.publishing import recipe_of

TASKS = [task.full_name for name in ("poleval-2021", "poleval-2022") for task in find_suite(name).tasks]
REPOSITORIES = {
    "poleval-2021/punctuation": "2021-punctuation-restoration",
    "poleval-2021/quality-blind": "2021-quality-estimation-blind",
    "poleval-2021/quality-nonblind": "2021-quality-estimation-nonblind",
    "poleval-2021/qa": "2021-question-answering",
    "poleval-2022/passage-retrieval": "2022-passage-retrieval",
}


BESIDE = {
    "poleval-2021/quality-blind": ("backtranslated/train.csv",),
    "poleval-2021/punctuation": ("fa/poleval_fa.validation.tar.gz",),
}
"""Files beside a task's data that hold what its hidden test expects, a team's pairs for training, or its texts: times
of the words of recordings, without marks."""


@pytest.mark.parametrize("name", TASKS)
def test_every_task_passes_its_check(data_dir, name, monkeypatch):
    if name == "poleval-2021/ocr":  # its alignments are searched until the time is over, however much that is
        monkeypatch.setattr(hidden_results, "MOST_SECONDS", 1)
    task = find_task(name)
    findings = check_task(task, data_dir / name)
    failed = [str(one) for one in findings if has_failed([one])]
    assert [one for one in failed if not any(file in one for file in BESIDE.get(name, ()))] == []
    assert len(failed) == len(BESIDE.get(name, ()))


def test_data_are_recognised(data_dir, tmp_path):
    assert declared_task(data_dir / "poleval-2021" / "quality-blind").name == "quality-blind"
    assert declared_task(data_dir / "poleval-2021" / "quality-nonblind").name == "quality-nonblind"
    (tmp_path / "test-A").mkdir()
    assert declared_task(tmp_path) is None


@pytest.mark.parametrize("name", ["cdsc-e", "cdsc-r"])
def test_tasks_with_the_same_texts_are_told_apart_by_what_is_expected(data_dir, tmp_path, name, capsys):
    folder = tmp_path / name
    source = ["--from", str(data_dir / "klej"), "--to", str(folder), "--accept-licence"]
    assert main(["suite", "get", f"klej/{name}", *source]) == 0
    assert declared_task(folder).name == name
    output = folder / "test-A" / "out.tsv"
    output.write_bytes(next((folder / "test-A").glob("expected.tsv*")).read_bytes())
    capsys.readouterr()
    assert main(["suite", "board", f"klej/{name}", "--out", str(output)]) == 0
    other = {"cdsc-e": "cdsc-r", "cdsc-r": "cdsc-e"}[name]
    assert main(["suite", "board", f"klej/{other}", "--out", str(output)]) != 0
    assert f"this is an output for klej/{name}" in capsys.readouterr().err


def test_the_texts_of_the_punctuation_task_that_are_in_a_hidden_set_are_found(data_dir):
    task = find_task("poleval-2021/punctuation")
    leaks = {one.splits: one for one in check_task(task, data_dir / task.full_name, only=["leaks"])}
    counts = {splits: one.count for splits, one in leaks.items()}
    # The README of the data: seven train and four test-A texts in test-C; all of test-B in test-C.
    assert counts["train", "test-C"] == 7
    assert counts["test-A", "test-C"] == 4
    assert counts["test-B", "test-C"] == 185
    assert leaks["train", "test-C"].places[0].line == 126


@pytest.mark.parametrize("name", REPOSITORIES)
def test_a_bundle_gives_the_same_as_the_folder(data_dir, tmp_path, name):
    task = find_task(name)
    bundle = data_dir / "git" / f"{REPOSITORIES[name]}.bundle"
    if not bundle.is_file():
        pytest.skip(f"{bundle} is not there")
    assert local_copy(task, str(data_dir / "git")) == str(bundle)
    get_task(task, tmp_path / "mine", place=str(data_dir / "git"))
    assert not has_failed(
        check_task(task, tmp_path / "mine", only=["files", "checksums", "lines", "known-lines", "metrics"])
    )


# What the proceedings print: Piotrowski's Table 2, the output of the evaluator in the chapter on Gonito; for questions
# the README of the data, which the published 4.16 on test-B rests on.
@pytest.mark.parametrize(
    ("name", "baseline", "split", "printed"),
    [
        ("poleval-2021/ocr", "unchanged", "dev-0", "16.550"),
        ("poleval-2021/ocr", "unchanged", "test-A", "16.527"),
        ("poleval-2021/punctuation", "comma rule", "test-A", "14.75"),
        ("poleval-2021/qa", "constant", "dev-0", "5.10"),
        ("poleval-2021/qa", "constant", "test-A", "5.72"),
        ("poleval-2021/quality-nonblind", "sentence BLEU", "dev-0", "0.5949"),  # printed 0.59 and 0.50: Wróbel, Table 1
        ("poleval-2021/quality-nonblind", "sentence BLEU", "test-A", "0.4998"),
    ],
)
def test_published_baselines_come_out_again(data_dir, tmp_path, name, baseline, split, printed):
    task = find_task(name)
    found = next(one for one in task.baselines if one.name == baseline)
    assert found.scores[split] == printed
    challenge = open_challenge(data_dir / name)
    write_answers(challenge, split, found.recipe, tmp_path / "out.tsv")
    evaluation = challenge.evaluate(split, out=tmp_path / "out.tsv", schemes=[task.parsed_schemes[0]], rows=False)
    assert shown_as_printed(task, evaluation.scores[0].value) == printed


@pytest.mark.parametrize(
    ("task", "system"), [("quality-nonblind", "quality/features"), ("quality-blind", "quality/blind")]
)
def test_baselines_that_learn_come_out_again_and_stand_on_boards(data_dir, tmp_path, capsys, task, system):
    declared = find_task(f"poleval-2021/{task}")
    copytree(data_dir / declared.full_name, tmp_path / "made")
    assert main(["baseline", str(tmp_path / "made"), "--system", system, "--format", "json", "--quiet"]) == 0
    found = json.loads(capsys.readouterr().out)["evaluations"]
    (value,) = (one["scores"][0]["value"] for one in found if one["split"] == "test-A")
    baseline = next(one for one in declared.baselines if one.system == system)
    assert shown_as_printed(declared, value) == baseline.scores["test-A"]
    shown = with_counted(board(declared, "test-A"), declared)
    assert [(row.rank, row.value) for row in shown.rows if row.recipe == system] == [(0, baseline.scores["test-A"])]
    assert recipe_of(baseline.name) == system  # which a platform shows beside its row


def test_what_wrobel_prints_for_the_uncorrected_text_is_the_whole_input_with_its_columns(data_dir):
    task = find_task("poleval-2021/ocr")
    challenge = open_challenge(data_dir / "poleval-2021" / "ocr")
    whole = challenge.split("test-A").input
    evaluation = challenge.evaluate("test-A", out=whole, rows=False)
    assert shown_as_printed(task, evaluation.scores[0].value) == "18.115"
    assert doubt_warnings(evaluation)[0].startswith(
        f"{whole}: lines have 4 columns, 4 of them as in the input, and expected lines of test-A have 1; "
    )


def test_the_other_marks_of_the_comma_rule_are_as_printed(data_dir, tmp_path):
    task = find_task("poleval-2021/punctuation")
    challenge = open_challenge(data_dir / task.full_name)
    write_answers(challenge, "test-A", task.baselines[0].recipe, tmp_path / "out.tsv")
    scores = challenge.evaluate("test-A", out=tmp_path / "out.tsv", rows=False).scores
    printed = {
        one.metric: one.value for one in task.published if one.system == "comma rule (Gonito)" and one.split == "test-A"
    }
    assert {score.name: shown_as_printed(task, score.value) for score in scores} == printed
