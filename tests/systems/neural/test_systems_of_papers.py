"""Each system of the papers, on a toy: it learns, keeps every word, and is the same after it was saved and loaded."""

import math
from dataclasses import fields
from pathlib import Path

import pytest

from probierz.scoring.score import score
from probierz.systems import punctuation
from probierz.systems.neural.engine import NeuralSystem
from probierz.systems.neural.tagger import Tagger
from probierz.systems.ocr import papers as pages
from probierz.systems.punctuation.papers import RECIPES, WEIGHTED_F1
from probierz.systems.quality import papers as ratings
from probierz.systems.recipes import find_recipe
from probierz.systems.simple import Constant
from probierz.systems.storage import load, save
from probierz.systems.system import Pair, Training
from systems.neural.examples import EXPECTED, INPUTS, PAIRS

LINES = [Pair(f"text{number}\t{pair.input}", pair.expected) for number, pair in enumerate(PAIRS * 3)]
HELD = LINES[:2]
SMALL = {"backbone": "toy", "epochs": 2, "rate": 5e-3, "batch": 4, "accumulate": 1, "length": 64}
FEW = {"tuning_epochs": 1, "lstm_epochs": 2, "lstm_rate": 2e-2, "width": 8}
ODD = ["x\t", "x\tala  ma   kota", "x\t </s> . <pad>", "x\t" + "nie wie " * 100]


def built(name, **changes):
    recipe = find_recipe(name)
    few = {setting: value for setting, value in FEW.items() if setting in recipe.settings()}
    return recipe.build(**{**SMALL, **few, **changes})


def fitted(name, seed=1, **changes):
    system = built(name, **changes)
    system.fit(LINES, Training(seed=seed, development=HELD))
    return system


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name.partition("/")[2])
def test_each_learns_keeps_every_word_and_comes_back_from_its_folder(torch, tmp_path, recipe):
    system = fitted(recipe.name)
    inputs = [*(pair.input for pair in LINES[:4]), *ODD]
    outputs = list(system.predict(inputs))
    for line, output in zip(inputs, outputs, strict=True):
        words, marked = line.partition("\t")[2].split(" "), output.split(" ")
        assert all(found.lstrip(".,?!-:").startswith(word.lstrip(".,?!-:"))
                   for word, found in zip(words, marked, strict=True))  # fmt: skip
    save(system, tmp_path / "system")
    found = load(tmp_path / "system")
    assert found == system
    assert list(found.predict(inputs)) == outputs
    for engine, before in zip(_engines(found), _engines(system), strict=True):
        assert _loss(engine) < 0.95 * _loss_at_first(before)


def _loss(engine):
    return engine._loss(engine._network, engine._examples(PAIRS)).item()


def _loss_at_first(engine):
    """That of its first step, or for a tagger, which may have learnt in stages, of finding all labels alike."""
    return math.log(len(engine._tags)) if engine.kind == "tagger" else engine.log.losses[0]


@pytest.mark.parametrize("recipe", [*RECIPES, *pages.RECIPES], ids=lambda recipe: recipe.name)
def test_each_can_be_told_what_a_small_machine_has_time_for(recipe):
    for engine in _engines(recipe.build(steps=7, layers=2, fixed="encoder.embeddings encoder.encoder.layer.0.")):
        assert (engine.steps, engine.layers) == (7, 2)
        assert engine.fixed == ("encoder.embeddings", "encoder.encoder.layer.0.")


SHARED = {
    "adapters": 2, "recompute": True, "on_disk": True, "embeddings_rate": 1e-3, "steps": 2, "epochs": 1,
    "fixed": "encoder.:1",
}  # fmt: skip


def rated():
    return [Pair(f"{pair.input}\t{pair.input}\t{pair.expected}", str(at % 4)) for at, pair in enumerate(PAIRS * 2)]


def scanned():
    return [Pair(f"1\t2\t1901\t{pair.input}", pair.expected) for pair in PAIRS]


TUNED = [one for one in (*RECIPES, *pages.RECIPES, *ratings.RECIPES) if one.name != "quality/bertscore"]


@pytest.mark.parametrize("recipe", TUNED, ids=lambda recipe: recipe.name)
def test_each_has_the_settings_that_all_share(recipe):
    assert {one.name for one in fields(NeuralSystem) if one.init} <= set(recipe.settings())
    for engine in _engines(recipe.build(**SHARED, backbone="toy")):
        if isinstance(engine, NeuralSystem):
            assert {name: getattr(engine, name) for name in SHARED} == {**SHARED, "fixed": ("encoder.:1",)}


@pytest.mark.parametrize(
    ("name", "pairs"),
    [("punctuation/clarin-large", LINES), ("punctuation/clarin-mt5", LINES), ("ocr/dyda-mt5-base", None),
     ("quality/kleczek", None)],
)  # fmt: skip
@pytest.mark.parametrize("setting", ["adapters", "recompute", "on_disk", "embeddings_rate", "fixed"])
def test_a_network_learns_with_each_of_them(torch, name, pairs, setting):
    recipe = find_recipe(name)
    if setting == "adapters":
        pytest.importorskip("peft", reason="PEFT, of the extra neural, is not installed")
    pairs = pairs or (scanned() if name.startswith("ocr") else rated())
    few = {"folds": 2} if "folds" in recipe.settings() else {}
    held = {"fixed": "encoder.:50%"} if setting == "fixed" else {setting: SHARED[setting]}
    system = recipe.build(backbone="toy", length=64, steps=2, rate=1e-3, **few, **held)
    system.fit(pairs, Training(seed=1))
    assert len(list(system.predict(pair.input for pair in pairs[:3]))) == 3


