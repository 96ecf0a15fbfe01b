"""Of several values in one sentence the one that is asked for: *dorośli płacą 15 zł, a uczniowie 6 zł*.

Each number of the same unit, or each date, has a part of the sentence, which ends at a comma or *a* between it and the
next. What parts behind the first do not say is told in it (*bilet kosztuje*), so the words of the question that they
have decide.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from probierz.systems.questions.wanted.kinds import (
    Wanted,
    asks_for_hour,
    event_of_life,
    noun_asked_for,
    wanted_by,
)
from probierz.systems.questions.wording.field_words import OF_ASKING, forms
from probierz.systems.questions.wording.overlaps import overlapping
from probierz.systems.questions.wording.word_flags import ALL_PREPOSITIONS
from probierz.systems.questions.wording.word_forms import are_forms_of_one_word
from probierz.systems.questions.wording.words import ASKS_WHO, CAPITAL, NAME_WORD, NAMES, SMALL, WORDS, without_asking
from probierz.systems.questions.wording.years import DAYS_OF_LIFE, years_between
from probierz.systems.shared.months import MONTH

_NUMBER = r"\d{1,3}(?:[ \xa0\u202f]\d{3})+(?:,\d+)?|\d+(?:,\d+)?"
_MEASURES = (
    r"zł|złot\w+|gr|grosz\w*|euro|kč|korun\w*|kg|km|m|cm|mm|g|ha|l|metr\w*|kilometr\w*|%|procent\w*|lat|dni|minut\w*"
    r"|godzin\w*|tygodni\w*|miesi[ęą]c\w*"
)
_UNITS = rf"{_MEASURES}|osób|os\.|miejsc|sztuk\w*|szt\."
_COUNTED = re.compile(r"os|miejsc|szt", re.IGNORECASE)
_VALUE = re.compile(
    rf"(?<![\w.,])(?:{_NUMBER})(?:[ \xa0](?:tys\.|tysi\w+|mln|milion\w*))?[ \xa0]?(?P<unit>{_UNITS})(?!\w)",
    re.IGNORECASE,
)
_COUNT = re.compile(
    rf"(?<![\w.,:–-])(?<!od )(?<!do )(?<!nr )"
    rf"(?![12]\d{{3}}\b)(?P<count>{_NUMBER})(?![\w.:–-]|,\d|[ \xa0\u202f]\d)"
    rf"(?![ \xa0]?(?:{_MEASURES}|{MONTH}|roku?|r\.)(?!\w))(?:[ \xa0][^\W\d_]{{3,}})?",
    re.IGNORECASE,
)
"""A number of things, with the word behind it; no year, and no end of a range."""
_IN_WORDS = (
    r"jed(?:en|n[aąouyué])|dw(?:a|ie|óch|u)|trz(?:y|ech)|czter(?:y|ech)|pięć|pięciu|sześć|sześciu|siedem|siedmiu|osiem"
    r"|ośmiu|dziewięć|dziewięciu|dziesięć|dziesięciu|[^\W\d_]+(?:naście|nastu|dzieści|dziestu|dziesiąt|dziesięciu)|sto|stu"
    r"|dv(?:a|ě|ou)|tři|tří|čtyři|čtyř|pět|pěti|šest|šesti|sedm|sedmi|osm|osmi|devět|devíti|deset|deseti|[^\W\d_]+(?:náct|cet)"
)
_COUNT_IN_WORDS = re.compile(
    rf"(?<!\w)(?<!od )(?<!do )(?P<count>(?:{_IN_WORDS})(?: (?:{_IN_WORDS}))*)(?!\w)(?:[ \xa0][^\W\d_]{{3,}})?",
    re.IGNORECASE,
)
"""The same in words; no ordinal number."""
_NOT_OF_ALL = r"(?<![\w.,:–-])(?<!\bz )(?<!\bze )(?<!\bod )(?<!\bdo )(?<!\bpo )(?<!\bco )"
_NOUN_BEHIND = rf"[ \xa0](?:[{SMALL}]{{2,}}(?:[iy]ch|[éí]ch|e) )?(?P<noun>[{SMALL}]{{3,}})(?!\w)"
_COUNT_OF, _WORDS_OF = (
    re.compile(rf"{_NOT_OF_ALL}(?P<count>{count}){_NOUN_BEHIND}")
    for count in (
        rf"(?:{_NUMBER})(?:[ \xa0]?(?:{_MEASURES}|dag|ml|łyż\w+|szklan\w+)(?!\w))?",
        rf"(?:{_IN_WORDS})(?: (?:{_IN_WORDS}))*",
    )
)
"""A number right before what is counted, with an adjective between them, *6 nowych książek*, or before what is measured
with its unit: *2 kg mąki*.
"""
DATE = rf"(?:\d{{1,2}}\.? {MONTH}(?: [12]\d{{3}})?|\d{{1,2}}\.\d{{1,2}}\.[12]\d{{3}})(?: roku| r\.)?"
"""The pattern of a day of Polish or Czech, in small letters."""
_DATE = re.compile(rf"(?<![\w.,]){DATE}(?!\w)", re.IGNORECASE)
_YEAR = re.compile(r"[12]\d{3}")
_YEAR_TOLD = re.compile(
    r"(?<![\w.,–-])(?:(?:w|v|od|do) (?:roku |roce )?)?[12]\d{3}(?: roku| r\.)?(?![\w–-]|,\d)", re.IGNORECASE
)
_PERSON = re.compile(rf"(?:\b[Pp](?:an|ani|án|aní) |{NAME_WORD} ){NAMES}")
_HOUR = re.compile(r"(?<![\d.,:])(?:[01]?\d|2[0-4])[:.][0-5]\d(?!\d|[.:]\d)")
_PLACE = re.compile(rf"\b(?:[WwVv]e?|[NnZz]a|[Dd]o|[Zz]e?|[Pp]rzy) {NAME_WORD}")
_NAMES = re.compile(NAME_WORD)
_TITLES = forms("pan pani pán paní")
_OF_KIND = {Wanted.PERSON: _PERSON, Wanted.DATE: _YEAR_TOLD, Wanted.NUMBER: _VALUE, Wanted.PLACE: _PLACE}
_LONGEST_UNIT = 3
"""Letters by which two units are the same one: *zł*, *złotych*."""
_SENTENCE = re.compile(
    rf"(?<![.!?])[.!?](?=\s+[\"„]?{CAPITAL})|(?<=[{SMALL}]{{4}})[.!?](?=\s+\d{{1,2}}\.? {MONTH}(?!\w))|\n|;"
)
"""The end of a sentence: another one begins with a capital letter or with a day, *… roku. 17 maja …*."""
_SEAM = re.compile(r",|\s(?:a|zaś|natomiast)\s")
_HALF = re.compile(r"[,;]\s(?=(?:a|zaś|natomiast|ale|lecz|zatímco|kdežto)\s)")
_WEAK_SEAM = re.compile(r"\s(?:i|oraz)\s")
_ENDED = re.compile(r"(?:\s(?:dług|wysok|szerok|głębok|powierzch|brutto|netto|rocznie|miesięcznie)\w*)?\s*")
_MOST_BEFORE = 2
"""Words before a value in an answer, as of a title: *doktor Jan Kot*."""
_LONGEST_NAMES = 60
"""Characters before the days of a life, in which it is told whose they are."""
_LONGEST = 400
"""Characters of a sentence before and behind a value that are looked at."""


def value_asked_for(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """Return the characters of the value in the sentence of a span that a question asks for, else those of the span.

    >>> text = "Bilet normalny kosztuje 18 zł, ulgowy 11 zł, a rodzinny 40 zł."
    >>> text[slice(*value_asked_for("Ile kosztuje bilet ulgowy?", text, 24, 29))]
    '11 zł'
    >>> text = "Najtańsza oferta, firmy Dach, wynosi 38 zł, najdroższa, firmy Blacha, 52 zł."
    >>> text[slice(*value_asked_for("Ile wynosi oferta firmy Blacha?", text, 37, 42))]
    '52 zł'
    """
    low, high = _sentence(passage, begin, end)
    every = list(_VALUE.finditer(passage, low, high))
    own = overlapping(every, begin, end)
    values = [one for one in every if own and _is_same_unit(one, own)]
    return _of_several(question, passage, (low, high), values, own) or (begin, end)


def count_asked_for(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """Return the characters of the number of things that a question asks for, as `value_asked_for` does.

    >>> text = "Przyszło 400 gości zagranicznych i 150 polskich."
    >>> text[slice(*count_asked_for("Ilu gości polskich przyszło?", text, 9, 12))]
    '150'
    >>> text = "Dorośli mają dwa treningi w tygodniu, dzieci cztery treningi."
    >>> text[slice(*count_asked_for("Ile treningów w tygodniu mają dzieci?", text, 13, 16))]
    'cztery'
    """
    low, high = _sentence(passage, begin, end)
    pattern = _COUNT_IN_WORDS if _COUNT_IN_WORDS.match(passage, begin, end) else _COUNT
    counts = list(pattern.finditer(passage, low, high))
    own = overlapping(counts, begin, end, "count")
    chosen = _of_several(question, passage, (low, high), counts, own)
    return next((one.span("count") for one in counts if one.span() == chosen), (begin, end))


def count_of_noun(question: str, passage: str, begin: int, end: int) -> tuple[int, int] | None:
    """The one number in the sentence of a span right before the noun whose number is asked for, where that of the span
    is before another one; else None.

    >>> text = "Można wypożyczyć 6 książek na 30 dni."
    >>> text[slice(*(count_of_noun("Ile książek można wypożyczyć?", text, 30, 32) or (0, 0)))]
    '6'
    """
    low, high = _sentence(passage, begin, end)
    counts = [one for pattern in (_COUNT_OF, _WORDS_OF) for one in pattern.finditer(passage, low, high)]
    noun, of_span = noun_asked_for(question), overlapping(counts, begin, end, "count")
    own = [one.span("count") for one in counts if noun and are_forms_of_one_word(noun, one["noun"].lower())]
    is_noun = of_span and of_span["noun"] not in ALL_PREPOSITIONS
    is_of_other = of_span and is_noun and not forms(of_span[0]) & forms(without_asking(question))
    return own[0] if len(own) == 1 and (is_of_other or own[0][0] <= begin < own[0][1]) else None


def date_asked_for(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """Return the characters of the day in the sentence of a span that a question asks for, else those of the span.

    Of a birth or death it is that of the span, which its reader took from the clause of the one or the other.

    >>> text = "Turniej odbędzie się 12 maja, a zapisy kończą się 3 kwietnia."
    >>> text[slice(*date_asked_for("Kiedy kończą się zapisy?", text, 21, 28))]
    '3 kwietnia'
    """
    low, high = _sentence(passage, begin, end)
    for pattern in () if event_of_life(question) else (_DATE, _YEAR_TOLD):
        dates = list(pattern.finditer(passage, low, high))
        own = overlapping(dates, begin, end)
        if own and (pattern is _DATE or _are_in_halves(passage, dates)):
            return _of_several(question, passage, (low, high), dates, own) or (begin, end)
    return begin, end


def person_asked_for(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """Return the characters of the person in the half of a sentence that has what is asked, else those of the span.

    Each half has one name that the question has not; with two in one nothing tells who did it.

    >>> text = "Pan Sęk uczy rysunku, pani Kora śpiewu."
    >>> text[slice(*person_asked_for("Kto uczy śpiewu?", text, 0, 7))]
    'pani Kora'
    """
    low, high = _sentence(passage, begin, end)
    asked = forms(question)
    names = [one for one in _PERSON.finditer(passage, low, high) if not forms(one[0]) & asked - _TITLES]
    own = overlapping(names, begin, end)
    if not own or not ASKS_WHO.match(question) or not _are_in_halves(passage, names):
        return begin, end
    is_cut = end < own.end()  # in the name: `lutni, pani`
    return _of_several(question, passage, (low, high), names, own) or (own.span() if is_cut else (begin, end))


def stands_where_asked_for(question: str, title: str, passage: str, begin: int, end: int) -> bool:
    """Whether an answer is the one value of a sentence that has all words of a question, or stands in that half of it
    which has them, beside what the first half tells of all. Names may stand in the title and before the sentence.

    >>> text = "Pan Sęk uczy rysunku, pani Kora śpiewu."
    >>> [stands_where_asked_for(f"Kto uczy {one}?", "", text, 22, 31) for one in ("śpiewu", "rysunku", "szycia")]
    [True, False, False]
    """
    if event_of_life(question) and (days := overlapping(DAYS_OF_LIFE.finditer(passage), begin, end)):
        named = forms(" ".join(_NAMES.findall(question.partition(" ")[2])))
        return bool(named) and named <= forms(passage[max(0, days.start() - _LONGEST_NAMES) : days.start()])
    low, high = _sentence(passage, begin, end)
    before = " ".join(_NAMES.findall(passage[:low]))
    asked = forms(without_asking(question)) - OF_ASKING - forms(f"{title} {before}")
    asked -= years_between(question, passage[low:high])
    pattern = _HOUR if asks_for_hour(question) else _OF_KIND.get(wanted_by(question))
    if wanted_by(question) is Wanted.NUMBER and (count := count_of_noun(question, passage, begin, end)):
        return count[0] <= begin < count[1] and asked <= forms(passage[low:high])
    if pattern:
        values = [one for one in pattern.finditer(passage, low, high) if not forms(one[0]) & asked - _TITLES]
        own = overlapping(values, begin, end)
        if not own or len(WORDS.findall(passage[begin : own.start()])) > _MOST_BEFORE:
            return False
        if pattern is _VALUE and _COUNTED.match(own["unit"]) and not forms(own["unit"]) & forms(question):
            return False
        if len(values) == 1:
            halves = [low, *(one.start() for one in _HALF.finditer(passage, low, high)), high]
            first, last = next((at, until) for at, until in pairwise(halves) if until > own.start())
            return asked <= forms(passage[low:last]) and bool(asked & forms(passage[first:last]))
        if _are_in_halves(passage, values):
            parts = [forms(part) & asked for part in _parts(passage, low, high, values)]
            told = parts[values.index(own)]
            others = [part for part in parts if part is not told]
            return asked <= parts[0] | told and any(all(word not in part for part in others) for word in told)
    return False


def _are_in_halves(passage: str, values: Sequence[re.Match[str]]) -> bool:
    """Whether a seam stands between each two values, and words beside it: a list with commas has no halves."""
    return all(
        _SEAM.search(passage, one.end(), other.start() + 1) and passage[one.end() : other.start()].strip() != ","
        for one, other in pairwise(values)
    )


def _of_several(
    question: str,
    passage: str,
    sentence: tuple[int, int],
    values: Sequence[re.Match[str]],
    own: re.Match[str] | None,
) -> tuple[int, int] | None:
    """The one of several values that is asked for; None where it is the span's own, or alone."""
    if own is None or len(values) < 2:
        return None
    asked = forms(without_asking(question))
    parts = _told_by(asked, _parts(passage, *sentence, values))
    chosen = values[_decided(parts, values.index(own))]
    return None if chosen is own else chosen.span()


