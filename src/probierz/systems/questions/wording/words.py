"""Words of questions and passages as the index knows them."""

from __future__ import annotations

import re
import unicodedata

STEM = 5
"""Words are cut to so many letters. In place of lemmas this is as good for Polish and Czech, and needs no dictionary:
1,911 questions of PoQuAD find their paragraph first in 83.7 % of cases, with whole words in 73.6 %."""

MOST_CHARACTERS = 2_000
"""Of a question that somebody asks; what is longer is no question, and would be searched for in every word."""

WORDS = re.compile(r"\w+")
BLANK_LINES = re.compile(r"\n[^\S\n]*\n\s*")
"""What stands between paragraphs."""
ASKS_WHO = re.compile(r"\W*k[td]o\b", re.IGNORECASE)
"""How a question begins that asks who does something."""
ASKS_WHOM = re.compile(r"\W*(?:(?P<whom>kogo|koho)|komu)\b", re.IGNORECASE)
"""How one begins that asks to whom something is done."""
HOW_MANY = re.compile(r"\b(?:ile|ilu|kolik)\b")
"""What asks for a count, in a text in lower case."""
SMALL = "a-ząćęłńóśźżáčďéěíňřšťúůýž"
"""The small letters of Polish and Czech, to stand in the brackets of a pattern."""
CAPITAL = rf"[^\W\d_{SMALL}]"
"""The pattern of a letter that is none of these."""
NAME_WORD = rf"{CAPITAL}[\w’'-]+"
"""The pattern of a word as names of people have it."""
NAMES = rf"{NAME_WORD}(?: {NAME_WORD})*"
"""The pattern of one such word or several."""
_ASKING = re.compile(
    r"\b(?:kto|kogo|komu|kim|co|czego|czemu|czym|gdzie|skąd|dokąd|kiedy|odkąd|jak|jaka|jaką|jaki\w*|któr\w+|ile|ilu|iloma|czy"
    r"|dlaczego|czyj\w*|kdo|koho|kým|čeho|čemu|čím|kde|kam|odkud|kdy|jaký\w*|jaká|jaké\w*|jakou|kter\w+|kolik\w*|proč|zda|čí)"
    r"\b",
    re.IGNORECASE,
)


def _without_mark(letter: str) -> str:
    """The plain letter of one with a mark, in lower case; itself where it has none."""
    plain = {"ł": "l", "đ": "d", "ø": "o", "ħ": "h"}.get(letter) or unicodedata.normalize("NFD", letter)[0]
    return plain if plain.isascii() else letter


_LETTERS = [chr(code) for code in (*range(0xDF, 0x250), *range(0x1E00, 0x1F00)) if chr(code).islower()]
_PLAIN = str.maketrans({letter: _without_mark(letter) for letter in _LETTERS})


def terms(text: str, *, bare: bool = False) -> list[str]:
    """Return the words in lower case, each cut to `STEM` letters, in order. bare: without the marks of letters.

    >>> terms("Kto napisał „Pana Tadeusza”?")
    ['kto', 'napis', 'pana', 'tadeu']
    >>> terms("Která řeka?", bare=True)
    ['ktera', 'reka']
    """
    lower = text.lower()
    return [word[:STEM] for word in WORDS.findall(without_marks(lower) if bare else lower)]


def without_asking(question: str) -> str:
    """Return a question without the words that ask, which say nothing of where it is answered; all where none is left.

    Without them 1,911, 3,501 and 3,585 questions of PoQuAD find their paragraph first in 84.6, 73.7 and 81.1 % of
    cases, with them in 83.9, 72.4 and 80.1 %.

    >>> without_asking("Kto napisał „Lalkę”?")
    ' napisał „Lalkę”?'
    """
    rest = _ASKING.sub("", question)
    return rest if WORDS.search(rest) else question


_SAYING_NOTHING = "to jest są był była było były będzie je jsou byl byla bylo a i się ten ta tam tu"
_SAYS_NOTHING = frozenset(_SAYING_NOTHING.split())


def asks_about_nothing(question: str) -> bool:
    """Whether a question has a word that asks, and none of what it asks about.

    >>> asks_about_nothing("Kto to jest?"), asks_about_nothing("Kto to Jan?"), asks_about_nothing("Brno?")
    (True, False, False)
    """
    words = WORDS.findall(_ASKING.sub("", question).lower())
    return bool(_ASKING.search(question)) and _SAYS_NOTHING.issuperset(words)


