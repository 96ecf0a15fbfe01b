"""Whole words are hidden, as many as was said, and others each time."""

import numpy
import pytest

from probierz.systems.pretraining.masking import drawn_words, mask_words

OTHERS = numpy.arange(5, 100)
MASK = 4


def example(texts=200, words=20, each=3):
    """Texts with a mark before and behind, words of some pieces each, numbers from 100 on."""
    row = [-1, *(number for number in range(words) for _ in range(each)), -1]
    owners = numpy.array([row] * texts)
    return numpy.where(owners >= 0, 100 + numpy.arange(owners.shape[1]), 0), owners


def test_all_pieces_of_a_word_are_drawn_or_none():
    owners = numpy.array([-1, 0, 1, 1, 1, 2, 2, 3, 4, 4, -1])
    for seed in range(50):
        drawn = drawn_words(owners, numpy.random.default_rng(seed), 0.3)
        assert not drawn[[0, -1]].any()
        assert all(len(set(drawn[owners == word])) == 1 for word in range(5))
        assert 1 <= drawn.sum() <= 3  # 0.3 of nine pieces


def test_a_share_of_the_pieces_is_drawn_in_the_end():
    pieces, owners = example()
    drawn = mask_words(pieces, owners, numpy.random.default_rng(1), share=0.15, mask=MASK, others=OTHERS).drawn
    assert drawn.sum() == 200 * 9  # of 60 pieces 9, three words


def test_of_drawn_pieces_eight_tenths_are_masks_one_is_another_and_one_stays():
    pieces, owners = example(2000)
    found = mask_words(pieces, owners, numpy.random.default_rng(1), share=0.15, mask=MASK, others=OTHERS)
    shown, was = found.pieces[found.drawn], pieces[found.drawn]
    assert (shown == MASK).mean() == pytest.approx(0.8, abs=0.01)
    assert numpy.isin(shown, OTHERS).mean() == pytest.approx(0.1, abs=0.01)
    assert (shown == was).mean() == pytest.approx(0.1, abs=0.01)
    assert (found.pieces == pieces)[~found.drawn].all()


def test_words_are_drawn_anew_each_time_and_the_seed_says_which():
    pieces, owners = example(1)

    def drawn(seed):
        draw = numpy.random.default_rng(seed)
        return [
            mask_words(pieces, owners, draw, share=0.15, mask=MASK, others=OTHERS).drawn.tobytes() for _ in range(20)
        ]

    assert len(set(drawn(1))) > 15
    assert drawn(1) == drawn(1) != drawn(2)


def test_each_word_is_drawn_equally_often():
    _, owners = example(1, words=10, each=1)
    counts = sum(drawn_words(owners[0], numpy.random.default_rng(seed), 0.2).astype(int) for seed in range(2000))
    assert counts[1:-1] == pytest.approx(numpy.full(10, 400), abs=75)  # two of ten; four deviations


def test_one_word_is_drawn_even_where_all_are_long():
    assert drawn_words(numpy.array([0] * 9 + [1] * 9), numpy.random.default_rng(1), 0.15).sum() == 9


def test_without_words_nothing_is_drawn():
    assert not drawn_words(numpy.array([-1, -1]), numpy.random.default_rng(1), 0.15).any()
