"""Which of the passages that were found are read: not rows of one table alone, and those in a question's own words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from probierz.systems.questions.answering.places import table_place
from probierz.systems.questions.doubting.former_holders import asks_who_is_now, is_over
from probierz.systems.questions.rows.fields import fields_of, is_row
from probierz.systems.questions.wanted.ordinal_numbers import ordinals_asked, ordinals_told
from probierz.systems.questions.wording.cut_words import SMALL
from probierz.systems.questions.wording.field_words import days_of, forms
from probierz.systems.questions.wording.span_tokens import SENTENCE_END
from probierz.systems.questions.wording.words import WORDS, without_asking

if TYPE_CHECKING:
    from probierz.systems.questions.finding.index import FoundPassage

_SHORTEST = 4  # letters of words that are compared as they stand
_IN_A_YEAR = re.compile(r" (?:w|we|na|v|ve) (?:roku? |roce )?(?P<year>20\d\d|19\d\d)(?: roku| rok| r\.)?(?!\d)")
_YEAR_OF_FILE = re.compile(r"(?<!\d)(?:20|19)\d\d(?!\d)")
_ROWS = 2  # of one table, where another text has a word of the question as it stands


def that_are_read(question: str, found: Sequence[FoundPassage], count: int) -> tuple[FoundPassage, ...]:
    """The best passages, at most `count`, of them two rows of one table where a text has a word of the question.

    So do three rows under *Zbiory* not keep a text about the *zbiórka* away that is asked about.
    """
    found = _with_row_told_otherwise_first(question, found)
    words = {word.lower() for word in WORDS.findall(without_asking(question)) if len(word) >= _SHORTEST} - SMALL
    others = [one for one in found[count:] if _table(one) is None and words & _exact(one.text)]
    if not others:
        return tuple(found[:count])
    kept: list[FoundPassage] = []
    rows: Counter[str] = Counter()
    for one in found:
        table = _table(one)
        rows[table or ""] += 1
        if (table is None or rows[table] <= _ROWS) and len(kept) < count:
            kept.append(one)
    return (*kept[:-1], others[0]) if not any(words & _exact(one.text) for one in kept) else tuple(kept)


def that_are_of_now(question: str, found: Sequence[FoundPassage]) -> list[FoundPassage]:
    """The passages without rows of those who were something before, where a question asks who is it today."""
    if not asks_who_is_now(question):
        return list(found)
    return [one for one in found if not is_over(one.title if is_row(one.text) else "", _cells(one.text))]


def of_year_of_table(question: str, found: Sequence[FoundPassage]) -> tuple[str, list[FoundPassage]]:
    """A question without its year, and the passages of those tables whose names have it, `cennik-2024.csv`, where the
    names of other tables have another one; else both as they are.
    """
    asked = _IN_A_YEAR.search(question)
    named = [set(_YEAR_OF_FILE.findall(_table(one) or "")) for one in found]
    own = [one for one, years in zip(found, named, strict=True) if asked and asked["year"] in years]
    if not asked or not own or any(asked["year"] in one.text for one in found):
        return question, list(found)
    return question.replace(asked[0], ""), own


def _cells(text: str) -> list[tuple[str, str]]:
    return [(one.name, one.value) for one in fields_of(text)] if is_row(text) else []


def _with_row_told_otherwise_first(question: str, found: Sequence[FoundPassage]) -> Sequence[FoundPassage]:
    """Before others that row of the day or the ordinal number asked about which has most words of the question.

    The index knows no day by a short name or in a range, `sob.` or `pn–pt`, and no number in other signs: `III`.
    """
    days, numbers = days_of(question), set(ordinals_asked(question).values())
    asked = forms(question)
    rows = [
        one
        for one in found
        if _table(one) is not None
        and ((days and days <= days_of(one.text)) or (numbers and numbers <= _numbers_naming(one.text)))
        and asked & forms(f"{one.title} {one.text}")
    ]
    if not rows:
        return found
    best = max(rows, key=lambda one: len(asked & forms(f"{one.title} {one.text}")))
    return (best, *(one for one in found if one is not best))


def _numbers_naming(row: str) -> set[int]:
    """The ordinal numbers in the cell that names a row."""
    return {number for one in fields_of(row)[:1] for number in ordinals_told(one.value)}


def that_say_it_word_for_word(question: str, found: Sequence[FoundPassage]) -> Sequence[FoundPassage]:
    """The passages of which a sentence has all words of a question as they stand, verb and noun; all where none has."""
    words = set(_words_of(question))
    if len(words) < 2:
        return found
    return [one for one in found if any(words <= _exact(part) for part in SENTENCE_END.split(one.text))] or found


def _words_of(question: str) -> list[str]:
    """The words of a question behind that which asks, in lower case."""
    return [word.lower() for word in WORDS.findall(question)[1:] if len(word) >= _SHORTEST]


def _exact(text: str) -> set[str]:
    return {word.lower() for word in WORDS.findall(text)}


def _table(passage: FoundPassage) -> str | None:
    """The file of the table that a passage is a row of."""
    place = table_place(passage.document, passage.text, 0)
    is_row = place is not None and re.match(r"[^\n:;]{1,60}: ", passage.text)
    return place.file if place and is_row else None
