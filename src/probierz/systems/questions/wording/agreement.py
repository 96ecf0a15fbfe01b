"""Which noun a verb of the past goes with as its subject, as far as the endings of both tell.

Jan niósł, Nowicki niósł        młodzież niosła, Ines niosła        chłopcy nieśli
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from probierz.systems.questions.wording.verbs import Past
from probierz.systems.questions.wording.words import CAPITAL

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
FIRST_OF_MAN = re.compile(
    rf"\w+(?<!ów)(?<!ach)(?<!ych){CONSONANT}|Jerzy|Antoni|Ignacy|Cezary|Wincenty|Walenty|Konstanty|\w+í"
)
"""First names that stand so before *przyszedł* alone."""
FIRST_OF_WOMAN = re.compile(r"\w+[aá]")
_SURNAME_ALONE = re.compile(rf"\w*[^\W\d_A-Z](?<!ów)(?<={CONSONANT})|\w+(?:[sc]ka|á)")
"""Surnames that no man has so but in the nominative: *Sum*, *Malá*."""


def agrees(noun: str, past: Past | None) -> bool:
    """Whether a noun may be the subject of a verb of the past; none goes with a word that is no such verb.

    >>> from probierz.systems.questions.wording.verbs import past_of
    >>> [agrees(one, past_of("skosiła")) for one in ("Zofia", "młodzież", "ogrodnik", "chłopcy")]
    [True, True, False, False]
    """
    return past is not None and bool(_SUBJECTS[past.ending].fullmatch(noun))


def is_name_of_subject(name: Sequence[str], ending: str) -> bool:
    """Whether the words of a name are the subject of a verb with an ending of `Past`, and may stand in no other case.

    >>> is_name_of_subject(["Jan", "Kos"], "l"), is_name_of_subject(["Jana", "Kosa"], "l")
    (True, False)
    >>> [is_name_of_subject(one.split(), "la") for one in ("Anna Kos", "Anna Nowacka", "Jana Kosa")]
    [True, True, False]
    """
    if ending == "la":
        return len(name) > 1 and bool(FIRST_OF_WOMAN.fullmatch(name[0]) and _SURNAME_ALONE.fullmatch(name[-1]))
    return ending == "l" and bool(FIRST_OF_MAN.fullmatch(name[0]))
