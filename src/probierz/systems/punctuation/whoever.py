"""Statements of whoever does something: a clause with `kto`, and what is said of that person behind it.

    kto szuka znajdzie?                       →  kto szuka, znajdzie.
    kto ma bilet? może już wejść?             →  kto ma bilet, może już wejść.
    komu zimno niech założy sweter?           →  komu zimno, niech założy sweter.
    kto dzwonił? otworzyłem drzwi             a question, and what somebody else does

The second clause has no subject of its own, so that it begins with its verb: in the third person, and not that of the
first clause again, or with `niech`.
Source: Wielki słownik ortograficzny PWN, rule 90.B, in our own words.
"""

from __future__ import annotations

from collections.abc import Sequence

from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS
from probierz.systems.punctuation.phrases import Grammar
from probierz.systems.punctuation.rules import ASKING, POLITE, PREPOSITIONS
from probierz.systems.punctuation.sentences import hangs
from probierz.systems.punctuation.texts import LOWER

_NONE, _STOP, _COMMA, _ASKS = (MARKS.index(mark) for mark in ("", ".", ",", "?"))

_WHOEVER = frozenset(["kto", "kogo", "komu"])
_LET = frozenset(["niech", "niechaj", "niechże"])
_BEFORE_VERBS = frozenset(
    "nie się sam sobie też już zawsze nigdy nic wszystko pewnie łatwo dobrze źle proszony".split()
)
"""Words that may stand between the clauses and the verb of the second."""
_JOINING = frozenset("i a ale lecz oraz lub albo ani czy że żeby bo niż gdy jeśli jeżeli choć aby więc by".split())
_OF_ONE = ("a", "e", "i", "y", "ł")
"""Ends of verbs of which one person is the subject, now, later or, as he, in the past."""
_OF_OTHERS = ("ła", "my", "cie", "li", "ły")
_THAT_ONE = frozenset(["ten", "temu", "tego"])
_NEAR = 14  # words of the first clause at most
_BEFORE_OTHERS = frozenset(["będzie", "może", "musi"])
"""Verbs with another one behind them that is no second one: kto będzie płacił."""
_SAID = frozenset(["mówi", "powiedział", "odpowiedział", "odparł", "zapytał", "spytał", "zawołał"])
"""Verbs of who utters the question: kto tam był, zapytał."""
_LIKELY, _LIKELY_MARKED = 0.33, 0.2
"""How likely a comma must be elsewhere than before the verb, and where some mark stands."""


def with_whoever(
    words: Sequence[str], marks: list[int], cases: list[int], commas: Sequence[float], grammar: Grammar
) -> None:
    """Set the comma between the clauses and the full stop behind them, in place.

    commas: how likely one is behind each word.
    """
    for begin, first in enumerate(words):
        if first in _WHOEVER and (not begin or marks[begin - 1] in SENTENCE_ENDS):
            main = _let(words, marks, begin) or _main_clause(words, marks, begin, commas, grammar)
            if main:
                marks[main - 1], cases[main] = _COMMA, LOWER
                end = next((at for at in range(main, len(words)) if marks[at] in SENTENCE_ENDS), len(words) - 1)
                marks[end] = _STOP if marks[end] == _ASKS else marks[end]


def _let(words: Sequence[str], marks: Sequence[int], begin: int) -> int:
    """Where what is wished of whoever begins with `niech`; 0 where it does not: kto to zrobił? niech pan powie."""
    for at in range(begin + 2, min(begin + 2 + _NEAR, len(words) - 1)):
        if words[at] in _LET:
            is_one = words[at + 1] not in POLITE and not any(mark in SENTENCE_ENDS for mark in marks[begin : at - 1])
            return (at - (words[at - 1] in _THAT_ONE)) if is_one else 0
    return 0


def _main_clause(
    words: Sequence[str], marks: Sequence[int], begin: int, commas: Sequence[float], grammar: Grammar
) -> int:
    """Before which word the clause begins that tells of whoever the first one means; 0 where none does."""
    if words[begin] != "kto":
        return 0
    near = range(begin + 1, min(begin + 2 + _NEAR, len(words)))
    verbs = [at for at in near if words[at] not in PREPOSITIONS and _is_verb(words[at], grammar)]
    if len(verbs) < 2:
        return 0
    own, other = verbs[:2]
    if not (_is_said_of_one(words[own]) and _is_said_of_one(words[other])) or words[own] in _BEFORE_OTHERS:
        return 0
    main = other
    while main - 1 > own and words[main - 1] in _BEFORE_VERBS and marks[main - 1] == _NONE:
        main -= 1
    if marks[main - 1] == _NONE and main - 1 > own:
        likeliest = max(range(own, main), key=lambda at: commas[at])
        main = likeliest + 1 if commas[likeliest] >= (_LIKELY_MARKED if marks[likeliest] else _LIKELY) else main
    is_sure = grammar.is_finite(words[other]) or marks[main - 1] != _NONE
    if not is_sure or any(marks[begin : main - 1]) or marks[main - 1] not in (_NONE, _COMMA, _ASKS):
        return 0
    if words[own] == "wie" and main > own + 1:  # kto wie
        return 0
    is_earlier = words[other].endswith("ł") and not words[own].endswith("ł")
    if is_earlier or words[other] == words[own] or words[other] in _SAID or hangs(words[main - 1]):
        return 0
    return main if (_JOINING | ASKING).isdisjoint(words[begin + 1 : other]) else 0


def _is_verb(word: str, grammar: Grammar) -> bool:
    return grammar.is_verb(word) or (grammar.is_of_infinitive(word) and not word.endswith("ie"))


def _is_said_of_one(verb: str) -> bool:
    return verb == "jest" or (verb.endswith(_OF_ONE) and not verb.endswith(_OF_OTHERS))
