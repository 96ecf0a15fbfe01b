"""`probierz suite evaluate`: outputs for all tasks of a suite scored here."""

import gzip
import json
import shutil
import zipfile

import pytest

from probierz.cli.main import main

CATS = ["tak", "nie"] * 10
DOGS = ["a", "b", "b", "b"] * 5


@pytest.fixture
def toys(tmp_path, monkeypatch, capsys):
    """A suite of two tasks with labels of their own, made by its plan, in the folder where commands are run."""
    monkeypatch.setenv("PROBIERZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    plan = [
        'name = "toys"\ntitle = "Toys"\ndescription = "Two."\nhas_average = true\n'
        'licence = { name = "MIT", spdx = "MIT", notice = "Keep this." }\n'
    ]
    for name, labels in (("cats", CATS), ("dogs", DOGS)):
        plan.append(
            f'[[tasks]]\nname = "{name}"\ntitle = "{name}"\ndescription = "About {name}."\nschemes = ["Accuracy"]\n'
            f'settings = "--precision 4 --show-as-percentage"\ndata = "data/{name}"\n'
        )
        for split in ("train", "dev-0", "test-A"):
            folder = tmp_path / "data" / name / split
            folder.mkdir(parents=True)
            (folder / "in.tsv").write_text("".join(f"{name} {split} {at}\n" for at in range(20)))
            (folder / "expected.tsv").write_text(lines(labels))
    (tmp_path / "plan.toml").write_text("".join(plan))
    assert main(["suite", "new", "plan.toml", "--to", "toys"]) == 0
    capsys.readouterr()
    return tmp_path / "toys"


@pytest.fixture
def outputs(tmp_path):
    """Outputs for both: all of cats are right, and 18 of the 20 of dogs."""
    folder = tmp_path / "mine"
    (folder / "dogs").mkdir(parents=True)
    (folder / "cats.tsv.gz").write_bytes(gzip.compress(lines(CATS).encode()))
    (folder / "dogs" / "out.tsv").write_text(lines(["b", "a", *DOGS[2:]]))
    return folder


def lines(texts):
    return "".join(f"{text}\n" for text in texts)


