"""The role that the verb of a question asks for: who has it in a line, `Protokolantka: Ewa Lis`, did what it says.

Kto protokołował?       Protokolantka: Ewa Lis
Kto kupił dom?          Nabywca: Jan Kot
Kto napisał baśnie?     Autor: Leon Bem, tłumacz: Anna Sum
"""

from __future__ import annotations

import re

from probierz.systems.questions.wording.field_words import HOURS, OF_ASKING, forms
from probierz.systems.questions.wording.verbs import IS, is_past, verb_of
from probierz.systems.questions.wording.words import ASKS_WHO, WORDS, without_marks

_NO_VERB = re.compile(r"(?:obecnie|teraz|dzis|dzisiaj|aktualnie|wtedy|nyni|dnes|tehdy|z|ze|w|we|na|za|od|do|ve?|s)$")
_IS = re.compile(rf"{IS}|b[ęe]d(?:zie|ą)|bud(?:e|ou)")
_ENDING = re.compile(r"(?:(?:[iy]?[ou]?w|ov)al[aioy]?|[iy]?uj[ei]|uja|aja|a|ily|[ieya]l[aioy]?|i|y|e|al)$")
"""Of verbs in the past and the present, without marks: *protokołowała*, *prowadzi*."""
_PREFIX = re.compile(r"(?:prze|za|na|po|wy|z|s(?=[fk]))(?=\w{4})")
"""What makes a verb perfective: *zaprojektował*."""
_LEAST = 4
"""Letters that a verb and the name of a role have in common."""
_OTHER_STEMS = {
    **dict.fromkeys(("kup", "zakup", "koup"), "kupuj kupiec nabyw"),
    "naby": "nabyw kupuj",
    "sprzed": "sprzed zbyw",
    "zamow": "zamaw",
    "wyd": "wydaw",
    **dict.fromkeys(("redag", "redig"), "redak"),
    **dict.fromkeys(("pis", "napis", "pisz", "naps"), "autor"),
    "preloz": "preklad",
    **dict.fromkeys(("vedl", "ved"), "vedouc"),
    "ucz": "naucz instrukt",
    "tren": "trener",
    "kier": "kierown dyrekt szef prezes",
}
"""How roles begin that are called by another stem than the verb has, by that."""
_ROLE = re.compile(
    r"[^\W\d_]{2,}(?:c[aey]|czyni|nt(?:ka)?|[cdst]or(?:ka)?|er(?:ka)?|ni[ck]|niczka|arz(?:ka)?|[aeuy]j?ac[ya]|acz(?:ka)?|telka?"
    r"|log|[iy]st(?:a|ka)|mistrz|graf|un(?:ka)?|atel(?:ka)?|ujici|ajici)"
    r"|prezes|soltys|wojt|starosta|szef(?:owa)?|lider(?:ka)?|kapitan|rezyser(?:ka)?|sedzia|swiadek|autor(?:ka|zy)?|(?:nie)?obecni"
)
"""Nouns of who does something, in the nominative and without marks."""
_OF_WORK = re.compile(r"(?:autor|tworc|wykonaw|opraco)\w*")
"""Whoever made what stands behind it: *autor projektu*."""


def has_role_asked_for(question: str, name: str) -> bool | None:
    """Whether a name is of the role that the verb behind *kto* asks for; None where it is none, or asks for none.

    >>> [has_role_asked_for("Kto protokołował zebranie?", one) for one in ("Protokolantka", "Przewodnicząca", "Data")]
    [True, False, None]
    >>> [has_role_asked_for("Kto zaprojektował dom?", one) for one in ("Projekt", "Autor projektu", "Inwestor")]
    [True, True, False]
    """
    verb, words = _verb(question), WORDS.findall(without_marks(name.lower()))
    stems = _stems(verb) if verb and words else ()
    if not stems:
        return None
    named = words[1:] if _OF_WORK.fullmatch(words[0]) and len(words) > 1 else words[:1]
    if any(word.startswith(stem) for word in (*named, words[0]) for stem in stems):
        return True
    return False if _ROLE.fullmatch(words[0]) or is_past(WORDS.findall(name.lower())[0]) else None


def _verb(question: str) -> str:
    """The verb behind *kto* without marks; empty for *jest* and what says nothing, as *ma*, and for *przyjmuje*."""
    if not ASKS_WHO.match(question):
        return ""
    told = verb_of(question)
    words = WORDS.findall(question.lower())[1:]
    if any(map(_IS.fullmatch, words)) and not is_past(told):
        return ""
    found = told if is_past(told) else next((one for one in words if not _NO_VERB.match(without_marks(one))), "")
    return "" if _IS.fullmatch(found) or forms(found) & (OF_ASKING | {HOURS}) else without_marks(found)


def _stems(verb: str) -> list[str]:
    """How the names of the roles begin that a verb asks for; none where it is too short to tell."""
    stem = _ENDING.sub("", verb)
    cut = [stem, *((_PREFIX.sub("", stem, count=1),) if _PREFIX.match(stem) else ())]
    listed = [one for own in cut for one in _OTHER_STEMS.get(own, "").split()]
    return [*listed, *(own for own in cut if len(own) >= _LEAST)]
