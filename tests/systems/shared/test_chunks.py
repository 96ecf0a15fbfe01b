"""Long texts in pieces, and back."""

from hypothesis import given
from hypothesis import strategies as some

from probierz.systems.shared.alignment import align
from probierz.systems.shared.chunks import (
    Fragment,
    characters,
    normalised,
    restore,
    slot_chunks,
    split_pair,
    split_text,
)

TEXTS = some.text("ab \n", max_size=200)
LIMITS = some.integers(5, 80)


@given(some.lists(TEXTS, max_size=4), LIMITS)
def test_split_texts_are_restored(texts, limit):
    texts = [normalised(text) for text in texts]
    fragments = [
        Fragment(number, piece) for number, text in enumerate(texts) for piece in split_text(text, characters(limit))
    ]
    assert restore(fragments, len(texts)) == texts


@given(some.text("abc ", max_size=200).map(normalised), LIMITS)
def test_pieces_are_within_the_limit_unless_they_are_one_word(text, limit):
    assert all(len(piece) <= max(limit, 30) or " " not in piece for piece in split_text(text, characters(limit)))


@given(TEXTS, TEXTS, some.integers(21, 80))
def test_pairs_that_were_split_join_to_what_they_were(read, right, limit):
    read, right = normalised(read), normalised(right)
    pieces = list(split_pair(read, right, characters(limit)))
    assert " ".join(piece for piece, _ in pieces) == read
    assert " ".join(piece for _, piece in pieces) == right


def test_pairs_are_cut_at_the_last_common_space_before_the_limit():
    read = "ala ma kota a kot ma ale i psa zlego"
    right = "ala ma kota a kot ma ale i psa złego"
    assert list(split_pair(read, right, characters(30))) == [
        ("ala ma kota a kot ma ale i", "ala ma kota a kot ma ale i"),
        ("psa zlego", "psa złego"),
    ]


def test_texts_that_share_nothing_stay_whole():
    assert list(split_pair("a b " * 20, "x y " * 20, characters(30))) == [("a b " * 20, "x y " * 20)]


def test_an_empty_text_between_others_is_restored_as_an_empty_text():
    assert restore([Fragment(0, "a"), Fragment(2, "b"), Fragment(2, "c")], 3) == ["a", "", "b c"]


def test_windows_of_slots_hold_the_same_place_of_both_texts():
    slots = align([*"abxcde"], [*"abcdef"])
    assert list(slot_chunks(slots, size=3)) == [("a b x", "a b"), ("c d e", "c d e")]
