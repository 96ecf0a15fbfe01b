"""Answers made whole: the surname behind a first name, the thousands and the currency behind a number, a day's month.

A reader chooses among spans by likelihood, and half a name is often likelier than all of it, or a name with a word
before it that does not belong there. Lists of words are ours.
"""

from __future__ import annotations

import re

from probierz.systems.questions.doubting.doubts import hour_asked_for, person_of_side
from probierz.systems.questions.doubting.votes import votes_asked_for
from probierz.systems.questions.reading.clause_borders import within_clause
from probierz.systems.questions.reading.uncut import uncut
from probierz.systems.questions.wanted.clock_times import clock_time
from probierz.systems.questions.wanted.journeys import end_of_way_asked_for
from probierz.systems.questions.wanted.kinds import (
    Wanted,
    asks_for_figures,
    asks_for_hour,
    asks_for_lasting,
    asks_for_year,
    asks_where,
    event_of_life,
    noun_asked_for,
    wanted_by,
)
from probierz.systems.questions.wanted.opening_hours import end_of_hours
from probierz.systems.questions.wanted.units import units_asked_for
from probierz.systems.questions.wanted.values import (
    count_asked_for,
    count_of_noun,
    date_asked_for,
    person_asked_for,
    value_asked_for,
)
from probierz.systems.questions.wording.case_borders import within_case, without_name_asked
from probierz.systems.questions.wording.cut_words import cut_form
from probierz.systems.questions.wording.denied_parts import instead_of_denied
from probierz.systems.questions.wording.kin import begin_with_kin
from probierz.systems.questions.wording.overlaps import overlapping, overlaps
from probierz.systems.questions.wording.verbs import is_past
from probierz.systems.questions.wording.word_forms import are_forms_of_one_word
from probierz.systems.questions.wording.words import CAPITAL, NAME_WORD, SMALL, without_marks
from probierz.systems.questions.wording.years import DAYS_OF_LIFE, YEAR, YEARS_OF_LIFE
from probierz.systems.shared.months import MONTH
from probierz.systems.shared.numerals import number_of_words

