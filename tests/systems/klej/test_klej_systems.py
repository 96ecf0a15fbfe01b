"""Systems for KLEJ learn, are saved and say the same when they are loaded; what they count is counted right."""

import math
from collections import Counter

import numpy as np
import pytest
from klej_examples_small import records, targets

from probierz.errors import DataError, OptionError, SystemFileError
from probierz.systems.klej.overlap import TextPair, WordWeights, overlap_rows
from probierz.systems.klej.targets import best_limit, folds_of
from probierz.systems.klej.trees import Forest, grow
from probierz.systems.klej.vectors import pair_numbers
from probierz.systems.klej.words import WeighedFeatures, features_of
from probierz.systems.recipes import find_recipe
from probierz.systems.storage import load, save
from probierz.systems.system import Pair, Training

ensemble = pytest.importorskip("sklearn.ensemble")
ALL = ("nkjp-ner", "cdsc-e", "cdsc-r", "cbd", "polemo2.0-in", "dyk", "psc", "ar")


def fitted(name, pairs, recipe="klej/features", **settings):
    known = find_recipe(recipe).settings()
    few = {name: value for name, value in {"trees": 30}.items() if name in known}
    system = find_recipe(recipe).build(task=name, **few, **settings)
    system.fit(pairs, Training(seed=1))
    return system


@pytest.mark.parametrize("name", ALL)
def test_what_texts_have_in_common_or_say_is_learnt_for_each_task(name, tmp_path):
    system = fitted(name, records(name, 120))
    asked = records(name, 60, seed=5)
    said = list(system.predict(pair.input for pair in asked))
    if name in ("cdsc-r", "ar"):
        wanted = [float(pair.expected) for pair in asked]
        assert np.corrcoef(wanted, [float(line) for line in said])[0, 1] > 0.8
    else:
        assert sum(line == pair.expected for line, pair in zip(said, asked, strict=True)) > 50
    save(system, tmp_path / "saved")
    assert list(load(tmp_path / "saved").predict(pair.input for pair in asked)) == said


def test_the_same_seed_gives_the_same_answers():
    pairs, asked = records("cdsc-r", 60), records("cdsc-r", 20, seed=5)
    one, other = (list(fitted("cdsc-r", pairs).predict(pair.input for pair in asked)) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("name", ["cdsc-r", "nkjp-ner"])
def test_an_encoder_adds_what_its_vectors_say(name, small_encoder_folder, tmp_path):
    options = {"backbone": str(small_encoder_folder), "penalty": 1.0}
    pairs, asked = records(name, 60), [pair.input for pair in records(name, 12, seed=5)]
    if name == "cdsc-r":  # what no overlap explains, so that everything counts a little
        pairs = [Pair(one.input, other.expected) for one, other in zip(pairs, reversed(pairs), strict=True)]
    system = fitted(name, pairs, "klej/encoder", cache=str(tmp_path / "kept"), **options)
    said = list(system.predict(asked))
    assert sorted(path.suffix for path in (tmp_path / "kept").iterdir()) == [".npy", ".npy"]
    assert list(system.predict(asked)) == said  # from what is kept
    system.change("cache", "")
    assert list(system.predict(asked)) == said
    assert name == "nkjp-ner" or said != list(fitted(name, pairs).predict(asked))


def test_random_answers_come_as_often_as_in_train_and_majority_is_the_commonest():
    pairs = [Pair("x", "0")] * 90 + [Pair("x", "1")] * 10
    drawn = find_recipe("klej/random").build()
    drawn.fit(pairs, Training(seed=3))
    counts = Counter(drawn.predict("x" * 2000))
    assert counts["1"] == pytest.approx(200, abs=45)  # three standard deviations of 2,000 draws
    usual = find_recipe("klej/majority").build()
    usual.fit(pairs)
    assert list(usual.predict("xy")) == ["0", "0"]
    usual.fit([Pair("x", "1.0"), Pair("x", "2.0"), Pair("x", "4.5")])
    assert list(usual.predict("x")) == ["2.5"]


# --- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "change", "said"),
    [
        ("cdsc-e", lambda pairs: pairs[:5], "there are 5 records; ten at least are needed"),
        ("cdsc-e", lambda pairs: [*pairs, Pair("1\ta\tb", "MAYBE")], "line 31: cdsc-e: the label is 'MAYBE'"),
        ("ar", lambda pairs: [*pairs, Pair("a", "7")], "line 31: ar: a number from 1 to 5 is wanted, found '7'"),
        ("cdsc-e", lambda pairs: [*pairs, Pair("a", "NEUTRAL")], "line 31: cdsc-e has the columns pair_ID, sentence_A"),
        (
            "cbd",
            lambda pairs: [Pair(pair.input, "0") for pair in pairs],
            "all records are '0'; from equal ones nothing",
        ),
    ],
)
def test_what_cannot_be_learnt_from_is_told(name, change, said):
    with pytest.raises(DataError, match=said):
        fitted(name, change(records(name, 30)))


def test_a_task_that_klej_does_not_have_is_told():
    with pytest.raises(OptionError, match="task='cdsc' is none of KLEJ's; there are cdsc-"):
        find_recipe("klej/features").build(task="cdsc")


