"""Published results, ranked, with scores of one's own among them."""

import re

import pytest

from probierz.errors import ChallengeError, OptionError
from probierz.suites.baselines import answers
from probierz.suites.boards import board, board_table, deciding_split, doubt, place_of, shown_as_printed, with_counted
from probierz.suites.catalogue import find_task
from probierz.suites.published_results import ranked_kinds
from probierz.suites.publishing import reference_rows


def ranks(found):
    return [(row.rank, row.system, row.value, row.is_own) for row in found.rows]


def test_the_board_is_that_of_the_split_with_most_results_best_first(task):
    found = board(task)
    assert (found.split, found.metric, found.better) == ("test-A", "Accuracy", "higher")
    assert [row.system for row in found.rows] == ["good", "middling", "poor"]


def test_a_score_of_ones_own_is_ranked(task):
    assert ranks(board(task, own=[("mine", "70"), ("other", "66.67")])) == [
        (1, "good", "90.00", False),
        (2, "mine", "70", True),  # where it would have stood; the ranks of the others are as printed
        (2, "other", "66.67", True),
        (2, "middling", "66.67", False),
        (3, "poor", "10.00", False),
    ]


def test_lower_is_better_where_the_metric_says_so():
    found = board(find_task("poleval-2021/ocr"), "test-B", own=[("mine", "3.9")])
    assert found.better == "lower"
    assert [row.value for row in found.rows][:3] == ["3.744", "3.9", "4.302"]
    assert [row.rank for row in found.rows][:3] == [1, 2, 2]


def test_the_table_marks_the_best_and_ones_own(task):
    table = board_table(board(task, own=[("mine", "70")]))
    assert table.rows[1] == ("(2)", "→ mine", "70", "your own")
    assert table.best == {(0, 2)}


# --- who stands where ------------------------------------------------------------------------------------------------

# The final tables of the organisers, in their order; equal values share a rank.
FINAL = {
    "punctuation": ("test-D", ["81.29", "81.25", "81.23", "78.37"], [1, 2, 3, 4]),
    "quality-nonblind": ("test-B", ["0.6137", "0.5728", "0.5677"], [1, 2, 3]),
    "quality-blind": ("test-B", ["0.5138", "0.4840", "0.4793"], [1, 2, 3]),
    "ocr": ("test-B", ["3.744", "4.302", "5.328", "7.208", "8.217"], [1, 2, 3, 4, 5]),
    "qa": ("test-B", ["71.68", "50.96", "50.96", "46.44", "36.12", "4.16", "0.96"], [1, 2, 2, 4, 5, 6, 7]),
}


@pytest.mark.parametrize("name", FINAL)
def test_a_board_is_the_final_table_of_the_split_that_decided(name):
    task = find_task(f"poleval-2021/{name}")
    split, values, places = FINAL[name]
    found = board(task)
    assert (deciding_split(task), found.split) == (split, split)
    assert [row.value for row in found.ranked] == values
    assert [row.rank for row in found.ranked] == places
    printed = sorted(one.rank for one in task.published if one.rank)
    assert printed == places


def test_variants_stand_behind_what_their_team_submitted_and_ablations_too():
    found = board(find_task("poleval-2021/ocr"))
    assert {row.team: row.variants for row in found.ranked} == {
        "Piotrowski": 2, "eNeLPol": 2, "Dyda": 6, "unaffiliated": 0, "Marcińczuk": 0,
    }  # fmt: skip
    assert [(row.system, row.rank) for row in found.rows if row.kind == "baseline"] == [("original (no correction)", 0)]


def test_with_all_systems_ranked_a_variant_stands_where_it_belongs():
    # Nowakowski's table has 57.25 for BLEURT, in hundredths: between 0.5728 and 0.5677 of the final table.
    found = board(find_task("poleval-2021/quality-nonblind"), has_all=True)
    assert [(row.rank, row.system.split()[0], row.value) for row in found.rows][:4] == [
        (1, "skok.ai", "0.6137"),
        (2, "UAM", "0.5728"),
        (3, "BLEURT", "0.5725"),
        (4, "eNeLPol", "0.5677"),
    ]


