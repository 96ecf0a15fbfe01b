"""Answers from fields: the cells of a row, as `tables` tells them, and lines such as `Telefon: 22 555 10 20`.

A field answers when words of the question stand in its name, and the others in the rest of its row or block; or, for
*Który produkt kosztuje 14 zł?*, when it comes first and the question has the value of another. Nothing is learnt:

    confidence = 0.95 s³ / n    s: the share of the question's words that are found, by how rare each is
                                n: how many rows found have the same s and say something else, times the square
                                   of how many columns of the row are asked for as much

Nobody measured on many questions how often that is right; the power keeps an answer that misses a rare word below 0.4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import takewhile

from probierz.systems.questions.doubting.asked_roles import has_role_asked_for
from probierz.systems.questions.doubting.doubts import AT_MOST_LIKELY
from probierz.systems.questions.doubting.former_holders import asks_who_is_now, is_over
from probierz.systems.questions.doubting.votes import tells_votes, votes_asked_for
from probierz.systems.questions.finding.index import FoundPassage
from probierz.systems.questions.finding.tables import says_something
from probierz.systems.questions.reading.reader import PassageReading
from probierz.systems.questions.rows.counted_columns import counts_otherwise
from probierz.systems.questions.rows.field_kinds import (
    asks_for_thing,
    begin_of_time,
    denies_alike,
    end_of_person,
    end_of_value,
    fits,
    is_closed,
    is_contact,
    is_deputy_of,
    is_money,
    is_telephone,
    mail_around,
    person_before_time,
)
from probierz.systems.questions.rows.numbered_columns import columns_by_number
from probierz.systems.questions.rows.row_evidence import (
    OF_NAMES,
    cells_that_name,
    is_found_by_name,
    words_of_file,
)
from probierz.systems.questions.rows.side_notes import most_by_notes, price_in_note
from probierz.systems.questions.rows.told_in_prose import (
    NAME_OF_HOURS,
    hours_in_prose,
    is_of_special_day,
    is_of_subject,
    labels_in_prose,
)
from probierz.systems.questions.rows.units_of_columns import with_unit
from probierz.systems.questions.wanted.excepted_times import is_of_excepted_time
from probierz.systems.questions.wanted.journeys import (
    at_end_of_day,
    end_of_day_asked,
    goes_otherwise,
    without_end_of_day,
)
from probierz.systems.questions.wanted.kinds import (
    Wanted,
    asks_for_hour,
    asks_for_mail,
    asks_for_phone,
    asks_for_site,
    noun_asked_for,
    wanted_by,
    with_short_contacts,
)
from probierz.systems.questions.wanted.numbered_things import OTHER_NUMBERS
from probierz.systems.questions.wanted.opening_hours import (
    asks_for_opening,
    days_told,
    end_of_hours,
    hours_of_day,
    tells_of_opening,
    tells_only_other_end,
)
from probierz.systems.questions.wanted.ordinal_numbers import as_told, ordinals_asked, ordinals_told
from probierz.systems.questions.wanted.terms import with_season
from probierz.systems.questions.wanted.values import DATE
from probierz.systems.questions.wording.field_words import (
    HOURS,
    OF_ASKING,
    PEOPLE,
    PHONE,
    PLACES,
    PRICE,
    days_of,
    every_day,
    forms,
    has_noun,
    is_end_asked_for,
    names_asked_for,
    without_unit_of_end,
)
from probierz.systems.questions.wording.headings import heading_above, is_name_of_person, people_above
from probierz.systems.questions.wording.span_tokens import SENTENCE_END
from probierz.systems.questions.wording.verbs import BEING, IS, is_past
from probierz.systems.questions.wording.words import HOW_MANY, STEM, WORDS, without_asking, without_marks
from probierz.systems.questions.wording.words_alike import told_by_words_alike
from probierz.systems.shared.numerals import number_of_words

_NAME_OF_CELL = r"[^\n:;]{1,60}: "
_VALUE = rf"(?:[^\n;]|;(?! {_NAME_OF_CELL}))*+"
_ROW = re.compile(rf"{_NAME_OF_CELL}{_VALUE}(?:; {_NAME_OF_CELL}{_VALUE})+")
_CELL = re.compile(rf"(?:^|; )([^\n:;]{{1,60}}): ({_VALUE})")
_LINE = re.compile(
    r"^[ \t]*(?:[-*•–][ \t]+)?([^\W\d_](?:[^\n:;.!?]{0,40}|\w{1,4}\.[ \t]*[–—-][ \t]*\w{2,5})\.?):"
    r"[ \t]+(\S(?:[^\n]*\S)?)[ \t]*$",
    re.MULTILINE,
)
_NUMBERED_LINE = re.compile(
    r"^[ \t]*(?:[-*•–][ \t]+)?((?:\d{1,2}\.?[ \t]+)?[^\W\d_][^\n:–—]{0,50}?)[ \t]*(?:[–—:]|(?<=[ \t])-)[ \t]+"
    r"(?!\d{1,2}[:.]\d\d\b)(\S[^\n]{0,80}?)[ \t.,;]*$",
    re.MULTILINE,
)
_DASH_LINE = re.compile(
    r"^[ \t]*(?:[-*•–][ \t]+)?([^\W\d_][^\W\d]*(?:[ \t][^\W\d]+){0,3})[ \t]+[–—-][ \t]+(?!\d{1,2}[:.]\d\d\b)"
    r"(\S[^\n]{0,80}?)[ \t]*(?<![.,;!?])$",
    re.MULTILINE,
)
_HAS_VERB = re.compile(r"\b(?:mają|mam[ey]|ma|mia(?:ł[aoy]?|ło)|mieli|był[aoy]?|byli|są|má|mají|měl[aoi]?|byl[aoi]?)\b")
"""In what stands before a colon it makes a sentence of a line: *Klub ma trzy sekcje: męską i żeńską.*"""
_TELLS = re.compile(rf"{IS}|[^\W\d_]{{2,}}(?:uje|ują|[wr]adzi|[wr]adzą|ywa|ywają)")
"""Verbs of the present that no value has."""
_TIME = r"(?:[01]?\d|2[0-3])[:.][0-5]\d"
_TIMES = rf"{_TIME}(?:[ \t]*[–—-][ \t]*{_TIME})?"
_HOURS = re.compile(r"(?:od[ \t]+)?\d[\d:.]*[ \t]*(?:[–—-]|do)[ \t]*\d[\d:.]*")
_PHONE = re.compile(r"\b(?:[Tt]el(?:efon\w*)?|[Kk]om(?:órk\w*)?)\b[.:]*[ \t]*(?P<phone>\+?\d(?:[ -]?\d){5,13})")
_NUMBER = re.compile(r"(?<![\d.,:])\d+(?![.,:]?\d)")
_OF_NO_PRICES = PLACES | PEOPLE | {PHONE}
_FOR_WHAT = re.compile(r"\b(?:za|na)\b", re.IGNORECASE)
_OF_PHONES = forms("telefon numer nr kontakt kontaktowy komórkowy stacjonarny służbowy")
_OF_NUMBERS = _OF_PHONES | OTHER_NUMBERS | forms("adres fax faks kod skrytka")
_CONTACTS = re.compile(r"\b(?:kontakt\w*|telefon\w*|tel\b|numery|spojení)", re.IGNORECASE)
_OF_CONTACTS = _OF_PHONES | forms("mail email e-mail strona internetowa www adres fax faks")
_NUMBERING = frozenset(("nr", "lp", "l.p", "numer", "kod", "id", "č"))
"""Names of a first column that tells rows apart and names none."""
_SENTENCES = re.compile(r"(?<!\b[Tt]el)(?<!\b[Kk]om)(?<!\bnr)[.!?;]\s|\n")
_PARTS = re.compile(r"[.!?;,\n]")
_SHORT_LINE = 80
_WHO_IS = re.compile(rf"\b(?:kto|kdo)\s+(?:{IS}|b[eę]dzie)\s+(\w{{3,}})")
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
_DAY_OF_EVENT = re.compile(
    rf"{_ITEM}(?P<time>{DATE})(?:,?[ \t]+(?:(?:godz\w*\.?|o)[ \t]*)?(?P<hour>{_TIMES}))?[ \t]*[–—:-][ \t]+"
    r"(?P<event>[\"„”«]?[^\W\d_][^\n]*?)[ \t]*(?<![.!?])$",
    re.MULTILINE | re.IGNORECASE,
)
_PRICED_PART = re.compile(
    r"(?P<label>[^\W\d_]{3,}(?: [^\W\d_]+){0,3})(?: ?[:–—-])? (?P<price>\d[\d ,]*(?:zł|gr|Kč|€|euro))\b", re.IGNORECASE
)
_PRICED_PARTS = re.compile(
    rf"(?:{_PRICED_PART.pattern.replace('?P<label>', '?:').replace('?P<price>', '?:')}[,;. ]*){{2,}}"
)
_IN_BRACKETS = re.compile(r"[\[(][^\])]*[\])]")
_SECTION = re.compile(r"^ {0,3}#+[ \t]+\S[^\n]*", re.MULTILINE)
_ADDRESS_LINE = re.compile(
    rf"{_ITEM}(?P<address>(?:ul|al|pl|os)\.[ \t]+[^\s:][^\n:]{{1,80}}?)[ \t.,;]*$", re.MULTILINE | re.IGNORECASE
)
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_SUREST, _POWER = 0.95, 3
_LONGEST_ENDING, _SHORTEST_ROOT = 3, 4
_NARROWING = 2.0
"""What a word counts right behind those that name a row, *psa rasowego*: where the row lacks it, it is of another."""
_UNKNOWN = 0.3
"""What a word counts that no passage found has, where the question has all that names the row: *lekcje fletu*."""
_ASKED_OF_PEOPLE = re.compile(r"\b(?:kto|kogo|komu|kdo|koho)\s+(?:się\s+|se\s+)?(\w+)", re.IGNORECASE)

_NOW = re.compile(
    r"\b(?:obecnie|teraz|aktualnie|nyní)\b|(?<=\bilu )lat\b"
    r"|(?<=\bile )lat\b(?= (?:ma|maj|mia|licz|skoń|musi|może|trzeba|można))",
    re.IGNORECASE,
)
"""What no field says: all tell what is, and *wiek* is in years."""
_OF_THOSE = re.compile(r"(?:dla|pro|w tym|z tego|v tom|z toho) ", re.IGNORECASE)
_OF_EVENTS = (("wydarzenie", "event"), ("godzina", "time"))
_OF_DAYS = (("wydarzenie", "event"), ("data", "time"), ("godzina", "hour"))


@dataclass(frozen=True)
class Field:
    """A name and its value, which stands in a passage from `begin` to before `end`."""

    name: str
    value: str
    begin: int
    end: int

    @property
    def told(self) -> str:
        """The value with the unit that the name has for it."""
        return with_unit(self.name, self.value)


@dataclass(frozen=True)
class _Block:
    """Fields that are told together, a row or lines without a blank one between, and the lines that stand above."""

    fields: Sequence[Field]
    heading: str
    is_row: bool = False
    is_prose: bool = False

    @property
    def owner(self) -> str:
        """The name of a first line whose contacts all other lines are, as of `Prezes: Jan Kot`; else empty."""
        contacts = [not forms(one.name) - _OF_CONTACTS for one in self.fields]
        return self.fields[0].name if not self.is_row and not contacts[0] and all(contacts[1:]) else ""

    def told_with(self, at: int, title: str, asked: set[str], question: str) -> set[str]:
        """The cut words that a field is told with: its name, title and heading, and all other fields of its block.

        Of lines only those are told with it whose value the question has: *prezes* and *skarbnik* are two people. Of
        rows each word is told by a form of itself, and by what says of which kind they are in a word of the same root.
        """
        others = [one for number, one in enumerate(self.fields) if number != at]
        if not self.is_row:
            others = [one for one in others if forms(one.value) & (asked - forms(self.fields[at].name))]
        texts = (title, self.heading, self.owner, self.fields[at].name, *(f"{one.name} {one.value}" for one in others))
        told = " ".join(texts)
        known = forms(told) | _told_apart(asked, told)
        if self.is_row:
            cells = " ".join(f"{one.name} {one.value}" for one in others)
            kind = f"{title.replace(self.fields[0].value, '')} {self.fields[at].name}"
            known = (known | every_day(told)) - told_by_words_alike(question, cells, kind)
        if has_role_asked_for(question, self.fields[at].name):
            known |= _verb(question)
        return known | _of_value(self.fields[at].told) | as_told(self.numbers_of(at, asked))

    def is_of_special_day(self, asked: set[str]) -> bool | None:
        """Whether the hours of a sentence are of a special day that is asked about; None for others and no hours."""
        return is_of_special_day(asked, self.heading) if self.fields[0].name == NAME_OF_HOURS else None

    def is_of_subject(self, asked: set[str]) -> bool | None:
        """Of hours that a sentence tells whether it names what is asked about; None where it names nothing."""
        return is_of_subject(asked, self.heading) if self.fields[0].name == NAME_OF_HOURS else None

    def numbers_of(self, at: int, asked: set[str]) -> set[int]:
        """The ordinal numbers that a field is told by: that of its name, or of the cells that name its row."""
        if not self.is_row:
            return ordinals_told(self.fields[at].name)
        naming = [one for one in self.fields[:1] if one is not self.fields[at]]
        others = [one for one in self.fields[1:] if one is not self.fields[at]]
        beside = [one for one in others if asked & (forms(one.name) | _of_name(one.value))]
        return {number for one in (*naming, *beside) for number in ordinals_told(one.value)}

    def text_of(self, at: int, title: str) -> str:
        """What is said about a field: all of its row, or its own line and what stands above."""
        own = self.fields if self.is_row else self.fields[at : at + 1]
        return " ; ".join((title, self.heading, *(f"{one.name} : {one.value}" for one in own)))


def _of_name(value: str) -> set[str]:
    """The words of a cell that has letters beside a number, `prom Mewa II`, by which it may name a row."""
    return forms(value) if re.search(r"[^\W\d_]{3}", value) else set()


def _told_apart(asked: set[str], told: str) -> set[str]:
    """Those words of a question, longer than words are cut, that a text has a word with: see `_apart`."""
    longer = [one for one in asked if len(one) > STEM]
    words = WORDS.findall(without_marks(told.lower())) if longer else ()
    return {one for one in longer if any(word.startswith(one) for word in words)}


def _of_value(value: str) -> set[str]:
    """What a value says without words: that it is of hours, or a price."""
    if person := person_before_time(value):
        return forms(person) | _of_value(value[len(person) :].lstrip(" ,;:–—-"))
    if _HOURS.fullmatch(value) or is_closed(value):
        return {HOURS}
    if (days := days_of(value) | every_day(value)) and _HOURS.search(value):
        return {HOURS} | days
    return {PRICE} if is_money(value) else set()


def _blocks_of(passage: str) -> Iterator[_Block]:
    """The blocks of a passage, each under the last lines that are no fields and stand right above it."""
    if _ROW.fullmatch(passage):
        yield _Block(fields_of(passage), "", is_row=True)
        return
    yield from _events_of(passage)
    for low, high, role in people_above(passage):
        yield _Block([Field(role, passage[low:high], low, high)], "")
    yield from _addresses_of(passage)
    yield from _phones_told(passage)
    yield from _told_in_prose(passage)
    heading, begin = "", 0
    fields = fields_of(passage)
    for end in [*(gap.start() for gap in _BLANK_LINE.finditer(passage)), len(passage)]:
        own = [one for one in fields if begin <= one.begin < end]
        above = passage[begin : own[0].begin if own else end].rpartition("\n")[0 if own else 2].strip()
        heading = f"{_section_of(passage, begin)} {above}".strip() if above else heading
        if own:
            yield _Block(own, heading)
            yield from _phones_of(own, heading)
            yield from _priced_parts(own, heading)
        begin = end


def _told_in_prose(passage: str) -> Iterator[_Block]:
    """The hours of opening and the labels with values that sentences tell."""
    for one in hours_in_prose(passage):
        yield _Block([Field(one.name, passage[one.begin : one.end], one.begin, one.end)], one.before)
    for row in labels_in_prose(passage):
        if any(tells_votes(passage[one.begin : one.end]) for one in row):
            continue
        yield _Block([Field(one.name, passage[one.begin : one.end], one.begin, one.end) for one in row], row[0].before)


def _section_of(passage: str, begin: int) -> str:
    """The last heading of Markdown before a character, which names all below it; empty for none."""
    return next((one[0] for one in reversed([*_SECTION.finditer(passage, 0, begin)])), "")


def _addresses_of(passage: str) -> Iterator[_Block]:
    """The lines that are nothing but an address, `ul. Długa 5`, each under the heading of its card."""
    for one in _ADDRESS_LINE.finditer(passage):
        if heading := heading_above(passage, one.start()):
            yield _Block([Field("adres", one["address"], *one.span("address"))], heading)


def _events_of(passage: str) -> Iterator[_Block]:
    """What a programme has on each line, `12:30 – pokaz`, `pokaz – 12:30` or `5 maja – pokaz`, under the last line that
    is none of it.
    """
    patterns = _TIME_OF_EVENT, _EVENT_OF_TIME, _DAY_OF_EVENT
    found = {one.start(): one for pattern in patterns for one in pattern.finditer(passage)}
    heading, begin = "", 0
    for start, one in sorted(found.items()):
        heading = passage[begin:start].strip().rpartition("\n")[2] or heading
        begin = one.end()
        names = _OF_DAYS if one.re is _DAY_OF_EVENT else _OF_EVENTS
        yield _Block([Field(name, one[group], *one.span(group)) for name, group in names if one[group]], heading)


def _phones_of(fields: Sequence[Field], heading: str) -> Iterator[_Block]:
    """The telephones inside the values of lines, each with what else its own line says; in a sheet of contacts those
    that are all of a value, of whom its line names: `Administracja: 18 353 44 10`.
    """
    for one in fields:
        if _CONTACTS.search(heading) and is_telephone(one.value) and not forms(one.name.split()[0]) & _OF_NUMBERS:
            yield _Block([replace(one, name="telefon")], f"{heading} {one.name}")
        for found in _PHONE.finditer(one.value):
            begin, end = (one.begin + at for at in found.span("phone"))
            rest = f"{one.value[: found.start()]} {one.value[found.end() :]}"
            yield _Block([Field("telefon", found["phone"], begin, end)], f"{heading} {one.name} {rest}")


def _priced_parts(fields: Sequence[Field], heading: str) -> Iterator[_Block]:
    """The prices of a line that has several, each with what it is of: `Bilety: dorośli 80 zł, dzieci 40 zł`."""
    for one in fields:
        for part in _PRICED_PART.finditer(one.value) if _PRICED_PARTS.fullmatch(one.value) else ():
            begin, end = (one.begin + at for at in part.span("price"))
            yield _Block([Field(f"{one.name} {part['label']}", part["price"], begin, end)], heading)


def _phones_told(passage: str) -> Iterator[_Block]:
    """The telephones behind *tel.* in lines without a colon and in sentences, each with what is said before it there.

    What stands behind the only one of its line is said of it, too.
    """
    fields = fields_of(passage)
    begin = 0
    for end in [*(one.end() for one in _SENTENCES.finditer(passage)), len(passage)]:
        found = [*_PHONE.finditer(passage, begin, end)]
        if not any(one.begin < end and begin < one.end for one in fields):
            is_prose = passage[begin:end].rstrip().endswith(".") or end - begin > _SHORT_LINE
            for at, one in enumerate(found):
                said = passage[found[at - 1].end() if at else begin : one.start()]
                said = said if is_prose or len(found) > 1 else f"{said} {passage[one.end() : end]}"
                yield _Block([Field("telefon", one["phone"], *one.span("phone"))], said, is_prose=is_prose)
        begin = end


def fields_of(passage: str) -> list[Field]:
    """Return the fields of a row or of lines; none of other texts, as of a resolution with its votes.

    >>> [(one.name, one.value) for one in fields_of("nazwa: Miód; cena: 42 zł")]
    [('nazwa', 'Miód'), ('cena', '42 zł')]
    """
    if is_row(passage):
        return [Field(one[1], one[2], *one.span(2)) for one in _CELL.finditer(passage)]
    days = {one.start("event") for one in _DAY_OF_EVENT.finditer(passage)}
    told_as_numbered = (one for one in _NUMBERED_LINE.finditer(passage) if one.start(2) not in days)
    numbered = [one for one in told_as_numbered if ordinals_told(one[1])]
    all_lines = [*_LINE.finditer(passage), *(numbered if len(numbered) > 1 else ()), *_dash_lines(passage)]
    lines = {one.start(2): one for one in all_lines}
    told = (one for _, one in sorted(lines.items()) if not tells_votes(one[2]))
    return [Field(one[1], value := _value(one[2]), one.start(2), one.start(2) + len(value)) for one in told]


def _value(told: str) -> str:
    """What stands behind a label without further sentences that tell something: of *14 osób. Przewodniczyła Ewa Lis.*
    the first.
    """
    for stop in SENTENCE_END.finditer(told):
        rest = WORDS.findall(told, stop.end())
        if any(is_past(word[:1].lower() + word[1:]) or _TELLS.fullmatch(word) for word in rest):
            return told[: stop.start()]
    return told


def _dash_lines(passage: str) -> list[re.Match[str]]:
    """The lines such as `Patron szkoły – Jan Kot`, where several lines tell something; none that begins with a name."""
    found = [one for one in _DASH_LINE.finditer(passage) if not is_name_of_person(one[1])]
    return found if len(found) + len([*_LINE.finditer(passage)]) > 1 else []


def is_row(passage: str) -> bool:
    """Whether a passage is a row of a table, told with the names of its columns."""
    return bool(_ROW.fullmatch(passage))


def read_fields(question: str, found: Sequence[FoundPassage], rarity: Mapping[str, float]) -> PassageReading | None:
    """Return the answer of the field that fits best, of the first passage that has such; None where none fits."""
    question = with_short_contacts(question)
    weights = _weights(without_end_of_day(question), rarity)
    unknown = _unknown(question, found)
    best = [
        (share, rank, columns, one, field)
        for one in found
        for share, rank, columns, field in _answers(question, weights, unknown, one)
    ]
    if not best:
        return None
    most = max(one[:2] for one in best)
    fitting = [one for one in best if one[:2] == most]
    of_day = end_of_day_asked(question)
    share, rank, columns, passage, field = (
        at_end_of_day(of_day, fitting, lambda one: one[-1].value) if of_day else fitting[0]
    )
    as_good = {field.value} if of_day else {one[-1].value for one in fitting}
    confidence = min(_sureness(share), 1.0 if rank else AT_MOST_LIKELY) / (len(as_good) * columns**2)
    end_of = end_of_person if is_row(passage.text) else end_of_value
    first, last = hours_of_day(question, field.value[: end_of(question, field.value)])
    if first == last or tells_only_other_end(question, field.value[first:last]):
        return None
    first = max(first, begin_of_time(question, field.value))
    low, high = (first + at for at in end_of_hours(question, field.value[first:last]))
    begin, end = with_season(question, passage.text, field.begin + low, field.begin + high)
    begin, end = votes_asked_for(question, passage.text, begin, end)
    if is_of_excepted_time(question, passage.text, begin, end):
        return None
    return PassageReading(passage.text[begin:end], passage, begin, end, confidence, len(as_good) - 1)


def with_unit_of_column(reading: PassageReading) -> PassageReading:
    """A reading whose number has the unit that the name of its field has for it; in other texts as it is."""
    inside = [one for one in fields_of(reading.found.text) if one.begin <= reading.begin and reading.end <= one.end]
    return replace(reading, answer=with_unit(inside[0].name, reading.answer)) if inside else reading


def _weights(question: str, rarity: Mapping[str, float]) -> dict[str, float]:
    """How much each word of a question counts, by its form, without those that ask."""
    found: dict[str, float] = {}
    words: dict[str, str] = {}
    ordinals = ordinals_asked(question)
    for word in WORDS.findall(without_asking(_NOW.sub("", without_unit_of_end(question)))):
        number = ordinals.get(without_marks(word.lower()))
        for form in {f"{number}."} if number else forms(word) - OF_ASKING:
            apart = _apart(form, word, words)
            weight = rarity.get(word.lower()[:STEM], 0.0)
            found[apart or form] = max(rarity.values(), default=weight) if apart else weight
            words.setdefault(form, without_marks(word.lower()))
    return found


def _apart(form: str, word: str, before: Mapping[str, str]) -> str:
    """What tells a word from another one with the same form, *przewodnika* from *przewóz*; empty where nothing does.

    Their ends are longer than those of two cases of a noun; each so asks for a word of its own.
    """
    plain, other = without_marks(word.lower()), before.get(form, "")
    same = len([*takewhile(lambda pair: pair[0] == pair[1], zip(plain, other, strict=False))])
    is_other = same >= _SHORTEST_ROOT and max(len(plain), len(other)) - same > _LONGEST_ENDING
    return plain[: max(same, STEM) + 1] if is_other and len(plain) > max(same, STEM) else ""


def _title_of(found: FoundPassage) -> str:
    """The title of a passage, of a row with the words of its file's name: `wycieczki-2026.csv`."""
    return f"{found.title} {words_of_file(found.document)}" if is_row(found.text) else found.title


