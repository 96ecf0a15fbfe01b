"""`probierz suite`: its commands as people and scripts use them."""

import json
import re
import shutil
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent.parent / "suites"))
from suite_examples import make_repository, write_cats, write_suite

from probierz.cli.main import main
from probierz.cli.suite.shown_findings import print_known, print_text
from probierz.suites.catalogue import find_task, read_suite
from probierz.suites.checking import CHECKS, ON_DEMAND
from probierz.suites.findings import Finding, FindingPlace, relative_to


@pytest.fixture
def cats(tmp_path, monkeypatch):
    monkeypatch.setenv("PROBIERZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    made = write_cats(tmp_path / "source" / "cats")
    make_repository(made)
    write_suite(tmp_path, made, address="https://example.org/cats.git")
    return made


def run(capsys, *arguments):
    code = main(["suite", *map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out, err


def test_the_list_names_tasks_with_their_metric_and_lines(cats, capsys):
    assert run(capsys, "list", "pets.toml") == (
        0,
        "task\ttitle\tmetric\tlines\npets/cats\tCats\tAccuracy\ttrain:4 test-A:3 test-B:3\n",
        "",
    )
    assert "poleval-2021/ocr\t" in run(capsys, "list")[1]


def test_on_a_narrow_terminal_the_list_has_titles_last_and_no_lines(cats, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    shown = run(capsys, "list", "poleval-2021")[1].splitlines()
    assert shown[0].split() == ["task", "metric", "title"]
    assert max(map(len, shown)) <= 80
    monkeypatch.setenv("COLUMNS", "200")
    assert run(capsys, "list", "poleval-2021")[1].split()[:4] == ["task", "title", "metric", "lines"]


def test_the_board_of_a_suite_is_that_of_all_its_tasks(two_tasks, capsys):
    code, out, err = run(capsys, "board", two_tasks)
    assert (code, "no published result is known of pets/dogs" in err) == (0, True)
    assert [line.split("\t")[:5] for line in out.splitlines()[:2]] == [
        ["task", "split", "metric", "rank", "system"],
        ["pets/cats", "test-A", "Accuracy", "1", "good"],
    ]
    assert "pets/cats, test-A: Accuracy, higher is better\n" in run(capsys, "board", two_tasks, "--format", "table")[1]
    (board,) = json.loads(run(capsys, "board", two_tasks, "--format", "json")[1])
    assert board["rows"][0]["system"] == "good"
    assert "probierz klej board" in run(capsys, "board", "klej", "--format", "table")[1]


def test_what_is_known_of_several_findings_is_told_once(capsys):
    known = [Finding("counts", f"{what}: published 1, counted 2", severity="known", known="They count otherwise.")
             for what in ("words", "marks")]  # fmt: skip
    print_text("pets/cats", known, 5)
    assert capsys.readouterr().out.splitlines() == [
        "pets/cats: passed",
        "  known    counts: words: published 1, counted 2",
        "  known    counts: marks: published 1, counted 2",
        "           known: They count otherwise.",
    ]


def test_a_warning_fails_and_can_be_declared_as_known(capsys):
    found = [Finding("duplicates", "repeated texts: 2", ("train",), 2, (FindingPlace("train/in.tsv", 3),), "warning")]
    print_text("pets/cats", found, 5)
    print_known(found)
    out = capsys.readouterr().out
    assert out.startswith("pets/cats: failed\n")
    assert '[[tasks.known]]\ncheck = "duplicates"\nsplits = ["train"]\ncount = 2\n' in out


def test_a_task_is_shown_in_english_polish_and_json(cats, capsys):
    assert "Post-correction of OCR results" in run(capsys, "show", "ocr")[1]
    assert "Korekta wyników OCR" in run(capsys, "show", "ocr", "--language", "pl")[1]
    (shown,) = json.loads(run(capsys, "show", "pets.toml/cats", "--format", "json")[1])
    assert (shown["name"], shown["splits"][0]["lines"], shown["licence"]["name"]) == ("cats", 4, "CC BY 4.0")


def test_each_trait_of_a_task_is_shown_once_with_the_splits_and_the_other_task_that_it_concerns(capsys):
    traits = run(capsys, "show", "poleval-2021/qa")[1].split("Traits that")[1].split("\n\n")[0]
    told = [" ".join(one.split()) for one in traits.split("\n  * ")[1:]]
    assert len(told) == len(set(told)) > 5
    assert "repeated texts of test-A (1): One question is there twice." in told
    assert (
        "texts of dev-0 that stand in poleval-2022/passage-retrieval/train too (753): 745 of them word for word. "
        "Train nothing that is tested here on it."
    ) in told
    assert (
        "texts of test-A that stand in poleval-2022/passage-retrieval/test-A too (1); texts of test-A that stand in "
        "poleval-2022/passage-retrieval/test-B too (1): One question stands in both."
    ) in told
    assert not [one for one in told if "see the place" in one]


def test_a_local_copy_needs_no_agreement_but_shows_the_licence(cats, capsys):
    code, out, err = run(capsys, "get", "pets.toml/cats", "--from", "source")
    assert (code, "Name the authors." in err) == (0, True)
    assert out == ("pets/cats is in cats; put answers into cats/test-A/out.tsv, then\n  probierz eval cats\n")
    assert (Path("cats") / "test-A" / "expected.tsv").is_file()


def test_a_download_in_a_pipe_wants_agreement_first(cats, capsys):
    code, _out, err = run(capsys, "get", "pets.toml/cats")
    assert (code, "Name the authors." in err, "add --accept-licence" in err) == (1, True, True)
    assert not Path("cats").exists()


def test_a_check_passes_fails_and_prints_places(cats, capsys):
    code, out, _err = run(capsys, "check", "pets.toml/cats", "--from", "source")
    assert code == 0
    assert out.splitlines()[1].split("\t")[:5] == ["pets/cats", "known", "leaks", "test-A test-B", "1"]
    (cats / "train" / "in.tsv").write_text("1\tother\n")
    code, out, _err = run(capsys, "check", "pets.toml/cats", cats, "--format", "table", "--places", "1")
    assert code == 1
    assert out.startswith("pets/cats: failed\n  error    checksums (train): the content has the sha256")
    code, out, _err = run(capsys, "check", cats, "--format", "json")
    (found,) = json.loads(out)
    assert (code, found["passed"], found["findings"][0]["places"][0]["line"]) == (1, False, 1)


@pytest.fixture
def two_tasks(cats, tmp_path):
    """The suite, with a second task whose data are nowhere."""
    path = tmp_path / "pets.toml"
    text = path.read_text()
    cats_alone = text[text.index("[[tasks]]") :]
    dogs = cats_alone.replace('"cats"', '"dogs"').replace("cats.git", "dogs.git")
    path.write_text(text.replace(cats_alone, f"{dogs}\n\n{cats_alone}"))
    return path


def test_the_other_tasks_are_checked_where_the_data_of_one_cannot_be_had(two_tasks, capsys):
    code, out, _err = run(capsys, "check", two_tasks, "--from", "source", "--format", "table", "--quiet")
    assert code == 1
    assert out.startswith("pets/dogs: not checked\n  error    data: source")
    summary = [line.split() for line in out.splitlines()[-2:]]
    assert summary == [["pets/dogs", "not", "checked"], ["pets/cats", "passed", "1"]]
    found = json.loads(run(capsys, "check", two_tasks, "--from", "source", "--format", "json")[1])
    assert [(one["task"], one["passed"]) for one in found] == [("pets/dogs", False), ("pets/cats", True)]
    code, _out, err = run(capsys, "check", two_tasks, "--from", "source", "--only", "leek")
    assert (code, "no check is called 'leek'" in err) == (1, True)


@pytest.fixture
def pair(two_tasks, cats, tmp_path):
    """A suite of two tasks, where all texts of a test of cats are the train set of dogs."""
    for task in ("cats", "dogs"):
        shutil.copytree(cats, tmp_path / "data" / task, ignore=shutil.ignore_patterns(".git"))
    dogs = tmp_path / "data" / "dogs"
    for split, start in (("test-A", "Pieski"), ("test-B", "Wilki")):
        (dogs / split / "in.tsv").write_text("".join(f"{at}\t{start} {at}\n" for at in (1, 2, 3)))
    (dogs / "train" / "in.tsv").write_bytes((cats / "test-A" / "in.tsv").read_bytes())
    (dogs / "train" / "expected.tsv").write_text("a\nb\na\n")
    return two_tasks


def test_tasks_of_a_suite_are_compared_with_each_other(pair, capsys):
    found = json.loads(run(capsys, "check", pair, "data", "--only", "others", "--format", "json")[1])
    assert [one["task"] for one in found] == ["pets/dogs", "pets/cats"]
    (leak,) = [one for task in found for one in task["findings"] if one["splits"] == ["cats/test-A", "train"]]
    assert (leak["check"], leak["severity"], leak["count"]) == ("others", "warning", 3)
    assert leak["places"][0]["path"].endswith("data/dogs/train/in.tsv")
    assert run(capsys, "check", pair, "data", "--only", "others")[0] == 1
    assert "cats/test-A" not in run(capsys, "check", pair, "data", "--only", "leaks")[1]


def test_texts_that_tasks_have_on_purpose_are_known_and_a_lost_test_is_told_all_the_same(pair, cats, capsys):
    shutil.copytree(cats / "test-A", "data/dogs/test-A", dirs_exist_ok=True)
    shutil.copyfile(cats / "test-B" / "in.tsv", "data/dogs/train/in.tsv")
    pair.write_text(pair.read_text().replace('title = "Cats"', 'title = "Cats"\nshares = ["cats"]', 1))
    (dogs, _cats) = json.loads(run(capsys, "check", pair, "data", "--only", "others", "--format", "json")[1])
    severity = {tuple(one["splits"]): one["severity"] for one in dogs["findings"]}
    assert severity[("cats/test-A", "test-A")] == "known"
    assert severity[("cats/test-B", "train")] == "warning"


def test_a_task_that_cannot_be_read_keeps_the_others_from_nothing(pair, capsys):
    Path("data/cats/test-A/in.tsv").write_bytes(b"\xb1\n")
    (dogs, cats) = json.loads(run(capsys, "check", pair, "data", "--format", "json")[1])
    assert "files" in [one["check"] for one in cats["findings"]]
    assert "others" not in [one["check"] for one in dogs["findings"]]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "toys", "toys", "--format", "table"), "toys/dogs"),
        (("check", "toys", "--format", "table"), "toys/dogs"),
        (("show", "toys"), "toys/dogs: Dogs"),
        (("show", "toys/dogs"), "toys/dogs: Dogs"),
        (("list", "toys/"), "toys/dogs"),
        (("board", "toys"), "no published result is known of toys/cats, toys/dogs"),
        (("results", "toys", "--format", "tsv"), "suite\ttask"),
        (("get", "toys", "got"), "toys/dogs is in got/dogs"),
        (("show", "toys/dog"), "no task is called 'dog'; try dogs"),
        (
            ("show", "elsewhere"),
            "elsewhere: one file SUITE.toml is looked for here, found none; name that of the suite",
        ),
    ],
)
def test_the_folder_of_a_suite_stands_for_it_in_every_command(tmp_path, monkeypatch, capsys, arguments, said):
    monkeypatch.chdir(tmp_path)
    Path("elsewhere").mkdir()
    run(capsys, "new", "toys", "--task", "cats=Accuracy", "--task", "dogs=Macro-F1")
    _code, out, err = run(capsys, *arguments)
    assert said in out + err


