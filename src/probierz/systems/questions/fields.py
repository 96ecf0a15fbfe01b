"""Answers from fields: the cells of a row, as `tables` tells them, and lines such as `Telefon: 22 555 10 20`.

A field answers when words of the question stand in its name, and the others in the rest of its row or block; or, for
*Który produkt kosztuje 14 zł?*, when it comes first and the question has the value of another. Nothing is learnt:

    confidence = 0.95 s³ / n    s: the share of the question's words that are found, by how rare each is
                                n: how many rows found have the same s and say something else

Nobody measured on many questions how often that is right; the power keeps an answer that misses a rare word below 0.4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from probierz.systems.questions.index import FoundPassage
from probierz.systems.questions.kinds import Wanted, asks_for_hour, asks_for_hours, noun_asked_for, wanted_by
from probierz.systems.questions.reader import PassageReading
from probierz.systems.questions.spans import cut_forms
from probierz.systems.questions.tables import says_something
from probierz.systems.questions.words import STEM, WORDS, without_asking, without_marks

__all__ = ["Field", "fields_of", "most_confident", "read_fields"]

_ROW = re.compile(r"[^\n:;]{1,60}: [^\n;]*(?:; [^\n:;]{1,60}: [^\n;]*)+")
_CELL = re.compile(r"(?:^|; )([^\n:;]{1,60}): ([^\n;]*)")
_LINE = re.compile(r"^[ \t]*([^\W\d_][^\n:;.!?]{0,40}\.?):[ \t]+(\S(?:[^\n]*\S)?)[ \t]*$", re.MULTILINE)
_TIME = r"(?:[01]?\d|2[0-3])[:.][0-5]\d"
_TIMES = rf"{_TIME}(?:[ \t]*[–—-][ \t]*{_TIME})?"
_ITEM = r"^[ \t]*(?:[-*•–][ \t]+)?"
_EVENT_OF_TIME = re.compile(
    rf"{_ITEM}(?:(?:o |od )?godz\w*\.?[ \t]*)?(?P<time>{_TIMES})[ \t]*(?:[–—-][ \t]*|:?(?<!\d\.\d\d)[ \t]+)"
    r"(?P<event>[\"„”«]?[^\W\d_]\S*(?:[ \t]+\S+)*)[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_TIME_OF_EVENT = re.compile(
    rf"{_ITEM}(?P<event>[\"„”«]?[^\W\d_][^\n:]*?)[ \t]*(?:[–—]|(?<=[ \t])-)[ \t]*(?:godz\w*\.?[ \t]*)?"
    rf"(?P<time>{_TIMES})[ \t.,;]*$",
    re.MULTILINE | re.IGNORECASE,
)
_HOUR = re.compile(r"(?<![\d.,:])(?:[01]?\d|2[0-4])(?:[:.][0-5]\d)?(?![\d.,:]|[ \xa0]?(?:zł|gr|kg|k?m|os|%|Kč))")
_FROM_TO = re.compile(r"\d\s?(?:[–—-]|do)\s?\d")
_ARRIVES = re.compile(
    r"\b(?:przyj(?:azd|e[zż]d|echa|ed[zź])|doj(?:ad|azd|e[zż]d|echa|ed[zź])|dociera|dotrze)\w*", re.IGNORECASE
)
_NO_FIELD = -1
_ENDING = re.compile(r"(?:ie|[aeiouy])$|(?<=^\w{3})(?:eg|em|ej|ym|im|yc|ic)$")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_SUREST, _POWER = 0.95, 3
_PHONE, _PLACE, _HOURS, _LASTING = "telef", "adres", "godzi", "trwa"
_SAME_NAMES = {
    **dict.fromkeys(("oplat", "kwota", "stawk", "taryf", "plac", "placi", "zapla"), "koszt"),
    **dict.fromkeys(("tel", "zadzw", "dzwon", "komor"), _PHONE),
    **dict.fromkeys(("miesc", "miesz", "siedz", "ulica", "ulicy"), _PLACE),
    **dict.fromkeys(("czynn", "czynna", "otwar", "przyj"), _HOURS),
    **dict.fromkeys(("czas", "termi", "dlugo"), _LASTING),
    **dict.fromkeys(("email", "mailo"), "mail"),
    **dict.fromkeys(("kieru", "szef", "szefe"), "kiero"),
    **dict.fromkeys(("odjez", "odjed", "rusza", "wyrus", "wyjaz", "wyjez", "odcho", "odlot", "odlat"), "odjaz"),
}
"""Cut words that name the same thing in a question and in a header."""
_ASKING_WORDS = (
    "numer liczb ma maja sa wynos wysok dany nazyw nazwa brzmi podaj zaczy rozpo start odbyw odbed jedzi jezdz kursu"
    " graja pracu"
)
"""Cut words that say only that something is asked for, or that it takes place, goes or works where the field says."""
_NAMES_BY_ASKING = {
    r"o ktorej\b|v kolik hodin\b": ("godzi", "odjaz", "dojaz"),
    r"(?:dokad|kam)\b": ("dokad", "kam", "kieru", "cel"),
    r"(?:skad|odkud)\b": ("skad", "odkud", "odjaz"),
    r"(?:gdzie|kde)\b": ("gdzie", "kde", _PLACE, "sala"),
    r"(?:kiedy|kdy)\b": ("kiedy", "kdy", "data", "termi", "dzien", "godzi"),
    r"(?:kto|kogo|komu|kdo)\b": ("kto", "kdo", "osoba", "imie", "nazwi"),
}
"""Cut words of headers by what asks for them."""


_OF_EVENTS = (("wydarzenie", "event"), ("godzina", "time"))


@dataclass(frozen=True)
class Field:
    """A name and its value, which stands in a passage from `begin` to before `end`."""

    name: str
    value: str
    begin: int
    end: int


@dataclass(frozen=True)
class _Block:
    """Fields that are told together, a row or lines without a blank one between, and the lines that stand above."""

    fields: Sequence[Field]
    heading: str


def _blocks_of(passage: str) -> Iterator[_Block]:
    """The blocks of a passage, each under the last lines that are no fields and stand right above it."""
    if _ROW.fullmatch(passage):
        yield _Block(fields_of(passage), "")
        return
    yield from _events_of(passage)
    heading, begin = "", 0
    fields = fields_of(passage)
    for end in [*(gap.start() for gap in _BLANK_LINE.finditer(passage)), len(passage)]:
        own = [one for one in fields if begin <= one.begin < end]
        above = passage[begin : own[0].begin if own else end].rpartition("\n")[0 if own else 2].strip()
        heading = above or heading
        if own:
            yield _Block(own, heading)
        begin = end


def _events_of(passage: str) -> Iterator[_Block]:
    """What a programme has on each line, `12:30 – pokaz` or `pokaz – 12:30`, under the last line that is none of it."""
    found = {one.start(): one for pattern in (_TIME_OF_EVENT, _EVENT_OF_TIME) for one in pattern.finditer(passage)}
    heading, begin = "", 0
    for start, one in sorted(found.items()):
        heading = passage[begin:start].strip().rpartition("\n")[2] or heading
        begin = one.end()
        yield _Block([Field(name, one[group], *one.span(group)) for name, group in _OF_EVENTS], heading)


def fields_of(passage: str) -> list[Field]:
    """Return the fields of a row or of lines; none of other texts.

    >>> [(one.name, one.value) for one in fields_of("nazwa: Miód; cena: 42 zł")]
    [('nazwa', 'Miód'), ('cena', '42 zł')]
    """
    pattern = _CELL if _ROW.fullmatch(passage) else _LINE
    return [Field(one.group(1), one.group(2), *one.span(2)) for one in pattern.finditer(passage)]


def read_fields(question: str, found: Sequence[FoundPassage], rarity: Mapping[str, float]) -> PassageReading | None:
    """Return the answer of the field that fits best, of the first passage that has such; None where none fits."""
    weights = _weights(question, rarity)
    best: list[tuple[float, FoundPassage, Field]] = []
    for one in found:
        best += [(share, one, field) for share, field in _answers(question, weights, one)]
    if not best:
        return None
    share, passage, field = max(best, key=lambda one: one[0])
    as_good = {other.value for also, _, other in best if also == share}
    return PassageReading(field.value, passage, field.begin, field.end, _sureness(share) / len(as_good))


def _weights(question: str, rarity: Mapping[str, float]) -> dict[str, float]:
    """How much each word of a question counts, by its form, without those that ask."""
    found: dict[str, float] = {}
    for word in WORDS.findall(without_asking(question)):
        for form in _forms(word) - _OF_ASKING:
            found[form] = rarity.get(word.lower()[:STEM], 0.0)
    return found


def _shorter(form: str) -> str:
    """A cut word without the ending that changes with its case: *łódka*, *łódkę*; *sala*, *sali*; *mały*, *małego*."""
    return max(_ENDING.sub("", form), form[:2], key=len)


_ALIKE = {_shorter(form): _shorter(name) for form, name in _SAME_NAMES.items()}
_OF_ASKING = frozenset(map(_shorter, _ASKING_WORDS.split()))
_BY_ASKING = {re.compile(rf"\b{asking}"): frozenset(map(_shorter, of)) for asking, of in _NAMES_BY_ASKING.items()}


def _forms(text: str) -> set[str]:
    """The cut words of a text, those that name the same thing in one form."""
    return {_ALIKE.get(form, form) for form in map(_shorter, cut_forms(_ARRIVES.sub("dojazd", text)))}


def _names_asked_for(question: str) -> frozenset[str]:
    """Cut words of the names of fields that a question asks for without saying them: `o której`, `dokąd`."""
    plain = without_marks(question.lower())
    return frozenset().union(*(names for asking, names in _BY_ASKING.items() if asking.search(plain)))


def most_confident(reading: PassageReading, question: str, rarity: Mapping[str, float]) -> PassageReading:
    """A reading that is no surer than the row lets it be which its words were read from; as it is in other texts.

    Where the cell that is asked for is empty, the others of its row do not answer.
    """
    if not _ROW.fullmatch(reading.found.text):
        return reading
    weights = _weights(question, rarity)
    if _asks_for_nothing(question, weights, fields_of(reading.found.text)):
        return replace(reading, confidence=0.0)
    share = _share(weights, _forms(f"{reading.found.title} {reading.found.text}"))
    return replace(reading, confidence=min(reading.confidence, _sureness(share)))


def _answers(question: str, weights: Mapping[str, float], passage: FoundPassage) -> Iterator[tuple[float, Field]]:
    """Of each block the field that answers, with the share of the question that is found with it."""
    for block in _blocks_of(passage.text):
        at = _column(question, weights, block.fields)
        if at != _NO_FIELD:
            yield _share(weights, _told_with(block, at, passage.title)), block.fields[at]


def _told_with(block: _Block, at: int, title: str) -> set[str]:
    """The cut words that a field is told with: its name, title and heading, and all other fields of its block."""
    others = (f"{one.name} {one.value}" for number, one in enumerate(block.fields) if number != at)
    return _forms(" ".join((title, block.heading, block.fields[at].name, *others)))


def _share(weights: Mapping[str, float], forms: set[str]) -> float:
    return sum(weight for form, weight in weights.items() if form in forms) / (sum(weights.values()) or 1.0)


def _sureness(share: float) -> float:
    return _SUREST * share**_POWER


def _column(question: str, weights: Mapping[str, float], fields: Sequence[Field]) -> int:
    """The number of the field that a question asks for: by its name, or the first where it has another's value."""
    asked = set(weights)
    if _asks_for_nothing(question, weights, fields):
        return _NO_FIELD
    fitting = [at for at, one in enumerate(fields) if not _is_told(one, asked) and _fits(question, one.value)]
    named = {at: _named(question, weights, fields[at].name) for at in fitting}
    at = max(named, key=lambda at: named[at], default=_NO_FIELD)
    is_named = at != _NO_FIELD and named[at] > 0
    if 0 in fitting and wanted_by(question) is not Wanted.NUMBER and any(_is_told(one, asked) for one in fields[1:]):
        noun = _noun(question)
        return at if is_named and (not noun or _names(fields[at].name, noun)) else 0
    return at if is_named else _NO_FIELD


