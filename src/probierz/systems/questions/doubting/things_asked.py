"""What answers no *co*: the words of the question itself, and a phrase that is no noun in the nominative.

Co kosztowało 340 tysięcy?      340 tysięcy złotych
Co waży 850 kilogramów?         odlany w Gdańsku

Of 1,911 right answers of PoQuAD the first is none, and 19 are the second; of 24 that were sure, none.
"""

from __future__ import annotations

import re

from probierz.systems.questions.wanted.kinds import asks_where
from probierz.systems.questions.wording.field_words import days_of
from probierz.systems.questions.wording.verbs import is_past
from probierz.systems.questions.wording.word_flags import ALL_PREPOSITIONS, PREPOSITIONS
from probierz.systems.questions.wording.words import ASKS_WHO, WORDS

_WHAT = re.compile(r"\W*co\b(?! (?:ile|roku?|dzień|robi|zrobi)\w*)", re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:[ \xa0.,]\d+)*")
_NUMBER_BEFORE = re.compile(rf"(?<![\d.,]){_NUMBER.pattern}[ \xa0]$")
_WORD_BEFORE = re.compile(r"\b(\w+)[ \xa0]$")
_BEHIND_PREPOSITION = re.compile(rf"(?:(?:{'|'.join(sorted(PREPOSITIONS))}) )?(?=\d)", re.IGNORECASE)
_CHOICE = re.compile(r"\b(?:czy|lub|albo)\b", re.IGNORECASE)
_PLAIN_NOUNS = "stron|żon|koron|słon|opon|bron|chron|ścian|mian|śmietan|pian|szan|salon|balon|plan|stan|ekran|organ"
_PARTICIPLE = re.compile(rf"(?!\w*(?:{_PLAIN_NOUNS})[yae]\b)[^\W\d_]{{3,}}(?:[aoe]n[yae]|ono|ano|ęt[yae]|ąc[yae]?)")
_ADVERB = re.compile(r"\w{2,}(?:[iyeo]czn|enn)ie")
_VERB = re.compile(r"\w{2,}(?:uje|ują)|jest|są|się")

_STANDS_IN_NO_PLACE = re.compile(r"(?:[^\W\d_]+ )*(?!tu\b|doma\b)[^\W\d_]+(?:[auyiů]|ów|e[gj]|ego|[iy]ch|[íý]ch|ého)")
"""The end of a noun in the genitive or accusative."""
_RELATIVE = re.compile(r"(?:któr|kter)\w+|co|jenž|kilk\w+|wiel[eu]|parę|několik\w*")
_ADJECTIVE = re.compile(r"[a-zà-ž]{3,}(?:[nwtrmdbpł]|sz|ch|ż|[sc]?k|g)(?:[yaeáéý]|ie?|ą|ego|ej|ou|ého)")
_PRESENT = re.compile(r"[^\W\d_]{3,}(?:uje|ują|ují)|może|mogą|musi|muszą|może|může|mohou|musí|smí")
"""Verbs of the present that no noun or name looks like."""


def is_said_in_question(question: str, text: str, begin: int, end: int) -> bool:
    """Whether an answer says nothing that a question does not: all its words, or to *co* the number it begins with.

    So it is with the unit of that number.

    >>> [is_said_in_question(f"Co {one}?", "340 tysięcy złotych", 0, 19) for one in ("kosztowało 340 tysięcy", "dał")]
    [True, False]
    """
    answer = text[begin:end]
    asked = {word.lower() for word in WORDS.findall(question)}
    words = {word.lower() for word in WORDS.findall(answer)} - PREPOSITIONS
    if words and words <= asked and not _CHOICE.search(question):
        return True
    preposition = _BEHIND_PREPOSITION.match(answer)
    first = _NUMBER.match(answer, preposition.end()) if preposition else _NUMBER_BEFORE.search(text[:begin])
    return bool(first and _WHAT.match(question) and first.group().strip() in _NUMBER.findall(question))


def is_no_thing(question: str, text: str, begin: int, end: int) -> bool:
    """Whether *co* asks, and an answer begins with a participle and what goes with it, an adverb or a verb, or stands
    behind a preposition.

    >>> text = "Dzwon odlany w Gdańsku waży tonę."
    >>> [is_no_thing("Co waży tonę?", text, *one) for one in ((0, 5), (6, 22), (15, 22))]
    [False, True, True]
    """
    told = WORDS.findall(text[begin:end])
    if not told or not _WHAT.match(question):
        return False
    words = [word.lower() for word in told]
    before = _WORD_BEFORE.search(text, max(0, begin - 20), begin)
    first, following = words[0], words[1] if len(words) > 1 else ""
    return bool(
        {first, before[1].lower() if before else ""} & PREPOSITIONS
        or _ADVERB.fullmatch(first)
        or _VERB.fullmatch(first)
        or is_past(told[0])
        or (following in PREPOSITIONS and _PARTICIPLE.fullmatch(first))
    )


def is_nobody(question: str, text: str, begin: int, end: int) -> bool:
    """Whether *kto* asks, and an answer is a verb, a pronoun, a quantity, or an adjective behind a noun of it.

    >>> text = "Ewa kupiła wóz drabiniasty, który ma rada."
    >>> [is_nobody("Kto kupił wóz?", text, *one) for one in ((0, 3), (4, 10), (15, 26), (28, 33), (37, 41))]
    [False, True, True, True, False]
    """
    answer = text[begin:end]
    if not ASKS_WHO.match(question) or not WORDS.fullmatch(answer):
        return False
    if _PRESENT.fullmatch(answer.lower()) or is_past(answer) or _RELATIVE.fullmatch(answer):
        return True
    before = _WORD_BEFORE.search(text, max(0, begin - 40), begin)
    is_behind_asked = before and not is_past(before[1]) and before[1] in WORDS.findall(question)
    return bool(_ADJECTIVE.fullmatch(answer) and is_behind_asked)


def is_no_place(question: str, text: str, begin: int, end: int) -> bool:
    """Whether *gdzie* asks, and an answer with no preposition before it is a noun in small letters, as of a thing, or
    stands right before a verb of the past, as who did it; or where an answer is a day of the week.

    >>> text = "Pożar młyna ugaszono w szopie."
    >>> [is_no_place("Gdzie ugaszono pożar?", text, *one) for one in ((6, 11), (21, 29), (23, 29))]
    [True, False, False]
    """
    answer = text[begin:end]
    before = _WORD_BEFORE.search(text, max(0, begin - 20), begin)
    is_led = {answer.partition(" ")[0].lower(), before[1].lower() if before else ""} & ALL_PREPOSITIONS
    behind = WORDS.match(text, end + 1)
    does = behind is not None and text[end : end + 1].isspace() and is_past(behind[0])
    is_thing = answer.islower() and bool(_STANDS_IN_NO_PLACE.fullmatch(answer))
    is_day = answer.islower() and bool(days_of(answer))
    return asks_where(question) and (is_day or (not is_led and (is_thing or does)))
