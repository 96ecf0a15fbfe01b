"""The numbers that describe a span of words: those that all kinds of questions share, and those beside its kind."""

from __future__ import annotations

import numpy

from probierz.systems.questions.reading.passage_words import Flags, Numbers, PassageWords
from probierz.systems.questions.wanted.kinds import Wanted

KINDS = [kind for kind in Wanted if kind not in (Wanted.BOOLEAN, Wanted.CHOICE)]
SHAPES = (
    "digits", "plain number", "year", "month", "number word", "Roman", "all capital", "two capitals", "begins capital",
    "any capital", "no capital", "preposition first", "preposition before", "one word", "length", "list", "quoted",
    "adjective last", "in parentheses",
)  # fmt: skip
PLAIN = (
    "share of the question in the sentence", "the same with neighbours", "best sentence", "place of the sentence",
    "words of the question", "words of the title", "question word before", "question word after", "weight near",
    "weight just before", "weight just after", "preposition first", "preposition before", "sign before", "sign after",
    "verb before", "comma before", "stop after", "in parentheses", "all of the parentheses", "behind a dash",
    "begins the sentence", "ends the sentence", "length", "length squared", "inner sign", "quotes", "capital cut left",
    "capital cut right", "number cut", "noun asked for before", "noun asked for first", "noun asked for near",
    "noun asked for behind", "name of the noun", "preposition first, unasked", "preposition before, unasked",
    "told of what is asked", "gender of the verb", "standing of the passage", "first passage",
)  # fmt: skip
FEATURES: tuple[str, ...] = (*PLAIN, *(f"{kind}: {shape}" for kind in KINDS for shape in SHAPES))
"""What each number of a span means, in order."""


def _agrees(words: PassageWords, first: Numbers, last: Numbers) -> Flags:
    """1 where a name has the gender of the question's verb in its sentence, as far as endings tell, -1 the other.

    *założył* is a man's, *założyła* a woman's, and so is a name in -a.
    """
    count = len(words.shares)
    of_man, of_woman = (
        numpy.bincount(words.sentence, words.flag(name) * (words.hits > 0), count) for name in ("his verb", "her verb")
    )
    verb = (of_man > 0).astype(numpy.float32) - (of_woman > 0)
    names = numpy.where(words.flag("capital") > 0, numpy.arange(words.count), words.count - 1)
    name = numpy.minimum.accumulate(names[::-1])[::-1][first]  # the first capital from there on
    found: Flags = verb[words.sentence[first]] * (1 - 2 * words.flag("in -a"))[name]
    return numpy.where(name <= last, found, 0.0).astype(numpy.float32)


def plain_features(words: PassageWords, kind: Wanted, first: Numbers, last: Numbers) -> dict[str, Flags]:
    """The features that all kinds of questions share."""
    low, high, sentence = words.low[first], words.high[first], words.sentence[first]
    length = (last - first + 1).astype(numpy.float32)
    has_left, has_right = first > low, last < high

    def left(values: Flags) -> Flags:
        return words.beside(values, first - 1, has_left)

    def right(values: Flags) -> Flags:
        return words.beside(values, last + 1, has_right)

    hits, word, capital = words.hits, words.flag("word"), words.flag("capital")
    inside = words.sums(hits, first, last)
    is_hit = (hits > 0).astype(numpy.float32)
    return {
        "share of the question in the sentence": words.shares[sentence],
        "the same with neighbours": words.around[sentence],
        "best sentence": (words.shares[sentence] >= words.shares.max()).astype(numpy.float32),
        "place of the sentence": (sentence / len(words.shares)).astype(numpy.float32),
        "words of the question": words.sums(is_hit, first, last) / length,
        "words of the title": words.sums(words.titled, first, last) / length,
        "question word before": 1 / words.before[first],
        "question word after": 1 / words.after[last],
        "weight near": words.sums(hits, numpy.maximum(low, first - 6), numpy.minimum(high, last + 6)) - inside,
        "weight just before": words.sums(hits, numpy.maximum(low, first - 3), first - 1),
        "weight just after": words.sums(hits, last + 1, numpy.minimum(high, last + 3)),
        "preposition first": words.flag("preposition")[first],
        "preposition before": left(words.flag("preposition")),
        "sign before": left(1 - word),
        "sign after": right(1 - word),
        "verb before": left(words.flag("past")),
        "comma before": left(words.flag("comma")),
        "stop after": numpy.where(has_right, right(words.flag("stop")), 1.0),
        "in parentheses": words.inside[first],
        "all of the parentheses": left(words.flag("opens")) * right(words.flag("closes")),
        "behind a dash": left(words.flag("dash")),
        "begins the sentence": (~has_left).astype(numpy.float32),
        "ends the sentence": (last >= high - 1).astype(numpy.float32),
        "length": length / 5,
        "length squared": length * length / 25,
        "inner sign": (words.sums(1 - word, first, last) > 0).astype(numpy.float32),
        "quotes": left(words.flag("quote")) * right(words.flag("quote")),
        "capital cut left": left(capital) * capital[first] * (first - 1 > low),
        "capital cut right": right(capital) * capital[last],
        "number cut": numpy.maximum(left(words.flag("digits")), right(words.flag("digits"))),
        "noun asked for before": left(words.noun),
        "noun asked for first": words.noun[first],
        "noun asked for near": words.sums(words.noun, numpy.maximum(low, first - 2), numpy.minimum(high, last + 2)),
        "noun asked for behind": right(words.noun) + words.noun[last],
        "preposition first, unasked": words.is_bare * words.flag("preposition")[first],
        "preposition before, unasked": words.is_bare * left(words.flag("preposition") * (1 - words.flag("przez"))),
        "name of the noun": left(words.noun)
        * (words.sums(capital, first, last) == length)
        * (1 - right(capital) * capital[last]),
        "gender of the verb": _agrees(words, first, last) if kind is Wanted.PERSON else numpy.zeros_like(length),
        "told of what is asked": (words.told_of[first] > 0).astype(numpy.float32),
    }


def shape_features(words: PassageWords, first: Numbers, last: Numbers) -> dict[str, Flags]:
    """The features that say something only beside the kind of the question."""
    length = (last - first + 1).astype(numpy.float32)
    capitals, count = words.sum("capital", first, last), words.sum("word", first, last)
    left = words.beside(words.flag("preposition"), first - 1, first > words.low[first])

    def has(name: str) -> Flags:
        return (words.sum(name, first, last) > 0).astype(numpy.float32)

    return {
        **{name: has(name) for name in ("digits", "year", "month", "number word", "Roman")},
        "plain number": words.flag("plain number")[first] * (length == 1),
        "all capital": (capitals == count).astype(numpy.float32),
        "two capitals": ((capitals == count) & (count > 1)).astype(numpy.float32),
        "begins capital": words.flag("capital")[first],
        "any capital": (capitals > 0).astype(numpy.float32),
        "no capital": (capitals == 0).astype(numpy.float32),
        "preposition first": words.flag("preposition")[first],
        "preposition before": left,
        "one word": (length == 1).astype(numpy.float32),
        "length": length / 5,
        "list": has("comma"),
        "quoted": has("quote"),
        "adjective last": words.flag("adjective")[last],
        "in parentheses": words.inside[first],
    }
