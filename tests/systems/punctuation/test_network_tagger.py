"""The network in NumPy, its training in PyTorch, and the system that uses it."""

import numpy
import pytest

from probierz.errors import DataError, OptionError, SystemFileError, Untrained
from probierz.systems.punctuation.adapting import _slope, fit_last_layer
from probierz.systems.punctuation.features import FEATURES, WordNumbers, shape
from probierz.systems.punctuation.marks import MARKS
from probierz.systems.punctuation.network import PunctuationNetwork, pack, unpacked_weights
from probierz.systems.punctuation.tagger import NetworkTagger, _decided, _inputs
from probierz.systems.storage import load, save
from probierz.systems.system import Pair, Training

D, H, LABELS = 6, 5, 13
ROWS = WordNumbers([], 64).rows


def some_network(words=50, places=ROWS, seed=1):
    random = numpy.random.default_rng(seed)

    def weights(*shape):
        return random.normal(0, 0.7, shape).astype(numpy.float32)

    layers = tuple((weights(2, size, 4 * H), weights(2, H, 4 * H), weights(2, 4 * H)) for size in (D, 2 * H))
    return PunctuationNetwork(weights(words, D), weights(places, D), layers, weights(2 * H, LABELS), weights(LABELS))


def some_input(steps, texts, seed=2):
    random = numpy.random.default_rng(seed)
    return random.integers(0, 50, (steps, texts)), random.integers(0, ROWS, (steps, texts, FEATURES + 1))


def tagger():
    words = [f"słowo{number}" for number in range(49)]
    made = NetworkTagger()
    made.take(WordNumbers(words, 64), some_network())
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
    assert (numpy.abs(unpacked_weights(*pack(weights)) - weights) <= step / 2 + 1e-6).all()


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
    network, lexicon = made._learnt()
    whole = _decided(network.scores(*_inputs(lexicon, [words], None))[1:-1, 0, :8], made.threshold)
    windows = made.label([words])[0].marks
    # what 24 words away changes the label of a word is next to nothing in a small random network
    assert (windows == whole).mean() > 0.97


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


def test_a_class_and_a_pause_have_places_of_their_own():
    lexicon = WordNumbers(["dom", "kot"], 64, [["dom", "kot", "pies"], ["biega"]])
    assert lexicon.features("dom")[-1] == lexicon.features("pies")[-1] != lexicon.features("biega")[-1]
    assert lexicon.features("nikt")[-1] == lexicon.unclassed
    places = (
        {lexicon.pause(number) for number in range(11)}
        | {lexicon.unclassed}
        | {lexicon.features(word)[-1] for word in ("dom", "biega")}
    )
    assert places == set(range(64, lexicon.rows))
    assert all(place < 64 for place in lexicon.features("dom")[:-1])


def test_the_lexicon_is_made_of_the_words_that_are_taken_most_often():
    classes = {"dom": "subst", "kot": "subst", "biega": "fin", "xyz": ""}
    lexicon = WordNumbers.learn({"dom": 9, "kot": 1, "biega": 5, "xyz": 7}, 3, 64, classes.__getitem__, most_classes=1)
    assert lexicon.words == ("dom", "xyz", "biega")
    assert lexicon.classes == (("dom", "kot"),)
    assert WordNumbers.from_dict(lexicon.as_dict()).as_dict() == lexicon.as_dict()


def test_the_last_layer_finds_what_tells_marks_apart():
    random = numpy.random.default_rng(4)
    states, secret = random.normal(size=(2000, 8)).astype(numpy.float32), random.normal(size=(8, 3))
    labels = (states @ secret).argmax(axis=1)
    weights, bias = fit_last_layer(states, labels, numpy.zeros((8, 3)), numpy.zeros(3), seed=1)
    fresh = random.normal(size=(2000, 8))
    assert ((fresh @ weights + bias).argmax(axis=1) == (fresh @ secret).argmax(axis=1)).mean() > 0.95


def test_a_network_is_fitted_to_other_texts_without_pytorch():
    """All words have a full stop in the new texts: a network that knew of none makes more of them."""
    made = tagger()
    text = [f"słowo{number}" for number in range(12)]
    random = made._learnt()[0]
    before = (made.label([text])[0].marks == 1).sum()
    made.tune([Pair(" ".join(text), " ".join(f"{word}." for word in text))] * 10)
    assert (made.label([text])[0].marks == 1).sum() == 12 > before
    fitted = made._learnt()[0]
    assert numpy.array_equal(fitted.layers[1][0], random.layers[1][0])
    assert numpy.array_equal(fitted.output[:, 8:], random.output[:, 8:])  # capitals and spaces stay as they were


