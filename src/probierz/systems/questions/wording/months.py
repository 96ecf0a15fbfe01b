"""The months of Polish and Czech in all forms that stand in a date or behind a preposition."""

from __future__ import annotations

from probierz.systems.questions.wording.words import without_marks

__all__ = ["MONTH"]

_POLISH = {
    "ia iowi iem iu": "styczeń-styczn kwiecień-kwietn sierpień-sierpn wrzesień-wrześn grudzień-grudn",
    "a owi em u": "marzec-marc maj-maj czerwiec-czerwc lipiec-lipc",
    "ego emu ym": "luty-lut",
    "a owi iem u": "październik-październik",
    "a owi em zie": "listopad-listopad",
}
_CZECH = {
    "a u em": "leden-ledn únor-únor březen-březn duben-dubn květen-květn červen-červn srpen-srpn říjen-říjn",
    "e i em": "červenec-červenc prosinec-prosinc",
    "u em": "listopad-listopad",
    "m": "září-září",
}
"""By endings, names and what stands before the endings."""
_SHORT = "stycz kwiec sierp wrześ paźdz listop grudz"


def _forms() -> set[str]:
    found = set(_SHORT.split())
    for endings, names in (*_POLISH.items(), *_CZECH.items()):
        for name, _, stem in (one.partition("-") for one in names.split()):
            found |= {name, *(stem + ending for ending in endings.split())}
    return found | set(map(without_marks, found))


MONTH = rf"\b(?:{'|'.join(sorted(_forms()))})(?![^\W\d_])"
"""The pattern of a month as a whole word, in small letters, with its marks or without."""
