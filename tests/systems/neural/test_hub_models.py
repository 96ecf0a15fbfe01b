"""Models that others trained: a folder of Transformers answers lines, is saved as a system, and runs no code."""

import json

import pytest

from probierz.errors import DataError, MissingBackbone, OptionError, SystemFileError, UnknownSystem
from probierz.systems.answers import Label, Number, Spans
from probierz.systems.neural.backbones import quiet, toy_backbone
from probierz.systems.neural.rewriter import Rewriter
from probierz.systems.registry import find_system
from probierz.systems.storage import load, save

TEXTS = ["ala ma kota i psa", "nie wiem czy przyjdzie", "w krakowie pada deszcz"]


@pytest.fixture
def published(torch, tmp_path):
    """Makes a folder as `save_pretrained` writes it, of a small model with random weights."""

    def make(kind, toy="bert", labels=(), **settings):
        torch.manual_seed(7)
        backbone = toy_backbone(toy, TEXTS)
        if labels:
            backbone.config.id2label = dict(enumerate(labels))
            backbone.config.label2id = {label: at for at, label in enumerate(labels)}
        for name, value in settings.items():
            setattr(backbone.config, name, value)
        network = backbone.model(kind)
        for weights in network.parameters():
            weights.data *= 4  # so that answers differ
        with quiet():
            network.save_pretrained(tmp_path / "model")
        backbone.tokenizer.save_pretrained(tmp_path / "model")
        return find_system(f"hf:{tmp_path / 'model'}"), network, backbone.tokenizer

    return make


def reopened(system, folder, inputs):
    """What the system says after it was saved and loaded."""
    save(system, folder)
    return list(load(folder).predict(inputs))


def test_a_classifier_labels_lines_as_the_model_itself_does(torch, published, tmp_path):
    system, network, tokenizer = published("AutoModelForSequenceClassification", labels=("zły", "dobry", "żaden"))
    found = list(system.answers(TEXTS))
    with torch.inference_mode():
        chances = [torch.softmax(network.eval()(**tokenizer(one, return_tensors="pt")).logits[0], 0) for one in TEXTS]
    assert all(isinstance(one, Label) for one in found)
    for one, wanted in zip(found, chances, strict=True):
        assert list(one.probabilities.values()) == pytest.approx(wanted.tolist(), abs=1e-5)
        assert one.label == ("zły", "dobry", "żaden")[int(wanted.argmax())]
    assert reopened(system, tmp_path / "saved", TEXTS) == [one.line for one in found]


def test_labels_without_a_name_are_their_number_and_one_output_is_a_number(published):
    system, *_ = published("AutoModelForSequenceClassification", labels=("LABEL_0", "LABEL_1"))
    assert set(system.predict(TEXTS)) <= {"0", "1"}
    system, *_ = published("AutoModelForSequenceClassification", labels=("LABEL_0",))
    assert all(isinstance(one, Number) for one in system.answers(TEXTS))


def test_two_columns_are_a_pair_and_more_are_none(torch, published):
    system, network, tokenizer = published("AutoModelForSequenceClassification", labels=("a", "b"))
    (found,) = system.answers(["ala ma kota\ti psa"])
    with torch.inference_mode():
        scores = network.eval()(**tokenizer("ala ma kota", "i psa", return_tensors="pt")).logits[0]
    assert list(found.probabilities.values()) == pytest.approx(torch.softmax(scores, 0).tolist(), abs=1e-5)
    with pytest.raises(DataError, match="one or two columns; found 3") as caught:
        list(system.predict(["a\tb", "a\tb\tc"]))
    assert caught.value.line in (1, 2)


def test_labels_that_are_marks_stand_after_their_words(published, tmp_path):
    system, *_ = published("AutoModelForTokenClassification", labels=("O", ",", ".", "?"))
    said = list(system.predict([*TEXTS, "", "a  b", "x\tala ma kota"]))
    assert [line.translate({ord(mark): None for mark in ",.?"}) for line in said] == [*TEXTS, "", "a  b", "ala ma kota"]
    assert any(mark in "".join(said) for mark in ",.?")
    assert reopened(system, tmp_path / "saved", TEXTS) == said[:3]


ENELPOL = ("B", ":", ";", ",", ".", "-", "...", "?", "!")
"""The labels of eNeLPol's published model."""


def without_marks(text):
    return text.translate({ord(mark): None for mark in ":;,.-?!"})