def _unknown(question: str, found: Sequence[FoundPassage]) -> dict[str, float]:
    """The words of a question that no passage has, but for names and numbers: by what the weight of each is multiplied.

    That of what somebody does who is asked for, *kto uczy*, is by nothing: the name of the column says it.
    """
    known = set().union(*(forms(f"{_title_of(one)} {one.text}") for one in found))
    words = WORDS.findall(without_asking(question))
    plain = [word for at, word in enumerate(words) if not any(map(str.isdigit, word)) and (word.islower() or not at)]
    doing = forms(" ".join(_ASKED_OF_PEOPLE.findall(question)))
    rare = {form: _UNKNOWN for word in plain for form in forms(word) if form not in known}
    return rare | dict.fromkeys(doing, 0.0)


def _weighed(
    question: str, weights: Mapping[str, float], unknown: Mapping[str, float], block: _Block, at: int
) -> Mapping[str, float]:
    """The weights as they count for a row: those that nothing has count less where all that names it is asked for.

    So does the verb where the name of the field is asked for, too: *kiedy zabieracie papier z Lipna*.
    """
    naming = block.fields[_naming(block)].value
    known = forms(naming) - forms(" ".join(ordinals_asked(naming)))
    if not block.is_row or not known or not known <= weights.keys():
        return weights
    narrowing = _narrowing(question, weights, known)
    if (column := forms(block.fields[at].name)) and column <= weights.keys():
        unknown = {**unknown, **dict.fromkeys(_verb(question) - known - column, _UNKNOWN)}
    return {
        form: weight * (_NARROWING if form in narrowing else unknown.get(form, 1.0)) for form, weight in weights.items()
    }


