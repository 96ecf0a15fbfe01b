"""What systems do around a network that is always right: chunks, windows, marks and guards may lose nothing."""

import pytest

import probierz
from probierz.scoring.score import score_all
from probierz.systems.recipes import recipes
from probierz.systems.training import read_pairs
from systems.right_networks import with_right_networks


def with_networks(task):
    made = [recipe for recipe in recipes() if recipe.task == task and recipe.hub_names]
    return [recipe for recipe in made if with_right_networks(recipe.build(), [])]


def plain_page(text):
    return " ".join(text.replace("\\n", " ").replace("\\\\", "\\").split())


def without_semicolons(texts):
    """Semicolons are in the texts, the metric does not count them, and many papers left them out."""
    return [text.replace(";", "") for text in texts]


@pytest.mark.parametrize("recipe", with_networks("poleval-2021/ocr"), ids=lambda recipe: recipe.name)
@pytest.mark.parametrize("split", ["dev-0", "test-A"])
def test_no_right_page_is_lost(recipe, split, data_dir):
    challenge = probierz.open_challenge(data_dir / "poleval-2021" / "ocr")
    pairs = read_pairs(challenge.split(split))[0][::59]
    expected = [pair.expected for pair in pairs]
    settings = recipe.settings()
    written = expected if settings.get("escaped") else list(map(plain_page, expected))
    clusters = {"buckets": "nothing"} if settings.get("buckets") == "looks" else {}  # which are learnt
    whole = {"length": 8192} if "dyda" in recipe.name else {}  # pages that are longer than it reads stay as they are
    system = recipe.build(**clusters, **whole)
    (network,) = with_right_networks(system, written)
    outputs = list(system.predict(pair.input for pair in pairs))
    assert score_all(challenge.schemes, expected, outputs, rows=False)[0].value == 0
    assert len(network.right) > len(pairs) or whole  # chunks, not pages


@pytest.mark.parametrize("recipe", with_networks("poleval-2021/punctuation"), ids=lambda recipe: recipe.name)
def test_no_right_mark_is_lost(recipe, data_dir):
    challenge = probierz.open_challenge(data_dir / "poleval-2021" / "punctuation")
    pairs = read_pairs(challenge.split("test-A"))[0][::4]
    expected = [pair.expected for pair in pairs]
    system = recipe.build()
    marks = with_right_networks(system, expected)[0].marks
    outputs = list(system.predict(pair.input for pair in pairs))
    if ";" not in marks:
        outputs, expected = without_semicolons(outputs), without_semicolons(expected)
    assert outputs == expected


def test_there_are_as_many_recipes_with_a_network_as_were_published():
    assert len(with_networks("poleval-2021/ocr")) == 13
    assert len(with_networks("poleval-2021/punctuation")) == 15
