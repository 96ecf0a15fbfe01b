"""Which noun a verb of the past goes with as its subject, as far as the endings of both tell.

Jan niósł, Nowicki niósł        młodzież niosła, Ines niosła        chłopcy nieśli
"""

from __future__ import annotations

import re

from probierz.systems.questions.wording.verbs import Past
from probierz.systems.questions.wording.words import CAPITAL

__all__ = ["CONSONANT", "agrees"]

CONSONANT = r"[^\W\d_aąeęiouóyáéěíúůý]"
"""The pattern of a letter that is no vowel."""
_SUBJECTS = {
    "l": re.compile(rf"\w*{CONSONANT}|{CAPITAL}\w+[aioyíý]"),
    "la": re.compile(rf"\w+(?:[aáćśźżńjcžť]|dz|ew|eň)|{CAPITAL}\w*{CONSONANT}"),
    "lo": re.compile(r"\w+(?:[oeęí]|um)"),
    "ly": re.compile(r"\w+[yieaé]"),
    "li": re.compile(r"\w+[yieaéí]"),
}
"""Endings of nominatives by the ending of the verb; names have more of them than nouns."""


def agrees(noun: str, past: Past | None) -> bool:
    """Whether a noun may be the subject of a verb of the past; none goes with a word that is no such verb.

    >>> from probierz.systems.questions.wording.verbs import past_of
    >>> [agrees(one, past_of("skosiła")) for one in ("Zofia", "młodzież", "ogrodnik", "chłopcy")]
    [True, True, False, False]
    """
    return past is not None and bool(_SUBJECTS[past.ending].fullmatch(noun))
