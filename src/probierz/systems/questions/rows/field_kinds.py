"""Whether the value of a field is of the kind that a question asks for: a telephone, a place, a time, a person."""

from __future__ import annotations

import re

from probierz.systems.questions.finding.tables import says_something
from probierz.systems.questions.wanted.kinds import (
    Wanted,
    asks_for_hour,
    asks_for_hours,
    asks_for_mail,
    asks_for_phone,
    asks_for_site,
    wanted_by,
)
from probierz.systems.questions.wanted.numbered_things import is_telephone_of_no_question
from probierz.systems.questions.wording.field_words import (
    HOURS,
    PEOPLE,
    PHONE,
    PLACES,
    PRICE,
    ends_alike,
    forms,
    is_end_asked_for,
)
from probierz.systems.questions.wording.span_tokens import SENTENCE_END
from probierz.systems.questions.wording.words import CAPITAL, NAME_WORD, NAMES, without_asking, without_marks
from probierz.systems.shared.months import MONTH

_HOUR = re.compile(r"(?<![\d.,:])(?:[01]?\d|2[0-4])(?:[:.][0-5]\d)?(?![\d.,:]|[ \xa0]?(?:zł|gr|kg|k?m|os|%|Kč))")
_CLOCK = re.compile(r"(?:[01]?\d|2[0-4]):[0-5]\d")
_FROM_TO = re.compile(r"\d\s?(?:[–—-]|do)\s?\d")
_MONEY = re.compile(r"\d[ \xa0]?(?:zł|gr\b|euro|eur\b|pln|kč|€)", re.IGNORECASE)
_FREE = re.compile(
    r"\W*(?:bezplatn\w*|gratis|(?:za )?darmo\w*|nieodplatn\w*|wliczon\w*|w cenie|zdarma|bez oplat\w*)\b[^\d]*"
)
_CLOSED = re.compile(r"\W*(?:nieczynn|zamkni|zavren)")
_CLOSED_ASKED = re.compile(r"\b(?:nieczynn\w+|zamkniet[aey]|zavren[aoy]?)\b")
_FEWEST_DIGITS = 6
"""Digits that a telephone has at least, as numbers within a town had."""
_DAY_OR_MONTH = re.compile(
    rf"\b(?:{MONTH}|poniedzial|wtor|srod|sro?d|czwart|piat|sobot|niedziel|codzien|dzis|jutro|weekend"
    r"|rano|wieczor|poludni|pondel|uter|stred|ctvrt"
    r"|(?:pn|pon|wt|sr|czw|pt|sob|niedz|ndz|po|ut|ct|pa|so|ne)\.|pat(?:ek|ku)|nedel|wiosn|lat(?:em|o)\b|jesien|zim)"
)
_AT_PLACE = re.compile(
    r"\W*(?:(?:ul|al|pl|os|w|we|na|przy|obok)\b|sala|pokoj|parter|pietr|budyn|hala|boisk|plac\b|\d+ pietr)"
)
_STREET = re.compile(r"\W*(?:ul|al|pl|os)\.? \w|(?:\w+ )+\d+\w?,? \d\d-\d{3}\b")
_ADDRESS_ASKED = re.compile(r"\b(?:jaki|pod jakim|podaj|ktory)\b(?: \w+)?? adres\w*")
_OF_ADDRESSES = forms("adres")
_DATE = re.compile(r"\d{1,2}\.? ?(?:[a-zź]{3,}|[IVX]+)\.? ?[12]\d{3}(?: r\.| roku)?")
_TELEPHONE = re.compile(r"(?:\+\d{2} ?)?\d(?:[ -]?\d){5,13}")
_BODY = re.compile(r"\W*(?:wydzial|urzad|biuro|dzial|referat|szkola|klub|sekcja|oddzial|zespol|fundacja|stowarz)")
_PERSON = re.compile(rf"(?:(?:dr|mgr|inż|prof|hab|ks|pan|pani|p|lek|med|ing)\b\.?[ \t]+)*{CAPITAL}")
_TITLES = r"(?:(?:dr|mgr|inż|prof|hab|ks|pan|pani|p|lek|med|ing|bc|por|kpt|kpr|asp|mł|st)\b\.?[ \t]+)*"
_PEOPLE = re.compile(rf"{_TITLES}{NAME_WORD} {NAMES}(?:(?:,| i| oraz| a) {_TITLES}{NAME_WORD} {NAMES})*")
"""Names of people, of two words or more, at the begin of a value."""
_PERSON_BEFORE = re.compile(rf"({_PEOPLE.pattern})[,;:]? [–—-]? ?(?=\S)")
_NOBODY = re.compile(
    r"\W*(?:ni[ek] [^\W\d_]+[nt]o|(?:ne|nie)[^\W\d_]+(?:no|ny|na|ne|nou)|[vw]a[kc]a(?:t|nt))\W*", re.IGNORECASE
)
"""What says that somebody was not chosen, or an office has nobody: `nie przyznano`, `neobsazeno`, `wakat`."""
_NO_END_OF_PERSON = re.compile(r" (?:Sp|S)$")
_SENTENCE_BEHIND = re.compile(rf"[.!?] +{CAPITAL}")
_FIRM_COLUMN = re.compile(r"\b(?:producen|wytworc|wydawc|dostawc|organizator|wykonawc|sprzedawc|sponsor|firm)")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_SITE = re.compile(r"\bwww\.\w|https?://\w|(?<![@\w.-])[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}\b(?!@)", re.IGNORECASE)
_NO = re.compile(r"(?<!gdy )(?<!jesli )(?<!jak )(?<!kiedy )\b(bez|nie)\b(?: (\w+))?|\b(nie)(obecn)")
_PRESENCE = re.compile(r"\b(nie)?obecn")
_ASIDE = re.compile(r"\([^()]*\)|[,;].*")
_WHEN = re.compile(r"\b(?:kiedy|kdy)\b")
_WHERE = re.compile(r"\b(?:gdzie|kde)\b")
_WHO = re.compile(r"\b(?:kto|kogo|komu|kdo|koho)\b")
_LASTING_ASKED = re.compile(r"\b(?:ile (?:po)?trwa\w*|jak dlugo|ile czasu|jak dlouho)\b")
_LENGTH_ASKED = re.compile(r"\b(?:jak dlug(?:i|a|ie)|dlugosc)\b")
_LENGTH = re.compile(r"\d[ \xa0]?(?:[kcm]?m|metr\w*|kilometr\w*)\b")
_TIME = re.compile(r"\d[ \xa0]?(?:min\w*|h|godz\w*|s|sek\w*|dni|tyg\w*|mies\w*|lat)\b")
_DEPUTY = re.compile(
    r"\b(?:zastep|z-c|wice|asysten|sekretar|doradc|pelnomoc|rzeczni|kandyda|zona|maz\b|corka|syn\b)\w*"
)
_WHAT = re.compile(r"^\W*co\b(?! (?:ile|ktor|jak|roku|rok|dzien|tydzien|miesiac)\w*)")
_NO_THING = re.compile(
    r"[\d\s.,:/–—+-]+|[^\W\d_]*\W*\d{1,2}[:.]\d\d\W*"
    r"|(?:pon|pn|wt|sr|czw|pt|sob|so|nd|niedz|poniedzial|wtor|srod|czwart|piat|sobot|niedziel)\w*\.?"
)
"""A number, a date, an hour or a day of the week."""
_OF_THING = re.compile(r"\bnazw[ay]\b")


