"""Ordinary text as words with labels, and back."""

import random

from hypothesis import given
from hypothesis import strategies as st

from probierz.systems.punctuation.marks import MARKS, mark_words, split_marked
from probierz.systems.punctuation.texts import LOWER, TITLE, UPPER, read_words


def marked(text):
    """The text as PolEval's data have it."""
    words = list(read_words(text))
    return mark_words([word.text for word in words], [word.mark for word in words])


def test_a_text_becomes_small_words_with_marks():
    assert marked("Nie wiem, czy tak jest. A Ty?") == "nie wiem, czy tak jest. a ty?"


def test_quotation_marks_are_words_and_dashes_marks_of_the_word_before():
    assert marked("„To wszystko” – odparł.") == '" to wszystko "- odparł.'
    assert marked("Saryusz-Wolski przyjdzie o 10:45; 3,5 km stąd") == "saryusz- wolski przyjdzie o 10: 45 3, 5 km stąd"
    assert marked("No… (chyba) tak?!") == "no... chyba tak!"


def test_what_adjoins_and_what_is_capital_is_known():
    words = list(read_words("W NATO o 10:45, Ala."))
    assert [(word.text, word.case) for word in words[:2]] == [("w", TITLE), ("nato", UPPER)]
    assert [word.adjoins for word in words] == [False, False, False, True, False, False]
    assert words[-1].case == TITLE
    assert words[2].case == LOWER


def test_marks_of_a_gold_line_are_found():
    pairs = [("tak", "tak,"), ("tak", "Tak"), ("tak", "nie."), ('"', '".'), ("np", "np..."), ("x", "x;"), ("1", "1)")]
    assert [MARKS[split_marked(*pair)] for pair in pairs] == [",", "", "", ".", "...", "", ""]


@given(st.lists(st.text(st.characters(exclude_characters=" \n\t"), min_size=1), min_size=1), st.randoms())
def test_the_words_out_are_the_words_in(words, chance: random.Random):
    labels = [chance.randrange(len(MARKS)) for _ in words]
    found = mark_words(words, labels).split(" ")
    assert [out[: len(word)] for out, word in zip(found, words, strict=True)] == words
    assert [out[len(word) :] for out, word in zip(found, words, strict=True)] == [MARKS[label] for label in labels]
