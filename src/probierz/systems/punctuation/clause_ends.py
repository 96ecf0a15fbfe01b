"""Commas where a clause, or what was said aside, ends, and before questions that somebody is told to answer.

    jeżeli będziesz pilny zdasz egzamin          →  jeżeli będziesz pilny, zdasz egzamin
    powiedz mi gdzie mieszkasz                   →  powiedz mi, gdzie mieszkasz
    jej mąż, inżynier z Poznania buduje mosty    →  jej mąż, inżynier z Poznania, buduje mosty
    pies, który szczeka nie gryzie               →  pies, który szczeka, nie gryzie
    list, który wysłał wczoraj zaginął           →  list, który wysłał wczoraj, zaginął
    listy, które pisała babka spłonęły           →  listy, które pisała babka, spłonęły
    podaj mi proszę sól, proszę podaj sól        →  podaj mi, proszę, sól; proszę, podaj sól
    ten kto pyta; nie wiem co robić              →  ten, kto pyta; nie wiem, co robić

Each is set only where no other reading is likely: a main clause begins with its verb where that is in the first or
second person, which needs no subject; what stands beside a relative, opened by a comma, ends before the one verb; and
of two verbs side by side behind `który`, or with a noun between, the second is that of the main clause.
Source: Wielki słownik ortograficzny PWN, rules 90.B to 90.E, in our own words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS
from probierz.systems.punctuation.phrases import Grammar
from probierz.systems.punctuation.rules import ASKING, WHICH

_NONE, _COMMA = MARKS.index(""), MARKS.index(",")
_ENDS = SENTENCE_ENDS - {MARKS.index("...")}
_NEAR = 6  # words in which the verb of a question with `jak` stands

_IF = frozenset(["jeżeli", "jeśli"])
_WHEN = frozenset(["kiedy", "gdy", "skoro"]) | _IF
_OF_ME_AND_YOU = ("ę", "am", "em", "sz", "my", "cie", "aj", "uj")
_IS = frozenset("jestem jesteś jest jesteśmy jesteście są będę będziesz będzie będziemy będziecie będą".split())
_WITH_VERB = frozenset(["nie", "to", "ja", "ty", "my", "wy"])
_JOINING = frozenset("i a ale lecz oraz lub albo ani czy że żeby bo niż jak który która które".split())

_AT_FIRST = _WHEN | frozenset("chociaż choć ponieważ zanim gdyby aby żeby odkąd dopóki jak".split())
_JOINED_BY = frozenset("aby gdyż ponieważ jeśli zaś więc jednak bądź".split())
_LIKELY, _LIKELY_AT_VERB = 0.3, 0.2
_WHICH = re.compile("któr(?:y|a|e|ego|emu|ej|ą|ym|zy|ych|ymi)")
_BEFORE_VERBS = frozenset(
    """
    będę będziesz będzie będziemy będziecie będą niech można trzeba warto był była było byli były może zda zdaje
    """.split()
)
_BEHIND_VERBS = frozenset(["można", "trzeba", "było", "był", "była", "były", "byli", "może"])
"""Verbs that make one with another beside them, będzie padał, można było, był zamknął, and what is no verb there."""

_PAST = frozenset("wczoraj przedwczoraj niedawno ostatnio kiedyś dawniej dawno".split())
"""Words of a time that is past, which go with a verb that is past before them: list, który wysłał wczoraj, leży."""
_IS_PAST = re.compile("ł(?:[aoy]|em|am|eś|aś)?$|li(?:śmy|ście)?$|ły(?:śmy|ście)$")

_OF_THIRD = re.compile("(?:ł[aoy]?|li)$")
_PAST_OF = {
    "który": ("ł",), "która": ("ła",), "którą": ("ła",), "której": ("ła",), "którego": ("ł", "ło"),
    "którym": ("ł", "ło", "li", "ły"), "któremu": ("ł", "ło"), "które": ("ło", "ły"), "którzy": ("li",),
    "których": ("li", "ły"), "którymi": ("li", "ły"),
}  # fmt: skip
"""How verbs end in the past that are of what `który` tells of."""
_OF_SEVERAL, _OF_ONE_OR_SEVERAL = frozenset(["którzy", "których", "którymi"]), frozenset(["które", "którym"])
_OF_NOUN = re.compile(r"(?:m|tw|sw)(?:ój|oj[aei])|jego|jej|ich|[nw]asz[ae]?|ten|ta|to|\w+(?:ski|ska|cki|cka)")
_BEFORE_HEADS = frozenset(["że", "bo", "a", "ale"])
_NO_PREDICATES = frozenset("wszystko samo co że jak w we na do z ze od po za o przez dla".split())
"""Words behind a `to` that says not what somebody is: któremu zawdzięczam to wszystko."""

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
_TOLD_OF = {
    word: frozenset(before.split())
    for word, before in {
        "co": "wszystko wszystkiego wszystkim tego tym temu nic coś czegoś", "kto": "ten każdy ktoś nikt tego temu tym",
        "komu": "ten temu", "kogo": "ten tego", "gdzie": "tam wszędzie", "kiedy": "wtedy", "gdy": "wtedy",
        "ile": "tyle", "jak": "", "dlaczego": "", "skąd": "", "dokąd": "", "którędy": "",
    }.items()
}  # fmt: skip
"""What clauses begin with, and the words before of which they tell."""
_OF_KNOWN = frozenset(_TOLD_OF) - {"gdy"}
_WITH_KNOWN = frozenset(["się", "pan", "pani"])
"""Words between a verb and what is known or asked: zastanawiam się, gdzie; wie pan, kiedy."""
_KNOWS = re.compile(
    r"wiem|wie|wiedz(?:ą|ieć|iał\w*|ieli)|wiemy|wiecie|rozumie(?:m|ją|ć|my)|zrozumie\w*|(?:za)?pamięta(?:m|ł\w*|ć)"
    r"|zobacz(?:yć|ymy|cie)?|sprawd(?:zić|zę|ź)|zapyta(?:ć|łem|łam|ł|ła|li)|spyta(?:ć|łem|łam|ł|ła|li)"
    r"|pamięta(?:sz|cie|my)|zastanawia(?:m|ł\w*|my|ją)?"
    r"|pokaza(?:ć|ł|ła)|zapomnia(?:łem|łam|ł|ła)|wyjaśni(?:ć|ł|ła)"
)
"""Verbs behind which such a clause is what is known or asked."""
_NO_CLAUSE = frozenset(
    "najmniej najwyżej roku dnia chwila chwilę tydzień prawda do nieco innego inszego kolwiek za rano".split()
)
"""Words behind a `co` or `jak` with which no clause begins: wszystko co najmniej dwa razy."""

_OWN = frozenset("mój moja twój twoja jego jej ich nasz nasza wasz wasza swój swoja".split())
_RELATIVES = frozenset(
    """
    mąż żona brat siostra ojciec matka syn córka dziadek babcia wuj wujek ciotka ciocia kuzyn kuzynka teść teściowa
    kolega koleżanka sąsiad sąsiadka szef szefowa przyjaciel przyjaciółka narzeczony narzeczona
    """.split()
)
_FROM = frozenset("z ze w we od do na przy".split())
_BESIDE = 8  # words that may stand beside a relative

_PLEASE = "proszę"
_TO_WHOM = _TOLD | frozenset("mnie nas go ją je ich to się sobie tam tu no już".split())
_ALSO_BIDDING = frozenset(["kup", "zrób", "pisz", "zamów", "poczekaj"])
"""Verbs that bid where a sentence begins with them, and are other words as well, or not in the dictionary."""
_ASKED_OF = frozenset("cię was pana panią państwa ciebie bardzo".split())
_ASKED_FOR = frozenset("o żeby aby by nie i a".split())


def with_pleas(words: Sequence[str], marks: list[int], is_bidding: Callable[[str], bool]) -> None:
    """Set commas around a `proszę` that stands beside a verb that bids, in place; what is asked for is no plea.

    is_bidding: whether a word is a verb that is said to somebody.
    """
    for at, word in enumerate(words):
        if word != _PLEASE or at + 1 == len(words):
            continue
        if _bids_before(words, marks, at, is_bidding) and not _is_asked_for(words[at + 1]):
            marks[at - 1] = _COMMA
            marks[at] = marks[at] or _COMMA
        elif (at == 0 or marks[at - 1] in _ENDS) and not marks[at] and is_bidding(words[at + 1]):
            marks[at] = _COMMA


def _bids_before(words: Sequence[str], marks: Sequence[int], at: int, is_bidding: Callable[[str], bool]) -> bool:
    """Whether a verb that bids stands before a word, perhaps with a pronoun between, and no mark but a comma."""
    if not at or marks[at - 1] not in (_NONE, _COMMA):
        return False
    verb = at - 2 if at > 1 and words[at - 1] in _TO_WHOM and not marks[at - 2] else at - 1
    begins = verb == 0 or marks[verb - 1] != _NONE
    return is_bidding(words[verb]) or (begins and words[verb] in _ALSO_BIDDING)


def _is_asked_for(word: str) -> bool:
    """Whether a word begins what is asked for, or of whom."""
    return word in _ASKED_FOR or word in _ASKED_OF or word.endswith("ć")


def with_clause_ends(words: Sequence[str], marks: list[int], grammar: Grammar, commas: Sequence[float]) -> None:
    """Set these commas in the marks, in place. commas: how likely one is behind each word."""
    begin = 0
    for at, mark in enumerate(marks):
        if mark not in _ENDS and at + 1 < len(words):
            continue
        sentence = begin, at + 1
        for place in (*_places(words, marks, sentence, grammar), *_likely(words, marks, sentence, grammar, commas)):
            if begin < place <= at and marks[place - 1] == _NONE:
                marks[place - 1] = _COMMA
        begin = at + 1


def _places(words: Sequence[str], marks: Sequence[int], sentence: tuple[int, int], grammar: Grammar) -> Iterator[int]:
    """Yield the words of a sentence before which a comma stands."""
    begin, end = sentence
    verbs = [at for at in range(begin, end) if words[at] in _IS or grammar.is_verb(words[at])]
    if words[begin] in _IF and len(verbs) == 2 and not any(marks[begin : verbs[1]]):
        yield _main_clause(words, *verbs)
    if words[begin] in _WHEN and len(verbs) > 1 and verbs[1] == verbs[0] + 1 and not any(marks[begin : verbs[1]]):
        is_whole = words[verbs[0]].endswith(_OF_ME_AND_YOU) and words[verbs[0]] not in _BEFORE_VERBS
        yield verbs[1] if is_whole else 0
    if tuple(words[begin : begin + 3]) == ("nie", "dość", "że"):
        yield next((at for at in range(begin + 4, end - 1) if tuple(words[at : at + 2]) == ("to", "jeszcze")), 0)
    for at in range(begin + 1, end - 1):
        if _is_told_of(words, at, end, grammar):
            yield at
        if words[at] == "choć" and at + 1 in verbs and marks[at + 1] == _COMMA and words[at - 1] not in _JOINING:
            yield at  # autorka, choć debiutuje, pisze
    for at in range(begin + 2, end):
        if _is_told(words[at - 2 : at + 2]) and (words[at] != "jak" or any(at < verb <= at + _NEAR for verb in verbs)):
            yield at
    yield from _behind_relative_clauses(words, marks, begin, verbs)
    yield from (at for at in range(begin + 3, end - 1) if _denies(words, marks, at, grammar))
    yield _before_copula(words, marks, sentence, grammar)
    if len(verbs) == 1 and _stands_beside(words, marks, begin, verbs[0]):
        yield verbs[0]


def _behind_relative_clauses(
    words: Sequence[str], marks: Sequence[int], begin: int, verbs: Sequence[int]
) -> Iterator[int]:
    """Yield where main clauses go on: of two verbs behind `który` and a comma nothing but `nie` stands between."""
    for verb, second in pairwise(verbs):
        goes_on = second - (words[second - 1] == "nie")
        if goes_on != verb + 1 or words[verb] in _BEFORE_VERBS or words[second] in _BEHIND_VERBS:
            continue
        opens = next((at for at in range(verb - 1, begin, -1) if _WHICH.fullmatch(words[at])), 0)
        is_only = opens and not any(opens < other < verb for other in verbs) and not any(marks[opens:verb])
        if is_only and _COMMA in marks[max(begin, opens - 2) : opens]:
            yield goes_on


def _likely(
    words: Sequence[str], marks: Sequence[int], sentence: tuple[int, int], grammar: Grammar, commas: Sequence[float]
) -> Iterator[int]:
    """Yield the likeliest place between the verb of a clause and that behind it, where nothing joins the two.

    That a comma stands between is sure in 98 of 100, so that it may be less likely than elsewhere: of 103 such places
    behind `który` in sentences of Polish corpora 78 are where it stands, and of 114 behind `gdy` and the like 87.
    Before the verb of the main clause itself too many are wrong behind `gdy`, as what it is about comes first.
    """
    begin, end = sentence
    verbs = [at for at in range(begin, end) if words[at] in _IS or grammar.is_finite(words[at])]
    opens = [
        at
        for at in range(begin + 1, end)
        if (_WHICH.fullmatch(words[at]) or words[at - 1] in _TOLD_OF.get(words[at], ()))
        and _COMMA in marks[max(begin, at - 2) : at]
    ]
    is_first = words[begin] in _AT_FIRST
    for clause in [begin] * is_first + opens:
        own, following = [*(at for at in verbs if at > clause), 0, 0][:2]
        if (
            not following
            or any(marks[clause:following])
            or words[own] in _BEFORE_VERBS
            or words[following] in _BEHIND_VERBS
        ):
            continue
        between = words[clause + 1 : following]
        if not (_JOINING | _QUESTIONS | _JOINED_BY).isdisjoint(between) or any(map(_WHICH.fullmatch, between)):
            continue
        if clause in opens and _goes_on_at_verb(words, marks, (begin, clause, own, following), grammar):
            yield following - (words[following - 1] == "nie")
            continue
        place = max(range(own + 1, following + 1), key=lambda at: (commas[at - 1], at))
        is_past = words[own + 1] in _PAST and _IS_PAST.search(words[own]) is not None
        if is_past and (place == own + 1 or (following == own + 2 and not _IS_PAST.search(words[following]))):
            yield own + 2
            continue
        is_at_verb = place >= following - (words[following - 1] in _WITH_VERB)
        least = _LIKELY_AT_VERB if is_at_verb else _LIKELY
        if commas[place - 1] >= least and not (is_at_verb and clause == begin):
            yield place


def _goes_on_at_verb(
    words: Sequence[str], marks: Sequence[int], places: tuple[int, int, int, int], grammar: Grammar
) -> bool:
    """Whether the verb behind that of a relative clause is of what stands before `który`, and a noun alone between.

    listy, które pisała babka, spłonęły: only `listy` may have burnt. places: where the sentence begins, `który`, its
    verb and the one behind.
    """
    begin, which, own, following = places
    between = words[own + 1 : following - (words[following - 1] == "nie")]
    is_noun = bool(between) and grammar.is_noun(between[-1]) and all(map(_OF_NOUN.fullmatch, between[:-1]))
    if not is_noun or not _heads_sentence(words, marks, (begin, which), grammar):
        return False
    return _agrees(words[which], words[following]) and not (
        len(between) > 1 and words[which] in WHICH and _agrees(words[which], words[own])
    )


def _heads_sentence(words: Sequence[str], marks: Sequence[int], places: tuple[int, int], grammar: Grammar) -> bool:
    """Whether nothing but what `który` tells of stands before it, `że` and the like aside. places: see there."""
    begin, which = places
    comma = max((at for at in range(begin, which) if marks[at] == _COMMA), default=-1)
    head = next((at + 1 for at in range(comma - 1, begin - 1, -1) if marks[at] != _NONE), begin)
    is_first = head == begin or words[head] in _BEFORE_HEADS
    return is_first and comma >= head and not any(map(grammar.is_finite, words[head:comma]))


def _agrees(which: str, verb: str) -> bool:
    """Whether a verb may be of what a form of `który` tells of, as far as their endings tell."""
    if past := _OF_THIRD.search(verb):
        return past[0] in _PAST_OF.get(which, ())
    return not _IS_PAST.search(verb) and (verb.endswith("ą") == (which in _OF_SEVERAL) or which in _OF_ONE_OR_SEVERAL)


def _before_copula(words: Sequence[str], marks: Sequence[int], sentence: tuple[int, int], grammar: Grammar) -> int:
    """The `to` that says what somebody is behind a relative clause: człowiek, z którym rozmawiałem, to mój; else 0."""
    begin, end = sentence
    which = next((at for at in range(begin + 1, end) if _WHICH.fullmatch(words[at])), 0)
    if not which or _COMMA not in marks[max(begin, which - 2) : which]:
        return 0
    own = next((at for at in range(which + 1, end) if grammar.is_finite(words[at])), end)
    at = next((at for at in range(own + 1, min(own + 4, end - 1)) if words[at] == "to"), 0)
    if not at or any(marks[which:at]) or words[at + 1] in _NO_PREDICATES or any(map(grammar.is_finite, words[at:end])):
        return 0
    is_noun = at == own + 1 or grammar.is_noun(words[at - 1])
    return at if is_noun and _heads_sentence(words, marks, (begin, which), grammar) else 0


def _denies(words: Sequence[str], marks: Sequence[int], at: int, grammar: Grammar) -> bool:
    """Whether a `nie` begins what a main clause denies, behind a relative clause of two words: który szumi nie rwie.

    The dictionary need not have the verbs, but their infinitives. That two verbs stand so and are none of two clauses
    is nowhere in 16.6 million words, but for those of `_BEFORE_VERBS`.
    """
    verb, denied = words[at - 1], words[at + 1]
    is_clause = (
        words[at] == "nie" and words[at - 2] in WHICH and marks[at - 3] == _COMMA and not any(marks[at - 2 : at])
    )
    if not is_clause or verb in _BEFORE_VERBS:
        return False
    is_unknown_verb = not grammar.is_known(verb) and grammar.is_of_infinitive(verb)
    is_denied = grammar.is_finite(denied) or grammar.is_of_infinitive(denied)
    return is_denied and (is_unknown_verb or grammar.is_finite(verb))


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


def _is_told_of(words: Sequence[str], at: int, end: int, grammar: Grammar) -> bool:
    """Whether a clause with a verb begins with a word, told of by the one before: wszystko co mam, wiem co robić."""
    before = _TOLD_OF.get(words[at])
    if before is None or at + 1 >= end or words[at + 1] in _NO_CLAUSE:
        return False
    verb = words[at - 1 - (at > 1 and words[at - 1] in _WITH_KNOWN)]
    is_after = words[at - 1] in before or (words[at] in _OF_KNOWN and _KNOWS.fullmatch(verb) is not None)
    behind = words[at + 1 : min(end, at + 2 + _NEAR)]
    return is_after and any(grammar.is_verb(word) or word.endswith("ć") or word in _IS for word in behind)


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