def test_a_quiet_get_prints_no_warning(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    run(capsys, "new", "toys", "--task", "cats=Accuracy")
    shutil.rmtree("toys/cats/train")
    assert "warning: toys/cats: train is not in these data" in run(capsys, "get", "toys", "loud", "--unchecked")[2]
    assert "warning" not in run(capsys, "get", "toys", "still", "--unchecked", "--quiet")[2]


def test_a_suite_of_one_task_is_put_into_a_folder_as_others_are(cats, capsys):
    code, out, _err = run(capsys, "get", "pets.toml", "--from", "source", "--to", "data")
    assert (code, "pets/cats is in data/cats;" in out) == (0, True), out
    assert "pets/cats is in data/cats already" in run(capsys, "get", "pets.toml", "--from", "source", "--to", "data")[1]


def test_the_other_tasks_are_got_and_another_run_takes_what_is_missing(two_tasks, capsys):
    code, out, err = run(capsys, "get", two_tasks, "--from", "source", "--to", "data")
    assert (code, "pets/cats is in data/cats;" in out) == (1, True)
    assert "not here yet: pets/dogs" in err
    code, out, _err = run(capsys, "get", two_tasks, "--from", "source", "--to", "data")
    assert (code, "pets/cats is in data/cats already" in out) == (1, True)
    # The folder of a suite is checked as a whole.
    _code, out, _err = run(capsys, "check", two_tasks, "data", "--format", "table", "--quiet")
    assert "pets/dogs: not checked" in out
    assert "pets/cats: passed" in out


@pytest.mark.parametrize("command", ["get", "check", "export"])
def test_of_a_suite_a_folder_that_is_wrong_for_all_tasks_is_told_once(two_tasks, tmp_path, capsys, command):
    alone = tmp_path / "down" / "cats"
    alone.mkdir(parents=True)
    (alone / "config.txt").write_text("--metric Accuracy\n")
    to = [] if command == "check" else ["made"]
    for place, said in ((alone, f"this is cats alone; give {alone.parent}"), ("nope", "there is no such file")):
        code, out, err = run(capsys, command, two_tasks, *to, "--from", place)
        assert (code, out, err.count("probierz: "), f"probierz: {place}: {said}" in err) == (1, "", 1, True), err


def test_places_in_a_folder_of_the_moment_are_told_as_paths_in_it(tmp_path):
    inside = Finding("leaks", "one", places=(FindingPlace(f"{tmp_path}/test-A/in.tsv", 3, "as train/in.tsv line 1"),))
    assert str(relative_to(tmp_path, inside).places[0]) == "test-A/in.tsv line 3: as train/in.tsv line 1"


def test_a_recipe_that_nobody_knows_is_told(cats, capsys):
    table = Path("pets.tsv")
    header, *rows = table.read_text().splitlines()
    table.write_text("\n".join([f"{header}\trecipe", *(f"{row}\tunchnged" for row in rows)]) + "\n")
    code, _, err = run(capsys, "check", "pets.toml", "--from", "source")
    assert code == 1
    assert "pets.tsv line 2: the recipe of good: no system is called 'unchnged'" in err
    for name in ("pets.toml/cats", "pets.toml"):  # it costs nobody the board
        code, printed, err = run(capsys, "board", name)
        assert code == 0
        assert [line.split("\t")[1] for line in printed.splitlines()[1:]] == ["good", "middling", "a", "poor"]
        assert "pets/cats: the recipe of good: no system is called 'unchnged'" in err


def test_an_output_is_scored_and_ranked(cats, capsys):
    assert run(capsys, "get", "pets.toml/cats", "--from", "source", "--quiet")[0] == 0
    out = Path("cats/test-A/out.tsv")
    out.write_text("a\na\na\n")
    code, printed, _err = run(capsys, "board", "pets.toml/cats", "--out", out, "--score", "best=99")
    assert code == 0
    assert [line.split("\t")[:3] for line in printed.splitlines()[1:]] == [
        ["(1)", "best", "99"],
        ["1", "good", "90.00"],
        ["(2)", str(out), "66.67"],
        ["2", "middling", "66.67"],
        ["", "a", "66.67"],  # the baseline that was counted for the suite
        ["3", "poor", "10.00"],
    ]
    kinds = [line.split("\t")[3] for line in printed.splitlines()[1:]]
    assert kinds == ["own", "official", "own", "official", "baseline", "official"]
    for form in ("json", "markdown", "latex"):
        assert "middling" in run(capsys, "board", "pets.toml/cats", "--format", form)[1]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            ["poleval-2021/qa", "--split", "test-A"],
            "test-A did not decide the competition; the final ranking is on test-B",
        ),
        (["poleval-2021/qa", "--split", "test-B"], ""),
        (["klej/cbd"], ""),  # no competition
    ],
)
def test_a_board_of_another_split_than_decided_says_so(asked, said, capsys):
    code, _table, err = run(capsys, "board", *asked, "--format", "csv")
    assert (code, err.strip()) == (0, f"warning: {said}" if said else "")
    shown = run(capsys, "board", *asked, "--format", "table")[1]
    assert said in shown
    assert ("did not decide" in shown) == bool(said)


