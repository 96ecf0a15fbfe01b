"""Why an answer is doubted that its passage seems to have: another clause tells what is asked, or its kind is another.

Ile kosztuje dojazd?        Wymiana kosztuje 120 zł, dojazd jest gratis.
Kto założył browar?         Garbarnię założył Jan Kot, a Jan Gaj otworzył browar.
Kto jest najemcą?           Wynajmujący oddaje lokal.
Kto przyjął nagrodę?        Jan Kot nie przyjął nagrody.
"""

from __future__ import annotations

import re
from itertools import pairwise

from probierz.systems.questions.wanted.kinds import Wanted, asks_for_hour, asks_where, wanted_by
from probierz.systems.questions.wanted.numbered_things import asks_for_number
from probierz.systems.questions.wanted.opening_hours import tells_only_other_end
from probierz.systems.questions.wanted.ordinal_numbers import ordinals_told
from probierz.systems.questions.wording.denied_parts import is_instead_of_denied
from probierz.systems.questions.wording.field_words import OF_ASKING, PRICE, days_of, every_day, forms
from probierz.systems.questions.wording.headings import is_in_heading, is_name_of_person
from probierz.systems.questions.wording.overlaps import overlaps
from probierz.systems.questions.wording.span_tokens import sentence_of, sentences_of
from probierz.systems.questions.wording.verbs import BEING
from probierz.systems.questions.wording.words import CAPITAL, WORDS, without_asking, without_marks
from probierz.systems.questions.wording.words_alike import told_by_words_alike

