"""The months of Polish and Czech in all forms that stand in a date or behind a preposition, and those of English."""

from __future__ import annotations

from itertools import chain

from probierz.text import plain_letters

ENGLISH_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip
_POLISH = """
styczeń stycznia styczniowi styczniem styczniu
luty lutego lutemu lutym
marzec marca marcowi marcem marcu
kwiecień kwietnia kwietniowi kwietniem kwietniu
maj maja majowi majem maju
czerwiec czerwca czerwcowi czerwcem czerwcu
lipiec lipca lipcowi lipcem lipcu
sierpień sierpnia sierpniowi sierpniem sierpniu
wrzesień września wrześniowi wrześniem wrześniu
październik października październikowi październikiem październiku
listopad listopada listopadowi listopadem listopadzie
grudzień grudnia grudniowi grudniem grudniu
"""
_CZECH = """
leden ledna lednu lednem únor února únoru únorem březen března březnu březnem duben dubna dubnu dubnem
květen května květnu květnem červen června červnu červnem červenec července červenci červencem
srpen srpna srpnu srpnem září zářím říjen října říjnu říjnem listopadu listopadem prosinec prosince prosinci prosincem
"""
_SHORT = "stycz kwiec sierp wrześ paźdz listop grudz"


def _with_plain(forms: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(chain(forms.split(), plain_letters(forms).split())))


POLISH_MONTHS = tuple(map(_with_plain, _POLISH.strip().splitlines()))
"""Of each month its forms in small letters, with their marks and without."""
MONTH = rf"\b(?:{'|'.join(sorted({*_with_plain(_POLISH + _CZECH + _SHORT)}))})(?![^\W\d_])"
"""The pattern of a Polish or Czech month as a whole word, in small letters, with its marks or without."""
MONTHS_BEGIN = (
    "stycz", "lut", "mar[cz]", "kwie[tc]", "maj", "czerw", "lip[ic]", "sierp", "wrze[sś]", "pa[zź]dz", "listop", "grud",
)  # fmt: skip
"""Of each month the pattern that its forms begin with, also those that were read badly, and its adjectives."""
