"""A question, answered from an index: where the answer stands, how sure it is, and no answer rather than a guess."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import floor
from typing import TYPE_CHECKING
from unicodedata import normalize

from probierz.systems.questions.answering.agents import told_as_agents
from probierz.systems.questions.answering.asked_before import below_same_question
from probierz.systems.questions.answering.datelines import told_in_datelines
from probierz.systems.questions.answering.doers import told_as_doers
from probierz.systems.questions.answering.nobody import told_of_nobody
from probierz.systems.questions.answering.places_read import (
    of_year_of_table,
    that_are_of_now,
    that_are_read,
    that_say_it_word_for_word,
)
from probierz.systems.questions.answering.subjects import told_as_subjects
from probierz.systems.questions.answering.tenures import told_by_tenures
from probierz.systems.questions.answering.who_is import person_asked_about, role_of, stands_beside
from probierz.systems.questions.doubting.as_told import is_no_doer, is_of_several_clauses, is_told_in_other_forms
from probierz.systems.questions.doubting.contrasts import is_told_in_contrast
from probierz.systems.questions.doubting.crossed_holders import is_of_another_holder
from probierz.systems.questions.doubting.doers_taken import takes_doer_for_whom, takes_object_for_doer
from probierz.systems.questions.doubting.doubts import (
    AT_MOST_LIKELY,
    denies_otherwise,
    is_deadline_of_event,
    is_for_another,
    is_heading_of_nobody,
    is_name_of_thing,
    is_of_another_day,
    is_of_other_end_of_day,
    is_of_other_kind,
    is_own_name_for_place,
    sentence_around,
    shares_one_word,
    stands_for_other_side,
    stands_in_other_clause,
    tells_all_words,
)
from probierz.systems.questions.doubting.former_holders import asks_who_is_now, tells_of_former
from probierz.systems.questions.doubting.giving_and_taking import takes_giver_for_taker
from probierz.systems.questions.doubting.governed_names import (
    is_behind_no_such_preposition,
    is_behind_preposition,
    is_behind_preposition_of_others,
    is_of_no_object,
    is_of_no_subject,
)
from probierz.systems.questions.doubting.hearsay import is_hearsay, is_told_as_untrue
from probierz.systems.questions.doubting.infinitives import is_only_wished, is_told_by_infinitive
from probierz.systems.questions.doubting.life_subjects import is_years_of_office, tells_of_another
from probierz.systems.questions.doubting.namesakes import is_of_namesake
from probierz.systems.questions.doubting.news_dates import is_date_of_news, without_headings_of_news
from probierz.systems.questions.doubting.other_offices import holds_office_of_another
from probierz.systems.questions.doubting.other_subjects import is_done_by_another, may_be_done_by_another
from probierz.systems.questions.doubting.other_verbs import (
    is_of_another_doer,
    is_of_no_doer,
    is_told_by_another_verb,
    is_value_of_another_verb,
)
from probierz.systems.questions.doubting.owners import is_owner_of_object, is_owner_of_thing
from probierz.systems.questions.doubting.premises import lacks_premise, lacks_subject, that_name_what_costs
from probierz.systems.questions.doubting.recipients import is_recipient
from probierz.systems.questions.doubting.relative_clauses import tells_of_other_clause
from probierz.systems.questions.doubting.role_holders import holds_role_of_doer
from probierz.systems.questions.doubting.successors import is_of_other_turn
from probierz.systems.questions.doubting.sums import is_difference_to_be_made, is_no_difference, is_part_of_sum
from probierz.systems.questions.doubting.things_asked import (
    is_no_place,
    is_no_thing,
    is_nobody,
    is_said_in_question,
)
from probierz.systems.questions.doubting.turned_roles import turns_roles
from probierz.systems.questions.doubting.votes import is_vote_of_other_side
from probierz.systems.questions.doubting.years_asked import (
    is_done_in_another_year,
    is_in_border_year,
    is_of_another_year,
    is_of_other_end,
    is_on_another_day,
)
from probierz.systems.questions.reading.asked_question import AskedQuestion, best_sentence
from probierz.systems.questions.reading.reader import readings
from probierz.systems.questions.rows.fields import most_confident, read_fields, with_unit_of_column
from probierz.systems.questions.wanted.excepted_times import is_of_excepted_time
from probierz.systems.questions.wanted.journeys import end_of_day_asked, is_of_other_way
from probierz.systems.questions.wanted.kinds import Wanted, asks_for_phone, wanted_by, without_number_of_phone
from probierz.systems.questions.wanted.numbered_things import is_number_of_another, is_of_other_numbered
from probierz.systems.questions.wanted.opening_hours import (
    OPEN_FOR_HOURS,
    as_question_for_hours,
    asks_for_days,
    asks_for_opening,
    end_of_hours,
    hours_behind_verb,
    tells_only_other_end,
    with_words_of_opening,
)
from probierz.systems.questions.wanted.terms import is_at_no_such_end, is_of_other_end_of_term
from probierz.systems.questions.wanted.units import is_of_other_unit, is_year_for_count
from probierz.systems.questions.wording.field_words import days_of
from probierz.systems.questions.wording.words import (
    STEM,
    asks_about_nothing,
    with_marks_of_asking,
    with_one_asking,
    without_lead,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from probierz.systems.questions.finding.index import FoundPassage, PassageIndex
    from probierz.systems.questions.finding.shards import IndexShards
    from probierz.systems.questions.reading.encoder_reader import EncoderReader
    from probierz.systems.questions.reading.reader import PassageReading

LIKELY = 0.4
"""An answer that is less likely is not given. See `reading/shipped/README.md` for how many are right then."""

SURE = 0.6
"""A likely answer that is less sure is told as such, with *perhaps*; words of a text are as sure only where their
sentence has all words of the question. See `reading/shipped/README.md` for how many are right then."""

PASSAGES = 3
"""So many passages are read."""

_LOOKED_AT = 4
"""So many times more are found, among which those are chosen."""

_ROWS = 20
"""So many times that where the last row of a day is looked for."""

_WITHOUT_PREMISE = 0.2
"""So sure is at most what answers a question whose passages lack what it takes for granted."""

NOTHING_FOUND = "no passage has a word of the question"
NOTHING_ASKED = "the question names nothing that is asked about"
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
    def is_sure(self) -> bool:
        """Whether the answer is given as a fact; one that is not is likely at most."""
        return bool(self.answer) and self.confidence >= SURE

    @property
    def sentence(self) -> tuple[int, int]:
        """The characters of the sentence that the evidence stands in."""
        text = self.evidence.text if self.evidence else ""
        low, high = sentence_around(text, self.begin, self.end)
        return low + len(text[low:high]) - len(text[low:high].lstrip()), low + len(text[low:high].rstrip())

    @property
    def sureness(self) -> str:
        """The confidence in two decimals, cut off, as 0.399 is below 0.4; empty without a guess."""
        return f"{floor(100 * self.confidence + 1e-9) / 100:.2f}" if self.guess else ""


def ask(
    index: PassageIndex | IndexShards,
    question: str,
    *,
    passages: int = PASSAGES,
    sure: float = LIKELY,
    reader: EncoderReader | None = None,
) -> Said:
    """Answer a question from the best passages of an index, or say why not. reader: in place of the shipped one.

    Yes-or-no questions get the sentence that comes nearest, and no answer. Raises what `PassageIndex.search` raises.
    """
    asked = as_typed_well(question)
    if asks_about_nothing(asked):
        return Said(question, why=NOTHING_ASKED)
    of_several = end_of_day_asked(asked)
    is_in_sheet = asks_who_is_now(asked) or asks_for_phone(asked) or bool(of_several)
    count = (_ROWS if of_several else 1 + is_in_sheet) * _LOOKED_AT * passages
    looked_at = that_are_of_now(asked, index.search(without_number_of_phone(asked), count))
    asked, looked_at = of_year_of_table(asked, looked_at)
    found = that_are_read(asked, looked_at, passages)
    if not found:
        return Said(question, why=NOTHING_FOUND)
    rarity = index.rarity(asked)
    if is_in_sheet and (field := read_fields(asked, looked_at, rarity)) and field.confidence >= sure:
        found = _led_by(field.found, found)
    if name := person_asked_about(asked):
        role = role_of(name, looked_at) or _beside(name, best_reading(asked, found, rarity, reader))
        found = _led_by(role.found, found) if role else found
        return _said(question, found, role, sure, rarity)
    hours = _hours_of_opening(index, asked, rarity, _LOOKED_AT * passages)
    below = below_same_question(asked, looked_at)
    if below:
        found = _led_by(below.found, found)
    is_yes_or_no = wanted_by(asked) is Wanted.BOOLEAN
    if hours and hours.confidence >= sure:
        found = _led_by(hours.found, found)
        if not is_yes_or_no:
            return _said(question, found, hours, sure, rarity)
    if is_yes_or_no:
        return _shown(question, found, rarity, YES_OR_NO, hours or below)
    reading = best_reading(asked, found, rarity, reader)
    if below and (reading is None or reading.confidence < sure or _is_asked_there(reading)):
        reading = below
    return _said(question, found, reading, sure, rarity)


def _is_asked_there(reading: PassageReading) -> bool:
    """Whether an answer stands in a question of the text."""
    return bool(re.match(r"[^\n.!?]*\?", reading.found.text[reading.end :]))


def _beside(name: str, reading: PassageReading | None) -> PassageReading | None:
    return reading if reading and stands_beside(name, reading) else None


def _led_by(first: FoundPassage, found: tuple[FoundPassage, ...]) -> tuple[FoundPassage, ...]:
    """As many passages as were found, with one before the others."""
    return (first, *(one for one in found if one != first))[: len(found)]


def _hours_of_opening(
    index: PassageIndex | IndexShards, question: str, rarity: Mapping[str, float], count: int
) -> PassageReading | None:
    """The hours that a question for those of opening asks for; None for other questions, and where none is told."""
    if not asks_for_opening(question):
        return None
    looked_at = index.search(with_words_of_opening(question), count)
    least = {OPEN_FOR_HOURS[:STEM]: min(rarity.values(), default=0.0) / 100}  # names its field, and weighs nothing
    reading = read_fields(as_question_for_hours(question), looked_at, {**least, **rarity})
    if reading is None or tells_only_other_end(question, reading.answer):
        return None
    if asks_for_days(question) and not days_of(reading.answer):
        return None
    low, high = end_of_hours(question, reading.answer)
    low = low or (0 if asks_for_days(question) else hours_behind_verb(reading.answer))
    begin, end = reading.begin + low, reading.begin + high
    return replace(reading, answer=reading.answer[low:high], begin=begin, end=end)


def _said(
    question: str,
    found: tuple[FoundPassage, ...],
    reading: PassageReading | None,
    sure: float,
    rarity: Mapping[str, float],
) -> Said:
    """A reading as the answer, or as a guess where it is not sure; without one the sentence that comes nearest."""
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
    """Return a question as it is looked for and read: composed (NFC), not all in capitals, without what leads to
    it, asking once, marked.
    """
    composed = normalize("NFC", question)
    typed = composed.lower() if composed.isupper() and " " in composed.strip() else composed
    return with_one_asking(with_marks_of_asking(without_lead(typed)))


def best_reading(
    question: str,
    found: Sequence[FoundPassage],
    rarity: Mapping[str, float],
    reader: EncoderReader | None = None,
) -> PassageReading | None:
    """Return what passages answer, by their fields or their words; None where none does. question: typed well."""
    read_in = that_say_it_word_for_word(question, that_name_what_costs(question, found))
    several = (reader.readings if reader else readings)(question, without_headings_of_news(question, read_in), rarity)
    likeliest = [most_confident(one, question, rarity, found) for one in several]
    words = _or_doer(_best_told(_of_agents(question, found, likeliest), question, found), question, found)
    field = _field_as_told(read_fields(question, found, rarity), question)
    surest = told_of_nobody(question, found, _surer(field, words), LIKELY)
    surest = told_by_tenures(question, found, surest)
    return surest and with_unit_of_column(surest)


_DOUBTS = (
    denies_otherwise,
    holds_office_of_another,
    holds_role_of_doer,
    is_behind_preposition_of_others,
    is_date_of_news,
    is_deadline_of_event,
    is_done_by_another,
    is_for_another,
    is_heading_of_nobody,
    is_name_of_thing,
    is_no_difference,
    is_no_place,
    is_nobody,
    is_number_of_another,
    is_of_another_day,
    is_of_another_holder,
    is_of_another_year,
    is_of_excepted_time,
    is_of_no_doer,
    is_of_no_object,
    is_of_no_subject,
    is_of_other_end,
    is_of_other_end_of_day,
    is_of_other_end_of_term,
    is_of_other_numbered,
    is_of_other_turn,
    is_of_other_unit,
    is_of_other_way,
    is_only_wished,
    is_own_name_for_place,
    is_owner_of_object,
    is_owner_of_thing,
    is_part_of_sum,
    is_recipient,
    is_said_in_question,
    is_told_as_untrue,
    is_value_of_another_verb,
    is_vote_of_other_side,
    is_year_for_count,
    shares_one_word,
    stands_for_other_side,
    stands_in_other_clause,
    takes_doer_for_whom,
    takes_giver_for_taker,
    takes_object_for_doer,
    tells_of_former,
    tells_of_other_clause,
)
"""What speaks against an answer; each takes the question, a text, and where the answer begins and ends in it."""


_TOLD_OTHERWISE = (
    is_at_no_such_end,
    is_behind_no_such_preposition,
    is_behind_preposition,
    is_difference_to_be_made,
    is_hearsay,
    is_in_border_year,
    is_no_doer,
    is_no_thing,
    is_of_another_doer,
    is_of_namesake,
    is_of_several_clauses,
    is_on_another_day,
    is_told_by_another_verb,
    is_told_by_infinitive,
    is_told_in_contrast,
    is_told_in_other_forms,
    may_be_done_by_another,
)
"""For what an answer is no more than likely, as its sentence may tell of something else; they take the same."""


def _of_agents(
    question: str, found: Sequence[FoundPassage], several: Sequence[PassageReading]
) -> Sequence[PassageReading]:
    """Those of several readings that stand where the passive, or the very words of the question, tell the doer, else
    these; all where nothing tells it so.
    """
    told = (*told_as_agents(question, found), *told_as_subjects(question, found))
    agents = [one for one in told if not _is_doubted(one, question, found)]
    return [next((one for one in several if _has_part(agent, one)), agent) for agent in agents] or several


def _has_part(agent: PassageReading, one: PassageReading) -> bool:
    is_part = one.found == agent.found and agent.begin <= one.begin and one.end <= agent.end
    return is_part and one.confidence >= agent.confidence


def _best_told(
    several: Sequence[PassageReading], question: str, found: Sequence[FoundPassage]
) -> PassageReading | None:
    """The surest of several readings that are not doubted, before others one that is told as it is asked; without such
    the first, unsure.

    It is no more than likely where its sentence lacks a word of the question, has one in another clause or as the
    other side of what was done, or where *co* asks for another part of speech; and where another one is likelier.
    """
    told = [(one, _is_told(one, question)) for one in several if not _is_doubted(one, question, found)]
    if not told:
        return replace(several[0], confidence=min(several[0].confidence, _WITHOUT_PREMISE)) if several else None
    best, is_told = max(told, key=lambda pair: (pair[1] and pair[0].confidence >= LIKELY, pair[0].confidence))
    is_sure = is_told and best == several[0]
    if not is_told and (half := _of_other_half(best, question, [one for one, is_it in told if is_it])):
        best = replace(half, confidence=best.confidence)
    return best if is_sure else replace(best, confidence=min(best.confidence, AT_MOST_LIKELY))


def _or_doer(best: PassageReading | None, question: str, found: Sequence[FoundPassage]) -> PassageReading | None:
    """A likely reading; else the one doer that is named before the verb of a question, and told in all its words, or
    the one town whose news tell what a question asks the place of.
    """
    if best and best.confidence >= LIKELY:
        return best
    if towns := {one.answer: one for one in told_in_datelines(question, found)}:
        return next(iter(towns.values())) if len(towns) == 1 else best
    told = [one for one in told_as_doers(question, found) if _is_told(one, question)]
    doers = [one for one in told if not _is_doubted(one, question, found)]
    return doers[0] if len({one.answer for one in doers}) == 1 else best


def _of_other_half(best: PassageReading, question: str, told: Sequence[PassageReading]) -> PassageReading | None:
    """The reading that is told as it is asked in the other half of the sentence of one that is told in contrast."""
    of = best.found
    if wanted_by(question) is not Wanted.NUMBER or not is_told_in_contrast(question, of.text, best.begin, best.end):
        return None
    low, high = sentence_around(of.text, best.begin, best.end)
    halves = [one for one in told if one.found == of and low <= one.begin and one.end <= high]
    return next((one for one in halves if one.end <= best.begin or one.begin >= best.end), None)


def _is_doubted(reading: PassageReading, question: str, found: Sequence[FoundPassage]) -> bool:
    """Whether something speaks against a reading, its passage lacks what the question takes for granted, or all lack
    its subject.
    """
    of, begin, end = reading.found, reading.begin, reading.end
    return (
        any(doubts(question, of.text, begin, end) for doubts in _DOUBTS)
        or (turns_roles(question, of.text, begin, end) and wanted_by(question) is Wanted.PERSON)
        or lacks_premise(question, f"{of.title}\n{of.text}")
        or tells_of_another(question, of.title, of.text, begin, end)
        or is_years_of_office(question, of.text, begin, end, of.title)
        or is_of_other_kind(question, reading.answer)
        or is_done_in_another_year(question, of.text, begin, end, (one.text for one in found if one.title == of.title))
        or lacks_subject(question, (f"{one.title}\n{one.text}" for one in found))
    )


def _is_told(reading: PassageReading, question: str) -> bool:
    """Whether the sentence of a reading tells it in all words of a question, as it is asked."""
    of, begin, end = reading.found, reading.begin, reading.end
    return (
        not turns_roles(question, of.text, begin, end)
        and tells_all_words(question, of.title, of.text, begin, end)
        and not any(is_other(question, of.text, begin, end) for is_other in _TOLD_OTHERWISE)
    )


def _field_as_told(field: PassageReading | None, question: str) -> PassageReading | None:
    """A field, unsure where it is of the other end of a time or told as untrue, and no more than likely as hearsay."""
    if field is None:
        return None
    told = question, field.found.text, field.begin, field.end
    if is_of_other_end_of_term(*told) or is_told_as_untrue(*told):
        return replace(field, confidence=min(field.confidence, _WITHOUT_PREMISE))
    return replace(field, confidence=min(field.confidence, AT_MOST_LIKELY)) if is_hearsay(*told) else field


def _surer(field: PassageReading | None, words: PassageReading | None) -> PassageReading | None:
    """A likely field rather than words of its passage, else what is surer."""
    if field is None or words is None:
        return field or words
    is_likely = field.found == words.found and field.confidence >= LIKELY
    return field if is_likely or field.confidence >= words.confidence else words


def _shown(
    question: str,
    found: tuple[FoundPassage, ...],
    rarity: Mapping[str, float],
    why: str,
    reading: PassageReading | None = None,
) -> Said:
    """No answer, and what comes nearest: the reading where it stands in the first passage, else a sentence of that."""
    if reading and reading.found == found[0]:
        return Said(question, why=why, found=found, evidence=found[0], begin=reading.begin, end=reading.end)
    begin, end = best_sentence(AskedQuestion(question, rarity), found[0].text)
    return Said(question, why=why, found=found, evidence=found[0], begin=begin, end=end)
