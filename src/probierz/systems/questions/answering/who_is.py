"""Who somebody is whose name is asked about: the role that the texts give them, beside the name or below it.

Kim jest Ewa Lis?       Skarbnik: Ewa Lis
Kto to jest Jan Kot?    Jan Kot – opiekun pracowni
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from probierz.systems.questions.finding.tables import says_something
from probierz.systems.questions.reading.reader import PassageReading
from probierz.systems.questions.rows.fields import Field, fields_of, is_row
from probierz.systems.questions.wording.field_words import forms
from probierz.systems.questions.wording.span_tokens import SENTENCE_END
from probierz.systems.questions.wording.verbs import IS
from probierz.systems.questions.wording.words import NAME_WORD, NAMES

if TYPE_CHECKING:
    from probierz.systems.questions.finding.index import FoundPassage

_ASKED = re.compile(
    rf"\W*(?:(?:[Kk]im|[Kk]ým|[Kk]to to|[Kk]do to) {IS} (?:pani? )?|[Kk](?:to|do) {IS} (?={NAME_WORD} {NAME_WORD}))"
    rf"(?P<name>{NAMES})[\s?!.]*"
)
_FUNCTION = re.compile(r"(?:funkc|stanowisk|rola\b|zaw[oó]d\b|profesj|specjalno|kim jest|pozice|povol)", re.IGNORECASE)
_OF_ANYBODY = forms("osoba imię nazwisko i kontakt pan pani kto wprowadził jméno příjmení author kontakt prowadzi")
_ROLES = (
    "dyrektor|prezes|wiceprezes|wicedyrektor|kierowni|opiekun|nauczyciel|lekar|inżynier|architekt|astronom|geolog|fizy[kc]"
    "|chemi[kc]|historyk|edukator|instruktor|trener|sołtys|burmistrz|wójt|starost|radn|poseł|ksiądz|proboszcz|malar|pisar"
    "|poet|aktor|reżyser|kompozytor|dyrygent|bibliotekar|kustosz|redaktor|dziennikar|księgow|skarbni|sekretar|przewodnicz"
    "|prowadząc|koordynator|organizator|wolontariusz|student|uczeń|uczennic|mechanik|elektryk|ogrodni|kuchar|portier"
    "|dozorc|konserwator|rzeźbiar|fotograf|sędzi|adwokat|notariusz|właściciel|założyciel|zastępc|wychowawc|pedagog"
    "|psycholog|logoped|pielęgniar|ratowni|straża|policjant|komendant|kapitan|bosman|ryba[kc]|rolni|pszczelar|leśni"
    "|weterynarz|gospod|magazyn|ředitel|učitel|lékař|předsed|vedouc|spisovatel|malíř|básní"
)
"""How the names of what people are begin."""
_PATTERNS = (
    r"{name}[ ]+[–—-][ ]+(?P<role>[^\W\d_][^.;\n]*)",
    r"{name}[ ]+\((?P<role>[^\W\d_][^()\d]*)\)",
    r"{name}[ ]+{IS}[ ]+(?P<role>\w{{3,}}(?:em|ą|ym|ým|ou)\b[^.;,\n]*)",
    r"(?P<role>\b(?!następc|jedn)\w{{3,}}(?:em|ą)(?: +[\w„”«»-]+){{0,4}}?) +{IS}"
    r" +{name}",
    rf"{{name}},[ ]+(?P<role>(?:{_ROLES})\w*[^,.;\n]*)",
    rf"(?P<role>\b(?:{_ROLES})\w*(?:[ ]+[a-ząćęłńóśźż]\w+){{{{0,3}}}})[ ]+{{name}}",
)
_LABELLED = re.compile(
    r"[ \t]*(?:[-*•–][ \t]+)?[*_]*"
    r"(?:[^\W\d_][^\n:.;!?]{0,40}\.?[*_]*:(?!\S*\d\d)|(?:tel|kom|fax|faks|e-?mail|www|http|dyżur|czynn|godz)\w*\b"
    r"|\+?\d[\d -]{6,}|\S+@\S|[^\n]*\d{1,2}[:.]\d\d\b)",
    re.IGNORECASE,
)
"""A line with a word and a colon, a telephone, an address of mail, or hours: what somebody has, not what they are."""
_ROLE_LINE = re.compile(rf"\s*(?:{_ROLES})", re.IGNORECASE)
_SURE_OF_FIELD, _SURE_OF_HEADING, _SURE_OF_WORDS = 0.95, 0.9, 0.8


def person_asked_about(question: str) -> str:
    """Return the name of whom a question asks who they are; empty for other questions.

    >>> person_asked_about("Kim jest Ewa Lis?"), person_asked_about("Kto jest prezesem klubu Wilga?")
    ('Ewa Lis', '')
    """
    asked = _ASKED.fullmatch(question)
    return asked["name"] if asked else ""


def stands_beside(name: str, reading: PassageReading) -> bool:
    """Whether nothing but a sign or a space stands between an answer and a name."""
    text = reading.found.text
    before, behind = text[: reading.begin].rstrip(" ,–—("), text[reading.end :].lstrip(" ,–—)")
    return name not in reading.answer and (before.endswith(name) or behind.startswith(name))


def role_of(name: str, found: Sequence[FoundPassage]) -> PassageReading | None:
    """Return what somebody is by the passages, of several that which is surest; None where none tells it."""
    words = rf"(?<![\w-]){'[ ]+'.join(map(re.escape, name.split()))}(?![\w-])"
    readings = [reading for one in found for reading in _roles(words, one)]
    return max(readings, key=lambda one: one.confidence, default=None)


def _roles(name: str, passage: FoundPassage) -> Iterator[PassageReading]:
    text = passage.text
    if is_row(text):
        spans = _of_row(name, text)
    else:
        spans = [*_of_lines(name, text), *_around_heading(name, text), *_of_words(name, text)]
    for begin, end, sure in spans:
        yield PassageReading(text[begin:end], passage, begin, end, sure)


def _of_row(name: str, text: str) -> list[tuple[int, int, float]]:
    """The cell that says what somebody is, of the row that is theirs."""
    fields = fields_of(text)
    if not any(_is_of(name, one.value) for one in fields):
        return []
    return [
        (one.begin, one.end, _SURE_OF_FIELD)
        for one in fields
        if _FUNCTION.match(one.name) and says_something(one.value)
    ]


def _of_lines(name: str, text: str) -> Iterator[tuple[int, int, float]]:
    """What stands before the colon of a line with the name, or in the line of a function next to it."""
    fields = fields_of(text)
    for at, one in enumerate(fields):
        if not _is_of(name, one.value):
            continue
        if not forms(one.name) & _OF_ANYBODY:
            begin = text.rindex(one.name, 0, one.begin)
            yield begin, begin + len(one.name), _SURE_OF_FIELD
        elif function := _function_beside(fields[at + 1 :], text, one):
            yield function.begin, function.end, _SURE_OF_FIELD


def _function_beside(following: Sequence[Field], text: str, person: Field) -> Field | None:
    block_end = text.find("\n\n", person.end)
    own = [one for one in following if block_end < 0 or one.begin < block_end]
    return next((one for one in own if _FUNCTION.match(one.name)), None)


def _around_heading(name: str, text: str) -> Iterator[tuple[int, int, float]]:
    """The first sentence below a line that has the name alone; above a labelled one the role that stands over it."""
    for heading in re.finditer(rf"^[ \t#*_]*{name}[ \t*_:]*\n\s*(?=\S)", text, re.MULTILINE):
        begin = heading.end()
        if _LABELLED.match(text, begin):
            yield from _above(text, heading.start())
            continue
        stop = SENTENCE_END.search(text, begin)
        line = text.find("\n", begin)
        end = min(stop.start() if stop else len(text), line if line >= 0 else len(text))
        yield begin, begin + len(text[begin:end].rstrip(" .")), _SURE_OF_HEADING


def _above(text: str, at: int) -> Iterator[tuple[int, int, float]]:
    """The line over another one, where it names a role."""
    before = text[:at].rstrip()
    begin = before.rfind("\n") + 1
    line = before[begin:]
    own = line.strip(" \t#*_:")
    if own and _ROLE_LINE.match(own):
        begin += line.index(own)
        yield begin, begin + len(own), _SURE_OF_HEADING


def _of_words(name: str, text: str) -> Iterator[tuple[int, int, float]]:
    for pattern in _PATTERNS:
        for found in re.finditer(pattern.format(name=name, IS=IS), text):
            role = re.split(r",? (?:któr|kter|a |i )", found["role"])[0].rstrip(" ,")
            yield found.start("role"), found.start("role") + len(role), _SURE_OF_WORDS


def _is_of(name: str, value: str) -> bool:
    """Whether a value begins with a name, behind titles such as `dr`."""
    return bool(re.match(rf"(?:[a-z]+\.? ){{0,3}}{name}", value))
