"""Which spans of a passage may answer a question, by the kind of answer that it wants, and which of them are odd."""

from __future__ import annotations

import numpy
from numpy.typing import NDArray

from probierz.systems.questions.reading.passage_words import Flags, Numbers, PassageWords
from probierz.systems.questions.wanted.kinds import Wanted

MOST_WORDS = 9
"""Words and signs of a span at most: of PoQuAD's short answers nine in ten have no more."""
_MOST_SENTENCES = 6
"""Sentences of a passage in which spans are looked for: those that share most with the question."""
_OF_A_BODY = 2
"""So many names in a row that a question has are those of a body: *Rady Nadzorczej ZGO „Dolina”*."""
_WITHIN_CLAUSES = (Wanted.PERSON, Wanted.PLACE, Wanted.NUMBER, Wanted.DATE)
"""Kinds of answers that go over no seam between two clauses, as between two holders of one office."""


def spans_that_fit(words: PassageWords, kind: Wanted) -> tuple[Numbers, Numbers]:
    """The first and last words of spans: within a sentence that is looked at, from word or quote to word."""
    first = numpy.repeat(numpy.arange(words.count), MOST_WORDS)
    last = first + numpy.tile(numpy.arange(MOST_WORDS), words.count)
    first, last = first[last < words.count], last[last < words.count]
    looked_at = numpy.zeros(len(words.shares), bool)
    looked_at[numpy.argsort(-words.around, kind="stable")[:_MOST_SENTENCES]] = True
    word, small = words.flag("word") > 0, words.flag("small") > 0
    may_begin = word & (~small | (words.flag("preposition") > 0))
    may_begin &= words.flag("no begin") == 0
    may_end = word & ~small & ~(words.flag("preposition") > 0) & (words.flag("no end") == 0)
    kept = (words.sentence[first] == words.sentence[last]) & looked_at[words.sentence[first]]
    kept &= may_begin[first] & may_end[last] & (words.sum("opens", first, last) == words.sum("closes", first, last))
    kept &= _fits(words, kind, first, last)
    if kind is Wanted.PERSON:
        kept = _if_any(kept, words.sums(words.of_others, first, last) == 0)
        kept = _if_any(kept, (words.asked_behind[first] > 0) & (words.asked_behind[last] > 0))
    if kind in (Wanted.WHICH, Wanted.PLACE) and words.asked_behind.any():
        kept = _if_any(kept, words.asked_behind[first] > 0)
    if kind in _told_apart(words):
        kept &= (words.told_of[first] >= 0) & (words.told_of[last] >= 0)
        sure = kept & (words.told_of[first] > 0)
        kept = sure if words.is_of_life and sure.any() else kept
    return first[kept], last[kept]


def _told_apart(words: PassageWords) -> tuple[Wanted, ...]:
    """The kinds of answers of which none is taken that is told of the opposite of what is asked."""
    if words.is_of_life:
        return Wanted.DATE, Wanted.PLACE
    return (Wanted.NUMBER, Wanted.PERSON, Wanted.DATE) if words.is_of_order else (Wanted.NUMBER, Wanted.PERSON)


def _lasting(words: PassageWords) -> Flags:
    """1 at units of time that tell how long: behind a number, or alone, as *rok*; and at years *1934–1939*."""
    number = words.flag("digits") + words.flag("number word") > 0
    behind = numpy.concatenate([[False], number[:-1]]) | numpy.concatenate([[False, False], number[:-2]])[: words.count]
    found: Flags = words.flag("time") * (behind | (words.flag("lasts") > 0) | number)
    return found


