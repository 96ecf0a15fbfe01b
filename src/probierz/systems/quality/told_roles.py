"""Whether who does it and to whom it is done changed places in a Polish translation.

The dog bit the man.   |  Mężczyzna ugryzł psa.
Tom loves Mary.        |  Mary kocha Toma.
Anna called Peter.     |  Piotr zadzwonił do Anny.

English tells both by their order and Polish by endings: there is a note where what stands before the English verb has
the ending of an object, with no preposition, and what stands behind it may be the subject; who does it stands behind
*by* and *przez*, where it is told so. People, animals and
countries of a short list are known, and names that both languages spell alike or that have a Polish form. One with the
ending of a dative is an object, too, or behind *do*, *za* or *na*, and of two names one in any other case, unless the
verb is of those that are turned round: *przegrał z*, *dostał od*, *towarzyszył*.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

_NOUNS = """
dog pies psa, cat kot kota, mouse mysz, horse koń konia, wolf wilk wilka, bear niedźwiedź niedźwiedzia, lion lew lwa,
fox lis lisa, snake wąż węża, bird ptak ptaka, cow krowa krowę, bee pszczoła pszczołę, shark rekin rekina, man
mężczyzna|człowiek mężczyznę|człowieka, woman kobieta kobietę, boy chłopiec|chłopak chłopca|chłopaka, girl
dziewczyna|dziewczynka dziewczynę|dziewczynkę, child dziecko, mother matka|mama matkę|mamę, father ojciec|tata
ojca|tatę, son syn syna, daughter córka córkę, brother brat brata, sister siostra siostrę, husband mąż męża, wife żona
żonę, friend przyjaciel|kolega przyjaciela|kolegę, neighbour sąsiad sąsiada, neighbor sąsiad sąsiada, teacher
nauczyciel|nauczycielka nauczyciela|nauczycielkę, student uczeń|student ucznia|studenta, doctor lekarz|doktor|lekarka
lekarza|doktora|lekarkę, nurse pielęgniarka pielęgniarkę, patient pacjent|pacjentka pacjenta|pacjentkę, boss
szef|szefowa szefa|szefową, driver kierowca kierowcę, officer policjant|oficer policjanta|oficera, policeman policjant
policjanta, thief złodziej złodzieja, killer zabójca zabójcę, soldier żołnierz żołnierza, king król króla, queen
królowa królową, prince książę księcia, president prezydent prezydenta, minister minister ministra, judge sędzia
sędziego, lawyer prawnik|adwokat prawnika|adwokata, client klient|klientka klienta|klientkę, customer klient|klientka
klienta|klientkę, player gracz|zawodnik gracza|zawodnika, coach trener trenera, champion mistrz|mistrzyni
mistrza|mistrzynię, company firma|spółka firmę|spółkę, team drużyna drużynę, army armia armię, enemy wróg wroga,
hunter myśliwy myśliwego, farmer rolnik rolnika, writer pisarz|pisarka pisarza|pisarkę, actor aktor aktora, actress
aktorka aktorkę, cyclist rowerzysta rowerzystę, poland polska polskę, germany niemcy, france francja francję, russia
rosja rosję, ukraine ukraina ukrainę, england anglia anglię, italy włochy, spain hiszpania hiszpanię, china chiny,
japan japonia japonię, israel izrael izrael, turkey turcja turcję, sweden szwecja szwecję, hungary węgry, brazil
brazylia brazylię, argentina argentyna argentynę, america ameryka amerykę, india indie, director
dyrektor|dyrektorka|reżyser|reżyserka dyrektora|dyrektorkę|reżysera|reżyserkę, headmaster dyrektor dyrektora, principal
dyrektor|dyrektorka dyrektora|dyrektorkę, manager kierownik|kierowniczka|menedżer|menadżer
kierownika|kierowniczkę|menedżera|menadżera, employee pracownik|pracownica pracownika|pracownicę, worker
robotnik|pracownik robotnika|pracownika, guest gość gościa, host gospodarz gospodarza, waiter kelner kelnera, waitress
kelnerka kelnerkę, baker piekarz piekarza, cook kucharz|kucharka kucharza|kucharkę, chef kucharz|szef kucharza|szefa,
tenant lokator|najemca lokatora|najemcę, landlord właściciel|gospodarz właściciela|gospodarza, owner
właściciel|właścicielka właściciela|właścicielkę, seller sprzedawca sprzedawcę, buyer kupiec|kupujący kupca|kupującego,
guard strażnik strażnika, prisoner więzień więźnia, pilot pilot pilota, captain kapitan kapitana, professor profesor
profesora, engineer inżynier inżyniera, painter malarz|malarka malarza|malarkę, singer
piosenkarz|piosenkarka|śpiewak|śpiewaczka piosenkarza|piosenkarkę|śpiewaka|śpiewaczkę, mayor burmistrz
burmistrza, guide przewodnik|przewodniczka przewodnika|przewodniczkę, tourist turysta|turystka turystę|turystkę,
journalist dziennikarz|dziennikarka dziennikarza|dziennikarkę, editor redaktor|redaktorka redaktora|redaktorkę, author
autor|autorka autora|autorkę, secretary sekretarz|sekretarka sekretarza|sekretarkę, assistant asystent|asystentka
asystenta|asystentkę, robber rabuś rabusia, burglar włamywacz włamywacza, victim ofiara ofiarę, witness świadek świadka,
grandmother babcia babcię, grandfather dziadek dziadka, aunt ciotka|ciocia ciotkę|ciocię, uncle wujek|wuj wujka|wuja,
rabbit królik królika, tiger tygrys tygrysa, elephant słoń słonia, pig świnia świnię, goat koza kozę, sheep owca owcę,
duck kaczka kaczkę, spider pająk pająka, monkey małpa małpę, eagle orzeł orła, postman listonosz listonosza, mailman
listonosz listonosza, pupil uczeń|uczennica ucznia|uczennicę, firefighter strażak strażaka, fireman strażak strażaka,
police policja|policjanci policję|policjantów, parent rodzic rodzica, firefighters strażacy strażaków, firemen strażacy
strażaków, pupils uczniowie uczniów, students uczniowie|studenci uczniów|studentów, teachers
nauczyciele|nauczycielki nauczycieli|nauczycielek, parents rodzice rodziców, doctors lekarze lekarzy, soldiers żołnierze
żołnierzy, workers robotnicy|pracownicy robotników|pracowników, employees pracownicy pracowników, guests goście gości,
tourists turyści turystów, fans kibice|fani kibiców|fanów, players gracze|zawodnicy|piłkarze
graczy|zawodników|piłkarzy, neighbours sąsiedzi sąsiadów, neighbors sąsiedzi sąsiadów, friends
przyjaciele|koledzy przyjaciół|kolegów, boys chłopcy|chłopaki chłopców|chłopaków, men mężczyźni mężczyzn, voters wyborcy
wyborców, journalists dziennikarze dziennikarzy, actors aktorzy aktorów, drivers kierowcy kierowców, farmers rolnicy
rolników, thieves złodzieje złodziei, brothers bracia braci, sons synowie synów, policemen policjanci policjantów
"""
"""English words with the Polish ones that are subjects, between bars, and those that are objects and no subjects."""

_WORD = re.compile(r"[^\W\d_]+|['’]s\b")
_BETWEEN = frozenset(
    """of and to with by for from in on at than is was were are am be been being s like or that who which as into about
    not after before without over under when if because has have had 's ’s""".split()
)
"""Words between two nouns for which these are no subject and object of one verb, or of a verb that is turned round."""
_TURNED = re.compile(r"\b(?:przez|się|nie|według|zdaniem)\b", re.IGNORECASE)
_PREPOSITIONS = frozenset(
    "do dla od bez u o na w we z ze za po przed nad pod przy przez między oprócz wobec wśród obok około koło".split()
)
_APART = _PREPOSITIONS | {"i", "oraz", "a", "czy", "lub", "że", "którą", "które", "którego"}
"""Words between two nouns for which these are no subject and object of one verb in Polish."""
_WITH_NAMES = frozenset(["do", "za", "na"])
"""Prepositions of Polish before whom something is done to, where English has none: zadzwonił do."""
_TURNED_VERBS = re.compile(
    r"\b(?:był[aoyi]?|jest|są|będ\w+|został\w*|zosta[jn]\w+|przegr\w+|ule[gc]\w*|dosta\w+|otrzym\w+|odebra\w+"
    r"|mi(?:eć|ał\w*)|ma(?:ją)?|brak\w*|nale[żz]\w+|zawdzięcz\w+|towarzysz\w+|śni\w+|groz\w+|służy\w*|pasuj\w+"
    r"|zgin\w+|zagin\w+|uciek\w*|umar\w*|zmar\w*|pasowa\w+|potrzebn\w+|przypad\w+|odpowiada\w*)\b",
    re.IGNORECASE,
)
"""Verbs whose subject is the object of the English one: Tom beat Ben, and Ben uległ Tomowi."""
_FURTHEST, _FIRST = 4, 2  # words from a subject to its object, and before the subject


