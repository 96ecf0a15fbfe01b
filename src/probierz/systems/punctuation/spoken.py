"""Marks of what people say beside their sentences: sounds, whom they speak to, how they begin, and how they vote.

    eee nie wiem; to było hmm trudne       →  eee, nie wiem; to było, hmm, trudne
    dziękuję, panie marszałku za głos      →  dziękuję, panie marszałku, za głos
    drogi, panie dyrektorze                →  drogi panie dyrektorze
    hej, ola idziesz z nami?               →  hej, ola, idziesz z nami?
    dobra idziemy                          →  dobra, idziemy
    kto jest za kto jest przeciw?          →  kto jest za? kto jest przeciw?

Of 18,000 vocatives of an office, most in records of the Sejm, 97 of 100 have a mark before them and as many one behind,
but for adjectives before and names behind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS
from probierz.systems.punctuation.question_marks import asks_first
from probierz.systems.punctuation.stand_ins import is_hesitation
from probierz.systems.punctuation.texts import LOWER, TITLE

_NONE, _STOP, _COMMA, _ASKS, _CALLS = (MARKS.index(mark) for mark in ("", ".", ",", "?", "!"))

_WRITTEN = re.compile("hm+|e+h?m*|ekhm+")
_LOOSE = frozenset("a i o u w z we ze na do od po za bo że ale lub oraz jak by co przy dla nad pod".split())
"""Words that no comma parts from what comes behind a sound."""

_CALLED = re.compile(
    "panie (?:marszałku|przewodniczący|ministrze|premierze|prezydencie|pośle|senatorze|doktorze|profesorze|dyrektorze"
    "|prezesie|burmistrzu|wójcie|starosto|redaktorze|mecenasie|komisarzu|inspektorze|kierowniku|generale|pułkowniku"
    "|majorze|kapitanie|rektorze|dziekanie|sekretarzu|wojewodo|radny|kolego|naczelniku|inżynierze|trenerze|sołtysie)"
    "|wysoka (?:izbo|rado|komisjo)|wysoki (?:sądzie|senacie)"
)
"""What is said to somebody, and nothing else."""
_JOINED = frozenset(
    """
    szanowny szanowna drogi droga wielce czcigodny kochany mości mój nieobecny wielmożny i oraz lub per "
    """.split()
)
"""Words before it that belong to it."""
_DEAR = frozenset("szanowny szanowna drogi droga kochany kochana miły miła czcigodny wielmożny".split())
_KIN = frozenset("mamo tato ciociu wujku babciu dziadku siostro bracie synu córko kuzynie kuzynko przyjacielu".split())
_ROADS = frozenset(["drogi", "droga"])
_OF_ROADS = frozenset(["są", "jest", "nie", "to", "były", "była"])
_OF_ME_AND_YOU = ("ę", "am", "em", "my", "sz", "cie")
_GOES_ON = frozenset(["i", "oraz", "rady", "rp", "sejmu", "senatu", "rządu", "sprawozdawco", "wnioskodawco", '"'])

_GREETINGS = frozenset(["cześć", "hej", "siema", "witaj", "halo"])
_ASKED = frozenset("która który gdzie jak ile czy kiedy".split())
_SIR = frozenset(["pana", "pani", "państwa"])
_ALL_RIGHT = frozenset(["dobra", "okej", "ok"])
_OF_US = "my"
_FORMULAS = (("kto", "jest", "za"), ("kto", "jest", "przeciw"))


def with_spoken(words: Sequence[str], marks: list[int], cases: list[int], is_verb: Callable[[str], bool]) -> None:
    """Set these marks, in place. is_verb: whether a word is a verb that makes a sentence."""
    if len(words) > 2 and words[0] in _DEAR and words[1] in _KIN and marks[:2] == [_NONE, _NONE]:
        marks[1], cases[1], cases[2] = _CALLS, TITLE, TITLE
    for at, word in enumerate(words):
        if is_hesitation(word):
            cases[at] = LOWER
            _set_hesitation(words, marks, at)
        elif at and _CALLED.fullmatch(f"{words[at - 1]} {word}"):
            _set_called(words, marks, cases, at - 1, is_verb)
        elif (at == 0 or marks[at - 1] in SENTENCE_ENDS) and at + 1 < len(words):
            _set_beginning(words, marks, cases, at, is_verb)
        if tuple(words[at : at + 3]) in _FORMULAS and words[at + 3 : at + 4] == ["kto"]:
            marks[at + 2], cases[at + 3] = _ASKS, TITLE


def _set_apart(words: Sequence[str], marks: list[int], begin: int, end: int) -> None:
    """Set commas around words where nothing stands; none at the end of a text."""
    if begin and marks[begin - 1] == _NONE:
        marks[begin - 1] = _COMMA
    if end < len(words) and marks[end - 1] == _NONE:
        marks[end - 1] = _COMMA


def _set_hesitation(words: Sequence[str], marks: list[int], at: int) -> None:
    """Set the comma behind a sound that begins a sentence, and those around one that people write: hmm, eee.

    Amid a sentence who writes down speech leaves `yyy` without marks: of 300 commas nine stand in spoken parts of NKJP.
    """
    begins = at == 0 or marks[at - 1] in SENTENCE_ENDS
    if begins or (_WRITTEN.fullmatch(words[at]) and words[at - 1] not in _LOOSE):
        _set_apart(words, marks, at, at + 1)


def _join_address(
    words: Sequence[str], marks: list[int], cases: list[int], begin: int, is_verb: Callable[[str], bool]
) -> None:
    """Put an adjective to who is called: drogi panie dyrektorze; but `drogi, panie ministrze, są złe`."""
    behind = words[begin + 2] if begin + 2 < len(words) else ""
    is_told = behind in _OF_ROADS or (is_verb(behind) and not behind.endswith(_OF_ME_AND_YOU))
    if words[begin - 1] in _ROADS and is_told:
        return
    if marks[begin - 1] == _STOP and behind and marks[begin + 1] != _COMMA:  # a sentence of the called one alone
        marks[begin + 1], cases[begin : begin + 3] = _COMMA, [LOWER] * 3
    marks[begin - 1] = _NONE


def _set_called(
    words: Sequence[str], marks: list[int], cases: list[int], begin: int, is_verb: Callable[[str], bool]
) -> None:
    """Set commas around two words that somebody is called by."""
    end, first = begin + 2, begin
    if begin and words[begin - 1] in _DEAR and marks[begin - 1] in (_COMMA, _STOP):
        _join_address(words, marks, cases, begin, is_verb)
    while first and words[first - 1] in _JOINED and marks[first - 1] == _NONE:
        first -= 1
    if first == 0 < begin and words[0] in _DEAR:  # the first words of a letter
        cases[begin], cases[begin + 1] = cases[begin] or TITLE, cases[begin + 1] or TITLE
    if cases[end : end + 1] == [TITLE] and words[end] not in _GOES_ON and marks[end - 1] == _NONE:
        end += 1  # panie pośle Kowalski
    is_open = end < len(words) and (words[end] in _GOES_ON or cases[end] == TITLE)
    if not first or words[first] not in ("i", "oraz", "lub", '"'):
        _set_apart(words, marks, first, end if not is_open else len(words))


def _set_beginning(
    words: Sequence[str], marks: list[int], cases: Sequence[int], at: int, is_verb: Callable[[str], bool]
) -> None:
    """Set the comma of a greeting, behind it and behind the name that it is said to, and that of an agreement."""
    name = at + 1
    if words[at] in _ALL_RIGHT and marks[at] == _NONE and words[name].endswith(_OF_US) and is_verb(words[name]):
        marks[at] = _COMMA
    if words[at] == "przepraszam" and words[name] in _ASKED:
        _ask(words, marks, name)
    is_called = (words[at] in _GREETINGS and cases[name] == TITLE) or (words[at] == "proszę" and words[name] in _SIR)
    if not is_called or name + 1 >= len(words) or marks[name] not in (_NONE, _COMMA):
        return
    said = words[name + 1]
    asks = asks_first([said]) or (said == "co" and words[at] in _GREETINGS)
    if asks or (said.endswith("sz") and is_verb(said) and words[at] in _GREETINGS):
        marks[name] = _COMMA
        marks[at] = marks[at] or (_COMMA if words[at] in _GREETINGS else _NONE)
    if asks:
        _ask(words, marks, name + 1)


def _ask(words: Sequence[str], marks: list[int], begin: int) -> None:
    """Let a sentence that ends with a full stop ask."""
    end = next((place for place in range(begin, len(words)) if marks[place] in SENTENCE_ENDS), begin)
    if marks[end] == _STOP:
        marks[end] = _ASKS
