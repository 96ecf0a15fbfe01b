"""Capital letters behind commas, abbreviations and ends that were not set: of names alone, not of sentences seen there.

A network that says both a mark and a capital letter may want a full stop, `Panie prezesie. Mam pytanie`, where a comma
stands at last, or nothing, as who punctuates asks for sure marks alone; or it takes the capitals of `prof. UW` for a
name that ends one. Whether the word is a name is told by
what the network says of it amid another sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from probierz.systems.punctuation.labelling import Labelled
from probierz.systems.punctuation.marks import MARKS
from probierz.systems.punctuation.texts import LOWER, TITLE, UPPER
from probierz.systems.punctuation.tokens import TextToken, marks_in

AMID = ("wiem", "że")
"""A sentence for words of which it shall be told whether they are names."""
_BEHIND = 8  # words that are looked at
_NONE, _COMMA = MARKS.index(""), MARKS.index(",")

Ask = Callable[[Sequence[Sequence[str]]], list[Labelled]]


def without_false_beginnings(
    lines: Sequence[Sequence[TextToken]], texts: Sequence[Sequence[str]], labels: Sequence[Labelled], ask: Ask
) -> list[Labelled]:
    """The labels of texts, with small letters amid sentences where a word is no name.

    lines: the tokens of each, the last ones of its words. ask: labels other texts.
    """
    places = [
        (number, at)
        for number, (tokens, words, label) in enumerate(zip(lines, texts, labels, strict=True))
        for at in _amid_sentences(tokens, len(words) - sum(len(token.words) for token in tokens), label)
    ]
    found = list(labels)
    amid = ask([[*AMID, *texts[number][at : at + _BEHIND]] for number, at in places]) if places else []
    for (number, at), other in zip(places, amid, strict=True):
        cases = found[number].cases
        if cases is not None and other.cases is not None and other.cases[len(AMID)] == LOWER:
            found[number] = found[number]._replace(cases=[*cases[:at], LOWER, *cases[at + 1 :]])
    return found


def _case_of(word: str) -> int:
    return UPPER if len(word) > 1 and word.isupper() else LOWER


def _amid_sentences(tokens: Sequence[TextToken], first: int, label: Labelled) -> list[int]:
    """The words with a capital letter from the system alone, behind a comma, capitals, an unset end or a bracket."""
    found: list[int] = []
    if label.cases is None or label.grammar is None or label.is_foreign:
        return found
    is_behind, at = False, first
    for token in tokens:
        is_amid = token.opening == "(" or (is_behind and not token.opening)
        is_new = token.body != "" and token.body[0].islower() and label.cases[at] == TITLE
        if is_amid and is_new and label.grammar.is_known(token.body):  # what no dictionary has is a name
            found.append(at)
        at += len(token.words)
        marks = marks_in(token.closing if token.body else token.text)
        if token.words:
            is_abbreviation = label.marks[at - 1] == _NONE and UPPER in (label.cases[at - 1], _case_of(token.body))
            is_unset = token.text.isalpha() and any(label.unset[at - 1 : at]) and label.marks[at - 1] == _NONE
            is_open = label.marks[at - 1] == _COMMA or is_unset or is_abbreviation
            is_behind = "," in marks if marks else is_open
        elif marks:
            is_behind = "," in marks
    return found
