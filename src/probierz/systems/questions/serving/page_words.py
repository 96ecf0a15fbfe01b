"""What the page of answers says, in English and in Polish, by the languages that a browser asks for."""

from __future__ import annotations

from probierz.systems.questions.answering.asking import NOT_SURE, NOTHING_ASKED, NOTHING_FOUND, YES_OR_NO
from probierz.systems.questions.finding.index import WORDLESS

WORTH = (
    "The answer is always a run of words of the documents, and is marked there. The confidence, from 0 to 1, says how"
    " likely it is to be right. From {} on, the answer is given as it stands: of the folders that were tried, more than"
    " nine of ten were right. Below that it is told with “perhaps”, its whole sentence is marked, and little more than"
    " half were right: read the sentence. What is less sure than {} is marked, but not given as an answer."
)
"""What an answer is, and what its confidence means."""

_POLISH = {
    "Question": "Pytanie",
    "Ask": "Zapytaj",
    "There is no such page.": "Nie ma takiej strony.",
    "That is no verdict.": "To nie jest ocena.",
    "A question has {} characters at most.": "Pytanie ma najwyżej {} znaków.",
    "This form is of an earlier start; ask again.": "To formularz z wcześniejszego uruchomienia; zapytaj ponownie.",
    "This answer is no longer known; ask again.": "Tej odpowiedzi już nie pamiętam; zapytaj ponownie.",
    "Open {} instead.": "Otwórz {}.",
    "The marked words are": "Zaznaczone słowa to odpowiedź",
    "The likely answer is": "Prawdopodobna odpowiedź jest",
    "perhaps": "być może",
    "right": "dobra",
    "wrong": "zła",
    "This was not kept: {}": "Nie udało się tego zapisać: {}",
    "Kept in {}: “{}” is {}.": "Zapisano w {}: „{}” to odpowiedź {}.",
    "No answer: {}.": "Brak odpowiedzi: {}.",
    NOTHING_FOUND: "żaden fragment nie ma ani słowa z pytania",
    YES_OR_NO: "tak czy nie – zob. fragment",
    NOTHING_ASKED: "w pytaniu nie ma niczego, o co się pyta",
    NOT_SURE: "brak pewności",
    WORDLESS: "Pytanie nie ma ani jednego słowa – wpisz je.",
    "confidence {}": "pewność {}",
    "(and 1 other row fits)": "(inne pasujące wiersze: 1)",
    "(and {} other rows fit)": "(inne pasujące wiersze: {})",
    "{}, row {}": "{}, wiersz {}",
    "{}, row {}, column {}": "{}, wiersz {}, kolumna {}",
    "Other passages that were read": "Inne przeczytane fragmenty",
    "Documents: {}, passages: {}. Built on {}.": "Dokumenty: {}, fragmenty: {}. Indeks zbudowano {}.",
    "Ask in full sentences, in the words of the documents. For example:": (
        "Pytaj pełnym zdaniem, słowami dokumentów. Na przykład:"
    ),
    "Ask in full sentences, in the words of the documents: who, where, when, how much, at what time.": (
        "Pytaj pełnym zdaniem, słowami dokumentów: kto, gdzie, kiedy, ile, o której."
    ),
    WORTH: (
        "Odpowiedź to zawsze ciąg słów z dokumentów, zaznaczony na swoim miejscu. Pewność, od 0 do 1, mówi, na ile"
        " prawdopodobne jest, że odpowiedź jest dobra. Od {} odpowiedź jest podana wprost: w wypróbowanych folderach"
        " dobrych było ponad dziewięć na dziesięć. Poniżej stoi przy niej „być może”, zaznaczone jest całe zdanie,"
        " a dobrych było niewiele więcej niż połowa: trzeba je przeczytać. Słowa mniej pewne niż {} są tylko"
        " zaznaczone."
    ),
}
_LANGUAGES: dict[str, dict[str, str]] = {"en": {}, "pl": _POLISH}


def language_asked_for(header: str) -> str:
    """Return the first language of `Accept-Language` that the page knows, in the order of the browser; else English.

    >>> language_asked_for("cs,pl;q=0.8,en;q=0.6"), language_asked_for("de")
    ('pl', 'en')
    """
    asked = (one.split(";")[0].strip().lower()[:2] for one in header.split(","))
    return next((one for one in asked if one in _LANGUAGES), "en")


def in_language(language: str, number: str) -> str:
    """Return a number with the decimal sign of a language.

    >>> in_language("pl", "0.40")
    '0,40'
    """
    return number.replace(".", ",") if language == "pl" else number


def words_in(language: str, text: str, *values: object) -> str:
    """Return a text of the page in a language, with values in its gaps."""
    said = _LANGUAGES[language].get(text, text)
    return said.format(*values) if values else said
