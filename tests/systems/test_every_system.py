"""What every recipe must do, whatever it is made of: one line out for each line in, the same again after loading."""

import pytest

from probierz.systems.recipes import recipes
from probierz.systems.storage import load, save
from probierz.systems.system import Pair, Training

EASY = [recipe for recipe in recipes() if not recipe.extras]
PAIRS = [Pair(f"text{one}\tala ma kota że aby {one}", f"ala ma kota, że aby {one % 3}.") for one in range(20)]
INPUTS = ["a\tala ma kota że ma", "b\t", "c\tsłowo", "d\t" + "ala " * 5000, "e\tzażółć „gęślą” 10 45 😀"]


def fitted(recipe, seed=0):
    system = recipe.build()
    system.fit(PAIRS, Training(seed=seed))
    return system


@pytest.mark.parametrize("recipe", EASY, ids=lambda recipe: recipe.name)
def test_one_line_comes_out_for_each_line_in_and_is_the_same_after_loading(recipe, tmp_path):
    system = fitted(recipe)
    outputs = list(system.predict(INPUTS))
    assert len(outputs) == len(INPUTS)
    assert not any("\n" in output for output in outputs)
    save(system, tmp_path / "saved")
    assert list(load(tmp_path / "saved").predict(INPUTS)) == outputs


@pytest.mark.parametrize("recipe", EASY, ids=lambda recipe: recipe.name)
def test_the_same_seed_gives_the_same_system(recipe):
    assert list(fitted(recipe, 3).predict(INPUTS)) == list(fitted(recipe, 3).predict(INPUTS))


@pytest.mark.parametrize("recipe", EASY, ids=lambda recipe: recipe.name)
def test_inputs_are_read_as_they_come(recipe):
    def endless():
        while True:
            yield "a\tala ma kota"

    outputs = fitted(recipe).predict(endless())
    assert len([next(outputs) for _ in range(3)]) == 3


@pytest.mark.parametrize("recipe", recipes(), ids=lambda recipe: recipe.name)
def test_a_recipe_says_what_it_is(recipe):
    assert recipe.summary
    assert "\n" not in recipe.summary
    assert set(recipe.chosen_by_us) <= set(recipe.settings())
    assert all(default.__class__ in (str, int, float, bool) for default in recipe.settings().values())