def test_sentences_around_a_board_are_as_wide_as_the_terminal(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    out = run(capsys, "board", "poleval-2021/punctuation", "--score", "70", "--format", "table")[1]
    assert "would be 5 of 5: behind samsung-uam tagger\n(Ziętkiewicz) (78.37)\n" in out
    assert max(map(len, re.sub(r"\x1b\[[0-9;]*m", "", out).splitlines())) <= 60


def test_stars_of_a_table_for_a_paper_are_explained_beside_it(capsys):
    code, table, err = run(capsys, "board", "poleval-2021/ocr", "--split", "test-A", "--format", "latex")
    assert code == 0
    assert r"16.527*" in table
    assert err == ""
    assert r"original (no correction) (baseline) & 16.527*" in table
    below = table.partition(r"\end{tabular}")[2].splitlines()
    assert all(line.startswith(r"\par{\footnotesize ") for line in below[1:])
    notes = [line.removeprefix(r"\par{\footnotesize ").removesuffix(r"\par}") for line in below[1:]]
    assert any(one.startswith("* original (no correction): PolEval 2021 proceedings") for one in notes)
    assert "(+2) stands for so many further systems of the same team." in notes
    assert "A baseline is there to compare with, and has no rank." in notes
    assert "test-A did not decide the competition; the final ranking is on test-B" in notes
    assert table.startswith("% poleval-2021/ocr, test-A: WER, lower is better\n")
    assert r"& test-A WER $\downarrow$ &" in table
    assert "chapter of Piotrowski, Table 2, 2021" in table


def test_tables_of_several_boards_for_a_paper_say_which_values_are_better_and_data_have_none_of_it(capsys):
    table = run(capsys, "board", "poleval-2021", "--format", "latex")[1]
    assert r"poleval-2021/ocr & test-B & WER $\downarrow$ & 1 &" in table
    assert "\ttest-B\tWER\t1\t" in run(capsys, "board", "poleval-2021", "--format", "tsv")[1]
    table = run(capsys, "results", "poleval-2021/ocr", "--metric", "WER", "--format", "latex")[1]
    assert r"& WER $\downarrow$ &" in table
    assert "Table 1, 2021" in table


def test_data_of_boards_name_the_team(capsys):
    header, first, *_rest = run(capsys, "board", "poleval-2021/ocr", "--format", "tsv")[1].splitlines()
    row = dict(zip(header.split("\t"), first.split("\t"), strict=True))
    assert (row["team"], row["kind"]) == ("Piotrowski", "official")
    assert (
        json.loads(run(capsys, "board", "poleval-2021/ocr", "--format", "json")[1])["rows"][0]["team"] == "Piotrowski"
    )


def test_an_output_of_other_data_has_no_place_on_a_board(cats, capsys):
    assert run(capsys, "get", "pets.toml/cats", "--from", "source", "--quiet")[0] == 0
    out = Path("cats/test-A/out.tsv")
    out.write_text("a\na\na\n")
    code, printed, err = run(capsys, "board", "poleval-2021/ocr", "--out", out)
    assert (code, printed) == (1, "")
    assert "test-A of poleval-2021/ocr has 8678 lines, the challenge here 3; these are other data" in err


def test_an_output_outside_of_a_challenge_is_scored_on_the_split_that_is_named(cats, capsys):
    Path("mine").mkdir()
    out = Path("mine/out-a.tsv")
    out.write_text("a\na\na\n")
    code, printed, err = run(capsys, "board", "pets.toml/cats", "--split", "test-A", "--out", out)
    assert (code, printed) == (1, "")
    assert "mine/out-a.tsv lies in no split of a challenge; put it into one, as CHALLENGE/test-A/out-a.tsv" in err
    assert run(capsys, "get", "pets.toml/cats", "--from", "source", "--quiet")[0] == 0
    code, printed, err = run(capsys, "board", "pets.toml/cats", "--out", out)
    assert (code, "or name the split of cats with --split" in err) == (1, True)
    code, printed, err = run(capsys, "board", "pets.toml/cats", "--split", "test-A", "--out", out)
    assert code == 0
    assert ["(2)", str(out), "66.67"] in [line.split("\t")[:3] for line in printed.splitlines()]
    out.rename("cats/test-A/out-a.tsv")
    for name in ("out-a", "out-a.tsv"):
        code, printed, err = run(capsys, "board", "pets.toml/cats", "--out", name)
        assert (code, err) == (0, "")
        assert ["(2)", name, "66.67"] in [line.split("\t")[:3] for line in printed.splitlines()]


def test_data_of_another_task_are_told_in_one_sentence(capsys, tmp_path, monkeypatch):
    task = find_task("poleval-2021/qa")
    other = next(one for one in find_task("poleval-2021/ocr").splits if one.files)
    monkeypatch.setattr("probierz.suites.checking.content_sha256", lambda path: other.files["in.tsv"])
    (tmp_path / "ocr" / other.name).mkdir(parents=True)
    (tmp_path / "ocr" / other.name / "in.tsv").touch()
    (tmp_path / "ocr" / "config.txt").write_text("--metric WER\n")
    code, printed, err = run(capsys, "check", task.full_name, tmp_path / "ocr")
    assert (code, printed, err.count("\n")) == (1, "", 1)
    assert "these are the data of poleval-2021/ocr, not of poleval-2021/qa" in err
    code, printed, _err = run(capsys, "check", task.full_name, tmp_path / "ocr", "--unchecked", "--only", "metrics")
    assert (code, "config.txt names WER" in printed) == (1, True)


def test_the_help_of_check_names_all_checks(capsys):
    told = run(capsys, "check", "--help")[1].partition("for --only:")[2]
    assert set(re.findall(r"\b[a-z]+(?:-[a-z]+)*", told)) >= set(CHECKS | ON_DEMAND)


def test_a_score_that_was_counted_here_is_not_questioned(cats, capsys):
    assert run(capsys, "get", "pets.toml/cats", "--from", "source", "--quiet")[0] == 0
    path = Path("cats/test-A/out.tsv")
    path.write_text("x\nx\nx\n")
    code, printed, err = run(capsys, "board", "pets.toml/cats", "--out", path)
    assert code == 0
    assert "\t0.00\town\t" in printed
    assert "scale" not in err


def test_results_are_filtered_and_printed_in_every_form(capsys):
    arguments = ["results", "poleval-2021/ocr", "--system", "DYDA", "--split", "test-b", "--metric", "wer"]
    code, printed, _err = run(capsys, *arguments, "--format", "tsv")
    header, *rows = [line.split("\t") for line in printed.splitlines()]
    assert code == 0
    assert (header[0], header[7], header[10]) == ("suite", "team", "value")
    assert {row[7] for row in rows} == {"Dyda"}
    assert sorted(row[10] for row in rows)[:2] == ["5.288", "5.313"]
    for form in ("table", "json", "markdown", "latex", "csv"):
        shown = run(capsys, *arguments, "--format", form)[1]
        assert "5.452" in shown
        assert "percent" in shown  # without its unit a number cannot be read
    bibtex = run(capsys, *arguments, "--format", "bibtex")[1]
    assert bibtex.count("@inproceedings{") == 2  # the organisers' chapter has the submission, Dyda's the variants
    assert "@inproceedings{poleval-2021-task3-dyda," in bibtex


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["results", "poleval-2021/ocr", "--system", "nobody"], 1, "no system has 'nobody' in its name here; there is"),
        (["results", "poleval-2022/passage-retrieval"], 1, "no published result is known"),
        (["results", "orc"], 1, "no task is called 'orc'"),
        (["results", "--system", "nobody"], 1, "in all suites; name a task to see which it has"),
        (["results", "--system", "punctor"], 1, "did you mean punktor"),
        (["board", "ocrr"], 1, "did you mean poleval-2021/ocr?"),
        (["board", "oc"], 1, "did you mean poleval-2021/ocr?"),
        (["check", "source/cats", "--against", "nothere"], 1, "nothere: there is no such directory, and no task of"),
        (
            ["check", "source/cats", "--against", "source/cats", "--only", "nonsense"],
            1,
            "no check is called 'nonsense'",
        ),
        (
            ["check", "source/cats", "--against", "source/cats", "--only", "leaks"],
            2,
            "--against does one check, others",
        ),
        (["lsit"], 2, "no command is called 'lsit'; did you mean list"),
        (["show", "nothing-like-it"], 1, "see  probierz suite list"),
        (["board", "ocr", "--score", "good"], 1, "'good' is not a number"),
        (["board", "poleval-2022/passage-retrieval"], 1, "no published result is known"),
        (["board", "poleval-2021", "--score", "5"], 1, "scored by  probierz suite evaluate poleval-2021 OUTPUTS"),
        (["board", "poleval-2021", "--out", "out.tsv"], 1, "probierz suite evaluate poleval-2021 OUTPUTS"),
        (["board", "klej", "--out", "out.tsv"], 1, "scored by  probierz klej evaluate ARCHIVE"),
        (["check", "my-chalenge"], 1, "; and there is no directory my-chalenge"),
        (["board", "ocr", "--split", "test-Z"], 1, "there are results on test-A, test-B"),
        (["check", "ocr", "--only", "leak", "--from", "source"], 1, "there is no such file or folder|no check"),
    ],
)
def test_mistakes_are_answered(cats, capsys, arguments, code, said):
    found, _out, err = run(capsys, *arguments)
    assert found == code
    assert any(one in err for one in said.split("|")), err


