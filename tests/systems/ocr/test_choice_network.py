"""Choosing one of several candidates."""

import numpy

from probierz.systems.ocr import choice_network
from probierz.systems.ocr.choice_network import ChoiceNetwork, ChoicePlaces, learn_choices


def groups(count, seed=0):
    """Two candidates of two signs each; right is the one whose signs are equal, which no weights can tell."""
    random = numpy.random.default_rng(seed)
    same = random.integers(0, 2, count)
    first = random.integers(0, 2, count)
    equal, unequal = numpy.stack([first, first]), numpy.stack([first, 1 - first])
    rows = numpy.where(same, [equal, unequal], [unequal, equal]).transpose(2, 0, 1).reshape(-1, 2)
    begins = numpy.arange(count) * 2
    return ChoicePlaces(rows.astype(numpy.float32), begins, begins + 1 - same)


def right(network, found):
    scores = network.scores(found.features).reshape(-1, 2)
    return (scores.argmax(axis=1) == found.chosen - found.begins).mean()


def test_units_learn_what_goes_together_and_weights_do_not(monkeypatch):
    unseen = groups(2_000, seed=1)
    assert right(learn_choices(groups(20_000)), unseen) < 0.7
    monkeypatch.setattr(choice_network, "_FEW", 0)
    found = learn_choices(groups(20_000))
    assert right(found, unseen) > 0.99
    kept = ChoiceNetwork.from_arrays(found.arrays())
    assert (kept.scores(unseen.features) == found.scores(unseen.features)).all()


def test_weights_of_an_older_version_choose_by_the_columns_they_know():
    found = ChoiceNetwork.from_arrays({"weights": numpy.array([2.0, 1.0])})
    assert found.scores(numpy.array([[1.0, 1.0, 9.0], [0.0, 1.0, 9.0]])).tolist() == [3.0, 1.0]


def test_nothing_to_learn_from_chooses_nothing():
    empty = ChoicePlaces(numpy.zeros((0, 1), numpy.float32), numpy.zeros(0, int), numpy.zeros(0, int))
    assert learn_choices(ChoicePlaces.together([empty, empty])).scores(numpy.ones((2, 3))).tolist() == [0, 0]


def test_groups_put_together_keep_their_rows():
    one, other = groups(3), groups(2, seed=2)
    both = ChoicePlaces.together([one, other])
    assert both.begins.tolist() == [0, 2, 4, 6, 8]
    assert (both.features[both.chosen[3:]] == other.features[other.chosen]).all()
