"""Numbers that only a calculation makes: of the answer a text has the parts alone.

O ile zdrożał bilet?        Bilet zdrożał z 3 do 4 zł.
Ile osób przyszło razem?    Przyszło 30 kobiet i 50 mężczyzn.
"""

from __future__ import annotations

import re

from probierz.systems.questions.doubting.doubts import sentence_around
from probierz.systems.questions.wording.words import without_marks

_DIFFERENCE = re.compile(r"\W*o (?:ile|ilu|kolik)\b", re.IGNORECASE)
_BY = re.compile(r"\bo (?:(?:ok\.|około|ponad|prawie|blisko|całe|kolejne|dalsze|asi|téměř) )?$", re.IGNORECASE)
_RANGE = re.compile(r"\d\D{0,12} (?:do|na) \d")
_ALL = re.compile(r"\b(?:razem|lacznie|ogolem|w sumie|sumarycznie|celkem|dohromady|uhrnem)\b")
_COUNT = re.compile(r"(?<![\w.,:])(?![12]\d{3}\b)\d[\d \xa0]*(?:,\d+)?(?![\w:])")


def is_no_difference(question: str, text: str, begin: int, end: int) -> bool:
    """Whether *o ile* asks for a difference, and an answer does not stand behind *o*; one from which to which may.

    >>> text = "Zebrano 30 kg malin i 20 kg jeżyn, o 10 kg więcej."
    >>> [is_no_difference("O ile więcej zebrano?", text, *one) for one in ((8, 13), (37, 42))]
    [True, False]
    """
    return is_difference_to_be_made(question, text, begin, end) and not _RANGE.search(text[begin:end])


def is_difference_to_be_made(question: str, text: str, begin: int, end: int) -> bool:
    """Whether *o ile* asks for a difference, and an answer does not stand behind *o*."""
    is_told = _BY.search(text[max(0, begin - 20) : begin]) or text[begin:end].lower().startswith("o ")
    return bool(_DIFFERENCE.match(question)) and not is_told


def is_part_of_sum(question: str, text: str, begin: int, end: int) -> bool:
    """Whether the number of all is asked for, *razem*, and a sentence has those of several parts and not of all.

    >>> text = "Przyszło 30 kobiet i 50 mężczyzn."
    >>> [is_part_of_sum(f"Ile {one} przyszło?", text, 9, 11) for one in ("osób razem", "kobiet")]
    [True, False]
    """
    sentence = text[slice(*sentence_around(text, begin, end))]
    asked, told = (bool(_ALL.search(without_marks(one.lower()))) for one in (question, sentence))
    return asked and not told and len(_COUNT.findall(sentence)) > 1