def test_what_the_paper_of_a_benchmark_is_about_is_ranked_and_drawn_labels_are_not():
    found = board(find_task("klej/cbd"))
    assert [row.rank for row in found.rows] == [*range(1, 10), 0]
    assert found.rows[-1].system == "Random"


def test_where_nobody_submitted_no_system_stands_behind_another_one_and_no_baseline_is_ranked():
    # Wróbel's Table 1 has eight methods on test-A, Kłeczek's section 3 two systems; none of them was submitted there.
    found = board(find_task("poleval-2021/quality-nonblind"), "test-A")
    assert len(found.rows) == 10
    assert [row.kind for row in found.ranked] == ["variant", "variant"]
    assert {row.variants for row in found.rows} == {0}


@pytest.mark.parametrize(
    ("kinds", "ranked"),
    [
        (["official", "variant", "baseline"], {"official"}),
        (["", "ablation"], {""}),
        (["variant", "baseline"], {"variant"}),
        (["baseline"], set()),
        ([], set()),
    ],
)
def test_official_submissions_are_ranked_alone_and_no_baseline_where_there_is_none(kinds, ranked):
    assert ranked_kinds(kinds) == ranked


def test_baselines_that_were_counted_stand_where_their_score_does_without_a_rank(task):
    found = with_counted(board(task, own=[("mine", "66.67")]), task)
    assert [(row.rank, row.system, row.value) for row in found.rows] == [
        (1, "good", "90.00"), (2, "mine", "66.67"), (2, "middling", "66.67"), (0, "a", "66.67"), (3, "poor", "10.00"),
    ]  # fmt: skip
    assert [row.system for row in found.ranked] == ["good", "middling", "poor"]
    other = board(task, "test-B")
    assert with_counted(other, task) == other  # nobody counted it there


PRINTED = "source\ttask\tsplit\tmetric\tsystem\tteam\tsubmission\tvalue\n" + "".join(
    f"{source}\tcats\ttest-A\tAccuracy\t{system}\t{team}\t{submission}\t{value}\n"
    for source, system, team, submission, value in [
        ("Talk", "First", "A", "first", "90.00"),
        ("Paper", "Our first one", "Team A", "first", "90.00"),  # spelt otherwise, and said to be the same
        ("Talk", "Second", "B", "", "80.00"),
        ("Paper", "Second", "B", "", "80.00"),  # the same team and name
        ("Talk", "Third", "B", "", "70.00"),
        ("Talk", "Rules", "", "", "60.00"),
        ("Paper", "Rules", "", "", "60.00"),  # nobody says whose: one name, one system
    ]
)


def test_what_is_printed_of_one_submission_at_two_places_counts_once(suite_file):
    (suite_file.parent / "pets.tsv").write_text(PRINTED)
    task = find_task(f"{suite_file}/cats")
    expected = [(1, "First"), (2, "Second"), (3, "Third"), (4, "Rules")]
    assert [(row.rank, row.system) for row in board(task).rows] == expected
    rows = reference_rows(task, {"test-A Accuracy"})
    assert [row.name for row in rows if row.is_ranked] == [
        "First (Talk)", "Second (Talk)", "Third (Talk)", "Rules (Talk)",
    ]  # fmt: skip


def test_a_baseline_of_ones_own_suite_has_no_rank_though_nothing_else_is_published(suite_file):
    printed = "source\ttask\tsplit\tmetric\tsystem\tvalue\tkind\n"
    printed += "Report\tcats\ttest-A\tAccuracy\tPilot\t66.67\tbaseline\n"
    (suite_file.parent / "pets.tsv").write_text(printed)
    task = find_task(f"{suite_file}/cats")
    found = board(task, own=[("mine", "70.00")])
    assert ranks(found) == [(0, "mine", "70.00", True), (0, "Pilot", "66.67", False)]
    assert place_of(found, found.rows[0]) == "mine 70.00 has no rank, as nothing here has: ahead of Pilot (66.67)"
    assert [row.rank for row in board(task, has_all=True).rows] == [1]