def swapped_roles(source: str, translation: str) -> str:
    """Who and whom changed places, in words; "": nobody, or nobody can tell."""
    pair = _subject_and_object(source)
    if pair is None:
        return ""
    if _BY.search(translation):
        return _done_by_other(*pair, _WORD.findall(translation))
    if _TURNED.search(translation):
        return ""
    subject, thing = pair
    words = _WORD.findall(translation)
    free = [word for before, word in zip(["", *words], words, strict=False) if before.lower() not in _PREPOSITIONS]
    of_subject, of_thing = (_Noun(one) for one in pair)
    if turned := _turned_order(of_subject, of_thing, words):
        return f"who and whom changed places: {subject} … {thing} there, {turned} here"
    made_object = next(filter(of_subject.is_object, free), None) or _other_object(of_subject, of_thing, words)
    made_subject = next(filter(of_thing.may_be_subject, free), None)
    if made_object is None or made_subject is None or any(map(of_subject.may_be_subject, words)):
        return ""
    return f"who and whom changed places: {subject} … {thing} there, {made_subject} … {made_object} here"


def _done_by_other(subject: str, thing: str, words: Sequence[str]) -> str:
    """That who does it in the source has it done by the other here: pies został ugryziony przez listonosza."""
    of_subject, of_thing = _Noun(subject), _Noun(thing)
    by = next(at for at, word in enumerate(words) if word.lower() == "przez")
    doer = next(filter(of_thing.is_object, words[by + 1 : by + 3]), None)
    done = next(filter(of_subject.may_be_subject, words[:by]), None)
    if doer is None or done is None or any(map(of_subject.is_object, words[by:])):
        return ""
    return f"who and whom changed places: {subject} … {thing} there, przez {doer} here"


