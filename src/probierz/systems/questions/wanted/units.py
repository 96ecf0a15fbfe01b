"""Units of what is counted or measured: which a question asks for, and whether a number has one of another kind.

Ile waży Simba?      7 lat is no answer, 4 kg is one.
Ile wynosi zadatek?  80 zł, not 80 kg.
"""

from __future__ import annotations

import re

from probierz.systems.questions.wanted.kinds import Wanted, asks_for_hour, noun_asked_for, wanted_by
from probierz.systems.questions.wording.span_tokens import TOKEN
from probierz.systems.questions.wording.words import without_marks
from probierz.systems.shared.months import MONTH

_UNITS = {
    "length": (
        r"m|cm|mm|km|dm|metr\w*|kilometr\w*|centymetr\w*|milimetr\w*|mil|mile|mila|stop|stopy|cal\w*|wiorst\w*|sazni\w*|lokc\w*"
    ),
    "area": r"ha|ar\w*|hektar\w*|m²|km²|akr\w*|mor(?:ga|gi|g)|lan\w*|metr\w*|kilometr\w*|km|m",
    "weight": r"kg|g|dag|t|mg|ton\w*|kilogram\w*|gram\w*|dekagram\w*|funt\w*|cetnar\w*",
    "volume": r"l|ml|hl|m³|litr\w*|wiadr\w*|metr\w*|m",
    "time": (
        r"lat|lata|latach|rok|roku|let|miesi[ea]c\w*|tydzien|tygod\w+|dni|dniach|dzien|dob[aey]?|godzin[aeyę]?|h|hodin\w*|min"
        r"|minut\w*|sekund\w*|kwadrans\w*|wiek\w*"
    ),
    "money": (
        r"zl|gr|zlot(?:y|ych|e)|grosz\w*|euro|eur|pln|usd|kc|dolar\w*|koron\w*|korun\w*|mar(?:ek|ki|kę)|rubl\w*|frank\w*|gulden\w*"
        r"|talar\w*|funt\w*"
    ),
    "share": r"%|procent\w*|proc",
    "heat": r"stopni\w*|stopien|°c?|stupn\w*",
    "people": r"osob|osoby|osobami|ludzi|mieszkanc\w+",
}
_OF_UNIT = {kind: re.compile(rf"(?:{units})$") for kind, units in _UNITS.items()}
_SIZES = {
    "length": re.compile(r"gleboko|wysoko|szeroko|dlugosc|odleglo|^jak (?:wysok|gleb|szerok|dalek)"),
    "area": re.compile(r"powierzchni"),
    "weight": re.compile(r"masa\b|mase\b|wag[aei]\b|ile waz[ya]|^jak ciezk"),
}
_ASKED = _SIZES | {
    "heat": re.compile(r"\b(?:jak|kter|ktor)\w{1,3} (?:jest )?temperatur|\bteplot\w+|\bile stopni\b"),
    "time": re.compile(r"\b(?:jak dlugo|ile czasu|jak dlouho|ile (?:po)?trwa)"),
    "money": re.compile(
        r"^\W*(?:za|po) (?:ile|kolik)\b|\bil[eu] (?:sie )?(?:zarabia|kosztu|kosztow|zaplac|plac[ia])"
        r"|\b(?:ile|ilu|kolik|jaka|jaki|jakie)\b.*\b(?:zalicz\w+|zadat\w+|zadatk\w+|kaucj\w+|grzywn\w+|mandat\w*|oplat\w+|skladk\w+"
        r"|cena|ceny|czynsz\w*|pensj\w+|wynagrodz\w+|budzet\w*|koszt(?:u|y|ow)?|kosztuj\w+|kosztow\w+)\b"
    ),
}
_LONGEST = 2_000
_BEHIND = 14  # characters in which a number's unit stands
_A_DATE = re.compile(rf"\d{{1,2}}\.? {MONTH}|\d{{1,2}}\.\d{{1,2}}\.[12]\d{{3}}")
_COUNT_ASKED = re.compile(r"\W*(?:\w{1,3} )?(?:ile|ilu|iloma|kolik|kolika) [^\W\d_]{3,}", re.IGNORECASE)
_BEFORE_YEAR = re.compile(r"\b(?:roku|roce|rokem|rokiem|rok|latach|letech) $", re.IGNORECASE)
_BEHIND_YEAR = re.compile(r"\s(?:roku|rok|rokiem|r\.)", re.IGNORECASE)
_YEAR_ALONE = re.compile(
    r"(?:(?:w|we|v|ve) )?(?P<before>(?:roku|roce) )?[12]\d{3}(?P<behind> (?:roku|rok|rokiem|r\.))?", re.IGNORECASE
)
_SUM = re.compile(r"\d|tysi|milion|pol[oa]w|darmo|gratis|bezplat")


