"""What a question wants: a yes or no, one of its options, a number, a date, a person, a place, or something else.

The kinds steer systems; `suites.poleval2021.question_kinds` has those by which the quiz was counted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum

from probierz.systems.questions.wording.verbs import IS
from probierz.systems.questions.wording.words import without_lead, without_marks


class Wanted(StrEnum):
    """The kinds of answers."""

    BOOLEAN = "boolean"
    CHOICE = "choice"
    NUMBER = "number"
    DATE = "date"
    PERSON = "person"
    PLACE = "place"
    REASON = "reason"
    MANNER = "manner"
    NAME = "name"
    WHICH = "which"
    OTHER = "other"


_SIZES = "liczb|odległo|wysoko|długo|powierzchni|głęboko|temperatur|szeroko|masa|cen"
_MEASURES = "wysok|dług|daleko|ciężk|głębok|szerok|star[yae]|duż[yae]|liczn|vysok|dlouh|dalek|těžk|hlubok|širok|velk"
_OFFICES = "aktor|pisarz|król|polityk|piłkarz|malarz|reżyser|kompozytor|poet|cesarz"
_LAND = (
    r"miast|kraj|państw|wsi|wieś|rzek|wysp|kontynen|gór|jezior|stolic|dzielnic|województw|region|prowincj|ulic|stan\b"
    "|stanie|měst|zem|stát|řek|ostrov"
)
_RULES: Mapping[Wanted, str] = {
    Wanted.BOOLEAN: r"^(czy|zda(?:li|je se)?)\b(?!.*\bczy\b)"
    r"|^(je|jsou|byl[aioy]?|má|mají|měl[aioy]?|může|mohou|patří|existuje|žije|žijí)\b(?!.*\bnebo\b)",
    Wanted.CHOICE: r"\bczy\b.*\bczy\b|(?<!^)[\w”»-][\w\s,]*,? czy [\w„«-]|\bnebo\b.*\?$",
    Wanted.DATE: r"\b(kiedy|kdy)\b|\bktórym (roku|wieku|miesiącu|dniu)\b|\bktórego (roku|dnia)\b"
    r"|\bjakim (roku|wieku|okresie)\b|\b(v|ve|z) (které[mh]o?|jakém|jakého) (roce|roku|století)\b"
    r"|\b(které|jaké)ho roku\b",
    Wanted.NUMBER: r"\b(ile|ilu|iloma|ilokrotnie|kolik|kolika|kolikrát)\b"
    rf"|\b(jaka|jaką|jakiej|która|którą) (jest )?(naj\w+ )?({_SIZES})|^jak ({_MEASURES})",
    Wanted.PERSON: r"\b(kto|kogo|komu|kim|czyj\w*|kdo|koho|kým)\b|\bjak (się )?nazywał[ai]?( się)?\b"
    rf"|\bjak miał[ao]? na imię\b|\bjaki\w* ({_OFFICES})",
    Wanted.PLACE: rf"\b(gdzie|skąd|dokąd|kde|kam|odkud)\b|\b(jak\w+|któr\w+|kter\w+) (\w+ )?({_LAND})\w*",
    Wanted.REASON: r"\b(dlaczego|czemu|po co|z jakiego powodu|proč)\b",
    Wanted.MANNER: r"^(jak|w jaki sposób|jakým způsobem)\b(?! (się )?nazyw)(?! brzmi)(?! ma )",
    Wanted.NAME: r"\bjak (się )?nazyw|\bjak brzmi|\bjaki tytuł|\bjaką nazwę|\bjaka jest nazwa|\bjak se jmenuj",
    Wanted.WHICH: r"\b(jak\w{1,4}|któr\w+|kter\w+)\b",
}
_COMPILED = {wanted: re.compile(pattern, re.IGNORECASE) for wanted, pattern in _RULES.items()}
_LONGEST = 2_000
"""Characters of a question that are looked at; what it wants stands at its begin, or not at all."""


def wanted_by(question: str) -> Wanted:
    """Return what kind of answer the question wants, told by its words, in Polish or Czech.

    >>> wanted_by("W którym roku odbyła się bitwa pod Grunwaldem?").value, wanted_by("Czy wiesz, kto wygrał?").value
    ('date', 'person')
    """
    begin = without_lead(question.strip()[:_LONGEST])
    return next((wanted for wanted, pattern in _COMPILED.items() if pattern.search(begin)), Wanted.OTHER)


_NOUN = re.compile(
    rf"\b(?:jak\w{{1,4}}|któr\w+|kter\w+|ile|ilu|kolik)\s+(?:{IS}\s+)?(?:naj\w+\s+)?(\w+)",
    re.IGNORECASE,
)


def noun_asked_for(question: str) -> str:
    """Return the word behind `jaki`, `który` or `ile`, in lower case, or behind `jest` and a superlative; or nothing.

    >>> noun_asked_for("Do której rzeki uchodzi Narew?"), noun_asked_for("Jaka jest największa głębokość jeziora?")
    ('rzeki', 'głębokość')
    """
    found = _NOUN.search(question[:_LONGEST])
    return found.group(1).lower() if found else ""


_YEAR_ASKED = re.compile(r"\b(?:ktorym|ktorego|jakim) roku\b|\b(?:kterem|jakem) roce\b|\b(?:ktere|jake)ho roku\b")
_EVENTS = {
    "birth": re.compile(r"\b(?:urodzi\w+|narodzil\w*|narozen\w*|narodil\w*)\b|\bna swiat\b"),
    "death": re.compile(r"\b(?:zmarl\w*|umarl\w*|zgin[ae]\w+|polegl\w*|zemrel\w*|zahynul\w*)\b"),
}
_NOW_ASKED = re.compile(
    r"\b(?:dzis|dzisiaj|obecnie|teraz|wspolczesnie|obecn(?:y|a|e|ego|ej)|aktualn\w+|dnes|nyni|soucasn\w+)\b"
)


def asks_for_year(question: str) -> bool:
    """Whether a question asks in which year something was, as `w którym roku`."""
    return bool(_YEAR_ASKED.search(without_marks(question[:_LONGEST].lower())))


_HOURS = re.compile(
    r"\bw (?:jakich|ktorych) godzinach\b|\bjakie (?:sa|ma|maja) godziny\b"
    r"|\bod ktorej do ktorej\b"
)
_NOUN_ENDINGS = (
    r"ce|wie|bie|le|mie|rze|dze|icy|fie|[sau]pie|[jlr]nie|(?<!pl)ynie|(?<!m)(?<!g)inie|ii|yi|sci|czy|kobiecie|planecie"
)
"""Endings of nouns of a feminine gender, without marks, as they stand behind *o której*."""
_HOUR = re.compile(
    rf"\bo ktorej\b(?! (?!godzinie\b)\w*(?:{_NOUN_ENDINGS})\b)|\b(?:v|do|od) kolika? hodin\b"
    r"|^\W*(?:od|do) ktorej (?:godziny|nalezy|musi|\w*[^\Wijy])\b"
)


def asks_for_hours(question: str) -> bool:
    """Whether a question asks from when to when something is, as `w jakich godzinach`."""
    return bool(_HOURS.search(without_marks(question[:_LONGEST].lower())))


def asks_for_hour(question: str) -> bool:
    """Whether a question asks for an hour, as `o której`, and not `o której książce`."""
    plain = without_marks(question[:_LONGEST].lower())
    return bool(_HOUR.search(plain)) or asks_for_hours(question)


_FIGURES = re.compile(
    r"\b(?:jaki|jakim|jakiego|ktory|ktorym|podaj)\b(?: \w+)? (?:numer|telefon|nr|kod|nip|regon|pesel)"
)
_PHONE = re.compile(r"\b(?:jak(?:i|im|iego|ie)|ktor(?:y|ym|ego)|podaj|jaky|jake)\b(?: \w+){0,3} tel(?:efon\w*)?\b")
_LASTING = re.compile(r"\b(?:jak dlugo|ile czasu|jak dlouho)\b")


def asks_for_figures(question: str) -> bool:
    """Whether a question asks for what is written in figures: a number of something, a telephone, a code, an hour."""
    return asks_for_hour(question) or bool(_FIGURES.search(without_marks(question[:_LONGEST].lower())))


def asks_for_phone(question: str) -> bool:
    """Whether a question asks for a telephone's number, as `jaki telefon`."""
    return bool(_PHONE.search(without_marks(question[:_LONGEST].lower())))


