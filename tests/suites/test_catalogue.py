"""Suites are found, read, and complained about."""

import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest
from suite_examples import write_cats, write_suite

from probierz.cli.main import main
from probierz.errors import ChallengeError, DataError
from probierz.suites.catalogue import find_suite, find_task, find_tasks, read_suite, suites
from probierz.suites.suite import (
    Baseline,
    DeclaredPhase,
    DeclaredSplit,
    DeclaredTask,
    KnownFinding,
    Licence,
    PublishedCount,
    Suite,
    TaskSource,
)

SHIPPED = [task for suite in suites() for task in suite.tasks]


def test_shipped_suites_have_their_tasks():
    names = {task.full_name for task in SHIPPED}
    assert names >= {
        "poleval-2021/punctuation",
        "poleval-2021/quality-nonblind",
        "poleval-2021/quality-blind",
        "poleval-2021/ocr",
        "poleval-2021/qa",
        "poleval-2022/passage-retrieval",
    }


@pytest.mark.parametrize("task", SHIPPED, ids=lambda task: task.full_name)
def test_every_shipped_task_is_described_in_both_languages_with_a_licence_and_its_splits(task):
    assert all([task.title, task.title_pl, task.description, task.description_pl])
    assert all([task.licence.name, task.licence.notice, task.splits, task.main_metric])
    assert task.source.address.startswith("https://")


@pytest.mark.parametrize("task", SHIPPED, ids=lambda task: task.full_name)
def test_every_number_on_a_board_is_of_a_split_of_its_task(task):
    metrics = {scheme.name for scheme in task.parsed_schemes}
    splits = {split.name for split in task.splits}
    boards = [one for one in task.published if one.is_score and one.metric in metrics]
    assert [one for one in boards if one.split not in splits | {"test"}] == []  # one chapter says no more than "test"
    assert [one for one in task.published if one.rank and one not in boards] == []


@pytest.mark.parametrize("name", ["poleval-2021/ocr", "ocr", "poleval-2021/ocr/"])
def test_a_task_is_found_by_its_full_name_or_alone(name):
    assert find_task(name).full_name == "poleval-2021/ocr"


def test_the_name_of_a_suite_stands_for_all_of_its_tasks():
    assert [task.name for task in find_tasks("poleval-2022")] == ["passage-retrieval"]
    with pytest.raises(ChallengeError, match="several tasks: poleval-2021/punctuation"):
        find_task("poleval-2021")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("poleval-2021/orc", "no task is called 'orc'; try ocr"),
        ("poleval-2020/ocr", "did you mean poleval-2021/ocr"),
        ("ocrr", "did you mean ocr|did you mean poleval-2021/ocr|suite list"),
    ],
)
def test_a_name_that_is_not_there_is_answered_with_near_ones(name, said):
    with pytest.raises(ChallengeError, match=said):
        find_task(name)


def test_an_unknown_suite_is_answered_with_near_ones():
    with pytest.raises(ChallengeError, match="no suite is called 'poleval-2012'; did you mean poleval-20"):
        find_suite("poleval-2012")
    with pytest.raises(ChallengeError, match="'klej/cbd' is a task, and a suite is wanted; give klej"):
        find_suite("klej/cbd")


def test_a_file_of_ones_own_is_a_suite(suite_file):
    assert [task.full_name for task in find_tasks(str(suite_file))] == ["pets/cats"]
    task = find_task(f"{suite_file}/cats")
    assert task.licence.name == "CC BY 4.0"
    assert task.config == "--metric Accuracy --precision 4 --show-as-percentage --in-header in-header.tsv"
    assert [one.system for one in task.published] == ["good", "middling", "poor", "good"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'title = "Cats"',
            'titel = "Cats"',
            r"pets.toml, key 'tasks', number 1: there is no key 'titel'; did you mean title",
        ),
        (
            'title = "Cats"',
            'title = "Cats"\nqwerty = 1',
            "there is no key 'qwerty'; there are name, title,",
        ),
        (
            'title = "Cats"',
            'title = "Cats"\ndata = "cats"',
            "this is a plan; make a suite of it by ",
        ),
        (
            'title = "Cats"\n',
            "",
            r"number 1: the key 'title' is missing; write it there \(these are needed: name, title, description,",
        ),
        ('schemes = ["Accuracy"]', 'schemes = "Accuracy"', "key 'schemes': a list is wanted, found 'Accuracy'"),
        ("lines = 4", 'lines = "4"', "key 'lines': a whole number is wanted, found '4'"),
        ("[tasks.source]", '[tasks.source]\nkind = "ftp"', "one of git, archive, file is wanted, found 'ftp'"),
        ('name = "pets"', 'name = "pets', "this is not TOML"),
        ('published = "pets.tsv"', 'published = "none.tsv"', "none.tsv: the published results cannot be read"),
    ],
)
def test_a_broken_declaration_is_told_with_file_and_key(tmp_path, old, new, said):
    file = write_suite(tmp_path, write_cats(tmp_path / "cats"), address="https://example.org/cats.git")
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(ChallengeError, match=said):
        read_suite(file)


