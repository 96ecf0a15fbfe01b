"""Texts as pieces that are copied, and what turns one into the other; by hand, and on the pieces of a toy."""

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from probierz.systems.neural.copied_text import pieces_of_text, spelt, until, written_like
from probierz.systems.neural.following import NOT_READ, Follower
from probierz.systems.shared.chunks import normalised

LETTERS = "abcdeż-½Ω"


@pytest.fixture(scope="module")
def tokenizer():
    pytest.importorskip("torch", reason="PyTorch, of the extra neural, is not installed")
    from probierz.systems.neural.backbones import toy_backbone

    return toy_backbone(
        "bert", ["nie u stan nem dom wo da", "nieustannem nieu stannem", *"abcdeż-", *" a b c d e"]
    ).tokenizer


def test_a_word_that_was_broken_is_copied_with_a_joint(tokenizer):
    read = pieces_of_text(tokenizer, "nieu- stannem", 48)
    written = written_like(tokenizer, read, "nieustannem")
    assert tokenizer.convert_ids_to_tokens(written) == ["▁nieu", "<mask>", "▁stannem"]
    assert spelt(tokenizer, read, written) == " nieustannem"


TEXT = st.text(f"{LETTERS} ", max_size=30).map(normalised)


@given(read=TEXT, right=TEXT)
def test_what_is_written_comes_out_as_text(tokenizer, read, right):
    """Only signs that are not known, and were not read, are lost."""
    written = pieces_of_text(tokenizer, read, 48)
    if not set(right) & set("½Ω"):
        assert normalised(spelt(tokenizer, written, written_like(tokenizer, written, right))) == right
    assert spelt(tokenizer, written, written.numbers).strip() == read


@pytest.mark.parametrize(
    ("read", "right", "end", "found"),
    [
        ("ala ma kota", "ala ma kota", 6, "ala ma"),
        ("aa1a nna kota", "ala ma kota", 8, "ala ma"),
        ("ala", "ala ma", 3, "ala"),
    ],
)
def test_a_right_text_is_cut_where_what_was_read_is(read, right, end, found):
    assert until(read, right, end) == found


PIECES = ["▁nie", "u", "-", "▁stan", "nem", "<s>", "<mask>", "</s>", "▁nieu", "stannem", "▁"]
JOINT = 6


@pytest.mark.parametrize(
    ("written", "following"),
    [
        ([], "▁nie"),
        ([0, 1], "-"),
        ([0, 1, JOINT], "▁stan"),
        ([0, 1, JOINT, 3], "nem"),
        ([8], "-"),  # the same letters in another piece
        ([8, JOINT, 9], "</s>"),
        ([0, 1, 2, 10, 9], "</s>"),
        ([0, 1, 4], "▁stan"),  # a wrong piece stands for one that was read
    ],
)
def test_the_next_piece_to_copy_costs_nothing(written, following):
    source, rows = numpy.array([[NOT_READ, 0, 1, 2, 3, 4, 7, NOT_READ]]), numpy.array([written], numpy.int64)
    follower = Follower(PIECES, {5, JOINT, 7}, JOINT)
    costs = follower.throughout(source, rows)
    assert PIECES[source[0, costs[0, -1].argmin()]] == following
    for _ in range(2 if written else 0):  # anew, and where it is known already
        assert follower.now(source, rows).tolist() == costs[:, -1:].tolist()
    assert costs.min(2).tolist() == [[0] * (len(written) + 1)]