_NUMBER_OF_PHONE = re.compile(r"\b(?:numer\w*|nr)\s+(?=tel)", re.IGNORECASE)


def without_number_of_phone(question: str) -> str:
    """Return a question without *numer* before *telefonu*, which other numbers in texts have as well."""
    return _NUMBER_OF_PHONE.sub("", question)


_ASKS_FOR_CONTACT = r"\b(?:jak(?:i|im|iego|a|ą|ie)|któr(?:y|ym|ego|a|ą)|podaj)\b(?: \w+){0,2} "
_MAIL = re.compile(r"\b(?:adres\w* )?(?:e-?mail\w*|mailow\w*|poczty elektronicznej)(?: adres\w*)?", re.IGNORECASE)
_SITE = re.compile(r"\b(?:adres\w* )?stron\w* (?:internetow\w*|www)\b|\badres\w* (?:stron\w*|www)\b", re.IGNORECASE)
_MAIL_ASKED = re.compile(rf"{_ASKS_FOR_CONTACT}mail\b", re.IGNORECASE)
_SITE_ASKED = re.compile(rf"{_ASKS_FOR_CONTACT}strona www\b", re.IGNORECASE)


def with_short_contacts(question: str) -> str:
    """Return a question that says `mail` and `strona www` for all that name an address of the Internet.

    >>> with_short_contacts("Jaki jest adres e-mail prezesa?"), with_short_contacts("Jaką stronę internetową ma klub?")
    ('Jaki jest mail prezesa?', 'Jaką strona www ma klub?')
    """
    return _SITE.sub("strona www", _MAIL.sub("mail", question))


