"""Commas and question marks that Polish has rules for, set where a network left them out, or set them wrongly.

    nie wiem czy przyjdzie          →  nie wiem, czy przyjdzie         a comma before a conjunction that begins a clause
    zapytał, czy przyjdziesz?       →  zapytał, czy przyjdziesz.       an indirect question asks nothing
    może jutro przyjdzie anna?      →  może jutro przyjdzie anna.      nor does who supposes something of others
    wyszedł mimo że padało          →  wyszedł, mimo że padało         none inside of a conjunction of two words
    niestety nie zdążył             →  niestety, nie zdążył            after words that stand outside of the sentence
    mecz w wyniku którego odpadli   →  mecz, w wyniku którego odpadli  before the preposition of a clause
    w 1989 r. kiedy upadł           →  w 1989 r., kiedy upadł          after the full stop of an abbreviation, too
    chleb, ser itd. Nie są drogie   →  chleb, ser itd. nie są drogie   a list without a verb is the subject of one

Source: Wielki słownik ortograficzny PWN, rules 90.A (clauses) to 90.G, in our own words. Words come without marks in
small letters, as networks label them; a rule changes the label of the word before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from probierz.systems.punctuation.abbreviations import SHORT_PAIRS
from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS
from probierz.systems.punctuation.texts import LOWER

_NONE, _STOP, _COMMA, _ASKS, _CALLS, _COLON = (MARKS.index(mark) for mark in ("", ".", ",", "?", "!", ":"))

_CLAUSE = frozenset([
    "że", "żeby", "ponieważ", "gdyż", "chociaż", "aczkolwiek", "jeżeli", "jeśli", "gdyby", "zanim", "dopóki", "ażeby",
    "iż", "który", "która", "które", "którego", "której", "któremu", "którą", "którym", "którzy", "których", "którymi",
])  # fmt: skip
"""Words that begin a clause wherever they stand, if not after one of `_BEFORE`."""

_PAIRS = (
    ("mimo", "że"),
    ("pomimo", "że"),
    ("chyba", "że"),
    ("zwłaszcza", "że"),
    ("tym", "bardziej", "że"),
    ("mimo", "iż"),
)
"""Conjunctions of several words, with the comma before the first."""

PREPOSITIONS = frozenset([
    "w", "we", "z", "ze", "na", "do", "od", "po", "o", "u", "za", "przez", "dla", "przed", "pod", "nad", "bez", "przy",
    "ku", "między", "spod", "spośród", "wśród", "podczas", "obok", "według", "wobec", "dzięki", "oprócz",
])  # fmt: skip
_BEFORE = PREPOSITIONS | frozenset([
    "i", "a", "ale", "lecz", "oraz", "lub", "albo", "ani", "tylko", "nawet", "właśnie", "że", "żeby", "mimo", "pomimo",
    "chyba", "zwłaszcza", "tym", "bardziej", "dlatego", "tak", "jako", "czy", "jak", "niż", '"', "jedynie", "choćby",
])  # fmt: skip
"""Words that stand before such a word without a comma between: conjunctions, and prepositions of `który`."""

_OF_PREPOSITIONS = frozenset([
    "wyniku", "ramach", "podstawie", "pomocą", "trakcie", "ciągu", "czasie", "celu", "powodu", "skutek", "sprawie",
    "stosunku", "związku", "razie", "obrębie", "pobliżu", "okolicy", "okolicach", "efekcie", "drodze", "imieniu",
    "mocy", "rezultacie", "oparciu", "pośrednictwem", "rzecz", "temat", "przypadku", "tle", "miejsce", "czele",
    "okresie",
])  # fmt: skip
"""Nouns that make a preposition with the one before: w wyniku którego, na podstawie której."""

WHICH = frozenset(["który", "która", "które", "którzy"])
"""In the nominative: what is told of the noun before it, mostly as the subject of a clause."""
ASKING = frozenset([
    "czy", "kto", "kogo", "komu", "co", "czego", "czemu", "gdzie", "kiedy", "dlaczego", "jak", "ile", "dokąd", "skąd",
    "którędy", "jaki", "jaka", "jakie", "który", "która", "które", "którego", "którą", "którym", "czyj", "czyja", "po",
])  # fmt: skip

_REPORTS = frozenset([
    "wiem", "wie", "wiedział", "wiedziała", "wiedzą", "wiemy", "wiadomo", "zapytał", "zapytała", "zapytali", "spytał",
    "spytała", "pytał", "pytała", "pyta", "zastanawiam", "zastanawiał", "zastanawiała", "zastanawia", "ciekawe",
    "pamiętam", "pamięta", "pamiętał", "pamiętała", "rozumiem", "rozumie", "rozumiał", "powiedział", "powiedziała",
    "sprawdzę", "sprawdził", "sprawdziła", "sprawdź", "powiedz", "powiem", "zobaczymy", "zobacz", "dowiedział",
    "dowiedziała", "ustalił", "ustalono", "mówił", "mówiła", "wyjaśnił", "wyjaśniła", "domyślam", "zgadnij",
    "zapomniałem", "zapomniałam", "zapomniał", "zapomniała", "zapomnieli", "zapytałem", "zapytałam", "spytałem",
    "spytałam", "zapytać", "spytać", "pytanie", "pytamy", "pytają", "ciekawi", "ustaliliśmy", "ustalili", "ustala",
])  # fmt: skip
"""Verbs that report a question; in a sentence that begins with one, nobody asks."""

_WISHES = re.compile("chcę|chce(?:my|$)|chciał|należy|trzeba|warto|pragnę|muszę")
"""Whose question is only told of: chciałbym zapytać, kto; mogę zapytać, kto."""
POLITE = frozenset(["pan", "pani", "państwo"])
_OF_SOMEBODY = frozenset(["zapytać", "spytać", "pytanie"])
"""Words with which is told who is asked: pytanie do pana ministra, czy."""
_FAR = 4  # words from the beginning of a sentence in which it reports


_OUTSIDE = (
    ("niestety",), ("owszem",), ("no", "cóż"), ("po", "pierwsze"), ("po", "drugie"), ("po", "trzecie"),
    ("krótko", "mówiąc"), ("szczerze", "mówiąc"), ("ogólnie", "mówiąc"), ("prawdę", "mówiąc"),
    ("ogólnie", "rzecz", "biorąc"), ("inaczej", "mówiąc"), ("innymi", "słowy"), ("rety",), ("hurra",), ("ojej",),
    ("jejku",), ("o", "rany"), ("o", "rety"),
)  # fmt: skip
"""What stands at the beginning of a sentence, and outside of it."""

_ASIDE = (
    ("jak", "wiadomo"),
    ("jak", "widać"),
    ("jak", "się", "okazało"),
    ("jak", "się", "okazuje"),
    ("rzecz", "jasna"),
)
"""What is said aside, with a comma on both sides."""

_CORRELATIVES = {"ani": "ani", "albo": "albo", "im": "tym", "zarówno": "jak", "może": "może"}
_COMPARED = ("ej", "szy", "sza", "sze")
_NEAR = 7  # words between two that go together

_SHORTENED = frozenset(["br", "ub", "tys", "itd", "itp", "etc", "proc"])
_UNITS = frozenset(["mln", "mld", "zł", "gr", "kg", "km", "cm", "mm", "min"])
_ROMAN = re.compile("x{0,2}(?:ix|iv|v?i{0,3})")
_AFTER_DATES = frozenset(["kiedy", "gdy"])


_BEGINNING = _CLAUSE | ASKING
"""Words that may begin a clause."""


def clause_commas(words: Sequence[str]) -> list[int]:
    """Before which words a comma stands because a clause begins there."""
    return [begin for at in range(1, len(words)) if (begin := _clause_begins(words, at))]


def with_short_pairs(words: Sequence[str], marks: list[int], cases: list[int]) -> None:
    """Set the full stops and the small letters of abbreviations of two words, in place: z późn. zm., op. cit."""
    for at in range(1, len(words)):
        if (words[at - 1], words[at]) in SHORT_PAIRS and words[at] != "in":
            marks[at - 1 : at + 1], cases[at - 1 : at + 1] = [_STOP, _STOP], [LOWER, LOWER]
        elif (words[at - 1], words[at]) == ("sygn", "akt"):
            marks[at - 1], cases[at] = _STOP, LOWER


_COMPANY = ("sp", "z", "o", "o")


def with_company_forms(
    words: Sequence[str], marks: list[int], cases: list[int], adjoins: list[int]
) -> tuple[list[int], list[int], list[int]]:
    """Labels of marks, cases and what adjoins, with `sp z o o` as `sp. z o.o.`; they are changed in place."""
    for at in range(len(words) - len(_COMPANY) + 1):
        if tuple(words[at : at + len(_COMPANY)]) == _COMPANY:
            end = at + len(_COMPANY)
            marks[at:end], cases[at:end], adjoins[at:end] = [_STOP, _NONE, _STOP, _STOP], [0] * 4, [0, 0, 1, 0]
    return marks, cases, adjoins


def with_stops(words: Sequence[str], marks: list[int]) -> list[str]:
    """The mark behind the full stop of each word that is an abbreviation, or nothing; these get the stop, in place.

    A comma where a clause begins, or the network wants one: `w 1920 r., a zmarł`; what is asked or called at the end of
    a text: `czy to było w 1920 r.?` Units such as `zł` have no full stop.
    """
    found = [""] * len(words)
    for at in range(len(words) - 1):
        if words[at] in _UNITS and marks[at] == _STOP and _begins_clause(words, at + 1):
            marks[at] = _COMMA
        elif _is_shortened(words, at) and (marks[at] == _COMMA or _begins_clause(words, at + 1)):
            marks[at], found[at] = _STOP, ","
    if words and marks[-1] in (_ASKS, _CALLS) and _is_shortened(words, len(words) - 1):
        marks[-1], found[-1] = _STOP, MARKS[marks[-1]]
    return found


def with_lists(words: Sequence[str], marks: list[int], cases: list[int], is_verb: Callable[[str], bool]) -> None:
    """Set the full stop behind *itd.* amid a sentence, in place, no comma before, and no capital behind a list.

    Książki, mapy itd. nie są drogie; masło itd. kupisz: no verb stands before, and one behind. is_verb: whether a word
    makes a sentence.
    """
    begin = 0
    for at in range(len(words) - 1):
        if words[at] in _AND_SO_ON and at and marks[at - 1] == _COMMA:
            marks[at - 1] = _NONE
        if words[at] in _AND_SO_ON and marks[at] in (_NONE, _STOP):
            behind = at + 1 + (words[at + 1] in ("nie", "się"))
            verb = words[behind] if behind < len(words) else ""
            if (is_verb(verb) or verb.endswith(("isz", "esz", "asz"))) and not any(map(is_verb, words[begin:at])):
                cases[at + 1] = LOWER
            if cases[at + 1] == LOWER:
                marks[at] = _STOP
                continue
        if marks[at] in SENTENCE_ENDS:
            begin = at + 1


_AND_SO_ON = frozenset(["itd", "itp"])


def _begins_clause(words: Sequence[str], at: int) -> bool:
    """Whether a clause begins with a word, or with a conjunction of several words from there on."""
    return words[at] in _AFTER_DATES or any(
        _clause_begins(words, end) == at for end in range(at, at + 3)[: len(words) - at]
    )


def _is_shortened(words: Sequence[str], at: int) -> bool:
    """Whether a word is an abbreviation with a full stop: r. behind a year, w. behind a Roman number."""
    word, before = words[at], words[at - 1] if at else ""
    if word == "r":
        return before.isdigit()
    if word == "w":
        return _ROMAN.fullmatch(before) is not None
    return word in _SHORTENED


def with_rules(
    words: Sequence[str],
    labels: Sequence[int],
    is_verb: Callable[[str], bool] = lambda _: False,
    is_quality: Callable[[str], bool] = lambda _: False,
) -> list[int]:
    """The labels of words with those that rules set otherwise; as many as there are words.

    is_verb, is_quality: whether a word is a verb that makes a sentence, or an adjective in the nominative.
    """
    found = list(labels)
    for at in range(1, len(words)):
        begin = _clause_begins(words, at)
        if begin and found[begin - 1] == _NONE and words[begin - 1] != '"':
            found[begin - 1] = _COMMA
        if found[at - 1] == _COMMA and _follows_long_preposition(words, at):
            found[at - 1] = _NONE
    _set_correlatives(words, found)
    _set_aside(words, found)
    begin = 0
    for at, label in enumerate(found):
        is_last = at + 1 == len(words)
        if label in (_STOP, _ASKS) or (is_last and label == _NONE):
            is_alarm = words[begin] in _ALARMS and found[begin] == _COMMA and at - begin < _FEW + 1
            colon = max((place + 1 for place in range(begin, at) if found[place] == _COLON), default=begin)
            found[at] = _CALLS if is_alarm else _mark_of(words[colon : at + 1], label, is_verb, is_quality)
        if label in (_STOP, _ASKS) or is_last:
            _set_apart(words, found, begin, at)
            begin = at + 1
    return found


def _mark_of(
    sentence: Sequence[str], mark: int, is_verb: Callable[[str], bool], is_quality: Callable[[str], bool]
) -> int:
    """The mark behind a sentence that a network ends with another one; the last sentence may have none."""
    if _cries(sentence, is_verb):
        return _CALLS
    if (mark == _ASKS or tuple(sentence[:2]) == ("co", "za")) and _exclaims(sentence, is_verb):
        return _CALLS
    if mark == _ASKS and _admires(sentence, is_quality):
        return _CALLS
    if mark == _ASKS and (_reports(sentence) or _supposes(sentence, is_verb) or _sighs(sentence)):
        return _STOP
    return _CALLS if mark != _NONE and _calls(sentence) else mark


def _set_correlatives(words: Sequence[str], found: list[int]) -> None:
    """Set the comma before the second of two conjunctions that go together, if no mark stands between them."""
    for at, word in enumerate(words):
        second = _CORRELATIVES.get(word)
        is_compared = word == "im" and words[at + 1 : at + 2] and words[at + 1].endswith(_COMPARED)
        if is_compared and found[at] == _STOP and second in words[at + 2 : at + 2 + _NEAR]:
            found[at] = _NONE  # im dłużej, and no abbreviation of a patron
        for place in range(at + 2, min(at + 2 + _NEAR, len(words)) if second else 0):
            if words[place] == second and words[place - 1] not in PREPOSITIONS:
                is_split = any(found[at + 1 : place - 1])
                if not is_split and (found[place - 1] == _NONE or (word == "im" and found[place - 1] == _STOP)):
                    found[place - 1] = _COMMA
                break


def _set_aside(words: Sequence[str], found: list[int]) -> None:
    """Set the commas around what is said aside."""
    for aside in _ASIDE:
        for at in range(len(words) - len(aside) + 1) if aside[0] in words and aside[-1] in words else ():
            if tuple(words[at : at + len(aside)]) == aside:
                for place in (at - 1, at + len(aside) - 1):
                    if 0 <= place < len(words) - 1 and found[place] == _NONE and words[place] not in _BEFORE:
                        found[place] = _COMMA


def _set_apart(words: Sequence[str], found: list[int], begin: int, end: int) -> None:
    """Set the comma after words at the beginning of a sentence that stand outside of it."""
    for outside in _OUTSIDE:
        last = begin + len(outside) - 1
        if last < end and tuple(words[begin : last + 1]) == outside and found[last] == _NONE:
            found[last] = _COMMA


def _clause_begins(words: Sequence[str], at: int) -> int:
    """Before which word the comma of a clause stands that this word begins; 0 where there is none."""
    if words[at] not in _BEGINNING:
        return 0
    if _follows_long_preposition(words, at):
        return at - 2 if at > 2 and words[at - 3] not in _BEFORE else 0
    for pair in _PAIRS:
        first = at - len(pair) + 1
        if first > 0 and tuple(words[first : at + 1]) == pair:
            return first if words[first - 1] not in _BEFORE else 0
    word, before = words[at], words[at - 1]
    if word in _CLAUSE and before not in _BEFORE:
        return at
    if (
        word.startswith("któr")
        and word in _CLAUSE
        and before in PREPOSITIONS
        and at > 1
        and words[at - 2] not in _BEFORE
    ):
        return at - 1
    if word == "czy" and before in _REPORTS:
        return at
    return at if word in ASKING - {"co", "jak", "po", "czy"} and before in _REPORTS else 0


def _follows_long_preposition(words: Sequence[str], at: int) -> bool:
    """Whether `który` stands after a preposition of two words: w wyniku którego."""
    is_relative = words[at].startswith("któr") and words[at] in _CLAUSE
    return is_relative and at > 1 and words[at - 1] in _OF_PREPOSITIONS and words[at - 2] in PREPOSITIONS


def _reports(sentence: Sequence[str]) -> bool:
    """Whether a sentence tells of a question: it begins with a verb that does, and then asks."""
    if sentence[0] in ASKING:
        return False
    for at, word in enumerate(sentence[:_FAR]):
        if word in _REPORTS:
            if word in ("wie", "wiedzą") and not POLITE.isdisjoint(sentence[at + 1 : at + 2]):
                return False  # wie pan, kto
            is_wish = word not in ("zapytać", "spytać") or any(map(_WISHES.match, sentence[:at]))
            ahead = _NEAR if word in _OF_SOMEBODY else 3
            return is_wish and any(other in ASKING for other in sentence[at + 1 : at + 1 + ahead])
    return False


def _exclaims(sentence: Sequence[str], is_verb: Callable[[str], bool]) -> bool:
    """Whether a few words without a verb admire something: co za pech, jaki piękny ogród, jak tu pięknie."""
    first, last = sentence[0], sentence[-1]
    if not 2 <= len(sentence) <= _FEW or any(map(is_verb, sentence)):
        return False
    if tuple(sentence[:2]) == ("co", "za"):
        return len(sentence) > 2
    if first in _ADMIRED:
        quality = sentence[2 if sentence[1] == "to" else 1 :]
        return len(quality) > 1 and len(quality[0]) > 3 and quality[0].endswith(_ADMIRED[first])
    return first == "jak" and last.endswith(_OF_ADVERBS) and last not in _MEASURED and "to" not in sentence


def _admires(sentence: Sequence[str], is_quality: Callable[[str], bool]) -> bool:
    """Whether a sentence says how somebody or something is: jaka pani jest miła, jakie to smutne; how, not which."""
    if tuple(sentence[:3]) in _WELL:
        return True
    first, last = sentence[0], sentence[-1]
    is_said = first in _ADMIRED and 3 <= len(sentence) <= _FEW and sentence[1] in _ADMIRED_ONES
    return is_said and _IS.issuperset(sentence[2:-1]) and last.endswith(_ADMIRED[first]) and is_quality(last)


_ADMIRED_ONES = frozenset("to ja ty on ona ono oni one pan pani".split())
_IS = frozenset("to jest jestem jesteś są wszystko tu".split())
_WELL = frozenset(
    ("jak", how, whom)
    for how in ("dobrze", "miło", "cudownie", "wspaniale", "przyjemnie")
    for whom in ("cię", "was", "pana", "panią", "państwa", "znowu", "znów", "że")
) | {("jak", "ten", "czas")}

_FEW = 5  # words
_ADMIRED = {"jaki": ("y", "ki", "gi"), "jaka": ("a",), "jakie": ("e",)}
_OF_ADVERBS = ("nie", "mno", "epło", "miło", "ąco", "cicho", "usto")
_MEASURED = frozenset(["zapewnie", "zwykle", "ogólnie", "dokładnie", "konkretnie", "mianowicie", "często", "nie"])
"""How exactly something is: who says so asks."""


def _cries(sentence: Sequence[str], is_verb: Callable[[str], bool]) -> bool:
    """Whether a few words cry for help, cheer or drive away, or wonder at something: ratunku pali się, ale mróz."""
    if len(sentence) > _FEW or "nie" in sentence[1:2] or not (ASKING - {"po"}).isdisjoint(sentence):
        return False
    if sentence[0] in _CRIES or tuple(sentence[:2]) in _CRIES_OF_TWO:
        return True
    is_noun = len(sentence) == 2 and len(sentence[1]) > 3 and not is_verb(sentence[1])
    return is_noun and sentence[0] == "ale" and sentence[1] not in _UNWONDERED


_CRIES = frozenset(
    """
    ratunku gwałtu rety olaboga ojej jejku brawo hurra wiwat precz wara won wynocha naprzód baczność milcz biada fuj
    """.split()
)
_CRIES_OF_TWO = frozenset([("o", "boże"), ("o", "rety"), ("o", "rany"), ("o", "matko"), ("na", "pomoc")])
"""What sentences of a few words begin with that end with an exclamation mark nine times in ten."""
_UNWONDERED = frozenset(
    """
    teraz dzisiaj dziś jutro wczoraj przedtem potem później zawsze nigdy trudno czasem tylko jeszcze przecież jednak
    moment sami sama ciebie mnie jego ciągle również także oczywiście niestety dobrze naprawdę tutaj stąd wtedy
    """.split()
)


def _sighs(sentence: Sequence[str]) -> bool:
    """Whether a sentence begins with `no cóż`, and nothing in it asks, with `co prawda`, or with how often it is."""
    begin = tuple(sentence[:2])
    if sentence[0] == "co" and sentence[1:2] and sentence[1] in _HOW_OFTEN and ASKING.isdisjoint(sentence[1:]):
        return not any(word.endswith(("sz", "cie")) for word in sentence[2:])  # co rano jesz
    is_about = begin == ("co", "do") and _NOT_ABOUT.isdisjoint(sentence)
    return is_about or begin in _TELLING or (begin == ("no", "cóż") and ASKING.isdisjoint(sentence))


_TELLING = frozenset(
    [
        ("co", "prawda"),
        ("co", "więcej"),
        ("co", "gorsza"),
        ("co", "ciekawe"),
        ("gdzie", "indziej"),
        ("gdzie", "niegdzie"),
    ]
)
_HOW_OFTEN = frozenset(
    """
    sekundę minutę chwilę chwila kwadrans godzinę godzina rano ranek dzień dnia wieczór noc tydzień miesiąc kwartał
    sezon rok roku krok poniedziałek wtorek środę czwartek piątek sobotę niedzielę weekend święta wiosnę lato jesień
    zimę jakiś pewien pół parę kilka dwa dwie trzy cztery pięć drugi druga drugą trzeci trzecią
    """.split()
)
"""Words behind a `co` that asks nothing: co wieczór, co dwa dni, co drugi dom."""
_NOT_ABOUT = frozenset(["ma", "mają", "miał", "miała", "miało", "licha", "diabła", "cholery"])
"""Words with which `co do` asks: co do tego ma pogoda; co do mnie, zgadzam się."""


def _calls(sentence: Sequence[str]) -> bool:
    """Whether a sentence calls out: jakież to piękne, cóż za widok, niech żyje król."""
    return tuple(sentence[:2]) in _CALLING


_CALLING = frozenset(
    [
        ("jakiż", "to"), ("jakaż", "to"), ("jakież", "to"), ("cóż", "za"), ("niech", "żyje"), ("niech", "żyją"),
        ("jaka", "szkoda"),
    ]
)  # fmt: skip
_ALARMS = frozenset(["stój", "stójcie", "uważaj", "uważajcie", "cicho", "uciekaj", "uciekajcie"])
"""What warns where a comma stands behind it: uważaj, samochód; but uważaj na siebie."""


def _supposes(sentence: Sequence[str], is_verb: Callable[[str], bool]) -> bool:
    """Whether a sentence only supposes something: it begins with `może`, and has a verb that is in the third person.

    Może pójdziemy, może wezmę, może chcesz, może pan usiądzie, może warto zapytać and może by zapytał propose, and ask.
    """
    if sentence.count("może") > 1 and sentence[0] == "może" and ASKING.isdisjoint(sentence):
        return True  # może jutro, może pojutrze
    if sentence[0] != "może" or not (ASKING | _PROPOSING).isdisjoint(sentence):
        return False
    verbs = [word for word in sentence[1:] if is_verb(word)]
    is_mine = any(word.endswith(_OF_ME) for word in verbs)
    return bool(verbs) and not is_mine and not any(word.endswith(_OF_US_AND_YOU) for word in sentence)


_PROPOSING = frozenset(
    """
    pan pani państwo ty wy cię ci ciebie tobie was wam tobą by warto lepiej wystarczy jakiś jakaś jakieś ktoś coś "
    """.split()
)
_OF_ME, _OF_US_AND_YOU = ("ę", "am", "em"), ("sz", "cie", "my", "eś", "aś", "oś", "by", "ć")
