"""Whether a sentence tells what is asked of others: who did it is the one to whom it was done.

Kto pokonał Krzyżaków?          Krzyżacy pokonali Witolda Lisa.
Komu parafia sprzedała las?     Wieś sprzedała parafii las.
Kdo pochválil Janu Bílou?       Jana Bílá pochválila Petra Kose.

Told by endings and by the verb in the past, which must stand in both in its active form, `pokonał` and `pokonali`.
Other verbs and tenses are not looked at. Of 1,911 right answers of PoQuAD it doubts nine; of 24 that were sure, none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from probierz.systems.questions.doubting.doubts import own_clause
from probierz.systems.questions.doubting.relative_clauses import told_around
from probierz.systems.questions.wording.agreement import CONSONANT, agrees
from probierz.systems.questions.wording.kin import is_kin_of_somebody
from probierz.systems.questions.wording.verbs import Past, past_of
from probierz.systems.questions.wording.word_flags import PREPOSITIONS
from probierz.systems.questions.wording.word_forms import are_forms_of_one_word
from probierz.systems.questions.wording.words import ASKS_WHO, NAME_WORD, WORDS

_WHOM = re.compile(r"\W*(?:\w{1,3} )?(?:kogo|komu|kim|koho|kým)\b", re.IGNORECASE)
_SHORTEST = 3
_ONE_PERSON = re.compile(rf"{NAME_WORD}(?: {NAME_WORD})+")
_NO_NOMINATIVE = re.compile(r"[^\W\d_]{2,}(?:ego|emu|owi|ého|ému|ovi|ov(?:é|ou))")
_OF_A_MAN = re.compile(r"(?:[^\W\d_]+[bcdfghjklłmnńprstwzż]a(?: |$)){2,}")
_OF_ONE = frozenset(("l", "la", "lo"))
_NOMINATIVES = {
    "l": (rf"\w+{CONSONANT}", r"\w+(?:a|em|owi|ovi|e|i|ého|ému)"),
    "la": (r"\w+[aá]", r"\w+[ęyiąuoěé]"),
    "li": (r"\w+(?:[ieé]|cy|owie|ové|rzy|dzy)", r"\w+(?:ów|an|y|ů)"),
}
"""How a noun ends in the nominative that a verb goes with, and how in the cases that a question turns it to."""


def turns_roles(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a question has the subject of its verb in a sentence as no subject, or *kto* is answered by none.

    >>> text = "Krzyżacy pokonali Witolda Lisa."
    >>> turns_roles("Kto pokonał Krzyżaków?", text, 18, 30), turns_roles("Kto pokonał Witolda Lisa?", text, 0, 8)
    (True, False)
    """
    for verb, past in _verbs(question):
        told = WORDS.findall(told_around(verb, text, begin, end))
        endings = _endings_told(past.root, told)
        if not endings:
            continue
        if ASKS_WHO.match(question):
            beside = _endings_told(past.root, words_of_clause(text, begin, end))
            is_kin = is_kin_of_somebody(text, begin, end)
            return (not is_kin and _is_no_subject(text[begin:end], beside)) or any(
                _is_subject_told(word, told, endings) for word in WORDS.findall(question) if word != verb
            )
        if past.ending in endings or (_WHOM.match(question) and {past.ending, *endings} <= _OF_ONE):
            own = _beside_verb(past, text, begin)
            asked = _subjects(question, verb, past)
            return any(_other_forms(word, own) or _other_forms(word, told) for word in asked)
    return False


def words_of_clause(text: str, begin: int, end: int) -> list[str]:
    """The words that stand between the seams around an answer."""
    return WORDS.findall(own_clause(text, begin, end))


def _beside_verb(verb: Past, text: str, begin: int) -> list[str]:
    """The words of the clause that an answer begins in, where that has a verb in some form; else none."""
    words = words_of_clause(text, begin, begin + 1)
    return words if _endings_told(verb.root, words) else []


def _verbs(question: str) -> Iterator[tuple[str, Past]]:
    """The words of a question that may be verbs of the past, no names, as *Karol* ends so, and not *była*."""
    for word in WORDS.findall(question):
        if (past := past_of(word)) and len(past.stem) >= _SHORTEST:
            yield word, past


def _endings_told(root: str, told: list[str]) -> set[str]:
    """The endings with which a verb stands in a sentence."""
    found = (past_of(word.lower()) for word in told)
    return {one.ending for one in found if one and one.root == root}


def _is_no_subject(answer: str, endings: set[str]) -> bool:
    """Whether an answer has an ending of no nominative, or is one person where the verb is of several or a man's.

    endings: of the verb in the clause of the answer; none says nothing.
    """
    if any(map(_NO_NOMINATIVE.fullmatch, WORDS.findall(answer))):
        return True
    is_person = bool(_ONE_PERSON.search(answer))
    return bool(is_person and endings and endings <= {"l", "li"} and _OF_A_MAN.search(answer))


def _is_subject_told(word: str, told: list[str], endings: set[str]) -> bool:
    """Whether a word that is no subject of a question, *Rosjan*, is one in a sentence: *Rosjanie*."""
    return any(
        re.fullmatch(oblique, word) and any(re.fullmatch(subject, one) for one in _other_forms(word, told))
        for subject, oblique in (_NOMINATIVES[one] for one in endings & _NOMINATIVES.keys())
    )


def _subjects(question: str, verb: str, past: Past) -> Iterator[str]:
    """The words of a question that may be the subject of its verb: those beside it, and the first one of each name."""
    words = WORDS.findall(question)
    for before, one, other in zip(["", *words], words, [*words[1:], ""], strict=False):
        is_name = one[0].isupper() and (before[:1].islower() or before == words[0]) and before not in PREPOSITIONS
        is_beside = verb in (before, other) and not (one[0].isupper() and before[:1].isupper())
        if len(one) >= _SHORTEST and (is_name or is_beside) and agrees(one, past):
            yield one


def _other_forms(word: str, told: list[str]) -> list[str]:
    """The forms of a word that stand in a sentence; none where it stands there as it is."""
    plain = word.lower()
    if len(word) < _SHORTEST or plain in {one.lower() for one in told}:
        return []
    return [one for one in told if are_forms_of_one_word(word, one)]