def units_asked_for(question: str) -> re.Pattern[str] | None:
    """Return what matches units, in lower case and without marks, of the size that is asked for; None for none."""
    plain = without_marks(question[:_LONGEST].lower())
    return next((_OF_UNIT[size] for size, asked in _SIZES.items() if asked.search(plain)), None)


def is_of_other_unit(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a number is asked for, and the unit of an answer is of another kind; or it is a date, where time counts.

    What weighs something has its unit, and what costs something is a sum.

    >>> [is_of_other_unit("Ile waży Simba?", one, 0, 1) for one in ("7 lat", "4 kg", "5 psów")]
    [True, False, True]
    """
    if wanted_by(question) is not Wanted.NUMBER or asks_for_hour(question):
        return False
    asked, told = _kinds_asked_for(question), _kinds_told(text, begin, end)
    answer = without_marks(text[begin:end].lower())
    if told and asked:
        return told.isdisjoint(asked) and not (asked == {"money"} and told == {"share"})
    if asked == {"time"}:
        return bool(_A_DATE.search(answer))
    return asked == {"weight"} or (asked == {"money"} and not _SUM.search(answer))


def is_year_for_count(question: str, text: str, begin: int, end: int) -> bool:
    """Whether *ile* asks for the number of something, and an answer is a year, by the words around it.

    >>> text = "Roku 1901 shořelo čtrnáct domů."
    >>> [is_year_for_count("Kolik domů shořelo?", text, *one) for one in ((5, 9), (18, 25))]
    [True, False]
    >>> is_year_for_count("Ile osób przyszło?", "Przyszło w sumie 1500 osób.", 17, 21)
    False
    """
    year = _YEAR_ALONE.fullmatch(text[begin:end]) if _COUNT_ASKED.match(question) else None
    if not year:
        return False
    is_told = bool(year["before"] or year["behind"])
    return is_told or bool(_BEFORE_YEAR.search(text, 0, begin) or _BEHIND_YEAR.match(text, end))


def _kinds_asked_for(question: str) -> set[str]:
    """The kinds of the unit that a question names, *ile kilogramów*, else that of its size; none for others."""
    named = kinds_of_word(noun_asked_for(question))
    plain = without_marks(question[:_LONGEST].lower())
    return named or {kind for kind, asked in _ASKED.items() if asked.search(plain)}


def _kinds_told(text: str, begin: int, end: int) -> set[str]:
    """The kinds of the first unit in an answer, or right behind it."""
    words = [*TOKEN.findall(text[begin:end]), *TOKEN.findall(text[end : end + _BEHIND])[:1]]
    return next((kinds for word in words[1:] if (kinds := kinds_of_word(word))), set())


def kinds_of_unit(value: str) -> set[str]:
    """The kinds of the first unit that stands behind a number in a value: *money* of `40 zł`."""
    return _kinds_told(value, 0, len(value))


def kinds_of_word(word: str) -> set[str]:
    """The kinds that a word is a unit of: *time* of *lat*; none for other words."""
    plain = without_marks(word.lower())
    return {kind for kind, units in _OF_UNIT.items() if units.match(plain)}