def test_a_baseline_needs_no_description(suite_file, capsys):
    text = suite_file.read_text()
    assert "* a: always a; Accuracy: test-A 66.67" in shown(suite_file, capsys)
    suite_file.write_text(text.replace('description = "always a"\n', ""))
    assert "* a; Accuracy: test-A 66.67" in shown(suite_file, capsys)


def shown(suite_file, capsys):
    assert main(["suite", "show", f"{suite_file}/cats"]) == 0
    return capsys.readouterr().out


def test_the_guide_names_the_keys_that_are_needed():
    guide = Path(__file__).parent.parent.parent / "docs" / "guides" / "suites.md"
    rows = [line.split("|")[1:3] for line in guide.read_text("utf-8").splitlines() if line.startswith("|")]
    told = {table.strip(" `").split("`")[0]: cells for table, cells in rows}
    tables = {
        "the file itself": Suite, "[[tasks]]": DeclaredTask, "[licence]": Licence, "[tasks.source]": TaskSource,
        "[[tasks.splits]]": DeclaredSplit, "[[tasks.baselines]]": Baseline, "[[tasks.counts]]": PublishedCount,
        "[[tasks.known]]": KnownFinding, "[[phases]]": DeclaredPhase,
    }  # fmt: skip
    for table, kind in tables.items():
        needed = [one.name for one in fields(kind) if one.default is MISSING and one.default_factory is MISSING]
        for name in needed:
            assert re.search(rf"`\[*(tasks\.)?{name}\]*`", told[table]), f"{name} of {table}"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("cats\ttest-A\tAccuracy\tx\tmany\tPaper", "pets.tsv line 2: 'many' is not a number"),
        ("cats\ttest-A\tAccuracy\tx", "pets.tsv line 2: 6 columns are wanted, found 4"),
        ("cats\ttest-A\tAccuracy\tx\tnan\tPaper", "pets.tsv line 2: 'nan' is not a number"),
    ],
)
def test_a_broken_published_result_is_told_with_its_line(suite_file, row, said):
    table = suite_file.with_name("pets.tsv")
    table.write_text(table.read_text().splitlines()[0] + "\n" + row + "\n")
    with pytest.raises(DataError, match=said):
        read_suite(suite_file)


def test_a_result_of_an_unknown_task_is_told(suite_file):
    table = suite_file.with_name("pets.tsv")
    table.write_text(table.read_text() + "dogs\ttest-A\tAccuracy\tx\t1\tPaper\n")
    with pytest.raises(DataError, match="line 6: no task is called 'dogs'; try cats"):
        read_suite(suite_file)


COUNTED = """
[[tasks.counts]]
split = "train"
what = "examples"
counted = 4
printed = "paper: examples"
"""


def with_a_paper(tmp_path, counts=COUNTED, value="4"):
    """The suite, with a folder of papers that prints how many examples there are."""
    file = write_suite(tmp_path, write_cats(tmp_path / "cats"), address="./cats", known=counts)
    file.write_text(file.read_text().replace('published = "pets.tsv"', 'published = "papers"'))
    (tmp_path / "papers").mkdir()
    (tmp_path / "papers" / "sources.toml").write_text('[paper]\ncited = "A paper"\nyear = 2020\n')
    (tmp_path / "papers" / "paper.tsv").write_text(
        f"table\ttask\tsplit\tmetric\tsystem\tkind\tvalue\nTable 1\tcats\ttrain\texamples\t\tstatistic\t{value}\n"
    )
    return file


@pytest.mark.parametrize(("value", "number"), [("4", 4), ("2k", 2000)])
def test_a_count_takes_its_published_number_from_the_results(tmp_path, value, number):
    (count,) = read_suite(with_a_paper(tmp_path, value=value)).task("cats").counts
    assert (count.published, count.counted, count.source) == (number, 4, "A paper, Table 1")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("paper: examples", "paper: exmples", "no published result of train is 'paper: exmples'"),
        ('printed = "paper: examples"', "", "the number of examples needs `printed`, or `published` and `source`"),
    ],
)
def test_a_count_of_nothing_published_is_told(tmp_path, old, new, said):
    with pytest.raises(ChallengeError, match=said):
        read_suite(with_a_paper(tmp_path, COUNTED.replace(old, new)))


def test_a_source_beside_the_declaration_is_found_from_everywhere(tmp_path, monkeypatch):
    file = write_suite(tmp_path / "pets", write_cats(tmp_path / "pets" / "cats"), address="./cats")
    monkeypatch.chdir(tmp_path)
    assert read_suite("pets/pets.toml").task("cats").source.address == str(tmp_path / "pets" / "cats")
    file.rename(tmp_path / "pets.toml")
    (tmp_path / "pets" / "pets.tsv").rename(tmp_path / "pets.tsv")
    assert read_suite("pets.toml").task("cats").source.address == str(tmp_path / "cats")
