"""Edits with shifts: how tercom counts what turns an output into a reference.

Moving a phrase is one edit. Finding the fewest edits with moves is not feasible, so moves are taken greedily: the one
after which the edit distance is smallest, as long as it gets smaller. The limits and the ranking of equally good moves
are those of tercom, as sacreBLEU has them. Source: Snover et al. 2006, A Study of Translation Edit Rate.

Sentences are strings here, one character a word: slices, comparisons and distances of strings are fast.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from operator import add
from typing import NamedTuple

from probierz.errors import ParseError
from probierz.metrics.distances import levenshtein

_LONGEST_PHRASE = 10
_FARTHEST_MOVE = 50
_MOST_CANDIDATES = 1000
_BEAM = 25
_MOST_WORDS = 10_000
"""A limit of our own: the search takes half a minute at worst, and minutes with more."""

_KEEP, _SUBSTITUTE, _ONLY_OUTPUT, _ONLY_REFERENCE = range(4)


def short_enough(words: list[str]) -> list[str]:
    """Return the words of a line; asked as it is read, so that it is told without the other side of the pair.

    Raises ParseError for more than 10,000 words.
    """
    if len(words) > _MOST_WORDS:
        raise ParseError(
            f"a line of {len(words)} words is too long to look for moved phrases, at most {_MOST_WORDS} are compared; "
            "cut the text into shorter lines"
        )
    return words


def edits_with_shifts(output: Sequence[str], reference: Sequence[str]) -> int:
    """The number of words substituted, deleted and inserted and of phrases moved, found greedily.

    Both are short enough, see `short_enough`.
    """
    if not reference:
        return len(output)
    codes: dict[str, str] = {}
    given, wanted = (
        "".join([codes.setdefault(word, chr(len(codes) + 1)) for word in words]) for words in (output, reference)
    )
    return _greedy(given, wanted)


def _greedy(given: str, wanted: str) -> int:
    moves = tried = 0
    left = _distance(given, wanted)
    while left > 1:  # a move costs 1, so at distance 1 it saves nothing
        move, tried = _best_move(given, wanted, left, tried)
        if move is None or tried >= _MOST_CANDIDATES:
            break
        given = move.result
        left -= move.gain
        moves += 1
    return moves + left


# --- edit distance within the beam -------------------------------------------------------------------------------

Bounds = Sequence[tuple[int, int]]
"""For every word of the output the words of the reference to look at, as range arguments; 0 is before the first."""


def _distance(given: str, wanted: str) -> int:
    """The edit distance as tercom finds it: within a beam along the diagonal, so now and then it is greater."""
    distance = levenshtein()(given, wanted)
    if _inside_beam(given, wanted, distance):
        return distance
    return int(_fill(given, wanted, _beam(given, wanted))[0])


def _inside_beam(given: str, wanted: str, distance: int) -> bool:
    """Whether every shortest edit script keeps within the beam: it strays no more than its insertions or deletions."""
    return len(wanted) < _BEAM or distance + abs(len(wanted) - len(given)) <= 2 * _BEAM - 4


def _beam(given: str, wanted: str) -> Bounds:
    slope = len(wanted) / len(given) if given else 1.0
    width = math.ceil(slope / 2 + _BEAM) if slope / 2 > _BEAM else _BEAM
    middles = [math.floor(row * slope) for row in range(1, len(given) + 1)]
    bounds = [(max(0, middle - width), min(len(wanted) + 1, middle + width)) for middle in middles]
    return [*bounds[:-1], (bounds[-1][0], len(wanted) + 1)] if bounds else []


def _band(given: str, wanted: str, distance: int) -> Bounds:
    """The narrowest bounds that hold every shortest edit script."""
    longer = len(wanted) - len(given)
    deletions, insertions = (distance - longer) // 2, (distance + longer) // 2
    end = len(wanted) + 1
    return [(max(0, row - deletions), min(end, row + insertions + 1)) for row in range(1, len(given) + 1)]


class _CellRow(NamedTuple):
    """Cells of one word of the output, for the words of the reference from `low` on."""

    low: int
    kinds: bytearray

    def kind(self, column: int) -> int:
        at = column - self.low
        return self.kinds[at] if 0 <= at < len(self.kinds) else _ONLY_OUTPUT


def _fill(given: str, wanted: str, bounds: Bounds) -> tuple[float, list[_CellRow]]:
    """Edit distance within bounds and for every cell the edit that led there; of equals the first of the four."""
    above, above_low = list[float](range(len(wanted) + 1)), 0
    rows = [_CellRow(0, bytearray([_ONLY_REFERENCE]) * len(above))]
    for word, (low, high) in zip(given, bounds, strict=True):
        first = max(1, low)
        neighbours = _from_to(above, first - 1 - above_low, high - above_low)
        row = [above[0] + 1] if low == 0 else []
        kinds = bytearray([_ONLY_OUTPUT] * len(row))
        left = row[0] if row else math.inf
        for other, diagonal, up in zip(wanted[first - 1 : high - 1], neighbours, neighbours[1:], strict=False):
            best, kind = (diagonal, _KEEP) if other == word else (diagonal + 1, _SUBSTITUTE)
            if up + 1 < best:
                best, kind = up + 1, _ONLY_OUTPUT
            if left + 1 < best:
                best, kind = left + 1, _ONLY_REFERENCE
            left = best
            row.append(best)
            kinds.append(kind)
        rows.append(_CellRow(low, kinds))
        above, above_low = row, low
    return above[-1], rows


def _from_to(values: list[float], start: int, end: int) -> list[float]:
    """values[start:end], infinite where there are none."""
    found = values[max(0, start) : end]
    return [*[math.inf] * max(0, -start), *found, *[math.inf] * max(0, end - len(values))]


class _Costs:
    """Costs of the beam's cells up to the start and down to the end, so that after a move only what moved is new."""

    def __init__(self, given: str, wanted: str) -> None:
        self.wanted = wanted
        self.bounds = _beam(given, wanted)
        end = len(wanted) + 1
        self.forward = _cost_rows(given, wanted, [(0, end), *self.bounds])
        turned = [(end - high, end - low) for low, high in reversed(self.bounds)]
        self.backward = _cost_rows(given[::-1], wanted[::-1], [*turned, (0, end)])[::-1]

    def of(self, result: str, first: int, last: int) -> float:
        """The edit distance within the beam of an output that differs in the words from `first` to `last` only."""
        low = 0 if first == 0 else self.bounds[first - 1][0]
        row = self.forward[first]
        for word, bounds in zip(result[first:last], self.bounds[first:last], strict=True):
            row, low = _next_costs(row, low, word, self.wanted, *bounds), bounds[0]
        total: float = min(map(add, row, reversed(self.backward[last])))
        return total