def asks_for_mail(question: str) -> bool:
    """Whether a question asks for an address of electronic mail."""
    return bool(_MAIL_ASKED.search(with_short_contacts(question[:_LONGEST])))


def asks_for_site(question: str) -> bool:
    """Whether a question asks for the address of a site, as `jaka strona internetowa`."""
    return bool(_SITE_ASKED.search(with_short_contacts(question[:_LONGEST])))


def asks_for_lasting(question: str) -> bool:
    """Whether a question asks how long something lasts."""
    return bool(_LASTING.search(without_marks(question[:_LONGEST].lower())))


_ORDINAL = re.compile(
    r"\b((?:pierwsz|drug|trzec|czwart|piat|szost|siodm|osm|dziewiat|dziesiat|\w{2,9}nast|\w{2,9}dziest|prvn|druh|tret|ctvrt|pat)"
    r"(?:y|i|a|e|ia|ie|ego|iego|emu|iemu|ym|im|ej|iej|ych|ich|eho|iho|em))\b"
)
_ORDINALS = "pierwsz drug trzec czwart piat szost siodm osm dziewiat dziesiat"
_BY_ORDINAL = {begin: number for number, begin in enumerate(_ORDINALS.split(), 1)} | {
    "prvn": 1, "druh": 2, "tret": 3, "ctvrt": 4, "pat": 5,
}  # fmt: skip


def ordinals_of(text: str) -> dict[str, int]:
    """Return the ordinal numbers of a text from first to tenth: the words without marks, and their numbers.

    >>> ordinals_of("Kto był czwartym burmistrzem?"), ordinals_of("Co jest w czwartek?")
    ({'czwartym': 4}, {})
    """
    plain = without_marks(text.lower())
    found = {
        word: next((n for begin, n in _BY_ORDINAL.items() if word.startswith(begin)), 0)
        for word in _ORDINAL.findall(plain)
    }
    return {word: number for word, number in found.items() if number}


_WHERE = re.compile(r"^\W*(?:gdzie|skad|dokad|kde|kam|odkud)\b")


def asks_where(question: str) -> bool:
    """Whether a question begins with *gdzie* or the like, so that the answer has a preposition: *w Lesku*."""
    return bool(_WHERE.match(without_marks(question[:_LONGEST].lower())))


_BARE = re.compile(r"^\W*(?:kto|kdo|co|(?:jak|ktor|kter)\w{1,3})\b")


def is_bare(question: str) -> bool:
    """Whether the word that asks comes first, so that no preposition belongs to the answer: `kto`, not `z kim`."""
    return bool(_BARE.match(without_marks(question[:_LONGEST].lower())))


_WITH_PREPOSITION = re.compile(
    r"\W*(ode?|po|u|dla|pro|ze?|se?|za|o|przed|bez|nad) (?:kogo|kim|koho|kom|kým)\b", re.IGNORECASE
)


