"""`probierz klej`: the commands at work, on a suite with real metrics and test sets of KLEJ's sizes."""

import json
import math
import random

import pytest

from probierz.cli.main import main
from probierz.suites.catalogue import find_suite
from probierz.suites.klej.baselines import write_submission
from probierz.suites.klej.builders import format_of


@pytest.fixture(scope="module")
def gold(tmp_path_factory):
    """Made-up training labels and expected results for all nine tasks."""
    folder = tmp_path_factory.mktemp("gold")
    generator = random.Random(6)
    for task in find_suite("klej").tasks:
        form = format_of(task)
        (folder / task.name / "train").mkdir(parents=True)
        values = form.labels or [f"{form.lowest + step / 2:.1f}" for step in range(9)]
        for name, count in (("train/expected.tsv", 500), ("test_gold.tsv", task.split("test-A").lines)):
            lines = [f"{generator.choice(values)}\n" for _ in range(count)]
            (folder / task.name / name).write_text("".join(lines), encoding="utf-8")
    return folder


@pytest.fixture
def perfect(gold, tmp_path):
    """An archive with all expected results as predictions."""
    files = {task.name: (gold / task.name / "test_gold.tsv") for task in find_suite("klej").tasks}
    predictions = {name: path.read_text(encoding="utf-8").split("\n")[:-1] for name, path in files.items()}
    write_submission(tmp_path / "perfect.zip", predictions)
    return tmp_path / "perfect.zip"