_NEXT_WORD = re.compile(r"[ \xa0]((?:(?:von|van|der|den|de|di|da|del|la|le|al|bin)[ \xa0])*)(\w[\w’'-]*)")
_FIRST_WORD = re.compile(r"\w[\w’'-]*")
_WORD_BEFORE = re.compile(r"(?<![\w-])(\w[\w’'-]*)[ \xa0]$")
_VERB_ASKED = re.compile(r"\W*(?:k[td]o|kogo|koho|komu) (?:się |se )?(\w+)", re.IGNORECASE)
_WORD_BEHIND = re.compile(r"\s(\w+)\b")
_NO_NAME_WORDS = (
    "a i o u w z od do po za na ku przez dla według wg dzięki zdaniem oraz lecz ale gdy kiedy jako jak wtedy potem nad"
    " wczoraj dziś dzisiaj jutro tam tu tutaj zaś także tak też pod przed przy bez oprócz obok wobec mimo choć był była"
    " jest są ten ta jego jej ich który która teraz następnie wreszcie podobnie natomiast gdyby ponieważ podczas poza"
    " v ve s se"
)
_NO_NAMES = frozenset(_NO_NAME_WORDS.split())
_NO_ENDINGS = ("o", "ie", "wszy", "ąc")  # adverbs and participles: Dawno, Obecnie, Kupiwszy, Mówiąc
_VERB_FIRST = re.compile(r"(?!Mich|Paw|Raf|Gaw|\w+mił)\w{3,}(?:ł|ła|li)")  # Prowadził; no name of a man
_LAST_WORD = re.compile(r"\w[\w’'-]*$")
_ADVERBS = (
    r"wtedy|wówczas|obecnie|dziś|dzisiaj|teraz|następnie|potem|później|wcześniej|także|też|również|tu|tam|tutaj|już"
    r"|jeszcze|dopiero|zaś|natomiast|jednak|wreszcie|nadal|go|ją|mu|im|się|tehdy|nyní|dnes|také|poté|později"
    r"|któr\w+|kter\w+|j(?:enž|ehož|emuž|ímž|íž)|n(?:ěmž|ímž|ěhož|ěmuž|íž)"
)
_ADVERBS_FIRST = re.compile(rf"(?:(?:{_ADVERBS})\b\W*)+", re.IGNORECASE)
_ADVERBS_LAST = re.compile(rf"(?:\W+(?:{_ADVERBS}))+$", re.IGNORECASE)
_BEHIND_A_NAME = re.compile(
    r" (?:według|wg|podczas|dzięki|jako|przez|wraz|zamiast|oprócz|místo|kromě) .*$"
    r"| (?:na|w|o|od|za|przy|dla|po) [^A-ZĄĆĘŁŃÓŚŹŻÁČĎÉĚÍŇŘŠŤÚŮÝŽ]*$"
    rf"|(?<=\w), [{SMALL}]+$"
)
_NOUN_LAST = re.compile(
    rf"((?:[{SMALL}]+ )?{NAME_WORD} {NAME_WORD}) "
    rf"(?!(?:i|a|oraz|z|ze|na|w|młodsz|starsz|mlad|senior|junior|herbu)\w{{0,2}}\b)"
    rf"[{SMALL}]{{3,}}"
)
"""A name and a noun behind it, which is of what comes next: *Annie Kos prezes* of *Annie Kos prezes Jan Bem*."""
_PLACE_BEFORE = re.compile(r"(?<!\w)(?:we?|ze?|nad?|u|przy|pod|spod|do|za|ve?)[ \xa0]$")
_THOUSANDS = r"tys\b\.?|tysi\w+|mln\b\.?|mili[oó]n\w*|mld\b\.?|miliard\w*|tis\b\.?|tisíc\w*"
_MONEY = r"zł\b|złot\w+|gr\b|grosz\w*|euro\b|€|\$|dolar\w*|USD\b|PLN\b|EUR\b|Kč|korun\w*"
_SHARE = r"%|‰|proc\b\.?|procent\w*"
_UNIT = re.compile(rf"[ \xa0\u202f]?(?:{_THOUSANDS}|{_MONEY}|{_SHARE})", re.IGNORECASE)
_SPACE = r"[ \xa0\u202f]"
_MEASURE = re.compile(
    rf"{_SPACE}(?:m n\. ?p\. ?m\.|(?:kilo|centy|mili|deka)?(?:gram|metr|litr)\w*|ton\w*|hektar\w*"
    r"|(?:km|cm|mm|kg|dag|m|g|l|t|ha)(?:[²³]|\b)|stopni\w*|°C?|lat|lata|dni|godzin\w*|minut\w*|sekund\w*|tygodni\w*|miesi[ąę]c\w*)(?!\w)",
    re.IGNORECASE,
)
_HOUSE = re.compile(r",?[ \xa0](?:(?:č|nr|numer)\.?[ \xa0])?\d+[a-zA-Z]?(?:/\d+)?(?![\w:]|\.\d|[ \xa0][^\W\d_]{3})")
_STREET = re.compile(r"\b(?:ul|al|pl|os|nám|tř)\. |\b(?:ulic|alei|placu|rynku|náměst|tříd)", re.IGNORECASE)
_CHANGE = re.compile(r"\d\S*(?: \S+)? (?:do|na) \d")
_FROM = re.compile(r"(?<!\w)ze? $")
_UNIT_ALONE = re.compile(rf"(?:{_UNIT.pattern}|{_MEASURE.pattern[len(_SPACE) :]})+\.?", re.IGNORECASE)
_UNIT_ASKED = re.compile(r"\b(?:walu|jednost|měn|pieni)\w*", re.IGNORECASE)
_FIGURES_BEFORE = re.compile(
    rf"(?<![\w.,])(?<!\d[ \xa0])\d[\d.,]*(?:[ \xa0\u202f]\d{{3}}[\d.,]*)*[ \xa0\u202f](?:(?:{_THOUSANDS})[ \xa0])?$",
    re.IGNORECASE,
)
_IN_PHRASE = re.compile(rf"(?<!\w)(?:we?|na|podczas|po|ve?|při) (?:[{SMALL}]+ ){{1,3}}$")
_NOUN_FIRST = re.compile(rf"[{SMALL}]{{4,}} (?={CAPITAL})")
_OFFICE_BEFORE = re.compile(
    r"\b(?:[^\W\d_]{2,}(?:telk?a?|arz|arka|ni[ck]|ník|nice|czka|ista|istka|or|orka|ářk?a?|log|mistrz|ant|ent|wca|jce|kyně)"
    r"|(?:vice|wice)?(?:starostk?a|wójt|prezes|sołtys|szef|šéf|proboszcz|kustosz|marszałek)) $"
)
"""Whom a noun in the genitive belongs to: *ředitel školy František Sova*."""
_BODY_BEFORE = re.compile(r"\b(?:firma|spółka|společnost) $")
_NEXT_VERB = re.compile(
    r" (?:i|oraz|a|lub) (?:nie )?[^\W\d_]{2,}"
    r"(?:uje|aje|[aeo]wia|iera|ala|ywa|adza|acza|ają|ują|odzi|[ai]ł[aoy]?)\b[^.]*$"
)
_FIGURES = re.compile(r"\d")
_NAME_ASKED = re.compile(r"\bjak (?:się |se )?(?:nazywa\w*|zwie|jmenuj\w*)", re.IGNORECASE)
_ABOUT = re.compile(
    r"(?:około|ok\.|ponad|przeszło|prawie|blisko|niemal|zaledwie|przynajmniej|najwyżej|okolo|přes|asi)\s+$"
)
_A_MONTH = re.compile(MONTH, re.IGNORECASE)
_DAY_BEFORE = re.compile(r"(?<![\d.,])\d{1,2}\.?\s$")
_DATE_BEFORE = re.compile(rf"(?<![\d.,])(?:\d{{1,2}}\.?\s)?{MONTH}\s$", re.IGNORECASE)
_MONTH_BEHIND = re.compile(rf"(?:(?<=\b\d)|(?<=\b\d\d))\.?\s{MONTH}", re.IGNORECASE)
_YEAR_BEHIND = re.compile(r"(?<=[a-zńśźć])\s[12]\d{3}\b")
_YEAR_WORD = re.compile(r"\s(?:roku\b|r\.)")
_WEEKDAY = r"(?:poniedział\w+|wtor\w+|śro(?:da|dy|dę)|czwart(?:ek|ku|ki)|piąt(?:ek|ku|ki)|sobot[aęy]|niedziel[aęei])"
_HOUR = r"\d{1,2}(?:[:.]\d\d)?"
_HOURS = rf"(?:w godzinach|od|o godzinie|o godz\.|godz\.)\s+{_HOUR}(?:\s?(?:[–-]|do)\s?{_HOUR})?"
_DAYS = re.compile(
    rf"\b(?:(?:od|we?|każd\w+)\s+)?{_WEEKDAY}(?:\s+(?:do|i)\s+{_WEEKDAY})?"
    rf"(?:,?\s+(?:\d{{1,2}}\s+[a-ząćęłńóśźż]{{4,12}}\s+)?{_HOURS})?",
    re.IGNORECASE,
)


