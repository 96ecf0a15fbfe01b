"""Words of questions and of names of fields, in one form for all that name the same thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from probierz.systems.questions.wording.cut_words import cut_forms
from probierz.systems.questions.wording.words import STEM, WORDS, without_marks

_ARRIVES = re.compile(
    r"\b(?:przyj(?:azd|e[zż]d|echa|ed[zź])|doj(?:ad|azd|e[zż]d|echa|ed[zź])|dociera|dotrze)\w*", re.IGNORECASE
)
_NO_DAYS = re.compile(r"\b(czwart|pi[ąa]t)(?!ek|k)[ayeią]\w{0,3}\b", re.IGNORECASE)
_NUMBERS = {"c": 4, "p": 5}
"""Ordinal numbers that are cut to days, *czwarty* and *piąty*, by their first letters."""
_WORKER = re.compile(r"\bpracowni(?:k|c[yz])\w*", re.IGNORECASE)
_ENDING = re.compile(r"(?:ie|[aeiouy])$|(?<=^\w{3})(?:eg|em|ej|ym|im|yc|ic|ow|om|am)$")
_FLEETING = re.compile(r"(?<=^\w\w)([^aeiouy])e(?=[klr]$)")
_DEPARTURE = "odjaz"
PHONE, _PLACE, HOURS, _LASTING, PRICE = "telef", "adres", "godz", "trwa", "koszt"
_SAME_NAMES = {
    **dict.fromkeys(("oplat", "kwota", "stawk", "taryf", "plac", "placi", "zapla", "stoji", "popla"), "koszt"),
    **dict.fromkeys(("tel", "zadzw", "dzwon", "komor"), PHONE),
    **dict.fromkeys(("miejs", "miesc", "miesz", "siedz", "ulica", "ulicy"), _PLACE),
    **dict.fromkeys(("czynn", "czynna", "otwar", "otwie", "otevr", "otevi", "hodin", "przyj"), HOURS),
    **dict.fromkeys(("czas", "dlugo"), _LASTING),
    **dict.fromkeys(("wazy", "waza", "masa"), "waga"),
    **dict.fromkeys(("email", "mailo"), "mail"),
    "www": "stron",
    **dict.fromkeys(("trenu", "treni"), "trene"),
    **dict.fromkeys(("uczy", "uczyl"), "naucz"),
    "uczni": "uczen",
    "navrz": "navrh",
    **dict.fromkeys(("pon", "pn"), "ponie"),
    **dict.fromkeys(("wtork", "wt"), "wtore"),
    "sr": "sroda",
    "czw": "czwar",
    **dict.fromkeys(("piatk", "pt"), "piate"),
    **dict.fromkeys(("sob", "so", "sobot"), "sobot"),
    **dict.fromkeys(("nd", "ndz", "nedel"), "niedz"),
    "ponde": "ponie",
    "utery": "wtore",
    "stred": "sroda",
    "ctvrt": "czwar",
    **dict.fromkeys(("patek", "patku"), "piate"),
    **dict.fromkeys(("pies", "psow", "psem", "psom"), "psa"),
    **dict.fromkeys(("dniu", "dnia", "dnie", "dni"), "dzien"),
    **dict.fromkeys(("kieru", "szef", "szefe"), "kiero"),
    **dict.fromkeys(("odjez", "odjed", "rusza", "wyrus", "wyjaz", "wyjez", "odcho", "odlot", "odlat"), "odjaz"),
}
"""Cut words that name the same thing in a question and in a header."""
_ASKING_WORDS = (
    "numer liczb ma maja sa wynos wynio wysok dany nazyw nazwa brzmi podaj zaczy rozpo start odbyw odbed jedzi jezdz"
    " kursu graja pracu trzeb nalez mozna musi musze chce dla pro"
)
"""Cut words that say only that something is asked for, or that it takes place, goes or works where the field says, and
prepositions before whom something is for."""
_PLACES = f"gdzie kde {_PLACE} sala lokal hala pokoj budyn miast piet pietr regal polka peron stano gabin rejon"
_PEOPLE = (
    "kto kdo osoba imie nazwi jmeno prijm trene kiero prowa naucz opiek instr autor dyrek preze wycho lekar dyzur sedzi"
    " kapit odpow koord przew redak wlasc skarb sekre gospo"
)
_NAMES_BY_ASKING: Mapping[str, Mapping[str, float]] = {
    r"o ktorej\b|v kolik hodin\b": {"godzi": 1.0, _DEPARTURE: 1.0, "dojaz": 0.9, "termi": 0.5},
    r"(?:dokad|kam)\b": dict.fromkeys(("dokad", "kam", "kieru", "cel"), 1.0),
    r"(?:skad|odkud)\b": dict.fromkeys(("skad", "odkud", "odjaz"), 1.0),
    r"(?:gdzie|kde)\b": dict.fromkeys(_PLACES.split(), 1.0),
    r"(?:kiedy|kdy)\b": dict.fromkeys(("kiedy", "kdy", "data", "termi", "dzien", "odbio"), 1.0) | {"godzi": 0.5},
    r"(?:kto|kogo|komu|kdo|koho)\b": dict.fromkeys(_PEOPLE.split(), 0.9),
    r"(?:kto|kogo) (?:nie )?(?:byl|bral|przysz|uczestn)": dict.fromkeys(("dzis", "nieob", "uczes"), 1.0),
    r"(?:jak dlugo|ile czasu)\b": {"termi": 0.5},
    r"(?:od|do) ilu lat\b|ile lat (?:trzeba|musi|moze|mozna|ma|maja|mial|liczy|skoncz)": {"wiek": 1.0},
}
"""Cut words of headers by what asks for them, each with how much of a name it is; *obecni* is cut to that of *dziś*."""

_FIRST = "poczat(?:ek|ku)|rozpoczeci[ea]|otwarci[ea]|start|zacat(?:ek|ku)|zahajeni|otevreni"
_LAST = "koniec|konca|zakonczeni[ea]|zamknieci[ea]|konec|konce|(?:u|za)konceni|zavreni"
_OF_TIME = r"(?: (?:kiedy|roku|dnia|godziny|kdy|ktorej))?\.?"
_END_NAMED = re.compile(
    rf"(?:[^\d()]* )?(?:(?P<first>od)|(?P<last>do)){_OF_TIME}"
    rf"|(?:(?:data|dzien|godzina|rok|datum|hodina) )?(?:(?P<begin>{_FIRST})|(?P<end>{_LAST}))(?: .*)?"
)
"""Names of the begin and the end of a time: `od`, `umowa do`, `data rozpoczęcia`, `koniec umowy`."""
_WHEN_ASKED = r"(?:kiedy|kdy|w (?:ktorym|jakim) roku)\b.*\b"
_END_ASKED = re.compile(
    r"\b(?:do (?:kiedy|kdy|(?:ktorego|jakiego) (?:roku|dnia|miesiaca)|ktorej(?: godziny)?|kolika? hodin)|dokdy)\b"
    rf"|{_WHEN_ASKED}(?:przesta[lj]|(?:s|za)?konczy|ustapi|prestal|skoncil)"
)
_BEGIN_ASKED = re.compile(
    r"\b(?:od (?:kiedy|kdy|(?:ktorego|jakiego) (?:roku|dnia|miesiaca)|ktorej(?: godziny)?|kolika? hodin)"
    r"|od(?:kad|kdy))\b"
    rf"|{_WHEN_ASKED}(?:zosta[lj]|zacza[lj]|zacz(?:e|yna)|rozpocz|obja[lj]|obje|stal se|zacal)"
)

_UNIT_OF_END = re.compile(r"\b((?:od|do) (?:którego|ktorego|jakiego)) (?:roku|dnia|miesi[aą]ca)\b", re.IGNORECASE)

_EVERY_DAY = re.compile(r"\b(?:codziennie|cały tydzień|denně)\b", re.IGNORECASE)
BUT_FOR = re.compile(r"\b(?:oprócz|prócz|poza|z wyjątkiem|bez|kromě|mimo)\b", re.IGNORECASE)
"""What excepts the days behind it."""
_WEEK = ("poniedziałek", "wtorek", "środa", "czwartek", "piątek", "sobota", "niedziela")
_OF_WORK = ("robocze", "powszednie")
_WORK_DAYS = re.compile(r"\bdni\w* (?:robocz|powszedni)", re.IGNORECASE)
_BEGINS = ("po", "wt", "sr", "cz", "pi", "so", "ni")
_SHORT = {"pn": "po", "pt": "pi", "nd": "ni", "ut": "wt", "st": "sr", "ct": "cz", "pa": "pi", "ne": "ni"}
_DAY = (
    r"(?:poniedzial\w+|wtor\w+|srod\w+|czwart\w+|piat\w+|sobot\w+|niedziel\w+"
    r"|pondel\w+|uter\w+|stred\w+|ctvrt(?:ek|k\w+)|pat(?:ek|k\w+)|nedel\w+|pon|pn|wt|sr|czw|pt|sob|niedz|ndz|nd)"
)
_DAYS = re.compile(rf"\b(?P<first>{_DAY})\b\.?\s*(?:[–—-]|do)\s*(?P<last>{_DAY})\b")


def _shorter(form: str) -> str:
    """A cut word without what changes with its case: *łódka*, *łódkę*; *mały*, *małego*; *Marek*, *Marka*."""
    return max(_FLEETING.sub(r"\1", _ENDING.sub("", form)), form[:2], key=len)


_ALIKE = {_shorter(form): _shorter(name) for form, name in _SAME_NAMES.items()}
OF_ASKING = frozenset(map(_shorter, _ASKING_WORDS.split()))
_BY_ASKING = {
    re.compile(rf"\b(?:{asking})"): {_shorter(name): much for name, much in of.items()}
    for asking, of in _NAMES_BY_ASKING.items()
}
PLACES = frozenset(map(_shorter, _PLACES.split()))
PEOPLE = frozenset(map(_shorter, _PEOPLE.split()))


def forms(text: str) -> set[str]:
    """The cut words of a text, those that name the same thing in one form."""
    plain = _WORKER.sub("zatrudniony", _ARRIVES.sub("dojazd", text))
    plain = _NO_DAYS.sub(lambda one: f"nr{_NUMBERS[one[1][0].lower()]}", plain)
    known = {_ALIKE.get(form, form) for form in map(_shorter, cut_forms(plain))}
    return known | {form for day in _days_between(text) for form in forms(day)}


def begin_otherwise(one: str, other: str) -> bool:
    """Whether two words are not cut to the same letters, so that only a list may say that they name one thing."""
    first, second = (_shorter(without_marks(word.lower())[:STEM]) for word in (one, other))
    return first != second


def _days_between(text: str) -> Iterator[str]:
    """The days of ranges, `poniedziałek–piątek`, `pn-pt` or `od wtorku do soboty`, the first and last as well.

    `dni robocze` are the first five, and these are called so.
    """
    if _WORK_DAYS.search(text):
        yield from (*_WEEK[:5], *_OF_WORK)
    for found in _DAYS.finditer(without_marks(text.lower())):
        begins = (found[side][:2] for side in ("first", "last"))
        first, last = (_BEGINS.index(_SHORT.get(begin, begin)) for begin in begins)
        if (first, last) == (0, 4):
            yield from _OF_WORK
        yield from _WEEK[first : last + 1] if first <= last else (*_WEEK[first:], *_WEEK[: last + 1])


def days_of(text: str) -> set[str]:
    """The days of the week that a text names, as `forms`."""
    return forms(text) & WEEK_DAYS


def every_day(text: str) -> set[str]:
    """All days of the week where a text says so and excepts none; else none."""
    return WEEK_DAYS if _EVERY_DAY.search(text) and not BUT_FOR.search(text) else set()


def names_asked_for(question: str) -> Mapping[str, float]:
    """Cut words of the names of fields that a question asks for without saying them: `o której`, `dokąd`."""
    plain = without_marks(question.lower())
    found = {name: much for asking, names in _BY_ASKING.items() if asking.search(plain) for name, much in names.items()}
    return {name: much for name, much in found.items() if name != _DEPARTURE} if _ARRIVES.search(question) else found


def end_asked(question: str) -> str:
    """The end of a time that a question asks for: `first` or `last`; empty for both and for none."""
    plain = without_marks(question.lower())
    ends = {"first": bool(_BEGIN_ASKED.search(plain)), "last": bool(_END_ASKED.search(plain))}
    return next((end for end, is_asked in ends.items() if is_asked), "") if sum(ends.values()) == 1 else ""


def is_end_asked_for(question: str, name: str) -> bool:
    """Whether a name, `od` or `do`, is of the end of a time that a question asks for: `do kiedy`, `kiedy przestał`."""
    asked, named = end_asked(question), _end_named(name)
    return bool(asked) and asked == named


def without_unit_of_end(question: str) -> str:
    """Return a question without *roku* in *do którego roku*, which the names `od` and `do` stand for."""
    return _UNIT_OF_END.sub(r"\1", question) if end_asked(question) else question


def ends_alike(question: str, name: str) -> bool:
    """Whether a name is not of the other end of a time than a question asks for."""
    asked, named = end_asked(question), _end_named(name)
    return not asked or not named or asked == named


def is_name_of_end(name: str) -> bool:
    """Whether a name is of the end of a time: `do`, `koniec`."""
    return _end_named(name) == "last"


def _end_named(name: str) -> str:
    found = _END_NAMED.fullmatch(without_marks(name.lower().strip()))
    if not found:
        return ""
    return "first" if found["first"] or found["begin"] else "last"


def has_noun(name: str, noun: str) -> bool:
    """Whether a name has a noun in one of its forms: `opłata`, `opłaty`; not `produkt`, `producent`."""
    noun = without_marks(noun)
    words = (word for word in WORDS.findall(without_marks(name.lower())) if len(word) > 2)
    lengths = ((word, min(len(word), len(noun)) - 1) for word in words)
    return any(word[:length] == noun[:length] for word, length in lengths)


WEEK_DAYS = forms(" ".join(_WEEK))
"""The days of the week, as `forms`."""
