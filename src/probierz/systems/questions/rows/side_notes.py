"""How sure a cell answers where a note beside it alone tells a word of the question: `uwagi: dzieci 50 zł`.

A note says what holds for some; the other cells then answer for the others, and a price in the note for these, or what
says that it is not done for them: *nie wykonujemy*.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from probierz.systems.questions.doubting.doubts import AT_MOST_LIKELY
from probierz.systems.questions.rows.row_evidence import cells_that_name
from probierz.systems.questions.wanted.units import kinds_of_unit
from probierz.systems.questions.wording.field_words import days_of, forms
from probierz.systems.questions.wording.words import without_marks

_OF_NOTES = re.compile(
    r"\b(?:uwag|notat|opis|informac|info\b|dodatk|warunk|znizk|ulg|promocj|komentarz|zastrzez|poznam|dopln)"
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_FREE = re.compile(r"\b(?:bezplatn\w*|gratis|darmo\w*|w cenie|wliczon\w*|zdarma|bez oplat\w*|nie plac\w*|neplat\w*)\b")
_NOT_DONE = (
    r"nie (?:wykonuj\w+|przyjmuj\w+|obsługuj\w+|prowadzi\w+|oferuj\w+|świadcz\w+|sprzedaj\w+|realizuj\w+|wynajmuj\w+"
    r"|wypożycza\w*|naprawiam\w*|robimy|wysyłam\w*)"
    r"|(?<=[:–—-] )nie dotyczy(?=\W*$)|ne(?:provád|poskyt|přijím|nabíz|prodáv|půjčuj)\w+"
)
"""What says that something is not done; *nie dotyczy* only by itself, as *zniżka nie dotyczy* says another thing."""
_IS_NOT_DONE = re.compile(rf"\b(?:{_NOT_DONE})", re.IGNORECASE)
_PART = re.compile(r"[,;] ")
_SUM = r"\d{1,3}(?:[ \xa0]\d{3})*(?:[,.]\d\d)?[ \xa0]?(?:zł|gr|złotych|euro|eur|€|kč|korun)(?!\w)"
_PRICE = re.compile(
    rf"(?<![\w.,–-]){_SUM}"
    rf"|\b(?:bezpłatn\w*|gratis|darmo\w*|w cenie|wliczon\w*|zdarma|bez opłat\w*|nie płac\w*|neplat\w*|{_NOT_DONE})\b",
    re.IGNORECASE,
)
_NO_PRICE = re.compile(
    r"\b(?:o|od|do|po|ponad|powyzej|pod|nad|plus|minus|doplat\w*|zwrot\w*|kaucj\w*|zadat\w*|zastaw\w*|rabat\w*|znizk\w*"
    r"|drozej|taniej|drazsi|levnejsi|sleva|slevy|priplat\w*|zaloh\w*|vratn\w*)\b|%"
)
"""What says that a sum is no price but comes to one, is taken off, or given back."""
_MANY_WORDS = 4
_CLAUSE = re.compile(r"[^\W\d_]{3}\W*[,;] \W*[^\W\d_]{2}")


def most_by_notes(asked: set[str], title: str, cells: Sequence[tuple[str, str]], at: int) -> float:
    """Return how sure the cell `at` of a row, of names and values, may be: 0 where a note has its own such value.

    asked: the words of the question, as they are compared. 1 where no word is told by a note alone.

    >>> cells = [("bilet", "rodzinny"), ("cena", "60 zł"), ("uwagi", "dla seniorów 48 zł, tylko z kartą miejską")]
    >>> [most_by_notes(forms(one), "", cells, 1) for one in ("bilet rodzinny", "bilet dla seniorów")]
    [1.0, 0.0]
    """
    alone = [cells[number][1][low:high] for number, low, high in _told_alone(asked, title, cells, at)]
    if not alone:
        return 1.0
    return 0.0 if any(_is_of_kind(cells[at][1], part) for part in alone) else AT_MOST_LIKELY


def price_in_note(
    asked: set[str], title: str, cells: Sequence[tuple[str, str]], at: int
) -> tuple[int, int, int] | None:
    """The cell, and the characters in it, of the one price that a note has for a question, beside that of a cell.

    None for a sum that is added or taken off, for one of another column, *za godzinę*, and where there are several.

    >>> cells = [("bilet", "rodzinny"), ("cena", "60 zł"), ("uwagi", "dla seniorów 48 zł, w deszcz 5 zł taniej")]
    >>> price_in_note(forms("bilet dla seniorów"), "", cells, 1), price_in_note(forms("bilet w deszcz"), "", cells, 1)
    ((2, 13, 18), None)
    """
    if "money" not in kinds_of_unit(cells[at][1]):
        return None
    of_others = forms(" ".join(name for name, _ in cells)) - forms(cells[at][0]) - asked
    found = [
        (number, *one.span())
        for number, low, high in _told_alone(asked, title, cells, at)
        if not forms(part := cells[number][1][low:high]) & of_others
        and not _NO_PRICE.search(without_marks(part.lower()))
        for one in _PRICE.finditer(cells[number][1], low, high)
    ]
    return found[0] if len(found) == 1 else None


def _told_alone(
    asked: set[str], title: str, cells: Sequence[tuple[str, str]], at: int
) -> Iterator[tuple[int, int, int]]:
    """The parts of notes, as the cell and the characters in it, that alone tell a word of a question."""
    notes = {number for number, (name, value) in enumerate(cells) if number != at and _is_note(name, value)}
    notes -= cells_that_name(cells)
    told = forms(
        " ".join(
            (title, *(name if number in notes else f"{name} {value}" for number, (name, value) in enumerate(cells)))
        )
    )
    for number in notes:
        value = cells[number][1]
        seams = [0, *(one.end() for one in _PART.finditer(value)), len(value)]
        yield from ((number, *part) for part in pairwise(seams) if (forms(value[slice(*part)]) & asked) - told)


def _is_note(name: str, value: str) -> bool:
    """Whether a cell is free text: under such a name, or of several words with a sum or another clause."""
    plain = without_marks(value.lower())
    words = [one for one in _WORD.findall(plain) if not days_of(one)]
    is_priced = "money" in kinds_of_unit(value)
    if _OF_NOTES.search(without_marks(name.lower())):
        return bool(words) or is_priced
    is_said = is_priced or _FREE.search(plain) or _CLAUSE.search(plain)
    return any(word.islower() for word in _WORD.findall(value)) and (
        len(words) >= _MANY_WORDS or (len(words) > 1 and bool(is_said))
    )


def _is_of_kind(value: str, note: str) -> bool:
    """Whether a note has a number with such a unit as a value has, or says that it is free or not done."""
    kinds = kinds_of_unit(value)
    told = set().union(*(kinds_of_unit(note[one.start() :]) for one in re.finditer(r"\d+", note)))
    is_free = "money" in kinds and _FREE.search(without_marks(note.lower()))
    return bool(kinds & told or is_free or _IS_NOT_DONE.search(note))
