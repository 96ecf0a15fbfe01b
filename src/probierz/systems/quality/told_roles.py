"""Whether who does it and to whom it is done changed places in a Polish translation.

The dog bit the man.   |  Mężczyzna ugryzł psa.
Tom loves Mary.        |  Mary kocha Toma.
Anna called Peter.     |  Piotr zadzwonił do Anny.

English tells both by their order and Polish by endings: there is a note where what stands before the English verb has
the ending of an object, with no preposition, and what stands behind it may be the subject. People, animals and
countries of a short list are known, and names that both languages spell alike or that have a Polish form. Of two names
one with an ending of any other case is an object, too, also behind *do*, *za* or *na*, unless the verb is of those that
are turned round: *przegrał z*, *dostał od*.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

__all__ = ["swapped_roles"]

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
brazylia brazylię, argentina argentyna argentynę, america ameryka amerykę, india indie
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
    r"|mi(?:eć|ał\w*)|ma(?:ją)?|brak\w*|nale[żz]\w+|zawdzięcz\w+)\b",
    re.IGNORECASE,
)
"""Verbs whose subject is the object of the English one: Tom beat Ben, and Ben uległ Tomowi."""
_FURTHEST, _FIRST = 4, 2  # words from a subject to its object, and before the subject


def swapped_roles(source: str, translation: str) -> str:
    """Who and whom changed places, in words; "": nobody, or nobody can tell."""
    pair = _subject_and_object(source)
    if pair is None or _TURNED.search(translation):
        return ""
    subject, thing = pair
    words = _WORD.findall(translation)
    free = [word for before, word in zip(["", *words], words, strict=False) if before.lower() not in _PREPOSITIONS]
    of_subject, of_thing = (_Noun(one) for one in pair)
    if turned := _turned_order(of_subject, of_thing, words):
        return f"who and whom changed places: {subject} … {thing} there, {turned} here"
    made_object = next(filter(of_subject.is_object, free), None) or _named_object(of_subject, of_thing, words)
    made_subject = next(filter(of_thing.may_be_subject, free), None)
    if made_object is None or made_subject is None or any(map(of_subject.may_be_subject, words)):
        return ""
    return f"who and whom changed places: {subject} … {thing} there, {made_subject} … {made_object} here"


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


def _named_object(subject: _Noun, thing: _Noun, words: Sequence[str]) -> str | None:
    """The one of two people with names to whom it is done in Polish, in any case that is not the first."""
    if not (subject.is_name and thing.is_name) or _TURNED_VERBS.search(" ".join(words)):
        return None
    return next(
        (
            word
            for before, word in pairwise(["", *words])
            if subject.is_in_other_case(word) and (before.lower() in _WITH_NAMES or before.lower() not in _PREPOSITIONS)
        ),
        None,
    )


def _subject_and_object(source: str) -> tuple[str, str] | None:
    """The first noun of an English sentence, and the next one, if a verb alone stands between them."""
    words = _WORD.findall(source)
    nouns = [at for at, word in enumerate(words) if word.lower() in _nouns() or (word.istitle() and _is_name(word))]
    if len(nouns) < 2 or nouns[0] > _FIRST or source.rstrip().endswith("?"):
        return None
    first, second = nouns[:2]
    behind = words[second + 1] if second + 1 < len(words) else ""
    between = {word.lower() for word in words[first + 1 : second]}
    if not 1 < second - first <= _FURTHEST or between & _BETWEEN or behind in ("'s", "’s", "and"):
        return None
    return words[first], words[second]


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
        self.is_alike = not self.is_name and self._objects <= self._subjects

    def may_be_subject(self, word: str) -> bool:
        """Whether a Polish word stands for it, and may be a subject."""
        return word.lower() in self._subjects

    def is_object(self, word: str) -> bool:
        """Whether a Polish word stands for it, and is an object for sure."""
        return word.lower() in self._objects

    def is_in_other_case(self, word: str) -> bool:
        """Whether a Polish word is the name in any case but the first."""
        form = word.lower()
        return form not in self._subjects and any(form in _other_cases(name) for name in self._names)


def _as_objects(name: str) -> list[str]:
    """A name in the accusative: Anna and Annę, Tom and Toma."""
    if name.endswith("a"):
        return [f"{name[:-1]}ę"]
    return [] if name[-1] in "eiouyęąó" else [f"{one}a" for one in _stems(name)]


def _stems(name: str) -> list[str]:
    """What stands before the endings of a name that ends with a consonant: marek and mark, piotr."""
    return [name, f"{name[:-2]}{name[-1]}"] if name[-2:-1] == "e" else [name]


def _other_cases(name: str) -> list[str]:
    """A name in all cases but the first and that of calling."""
    if name.endswith("a"):
        stem = name[:-1]
        dative = next((f"{stem[: -len(end)]}{soft}" for end, soft in _DATIVES if stem.endswith(end)), f"{stem}ie")
        return [f"{stem}{end}" for end in ("y", "i", "ę", "ą")] + [dative]
    if name[-1] in "yi":
        return [f"{name[:-1]}{'i' * (name[-1] == 'i')}{end}" for end in ("ego", "emu", "m")] + [f"{name}m"]
    if name[-1] in "eouęąó":
        return []
    return [f"{stem}{end}" for stem in _stems(name) for end in ("a", "owi", "em", "iem")]


_DATIVES = (("k", "ce"), ("g", "dze"), ("ch", "sze"), ("st", "ście"), ("t", "cie"), ("rd", "rdzie"), ("d", "dzie"),
            ("r", "rze"), ("ł", "le"), ("l", "li"), ("i", "ii"))  # fmt: skip
"""What the ends of names in -a become in the dative: Monika and Monice, Marta and Marcie."""
