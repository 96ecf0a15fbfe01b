"""A task's name in place of a challenge directory: found where it was got, else got."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent.parent / "suites"))
from suite_examples import make_repository, write_cats, write_suite

from probierz.cli.main import main

TASK = "pets.toml/cats"


@pytest.fixture
def cats(tmp_path, monkeypatch):
    monkeypatch.setenv("PROBIERZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PROBIERZ_MODELS", str(tmp_path / "store"))
    monkeypatch.chdir(tmp_path)
    made = write_cats(tmp_path / "source" / "cats")
    make_repository(made)
    write_suite(tmp_path, made, address=str(made))
    return made


def run(capsys, *arguments):
    code = main([str(one) for one in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_a_task_that_is_not_here_is_got_and_has_a_baseline(cats, capsys):
    code, out, err = run(capsys, "baseline", TASK)
    # The commonest answer of train is a, and two of three answers of test-A are.
    assert (code, out.splitlines()) == (0, ["split\tAccuracy\tnote", "train\t50.00\tlearnt from", "test-A\t66.67\t"])
    assert "Name the authors." in err
    assert "pets/cats is in cats" in err
    assert Path("cats/test-B/out.tsv").read_text() == "a\na\na\n"
    assert run(capsys, "eval", TASK)[1].splitlines()[-1] == "Accuracy\t66.67"


def test_a_task_is_found_where_a_whole_suite_was_got(cats, capsys):
    assert run(capsys, "suite", "get", TASK, "pets/cats", "--quiet")[0] == 0
    assert run(capsys, "train", "majority", TASK, "--quiet")[0] == 0
    assert run(capsys, "predict", "majority", f"{TASK}/test-B") == (0, "a\na\na\n", "")
    assert run(capsys, "predict", "majority", "pets/cats/test-A") == (0, "a\na\na\n", "")
    assert not Path("cats").exists()


def test_a_copy_of_ones_own_stands_for_the_address(cats, capsys):
    write_suite(Path(), cats, address="https://example.invalid/cats.git")
    code, _, err = run(capsys, "baseline", TASK)
    assert (code, "add --accept-licence" in err) == (1, True)
    assert run(capsys, "baseline", TASK, "--from", cats, "--quiet")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["baseline", "pets.toml/dogs"], "no task is called 'dogs'; try cats"),
        (["baseline", "poleval-2021"], "stands for several tasks"),
        (["baseline", "poleval-2021/orc"], "no task is called 'orc'"),
        (["baseline", "nowhere"], "nowhere: there is no such directory"),
        (["eval", TASK], f"pets/cats is not here; get it with  probierz suite get {TASK}"),
        (["predict", "unchanged", f"{TASK}/test-A"], "pets/cats is not here"),
        (["predict", "unchanged", "nowhere/in.tsv"], "nowhere/in.tsv"),
        (["predict", "unchanged", "--set", "colour=red"], "no setting 'colour' that can be changed"),
    ],
)
def test_what_cannot_be_had_is_told_in_a_sentence(cats, capsys, arguments, said):
    code, _, err = run(capsys, *arguments)
    assert (code, said in err) == (1, True), err
    assert "Traceback" not in err


@pytest.mark.parametrize("second", ["klej/cdsc-r", "cdsc-r", "klej"])
def test_a_second_task_is_not_taken_for_a_folder(cats, capsys, second):
    code, _, err = run(capsys, "suite", "get", TASK, second)
    assert (code, f"{second} is a task or suite too; get one after the other" in err) == (2, True)
    assert not Path(second).exists()
    assert run(capsys, "suite", "get", TASK, "--to", second, "--quiet")[0] == 0


def test_a_folder_that_is_no_challenge_stays_as_it_is(cats, capsys):
    Path("cats").mkdir()
    Path("cats/notes.txt").write_text("mine")
    code, _, err = run(capsys, "baseline", TASK)
    assert (code, "cats is here and holds no challenge" in err) == (1, True)
    assert [path.name for path in Path("cats").iterdir()] == ["notes.txt"]


@pytest.mark.parametrize("command", ["eval", "lines", "worst", "classes", "slices --by label"])
def test_a_task_that_was_got_stands_for_its_challenge(cats, command, capsys):
    run(capsys, "baseline", TASK, "--quiet")
    assert run(capsys, *command.split(), TASK, "--split", "test-A")[0] == 0
    code, _, err = run(capsys, *command.split(), "pets.toml/dogs")
    assert code == 1
    assert "no task is called 'dogs'" in err
