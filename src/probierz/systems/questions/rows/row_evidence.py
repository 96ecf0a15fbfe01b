"""What a row of a table tells of a question, and whether it is the row of what is asked about.

A word is told by a form of itself, not by one that only begins alike, *kronikarz* for *kronikę*; and a row is that of
what its first cells name, not of what another one mentions: `zbiórka: parking przy kościele` is no price of parking.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from probierz.systems.questions.wording.field_words import begin_otherwise, forms
from probierz.systems.questions.wording.word_forms import are_forms_of_one_word
from probierz.systems.questions.wording.words import WORDS, without_asking, without_marks

__all__ = ["OF_NAMES", "cells_that_name", "is_found_by_name", "told_by_words_alike", "words_of_file"]

OF_NAMES = forms("imię nazwisko osoba nazwa")
"""Words of columns that name people or things, as they are compared."""
_OF_THINGS = forms("produkt towar artykuł usługa przedmiot tytuł wydarzenie zajęcia temat pozycja firma")
_NO_NAME = re.compile(
    r"[\d\s.,:/–—+-]*|\S*\d\S*|(?:pon|pn|wt|sr|czw|pt|sob|so|nd|niedz|poniedzial|wtor|srod|czwart|piat|sobot|niedziel)\w*\.?"
)
"""A number, a date, an hour, a code or a day of the week."""
_SHORTEST = 3
_END_OF_NAME = re.compile(r"\.\w{1,6}(?::\d+)?$")


def words_of_file(document: str) -> str:
    """The words of a file's name, which says what its rows are: of `wycieczki-2026.csv:3` the first one."""
    name = _END_OF_NAME.sub("", document.replace("\\", "/").rpartition("/")[2])
    return " ".join(re.findall(r"[^\W\d_]{3,}", name))


def told_by_words_alike(question: str, cells: str, kind: str) -> set[str]:
    """The words of a question, as they are compared, that cells have words alike to and no form of.

    kind: the headings and the column that answers, which may say it in a word of the same root: `prowadzący` for
    *prowadzi*. Words that name the same thing in other letters, *opłata* and `cena`, are none of them.
    """
    told = WORDS.findall(cells)
    of_kind = forms(kind)
    found: set[str] = set()
    for word in WORDS.findall(without_asking(question)):
        own = forms(word) - of_kind if len(word) >= _SHORTEST else set()
        alike = [one for one in told if own and without_marks(one[:2].lower()) == without_marks(word[:2].lower())]
        alike = [one for one in alike if own & forms(one)]
        if alike and not any(begin_otherwise(word, one) or are_forms_of_one_word(word, one) for one in alike):
            found |= own
    return found


def cells_that_name(cells: Sequence[tuple[str, str]]) -> set[int]:
    """The numbers of the cells, as name and value, that say what a row is of.

    These are the first, the first one that is no number, date, hour, code or day, and names of people or things.
    """
    by_words = (at for at, (_, value) in enumerate(cells) if not _NO_NAME.fullmatch(without_marks(value.lower())))
    by_column = {at for at, (name, _) in enumerate(cells) if forms(name) & (OF_NAMES | _OF_THINGS)}
    return {0, next(by_words, 0)} | by_column


def is_found_by_name(asked: set[str], cells: Sequence[tuple[str, str]], at: int) -> bool:
    """Whether a question, as cut words, names a row by a cell that names it; for such an answer, by all of another."""
    naming = cells_that_name(cells)
    others = [(number, forms(value)) for number, (_, value) in enumerate(cells) if number != at]
    if any(known & asked for number, known in others if number in naming):
        return True
    return at in naming and any(known and known <= asked for _, known in others)
