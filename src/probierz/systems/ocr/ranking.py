"""Chooses among the candidates of each token by what stands around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.systems.ocr.candidates import Candidates, Facts, Shapes
from probierz.systems.ocr.choice_network import ChoiceNetwork
from probierz.systems.ocr.lexicon import NO_WORD
from probierz.systems.ocr.ngrams import WordPairs
from probierz.systems.shared.logistic import chances

_AROUND = 3  # tokens on either side that say whether a place can be read

Numbers = NDArray[numpy.int64]
Floats = NDArray[numpy.float32]


class RankedPage(NamedTuple):
    """Lines of tokens, and for each line how likely it is to be no text."""

    lines: Sequence[Sequence[str]]
    drop_chances: Sequence[float]


@dataclass(frozen=True)
class Surroundings:
    """The tokens of some pages that have several candidates.

    places: where they stand among all tokens. begins, sizes: which rows of `features` are whose. rows: their
    numbers among all candidates.
    """

    places: Numbers
    begins: Numbers
    sizes: Numbers
    rows: Numbers
    features: Floats


class Chosen(NamedTuple):
    """What was chosen for the token at a place, and how likely it is."""

    place: int
    text: str
    chance: float


def look_around(pages: Sequence[RankedPage], known: Candidates, pairs: WordPairs) -> Surroundings:
    """Put together, for the tokens of pages, what is known of each candidate alone and in its place."""
    tokens = [token for page in pages for line in page.lines for token in line]
    numbers = known.numbers(tokens)
    spans = known.spans(numbers)
    facts = known.facts(numbers)
    places = numpy.flatnonzero(spans[:, 1] > 1)
    if not len(places):
        return Surroundings(places, places, places, places, numpy.zeros((0, 1), numpy.float32))
    firsts, sizes = spans[places, :2].T
    begins = numpy.cumsum(sizes) - sizes
    rows = numpy.repeat(firsts - begins, sizes) + numpy.arange(sizes.sum())
    at = numpy.repeat(places, sizes)
    where = _Where(pages, spans[:, 2], facts)
    shapes = known.shapes(rows)
    columns = [
        known.features(rows),
        where.neighbours(at, known.words(rows), shapes, pairs),
        where.signs(at, shapes),
        where.trust(at, shapes, facts.is_known),
        where.customs(at, shapes, facts),
        where.edges(at, shapes),
        where.repeats(at, known.words(rows), shapes, numbers),
    ]
    return Surroundings(places, begins, sizes, rows, numpy.concatenate(columns, axis=1, dtype=numpy.float32))


def choose(
    found: Surroundings, texts: Sequence[str], network: ChoiceNetwork, threshold: float, drop: float
) -> list[Chosen]:
    """The tokens that something else should stand for, at least so likely; or nothing, at least as likely as `drop`.

    texts: those of the candidates' rows.
    """
    if not len(found.places):
        return []
    likely = chances(network.scores(found.features), found.begins, found.sizes)
    best = numpy.maximum.reduceat(likely, found.begins)
    changed = numpy.flatnonzero((likely[found.begins] < best) & (best >= threshold))
    chosen = []
    for group in changed.tolist():
        begin = int(found.begins[group])
        row = begin + int(likely[begin : begin + found.sizes[group]].argmax())
        text = texts[found.rows[row]]
        if text or likely[row] >= drop:
            chosen.append(Chosen(int(found.places[group]), text, float(likely[row])))
    return chosen


class _Where:
    """What stands around tokens. Values of all tokens have a 0 before and after those of each page."""

    def __init__(self, pages: Sequence[RankedPage], guesses: Numbers, facts: Facts) -> None:
        self._lengths = numpy.array([len(line) for page in pages for line in page.lines], numpy.int64)
        self._page = numpy.repeat(numpy.arange(len(pages)), [len(page.lines) for page in pages])
        self._drops = numpy.array([chance for page in pages for chance in page.drop_chances])
        self._line = numpy.repeat(numpy.arange(len(self._lengths)), self._lengths)
        self._padded = numpy.arange(len(guesses)) + self._page[self._line] + 1
        self._size = len(guesses) + len(pages) + 1
        self._words = self._with_edges(guesses)
        self._capital = self._with_edges(facts.is_capital)
        self._stop = self._with_edges(facts.is_stop)

    def _with_edges(self, values: NDArray[numpy.generic]) -> Numbers:
        padded = numpy.zeros(self._size, numpy.int64)
        padded[self._padded] = values
        return padded

    def neighbours(self, at: Numbers, words: Numbers, shape: Shapes, pairs: WordPairs) -> Floats:
        """How well a candidate follows the word before and goes before the word after."""
        where = self._padded[at]
        is_none = shape.is_nothing > 0
        before, after = self._words[where - 1], self._words[where + 1]
        has_before, has_after = before != NO_WORD, after != NO_WORD
        left = numpy.where(has_before & ~is_none, pairs.log_probabilities(before, words), 0)
        usual = pairs.log_probabilities(numpy.zeros_like(after), after)
        right = numpy.where(has_after & ~is_none, pairs.log_probabilities(words, after) - usual, 0)
        both = has_after & has_before & is_none
        without = numpy.where(both, pairs.log_probabilities(before, after) - usual, 0)
        return numpy.column_stack([left, right, without])

    def signs(self, at: Numbers, shape: Shapes) -> Floats:
        """Whether capitals and the ends of sentences go together; at the edge of a page nobody knows."""
        where = self._padded[at]
        next_capital, after_stop = self._capital[where + 1], self._stop[where - 1]
        return numpy.column_stack([
            shape.is_capital * after_stop, shape.is_capital * (1 - after_stop),
            shape.is_stop * next_capital, shape.is_stop * (1 - next_capital),
            shape.is_comma * next_capital, shape.is_comma * (1 - next_capital),
        ])  # fmt: skip

    def trust(self, at: Numbers, shape: Shapes, is_known: Floats) -> Floats:
        """The share of tokens around that are no known words: there, little can be trusted."""
        sums = numpy.concatenate([[0], numpy.cumsum(1 - is_known)])
        page = self._page[self._line]
        first = numpy.maximum(at - _AROUND, numpy.searchsorted(page, page[at]))
        last = numpy.minimum(at + _AROUND + 1, numpy.searchsorted(page, page[at], "right"))
        unknown = (sums[last] - sums[first]) / (last - first)
        chance = self._drops[self._line[at]]
        return numpy.column_stack([
            shape.is_other * unknown, shape.is_nothing * unknown, shape.is_nothing * unknown**2,
            shape.is_nothing * chance, shape.is_nothing * numpy.sqrt(chance), shape.is_other * chance,
        ])  # fmt: skip

    def customs(self, at: Numbers, shape: Shapes, facts: Facts) -> Floats:
        """Old spelling and quotation marks: a page is likely to keep to its own."""
        page = self._page[self._line]
        columns = facts.accents, facts.high_quote, facts.low_quote
        accents, high, low = (numpy.bincount(page, column, page[-1] + 1)[page[at]] for column in columns)
        return numpy.column_stack([
            shape.more_accents, shape.more_accents * numpy.minimum(accents, 4) / 4, shape.high_quote * (high > 0),
            shape.low_quote * (low > 0), shape.high_quote, shape.low_quote, shape.is_sign,
        ])  # fmt: skip

    def edges(self, at: Numbers, shape: Shapes) -> Floats:
        """Stains lie at the edges of lines and pages."""
        line = self._line[at]
        ends = numpy.cumsum(self._lengths)
        is_first, is_last = at == ends[line] - self._lengths[line], at == ends[line] - 1
        is_edge = numpy.diff(self._page, prepend=-1, append=-1) != 0
        is_edge_line = (is_edge[:-1] | is_edge[1:])[line]
        short = 1 / self._lengths[line]
        flags = numpy.column_stack([is_first, is_last, is_first & is_last, is_edge_line, short])
        found: Floats = numpy.concatenate(
            [flags * shape.is_nothing[:, None], flags[:, [0, 1, 3]] * shape.is_other[:, None]], axis=1
        )
        return found

    def repeats(self, at: Numbers, words: Numbers, shape: Shapes, tokens: Numbers) -> Floats:
        """How often a page has the word of a candidate elsewhere, and the token itself: names come more than once."""
        is_same = 1 - shape.is_other - shape.is_nothing
        page = self._page[self._line]
        guesses = self._words[self._padded]
        of_word = _log_counts(page, guesses, page[at], words, guesses[at] == words) * (words != NO_WORD)
        of_token = _log_counts(page, tokens, page[at], tokens[at], numpy.ones(len(at), bool))
        return numpy.column_stack([of_word * shape.is_other, of_word * is_same, of_token * is_same])


def _log_counts(
    pages: Numbers, values: Numbers, of_page: Numbers, wanted: Numbers, is_own: NDArray[numpy.bool_]
) -> NDArray[numpy.float64]:
    """log(1 + times) that pages have the wanted values, one of which is their own and does not count."""
    size = int(max(values.max(initial=0), wanted.max(initial=0))) + 1
    keys, counts = numpy.unique(pages * size + values, return_counts=True)
    asked = of_page * size + wanted
    places = numpy.minimum(numpy.searchsorted(keys, asked), len(keys) - 1)
    times = numpy.where(keys[places] == asked, counts[places], 0) - is_own
    found: NDArray[numpy.float64] = numpy.log1p(numpy.maximum(times, 0))
    return found
