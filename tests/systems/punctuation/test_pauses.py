"""Pauses between words: from times, without the trace that aligners leave where they fail."""

import itertools

import hypothesis.strategies as st
import pytest
from hypothesis import given

from probierz.systems.punctuation.pauses import BUCKETS, UNHEARD, Heard, bucket, pauses_after
from probierz.systems.punctuation.timed import Alignments

ALIGNMENT = """\
(0,300) zmarł
(360,800) romuald
(2000,2400) miał
(2450,2700) osiemdziesiąt
(2750,2990) lat
</s>
"""


def test_a_pause_is_from_the_end_of_a_word_to_the_next():
    words = [Heard("tak", 0, 300), Heard("wiem", 900, 1200), Heard("nie", 1200, 1400)]
    assert pauses_after(words) == [600, 0, UNHEARD]


def test_a_word_without_times_shares_the_gap_it_stands_in():
    words = [Heard("tak", 0, 300), Heard('"', None, None), Heard("wiem", 900, 1200)]
    assert pauses_after(words) == [600, 600, UNHEARD]
    assert pauses_after([Heard('"', None, None), Heard("tak", 0, 300)]) == [UNHEARD, UNHEARD]


def test_a_word_that_was_not_placed_looks_like_any_other():
    """At 100 ms a letter, `wiedział` takes 800 ms of the 900 behind it; in a gap of 120 it has the usual 100."""
    placed = Heard("abcde", 0, 500)
    late, short = Heard("wiedział", 1300, 1300), Heard("wiedział", 2320, 2320)
    words = [placed, late, Heard("on", 2200, 2300), short, Heard("on", 2440, 2640)]
    assert pauses_after(words)[1] == 100
    assert pauses_after(words)[3] == 100


def test_buckets_rise_with_pauses():
    assert [bucket(pause) for pause in (-1, 0, 1, 59, 60, 799, 800, 99_999)] == [0, 1, 2, 2, 3, 8, 9, BUCKETS - 1]


@given(st.lists(st.tuples(st.text("ab", min_size=1, max_size=9), st.integers(0, 900), st.integers(0, 900)), max_size=9))
def test_pauses_are_never_negative_and_never_longer_than_their_gap(steps):
    words, now = [], 0
    for word, gap, length in steps:
        words.append(Heard(word, now + gap, now + gap + length))
        now += gap + length
    gaps = [after.start - word.end for word, after in itertools.pairwise(words)]
    assert all(0 <= pause <= gap for pause, gap in zip(pauses_after(words), gaps, strict=False))


@pytest.fixture
def alignments(tmp_path):
    (tmp_path / "text7.clntmstmp").write_text(ALIGNMENT, "utf-8")
    return Alignments(tmp_path)


def test_an_alignment_is_found_by_its_words_whatever_the_text_is_called(alignments):
    assert alignments.pauses(["Zmarł", "romuald", "miał", "osiemdziesiąt", "lat"]) == [60, 1200, 50, 50, UNHEARD]


def test_other_texts_have_no_pauses(alignments):
    assert alignments.pauses(["to", "jest", "zupełnie", "inny", "tekst"]) is None
    assert alignments.pauses(["zmarł", "romuald", "miał", "dom", "w", "mieście", "nad", "rzeką", "i", "psa"]) is None
    assert alignments.pauses(["zmarł"]) is None