def test_expected_results_that_may_be_hidden_leave_only_when_asked_for(cats, tmp_path, capsys):
    assert run(capsys, "get", "pets.toml/cats", "--from", "source", "--quiet")[0] == 0
    left_out = "the expected results of test-A are left out, as they may be hidden; --with-hidden adds them"
    for name, (arguments, said, is_there) in {
        "one": (["cats"], left_out, False),
        "two": (["pets.toml/cats", "--from", "source"], left_out, False),
        "three": (["cats", "--about", "pets.toml/cats"], left_out, False),
        "four": (["cats", "--hide", "test-A"], "", False),
        "five": (["cats", "--with-hidden"], "the expected results of test-A are in five; keep it", True),
    }.items():
        task, *options = arguments
        code, _out, err = run(capsys, "export", task, name, *options)
        assert (code, said in err, "test-A" in err) == (0, True, bool(said)), err
        lines = Path(f"{name}/data/test_A.jsonl").read_text().splitlines()
        assert [json.loads(line)["expected"] is not None for line in lines] == [is_there] * 3


def test_the_line_of_a_place_says_that_the_split_did_not_decide(capsys):
    code, printed, _err = run(
        capsys, "board", "poleval-2021/ocr", "--split", "test-A", "--score", "4.2", "--format", "table"
    )
    [place] = [line for line in printed.splitlines() if "would be" in line]
    assert code == 0
    assert place.endswith("; test-A did not decide the competition; the final ranking is on test-B")
    assert printed.count("did not decide") == 1


