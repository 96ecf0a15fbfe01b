"""Backbones: found in folders, never fetched unasked, and what is missing is told with where to put it."""

import json
import socket
import sys

import pytest

from probierz.errors import MissingBackbone, MissingExtra, OptionError
from probierz.systems.libraries import library
from probierz.systems.neural.backbones import find_backbone, toy_backbone
from probierz.systems.neural.constrained import ConstrainedRewriter
from probierz.systems.neural.pieces import frame_of, word_pieces
from probierz.systems.neural.tagger import Tagger
from probierz.systems.storage import load, save
from systems.neural.examples import BY_HEART, INPUTS, PAIRS

TEXTS = [line for pair in PAIRS for line in pair]


@pytest.fixture
def no_network(monkeypatch, tmp_path):
    def refused(*_):
        raise AssertionError("the network is used")

    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)
    monkeypatch.setenv("PROBIERZ_MODELS", str(tmp_path / "models"))


@pytest.fixture
def kept(torch, tmp_path):
    """A folder as others publish it, with weights of 16 bits."""
    folder = tmp_path / "models" / "somebody" / "model"
    torch.manual_seed(5)
    toy = toy_backbone("bert", TEXTS)
    toy.model("AutoModel").to(torch.bfloat16).save_pretrained(folder)
    toy.tokenizer.save_pretrained(folder)
    return folder


def test_without_the_extra_it_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingExtra, match=r"PyTorch.*\[neural\]'"):
        library("torch")


def test_a_missing_backbone_says_its_size_and_where_to_put_it(torch, no_network):
    with pytest.raises(MissingBackbone) as caught:
        find_backbone("allegro/herbert-large-cased")
    for words in ("1.4 GB", "PROBIERZ_MODELS/allegro/herbert-large-cased", "--set backbone=FOLDER",
                  "--set backbone=download:allegro/herbert-large-cased"):  # fmt: skip
        assert words in str(caught.value)


def test_only_when_asked_the_network_is_used(torch, monkeypatch):
    asked = []

    def refused(*_, **__):
        asked.append(True)
        raise OSError("no route")

    monkeypatch.setattr(socket, "getaddrinfo", refused)
    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr("time.sleep", lambda _: None)
    with pytest.raises(MissingBackbone, match="could not be fetched from the hub"):
        find_backbone("download:somebody/model")
    assert asked


def test_a_folder_that_holds_none_is_named(torch, no_network, tmp_path):
    with pytest.raises(MissingBackbone, match="holds no backbone that can be read"):
        find_backbone(str(tmp_path))


def test_a_backbone_is_found_by_folder_and_by_name(torch, kept, no_network):
    for name in (str(kept), "somebody/model", "hub:somebody/model", "somebody/model@main"):
        assert find_backbone(name).source == str(kept)


def test_learning_begins_from_the_weights_of_the_folder_as_32_bits(torch, kept, no_network, tmp_path):
    made = Tagger(**{**BY_HEART, "backbone": str(kept), "epochs": 1, "rate": 1e-9})
    made.fit(PAIRS)
    [weights] = [value for name, value in made._network.named_parameters() if name.endswith("word_embeddings.weight")]
    torch.manual_seed(5)
    wanted = toy_backbone("bert", TEXTS).model("AutoModel").get_input_embeddings().weight
    assert weights.dtype == torch.float32
    assert torch.allclose(weights, wanted.to(torch.bfloat16).float(), atol=1e-6)
    save(made, tmp_path / "system")
    found = load(tmp_path / "system")
    examples = made._examples(PAIRS)
    assert torch.equal(found._scores(found._network, examples), made._scores(made._network, examples))
    assert list(found.predict(INPUTS)) == list(made.predict(INPUTS))


def test_a_cut_off_file_of_weights_is_told(torch, kept, no_network):
    weights = kept / "model.safetensors"
    weights.write_bytes(weights.read_bytes()[:1000])
    with pytest.raises(MissingBackbone, match="holds no backbone that can be read"):
        find_backbone(str(kept)).model("AutoModel")


def test_weights_of_another_network_are_told(torch, kept, no_network):
    """Else a part of the network would be random, and nobody would know."""
    config = kept / "config.json"
    config.write_text(config.read_text().replace('"num_hidden_layers": 2', '"num_hidden_layers": 3'))
    with pytest.raises(MissingBackbone, match=r"has no weights for encoder\.layer\.2"):
        find_backbone(str(kept)).model("AutoModel")


def test_loading_says_nothing(torch, kept, no_network, capfd):
    capfd.readouterr()
    find_backbone(str(kept)).model("AutoModel")
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(("kind", "engine"), [("roberta", Tagger), ("bart", ConstrainedRewriter)])
def test_words_are_told_by_the_space_before_them_where_pieces_are_bytes(torch, tmp_path, no_network, kind, engine):
    folder = tmp_path / kind
    tokenizer = _bytes_tokenizer()
    config = toy_backbone(kind, TEXTS).config
    config.vocab_size = len(tokenizer)
    import transformers

    auto = transformers.AutoModelForSeq2SeqLM if kind == "bart" else transformers.AutoModel
    auto.from_config(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    made = engine(**{**BY_HEART, "backbone": str(folder), "epochs": 1})
    made.fit(PAIRS)
    pieces = word_pieces(made._tokenizer, ["tak", "żółć"])
    texts = [tokenizer.decode(one) for one in pieces]
    assert texts == [" tak", " żółć"]
    lines = [*INPUTS, "żółć </s> 🦆"]
    outputs = list(made.predict(lines))
    save(made, tmp_path / "system")
    assert list(load(tmp_path / "system").predict(lines)) == outputs


def _bytes_tokenizer():
    import tokenizers
    import transformers

    made = tokenizers.ByteLevelBPETokenizer()
    special = ["<pad>", "<s>", "</s>", "<unk>", "<mask>"]
    made.train_from_iterator(TEXTS, vocab_size=400, special_tokens=special, show_progress=False)
    merges = [tuple(pair) for pair in json.loads(made.to_str())["model"]["merges"]]
    return transformers.RobertaTokenizer(vocab=made.get_vocab(), merges=merges)


def test_an_unknown_toy_is_named(torch):
    with pytest.raises(OptionError, match="no toy is called 'gpt'; there are bert"):
        find_backbone("toy:gpt")


@pytest.mark.parametrize("kind", ["bert", "bart", "mt5"])
def test_a_word_has_pieces_of_its_own_and_a_frame_stands_around_them(torch, kind):
    tokenizer = toy_backbone(kind, TEXTS).tokenizer
    words = ["ala", "</s>", "", "🦆", "nato"]
    pieces = word_pieces(tokenizer, words)
    assert len(pieces) == len(words)
    assert all(pieces)
    special = set(tokenizer.all_special_ids)
    assert special & {piece for one in pieces for piece in one} <= {tokenizer.unk_token_id}
    frame = frame_of(tokenizer)
    assert tokenizer.convert_ids_to_tokens(frame.after) == ["</s>"]
    assert tokenizer.convert_ids_to_tokens(frame.before) == ([] if kind == "mt5" else ["<s>"])
