"""White space, decoding and tokenizers as in GEval."""

import random
import sys

import pytest
import regex

from probierz.errors import OptionError
from probierz.text import (
    decode_lenient,
    first_unseen,
    lower_case,
    mteval_13a,
    strip_spaces,
    tokenizer,
    without_unseen,
    words,
    words_by_13a,
)

VARIANTS = ["❤\ufe0f", "1\ufe0f\u20e3", "‼\ufe0f", "☺\ufe0e", "❤\ufe0f\u200d🔥", "葛\U000e0100", "ᠠ\u180b", "∩\ufe00"]
"""Emoji, a character, a letter and a symbol with the variant that is meant."""


def test_words_are_split_at_unicode_spaces_but_not_at_control_characters():
    assert words(" a\u00a0b\u2009c\u3000d\te ") == ["a", "b", "c", "d", "e"]
    assert words("a\x1cb\x85c\u2028d e") == ["a\x1cb\x85c\u2028d", "e"]
    assert strip_spaces("\u00a0a\x85 ") == "a\x85"


def test_lower_case_looks_at_one_character_at_a_time():
    assert lower_case("ΑΣ ŻÓŁĆ") == "ασ żółć"


def test_every_undecodable_byte_becomes_one_replacement_character():
    assert decode_lenient(b"a\xe2\x82b\xff") == "a\ufffd\ufffdb\ufffd"


@pytest.mark.parametrize(
    "sign",
    ["\x07", "\x9f", "\u200b", "\u200f", "\u2060", "\ufeff", "\xad", "\u202e", "\u2028", "\u061c", "\udc80"]
    + ["\ufffe", "\uffff", "\ufdd0", "\U0001fffe", "\u034f", "\u17b4", "\u17b5", "\ufe0f", "\u180b", "\U000e0100"],
)
def test_what_nobody_sees_is_found_and_goes(sign):
    assert first_unseen(f"Dwie{sign} sowy") == 4
    assert without_unseen(f"Dwie{sign} sowy") == "Dwie sowy"
    assert first_unseen(f"Dwie{sign} sowy", kept=sign) is None


def test_whatever_unicode_lets_programs_ignore_is_unseen():
    ignored = regex.compile(r"\p{Default_Ignorable_Code_Point}")
    signs = filter(ignored.match, map(chr, range(sys.maxunicode + 1)))
    assert [sign for sign in signs if first_unseen(f"a{sign}") is None] == []


def test_joiners_stay_where_they_change_what_is_drawn():
    for text in (
        "👩\u200d🔬",
        "👩🏽\u200d🔬",
        "🏳️\u200d🌈",
        "می\u200cخواهم",
        "क्\u200dष",
        "zażółć gęślą\xa0jaźń",
        *VARIANTS,
    ):
        assert first_unseen(text) is None
        assert without_unseen(text) == text
    assert first_unseen("Two\u200d Owls") == 3
    assert first_unseen("\u200cowl") == 0
    assert without_unseen("a\ufe0f\u200db\u034f\u200d ❤\ufe0f\ufe0f") == "ab ❤\ufe0f"


@pytest.mark.parametrize(
    ("name", "text", "tokens"),
    [
        # GEval's description of its tokenizers, checked on a running 1.42.2.0
        ("minimalistic", "żółw-ek", "żół w-ek"),
        ("minimalistic", "foo's bar, baz", "foo's bar , baz"),
        ("13a", "To be or not to be, that's the question.", "To be or not to be , that's the question ."),
        ("13a", "1,000.5 &quot;x&quot; a-b 3-4", '1,000.5 " x " a-b 3 - 4'),
        ("v14", "„Ala”, 3,5 €", "„ Ala ” , 3,5 €"),
        ("character-by-character", "a b", "a _ b"),
    ],
)
def test_tokenizers(name, text, tokens):
    assert tokenizer(name)(text) == tokens


def test_an_unknown_tokenizer_is_answered_with_the_nearest():
    with pytest.raises(OptionError, match="did you mean 13a"):
        tokenizer("13b")


def test_words_by_13a_of_many_texts_are_those_of_each_alone():
    generator = random.Random(5)
    pieces = [
        "a",
        "ż",
        "1",
        "23",
        ".",
        ",",
        "..",
        "...",
        "-",
        "'",
        "&quot;",
        "&amp;",
        "<skipped>",
        "<",
        "skipped>",
        "(",
        "\\",
        "]",
    ]
    pieces += ["^", "~", "`", " ", "  ", "\u2028", "\x85", "\xa0", "&", "quot;", "@", "/"]
    texts = ["".join(generator.choices(pieces, k=generator.randrange(12))) for _ in range(5000)]
    assert words_by_13a(texts) == [mteval_13a(text).split() for text in texts]
    assert words_by_13a(["a\nb.", "c"]) == [["a", "b", "."], ["c"]]
    assert words_by_13a([]) == []
