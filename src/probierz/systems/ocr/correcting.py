"""Correcting texts with real line ends, by any system that corrects pages of the task."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from math import nan

from probierz.errors import OptionError
from probierz.suites.poleval2021.ocr import escaped, unescape
from probierz.systems.combinators import InputColumn, column_of
from probierz.systems.ocr.cascade import Cascade
from probierz.systems.ocr.keeping import keep
from probierz.systems.ocr.letters_for_signs import SURE, letters_for_signs, with_letters, with_letters_told
from probierz.systems.ocr.page_columns import halves_in_columns
from probierz.systems.ocr.page_ends import PAGE_END, over_page_ends
from probierz.systems.ocr.pages import cut_signs_off
from probierz.systems.ocr.tracing import Change, Corrected, apply_changes, count_lines
from probierz.systems.ocr.usual_letters import usual_letters, with_usual_letters
from probierz.systems.registry import find_system
from probierz.systems.system import System

__all__ = [
    "PAGE_END",
    "Corrector",
    "careful",
    "corrector",
    "foreign_lines",
    "ocr_corrector",
    "predicted",
    "with_whole_words",
]

_LEAST_DROP = 0.1
"""How sure it must be at least that a line or a word is no text; of every one there is some small chance."""

_USUAL_DROP = 0.7
"""How sure it must be where nobody says: what is left out is missed more than what is left."""

_UNSURE = 0.59
"""How sure the choice between two words is at most that look as like what was read."""

_LEAST_KNOWN, _TIMES = 20, 200  # that a word was seen, and that oftener than what was read for it

Corrector = Callable[[str], Corrected]


def corrector(system: System, confidence: float | None = None) -> Corrector:
    """Return a function that corrects a text, page by page, and says all that it changed.

    A cascade also puts a word together that is broken between two pages.

    confidence: what is less sure, from 0 to 1, is left as it was read, and so is at any confidence what is a text by
    nine in ten; None: as the system was made, but a line or a word is left out only at seven in ten. Lines and places
    of changes count from the beginning of the text. A system that does not say how sure it is has changes of chance
    nan, found by comparing. Of a cascade's changes those that would lose numbers, units, signs, capitals or words are
    left out. Raises OptionError for a confidence that it does not know.
    """
    inner = system.of if isinstance(system, InputColumn) else system
    if isinstance(inner, Cascade):
        cascade = careful(inner, confidence)
        return lambda text: with_whole_words(text, cascade)
    if confidence is not None:
        raise OptionError(f"{inner.kind} does not say how sure it is; leave the confidence out")
    return lambda text: _by_page(text, lambda pages: [_compared(inner, page) for page in pages])


def careful(cascade: Cascade, confidence: float | None) -> Cascade:
    """The cascade as it corrects for people; the one that is given predicts as it did."""
    found = copy(cascade)
    if confidence is None:
        found.drop = max(found.drop, _USUAL_DROP)
    else:
        found.threshold, found.drop = confidence, max(confidence, _LEAST_DROP)
    return found


def predicted(system: System, inputs: Iterable[str]) -> Iterator[Corrected]:
    """Yield what `predict` makes of the page in each line of the task, with real line ends, and all that it changed.

    Raises OptionError for a system that does not say so, DataError for a line without the column of the page.
    """
    column, inner = (system.number, system.of) if isinstance(system, InputColumn) else (1, system)
    if not isinstance(inner, Cascade):
        raise OptionError(f"{inner.kind} does not tell what it changes; ocr/cascade does")
    return inner.traced(column_of(line, column, number) for number, line in enumerate(inputs, 1))


def ocr_corrector(system: str | System = "ocr/cascade", confidence: float | None = None) -> Corrector:
    """Return the `corrector` of a system, by its name or folder too. Raises UnknownSystem when there is none."""
    return corrector(find_system(system) if isinstance(system, str) else system, confidence)


def with_whole_words(text: str, cascade: Cascade, *, goes_on: bool = False) -> Corrected:
    """A text as a cascade corrects it for people. goes_on: the text before ends with half a word, see `page_ends`."""

    def correct(plain: str) -> Corrected:
        signs = list(letters_for_signs(plain, cascade.count)) if cascade.threshold <= SURE else []
        spelt = with_letters(plain, signs)
        found = _by_page(spelt, lambda pages: _kept(cascade, pages))
        changes = over_page_ends(spelt, found.changes, cascade.join_halves, goes_on=goes_on)
        changes = with_letters_told(plain, changes, signs) if signs else changes
        return Corrected(apply_changes(plain, changes), changes)

    return with_usual_letters(text, correct)


def _kept(cascade: Cascade, pages: list[str]) -> list[Corrected]:
    found = cascade.correct(pages)
    polish = [_in_polish(page, one, cascade) for page, one in zip(pages, found, strict=True)]
    signed = [
        one._replace(changes=[_look_alike(_with_signs(change, cascade), cascade) for change in one.changes])
        for one in polish
    ]
    whole = [_without_halves(page, one) for page, one in zip(pages, signed, strict=True)]
    return [keep(page, one, cascade.count) for page, one in zip(pages, whole, strict=True)]


def _with_signs(change: Change, cascade: Cascade) -> Change:
    """A word that lost signs, rather than one that has letters too many: `wciecie` is `wcięcie` before `wiecie`."""
    read, right = (cut_signs_off(text).word for text in (change.read, change.right))
    if change.step != "words" or not 0 < len(right) < len(read) or not read.isalpha() or cascade.count(read.lower()):
        return change
    signed = cascade.with_signs(change.read)
    return change._replace(right=signed) if signed else change


def _look_alike(change: Change, cascade: Cascade) -> Change:
    """A word that is hardly one as what looks like it, rather than as one with a letter less: ina, ma, na.

    Nothing tells which of the two it is, so that it is never sure.
    """
    read, right = (cut_signs_off(text).word for text in (change.read, change.right))
    if change.step != "words" or len(right) != len(read) - 1 or not read.isalpha() or not right.isalpha():
        return change
    alike = [read[:at] + "m" + read[at + 2 :] for at in range(len(read)) if read[at : at + 2] in ("in", "rn")]
    known = [word for word in alike if word != right and cascade.count(word.lower()) > _LEAST_KNOWN]
    if not known or cascade.count(read.lower()) * _TIMES > cascade.count(known[0].lower()):
        return change
    if cascade.threshold > _UNSURE:
        return change._replace(right=change.read)
    return change._replace(right=change.read.replace(read, known[0], 1), chance=min(change.chance, _UNSURE))


def _without_halves(page: str, found: Corrected) -> Corrected:
    """What was found, without what would change half words in columns."""
    spans = list(halves_in_columns(page)) if found.changes else []
    changes = [one for one in found.changes if all(one.end <= first or one.start >= last for first, last in spans)]
    return found._replace(changes=changes)


def foreign_lines(cascade: Cascade, text: str) -> list[int]:
    """The numbers, from 0, of the lines of a text that are in another language, page by page."""
    found, line = [], 0
    for page in usual_letters(text).split(PAGE_END):
        found += [number + line for number in cascade.foreign_lines(page)]
        line += count_lines(page)
    return found


def _is_of_words(change: Change) -> bool:
    """Whether words became others: halves of broken ones are put together in any language, and stains go."""
    return "join" not in change.step and change.step != "lines"


def _in_polish(page: str, found: Corrected, cascade: Cascade) -> Corrected:
    """What was found, without what would change words of lines in another language."""
    foreign = set(cascade.foreign_lines(page, whole=False)) if found.changes else set()
    if not foreign:
        return found
    return found._replace(changes=[one for one in found.changes if one.line not in foreign or not _is_of_words(one)])


def _by_page(text: str, correct: Callable[[list[str]], list[Corrected]]) -> Corrected:
    pages = text.split(PAGE_END)
    changes, line, start = [], 0, 0
    for page, found in zip(pages, correct(pages), strict=True):
        changes += [
            change._replace(line=change.line + line, start=change.start + start, end=change.end + start)
            for change in found.changes
        ]
        line += count_lines(page)
        start += len(page) + len(PAGE_END)
    return Corrected(apply_changes(text, changes), changes)


def _compared(system: System, page: str) -> Corrected:
    """What a system makes of a page, and the changes that tell the two apart."""
    from probierz.inspection.diff import differences_of

    right = unescape(next(iter(system.predict([escaped(page)]))))
    changes: list[Change] = []
    at = 0
    for piece in differences_of(page, right):
        if piece.kind == "missing":
            line = count_lines(page[:at])
            changes.append(Change(system.kind, line, piece.text, "", nan, at, at + len(piece.text)))
            at += len(piece.text)
        elif piece.kind == "same":
            at += len(piece.text)
        elif changes and changes[-1].end == at:
            changes[-1] = changes[-1]._replace(right=piece.text)
        else:
            changes.append(Change(system.kind, count_lines(page[:at]), "", piece.text, nan, at, at))
    return Corrected(right, changes)