def is_phone(value: str) -> bool:
    """Whether a value has as many digits as a telephone."""
    return sum(map(str.isdigit, value)) >= _FEWEST_DIGITS


def is_telephone(value: str) -> bool:
    """Whether a value is nothing but a telephone."""
    return bool(_TELEPHONE.fullmatch(value.strip()))


def is_money(value: str) -> bool:
    """Whether a value is a sum of money."""
    return bool(_MONEY.search(value))


def is_closed(value: str) -> bool:
    """Whether a value says that it is not open: `nieczynne`."""
    return bool(_CLOSED.match(without_marks(value.lower())))


def is_contact(question: str, value: str) -> bool | None:
    """Whether a value is the telephone, mail or site that a question asks for; None where it asks for none of them."""
    if asks_for_phone(question):
        return is_phone(value)
    if asks_for_mail(question):
        return bool(_MAIL.search(value))
    return bool(_SITE.search(value)) if asks_for_site(question) else None


def mail_around(text: str, begin: int, end: int) -> tuple[int, int]:
    """Where the address of electronic mail begins and ends that the characters are a part of; themselves for none."""
    return next((one.span() for one in _MAIL.finditer(text) if one.start() <= begin and end <= one.end()), (begin, end))


def denies_alike(question: str, told: str) -> bool:
    """Whether what a question has without something, or not, is told so, and the question leaves out no *bez* of it.

    >>> denies_alike("Ile kosztuje herbata z cukrem?", "herbata bez cukru"), denies_alike("Kto był?", "obecni")
    (False, True)
    """
    asked, known = (without_marks(text.lower()) for text in (question, told))
    denied = {one[1] or one[3] for one in _NO.finditer(asked)}
    own = {one[1] or one[3]: one[2] or one[4] for one in _NO.finditer(known)}
    if denied - set(own):
        return False
    return not any(forms(word or "") & forms(question) for no, word in own.items() if no == "bez" and no not in denied)


