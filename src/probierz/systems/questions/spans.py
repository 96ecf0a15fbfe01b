"""Spans of a passage that may be the answer, described by numbers: the features of the reader.

All spans of a passage are described at once, with sums over its words, so that a passage takes about a millisecond.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy
from numpy.typing import NDArray

from probierz.systems.questions.kinds import (
    Wanted,
    asks_for_figures,
    asks_for_hour,
    asks_for_lasting,
    asks_for_now,
    asks_where,
    event_of_life,
    is_bare,
    noun_asked_for,
    ordinals_of,
    units_asked_for,
    wanted_by,
)
from probierz.systems.questions.words import STEM, terms, without_asking, without_marks

__all__ = [
    "FEATURES",
    "MOST_WORDS",
    "AskedQuestion",
    "PassageSpans",
    "best_sentence",
    "cut_form",
    "cut_forms",
    "spans_of",
]

MOST_WORDS = 9
"""Words and signs of a span at most: of PoQuAD's short answers nine in ten have no more."""
_MOST_SENTENCES = 6
"""Sentences of a passage in which spans are looked for: those that share most with the question."""
_FAR = 99
_WORD = re.compile(r"\w+")

Flags = NDArray[numpy.float32]
Numbers = NDArray[numpy.int64]

_TOKEN = re.compile(
    r"(?<![\w,.])\d{1,3}(?:[ \xa0\u202f]\d{3})+(?:,\d+)?(?!\w)"  # 105 922; a part of a number is none
    r"|\d+(?:[.,:]\d+)+(?!\w)"  # 72,4  18:48  1.848.000
    r"|\w+(?:[-–’'./]\w+)*"
    r"|[^\w\s]"
)
_YEAR_ASKED = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
_YEARS = re.compile(r"[12]\d{3}(?:[–-][12]\d{3})?")
_GAPS = str.maketrans("", "", " \xa0\u202f,.")  # what stands between the digits of a number
# Unlike in `passages.py` the marks are part of the match and the end of a text or line counts, for a span must not go
# over one; the weights that are shipped were learnt with this.
_SENTENCE_END = re.compile(
    r"(?<![.!?…])(?<!\b(?:ur|zm|ul|pl|al|nr|ok|św|ks|dr|im|ps|hr|bp))(?<!\b(?:tys|por|gen|tel|inż|mgr|płk))[.!?…]++"
    r"[\"”»)]*+(?=\s+[\"„«(]*[^\W_a-ząćęłńóśźżáčďéěíňřšťúůýž]|\s*$|\n)"
    r"|\n\s*?\n|\n(?=[^\n:.]{1,40}:[ \t])"  # a heading ends, and a line before one that begins as `Telefon: `
    r"|\n(?=[ \t]*(?:[-*•–][ \t]|\d{1,2}[:.]\d\d\b|\d{1,2}[.)][ \t]))|(?<=\d[:.]\d\d)\n"  # or an item of a list
)
_MONTH = re.compile(
    "poniedział|wtor(?:ek|k)|śro(?:da|dy|dę|dzie)|czwart(?:ek|k)|piąt(?:ek|k)|sobot|niedziel|stycz|lute|marc|kwiet|maj|czerw|lip|sierp|wrze|paźdz|listop|grud|led|únor|břez|dub|květ|červ|srp|září|říj|prosin",
    re.IGNORECASE,
)
_NUMBER_WORD = re.compile(
    r"(jed(en|na|no|nego|nej|yn\w+|ena\w+)|dw(a|ana\w+|ie|óch|u|oje|ojga|iema|una\w+|adzie\w+)|drug\w+|trz(y|ech|eci\w*|yst\w+)"
    r"|troje|trojga|trzyna\w+|trzydz\w+|cz?tere?\w+|czwar(?!tek|tk)\w+|czworo|półtor\w+|pię[ćct]\w*|piąt(?!ek|k)\w+|sze[śs][ćct]\w*|szes\w+|szóst\w+"
    r"|siede?m\w*|siódm\w+|osiem\w*|ośmi\w+|ósm\w+|dziewię\w+|dziewią\w+|dziesię\w+|dziesią\w+|sto|stu|setk\w+|dwieście"
    r"|dwustu|tysi\w+|mili\w+|kilka\w*|kilku\w*|wiel[eu]|obie|oba|obu|obaj|podwójn\w+|poł[ou]w\w+|pół|żad\w+"
    r"|jedno|dva|dvě|dvou|tři|třech|čtyř\w*|pět\w*|šest\w*|sedm\w*|osm\w*|devět\w*|deset\w*|tisíc\w*)$",
    re.IGNORECASE,
)
_SMALL_WORDS = (
    "i a w we z ze o u na do od po za przed przez dla oraz lub ale że to jest są był była było były się nie ten ta te"
    " jak jako który która które których ich jego jej by tym tej tego też także pod nad przy bez ku v ve s se je jsou"
    " byl byla k ke co czy gdy ani albo więc zaś"
)
_OF_PLACE_WORDS = "w we z ze na u przy nad pod przed za po do v ve s k ke"
_PREPOSITION_WORDS = "w we z ze na do od po za przed przez dla pod nad przy u o bez około ok v ve s k ke"
_OF_PLACE = frozenset(_OF_PLACE_WORDS.split())
_FURTHER_PLACE_WORDS = "nad koło obok między wśród wokół naprzeciw poza spod znad od niedaleko blisko vedle mezi"
_WHERE_WORDS = _OF_PLACE | frozenset(_FURTHER_PLACE_WORDS.split())
_MONEY = re.compile(
    r"(?:zł|gr|euro|pln|eur|usd|kč|złot\w+|grosz\w*|dolar\w*|funt\w*|mar(?:ek|ki|kę)|koron\w*|korun\w*|rubl\w*|frank\w*"
    r"|gulden\w*|talar\w*|dukat\w*|peset\w*|lir\w*|jen\w*|[€$£])$",
    re.IGNORECASE,
)
_AMOUNT = re.compile(rf"(?:tys|mln|mld|tysi\w+|mili\w+|proc|procent\w*|kg|km|m|ha)$|{_MONEY.pattern}", re.IGNORECASE)
_TIME = re.compile(
    r"(?:lat|lata|latach|rok\w*|miesi[ąę]c\w*|tygod\w+|tydzień|dni|dnia|dzień|dniach|dob\w+|godzin\w*|minut\w*|sekund\w*"
    r"|wiek\w*|kwadrans\w*|let|dny|hodin\w*|měsíc\w*|týd\w+|[12]\d{3}(?:[–-][12]\d{3})?)$",
    re.IGNORECASE,
)
_HOUR = re.compile(r"(?:[01]?\d|2[0-4])(?:[:.][0-5]\d)?(?:[–-](?:[01]?\d|2[0-4])(?:[:.][0-5]\d)?)?$")
_LASTS = re.compile(
    r"(?:rok|miesiąc|tydzień|dzień|dob[aęy]|godzin[aęy]|minut[aęy]|sekund[aęy]|kwadrans|wiek)$", re.IGNORECASE
)
_NO_EDGE_WORDS = (
    "koło obok między wśród podczas według wokół oprócz zamiast dzięki mimo nim nią nimi nich on ona ono oni one gdzie"
    " ponieważ aby żeby bo lecz natomiast także również jednak którego której którym któremu którzy wraz około"
)
_MAY_BEGIN_WORDS = "koło obok między wśród podczas wokół około"
_NO_EDGES = frozenset(_NO_EDGE_WORDS.split())
"""Words that no span ends with; but for those of `_MAY_BEGIN_WORDS` none begins with them either."""
_NO_BEGINS = _NO_EDGES - frozenset(_MAY_BEGIN_WORDS.split())
_SMALL = frozenset(_SMALL_WORDS.split())
_PREPOSITIONS = frozenset(_PREPOSITION_WORDS.split())
_PAST = ("ł", "ła", "ło", "li", "ły", "no", "to", "jest", "są", "l", "la")