def _verb(question: str) -> set[str]:
    """The word behind that which asks, mostly a verb."""
    words = WORDS.findall(without_asking(question))
    return forms(words[0]) if words and words[0].islower() else set()


def _narrowing(question: str, weights: Mapping[str, float], naming: set[str]) -> set[str]:
    """The words of a question, as they are weighed, right behind the last one that names a row, and no names."""
    words = WORDS.findall(question)
    of_words = [_told_apart(set(weights), word) or forms(word) for word in words]
    last = max((at for at, known in enumerate(of_words) if known & naming), default=len(words))
    return of_words[last + 1] if last + 1 < len(words) and words[last + 1].islower() else set()


def most_confident(
    reading: PassageReading, question: str, rarity: Mapping[str, float], found: Sequence[FoundPassage] = ()
) -> PassageReading:
    """A reading that is no surer than the field lets it be which its words were read from; as it is in other texts.

    Where the cell that is asked for is empty, no other answers, nor does one of another kind, or the name of a column.
    """
    question = with_short_contacts(question)
    weights = _weights(question, rarity)
    reading = _with_whole_mail(question, reading)
    if not _is_contact_asked_for(question, weights, reading):
        return replace(reading, confidence=0.0)
    unknown = _unknown(question, found or [reading.found])
    most = [_most(question, weights, unknown, block, reading) for block in _blocks_of(reading.found.text)]
    return replace(reading, confidence=min([reading.confidence, *most, _of_line(weights, reading)]))


