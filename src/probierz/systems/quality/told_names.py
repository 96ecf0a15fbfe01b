"""Whether months and weekdays of a translation are those of its source.

He died on 28 January.    |  Zmarł 28 lutego.         another month
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from probierz.systems.shared.months import ENGLISH_MONTHS, POLISH_MONTHS

_Kind = Sequence[tuple[str, str]]
"""Of each thing, what it is called in English and in Polish, as patterns of whole words."""

_MONTHS: _Kind = [(name, "|".join(forms)) for name, forms in zip(ENGLISH_MONTHS, POLISH_MONTHS, strict=True)]
_WEEKDAYS: _Kind = (
    ("Mondays?", r"poniedział\w+"), ("Tuesdays?", r"wtor(?:ek|k\w+)"),
    ("Wednesdays?", r"śr(?:oda|ody|odę|odą|odzie|ód|odow\w+)"), ("Thursdays?", r"czwart(?:ek|k\w+)"),
    ("Fridays?", r"piąt(?:ek|k\w+)"), ("Saturdays?", r"sob(?:ot\w+|ót)"),
    ("Sundays?", r"niedziel\w*"),
)  # fmt: skip
_KINDS = (("month", _MONTHS), ("weekday", _WEEKDAYS))


def other_names(source: str, translation: str) -> str:
    """Which months or weekdays differ, in words; "" for none."""
    for name, kind in _KINDS:
        given, made = _named(source, kind, 0), _named(translation, kind, 1)
        lost, new = given.keys() - made.keys(), made.keys() - given.keys()
        if lost and new:
            return _told(f"another {name}", [given[one] for one in lost], [made[one] for one in new])
    return ""


def _told(what: str, lost: Sequence[str], new: Sequence[str]) -> str:
    return f"{what}: {' '.join(sorted(lost))} in the source, {' '.join(sorted(new))} here"


def _named(text: str, kind: _Kind, side: int) -> dict[int, str]:
    """What of a kind a text names, by its number. English names have a capital letter, and May begins no sentence."""
    found = {}
    for number, names in enumerate(kind):
        flags = re.IGNORECASE if side else 0
        begin = r"(?<=[\w,] )" if names[side] in ("May", "March") else r"\b"
        if one := re.search(rf"{begin}(?:{names[side]})\b", text, flags):
            found[number] = one.group()
    return found