def preposition_asked_with(question: str) -> str:
    """Return the preposition with which a question asks for a person, in lower case; empty for none.

    >>> preposition_asked_with("Od kogo Jan kupił młyn?"), preposition_asked_with("Komu go sprzedał?")
    ('od', '')
    """
    found = _WITH_PREPOSITION.match(question)
    return found[1].lower() if found else ""


def asks_for_now(question: str) -> bool:
    """Whether a question asks for how something is today."""
    return bool(_NOW_ASKED.search(without_marks(question[:_LONGEST].lower())))


def event_of_life(question: str) -> str:
    """Return `birth` or `death` where a question asks about one of them, else nothing.

    >>> event_of_life("Kiedy umarł Jan Kot?"), event_of_life("Gdzie urodziła się i zmarła Anna?")
    ('death', '')
    """
    plain = without_marks(question[:_LONGEST].lower())
    found = [event for event, pattern in _EVENTS.items() if pattern.search(plain)]
    return found[0] if len(found) == 1 else ""


# --- options ---------------------------------------------------------------------------------------------------------

_OR = re.compile(r"(?:,|(?<!\s))\s++(?:czy|nebo)\s+(?:też\s+|raczej\s+|może\s+)?", re.IGNORECASE)
_BREAK = re.compile(r"\s[–—-]\s|[:;?]")
_IS = re.compile(rf".*\b(?:to|{IS}|oznacza|ma|mają)\s+(?!z\b|ze\b|w\b)", re.IGNORECASE)


def options_of(question: str) -> tuple[str, ...]:
    """Return the answers among which a question lets choose, in its order; none where they cannot be told.

    >>> options_of("Co jest większe: Ziemia czy Mars?")
    ('Ziemia', 'Mars')
    >>> options_of("Czy ser cheddar jest serem twardym czy miękkim?")
    ('twardym', 'miękkim')
    """
    left, right = _sides(question.strip()[:_LONGEST])
    if not left or not right:
        return ()
    *others, last = [part.strip() for part in left.split(",") if part.strip()] or [""]
    listed = [part for part in map(_last_of_sentence, others) if _size(part) <= _size(right) + 1]
    words = last.split()
    kept = words if listed and _size(last) <= _size(right) + 1 else _end_like(words, right.split())
    if len(kept) == 1 and len(right.split()) > 1 and _ending(kept[0]) == _ending(right.split()[0]):
        right = right.split()[0]  # `podziemny czy nadziemny pęd rośliny`
    found = [*listed, " ".join(kept), right]
    return tuple(found) if all(found) else ()


def _sides(question: str) -> tuple[str, str]:
    """What stands before the last `czy`, and behind it, each without what belongs to neither."""
    seams = [seam for seam in _OR.finditer(question) if seam.start()]
    if not seams:
        return "", ""
    seam = seams[-1]
    left = _BREAK.split(re.sub(r"^czy\s+", "", question[: seam.start()], flags=re.IGNORECASE))
    right = re.split(r",(?!\d)", _BREAK.split(question[seam.end() :])[0])[0]
    return re.sub(r"^czy\s+", "", left[-1].strip(), flags=re.IGNORECASE), right.strip(" .")


def _size(text: str) -> int:
    return len(text.split())


def _ending(word: str) -> str:
    return word[-2:].lower()


def _end_like(words: Sequence[str], right: Sequence[str]) -> Sequence[str]:
    """The last words that are an option beside `right`: they begin with its preposition, end as it, or follow `to`."""
    first = right[0].lower()
    for at in range(len(words) - 1, -1, -1):
        begin = words[at].lower()
        if len(first) <= 3 and (begin == first or {begin, first} in ({"z", "ze"}, {"w", "we"})):
            return words[at:]
    copula = _IS.match(" ".join(words))
    rest = " ".join(words)[copula.end() :].split() if copula else list(words)
    for at in range(len(rest) - 1, max(-1, len(rest) - 1 - len(right)), -1):
        if _ending(rest[at]) == _ending(first) and len(first) > 3:
            return rest[at:]
    if copula and len(rest) <= len(right) + 2:
        return rest if len(right) > 1 or len(rest) < 2 else rest[-len(right) :]
    return rest[-len(right) :] if len(rest) > len(right) + 2 else rest


def _last_of_sentence(part: str) -> str:
    """A listed option, of the first one only what follows `to` or `jest`."""
    copula = _IS.match(part)
    return part[copula.end() :] if copula else part
