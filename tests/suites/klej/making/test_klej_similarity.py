"""Shared pieces of words, the penalty for sentences, and cutting sentences."""

import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as some

from probierz.errors import ChallengeError, MissingExtra, OptionError
from probierz.suites.klej.making.sentences import cut_polish_sentences
from probierz.suites.klej.making.similarity import MEASURES, Similarity, load_bpe, penalised, share_in_common, train_bpe

PIECES = some.frozensets(some.sampled_from("abcdefgh"))


@pytest.mark.parametrize(
    ("measure", "value"),
    [("containment", 2 / 4), ("dice", 2 * 2 / (4 + 3)), ("jaccard", 2 / 5)],
)
def test_the_measures_of_four_and_three_pieces_with_two_in_common(measure, value):
    assert share_in_common(frozenset("abcd"), frozenset("cde"), measure) == pytest.approx(value)


@given(PIECES, PIECES)
def test_every_measure_is_from_0_to_1_and_1_for_equal_texts(first, second):
    for measure in MEASURES:
        assert 0 <= share_in_common(first, second, measure) <= 1
        assert share_in_common(first, first, measure) == (1 if first else 0)


@given(PIECES, PIECES)
def test_dice_and_jaccard_treat_both_texts_alike(first, second):
    for measure in ("dice", "jaccard"):
        assert share_in_common(first, second, measure) == share_in_common(second, first, measure)


def test_an_unknown_measure_is_told():
    with pytest.raises(OptionError, match="no measure is called 'cosine'; try containment, dice, jaccard"):
        share_in_common(frozenset("a"), frozenset("a"), "cosine")


def test_each_sentence_divides_the_similarity_by_1_2():
    assert penalised(0.6, 1) == pytest.approx(0.5)
    assert penalised(0.72, 2) == pytest.approx(0.5)


def test_similarity_counts_different_pieces_once():
    assert Similarity(str.split)("kto to kto", "kto tam") == 0.5


# --- byte-pair encoding ----------------------------------------------------------------------------------------------

TEXTS = ["W Szczebrzeszynie chrząszcz brzmi w trzcinie.", "Chrząszcze brzmią w trzcinach nad Szczebrzeszynem."] * 5


def test_pieces_are_parts_of_words_and_words_begin_with_a_mark():
    pytest.importorskip("tokenizers")
    bpe = train_bpe(TEXTS, size=80)
    pieces = bpe("chrząszcz brzmi.")
    assert "".join(pieces) == "▁chrząszcz▁brzmi▁."
    assert len(bpe("chrząszcz")) < len("chrząszcz")
    assert bpe("Chrząszcz") != bpe("chrząszcz"), "case is kept"


def test_letters_that_were_never_seen_are_no_common_pieces():
    pytest.importorskip("tokenizers")
    similarity = Similarity(train_bpe(TEXTS, size=80))
    assert similarity("жук", "щука") == 0


def test_the_same_texts_give_the_same_pieces(tmp_path):
    pytest.importorskip("tokenizers")
    for name in ("one.json", "other.json"):
        train_bpe(TEXTS, size=120).save(tmp_path / name)
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "other.json").read_bytes()
    assert load_bpe(tmp_path / "one.json")("w trzcinie") == train_bpe(TEXTS, size=120)("w trzcinie")


def test_a_file_that_is_no_tokenizer_is_told(tmp_path):
    pytest.importorskip("tokenizers")
    (tmp_path / "other.json").write_text(json.dumps({"a": 1}))
    with pytest.raises(ChallengeError, match=r"other\.json: this is not a tokenizer\.json"):
        load_bpe(tmp_path / "other.json")
    with pytest.raises(ChallengeError, match=r"none\.json: there is no such file"):
        load_bpe(tmp_path / "none.json")


def test_without_the_library_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    with pytest.raises(MissingExtra, match=r"\[klej\]'"):
        train_bpe(TEXTS)


# --- sentences -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "sentences",
    [
        ["Wisła jest rzeką.", "Ma 1047 km długości."],
        ["Urodził się ok. 1900 r. w Łodzi.", "Był synem prof. Nowaka."],
        ["Napisał to J. R. R. Tolkien.", "Czy na pewno?", "Tak!"],
        ["Powstał w 1945 r.", "W Dworach nazwano go inaczej."],
        ["Zapytał: „Kto tam?”", "„Nikt” – odparł."],
        ["Leży przy ul. Długiej 3. maja obchodzi święto."],
        ["Bez kropki"],
    ],
)
def test_sentences_end_where_people_end_them(sentences):
    assert cut_polish_sentences(" ".join(sentences)) == sentences


@given(some.text(alphabet="Aa. !?„”\n1", max_size=60))
def test_cutting_loses_nothing_but_white_space(text):
    assert "".join("".join(cut_polish_sentences(text)).split()) == "".join(text.split())
