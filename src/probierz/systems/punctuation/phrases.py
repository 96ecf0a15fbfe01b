"""Commas around phrases that grammar finds, at the place where the network would rather have them.

    wracając do domu kupił chleb        →  wracając do domu, kupił chleb       the phrase of an adverbial participle
    Jan Nowak prezes spółki odszedł     →  Jan Nowak, prezes spółki, odszedł   an office behind a name
    Wisła najdłuższa rzeka Polski płynie → Wisła, najdłuższa rzeka Polski, płynie
    było zimniej niż sądziliśmy         →  było zimniej, niż sądziliśmy        `niż` that begins a clause

That a comma stands somewhere between the phrase and the verb behind it is sure; where, the network tells: it is the
place where it finds one likeliest. A phrase that has marks already, or no verb behind it, is left alone.
Source: Wielki słownik ortograficzny PWN, rules 90.A to 90.G on participles, appositions and comparisons, in our words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from probierz.systems.punctuation.features import WordNumbers
from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS
from probierz.systems.punctuation.texts import LOWER, TITLE

_NONE, _COMMA, _COLON = (MARKS.index(mark) for mark in ("", ",", ":"))

_PARTICIPLES = ("wracając", "zjadłszy")
_FINITE = (
    "kupił", "czyta", "jest", "była", "będzie", "wiem", "przypuszczaliśmy", "wymagano", "zbladła", "leży",
)  # fmt: skip
"""One of each class of forms that are verbs and hardly anything else."""

_QUALITIES = (
    "smutne", "trudne", "drogie", "głupie", "miły", "zabawny", "szczęśliwa", "dobra", "miła", "piękna", "ładna",
    "zmęczona",
)  # fmt: skip
"""One of each class of adjectives in the nominative."""

_DOING_OR_DONE_TO = (
    "babka", "ciotka", "dziadek", "dom", "prezent", "żona", "matka", "ojciec", "brat", "siostra", "sąsiad", "kobieta",
    "dziecko", "syn", "firma", "miasto", "szef", "nauczyciel", "król", "żołnierze", "ludzie", "rodzice", "dzieci",
    "studenci", "policja", "jan", "anna", "ewa", "piotr", "maria", "żonę", "psa",
)  # fmt: skip
"""One of each class of nouns in the nominative or the accusative."""

_SAID_TO_SOMEBODY = ("podaj", "znajdziesz")
"""One of each class of forms that are said to somebody: imperatives and the second person, and nothing else."""

_OF_YOU = ("znajdziesz", "kupisz", "masz", "macie")
"""One of each class of forms of the second person, now or later; most that bid are another class."""
_OF_YOU_IN_THE_PAST = ("eś", "aś", "oś", "iście", "yście")
_SAID_TO_YOU_IN_THE_PAST = "byłeś"

_ALSO_FINITE = frozenset(
    """
    działa ma mają może mogą musi muszą idą leżą stoją mieszka umie miał można trzeba idzie stoi da szuka znajdzie
    sieje pisze kocha lubi boli pyta dostanie zostanie wstanie wejdzie zacznie ginie
    """.split()
)

_COUNTED = (
    "osób", "głosów", "uczniów", "złotych", "lat", "gości", "zdań", "kotów", "mieszkań", "minut", "minutach",
    "punktami", "ludziom", "procent",
)  # fmt: skip
_COUNTED_BY_FOUR = ("minuty", "osoby", "pociągi", "jabłka")
"""One of each class of nouns that numbers count, in the plural: 20 osób; and of those that 22, 23 and 24 count."""
_ENDS_IN_TWO_TO_FOUR = re.compile(r"\d*(?<!1)[234]")

_INFINITIVE = "czytać"
_OF_INFINITIVES = tuple(
    (end, of)
    for of, ends in {
        "ać": "a ają ie ią", "ować": "uje ują", "ywać": "uje ują", "eć": "eje eją i ią y ą ieli", "ić": "i ią",
        "yć": "y ą", "nąć": "nie ną", "ąć": "ął ęła ęło ęli ęły", "ć": "ł ła ło li ły", "źć": "zie zą",
        "ść": "sie dnie",
    }.items()
    for end in ends.split()
)  # fmt: skip
"""Ends of the third person, and those of the infinitive."""

_FROZEN = frozenset(["licząc", "zważywszy", "począwszy", "wyjąwszy", "wyłączając", "mówiąc", "biorąc", "zacząwszy"])
"""Participles that are prepositions, or of phrases such as `krótko mówiąc`."""

_JOINS = frozenset(["i", "a", "ale", "lecz", "oraz", "lub", "albo", "ani", "nawet", "tylko", "że", "czy", "jak", '"'])

_OFFICES = frozenset(
    """
    prezes prezeska dyrektor dyrektorka rzecznik rzeczniczka minister ministra prezydent premier premierka burmistrz
    burmistrzyni wójt starosta wojewoda marszałek marszałkini poseł posłanka senator senatorka radny radna trener
    trenerka kapitan kierownik kierowniczka przewodniczący przewodnicząca sekretarz sekretarka szef szefowa kustosz
    kustoszka redaktor redaktorka autor autorka reżyser reżyserka pisarz pisarka poeta poetka aktor aktorka malarz
    malarka rzeźbiarz kompozytor kompozytorka piosenkarz piosenkarka dziennikarz dziennikarka historyk historyczka
    profesor profesorka lekarz lekarka adwokat adwokatka prokurator prokuratorka sędzia biskup proboszcz laureat
    laureatka mistrz mistrzyni zdobywca zdobywczyni założyciel założycielka właściciel właścicielka stolica
    """.split()
)
"""What people are, and what a city is, in the nominative: behind a name it is an apposition."""

_TRADES = frozenset(["zawodu", "wykształcenia", "pochodzenia"])
_LIKELY, _LIKELY_PARTICIPLE = 0.05, 0.15
"""How likely the network must find a comma that grammar wants. Of those before participles that it finds less likely,
one in six stands in texts that it has not learnt from; of the others half, as many who write leave them out."""
_LONGEST = 8  # words of an apposition
_CLAUSE = 6  # words from `niż` to its verb


class Grammar:
    """Tells kinds of words by the classes of the dictionary: those that hold a known form of the kind."""

    def __init__(self, lexicon: WordNumbers) -> None:
        self.lexicon = lexicon
        self._participles = {lexicon.class_of(word) for word in _PARTICIPLES} - {0}
        self._finite = {lexicon.class_of(word) for word in _FINITE} - {0}
        self._bidding = {lexicon.class_of(word) for word in _SAID_TO_SOMEBODY} - {0}
        self._of_you = {lexicon.class_of(word) for word in _OF_YOU} - {0}
        self._past_of_me_and_you = {lexicon.class_of(_SAID_TO_YOU_IN_THE_PAST)} - {0}
        self._qualities = {lexicon.class_of(word) for word in _QUALITIES} - {0}
        self._infinitives = {lexicon.class_of(_INFINITIVE)} - {0}
        self._nouns = {lexicon.class_of(word) for word in _DOING_OR_DONE_TO} - {0}
        self._counted = {lexicon.class_of(word) for word in _COUNTED} - {0}
        self._counted_by_four = {lexicon.class_of(word) for word in _COUNTED_BY_FOUR} - {0}

    def is_known(self, word: str) -> bool:
        """Whether a word is in the dictionary."""
        return self.lexicon.has_class(word)

    def is_participle(self, word: str) -> bool:
        """Whether a word is an adverbial participle: wracając, zjadłszy."""
        return self.lexicon.class_of(word) in self._participles

    def is_finite(self, word: str) -> bool:
        """Whether a word is a verb that makes a sentence, and next to never anything else."""
        return self.lexicon.class_of(word) in self._finite or word in _ALSO_FINITE

    def is_bidding(self, word: str) -> bool:
        """Whether a word is a verb that is said to somebody, and no name: podaj, znajdziesz."""
        return self.lexicon.class_of(word) in self._bidding

    def is_of_you(self, word: str) -> bool:
        """Whether a word is a verb in the second person that bids nothing: masz, znajdziesz, byliście."""
        found = self.lexicon.class_of(word)
        return found in self._of_you or (found in self._past_of_me_and_you and word.endswith(_OF_YOU_IN_THE_PAST))

    def is_quality(self, word: str) -> bool:
        """Whether a word is an adjective in the nominative: smutne, miła."""
        return self.lexicon.class_of(word) in self._qualities

    def is_noun(self, word: str) -> bool:
        """Whether a word is a noun in the nominative or the accusative: ciotka, żonę."""
        return self.lexicon.class_of(word) in self._nouns

    def is_verb(self, word: str) -> bool:
        """Whether a word is a verb that makes a sentence, or bids somebody do something."""
        return self.is_finite(word) or self.is_bidding(word)

    def is_infinitive(self, word: str) -> bool:
        """Whether a word is an infinitive: czytać."""
        return self.lexicon.class_of(word) in self._infinitives

    def is_of_infinitive(self, word: str) -> bool:
        """Whether a word ends as the third person of an infinitive that is known: szczeka, plotkują, gryzie."""
        forms = (
            word.removesuffix(end) + of
            for end, of in _OF_INFINITIVES
            if word.endswith(end) and len(word) > len(end) + 1
        )
        return any(self.lexicon.class_of(form) in self._infinitives for form in forms)

    def is_counted(self, number: str, word: str) -> bool:
        """Whether a number may count a word: 20 osób, 22 osoby, 5 minutach."""
        if word == "czasu" or word.endswith("em"):  # 20 00 czasu polskiego; the instrumental of one, not of several
            return False
        found = self.lexicon.class_of(word)
        is_four = _ENDS_IN_TWO_TO_FOUR.fullmatch(number) is not None
        return found in self._counted or (is_four and found in self._counted_by_four)


class _WordsAndMarks:
    """The words of a text, their marks, which change, and how likely a comma is behind each."""

    def __init__(self, words: Sequence[str], marks: list[int], commas: Sequence[float], grammar: Grammar) -> None:
        self.words, self.marks, self.commas, self.grammar = words, marks, commas, grammar

    def verb_after(self, at: int, most: int) -> int:
        """The verb behind a word, with no mark between; 0 where there is none near."""
        for place in range(at + 1, min(at + 1 + most, len(self.words))):
            if self.marks[place - 1] != _NONE:
                return 0
            if self.grammar.is_finite(self.words[place]):
                return place
        return 0

    def has_verb_before(self, at: int) -> bool:
        """Whether there is a verb before a word, with no mark between."""
        for place in range(at - 1, -1, -1):
            if self.marks[place] != _NONE:
                return False
            if self.grammar.is_finite(self.words[place]):
                return True
        return False

    def open(self, at: int, least: float) -> bool:
        """Set the comma before a word if the network finds one so likely; return whether it stands there."""
        if self.marks[at - 1] == _NONE and self.commas[at - 1] >= least:
            self.marks[at - 1] = _COMMA
        return self.marks[at - 1] == _COMMA

    def close(self, first: int, verb: int, least: float = 0.0) -> None:
        """Set the comma behind the likeliest of the words from `first` to the one before the verb."""
        best = max(range(first, verb), key=lambda place: (self.commas[place], place), default=-1)
        if best >= 0 and self.commas[best] >= least:
            self.marks[best] = _COMMA

    def begins(self, at: int) -> bool:
        """Whether a word is the first of a sentence or stands behind a mark."""
        return at == 0 or self.marks[at - 1] != _NONE


def with_phrases(
    words: Sequence[str], marks: list[int], cases: list[int], commas: Sequence[float], grammar: Grammar
) -> None:
    """Set the commas of phrases, in place, and small letters of verbs that are names, too: prof. UW mieszka.

    commas: how likely one is behind each word.
    """
    text = _WordsAndMarks(words, marks, commas, grammar)
    for at, word in enumerate(words):
        if cases[at] == TITLE and (word in _ALSO_FINITE or _is_amid(text, at)):
            cases[at] = LOWER
        if grammar.is_participle(word) and (word not in _FROZEN or (at and words[at - 1] == "nie")):
            _set_participle(text, at)
        elif word == "niż":
            _set_comparison(text, at)
        elif 0 < at < len(words) - 1 and cases[at] == LOWER and cases[at - 1] == TITLE:
            _set_apposition(text, at, cases)
        if word in _TRADES and at > 1 and words[at - 1] == "z":
            _set_trade(text, at)


def _is_amid(text: _WordsAndMarks, at: int) -> bool:
    """Whether a verb that bids stands amid a sentence, or behind what it is about and a colon: IBAN: podaj dwa razy."""
    if (
        not at
        or len(text.words[at - 1]) < 2
        or not text.words[at - 1].isalpha()
        or not text.grammar.is_bidding(text.words[at])
    ):
        return False
    return text.marks[at - 1] == _NONE or (at == 1 and text.marks[0] == _COLON)


def _set_participle(text: _WordsAndMarks, at: int) -> None:
    """Divide the phrase of a participle from what is before it and from the verb behind it."""
    first = at - 1 if at and text.words[at - 1] == "nie" else at
    if not text.begins(first) and text.words[first - 1] not in _JOINS and not _is_adverb(text, first):
        text.open(first, _LIKELY_PARTICIPLE)
    verb = text.verb_after(at, len(text.words))
    if verb and not _JOINS.intersection(text.words[at + 1 : verb]):
        text.close(at, verb, _LIKELY)


def _is_adverb(text: _WordsAndMarks, first: int) -> bool:
    """Whether the phrase may begin a word earlier: płakała, głośno krzycząc."""
    before = text.words[first - 1]
    return before.endswith(("o", "nie", "ie")) and (text.begins(first - 1) or text.commas[first - 2] > 0.1)


def _set_comparison(text: _WordsAndMarks, at: int) -> None:
    """`niż` begins a clause when there is a verb on both sides."""
    verb = text.verb_after(at, _CLAUSE)
    is_clause = verb and not _JOINS.intersection(text.words[at + 1 : verb])
    if is_clause and not text.begins(at) and text.has_verb_before(at):
        text.open(at, _LIKELY)


def _set_apposition(text: _WordsAndMarks, at: int, cases: Sequence[int]) -> None:
    """An office behind name and surname, or a superlative behind any name."""
    word = text.words[at]
    is_office = word in _OFFICES and (word == "stolica" or (at > 1 and cases[at - 2] == TITLE))
    if not (is_office or (word.startswith("naj") and word.endswith(("szy", "sza", "sze")))):
        return
    if text.marks[at - 1] not in (_NONE, _COMMA) or (at > 1 and text.words[at - 2] in _OFFICES):
        return
    verb = text.verb_after(at, _LONGEST)
    if not (verb or (is_office and _ends_near(text, at))):
        return
    if text.open(at, _LIKELY) and verb:
        text.close(at + (not is_office), verb)


def _ends_near(text: _WordsAndMarks, at: int) -> bool:
    """Whether the sentence ends soon, with no mark before."""
    for place in range(at, min(at + _LONGEST, len(text.words))):
        if text.marks[place] in SENTENCE_ENDS or place == len(text.words) - 1:
            return True
        if text.marks[place] != _NONE:
            return False
    return False


def _set_trade(text: _WordsAndMarks, at: int) -> None:
    """Mój brat, z zawodu stolarz, zrobił ten stół."""
    verb = text.verb_after(at, _LONGEST)
    is_behind_name = at > 1 and not text.grammar.is_finite(text.words[at - 2])
    if verb > at + 1 and is_behind_name and text.open(at - 1, _LIKELY):
        text.close(at + 1, verb)