@dataclass(frozen=True)
class AskedQuestion:
    """What is looked for. weights: how rare each cut word of the question is; kind: None where its words tell it."""

    text: str
    weights: Mapping[str, float]
    kind: Wanted | None = None

    @property
    def told(self) -> dict[str, float]:
        """The weights of words that say something, as shares of their sum."""
        kept = {form: self.weights.get(stem, 0.0) for form, stem in _telling(self.text).items()}
        total = sum(kept.values()) or 1.0
        return {stem: weight / total for stem, weight in kept.items()}


@lru_cache(64)
def _telling(question: str) -> Mapping[str, str]:
    """The words of a question that say something, by their forms (`cut_form`): the stem in the index of each."""
    words = [word.lower() for word in _TOKEN.findall(question) if word[0].isalnum()]
    return {cut_form(word): word[:STEM] for word in words if word not in _SMALL}


_SAME = {
    **dict.fromkeys(("dzis", "dzisi", "obecn", "teraz", "aktua", "dnes", "nyni"), "dzis"),
    **dict.fromkeys(("zm", "zmarl", "umarl", "zemre"), "zmarl"),
    **dict.fromkeys(("ur", "urodz"), "urodz"),
    **dict.fromkeys(("koszt", "cena", "ceny", "cene"), "koszt"),
}
"""Forms that say the same."""