def run(capsys, *arguments):
    code = main(["suite", "evaluate", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


BOTH = (
    "task\ttest\tmetric\tscore\tnote\n"
    "cats\ttest-A\tAccuracy\t100.00\t\n"
    "dogs\ttest-A\tAccuracy\t90.00\t\n"
    "average\t\tmean\t95.00\t\n"
)


@pytest.mark.parametrize("suite", ["toys/toys.toml", "toys"])
def test_a_folder_of_outputs_is_scored_with_the_average(toys, outputs, capsys, suite):
    assert run(capsys, suite, outputs) == (0, BOTH, "")


def test_an_archive_is_scored_as_the_folder_is(toys, outputs, tmp_path, capsys):
    with zipfile.ZipFile(tmp_path / "mine.zip", "w") as packed:
        packed.write(outputs / "cats.tsv.gz", "my/cats.tsv.gz")
        packed.write(outputs / "dogs" / "out.tsv", "my/dogs/out.tsv")
    assert run(capsys, "toys", "mine.zip") == (0, BOTH, "")


def test_outputs_that_lie_in_the_challenges_are_scored_there(toys, outputs, capsys):
    for task, split, labels in (("cats", "dev-0", CATS), ("dogs", "dev-0", DOGS), ("cats", "test-A", CATS)):
        (toys / task / split / "out.tsv").write_text(lines(labels))
    code, out, err = run(capsys, "toys", "toys", "--split", "dev-0")
    assert (code, err) == (0, "")
    assert out.endswith("average\t\tmean\t100.00\t\n")


def test_intervals_stand_beside_the_scores_and_beside_the_average(toys, outputs, capsys):
    code, out, _ = run(capsys, "toys", outputs, "--interval", "--format", "json")
    told = json.loads(out)
    assert (code, told["suite"], told["average"], told["average_shown"]) == (0, "toys", 95.0, "95.00")
    assert told["average_low"] < 95 < told["average_high"]
    for one in told["tasks"]:
        assert one["low"] < one["score"] <= one["high"] <= 100
    assert [one["shown"] for one in told["tasks"]] == ["100.00", "90.00"]
    header = run(capsys, "toys", outputs, "--interval")[1].splitlines()[0]
    assert header == "task\ttest\tmetric\tscore\tlow\thigh\tnote"


def test_what_is_odd_about_an_interval_is_told_of_its_task(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["suite", "new", "prices", "--task", "bread=MAE"]) == 0
    for name in ("in", "expected"):
        (tmp_path / "prices" / "bread" / "test-A" / f"{name}.tsv").write_text(lines(range(20)))
    (tmp_path / "outputs").mkdir()
    (tmp_path / "outputs" / "bread.tsv").write_text(lines([*(at + at % 3 / 10 for at in range(19)), 500]))
    capsys.readouterr()
    asked = ("prices/prices.toml", "outputs", "--from", "prices", "--unchecked", "--interval")
    _, _, err = run(capsys, *asked)
    assert "interval of bread: one line alone makes 95 % of the spread" in err
    _, out, _ = run(capsys, *asked, "--format", "json")
    assert "one line alone" in json.loads(out)["tasks"][0]["notes"][0]


def test_an_infinite_score_is_json_as_eval_prints_it(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["suite", "new", "chances", "--task", "rain=LogLoss"]) == 0
    expected = (tmp_path / "chances" / "rain" / "test-A" / "expected.tsv").read_text().split()
    (tmp_path / "outputs").mkdir()
    (tmp_path / "outputs" / "rain.tsv").write_text("".join(f"{1 - float(line)}\n" for line in expected))
    capsys.readouterr()
    suite = tmp_path / "chances" / "chances.toml"
    code, out, _ = run(capsys, suite, tmp_path / "outputs", "--from", "chances", "--interval", "--format", "json")
    (told,) = json.loads(out)["tasks"]
    assert (code, told["score"]) == (0, "Infinity")


def test_a_missing_task_is_shown_and_leaves_no_average(toys, outputs, capsys):
    (outputs / "cats.tsv.gz").unlink()
    code, out, err = run(capsys, "toys", outputs)
    assert (code, err) == (0, "")
    assert "cats\ttest-A\tAccuracy\t\tno output\n" in out
    assert out.endswith("average\t\tmean\t\t1 of 2 tasks have a score\n")


def test_what_is_held_back_is_named_in_one_sentence_and_scored_with_what_others_lack(toys, outputs, tmp_path, capsys):
    hidden = tmp_path / "hidden" / "dogs" / "test-A"
    hidden.mkdir(parents=True)
    shutil.move(toys / "dogs" / "test-A" / "expected.tsv", hidden)
    code, out, err = run(capsys, "toys", outputs)
    assert code == 0
    assert err == (
        "warning: the expected results of test-A of dogs are not here: where they are held back, only a platform that "
        "has them can score it; outputs for dev-0 can be scored here, by  --split dev-0\n"
    )
    assert "dogs\ttest-A\tAccuracy\t\tchecked for form; expected results held back\n" in out
    assert run(capsys, "toys", outputs, "--expected", "hidden") == (0, BOTH, "")
    as_klej = tmp_path / "klej" / "dogs" / "test_gold.tsv"
    as_klej.parent.mkdir(parents=True)
    shutil.copy(hidden / "expected.tsv" if hidden.is_dir() else hidden, as_klej)
    assert run(capsys, "toys", outputs, "--expected", "klej") == (0, BOTH, "")
    (outputs / "dogs" / "out.tsv").rename(tmp_path / "dogs.tsv")
    _, out, err = run(capsys, "toys", outputs)
    assert ("dogs\ttest-A\tAccuracy\t\tno output; expected results held back\n" in out, err) == (True, "")
    (tmp_path / "dogs.tsv").rename(outputs / "dogs" / "out.tsv")
    shutil.rmtree(toys / "dogs" / "dev-0")
    assert "can be scored" not in run(capsys, "toys", outputs, "--unchecked")[2]
    (toys / "cats" / "test-A" / "expected.tsv").unlink()
    err = run(capsys, "toys", outputs, "--unchecked")[2]
    assert "can be scored here, by  --split dev-0, but for dogs\n" in err


@pytest.mark.parametrize(
    ("given", "name", "said"),
    [
        ("nope", "", "nope: there is no such folder; give one with expected results, as TASK/test-A/expected.tsv"),
        ("", "", "'': there is no such folder; give one with"),
        ("plan.toml", "", "plan.toml: this is a file, and a folder is wanted; give one with"),
        (
            "hidden",
            "notes.txt",
            "hidden: there are no expected results in it; put them there as TASK/SPLIT/expected.tsv",
        ),
        (
            "hidden",
            "dogz/test-A/expected.tsv",
            "dogz/test-A/expected.tsv: no task is called 'dogz'; did you mean dogs?",
        ),
        ("hidden", "dogs/expected.tsv", "results are not looked for there; put them into dogs/test-A/expected.tsv"),
        ("hidden", "dogs.tsv", "results are not looked for there; put them into dogs/test-A/expected.tsv"),
        ("hidden", "dogs/dev-0/expected.tsv", "not on dev-0; score outputs for dev-0 by  --split dev-0"),
        ("hidden", "dogs/test_A/expected.tsv", "not on test_A; put them into dogs/test-A/expected.tsv if they are of"),
        ("hidden/dogs", "dogs/test-A/expected.tsv", "hidden/dogs: this is dogs alone; give hidden"),
    ],
)
def test_expected_results_that_fit_no_task_are_refused(toys, outputs, tmp_path, capsys, given, name, said):
    file = tmp_path / "hidden" / name
    if name:
        file.parent.mkdir(parents=True)
        file.write_text(lines(DOGS))
    code, out, err = run(capsys, "toys", outputs, "--expected", given)
    assert (code, out, err.count("\n"), said in err) == (1, "", 1, True), err
    if name.endswith("expected.tsv") and given == "hidden":
        (tmp_path / "hidden" / "cats" / "test-A").mkdir(parents=True)
        (tmp_path / "hidden" / "cats" / "test-A" / "expected.tsv").write_text(lines(CATS))
        code, out, err = run(capsys, "toys", outputs, "--expected", given)
        is_told = "dev-0" not in name  # the test has results, and those of its other splits are nothing to ask about
        assert (code, out, err.startswith("warning: hidden/"), said in err) == (0, BOTH, is_told, is_told)


def test_a_fault_in_given_results_is_told_with_their_file(toys, outputs, tmp_path, capsys):
    (toys / "dogs" / "test-A" / "expected.tsv").unlink()
    given = tmp_path / "hidden" / "dogs" / "test-A" / "expected.tsv"
    given.parent.mkdir(parents=True)
    given.write_text(lines(DOGS[:9]))
    _, out, err = run(capsys, "toys", outputs, "--expected", "hidden", "--unchecked")
    said = f"error: hidden/dogs/test-A/expected.tsv: there are 9 lines, but 20 lines in {toys}/dogs/test-A/in.tsv"
    assert (out, said in err, "mine: nothing was scored because of 1 error" in err) == ("", True, True)
    shutil.copy(given, toys / "dogs" / "test-A")
    given.write_text(lines(DOGS))
    _, out, err = run(capsys, "toys", outputs, "--expected", "hidden", "--unchecked")
    said = f"of test-A, {toys}/dogs/test-A/expected.tsv; keep one\n"
    assert f"error: hidden/dogs/test-A/expected.tsv: the data have other expected results {said}" in err
    err = run(capsys, "toys", outputs, "--unchecked")[2]
    assert f"probierz: {outputs}/dogs/out.tsv line 10: too many lines" in err


@pytest.mark.parametrize("is_packed", [False, True])
@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("dogs/predictions.tsv", "dogs/out.tsv"),
        ("dogs/out-mine.tsv.gz", "dogs/out.tsv.gz"),
        ("dogs/test-A.tsv", "dogs/test-A/out.tsv"),
        ("dogs/test-A/mine/out.tsv", "dogs/test-A/out.tsv"),
        ("DOGS/dogs.tsv", "dogs/out.tsv"),
        ("dogs.txt", "dogs.tsv"),
        ("best/dogs.tsv", "dogs.tsv"),
        ("dogs-out.tsv", "dogs.tsv"),
        ("DOGS.tsv", "dogs.tsv"),
        ("dogs/test-A/out.txt", "dogs/test-A/out.tsv"),
        ("dogs.tsv/out.tsv", "dogs/out.tsv"),
        ("my_dogs/out.tsv", "dogs/out.tsv"),
        ("out-dogs.tsv", "dogs.tsv"),
        ("test_dogs.tsv", "dogs.tsv"),
        ("test-dogs.tsv", "dogs.tsv"),
        ("dogs.tsv.bak", "dogs.tsv"),
        ("dogs.v2.0-out.tsv", "dogs.tsv"),
    ],
)
def test_a_file_in_another_place_is_told_with_the_right_one(toys, outputs, capsys, name, right, is_packed):
    shutil.rmtree(outputs / "dogs")
    file = outputs / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(lines(DOGS))
    given = shutil.make_archive("mine", "zip", outputs) if is_packed else outputs
    code, out, err = run(capsys, "toys", given)
    assert (code, out) == (1, "")
    assert f"{name}: no task has a file of this name; rename it to {right} if it is that\n" in err


