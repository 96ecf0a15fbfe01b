"""What an organiser is asked when a suite is made and checked: whatever scores in silence and would be wrong."""

import random
import re
import shutil
import unicodedata
from pathlib import Path

import pytest

from probierz.cli.main import main

MIDDLES = ("ąż", "ęć", "óś", "łó", "or", "al", "ut", "em")
WORDS = [first + middle + last for first in "bdkmnprstw" for middle in MIDDLES for last in ("a", "ek", "y")]
PLAIN = str.maketrans("łŁ", "lL")

PLAN = """
name = "touch"
title = "Touch"
description = "Polish letters."

[licence]
name = "CC BY 4.0"
spdx = "CC-BY-4.0"
notice = "Name the authors."

[[tasks]]
name = "ogonki"
title = "Ogonki"
description = "Put the Polish letters back."
schemes = ["CAR"]
settings = "--precision 4 --show-as-percentage"
data = "data"

[[tasks.baselines]]
name = "as it comes"
description = "the input unchanged"
recipe = "unchanged"
"""


def without_tails(line):
    letters = unicodedata.normalize("NFD", line.translate(PLAIN))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def write_split(folder, expected):
    folder.mkdir(parents=True)
    (folder / "in.tsv").write_text("".join(f"{without_tails(line)}\n" for line in expected))
    (folder / "expected.tsv").write_text("".join(f"{line}\n" for line in expected))


@pytest.fixture
def organiser(tmp_path, monkeypatch):
    """In a folder with a plan and data: Polish words without their tails, and with them."""
    monkeypatch.chdir(tmp_path)
    generator = random.Random(1)
    for split, count in (("train", 40), ("dev-0", 20), ("test-A", 30)):
        write_split(Path("data", split), [" ".join(generator.sample(WORDS, 8)) for _ in range(count)])
    Path("plan.toml").write_text(PLAN)


def asked(capsys, *command):
    """What a command says; whatever it prints is on one of both channels."""
    capsys.readouterr()
    main(list(command))
    shown = capsys.readouterr()
    return shown.out + shown.err


def asked_of_suite(capsys):
    """What is said when the suite is made, validated and checked, in this order."""
    return [
        asked(capsys, "suite", "new", "plan.toml", "--to", "touch"),
        asked(capsys, "validate", "touch/ogonki"),
        asked(capsys, "suite", "check", "touch/touch.toml", "touch", "--places", "1"),
    ]


EXPECTED = Path("data/test-A/expected.tsv")


def reversed_lines():
    EXPECTED.write_text("".join(reversed(EXPECTED.read_text().splitlines(keepends=True))))


def yes_and_no():
    EXPECTED.write_text("tak\nnie\n" * 15)


def a_copy():
    EXPECTED.write_text(Path("data/test-A/in.tsv").read_text())


def one_line_throughout():
    EXPECTED.write_text("kążek męćy róśa tłóek kora\n" * 30)


def empty_lines():
    EXPECTED.write_text("\n" * 20 + "".join(EXPECTED.read_text().splitlines(keepends=True)[20:]))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (reversed_lines, "lines have the words of other lines' inputs: line 1 those of line 30 of the input"),
        (yes_and_no, "those expected of train are; are these results of another task, or in another order?"),
        (a_copy, "lines are copies of their inputs, and those expected of train are not; is this the right file?"),
        (one_line_throughout, "all lines are 'kążek męćy róśa tłóek kora', and expected ones differ"),
        (empty_lines, "20 of 30 lines are empty, and 0 of 40 expected ones of train"),
    ],
)
def test_expected_results_that_do_not_belong_to_their_inputs_are_questioned(organiser, capsys, spoil, said):
    spoil()
    for answer in asked_of_suite(capsys):
        assert answer.count(said) == 1
        assert "test-A/expected.tsv" in answer


def answers_in_a_column():
    for split in ("train", "dev-0", "test-A"):
        lines = Path("data", split, "expected.tsv").read_text().splitlines()
        numbered = [f"some words {at}\t{without_tails(line)}\n" for at, line in enumerate(lines)]
        Path("data", split, "in.tsv").write_text("".join(numbered))


def answers_of_the_test_in_another_split():
    answers = EXPECTED.read_text().splitlines(keepends=True)[:20]
    Path("data/dev-0/in.tsv").write_text("".join(reversed(answers)))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (answers_in_a_column, "test-A/in.tsv: column 2 is the expected result on 30 of 30 lines, in other letters"),
        (
            answers_of_the_test_in_another_split,
            "dev-0/in.tsv: a text somewhere in it is the hidden expected result of test-A on 20 of 30 lines",
        ),
    ],
)
def test_results_that_everybody_can_read_are_told_by_every_command(organiser, capsys, spoil, said):
    spoil()
    publish = ("suite", "publish", "touch/touch.toml", "--server", "http://127.0.0.1:9", "--token", "t")
    for answer in (*asked_of_suite(capsys), asked(capsys, *publish)):
        assert said in answer
    assert "add --yes to publish it all the same" in answer


def test_a_column_that_one_split_alone_has_is_told(organiser, capsys):
    path = Path("data/test-A/in.tsv")
    path.write_text("".join(f"{number}\t{line}\n" for number, line in enumerate(path.read_text().splitlines())))
    for answer in asked_of_suite(capsys):
        assert answer.count("test-A has another number of columns than the other splits: 2, not 1") == 1


def test_nothing_is_asked_of_expected_results_that_belong_to_their_inputs(organiser, capsys):
    made, validated, checked = asked_of_suite(capsys)
    assert "warning" not in made + checked.partition("placeholder")[0]
    assert validated == "touch/ogonki: the challenge is fine\n"


