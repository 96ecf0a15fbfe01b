"""Published results, ranked, with scores of one's own among them."""

import pytest

from probierz.errors import ChallengeError, OptionError
from probierz.suites.baselines import answers
from probierz.suites.boards import board, board_table, shown_as_printed
from probierz.suites.catalogue import find_task


def ranks(found):
    return [(row.rank, row.system, row.value, row.is_own) for row in found.rows]


def test_the_board_is_that_of_the_split_with_most_results_best_first(task):
    found = board(task)
    assert (found.split, found.metric, found.better) == ("test-A", "Accuracy", "higher")
    assert [row.system for row in found.rows] == ["good", "middling", "poor"]


def test_a_score_of_ones_own_is_ranked(task):
    assert ranks(board(task, own=[("mine", "70"), ("other", "66.67")])) == [
        (1, "good", "90.00", False),
        (2, "mine", "70", True),
        (3, "other", "66.67", True),
        (3, "middling", "66.67", False),
        (5, "poor", "10.00", False),
    ]


def test_lower_is_better_where_the_metric_says_so():
    found = board(find_task("poleval-2021/ocr"), "test-B", own=[("mine", "3.9")])
    assert found.better == "lower"
    assert [row.value for row in found.rows][:3] == ["3.744", "3.744", "3.9"]
    assert [row.rank for row in found.rows][:3] == [1, 1, 3]


def test_the_table_marks_the_best_and_ones_own(task):
    table = board_table(board(task, own=[("mine", "70")]))
    assert table.rows[1] == ("2", "→ mine", "70", "your own")
    assert table.best == {(0, 2)}


@pytest.mark.parametrize(
    ("split", "metric", "said"),
    [
        ("test-C", "", "no result of Accuracy on test-C is published; there are results on test-A, test-B"),
        ("", "F1", "no metric is called 'F1'; there is Accuracy"),
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
        ("constant:tak", "tak"),
        (r"substitute:text:(\w)(?= c)=>\1,", "a b, c"),
        ("substitute:text:x", None),
        ("magic", None),
    ],
)
def test_recipes_make_answers(recipe, answer):
    if answer is None:
        with pytest.raises(OptionError, match=r"has no column '9x'; there is id, text|is no recipe"):
            list(answers(recipe, iter(["7\ta b c"]), ["id", "text"]))
    else:
        assert list(answers(recipe, iter(["7\ta b c"]), ["id", "text"])) == [answer]
