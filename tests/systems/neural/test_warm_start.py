"""An encoder that only reads becomes a writer: its pieces are cut to those of the texts, a decoder is added."""

import pytest

from probierz.errors import OptionError
from probierz.systems.neural.backbones import find_backbone, toy_backbone
from probierz.systems.neural.constrained import ConstrainedRewriter
from probierz.systems.neural.rewriter import Rewriter
from probierz.systems.neural.warm_start import warm_start
from probierz.systems.storage import load, save
from systems.neural.examples import EXPECTED, INPUTS, PAIRS

TEXTS = [line for pair in PAIRS for line in pair]
SPECIAL = ["<s>", "<pad>", "</s>", "<unk>"]
UNUSED = "▁wolfram"


@pytest.fixture(scope="module")
def encoder(tmp_path_factory):
    """A folder with a random BERT of more layers than the decoder gets, whose pieces are those of a Unigram model."""
    torch = pytest.importorskip("torch", reason="PyTorch, of the extra neural, is not installed")
    import tokenizers
    import transformers

    words = {f"▁{word}" for text in INPUTS for word in text.split()} | set("▁aełóżćwn.,?!-:") | {"...", UNUSED}
    vocabulary = [
        *((name, 0.0) for name in SPECIAL),
        *((word, -len(word) / 9) for word in sorted(words)),
        ("<mask>", 0),
    ]
    made = tokenizers.Tokenizer(tokenizers.models.Unigram(vocabulary, unk_id=3))
    made.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace(prepend_scheme="always")
    made.decoder = tokenizers.decoders.Metaspace(prepend_scheme="always")
    made.post_processor = tokenizers.processors.TemplateProcessing(
        single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)]
    )
    names = dict(zip(("bos_token", "pad_token", "eos_token", "unk_token"), SPECIAL, strict=True))
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=made, mask_token="<mask>", **names)
    torch.manual_seed(1)
    torch.set_num_threads(1)
    folder = tmp_path_factory.mktemp("encoder")
    transformers.BertModel(
        transformers.BertConfig(
            vocab_size=len(tokenizer), hidden_size=32, num_hidden_layers=4, num_attention_heads=2,
            intermediate_size=64, max_position_embeddings=64, pad_token_id=1,
        )
    ).save_pretrained(folder)  # fmt: skip
    tokenizer.save_pretrained(folder)
    return str(folder)


def test_it_begins_from_the_encoder_and_keeps_the_pieces_of_the_texts(encoder):
    body = find_backbone(encoder)
    made = warm_start(body, TEXTS)
    assert set(body.tokenizer.get_vocab()) - set(made.tokenizer.get_vocab()) == {UNUSED}
    network, whole = made.model("AutoModelForSeq2SeqLM"), body.model("AutoModel").state_dict()
    found = network.state_dict()
    row, old = made.tokenizer.convert_tokens_to_ids("▁ala"), body.tokenizer.convert_tokens_to_ids("▁ala")
    for part in ("encoder", "decoder.bert"):
        assert found[f"{part}.embeddings.word_embeddings.weight"][row].equal(
            whole["embeddings.word_embeddings.weight"][old]
        )
        layer = "encoder.layer.2.attention.self.query.weight"
        assert found[f"{part}.{layer}"].equal(whole[layer])
    assert not any(".layer.3." in name for name in found if name.startswith("decoder."))


@pytest.mark.parametrize(("kind", "changes"), [(ConstrainedRewriter, {"choices_only": True}), (Rewriter, {})])
def test_it_learns_to_write_and_comes_back_from_its_folder(encoder, tmp_path, kind, changes):
    system = kind(backbone=encoder, layers=2, epochs=60, batch=4, rate=1e-2, length=32, **changes)
    system.fit(PAIRS)
    lines = [*INPUTS, "żółw wolfram </s> " + "nie wiem " * 30]
    outputs = list(system.predict(lines))
    assert outputs[: len(INPUTS)] == EXPECTED
    assert system._network.encoder.config.num_hidden_layers == 2
    save(system, tmp_path / "system")
    assert list(load(tmp_path / "system").predict(lines)) == outputs


@pytest.mark.parametrize("beams", [1, 3])
def test_a_rewriter_begins_as_a_copier(encoder, torch, beams):
    """Pieces that come again and again, signs that no table has, and texts longer than it reads among them."""
    system = Rewriter(backbone=encoder, length=48, steps=1, rate=1e-9, prefix="ala", beams=beams)
    system.fit(PAIRS)
    lines = [
        "wiem wiem wiem nie wiem nie wiem że tak",
        "1900\tala ½ … 漢字, 😀 <pad> </s> kota",
        "to , , , , to " * 9,
        "",
    ]
    assert list(system.predict(lines)) == [line.rpartition("\t")[2].rstrip() for line in lines]


def test_of_adapters_the_pointer_learns_beside_them(torch):
    pytest.importorskip("peft", reason="peft, of the extra neural, is not installed")
    system = Rewriter(backbone="toy:bert", length=48, steps=2, rate=1e-2, adapters=2, recompute=True)
    system.fit(PAIRS)
    assert system._network.pointer.worth.weight.abs().max() > 0
    assert system._network.pointer.kappa != 5
    assert not [name for name in system._network.state_dict() if "lora" in name]


def test_one_that_was_saved_without_a_pointer_is_loaded(encoder, torch, tmp_path, monkeypatch):
    monkeypatch.setattr(Rewriter, "may_copy", False)
    system = Rewriter(backbone=encoder, length=32, steps=1, rate=1e-2)
    system.fit(PAIRS)
    outputs = list(system.predict(INPUTS))
    save(system, tmp_path / "system")
    monkeypatch.undo()
    assert list(load(tmp_path / "system").predict(INPUTS)) == outputs


def test_what_cannot_be_is_named(encoder, torch, tmp_path):
    with pytest.raises(OptionError, match="sees at most 64 pieces of words together; set length=64"):
        Rewriter(backbone=encoder, length=65).fit(PAIRS)
    toy = toy_backbone("bert", TEXTS)
    toy.model("AutoModel").save_pretrained(tmp_path)
    toy.tokenizer.save_pretrained(tmp_path)
    with pytest.raises(OptionError, match="only reads, and this system writes; use a backbone that writes"):
        ConstrainedRewriter(backbone=str(tmp_path)).fit(PAIRS)
