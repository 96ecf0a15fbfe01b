"""Whether a row of a table is that of what a question asks about.

It is that of what its first cells name, not of what another one mentions: `zbiórka: parking przy kościele` is no price
of parking.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from probierz.systems.questions.wording.field_words import forms
from probierz.systems.questions.wording.words import without_marks

OF_NAMES = forms("imię nazwisko osoba nazwa jméno příjmení název")
"""Words of columns that name people or things, as they are compared."""
_OF_THINGS = forms("produkt towar artykuł usługa przedmiot tytuł wydarzenie zajęcia temat pozycja firma")
_NO_NAME = re.compile(
    r"[\d\s.,:/–—+-]*|\S*\d\S*|(?:pon|pn|wt|sr|czw|pt|sob|so|nd|niedz|poniedzial|wtor|srod|czwart|piat|sobot|niedziel)\w*\.?"
)
"""A number, a date, an hour, a code or a day of the week."""
_END_OF_NAME = re.compile(r"\.\w{1,6}(?::\d+)?$")


def words_of_file(document: str) -> str:
    """The words of a file's name, which says what its rows are: of `wycieczki-2026.csv:3` the first one."""
    name = _END_OF_NAME.sub("", document.replace("\\", "/").rpartition("/")[2])
    return " ".join(re.findall(r"[^\W\d_]{3,}", name))


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
