"""A question, answered from an index: where the answer stands, how sure it is, and no answer rather than a guess."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import floor
from typing import TYPE_CHECKING
from unicodedata import normalize

from probierz.systems.questions.asked_question import AskedQuestion, best_sentence
from probierz.systems.questions.doubts import denies_otherwise, is_of_other_kind, stands_in_other_clause
from probierz.systems.questions.fields import most_confident, read_fields, with_unit_of_column
from probierz.systems.questions.kinds import Wanted, wanted_by
from probierz.systems.questions.life_subjects import tells_of_another
from probierz.systems.questions.numbered_things import is_number_of_another
from probierz.systems.questions.places_read import that_are_read, that_say_it_word_for_word
from probierz.systems.questions.premises import lacks_premise, lacks_subject, that_name_what_costs
from probierz.systems.questions.reader import read
from probierz.systems.questions.words import with_marks_of_asking, without_lead

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from probierz.systems.questions.encoder_reader import EncoderReader
    from probierz.systems.questions.index import FoundPassage, PassageIndex
    from probierz.systems.questions.reader import PassageReading

__all__ = ["PASSAGES", "SURE", "Said", "as_typed_well", "ask", "best_reading"]

SURE = 0.4
"""An answer that is less sure is not given. See shipped/README.md for how many are right then."""

PASSAGES = 3
"""So many passages are read."""

_LOOKED_AT = 4
"""So many times more are found, among which those are chosen."""

_WITHOUT_PREMISE = 0.2
"""So sure is at most what answers a question whose passages lack what it takes for granted."""

NOTHING_FOUND = "no passage has a word of the question"
YES_OR_NO = "yes or no: see the passage"
NOT_SURE = "not sure"


@dataclass(frozen=True)
class Said:
    """What is said to a question.

    answer: empty where none is given; `why` then tells the reason, and `guess` what was likeliest. confidence: the
    probability that the guess is right, 0 to 1. found: the passages that were read, the best first. evidence: the
    passage that the answer, or the nearest sentence, stands in, with the characters from `begin` to before `end`.
    other_rows: how many more rows of tables that were read fit as well and say something else.
    """

    question: str
    answer: str = ""
    guess: str = ""
    why: str = ""
    confidence: float = 0.0
    found: tuple[FoundPassage, ...] = ()
    evidence: FoundPassage | None = None
    begin: int = 0
    end: int = 0
    other_rows: int = 0

    @property
    def sureness(self) -> str:
        """The confidence in two decimals, cut off, as 0.399 is below 0.4; empty without a guess."""
        return f"{floor(100 * self.confidence + 1e-9) / 100:.2f}" if self.guess else ""


def ask(
    index: PassageIndex,
    question: str,
    *,
    passages: int = PASSAGES,
    sure: float = SURE,
    reader: EncoderReader | None = None,
) -> Said:
    """Answer a question from the best passages of an index, or say why not. reader: in place of the shipped one.

    Yes-or-no questions get the sentence that comes nearest, and no answer. Raises what `PassageIndex.search` raises.
    """
    asked = as_typed_well(question)
    found = that_are_read(asked, index.search(asked, _LOOKED_AT * passages), passages)
    if not found:
        return Said(question, why=NOTHING_FOUND)
    rarity = index.rarity(asked)
    if wanted_by(asked) is Wanted.BOOLEAN:
        return _shown(question, found, rarity, YES_OR_NO)
    reading = best_reading(asked, found, rarity, reader)
    if reading is None:
        return _shown(question, found, rarity, NOT_SURE)
    is_sure = reading.confidence >= sure
    return Said(
        question,
        reading.answer if is_sure else "",
        reading.answer,
        "" if is_sure else NOT_SURE,
        reading.confidence,
        found,
        reading.found,
        reading.begin,
        reading.end,
        reading.other_rows,
    )


def as_typed_well(question: str) -> str:
    """Return a question as it is looked for and read: composed (NFC), without what leads to it, asking with marks."""
    return with_marks_of_asking(without_lead(normalize("NFC", question)))


def best_reading(
    question: str,
    found: Sequence[FoundPassage],
    rarity: Mapping[str, float],
    reader: EncoderReader | None = None,
) -> PassageReading | None:
    """Return what passages answer, by their fields or their words; None where none does. question: typed well."""
    words = (reader.read if reader else read)(
        question, that_say_it_word_for_word(question, that_name_what_costs(question, found)), rarity
    )
    words = words and _with_premise(most_confident(words, question, rarity, found), question, found)
    surest = _surer(read_fields(question, found, rarity), words)
    return surest and with_unit_of_column(surest)


def _with_premise(reading: PassageReading, question: str, found: Sequence[FoundPassage]) -> PassageReading:
    """A reading that is unsure where its passage lacks what the question takes for granted, or all lack its subject."""
    of = reading.found
    is_told = not lacks_premise(question, f"{of.title}\n{of.text}")
    is_told &= not tells_of_another(question, of.title, of.text, reading.begin, reading.end)
    is_told &= not stands_in_other_clause(question, of.text, reading.begin, reading.end)
    is_told &= not is_of_other_kind(question, reading.answer)
    is_told &= not is_number_of_another(question, of.text, reading.begin, reading.end)
    is_told &= not denies_otherwise(question, of.text, reading.begin, reading.end)
    if is_told and not lacks_subject(question, (f"{one.title}\n{one.text}" for one in found)):
        return reading
    return replace(reading, confidence=min(reading.confidence, _WITHOUT_PREMISE))


def _surer(field: PassageReading | None, words: PassageReading | None) -> PassageReading | None:
    """A field rather than words of its passage, of different passages what is surer."""
    if field is None or words is None:
        return field or words
    return field if field.found == words.found or field.confidence >= words.confidence else words


def _shown(question: str, found: tuple[FoundPassage, ...], rarity: Mapping[str, float], why: str) -> Said:
    begin, end = best_sentence(AskedQuestion(question, rarity), found[0].text)
    return Said(question, why=why, found=found, evidence=found[0], begin=begin, end=end)