def test_the_gradient_is_that_of_the_loss():
    random = numpy.random.default_rng(3)
    states, labels, weights = random.normal(size=(20, 4)), random.integers(0, 3, 20), random.normal(size=(5, 3))

    def loss(weights):
        scores = states @ weights[:-1] + weights[-1]
        return (numpy.log(numpy.exp(scores).sum(axis=1)) - scores[numpy.arange(20), labels]).mean()

    slope, step = _slope(states, labels, weights), 1e-6
    for place in numpy.ndindex(weights.shape):
        moved = weights.copy()
        moved[place] += step
        assert slope[place] == pytest.approx((loss(moved) - loss(weights)) / step, abs=1e-4)


def test_a_line_with_other_words_is_told_before_anything_is_learnt():
    with pytest.raises(DataError, match="line 2: the text has 2 words, the expected line 1"):
        tagger().tune([Pair("a", "a."), Pair("a b", "a.")])


def test_layers_are_the_last_or_all():
    made = tagger()
    made.layers = "some"
    with pytest.raises(OptionError, match="say last or all"):
        made.tune([])


def test_pauses_change_what_is_marked_and_unheard_ones_do_not():
    made = tagger()
    text = [f"słowo{number}" for number in range(30)]
    plain = made.label([text])[0].marks
    assert (made.label([text], pauses=[[-1] * 30])[0].marks == plain).all()
    assert (made.label([text], pauses=[[900] * 30])[0].marks != plain).any()


# --- training --------------------------------------------------------------------------------------------------------


@pytest.fixture
def torch():
    return pytest.importorskip("torch", reason="PyTorch, of the extra neural, is not installed")


def tiny_plan(**changes):
    from probierz.systems.punctuation.learning import NetworkPlan, TrainingStage

    rows = tiny_corpus().rows()
    usual = {"embedding": 16, "hidden": 16, "batch": 8, "length": 16, "rate": 0.03, "dropout": 0.0, "unknown": 0.0}
    return NetworkPlan(**usual | {"stages": (TrainingStage([(rows, 1.0)], 8 * 16 * 150),)} | changes)


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
    lexicon = WordNumbers(corpus.forms, 256)
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
    model = _model(torch, 50, ROWS, plan)
    _load(torch, model, some_network())
    words, affixes = some_input(7, 2)
    with torch.no_grad():
        x = model["words"](torch.from_numpy(words))
        x = x + model["affixes"](torch.from_numpy(affixes.reshape(14, -1))).view(7, 2, -1)
        theirs = model["output"](model["second"](model["first"](x)[0])[0]).numpy()
    assert some_network().scores(words, affixes, numpy.array([7, 7])) == pytest.approx(theirs, abs=1e-4)
    assert _network(model).scores(words, affixes, numpy.array([7, 7])) == pytest.approx(theirs, abs=1e-4)


def test_what_is_heard_is_learnt(torch):
    """Words alone say nothing here: a mark follows where, and only where, there is a pause."""
    from probierz.systems.punctuation.learning import Corpus, TrainingStage, learn
    from probierz.systems.punctuation.texts import LabelledWord

    torch.set_num_threads(1)
    random = numpy.random.default_rng(5)
    corpus = Corpus()
    for _ in range(40):
        marks = random.integers(0, 2, 20).tolist()
        corpus.add([LabelledWord("no", mark, 0, 0) for mark in marks], [900 if mark else 50 for mark in marks])
    lexicon = WordNumbers(["\n", "no"], 64)
    plan = tiny_plan(stages=(TrainingStage([(corpus.rows(), 1.0)], 8 * 16 * 200),), silent=0.2)
    made = NetworkTagger()
    made.take(lexicon, learn(corpus.forms, lexicon, plan))
    pauses = [50, 900, 50, 50, 900, 50]
    assert made.label([["no"] * 6], pauses=[pauses])[0].marks.tolist() == [0, 1, 0, 0, 1, 0]


def test_pauses_are_drawn_as_speakers_make_them():
    from probierz.systems.punctuation.learning import Corpus, NetworkPlan, TrainingStage, _batches, speakers
    from probierz.systems.punctuation.texts import LabelledWord

    heard, silent = Corpus(), Corpus()
    for corpus in (heard, silent):
        words = [LabelledWord("no", number % 2, 0, 0) for number in range(2000)]
        corpus.add(words, [700 if number % 2 else 80 for number in range(2000)] if corpus is heard else ())
    rests = speakers([heard.rows()])
    assert rests.shape == (1, 8, 11)
    assert rests.sum(axis=2) == pytest.approx(1)
    plan = NetworkPlan(
        batch=4, length=500, stages=(TrainingStage([(silent.rows(), 1)], 20_000),), speakers=rests, spoken=1.0
    )
    rows = numpy.concatenate([batch.reshape(-1, 5) for batch in _batches(plan)])
    marked, unmarked = (rows[(rows[:, 0] > 0) & (rows[:, 1] == mark), 4] for mark in (1, 0))
    assert (marked == 8).mean() > 0.98  # 600 to 800 ms
    assert (unmarked == 3).mean() > 0.98  # 60 to 150 ms
    assert not rows[rows[:, 0] == 0, 4].any()