def test_a_file_without_an_ending_is_told_and_so_is_what_is_no_file(toys, outputs, tmp_path, capsys):
    shutil.move(outputs / "dogs" / "out.tsv", tmp_path / "dogs.tsv")
    (outputs / "dogs").rmdir()
    for make, said in (
        (lambda: shutil.copy(tmp_path / "dogs.tsv", outputs / "dogs"), "no task has a file of this name; rename it to"),
        (lambda: (outputs / "dogs.tsv").symlink_to("nowhere"), "this is a link to a file that is not there; put the"),
        ((outputs / "dogs.tsv").mkdir, "this is a folder without an output; put a file there instead"),
    ):
        make()
        code, out, err = run(capsys, "toys", outputs)
        assert (code, out, said in err) == (1, "", True), err
        (made,) = outputs.glob("dogs*")
        made.rmdir() if made.is_dir() else made.unlink()
    (outputs / "dogs.tsv").symlink_to(tmp_path / "dogs.tsv")
    assert run(capsys, "toys", outputs) == (0, BOTH, "")


def test_outputs_for_other_splits_are_told_what_can_be_done_with_them(toys, outputs, tmp_path, capsys):
    for task in ("cats", "dogs"):
        (toys / task / "test-A" / "expected.tsv").unlink()
    alone = tmp_path / "alone"
    for place, split, said in (
        ("dogs/test-A", "dev-0", "scored on dev-0 alone; the expected results of test-A are not here to score it by"),
        ("dogs/test-B", "test-A", "dogs has no split test-B; rename it to dogs/test-A/out.tsv if it is that"),
        ("dogs/train", "test-A", "are scored on test-A alone; score outputs for train by  --split train"),
    ):  # fmt: skip
        (alone / place).mkdir(parents=True)
        shutil.copy(outputs / "dogs" / "out.tsv", alone / place)
        code, _, err = run(capsys, "toys", "alone", "--split", split, "--unchecked")
        assert (code, said in err, "no task has a file" in err) == (1, True, False), err
        shutil.rmtree(alone)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["mine", "--from", "nosuch"], "nosuch: there is no such file or folder; give what holds the data of toys"),
        (["mine", "--from", "toys/dogs"], "toys/dogs: this is dogs alone; give toys"),
        (["mine", "--from", "toys/dogs/test-A"], "toys/dogs/test-A: this is test-A of dogs alone; give toys"),
        (["mine", "--from", "up"], "up: folders of tasks are further down; give --from up/dear"),
        (["mine", "--split", ""], "no task of toys has a split ''; try dev-0, test-A, train"),
        (["mine", "--split", "dev"], "no task of toys has a split 'dev'; try dev-0, test-A, train"),
        (["one.tsv"], "one.tsv: this is the output of one task; put it into a folder as TASK.tsv, such as cats.tsv"),
        (["dogs-out.tsv"], "put it into a folder as TASK.tsv, such as dogs.tsv, and give the folder"),
        (["mine/dogs.tsv"], "mine/dogs.tsv: this is the output of one task; give its folder, mine"),
    ],
)
def test_what_is_wrong_for_all_tasks_is_said_once(toys, outputs, tmp_path, capsys, options, said):
    for name in ("one.tsv", "dogs-out.tsv", "mine/dogs.tsv"):
        (tmp_path / name).write_text(lines(CATS))
    (tmp_path / "up" / "dear" / "dogs").mkdir(parents=True)
    code, out, err = run(capsys, "toys", *options)
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert said in err