def _turned_order(subject: _Noun, thing: _Noun, words: Sequence[str]) -> str:
    """The subject behind its object, where it is a word whose order alone tells what it is: Polska … Niemcy."""
    if not subject.is_alike or _TURNED_VERBS.search(" ".join(words)):
        return ""
    before = next((at for at, word in enumerate(words) if thing.may_be_subject(word)), len(words))
    near = words[before + 1 : before + 1 + _FURTHEST]
    after = next((at for at, word in enumerate(near) if subject.may_be_subject(word)), 0)
    if not after or not _APART.isdisjoint(word.lower() for word in near[:after]):
        return ""
    return f"{words[before]} … {near[after]}"


def _other_object(subject: _Noun, thing: _Noun, words: Sequence[str]) -> str | None:
    """To whom it is done in Polish: in the dative or behind a preposition; of two names the one in any other case."""
    if _TURNED_VERBS.search(" ".join(words)):
        return None
    are_names = subject.is_name and thing.is_name
    for before, word in pairwise(["", *words]):
        is_behind = before.lower() in _WITH_NAMES
        is_case = subject.is_in_other_case(word) if are_names or is_behind else subject.is_dative(word)
        if is_case and (is_behind or before.lower() not in _PREPOSITIONS):
            return word
    return None


def _subject_and_object(source: str) -> tuple[str, str] | None:
    """The first noun of an English sentence, and the next one, if a verb alone stands between them."""
    words = _WORD.findall(source)
    nouns = [at for at, word in enumerate(words) if word.lower() in _nouns() or (word.istitle() and _is_name(word))]
    if len(nouns) < 2 or nouns[0] > _FIRST or source.rstrip().endswith("?"):
        return None
    first, second = nouns[:2]
    behind = words[second + 1] if second + 1 < len(words) else ""
    between = {word.lower() for word in words[first + 1 : second]}
    if behind in ("'s", "’s", "and"):
        return None
    if _is_done_by([word.lower() for word in words[first + 1 : second]]):
        return words[second], words[first]
    return None if not 1 < second - first <= _FURTHEST or between & _BETWEEN else (words[first], words[second])