def whole_answer(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """Return where an answer, from `begin` to before `end` of a passage, begins and ends as a whole.

    >>> text = "Młyn kupił wtedy Stanisław Pawlak za 215 tys. zł."
    >>> ["{}".format(text[slice(*whole_answer("Kto go kupił?", text, *one))]) for one in ((11, 26), (27, 33))]
    ['Stanisław Pawlak', 'Stanisław Pawlak']
    >>> text[slice(*whole_answer("Ile kosztował?", text, 34, 40))]
    '215 tys. zł'
    """
    whole = _whole(question, passage, *instead_of_denied(passage, begin, end))
    if (other := instead_of_denied(passage, *whole)) != whole:
        begin, end = instead_of_denied(passage, *_whole(question, passage, *other))
        whole = begin, _end_of_number(passage, begin, end)
    return uncut(question, passage, *_with_number(question, passage, *whole))


def _whole(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """Where an answer of its kind begins and ends, before its last word is looked at."""
    wanted = wanted_by(question)
    if asks_for_hour(question):
        begin, end = clock_time(passage, *hour_asked_for(question, passage, begin, end))
        first, last = end_of_hours(question, passage[begin:end])
        return begin + first, begin + last
    if wanted is Wanted.DATE:
        return _date(question, passage, *date_asked_for(question, passage, begin, end))
    begin, end = _without_adverbs(passage, begin, end)
    if wanted is Wanted.PERSON:
        begin, end = person_asked_for(question, passage, begin, end)
        begin = _behind_verb(question, passage, begin, end)
        begin = _behind_phrase(passage, _behind_time(passage, begin, end), end)
        end = _before_next_verb(passage, begin, end)
        if (other := person_of_side(question, passage, begin, end)) != (begin, end):
            return other
        end = _without_what_follows(passage, begin, end)
        begin, end = _begin_of_body(passage, _begin_of_name(passage, begin, end)), _end_of_name(passage, end)
        begin, end = within_case(question, passage, *without_name_asked(question, passage, begin, end))
        begin, end = _without_thing_given(question, passage, begin, end)
        return begin_with_kin(question, passage, begin, end), end
    if wanted is Wanted.NUMBER:
        return _number(question, passage, begin, end)
    if (on_way := end_of_way_asked_for(question, passage, begin, end)) != (begin, end):
        return on_way
    return _other(question, wanted, passage, begin, end)


def _other(question: str, wanted: Wanted, passage: str, begin: int, end: int) -> tuple[int, int]:
    """A place, a name, a reason, or what *co* and *jaki* ask for; of money or a share with its unit."""
    if wanted is Wanted.PLACE and (before := _PLACE_BEFORE.search(passage, max(0, begin - 8), begin)):
        begin = before.start() if asks_where(question) else begin
    begin, end = within_clause(question, passage, begin, _before_reason(wanted, passage, begin, end))
    begin, end = _fraction(passage, begin, end)
    end = _end_of_phrase(passage, begin, end)
    if _WHAT.match(question):
        begin, end = _with_adjectives(question, passage, begin, end)
    if _NAME_ASKED.search(question):
        return _begin_of_name(passage, begin, end), _end_of_name(passage, end)
    if wanted is Wanted.PLACE:
        begin, end = _behind_year(passage, begin, end), _before_day(passage, begin, end)
        house = _HOUSE.match(passage, end) if _STREET.search(passage[begin:end]) else None
        end = house.end() if house else end
    if asks_for_figures(question):
        return begin, _end_of_figures(passage, begin, end)
    if wanted in (Wanted.WHICH, Wanted.PLACE):
        return begin, _end_behind_noun(noun_asked_for(question), passage, begin, end)
    return begin, _end_of_number(passage, begin, end)


def _number(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """The number that is asked for, as a whole: with its unit, as a range, without the noun that is counted."""
    begin, end = count_asked_for(question, passage, *votes_asked_for(question, passage, begin, end))
    noun = _counted(question)
    begin, end = _part_of_all(question, noun, passage, *value_asked_for(question, passage, begin, end))
    begin, end = count_of_noun(question, passage, begin, end) or _number_of_noun(noun, passage, begin, end)
    begin = _begin_of_number(passage, begin, end)
    end = _without_noun(noun, passage, begin, end)
    end = _end_of_number(passage, begin, end)
    return _begin_of_range(passage, begin, end), _end_of_measure(noun, passage, end)


def _with_number(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """With its number, in figures or words, where an answer is a unit or currency alone, and none is asked for."""
    if not _UNIT_ALONE.fullmatch(passage, begin, end) or _UNIT_ASKED.search(question):
        return begin, end
    low = max(0, begin - 40)
    if figures := _FIGURES_BEFORE.search(passage, low, begin):
        return figures.start(), end
    while (before := _WORD_BEFORE.search(passage, max(0, begin - 40), begin)) and _is_number(before.group(1)):
        begin = before.start(1)
    return begin, end


def _without_adverbs(passage: str, begin: int, end: int) -> tuple[int, int]:
    """Without *wtedy*, *dziś*, *go* and the like at either end, where anything is left."""
    first = _ADVERBS_FIRST.match(passage, begin, end)
    low = first.end() if first else begin
    last = _ADVERBS_LAST.search(passage[low:end])
    high = low + last.start() if last else end
    return (low, high) if low < high else (begin, end)


_REASON = re.compile(r" (?:z powodu|w celu|ze względu na|w związku z|na wniosek|z inicjatywy|w wyniku|na skutek)\b.*$")
_YEAR_FIRST = re.compile(r"w[e]? (?:latach )?[12]\d{3}(?:[–-][12]\d{3})? (?:roku |r\. )?(?=\w)", re.IGNORECASE)
_DAY_LAST = re.compile(r",? \d{1,2}$")
_PART = re.compile(r"\w+(?:ich|ych)\b")
_ADJECTIVE_LAST = re.compile(r"\b[^\W\d_]{3,}(?:(ego)|(ej)|[yi]ch)$")
_NOUN_BEHIND = re.compile(r"[ \xa0]([a-ząćęłńóśźż]{3,})\b")
_NO_NOUN_ENDS = ("ć", "je", "ją", "ącą", "ący", "uje", "nie")
_NO_NOUN_WORDS = (
    "oraz lub albo ale jest był była było były będzie się dla nad pod przy bez przed przez jako czy gdy nie także też"
    " które która który ich jego jej już tylko może mogą został została zostało zostały koło wśród według podczas"
)
_NO_NOUNS = frozenset(_NO_NOUN_WORDS.split())


def _before_reason(wanted: Wanted, passage: str, begin: int, end: int) -> int:
    """Before *z powodu* and the like, where no reason is asked for."""
    found = None if wanted in (Wanted.REASON, Wanted.MANNER) else _REASON.search(passage[begin:end])
    return begin + found.start() if found else end


def _behind_year(passage: str, begin: int, end: int) -> int:
    """Behind a year that a place would begin with: of *w 2004 roku w Pucku* the last two words."""
    year = _YEAR_FIRST.match(passage, begin, end)
    return year.end() if year else begin


def _before_day(passage: str, begin: int, end: int) -> int:
    """Before the day of a date that a place would end with: of *w Krakowie 17 listopada* the first two words."""
    day = _DAY_LAST.search(passage[begin:end])
    return begin + day.start() if day and _MONTH_BEHIND.match(passage, end) else end


def _fraction(passage: str, begin: int, end: int) -> tuple[int, int]:
    """At the number before what it counts parts by: of *dwóch trzecich* not *trzecich* alone."""
    before = _WORD_BEFORE.search(passage, max(0, begin - 40), begin)
    is_part = _PART.match(passage, begin, end)
    if is_part and before and _is_number(is_part.group()) and _is_number(before.group(1)):
        return before.start(1), end
    return begin, end


_FIGURES_ALONE = re.compile(r"[^\d,;]*\d[^,;]*")


def _end_of_figures(passage: str, begin: int, end: int) -> int:
    """Before the comma that ends a number: of `0123, w Pucku` the first word."""
    found = _FIGURES_ALONE.match(passage, begin, end)
    return found.end() if found else end


def _end_of_phrase(passage: str, begin: int, end: int) -> int:
    """Behind the noun of an adjective in the genitive that would be last: of *głosów walnego zebrania* all."""
    last, noun = _ADJECTIVE_LAST.search(passage, begin, end), _NOUN_BEHIND.match(passage, end)
    if not last or not noun or noun.group(1) in _NO_NOUNS:
        return end
    word = noun.group(1)
    endings = (
        ("a", "u") if last.group(1) else ("y", "i") if last.group(2) else ("ów", "i", "ń", "c", "k", "r", "t", "ch")
    )
    is_noun = word.endswith(endings) and not word.endswith(_NO_NOUN_ENDS) and not is_past(word)
    return noun.end() if is_noun else end


_WHAT = re.compile(r"\W*co\b", re.IGNORECASE)
_AGREEING = tuple(
    (re.compile(adjective), ends)
    for adjective, ends in (
        (r"\w{2,}(?:(?:[nwtrmdbpł]|sz|ch|ż)y|(?:[sc]?k|g|pn|[oe]dn)i|[ýí])", tuple("bcćdfghjklłmnńprřsśtwzźżžčš")),
        (r"\w{2,}(?:(?:[nwtrmdbpkgł]|sz|ch|ż|ni|ąc)a|á)", ("a", "ice", "yně")),
        (r"\w{2,}(?:(?:[nwtrmdbpkgł]|sz|ch|ż|ąc)ą|ou)", ("ę", "u", "ici")),
        (r"\w{2,}(?:(?:[nwtrmdbpł]|sz|ch|ż|ki|gi|ąc)e|é)", ("o", "e", "ę", "y", "i")),
    )
)
"""Adjectives and participles of one gender, in the cases of *co*, and how nouns of it end."""
_OTHER_VERB = re.compile(r"\w+(?:ją|uje|ć)")


def _with_adjectives(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """With the adjectives of a noun that a span begins with, and with the noun of those that it ends with.

    Of *jest mały kamienny most* neither *kamienny* nor *most* alone is told.
    """
    asked = {word.lower() for word in _FIRST_WORD.findall(question)}
    last, noun = _LAST_WORD.search(passage, begin, end), _NOUN_BEHIND.match(passage, end)
    if last and noun and _agree(last[0], noun[1]):
        end = noun.end()
    noun = next((one for one in _FIRST_WORD.finditer(passage, begin, end) if not _is_adjective(one[0])), None)
    while noun and (before := _WORD_BEFORE.search(passage, max(0, begin - 40), begin)):
        if before[1].lower() in asked or not _agree(before[1], noun[0]):
            break
        begin = before.start(1)
    return begin, end


def _is_adjective(word: str) -> bool:
    return any(adjective.fullmatch(word) for adjective, _ in _AGREEING)


def _agree(adjective: str, noun: str) -> bool:
    """Whether two words in small letters may be an adjective and its noun, as far as their endings tell."""
    if not (adjective.islower() and noun.islower()) or adjective in _NO_NOUNS or noun in _NO_NOUNS:
        return False
    if any(is_past(word) or _OTHER_VERB.fullmatch(word) for word in (adjective, noun)):
        return False
    return any(one.fullmatch(adjective) and noun.endswith(ends) for one, ends in _AGREEING)


# --- names -----------------------------------------------------------------------------------------------------------


_NAME_BEHIND_TIME = re.compile(
    rf"(?:[\d–-]+\s+)?(?:(?:{MONTH}|{_WEEKDAY}|rano|wieczorem|codziennie|zawsze|zwykle|wczoraj|jutro|roku|r\.)[\s,]+"
    r"|[a-ząćęłńóśźż]+,\s+)+"
    rf"(?={CAPITAL}\w+ {CAPITAL})"
)


def _behind_time(passage: str, begin: int, end: int) -> int:
    """At a name behind a month, a time of the day or what ends with a comma: of *lipca Jan Kot* the last two words."""
    before = _NAME_BEHIND_TIME.match(passage, begin, end)
    return before.end() if before else begin


def _behind_phrase(passage: str, begin: int, end: int) -> int:
    """At a name behind a noun that ends a phrase before it: of *w finale turnieju miasta Jana Kota* the last two."""
    noun = _NOUN_FIRST.match(passage, begin, end)
    before = passage[max(0, begin - 60) : begin]
    return noun.end() if noun and (_IN_PHRASE.search(before) or _OFFICE_BEFORE.search(before)) else begin


def _behind_verb(question: str, passage: str, begin: int, end: int) -> int:
    """Behind the verb that *kto* or *kogo* asks with, where a person begins with it: *vedl Ladislav Šebela*."""
    asked, first = _VERB_ASKED.match(question), _FIRST_WORD.match(passage, begin, end)
    following = _NEXT_WORD.match(passage, first.end(), end) if first and first.group().islower() else None
    is_verb = asked and first and following and are_forms_of_one_word(asked[1].lower(), first.group())
    return following.start(1) if is_verb and following else begin


def _before_next_verb(passage: str, begin: int, end: int) -> int:
    """Before *i* with a verb of its own: of *Rada i ustala opłaty* the first word."""
    verb = _NEXT_VERB.search(passage, begin, end)
    return verb.start() if verb else end


def _without_what_follows(passage: str, begin: int, end: int) -> int:
    """Before what is said of somebody with a preposition and without a name: `na prawie magdeburskim`."""
    if name := _NOUN_LAST.fullmatch(passage, begin, end):
        return name.end(1)
    found = _BEHIND_A_NAME.search(passage[begin:end])
    return begin + found.start() if found and any(map(str.isupper, passage[begin : begin + found.start()])) else end


_ASKS_TO_WHOM = re.compile(r"\W*komu\b", re.IGNORECASE)
_OF_ANOTHER = re.compile(
    r"(?:\w+(?:a|ego|ého|[^szżř]y) )+(?=\w+(?:owi|ovi|emu|ému|[bdfłlmnprw]ie|zie|cie|rze|dze|ce|ě)\b)"
)
"""A name in the genitive before one in the dative: *nagrodę Adama Asnyka Marcie Sum*."""


def _without_thing_given(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """Of whom something was given to, and that and whose it is, the first: of *bratu książkę Oli* one word, and of
    *książkę Oli Markowi* the last.
    """
    if not _ASKS_TO_WHOM.match(question):
        return begin, end
    asked = set(_FIRST_WORD.findall(question))
    things = [one for one in _FIRST_WORD.finditer(passage, begin, end) if one[0] in asked and one[0].islower()]
    if things and things[0].start() > begin:
        end = things[0].start() - 1
    elif things and things[0].end() < end:
        begin = things[0].end() + 1
    other = _OF_ANOTHER.match(passage, begin, end)
    return other.end() if other else begin, end


def _end_behind_noun(noun: str, passage: str, begin: int, end: int) -> int:
    """Behind a name that follows the noun asked for, which the answer begins with, or follows: `firma Stal z Pucka`."""
    before = _WORD_BEFORE.search(passage, max(0, begin - 40), begin)
    first = _FIRST_WORD.match(passage, begin, end)
    if not noun or first is None:
        return end
    stem = cut_form(noun)
    if cut_form(first.group()) == stem and (name := _NEXT_WORD.match(passage, first.end(), end)):
        high = name.end()
    elif before and cut_form(before.group(1)) == stem:
        name, high = first, first.end()
    else:
        return end
    return min(end, _end_of_name(passage, high)) if _is_name(name.group(name.re.groups)) else end


def _begin_of_name(passage: str, begin: int, end: int) -> int:
    """At the first of the words with capitals that go before a word with one; none that begins a sentence and is no
    name, as far as its ending tells.
    """
    first = _FIRST_WORD.match(passage, begin, end)
    if first is None or not _is_name(first.group()):
        return begin
    while (before := _WORD_BEFORE.search(passage, max(0, begin - 40), begin)) and _is_name(before.group(1)):
        at = before.start(1)
        is_first = not passage[:at].strip() or passage[:at].rstrip()[-1] in ".!?…:;\n" or passage[at - 1] == "\n"
        word = before.group(1)
        if is_first and (word.lower() in _NO_NAMES or word.endswith(_NO_ENDINGS) or _VERB_FIRST.fullmatch(word)):
            return begin
        begin = at
        if is_first:
            break
    return begin


def _begin_of_body(passage: str, begin: int) -> int:
    """At the word before a name that says what body has it: *firma Silnice*."""
    body = _BODY_BEFORE.search(passage, max(0, begin - 20), begin) if passage[begin : begin + 1].isupper() else None
    return body.start() if body else begin


def _end_of_name(passage: str, end: int) -> int:
    """Behind the words with capitals that follow a word with one."""
    last = _LAST_WORD.search(passage, max(0, end - 40), end)
    if last is None or not _is_name(last.group()):
        return end
    while (following := _NEXT_WORD.match(passage, end)) and _is_name(following.group(2)):
        end = following.end()
    return end


def _is_name(word: str) -> bool:
    return word[0].isupper() and len(word) > 1


# --- numbers ---------------------------------------------------------------------------------------------------------


def _counted(question: str) -> str:
    """The noun whose number a question asks for: *ile osób*, *ile kilometrów*; not *głębokość*, and not *ile czasu*."""
    noun, units = noun_asked_for(question), units_asked_for(question)
    is_unit = units is None or units.match(without_marks(noun))
    return noun if is_unit and not asks_for_lasting(question) else ""


_PART_OF_ALL = re.compile(
    r"(?<!\bdo )(?<!\bze )(?<!\bod )(?<!\bz )\b(\w+) (\w{3,}) (?:z|ze|spośród) (\w+)(?=[^\w\s]|\s*$|\s(?:i|a|oraz)\s)"
)
_ALL_ASKED = re.compile(
    r"\b(?:z|ze|spośród) (?:ilu|kolika)\b|\b(?:najwięcej|maksymalnie|łącznie|razem|wszystkich)\b", re.IGNORECASE
)


def _part_of_all(question: str, noun: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """Of a number and that which it is a part of the first: of `18 punktów z 25` not the last one."""
    if not noun or _ALL_ASKED.search(question):
        return begin, end
    for one in _PART_OF_ALL.finditer(passage):
        is_told = _is_number(one[1]) and _is_number(one[3]) and _is_same_noun(one[2], noun)
        if is_told and overlaps(one.span(), begin, end):
            return one.start(), one.end(2)
    return begin, end


def _number_of_noun(noun: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """Of several numbers that which the noun asked for follows: of `38 domów i dwa mosty` the bridges."""
    words = [*_FIRST_WORD.finditer(passage, begin, end)]
    numbers = [at for at, one in enumerate(words) if _is_number(one.group())]
    for at in numbers[1:] if noun else ():
        is_apart = at - 1 not in numbers and words[at - 1].group() not in ("do", "a", "až")
        if is_apart and at + 1 < len(words) and _is_same_noun(words[at + 1].group(), noun):
            return words[at].start(), words[at + 1].end()
    return begin, end


def _without_noun(noun: str, passage: str, begin: int, end: int) -> int:
    """Behind the number where what is counted was told: to *ilu osób* not `trzech rybaków`, to *ile czasu* all of it.

    A noun is told from a verb by its last letter: *osób*, *lat*; not *waży*, *kosztował*, and so not *dzieci* either.
    """
    words = [*_FIRST_WORD.finditer(passage, begin, end)]
    numbers = [at for at, one in enumerate(words) if _is_number(one.group())]
    if not _is_noun(noun) or not numbers or numbers != list(range(numbers[0], len(numbers) + numbers[0])):
        return end
    return words[numbers[-1]].end()


def _is_noun(word: str) -> bool:
    return len(word) > 2 and word[-1] not in "aąeęioóuył"


def _end_of_measure(noun: str, passage: str, end: int) -> int:
    """Behind the unit of what was measured, where a number stands before it and the question does not name it."""
    last, unit = _LAST_WORD.search(passage, max(0, end - 40), end), _MEASURE.match(passage, end)
    if not unit or not last or not _is_number(last.group()):
        return end
    return end if _is_noun(noun) or _is_same_noun(unit.group().strip(), noun) else unit.end()


def _is_same_noun(one: str, other: str) -> bool:
    """Whether words may be forms of one noun: *mosty*, *mostów*."""
    length = max(3, min(len(one), len(other)) - 2)
    return without_marks(one.lower())[:length] == without_marks(other.lower())[:length]


def _begin_of_number(passage: str, begin: int, end: int) -> int:
    """At the first number of a span, or at *około* before it; a number in words has further ones before it."""
    first = next((one for one in _FIRST_WORD.finditer(passage, begin, end) if _is_number(one.group())), None)
    if first is None:
        return begin
    at = first.start()
    while not _FIGURES.match(passage, at) and (before := _WORD_BEFORE.search(passage, max(0, at - 40), at)):
        if not _is_number(before.group(1)) or _FIGURES.match(before.group(1)):
            break
        at = before.start(1)
    about = _ABOUT.search(passage, max(0, at - 20), at)
    return about.start() if about else at


_RANGE_BEFORE = re.compile(r"(?<!\w)(?:(?:od|z|ze|między|pomiędzy)\s+)?(\w+)(?:\s+(?:do|lub|albo|a)\s+|\s?[–-]\s?)$")


def _begin_of_range(passage: str, begin: int, end: int) -> int:
    """At the first number of a range that ends with this one: *od sześciu do ośmiu*, *dwa lub trzy*, *3–4*."""
    low = max(0, begin - 40)
    before = _RANGE_BEFORE.search(passage, low, begin)
    if not before or not _is_number(before.group(1)) or YEAR.fullmatch(before.group(1)):
        return _from_first(passage, begin, end)
    return _from_first(passage, before.start() if before.start() > low or not low else begin, end)


def _from_first(passage: str, begin: int, end: int) -> int:
    """At *z* before a change from one number to another: *z 3 do 4 zł*."""
    is_change = _CHANGE.match(passage, begin, end)
    return begin - len(is_from[0]) if is_change and (is_from := _FROM.search(passage, 0, begin)) else begin


def _end_of_number(passage: str, begin: int, end: int) -> int:
    """Behind what follows a number and makes it another one: more words of it, `tys.` and then `zł`."""
    last = _LAST_WORD.search(passage, begin, end)
    if last is None or not _is_number(last.group()):
        return end
    is_words = not passage[end - 1].isdigit()
    while is_words and (following := _WORD_BEHIND.match(passage, end)) and _is_number(following.group(1)):
        if _FIGURES.match(following.group(1)):
            break
        end = following.end()
    while following := _UNIT.match(passage, end):
        end = following.end()
    return end


def _is_number(word: str) -> bool:
    return (
        word[0].isdigit()
        or word.lower().startswith("półtor")
        or (word.lower() != "raz" and number_of_words([word]) is not None)
    )


# --- dates -----------------------------------------------------------------------------------------------------------


def _date(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """The year alone where a year is asked for; of the years of a life the one; else the day, month and year."""
    life = YEARS_OF_LIFE.search(passage, max(0, begin - 7), end + 7)
    event = event_of_life(question)
    if life and event and overlaps(life.span(), begin, end):
        return life.span(1 if event == "birth" else 2)
    if event and (days := overlapping(DAYS_OF_LIFE.finditer(passage), begin, end)):
        first, last = days.span(1 if event == "birth" else 2)
        return (last - 4 if asks_for_year(question) else first), last
    if asks_for_year(question):
        years = list(YEAR.finditer(passage, begin, end))
        return years[0].span() if len(years) == 1 else (begin, end)
    pattern = _DATE_BEFORE if YEAR.match(passage, begin) else _DAY_BEFORE if _A_MONTH.match(passage, begin) else None
    before = pattern.search(passage, max(0, begin - 20), begin) if pattern else None
    begin = before.start() if before else begin
    month = _MONTH_BEHIND.match(passage, end)
    end = month.end() if month else end
    year = _YEAR_BEHIND.match(passage, end)
    end = year.end() if year else end
    word = _YEAR_WORD.match(passage, end)
    end = word.end() if word and YEAR.match(passage, end - 4) else end
    begin, end = _with_limit(passage, begin, end)
    return _with_days(passage, *_without_what_is_no_date(passage, begin, end))


_LIMIT = re.compile(
    r"\b(?:nie (?:wcześniej|później) niż|ne (?:dříve|později) než|naj(?:później|wcześniej)|nej(?:později|dříve)"
    rf"|przed|před) (?:(?:we?|ve?|do|dnia|dniem|dnem|rokiem|rokem|roku) )*(?=\d|{MONTH})",
    re.IGNORECASE,
)
"""What says that something was before or behind a date: a part of when it was."""


def _with_limit(passage: str, begin: int, end: int) -> tuple[int, int]:
    """With the limit that a date is told by: *przed 12 maja*, *najpóźniej w 1820 roku*."""
    limits = (one for one in _LIMIT.finditer(passage, max(0, begin - 40), end) if one.end() >= begin)
    first = min((one.start() for one in limits), default=begin)
    return min(first, begin), end


_BEHIND_A_DATE = re.compile(r"(?<=[\w.]) (?:pod|na|nad|przy|u|z|ze|dla|przez|we?) [^\W\d_]+(?: [^\W\d_]+)*$")
_A_DATE = re.compile(rf"\d{{1,2}}\.? {MONTH}(?: [12]\d{{3}})?(?: roku| r\.)?|[12]\d{{3}}(?: roku| r\.)?")


_NAME_BEHIND_A_YEAR = re.compile(rf"(?<=[12]\d{{3}})(?: roku| r\.)?(?=,? {CAPITAL}[{SMALL}]+\b\D*$)")
_IN = re.compile(r"\bwe? $", re.IGNORECASE)


def _without_what_is_no_date(passage: str, begin: int, end: int) -> tuple[int, int]:
    """Of a day and month, or a year, with what happened then, the date: of `18 maja pod folią` the first two words.

    So of `latach 1782–1789 Jakub` all but the name, with the preposition before it.
    """
    name = _NAME_BEHIND_A_YEAR.search(passage[begin:end])
    end = begin + name.end() if name else end
    before = _IN.search(passage, max(0, begin - 4), begin) if passage.startswith("latach ", begin) else None
    begin = before.start() if before else begin
    behind = _BEHIND_A_DATE.search(passage[begin:end])
    if behind and _A_DATE.search(passage, begin, begin + behind.start()) and not _A_MONTH.search(behind.group()):
        return begin, begin + behind.start()
    return begin, end


def _with_days(passage: str, begin: int, end: int) -> tuple[int, int]:
    """With all days of the week and hours that a date has a part of: *od wtorku do niedzieli w godzinach 10–16*."""
    days = overlapping(_DAYS.finditer(passage), begin, end)
    return (min(begin, days.start()), max(end, days.end())) if days else (begin, end)
