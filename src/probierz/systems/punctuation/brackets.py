"""Marks around what stands in brackets: those that the words outside need by themselves, and stand behind it.

    pan nowak (prezes zarządu) otworzył   →  Pan Nowak (prezes zarządu) otworzył       no comma, as it has brackets
    jeśli zdążę (może tak) zadzwonię      →  Jeśli zdążę (może tak), zadzwonię         the comma of the clause before

A system reads words alone, so that it takes what is in brackets for a part of the sentence. Hence it is asked again,
without these words, and what it says of the word before them is done behind them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from probierz.systems.punctuation.abbreviations import ALWAYS, PERHAPS
from probierz.systems.punctuation.beginnings import Ask
from probierz.systems.punctuation.labelling import Labelled
from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS
from probierz.systems.punctuation.texts import LOWER
from probierz.systems.punctuation.tokens import TextToken, marks_in

_NONE = MARKS.index("")
_SHORTENED = ALWAYS | PERHAPS | {"r", "s", "w"}
_SIGNS = frozenset(".?!…")
_LONGEST = 25  # words in brackets that are an addition to a sentence

_Span = tuple[int, int]
"""The first word in brackets, and that behind the last."""


def with_brackets(
    lines: Sequence[Sequence[TextToken]], texts: Sequence[Sequence[str]], labels: Sequence[Labelled], ask: Ask
) -> list[Labelled]:
    """The labels of texts, with other marks around brackets and inside of them.

    lines: the tokens of each, the last ones of its words. ask: labels other texts.
    """
    found = list(labels)
    spans = {
        number: own
        for number, (tokens, words, label) in enumerate(zip(lines, texts, labels, strict=True))
        if not label.is_foreign
        and label.grammar is not None
        and (own := list(_spans(tokens, len(words) - sum(len(token.words) for token in tokens))))
    }
    outside = [[at for at in range(len(texts[number])) if not _is_inside(at, own)] for number, own in spans.items()]
    others = (
        ask([[texts[number][at] for at in rest] for number, rest in zip(spans, outside, strict=True)]) if spans else []
    )
    for (number, own), rest, other in zip(spans.items(), outside, others, strict=True):
        found[number] = _marked_anew(
            texts[number], found[number], own, dict(zip(rest, range(len(rest)), strict=True)), other
        )
    return found


def _spans(tokens: Sequence[TextToken], first: int) -> Iterator[_Span]:
    """Yield what stands in brackets behind a word. first: the number of the first word of the tokens."""
    begin, at = -1, first
    for token in tokens:
        if "(" in token.opening:
            begin = at if token.opening == "(" and at > first else -1
        before, at = at, at + len(token.words)
        signs = token.closing if token.body else token.text
        if begin >= 0 and ")" in signs:
            if token.words and before >= begin and at - begin <= _LONGEST:
                yield begin, at
            begin = -1
        elif not _SIGNS.isdisjoint(marks_in(signs)) and token.body.lower() not in _SHORTENED:
            begin = -1  # sentences of their own


def _is_inside(at: int, spans: Sequence[_Span]) -> bool:
    return any(begin <= at < end for begin, end in spans)


def _marked_anew(
    words: Sequence[str], label: Labelled, spans: Sequence[_Span], places: dict[int, int], other: Labelled
) -> Labelled:
    """The labels of a text by those of its words outside of brackets. places: where each of these is among them."""
    marks = list(label.marks)
    cases = None if label.cases is None or other.cases is None else list(label.cases)
    for begin, end in spans:
        if begin - 1 not in places or words[begin - 1] in _SHORTENED:
            continue
        behind = other.marks[places[begin - 1]]
        marks[end - 1] = behind if behind or end < len(words) else marks[end - 1]
        marks[begin - 1] = _NONE
        for at in range(begin, end - 1):
            if marks[at] in SENTENCE_ENDS:
                marks[at] = _NONE
                if cases is not None and label.grammar is not None and label.grammar.is_known(words[at + 1]):
                    cases[at + 1] = LOWER
        if cases is not None and other.cases is not None and end in places:
            cases[end] = other.cases[places[end]]
    return label._replace(marks=marks, cases=cases)
