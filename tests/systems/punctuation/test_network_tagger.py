"""The network in NumPy, its training in PyTorch, and the system that uses it."""

import numpy
import pytest

from probierz.errors import SystemFileError, Untrained
from probierz.systems.punctuation.features import AFFIXES, Lexicon, shape
from probierz.systems.punctuation.marks import MARKS
from probierz.systems.punctuation.network import Network, pack, unpack
from probierz.systems.punctuation.tagger import NetworkTagger
from probierz.systems.storage import load, save

D, H, LABELS = 6, 5, 13


def some_network(words=50, places=64, seed=1):
    random = numpy.random.default_rng(seed)

    def weights(*shape):
        return random.normal(0, 0.7, shape).astype(numpy.float32)

    layers = tuple((weights(2, size, 4 * H), weights(2, H, 4 * H), weights(2, 4 * H)) for size in (D, 2 * H))
    return Network(weights(words, D), weights(places, D), layers, weights(2 * H, LABELS), weights(LABELS))


def some_input(steps, texts, seed=2):
    random = numpy.random.default_rng(seed)
    return random.integers(0, 50, (steps, texts)), random.integers(0, 64, (steps, texts, AFFIXES))


def tagger():
    words = [f"słowo{number}" for number in range(49)]
    made = NetworkTagger()
    made.take(Lexicon(words, 64), some_network())
    return made


def sigmoid(x):
    return 1 / (1 + numpy.exp(-x))


def one_way(x, w, r, b):
    """One text, one direction, by the formulas of Hochreiter and Schmidhuber as they are printed."""
    h = c = numpy.zeros(H)
    for row in x:
        i, f, o, g = numpy.split(row @ w + h @ r + b, 4)
        c = sigmoid(f) * c + sigmoid(i) * numpy.tanh(g)
        h = sigmoid(o) * numpy.tanh(c)
        yield h


def test_scores_are_those_of_the_formulas():
    network = some_network()
    words, affixes = some_input(7, 1)
    x = network.words[words[:, 0]] + network.affixes[affixes[:, 0]].sum(axis=1)
    for w, r, b in network.layers:
        there = list(one_way(x, w[0], r[0], b[0]))
        back = list(one_way(x[::-1], w[1], r[1], b[1]))[::-1]
        x = numpy.hstack([there, back])
    expected = x @ network.output + network.bias
    assert network.scores(words, affixes, numpy.array([7]))[:, 0] == pytest.approx(expected, abs=1e-4)


def test_texts_beside_a_text_and_what_fills_it_up_change_nothing():
    network = some_network()
    words, affixes = some_input(9, 3)
    lengths = numpy.array([9, 4, 6])
    together = network.scores(words, affixes, lengths)
    for at, length in enumerate(lengths):
        alone = network.scores(
            words[:length, at : at + 1], affixes[:length, at : at + 1], lengths[at : at + 1] * 0 + length
        )
        assert together[:length, at] == pytest.approx(alone[:, 0], abs=1e-5)


def test_packed_weights_are_off_by_at_most_half_a_step():
    weights = numpy.random.default_rng(0).normal(size=(5, 40)).astype(numpy.float32)
    step = numpy.abs(weights).max(axis=1, keepdims=True) / 127
    assert (numpy.abs(unpack(*pack(weights)) - weights) <= step / 2 + 1e-6).all()


def test_what_is_saved_marks_as_before(tmp_path):
    texts = [" ".join(f"słowo{number % 60}" for number in range(300)), "słowo1", "", "nieznane słowo 1999"]
    made = tagger()
    save(made, tmp_path / "once")
    once = load(tmp_path / "once")
    save(once, tmp_path / "twice")
    outputs = list(once.predict(texts))
    assert outputs == list(load(tmp_path / "twice").predict(texts))
    assert any(mark in outputs[0] for mark in MARKS[1:])


def test_a_long_text_is_marked_as_if_it_were_looked_at_whole_away_from_edges():
    made = tagger()
    words = [f"słowo{number % 60}" for number in range(1000)]
    whole = made._scores([words])[1:-1, 0, :8].argmax(axis=1)
    windows = made.label([words])[0].marks
    # what 24 words away changes the label of a word is next to nothing in a small random network
    assert (windows == whole).mean() > 0.99