_GREETING = re.compile(
    r"^\W*(?:(?:dzień|dzien) dobry|dobry wieczór|witam|cześć|czesc|hej|szanowni państwo|dobrý den|ahoj)\b"
    r"[\s,.!:–-]+(?=\w)",
    re.IGNORECASE,
)
_WISH = re.compile(
    r"^\W*(?:(?:bardzo )?(?:proszę|prosze|prosím) (?:mi )?(?:powiedzieć|powiedziec|podać|o informację|o odpowiedź)"
    r"|(?:chciał|chcial)a?bym (?:się )?(?:wiedzie|zapyta|spyta|dowiedzie)[ćc](?: się)?"
    rf"|mam pytanie|moje pytanie to|rád(?:a|) bych věděla?)\s*[,:.–-]*\s+(?=(?:\w{{1,3}}\s)?{_ASKING.pattern})",
    re.IGNORECASE,
)
_FAREWELL = re.compile(
    r"(?<=[?.!])\s*(?:z góry |bardzo |serdecznie )*(?:dziękuję|dziekuje|dzięki|pozdrawiam\w*|děkuji|z poważaniem)\b"
    r"[^?]*$",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"^\W*czy\s+(?:wiesz|wiecie|wie\s+pani?|wiadomo|pamiętasz|pamiętacie)\s*,?\s+"
    rf"(?=(?:\w{{1,3}}\s)?{_ASKING.pattern})",
    re.IGNORECASE,
)


def without_lead(question: str) -> str:
    """Return a question without what leads to it, as in a quiz, and without greetings.

    >>> without_lead("Czy wiesz, kto napisał „Lalkę”?"), without_lead("Czy wiesz, że pada?")
    ('kto napisał „Lalkę”?', 'Czy wiesz, że pada?')
    >>> without_lead("Dzień dobry, chciałbym wiedzieć, ile kosztuje bilet. Pozdrawiam")
    'ile kosztuje bilet.'
    """
    asked = _WISH.sub("", _GREETING.sub("", _FAREWELL.sub("", question)))
    return _LEAD.sub("", asked if WORDS.search(asked) else question)


_WHEN_OF_CLAUSE = re.compile(rf"({_ASKING.pattern}[^?]*), kiedy (?!i\b|oraz\b|a\b)", re.IGNORECASE)


def with_one_asking(question: str) -> str:
    """Return a question without a second word that asks: *kiedy* behind a comma tells a time there, as *gdy* does.

    >>> with_one_asking("Gdzie ćwiczą, kiedy sala jest zajęta?"), with_one_asking("Od kiedy, kiedy i gdzie?")
    ('Gdzie ćwiczą, gdy sala jest zajęta?', 'Od kiedy, kiedy i gdzie?')
    """
    return _WHEN_OF_CLAUSE.sub(r"\1, gdy ", question)


def without_marks(lower: str) -> str:
    """Return a text in lower case with plain Latin letters for those with marks, letter by letter: ą, č, ł, ů."""
    return lower if lower.isascii() else lower.translate(_PLAIN)


_UNMARKED = {
    r"\b(k)tor(?=\w)": r"\1tór",
    r"\b(s|od|do)kad\b": r"\1kąd",
    r"\b(w jaki sp)osob\b": r"\1osób",
    r"\b(jak d)lug": r"\1ług",
    r"\b(jak g)leb": r"\1łęb",
    r"\b(jak ci)ezk": r"\1ężk",
    r"\b(jak)y(?=\b|ch\b|m\b|mi\b)": r"\1ý",
    r"\b(jak)e(?=\b|ho\b|mu\b)": r"\1é",
    r"\b(k)ym\b": r"\1ým",
    r"^(\W*pro)c\b": r"\1č",
}
_UNMARKED_ASKING = [(re.compile(typed, re.IGNORECASE), marked) for typed, marked in _UNMARKED.items()]


def with_marks_of_asking(question: str) -> str:
    """Return a question whose words that ask have their marks of letters, where they were typed without.

    >>> with_marks_of_asking("O ktorej jest trening?"), with_marks_of_asking("Skad jest Ola?")
    ('O której jest trening?', 'Skąd jest Ola?')
    """
    for typed, marked in _UNMARKED_ASKING:
        question = typed.sub(marked, question)
    return question