def cut_forms(text: str) -> set[str]:
    """The words of a text that say something, as they are compared: cut, without marks, one for all that say the same.

    >>> sorted(cut_forms("Ile kosztuje bilet do zoo?"))
    ['bilet', 'ile', 'koszt', 'zoo']
    """
    return {cut_form(word) for word in _WORD.findall(text) if word.lower() not in _SMALL}


@lru_cache(1 << 16)
def cut_form(word: str) -> str:
    """A word as it is compared: cut, without the marks of letters, and one for all that say the same."""
    cut = without_marks(word.lower())[:STEM]
    return _SAME.get(cut, cut)


@dataclass(frozen=True)
class PassageSpans:
    """Spans as characters of their passage, (spans, 2), and their features, (spans, FEATURES).

    is_odd: of each span, whether it is unlike what is asked for: a date without a number, a person without a capital.
    lacks_name, lacks_number: whether the question has one that is neither in the passage nor in its title; lacking: how
    many of its words are in neither, apart from those that ask.
    """

    places: Numbers
    features: Flags
    is_odd: NDArray[numpy.bool_]
    lacks_name: bool = False
    lacks_number: bool = False
    lacking: int = 0


# --- what is known of a word alone -----------------------------------------------------------------------------------

_OF_WORDS: Mapping[str, Callable[[str], bool]] = {
    "word": lambda one: one[0].isalnum(),
    "digits": lambda one: any(map(str.isdigit, one)),
    "plain number": lambda one: one.translate(_GAPS).isdigit(),
    "year": lambda one: bool(_YEARS.fullmatch(one)),
    "month": lambda one: bool(_MONTH.match(one)),
    "number word": lambda one: bool(_NUMBER_WORD.match(one)),
    "Roman": lambda one: not one.strip("IVXLC"),
    "capital": lambda one: one[0].isupper(),
    "small": lambda one: one in _SMALL,
    "preposition": lambda one: one.lower() in _PREPOSITIONS,
    "przez": lambda one: one == "przez",
    "of place": lambda one: one.lower() in _OF_PLACE,
    "where": lambda one: one.lower() in _WHERE_WORDS,
    "his verb": lambda one: one.lower().endswith("ł"),
    "her verb": lambda one: one.lower().endswith("ła"),
    "in -a": lambda one: one.endswith("a"),
    "money": lambda one: bool(_MONEY.match(one)),
    "amount": lambda one: bool(_AMOUNT.match(one)),
    "time": lambda one: bool(_TIME.match(one)),
    "hour": lambda one: bool(_HOUR.match(one)),
    "lasts": lambda one: bool(_LASTS.match(one)),
    "no end": lambda one: one.lower() in _NO_EDGES,
    "no begin": lambda one: one.lower() in _NO_BEGINS,
    "past": lambda one: one.lower().endswith(_PAST),
    "comma": lambda one: one in (",", "i", "oraz"),
    "stop": lambda one: one in ".!?;",
    "dash": lambda one: one in ":–—-",
    "section": lambda one: one in "§",
    "semicolon": lambda one: one == ";",
    "year word": lambda one: one in ("roku", "wieku", "roce", "století"),
    "long": lambda one: one[0].isalpha() and len(one) > 1,
    "opens": lambda one: one in "(",
    "closes": lambda one: one in ")",
    "quote": lambda one: one in "\"„”«»'",
    "adjective": lambda one: one.endswith(("ski", "ska", "skie", "skiego", "skiej", "owy", "owa", "ny", "na", "ne")),
}
_AT = {name: number for number, name in enumerate(_OF_WORDS)}


@lru_cache(1 << 16)
def _flags(token: str) -> tuple[bool, ...]:
    return tuple(test(token) for test in _OF_WORDS.values())


# --- features --------------------------------------------------------------------------------------------------------

_KINDS = [kind for kind in Wanted if kind not in (Wanted.BOOLEAN, Wanted.CHOICE)]
_SHAPES = (
    "digits", "plain number", "year", "month", "number word", "Roman", "all capital", "two capitals", "begins capital",
    "any capital", "no capital", "preposition first", "preposition before", "one word", "length", "list", "quoted",
    "adjective last", "in parentheses",
)  # fmt: skip
_PLAIN = (
    "share of the question in the sentence", "the same with neighbours", "best sentence", "place of the sentence",
    "words of the question", "words of the title", "question word before", "question word after", "weight near",
    "weight just before", "weight just after", "preposition first", "preposition before", "sign before", "sign after",
    "verb before", "comma before", "stop after", "in parentheses", "all of the parentheses", "behind a dash",
    "begins the sentence", "ends the sentence", "length", "length squared", "inner sign", "quotes", "capital cut left",
    "capital cut right", "number cut", "noun asked for before", "noun asked for first", "noun asked for near",
    "noun asked for behind", "name of the noun", "preposition first, unasked", "preposition before, unasked",
    "told of what is asked", "gender of the verb", "standing of the passage", "first passage",
)  # fmt: skip
FEATURES: tuple[str, ...] = (*_PLAIN, *(f"{kind}: {shape}" for kind in _KINDS for shape in _SHAPES))
"""What each number of a span means, in order."""