def fits(question: str, name: str, value: str, *, is_row: bool) -> bool:
    """Whether a value says something, of the kind that a question asks for; is_row: in a table, where names tell it."""
    is_for_another = is_telephone_of_no_question(question, name, value) or not ends_alike(question, name)
    if not says_something(value) or is_for_another:
        return False
    is_asked_for = is_contact(question, value)
    return _is_of_kind(question, name, value, is_row=is_row) if is_asked_for is None else is_asked_for


def _is_of_kind(question: str, name: str, value: str, *, is_row: bool) -> bool:
    """Whether a value is the address, time, place or person that is asked for, or else what may be counted."""
    plain = without_marks(question.lower())
    if _ADDRESS_ASKED.search(plain):
        return _is_address(name, value)
    if asks_for_hour(question):
        hours = _FROM_TO if asks_for_hours(question) else _HOUR
        return not is_telephone(value) and (bool(hours.search(value)) or is_closed(value))
    if _WHERE.search(plain):
        return _is_place(name, value, is_row=is_row)
    if _WHO.search(plain):
        return _is_person(name, value) and _is_there_as(plain, name)
    if is_row and is_end_asked_for(question, name):
        return not is_money(value)
    if _WHEN.search(plain):
        return _is_time_asked_for(question, name, value)
    if is_row and asks_for_thing(question) and not _is_thing(question, name, value):
        return False
    return _is_time(name, value) if wanted_by(question) is Wanted.DATE else _is_what_or_how_much(question, name, value)


def _is_what_or_how_much(question: str, name: str, value: str) -> bool:
    """Whether a value may be a thing for *co*, and a number, a length or a time where such is asked for."""
    plain = without_marks(question.lower())
    if _WHAT.search(plain) and value.strip(" .").isdigit():
        return False
    if PRICE in forms(without_asking(question)) and _is_free(name, value):
        return True
    return not _is_of_other_extent(plain, value) and (wanted_by(question) is not Wanted.NUMBER or _is_number(value))


def asks_for_thing(question: str) -> bool:
    """Whether a question asks *co*, for no person, place or time."""
    return bool(_WHAT.search(without_marks(question.lower())))


def _is_thing(question: str, name: str, value: str) -> bool:
    """Whether a cell is no number, time, place or person, as far as the name of its column tells."""
    if _NO_THING.fullmatch(without_marks(value.lower())) or _DATE.fullmatch(value.strip()):
        return False
    of_others = set() if _OF_THING.search(name.lower()) else forms(name) & (PLACES | PEOPLE)
    return not of_others or (not _PEOPLE.fullmatch(value.strip()) and bool(of_others & forms(question)))


def _is_free(name: str, value: str) -> bool:
    """Whether a price says that nothing is to be paid: `bezpłatnie`, `gratis`, `wliczony`."""
    return PRICE in forms(name) and bool(_FREE.fullmatch(without_marks(value.lower())))


def _is_number(value: str) -> bool:
    """Whether a value has figures, and is no time of the clock."""
    return any(map(str.isdigit, value)) and not _CLOCK.fullmatch(value.strip())


def _is_of_other_extent(plain: str, value: str) -> bool:
    """Whether a value is a length where a time is asked for, or the other way round: *długość* names both."""
    if _LASTING_ASKED.search(plain):
        return bool(_LENGTH.search(value))
    return bool(_LENGTH_ASKED.search(plain) and _TIME.search(value))


def _is_place(name: str, value: str, *, is_row: bool) -> bool:
    if of_places := forms(name) & PLACES:
        is_number = not any(map(str.isalpha, _DATE.sub("", value)))
        return not is_money(value) and not is_telephone(value) and not (is_number and of_places <= _OF_ADDRESSES)
    return not is_row and bool(_AT_PLACE.match(without_marks(value.lower())))


