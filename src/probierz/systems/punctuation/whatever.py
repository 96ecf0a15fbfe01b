"""Statements of whatever is done with: a clause with `co`, `czego` or `kogo`, and what is bidden or denied behind it.

    co masz zrobić jutro zrób dziś?          →  co masz zrobić jutro, zrób dziś.
    co zostanie z obiadu? schowaj do lodówki →  co zostanie z obiadu, schowaj do lodówki.
    co było a nie jest nie pisze się         →  co było, a nie jest, nie pisze się
    co robisz? zostaw psa                    a question, and something else that is bidden

The first clause is the object of the second verb, which has none of its own: where it bids, it is one of those that
want one, and nothing but when, where and for whom follows.
Source: Wielki słownik ortograficzny PWN, rule 90.B, in our own words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS
from probierz.systems.punctuation.phrases import Grammar
from probierz.systems.punctuation.rules import ASKING, PREPOSITIONS
from probierz.systems.punctuation.texts import LOWER

_NONE, _STOP, _COMMA, _ASKS, _CALLS = (MARKS.index(mark) for mark in ("", ".", ",", "?", "!"))

_WHATEVER = frozenset(["co", "czego", "kogo", "cokolwiek"])
_BIDDEN = re.compile(
    """
    (?:(?:z|od)?rób|(?:zo)?staw|(?:s)?chowaj|zachowaj|wyrzuć|wyrzucaj|oddaj|oddawaj|przynieś|przynoś|zanieś|odnieś
    |odłóż|odkładaj|zapisz|zapisuj|napisz|wpisz|przepisz|wypisz|zjedz|jedz|pij|wypij|weź|bierz|zabierz|kup|kupuj|przyjmij
    |pomiń|pomijaj|skreśl|wykreśl|podkreśl|usuń|dodaj|odejmij|przeczytaj|czytaj|przełóż|włóż|wrzuć|wlej|umyj|wypierz
    |popraw|poprawiaj|napraw|zwróć|zwracaj|zgłoś|zgłaszaj|wytnij|zamroź|sprzedaj|podaruj|przekaż|czyń|noś|trzymaj|załóż
    |wybierz|wybieraj|ucz|pokrój|ugotuj|spakuj|szanuj|pilnuj|strzeż|unikaj|ruszaj|dotykaj|pożyczaj|pożycz|obiecuj
    |chwal|kochaj|omijaj|zmieniaj|zmień|powtórz|powtarzaj)(?:cie|my)?
    """.replace("\n", "").replace(" ", "")
)
"""Bidden things that are done with something; of whoever says or shows something more often something is asked."""
_OF_DATIVES = ("om", "ym")
_WHEN_AND_FOR_WHOM = frozenset(
    """
    dziś dzisiaj jutro teraz zaraz natychmiast szybko później potem rano wieczorem osobno razem koniecznie zawsze sam
    sama sami tu tutaj tam mi nam sobie mu jej im innym wszystkim ludziom dzieciom mamie się i więcej nigdy
    """.split()
)
_DAYS = frozenset(["dziś", "dzisiaj", "jutro", "teraz", "zaraz", "później", "rano", "wieczorem"])
_ASKED_AT_ONCE = frozenset("mówię mówisz mówicie robię robisz robicie".split())
"""Verbs of a question to which somebody bids at once: co ja mówię? kup dwa."""
_BEHIND_OWN = _DAYS | frozenset("się dalej potem wtedy kiedyś wczoraj raz dobrze wszakże naprawdę".split())
_IMPERSONAL = frozenset(["można", "trzeba", "należy", "wolno", "warto", "da"])
_JOINING = frozenset("a i ale lecz oraz lub albo czy że żeby bo ani już jeszcze też także wcale nigdy nikt nic".split())
_OF_OTHERS = ("ę", "m", "sz", "my", "cie", "eś", "aś")
_NEAR = 12  # words of the first clause at most


def with_whatever(
    words: Sequence[str], marks: list[int], cases: list[int], commas: Sequence[float], grammar: Grammar
) -> None:
    """Set the comma between the clauses and the full stop behind them, in place.

    commas: how likely one is behind each word.
    """
    for begin, first in enumerate(words):
        if first not in _WHATEVER or (begin and marks[begin - 1] not in SENTENCE_ENDS):
            continue
        main = _bidden(words, marks, begin, commas, grammar) or _denied(words, marks, begin, grammar)
        if main:
            for at in range(begin, main):
                if marks[at] in SENTENCE_ENDS:
                    marks[at], cases[at + 1] = _NONE, LOWER
            marks[main - 1], cases[main] = _COMMA, LOWER
            end = next((at for at in range(main, len(words)) if marks[at] in SENTENCE_ENDS), len(words) - 1)
            marks[end] = _STOP if marks[end] in (_ASKS, _CALLS) else marks[end]


def _verb_of(words: Sequence[str], begin: int, end: int, grammar: Grammar) -> int:
    """The first verb behind the first word of a clause; 0 where it has none, or another question is in it."""
    near = range(begin + 1, end)
    own = next((at for at in near if grammar.is_verb(words[at]) or grammar.is_of_you(words[at])), 0)
    own = own or next((at for at in near if grammar.is_of_infinitive(words[at])), 0)
    return own if ASKING.isdisjoint(words[begin + 1 : end]) else 0


def _bidden(words: Sequence[str], marks: Sequence[int], begin: int, commas: Sequence[float], grammar: Grammar) -> int:
    """Before which word the clause begins in which somebody is told what to do with whatever it is; 0: none does."""
    near = range(begin + 2, min(begin + 2 + _NEAR, len(words)))
    bid = next((at for at in near if _BIDDEN.fullmatch(words[at])), 0)
    own = _verb_of(words, begin, bid, grammar) if bid else 0
    if not own or words[own] in _ASKED_AT_ONCE or any(mark in SENTENCE_ENDS for mark in marks[begin:own]):
        return 0
    if not _has_no_object(words, marks, bid):
        return 0
    first = bid - (words[bid - 1] == "nie")
    if words[first - 1] in _DAYS and first - 1 > own and not _DAYS.isdisjoint(words[bid + 1 : bid + 3]):
        return first
    return max(range(own + 1, first + 1), key=lambda at: (marks[at - 1] != _NONE, commas[at - 1], at))


def _has_no_object(words: Sequence[str], marks: Sequence[int], bid: int) -> bool:
    """Whether nothing but for whom, when and where follows a verb that bids: oddaj; schowaj mi do lodówki."""
    for at in range(bid, len(words) - 1):
        after = words[at + 1]
        if marks[at] in SENTENCE_ENDS or after in PREPOSITIONS:
            return True
        if after not in _WHEN_AND_FOR_WHOM and not after.endswith(_OF_DATIVES):
            return False
    return True


def _is_clause(words: Sequence[str], marks: Sequence[int], places: tuple[int, int, int]) -> bool:
    """Whether a clause ends with its verb and what goes with it. places: where it begins, its verb, and its end."""
    begin, own, end = places
    rest = words[own + 1 : end]
    is_again = end == own + 4 and tuple(rest[:2]) == ("a", "nie")
    is_short = all(word in _BEHIND_OWN or word.endswith("ć") for word in rest)
    is_split = any(marks[begin : end - 1]) and not is_again
    return (is_again or is_short) and not is_split and words[begin + 1] != "to"


def _denied(words: Sequence[str], marks: Sequence[int], begin: int, grammar: Grammar) -> int:
    """Before which `nie` the clause begins that denies something of whatever it is; 0 where none does."""
    for at in range(begin + 2, min(begin + 2 + _NEAR, len(words) - 1)):
        if words[at] != "nie" or words[at - 1] in _JOINING or marks[at - 1] not in (_NONE, _COMMA):
            continue
        verb, behind = words[at + 1], words[at + 2 : at + 3]
        own = _verb_of(words, begin, at, grammar)
        if not own or words[own].endswith(_OF_OTHERS) or not _is_clause(words, marks, (begin, own, at)):
            return 0
        is_one = verb in _IMPERSONAL or (grammar.is_finite(verb) and not verb.endswith(_OF_OTHERS))
        is_over = not behind or behind[0] == "się" or behind[0] in PREPOSITIONS or marks[at + 1] in SENTENCE_ENDS
        if is_one and (is_over or (verb in _IMPERSONAL and behind[0].endswith("ć"))):
            return at
    return 0