def spans_of(
    question: AskedQuestion, title: str, passage: str, *, standing: float = 1.0, rank: int = 0
) -> PassageSpans:
    """Return the spans of a passage that may answer; none where it has no word.

    standing: how well the passage fits, beside the best one, 0 to 1. rank: its place among those found, from 0.
    """
    tokens = list(_TOKEN.finditer(passage))
    if not tokens:
        return PassageSpans(
            numpy.zeros((0, 2), numpy.int64), numpy.zeros((0, len(FEATURES)), numpy.float32), numpy.zeros(0, bool)
        )
    words = _Words(question, title, passage, [token.group() for token in tokens], [one.start() for one in tokens])
    kind = question.kind or wanted_by(question.text)
    first, last = words.candidates(kind)
    plain = words.plain(kind, first, last)
    plain["standing of the passage"] = numpy.full(len(first), standing)
    plain["first passage"] = numpy.full(len(first), float(rank == 0))
    features = numpy.zeros((len(first), len(FEATURES)), numpy.float32)
    for number, name in enumerate(_PLAIN):
        features[:, number] = plain[name]
    if kind in _KINDS:
        begin = len(_PLAIN) + _KINDS.index(kind) * len(_SHAPES)
        shapes = words.shapes(first, last)
        for number, name in enumerate(_SHAPES, begin):
            features[:, number] = shapes[name]
    begins = numpy.array([one.start() for one in tokens])
    ends = numpy.array([one.end() for one in tokens])
    lacks = _lacks(question.text, {cut_form(word) for word in _WORD.findall(f"{title} {passage}")})
    places = numpy.stack([begins[first], ends[last]], axis=1)
    return PassageSpans(places, features, words.is_odd(kind, first, last), *lacks)


def _lacks(question: str, known: set[str]) -> tuple[bool, bool, int]:
    """Whether a name, and whether a number, of a question is not among the cut words of a passage; how many are not."""
    words = _WORD.findall(question)
    missing = [word for word in words if cut_form(word) not in known]
    has_name = any(word[0].isupper() and len(word) > 1 for word in missing if word is not words[0])
    return has_name, any(map(str.isdigit, missing)), len(cut_forms(without_asking(question)) - known)


def best_sentence(question: AskedQuestion, passage: str) -> tuple[int, int]:
    """Return the characters of the sentence that shares most with the question; of equal ones the first."""
    seams = [0, *(found.end() for found in _SENTENCE_END.finditer(passage)), len(passage)]
    told = question.told
    spans = [(begin, end) for begin, end in pairwise(seams) if passage[begin:end].strip()]

    def share(span: tuple[int, int]) -> float:
        return sum(told.get(form, 0.0) for form in set(map(cut_form, _WORD.findall(passage[slice(*span)]))))

    begin, end = max(spans, key=share, default=(0, len(passage)))
    text = passage[begin:end]
    return begin + len(text) - len(text.lstrip()), begin + len(text.rstrip())


_BIRTH, _DEATH = frozenset(("urodz",)), frozenset(("zmarl", "zgina", "zgine", "poleg"))
_LIFE = {"birth": (_BIRTH, _DEATH), "death": (_DEATH, _BIRTH)}
_LIFE_YEARS = re.compile(r"[12]\d{3}[–-][12]\d{3}")
_A_YEAR = re.compile(r"1\d{3}|20\d\d")
_YEAR_WORDS = frozenset(("roku", "r", "rokiem", "roce"))
_THEN = frozenset(("wtedy", "wowcz", "dawni", "niegd"))


