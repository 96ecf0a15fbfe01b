"""Quiz questions: the counts of the proceedings, and what cannot be counted."""

import pytest

from probierz.cli.main import main
from probierz.errors import ChallengeError, DataError
from probierz.suites.poleval2021.question_kinds import KINDS, kinds_of
from probierz.suites.poleval2021.questions import (
    answers_picture,
    answers_table,
    lengths_picture,
    lengths_table,
    read_splits,
)

# The organisers' chapter in the proceedings of PolEval 2021, task 4, Table 1.
LENGTHS = [
    ("questions", "1000", "2500", "2500", "6000"),
    ("mean", "8.43", "8.41", "9.49", "8.87"),
    ("median", "8", "8", "9", "8"),
    ("least", "3", "3", "3", "3"),
    ("most", "21", "22", "32", "32"),
]
# Printed for test-A are 13 questions with three answers and one with five; in the file of today that one has three.
ANSWERS = [
    ("1 answer", "890", "2178", "-", "-"),
    ("2 answers", "104", "307", "-", "-"),
    ("3 answers", "5", "14", "-", "-"),
    ("4 answers", "0", "1", "-", "-"),
    ("5 answers", "1", "0", "-", "-"),
]


@pytest.fixture(scope="module")
def real(data_dir):
    return read_splits(data_dir / "poleval-2021" / "qa")


def test_questions_are_as_many_and_as_long_as_the_proceedings_print(real):
    assert [column.name for column in lengths_table(real).columns] == ["counted", "dev-0", "test-A", "test-B", "total"]
    assert list(lengths_table(real).rows) == LENGTHS


def test_answers_are_as_many_as_the_proceedings_print(real):
    assert list(answers_table(real).rows) == ANSWERS


def test_pictures_can_be_saved(real, tmp_path):
    pytest.importorskip("matplotlib")
    for draw in (lengths_picture, answers_picture):
        draw(real).save(tmp_path / "picture.svg")
        assert (tmp_path / "picture.svg").stat().st_size > 5_000


def test_one_split_has_no_total(tmp_path):
    (tmp_path / "in.tsv").write_text("kto to\nco to jest\n")
    (tmp_path / "expected.tsv").write_text("Jan\tJanek\nkot\n")
    splits = read_splits(tmp_path)
    assert lengths_table(splits).rows[:3] == (("questions", "2"), ("mean", "2.50"), ("median", "2.5"))
    assert answers_table(splits).rows == (("1 answer", "1"), ("2 answers", "1"))


@pytest.mark.parametrize(
    ("questions", "answers", "said"),
    [
        ("kto\n\n", "a\nb\n", "in.tsv line 2: the question is empty"),
        ("kto\nco\n", "a\nb\t\n", "expected.tsv line 2: the answer is empty"),
        ("kto\nco\n", "a\n", "expected.tsv: 1 lines, and 2 questions in"),
        ("", "", "in.tsv: there is no question"),
    ],
)
def test_what_cannot_be_counted_is_told_with_its_line(tmp_path, questions, answers, said):
    (tmp_path / "in.tsv").write_text(questions)
    (tmp_path / "expected.tsv").write_text(answers)
    with pytest.raises(DataError) as caught:
        read_splits(tmp_path)
    assert said in str(caught.value)


def test_folders_without_questions_or_answers_are_told(tmp_path):
    with pytest.raises(ChallengeError, match=r"there is no in\.tsv"):
        read_splits(tmp_path)
    (tmp_path / "in.tsv").write_text("kto\n")
    with pytest.raises(ChallengeError, match=r"there is no expected\.tsv"):
        answers_picture(read_splits(tmp_path))


# --- kinds of questions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("W którym wieku został odlany dzwon Zygmunta?", ("Number", "Century")),
        ("W którym roku wybuchła wojna?", ("Number", "Year")),
        ("Ile lat ma Ala?", ("Number", "Other number")),
        ("Od którego roku obowiązuje traktat?", ("Number", "Other number")),
        ("Którego maja wybuchło powstanie?", ("Number", "Other number")),
        ("Jaka jest liczba mnoga słowa „człowiek”?", ("Other",)),
        ("Czy Ala ma kota?", ("Binary",)),
        ("Ala ma kota. Czy kot ma Alę?", ("Binary",)),
        ("Czy Ala ma kota czy psa?", ("Choice",)),
        ("Jak nazywa się lina mocująca statek do nabrzeża?", ("Definition",)),
        ("Jak w tenisie nazywa się przerzucenie piłki?", ("Definition",)),
        ("Jak nazywał się goryl?", ("Person",)),
        ("Jak nazywało się to miasto?", ("Other",)),
        ("Kto pomógł?", ("Person",)),
        ("Które miasto jest stolicą Syrii?", ("Capital",)),
        ("Bohaterem której powieści jest Aramis?", ("Other",)),
    ],
)
def test_a_question_is_of_the_kinds_that_its_words_say(question, kinds):
    assert kinds_of(question) == kinds


def test_the_kinds_of_the_real_test_come_near_the_printed_numbers(data_dir, capsys):
    folder = data_dir / "poleval-2021" / "qa"
    if not folder.is_dir():
        pytest.skip(f"no real data: {folder} does not exist")
    assert main(["qa", "kinds", str(folder), "--split", "test-B", "--format", "tsv"]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    counts = {row[0]: (int(row[1]), int(row[2])) for row in rows if row[0] in {*KINDS, "Other", "Total"}}
    for kind in ("Century", "Year", "Person", "Choice", "Capital", "Proverb", "Total"):  # Rybak, Table 1
        assert counts[kind][0] == counts[kind][1]
    for kind in ("Binary", "Definition", "Other"):
        assert counts[kind][0] == pytest.approx(counts[kind][1], rel=0.015)
    for kind in ("Number", "Other number"):  # counted by answers, which are not public
        assert 0.8 * counts[kind][1] < counts[kind][0] < counts[kind][1]


def test_each_kind_is_scored(tmp_path, capsys):
    (tmp_path / "test-A").mkdir()
    (tmp_path / "config.txt").write_text("--metric Accuracy\n")
    for name, lines in {
        "in": ["Czy?", "Kto?", "Czy?"],
        "expected": ["tak", "b", "nie"],
        "out": ["tak", "b", "x"],
    }.items():
        (tmp_path / "test-A" / f"{name}.tsv").write_text("".join(f"{line}\n" for line in lines))
    assert main(["qa", "kinds", str(tmp_path), "--out", str(tmp_path / "test-A" / "out.tsv"), "--format", "tsv"]) == 0
    rows = dict(line.split("\t", 1) for line in capsys.readouterr().out.splitlines())
    assert (rows["Binary"], rows["Person"], rows["Total"]) == ("2\t50.00\t66.88", "1\t100.00\t54.18", "3\t66.67\t50.96")
    assert (rows["Binary: yes"], rows["Binary: no"]) == ("1\t100.00\t98.97", "1\t0.00\t15.00")
