"""Dates with months in words: every form of Polish and Czech, and nothing that only begins as a month does."""

import re

import pytest

from probierz.systems.questions.reading.uncut import uncut
from probierz.systems.questions.wanted.ordinal_numbers import ordinals_asked
from probierz.systems.questions.wanted.units import is_of_other_unit
from probierz.systems.shared.months import MONTH


@pytest.mark.parametrize(
    "month",
    ["styczniu", "luty", "lutego", "marzec", "marca", "kwietniem", "maj", "lipcowi", "wrzesnia", "października",
     "grudzień", "ledna", "únoru", "března", "brezna", "květnem", "červenci", "září", "října", "prosinci", "paźdz"],
)  # fmt: skip
def test_forms_of_months_are_found(month):
    assert re.fullmatch(MONTH, month)
    assert is_of_other_unit("Jak długo trwa kurs?", f"5. {month}", 0, 3 + len(month))


@pytest.mark.parametrize("word", ["majtek", "lutowań", "dubów", "grudek", "majątku", "lip", "sierpów", "červů"])
def test_words_that_begin_like_months_are_none(word):
    text = f"Cena od 5 {word} do 9 {word} spada."
    begin = text.index("9")
    assert not re.match(MONTH, word)
    assert uncut("Do kiedy spada?", text, begin, begin + 1) == (begin, begin + 1)
    assert not is_of_other_unit("Jak długo trwa kurs?", f"5 {word}", 0, 2 + len(word))


def test_marks_of_germany_are_no_days():
    text = "Rabat rośnie od 5 marek do 10 marek."
    begin = text.index("10")
    assert uncut("Do kiedy trwa?", text, begin, begin + 2) == (begin, begin + 2)


def test_days_of_months_are_no_ordinals_in_czech_too():
    assert ordinals_asked("Co je druhého května?") == {}