def test_of_tasks_without_data_nothing_is_said_unless_there_is_an_output(toys, outputs, capsys):
    shutil.rmtree(toys / "dogs")
    _, out, err = run(capsys, "toys", outputs)
    assert "dogs is not scored: " in err
    shutil.rmtree(outputs / "dogs")
    _, out, err = run(capsys, "toys", outputs)
    assert (err, "dogs\ttest-A\tAccuracy\t\tno data\n" in out) == ("", True)


def test_of_a_task_without_the_split_it_is_said_that_it_has_none(toys, outputs, capsys):
    shutil.rmtree(toys / "dogs" / "dev-0")
    _, out, err = run(capsys, "toys", outputs, "--split", "dev-0", "--unchecked")
    assert f"warning: dogs is not scored: {toys}/dogs: no split is called 'dev-0'; try train, test-A\n" in err
    assert "dogs\tdev-0\tAccuracy\t\tno such split, so its output is not looked at\n" in out
    shutil.rmtree(outputs / "dogs")
    _, out, err = run(capsys, "toys", outputs, "--split", "dev-0", "--unchecked")
    assert (err, "dogs\tdev-0\tAccuracy\t\tno such split\n" in out) == ("", True)


def test_outputs_for_train_are_sent_to_it(toys, outputs, capsys):
    for name in ("in", "expected"):
        with (toys / "dogs" / "train" / f"{name}.tsv").open("a") as file:
            file.write("a\n")
    (outputs / "dogs" / "out.tsv").write_text(lines([*DOGS, "a"]))
    code, _, err = run(capsys, "toys", outputs, "--unchecked")
    assert (code, "there are 21 lines, as in train and not as in test-A" in err) == (1, True)
    assert "or score outputs for train by  --split train\n" in err
    (outputs / "dogs" / "train").mkdir()
    shutil.move(outputs / "dogs" / "out.tsv", outputs / "dogs" / "train")
    out = run(capsys, "toys", outputs, "--split", "train", "--unchecked")[1]
    assert "dogs\ttrain\tAccuracy\t100.00\t\n" in out


