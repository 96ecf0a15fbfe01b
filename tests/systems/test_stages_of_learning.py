"""Learning in stages, with a system that only remembers how it was taught."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import pytest

from probierz.errors import DataError, OptionError
from probierz.systems.combinators import InputColumn
from probierz.systems.stages import Stages
from probierz.systems.system import Pair, System, Training

GIVEN, HELD = [Pair("a", "A"), Pair("b", "B")], [Pair("c", "C")]


@dataclass
class Pupil(System):
    kind: ClassVar[str] = "pupil"
    epochs: int = 3
    rate: float = 0.1
    metric: str = "Accuracy"
    lessons: list = field(default_factory=list, init=False)

    def fit(self, pairs, training=None):
        self.lessons = []
        self.tune(pairs, training)

    def tune(self, pairs, training=None):
        texts = "".join(pair.input for pair in pairs)
        held = "".join(pair.input for pair in training.development)
        self.lessons.append((texts, held, self.epochs, self.rate, training.checkpoint))

    def predict(self, inputs):
        return iter(inputs)

    def score(self, pairs):
        """Best with two epochs; of the rates the smaller."""
        _, _, epochs, rate, _ = self.lessons[-1]
        return -abs(epochs - 2) - rate


def lessons(stages, pairs=GIVEN, development=(), checkpoint=None, **changes):
    made = Stages(Pupil(), tuple(stages), **changes)
    made.fit(pairs, Training(development=development, checkpoint=checkpoint))
    return made.of.lessons


def test_the_first_stage_begins_and_the_others_go_on_with_their_own_settings():
    assert lessons([{"epochs": 1}, {"rate": 0.5}, {}]) == [
        ("ab", "", 1, 0.1, None), ("ab", "", 3, 0.5, None), ("ab", "", 3, 0.1, None),
    ]  # fmt: skip


def test_learning_twice_is_learning_once():
    made = Stages(Pupil(), ({"epochs": 1}, {"rate": 0.5}))
    made.fit(GIVEN)
    first = made.of.lessons
    made.fit(GIVEN)
    assert made.of.lessons == first
    assert (made.of.epochs, made.of.rate) == (3, 0.1)


def test_each_stage_and_each_way_keeps_its_states_apart():
    found = lessons([{}, {"epochs": [1, 2]}], development=HELD, checkpoint=Path("c"))
    assert [one[-1] for one in found] == [Path("c/stage-0"), Path("c/stage-1/way-1")]


def test_of_a_grid_the_best_on_development_goes_on():
    made = Stages(Pupil(), ({}, {"epochs": [1, 2, 4], "rate": [0.1, 0.01]}))
    made.fit(GIVEN, Training(development=HELD))
    assert [one[2:4] for one in made.of.lessons] == [(3, 0.1), (2, 0.01)]
    assert len(made.tried) == 6
    assert max(made.tried, key=lambda one: one[1]) == ({"epochs": 2, "rate": 0.01}, pytest.approx(-0.01))


def test_a_grid_needs_something_to_choose_by():
    with pytest.raises(OptionError, match="needs development pairs to choose by"):
        lessons([{"epochs": [1, 2]}])


def test_stages_learn_from_folders_and_from_what_was_held_back(tmp_path):
    (tmp_path / "in.tsv").write_text("id\tx\n")
    (tmp_path / "expected.tsv").write_text("X\n")
    stages = [{"texts": str(tmp_path)}, {"texts": [str(tmp_path), ""]}, {"texts": "with-development"}]
    found = lessons(stages, development=HELD)
    assert [one[:2] for one in found] == [("x", "c"), ("xab", "c"), ("abc", "")]
    (tmp_path / "expected.tsv").write_text("X\nY\n")
    with pytest.raises(DataError, match=r"in\.tsv has 1 lines, expected\.tsv has 2"):
        lessons(stages[:1])


def test_a_share_is_held_back_where_there_is_no_development():
    pairs = [Pair(letter, letter) for letter in "abcdefghijklmnopqrst"]
    [(texts, held, *_)] = lessons([{}], pairs=pairs, hold_back=0.15)
    assert (len(texts), len(held)) == (17, 3)
    assert set(texts) | set(held) == set("abcdefghijklmnopqrst")
    assert lessons([{}], pairs=pairs, development=HELD, hold_back=0.15)[0][:2] == ("abcdefghijklmnopqrst", "c")


def test_odd_stages_are_named():
    with pytest.raises(OptionError, match="pupil has no setting 'colour'"):
        Stages(Pupil(), ({"colour": 1},))
    with pytest.raises(OptionError, match="at least one stage"):
        Stages(Pupil(), ())


def test_a_column_can_be_learnt_from_further():
    pupil = Pupil()
    column = InputColumn(2, pupil)
    column.fit([Pair("1\ta", "A")])
    column.tune([Pair("2\tb", "B")], Training(development=[Pair("3\tc", "C")]))
    assert [one[:2] for one in pupil.lessons] == [("a", ""), ("b", "c")]
