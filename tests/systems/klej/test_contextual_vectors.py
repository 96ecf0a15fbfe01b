"""Vectors of words in their context are made once, kept whole, and stand in place of those of the BiLSTM's words."""

import numpy
import pytest
from klej_examples_small import WORDS, records

from probierz.errors import OptionError, SystemFileError
from probierz.systems.recipes import find_recipe
from probierz.systems.storage import load, save
from probierz.systems.system import Training


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    """A small BERT with random weights, as Transformers keeps it, which sees 24 pieces."""
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from probierz.systems.neural.backbones import toy_backbone

    torch.manual_seed(1)
    found = toy_backbone("bert", [" ".join(WORDS)])
    found.config.max_position_embeddings, found.config.initializer_range = 24, 0.5
    folder = tmp_path_factory.mktemp("model")
    found.model("AutoModel").save_pretrained(folder)
    found.tokenizer.save_pretrained(folder)
    return str(folder)


def vectors(model, texts, cache):
    from probierz.systems.klej.contextual import contextual_vectors

    return contextual_vectors(model, [text.split(" ") for text in texts], cache)


def test_a_word_has_the_mean_of_its_pieces_from_the_window_that_it_is_deepest_in(torch, model, tmp_path):
    from probierz.systems.klej.contextual import _body

    texts = ["kot zebra", "", " ".join(WORDS * 4), "kot zebra"]
    found = vectors(model, texts, tmp_path)
    assert found.rows.shape == (2 + 1 + 40, 2, 32)  # equal texts once; of two layers the first is both others
    assert found.begin(["kot", "zebra"]) == 0
    assert numpy.abs(found.rows[: 2 + 1 + 40].astype(float)).sum(axis=(1, 2)).min() > 0
    body = _body(model)
    ids = body.tokenizer("kot zebra", return_tensors="pt")
    with torch.no_grad():
        last = body.network(**ids).last_hidden_state[0].numpy()
    owners = numpy.array([-1 if one is None else one for one in ids.word_ids()])
    for word in (0, 1):
        assert numpy.allclose(found.rows[word, 1], last[owners == word].mean(axis=0), atol=2e-3)
    alone = vectors(model, [" ".join(WORDS[:5])], tmp_path)
    assert not numpy.allclose(alone.rows[4], found.rows[found.begin(WORDS * 4) + 4], atol=1e-2)  # more stands behind


def test_what_is_kept_is_not_made_again_until_the_model_is_another(torch, model, tmp_path, monkeypatch):
    from probierz.systems.klej import contextual

    made, real = [], contextual._make
    monkeypatch.setattr(contextual, "_make", lambda *given: (made.append(1), real(*given)))
    for _ in range(2):
        vectors(model, ["kot"], tmp_path)
    assert len(made) == 1
    vectors(model, ["pies"], tmp_path)
    assert len(made) == 2


@pytest.mark.parametrize("name", ["bilstm-elmo", "bilstm-elmo-attention", "bilstm-elmo-tuned"])
def test_the_bilstm_learns_from_them(torch, model, name, tmp_path):
    quick = {"profile": "small", "units": 16, "epochs": 6, "batch": 16, "rate": 0.01, "second": 1}
    system = find_recipe(f"klej/{name}").build(task="dyk", context=model, cache=str(tmp_path / "cache"), **quick)
    system.fit(records("dyk", 150), Training(seed=1))
    asked = records("dyk", 60, seed=5)
    said = list(system.predict(pair.input for pair in asked))
    assert sum(line == pair.expected for line, pair in zip(said, asked, strict=True)) > 45
    save(system, tmp_path / "saved")
    assert list(load(tmp_path / "saved").predict(pair.input for pair in asked)) == said


def test_a_folder_of_vectors_of_ones_own_will_do(torch, tmp_path):
    pairs = records("nkjp-ner", 40)
    texts = list(dict.fromkeys(pair.input for pair in pairs))
    words = sorted({word for text in texts for word in text.split(" ")})
    rows = numpy.concatenate([numpy.eye(len(words))[[words.index(word) for word in text.split()]] for text in texts])
    (tmp_path / "texts.txt").write_text("\n".join(texts) + "\n", "utf-8")
    numpy.save(tmp_path / "vectors.npy", rows[:, None].astype(numpy.float32))
    system = find_recipe("klej/bilstm-elmo").build(
        task="nkjp-ner", context=str(tmp_path), profile="small", units=8, epochs=10, rate=0.02, batch=8
    )
    system.fit(pairs, Training(seed=1))
    said = list(system.predict(pair.input for pair in pairs))
    assert sum(line == pair.expected for line, pair in zip(said, pairs, strict=True)) > 30
    with pytest.raises(OptionError, match="has none of the text 'zebra'"):
        list(system.predict(["zebra"]))
    numpy.save(tmp_path / "vectors.npy", rows[1:, None])
    with pytest.raises(SystemFileError, match="one row for each of the"):
        list(system.predict(["zebra"]))


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"context": "e5-small", "vectors": "a.vec"}, "name one of them"),
        ({"context": "toy"}, "context=toy: name a pretrained model"),
    ],
)
def test_settings_that_cannot_be_are_told(torch, settings, told):
    with pytest.raises(OptionError, match=told):
        find_recipe("klej/bilstm").build(task="nkjp-ner", **settings).fit(records("nkjp-ner", 20))