def test_outputs_in_one_folder_more_are_read_and_what_is_beside_them_is_named(toys, outputs, capsys, tmp_path):
    (tmp_path / "work" / "best").parent.mkdir()
    shutil.move(outputs, tmp_path / "work" / "best")
    assert run(capsys, "toys", "work") == (0, BOTH, "")
    for number in range(12):
        (tmp_path / "work" / f"notes{number:02}.tsv").write_text("x\n")
    code, out, err = run(capsys, "toys", "work")
    assert (code, out, err.count("it is not looked at; leave it out\n")) == (0, BOTH, 10)
    assert "work: no task has files of these names: 2 more files; they are not looked at; leave them out\n" in err


@pytest.mark.parametrize("is_packed", [False, True])
def test_places_in_one_folder_more_are_told_as_they_are(toys, outputs, capsys, tmp_path, is_packed):
    shutil.move(outputs, tmp_path / "all" / "run1")
    run1 = tmp_path / "all" / "run1"
    (run1 / "dogs" / "out.tsv").rename(run1 / "dogz.tsv")
    given = tmp_path / "all"
    if is_packed:
        given = shutil.make_archive(str(given), "zip", given)
    err = run(capsys, "toys", given)[2]
    assert f"{given}/run1/dogz.tsv: no task has a file of this name; rename it to run1/dogs.tsv if it is that\n" in err
    (run1 / "dogz.tsv").rename(run1 / "dogs.tsv")
    (run1 / "dogs.tsv").write_text("a\n")
    if is_packed:
        given = shutil.make_archive(str(tmp_path / "all"), "zip", tmp_path / "all")
    assert f"error: {given}/run1/dogs.tsv: there is 1 line, but 20 in" in run(capsys, "toys", given)[2]


@pytest.mark.parametrize("is_packed", [False, True])
def test_of_two_folders_with_outputs_one_has_to_be_given(toys, outputs, capsys, tmp_path, is_packed):
    shutil.move(outputs, tmp_path / "all" / "run1")
    shutil.copytree(tmp_path / "all" / "run1", tmp_path / "all" / "run2")
    given = shutil.make_archive("all", "zip", tmp_path / "all") if is_packed else "all"
    code, out, err = run(capsys, "toys", given)
    said = f"probierz: {given}: several folders hold outputs of the same task; give one of the folders run1, run2\n"
    assert (code, out, err) == (1, "", said)


def test_outputs_of_another_split_are_pointed_at_where_there_is_none_of_the_test(toys, outputs, capsys):
    (outputs / "dogs" / "dev-0").mkdir()
    shutil.move(outputs / "dogs" / "out.tsv", outputs / "dogs" / "dev-0")
    code, _out, err = run(capsys, "toys", outputs)
    assert (code, err) == (
        0,
        f"warning: {outputs}/dogs/dev-0/out.tsv: outputs for all tasks at once are scored on test-A alone; score "
        "outputs for dev-0 by  --split dev-0\n",
    )
    (outputs / "cats.tsv.gz").unlink()
    err = run(capsys, "toys", outputs)[2]
    assert "mine: there is no output for test-A; name each as its task, such as cats.tsv, or put it there as" in err


@pytest.mark.parametrize("is_packed", [False, True])
def test_a_folder_that_is_called_as_another_split_holds_outputs_for_that(toys, outputs, tmp_path, capsys, is_packed):
    """It was taken for one folder more, and outputs for dev-0 were scored as those for the test."""
    place = tmp_path / "all"
    place.mkdir()
    shutil.move(outputs, place / "dev-0")
    if is_packed:
        place = shutil.make_archive(str(place), "zip", place)
    code, out, err = run(capsys, "toys", place)
    assert (code, out, err.count("score outputs for dev-0 by  --split dev-0")) == (1, "", 2)
    assert run(capsys, "toys", place, "--split", "dev-0")[:2] == (0, BOTH.replace("test-A", "dev-0"))


def test_where_nothing_can_be_scored_it_is_said_what_can(toys, outputs, capsys):
    for task in ("cats", "dogs"):
        (toys / task / "test-A" / "expected.tsv").unlink()
    code, out, err = run(capsys, "toys", outputs)
    assert (code, out) == (1, "")
    assert "the expected results of test-A of cats, dogs are not here" in err
    assert "outputs for dev-0 can be scored here, by  --split dev-0\n" in err
    assert "toys: nothing can be scored here; checked for form: cats, dogs\n" in err