def test_texts_of_one_word_or_none_are_answered():
    for name in ("cdsc-e", "cbd"):
        columns = "\t" if name == "cdsc-e" else ""
        assert len(list(fitted(name, records(name, 30)).predict([columns, f"a{columns}"]))) == 2


def test_trees_that_lead_nowhere_are_refused(tmp_path):
    save(fitted("cdsc-e", records("cdsc-e", 30)), tmp_path / "saved")
    file = tmp_path / "saved" / "learnt.npz"
    with np.load(file) as arrays:
        changed = {name: arrays[name] for name in arrays.files}
    changed["tree_left"] = np.where(changed["tree_left"] >= 0, 0, -1).astype(np.int32)
    with pytest.raises(ValueError, match="leads to none that follows"):
        Forest.from_arrays(changed)
    file.write_bytes(b"PK")
    with pytest.raises(SystemFileError):
        load(tmp_path / "saved")


# --- what is counted -------------------------------------------------------------------------------------------------


def test_trees_as_arrays_say_what_scikit_learn_says():
    rows = np.random.default_rng(1).normal(size=(80, 6)).astype(np.float32)
    numbers, classes = rows[:, 0] - rows[:, 3], (rows[:, 1] > 0.3).astype(int)
    asked = np.random.default_rng(2).normal(size=(30, 6)).astype(np.float32)
    options = {"min_samples_leaf": 2, "max_features": 0.5, "random_state": 4}
    regression = ensemble.ExtraTreesRegressor(10, **options).fit(rows, numbers)
    found = grow(rows, numbers, classes=0, seed=4, trees=10, leaf=2, share=0.5)
    np.testing.assert_allclose(found(asked)[:, 0], regression.predict(asked), atol=1e-9)
    classifier = ensemble.ExtraTreesClassifier(10, **options).fit(rows, classes)
    found = grow(rows, classes, classes=3, seed=4, trees=10, leaf=2, share=0.5)  # a class that nobody has
    np.testing.assert_allclose(found(asked)[:, :2], classifier.predict_proba(asked), atol=1e-6)
    assert not found(asked)[:, 2].any()


def test_a_word_in_few_texts_weighs_more():
    weights = WordWeights.of(["kot pies", "kot dom", "kot las"])
    assert weights("kot") == pytest.approx(math.log(4 / 4) + 1)
    assert weights("pies") == weights("never seen") == pytest.approx(math.log(4 / 2) + 1)


def test_equal_texts_overlap_wholly_and_others_not_at_all():
    weights = WordWeights.of(["ala ma kota", "nic tu nie gra"])
    same, other = overlap_rows(
        [TextPair("Ala ma kota", "ala MA kota"), TextPair("ala ma kota", "zupełnie inne słowa")], weights
    )
    assert same[:3].tolist() == pytest.approx([1.0, 1.0, 1.0])
    assert other[:3].tolist() == [0.0, 0.0, 0.0]
    assert np.isfinite(overlap_rows([TextPair("", ""), TextPair("a", "")], weights)).all()


def test_names_are_told_from_first_words_and_have_their_neighbours():
    found = features_of("Wczoraj w Krakowie padało")
    assert {"n word krakowie", "n before w", "n after padało", "n end wie"} <= set(found)
    assert "n word wczoraj" not in found
    assert features_of("w 1999 roku")["n shapes a 9999 a"] == 1
    assert WeighedFeatures.of([found, found]).rows([found, Counter()]).toarray()[1].sum() == 0


@pytest.mark.parametrize(
    ("chances", "wanted", "limit"),
    [
        ([0.9, 0.8, 0.3, 0.1], [1, 1, 0, 0], 0.8),  # F1 = 1 from 0.8 on
        ([0.9, 0.8, 0.3, 0.1], [1, 0, 1, 0], 0.3),  # 2/3, 1/2, 4/5, 2/3
        ([0.5, 0.5, 0.5], [1, 0, 0], 0.5),  # all or none
        ([0.9, 0.2], [0, 0], 0.5),
    ],
)
def test_yes_is_said_from_where_f_one_is_greatest(chances, wanted, limit):
    assert best_limit(np.array(chances), np.array(wanted)) == limit


def test_records_of_one_question_are_in_one_part():
    parts = folds_of([f"q{number // 4}" for number in range(40)], 5, seed=1)
    assert all(len(set(parts[at : at + 4].tolist())) == 1 for at in range(0, 40, 4))
    assert sorted(Counter(parts.tolist()).values()) == [8] * 5
    assert targets("cbd") == ("0", "1")


def test_what_the_other_text_hardly_has_is_told_of_both_texts(small_encoder_folder):
    """The first text has a piece more than the second, so one of its pieces is like none there."""
    same, more, empty = (
        pair_numbers(str(small_encoder_folder), [TextPair(*pair)])[0][0, 8:20].reshape(2, 6)
        for pair in (("Kot śpi .", "Kot śpi ."), ("Kot śpi w lesie .", "Kot śpi ."), ("Kot", ""))
    )
    assert same == pytest.approx(np.array([[1, 1, 1, 1, 1, 0]] * 2), abs=2e-3)
    assert more[0, 0] < 0.999
    assert (np.diff(more[:, :3]) >= 0).all()
    assert (empty == 0).all()