def _is_done_by(between: Sequence[str]) -> bool:
    """Whether what stands between two nouns tells that the second does it: was bitten by the."""
    told = [word for word in between if word not in _ARTICLES]
    is_short = 3 <= len(told) <= _FURTHEST and told[-1] == "by"
    return is_short and not _OF_BEING.isdisjoint(told[:-2]) and _PARTICIPLE.fullmatch(told[-2]) is not None


_BY = re.compile(r"\bprzez\b", re.IGNORECASE)
_ARTICLES = frozenset(["the", "a", "an", "his", "her", "its", "their", "our", "my", "your"])
_OF_BEING = frozenset(["was", "were", "is", "are", "been", "be", "got"])
_PARTICIPLE = re.compile(r"\w+(?:ed|en|wn|ught|old|ound|id|it|ot|uck|ung|un|ost|elt|ept|eft)|led|fed|met|made")


def _is_name(word: str) -> bool:
    return len(word) >= _SHORTEST and word.lower() not in _NO_NAMES


_SHORTEST = 3
_NO_NAMES = frozenset(
    """the this that these those his her our your their its and but she they you when what who how then there here
    """.split()
)


@cache
def _nouns() -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    found = {}
    for entry in _NOUNS.replace("\n", " ").split(","):
        english, subjects, *objects = entry.split()
        found[english] = frozenset(subjects.split("|")), frozenset("|".join(objects).split("|")) - {""}
    return found


_IN_POLISH = """
peter piotr, paul paweł, john jan, michael michał, andrew andrzej, thomas tomasz, george jerzy, joseph józef, stephen
stefan, steven stefan, mark marek, luke łukasz, matthew mateusz, james jakub, jacob jakub, philip filip, charles karol,
henry henryk, alexander aleksander, anthony antoni, gregory grzegorz, martin marcin, nicholas mikołaj, christopher
krzysztof, jack jacek, eric eryk, victor wiktor, vincent wincenty, kate kasia, catherine katarzyna, katherine katarzyna,
elizabeth elżbieta, mary maria, anne anna, ann anna, eve ewa, eva ewa, margaret małgorzata, agnes agnieszka, sophia
zofia, sophie zofia, helen helena, monica monika, dorothy dorota, joan joanna, caroline karolina, christine krystyna,
christina krystyna, theresa teresa, veronica weronika, susan zuzanna, victoria wiktoria
"""
"""First names with their own form in Polish."""


@cache
def _polish_names() -> dict[str, str]:
    return dict(zip(*[iter(_IN_POLISH.replace(",", " ").split())] * 2, strict=True))


