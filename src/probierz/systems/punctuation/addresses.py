"""Addresses and letters in their order, which have marks of their own; an address alone is no sentence.

ul. Długa, 12, m. 5            →  ul. Długa 12 m. 5
ul. Długa 12, Kraków?          →  ul. Długa 12, Kraków        on a line of its own
ulicy długiej 12               →  ulicy Długiej 12
ul. Długa 5 00-950 Warszawa    →  ul. Długa 5, 00-950 Warszawa
i M-7                          →  i m 7                       the number of a flat
a B C. D                       →  A, B, C, D
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS
from probierz.systems.punctuation.texts import LOWER, TITLE, UPPER

STREETS = frozenset(["ul", "al", "pl", "os", "ulica", "ulicy", "aleja", "alei", "plac", "placu", "osiedle", "osiedlu"])
_SHORT = frozenset(["ul", "al", "pl", "os"])
_SURE = frozenset(["ul", "al"])
_BEFORE_STREETS = frozenset(["na", "przy", "do", "z", "od"])
_FLATS = frozenset(["m", "lok", "mieszkania", "lokal"])
_NEAR_STREET = 8  # words between a street and the code of its town
_NAME = 4  # words of the name of a street at most

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_LEAST_LETTERS = 3
_OF_DECADES = frozenset(["tych", "te", "tym", "tymi"])
_NO_STREETS = frozenset(["numer", "nr", "stoi", "leży", "jest", "około"])

_NONE, _COMMA, _DASH, _STOP = (MARKS.index(mark) for mark in ("", ",", "-", "."))
_ENDS = SENTENCE_ENDS | {MARKS.index(":")}


def with_addresses(words: Sequence[str], marks: list[int], cases: list[int], is_verb: Callable[[str], bool]) -> None:
    """Take the marks out that split addresses, in place, and the last one of a line that is nothing else."""
    _set_letters(words, marks, cases)
    flats: set[int] = set()
    for at, word in enumerate(words):
        if word in STREETS:
            _set_number(words, marks, at)
            _set_street(words, marks, cases, at, is_verb)
        is_before_number = words[at + 1 : at + 2] != [] and words[at + 1].isdigit()
        if word == "m" and is_before_number and at and (words[at - 1].isdigit() or at - 3 in flats):
            flats.add(at)
            marks[at], cases[at] = (_STOP if marks[at] == _STOP else _NONE), LOWER
        elif word == "tel" and is_before_number and marks[at] == _NONE:
            marks[at] = _STOP
        elif word in _OF_DECADES and at > 1 and words[at - 1].isdigit() and words[at - 2].startswith("lat"):
            marks[at - 1] = _NONE  # lata 90 te: the full stop would stand for the letters that are there
        if word in _SHORT and at + 1 < len(words) and marks[at] != _DASH:
            cases[at] = LOWER
            is_street = word in _SURE or (at > 0 and words[at - 1] in _BEFORE_STREETS)
            if is_street and words[at + 1].isalpha() and len(words[at + 1]) > 2:
                cases[at + 1] = max(cases[at + 1], TITLE)
    _set_postcodes(words, marks)
    if not words or words[0] not in STREETS or any(map(is_verb, words)) or not any(map(str.isdigit, words)):
        return
    is_one = not any(
        mark in _ENDS and word not in _SHORT | _FLATS for word, mark in zip(words[:-1], marks, strict=False)
    )
    if is_one:
        marks[-1] = _NONE


def _set_postcodes(words: Sequence[str], marks: list[int]) -> None:
    """Set the comma between the number of a house and the code of its town."""
    for at in range(1, len(words) - 2):
        if _is_postcode(words, at):
            marks[at - 1], marks[at] = _COMMA, _NONE


def _is_postcode(words: Sequence[str], at: int) -> bool:
    """Whether the code of a town begins with a word, behind street and number: ul. Długa 5, 00-950 Warszawa."""
    is_code = [len(word) for word in words[at : at + 2] if word.isdigit()] == [2, 3]
    if not is_code or not words[at + 2].isalpha() or not words[at - 1][:1].isdigit():
        return False
    return not STREETS.isdisjoint(words[max(0, at - _NEAR_STREET) : at])


def _set_number(words: Sequence[str], marks: list[int], street: int) -> None:
    """No comma stands before the number of a house, if it is one, nor between it and that of a flat."""
    number = next((at for at in range(street + 1, min(street + 2 + _NAME, len(words))) if words[at].isdigit()), 0)
    after = words[number + 1] if number + 1 < len(words) else ""
    if not number or not (not after or after in _FLATS or after.isdigit() or marks[number] != _NONE):
        return
    for at in range(street + 1, number):
        if marks[at] == _COMMA:
            marks[at] = _NONE
    if after in _FLATS and words[number + 2 : number + 3] and words[number + 2].isdigit() and marks[number] == _COMMA:
        marks[number] = _NONE


def _set_street(
    words: Sequence[str], marks: list[int], cases: list[int], street: int, is_verb: Callable[[str], bool]
) -> None:
    """A name of one word between street and number has a capital letter; codes of towns have no marks inside."""
    number = next((at for at in range(street + 1, min(street + 2 + _NAME, len(words))) if words[at].isdigit()), 0)
    if not number or any(map(is_verb, words[street:number])):
        return
    is_sure = street == 0 or words[street] in ("ul", "al")
    if words[street] in _SHORT and marks[street] == _NONE and is_sure:
        marks[street] = _STOP
    name = words[street + 1]
    ends = number + 1 == len(words) or marks[number] != _NONE or words[number + 1] in _FLATS
    if number == street + 2 and ends and len(name) > _LEAST_LETTERS and name not in _NO_STREETS:
        cases[street + 1] = max(cases[street + 1], TITLE)
    for at in range(number + 1, len(words) - 1):
        if not words[at].isdigit() and words[at] not in _FLATS:
            break
        is_number = words[at].isdigit() and words[at + 1].isdigit()
        if is_number == (marks[at] in _ENDS) and marks[at] in _ENDS | {_DASH}:
            marks[at] = _NONE


def _set_letters(words: Sequence[str], marks: list[int], cases: list[int]) -> None:
    """Letters in their order are a list of capital ones: A, B, C."""
    begin = 0
    while begin < len(words):
        end = begin + 1
        while end < len(words) and len(words[end - 1]) == 1 and words[end - 1] + words[end] in _LETTERS:
            end += 1
        if end - begin >= _LEAST_LETTERS:
            cases[begin:end] = [UPPER] * (end - begin)
            marks[begin : end - 1] = [_COMMA] * (end - begin - 1)
        begin = end