def validated(capsys, *arguments):
    code = main(["validate", *map(str, arguments)])
    return code, capsys.readouterr().out


def test_a_task_that_was_got_may_hold_outputs_and_lack_what_is_held_back(cats, tmp_path, capsys):
    assert run(capsys, "get", "pets.toml/cats", "--from", cats, "--to", "pets/cats")[0] == 0
    (tmp_path / "pets" / "cats" / "test-A" / "out.tsv").write_text("a\nb\na\n")
    code, out = validated(capsys, "pets.toml/cats")
    assert (code, out.count("error:")) == (0, 0)
    assert "note: pets/cats/test-B: the expected results (expected.tsv) are held back; outputs for it can be" in out
    (tmp_path / "pets" / "cats" / "test-B" / "in.tsv").rename(tmp_path / "in.tsv")
    code, out = validated(capsys, "pets.toml/cats")
    assert (code, "test-B/in.tsv: there is no in.tsv" in out, "held back" in out) == (1, True, False), out
    (tmp_path / "in.tsv").rename(tmp_path / "pets" / "cats" / "test-B" / "in.tsv")
    code, out = validated(capsys, "pets.toml/cats", "--to-publish")
    assert code == 1
    assert "error: pets/cats/test-A: 1 output found: out.tsv" in out
    assert "error: pets/cats/test-B/expected.tsv: there is no expected.tsv" in out


