"""Pieces of work on all cores."""

import threading

import numpy
import pytest
from threadpoolctl import threadpool_info

from probierz.systems.punctuation.side_by_side import _libraries, side_by_side


def test_results_come_in_the_order_of_the_pieces():
    assert list(side_by_side(lambda piece: piece * 2, range(50))) == list(range(0, 100, 2))


def test_pieces_are_read_as_they_are_needed():
    read = []

    def pieces():
        for number in range(1000):
            read.append(number)
            yield number

    results = side_by_side(lambda piece: piece, pieces())
    assert next(results) == 0
    assert len(read) < 200  # cores, and one more


def test_libraries_split_no_product_meanwhile_and_are_left_as_they_were():
    numpy.ones((2, 2)) @ numpy.ones((2, 2))

    def threads(_piece=None):
        return {one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"}

    _libraries.cache_clear()  # another test may have loaded one since
    before = threads()
    assert list(side_by_side(threads, range(3))) == [{1}] * 3 if before else [set()] * 3
    assert threads() == before


def test_what_goes_wrong_in_a_piece_is_told_and_nothing_goes_on_working():
    def work(piece):
        if piece == 3:
            raise ValueError("three")
        return piece

    before = set(threading.enumerate())
    results = side_by_side(work, range(10))
    with pytest.raises(ValueError, match="three"):
        list(results)
    assert set(threading.enumerate()) <= before