def test_the_threshold_decides_how_many_marks_there_are():
    made = tagger()
    words = [[f"słowo{number % 60}" for number in range(200)]]
    counts = []
    for threshold in (0.0, 0.5, 0.9, 1.1):
        made.threshold = threshold
        counts.append(int((made.label(words)[0].marks > 0).sum()))
    assert counts[0] == 200
    assert counts[-1] == 0
    assert counts == sorted(counts, reverse=True)


def test_a_tagger_without_a_network_says_so(tmp_path):
    with pytest.raises(Untrained, match="train it, or name a folder"):
        list(NetworkTagger().predict(["ala"]))
    save(tagger(), tmp_path / "system")
    (tmp_path / "system" / "weights.npz").write_bytes(b"PK\x03\x04 nothing")
    with pytest.raises(SystemFileError, match="cut off or changed"):
        load(tmp_path / "system")


def test_shapes_tell_numbers_apart():
    assert [shape(word) for word in ("ala", "a", "7", "1999", "2345678", "d'italia", "%")] == [
        "a", "a1", "01", "04y", "05", "'a", "%",
    ]  # fmt: skip


# --- training --------------------------------------------------------------------------------------------------------


@pytest.fixture
def torch():
    return pytest.importorskip("torch", reason="PyTorch, of the extra neural, is not installed")


def tiny_plan(**changes):
    from probierz.systems.punctuation.learning import Phase, Plan

    rows = tiny_corpus().rows()
    usual = {"embedding": 16, "hidden": 16, "batch": 8, "length": 16, "rate": 0.03, "dropout": 0.0, "unknown": 0.0}
    return Plan(**usual | {"phases": (Phase([(rows, 1.0)], 8 * 16 * 150),)} | changes)


def tiny_corpus():
    from probierz.systems.punctuation.learning import Corpus
    from probierz.systems.punctuation.texts import read_words

    corpus = Corpus()
    for text in ("Wiem, że tak.", "Dom, który stoi, to 10:45?", "Ala ma kota; NATO – nie.") * 4:
        corpus.add(read_words(text))
    return corpus


def trained(torch, **changes):
    from probierz.systems.punctuation.learning import learn

    torch.set_num_threads(1)
    corpus = tiny_corpus()
    lexicon = Lexicon(corpus.forms, 256)
    return learn(corpus.forms, lexicon, tiny_plan(**changes)), lexicon


def test_a_small_sample_is_learnt_by_heart(torch):
    network, lexicon = trained(torch)
    made = NetworkTagger()
    made.take(lexicon, network)
    assert list(made.predict(["wiem że tak", "dom który stoi to 10 45", "ala ma kota nato nie"])) == [
        "wiem, że tak.", "dom, który stoi, to 10: 45?", "ala ma kota nato- nie.",
    ]  # fmt: skip
    labels = made.label([["ala", "ma", "kota", "nato", "nie"]])[0]
    assert labels.cases.tolist() == [1, 0, 0, 2, 0]


def test_numpy_and_pytorch_score_alike(torch):
    from probierz.systems.punctuation.learning import _load, _model, _network

    plan = tiny_plan(embedding=D, hidden=H)
    model = _model(torch, 50, 64, plan)
    _load(torch, model, some_network())
    words, affixes = some_input(7, 2)
    with torch.no_grad():
        x = model["words"](torch.from_numpy(words))
        x = x + model["affixes"](torch.from_numpy(affixes.reshape(14, -1))).view(7, 2, -1)
        theirs = model["output"](model["second"](model["first"](x)[0])[0]).numpy()
    assert some_network().scores(words, affixes, numpy.array([7, 7])) == pytest.approx(theirs, abs=1e-4)
    assert _network(model).scores(words, affixes, numpy.array([7, 7])) == pytest.approx(theirs, abs=1e-4)


def test_going_on_is_the_same_as_not_having_stopped(torch, tmp_path):
    from probierz.systems.punctuation.learning import learn

    class Enough(Exception):
        pass

    def stop(_what, done, _total):
        if done == 70:
            raise Enough

    settings = {"checkpoint": tmp_path, "every": 50, "dropout": 0.2, "unknown": 0.1}
    whole, lexicon = trained(torch, dropout=0.2, unknown=0.1)
    corpus = tiny_corpus()
    with pytest.raises(Enough):
        learn(corpus.forms, lexicon, tiny_plan(**settings), progress=stop)
    went_on = learn(corpus.forms, lexicon, tiny_plan(**settings))
    assert numpy.array_equal(went_on.output, whole.output)
    assert numpy.array_equal(went_on.words, whole.words)
