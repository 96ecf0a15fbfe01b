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
_NOMINATIVES = frozenset(
    "Jerzy Antoni Ignacy Cezary Wincenty Walenty Konstanty Hilary Bonifacy Maurycy Gerwazy Protazy Ambroży Alojzy Idzi"
    " Anthony Antony Henry Harry Tommy Jerry Johnny Larry Barry Terry Gary Tony Timothy Jimmy Bobby Billy Willy Andy"
    " Jeremy Gregory Freddy Teddy Danny Kenny Benny Percy Randy Perry Mary Emily Lucy Nancy Sally Betty Kelly Emmy Judy"
    " Cindy Wendy Dolly Molly Polly Peggy Jenny Fanny Tracy Daisy Dorothy Rosemary Kitty Sandy Ruby Amy Henri Luigi"
    " Giovanni Gianni Toni Naomi Noemi Heidi Ali Rudi Willi Mimi Lili Lilli"
    " Marie Lucie Melanie Stefanie Stephanie Leonie Virginie Eugenie Sidonie Antonie Apolonie Jessie Eddie Debbie"
    " Bonnie Connie Winnie Minnie Jennie Robbie Jamie Mamie Susie Rosie Josie Lizzie Ozzie Barbie Archie Frankie"
    " Sophie Alice Beatrice Berenice Bernice Laurence Clarence Vince Bruce Maurice Horace Eunice Janice Patrice Prince"
    " Florence Constance Terence Lawrence Grace Joyce".split()
)
"""First names that end as others do in the genitive or dative."""
_DATIVE_FIRST = re.compile(r"\w+(?:[bmnpswz]ie|[cd]zie|cie|rze|ce|dze|ii|ji|ě)")
"""Endings of first names of women in the dative: *Barbarze*, *Monice*, *Zofii*."""
_GENITIVE_FIRST = re.compile(r"\w+(?:[^\W\d_aeiouyąęó]y|[bcfjklmnprstwzś]i)")
"""Those in the genitive, or in the dative as well, which other names end in: *Eweliny*, *Oli*."""
_UNDECLINED = re.compile(rf"\w*{CONSONANT}(?<!ów)(?<!ych)(?<!ich)")
_SURNAME_ALONE = re.compile(rf"\w*[^\W\d_A-Z](?<!ów)(?<={CONSONANT})|\w+(?:[sc]ka|á)")
"""Surnames that no man has so but in the nominative: *Sum*, *Malá*."""


def agrees(noun: str, past: Past | None) -> bool:
    """Whether a noun may be the subject of a verb of the past; none goes with a word that is no such verb.

    >>> from probierz.systems.questions.wording.verbs import past_of
    >>> [agrees(one, past_of("skosiła")) for one in ("Zofia", "młodzież", "ogrodnik", "chłopcy")]
    [True, True, False, False]
    """
    return past is not None and bool(_SUBJECTS[past.ending].fullmatch(noun))


def is_of_woman_not_in_nominative(name: Sequence[str]) -> bool:
    """Whether a name is that of a woman in the dative, or in the genitive with a surname that is the same in all cases.

    >>> [is_of_woman_not_in_nominative(one.split()) for one in ("Monice Szpak", "Eweliny Toś", "Monika Szpak")]
    [True, True, False]
    >>> is_of_woman_not_in_nominative(["Jerzy", "Kos"])
    False
    """
    if len(name) < 2 or name[0] in _NOMINATIVES:
        return False
    return bool(
        _DATIVE_FIRST.fullmatch(name[0]) or (_GENITIVE_FIRST.fullmatch(name[0]) and _UNDECLINED.fullmatch(name[-1]))
    )


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