@pytest.mark.parametrize(("labels", "named"), [(ENELPOL, ""), ([f"LABEL_{at}" for at in range(9)], " ".join(ENELPOL))])
def test_the_only_label_that_is_no_mark_is_none(published, labels, named):
    system, *_ = published("AutoModelForTokenClassification", labels=labels)
    system.change("labels", named)
    (said,) = system.predict(TEXTS[:1])
    words = TEXTS[0].split(" ")
    assert without_marks(said).split(" ") == words
    assert len(said) > len(TEXTS[0])
    system.change("labels", "B ,")
    with pytest.raises(OptionError, match="labels='B ,' are 2; the model has 9 outputs"):
        list(system.predict(TEXTS))


def test_windows_of_marks_overlap_by_a_fifth_as_in_the_recipe(published, tmp_path):
    system, *_ = published("AutoModelForTokenClassification", labels=ENELPOL)
    system.change("length", 256)
    recipe = find_system(f"punctuation/enelpol-s1@{tmp_path / 'model'}")
    text = " ".join([*TEXTS] * 60)
    said = list(system.predict([text]))
    assert list(recipe.predict([f"x\t{text}"])) == said
    assert reopened(recipe, tmp_path / "saved", [f"x\t{text}"]) == said
    system.change("length", 32)
    assert list(system.predict([text])) != said


def test_a_recipe_gives_a_published_rewriter_what_it_was_trained_on(published, tmp_path, monkeypatch):
    _, _, tokenizer = published("AutoModelForSeq2SeqLM", "mt5")
    read = []

    def repeated(self, rows):
        texts = tokenizer.batch_decode(rows, skip_special_tokens=True)
        read.extend(texts)
        return [text.partition(":")[2].strip() for text in texts]

    monkeypatch.setattr(Rewriter, "_written", repeated)
    page = "ala ma ko-\\nta i psa\\n" + "w krakowie pada deszcz " * 15
    (said,) = find_system(f"ocr/enelpol-plt5-large@{tmp_path / 'model'}").predict([f"1\t2\t1900\t{page}"])
    words = ("ala ma kota i psa " + "w krakowie pada deszcz " * 15).split()
    assert said.split(" ") == words
    chunks = [" ".join(words[at : at + 50]) for at in (0, 50)]
    as_read = [tokenizer.decode(tokenizer(f"ocr: {one}")["input_ids"], skip_special_tokens=True) for one in chunks]
    assert sorted(read) == sorted(as_read)


def test_a_recipe_takes_a_model_that_rates_on_its_own_scale(torch, published, tmp_path):
    _, network, tokenizer = published("AutoModelForSequenceClassification", labels=("LABEL_0",))
    system = find_system(f"quality/wrobel-b1@{tmp_path / 'model'}")
    with torch.inference_mode():
        share = network.eval()(**tokenizer(TEXTS[0], return_tensors="pt")).logits.item()
    (rated,) = system.predict(TEXTS[:1])
    assert float(rated) == pytest.approx(min(max(1 + 4 * share, 1), 5), abs=1e-4)
    assert reopened(system, tmp_path / "saved", TEXTS[:1]) == [rated]


@pytest.mark.parametrize(
    ("kind", "recipe", "refused"),
    [
        ("AutoModelForSeq2SeqLM", "punctuation/enelpol-se1", "is made of 3"),
        ("AutoModelForSeq2SeqLM", "punctuation/comma-rule", "is made of 0"),
        ("AutoModelForTokenClassification", "ocr/enelpol-plt5-large", "only reads"),
        ("AutoModelForTokenClassification", "punctuation/enelpol-s1", "labels O, B-PER, .*id2label"),
        ("AutoModelForTokenClassification", "quality/wrobel-b1", "no weights for|says one number"),
    ],
)
def test_weights_that_do_not_fit_a_recipe_are_refused(published, tmp_path, kind, recipe, refused):
    published(kind, "bart" if kind == "AutoModelForSeq2SeqLM" else "bert", labels=("O", "B-PER", "I-PER"))
    with pytest.raises((OptionError, MissingBackbone), match=refused):
        find_system(f"{recipe}@{tmp_path / 'model'}")


def test_a_recipe_whose_weights_were_published_says_how_to_take_them():
    with pytest.raises(UnknownSystem, match="or take what its authors trained: ocr/enelpol-plt5-large@FOLDER"):
        find_system("ocr/enelpol-plt5-large")


def test_other_labels_of_words_are_spans(published):
    system, *_ = published("AutoModelForTokenClassification", labels=("O", "B-PER", "I-PER", "B-LOC", "I-LOC"))
    found = list(system.answers(TEXTS))
    assert all(isinstance(one, Spans) for one in found)
    for one in found:
        for span in one.spans:
            assert span.label in ("PER", "LOC")
            assert one.text[span.begin : span.end] == one.text[span.begin : span.end].strip() != ""
            assert 0 < span.probability <= 1


