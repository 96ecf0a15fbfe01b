"""Pieces of words: learnt with the end of a word marked, cut otherwise each time, put into segments."""

import json

import numpy
import pytest

pytest.importorskip("tokenizers", reason="Tokenizers, of the extra pretraining, is not installed")

from polish_examples import texts, write_corpus

from probierz.cli.main import main
from probierz.errors import DataError, OptionError, SystemFileError
from probierz.systems.pretraining.dropout import DroppingPieces
from probierz.systems.pretraining.segments import Segments, cut_text, write_segments
from probierz.systems.pretraining.tokenizer import MARKS, learn_tokenizer, open_tokenizer, save_tokenizer


@pytest.fixture(scope="module")
def tokenizer():
    return learn_tokenizer(texts(100), 300)


def pieces(tokenizer, text):
    return tokenizer.encode(text, add_special_tokens=False).tokens


def test_the_end_of_a_word_is_marked_as_herbert_does(tokenizer):
    assert pieces(tokenizer, "Kot widział rower.") == ["Kot</w>", "widział</w>", "rower</w>", ".</w>"]
    assert tokenizer.encode("Kot").tokens == ["<s>", "Kot</w>", "</s>"]
    assert tokenizer.encode("Kot", "Pies").tokens == ["<s>", "Kot</w>", "</s>", "Pies</w>", "</s>"]
    assert [tokenizer.token_to_id(mark) for mark in MARKS] == [0, 1, 2, 3, 4]


def test_a_strange_word_falls_apart_into_letters_and_only_strange_letters_are_unknown(tokenizer):
    """`K` and `Ł` never end a word of the texts, and `ł` begins none."""
    assert pieces(tokenizer, "złK") == ["z", "ł", "K</w>"]
    assert pieces(tokenizer, "kя") == ["k", "<unk>"]


def test_no_piece_is_lost_for_the_sake_of_letters(tokenizer):
    model = json.loads(tokenizer.to_str())["model"]
    assert sorted(model["vocab"].values()) == list(range(tokenizer.get_vocab_size()))
    assert tokenizer.get_vocab_size() <= 300
    assert all({left, right, left + right} <= model["vocab"].keys() for left, right in model["merges"])


def test_few_texts_give_fewer_pieces_than_were_asked_for():
    found = learn_tokenizer(["ala ma kota"], 1000)
    assert pieces(found, "kota ala") == ["kota</w>", "ala</w>"]
    assert found.get_vocab_size() < 40


def test_texts_without_a_word_and_too_few_pieces_are_told():
    with pytest.raises(DataError, match="no word to learn pieces from"):
        learn_tokenizer(["", " "], 100)
    with pytest.raises(OptionError, match="say at least 64"):
        learn_tokenizer(["ala"], 10)


def test_a_folder_that_holds_no_tokenizer_is_told(tmp_path, tokenizer):
    with pytest.raises(SystemFileError, match=r"there is no tokenizer\.json"):
        open_tokenizer(tmp_path)
    save_tokenizer(tokenizer, tmp_path / "pieces")
    assert open_tokenizer(tmp_path / "pieces").to_str() == tokenizer.to_str()
    file = tmp_path / "pieces" / "tokenizer.json"
    file.write_text(file.read_text("utf-8")[:100], "utf-8")
    with pytest.raises(SystemFileError, match="cannot be read"):
        open_tokenizer(tmp_path / "pieces")


def test_the_command_writes_a_folder(tmp_path, capsys):
    corpus, folder = write_corpus(tmp_path / "corpus.txt"), tmp_path / "pieces"
    assert main(["pretrain", "tokenizer", str(corpus), "--size", "150", "--to", str(folder)]) == 0
    assert capsys.readouterr().out == f"{folder}: 150 pieces\n"
    assert sorted(path.name for path in folder.iterdir()) == ["tokenizer.json", "tokenizer_config.json"]
    assert main(["pretrain", "tokenizer", str(corpus), "--to", str(folder)]) == 1
    assert "it is there already" in capsys.readouterr().err


def test_transformers_opens_the_folder(tmp_path, tokenizer):
    transformers = pytest.importorskip("transformers", reason="Transformers, of the extra neural, is not installed")
    save_tokenizer(tokenizer, tmp_path / "pieces")
    found = transformers.AutoTokenizer.from_pretrained(tmp_path / "pieces")
    assert found("Kot", "rower")["input_ids"] == tokenizer.encode("Kot", "rower").ids
    assert (found.mask_token, found.pad_token_id, found.sep_token) == ("<mask>", 1, "</s>")