def _most(
    question: str,
    weights: Mapping[str, float],
    unknown: Mapping[str, float],
    block: _Block,
    reading: PassageReading,
) -> float:
    """How sure a reading may be as far as a block says: 1 where it stands outside of it."""
    if _asks_for_nothing(question, weights, block):
        return 0.0
    if not block.is_prose and any(_is_in_name(one, reading) for one in block.fields):
        return 0.0
    inside = [at for at, one in enumerate(block.fields) if one.begin <= reading.begin < one.end]
    if not inside:
        return 0.0 if block.is_row else 1.0
    at, title = inside[0], _title_of(reading.found)
    if at not in _candidates(question, weights, block, title):
        return 0.0
    told = forms(block.fields[at].value) | block.told_with(at, title, set(weights), question)
    if not block.is_row:
        return _sureness(_share(weights, told))
    if not days_of(question) <= told or _did_otherwise(question, block, at, told):
        return 0.0
    limit = 1.0 if _is_of_what_is_asked(set(weights), told, block, at, title) else AT_MOST_LIKELY
    limit = min(limit, _most_by_notes(set(weights), block, at, title))
    return min(limit, _sureness(_share(_weighed(question, weights, unknown, block, at), told)))


def _is_in_name(field: Field, reading: PassageReading) -> bool:
    """Whether a reading stands before a field in its line and sentence; either side of a dash may answer."""
    text = reading.found.text
    if _HAS_VERB.search(field.name):
        return False
    if text[: field.begin].rstrip(" \t–—-").endswith(field.name) and not ordinals_told(field.name):
        return False
    if SENTENCE_END.search(text, reading.end, max(reading.end, field.begin)):
        return False
    return reading.begin < field.begin and reading.begin > text.rfind("\n", 0, field.begin) and not _ROW.fullmatch(text)


