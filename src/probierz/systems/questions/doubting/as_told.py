"""Whether a sentence tells who did what to whom in the words of a question: in its forms, and in one clause.

Kto odwołuje komisję?           Prezesa odwołuje komisja rewizyjna.
Kto poparł Karola Mleczkę?      Karol Mleczko poparł Annę Gil.
Komu sprzedano nowy wóz?        Nowy wóz dostała straż, stary sprzedała gminie.
Kto pokonał Adama Bema?         Jan Kot pokonał Adama Bema w regatach o Puchar Jeziora.

Polish and Czech tell by cases who does and to whom it is done, in any order of words. So what stands in the case that
the question has it in is the same there; what stands in another one may be the other side. What is told of one thing
need not hold of the next, whose clause has another of the words.
"""

from __future__ import annotations

import re

from probierz.systems.questions.doubting.doubts import clauses_of, sentence_around
from probierz.systems.questions.doubting.governed_names import is_governed
from probierz.systems.questions.wording.cut_words import SMALL
from probierz.systems.questions.wording.field_words import forms
from probierz.systems.questions.wording.overlaps import overlaps
from probierz.systems.questions.wording.verbs import BEING, is_past, past_of, verb_of
from probierz.systems.questions.wording.word_flags import PREPOSITIONS
from probierz.systems.questions.wording.word_forms import are_forms_of_one_word
from probierz.systems.questions.wording.words import ASKS_WHO, WORDS

_SIDE = re.compile(
    r"\W*(?:\w{1,5} )?(?:kto|kogo|komu|kim|kdo|koho|kým|kom)\b|\W*(?:dokąd|skąd|kam|odkud)\b", re.IGNORECASE
)
"""Who asks for a side of what was done, or where to or from: all that turns with the roles of others."""
_SEAM = re.compile(r"[,;]\s|\s[–—-]\s|\s(?=(?:a|zaś|natomiast|ale|lecz|zatímco|kdežto)\s)")
_RELATIVE = re.compile(r"\b(?:któr|kter)\w", re.IGNORECASE)
"""What stands for a noun of another clause, in a case of its own: see `relative_clauses`."""
_BY = re.compile(r"\b(?:przez|od strony)\b")
_QUOTES = frozenset('„“”«»"')
_SHORTEST = 3


def is_told_in_other_forms(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a noun of a question for a side stands in the sentence of an answer, but not in the form it has there.

    >>> text = "Prezesa odwołuje komisja rewizyjna."
    >>> [is_told_in_other_forms(f"Kto odwołuje {one}?", text, 0, 7) for one in ("komisję rewizyjną", "prezesa")]
    [True, False]
    """
    sentence = text[slice(*sentence_around(text, begin, end))]
    if not _SIDE.match(question) or BEING & forms(question) or _RELATIVE.search(sentence):
        return False
    told = {word.lower() for word in WORDS.findall(sentence)}
    return any(word not in told and any(are_forms_of_one_word(word, one) for one in told) for word in _nouns(question))


def is_of_several_clauses(question: str, text: str, begin: int, end: int) -> bool:
    """Whether the clause of an answer has the verb of a question for a side, and another clause alone a word of it.

    >>> text = "Nowy wóz kupiła straż, stary sprzedała gminie."
    >>> [is_of_several_clauses(f"Komu sprzedała straż {one}?", text, 39, 45) for one in ("nowy wóz", "stary")]
    [True, True]
    >>> is_of_several_clauses("Kto kupił nowy wóz?", text, 16, 21)
    False
    """
    verb, sentence = verb_of(question), text[slice(*sentence_around(text, begin, end))]
    if not _SIDE.match(question) or not verb or _RELATIVE.search(sentence):
        return False
    parts = clauses_of(text, begin, end, _SEAM)
    own = _words(text, [part for part in parts if overlaps(part, begin, end)])
    if not _is_among(verb, own):
        return False
    others = _words(text, [part for part in parts if part[0] >= end or part[1] <= begin])
    return any(_is_among(word, others) and not _is_among(word, own) for word in _nouns(question))


def is_no_doer(question: str, text: str, begin: int, end: int) -> bool:
    """Whether *kto* is answered by what stands in quotation marks, behind a preposition and not before a verb, or by
    one word that leads its sentence, of whatever case, where the verb has no ending for its subject.

    >>> text = "W 1966 roku Jan Kot wygrał regaty o Puchar Jeziora."
    >>> [is_no_doer("Kto wygrał regaty?", text, *one) for one in ((12, 19), (36, 50))]
    [False, True]
    >>> [is_no_doer(f"Kto {one} zarząd?", f"Prezesa {one} zarząd.", 0, 7) for one in ("powołuje", "powołał")]
    [True, False]
    """
    if not ASKS_WHO.match(question) or BEING & forms(question):
        return False
    is_quoted = text[max(0, begin - 1) : begin] in _QUOTES or text[begin : begin + 1] in _QUOTES
    leads = WORDS.fullmatch(text, begin, end) and not text[sentence_around(text, begin, end)[0] : begin].strip()
    past = past_of(verb_of(question))
    if is_quoted or (leads and not (past and past.ending == "l")):
        return True
    behind = WORDS.search(text, end)
    is_before_verb = behind and text[end : behind.start()].isspace() and is_past(behind.group())
    return not is_before_verb and not _BY.search(text, max(0, begin - 30), end) and is_governed(text, begin, end)


def _words_asked(question: str) -> list[str]:
    """The words behind the one that asks, but for small ones."""
    asking = _SIDE.match(question)
    words = WORDS.findall(question[asking.end() if asking else 0 :])
    return [word for word in words if len(word) >= _SHORTEST and word.lower() not in SMALL | PREPOSITIONS]


def _nouns(question: str) -> list[str]:
    """The words of a question that tell of something, but for its verb."""
    verb = verb_of(question)
    return [word.lower() for word in _words_asked(question) if word.lower() != verb and not is_past(word)]


def _words(text: str, parts: list[tuple[int, int]]) -> set[str]:
    return {word.lower() for low, high in parts for word in WORDS.findall(text[low:high])}


def _is_among(word: str, told: set[str]) -> bool:
    return word in told or any(are_forms_of_one_word(word, one) for one in told)
