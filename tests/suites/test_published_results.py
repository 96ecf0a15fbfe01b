"""Published results as data: all that papers print, each with its place, read with checks."""

import csv
from collections import Counter

import pytest
from suite_examples import write_cats, write_suite

from probierz.cli.main import main
from probierz.errors import ChallengeError, DataError
from probierz.suites.boards import board
from probierz.suites.catalogue import find_suite, find_task, read_suite, suites
from probierz.suites.published_results import as_bibtex, read_published

HEADER = "table\ttask\tsplit\tmetric\tsystem\tkind\trank\tvalue\tconflict\n"


@pytest.fixture
def folder(tmp_path):
    """A folder of results with one source."""
    (tmp_path / "sources.toml").write_text('[kim2024]\ntitle = "Cats"\nauthors = ["Kim, K."]\nyear = 2024\n')
    (tmp_path / "kim2024.tsv").write_text(HEADER + "Table 1\tcats\ttest-A\tAccuracy\tgood\tofficial\t1\t90.0\t\n")
    return tmp_path


def add(folder, *rows):
    with open(folder / "kim2024.tsv", "a", encoding="utf-8") as file:
        file.writelines("\t".join(row) + "\n" for row in rows)


def test_every_number_of_the_list_of_published_results_is_here(data_dir):
    listed = data_dir.parent / "spec" / "published-results.tsv"
    if not listed.is_file():
        pytest.skip(f"there is no list of published results at {listed}")
    with open(listed, encoding="utf-8", newline="") as file:
        wanted = Counter(
            (row["suite"], row["value"]) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        )
    assert wanted == Counter((one.name, row.value) for one in suites() for row in one.results)


def test_a_result_knows_its_paper_and_table(folder):
    (one,) = read_published(folder)
    assert (one.source, one.origin.year, one.rank, one.kind) == ("Cats, Table 1", 2024, 1, "official")


def test_numbers_about_data_and_unreadable_ones_are_kept_as_printed_and_stand_on_no_board():
    task = find_task("poleval-2021/punctuation")
    words = next(one for one in task.published if one.value == "365.02 (225.37)")
    assert (words.kind, words.slice, words.is_score) == ("statistic", "WikiTalks", False)
    assert any(one.value == "13362" and one.metric == "TP of None" for one in task.published)


def test_results_about_no_task_belong_to_the_suite():
    klej = find_suite("klej")
    assert [one.value for one in klej.published if one.metric == "average"][-1] == "80.5"
    assert len(klej.results) == 153


# Section by section: what one paper says against another, or against the data.
CONTRADICTED = [
    ("poleval-2021/ocr", "18.115", "reached by the whole in.tsv as the output"),
    ("poleval-2021/ocr", "18.726", "cannot be reproduced"),
    ("poleval-2021/punctuation", "80.53", "the prose calls this model Polish RoBERTa large"),
    ("poleval-2021/punctuation", "83.81", "Table 2, the scores of the platform, has 80.56"),
    ("poleval-2021/punctuation", "78.34", "the organisers print 78.37"),
    ("poleval-2021/punctuation", "256513", "the four columns sum to 25628"),
    ("poleval-2021/punctuation", "800", "1274 recordings in train, the README 1000"),
    ("poleval-2021/qa", "3879", "test-A is not among them"),
    ("poleval-2021/ocr", "1372.2", "probably bytes"),
    ("sqad/sentences", "78.92", "it is the share right at once"),
]


@pytest.mark.parametrize(("task", "value", "said"), CONTRADICTED)
def test_contradictions_are_kept_and_marked(task, value, said):
    found = [one for one in find_task(task).published if one.value == value]
    assert [one.value for one in found if said in one.conflict]


def test_sources_are_cited_once_each(folder):
    add(folder, ["Table 1", "cats", "test-A", "Accuracy", "poor", "", "", "10.0", ""])
    found = read_published(folder)
    entry = as_bibtex([one.origin for one in found])
    assert entry.count("@") == 1
    assert "  title = {Cats},\n  author = {Kim, K.},\n  year = {2024}," in entry
    klej = find_suite("klej").results[0].origin
    assert "doi = {10.18653/v1/2020.acl-main.111}" in as_bibtex([klej])