def run(capsys, *arguments):
    code = main(["klej", *map(str, arguments)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def made_up(folder):
    """Options to score by results that are not the declared ones."""
    return "--expected", folder, "--unchecked"


def rows(text):
    return [line.split("\t") for line in text.splitlines()]


def test_a_perfect_archive_has_an_average_of_a_hundred(capsys, perfect, gold):
    code, out, _ = run(capsys, "evaluate", perfect, *made_up(gold))
    assert code == 0
    assert [row[0] for row in rows(out)][-1] == "average"
    assert float(rows(out)[-1][2]) == pytest.approx(100)


def test_outputs_that_lie_in_challenges_are_scored_there(capsys, gold, tmp_path):
    for name, beginning in (("cdsc-e", ""), ("cbd", "target\n")):
        folder = tmp_path / name / "test-A"
        folder.mkdir(parents=True)
        expected = (gold / name / "test_gold.tsv").read_text(encoding="utf-8")
        (folder / "out.tsv").write_text(beginning + expected, encoding="utf-8")
    code, out, err = run(capsys, "evaluate", tmp_path, *made_up(gold), "--partial")
    assert (code, err) == (0, "")
    assert [row[:3] for row in rows(out) if row[2]][1:] == [["cdsc-e", "Accuracy", "100.0"], ["cbd", "F1", "100.0"]]
    code, _, err = run(capsys, "evaluate", tmp_path, *made_up(gold))
    assert code == 1
    assert f"{tmp_path}: there is no dyk/test-A/out.tsv; every task needs its predictions" in err
    (tmp_path / "cbd" / "test-A" / "out.tsv").write_text("0\n2\n", encoding="utf-8")
    code, out, err = run(capsys, "check", tmp_path, "--partial")
    assert code == 1
    assert "cbd/test-A/out.tsv: there are 2 predictions, and the test has 1000 records" in out + err
    assert "cbd/test-A/out.tsv line 2: " in out + err


def test_it_leads_the_board(capsys, perfect, gold):
    _, out, _ = run(capsys, "board", perfect, *made_up(gold))
    assert rows(out)[0][:4] == ["rank", "system", "average", "nkjp-ner"]
    assert [row[:2] for row in rows(out)[1:3]] == [["(1)", "perfect (yours)"], ["1", "HerBERT"]]


def test_the_board_without_archives_is_the_published_one(capsys):
    _, out, _ = run(capsys, "board")
    assert rows(out)[1] == [
        "1",
        "HerBERT",
        "80.5",
        "92.7",
        "92.5",
        "91.9",
        "50.3",
        "89.2",
        "76.3",
        "52.1",
        "95.3",
        "84.5",
    ]
    assert len(rows(out)) == 11


def test_for_papers_the_board_says_which_way_is_better(capsys):
    _, out, _ = run(capsys, "board", "--format", "latex")
    assert r"rank & system & average $\uparrow$ & nkjp-ner $\uparrow$ & cdsc-e $\uparrow$" in out
    assert r"& 84.5 & KLEJ, Table 3, 2020 \\" in out
    assert " & Random (baseline) & 28.3" in out
    notes = out.partition(r"\end{tabular}")[2]
    assert "nkjp-ner, cdsc-e, polemo2.0-in, polemo2.0-out: Accuracy on test-A; cdsc-r: Spearman on test-A;" in notes
    assert "A baseline is there to compare with, and has no rank." in notes
    _, out, _ = run(capsys, "board", "--format", "tsv")
    assert "↑" not in out, "which programs would take for a part of the name"


def test_as_json_the_board_says_which_are_yours(capsys, perfect, gold):
    _, out, _ = run(capsys, "board", perfect, *made_up(gold), "--format", "json")
    first = json.loads(out)["systems"][0]
    assert (first["system"], first["yours"], first["scores"]["cbd"]) == ("perfect", True, 100)


def test_intervals_hold_the_scores(capsys, gold, tmp_path):
    assert run(capsys, "baseline", "random", "--data", gold, "--to", tmp_path / "r.zip")[0] == 0
    _, out, _ = run(
        capsys, "evaluate", tmp_path / "r.zip", *made_up(gold), "--interval", "--samples", "50", "--format", "json"
    )
    found = json.loads(out)
    tasks = found["tasks"]
    assert len(tasks) == 9
    assert all(one["low"] <= one["score"] <= one["high"] for one in tasks)
    # The mean of test sets is surer than each of them: its ends are nearer by the root of the sum of squares. Two tasks
    # have the same texts, and are one test set.
    for end, sign in (("low", -1), ("high", 1)):
        far = {one["task"]: sign * (one[end] - one["score"]) for one in tasks}
        far["cdsc-e"] += far.pop("cdsc-r")
        average = found["average"] + sign * math.hypot(*far.values()) / 9
        assert found[f"average_{end}"] == pytest.approx(average)
    assert tasks[8]["signature"].startswith("1-wMAE|")


def test_tables_for_programs_have_no_digits_of_binary_fractions(capsys, gold, tmp_path):
    assert run(capsys, "baseline", "random", "--data", gold, "--to", tmp_path / "r.zip")[0] == 0
    arguments = (*made_up(gold), "--interval", "--samples", "50", "--format", "tsv")
    for row in rows(run(capsys, "evaluate", tmp_path / "r.zip", *arguments)[1])[1:]:
        assert all(len(cell.strip("-0.").replace(".", "")) <= 12 for cell in row[2:5]), row


def test_the_majority_baseline_has_no_correlation_and_says_so(capsys, gold, tmp_path):
    run(capsys, "baseline", "majority", "--data", gold, "--to", tmp_path / "m.zip")
    code, out, err = run(capsys, "evaluate", tmp_path / "m.zip", *made_up(gold))
    assert code == 0
    assert rows(out)[-1][:3] == ["average", "mean", "NaN"]
    assert "cdsc-r: Spearman is NaN" in err
    _, out, err = run(capsys, "board", tmp_path / "m.zip", *made_up(gold))
    assert rows(out)[-1][:3] == ["", "m (yours)", "NaN"]
    assert "cdsc-r: Spearman is NaN" in err


def test_a_long_run_says_how_long_one_took_and_an_interrupted_one_how_it_goes_on(capsys, monkeypatch, tmp_path):
    from probierz.cli.klej import run as command

    clock = iter([0.0, 1.0, 24.0, 40.0, 140.0])
    monkeypatch.setattr(command.time, "monotonic", lambda: next(clock))
    shown = []
    pace = command._Pace(lambda *told: shown.append(told))
    for told in [("cbd, seed 1", 0, 3), ("cbd, seed 2", 1, 3), ("cbd, seed 3", 2, 3), ("dyk, seed 2", 1, 3)]:
        pace(*told)
    assert len(shown) == 4
    assert capsys.readouterr().err.splitlines() == [
        "cbd: a run took 23 s; the other 2 may take 46 s",
        "dyk: a run took 2 min; the other 2 may take 3 min",
    ]
    with pytest.raises(KeyboardInterrupt), command._told_to_go_on(tmp_path):
        raise KeyboardInterrupt
    assert capsys.readouterr().err == "No run was finished; nothing is kept.\n"
    (tmp_path / "runs" / "cbd").mkdir(parents=True)
    (tmp_path / "runs" / "cbd" / "1.json").write_text("{}")
    with pytest.raises(KeyboardInterrupt), command._told_to_go_on(tmp_path):
        raise KeyboardInterrupt
    assert capsys.readouterr().err == f"Finished runs are in {tmp_path / 'runs'}; the same command goes on.\n"


def test_a_library_that_a_run_lacks_is_told_before_anything_is_read(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("probierz.systems.libraries.find_spec", lambda name: None)
    assert main(["klej", "run", "klej/features", "--data", str(tmp_path / "none"), "--to", str(tmp_path / "runs")]) == 1
    assert "[klej]'" in capsys.readouterr().err


def test_a_baseline_of_some_tasks_is_ranked_on_these(capsys, gold, tmp_path):
    (tmp_path / "cbd").symlink_to(gold / "cbd")
    code, out, err = run(capsys, "baseline", "random", "--data", tmp_path, "--to", tmp_path / "r.zip")
    assert (code, out) == (1, f"{tmp_path / 'r.zip'}: predictions for 1 task\n")
    assert "nkjp-ner, cdsc-e, cdsc-r, polemo2.0-in, polemo2.0-out, dyk, psc, ar: there is no train.tsv below" in err
    assert "handed in of it by  probierz klej check" in err
    _, out, _ = run(capsys, "board", tmp_path / "r.zip", *made_up(gold), "--partial")
    assert rows(out)[0] == ["rank", "system", "mean of 1 of 9", "cbd"]


def test_a_broken_archive_is_told_and_not_scored(capsys, perfect, gold, tmp_path):
    import zipfile

    with zipfile.ZipFile(perfect) as whole, zipfile.ZipFile(tmp_path / "broken.zip", "w") as broken:
        for name in whole.namelist():
            if name != "test_pred_psc.tsv":
                text = whole.read(name).decode()
                broken.writestr(name, text.replace("target\n", "target\nsome\n") if "cbd" in name else text)
    code, out, err = run(capsys, "evaluate", tmp_path / "broken.zip", *made_up(gold))
    assert (code, out) == (1, "")
    assert "test_pred_cbd.tsv line 1002: 1 line too many" in err
    assert "test_pred_cbd.tsv line 2: the label is 'some'; wanted 0 or 1" in err
    assert "there is no test_pred_psc.tsv" in err
    assert "nothing was scored because of 3 errors" in err
    code, out, _ = run(capsys, "check", tmp_path / "broken.zip")
    assert code == 1
    assert out.endswith("3 errors; with --partial, a task may be missing\n")


def test_a_good_archive_passes_the_check(capsys, perfect):
    code, out, _ = run(capsys, "check", perfect)
    assert (code, out) == (0, f"{perfect}: 9 files of predictions checked, fine\n")


@pytest.mark.parametrize("command", ["evaluate", "board"])
def test_by_other_results_than_declared_nothing_is_scored_until_they_are_meant(capsys, perfect, gold, command):
    code, out, err = run(capsys, command, perfect, "--expected", gold)
    assert (code, out) == (1, "")
    assert f"{gold}/cdsc-e/test_gold.tsv: the lines have the sha256 " in err
    assert "take the declared results, or add --unchecked to score by these" in err
    assert run(capsys, command, perfect, *made_up(gold))[0] == 0


@pytest.mark.parametrize(
    ("place", "given", "said"),
    [
        ("", "k", "k: there are no expected results of nkjp-ner, cdsc-e, cdsc-r, cbd, polemo2.0-in"),
        ("k/cbd/test-A", "k/cbd", "k/cbd: this is cbd alone; give k"),
        ("k/cbd/test-A", "k/cbd/test-A", "k/cbd/test-A: this is test-A of cbd alone; give k"),
        ("k/cbd", "k/cbd", "k/cbd: this is cbd alone; give k"),
        ("k/cbd", ".", ".: folders of tasks are further down; give --expected k"),
    ],
)
def test_a_folder_without_expected_results_of_tasks_is_told_with_the_right_one(
    capsys, perfect, tmp_path, monkeypatch, place, given, said
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / (place or "k")).mkdir(parents=True)
    if place:
        (tmp_path / place / ("expected.tsv" if place.endswith("test-A") else "test_gold.tsv")).write_text("0\n")
    code, _, err = run(capsys, "evaluate", perfect, "--expected", given)
    assert code == 1
    assert f"probierz: {said}" in err


def test_nothing_is_written_over(capsys, gold, perfect):
    before = perfect.read_bytes()
    code, _, err = run(capsys, "baseline", "random", "--data", gold, "--to", perfect)
    assert (code, perfect.read_bytes()) == (1, before)
    assert "it is there already" in err


# --- make ------------------------------------------------------------------------------------------------------------


def test_questions_become_a_task_that_the_suite_can_build(capsys, tmp_path):
    pytest.importorskip("tokenizers")
    raw = tmp_path / "raw.jsonl"
    record = {"question": "kto był królem Polski?", "right": ["Mieszko"], "wrong": ["Królem Polski był. Nie on."]}
    raw.write_text("".join(json.dumps({"id": f"q{n}", **record}) + "\n" for n in range(10)), encoding="utf-8")
    code, out, _ = run(capsys, "make", "dyk", raw, "--to", tmp_path / "dyk", "--pieces", "200")
    assert code == 0
    assert "train 16, dev 0, test 4" in out
    assert (tmp_path / "dyk" / "test_gold.tsv").read_text() == "1\n0\n1\n0\n"
    assert "\tKrólem Polski był.\t0\n" in (tmp_path / "dyk" / "train.tsv").read_text(encoding="utf-8")
    get = ["suite", "get", "klej/dyk", "--from", str(tmp_path), "--to", str(tmp_path / "challenge")]
    assert main(get) == 1  # these are not the data that KLEJ's makers chose
    assert main([*get, "--unchecked"]) == 0


def test_reviews_of_another_scale_are_rescaled(capsys, tmp_path):
    raw = tmp_path / "raw.jsonl"
    raw.write_text("".join(json.dumps({"text": "a " * 60, "rating": n % 11}) + "\n" for n in range(22)))
    code, out, _ = run(capsys, "make", "ar", raw, "--to", tmp_path / "ar", "--scale", "0", "10")
    assert code == 0
    assert "train 18, dev 2, test 2" in out
    targets = {line.rpartition("\t")[2] for line in (tmp_path / "ar" / "train.tsv").read_text().splitlines()[1:]}
    assert targets <= {f"{1 + 0.4 * n:.1f}" for n in range(11)}


def test_articles_without_the_keys_that_are_wanted_are_told(capsys, tmp_path):
    pytest.importorskip("tokenizers")
    raw = tmp_path / "raw.jsonl"
    raw.write_text('{"id": "1", "extract": "Zdanie.", "summary": "Skrót."}\n')
    _, _, err = run(capsys, "make", "psc", raw, "--to", tmp_path / "psc")
    assert "line 1: no record has the keys 'extracts' or 'abstracts'; this one has 'id', 'extract', 'summary'" in err
    raw.write_text('{"id": "1", "extracts": ["Zdanie."], "summary": ["Skrót."]}\n')
    _, _, err = run(capsys, "make", "psc", raw, "--to", tmp_path / "psc")
    assert "of 1 articles 1 have extracts and 0 abstracts" in err


def test_too_little_is_told_and_leaves_nothing(capsys, tmp_path):
    (tmp_path / "raw.jsonl").write_text('{"text": "krótka", "rating": 3}\n')
    code, _, err = run(capsys, "make", "ar", tmp_path / "raw.jsonl", "--to", tmp_path / "ar")
    assert code == 1
    assert "too little for ar: 0 records for train, 0 for test; 1 reviews of fewer than 51 words are left out" in err
    assert not (tmp_path / "ar").exists()
