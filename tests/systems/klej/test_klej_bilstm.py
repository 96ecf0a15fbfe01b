"""The BiLSTM baselines learn each kind of task, alone and together, are saved, and go on where they were stopped."""

import numpy
import pytest
from klej_examples_small import records, task, write_task

from probierz.errors import DataError, OptionError, SystemFileError
from probierz.systems.klej.word_vectors import NumberedWords, cut_words, read_vectors
from probierz.systems.recipes import find_recipe
from probierz.systems.storage import load, save
from probierz.systems.system import Training

SMALL = {"profile": "small", "units": 16, "epochs": 12, "batch": 16, "rate": 0.01, "second": 2}


def fitted(name, pairs, training=Training(seed=1), **settings):
    system = find_recipe("klej/bilstm").build(task=name, **SMALL | settings)
    system.fit(pairs, training)
    return system


def share_right(system, asked):
    said = list(system.predict(pair.input for pair in asked))
    return sum(line == pair.expected for line, pair in zip(said, asked, strict=True)) / len(asked)


@pytest.mark.parametrize("name", ["nkjp-ner", "polemo2.0-in"])
def test_labels_of_single_texts_are_learnt(torch, name, tmp_path):
    system, asked = fitted(name, records(name, 200)), records(name, 60, seed=5)
    assert share_right(system, asked) > 0.9  # a word of its own tells the label
    save(system, tmp_path / "saved")
    inputs = [pair.input for pair in asked]
    assert list(load(tmp_path / "saved").predict(inputs)) == list(system.predict(inputs))


def test_ratings_are_numbers_within_the_range(torch):
    asked = records("ar", 60, seed=5)
    said = [float(line) for line in fitted("ar", records("ar", 200)).predict(pair.input for pair in asked)]
    assert min(said) >= 1
    assert max(said) <= 5
    assert numpy.corrcoef(said, [float(pair.expected) for pair in asked])[0, 1] > 0.9


@pytest.mark.parametrize("attention", [False, True])
def test_pairs_of_texts_are_learnt(torch, attention, tmp_path):
    """All words in common or none: without attention that has to go through the greatest numbers alone."""
    name = "dyk"
    system = fitted(name, records(name, 300), attention=attention, epochs=15)
    assert share_right(system, records(name, 60, seed=5)) > 0.8
    save(system, tmp_path / "saved")
    asked = [pair.input for pair in records(name, 10, seed=6)]
    assert list(load(tmp_path / "saved").predict(asked)) == list(system.predict(asked))


def test_tasks_are_learnt_together_and_drawn_by_the_root_of_their_size(torch, tmp_path):
    from probierz.systems.klej.recurrent import _drawn, _TaskRecord

    write_task(tmp_path, "nkjp-ner", train=120)
    write_task(tmp_path, "cdsc-e", train=60)
    system = fitted("nkjp-ner", records("nkjp-ner", 120, seed=120), together=str(tmp_path))
    assert share_right(system, records("nkjp-ner", 60, seed=5)) > 0.8
    assert set(system._network.heads) == {"nkjp-ner", "cdsc-e"}
    found = _drawn([*[_TaskRecord("a", (), 0.0)] * 900, *[_TaskRecord("b", (), 0.0)] * 100], 1)
    assert sum(one.task == "a" for one in found) == 750  # 30 to 10


def test_in_the_second_stage_the_encoder_stays_as_it_is_unless_it_is_tuned(torch, monkeypatch):
    from probierz.systems.klej import recurrent

    real, stages = recurrent.train, []

    def seen(network, *arguments, **settings):
        before = {name: value.clone() for name, value in network.named_parameters()}
        log = real(network, *arguments, **settings)
        now = dict(network.named_parameters())
        stages.append({name.partition(".")[0] for name in before if not torch.equal(before[name], now[name])})
        return log

    monkeypatch.setattr(recurrent, "train", seen)
    fitted("nkjp-ner", records("nkjp-ner", 40), epochs=2)
    fitted("nkjp-ner", records("nkjp-ner", 40), epochs=2, tuned=True)
    fitted("nkjp-ner", records("nkjp-ner", 40), epochs=2, second=0)
    everything = {"embed", "encoder", "heads"}
    assert stages[0] == everything
    assert stages[1] <= {"heads"}
    assert stages[3] <= {"encoder", "heads"}
    assert len(stages) == 5


