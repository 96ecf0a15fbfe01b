"""Answers from fields: the cells of a row, as `tables` tells them, and lines such as `Telefon: 22 555 10 20`.

A field answers when words of the question stand in its name, and the others in the rest of its row or block; or, for
*Który produkt kosztuje 14 zł?*, when it comes first and the question has the value of another. Nothing is learnt:

    confidence = 0.95 s³ / n    s: the share of the question's words that are found, by how rare each is
                                n: how many rows found have the same s and say something else

Nobody measured on many questions how often that is right; the power keeps an answer that misses a rare word below 0.4.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from probierz.systems.questions.index import FoundPassage
from probierz.systems.questions.kinds import Wanted, noun_asked_for, wanted_by
from probierz.systems.questions.reader import PassageReading
from probierz.systems.questions.spans import cut_forms
from probierz.systems.questions.words import STEM, WORDS, without_asking

__all__ = ["Field", "fields_of", "most_confident", "read_fields"]

_ROW = re.compile(r"[^\n:;]{1,60}: [^\n;]*(?:; [^\n:;]{1,60}: [^\n;]*)+")
_CELL = re.compile(r"(?:^|; )([^\n:;]{1,60}): ([^\n;]*)")
_LINE = re.compile(r"^[ \t]*([^\W\d_][^\n:;.!?]{0,40}):[ \t]+(\S(?:[^\n]*\S)?)[ \t]*$", re.MULTILINE)
_NO_FIELD = -1
_SUREST, _POWER = 0.95, 3
_PHONE, _PLACE, _HOURS, _LASTING = "telef", "adres", "godzi", "trwa"
_ALIKE = {
    **dict.fromkeys(("oplat", "kwota", "stawk", "taryf", "plac", "placi", "zapla"), "koszt"),
    **dict.fromkeys(("tel", "zadzw", "dzwon", "komor"), _PHONE),
    **dict.fromkeys(("miesc", "miesz", "siedz", "ulica", "ulicy"), _PLACE),
    **dict.fromkeys(("czynn", "czynna", "otwar", "przyj"), _HOURS),
    **dict.fromkeys(("czas", "termi", "dlugo"), _LASTING),
    **dict.fromkeys(("email", "mailo"), "mail"),
}
"""Cut words that name the same thing in a question and in a header."""
_OF_ASKING = frozenset(
    ("numer", "liczb", "ma", "maja", "sa", "wynos", "wysok", "dany", "nazyw", "nazwa", "nazwe", "brzmi", "podaj")
)
"""Cut words that say only that something is asked for."""


@dataclass(frozen=True)
class Field:
    """A name and its value, which stands in a passage from `begin` to before `end`."""

    name: str
    value: str
    begin: int
    end: int


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
        read = _best(question, weights, one)
        if read:
            best.append((read[0], one, read[1]))
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


def _alike(form: str) -> str:
    return _ALIKE.get(form, form)


def _forms(text: str) -> set[str]:
    return {_alike(form) for form in cut_forms(text)}


def most_confident(reading: PassageReading, question: str, rarity: Mapping[str, float]) -> PassageReading:
    """A reading that is no surer than the row lets it be which its words were read from; as it is in other texts."""
    if not _ROW.fullmatch(reading.found.text):
        return reading
    share = _share(_weights(question, rarity), _forms(f"{reading.found.title} {reading.found.text}"))
    return replace(reading, confidence=min(reading.confidence, _sureness(share)))


def _best(question: str, weights: Mapping[str, float], passage: FoundPassage) -> tuple[float, Field] | None:
    """The share of the question that is found with the field that answers, and that field."""
    fields = fields_of(passage.text)
    at = _column(question, weights, fields)
    if at == _NO_FIELD:
        return None
    told = _forms(f"{passage.title} {fields[at].name}")
    if _ROW.fullmatch(passage.text):
        told |= {form for one in fields if one is not fields[at] for form in _forms(f"{one.name} {one.value}")}
    return _share(weights, told), fields[at]


def _share(weights: Mapping[str, float], forms: set[str]) -> float:
    return sum(weight for form, weight in weights.items() if form in forms) / (sum(weights.values()) or 1.0)


def _sureness(share: float) -> float:
    return _SUREST * share**_POWER


def _column(question: str, weights: Mapping[str, float], fields: Sequence[Field]) -> int:
    """The number of the field that a question asks for: by its name, or the first where it has another's value."""
    asked, wanted = set(weights), wanted_by(question)
    fitting = [at for at, one in enumerate(fields) if not _is_told(one, asked) and _fits(wanted, one.value)]
    named = {at: sum(weights[form] for form in _forms(fields[at].name) & asked) for at in fitting}
    at = max(named, key=lambda at: named[at], default=_NO_FIELD)
    is_named = at != _NO_FIELD and named[at] > 0
    if 0 in fitting and wanted is not Wanted.NUMBER and any(_is_told(one, asked) for one in fields[1:]):
        noun = noun_asked_for(question)
        return at if is_named and (not noun or _names(fields[at].name, noun)) else 0
    return at if is_named else _NO_FIELD


def _names(name: str, noun: str) -> bool:
    """Whether a name has a noun in one of its forms: `opłata`, `opłaty`; not `produkt`, `producent`."""
    lengths = ((word, min(len(word), len(noun)) - 1) for word in WORDS.findall(name.lower()))
    return any(word[:length] == noun[:length] for word, length in lengths)


def _is_told(field: Field, asked: set[str]) -> bool:
    """Whether a question has the value of a field."""
    forms = _forms(field.value)
    return bool(forms) and forms <= asked


def _fits(wanted: Wanted, value: str) -> bool:
    return wanted not in (Wanted.NUMBER, Wanted.DATE) or any(map(str.isdigit, value))
