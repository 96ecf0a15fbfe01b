"""Commas where a clause, or what was said aside, ends, and before questions that somebody is told to answer.

    jeżeli będziesz pilny zdasz egzamin          →  jeżeli będziesz pilny, zdasz egzamin
    powiedz mi gdzie mieszkasz                   →  powiedz mi, gdzie mieszkasz
    jej mąż, inżynier z Poznania buduje mosty    →  jej mąż, inżynier z Poznania, buduje mosty

Each is set only where no other reading is likely: a main clause begins with its verb where that is in the first or
second person, which needs no subject; what stands beside a relative, opened by a comma, ends before the one verb.
Source: Wielki słownik ortograficzny PWN, rules 90.B to 90.E, in our own words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from probierz.systems.punctuation.marks import MARKS
from probierz.systems.punctuation.rules import ASKING

__all__ = ["with_clause_ends"]

_NONE, _COMMA = MARKS.index(""), MARKS.index(",")
_ENDS = frozenset(map(MARKS.index, ".?!"))
_NEAR = 6  # words in which the verb of a question with `jak` stands

_IF = frozenset(["jeżeli", "jeśli"])
_OF_ME_AND_YOU = ("ę", "am", "em", "sz", "my", "cie", "aj", "uj")
_IS = frozenset("jestem jesteś jest jesteśmy jesteście są będę będziesz będzie będziemy będziecie będą".split())
_WITH_VERB = frozenset(["nie", "to", "ja", "ty", "my", "wy"])
_JOINING = frozenset("i a ale lecz oraz lub albo ani czy że żeby bo niż jak który która które".split())

_TELL = frozenset(
    """
    powiedz powiedzcie pokaż pokażcie wyjaśnij wyjaśnijcie wytłumacz wytłumaczcie przypomnij przypomnijcie napisz
    napiszcie zdradź podpowiedz podpowiedzcie doradź doradźcie opowiedz opowiedzcie
    """.split()
)
_TOLD = frozenset(["mi", "nam", "mu", "jej", "im"])
_CONCERN = frozenset(["obchodzi", "obchodziło", "interesuje", "interesowało", "ciekawi", "ciekawiło"])
_CONCERNED = frozenset(["mnie", "nas", "cię", "was", "go", "ją", "ich"])
_QUESTIONS = ASKING - {"po"}

_OWN = frozenset("mój moja twój twoja jego jej ich nasz nasza wasz wasza swój swoja".split())
_RELATIVES = frozenset(
    """
    mąż żona brat siostra ojciec matka syn córka dziadek babcia wuj wujek ciotka ciocia kuzyn kuzynka teść teściowa
    kolega koleżanka sąsiad sąsiadka szef szefowa przyjaciel przyjaciółka narzeczony narzeczona
    """.split()
)
_FROM = frozenset("z ze w we od do na przy".split())
_BESIDE = 8  # words that may stand beside a relative


def with_clause_ends(words: Sequence[str], marks: list[int], is_verb: Callable[[str], bool]) -> None:
    """Set these commas in the marks, in place. is_verb: whether a word is a verb that makes a sentence."""
    begin = 0
    for at, mark in enumerate(marks):
        if mark not in _ENDS and at + 1 < len(words):
            continue
        for place in _places(words, marks, begin, at + 1, is_verb):
            if begin < place <= at and marks[place - 1] == _NONE:
                marks[place - 1] = _COMMA
        begin = at + 1


def _places(
    words: Sequence[str], marks: Sequence[int], begin: int, end: int, is_verb: Callable[[str], bool]
) -> Iterator[int]:
    """Yield the words of a sentence before which a comma stands."""
    verbs = [at for at in range(begin, end) if words[at] in _IS or is_verb(words[at])]
    if words[begin] in _IF and len(verbs) == 2 and not any(marks[begin : verbs[1]]):
        yield _main_clause(words, *verbs)
    for at in range(begin + 2, end):
        if _is_told(words[at - 2 : at + 2]) and (words[at] != "jak" or any(at < verb <= at + _NEAR for verb in verbs)):
            yield at
    if len(verbs) == 1 and _stands_beside(words, marks, begin, verbs[0]):
        yield verbs[0]


def _main_clause(words: Sequence[str], first: int, second: int) -> int:
    """Before which word the main clause begins; 0 where nobody can tell."""
    begin = second
    while begin - 1 > first and words[begin - 1] in _WITH_VERB:
        begin -= 1
    has_subject_inside = words[second].endswith(_OF_ME_AND_YOU)
    return begin if has_subject_inside and words[begin - 1] not in _JOINING else 0


def _is_told(words: Sequence[str]) -> bool:
    """Whether the third of four words begins a question that the two before ask for: powiedz mi gdzie mieszkasz."""
    if len(words) < 4 or words[2] not in _QUESTIONS or tuple(words[2:]) == ("co", "do"):
        return False
    return (words[0] in _TELL and words[1] in _TOLD) or (words[0] in _CONCERN and words[1] in _CONCERNED)


def _stands_beside(words: Sequence[str], marks: Sequence[int], begin: int, verb: int) -> bool:
    """Whether a sentence begins with somebody's relative, a comma, and who that is, up to its verb."""
    first = begin + 2
    beside = words[first:verb]
    return (
        first < verb
        and words[begin] in _OWN
        and words[begin + 1] in _RELATIVES
        and marks[begin + 1] == _COMMA
        and not any(marks[first:verb])
        and 3 <= len(beside) <= _BESIDE
        and not _FROM.isdisjoint(beside[1:-1])
        and (_JOINING | _QUESTIONS).isdisjoint(beside)
        and beside[0] not in _OWN
        and beside[-1] != "nie"
    )
