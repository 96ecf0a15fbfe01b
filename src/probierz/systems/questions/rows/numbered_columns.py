"""Columns of a timetable that are told apart by numbers: `kurs 1`, `kurs 2`; the number in a question picks one."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from probierz.systems.questions.wording.field_words import forms

_NAME = re.compile(r"\W*([^\W\d_]{3,})\.?\s*(?:nr\.?\s*)?(\d{1,4})\W*")
_ASKED = re.compile(r"\b([^\W\d_]{3,})\s+(?:(?:nr|numer)\.?\s*)?(\d{1,4})\b(?![.:,]\d)")


def columns_by_number(question: str, names: Sequence[str]) -> Collection[int] | None:
    """Return which names have the number of a question, none or more; None where it asks for no such number.

    >>> names = ("przystanek", "kurs 1", "kurs 2")
    >>> [columns_by_number(f"O której {one} jest w Lesku?", names) for one in ("kurs 2", "kurs 7", "autobus")]
    [[2], [], None]
    """
    numbered = {at: found for at, name in enumerate(names) if (found := _NAME.fullmatch(name))}
    asked = [one for one in _ASKED.finditer(question) if any(_is_same(one, name) for name in numbered.values())]
    if len(numbered) < 2 or not asked:
        return None
    return [at for at, name in numbered.items() if any(_is_same(one, name) and one[2] == name[2] for one in asked)]


def _is_same(one: re.Match[str], other: re.Match[str]) -> bool:
    return bool(forms(one[1]) & forms(other[1]))