_SEAM = re.compile(r",\s|;\s|\s(?=(?:a|zaś|natomiast|ale|lecz|zatímco)\s)")
STRONG_SEAM = re.compile(r";\s|,\s(?=(?:a|zaś|natomiast|ale|lecz|zatímco|kdežto)\s)")
"""What stands between two halves of a sentence, of which each tells of something else."""
_SHORTEST = 3
AT_MOST_LIKELY = 0.59
"""So sure is at most what a sentence or row answers that lacks a word of the question: told with *perhaps*."""
_HOUR = re.compile(r"(?<![\d.,])(?:[01]?\d|2[0-4])[:.][0-5]\d(?![\d.])")
_HOUR_TOLD = re.compile(rf"{_HOUR.pattern}|(?<=\b[ov] )(?:[01]?\d|2[0-4])\b(?![:.]\d)")
_HOURS_OF_DAY = re.compile(
    r"(?:od )?(?:[01]?\d|2[0-4])(?:[:.][0-5]\d)?(?: ?[–—-] ?| do )(?:[01]?\d|2[0-4])(?:[:.][0-5]\d)?"
)
_CODE = re.compile(r"(?:nr |numer \w+ )?[A-Z]{1,5}[-/]\w*[-/]?\d")
_TIME_ALONE = re.compile(r"\W*(?:do |od )?(?:dzis(?:iaj)?|teraz|obecnie|wtedy|dotad|dotychczas|nadal|dnes|nyni)\W*")
_UNTIL = re.compile(r"\bdo ", re.IGNORECASE)
_SINCE = re.compile(r"\b(?:od|między|z) [^.;,]{1,30}(?:$|\bdo\b)", re.IGNORECASE)
_TAKES_PLACE = re.compile(
    r"\W*(?:kiedy|kdy) (?:sie )?(?:jest|bedzie|byl\w?|odbedzie|odbyl\w?|odbywa|je|bude|zaczyna|rozpocz\w+|zaczni\w+)\b"
)
_NO_MANNER = r"(?:sie )?(?:nazyw|zw[ai]|wabi|brzmi|ma|mial)|dlug|dalek|wysok|gleb|szerok|czest|duz|star|wiel|ciezk"
_REASON_ASKED = re.compile(rf"\W*(?:dlaczego|czemu|po co|w jakim celu|proc|jak(?! (?:{_NO_MANNER})))\b")
_RELATIVE_ASKED = re.compile(
    r"\b(?:brat\w{0,4}|siostr\w+|syn(?:a|owie|em)?|cork\w+|ojci?ec|ojca|matk\w+|zon[aye]|maz|mez[ao]\w*|dziad\w+|babci\w*"
    r"|wuj\w*|ciotk\w+|kuzyn\w*) [^\W\d_]{3,}"
)
_DENIED_ASKED = re.compile(r"\W*(?:kto|kogo|co|gdzie|kiedy|w ktorym roku|ktor\w+|kdo|kde|kdy) (?:sie )?nie\b")
_SIDE_OF_YEAR = re.compile(r"\b(od|do|przed|po|pred) ([12]\d{3})\b")
_FOR = re.compile(
    r"\b(?P<side>dla|pro|za) (?P<adjective>[^\W\d_]{2,}(?:[yiąýíáée]|ego|ych|ich|ou|ích|ých|ém) )?"
    r"(?P<noun>[^\W\d_]{3,})(?<! ile)",
    re.IGNORECASE,
)
"""For whom or what something is, or is to be paid."""
_DUE = re.compile(r"\b(?:kaucj|opłat|dopłat|kar[aęy]|stawk|cen[aęy]|poplat|kauc|pokut)\w* $", re.IGNORECASE)
"""What is paid for something, right before that."""
_PRICE_TOLD = re.compile(
    r"\d[ \xa0]?(?:zł|gr\b|euro|€|kč|korun)|\b(?:bezpłatn|za darmo|gratis|zdarma|bez opłat|nie płac|neplat)",
    re.IGNORECASE,
)
_QUOTES = frozenset('„“”«»"')
_THING_BEFORE = re.compile(
    r"\b(?:stat(?:e?k|ki)|prom|jacht|lod(?:z|k)|kut(?:e?r|rz)|okre[tc]|szkuner|slup|fregat|bark|holownik|zaglow|parowi?e?c|samolot|pociag|tramwaj"
    r"|ksiazk|powies[ct]|film|obraz|piosen[ek]|wiersz|sztuk|spektakl)\w*\W*[„“”«»\"]?$"
)
_PLACE_IN_ORDER = re.compile(
    r"\b(?:ktor|jak)\w+ (?:miejsc|lokat|pozycj)\w+\b.*\b(?:zaj|uplas|zdob|uzysk|wywalcz|przypad|skoncz)"
)
_LAST = re.compile(r"\bostatni|przedostatni")
_NAMED_FOR = re.compile(r"\b(?:im\.|imienia)[^.;,\n]*$")
_NO_PERSON = re.compile(rf"{CAPITAL}{{2,3}}|[Rr]ok[ui]?|Data|Temat|Od|Do")
_OFFICE_ASKED = re.compile(
    r"\W*(?:kto|kdo) (?:(?:jest|zosta\w+|je) (?:\w+ )?|obecnie |teraz |kieruje )\w+(?:em|a|ou)\b"
)
_BEHIND_PREPOSITION = re.compile(r"\b(?:we?|ze?|na|do|od|przy|dla|nad|pod|v|ve)\s.*", re.DOTALL)
_CAPITALISED = rf"{CAPITAL}[^\W\d_]+"
_A_NAME = re.compile(
    rf"(?<!\w)(?!(?:Najem|Wynaj|Kupuj|Sprzed|Zlecen|Wykon|Zamaw|Praco|Za |Ze )){_CAPITALISED}(?: {_CAPITALISED})+"
)
_ROLES = (
    ("najemc", "wynajm"),
    ("kupuj", "sprzed"),
    ("nabyw", "zbyw"),
    ("zleceniodaw", "zleceniobior"),
    ("pracodaw", "pracown"),
    ("zamawia", "wykonaw"),
    ("dzierzaw", "wydzierzaw"),
    ("powod", "pozwan"),
    ("dluznik", "wierzyc"),
)
"""Two sides of one thing, by how their names begin, without marks; the name of neither is a person."""


