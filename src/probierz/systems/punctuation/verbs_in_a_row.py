"""Commas between verbs that tell step by step what to do, all of them imperatives or all infinitives.

    ryż opłucz zalej wodą posól i gotuj        →  ryż opłucz, zalej wodą, posól i gotuj
    mięso pokroić w paski oprószyć i obsmażyć  →  mięso pokroić w paski, oprószyć i obsmażyć

Between words that belong to the one verb or to the other, the comma stands before the second verb, if the network does
not see it elsewhere. Infinitives are steps only where no other verb makes the sentence: trzeba iść spać.
Source: Wielki słownik ortograficzny PWN, rules 90.A and 90.C on parts that are alike, in our own words.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS
from probierz.systems.punctuation.phrases import Grammar
from probierz.systems.punctuation.rules import ASKING
from probierz.systems.punctuation.texts import LOWER

_NONE, _COMMA = MARKS.index(""), MARKS.index(",")
_STEPS = frozenset(
    """
    obierz opłucz wypłucz zalej przelej dolej wlej polej posól dosól popieprz wymieszaj zamieszaj pokrój posiekaj
    podsmaż usmaż obsmaż wsyp dosyp posyp oprósz obtocz wbij włóż wyjmij zagnieć wyrób rozwałkuj upiecz ugotuj zagotuj
    podgrzej rozgrzej roztop zmiksuj zmiel zetrzyj utrzyj dopraw przypraw odcedź ostudź schłódź wstaw odstaw wyłóż
    przełóż nałóż przesiej zarumień osusz namocz umyj
    """.split()
)
"""Imperatives of the kitchen, most of which the dictionary has not."""
_JOINING = frozenset("i a ale lecz oraz lub albo ani bądź czy potem następnie żeby aby by że niż jak gdy jeśli".split())
_BEFORE_OTHERS = frozenset("weź idź chodź daj pozwól spróbuj racz".split())
_BEFORE_INFINITIVES = frozenset(
    "iść pójść dać móc chcieć musieć zacząć przestać umieć kazać pozwolić wolić lubić próbować spróbować być".split()
)
"""Verbs that make one with the next one: chodź zobacz, iść spać."""
_PREDICATES = frozenset("można należy trzeba warto wolno proszę prosimy niech czas wystarczy wypada".split())
_SURE_ELSEWHERE = 0.4  # how likely a comma must be to stand before what a verb is about, and not before the verb


def with_verbs_in_a_row(
    words: Sequence[str], marks: list[int], cases: list[int], commas: Sequence[float], grammar: Grammar
) -> None:
    """Set these commas, and small letters of such verbs amid sentences, in place.

    commas: how likely one is behind each word.
    """
    begin = 0
    for at, mark in enumerate(marks):
        if mark not in SENTENCE_ENDS and at + 1 < len(words):
            continue
        steps = [place for place in range(begin, at + 1) if _bids(words[place], grammar)]
        _divide(words, marks, commas, steps, _BEFORE_OTHERS)
        for place in steps:
            is_amid = place > begin and not words[place - 1][:1].isdigit()  # behind a number an item of a list begins
            if is_amid and (len(steps) > 1 or marks[place - 1] == _NONE):
                cases[place] = LOWER
        if not steps and _has_infinitives_alone(words[begin : at + 1], grammar):
            steps = [place for place in range(begin, at + 1) if _is_infinitive(words[place], grammar)]
            _divide(words, marks, commas, steps, _BEFORE_INFINITIVES)
        begin = at + 1


def _bids(word: str, grammar: Grammar) -> bool:
    return word in _STEPS or (grammar.is_bidding(word) and not grammar.is_of_you(word))


def _is_infinitive(word: str, grammar: Grammar) -> bool:
    return grammar.is_infinitive(word) or (len(word) > 4 and word.endswith("ć") and not grammar.is_known(word))


def _has_infinitives_alone(words: Sequence[str], grammar: Grammar) -> bool:
    """Whether nothing else makes a sentence."""
    return _PREDICATES.isdisjoint(words) and not any(grammar.is_finite(word) for word in words)


def _divide(
    words: Sequence[str], marks: list[int], commas: Sequence[float], verbs: Sequence[int], leading: frozenset[str]
) -> None:
    """Set a comma between each two verbs with no mark and no conjunction between. leading: verbs without one."""
    for verb, following in pairwise(verbs):
        between = words[verb + 1 : following]
        if words[verb] in leading or any(marks[verb:following]) or not (_JOINING | ASKING).isdisjoint(between):
            continue
        last = following - (bool(between) and between[-1] == "nie")
        elsewhere = max(range(verb + 1, last + 1), key=lambda at: commas[at - 1])
        marks[(elsewhere if commas[elsewhere - 1] >= _SURE_ELSEWHERE else last) - 1] = _COMMA
