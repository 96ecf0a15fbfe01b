"""Units behind numbers: those with one form get it, and those that letters of other sizes would make others stay.

45 ms  5 mw  48,5 m2       →   as they are written: MS is none, and mW is no MW
2 ghz  1013 hpa  5 mah     →   2 GHz  1013 hPa  5 mAh
"""

from __future__ import annotations

import re

_NUMBER = re.compile(r"\d[\d.,/–-]*|tys|mln|mld|milion\w*|tysi[ąę]c\w*|miliard\w*")
_AS_WRITTEN = frozenset(
    """
    m m2 m3 km km2 km3 cm cm2 cm3 mm mm2 mm3 dm dm2 dm3 nm µm μm um ha g kg dag dkg mg µg mcg t l ml hl dl cl s h ms ns
    us µs min px pt em rpm dpi fps ppm psi bar mbar mol mmol lm lx cd cal kcal rad sr mw mv ma mj mpa mwh
    m/s km/h km/s kg/m3 g/l mg/l mg/dl mmol/l l/min
    """.split()
)
_SPELLED = """
    hPa kPa GPa Hz kHz MHz GHz THz Wh kWh GWh TWh kW GW TW kV kVA MVA Ah mAh kA dB dBm kJ GJ keV GeV kB GB TB PB
    kbps Mbps Gbps kBq
"""
_FORMS = {form.lower(): form for form in _SPELLED.split()}
"""Units of which hardly anybody says the others: there are MHz, and mHz nowhere in a text."""


def as_unit(before: str, word: str) -> str | None:
    """How a word in small letters is written behind a number; None for what is no unit. before: the word before it."""
    if not _NUMBER.fullmatch(before.lower()):
        return None
    return _FORMS.get(word) or (word if word in _AS_WRITTEN else None)
