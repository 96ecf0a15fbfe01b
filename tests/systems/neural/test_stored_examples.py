"""Examples that wait in a file are those that were put there."""

from typing import NamedTuple

import pytest

from probierz.systems.neural.stored import StoredExamples


class Example(NamedTuple):
    pieces: list[int]
    text: str


def test_examples_come_back_from_a_file_in_any_order():
    examples = [Example([1, 2, number], f"zażółć\n{number}") for number in range(5)]
    stored = StoredExamples(iter(examples))
    assert [stored[at] for at in (3, 0, 4)] == [examples[3], examples[0], examples[4]]
    assert isinstance(stored[-1], Example)
    assert list(stored) == examples == stored[:]
    assert not StoredExamples([])
    with pytest.raises(IndexError):
        stored[5]
