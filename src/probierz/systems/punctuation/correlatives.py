"""Sentences of two halves that begin with words of a pair, as sayings do: they ask nothing, and have a comma between.

    gdzie drwa rąbią tam wióry lecą?   →  gdzie drwa rąbią, tam wióry lecą.
    kto ma owce? ten ma wełnę.         →  kto ma owce, ten ma wełnę.
    jaki ojciec taki syn?              →  jaki ojciec, taki syn.
    co kraj to obyczaj?                →  co kraj, to obyczaj.

The first word may ask as well, and the second stand anywhere, `gdzie tam byłeś`, `kto kupił ten dom`; so the halves
must be alike: a verb in both, the second near its beginning, or none in either. In 1,051 sentences of Polish corpora
with such words 85 more commas are where they stand, and 32 statements less ask.
Source: Wielki słownik ortograficzny PWN, rule 90.B, in our own words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS
from probierz.systems.punctuation.phrases import Grammar
from probierz.systems.punctuation.rules import ASKING
from probierz.systems.punctuation.sentences import hangs
from probierz.systems.punctuation.texts import LOWER

_NONE, _STOP, _COMMA, _ASKS, _CALLS = (MARKS.index(mark) for mark in ("", ".", ",", "?", "!"))

_PAIRS: dict[str, frozenset[str]] = {
    first: frozenset(seconds.split())
    for first, seconds in {
        "gdzie": "tam", "dokąd": "tam", "skąd": "stamtąd", "kto": "ten temu tego", "komu": "temu",
        "kogo": "ten temu tego tym", "jak": "tak", "jaki": "taki taka takie", "jaka": "taki taka takie",
        "jakie": "taki taka takie", "co": "to", "kiedy": "wtedy", "ile": "tyle", "czym": "tym",
        "czego": "tego temu to", "jakiego": "takiego", "jaką": "taką", "jakiej": "takiej", "jakim": "takim",
        "jakich": "takich",
    }.items()
}  # fmt: skip
"""Words that begin the first half, and those that begin the second."""

_OF_PERSONS = frozenset(["kto", "komu", "kogo"])
_OF_OBJECTS = frozenset("kogo komu czego jakiego jaką jakiej jakim jakich".split())
_PREDICATES = frozenset("żal szkoda brak wolno warto trzeba można należy".split())
"""What makes a sentence, and is no verb: czego oczy nie widzą, tego sercu nie żal."""
_BEFORE_SECOND = frozenset("na od do dla za z o w po".split())
_JOINING = frozenset("i a ale oraz lub albo ani czy że żeby bo gdy gdyby jeśli choć aby więc".split())
_PRONOUNS = frozenset(
    "on ona ono oni one ja ty my wy pan pani państwo mnie mi ci cię go jej mu nam was wam też to tu za się nie jedna"
    " jedno".split()
)
_ADVERBS = frozenset("nie się już sam sama też i mi ci go to jej im mu cię nas was mnie zawsze".split())
"""Words before the verb of the second half."""
_OF_OTHER_VERBS = frozenset(
    """
    będę będziesz będzie będziemy będziecie będą mogę możesz może możemy możecie mogą mógł mogła mogło mogli mogły
    mogłeś mogłaś śmiesz śmie chcesz można mam masz mamy macie
    """.split()
)
"""Verbs with another one behind them: jak mógł tak kłamać."""
_NEAR, _FEW = 12, 3  # words of the first half at most, and of a half without a verb
_OF_COMPARED, _OF_INFINITIVES = "ej", ("ć", "c")
_IS = frozenset("jest są był była było były będzie będą znaczy ma mają".split())
_WHICH = frozenset("który która które którzy którego której którą którym".split())
_OF_PAST = ("ł", "ła", "ło", "li", "ły", "łeś", "łaś")
_OF_ME_OR_YOU, _OF_YOU = ("łem", "łam", "łeś", "łaś"), ("sz", "łeś", "łaś")
_BEFORE_VERBS = frozenset(["sam", "sama", "musi", "niech", "niechaj"])
_NOT_BEHIND_CO = frozenset("to do na o tam też by za temu prawda dzień noc".split())


def with_correlatives(words: Sequence[str], marks: list[int], cases: list[int], grammar: Grammar) -> None:
    """Set the comma between the halves and the full stop behind them, in place."""
    for begin, first in enumerate(words):
        if first not in _PAIRS or (begin and marks[begin - 1] not in SENTENCE_ENDS):
            continue
        for second in range(begin + 2, min(begin + 2 + _NEAR, len(words) - 1)):
            if words[second] in _PAIRS[first]:
                middle = second - (words[second - 1] in _BEFORE_SECOND and first in _OF_PERSONS)
                end = next((at for at in range(second + 1, len(words)) if marks[at] in SENTENCE_ENDS), len(words) - 1)
                if _are_halves(words, marks, (begin, middle, second, end), grammar):
                    if marks[second] in SENTENCE_ENDS and grammar.is_known(words[second + 1]):
                        cases[second + 1] = LOWER
                    marks[middle - 1], cases[middle] = _COMMA, LOWER
                    marks[second] = _NONE
                    marks[end] = _STOP if marks[end] in (_ASKS, _CALLS) else marks[end]
                break


def _are_halves(
    words: Sequence[str], marks: Sequence[int], places: tuple[int, int, int, int], grammar: Grammar
) -> bool:
    """Whether a sentence is of two halves. places: where it begins, where they part, the second word and the end."""
    begin, middle, second, end = places
    one, other = words[begin + 1 : middle], words[second + 1 : end + 1]
    is_split = any(mark not in (_NONE, _COMMA) for mark in marks[begin : middle - 1])
    asking = ASKING - ({"po", "jak"} if words[begin] == "kto" else {"po", "kto"})
    if not one or not other or is_split or not (_JOINING | asking).isdisjoint(one) or hangs(one[-1]):
        return False
    if words[begin] in ("jaki", "jaka") and len(one) == 1 and one[0] in ("pan", "pani"):
        return len(other) == 1 and grammar.is_known(other[0]) and not grammar.is_quality(other[0])
    if one[-1] in _PRONOUNS or one[0] == "to" or (words[begin] == "co" and one[0] in _NOT_BEHIND_CO):
        return False
    if not _OF_OTHER_VERBS.isdisjoint(one) and words[begin] == "jak":
        return False
    return _belong_together((words[begin], words[second]), one, other, grammar)


def _belong_together(pair: tuple[str, str], one: Sequence[str], other: Sequence[str], grammar: Grammar) -> bool:
    """Whether two halves are alike, by their verbs. pair: the words that begin them."""

    def is_verb(word: str) -> bool:
        return (
            grammar.is_verb(word)
            or grammar.is_of_you(word)
            or word in _PREDICATES
            or word.endswith(_OF_ME_OR_YOU)
            or (grammar.is_of_infinitive(word) and word not in _PRONOUNS)
        )

    first, second = pair
    verbs = [word for word in one if is_verb(word)]
    others = [word for word in other if is_verb(word)]
    if not verbs and not others:
        is_compared = first != "czym" or other[0].endswith(_OF_COMPARED) or len(other) == 1
        return len(one) <= _FEW and len(other) <= _FEW and one[0] not in _PRONOUNS and is_compared
    is_near = _is_near(other, is_verb)
    sure = next((at for at, word in enumerate(other) if grammar.is_verb(word) or word in _PREDICATES), -1)
    is_there = sure >= 0 and (_JOINING | _WHICH).isdisjoint(other[:sure])
    if first == "co":
        is_same = bool(verbs and others) and all(one[0].endswith(_OF_YOU) for one in (verbs, others))
        is_same = is_same or (bool(verbs) and _is_done_with(other, grammar))
        return is_same or not set(others).isdisjoint(verbs) or ("nie" in one and bool(verbs) and is_near)
    if first in ("gdzie", "ile"):
        is_timeless = len(one) > 1 and not (others and others[0].endswith(_OF_PAST))
        return (is_near or is_there or "nie" in one) and (bool(verbs) or is_timeless)
    if first == "kto" and len(one) > 1 and second != "tego":
        return is_near or is_there or (second == "temu" and not is_verb(one[0]))
    if first in _OF_OBJECTS:
        is_same = second[1:] == first[1:] and ASKING.isdisjoint(other)
        return bool(verbs) and (is_same or is_near or (is_there and ASKING.isdisjoint(other[:sure])))
    return bool(verbs) and is_near


def _is_done_with(half: Sequence[str], grammar: Grammar) -> bool:
    """Whether a half begins with the verb of what is done with whatever the first half tells of: zje, trzeba brać."""
    first = next((word for word in half if word not in _ADVERBS), "")
    return first in _PREDICATES or (grammar.is_verb(first) and first not in _IS)


def _is_near(half: Sequence[str], is_verb: Callable[[str], bool]) -> bool:
    """Whether a half begins with its verb, small words aside."""
    first = next((word for word in half if word not in _ADVERBS), "")
    return half[0] in _BEFORE_VERBS or (is_verb(first) and not first.endswith(_OF_INFINITIVES))
