"""Where an answer ends that goes on into the next clause, and the preposition that a question asks with.

Z czego jest wykonany blat?     Blat jest z dębu, szuflady zaś z sosny.             z dębu
Dlaczego zamknięto most?        Zamknięto go w maju, ponieważ pękł filar.           pękł filar
"""

from __future__ import annotations

import re

from probierz.systems.questions.wanted.kinds import Wanted, wanted_by
from probierz.systems.questions.wording.field_words import forms
from probierz.systems.questions.wording.word_flags import with_its_other_form

_WORD = r"[^\W\d_]+"
_OTHER = re.compile(rf",\s+(?P<of>{_WORD}(?:\s{_WORD})?)\s(?:zaś|natomiast|zase|však|naopak)\s(?=\w)")
"""What begins a clause on something else, which it names first."""
_CAUSE = re.compile(r",\s+(?:ponieważ|gdyż|bo|jako\sże|albowiem|bowiem|protože|neboť|jelikož)\s(?=\w)", re.IGNORECASE)
_ASKED_WITH = re.compile(r"\W*(?P<with>ze?|na|we?|do|od|s|ve?)\s(?:czego|czym|czemu|co|čeho|čem|čím)\b", re.IGNORECASE)
_ADJECTIVE_FIRST = re.compile(r"[^\W\d_]{3,}(?:ego|ej|[yi]ch|ého|[éí])\b")


def within_clause(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """Return the part of a span that stands in one clause, with the preposition that a question asks with before it.

    >>> text = "Blat jest z dębu, szuflady zaś z sosny."
    >>> [text[slice(*within_clause(f"Z czego {one}?", text, 12, 38))] for one in ("jest blat", "są szuflady")]
    ['z dębu', 'z sosny']
    """
    begin, end = _of_cause(question, passage, begin, end)
    other = _OTHER.search(passage, begin)
    if not other or other.start() >= end:
        return _with_preposition(question, passage, begin, end), end
    if other.end() < end and forms(other["of"]) & forms(question):
        begin = other.end()
    elif other.start() > begin:
        end = other.start()
    return _with_preposition(question, passage, begin, end), end


def _of_cause(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """Where a reason is asked for what is behind its conjunction; else what is before it."""
    cause = _CAUSE.search(passage, begin, end)
    if cause and wanted_by(question) is Wanted.REASON:
        return cause.end(), end
    return (begin, cause.start()) if cause and cause.start() > begin else (begin, end)


def _with_preposition(question: str, passage: str, begin: int, end: int) -> int:
    """At the preposition that the question asks with, where it stands before the span or before the noun that an
    adjective belongs to with which the span begins.
    """
    asked, low = _ASKED_WITH.match(question), max(0, begin - 30)
    if not asked:
        return begin
    words = "|".join(with_its_other_form(asked["with"].lower()))
    noun = rf"(?:{_WORD}\s)?" if _ADJECTIVE_FIRST.match(passage, begin, end) else ""
    before = re.search(rf"(?<!\w)(?:{words})\s{noun}$", passage[low:begin], re.IGNORECASE)
    return low + before.start() if before else begin
