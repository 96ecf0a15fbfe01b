"""Somebody, or an animal, told by whose it is: *córka Jana Kowalskiego*, *manžel Jany Dvořákové*, *pies Ewy*.

The name behind such a noun is another person's where it may be a genitive. *Sekretarkę Magdę Flis* has it in the case
of the noun; *sekretarza Jana Kosa* may be either, and is told right by all of its words.
"""

from __future__ import annotations

import re

from probierz.systems.questions.wording.agreement import is_name_of_subject
from probierz.systems.questions.wording.verbs import is_past
from probierz.systems.questions.wording.word_flags import ALL_PREPOSITIONS
from probierz.systems.questions.wording.word_forms import are_forms_of_one_word
from probierz.systems.questions.wording.words import NAME_WORD, NAMES, SMALL, WORDS

_POLISH = (
    r"cór(?:k\w{1,3}|ce|eczk\w+|eczce)|syn(?:a|owi|em|owie|ów|om|ami|ek|k\w{1,3}|ow[aąęy]|owej|owie)?"
    r"|brat(?:a|u|em|an\w{2,5})?|braci\w{0,3}|siostr\w{1,3}|siostrze\w{0,5}|matk\w{1,3}|matce|mam[aąęy]|mamie"
    r"|oj(?:ciec|ca|cu|cem)|żon[aąęy]|żonie|mąż|męż(?:a|owi|em)|małżon\w{2,4}|teś(?:ć|ci\w{1,5})|zię(?:ć|ci\w{1,4})"
    r"|dziad(?:ek|k\w{1,3})|bab(?:k\w{1,2}|ce|ci\w{0,3})|wnu(?:k\w{0,4}|cz\w{2,4})|wuj\w{0,4}|stryj\w{0,4}|ciot\w{2,3}"
    r"|kuzyn\w{0,5}|wdow[aąęyc]\w{0,2}|wdowie\w{0,2}|narzeczon\w{1,4}|rodzic\w{1,3}|dzieck\w{1,3}|potom(?:ek|k\w{1,3})"
    r"|sąsiad\w{0,5}|przyjaci\w{2,5}|koleg\w{1,3}|koledze|koleżan\w{2,3}|kierowc\w{1,3}|sekretar[kzc]\w{0,4}"
    r"|ucz(?:eń|ni\w{1,4}|enni\w{1,4})|asysten[tck]\w{0,4}|zastęp[cz]\w{1,4}|opiekun\w{0,4}|szef\w{0,4}|służąc\w{1,4}"
    r"|następ[cz]\w{1,4}|poprzedni[kc]\w{0,4}|ps[aue]m?|koni(?:a|owi|em)|kot(?:a|u|em)|krow[aąęy]|krowie"
)
_CZECH = (
    r"dce(?:r\w{1,3}|ři)|bratr\w{0,3}|bratran\w{2,4}|sestr\w{1,3}|sestř\w{1,4}|ot(?:ec|c\w{1,3})|manžel\w{0,4}"
    r"|děde?č\w{1,3}|babič\w{1,3}|vnu(?:k\w{0,3}|č\w{1,3})|strý(?:c\w{0,3})|te(?:t\w{1,2}|tě)|synov(?:ec|c\w{1,3})|synovi|neteř\w{0,2}"
    r"|vdov\w{1,3}|snouben\w{2,4}|rodič\w{0,3}|soused\w{0,4}|přítel\w{0,5}|kamarád\w{0,4}|řidič\w{0,3}|tajemn\w{2,4}"
    r"|žá(?:k\w{0,3})|asisten\w{1,4}|zástup\w{2,4}|nástup\w{2,4}|předchůd\w{2,4}|matc\w|syn(?:u|y)|koně|koni|psovi|krávu"
)
_KIN = rf"(?:{_POLISH}|{_CZECH})"
_BEFORE = re.compile(rf"(?<!\w)(?P<kin>{_KIN}) (?:(?P<between>[{SMALL}]{{3,}}) )?$")
_KIN_FIRST = re.compile(rf"{_KIN} (?:[{SMALL}]{{3,}} )?(?={NAME_WORD})")
_NAME = re.compile(NAMES)
_NO_GENITIVE = re.compile(
    r"\w+(?:owi|ovi|emu|ému|u|ę|ą|ě|ou|em|ym|im|ím|ým|[bfłlmnpw]ie|zie|cie|sie|rze|dze|że|ce|szy)", re.IGNORECASE
)
"""Names in the case of the noun: *Annie*, *Adamowi*, *Magdę*."""
_LONGEST = 60


def begin_with_kin(question: str, passage: str, begin: int, end: int) -> int:
    """Return where an answer begins with the noun that says what somebody is to whom it names, where one stands before.

    >>> text = "Anna pomogła córce Jana Kosa i bratu Adamowi."
    >>> [begin_with_kin("Komu pomogła Anna?", text, *one) for one in ((19, 28), (37, 44))]
    [13, 37]
    """
    before = _BEFORE.search(passage, max(0, begin - _LONGEST), begin)
    if not before or not may_be_genitive(passage, begin, end):
        return begin
    between = before["between"] or ""
    is_apart = between in ALL_PREPOSITIONS or between in ("oraz", "nebo", "lub") or is_past(between)
    is_asked = any(are_forms_of_one_word(before["kin"], one) for one in WORDS.findall(question.lower()))
    return begin if is_apart or is_asked else before.start()


def is_kin(noun: str) -> bool:
    """Whether a noun says what somebody is to another.

    >>> is_kin("córkę"), is_kin("książkę")
    (True, False)
    """
    return bool(re.fullmatch(_KIN, noun))


def is_kin_of_somebody(text: str, begin: int, end: int) -> bool:
    """Whether an answer is somebody who is told by whose he is, so that its name says nothing of its case.

    >>> is_kin_of_somebody("córce Jana Kosa", 0, 15), is_kin_of_somebody("bratu Adamowi", 0, 13)
    (True, False)
    """
    first = _KIN_FIRST.match(text, begin, end)
    return bool(first and may_be_genitive(text, first.end(), end))


def may_be_genitive(text: str, begin: int, end: int) -> bool:
    """Whether a name may stand in the genitive, as far as its endings tell."""
    name = _NAME.search(text, begin, end)
    words = name[0].split() if name else []
    is_other = any(_NO_GENITIVE.fullmatch(one) for one in words) or (
        bool(words) and any(is_name_of_subject(words, ending) for ending in ("l", "la"))
    )
    return bool(words) and not is_other