def _named(question: str, weights: Mapping[str, float], name: str) -> float:
    """How much of a question the name of a field has.

    What the word that asks tells counts as all words together: *z którego peronu odjeżdża* asks for no *odjazd*.
    """
    forms = _forms(name)
    own = sum(weight for form, weight in weights.items() if form in forms)
    whole, noun = sum(weights.values()), _noun(question)
    own += whole if noun and _names(name, noun) else 0.0
    return own + (whole if forms & _names_asked_for(question) else 0.0)


def _noun(question: str) -> str:
    """The noun asked for; none where an hour is, as *o której przyjeżdża* has a verb there."""
    return "" if asks_for_hour(question) else noun_asked_for(question)


def _asks_for_nothing(question: str, weights: Mapping[str, float], fields: Sequence[Field]) -> bool:
    """Whether the field whose name a question has more of than of any other is empty."""
    named = [(_named(question, weights, one.name), says_something(one.value)) for one in fields]
    best = max(named, default=(0.0, True))
    return best[0] > 0 and not best[1]


def _names(name: str, noun: str) -> bool:
    """Whether a name has a noun in one of its forms: `opłata`, `opłaty`; not `produkt`, `producent`."""
    noun = without_marks(noun)
    words = (word for word in WORDS.findall(without_marks(name.lower())) if len(word) > 2)
    lengths = ((word, min(len(word), len(noun)) - 1) for word in words)
    return any(word[:length] == noun[:length] for word, length in lengths)


def _is_told(field: Field, asked: set[str]) -> bool:
    """Whether a question has the value of a field."""
    forms = _forms(field.value)
    return bool(forms) and forms <= asked


def _fits(question: str, value: str) -> bool:
    """Whether a value says something, and has a figure where a number or a date is asked for, an hour where that is."""
    if asks_for_hours(question):
        return bool(_FROM_TO.search(value))
    if asks_for_hour(question):
        return bool(_HOUR.search(value))
    has_figure = wanted_by(question) in (Wanted.NUMBER, Wanted.DATE)
    return says_something(value) and (not has_figure or any(map(str.isdigit, value)))