def _cost_rows(given: str, wanted: str, bounds: Bounds) -> list[list[float]]:
    """Costs from the first cell to those within bounds, one row before the first word and one after each."""
    low = bounds[0][0]
    rows = [list[float](range(bounds[0][1]))]
    for word, row_bounds in zip(given, bounds[1:], strict=True):
        rows.append(_next_costs(rows[-1], low, word, wanted, *row_bounds))
        low = row_bounds[0]
    return rows


def _next_costs(above: list[float], above_low: int, word: str, wanted: str, low: int, high: int) -> list[float]:
    first = max(1, low)
    neighbours = _from_to(above, first - 1 - above_low, high - above_low)
    row = [above[0] + 1] if low == 0 else []
    left = row[0] if row else math.inf
    for other, diagonal, up in zip(wanted[first - 1 : high - 1], neighbours, neighbours[1:], strict=False):
        best = diagonal if other == word else diagonal + 1
        if up < best:
            best = up + 1
        if left < best:
            best = left + 1
        left = best
        row.append(best)
    return row


class _Alignment(NamedTuple):
    places: list[int]  # for every word of the reference the word of the output at or before it, -1 before the first
    given_wrong: bytearray
    wanted_wrong: bytearray


def _align(given: str, wanted: str, distance: int) -> _Alignment:
    exact = levenshtein()(given, wanted) == distance and _inside_beam(given, wanted, distance)
    _, rows = _fill(given, wanted, _band(given, wanted, distance) if exact else _beam(given, wanted))
    row, column = len(given), len(wanted)
    places, given_wrong, wanted_wrong = [-1] * column, bytearray(row), bytearray(column)
    while row or column:
        kind = rows[row].kind(column)
        if kind != _KEEP:
            if kind != _ONLY_REFERENCE:
                given_wrong[row - 1] = 1
            if kind != _ONLY_OUTPUT:
                wanted_wrong[column - 1] = 1
        if kind != _ONLY_OUTPUT:
            column -= 1
            places[column] = row - 1
        if kind != _ONLY_REFERENCE:
            row -= 1
    return _Alignment(places, given_wrong, wanted_wrong)