def _tells_count(name: str) -> bool:
    """Whether what stands before a colon tells how many there are: *Klub ma trzy sekcje*."""
    words = WORDS.findall(name) if _HAS_VERB.search(name) else ()
    return any(word.isdigit() or number_of_words([word]) is not None for word in words)


def _with_whole_mail(question: str, reading: PassageReading) -> PassageReading:
    """A reading that is no part of an address of electronic mail but all of it, where an address is asked for."""
    if not (asks_for_mail(question) or noun_asked_for(question).startswith("adres")):
        return reading
    begin, end = mail_around(reading.found.text, reading.begin, reading.end)
    if (begin, end) == (reading.begin, reading.end):
        return reading
    return replace(reading, answer=reading.found.text[begin:end], begin=begin, end=end)


def _is_contact_asked_for(question: str, weights: Mapping[str, float], reading: PassageReading) -> bool:
    """Whether a reading is the telephone, mail or site that a question asks for, or it asks for none of them."""
    is_asked_for = is_contact(question, reading.answer)
    return is_asked_for is None or (is_asked_for and _is_told_of(weights, reading))


def _is_told_of(weights: Mapping[str, float], reading: PassageReading) -> bool:
    """Whether what has a telephone is named before it in its sentence, right behind it, or in the title."""
    text = reading.found.text
    before = _SENTENCES.split(text[: reading.begin])[-1]
    behind = _PARTS.split(text[reading.end :])[0]
    owners = set(weights) - _OF_CONTACTS
    return not owners or bool(owners & forms(f"{reading.found.title} {before} {behind}"))