def test_outputs_for_another_split_than_decides_are_sent_to_it(toys, outputs, capsys):
    for task in ("cats", "dogs"):
        (toys / task / "test-A" / "expected.tsv").unlink()
        with (toys / task / "test-A" / "in.tsv").open("a") as inputs:
            inputs.write("one more\n")
    code, _out, err = run(capsys, "toys", outputs, "--unchecked")
    assert code == 1
    assert (
        "/mine/cats.tsv.gz: there are 20 lines, as in dev-0 and not as in test-A, which has 21; give one output "
        "line for every input line, or score outputs for dev-0 by  --split dev-0\n"
    ) in err
    assert "the expected results of test-A of cats, dogs are not here" in err
    said = err.partition("can be scored here, by  ")[2].splitlines()[0]
    assert run(capsys, "toys", outputs, "--unchecked", *said.split())[:2] == (0, BOTH.replace("test-A", "dev-0"))


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (["label", *DOGS], "line 1: this looks like a header; remove it: an output has items only"),
        ([*DOGS, ""], "line 21: the last line is empty; remove it\n"),
        ([*DOGS, "a"], "there are 21 lines, as in dev-0 and not as in test-A, which has 20; give one output line"),
    ],
)
def test_a_wrong_number_of_lines_is_a_fault_where_results_are_held_back_too(toys, outputs, capsys, output, said):
    """The dev set has as many lines as the test and one more, as in KLEJ."""
    (toys / "dogs" / "test-A" / "expected.tsv").unlink()
    for name, line in (("in", "one more"), ("expected", "a")):
        with (toys / "dogs" / "dev-0" / f"{name}.tsv").open("a") as file:
            file.write(f"{line}\n")
    (outputs / "dogs" / "out.tsv").write_text(lines(output))
    code, out, err = run(capsys, "toys", outputs, "--unchecked")
    assert (code, out, err.count("mine/dogs/out.tsv")) == (1, "", 1)
    assert f"/mine/dogs/out.tsv{' ' if said.startswith('line') else ': '}{said}" in err
    told = "mine: cats: dev-0 has as many lines as the test; these may be outputs for dev-0, too\n"
    assert (told in err) == (not said.startswith("line"))
    out_option = ["--split", "test-A", "--out", str(outputs / "dogs" / "out.tsv")]
    assert main(["check", str(toys / "dogs"), *out_option]) == 1
    told = said.partition(": ")[2] if said.startswith("line") else "there are"
    assert told in capsys.readouterr().out
    (toys / "dogs" / "test-A" / "expected.tsv").write_text(lines(DOGS))
    assert main(["eval", str(toys / "dogs"), *out_option]) == 1
    assert (told if said.startswith("line") else "too many lines") in capsys.readouterr().err


def test_an_archive_of_the_challenges_with_outputs_in_them_is_scored_as_their_folder_is(toys, tmp_path, capsys):
    for task, labels in (("cats", CATS), ("dogs", ["b", "a", *DOGS[2:]])):
        (toys / task / "test-A" / "out.tsv").write_text(lines(labels))
        (toys / task / ".gitignore").write_text("out.tsv\n")
    assert (toys / "cats" / "README.md").is_file()
    assert run(capsys, "toys", toys) == (0, BOTH, "")
    shutil.make_archive("with-folder", "zip", tmp_path, "toys")
    shutil.make_archive("without", "zip", toys)
    for name in ("with-folder.zip", "without.zip"):
        assert run(capsys, "toys", name) == (0, BOTH, "")


@pytest.mark.parametrize(
    ("labels", "code", "said"),
    [
        (["a", "b"], 1, "mine/dogs/out.tsv: there are 2 lines, but 20 in "),
        (["c", "d"] * 10, 0, "mine/dogs/out.tsv: none of the labels is an expected one"),
    ],
)
def test_outputs_are_looked_at_where_results_are_held_back(toys, outputs, capsys, labels, code, said):
    (toys / "dogs" / "test-A" / "expected.tsv").unlink()
    (outputs / "dogs" / "out.tsv").write_text(lines(labels))
    found, out, err = run(capsys, "toys", outputs)
    assert (found, said in err, "cats\ttest-A\tAccuracy\t100.00\t\n" in out) == (code, True, code == 0)


def test_faults_are_told_all_at_once_and_nothing_is_scored(toys, outputs, capsys):
    (outputs / "cats.tsv.gz").write_bytes(b"no gzip\n")
    (outputs / "dogs" / "out.tsv").write_text("a\n")
    code, out, err = run(capsys, "toys", outputs)
    assert (code, out) == (1, "")
    assert "cats.tsv.gz: the name of a file ends in .gz, but it is none; take .gz off its name" in err
    assert "mine/dogs/out.tsv: there is 1 line, but 20 in " in err
    assert "mine: nothing was scored because of 2 errors" in err