def stands_in_other_clause(question: str, text: str, begin: int, end: int) -> bool:
    """Whether the clause of an answer has no word of what is asked about, and one behind it, or one with a value, has.

    Asked about is what a price is of, when something is, and what somebody did something to: all but the verb.

    >>> text = "Wymiana kosztuje 120 zł, dojazd jest gratis."
    >>> [stands_in_other_clause(one, text, 17, 23) for one in ("Ile kosztuje dojazd?", "Ile kosztuje wymiana?")]
    [True, False]
    """
    wanted, subject = wanted_by(question), subject_of(question)
    is_valued = asks_for_hour(question) or (wanted is Wanted.NUMBER and PRICE in forms(without_asking(question)))
    if not subject or not (is_valued or wanted is Wanted.PERSON) or is_instead_of_denied(text, begin, end):
        return False
    seam = _SEAM if is_valued else STRONG_SEAM
    if subject & forms(own_clause(text, begin, end, seam)):
        return False
    return any(
        subject & forms(text[low:high])
        for low, high in clauses_of(text, begin, end, seam)
        if low >= end or (is_valued and high <= begin and any(map(str.isdigit, text[low:high])))
    )


def denies_otherwise(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a word has *nie* before it in the clause or sentence of an answer, or in the question, and not in both.

    >>> text = "Jan Kot nie przyjął nagrody, lecz poparł wniosek."
    >>> [denies_otherwise(f"Kto {one}?", text, 0, 7) for one in ("przyjął", "nie przyjął", "nie poparł")]
    [True, False, True]
    """
    asked, own = _denials(question), _denials(own_clause(text, begin, end))
    if _is_denied_in_other_clause({form for form in asked if True in asked[form]}, text, begin, end):
        return True
    told = _denials(text[slice(*sentence_around(text, begin, end))]) | own
    return any(asked[form].isdisjoint(told[form]) for form in asked.keys() & told.keys())


def _is_denied_in_other_clause(denied: set[str], text: str, begin: int, end: int) -> bool:
    """Whether a clause beside that of an answer denies what a question does, and its own denies nothing."""
    clauses = clauses_of(text, begin, end, STRONG_SEAM)
    others = [_denials(text[slice(*part)]) for part in clauses if not overlaps(part, begin, end)]
    denies = re.search(r"\b(?:nie|bez)\b", own_clause(text, begin, end, STRONG_SEAM), re.IGNORECASE)
    return not denies and any(True in told.get(form, ()) for told in others for form in denied)


def _denials(text: str) -> dict[str, set[bool]]:
    """Of each word that is no name, as it is compared, whether *nie* stands before it; both for with and without."""
    found: dict[str, set[bool]] = {}
    for before, word in pairwise(["", *WORDS.findall(text)]):
        for form in forms(word) if len(word) >= _SHORTEST and word.islower() else ():
            found.setdefault(form, set()).add(before.lower() == "nie")
    return found


def hour_asked_for(question: str, text: str, begin: int, end: int) -> tuple[int, int]:
    """The hour of the clause that has what is asked about, where the clause of a span has nothing of it; else the span.

    So it is with the hours of the day of the week that is asked about, and of him who does what others do as well.

    >>> text = "Zbiórka o 6:45, powrót o 19:00."
    >>> text[slice(*hour_asked_for("O której jest powrót?", text, 10, 14))]
    '19:00'
    >>> text = "Czynne od 6 do 20, w niedziele od 8 do 18."
    >>> text[slice(*hour_asked_for("Do której czynne w niedzielę?", text, 7, 17))]
    'od 8 do 18'
    """
    of_day = [part for part in clauses_of(text, begin, end) if days_of(question) & days_of(text[slice(*part)])]
    if len(of_day) == 1 and not of_day[0][0] <= begin < of_day[0][1]:
        told = (one.span() for hours in (_HOURS_OF_DAY, _HOUR_TOLD) for one in hours.finditer(text, *of_day[0]))
        return next(told, (begin, end))
    if doer := _hour_of_doer(question, text, begin, end):
        return doer
    if not stands_in_other_clause(question, text, begin, end):
        return begin, end
    subject = subject_of(question)
    own = [part for part in clauses_of(text, begin, end) if subject & forms(text[slice(*part)])]
    hours = [hour.span() for part in own[:1] for hour in _HOUR.finditer(text, *part)]
    return hours[0] if len(hours) == 1 else (begin, end)


def _hour_of_doer(question: str, text: str, begin: int, end: int) -> tuple[int, int] | None:
    """The hour of the one other clause that has the verb of a span's clause, and words of the question that this lacks.

    >>> text = "Sklep otwiera Ewa o 6:30, a w soboty otwiera go Jan o 9:00."
    >>> text[slice(*_hour_of_doer("O której otwiera sklep Jan?", text, 20, 24))]
    '9:00'
    """
    asked = subject_of(question)
    own = forms(own_clause(text, begin, end)) & asked
    told = [(part, asked & forms(text[slice(*part)])) for part in clauses_of(text, begin, end)]
    others = [part for part, words in told if words & own and words - own]
    hours = [hour.span() for part in others for hour in _HOUR_TOLD.finditer(text, *part)]
    return hours[0] if len(others) == len(hours) == 1 else None


def is_of_another_day(question: str, text: str, begin: int, end: int) -> bool:
    """Whether an hour is asked for on a day of the week, and a sentence tells those of other days alone.

    >>> text = "Kasa jest czynna od wtorku do piątku od 9 do 17."
    >>> [is_of_another_day(f"Do której czynna jest kasa {one}?", text, 44, 46) for one in ("w sobotę", "w środę")]
    [True, False]
    """
    asked, sentence = days_of(question), text[slice(*sentence_around(text, begin, end))]
    told = days_of(sentence)
    return bool(asks_for_hour(question) and asked and told and not asked <= told | every_day(sentence))


def is_of_other_end_of_day(question: str, text: str, begin: int, end: int) -> bool:
    """Whether it is asked when something opens, and the clause of an answer says but when it closes, or the reverse.

    >>> text = "Kasa zamyka się o 17:30."
    >>> [is_of_other_end_of_day(f"O której {one} się kasa?", text, 18, 23) for one in ("otwiera", "zamyka")]
    [True, False]
    """
    return asks_for_hour(question) and tells_only_other_end(question, own_clause(text, begin, end))


def stands_for_other_side(question: str, text: str, begin: int, end: int) -> bool:
    """Whether the clause of an answer names the other one of two sides, and not that which a question asks about.

    >>> text = "Za sprzedającego podpisał Jan Kot, za kupującego Ewa Lis."
    >>> [stands_for_other_side(f"Kto podpisał za {one}?", text, 26, 33) for one in ("kupującego", "sprzedającego")]
    [True, False]
    """
    asked, own = (without_marks(one.lower()) for one in (question, own_clause(text, begin, end)))
    return any(
        _has_side(asked, one) and not _has_side(own, one) and _has_side(own, two) and not _has_side(asked, two)
        for one, two in _both_ways()
    )


def _has_side(text: str, side: str) -> bool:
    return bool(re.search(rf"\b{side}", text))


def person_of_side(question: str, text: str, begin: int, end: int) -> tuple[int, int]:
    """The one name in the clause of the side that is asked about, where a span stands in that of the other; else it."""
    if not stands_for_other_side(question, text, begin, end):
        return begin, end
    clauses = [part for part in clauses_of(text, begin, end) if not stands_for_other_side(question, text, *part)]
    asked = without_marks(question.lower())
    sides = {one for pair in _ROLES for one in pair if _has_side(asked, one)}
    own = [part for part in clauses if any(_has_side(without_marks(text[slice(*part)].lower()), one) for one in sides)]
    names = [name.span() for part in own for name in _A_NAME.finditer(text, *part)]
    return names[0] if len(names) == 1 else (begin, end)


def subject_of(question: str) -> set[str]:
    """The words of a question, as they are compared, but for its verb, which mostly comes first."""
    words = WORDS.findall(without_asking(question))
    others = words[1:] if words and words[0][0].islower() and not asks_for_hour(question) else words
    return {form for word in others if len(word) >= _SHORTEST for form in forms(word) - OF_ASKING - {PRICE}}


def tells_all_words(question: str, title: str, text: str, begin: int, end: int) -> bool:
    """Whether the sentence of an answer has each word of a question in some form, where the title does not have it.

    A word that only begins alike, *stawia* for *staw*, is no form.

    >>> text = "Sztandar ukrył Jan Kot."
    >>> [tells_all_words(f"Kto {one} sztandar?", "", text, 15, 22) for one in ("ukrył", "zaprojektował")]
    [True, False]
    """
    sentence = text[slice(*sentence_around(text, begin, end))]
    known = forms(f"{title} {sentence}")
    if told_by_words_alike(question, f"{title} {sentence}"):
        return False
    return all(own <= known for own in _said_of(question)) and not _asks_otherwise(question, sentence)


def _asks_otherwise(question: str, sentence: str) -> bool:
    """Whether a question has all words of a sentence and may ask for something else: for a reason or a manner, for a
    relative of somebody, for whom something does not hold, or for the time before or after a year.

    >>> sentence = "Dyrektorem od 1998 roku jest Ewa Kot."
    >>> [_asks_otherwise(f"Kto był dyrektorem {one} 1998 roku?", sentence) for one in ("od", "do", "przed")]
    [False, True, True]
    """
    plain, told = without_marks(question.lower()), without_marks(sentence.lower())
    years = set(_SIDE_OF_YEAR.findall(plain))
    return bool(
        _REASON_ASKED.match(plain)
        or _RELATIVE_ASKED.search(plain)
        or _DENIED_ASKED.match(plain)
        or years - set(_SIDE_OF_YEAR.findall(told))
    )


def shares_one_word(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a person is asked for by several words, and a text has but one of them up to the sentence of an answer.

    >>> text = "Sztandar ukrył Jan Kot."
    >>> [shares_one_word(f"Kto {one} sztandar?", text, 15, 22) for one in ("ukrył", "zaprojektował")]
    [False, True]
    """
    said = _said_of(question)
    known = forms(text[: sentence_around(text, begin, end)[1]])
    return wanted_by(question) is Wanted.PERSON and len(said) > 1 and sum(own <= known for own in said) < 2


def _said_of(question: str) -> list[set[str]]:
    """The words of a question that say something, as they are compared."""
    words = (
        forms(word) - OF_ASKING - BEING for word in WORDS.findall(without_asking(question)) if len(word) >= _SHORTEST
    )
    return [own for own in words if own]


def sentence_around(text: str, begin: int, end: int) -> tuple[int, int]:
    """The characters of the sentence of a span."""
    clauses = clauses_of(text, begin, end)
    return clauses[0][0], clauses[-1][1]


def clauses_of(text: str, begin: int, end: int, seam: re.Pattern[str] = _SEAM) -> list[tuple[int, int]]:
    """The clauses, as characters, of the sentence of a span."""
    low, high = sentence_of(text, begin, end)
    seams = [low, *(one.end() for one in seam.finditer(text, low, high)), high]
    return list(pairwise(seams))


def own_clause(text: str, begin: int, end: int, seam: re.Pattern[str] = _SEAM) -> str:
    """The clause that a span stands in, or all that it has a part of."""
    return " ".join(text[slice(*part)] for part in clauses_of(text, begin, end, seam) if overlaps(part, begin, end))


def is_of_other_kind(question: str, answer: str) -> bool:
    """Whether an answer is no number but an hour or a code, no person where one is asked for, or names a role alone.

    Nor is it a time where a place is asked for, nor has it a digit where a number of something is asked for, nor is it
    no ordinal number where the place in an order is.

    >>> is_of_other_kind("Ilu było gości?", "14:30"), is_of_other_kind("Kto kieruje chórem?", "UO")
    (True, True)
    """
    if wanted_by(question) is Wanted.NUMBER and not asks_for_hour(question):
        return bool(_HOUR.fullmatch(answer) or _CODE.match(answer))
    if asks_for_number(question):
        return not any(map(str.isdigit, answer))
    if _PLACE_IN_ORDER.search(without_marks(question.lower())):
        return not (ordinals_told(answer) or any(map(str.isdigit, answer)) or _LAST.search(answer.lower()))
    if wanted_by(question) is Wanted.PLACE and _TIME_ALONE.fullmatch(without_marks(answer.lower())):
        return True
    if not re.match(r"\W*(?:kto|kdo)\b", question, re.IGNORECASE):
        return False
    asked, said = (without_marks(one.lower()) for one in (question, answer))
    is_role = any(
        re.search(rf"\b{one}", asked) and re.search(rf"\b{two}", said.partition(" ")[0]) for one, two in _both_ways()
    )
    is_office = _OFFICE_ASKED.match(asked) and not any(map(str.isupper, _BEHIND_PREPOSITION.sub("", answer)))
    return is_role or bool(is_office) or bool(_NO_PERSON.fullmatch(answer))


def is_heading_of_nobody(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a person is asked for, and an answer is a part of a heading that is no name: of *Dawni prezesi*."""
    is_asked = wanted_by(question) is Wanted.PERSON
    return is_asked and is_in_heading(text, begin, end) and not is_name_of_person(text[begin:end])


def is_deadline_of_event(question: str, text: str, begin: int, end: int) -> bool:
    """Whether it is asked when something takes place, and an answer says only until when something may be done.

    >>> text = "Zapisy na kurs trwają do 10 stycznia."
    >>> [is_deadline_of_event(f"{one} kurs?", text, 22, 36) for one in ("Kiedy jest", "Do kiedy są zapisy na")]
    [True, False]
    """
    is_until = _UNTIL.search(text[max(0, begin - 4) : begin + 3])
    is_range = _SINCE.search(text[max(0, begin - 40) : begin]) or _SINCE.match(text[begin:end])
    return bool(is_until and not is_range and _TAKES_PLACE.match(without_marks(question.lower())))


def is_for_another(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a number is asked for that is for somebody or something, and an answer stands beside what is for others.

    >>> text = "Za zgubione wiosło płaci się 120 zł, członkowie płacą 90 zł."
    >>> [is_for_another(f"Ile płaci się za zgubion{one}?", text, 29, 35) for one in ("y kajak", "e wiosło")]
    [True, False]
    """
    if wanted_by(question) is not Wanted.NUMBER:
        return False
    known = forms(text[slice(*sentence_around(text, begin, end))])
    own = own_clause(text, begin, end)
    told = {one["side"].lower() for one in _FOR.finditer(own)}
    return any(
        (
            one["side"].lower() in told
            or _DUE.search(question[: one.start()])
            or _is_priced_elsewhere(one["noun"], text, begin)
        )
        and not forms(f"{one['adjective'] or ''}{one['noun']}") <= known
        for one in _FOR.finditer(question)
    )


def _is_priced_elsewhere(noun: str, text: str, begin: int) -> bool:
    """Whether another sentence than that of an answer says what those pay for whom a price is asked.

    >>> _is_priced_elsewhere("emerytów", "Wstęp kosztuje 18 zł. Uczniowie płacą 9 zł, emeryci 11 zł.", 15)
    True
    """
    return any(
        not low <= begin < high and forms(noun) & forms(text[slice(*part)]) and _PRICE_TOLD.search(text, *part)
        for low, high in sentences_of(text)
        for part in clauses_of(text, low, low)
    )


def is_name_of_thing(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a person is asked for, and an answer is the quoted name of a ship, a book and the like.

    >>> is_name_of_thing("Kto przekazał statek?", "Statek „Fala” przekazał Jan Kot.", 8, 12)
    True
    """
    is_quoted = text[max(0, begin - 1) : begin] in _QUOTES or text[begin : begin + 1] in _QUOTES
    is_thing = _THING_BEFORE.search(without_marks(text[max(0, begin - 30) : begin].lower()))
    nouns = re.search(r"[^\W\d_]{3,}(?: [^\W\d_A-Z]{3,})? $", text[max(0, begin - 40) : begin].rstrip("".join(_QUOTES)))
    is_asked = bool(nouns) and bool(forms(nouns[0] if nouns else "") & subject_of(question))
    return wanted_by(question) is Wanted.PERSON and is_quoted and bool(is_thing or is_asked)


def is_own_name_for_place(question: str, text: str, begin: int, end: int) -> bool:
    """Whether it is asked where something is, and an answer is but its name: in quotation marks, or behind *im.*

    >>> text = "Kino „Wanda” działa przy ulicy Długiej."
    >>> [is_own_name_for_place("Gdzie jest kino?", text, *one) for one in ((6, 11), (20, 38))]
    [True, False]
    """
    before = text[max(0, begin - 30) : begin].rpartition("\n")[2]
    is_name = before[-1:] in _QUOTES or text[begin : begin + 1] in _QUOTES or _NAMED_FOR.search(before)
    is_named = forms(before) & subject_of(question) or is_in_heading(text, begin, end)
    return bool(asks_where(question) and is_name and is_named)


def _both_ways() -> list[tuple[str, str]]:
    return [*_ROLES, *((two, one) for one, two in _ROLES), *((one, one) for pair in _ROLES for one in pair)]
