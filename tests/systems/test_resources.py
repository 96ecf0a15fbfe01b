"""Corpora and indexes that settings name, and what a card tells of a training."""

import pytest

from probierz.challenges.challenge import open_challenge
from probierz.cli.main import main
from probierz.errors import OptionError
from probierz.systems.recipes import Recipe, find_recipe
from probierz.systems.resources import found_resource, with_places
from probierz.systems.simple import Majority
from probierz.systems.system import Training
from probierz.systems.training import train


@pytest.fixture
def challenge(tmp_path, monkeypatch):
    """A challenge with a corpus, beside a working folder and a home that have others of that name."""
    monkeypatch.setenv("PROBIERZ_HOME", str(tmp_path / "home"))
    for place in ("marks/train", "marks/corpus", "here/corpus", "home/resources/corpus"):
        (tmp_path / place).mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    (tmp_path / "marks/config.txt").write_text("--metric WER\n")
    (tmp_path / "marks/train/in.tsv").write_text("a\tb\nc\td\n")
    (tmp_path / "marks/train/expected.tsv").write_text("1\n1\n")
    return tmp_path / "marks"


def test_a_resource_is_found_in_the_challenge_then_as_a_path_then_in_the_cache(challenge):
    home = challenge.parent / "home/resources/corpus"
    assert found_resource("rest", "corpus", challenge) == str(challenge / "corpus")
    (challenge / "corpus").rmdir()
    assert found_resource("rest", "corpus", challenge) == "corpus"
    (challenge.parent / "here/corpus").rmdir()
    assert found_resource("rest", "corpus", challenge) == str(home)
    home.rmdir()
    with pytest.raises(OptionError) as told:
        found_resource("rest", "corpus", challenge)
    assert str(told.value) == (
        f"rest=corpus: there is no such file or folder in {challenge}, at that path or in {home.parent}; name one that"
        " is there, or make one by  probierz punctuation prepare"
    )


def test_several_names_systems_and_other_settings(challenge):
    told = {"more": "corpus corpus", "translator": "hf:x", "rate": 0.1, "backbone": "corpus", "texts": ""}
    assert with_places(told, challenge) == {**told, "more": f"{challenge}/corpus {challenge}/corpus"}
    assert with_places({"translator": "unchanged"}) == {"translator": "unchanged"}
    with pytest.raises(OptionError, match=r"^translator=nowhere: there is no such file"):
        with_places({"translator": "nowhere"}, challenge)


def test_every_setting_that_names_a_folder_of_texts_is_found_in_the_challenge(challenge):
    told = dict.fromkeys(("trivia", "kinds", "entailment", "rest", "text", "texts"), "corpus")
    assert with_places(told, challenge) == dict.fromkeys(told, f"{challenge}/corpus")


def test_a_setting_of_a_recipe_does_not_stand_before_one_that_all_share():
    settings = {"head_rate": 2e-3, "lstm_rate": 5e-3}
    system = find_recipe("punctuation/clarin-lstm-frozen").build_inner(**settings)
    assert (system.of.head_rate, system.stages[1]["rate"]) == (2e-3, 5e-3)


def test_a_missing_resource_is_told_before_anything_is_read(challenge, capsys):
    assert main(["train", "ocr/cascade", str(challenge), "--set", "texts=lost", "--to", "made"]) != 0
    assert "texts=lost: there is no such file or folder in" in capsys.readouterr().err


def test_a_card_tells_all_settings_and_what_is_otherwise_than_in_the_paper(challenge):
    recipe = Recipe(
        "a/b", "Something", "", lambda rate=0.5, epochs=3, backbone="toy": Majority(), departures=("a guard",)
    )
    _, card = train(recipe, open_challenge(challenge), Training(), settings={"rate": 0.25})
    assert card.settings == {"rate": 0.25, "epochs": 3, "backbone": "toy"}
    assert "--set rate=0.25 --seed" in card.command
    page = card.as_markdown()
    assert "- settings: `rate=0.25`, `epochs=3`, `backbone=toy`\n" in page
    assert "## Otherwise than in the paper\n\n- a guard\n" in page
    assert type(card).from_dict(card.as_dict()) == card


@pytest.mark.parametrize("name", ["ocr/dyda-mt5-base", "quality/wrobel-b1", "punktor-m1", "ocr/heuristics"])
def test_what_is_otherwise_is_shown(capsys, name):
    main(["systems", "show", name])
    shown = capsys.readouterr().out
    assert find_recipe(name).departures
    assert [line for line in shown.split("\n") if line.startswith("otherwise\t")] == [
        f"otherwise\t{text}" for text in find_recipe(name).departures
    ]
