"""How sure a cell answers where a note beside it alone tells a word of the question: `uwagi: dzieci 50 zł`.

A note says what holds for some; the other cells then answer for the others.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from probierz.systems.questions.doubting.doubts import AT_MOST_LIKELY
from probierz.systems.questions.rows.row_evidence import cells_that_name
from probierz.systems.questions.wanted.units import kinds_of_unit
from probierz.systems.questions.wording.field_words import days_of, forms
from probierz.systems.questions.wording.words import without_marks

__all__ = ["most_by_notes"]

_OF_NOTES = re.compile(
    r"\b(?:uwag|notat|opis|informac|info\b|dodatk|warunk|znizk|ulg|promocj|komentarz|zastrzez|poznam|dopln)"
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_FREE = re.compile(r"\b(?:bezplatn\w*|gratis|darmo\w*|w cenie|wliczon\w*|zdarma|bez oplat\w*|nie plac\w*|neplat\w*)\b")
_PART = re.compile(r"[,;] ")
_MANY_WORDS = 4
_CLAUSE = re.compile(r"[^\W\d_]{3}\W*[,;] \W*[^\W\d_]{2}")


def most_by_notes(asked: set[str], title: str, cells: Sequence[tuple[str, str]], at: int) -> float:
    """Return how sure the cell `at` of a row, of names and values, may be: 0 where a note has its own such value.

    asked: the words of the question, as they are compared. 1 where no word is told by a note alone.

    >>> cells = [("bilet", "rodzinny"), ("cena", "60 zł"), ("uwagi", "dla seniorów 48 zł, tylko z kartą miejską")]
    >>> [most_by_notes(forms(one), "", cells, 1) for one in ("bilet rodzinny", "bilet dla seniorów")]
    [1.0, 0.0]
    """
    notes = {value for number, (name, value) in enumerate(cells) if number != at and _is_note(name, value)}
    notes -= {cells[number][1] for number in cells_that_name(cells)}
    told = forms(" ".join((title, *(name if value in notes else f"{name} {value}" for name, value in cells))))
    alone = [part for value in notes for part in _PART.split(value) if (forms(part) & asked) - told]
    if not alone:
        return 1.0
    return 0.0 if any(_is_of_kind(cells[at][1], part) for part in alone) else AT_MOST_LIKELY


def _is_note(name: str, value: str) -> bool:
    """Whether a cell is free text: under such a name, or of several words with a sum or another clause."""
    plain = without_marks(value.lower())
    words = [one for one in _WORD.findall(plain) if not days_of(one)]
    if _OF_NOTES.search(without_marks(name.lower())):
        return bool(words)
    is_said = "money" in kinds_of_unit(value) or _FREE.search(plain) or _CLAUSE.search(plain)
    return any(word.islower() for word in _WORD.findall(value)) and (
        len(words) >= _MANY_WORDS or (len(words) > 1 and bool(is_said))
    )


def _is_of_kind(value: str, note: str) -> bool:
    """Whether a note has a number with such a unit as a value has, or says that nothing is to be paid."""
    kinds = kinds_of_unit(value)
    told = set().union(*(kinds_of_unit(note[one.start() :]) for one in re.finditer(r"\d+", note)))
    return bool(kinds & told) or ("money" in kinds and bool(_FREE.search(without_marks(note.lower()))))
