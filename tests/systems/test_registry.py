"""Which trained system stands for a name: a folder, the user's own, or the shipped one."""

from dataclasses import replace

import pytest

from probierz.errors import UnknownSystem
from probierz.systems import registry
from probierz.systems.recipes import find_recipe
from probierz.systems.simple import Majority
from probierz.systems.storage import save
from probierz.systems.system import Pair


@pytest.fixture
def recipe(tmp_path, monkeypatch):
    """The recipe `majority`, as if a trained one that says "shipped" came with the package."""
    monkeypatch.setenv("PROBIERZ_MODELS", str(tmp_path / "store"))
    save(saying("shipped"), tmp_path / "package" / "shipped")
    found = replace(find_recipe("majority"), shipped="shipped")
    monkeypatch.setattr(registry, "_PACKAGE", tmp_path / "package")
    monkeypatch.setattr(registry, "find_recipe", lambda name: found)
    return found


def saying(answer):
    system = Majority()
    system.fit([Pair("", answer)])
    return system


def answer_of(name):
    return next(registry.find_system(name).predict(["x"]))


def test_a_shipped_system_is_ready(recipe, tmp_path):
    assert registry.home(recipe) == tmp_path / "package" / "shipped"
    assert answer_of("majority") == "shipped"


def test_the_users_own_goes_before_the_shipped_one_and_a_folder_before_both(recipe, tmp_path):
    save(saying("mine"), registry.stored("majority"))
    assert answer_of("majority") == "mine"
    save(saying("folder"), tmp_path / "other")
    assert answer_of(str(tmp_path / "other")) == "folder"


def test_what_is_neither_trained_nor_shipped_has_to_be_trained(tmp_path, monkeypatch):
    monkeypatch.setenv("PROBIERZ_MODELS", str(tmp_path / "store"))
    assert registry.home(find_recipe("majority")) is None
    with pytest.raises(UnknownSystem, match="probierz train majority"):
        registry.find_system("majority")