@pytest.mark.parametrize("is_held_back", [False, True])
def test_an_announced_header_is_left_out_as_in_a_challenge(toys, outputs, capsys, is_held_back):
    task = toys / "dogs"
    (task / "config.txt").write_text("--metric Accuracy --precision 4 --show-as-percentage --out-header names.tsv\n")
    (task / "names.tsv").write_text("answer\n")
    (outputs / "dogs" / "out.tsv").write_text(lines(["answer", "b", "a", *DOGS[2:]]))
    if is_held_back:
        (task / "test-A" / "expected.tsv").unlink()
    code, out, err = run(capsys, "toys", outputs, "--unchecked")
    assert (code, out if not is_held_back else "mine/dogs" in err) == (0, BOTH if not is_held_back else False)
    (task / "names.tsv").unlink()
    (task / "config.txt").write_text("--metric Accuracy --precision 4 --show-as-percentage\n")
    code, _out, err = run(capsys, "toys", outputs, "--unchecked")
    assert (code, err.count("mine/dogs/out.tsv")) == (1, 1)
    assert "line 1: this looks like a header; remove it: an output has items only" in err


def test_the_output_of_another_task_is_questioned(toys, outputs, capsys):
    shutil.copy(outputs / "dogs" / "out.tsv", outputs / "cats.tsv")
    (outputs / "cats.tsv.gz").unlink()
    code, out, err = run(capsys, "toys", outputs)
    assert code == 0
    assert "mine/cats.tsv: none of the labels is an expected one" in err
    assert "cats\ttest-A\tAccuracy\t0.00\t\n" in out
    for file in (outputs / "cats.tsv", *(toys / "cats" / "test-A").iterdir()):  # too few lines to show the classes
        file.write_text("".join(file.read_text().splitlines(keepends=True)[:4]))
    assert "mine/cats.tsv: none of the labels is an expected one" in run(capsys, "toys", outputs, "--unchecked")[2]


def test_an_output_as_long_as_the_test_of_another_task_is_asked_about(toys, outputs, capsys):
    for file in (toys / "dogs" / "test-A").iterdir():
        file.write_text("".join(file.read_text().splitlines(keepends=True)[:7]))
    (outputs / "cats.tsv.gz").unlink()
    (outputs / "cats.tsv").write_text(lines(DOGS[:7]))
    said = "in.tsv; give one output line for every input line; dogs has as many: is this its output?\n"
    err = run(capsys, "toys", outputs, "--unchecked")[2]
    assert f"{outputs}/cats.tsv: there are 7 lines, but 20 in {toys}/cats/test-A/{said}" in err


def test_other_data_than_declared_score_nothing_until_they_are_meant(toys, outputs, capsys):
    with open(toys / "cats" / "test-A" / "expected.tsv", "r+") as file:
        file.write("nie")
    _code, out, err = run(capsys, "toys", outputs)
    assert "cats is not scored: " in err
    assert "take the declared data, or add --unchecked to score by what is there" in err
    assert "cats\ttest-A\tAccuracy\t\tno data, so its output is not looked at\n" in out
    assert "95.00" in run(capsys, "toys", outputs, "--unchecked")[1]


def test_tables_of_the_training_data_are_no_outputs_to_ask_about(toys, outputs, capsys):
    (toys / "cats" / "train" / "align.tsv.xz").write_bytes(b"of the data")
    for task in ("cats", "dogs"):
        shutil.copy(toys / task / "test-A" / "expected.tsv", toys / task / "test-A" / "out.tsv")
    assert run(capsys, "toys", toys, "--unchecked")[2] == ""


def test_a_number_far_out_of_the_range_is_questioned_in_every_command(tmp_path, capsys):
    folder = tmp_path / "data" / "ar" / "dev-0"
    folder.mkdir(parents=True)
    (folder.parent / "config.txt").write_text("--metric 1-wMAE --precision 3 -%\n")
    ratings = ["1.0", "5.0", "3.0", "4.0"] * 5
    for name, texts in (("in", ratings), ("expected", ratings), ("out", [*ratings[:-1], "500"])):
        (folder / f"{name}.tsv").write_text(lines(texts))
    said = "line 20: numbers not from 1 to 5: 1, the first is 500; are they on its scale?"
    for command in ("check", "eval"):
        assert main([command, str(folder.parent), "--split", "dev-0"]) == 0
        assert said in "".join(capsys.readouterr())
    data = tmp_path / "data"
    assert said in run(capsys, "klej", data, "--from", data, "--split", "dev-0", "--unchecked")[2]


def test_the_edition_that_is_named_is_scored_by_and_no_folder_of_its_name_here(toys, outputs, capsys):
    second = toys.with_name("toys-2")
    shutil.copytree(toys, second)
    (second / "cats" / "test-A" / "expected.tsv").write_text(lines(["nie", "tak", *CATS[2:]]))
    scored = json.loads(run(capsys, second, outputs, "--unchecked", "--format", "json")[1])
    assert [one["score"] for one in scored["tasks"]] == [90.0, 90.0]


