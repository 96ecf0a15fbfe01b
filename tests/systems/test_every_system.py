"""What every recipe must do, whatever it is made of: one line out for each line in, the same again after loading."""

import pytest

from probierz.systems.questions.finding.index import build_index
from probierz.systems.questions.finding.passages import SourceDocument
from probierz.systems.recipes import recipes
from probierz.systems.storage import load, save
from probierz.systems.system import Pair, Training

SLOW = {"punctuation/network"}  # learns for minutes, with PyTorch; test_network_tagger.py has a small one
EASY = [one for one in recipes() if not one.extras and one.name not in SLOW and not one.name.startswith("sqad/")]
NAMED: dict[str, str] = {}  # settings without which a recipe does nothing
TEXTS = ["ala ma kota że ma", "", "słowo", "ala " * 5000, "zażółć „gęślą” 10 45 😀"]


def row(recipe, text):
    """A line of in.tsv with the text in the column where the recipe reads it; a translation has two texts beside it."""
    if rates(recipe):
        return f"{text}\tAlice has a cat\tala ma kota"
    return "\t".join(["a"] * (max(recipe.column, 2) - 1) + [text])


def rates(recipe):
    return recipe.task.startswith("poleval-2021/quality")


def expected(recipe, one):
    return str(one % 3) if rates(recipe) else f"ala ma kota, że aby {one % 3}."


def inputs(recipe):
    return [row(recipe, text) for text in TEXTS]


@pytest.fixture(scope="module", autouse=True)
def index(tmp_path_factory):
    """An index of two passages, for recipes that read one."""
    path = tmp_path_factory.mktemp("index") / "two.index"
    build_index(path, [SourceDocument("1", "Ala", "Ala ma kota."), SourceDocument("2", "Kot", "Kot śpi.")])
    NAMED["index"] = str(path)


def fitted(recipe, seed=0):
    system = recipe.build(**{name: value for name, value in NAMED.items() if name in recipe.settings()})
    pairs = [Pair(row(recipe, f"ala ma kota że aby {one}"), expected(recipe, one)) for one in range(20)]
    system.fit(pairs, Training(seed=seed))
    return system


@pytest.mark.parametrize("recipe", EASY, ids=lambda recipe: recipe.name)
def test_one_line_comes_out_for_each_line_in_and_is_the_same_after_loading(recipe, tmp_path):
    system = fitted(recipe)
    outputs = list(system.predict(inputs(recipe)))
    assert len(outputs) == len(TEXTS)
    assert not any("\n" in output for output in outputs)
    save(system, tmp_path / "saved")
    assert list(load(tmp_path / "saved").predict(inputs(recipe))) == outputs


@pytest.mark.parametrize("recipe", EASY, ids=lambda recipe: recipe.name)
def test_the_same_seed_gives_the_same_system(recipe):
    assert list(fitted(recipe, 3).predict(inputs(recipe))) == list(fitted(recipe, 3).predict(inputs(recipe)))


@pytest.mark.parametrize("recipe", EASY, ids=lambda recipe: recipe.name)
def test_inputs_are_read_as_they_come(recipe):
    def endless():
        while True:
            yield row(recipe, "ala ma kota")

    outputs = fitted(recipe).predict(endless())
    assert len([next(outputs) for _ in range(3)]) == 3


@pytest.mark.parametrize("recipe", recipes(), ids=lambda recipe: recipe.name)
def test_a_recipe_says_what_it_is(recipe):
    assert recipe.summary
    assert "\n" not in recipe.summary
    assert {*recipe.chosen_by_us, *recipe.space} <= set(recipe.settings())
    assert all(default.__class__ in (str, int, float, bool) for default in recipe.settings().values())