def test_what_another_place_contradicts_is_marked_and_the_organisers_word_counts():
    rows = {row.system: row for row in board(find_task("poleval-2021/punctuation")).rows}
    samsung = rows["samsung-uam tagger (Ziętkiewicz)"]
    assert samsung.value == "78.37"
    assert "chapter of Ziętkiewicz, section 5: 78.34" in samsung.conflict


@pytest.mark.parametrize(
    ("value", "rank", "said"),
    [
        ("4.2", 2, "would be 2 of 6: behind XXLv1 (Piotrowski, mT5-XXL) (3.744), ahead of ED 3 pl"),
        ("4.30249", 2, "level with ED 3 pl (Wróbel, plT5-large) (4.302), ahead of uml"),  # 4.302 with as many digits
        ("4.3026", 3, "behind ED 3 pl (Wróbel, plT5-large) (4.302), ahead of uml"),
        ("9", 6, "would be 6 of 6: behind Heuristics (Marcińczuk) (8.217)"),
    ],
)
def test_a_score_of_ones_own_is_placed_between_its_neighbours(value, rank, said):
    found = board(find_task("poleval-2021/ocr"), own=[("mine", value)])
    mine = next(row for row in found.rows if row.is_own)
    assert mine.rank == rank
    assert said in place_of(found, mine)


@pytest.mark.parametrize(
    ("task", "metric", "value", "said"),
    [
        ("ocr", "WER", "0.042", "looks like another scale: .*; did you mean 4.2?"),
        ("ocr", "WER", "420", "did you mean 4.2?"),
        ("qa", "Acc", "0.5096", "did you mean 50.96?"),
        ("ocr", "WER", "4.2", "^$"),
        ("quality-blind", "Pearson", "0.5", "^$"),
    ],
)
def test_a_score_on_another_scale_is_questioned(task, metric, value, said):
    assert re.search(said, doubt(find_task(f"poleval-2021/{task}"), "test-B", metric, value))


@pytest.mark.parametrize(
    ("task", "metric", "value", "said"),
    [
        ("quality-nonblind", "Pearson", "57.25", "Pearson is from -1 to 1 here, not 57.25; did you mean 0.5725?"),
        ("qa", "Acc", "101", "Acc is from 0 to 100 here, not 101"),
        ("ocr", "WER", "-1", "WER is from 0 to inf here, not -1"),
    ],
)
def test_a_score_that_cannot_be_is_refused(task, metric, value, said):
    with pytest.raises(ChallengeError, match=re.escape(said)):
        doubt(find_task(f"poleval-2021/{task}"), "test-B", metric, value)


@pytest.mark.parametrize(
    ("split", "metric", "said"),
    [
        ("test-C", "", "no result of Accuracy on test-C is published; there are results on test-A, test-B"),
        ("", "F1", "no metric is called 'F1'; try Accuracy"),
    ],
)
def test_what_has_no_results_is_told(task, split, metric, said):
    with pytest.raises(ChallengeError, match=said):
        board(task, split, metric)


def test_a_score_is_printed_as_the_challenge_does(task):
    assert shown_as_printed(task, 2 / 3) == "66.67"


@pytest.mark.parametrize(
    ("recipe", "answer"),
    [
        ("column:text", "a b c"),
        ("column:1", "7"),
        ("column:9x", None),
        ("column:9", None),
        ("constant:tak", "tak"),
        (r"substitute:text:(\w)(?= c)=>\1,", "a b, c"),
        ("substitute:text:x", None),
        ("magic", None),
    ],
)
def test_recipes_make_answers(recipe, answer):
    if answer is None:
        with pytest.raises(
            OptionError, match=r"no column '9x'; there is id, text|is not a rec|no column 9; the input has 2 columns"
        ):
            list(answers(recipe, iter(["7\ta b c"]), ["id", "text"]))
    else:
        assert list(answers(recipe, iter(["7\ta b c"]), ["id", "text"])) == [answer]