def test_what_was_interrupted_ends_with_the_same_weights(torch, tmp_path):
    pairs = records("nkjp-ner", 60)

    def stop(_what, done, _total):
        if done == 5:
            raise KeyboardInterrupt

    whole = fitted("nkjp-ner", pairs, Training(seed=1, checkpoint=tmp_path / "whole"), epochs=3)
    with pytest.raises(KeyboardInterrupt):
        fitted("nkjp-ner", pairs, Training(seed=1, checkpoint=tmp_path / "states", progress=stop), epochs=3)
    again = fitted("nkjp-ner", pairs, Training(seed=1, checkpoint=tmp_path / "states"), epochs=3)
    ours, theirs = whole._network.state_dict(), again._network.state_dict()
    assert all(torch.equal(ours[name], theirs[name]) for name in ours)


def test_a_folder_that_is_not_whole_is_told(torch, tmp_path):
    fitted("nkjp-ner", records("nkjp-ner", 20), epochs=1, second=0).write(tmp_path)
    (tmp_path / "learnt.json").write_text("{}")
    with pytest.raises(SystemFileError, match="holds no whole klej-bilstm"):
        find_recipe("klej/bilstm").build(task="nkjp-ner").read(tmp_path)


def test_odd_settings_and_records_are_told(torch, tmp_path):
    with pytest.raises(OptionError, match="no profile is called 'big'; there are paper and small"):
        find_recipe("klej/bilstm").build(profile="big")
    with pytest.raises(DataError, match="ten at least"):
        fitted("nkjp-ner", records("nkjp-ner", 5))
    with pytest.raises(OptionError, match="no task of KLEJ with a train set"):
        fitted("nkjp-ner", records("nkjp-ner", 20), together=str(tmp_path))
    assert task("nkjp-ner").name == "nkjp-ner"


# --- words, without PyTorch ------------------------------------------------------------------------------------------


def test_words_and_marks_are_cut_and_long_texts_end():
    assert cut_words("Wisła, 2.5 km!", 99) == ["Wisła", ",", "2", ".", "5", "km", "!"]
    assert cut_words("", 5) == [""]
    assert cut_words("a " * 1000, 5) == ["a"] * 5


def test_rare_words_are_unknown_and_capitals_may_be_known_by_small_letters():
    known = NumberedWords.of([["kot", "kot", "pies"], ["Toruń", "Toruń"]], 10, 2)
    assert known(["kot", "Kot", "pies", "Toruń", "toruń"]) == [2, 2, 1, 3, 1]
    assert len(known) == 4


def test_vectors_are_read_with_their_header_or_without(tmp_path):
    path = tmp_path / "a.vec"
    path.write_text("2 2\nkot 0.5 -1\npies 1e-2 3 \n", "utf-8")
    found = read_vectors(str(path), ["kot"])
    assert {word: vector.tolist() for word, vector in found.items()} == {
        "kot": [0.5, -1.0],
        "pies": pytest.approx([0.01, 3.0]),
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("kot 1 2\npies 1\n", "line 2: 1 numbers; the words before have 2"),
        ("kot a b\n", "line 1: a word and its numbers are wanted"),
        ("kot nan 1\n", "line 1: a word and its numbers"),
        ("", "there is no vector in the file"),
    ],
)
def test_vectors_that_are_none_are_told_with_their_line(tmp_path, text, told):
    (tmp_path / "a.vec").write_text(text)
    with pytest.raises(DataError, match=told):
        read_vectors(str(tmp_path / "a.vec"), [])
    with pytest.raises(OptionError, match="there is no such file"):
        read_vectors(str(tmp_path / "b.vec"), [])


def test_the_network_begins_with_the_vectors_of_the_file(torch, tmp_path):
    path = tmp_path / "a.vec"
    path.write_text("kot 1 2 3\nzebra 4 5 6\n", "utf-8")
    system = find_recipe("klej/bilstm").build(task="nkjp-ner", **SMALL | {"vectors": str(path), "epochs": 1})
    system._learn_words([["kot", "kot"]])
    assert system._network.embed.weight[system._words(["kot", "zebra"])].tolist() == [[1, 2, 3], [4, 5, 6]]