def _marks(question: str, tokens: Sequence[str], stems: Sequence[str]) -> Numbers:
    """1 at words that say what a question asks about, -1 at those that say the opposite, else 0."""
    event = event_of_life(question)
    if event:
        same, other = _LIFE[event]
        own = [
            int(stem in same or bool(_LIFE_YEARS.fullmatch(token))) - (stem in other)
            for token, stem in zip(tokens, stems, strict=True)
        ]
        return numpy.array(own, numpy.int64)
    years = set(_YEAR_ASKED.findall(question))
    ordinals = set(ordinals_of(question).values())
    if ordinals and not years:
        return _marks_of_ordinals(ordinals, tokens)
    if not years and not asks_for_now(question):
        return numpy.zeros(len(tokens), numpy.int64)
    own = []
    for before, token, after, stem in zip(["", *tokens[:-1]], tokens, [*tokens[1:], ""], stems, strict=True):
        is_year = bool(_A_YEAR.fullmatch(token)) and (before.lower() in _PREPOSITIONS or after in _YEAR_WORDS)
        is_same = token in years if years else stem == "dzis"
        is_other = is_year or (stem == "dzis" if years else stem in _THEN)
        own.append(1 if is_same else -int(is_other))
    return numpy.array(own if 1 in own else [0] * len(tokens), numpy.int64)


def _marks_of_ordinals(asked: set[int], tokens: Sequence[str]) -> Numbers:
    """1 at the ordinal numbers that are asked for, -1 at others; all 0 where none of those asked for is there."""
    told = [set(ordinals_of(token).values()) for token in tokens]
    own = [0 if not one else 1 if one & asked else -1 for one in told]
    return numpy.array(own if 1 in own else [0] * len(own), numpy.int64)