def test_expected_results_in_another_order_are_questioned_where_nothing_else_is_known(organiser, capsys):
    reversed_lines()
    for split in ("train", "dev-0"):
        for file in Path("data", split).iterdir():
            file.unlink()
        Path("data", split).rmdir()
    for answer in asked_of_suite(capsys):
        assert "lines have the words of other lines' inputs: line 1 those of line 30 of the input" in answer


def test_labels_of_another_task_are_asked_about_once(organiser, capsys):
    Path("plan.toml").write_text(re.sub('"CAR"', '"Accuracy"', PLAN))
    for split in ("train", "dev-0"):
        file = Path("data", split, "expected.tsv")
        file.write_text("dobrze\nźle\n" * (len(file.read_text().splitlines()) // 2))
    yes_and_no()
    made, validated, checked = asked_of_suite(capsys)
    assert "none of the labels is an expected one: 'nie', 'tak'; expected are 'dobrze', 'źle'" in validated
    assert "are these results of another task?" in validated
    for answer in (made, checked):
        assert answer.count("are these results of another task?") == 1


PUBLISHED = """
[[published]]
task = "ogonki"
split = "test-A"
metric = "CAR"
system = "{system}"
value = "{value}"
source = "Paper, Table 1"
kind = "baseline"
{more}
"""


def with_published(**words):
    Path("plan.toml").write_text(PLAN + PUBLISHED.format(**{"system": "Best", "value": "90.10", "more": "", **words}))


def test_a_baseline_that_collapses_between_splits_is_questioned(organiser, capsys):
    yes_and_no()
    made, _, checked = asked_of_suite(capsys)
    found = re.search(r"the baseline 'as it comes' has CAR (\S+) on dev-0 and (\S+) on test-A; do the expected", made)
    assert float(found[1]) > 60
    assert float(found[2]) < 0
    assert found[0] in checked


def test_a_test_without_expected_results_of_which_some_are_published_is_told(organiser, capsys):
    with_published()
    told = "touch/ogonki: results of test-A are published, and its expected.tsv is not here"
    assert told not in "".join(asked_of_suite(capsys))
    shutil.rmtree("touch")
    EXPECTED.unlink()
    made, _, checked = asked_of_suite(capsys)
    assert made.count(told) == checked.count(told) == 1


@pytest.mark.parametrize(
    ("system", "value", "more", "is_told"),
    [
        ("as it comes", "99.10", "", True),
        ("Unchanged", "99.10", "", True),  # as the recipe is called
        ("Best", "99.10", "", False),
        ("as it comes", "99.10", 'note = "With another metric."', False),
        ("as it comes", "{counted}", "", False),
    ],
)
def test_a_baseline_with_two_values_is_questioned(organiser, capsys, system, value, more, is_told):
    made, _, _ = asked_of_suite(capsys)
    counted = re.search(r"test-A (\d\d\.\d\d)", made)[1]
    shutil.rmtree("touch")
    with_published(system=system, value=value.format(counted=counted), more=more)
    made, _, checked = asked_of_suite(capsys)
    told = f"{system!r} has two values of CAR on test-A: 99.10 is published, and {counted} is counted here"
    assert (told in made, told in checked) == (is_told, is_told)


PHASES = """
[[phases]]
name = "practice"
closes = "2030-05-01T12:00Z"
{practice}

[[phases]]
name = "final"
opens = "2030-05-01T12:00Z"
closes = "2030-05-15T12:00Z"
{final}
"""
HIDDEN = 'disclosure = "hidden"\ndisclosed_from = "2030-05-20T12:00Z"'


@pytest.mark.parametrize(
    ("practice", "final", "said"),
    [
        ("", HIDDEN, "the phase 'practice' shows scores of the hidden tests, and 'final' hides those of the same"),
        (
            'disclosure = "rounded"',
            HIDDEN,
            "the phase 'practice' shows rounded scores of the hidden tests, and 'final'",
        ),
        (HIDDEN, HIDDEN, ""),
        (HIDDEN, "", ""),
        ("", "", ""),
    ],
)
def test_scores_that_are_told_before_they_are_hidden_are_questioned(organiser, capsys, practice, final, said):
    Path("plan.toml").write_text(PLAN + PHASES.format(practice=practice, final=final))
    made, _, checked = asked_of_suite(capsys)
    for answer in (made, checked):
        assert said in answer
        assert ("the phase 'practice' shows" in answer) == bool(said)


def test_another_time_of_a_phase_leaves_the_data_as_they_are(organiser, capsys):
    texts = []
    for month in ("05", "06"):
        Path("plan.toml").write_text(PLAN + PHASES.replace("-05-", f"-{month}-").format(practice="", final=""))
        assert main(["suite", "new", "plan.toml", "--to", month]) == 0
        files = (file for file in Path(month, "ogonki").rglob("*") if file.is_file())
        texts.append({str(file.relative_to(month)): file.read_bytes() for file in files})
    assert texts[0] == texts[1]


def test_a_file_that_is_too_short_is_told_by_the_name_that_it_has(organiser, capsys):
    asked(capsys, "suite", "new", "plan.toml", "--to", "touch")
    Path("touch/ogonki/test-A/expected.tsv").write_text("kot\n")
    checked = asked(capsys, "suite", "check", "touch/touch.toml", "touch")
    assert "there is 1 line, but 30 lines in touch/ogonki/test-A/in.tsv" in checked
    assert "probierz-" not in checked
