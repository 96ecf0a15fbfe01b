"""Whether a clause of another verb holds an answer: what one clause tells was done is not told of the next.

W którym roku sprzedano młyn?   Młyn zbudowano w 1898 roku, a w 1931 sprzedano.
Kto kupował beczki?             Beczki wyrabiał Jan Kos, kupował je także browar.
Kto jest skarbnikiem?           Prezesem jest Jan Kot, skarbnikiem Ewa Lis.

The verb of a question, or the noun behind *jest*, must stand in the clause of an answer. A clause without a verb of its
own goes on with one before it, *bilet kosztuje 9 zł, ulgowy 4 zł*: there the words of the question decide.
"""

from __future__ import annotations

import re

from probierz.systems.questions.doubting.doubts import clauses_of, own_clause
from probierz.systems.questions.wanted.kinds import Wanted, asks_for_hour, wanted_by
from probierz.systems.questions.wording.field_words import OF_ASKING, forms
from probierz.systems.questions.wording.overlaps import overlaps
from probierz.systems.questions.wording.verbs import is_form_of, is_past, verb_of
from probierz.systems.questions.wording.word_forms import are_forms_of_one_word
from probierz.systems.questions.wording.words import ASKS_WHO, CAPITAL, NAME_WORD, WORDS, without_asking
from probierz.systems.shared.numerals import number_in

_SEAM = re.compile(r"[,;]\s|\s[–—-]\s|\s(?=(?:a|i|oraz|zaś|natomiast|ale|lecz|zatímco|kdežto)\s)")
_BEHIND_PREPOSITION = "".join(rf"(?<!\b{word} )" for word in ("w", "we", "z", "ze", "do", "na", "od", "v", "ve", "s"))
_A_NAME = re.compile(rf"{NAME_WORD}(?: {NAME_WORD})*")
_NAME = re.compile(rf"(?<=[\w,;] ){_BEHIND_PREPOSITION}{CAPITAL}[^\W\d_]+")
_WAS = re.compile(r"by[łl]")
_WITHOUT_SUBJECT = re.compile(r"[^\W\d_]{3,}(?:[ao]no|[ięy]to)")
_PRONOUN_FIRST = re.compile(r"(?:[^\W\d_]{1,5} )?(?:któr|kter|jenž|je(?:hož|muž|jž)|jímž|jíž)", re.IGNORECASE)
_WHERE_FIRST = re.compile(r"(?:gdzie|kde)\b", re.IGNORECASE)