def test_a_long_text_is_tagged_in_windows_word_by_word(published):
    system, *_ = published("AutoModelForTokenClassification", labels=("O", ",", "."))
    words = ["ala", "ma", "kota"] * 400
    (said,) = system.predict([" ".join(words)])
    assert [word.rstrip(",.") for word in said.split(" ")] == words


@pytest.mark.parametrize("toy", ["bart", "mt5"])
def test_a_writer_writes_a_line(torch, published, tmp_path, toy):
    system, network, tokenizer = published("AutoModelForSeq2SeqLM", toy)
    said = list(system.predict(TEXTS))
    with torch.inference_mode():
        inputs = tokenizer(TEXTS[:1], return_tensors="pt", return_token_type_ids=False)
        most = 2 * inputs["input_ids"].shape[1] + 64
        wanted = network.eval().generate(**inputs, max_new_tokens=most, do_sample=False)
    assert len(said) == 3
    assert not any("\n" in line or "\t" in line for line in said)
    system.change("at_once", 1)
    (alone,) = system.predict(TEXTS[:1])
    assert alone == " ".join(tokenizer.decode(wanted[0], skip_special_tokens=True).split())
    assert reopened(system, tmp_path / "saved", TEXTS) == said


def test_a_text_that_is_too_long_to_be_rewritten_is_refused(published):
    system, *_ = published("AutoModelForSeq2SeqLM", "bart")
    with pytest.raises(DataError, match="1024 pieces of words at most") as caught:
        list(system.predict(["ala", "ala ma kota " * 1000]))
    assert caught.value.line == 2


def test_what_is_no_trained_model_is_told(published, tmp_path):
    system, *_ = published("AutoModel")
    with pytest.raises(OptionError, match="models that answer are made for ForSequenceClassification"):
        list(system.predict(TEXTS))
    config = json.loads((tmp_path / "model" / "config.json").read_text())
    config["architectures"] = ["BertForTokenClassification"]
    (tmp_path / "model" / "config.json").write_text(json.dumps(config))
    with pytest.raises(MissingBackbone, match="no weights for classifier"):
        list(find_system(f"hf:{tmp_path / 'model'}").predict(TEXTS))
    with pytest.raises(MissingBackbone):
        list(find_system(f"hf:{tmp_path / 'nowhere'}").predict(TEXTS))


def test_a_saved_one_that_is_cut_off_is_told(published, tmp_path):
    system, *_ = published("AutoModelForSequenceClassification", labels=("a", "b"))
    save(system, tmp_path / "saved")
    description = json.loads((tmp_path / "saved" / "system.json").read_text())
    (tmp_path / "saved" / "model.safetensors").unlink()
    del description["files"]["model.safetensors"]
    (tmp_path / "saved" / "system.json").write_text(json.dumps(description))
    with pytest.raises(SystemFileError, match="holds no whole hub-model"):
        load(tmp_path / "saved")


@pytest.mark.filterwarnings("ignore:Recommended. pip install sacremoses")
def test_a_translator_of_marian_writes_texts(torch, tmp_path):
    sentencepiece = pytest.importorskip("sentencepiece", reason="SentencePiece, of the extra neural, is not installed")
    transformers = pytest.importorskip("transformers")
    pieces = tmp_path / "pieces"
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(TEXTS * 9), model_prefix=str(pieces), vocab_size=40, hard_vocab_limit=False
    )
    model = str(pieces.with_suffix(".model"))
    read = sentencepiece.SentencePieceProcessor(model_file=model)
    names = ["</s>", "<unk>", *(read.id_to_piece(at) for at in range(3, read.get_piece_size())), "<pad>"]
    (tmp_path / "vocabulary.json").write_text(json.dumps({name: at for at, name in enumerate(names)}))
    tokenizer = transformers.MarianTokenizer(
        vocab=str(tmp_path / "vocabulary.json"), source_spm=model, target_spm=model
    )
    config = transformers.MarianConfig(
        vocab_size=len(names), d_model=16, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=16, decoder_ffn_dim=16, max_position_embeddings=64, eos_token_id=0,
        pad_token_id=len(names) - 1, decoder_start_token_id=len(names) - 1,
    )  # fmt: skip
    with quiet():
        transformers.MarianMTModel(config).save_pretrained(tmp_path / "model")
    tokenizer.save_pretrained(tmp_path / "model")
    found = list(find_system(f"hf:{tmp_path / 'model'}").predict(TEXTS))
    assert len(found) == len(TEXTS)
    assert all(found)
