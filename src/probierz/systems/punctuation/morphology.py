"""Classes of words: all readings that the dictionary of Morfeusz 2 gives a form, without numbers and genders.

    drzewo   →  subst:acc subst:nom subst:voc
    robiłem  →  +aglt praet                     two words written together
    idzie    →  fin:ter imię subst:dat …        "goes"; and Ida, a name, in the dative: letters are small here

Woliński, Morfeusz Reloaded (LREC 2014); the dictionary is SGJP (BSD). It is asked only when a network is made: the
network's own files hold the classes of its words.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from probierz.errors import MissingExtra

_CASES = frozenset(("nom", "gen", "dat", "acc", "inst", "loc", "voc"))
_PERSONS = frozenset(("pri", "sec", "ter"))
_NAMES = ("imię", "nazwisko", "nazwa_geograficzna")


def classifier() -> Callable[[str], str]:
    """Return the function from a form to its class. Raises MissingExtra without Morfeusz."""
    try:
        import morfeusz2
    except ImportError:
        raise MissingExtra("Morfeusz 2", "morfeusz", "telling the classes of words") from None
    dictionary = morfeusz2.Morfeusz(generate=False, case_handling=morfeusz2.IGNORE_CASE)

    def classify(form: str) -> str:
        readings = _readings(dictionary.analyse(form))
        return "" if readings == {"ign"} else " ".join(sorted(readings))

    return classify


def _readings(found: list[tuple[int, int, tuple[Any, ...]]]) -> set[str]:
    readings: set[str] = set()
    for begin, _, (_, _, tag, names, _) in found:
        part, *rest = tag.split(":")
        if begin:  # a form that is written together: robił + em
            readings.add(f"+{part}")
            continue
        readings |= _simple(part, [values.split(".") for values in rest])
        readings |= {name for name in names if name in _NAMES}
    return readings


def _simple(part: str, values: list[list[str]]) -> set[str]:
    """A reading with its case, else its person, else alone."""
    for wanted in (_CASES, _PERSONS):
        for choices in values:
            if wanted.issuperset(choices):
                return {f"{part}:{one}" for one in choices}
    return {part}