def _of_line(weights: Mapping[str, float], reading: PassageReading) -> float:
    """How sure a reading may be by the short line that it stands in, in a sheet: its neighbours are of others."""
    text = reading.found.text
    line = text[text.rfind("\n", 0, reading.begin) + 1 :].partition("\n")[0].strip()
    if _ROW.fullmatch(text) or not fields_of(text) or len(line) > _SHORT_LINE or line.endswith("."):
        return 1.0
    above = text[: reading.begin].rpartition("\n\n")[0].strip().rpartition("\n")[2]
    return _sureness(_share(weights, forms(f"{reading.found.title} {above} {line}"))) if not _LINE.match(line) else 1.0


def _answers(
    question: str, weights: Mapping[str, float], unknown: Mapping[str, float], passage: FoundPassage
) -> Iterator[tuple[float, int, int, Field]]:
    """Of each block the field that answers, with the share of the question found with it, and how many fit as well.

    Between them stands its rank among those of the same share, see `_rank`.
    """
    asked, title = set(weights), _title_of(passage)
    for block in _of_days(question, _of_subject(asked, [*_blocks_of(passage.text)])):
        columns = _columns(question, weights, block, title)
        if columns:
            at = columns[0]
            told = block.told_with(at, title, asked, question)
            most = _most_by_notes(asked, block, at, title)
            is_whole = asked - unknown.keys() <= told
            field = block.fields[at] if most else is_whole and _priced_in_note(asked, block, at, title)
            days = told | days_told(field.value) if field and field.name == NAME_OF_HOURS else told
            if field and days_of(question) <= days and not _did_otherwise(question, block, at, told):
                share = _share(_weighed(question, weights, unknown, block, at), days)
                rank = _rank(asked, told, block, at, title) if most == 1.0 else 0
                yield share, rank, len(columns), field


def _of_subject(asked: set[str], blocks: Sequence[_Block]) -> Sequence[_Block]:
    """Blocks without the hours of something else, where hours are told of what is asked about."""
    is_told = any(one.is_of_subject(asked) for one in blocks)
    return [one for one in blocks if one.is_of_subject(asked) is not False] if is_told else blocks


def _of_days(question: str, blocks: Sequence[_Block]) -> Sequence[_Block]:
    """Blocks without the hours of special days, *w pierwszą sobotę miesiąca*; without others, if one is asked about."""
    special = {at: one.is_of_special_day(forms(question)) for at, one in enumerate(blocks)}
    is_asked = True in special.values()
    return [
        one
        for at, one in enumerate(blocks)
        if one.fields[0].name != NAME_OF_HOURS or (special[at] if is_asked else special[at] is None)
    ]


def _most_by_notes(asked: set[str], block: _Block, at: int, title: str) -> float:
    """How sure a field may be by the notes of its row; 1 in lines."""
    cells = [(one.name, one.told) for one in block.fields]
    return most_by_notes(asked, title, cells, at) if block.is_row else 1.0


def _priced_in_note(asked: set[str], block: _Block, at: int, title: str) -> Field | None:
    """The price that a note of a row has for what is asked; None where it has none, and in lines."""
    cells = [(one.name, one.told) for one in block.fields]
    found = price_in_note(asked, title, cells, at) if block.is_row else None
    if not found:
        return None
    note, low, high = block.fields[found[0]], *found[1:]
    return Field(block.fields[at].name, note.value[low:high], note.begin + low, note.begin + high)


def _is_of_what_is_asked(asked: set[str], told: set[str], block: _Block, at: int, title: str) -> bool:
    """Whether a row tells each word of a question, and is that of what it asks about.

    A word that another column of numbers alone has, `dzieci` beside `miejsc`, says that its number may be asked for;
    but for `cena`, where the column is that of the very price: `za dobę`.
    """
    cells = [(one.name, one.value) for one in block.fields]
    others = [one for one in block.fields if one is not block.fields[at] and not _is_told(one, asked)]
    own = forms(" ".join((title, block.fields[at].name, *(value for _, value in cells))))
    own |= {PRICE} if at in _narrowed_prices(asked, block) else set()
    if (asked - own) & forms(" ".join(one.name for one in others if _has_figures(one))):
        return False
    is_numbered = bool(asked & as_told(block.numbers_of(at, asked)))
    return asked <= told and (is_numbered or is_found_by_name(asked, cells, at))


def _rank(asked: set[str], told: set[str], block: _Block, at: int, title: str) -> int:
    """0 for a row or sentence that may not be sure, 2 for a row all of whose name a question has, 1 for other ones.

    Contacts of somebody are not told apart by what stands above all rows: *telefon klubu* by `prezes klubu`.
    """
    if not block.is_row:
        return int(not block.is_prose and block.is_of_subject(asked) is not False)
    is_whole = _is_told(block.fields[_naming(block)], asked)
    if not is_whole and not forms(block.fields[at].name) - _OF_CONTACTS:
        asked = asked - forms(title.replace(block.fields[0].value, ""))
    return (1 + is_whole) * _is_of_what_is_asked(asked, told, block, at, title)


def _did_otherwise(question: str, block: _Block, at: int, told: set[str]) -> bool:
    """Whether it is asked who did something that a row does not tell, nor is its person in a column of who does it."""
    doing = forms(" ".join(_ASKED_OF_PEOPLE.findall(question))) - OF_ASKING - BEING
    is_of_names = forms(block.fields[at].name) & OF_NAMES or not forms(block.fields[at].name) & PEOPLE
    return block.is_row and bool(doing - told and is_of_names)


def _share(weights: Mapping[str, float], told: set[str]) -> float:
    return sum(weight for form, weight in weights.items() if form in told) / (sum(weights.values()) or 1.0)


def _sureness(share: float) -> float:
    return _SUREST * share**_POWER