def _fits(words: PassageWords, kind: Wanted, first: Numbers, last: Numbers) -> NDArray[numpy.bool_]:
    """Whether spans can be of the kind that is asked for: a number has one, a time that something lasts a unit of
    time; a date is no amount, a place has a word, a telephone has figures; a person is no letter and no year, stands
    in no title over several lines, and begins with a name that the question does not have, nor is it the rest of a
    body's name that it has. None goes over a semicolon, as between the cells of a table.
    """
    found: NDArray[numpy.bool_] = words.sum("semicolon", first, last) == 0
    if kind in _WITHIN_CLAUSES:
        found &= words.sums(words.seams, first, last) == 0
    if kind is Wanted.NUMBER:
        found &= _can_be_number(words, first, last)
    if kind is Wanted.DATE:
        found &= words.sum("amount", first, last) == 0
    if kind is Wanted.PLACE:
        found &= _can_be_place(words, first, last)
    if words.is_of_figures:
        found &= _can_be_figures(words, first, last)
    if words.is_bare and kind in (Wanted.PERSON, Wanted.WHICH, Wanted.NAME):
        found &= words.flag("of place")[first] == 0
    if kind is Wanted.PERSON:
        found &= (words.beside(words.flag("of place"), first - 1, first > words.low[first]) == 0) | (not words.is_bare)
        found &= (words.sum("long", first, last) > 0) & (words.sum("digits", first, last) == 0)
        found &= words.flag("year word")[first] == 0
        names = words.flag("capital") * words.flag("long")
        asked = names * (words.hits > 0)
        found &= (asked[first] == 0) & (words.sums(asked, words.named[first], first) < _OF_A_BODY)
        found &= first >= words.titled_until
    return found


def _can_be_number(words: PassageWords, first: Numbers, last: Numbers) -> NDArray[numpy.bool_]:
    """Whether a span has a number, of what lasts with a unit of time; of a size with one of its own, if any has."""
    found: NDArray[numpy.bool_] = words.sum("digits", first, last) + words.sum("number word", first, last) > 0
    found &= words.beside(words.flag("section"), first - 1, first > words.low[first]) == 0
    found &= words.sum("section", first, last) == 0
    found &= words.flag("digits")[first] + words.flag("number word")[first] + words.flag("preposition")[first] > 0
    if words.is_of_price:
        found &= words.sums(words.hours, first, last) == 0
    behind = numpy.minimum(words.high[last], last + 2)
    if words.is_of_lasting:
        found &= words.sums(_lasting(words), first, behind) > 0
    if words.sized.any():
        return _if_any(found, words.sums(words.sized, first, behind) > 0)
    return found


def _can_be_place(words: PassageWords, first: Numbers, last: Numbers) -> NDArray[numpy.bool_]:
    """Whether a span has a word and, where the question is *gdzie*, a preposition of place, if any has."""
    names = words.flag("long") * (1 - words.flag("small")) * (1 - words.flag("year word"))
    found: NDArray[numpy.bool_] = words.sums(names, first, last) > 0
    if not words.is_of_where:
        return found
    where = words.flag("where")
    return _if_any(found, where[first] + words.beside(where, first - 1, first > words.low[first]) > 0)


def _can_be_figures(words: PassageWords, first: Numbers, last: Numbers) -> NDArray[numpy.bool_]:
    """Whether a span has figures, or an hour where that is asked for."""
    if not words.is_of_hour:
        return words.sum("digits", first, last) > 0
    found: NDArray[numpy.bool_] = words.sums(words.hours, first, last) > 0
    found &= words.sums(words.seams, first, last) == 0
    found &= words.sum("amount", first, numpy.minimum(words.high[last], last + 1)) == 0
    return found


def _if_any(found: NDArray[numpy.bool_], told: NDArray[numpy.bool_]) -> NDArray[numpy.bool_]:
    both: NDArray[numpy.bool_] = found & told
    return both if both.any() else found


def is_odd(words: PassageWords, kind: Wanted, first: Numbers, last: Numbers) -> NDArray[numpy.bool_]:
    """Whether a date has no number and no century, a person no capital, a price no money; no other kind is odd."""
    found = numpy.zeros(len(first), bool)
    if kind is Wanted.NUMBER and words.is_of_price:
        found |= words.sum("money", first, numpy.minimum(words.high[last], last + 2)) == 0
    elif kind in (Wanted.DATE, Wanted.PERSON):
        usual = ("digits", "number word", "Roman", "year word") if kind is Wanted.DATE else ("capital",)
        found |= numpy.sum([words.sum(one, first, last) for one in usual], axis=0) == 0
    return found