@pytest.mark.parametrize(
    ("row", "said"),
    [
        *(
            (["", "cats", "test-A", "Accuracy", "x", "official", "", value, ""], f"line 3: {value!r} is not a number")
            for value in ("many", ".91", "9e1", "nan", "1" * 21)
        ),
        (
            ["", "cats", "test-A", "Accuracy", "x", "winner", "", "1", ""],
            "line 3: the kind is 'winner'; wanted official",
        ),
        (["", "cats", "test-A", "Accuracy", "x", "", "first", "1", ""], "line 3: the rank is 'first'; a whole number"),
        (
            ["", "cats", "test-A", "Accuracy", "good", "", "", "91.0", ""],
            "line 3: Accuracy of good is 91.0, and 90.0 in line 2; correct one, or say in the column conflict",
        ),
        (["", "cats"], "line 3: 9 columns are wanted, found 2"),
    ],
)
def test_a_broken_row_is_told_with_its_line(folder, row, said):
    add(folder, row)
    with pytest.raises(DataError, match=said):
        read_published(folder)


def test_two_values_of_one_cell_stand_where_one_says_why(folder):
    add(folder, ["Table 2", "cats", "test-A", "Accuracy", "good", "", "", "91.0", "Table 1 says 90.0"])
    assert [one.value for one in read_published(folder)] == ["90.0", "91.0"]


def test_a_table_of_an_unknown_paper_and_an_unknown_column_are_told(folder):
    (folder / "lee.tsv").write_text(HEADER)
    with pytest.raises(ChallengeError, match=r"lee.tsv: sources.toml has no table \[lee\]"):
        read_published(folder)
    (folder / "lee.tsv").unlink()
    (folder / "kim2024.tsv").write_text(HEADER.replace("conflict", "conflicts"))
    with pytest.raises(DataError, match="line 1: there is no column 'conflicts'; try conflict"):
        read_published(folder)


def test_a_broken_source_is_told(folder):
    (folder / "sources.toml").write_text('[kim2024]\nyear = "2024"\n')
    with pytest.raises(ChallengeError, match=r"sources.toml, \[kim2024\], key 'year': a whole number is wanted"):
        read_published(folder)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("cats\ttest-A\tAccuracy\tx\t190\tpercent\t", "Accuracy of x on test-A of cats is 190, .* from 0 to 100"),
        ("cats\ttest-A\tAccuracy\tx\t-1\t\t", "is -1, and the challenge shows it from 0 to 100"),
        ("cats\ttest-A\tAccuracy\tx\t0.9\tfraction\t", "the unit is 'fraction', .* shows Accuracy in percent"),
        ("cats\ttest-C\tAccuracy\tx\t90\t\t", "cats has no split 'test-C'; try test-"),
        ("cats\ttest-A\tAcuracy\tx\t90\t\t", "cats has no metric 'Acuracy'; try Accuracy, or give the unit"),
        ("cuts\ttest-A\tAccuracy\tx\t90\t\t", "no task is called 'cuts'; try cats"),
        ("cats\tboth tests\tAccuracy\tx\t90\t\tthe paper joins them", ""),
        ("cats\ttest-A\tseconds\tx\t190\tseconds\t", ""),
    ],
)
def test_a_score_that_cannot_be_one_of_its_task_is_told_with_file_and_line(suite_file, tmp_path, row, said):
    header = "task\tsplit\tmetric\tsystem\tvalue\tunit\tnote\tsource"
    good = "cats\ttest-A\tAccuracy\tgood\t90.00\tpercent\t\tPaper"
    (tmp_path / "pets.tsv").write_text(f"{header}\n{good}\n{row}\tPaper\n")
    if not said:
        assert len(find_task(f"{suite_file}/cats").published) == 2
        return
    with pytest.raises(DataError, match=f"pets.tsv line 3: .*{said}"):
        find_task(f"{suite_file}/cats")


# --- a suite of one's own --------------------------------------------------------------------------------------------


@pytest.fixture
def suite(tmp_path):
    """Write published results of the task `cats`, a row (system, value, rank, note, source) each; read the suite."""
    cats = write_cats(tmp_path / "source" / "cats")
    path = write_suite(tmp_path, cats, address=str(cats))

    def read(*rows):
        lines = ["task\tsplit\tmetric\tsystem\tvalue\trank\tnote\tsource"]
        lines += ["\t".join(("cats", "test-A", "Accuracy", *row)) for row in rows]
        (tmp_path / "pets.tsv").write_text("\n".join(lines) + "\n", "utf-8")
        return read_suite(path)

    return read