class _Noun:
    """An English noun or name, with the Polish forms that stand for it."""

    def __init__(self, english: str) -> None:
        stem = english.lower()
        self.is_name = stem not in _nouns()
        self._names = [stem, _polish_names().get(stem, stem)] if self.is_name else []
        objects = frozenset(one for name in self._names for one in _as_objects(name))
        self._subjects, self._objects = _nouns().get(stem, (frozenset(self._names), objects))
        self._datives = frozenset(one for form in self._objects for one in _datives(form)) - self._subjects
        self._others = {f"{form[:-1]}{end}" for form in self._objects for end in _BEHIND.get(form[-1], ())}
        self.is_alike = not self.is_name and self._objects <= self._subjects

    def may_be_subject(self, word: str) -> bool:
        """Whether a Polish word stands for it, and may be a subject."""
        return word.lower() in self._subjects

    def is_object(self, word: str) -> bool:
        """Whether a Polish word stands for it, and is an object for sure."""
        return word.lower() in self._objects

    def is_dative(self, word: str) -> bool:
        """Whether a Polish word is its dative."""
        return word.lower() in self._datives

    def is_in_other_case(self, word: str) -> bool:
        """Whether a Polish word is it in any case but the first; of nouns not all are known."""
        form = word.lower()
        named = any(form in _other_cases(name) for name in self._names)
        return form not in self._subjects and (named or form in self._objects | self._datives | self._others)


def _as_objects(name: str) -> list[str]:
    """A name in the accusative: Anna and Annę, Tom and Toma."""
    if name.endswith("a"):
        return [f"{name[:-1]}ę"]
    return [] if name[-1] in "eiouyęąó" else [f"{one}a" for one in _stems(name)]


def _datives(thing: str) -> list[str]:
    """What may be the dative of an accusative: nauczyciela and nauczycielowi, ojca and ojcu, matkę and matce."""
    if thing.endswith("ę"):
        return [_soft(thing[:-1])]
    if thing.endswith(("ów", "i")):
        return [f"{thing.removesuffix('ów').removesuffix('i')}om", f"{thing}om"]
    return [f"{thing[:-1]}{end}" for end in ("owi", "u")] if thing.endswith("a") else []


def _soft(stem: str) -> str:
    """The dative of a name or noun that ends with -a behind a stem."""
    return next((f"{stem[: -len(end)]}{soft}" for end, soft in _DATIVES if stem.endswith(end)), f"{stem}ie")


def _stems(name: str) -> list[str]:
    """What stands before the endings of a name that ends with a consonant: marek and mark, piotr."""
    return [name, f"{name[:-2]}{name[-1]}"] if name[-2:-1] == "e" else [name]


def _other_cases(name: str) -> list[str]:
    """A name in all cases but the first and that of calling."""
    if name.endswith("a"):
        stem = name[:-1]
        return [f"{stem}{end}" for end in ("y", "i", "ę", "ą")] + [_soft(stem)]
    if name[-1] in "yi":
        return [f"{name[:-1]}{'i' * (name[-1] == 'i')}{end}" for end in ("ego", "emu", "m")] + [f"{name}m"]
    if name[-1] in "eouęąó":
        return []
    return [f"{stem}{end}" for stem in _stems(name) for end in ("a", "owi", "em", "iem")]


_BEHIND = {"ę": ("i", "y", "ą"), "a": ("em", "iem")}
"""For the ending of an accusative those of what stands behind a preposition: do matki, za turystą, za psem."""
_DATIVES = (("k", "ce"), ("g", "dze"), ("ch", "sze"), ("st", "ście"), ("t", "cie"), ("rd", "rdzie"), ("d", "dzie"),
            ("r", "rze"), ("ł", "le"), ("l", "li"), ("i", "ii"))  # fmt: skip
"""What the ends of names in -a become in the dative: Monika and Monice, Marta and Marcie."""
