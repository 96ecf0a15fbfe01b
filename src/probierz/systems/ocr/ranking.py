"""Chooses among the candidates of each token by what stands around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.systems.ocr.candidates import Choices
from probierz.systems.parts.lexicon import NO_WORD
from probierz.systems.parts.logistic import chances
from probierz.systems.parts.ngrams import WordPairs

__all__ = ["Chosen", "Surroundings", "choose", "look_around"]

_AROUND = 3  # tokens on either side that say whether a place can be read


@dataclass(frozen=True)
class Surroundings:
    """The tokens of some pages that have several candidates.

    places: where they stand among all tokens. begins, sizes: which rows of `features` are whose.
    """

    choices: Sequence[Choices]
    places: NDArray[numpy.int64]
    begins: NDArray[numpy.int64]
    sizes: NDArray[numpy.int64]
    features: NDArray[numpy.float32]


class Chosen(NamedTuple):
    """What was chosen for the token at a place, and how likely it is."""

    place: int
    text: str
    chance: float


def look_around(pages: Sequence[Sequence[str]], find: Callable[[str], Choices], pairs: WordPairs) -> Surroundings:
    """Put together, for the tokens of pages, what is known of each candidate alone and in its place."""
    choices = [find(token) for page in pages for token in page]
    sizes = numpy.array([len(one.texts) for one in choices], numpy.int64)
    places = numpy.flatnonzero(sizes > 1)
    if not len(places):
        return Surroundings(choices, places, places, places, numpy.zeros((0, 1), numpy.float32))
    sizes = sizes[places]
    begins = numpy.cumsum(sizes) - sizes
    open_ones = [choices[place] for place in places.tolist()]
    alone = numpy.concatenate([one.features for one in open_ones])
    shapes = numpy.concatenate([one.shapes for one in open_ones])
    words = numpy.concatenate([one.words for one in open_ones])
    lengths = [len(page) for page in pages]
    at = numpy.repeat(places, sizes)
    around = numpy.column_stack([
        _neighbours(choices, lengths, at, words, shapes[:, 5] > 0, pairs),
        _signs(choices, lengths, at, shapes),
        _trust(choices, at, shapes),
        _customs(pages, lengths, at, shapes),
    ])  # fmt: skip
    return Surroundings(choices, places, begins, sizes, numpy.column_stack([alone, around]).astype(numpy.float32))


def choose(found: Surroundings, weights: NDArray[numpy.floating], threshold: float) -> list[Chosen]:
    """The tokens that something else should stand for, at least so likely."""
    if not len(found.places):
        return []
    likely = chances(found.features @ weights, found.begins, found.sizes)
    best = numpy.maximum.reduceat(likely, found.begins)
    changed = numpy.flatnonzero((likely[found.begins] < best) & (best >= threshold))
    chosen = []
    for group in changed.tolist():
        begin, place = found.begins[group], int(found.places[group])
        row = int(likely[begin : begin + found.sizes[group]].argmax())
        chosen.append(Chosen(place, found.choices[place].texts[row], float(likely[begin + row])))
    return chosen


# --- what stands around a candidate ----------------------------------------------------------------------------------


def _neighbours(
    choices: Sequence[Choices],
    lengths: Sequence[int],
    at: NDArray[numpy.int64],
    words: NDArray[numpy.int64],
    is_none: NDArray[numpy.bool_],
    pairs: WordPairs,
) -> NDArray[numpy.float32]:
    """How well a candidate follows the word before and goes before the word after."""
    guesses = _with_edges([_guess(one) for one in choices], lengths)
    where = _beside_edges(at, lengths)
    before, after = guesses[where - 1], guesses[where + 1]
    left = numpy.where((before != NO_WORD) & ~is_none, pairs.log_probabilities(before, words), 0)
    right = numpy.where((after != NO_WORD) & ~is_none, pairs.log_probabilities(words, after), 0)
    without = numpy.where((after != NO_WORD) & (before != NO_WORD) & is_none, pairs.log_probabilities(before, after), 0)
    usual = numpy.where(after != NO_WORD, pairs.log_probabilities(numpy.zeros_like(after), after), 0)
    return numpy.column_stack([left, numpy.where(is_none, 0, right - usual), numpy.where(is_none, without - usual, 0)])


def _signs(
    choices: Sequence[Choices], lengths: Sequence[int], at: NDArray[numpy.int64], shapes: NDArray[numpy.float32]
) -> NDArray[numpy.float32]:
    """Whether capitals and the ends of sentences go together; at the edge of a page nobody knows."""
    capital = _with_edges([one.shapes[0, 0] for one in choices], lengths)
    stop = _with_edges([one.shapes[0, 1] for one in choices], lengths)
    where = _beside_edges(at, lengths)
    next_capital, after_stop = capital[where + 1], stop[where - 1]
    first, stops, comma = shapes[:, 0], shapes[:, 1], shapes[:, 2]
    return numpy.column_stack([
        first * after_stop, first * (1 - after_stop),
        stops * next_capital, stops * (1 - next_capital),
        comma * next_capital, comma * (1 - next_capital),
    ])  # fmt: skip


def _trust(choices: Sequence[Choices], at: NDArray[numpy.int64], shapes: NDArray[numpy.float32]) -> NDArray[numpy.float32]:
    """The share of tokens around that are no known words: there, little can be trusted."""
    sums = numpy.concatenate([[0], numpy.cumsum([not one.is_known for one in choices])])
    first, last = numpy.maximum(at - _AROUND, 0), numpy.minimum(at + _AROUND + 1, len(choices))
    unknown = (sums[last] - sums[first]) / (last - first)
    return numpy.column_stack([shapes[:, 3] * unknown, shapes[:, 5] * unknown, shapes[:, 5] * unknown**2])


def _customs(
    pages: Sequence[Sequence[str]], lengths: Sequence[int], at: NDArray[numpy.int64], shapes: NDArray[numpy.float32]
) -> NDArray[numpy.float32]:
    """Old spelling and quotation marks: a page is likely to keep to its own."""
    whole = [" ".join(page) for page in pages]
    customs = numpy.array([[min(text.count("é"), 4) / 4, "“" in text, "”" in text] for text in whole], numpy.float32)
    own = numpy.repeat(customs, lengths, axis=0)[at]
    return numpy.column_stack([shapes[:, 4], shapes[:, 4] * own[:, 0], shapes[:, 6] * own[:, 1], shapes[:, 7] * own[:, 2],
                               shapes[:, 6], shapes[:, 7]])  # fmt: skip


def _guess(choices: Choices) -> int:
    """The word that a token most likely is, wherever it stands."""
    own = int(choices.words[0])
    return own if own != NO_WORD or len(choices.words) == 1 else int(choices.words[1])


def _with_edges(values: Sequence[float], lengths: Sequence[int]) -> NDArray[numpy.int64]:
    """The values of all tokens, with a 0 before and after each page."""
    padded = numpy.zeros(len(values) + len(lengths) + 1, numpy.int64)
    padded[_beside_edges(numpy.arange(len(values)), lengths)] = values
    return padded


def _beside_edges(at: NDArray[numpy.int64], lengths: Sequence[int]) -> NDArray[numpy.int64]:
    """Where tokens stand when there is a place before and after each page."""
    page = numpy.repeat(numpy.arange(len(lengths)), lengths)
    shifted: NDArray[numpy.int64] = at + page[at] + 1
    return shifted