def _columns(question: str, weights: Mapping[str, float], block: _Block, title: str) -> list[int]:
    """The numbers of the fields that a question asks for: by name, or the first where it has another's value."""
    asked, fields = set(weights), block.fields
    if _asks_for_nothing(question, weights, block):
        return []
    fitting = _candidates(question, weights, block, title)
    is_numbered = bool(block.is_row and columns_by_number(question, [one.name for one in fields]))
    named = {at: _named(question, weights, fields[at].name) + is_numbered for at in fitting}
    fit = {
        at: (0.0 if block.is_row else _share(weights, block.told_with(at, title, asked, question)), much)
        for at, much in named.items()
        if much > 0
    }
    best = [at for at in fit if fit[at] == max(fit.values())]
    best = _of_price_named(question, weights, block, named) or _of_those_named(question, weights, block) or best
    if block.is_row and best and (in_words := _told_in_words(weights, block, best[0])):
        return in_words
    first = _answering(question, block, fitting)
    behind = fields[first + 1 :] if first == _naming(block) else (*fields[:first], *fields[first + 1 :])
    others = (one for one in behind if wanted_by(question) is not Wanted.NUMBER)
    if first in fitting and any(_is_told(one, asked) for one in others):
        noun = _noun(question)
        return best if best and (not noun or has_noun(fields[best[0]].name, noun)) else [first]
    return best


def _of_price_named(
    question: str, weights: Mapping[str, float], block: _Block, named: Mapping[int, float]
) -> list[int]:
    """Of a row whose price is asked for, the columns all whose words the question has, and most of them: `w weekend`.

    A name of a price alone, `cena`, has none, and wins over those with words that the question lacks.
    """
    if not block.is_row or PRICE not in forms(without_asking(question)):
        return []
    own = {at: _beside_price(block.fields[at].name) for at in named}
    told = {at: len(own[at]) for at in named if own[at] <= weights.keys() and (own[at] or named[at] > 0)}
    is_price = any(PRICE in forms(one.name) for one in block.fields)
    return [at for at, count in told.items() if count == max(told.values())] if is_price else []


def _of_those_named(question: str, weights: Mapping[str, float], block: _Block) -> list[int]:
    """Of a row whose number is asked for, the columns of those for whom it is asked: `dla dzieci`, `w tym kobiet`."""
    if not block.is_row or wanted_by(question) is not Wanted.NUMBER:
        return []
    own = [forms(one.name) - OF_ASKING if _OF_THOSE.match(one.name) else set() for one in block.fields]
    return [at for at, one in enumerate(block.fields) if own[at] and own[at] <= weights.keys() and _has_figures(one)]


def _has_figures(field: Field) -> bool:
    return any(map(str.isdigit, field.value))


def _told_in_words(weights: Mapping[str, float], block: _Block, best: int) -> list[int]:
    """The column that has all words of the question which the best one has, and more, and whose cell has words alone.

    So it is with `na telefon` or `niedostępny` under *cena za dobę*, beside a number under *cena za godzinę*.
    """
    own = [forms(one.name) & weights.keys() for one in block.fields]
    most = max(own, key=len)
    if not own[best] or not own[best] < most:
        return []
    cells = [(at, one.value) for at, one in enumerate(block.fields) if own[at] == most and at != _naming(block)]
    return [at for at, value in cells if says_something(value) and not any(map(str.isdigit, value))]


def _naming(block: _Block) -> int:
    """The number of the field that names a row: the first that is no running number."""
    is_number = block.fields[0].name.strip(" .").lower() in _NUMBERING
    return int(block.is_row and is_number and len(block.fields) > 1)


def _answering(question: str, block: _Block, fitting: Sequence[int]) -> int:
    """The number of the field that answers for its row: that which names it, or tells what *co* asks for by dates."""
    first = _naming(block)
    if not block.is_row or not fitting or first in fitting or not asks_for_thing(question):
        return first
    naming = cells_that_name([(one.name, one.value) for one in block.fields])
    return next((at for at in fitting if at in naming), fitting[0])


def _candidates(question: str, weights: Mapping[str, float], block: _Block, title: str) -> list[int]:
    """The fields of a block that may answer: their value is of the kind, and the question has not told it."""
    if block.is_row and not _has_numbers(question, block.fields, title, set(weights)):
        return []
    if block.is_row and goes_otherwise(question, [(one.name, one.value) for one in block.fields]):
        return []
    numbered = columns_by_number(question, [one.name for one in block.fields]) if block.is_row else None
    ordinals = set(ordinals_asked(question).values())
    is_of_now, is_of_opening = asks_who_is_now(question), asks_for_opening(question)
    fitting = [
        at
        for at, one in enumerate(block.fields)
        if (numbered is None or at in numbered)
        and not _is_told(one, set(weights))
        and fits(question, one.name, one.told, is_row=block.is_row)
        and not (block.is_row and counts_otherwise(question, one.name, one.told))
        and denies_alike(question, block.text_of(at, title))
        and not (is_of_now and _is_over(block, at, title))
        and not is_deputy_of(question, one.name)
        and (block.is_row or has_role_asked_for(question, one.name) is not False)
        and not (HOW_MANY.search(question.lower()) and _tells_count(one.name))
        and _has_ordinals(ordinals, block.numbers_of(at, set(weights)))
        and (not is_of_opening or _tells_of_opening(question, block, at))
    ]
    if block.is_row:
        fitting = _of_end_asked_for(question, block, fitting)
    if asks_for_mail(question) or asks_for_site(question):
        return [at for at in fitting if _is_of_nobody_else(weights, block, at, title)]
    return [at for at in fitting if not asks_for_phone(question) or _is_phone_of(weights, block, at, title)]


def _of_end_asked_for(question: str, block: _Block, fitting: list[int]) -> list[int]:
    """Of a row whose end of a time is asked for, *do kiedy*, the column of that; none where it says nothing."""
    ends = [at for at, one in enumerate(block.fields) if is_end_asked_for(question, one.name)]
    own = [at for at in fitting if at in ends]
    is_told = any(says_something(block.fields[at].value) for at in ends)
    return own if own or (ends and not is_told) else fitting


def _has_ordinals(asked: set[int], told: set[int]) -> bool:
    """Whether ordinal numbers of a question are told, where any is: a row of the second is not that of the third."""
    return not asked or not told or bool(asked & told)