class _Words:
    """The words and signs of a passage beside a question, as arrays with a place for each."""

    def __init__(
        self, question: AskedQuestion, title: str, passage: str, tokens: Sequence[str], begins: Sequence[int]
    ) -> None:
        self.count = len(tokens)
        self.flags = numpy.array([_flags(one) for one in tokens], numpy.float32)
        ends = [found.end() for found in _SENTENCE_END.finditer(passage)]
        self.sentence = numpy.searchsorted(numpy.array(ends, numpy.int64), numpy.array(begins), side="right")
        stems = [cut_form(one) for one in tokens]
        told = question.told
        self.hits = numpy.array([told.get(stem, 0.0) for stem in stems], numpy.float32)
        of_title = set(terms(title, bare=True))
        self.titled = numpy.array([stem in of_title for stem in stems], numpy.float32)
        noun = cut_form(noun_asked_for(question.text))
        self.noun = numpy.array([bool(noun) and stem == noun for stem in stems], numpy.float32)
        self.is_bare = float(is_bare(question.text))
        self.is_of_price = bool({"koszt", "zapla", "placi"} & cut_forms(question.text))
        self.is_of_lasting = asks_for_lasting(question.text)
        self.is_of_figures = asks_for_figures(question.text)
        self.is_of_life = bool(event_of_life(question.text))
        self.is_of_where = asks_where(question.text)
        self.is_of_hour = asks_for_hour(question.text)
        self.is_of_order = bool(ordinals_of(question.text))
        units = units_asked_for(question.text)
        self.sized = numpy.array(
            [bool(units and units.match(without_marks(one.lower()))) for one in tokens], numpy.float32
        )
        self.told_of = self._told_of(question.text, tokens, stems)
        self.shares, self.around = self._shares(tokens, stems, told)
        depth = numpy.cumsum(self.flag("opens")) - numpy.cumsum(self.flag("closes"))
        self.inside = (depth > 0).astype(numpy.float32)
        starts = numpy.flatnonzero(numpy.diff(self.sentence, prepend=-1))
        sizes = numpy.diff([*starts, self.count])
        self.low = numpy.repeat(starts, sizes)
        self.high = numpy.repeat(starts + sizes - 1, sizes)
        self.before, self.after = self._distances()

    def flag(self, name: str) -> Flags:
        """What is known of each word alone."""
        return self.flags[:, _AT[name]]

    def _shares(self, tokens: Sequence[str], stems: Sequence[str], told: Mapping[str, float]) -> tuple[Flags, Flags]:
        """How much of the question each sentence has, alone and with its neighbours; by sentence."""
        found: list[set[str]] = [set() for _ in range(int(self.sentence[-1]) + 1)]
        for token, stem, number in zip(tokens, stems, self.sentence.tolist(), strict=True):
            if stem in told:
                found[number].add(stem)
            elif self.is_of_life and _LIFE_YEARS.fullmatch(token):
                found[number] |= told.keys() & (_BIRTH | _DEATH)
        around = [set().union(*found[max(0, at - 1) : at + 2]) for at in range(len(found))]
        alone = [sum(told[stem] for stem in one) for one in found]
        return numpy.array(alone, numpy.float32), numpy.array(
            [sum(told[stem] for stem in one) for one in around], numpy.float32
        )

    def _told_of(self, question: str, tokens: Sequence[str], stems: Sequence[str]) -> Numbers:
        """Whether a place is told of what is asked, 1, or of its opposite, -1: birth and death, today and another time.

        The last mark of either before a place in its sentence decides, without one the first behind it.
        """
        marks = _marks(question, tokens, stems)
        found = numpy.zeros(self.count, numpy.int64)
        if not marks.any():
            return found
        begin = 0
        for end in [*(numpy.flatnonzero(numpy.diff(self.sentence)) + 1).tolist(), self.count]:
            own = marks[begin:end]
            if own.any():
                places = numpy.maximum.accumulate(numpy.where(own != 0, numpy.arange(end - begin), -1))
                found[begin:end] = numpy.where(places >= 0, own[places], own[numpy.flatnonzero(own)[0]])
            begin = end
        return found

    def _distances(self) -> tuple[Flags, Flags]:
        """How far the nearest word of the question is before and behind each place."""
        places = numpy.arange(self.count)
        is_hit = self.hits > 0
        last = numpy.maximum.accumulate(numpy.where(is_hit, places, -_FAR))
        following = numpy.minimum.accumulate(numpy.where(is_hit, places, self.count + _FAR)[::-1])[::-1]
        before = places - numpy.concatenate([[-_FAR], last[:-1]])
        after = numpy.concatenate([following[1:], [self.count + _FAR]]) - places
        return before.astype(numpy.float32), after.astype(numpy.float32)

    def candidates(self, kind: Wanted) -> tuple[Numbers, Numbers]:
        """The first and last words of spans: within a sentence that is looked at, from word or quote to word."""
        first = numpy.repeat(numpy.arange(self.count), MOST_WORDS)
        last = first + numpy.tile(numpy.arange(MOST_WORDS), self.count)
        first, last = first[last < self.count], last[last < self.count]
        looked_at = numpy.zeros(len(self.shares), bool)
        looked_at[numpy.argsort(-self.around, kind="stable")[:_MOST_SENTENCES]] = True
        word, small = self.flag("word") > 0, self.flag("small") > 0
        may_begin = word & (~small | (self.flag("preposition") > 0))
        may_begin &= self.flag("no begin") == 0
        may_end = word & ~small & ~(self.flag("preposition") > 0) & (self.flag("no end") == 0)
        kept = (self.sentence[first] == self.sentence[last]) & looked_at[self.sentence[first]]
        kept &= may_begin[first] & may_end[last] & (self._sum("opens", first, last) == self._sum("closes", first, last))
        kept &= self._fits(kind, first, last)
        if kind in self._told_apart():
            kept &= (self.told_of[first] >= 0) & (self.told_of[last] >= 0)
            sure = kept & (self.told_of[first] > 0)
            kept = sure if self.is_of_life and sure.any() else kept
        return first[kept], last[kept]

    def _told_apart(self) -> tuple[Wanted, ...]:
        """The kinds of answers of which none is taken that is told of the opposite of what is asked."""
        if self.is_of_life:
            return Wanted.DATE, Wanted.PLACE
        return (Wanted.NUMBER, Wanted.PERSON, Wanted.DATE) if self.is_of_order else (Wanted.NUMBER, Wanted.PERSON)

    def _lasting(self) -> Flags:
        """1 at units of time that tell how long: behind a number, or alone, as *rok*; and at years *1934–1939*."""
        number = self.flag("digits") + self.flag("number word") > 0
        behind = (
            numpy.concatenate([[False], number[:-1]]) | numpy.concatenate([[False, False], number[:-2]])[: self.count]
        )
        found: Flags = self.flag("time") * (behind | (self.flag("lasts") > 0) | number)
        return found

    def _fits(self, kind: Wanted, first: Numbers, last: Numbers) -> NDArray[numpy.bool_]:
        """Whether spans can be of the kind that is asked for: a number has one, a time that something lasts a unit of
        time; a date is no amount, a place has a word, a telephone has figures; a person is no letter and no year, and
        has names that the question does not have. None goes over a semicolon, as between the cells of a table.
        """
        found: NDArray[numpy.bool_] = self._sum("semicolon", first, last) == 0
        if kind is Wanted.NUMBER:
            found &= self._can_be_number(first, last)
        if kind is Wanted.DATE:
            found &= self._sum("amount", first, last) == 0
        if kind is Wanted.PLACE:
            found &= self._can_be_place(first, last)
        if self.is_of_figures:
            found &= self._can_be_figures(first, last)
        if self.is_bare and kind in (Wanted.PERSON, Wanted.WHICH, Wanted.NAME):
            found &= self.flag("of place")[first] == 0
        if kind is Wanted.PERSON:
            found &= (self._beside(self.flag("of place"), first - 1, first > self.low[first]) == 0) | (not self.is_bare)
            found &= (self._sum("long", first, last) > 0) & (self._sum("digits", first, last) == 0)
            found &= self.flag("year word")[first] == 0
            names = self.flag("capital") * self.flag("long")
            asked = self._sums(names * (self.hits > 0), first, last)
            found &= (asked == 0) | (asked < self._sums(names, first, last))
        return found

    def _can_be_number(self, first: Numbers, last: Numbers) -> NDArray[numpy.bool_]:
        """Whether a span has a number, of what lasts with a unit of time; of a size with one of its own, if any has."""
        found: NDArray[numpy.bool_] = self._sum("digits", first, last) + self._sum("number word", first, last) > 0
        found &= self._beside(self.flag("section"), first - 1, first > self.low[first]) == 0
        found &= self.flag("digits")[first] + self.flag("number word")[first] + self.flag("preposition")[first] > 0
        behind = numpy.minimum(self.high[last], last + 2)
        if self.is_of_lasting:
            found &= self._sums(self._lasting(), first, behind) > 0
        if self.sized.any():
            return self._if_any(found, self._sums(self.sized, first, behind) > 0)
        return found

    def _can_be_place(self, first: Numbers, last: Numbers) -> NDArray[numpy.bool_]:
        """Whether a span has a word and, where the question is *gdzie*, a preposition of place, if any has."""
        names = self.flag("long") * (1 - self.flag("small")) * (1 - self.flag("year word"))
        found: NDArray[numpy.bool_] = self._sums(names, first, last) > 0
        if not self.is_of_where:
            return found
        where = self.flag("where")
        return self._if_any(found, where[first] + self._beside(where, first - 1, first > self.low[first]) > 0)

    def _can_be_figures(self, first: Numbers, last: Numbers) -> NDArray[numpy.bool_]:
        """Whether a span has figures, or an hour where that is asked for."""
        usual = ("hour", "number word") if self.is_of_hour else ("digits",)
        found: NDArray[numpy.bool_] = numpy.sum([self._sum(one, first, last) for one in usual], axis=0) > 0
        if not self.is_of_hour:
            return found
        found &= self._sum("amount", first, numpy.minimum(self.high[last], last + 1)) == 0
        return found

    @staticmethod
    def _if_any(found: NDArray[numpy.bool_], told: NDArray[numpy.bool_]) -> NDArray[numpy.bool_]:
        both: NDArray[numpy.bool_] = found & told
        return both if both.any() else found

    def is_odd(self, kind: Wanted, first: Numbers, last: Numbers) -> NDArray[numpy.bool_]:
        """Whether a date has no number and no century, a person no capital, a price no money; no other kind is odd."""
        found = numpy.zeros(len(first), bool)
        if kind is Wanted.NUMBER and self.is_of_price:
            found |= self._sum("money", first, numpy.minimum(self.high[last], last + 2)) == 0
        elif kind in (Wanted.DATE, Wanted.PERSON):
            usual = ("digits", "number word", "Roman", "year word") if kind is Wanted.DATE else ("capital",)
            found |= numpy.sum([self._sum(one, first, last) for one in usual], axis=0) == 0
        return found

    def _sum(self, name: str, first: Numbers, last: Numbers) -> Flags:
        return self._sums(self.flag(name), first, last)

    @staticmethod
    def _sums(values: Flags, first: Numbers, last: Numbers) -> Flags:
        """Sums from first to last, both included; 0 where last is before first."""
        sums = numpy.concatenate([[0.0], numpy.cumsum(values, dtype=numpy.float64)])
        found: Flags = numpy.where(last >= first, sums[last + 1] - sums[first], 0.0).astype(numpy.float32)
        return found

    def _beside(self, values: Flags, places: Numbers, is_there: NDArray[numpy.bool_]) -> Flags:
        """Values at places, 0 where there is no such place in the sentence."""
        found: Flags = numpy.where(is_there, values[numpy.clip(places, 0, self.count - 1)], 0.0)
        return found

    def _agrees(self, first: Numbers, last: Numbers) -> Flags:
        """1 where a name has the gender of the question's verb in its sentence, as far as endings tell, -1 the other.

        *założył* is a man's, *założyła* a woman's, and so is a name in -a.
        """
        count = len(self.shares)
        of_man, of_woman = (
            numpy.bincount(self.sentence, self.flag(name) * (self.hits > 0), count) for name in ("his verb", "her verb")
        )
        verb = (of_man > 0).astype(numpy.float32) - (of_woman > 0)
        names = numpy.where(self.flag("capital") > 0, numpy.arange(self.count), self.count - 1)
        name = numpy.minimum.accumulate(names[::-1])[::-1][first]  # the first capital from there on
        found: Flags = verb[self.sentence[first]] * (1 - 2 * self.flag("in -a"))[name]
        return numpy.where(name <= last, found, 0.0).astype(numpy.float32)

    def plain(self, kind: Wanted, first: Numbers, last: Numbers) -> dict[str, Flags]:
        """The features that all kinds of questions share."""
        low, high, sentence = self.low[first], self.high[first], self.sentence[first]
        length = (last - first + 1).astype(numpy.float32)
        has_left, has_right = first > low, last < high

        def left(values: Flags) -> Flags:
            return self._beside(values, first - 1, has_left)

        def right(values: Flags) -> Flags:
            return self._beside(values, last + 1, has_right)

        hits, word, capital = self.hits, self.flag("word"), self.flag("capital")
        inside = self._sums(hits, first, last)
        is_hit = (hits > 0).astype(numpy.float32)
        return {
            "share of the question in the sentence": self.shares[sentence],
            "the same with neighbours": self.around[sentence],
            "best sentence": (self.shares[sentence] >= self.shares.max()).astype(numpy.float32),
            "place of the sentence": (sentence / len(self.shares)).astype(numpy.float32),
            "words of the question": self._sums(is_hit, first, last) / length,
            "words of the title": self._sums(self.titled, first, last) / length,
            "question word before": 1 / self.before[first],
            "question word after": 1 / self.after[last],
            "weight near": self._sums(hits, numpy.maximum(low, first - 6), numpy.minimum(high, last + 6)) - inside,
            "weight just before": self._sums(hits, numpy.maximum(low, first - 3), first - 1),
            "weight just after": self._sums(hits, last + 1, numpy.minimum(high, last + 3)),
            "preposition first": self.flag("preposition")[first],
            "preposition before": left(self.flag("preposition")),
            "sign before": left(1 - word),
            "sign after": right(1 - word),
            "verb before": left(self.flag("past")),
            "comma before": left(self.flag("comma")),
            "stop after": numpy.where(has_right, right(self.flag("stop")), 1.0),
            "in parentheses": self.inside[first],
            "all of the parentheses": left(self.flag("opens")) * right(self.flag("closes")),
            "behind a dash": left(self.flag("dash")),
            "begins the sentence": (~has_left).astype(numpy.float32),
            "ends the sentence": (last >= high - 1).astype(numpy.float32),
            "length": length / 5,
            "length squared": length * length / 25,
            "inner sign": (self._sums(1 - word, first, last) > 0).astype(numpy.float32),
            "quotes": left(self.flag("quote")) * right(self.flag("quote")),
            "capital cut left": left(capital) * capital[first] * (first - 1 > low),
            "capital cut right": right(capital) * capital[last],
            "number cut": numpy.maximum(left(self.flag("digits")), right(self.flag("digits"))),
            "noun asked for before": left(self.noun),
            "noun asked for first": self.noun[first],
            "noun asked for near": self._sums(self.noun, numpy.maximum(low, first - 2), numpy.minimum(high, last + 2)),
            "noun asked for behind": right(self.noun) + self.noun[last],
            "preposition first, unasked": self.is_bare * self.flag("preposition")[first],
            "preposition before, unasked": self.is_bare * left(self.flag("preposition") * (1 - self.flag("przez"))),
            "name of the noun": left(self.noun)
            * (self._sums(capital, first, last) == length)
            * (1 - right(capital) * capital[last]),
            "gender of the verb": self._agrees(first, last) if kind is Wanted.PERSON else numpy.zeros_like(length),
            "told of what is asked": (self.told_of[first] > 0).astype(numpy.float32),
        }

    def shapes(self, first: Numbers, last: Numbers) -> dict[str, Flags]:
        """The features that say something only beside the kind of the question."""
        length = (last - first + 1).astype(numpy.float32)
        capitals, words = self._sum("capital", first, last), self._sum("word", first, last)
        left = self._beside(self.flag("preposition"), first - 1, first > self.low[first])

        def has(name: str) -> Flags:
            return (self._sum(name, first, last) > 0).astype(numpy.float32)

        return {
            **{name: has(name) for name in ("digits", "year", "month", "number word", "Roman")},
            "plain number": self.flag("plain number")[first] * (length == 1),
            "all capital": (capitals == words).astype(numpy.float32),
            "two capitals": ((capitals == words) & (words > 1)).astype(numpy.float32),
            "begins capital": self.flag("capital")[first],
            "any capital": (capitals > 0).astype(numpy.float32),
            "no capital": (capitals == 0).astype(numpy.float32),
            "preposition first": self.flag("preposition")[first],
            "preposition before": left,
            "one word": (length == 1).astype(numpy.float32),
            "length": length / 5,
            "list": has("comma"),
            "quoted": has("quote"),
            "adjective last": self.flag("adjective")[last],
            "in parentheses": self.inside[first],
        }
