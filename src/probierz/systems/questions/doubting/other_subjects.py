"""Whether the clause of an answer tells of one doer, and a question asks about one of another clause.

Gdzie biegacze zdobyli puchar?      Siatkarki zdobyły puchar w Kole, biegacze byli piąci.

No dictionary tells a subject: it is a noun without a preposition whose ending agrees with that of the verb, right
before the verb, or right behind it where the clause has another noun of the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from probierz.systems.questions.doubting.doubts import clauses_of
from probierz.systems.questions.wanted.kinds import Wanted, noun_asked_for, wanted_by
from probierz.systems.questions.wording.field_words import OF_ASKING, forms
from probierz.systems.questions.wording.verbs import BEING, is_form_of, is_past, verb_of
from probierz.systems.questions.wording.word_flags import ALL_PREPOSITIONS
from probierz.systems.questions.wording.words import CAPITAL, WORDS, without_asking

__all__ = ["is_done_by_another", "may_be_done_by_another"]

_NOT_ASKED = (Wanted.PERSON, Wanted.BOOLEAN, Wanted.CHOICE)
_NO_SUBJECT = frozenset(
    "a i oraz ale že se si ho ji je go ją mu im się nie ne też także również jednak tylko już potem później"
    " wcześniej wtedy pół raz rok dzień miesiąc tydzień jego jej ich její jejich jeho však pak také jen už tehdy"
    " den měsíc týden znovu ponownie".split()
)
_GOVERNING = ALL_PREPOSITIONS | {"podczas", "během"}
_CONSONANT = r"[^\W\d_aąeęiouóyáéěíúůý]"
_AGREEING = (
    (re.compile(r"\w+[łl]"), re.compile(rf"\w*{_CONSONANT}|{CAPITAL}\w+[aioyíý]")),
    (re.compile(r"\w+[łl]a"), re.compile(r"\w+(?:[aáćśźżńjcžť]|dz|ew|eň)")),
    (re.compile(r"\w+[łl]o"), re.compile(r"\w+(?:[oeęí]|um)")),
    (re.compile(r"\w+[łl]y"), re.compile(r"\w+[yieaé]")),
    (re.compile(r"\w+li"), re.compile(r"\w+[yieaéí]")),
)
"""Endings of verbs of the past, and of the nominatives that go with them."""
_PRESENT = re.compile(r"m[aá]|mają|\w+(?:uj[eąí]|[aeě]j[ąí]|ę|ą)")
_SHORTEST = 3


def is_done_by_another(question: str, text: str, begin: int, end: int) -> bool:
    """Whether the clause of an answer has the verb of a question and its own doer, and who is asked about does
    something else in another clause.

    >>> text = "Siatkarki zdobyły puchar w Kole, biegacze byli piąci."
    >>> [is_done_by_another(f"Gdzie {one} puchar?", text, 25, 31) for one in ("biegacze zdobyli", "siatkarki zdobyły")]
    [True, False]
    """
    return any(_has_verb(clause) for clause in _clauses_of_doer(question, text, begin, end))


def may_be_done_by_another(question: str, text: str, begin: int, end: int) -> bool:
    """Whether the same holds for another clause without a verb, which may go on with what the first one tells.

    >>> text = "Siatkarki zdobyły puchar w Kole, biegacze w Pile."
    >>> may_be_done_by_another("Gdzie biegacze zdobyli puchar?", text, 25, 31)
    True
    """
    return any(_clauses_of_doer(question, text, begin, end))


def _clauses_of_doer(question: str, text: str, begin: int, end: int) -> Iterator[str]:
    """The clauses beside that of an answer that have who is asked about; none where that one has no other doer."""
    verb = verb_of(question)
    if wanted_by(question) in _NOT_ASKED or not is_past(verb):
        return
    clauses = clauses_of(text, begin, end)
    own = next(text[low:high] for low, high in clauses if high > begin)
    noun = "" if wanted_by(question) is Wanted.NUMBER else noun_asked_for(question)
    told = set(WORDS.findall(without_asking(question)))
    doers = {one for one in _agreeing(verb, _bare(question)) if one in told and one.lower() not in (verb, noun)}
    asked = set().union(*map(forms, doers)) - forms(own) - OF_ASKING
    if asked and _has_other_doer(question, verb, own):
        yield from (
            text[low:high] for low, high in clauses if not low <= begin < high and asked & forms(text[low:high])
        )


def _has_other_doer(question: str, verb: str, own: str) -> bool:
    """Whether a clause has a verb, and a doer beside it that is no word of the question."""
    words, asked = _bare(own), forms(question)
    at = next((at for at, word in enumerate(words) if is_form_of(verb, word.lower())), None)
    if at is None:
        return False
    before, behind = _run(words[:at][::-1]), _run(words[at + 1 :])
    is_object_told = any(forms(word) & asked for word in (*words[:at], *words[at + 1 :]) if word)
    candidates = [_agreeing(words[at].lower(), before), _agreeing(words[at].lower(), behind) if is_object_told else []]
    return any(run and not any(forms(word) & asked for word in run) for run in candidates)


def _bare(text: str) -> list[str]:
    """The words of a text, empty where one stands behind a preposition or a number, is one, or can be no doer."""
    words = WORDS.findall(text)
    before = ["", *words[:-1]]
    return ["" if _is_behind(one, word) else word for one, word in zip(before, words, strict=True)]


def _is_behind(before: str, word: str) -> bool:
    is_no_noun = word.lower() in _GOVERNING | _NO_SUBJECT or not word.isalpha()
    return is_no_noun or before.lower() in _GOVERNING or before.isdigit()


def _run(words: Sequence[str]) -> list[str]:
    """The words up to the first that is empty."""
    return list(words[: words.index("")] if "" in words else words)


def _agreeing(verb: str, words: Sequence[str]) -> list[str]:
    """The words whose endings agree with that of a verb of the past."""
    endings = next((noun for of_verb, noun in _AGREEING if of_verb.fullmatch(verb)), None)
    return [one for one in words if endings and len(one) >= _SHORTEST and endings.fullmatch(one)]


def _has_verb(clause: str) -> bool:
    words = WORDS.findall(clause.lower())
    return any(is_past(one) or _PRESENT.fullmatch(one) or forms(one) & BEING for one in words)