def is_told_by_another_verb(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a clause beside that of an answer has the verb of a question, and its own has another one, or tells
    nothing of the question that the other does not.

    >>> text = "Beczki wyrabiał Jan Kos, kupował je także browar."
    >>> [is_told_by_another_verb(f"Kto {one} beczki?", text, 16, 23) for one in ("kupował", "wyrabiał")]
    [True, False]
    """
    own, others = _told_by(question, text, begin, end)
    return bool(others) and (_has_verb(own) or _goes_on(question, own, others))


def is_value_of_another_verb(question: str, text: str, begin: int, end: int) -> bool:
    """Whether the clause of an answer has a verb, and another clause that of a question and what it may ask for, or to
    *kto* in a form without a subject.

    >>> text = "Młyn zbudowano w 1898 roku, a w 1931 sprzedano."
    >>> [is_value_of_another_verb(f"W którym roku {one} młyn?", text, 17, 21) for one in ("sprzedano", "zbudowano")]
    [True, False]
    """
    own, others = _told_by(question, text, begin, end)
    return _has_verb(own) and any(_has_value(question, one) or _is_of_nobody(question, one) for one in others)


def is_of_another_doer(question: str, text: str, begin: int, end: int) -> bool:
    """Whether the clause of an answer has the verb of a question and a name, and the names asked about stand in other
    clauses alone.

    >>> text = "Most zbudował Jan Kot, a w 1912 roku przebudował Adam Bem."
    >>> [is_of_another_doer(f"Kiedy {one} przebudował most?", text, 27, 31) for one in ("Jan Kot", "Adam Bem")]
    [True, False]
    """
    if wanted_by(question) not in (Wanted.DATE, Wanted.NUMBER):
        return False
    asked = forms(" ".join(_A_NAME.findall(without_asking(question))))
    clauses, own = clauses_of(text, begin, end, _SEAM), own_clause(text, begin, end, _SEAM)
    others = " ".join(text[slice(*part)] for part in clauses if not overlaps(part, begin, end))
    has_verb = any(is_form_of(verb_of(question), word) for word in WORDS.findall(own))
    is_elsewhere = bool(asked & forms(others)) and not asked & forms(own)
    return has_verb and is_elsewhere and bool(_NAME.search(f"a {own}"))


def is_of_no_doer(question: str, text: str, begin: int, end: int) -> bool:
    """Whether *kto* asks who did what the clause of an answer tells without a subject, and it is not behind *przez*.

    >>> text = "Działkę sprzedano Annie Kos."
    >>> [is_of_no_doer(f"{one} sprzedał{two} działkę?", text, 18, 27) for one, two in (("Kto", ""), ("Komu", "a"))]
    [True, False]
    """
    low, high = next(part for part in clauses_of(text, begin, end, _SEAM) if part[1] > begin)
    verb = verb_of(question)
    words = [word for word in WORDS.findall(text[low:high]) if is_form_of(verb, word)]
    is_by = re.search(r"\bprzez\b", text[low:end])
    return bool(words and ASKS_WHO.match(question)) and not is_by and all(map(_WITHOUT_SUBJECT.fullmatch, words))


def _told_by(question: str, text: str, begin: int, end: int) -> tuple[str, list[str]]:
    """The clause of an answer, and those beside it that have the verb of a question; none where its own has that."""
    if wanted_by(question) is Wanted.PERSON and (name := _A_NAME.search(text, begin, end)):
        begin, end = name.span()
    verb, clauses = verb_of(question), clauses_of(text, begin, end, _SEAM)
    is_where = wanted_by(question) not in (Wanted.PERSON, Wanted.DATE, Wanted.NUMBER)
    is_own = [overlaps(part, begin, end) or _is_of_answer(text, end, part[0], is_where=is_where) for part in clauses]
    own = " ".join(text[low:high] for (low, high), is_it in zip(clauses, is_own, strict=True) if is_it)
    others = [text[low:high] for (low, high), is_it in zip(clauses, is_own, strict=True) if not is_it]
    for is_same in (are_forms_of_one_word, is_form_of):
        if verb and any(is_same(verb, word) for word in WORDS.findall(own)):
            return own, []
        if with_verb := [one for one in others if any(is_same(verb, word) for word in WORDS.findall(one))]:
            return own, with_verb
    return own, []


def _is_of_answer(text: str, end: int, low: int, *, is_where: bool) -> bool:
    """Whether a clause begins with a pronoun that stands for an answer right before it, or with *gdzie* for a place."""
    if low < end:
        return False
    is_next_clause = not _SEAM.search(text, end, low - 1)
    is_place = is_where and is_next_clause and bool(_WHERE_FIRST.match(text, low))
    return is_place or (not WORDS.search(text, end, low) and bool(_PRONOUN_FIRST.match(text, low)))


def _is_of_nobody(question: str, clause: str) -> bool:
    """Whether *kto* asks who did what a clause tells without a subject: *zamknięto*."""
    verb = verb_of(question)
    words = (word for word in WORDS.findall(clause) if is_form_of(verb, word))
    return bool(ASKS_WHO.match(question)) and all(map(_WITHOUT_SUBJECT.fullmatch, words))


def _goes_on(question: str, own: str, others: list[str]) -> bool:
    """Whether each clause with the verb has a value of its own, and no word of a question stands but in the other."""
    asked = forms(without_asking(question)) - OF_ASKING
    return all(_has_value(question, one) and forms(own) & asked <= forms(one) for one in others)


def _has_verb(clause: str) -> bool:
    """Whether a clause has a verb that tells more than *był*, which gives the name to one told of before."""
    return any(is_past(word) and not _WAS.match(word) for word in WORDS.findall(clause))


def _has_value(question: str, clause: str) -> bool:
    """Whether a clause has what may be asked for: a number, a time, a name."""
    wanted = wanted_by(question)
    if asks_for_hour(question) or wanted is Wanted.DATE:
        return any(map(str.isdigit, clause))
    if wanted is Wanted.NUMBER:
        return number_in(clause) is not None
    if wanted is Wanted.PERSON:
        return any(not forms(one[0]) & forms(question) for one in _NAME.finditer(f"a {clause}"))
    return wanted is Wanted.PLACE and bool(re.search(rf"\w {CAPITAL}", clause))