def _tells_of_opening(question: str, block: _Block, at: int) -> bool:
    names = " ".join(one.name for one in block.fields) if block.is_row else ""
    name, value = block.fields[at].name, block.fields[at].value
    is_of_name = not block.is_row and bool(_HOURS.fullmatch(value)) and forms(name) <= forms(question)
    return is_of_name or tells_of_opening(question, name, names, block.heading, is_row=block.is_row)


def _is_over(block: _Block, at: int, title: str) -> bool:
    """Whether a field is of somebody who was something before, by what stands above, its name, or the end of a row."""
    row = [(one.name, one.value) for one in block.fields] if block.is_row else []
    return is_over(f"{title} {block.heading} {block.fields[at].name}", row)


def _is_of_nobody_else(weights: Mapping[str, float], block: _Block, at: int, title: str) -> bool:
    own = forms(block.fields[at].name) - _OF_CONTACTS - OF_ASKING
    return block.is_row or not own or bool(own & (set(weights) | forms(f"{title} {block.heading}")))


def _is_phone_of(weights: Mapping[str, float], block: _Block, at: int, title: str) -> bool:
    """Whether a telephone is that of nobody else: `Telefon do biura` needs *biuro* in the question or above."""
    return PHONE in forms(block.fields[at].name) and _is_of_nobody_else(weights, block, at, title)


def _has_numbers(question: str, fields: Sequence[Field], title: str, asked: set[str]) -> bool:
    """Whether a row has each number of a question in its first cell, its title, or the column named beside the number.

    A cell that the question has as a whole tells its own number, `95 zł`, and so does one with the word beside it:
    *12 lipca* stands in `12–22 lipca`.
    """
    numbered = columns_by_number(question, [one.name for one in fields]) or ()
    of_columns = _NUMBER.findall(" ".join(fields[at].name for at in numbered))
    told = " ".join((title, fields[0].value, *(one.value for one in fields if _is_measure(one, asked))))
    of_names = {word for one in fields for word in one.name.split()}
    words = question.split()
    for at, word in enumerate(words):
        if word.strip(",?!") in of_names and not word.strip(".,?!").isdigit():
            continue  # a column of a size, `A3`
        near = words[max(0, at - 1) : at] + words[at + 1 : at + 2]
        is_alone = word.strip(".,?!").isdigit()  # and no part of a name, `P2`
        for number in _NUMBER.findall(word):
            beside = [one.value for one in fields if is_alone and _has_word_of(one.name, near)]
            where = beside or [told, *(one.value for one in fields if _has_word_of(one.value, near))]
            is_ordinal = is_alone and int(number) in ordinals_told(fields[0].value)
            if number not in (*of_columns, *_NUMBER.findall(" ".join(where))) and not is_ordinal:
                return False
    return True


def _is_measure(field: Field, asked: set[str]) -> bool:
    return not field.value.strip(" .").isdigit() and _is_told(field, asked)


def _has_word_of(name: str, words: Sequence[str]) -> bool:
    known = forms(name)
    return any(forms(word) & known for word in words)


def _named(question: str, weights: Mapping[str, float], name: str) -> float:
    """How much of a question the name of a field has, with what the word that asks tells of it."""
    asked = {} if name.lower().startswith("nazwa") else names_asked_for(question)
    is_asked = is_end_asked_for(question, name) or bool(has_role_asked_for(question, name))
    most = max([float(is_asked), *(asked.get(form, 0.0) for form in forms(name))])
    return _own(question, weights, name) + most * sum(weights.values())


def _own(question: str, weights: Mapping[str, float], name: str) -> float:
    """How much of a question the name of a field has; the noun asked for counts as all words together.

    *Z którego peronu odjeżdża* asks for no *odjazd*; but *kiedy kursuje* for *kursuje*.
    """
    known, noun = forms(name), _noun(question)
    own = sum(weight for form, weight in weights.items() if form in known)
    is_verb = bool(known & OF_ASKING) and known <= forms(question)
    return own + (sum(weights.values()) if is_verb or (noun and has_noun(name, noun)) else 0.0)


def _noun(question: str) -> str:
    """The noun asked for, or in *kto jest*; none where an hour is, as *o której przyjeżdża* has a verb there."""
    if asks_for_hour(question):
        return ""
    office = _WHO_IS.search(question.lower())
    return office[1] if office else noun_asked_for(question)


def _asks_for_nothing(question: str, weights: Mapping[str, float], block: _Block) -> bool:
    """Whether the field whose name a question has more of than of any other is empty; of lines one that it names.

    Of a row whose price is asked for it is that of the price which the question narrows down to, if any.
    """
    if narrowed := _narrowed_prices(weights.keys(), block):
        return not any(says_something(block.fields[at].value) for at in narrowed)
    names = [one.name for one in block.fields]
    named = [_named(question, weights, name) if block.is_row else _own(question, weights, name) for name in names]
    best = max(named, default=0.0)
    return best > 0 and not says_something(block.fields[named.index(best)].value)


def _narrowed_prices(asked: Set[str], block: _Block) -> list[int]:
    """Of a row whose price is asked for, the columns that say of which price they are in words of the question.

    `za dobę`, `po 18:00`, `emeryci`: a question has all their words, more of them than of other columns, and not only
    as words of what the row is of.
    """
    if not block.is_row or PRICE not in asked:
        return []
    naming, names = forms(block.fields[_naming(block)].value), [one.name for one in block.fields]
    told = {
        at: len(words)
        for at, words in enumerate(map(_beside_price, names))
        if at != _naming(block) and words <= asked and words - naming and not _is_of_no_price(names[at])
    }
    return [at for at, count in told.items() if count == max(told.values())]


def _is_of_no_price(name: str) -> bool:
    """Whether a column is one of places, people, telephones, or hours that no price is for: `za godzinę`."""
    words = forms(name)
    return bool(words & _OF_NO_PRICES) or (HOURS in words and PRICE not in words and not _FOR_WHAT.search(name))


def _beside_price(name: str) -> set[str]:
    """The words of a column's name beside that of a price and a unit, by which prices of a row are told apart."""
    return forms(_IN_BRACKETS.sub("", name)) - OF_ASKING - {PRICE}


def _is_told(field: Field, asked: set[str]) -> bool:
    """Whether a question has the value of a field."""
    known = forms(field.value)
    return bool(known) and known <= asked
