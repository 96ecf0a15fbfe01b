"""Lines that are no sentences, and have no full stop: headings, items of a list, addresses, signatures of letters.

    Opis techniczny             a heading: a few words without a verb, and an empty line below
    - chleb    a) imię          items: several lines with the same sign or kind of number, none of which has a verb
    e-mail biuro@firma.pl       an address, alone or behind a few words without a verb

A question keeps its mark. Lines with dashes in which somebody speaks are no list.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from probierz.systems.punctuation.abbreviations import LIST_LETTER, LIST_NUMBER
from probierz.systems.punctuation.labelling import Labelled
from probierz.systems.punctuation.letters import are_signatures
from probierz.systems.punctuation.marks import MARKS
from probierz.systems.punctuation.phrases import Grammar
from probierz.systems.punctuation.spelt_addresses import runs_of
from probierz.systems.punctuation.tokens import DASHES, TextToken

_HEADING, _ADDRESS_WORDS = 6, 14  # words
_TOWN = 3  # words of a town's name behind its code
_NONE = MARKS.index("")
_LIGHT = frozenset(MARKS.index(mark) for mark in (".", ":", "-", ","))
_INNER = frozenset(MARKS.index(mark) for mark in (",", "?", "!", "...", ":"))
_ASKS = frozenset(MARKS.index(mark) for mark in ("?", "!"))

_SIGNS = re.compile(r"[-–—*•·+▪◦]")
_ONLINE = re.compile(r"[^\s@]+@[^\s@]+\.\w+|\w+://\S+|www\.\S+")
_NUMBERED = re.compile(
    r"(?:rozdział|część|tom|księga|akt|scena|załącznik|tabela|rysunek|wykres|ćwiczenie|zadanie|lekcja|paragraf)"
    r"(?: nr)? (?:\d+|[ivx]+)[a-z]?\.?",
    re.IGNORECASE,
)
_CODE = re.compile(r"\d\d-\d{3}")
_PLACES = frozenset("ul al pl os tel fax faks tel. skr poczta e-mail mail www adres".split())
_BIDDING = re.compile(
    "(?:napisz|pisz|wyślij|prześlij|zadzwoń|dzwoń|wejdź|zajrzyj|sprawdź|odwiedź|kliknij|pobierz|zgłoś|skontaktuj|podaj)"
    "(?:cie)?|(?:na)?pisać|prosimy|prosi"
)
"""Verbs that ask readers to use an address."""

Line = Sequence[TextToken]


def are_items(lines: Sequence[Line]) -> list[bool]:
    """Which lines are items: next to another one, empty lines aside, that begins with a label of the same kind."""
    kinds = [_kind(line) for line in lines]
    full = [at for at, line in enumerate(lines) if line]
    found = [False] * len(lines)
    for at, other in pairwise(full):
        if kinds[at] and kinds[at] == kinds[other]:
            found[at] = found[other] = True
    return found


def _kind(line: Line) -> str:
    """What a line's label is: the sign itself, a letter, a number; "" where there is none."""
    text = line[0].text if len(line) > 1 else ""
    if _SIGNS.fullmatch(text):
        return text
    if LIST_LETTER.fullmatch(text):
        return "1)" if text[0].isdigit() else "a)"
    return ("1." if text[0].isdigit() else "I.") if LIST_NUMBER.fullmatch(text) else ""


def without_ends(lines: Sequence[Line], labels: Sequence[Labelled], items: Sequence[bool]) -> list[Labelled]:
    """The labels of the lines of a text, without the full stops of those that are no sentences."""
    spoken = _spoken(lines, labels, items)
    grammar = next((label.grammar for label in labels if label.grammar is not None), None)
    signatures = are_signatures(lines, labels, lambda line: grammar is not None and _has_verb(line, grammar))
    found = list(labels)
    for at, (line, label) in enumerate(zip(lines, labels, strict=True)):
        if not line or not label.marks or label.grammar is None or label.marks[-1] not in _LIGHT:
            continue
        if _has_verb(line, label.grammar) and not signatures[at]:
            continue
        is_item = items[at] and not spoken[at]
        if is_item or signatures[at] or _is_heading(lines, at, label) or _is_address(line):
            found[at] = label._replace(marks=[*label.marks[:-1], _NONE])
    return found


def _spoken(lines: Sequence[Line], labels: Sequence[Labelled], items: Sequence[bool]) -> list[bool]:
    """Which items with dashes are what somebody says: one of those beside has a verb, asks or calls."""
    found = [False] * len(lines)
    block: list[int] = []
    for at in [*range(len(lines)), -1]:
        if at >= 0 and (not lines[at] or (items[at] and lines[at][0].text in DASHES)):
            block += [at] if lines[at] else []
            continue
        is_spoken = any(_speaks(lines[one], labels[one]) for one in block)
        for one in block:
            found[one] = is_spoken
        block = []
    return found


def _speaks(line: Line, label: Labelled) -> bool:
    return any(mark in _ASKS for mark in label.marks) or (label.grammar is not None and _has_verb(line, label.grammar))


def _has_verb(line: Line, grammar: Grammar) -> bool:
    words = [word for token in line for word in token.words if len(word) > 1]
    return any(grammar.is_verb(word) or _BIDDING.fullmatch(word) for word in words)


def _is_heading(lines: Sequence[Line], at: int, label: Labelled) -> bool:
    """Whether a line of a few words without marks stands alone: something comes below, behind an empty line.

    `Rozdział 3` is one anywhere.
    """
    if _NUMBERED.fullmatch(" ".join(token.text for token in lines[at])):
        return True
    is_alone = at + 2 < len(lines) and not lines[at + 1] and (at == 0 or not lines[at - 1])
    is_plain = not any(mark in _INNER for mark in label.marks[:-1])
    return is_alone and is_plain and len(lines[at]) <= _HEADING and any(lines[at + 1 :])


def _is_address(line: Line) -> bool:
    """Whether a line ends with an address on the net, a number of a house or telephone, or a town with its code."""
    if len(line) > _ADDRESS_WORDS:
        return False
    words = [word for token in line for word in token.words]
    runs = runs_of(words)
    if _ONLINE.fullmatch(line[-1].body) or (runs and runs[-1].end == len(words)):
        return True
    if any(_CODE.fullmatch(token.body) for token in line[-1 - _TOWN :]):
        return True
    is_place = any(token.body.lower() in _PLACES for token in line)
    return is_place and line[-1].body[:1].isdigit()
