"""What a chain does with a network that is always right: nothing may be lost around it."""

import pytest

import probierz
from probierz.scoring.score import score_all
from probierz.systems.recipes import recipes
from probierz.systems.system import System
from probierz.systems.training import read_pairs

REWRITERS = {"rewriter", "constrained-rewriter"}


class Right(System):
    """Says what is expected, whatever it is given."""

    kind = "right"

    def __init__(self, expected):
        self.expected = expected

    def predict(self, inputs):
        return (text for text, _ in zip(self.expected, inputs, strict=True))

    def parts(self):
        return {}


def with_right_answers(system, expected):
    """The system with `Right` for each rewriter in it, and how many of them there were."""
    if system.kind in REWRITERS:
        return Right(expected), 1
    replaced = 0
    for name, value in list(vars(system).items()):
        if isinstance(value, System):
            inner, count = with_right_answers(value, expected)
            setattr(system, name, inner)
            replaced += count
    return system, replaced


def made_for(task):
    return [recipe for recipe in recipes() if recipe.task == task]


def rewriting(task):
    return [recipe for recipe in made_for(task) if with_right_answers(recipe.build(), [])[1]]


def plain_page(text):
    return " ".join(text.replace("\\n", " ").replace("\\\\", "\\").split())


@pytest.mark.parametrize("recipe", rewriting("poleval-2021/ocr"), ids=lambda recipe: recipe.name)
@pytest.mark.parametrize("split", ["dev-0", "test-A"])
def test_no_right_page_is_lost(recipe, split, data_dir):
    challenge = probierz.open_challenge(data_dir / "poleval-2021" / "ocr")
    pairs = read_pairs(challenge.split(split))[0][::29]
    expected = [pair.expected for pair in pairs]
    written = expected if recipe.settings().get("escaped") else list(map(plain_page, expected))
    clusters = {"buckets": "nothing"} if recipe.settings().get("buckets") == "looks" else {}  # which are learnt
    system, _ = with_right_answers(recipe.build(**clusters), written)
    outputs = list(system.predict(pair.input for pair in pairs))
    assert score_all(challenge.schemes, expected, outputs, rows=False)[0].value == 0


@pytest.mark.parametrize("recipe", rewriting("poleval-2021/punctuation"), ids=lambda recipe: recipe.name)
def test_no_right_mark_is_lost(recipe, data_dir):
    challenge = probierz.open_challenge(data_dir / "poleval-2021" / "punctuation")
    pairs = read_pairs(challenge.split("test-A"))[0]
    expected = [pair.expected for pair in pairs]
    system, _ = with_right_answers(recipe.build(), expected)
    assert list(system.predict(pair.input for pair in pairs)) == expected


def test_there_are_as_many_rewriting_recipes_as_were_published():
    assert len(rewriting("poleval-2021/ocr")) == 13
    assert len(rewriting("poleval-2021/punctuation")) == 2