def _is_address(name: str, value: str) -> bool:
    """Whether a value is an address: letters under such a name, or what begins as a street does."""
    is_told = bool(forms(name) & _OF_ADDRESSES) and bool(re.search(r"[^\W\d_]{2}", _DATE.sub("", value)))
    return is_told or bool(_STREET.match(without_marks(value.lower())))


def _is_there_as(question: str, name: str) -> bool:
    """Whether a field of those who were absent is asked for as such, and one of those who were there is not."""
    presence = _PRESENCE.search(without_marks(name.lower()))
    return not presence or bool(presence[1]) == any((one[1] or one[3]) == "nie" for one in _NO.finditer(question))


def end_of_value(question: str, value: str) -> int:
    """Where a value of a line ends, of one sentence; hours may go on in the next ones. Of people see `end_of_person`.

    >>> value = "os. Długie 5. Parking jest za rogiem."
    >>> value[: end_of_value("Jaki jest adres?", value)]
    'os. Długie 5'
    """
    person = end_of_person(question, value)
    plain, street = without_marks(question.lower()), _STREET.match(without_marks(value.lower()))
    is_of_hours = asks_for_hour(question) or _WHEN.search(plain)
    seam = None if is_of_hours else SENTENCE_END.search(value, street.end() if street else 0)
    return min(person, seam.start()) if seam and seam.end() < len(value.rstrip()) else person


def end_of_person(question: str, value: str) -> int:
    """Where the names of people end that a value begins with, behind which more is told, where a person is asked for.

    >>> "Ewa Lis, tel. 17 300. Noclegi: 40 zł."[:end_of_person("Kto kieruje?", "Ewa Lis, tel. 17 300. Noclegi: 40 zł.")]
    'Ewa Lis'
    """
    people = _PEOPLE.match(value) if _WHO.search(without_marks(question.lower())) else None
    if not people or _NO_END_OF_PERSON.search(people[0]):
        return len(value)
    return people.end() if value[people.end() :].lstrip()[:1] in (",", ".", ";", "(", "–", "—") else len(value)


def person_before_time(value: str) -> str:
    """Return the people with whom a value begins that goes on with a time, `dr Ewa Lis, wtorek 9–12`; else nothing."""
    people = _PERSON_BEFORE.match(value)
    return people[1] if people and _is_time("", value[people.end() :]) and not _TELEPHONE.search(value) else ""


def begin_of_time(question: str, value: str) -> int:
    """Where a value begins for *kiedy*: behind the people who are named before the time.

    >>> "dr Ewa Lis, wtorek 9–12"[begin_of_time("Kiedy przyjmuje dr Lis?", "dr Ewa Lis, wtorek 9–12") :]
    'wtorek 9–12'
    """
    if not (_WHEN.search(without_marks(question.lower())) or asks_for_hour(question)) or not person_before_time(value):
        return 0
    people = _PERSON_BEFORE.match(value)
    return people.end() if people else 0


def is_deputy_of(question: str, name: str) -> bool:
    """Whether a name is of somebody beside him who is asked for: *zastępca prezesa* where it is the *prezes*."""
    plain = without_marks(question.lower())
    deputy = _DEPUTY.match(without_marks(name.lower()))
    return bool(deputy and _WHO.search(plain)) and not (deputy and deputy[0][:5] in plain)


def _is_person(name: str, value: str) -> bool:
    if _FIRM_COLUMN.search(without_marks(name.lower())):
        return True
    if not _PEOPLE.match(value) and _SENTENCE_BEHIND.search(value):
        return False
    own = _ASIDE.sub("", value).strip()
    if any(map(str.isdigit, own)) or _BODY.match(without_marks(own.lower())):
        return False
    return bool(forms(name) & PEOPLE) or bool(_PERSON.match(own) or _NOBODY.fullmatch(own))


def _is_time_asked_for(question: str, name: str, value: str) -> bool:
    """Whether a value is a time, or says that it is closed where hours are asked; no hours for *kiedy nieczynne*."""
    if _CLOSED_ASKED.search(without_marks(question.lower())) and not is_closed(name):
        return False
    return _is_time(name, value) or (is_closed(value) and HOURS in forms(question))


def _is_time(name: str, value: str) -> bool:
    if is_money(value) or PHONE in forms(name):
        return False
    return any(map(str.isdigit, value)) or bool(_DAY_OR_MONTH.search(without_marks(value.lower())))
