"""Searching for settings, with Optuna itself."""

import math

import pytest

from probierz.challenges.challenge import open_challenge
from probierz.errors import OptionError, OutOfMemory, SystemFileError
from probierz.systems.experiments.search import NAME, search, search_and_train
from probierz.systems.ocr.cascade import Cascade
from probierz.systems.recipes import Recipe, find_recipe
from probierz.systems.simple import Constant
from probierz.systems.spaces import OneOf, Range
from probierz.systems.system import Training
from systems.ocr.made_up_pages import pages

pytest.importorskip("optuna", reason="Optuna, of the extra search, is not installed")

SPACE = {"rate": Range(1e-5, 1e-1, log=True), "epochs": Range(1, 9), "head": OneOf(("linear", "lstm"))}


def hill(_number, settings):
    """Highest, at 1, where rate is 0.001, epochs are 5 and the head is lstm."""
    return (
        1 - abs(math.log10(settings["rate"]) + 3) / 4 - abs(settings["epochs"] - 5) / 8 - (settings["head"] != "lstm")
    )


def test_the_best_is_found_and_comes_first():
    found = search(hill, SPACE, 25, better="higher", seed=1)
    assert [trial.value for trial in found] == sorted((trial.value for trial in found), reverse=True)
    assert sorted(trial.number for trial in found) == list(range(1, 26))
    assert found[0].value > 0.8
    assert found[0].settings["head"] == "lstm"
    lowest = search(lambda *one: -hill(*one), SPACE, 25, better="lower", seed=1)
    assert [trial.settings for trial in lowest] == [trial.settings for trial in found]


def test_values_are_of_the_space():
    for trial in search(hill, SPACE, 12, better="higher"):
        assert 1e-5 <= trial.settings["rate"] <= 1e-1
        assert trial.settings["epochs"] in range(1, 10)
        assert isinstance(trial.settings["epochs"], int)


class Enough(Exception):
    """The power fails."""


@pytest.mark.parametrize("stop", [4, 12])
def test_going_on_is_the_same_as_not_having_stopped(tmp_path, stop):
    """Also after the first ten trials, which are drawn."""

    def failing(number, settings):
        if number == stop:
            raise Enough
        return hill(number, settings)

    def searched(score, folder=None):
        found = search(score, SPACE, 12, better="higher", seed=3, folder=folder, fingerprint="same")
        return [trial[:3] for trial in found]

    with pytest.raises(Enough):
        searched(failing, tmp_path)
    tried = []
    again = searched(lambda *one: tried.append(one[0]) or hill(*one), tmp_path)
    assert tried == list(range(stop, 13))
    assert again == searched(hill)
    assert searched(failing, tmp_path) == again  # all is done: nothing is tried


def test_a_trial_for_which_the_memory_is_not_enough_is_the_worst():
    def greedy(number, settings):
        if settings["epochs"] > 5:
            raise OutOfMemory("the memory is not enough")
        return hill(number, settings)

    found = search(greedy, SPACE, 8, better="lower", seed=2)
    assert len(found) == 8
    failed = [trial for trial in found if trial.settings["epochs"] > 5]
    assert failed
    assert found[-len(failed) :] == failed
    assert all(math.isnan(trial.value) for trial in failed)


def test_notes_of_another_search_or_broken_ones_are_refused(tmp_path):
    search(hill, SPACE, 1, better="higher", folder=tmp_path, fingerprint="one")
    for changed in ({"fingerprint": "two"}, {"seed": 9}, {"space": {**SPACE, "epochs": Range(1, 2)}}):
        with pytest.raises(SystemFileError, match=r"search.db is of a search with other settings, values or data"):
            search(hill, **{"space": SPACE, "trials": 1, "better": "higher", "folder": tmp_path, "fingerprint": "one",
                            **changed})  # fmt: skip
    (tmp_path / NAME).write_bytes(b"no database" * 1000)
    with pytest.raises(SystemFileError, match=r"search.db cannot be read \(.*\); delete it to begin anew"):
        search(hill, SPACE, 1, better="higher", folder=tmp_path, fingerprint="one")


# --- of recipes ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ocr(tmp_path_factory):
    folder = tmp_path_factory.mktemp("ocr")
    (folder / "config.txt").write_text("--metric WER:s<(\\\\n|\\ )+><\\ >N<WER>\n")
    for seed, (split, count) in enumerate({"train": 30, "dev-0": 10}.items()):
        (folder / split).mkdir()
        made = list(pages(count, seed))
        (folder / split / "in.tsv").write_text("".join(f"1\t2\t1901\t{pair.input}\n" for pair in made))
        (folder / split / "expected.tsv").write_text("".join(f"{pair.expected}\n" for pair in made))
    return open_challenge(folder)


def test_the_thresholds_of_the_cascade_are_searched_for(ocr, tmp_path):
    told = []
    training = Training(seed=1, checkpoint=tmp_path, track=lambda values, step: told.append((values, step)))
    found = search_and_train(
        find_recipe("ocr/cascade"), ocr, training, trials=3, development="dev-0", settings={"steps": "join words"}
    )
    assert len(found.trials) == 3
    assert set(found.trials[0].settings) == {"threshold", "drop"}
    assert found.card.scores[0].value == found.trials[0].value == min(trial.value for trial in found.trials)
    assert found.card.settings.items() >= {"steps": "join words", **found.trials[0].settings}.items()
    assert found.system.of.threshold == found.trials[0].settings["threshold"]
    assert ({"trial": found.trials[0].value}, found.trials[0].number) in told
    assert any("trial-2/dev-0/WER" in values for values, _ in told)
    assert (tmp_path / NAME).exists()


def test_what_can_be_changed_later_is_searched_for_with_one_learning(ocr, monkeypatch):
    """And to the same scores as if the cascade had learnt anew each time."""
    learnt, fit = [], Cascade.fit

    def counted(self, pairs, training):
        learnt.append(len(pairs))
        fit(self, pairs, training)

    monkeypatch.setattr(Cascade, "fit", counted)

    def searched():
        found = search_and_train(find_recipe("ocr/cascade"), ocr, Training(seed=4), trials=3, development="dev-0")
        return [trial[:3] for trial in found.trials], list(found.system.predict(inputs))

    inputs = [f"1\t2\t1901\t{pair.input}" for pair in pages(3, 7)]
    once = searched()
    assert learnt == [30]
    monkeypatch.setattr(Cascade, "later", ())
    assert searched() == once
    assert len(learnt) == 1 + 3 + 1


def answer(answer: str = "x", times: int = 1) -> Constant:
    return Constant(answer * times)


RECIPE = Recipe("tests/answer", "Says the same", "", answer)


def test_what_cannot_be_searched_for_is_named(ocr):
    def tried(**options):
        search_and_train(RECIPE, ocr, Training(), trials=1, development="dev-0", **options)

    with pytest.raises(OptionError, match=r"says of no setting what is worth trying; say it:  --over NAME=LOW\.\.HIGH"):
        tried()
    with pytest.raises(OptionError, match="tests/answer has no setting 'rate'; it has answer, times"):
        tried(space={"rate": Range(0, 1)})
    with pytest.raises(OptionError, match="times is fixed by --set"):
        tried(space={"times": Range(1, 2)}, settings={"times": 3})
