"""Whether a sentence tells what is asked of others: who did it is the one to whom it was done.

Kto pokonał Krzyżaków?          Krzyżacy pokonali Witolda Lisa.
Komu parafia sprzedała las?     Wieś sprzedała parafii las.

Told by endings and by the verb in the past, which must stand in both in its active form, `pokonał` and `pokonali`.
Other verbs and tenses are not looked at. Of 1,911 right answers of PoQuAD it doubts nine; of 24 that were sure, none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from probierz.systems.questions.doubting.doubts import sentence_around
from probierz.systems.questions.wording.word_forms import are_forms_of_one_word
from probierz.systems.questions.wording.words import NAME_WORD, WORDS

__all__ = ["turns_roles"]

_WHO = re.compile(r"\W*kto\b", re.IGNORECASE)
_PAST = re.compile(r"(?P<stem>[^\W\d_]{2,}[aeiouyąęó])(?P<ending>ł|ła|ło|li|ły)")
_SHORTEST = 3
_ONE_PERSON = re.compile(rf"{NAME_WORD}(?: {NAME_WORD})+")
_NO_NOMINATIVE = re.compile(r"[^\W\d_]{2,}(?:ego|emu|owi)")
_OF_A_MAN = re.compile(r"(?:[^\W\d_]+[bcdfghjklłmnńprstwzż]a(?: |$)){2,}")
_SUBJECT_ASKED = {"ł": r"\w+[^\W\d_aeiouyąęó]", "ła": r"\w+a", "ło": r"\w+[oe]", "li": r"\w+[iey]", "ły": r"\w+[iey]"}
"""How a subject of each ending of a verb ends, of nouns alone."""
_NOMINATIVES = {
    "ł": (r"\w+[^\W\d_aeiouyąęó]", r"\w+(?:a|em|owi)"),
    "ła": (r"\w+a", r"\w+[ęyią]"),
    "li": (r"\w+(?:[ie]|cy|owie|rzy|dzy)", r"\w+(?:ów|an|y)"),
}
"""How a noun ends in the nominative that a verb goes with, and how in the cases that a question turns it to."""


def turns_roles(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a question has the subject of its verb in a sentence as no subject, or *kto* is answered by none.

    >>> text = "Krzyżacy pokonali Witolda Lisa."
    >>> turns_roles("Kto pokonał Krzyżaków?", text, 18, 30), turns_roles("Kto pokonał Witolda Lisa?", text, 0, 8)
    (True, False)
    """
    told = WORDS.findall(text[slice(*sentence_around(text, begin, end))])
    for verb, past in _verbs(question):
        endings = _endings_told(past["stem"].lower(), told)
        if not endings:
            continue
        if _WHO.match(question):
            return _is_no_subject(text[begin:end], endings) or any(
                _is_subject_told(word, told, endings) for word in WORDS.findall(question) if word != verb
            )
        if past["ending"] in endings:
            return any(_other_forms(word, told) for word in _subjects(question, verb, past["ending"]))
    return False


def _verbs(question: str) -> Iterator[tuple[str, re.Match[str]]]:
    for word in WORDS.findall(question):
        if past := _PAST.fullmatch(word):
            yield word, past


def _endings_told(stem: str, told: list[str]) -> set[str]:
    """The endings with which a verb stands in a sentence."""
    found = (_PAST.fullmatch(word.lower()) for word in told)
    return {one["ending"] for one in found if one and one["stem"] == stem}


def _is_no_subject(answer: str, endings: set[str]) -> bool:
    """Whether an answer has an ending of no nominative, or is one person where the verb is of several or a man's."""
    if any(map(_NO_NOMINATIVE.fullmatch, WORDS.findall(answer))):
        return True
    is_person = bool(_ONE_PERSON.search(answer))
    return bool(is_person and endings <= {"ł", "li"} and _OF_A_MAN.search(answer))


def _is_subject_told(word: str, told: list[str], endings: set[str]) -> bool:
    """Whether a word that is no subject of a question, *Rosjan*, is one in a sentence: *Rosjanie*."""
    return any(
        re.fullmatch(oblique, word) and any(re.fullmatch(subject, one) for one in _other_forms(word, told))
        for subject, oblique in (_NOMINATIVES[one] for one in endings & _NOMINATIVES.keys())
    )


def _subjects(question: str, verb: str, ending: str) -> Iterator[str]:
    """The words beside the verb of a question that may be its subject."""
    for one, other in pairwise(WORDS.findall(question)):
        noun = one if other == verb else other if one == verb else ""
        if len(noun) >= _SHORTEST and re.fullmatch(_SUBJECT_ASKED[ending], noun):
            yield noun


def _other_forms(word: str, told: list[str]) -> list[str]:
    """The forms of a word that stand in a sentence; none where it stands there as it is."""
    plain = word.lower()
    if len(word) < _SHORTEST or plain in {one.lower() for one in told}:
        return []
    return [one for one in told if are_forms_of_one_word(word, one)]