def test_a_known_task_is_told_by_its_data(tmp_path, data_dir, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    source = data_dir / "poleval-2021" / "qa"
    assert run(capsys, "get", "poleval-2021/qa", "--from", source, "--to", "mine", "--quiet")[0] == 0
    (tmp_path / "mine" / "test-B" / "expected.tsv").unlink(missing_ok=True)
    code, out = validated(capsys, "mine")
    assert (code, "note: mine/test-B: the expected results (expected.tsv) are held back" in out) == (0, True)


def test_where_nothing_is_published_a_score_stands_beside_counted_baselines(cats, capsys):
    results = Path("pets.tsv")
    results.write_text(results.read_text().splitlines()[0] + "\n")
    code, printed, _err = run(capsys, "board", "pets.toml/cats", "--score", "mine=80", "--format", "table")
    assert code == 0
    assert "mine 80 has no rank, as nothing here has: ahead of a (66.67)" in printed


class FixedAnswers:
    """A platform that answers what it is told."""

    def __init__(self, answers):
        self.get = answers.__getitem__

    def as_everybody(self):
        return self


def test_a_suite_is_exported_as_a_whole_and_is_the_same_suite_there(cats, tmp_path, capsys, monkeypatch):
    (cats / "CITATION.bib").write_text("@misc{cats}\n")
    (cats / "test-A" / "out.tsv").write_text("a\n" * 3)
    plan, own = Path("pets.toml"), 'licence = { name = "CC0 1.0", spdx = "CC0-1.0", notice = "Free." }'
    plan.write_text(plan.read_text().replace('title = "Cats"', f'title = "Cats"\n{own}'))
    code, out, err = run(capsys, "export", "pets.toml", "kept.zip", "--from", cats, "--with-hidden")
    assert (code, out) == (0, "kept.zip: Pets, 1 task\n")
    assert "the expected results of test-A are in kept.zip; keep it from participants" in err
    shutil.unpack_archive("kept.zip", tmp_path / "kept")
    names = {path.relative_to(tmp_path / "kept" / "pets").as_posix() for path in (tmp_path / "kept").rglob("*.*")}
    wanted = {"pets.toml", "README.md", "boards/cats.test-A.tsv", "published/pets.tsv", "cats/LICENCE.txt"}
    assert wanted | {"cats/CITATION.bib", "cats/test-A/expected.tsv"} <= names
    assert "cats/test-A/out.tsv" not in names
    assert run(capsys, "board", "kept/pets/pets.toml") == run(capsys, "board", "pets.toml")
    suites = [read_suite(path) for path in ("pets.toml", "kept/pets/pets.toml")]
    assert [suite.licence.name for suite in suites] == ["CC BY 4.0"] * 2
    was, now = (suite.tasks[0] for suite in suites)
    assert (now.splits, now.licence, now.baselines, now.known) == (was.splits, was.licence, was.baselines, was.known)
    answers = {"/suites/pets": {"tasks": [{"name": "cats", "challenge": "pets-cats"}]}}
    answers |= {f"/challenges/pets-cats/{what}": {"is": what} for what in ("board", "phases")}
    monkeypatch.setattr("probierz.cli.platform_client.chosen_platform", lambda arguments: FixedAnswers(answers))
    again = run(capsys, "export", "kept/pets", "open", "--hide", "test-A", "--server", "https://example.org")
    assert again[:2] == (0, "open: Pets, 1 task\n")
    assert "scores that are kept from people are left out of platform/; --with-hidden adds those you see" in again[2]
    assert not (tmp_path / "open" / "cats" / "test-A" / "expected.tsv").exists()
    assert json.loads(Path("open/platform/cats.board.json").read_text()) == {"is": "board"}
    assert run(capsys, "check", "open/pets.toml", "--only", "files", "--only", "checksums")[0] == 0
    Path("klej").mkdir()  # as  probierz suite get klej  makes it
    for arguments, said in (
        (["klej", "no", "--format", "hf"], "--format and --about are of one challenge"),
        (["pets.toml", "no", "--from", cats, "--hide", "test-Q"], "pets: no task has a split 'test-Q'"),
        (["pets.toml", "no", "--format", "hf"], "--format and --about are of one challenge"),
        ([cats, "no", "--server", "https://example.org"], "--server adds the boards of a whole suite"),
    ):
        assert said in run(capsys, "export", *arguments)[2]
    assert not Path("no").exists()
