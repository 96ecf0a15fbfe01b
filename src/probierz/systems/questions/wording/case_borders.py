"""Where one name ends and another begins, with nothing but their cases between them, and of these the one asked for.

W Warszawie | Maria Kos poznała Jana.   od Bluma | Helena Ostrowska   Zamek sprzedał Potockiemu | Jan Zamoyski
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from probierz.systems.questions.wording.agreement import FIRST_OF_MAN, FIRST_OF_WOMAN
from probierz.systems.questions.wording.span_tokens import sentence_of
from probierz.systems.questions.wording.verbs import is_past, past_of
from probierz.systems.questions.wording.word_flags import ALL_PREPOSITIONS
from probierz.systems.questions.wording.words import ASKS_WHO, NAME_WORD, NAMES, WORDS

_RUN = re.compile(rf"{NAME_WORD} {NAMES}")
_NAME = re.compile(NAME_WORD)
_BEFORE = re.compile(r"(?<!\w)(\w+) $")
_NAMES_BEHIND = re.compile(rf"(?: \w{{1,5}})? {_RUN.pattern}")
"""What stands behind a verb alone: *odkupiła od Bluma Helena Ostrowska*."""
_OF_PLACES = frozenset(["w", "we", "na", "v", "ve"])
_OF_PLACE = re.compile(r"\w+(?:ie|[rzcldžšč]e|ě|u|i|y|em|[yií]m|ém|ej|é|ach|ech|ích|ých)")
"""Endings behind these: *Warszawie*, *Krakowie*, *Łodzi*, *Zakopanem*, *Brně*."""
_OBLIQUE = re.compile(
    r"\w+(?:[ij]i|[nczwbmpdts]ie|rze|[dc]ze|[sz]ce|[dr]ce|ě|owi|ovi|emu|ému|ego|ého|em|[yí]m|ém|[ąęuů]|ou)"
)
"""Endings of what no preposition governs: *Annie*, *Potockiemu*."""
_OF_MEN = re.compile(rf"{_OBLIQUE.pattern}|\w+a")
"""Those before a man who does something, for no name of his ends so: *Karola*."""
_GOVERNED = re.compile(rf"{_OF_MEN.pattern}|\w+[yieé]|\w+(?:ej|ich|ych|ých)")
_NO_NOMINATIVE = re.compile(r"\w{2,}(?:em|[yí]m|ém|ą|ę|owi|ovi|ego|ého|emu|ému)")
_FURTHER_MEN = re.compile(r"\w{2,}o|Kuba|Kosma|Barnaba")
_LONGEST, _WHOLE = 3, 2
"""Words that a name has at most, and as a rule."""


def within_case(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """Return where a name ends or begins that goes on, in another case, as somebody else or a place: who did something
    is the last of two, to whom it was done the first.

    >>> text = "W Nowej Hucie Maria Kos poznała Piotra Zycha."
    >>> text[slice(*within_case("Kto poznał Piotra Zycha?", text, 2, 23))]
    'Maria Kos'
    >>> text = "Młyn odkupiła od Bluma Helena Ostrowska."
    >>> text[slice(*within_case("Od kogo odkupiła młyn?", text, 17, 39))]
    'Bluma'
    """
    is_who = bool(ASKS_WHO.match(question))
    behind = _NAMES_BEHIND.match(passage, end) if is_who and is_past(passage[begin:end]) else None
    until = behind.end() if behind else end
    for run in _RUN.finditer(passage, *sentence_of(passage, begin, end)):
        border = _border(question, passage, run) if run.start() < until and begin < run.end() else None
        if border and begin < border < until:
            return (border, until) if is_who else (begin, border - 1)
    return begin, end


def without_name_asked(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """Return where an answer ends or begins without a whole name that its question has.

    >>> text = "Na wojnie zabił Karola Piotr Dzik."
    >>> text[slice(*without_name_asked("Kogo zabił Piotr Dzik?", text, 16, 33))]
    'Karola'
    """
    said = passage[begin:end]
    for name in _RUN.findall(question):
        if said.endswith(f" {name}") and said[0].isalnum() and _NAME.search(said[: -len(name)]):
            return begin, end - len(name) - 1
    return begin, end


def _border(question: str, passage: str, run: re.Match[str]) -> int | None:
    """Where the last of two names begins in a run of words with capitals; None where it is one name."""
    words = [*_NAME.finditer(passage, *run.span())]
    before = _BEFORE.search(passage, max(0, run.start() - 12), run.start())
    preposition = before[1] if before else ""
    if words[0][0].lower() in ALL_PREPOSITIONS:
        preposition = words.pop(0)[0]
    at = second_name([one[0] for one in words], preposition, _ending(question, passage, run))
    return words[at].start() if at else None


def second_name(words: Sequence[str], preposition: str, ending: str) -> int | None:
    """Return which of some words begins a name in the nominative behind another one; None where there is none.

    preposition: the word before them. ending: that of the verb, as `Past` has it, or empty.

    >>> second_name("Macieja Góry Ewa Sikora".split(), "Od", "la"), second_name(["Maria", "Kos"], "", "la")
    (2, None)
    """
    preposition = preposition.lower()
    is_placed, of_none = preposition in _OF_PLACES, _OF_MEN if ending == "l" else _OBLIQUE
    governed = _OF_PLACE if is_placed else _GOVERNED if preposition in ALL_PREPOSITIONS else of_none
    if not governed.fullmatch(words[0].replace("-", "")):
        return None
    places = [at for at in range(1, len(words)) if _may_do(words[at], ending, is_placed=is_placed)]
    if not is_placed or (places and len(words) - places[0] > _LONGEST):
        places = [at for at in places if len(words) - at >= _WHOLE][-1:]
    return places[0] if places else None


def _ending(question: str, passage: str, run: re.Match[str]) -> str:
    """The ending of the verb of a sentence that a question asks about, as `Past` has it; empty where there is none."""
    asked = {past.root for one in WORDS.findall(question) if (past := past_of(one))}
    told = [past for one in WORDS.findall(passage, *sentence_of(passage, *run.span())) if (past := past_of(one))]
    return next((past.ending for past in told if past.root in asked), "")


def _may_do(name: str, ending: str, *, is_placed: bool) -> bool:
    """Whether a first name may be the subject of a verb; of one whose gender nothing tells only behind a place."""
    is_man = bool(FIRST_OF_MAN.fullmatch(name) or _FURTHER_MEN.fullmatch(name))
    is_woman = bool(FIRST_OF_WOMAN.fullmatch(name))
    if _NO_NOMINATIVE.fullmatch(name):
        return False
    return is_man if ending == "l" else is_woman if ending == "la" else is_placed and (is_man or is_woman)
