"""The unit that the heading of a column names for all its cells: `cena [zł]`, `waga (kg)`, `długość w km`."""

from __future__ import annotations

import re

_UNIT = (
    r"zł(?:otych)?|pln|gr|eur|euro|€|usd|\$|kč|czk|%|proc\.|kg|g|dag|dkg|mg|t|ton|l|ml|hl|km|m|dm|cm|mm|km²|m²|m³|km2|m2|m3|ha"
    r"|min\.?|minut|h|godz\.?|godzin|s|sek\.?|dni|tyg\.?|tygodni|mies\.?|miesięcy|lat|szt\.?|sztuk|os\.?|osób|°c|km/h|m/s"
    r"|kw|kwh|w|v|hz|khz|mhz|ghz|mb|gb|tb|kcal|kj|pkt\.?|punktów|stron|ar|hpa"
)
_IN_UNITS = {
    "zlotych": "zł",
    "złotych": "zł",
    "koronach": "Kč",
    "procentach": "%",
    "kilometrach": "km",
    "metrach": "m",
    "centymetrach": "cm",
    "milimetrach": "mm",
    "kilogramach": "kg",
    "gramach": "g",
    "tonach": "t",
    "litrach": "l",
    "hektarach": "ha",
    "minutach": "min",
    "sekundach": "s",
    "godzinach": "godz.",
    "dniach": "dni",
    "tygodniach": "tyg.",
    "miesiącach": "mies.",
    "latach": "lat",
    "sztukach": "szt.",
    "osobach": "os.",
    "punktach": "pkt",
}
"""Units as they stand behind `w`, and as they stand behind a number."""
_SCALED = rf"(?:(?:tys|mln|mld)\.? ?)?(?:{_UNIT})(?: ?(?:/|za|na) ?(?:\d+ ?)?[^\W\d_]+\.?)?"
_AMONG = rf"(?:(?:w|v) )?(?P<unit>{_SCALED}|{'|'.join(_IN_UNITS)})"
_NAMED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf".*\S\s*[\[(]\s*{_AMONG}\s*[\])]\W*",
        rf".*\S,\s*{_AMONG}",
        rf".*\S\s(?:w|v) (?P<unit>{_SCALED}|{'|'.join(_IN_UNITS)})",
        r".*\S\s(?P<unit>zł|pln|eur|kč|kg|km|cm|mm|%)",
    )
)
_NUMBER = r"\d[\d \xa0\u202f]*(?:[.,]\d+)?(?:,[-–—])?"
_BARE = re.compile(
    rf"(?:(?:od|do|ok\.|około|ponad|[<>≤≥~≈+−-])\s?)?{_NUMBER}(?:\s?(?:[–—-]|do)\s?{_NUMBER})?", re.IGNORECASE
)
_OF_CLOCK = re.compile(r"(?:h|godz|godzin)\.?", re.IGNORECASE)
_LASTS = re.compile(r"\b(?:czas|trwa|długo|doba|délka)", re.IGNORECASE)


def with_unit(name: str, value: str) -> str:
    """Return a value with the unit that the name of its column has, where it is a number without one.

    >>> with_unit("cena [zł]", "42"), with_unit("waga (kg)", "ok. 3 kg"), with_unit("cena (brutto)", "42")
    ('42 zł', 'ok. 3 kg', '42')
    """
    if not _BARE.fullmatch(value.strip()):
        return value
    found = next((one for pattern in _NAMED if (one := pattern.fullmatch(name.strip()))), None)
    unit = found["unit"] if found else ""
    if not unit or (_OF_CLOCK.fullmatch(unit) and not _LASTS.search(name)):
        return value
    return f"{value} {_IN_UNITS.get(unit.lower(), unit)}"