def _is_same_unit(one: re.Match[str], other: re.Match[str]) -> bool:
    units = sorted((one["unit"].lower(), other["unit"].lower()), key=len)
    return units[0] == units[1] or (len(units[0]) > 1 and units[1].startswith(units[0][:_LONGEST_UNIT]))


def _sentence(passage: str, begin: int, end: int) -> tuple[int, int]:
    low = max((one.end() for one in _SENTENCE.finditer(passage, max(0, begin - _LONGEST), begin)), default=0)
    behind = _SENTENCE.search(passage, end, end + _LONGEST)
    return max(low, begin - _LONGEST), behind.start() if behind else min(len(passage), end + _LONGEST)


def _parts(passage: str, low: int, high: int, values: Sequence[re.Match[str]]) -> list[str]:
    """The part of a sentence that belongs to each value: what stands between two is cut at its first seam.

    Where a value begins right behind the last seam, all before that belongs to the one before, unless that had ended at
    a seam of its own: `najtańsza 38 zł, najdroższa, Nowaka, 52 zł`.
    """
    seams = [low]
    for one, following in pairwise(values):
        found = list(_SEAM.finditer(passage, one.end(), following.start()))
        found = found or list(_WEAK_SEAM.finditer(passage, one.end(), following.start()))
        is_first = found and not passage[found[-1].end() : following.start()].strip()
        if len(found) > 1 and _ENDED.fullmatch(passage, one.end(), found[0].start()):
            is_first = False
        seams.append((found[-1] if is_first else found[0]).start() if found else one.end())
    return [passage[begin:end] for begin, end in zip(seams, [*seams[1:], high], strict=True)]


def _told_by(asked: set[str], parts: Sequence[str]) -> list[set[str]]:
    """The words of a question in each part; one of nothing else, `, dziecięca 49 zł`, goes on with those before it.

    One without a year is of that before it.
    """
    found: list[set[str]] = []
    for part in parts:
        own = forms(part) & asked
        if found and not any(map(_YEAR.fullmatch, forms(part))):
            own |= {one for one in found[-1] if _YEAR.fullmatch(one)}
        rest = forms(re.sub(rf"{_VALUE.pattern}|\b[Aa]\b", "", part))
        found.append(own | found[-1] if found and own and rest <= asked else own)
    return found


def _decided(parts: Sequence[set[str]], own: int) -> int:
    """The part with most words of the question that the first one lacks; without one the first, if the span's has none.

    Of equal ones that of the span.
    """
    further = [len(part - parts[0]) for part in parts]
    most = max(further)
    if not most:
        return own if parts[own] >= parts[0] else 0
    return own if further[own] == most else further.index(most)
