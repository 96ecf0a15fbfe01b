"""What is known of a word or sign alone: that it has digits, may be a month, is a preposition."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from probierz.systems.questions.wording.cut_words import SMALL

_YEARS = re.compile(r"[12]\d{3}(?:[–-][12]\d{3})?")
_GAPS = str.maketrans("", "", " \xa0\u202f,.")  # what stands between the digits of a number
# Beginnings of days and months that readers were trained with: `shared.months` would change their answers.
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
_OF_NUMBERED = frozenset(("nr", "numer", "numerem", "numeru", "krs", "nip", "regon", "pesel"))
"""Words before a number that tells things apart and counts none."""
_NO_EDGES = frozenset(_NO_EDGE_WORDS.split())
"""Words that no span ends with; but for those of `_MAY_BEGIN_WORDS` none begins with them either."""
_SHORT_WORDS = "ul al pl os nám tř č nr pok im pw ks prof dr inż mgr tzw tzv np tj m.in św tel godz"
_SHORT = frozenset(_SHORT_WORDS.split())
"""Abbreviations of what goes on behind them, so that no span ends there."""
_NO_BEGINS = _NO_EDGES - frozenset(_MAY_BEGIN_WORDS.split())
PREPOSITIONS = frozenset(_PREPOSITION_WORDS.split())
"""Readers were trained with these."""
_FURTHER_PREPOSITIONS = (
    "wobec obok między mezi przeciw przeciwko proti według podle dzięki díky kvůli oprócz kromě mimo zamiast místo wraz"
    " razem spolu vedle wśród wokół pro bez před při ku"
)
ALL_PREPOSITIONS = PREPOSITIONS | frozenset(_FURTHER_PREPOSITIONS.split())
"""What governs the noun behind it; not *se*, which belongs to a verb more often."""
_TWO_FORMS = ({"od", "ode"}, {"z", "ze"}, {"s", "se"}, {"w", "we"}, {"v", "ve"}, {"k", "ke"})
_NO_NOMINATIVE = re.compile(
    r"\w{2,}(?:owi|ovi|skiego|ckiego|skiemu|ckiemu|ského|ckého|skému|ckému|skiej|ckiej|owej|ové)"
)
"""Endings of cases that no name has as it stands in a dictionary; of Czech surnames of women *ové*, and not *ová*."""
_PAST = ("ł", "ła", "ło", "li", "ły", "no", "to", "jest", "są", "l", "la")
"""Ends of words that readers were trained with: `verbs.is_past` would change their answers."""

_OF_WORDS: Mapping[str, Callable[[str], bool]] = {
    "word": lambda one: one[0].isalnum(),
    "digits": lambda one: any(map(str.isdigit, one)),
    "plain number": lambda one: one.translate(_GAPS).isdigit(),
    "year": lambda one: bool(_YEARS.fullmatch(one)),
    "month": lambda one: bool(_MONTH.match(one)),
    "number word": lambda one: bool(_NUMBER_WORD.match(one)),
    "Roman": lambda one: not one.strip("IVXLC"),
    "capital": lambda one: one[0].isupper(),
    "small": lambda one: one in SMALL,
    "preposition": lambda one: one.lower() in PREPOSITIONS,
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
    "no end": lambda one: one.lower() in _NO_EDGES or one.lower() in _SHORT,
    "no begin": lambda one: one.lower() in _NO_BEGINS,
    "past": lambda one: one.lower().endswith(_PAST),
    "comma": lambda one: one in (",", "i", "oraz"),
    "stop": lambda one: one in ".!?;",
    "dash": lambda one: one in ":–—-",
    "section": lambda one: one == "§" or one.lower() in _OF_NUMBERED,
    "semicolon": lambda one: one == ";",
    "year word": lambda one: one in ("roku", "wieku", "roce", "století"),
    "long": lambda one: one[0].isalpha() and len(one) > 1,
    "opens": lambda one: one in "(",
    "closes": lambda one: one in ")",
    "quote": lambda one: one in "\"„”«»'",
    "adjective": lambda one: one.endswith(("ski", "ska", "skie", "skiego", "skiej", "owy", "owa", "ny", "na", "ne")),
}
FLAG_NUMBERS = {name: number for number, name in enumerate(_OF_WORDS)}


def is_no_nominative(name: str) -> bool:
    """Whether a word of a name has an ending of another case than *kto* asks for.

    >>> is_no_nominative("Zawadowi"), is_no_nominative("Zawada")
    (True, False)
    """
    return bool(_NO_NOMINATIVE.fullmatch(name))


def with_its_other_form(preposition: str) -> set[str]:
    """A preposition in the forms that it has before other letters: *z*, *ze*."""
    return next((forms for forms in _TWO_FORMS if preposition in forms), {preposition})


@lru_cache(1 << 16)
def flags_of_word(token: str) -> tuple[bool, ...]:
    """What is known of a word or sign, in the order of FLAG_NUMBERS."""
    return tuple(test(token) for test in _OF_WORDS.values())
