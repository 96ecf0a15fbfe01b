"""What papers measured is declared with the suites; recipes say the same, and each knows where the other is."""

import pytest

from probierz.suites.catalogue import suites
from probierz.suites.publishing import recipe_of
from probierz.systems.published import places_of
from probierz.systems.recipes import Claim, Recipe, find_recipe, recipes
from probierz.systems.simple import Majority

TASKS = {task.full_name: task for suite in suites() for task in suite.tasks}
NAMED = sorted({(one.recipe, task.full_name) for task in TASKS.values() for one in task.published if one.recipe})

PRINTED_OTHERWISE = {
    ("ocr/heuristics", "test-A", "8.063"),  # 8.062 in the author's table, 8.063 in that of the organisers
    ("punctuation/samsung-uam", "test-D", "78.34"),  # in the author's chapter; 78.37 in that of the organisers
}


@pytest.mark.parametrize(("name", "task"), NAMED)
def test_a_recipe_claims_what_the_rows_that_name_it_say(name, task):
    recipe = find_recipe(name)
    rows = [one for one in TASKS[task].published if one.recipe == name and one.metric == TASKS[task].main_metric]
    said = {(one.split, one.value) for one in rows if (name, one.split, one.value) not in PRINTED_OTHERWISE}
    if recipe.task:  # those for any task claim nothing
        assert recipe.task == task
        assert said == {(one.split, one.value) for one in recipe.published}


@pytest.mark.parametrize("recipe", [one for one in recipes() if one.task in TASKS], ids=lambda one: one.name)
def test_every_claim_of_a_recipe_is_a_published_row_that_names_it(recipe):
    rows = {(one.split, one.metric, one.value) for one in TASKS[recipe.task].published if one.recipe == recipe.name}
    assert [one for one in recipe.published if (one.split, one.metric, one.value) not in rows] == []


def test_a_place_tells_the_rank_and_where_it_was_printed():
    first = places_of(find_recipe("punctuation/enelpol-s1"))[0]
    assert (first.split, first.value, first.rank) == ("test-D", "81.29", 1)
    assert "Table 4" in first.source


def test_systems_for_any_task_have_the_rows_that_name_them():
    # The constant answer was the last but one of PolEval 2021, task 4.
    assert [(place.task, place.value) for place in places_of(find_recipe("constant"))] == [("poleval-2021/qa", "4.16")]


def test_a_claim_that_no_suite_has_stands_without_a_rank():
    recipe = Recipe("mine/one", "Mine", "mine/task", Majority, published=(Claim("test-A", "WER", "5.0"),))
    assert [(place.value, place.rank) for place in places_of(recipe)] == [("5.0", 0)]


def test_the_row_of_a_platform_knows_its_recipe():
    one = next(one for one in TASKS["poleval-2021/punctuation"].published if one.system == "enelpol-E1")
    assert recipe_of(f"{one.system} ({one.source})") == "punctuation/enelpol-e1"
    assert recipe_of("Somebody's own (a paper)") == ""