def test_spaces_around_a_name_do_not_make_another_system(suite):
    with pytest.raises(DataError, match=r"pets\.tsv.* line 3.*Accuracy of A is 80, and 90 in line 2"):
        suite(("A", "90", "", "", "Paper"), ("A ", "80", "", "", "Paper"))


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (("", "90", "", "", "Paper"), "the system is empty; name it as printed"),
        (("A", "90", "", "", " "), "the source is empty; say where the number is printed"),
        (("A", "٩٠", "", "", "Paper"), "'٩٠' is not a number"),
        (("A", "9_0", "", "", "Paper"), "'9_0' is not a number"),
    ],
)
def test_cells_that_say_nothing_are_refused(suite, row, said):
    with pytest.raises(DataError, match=said) as raised:
        suite(row)
    assert raised.value.line == 2


def test_ranks_that_contradict_the_values_are_questioned(suite):
    said = (
        r"B with Accuracy 80 has rank 1, and A with 90 \(line 2\) rank 2, where higher is better; correct one, or say"
    )
    with pytest.raises(DataError, match=said) as raised:
        suite(("A", "90", "2", "", "Paper"), ("B", "80", "1", "", "Paper"))
    assert raised.value.line == 3
    with pytest.raises(DataError, match=r"B with Accuracy 80 has rank 1, and A with 90 \(line 2\) rank 1"):
        suite(("A", "90", "1", "", "Paper"), ("B", "80", "1", "", "Paper"))


@pytest.mark.parametrize("which", ["", "/cats"])
def test_what_a_task_of_a_plan_shows_leads_to_its_results(suite, tmp_path, capsys, which):
    suite(("A", "90", "", "", "Paper"))
    assert main(["suite", "show", f"{tmp_path / 'pets.toml'}{which}"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    hint = told.partition("published 1 number; see probierz ")[2].partition(" and ")[0]
    assert main([*hint.split(), "--format", "tsv"]) == 0
    assert "\tA\t" in capsys.readouterr().out


def test_ranks_of_the_organisers_are_shown_where_they_say_why(suite):
    why = "A came after the deadline"
    made = suite(("A", "90", "2", why, "Paper"), ("B", "80", "1", "", "Paper"), ("C", "70", "3", "", "Paper"))
    assert [(row.system, row.rank) for row in board(made.tasks[0]).rows] == [("A", 2), ("B", 1), ("C", 3)]
    made = suite(("A", "90", "2", why, "Paper"), ("B", "80", "1", "", "Paper"), ("C", "85", "", "", "Later"))
    assert [(row.system, row.rank) for row in board(made.tasks[0]).rows] == [("A", 1), ("C", 2), ("B", 3)]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('test-A = "66.67"', 'test-A = "944"', r"baseline 'a': Accuracy of a on test-A of cats is 944, .* 0 to 100"),
        ('test-A = "66.67"', 'test-A = "good"', "baseline 'a': 'good' is not a number"),
        ('test-A = "66.67"', 'test-Z = "66.67"', "baseline 'a': cats has no split 'test-Z'; try test-A, test-B"),
        ('"constant:a"', '"no/such"', "baseline 'a': 'no/such' is not a recipe; write unchanged, column:NAME"),
        ('"constant:a"', "'substitute:text:(=>b'", "is no regular expression"),
    ],
)
def test_baselines_are_checked_as_results_are(suite, tmp_path, old, new, said):
    suite(("A", "90", "", "", "Paper"))
    path = tmp_path / "pets.toml"
    assert path.read_text().count(old) == 1
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(ChallengeError, match=rf"pets\.toml, task 'cats', {'.*' if 'regular' in said else ''}{said}"):
        read_suite(path)


def test_counts_are_statistics_and_no_scores():
    counts = [one for suite in suites() for one in suite.published if one.unit == "count"]
    counts += [one for suite in suites() for task in suite.tasks for one in task.published if one.unit == "count"]
    assert len(counts) > 400
    assert {one.kind for one in counts} == {"statistic"}


def test_a_table_that_a_spreadsheet_saved_is_read_without_its_byte_order_mark(tmp_path):
    columns = "task\tsplit\tmetric\tsystem\tvalue\tsource\n"
    (tmp_path / "mine.tsv").write_text(columns + "cats\ttest-A\tAccuracy\tgood\t90.0\tReport\n", encoding="utf-8-sig")
    (one,) = read_published(tmp_path / "mine.tsv")
    assert (one.task, one.value) == ("cats", "90.0")