def test_a_frozen_encoder_stays_as_it_is_for_as_many_steps_as_are_taken(torch):
    tagger = Tagger(steps=2)
    tagger.fit(PAIRS)
    before = {name: value.clone() for name, value in tagger._network.encoder.state_dict().items()}
    tagger.frozen, tagger.epochs, tagger.steps = True, 1, 4
    tagger.tune(PAIRS)
    assert len(tagger.log.losses) == 4
    assert all(value.equal(before[name]) for name, value in tagger._network.encoder.state_dict().items())


@pytest.mark.parametrize("name", ["enelpol-e1", "clarin-lstm-valid", "clarin-mt5"])
def test_the_same_seed_gives_the_same_system(torch, name):
    """The weights too, of each part."""
    one, same, other = (_weights(fitted(name, seed=seed)) for seed in (3, 3, 4))
    assert all(torch.equal(one[key], same[key]) for key in one)
    assert not all(torch.equal(one[key], other[key]) for key in one)


def _weights(system, name=""):
    parts = system.parts()
    if not parts:
        return {f"{name}{key}": value for key, value in system._network.state_dict().items()}
    return {key: value for part, one in parts.items() for key, value in _weights(one, f"{name}{part}/").items()}


class Enough(Exception):
    """The power fails."""


@pytest.mark.parametrize("name", ["enelpol-se1", "clarin-lstm-frozen", "clarin-bart"])
def test_going_on_is_the_same_as_not_having_stopped(torch, tmp_path, name):
    steps = []

    def count(*_):
        steps.append(1)

    def trained(progress=count, checkpoint=None):
        system = built(name)
        for one in _engines(system):
            one.save_every = 1
        system.fit(LINES, Training(seed=2, development=HELD, checkpoint=checkpoint, progress=progress))
        return _weights(system)

    whole = trained()
    stop = round(len(steps) * 0.7)
    steps.clear()

    def failing(*_):
        steps.append(1)
        if len(steps) == stop:
            raise Enough

    with pytest.raises(Enough):
        trained(failing, tmp_path)
    steps.clear()
    again = trained(checkpoint=tmp_path)
    assert len(steps) < stop  # what was done is not done again
    assert all(torch.equal(again[key], whole[key]) for key in whole)


def _engines(system):
    parts = system.parts().values()
    return [one for part in parts for one in _engines(part)] if parts else [system]


def test_a_vote_learns_models_that_differ(torch):
    weights = _weights(fitted("enelpol-e1"))
    first, second = (weights[f"of/of-{number}/of/output.weight"] for number in (0, 1))
    assert not torch.equal(first, second)


def test_three_backbones_make_the_ensemble():
    models = find_recipe("punktor").build(backbone="toy:roberta toy toy:bert").of.of
    assert [model.backbone for model in models] == ["toy:roberta", "toy", "toy:bert"]
    assert [model.backbone for model in find_recipe("punktor").build(backbone="toy").of.of] == ["toy"] * 3
    assert [model.backbone for model in find_recipe("punktor").build().of.of] == list(find_recipe("punktor").hub_names)


def test_where_three_models_disagree_the_first_is_believed():
    """The rule of the paper: a majority for each word, else the label of M1."""
    vote = find_recipe("punktor").build(backbone="toy").of
    vote.of = Constant("tak. nie, wiem"), Constant("tak, nie, wiem."), Constant("tak nie. wiem.")
    assert list(vote.predict(["tak nie wiem"])) == ["tak. nie, wiem."]


def test_the_second_stage_may_be_searched_for(torch):
    system = built("enelpol-s1", search=True).of
    grid = system.stages[1]
    assert len(grid["batch"]) * len(grid["epochs"]) * len(grid["rate"]) == 48
    small = type(system)(system.of, ({"texts": ""}, {"texts": "", "epochs": [1, 2], "rate": [1e-3, 5e-3]}))
    small.fit(PAIRS, Training(development=PAIRS[:1]))
    best = max(value for _, value in small.tried)
    assert len(small.tried) == 4
    assert small.of.score(PAIRS[:1]) == best


def test_rest_is_read_from_a_folder(torch, tmp_path):
    (tmp_path / "in.tsv").write_text("r\tkot i pies\n")
    (tmp_path / "expected.tsv").write_text("kot i pies?\n")
    system = fitted("enelpol-s1", models=1, rest=str(tmp_path), epochs=30, tuning_epochs=1, tuning_rate=1e-9)
    assert list(system.predict(["x\tkot i pies"])) == ["kot i pies?"]


def test_the_winner_can_learn_by_heart(torch):
    system = fitted("enelpol-s1", epochs=40, tuning_epochs=2, tuning_rate=1e-3)
    assert list(system.predict(f"x\t{line}" for line in INPUTS)) == EXPECTED


def test_states_are_chosen_by_the_metric_of_the_task():
    declared = Path(punctuation.__file__).parents[2] / "suites" / "declarations" / "poleval-2021.toml"
    assert f"{WEIGHTED_F1}{{N<Weighted-F1>," in declared.read_text("utf-8")
    # 2 of 3 marks are found and 1 is wrong: commas 1/1, full stops 1/2 by recall, question mark 0
    found = score(WEIGHTED_F1, ["a, b. c? d."], ["a, b. c! d"]).value
    assert found == pytest.approx((1 * 1 + 2 * (2 / 3) + 1 * 0) / 4)


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name.partition("/")[2])
def test_each_says_what_it_needs_and_begins_from_the_backbone_of_its_paper(recipe):
    assert recipe.extras == ("neural",)
    assert recipe.settings()["backbone"].split() == list(recipe.hub_names)
    assert recipe.published or recipe.name.endswith("frozen")  # whose scores are only of another metric