# --- moves -------------------------------------------------------------------------------------------------------


class _Move(NamedTuple):
    """A move and what it leaves; the greater the better, in this order of fields."""

    gain: int
    length: int
    minus_start: int
    minus_place: int
    result: str


def _best_move(given: str, wanted: str, left: int, tried: int) -> tuple[_Move | None, int]:
    """The move that saves most, or None if none saves anything, and how many moves have been tried so far."""
    alignment = _align(given, wanted, left)
    edit_distance = levenshtein()
    costs: _Costs | None = None
    best: _Move | None = None
    for start, target, length in _misplaced_phrases(given, wanted, alignment):
        for place in _places(alignment.places, target, length):
            result = _moved(given, start, length, place)
            tried += 1
            distance = edit_distance(result, wanted)
            if left - distance < (best.gain if best is not None else 1):
                continue  # within the beam it is no smaller
            if not _inside_beam(result, wanted, distance):
                costs = costs or _Costs(given, wanted)
                distance = int(costs.of(result, *_changed(start, length, place)))
            gain = left - distance
            if gain > 0:
                move = _Move(gain, length, -start, -place, result)
                best = move if best is None else max(best, move)
        if tried >= _MOST_CANDIDATES:
            break
    return best, tried


def _misplaced_phrases(given: str, wanted: str, alignment: _Alignment) -> Iterator[tuple[int, int, int]]:
    """Phrases (start in the output, start in the reference, length) that both have, wrong on both sides as aligned."""
    places, given_wrong, wanted_wrong = alignment
    for start, target, length in _common_phrases(given, wanted):
        if (
            given_wrong.find(1, start, start + length) >= 0
            and wanted_wrong.find(1, target, target + length) >= 0
            and not start <= places[target] < start + length
        ):
            yield start, target, length


def _common_phrases(given: str, wanted: str) -> Iterator[tuple[int, int, int]]:
    for start, word in enumerate(given):
        target = wanted.find(word, max(0, start - _FARTHEST_MOVE), start + _FARTHEST_MOVE + 1)
        while target >= 0:
            longest = min(_LONGEST_PHRASE, len(given) - start, len(wanted) - target)
            length = 1
            yield start, target, length
            while length < longest and given[start + length] == wanted[target + length]:
                length += 1
                yield start, target, length
            target = wanted.find(word, target + 1, start + _FARTHEST_MOVE + 1)


def _places(places: Sequence[int], target: int, length: int) -> list[int]:
    """Where in the output the phrase may go: after what is aligned with the word before it, with its words but one."""
    found = [0 if target == 0 else places[target - 1] + 1]
    for column in range(target, target + length):
        place = places[column] + 1
        if place != found[-1]:
            found.append(place)
    return found


def _moved(given: str, start: int, length: int, place: int) -> str:
    end = start + length
    if place < start:
        return given[:place] + given[start:end] + given[place:start] + given[end:]
    if place > end:
        return given[:start] + given[end:place] + given[start:end] + given[place:]
    return given[:start] + given[end : length + place] + given[start:end] + given[length + place :]


def _changed(start: int, length: int, place: int) -> tuple[int, int]:
    """The words of the output that such a move changes, as a range."""
    end = start + length
    return min(start, place), max(end, place if place > end else place + length if place >= start else end)
