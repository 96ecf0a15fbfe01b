"""Each OCR system of the papers, on a toy: it learns, and is the same after it was saved and loaded."""

from pathlib import Path

import pytest

from probierz.scoring.score import score
from probierz.systems import ocr
from probierz.systems.ocr.papers import RECIPES, WER
from probierz.systems.recipes import find_recipe
from probierz.systems.storage import load, save
from probierz.systems.system import Pair, Training

LINES = [
    Pair("1\t1\t1899\td0m ktory\\nstoi", "dom który\\nstoi"),
    Pair("1\t2\t\tala rna ruego ko-\\nta i psa w dornu", "ala ma rudego kota i psa w domu"),
    Pair("2\t9\tpost 1923\twlazl kotek na\\n\\nplotek c:\\\\tmp", "wlazł kotek na\\n\\npłotek c:\\\\tmp"),
    Pair("2\t10\t1935\tjéj dluga", "jéj długa"),
]
INPUTS = [pair.input for pair in LINES]
ODD = ["1\t1\t\t", "1\t1\t\t\\n\\n", "1\t1\t?\t" + "nie wiem " * 60]
SMALL = {"backbone": "toy", "epochs": 2, "rate": 5e-3, "batch": 16, "length": 48, "beams": 1}
FEW = {"steps": 0, "shortest": 1, "evaluate_every": 0, "evaluated": 0, "size": 4, "clusters": 2}


def built(name, **changes):
    recipe = find_recipe(name)
    few = {setting: value for setting, value in FEW.items() if setting in recipe.settings()}
    return recipe.build(**{**SMALL, **few, **changes})


def engine_of(system):
    return engine_of(system.of) if system.parts() else system


def fitted(name, pairs=LINES, training=Training(seed=1), **changes):
    if "clusters" in find_recipe(name).extras:
        pytest.importorskip("sklearn", reason="scikit-learn, of the extra clusters, is not installed")
    system = built(name, **changes)
    system.fit(pairs, training)
    return system


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name.partition("/")[2])
def test_each_learns_and_comes_back_from_its_folder(torch, tmp_path, recipe):
    rate = 5e-3 if "dyda" in recipe.name else 0.03  # that of Adafactor is a share of the weights
    system = fitted(recipe.name, training=Training(seed=1, development=LINES[:2]), rate=rate, epochs=3)
    log = engine_of(system).log
    assert log.losses[-1] < 0.95 * log.losses[0]
    assert [step for step, _ in log.scores] == [1, 2, 3]
    outputs = list(system.predict([*INPUTS, *ODD]))
    assert not any("\n" in output or "\t" in output for output in outputs)
    save(system, tmp_path / "system")
    found = load(tmp_path / "system")
    assert found == system
    assert list(found.predict([*INPUTS, *ODD])) == outputs


@pytest.mark.parametrize("name", ["piotrowski-mt5-base", "enelpol-plt5-base", "dyda-mt5-large"])
def test_each_can_learn_pages_by_heart(torch, name):
    """Line ends are lost, and the metric does not count them."""
    rate = 1e-2 if name.startswith("dyda") else 0.03  # that of Adafactor is a share of the weights
    system = fitted(name, epochs=60, rate=rate, batch=2)
    outputs = list(system.predict(INPUTS))
    assert score(WER, [pair.expected for pair in LINES], outputs).value == 0
    assert outputs[2] == "wlazł kotek na płotek c:\\\\tmp"


def test_line_ends_can_be_learnt(torch):
    system = fitted("dyda-mt5-large-escaped", epochs=60, rate=1e-2, batch=2)
    assert list(system.predict(INPUTS)) == [pair.expected for pair in LINES]


def test_what_a_network_invents_is_put_back_where_the_guard_is_strict(torch):
    """Also when it was made strict after the training."""
    system = fitted("enelpol-mt5-base", [Pair("1\t1\t\tdom", "woda i las")] * 2, epochs=30, rate=0.03)
    line = "1\t1\t1899\tdom nad gora"
    assert list(system.predict([line])) == ["woda i las"]
    for name, value in {"revert_over": 0.0, "beams": 2}.items():
        system.change(name, value)
    assert list(system.predict([line])) == ["dom nad gora"]


def test_each_has_the_settings_of_its_paper():
    base, large, xxl = (find_recipe(f"piotrowski-mt5-{size}").settings() for size in ("base", "large", "xxl"))
    assert [(one["steps"], one["batch"]) for one in (base, large, xxl)] == [
        (200_000, 128),
        (200_000, 64),
        (100_000, 16),
    ]
    assert (base["length"], base["rate"], base["beams"]) == (384, 0.003, 1)
    enelpol = engine_of(find_recipe("ocr/enelpol-plt5-large").build())
    assert (enelpol.size, enelpol.batch, enelpol.rate, enelpol.epochs, enelpol.beams) == (50, 12, 0.001, 1, 8)
    assert (enelpol.prefix, enelpol.length, enelpol.evaluate_every) == ("ocr:", 256, 500)
    dyda = engine_of(find_recipe("dyda-mt5-large").build())
    assert (dyda.batch, dyda.rate, dyda.epochs, dyda.length) == (1, 5e-5, 3, 768)


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name.partition("/")[2])
def test_each_says_what_it_needs_and_what_was_measured(recipe):
    assert "neural" in recipe.extras
    assert (recipe.settings()["backbone"],) == recipe.hub_names
    assert {claim.split for claim in recipe.published} >= {"test-A", "test-B"}


def test_states_are_chosen_by_the_metric_of_the_task():
    declared = Path(ocr.__file__).parents[2] / "suites" / "declarations" / "poleval-2021.toml"
    assert r"WER:s<(\\n| )+>< >" in declared.read_text("utf-8")
    assert score(WER, ["a b\\n\\nc d"], ["a  b c\\nx"]).value == pytest.approx(1 / 4)
