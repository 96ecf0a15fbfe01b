"""Ranking by what is shown."""

from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pytest

from probierz.web.leaderboards.ranking import best_of_groups, rank

DAY = datetime(2026, 1, 1, tzinfo=UTC)


class Entry(NamedTuple):
    entry: str
    number: float | None
    exact: float | None
    when: datetime
    is_shown: bool = True
    variant_name: str = ""
    is_outdated: bool = False
    is_chosen: bool = False
    is_withheld: bool = False
    is_ranked: bool = True
    other_phase: str = ""


def contender(name, number, day=0, *, exact=None, **more):
    return Entry(name, number, number if exact is None else exact, DAY + timedelta(days=day), **more)


def order(*contenders, higher_is_better=True):
    return [(at, one.entry) for at, one in rank(contenders, higher_is_better=higher_is_better)]


def test_better_scores_come_first_in_the_direction_of_the_metric():
    some = contender("low", 0.1), contender("high", 0.9)
    assert order(*some) == [(1, "high"), (2, "low")]
    assert order(*some, higher_is_better=False) == [(1, "low"), (2, "high")]


def test_equal_scores_share_a_rank_and_the_earlier_comes_first():
    some = contender("late", 0.9, 2), contender("third", 0.8), contender("early", 0.9, 1)
    assert order(*some) == [(1, "early"), (1, "late"), (3, "third")]


def test_what_looks_equal_is_equal():
    some = contender("a", 0.95, 2, exact=0.9512), contender("b", 0.95, 1, exact=0.9488)
    assert order(*some) == [(1, "b"), (1, "a")]


def test_what_does_not_count_stands_between_the_others_without_a_rank():
    some = contender("variant", 0.9, is_ranked=False), contender("a", 0.8), contender("baseline", 0.7, is_ranked=False)
    assert order(*some, contender("b", 0.6)) == [(None, "variant"), (1, "a"), (None, "baseline"), (2, "b")]


def test_what_is_of_another_phase_stands_below_the_ranks():
    """In steps, 0.974 of a trial is shown as 1: it would stand above the 0.98 that leads."""
    trial = {"is_ranked": False, "other_phase": "trial"}
    some = contender("trial", 1.0, **trial), contender("a", 0.98), contender("b", 0.9), contender("nan", None, **trial)
    assert order(*some) == [(1, "a"), (2, "b"), (None, "trial"), (None, "nan")]


def test_nan_replaced_data_and_undisclosed_scores_have_no_rank_and_come_last():
    some = (
        contender("secret", None, is_shown=False),
        contender("old", 0.99, is_outdated=True),
        contender("nan", None),
        contender("nan as a number", float("nan"), 1),
        contender("first", 0.5),
    )
    assert order(*some) == [(1, "first"), (None, "nan"), (None, "nan as a number"), (None, "old"), (None, "secret")]


def test_undisclosed_scores_stand_newest_first_whatever_they_are():
    some = [contender(f"{day}", None, day, is_shown=False) for day in (2, 0, 1)]
    assert [name for _, name in order(*some)] == ["2", "1", "0"]


@pytest.mark.parametrize(
    ("rule", "expected"), [("best", {"a2"}), ("last", {"a3"}), ("chosen", {"a1"}), ("all", {"a1", "a2", "a3"})]
)
def test_the_rule_says_which_of_a_group_stands(rule, expected):
    some = [contender("a1", 0.1, 1, is_chosen=True), contender("a2", 0.9, 2), contender("a3", 0.5, 3)]
    found = best_of_groups(some, lambda one: [one.entry[0]], rule=rule, higher_is_better=True)
    assert {one.entry for one in found} == expected


def test_where_nobody_chose_the_best_stands():
    some = [contender("a1", 0.1, 1), contender("a2", 0.9, 2)]
    (found,) = best_of_groups(some, lambda one: [one.entry[0]], rule="chosen", higher_is_better=True)
    assert found.entry == "a2"


def test_the_best_of_undisclosed_ones_is_the_newest():
    some = [contender(f"a{day}", None, day, is_shown=False) for day in (1, 3, 2)]
    (found,) = best_of_groups(some, lambda one: ["a"], rule="best", higher_is_better=True)
    assert found.entry == "a3"


def test_one_that_stands_for_several_groups_comes_once():
    some = [contender("both", 0.9), contender("one", 0.5)]
    groups = {"both": ["x", "y"], "one": ["y"]}
    found = best_of_groups(some, lambda one: groups[one.entry], rule="best", higher_is_better=True)
    assert [one.entry for one in found] == ["both"]
