"""Who does something by a statute, told in the very words of a question: *kto* with a verb of the present.

Kto nadzoruje mosty?        Mosty nadzorują gospodarze powiatu.
Kto zwołuje radę?           Starosta otwiera zebrania, zwołuje radę i ogłasza uchwały.

The words behind the verb of a question stand before or behind it in a text, in the same form; a noun in *-a* is told as
who does it only where they can be no subject themselves: *Prezesa powołuje zarząd* tells not who appoints the board.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from probierz.systems.questions.reading.reader import PassageReading
from probierz.systems.questions.wording.field_words import forms
from probierz.systems.questions.wording.span_tokens import sentences_of
from probierz.systems.questions.wording.verbs import BEING, is_form_of
from probierz.systems.questions.wording.word_flags import PREPOSITIONS
from probierz.systems.questions.wording.words import CAPITAL, SMALL

if TYPE_CHECKING:
    from probierz.systems.questions.finding.index import FoundPassage

_ASKED = re.compile(rf"\W*(?i:k[td]o) (?P<verb>[{SMALL}]{{2,}}[eiyaíá]) (?P<rest>[^,?]+)\?*")
_PREPOSITION = rf"(?:{'|'.join(sorted(PREPOSITIONS))})"
_NO_SUBJECT = rf"(?!(?:{_PREPOSITION}|a|i|oraz|je|go|ją|się|se|nie|także|też|tylko|nikt|kto)\b)"
_WORD = rf"{_NO_SUBJECT}[^\W\d_]{{3,}}"
_SUBJECT = rf"{_WORD}(?: {_WORD}){{0,2}}?"
_BEGIN = r"(?:^\W*(?:\d+\.? )?|(?<=[,;] )|(?<=, a ))"
_END = rf"(?=[.,;]|$| (?:a|i|oraz|lub|co|raz|podczas|{_PREPOSITION})\b| \w+(?:ny|ty|na|ta|ni|ci) przez\b)"
_LEADING = re.compile(
    rf"\W*(?P<subject>{CAPITAL}[^\W\d_]+(?: {CAPITAL}[^\W\d_]+)*) (?P<first>[{SMALL}]{{2,}}(?:uje|[aei]|y)) "
)
"""Who leads a sentence, before the first thing that he does."""
_NO_NOMINATIVE = re.compile(r"\w+(?:[ęą]|ego|emu|owi|ého|ému|ovi)")
_MAY_BE_OBJECT = re.compile(r"\w+[au]")
_OBJECT = re.compile(rf"\w+(?:ę|ą|ego|ych|ów|ej|ami|ou|ých)|{_PREPOSITION}", re.IGNORECASE)
_SURE = 0.55
"""Nothing but the order and the form of words tells who does it, so it is told with *perhaps*."""


def told_as_subjects(question: str, found: Sequence[FoundPassage]) -> Iterator[PassageReading]:
    """Yield who does what a question asks the doer of, of sentences that have its words as they stand in it."""
    asked = _ASKED.fullmatch(question)
    if not asked or forms(asked["verb"]) & BEING:
        return
    for passage in found:
        for low, high in sentences_of(passage.text):
            span = _subject(asked["verb"], asked["rest"], passage.text[low:high])
            if span:
                begin, end = low + span[0], low + span[1]
                yield PassageReading(passage.text[begin:end], passage, begin, end, _SURE)


def _subject(verb: str, rest: str, sentence: str) -> tuple[int, int] | None:
    """The characters of who does it in a sentence; None where that does not tell it in these words."""
    object_ = rf"(?i:{re.escape(rest.strip())})"
    is_object = any(map(_OBJECT.fullmatch, rest.split()))
    for pattern in (
        rf"{_BEGIN}(?P<subject>{_SUBJECT}) (?P<verb>[{SMALL}]+) {object_}\b",
        rf"{_BEGIN}{object_} (?P<verb>[{SMALL}]+) (?P<subject>{_SUBJECT}){_END}",
    ):
        for one in re.finditer(pattern, sentence):
            first = one["subject"].split()[0]
            is_other = is_object or (
                rest.split(maxsplit=1)[0].endswith(("y", "i")) and not verb.endswith("ą") and one["verb"] == verb
            )
            if _is_same_time(verb, one["verb"]) and not _is_object(first, is_object=is_other):
                return one.span("subject")
    leading = _LEADING.match(sentence)
    goes_on = leading and re.compile(rf"(?:, | i | oraz ){re.escape(verb)} {object_}\b").search(sentence, leading.end())
    return leading.span("subject") if leading and goes_on else None


def _is_same_time(verb: str, told: str) -> bool:
    """Whether a verb is that of a question, of one or several who do it, and no other word made of it."""
    return told == verb or (told.endswith(("ą", "í", "ou")) and is_form_of(verb, told))


def _is_object(word: str, *, is_object: bool) -> bool:
    return bool(_NO_NOMINATIVE.fullmatch(word)) or (not is_object and bool(_MAY_BE_OBJECT.fullmatch(word)))