def free_text(folder):
    text = folder / "text.txt"
    text.write_text("Wiem, że tak.\n\nDom, który stoi, to 10:45?\n" * 40, encoding="utf-8")
    return str(text)


def test_a_system_learns_from_free_text_and_pairs_and_goes_on_learning(torch, tmp_path, monkeypatch):
    pytest.importorskip("morfeusz2", reason="Morfeusz 2, of the extra morfeusz, is not installed")
    torch.set_num_threads(1)
    monkeypatch.setattr("probierz.systems.punctuation.fitting._LEAST_WORDS", 120_000)
    pairs = [Pair("nie wiem że tak", "nie wiem, że tak."), Pair("dom który stoi", "dom, który stoi.")]
    made = NetworkTagger(text=free_text(tmp_path), words=20_000)
    made.fit(pairs)
    assert next(made.predict(["wiem że tak"])).startswith("wiem, że")
    before = list(made.predict(["ala ma kota"]))
    made.layers = "all"
    made.tune([Pair("ala ma kota", "ala- ma- kota-")] * 200)
    assert list(made.predict(["ala ma kota"])) == ["ala- ma- kota-"] != before


def test_a_long_training_ends_with_listening(torch, tmp_path, monkeypatch):
    pytest.importorskip("morfeusz2", reason="Morfeusz 2, of the extra morfeusz, is not installed")
    torch.set_num_threads(1)
    monkeypatch.setattr("probierz.systems.punctuation.fitting._LONG", 20_000)
    (tmp_path / "fa").mkdir()
    spoken = "(0,200) tak\n(900,1000) wiem\n(1400,1500) że\n(1500,1600) on\n(1600,1700) wie\n</s>\n"
    (tmp_path / "fa" / "a.clntmstmp").write_text(spoken, "utf-8")
    steps = set()

    def progress(what, _done, total):
        if what.startswith("loss"):
            steps.add(total)

    for words in (19_999, 100_000):
        made = NetworkTagger(text=free_text(tmp_path), alignments=str(tmp_path / "fa"), words=words)
        made.fit([Pair("tak wiem że on wie", "tak, wiem, że on wie.")], Training(progress=progress))
    assert sorted(steps) == [1, 3, 11]  # a tenth more of the long one, in bigger steps


def test_a_phase_looks_at_each_word_of_the_challenge_as_often_as_it_may():
    from probierz.systems.punctuation.fitting import _mixed

    free, own = [(numpy.zeros((9000, 5)), 0.5), (numpy.zeros((1000, 5)), 2.0)], numpy.zeros((100, 5))
    for words, passes in ((100_000, 12), (2_000, 25), (1_000_000, 25)):
        stage = _mixed(free, own, words, weight=20, passes=passes)
        sizes = numpy.array([len(rows) * often for rows, often in stage.texts])
        looked_at = words * sizes[-1] / sizes.sum() / len(own)
        assert looked_at == pytest.approx(min(passes, words * 2000 / (6500 + 2000) / len(own)))
    assert _mixed([], own, 1000, weight=20, passes=1).texts == [(own, 20)]


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


def test_the_state_of_another_training_is_refused(torch, tmp_path):
    from probierz.systems.punctuation.learning import learn

    _whole, lexicon = trained(torch)
    forms = tiny_corpus().forms
    learn(forms, lexicon, tiny_plan(checkpoint=tmp_path, every=50))
    for other in (tiny_plan(checkpoint=tmp_path, seed=5), tiny_plan(checkpoint=tmp_path, dropout=0.1)):
        with pytest.raises(SystemFileError, match="other settings or data"):
            learn(forms, lexicon, other)
    with pytest.raises(SystemFileError, match="other settings or data"):
        learn([*forms, "inne"], lexicon, tiny_plan(checkpoint=tmp_path))
    (tmp_path / "state.pt").write_bytes((tmp_path / "state.pt").read_bytes()[:1000])
    with pytest.raises(SystemFileError, match="delete it to begin anew"):
        learn(forms, lexicon, tiny_plan(checkpoint=tmp_path))