def test_tasks_that_nobody_got_are_named_with_what_gets_them(outputs, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, "poleval-2021", outputs)
    assert (code, out) == (1, "")
    assert "ocr, qa are not here; get them with  probierz suite get poleval-2021  or name their folder by --from" in err


def test_challenges_that_hold_the_outputs_are_the_data(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for folder, right in (("pe/qa", "Kraków"), ("qa", "Praga")):  # one of the same name here is not asked for
        split = tmp_path / folder / "dev-0"
        split.mkdir(parents=True)
        (split.parent / "config.txt").write_text("--metric Accuracy --precision 2 -%\n")
        for name, text in (("in", "Gdzie?"), ("expected", right), ("out", "Kraków")):
            (split / f"{name}.tsv").write_text(lines([text] * 10))
    code, out, _ = run(capsys, "poleval-2021", "pe", "--split", "dev-0", "--unchecked", "--format", "json")
    scores = {one["task"]: one["score"] for one in json.loads(out)["tasks"]}
    assert (code, scores["qa"], scores["ocr"]) == (0, 100.0, None)
    code, _, err = run(capsys, "pe", "pe", "--split", "dev-0")
    right = "probierz suite evaluate poleval-2021 pe --from pe --split dev-0"
    assert (code, err) == (
        1,
        f"probierz: pe: these are challenges of poleval-2021; score outputs for them by  {right}\n",
    )


@pytest.mark.parametrize(
    ("suite", "said"),
    [
        ("mine", "one file SUITE.toml is looked for here, found none"),
        ("poleval-2020", "did you mean poleval-2021 or poleval-2022?"),
    ],
)
def test_mistakes_are_answered(toys, outputs, capsys, suite, said):
    code, out, err = run(capsys, suite, outputs)
    assert (code, out) == (1, "")
    assert said in err


def test_of_klej_outputs_in_challenges_are_scored_and_its_own_archives_have_their_command(tmp_path, capsys):
    folder = tmp_path / "data" / "cdsc-e" / "dev-0"
    folder.mkdir(parents=True)
    (folder.parent / "config.txt").write_text("--metric Accuracy --precision 3 -%\n")
    labels = ["NEUTRAL", "ENTAILMENT"] * 5
    for name, texts in (("in", labels), ("expected", labels), ("out", ["NEUTRAL", "NEUTRAL", *labels[2:]])):
        (folder / f"{name}.tsv").write_text(lines(texts))
    wanted = ("klej", tmp_path / "data", "--from", tmp_path / "data", "--split", "dev-0", "--unchecked")
    code, out, _ = run(capsys, *wanted)
    assert code == 0
    assert "cdsc-e\tdev-0\tAccuracy\t90.0\t\n" in out
    (tmp_path / "data" / "test_pred_cdsc-e.tsv").write_text(lines(["target", *labels]))
    code, out, err = run(capsys, *wanted)  # a file beside outputs is one file alone
    assert (code, "cdsc-e\tdev-0\tAccuracy\t90.0\t\n" in out) == (0, True)
    assert "data/test_pred_cdsc-e.tsv: no task has a file of this name; it is not looked at" in err
    (folder / "out.tsv").unlink()
    code, _, err = run(capsys, *wanted)
    assert code == 1
    data = tmp_path / "data"
    said = "in the form of KLEJ are of its test; for dev-0, name outputs as their tasks, such as nkjp-ner.tsv"
    assert said in err
    code, _, err = run(capsys, *wanted[:4])
    assert f"in the form of KLEJ are scored by  probierz klej evaluate {data} --expected {data} --partial\n" in err


@pytest.mark.parametrize("columns", ["80", "120"])
def test_remarks_of_examples_stand_in_one_place_however_wide_the_terminal(columns, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", columns)
    assert main(["suite", "evaluate", "--help"]) == 0
    examples = capsys.readouterr().out.partition("examples:\n")[2].partition("\n\n")[0].splitlines()
    at = next(number for number, line in enumerate(examples) if "--from data" in line)
    place = 6 if columns == "80" else examples[0].index("a folder")
    assert examples[at + 1] == " " * place + "challenges that  probierz suite get  put into data"
    assert max(map(len, examples)) < int(columns)


def test_validate_knows_a_task_by_its_folder_from_the_file_beside_it(tmp_path, toys, capsys):
    (tmp_path / "data" / "dogs" / "test-A" / "expected.tsv").unlink()
    assert main(["suite", "new", "plan.toml", "--to", "held"]) == 0
    capsys.readouterr()
    assert main(["validate", "held/dogs"]) == 0
    out = capsys.readouterr().out
    assert "note: held/dogs/test-A: the expected results (expected.tsv) are held back; outputs for it can be" in out
    assert main(["validate", "held/dogs", "--to-publish"]) == 1
    assert "test-A/expected.tsv" in capsys.readouterr().out