# --- pieces that are dropped -----------------------------------------------------------------------------------------


def test_with_nothing_dropped_words_are_cut_as_the_library_does(tokenizer):
    dropping, draw = DroppingPieces(tokenizer), numpy.random.default_rng(1)
    for text in [*texts(20, seed=5), "Zażółć gęślą jaźń, (2,5) я!"]:
        found = tokenizer.encode(text, add_special_tokens=False)
        assert dropping(text, 0.0, draw) == (found.ids, found.word_ids)


def test_with_all_dropped_words_are_letters(tokenizer):
    assert DroppingPieces(tokenizer).cut("Kot", 1.0, numpy.random.default_rng(1)) == ["K", "o", "t</w>"]


def test_a_word_is_cut_otherwise_each_time_and_the_seed_says_how(tokenizer):
    def cuts(seed):
        draw = numpy.random.default_rng(seed)
        return ["·".join(DroppingPieces(tokenizer).cut("Warszawie", 0.3, draw)) for _ in range(50)]

    assert len(set(cuts(1))) > 5
    assert cuts(1) == cuts(1) != cuts(2)
    assert all(cut.replace("·", "") == "Warszawie</w>" for cut in cuts(3))


def test_a_share_of_merges_is_left_out(tokenizer):
    """Of a word of two letters that are one piece the only merge is left out as often as was said."""
    draw = numpy.random.default_rng(1)
    kept = sum(len(DroppingPieces(tokenizer).cut("na", 0.2, draw)) == 1 for _ in range(1000))
    assert kept == pytest.approx(800, abs=40)


# --- segments --------------------------------------------------------------------------------------------------------


def test_a_long_text_becomes_segments_that_lose_no_word(tokenizer):
    text = " ".join(texts(5))
    found = list(cut_text(text, tokenizer.encode(text, add_special_tokens=False), 30))
    assert "".join(found).replace(" ", "") == text.replace(" ", "")
    assert all(len(pieces(tokenizer, one)) <= 30 for one in found)
    assert len(found) <= len(pieces(tokenizer, text)) / 25


def test_short_texts_are_not_put_together(tokenizer, tmp_path):
    found = [f"Kot ma {number} lat." for number in range(200)]
    write_segments(found, tmp_path / "data", tokenizer, 64, held_out=0.1)
    train, held_out = (Segments(tmp_path / "data" / part) for part in ("train", "held-out"))
    assert sorted([*train, *held_out]) == sorted(found)
    assert 5 <= len(held_out) <= 40
    assert train[0:2] == [train[0], train[1]]


def test_a_text_of_one_token_cannot_be_learnt_from(tokenizer, tmp_path):
    with pytest.raises(DataError, match="no text has two words or more"):
        write_segments(["Kot", "x" * 500], tmp_path / "data", tokenizer, 64, held_out=0.1)
    with pytest.raises(DataError, match="of 1 segments all are learnt from"):
        write_segments(["Kot śpi."], tmp_path / "data", tokenizer, 64, held_out=0.0001)
    assert not (tmp_path / "data").exists()


def test_the_share_that_is_proposed_parts_the_texts(tmp_path, tokenizer):
    """Of few texts chance holds all out, or none: then what to set works, whatever was set before."""
    for count, held_out in ((2, 0.9999), (2, 0.0001), (60, 0.0001)):
        found = texts(count)
        with pytest.raises(DataError) as refused:
            write_segments(found, tmp_path / f"{count}", tokenizer, 64, held_out=held_out)
        proposed = float(str(refused.value).partition("held_out=")[2].partition(";")[0])
        write_segments(found, tmp_path / f"{count}-{held_out}", tokenizer, 64, held_out=proposed)


def test_a_folder_that_is_cut_off_is_told(tokenizer, tmp_path):
    write_segments(texts(20), tmp_path / "data", tokenizer, 64, held_out=0.3)
    file = tmp_path / "data" / "train" / "segments.txt"
    file.write_bytes(file.read_bytes()[:-5])
    with pytest.raises(SystemFileError, match="is cut off"):
        Segments(tmp_path / "data" / "train")
