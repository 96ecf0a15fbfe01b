"""Correcting texts with real line ends, by any system that corrects pages of the task."""

from __future__ import annotations

from collections.abc import Callable

from probierz.systems.combinators import InputColumn
from probierz.systems.ocr.cascade import Cascade, Corrected
from probierz.systems.ocr.pages import escape, unescape
from probierz.systems.registry import find_system
from probierz.systems.system import System

__all__ = ["PAGE_END", "Corrector", "corrector", "ocr_corrector"]

PAGE_END = "\f"
"""What stands between the pages of a text."""

Corrector = Callable[[str], Corrected]


def corrector(system: System, confidence: float | None = None) -> Corrector:
    """Return a function that corrects a text, page by page, and says what it changed where the system tells.

    confidence: what is less sure, from 0 to 1, is left as it was read; None: as the system was made.
    The line of a change counts from the first line of the text.
    """
    inner = system.of if isinstance(system, InputColumn) else system
    if isinstance(inner, Cascade):
        if confidence is not None:
            inner.threshold = inner.drop = confidence
        return lambda text: _together(inner.correct(text.split(PAGE_END)))
    return lambda text: Corrected(PAGE_END.join(_predicted(inner, page) for page in text.split(PAGE_END)), [])


def ocr_corrector(system: str | System = "ocr/cascade", confidence: float | None = None) -> Corrector:
    """Return the `corrector` of a system, by its name or folder too. Raises UnknownSystem when there is none."""
    return corrector(find_system(system) if isinstance(system, str) else system, confidence)


def _together(pages: list[Corrected]) -> Corrected:
    changes, first = [], 0
    for page in pages:
        changes += [change._replace(line=change.line + first) for change in page.changes]
        first += page.text.count("\n")
    return Corrected(PAGE_END.join(page.text for page in pages), changes)


def _predicted(system: System, page: str) -> str:
    return unescape(next(iter(system.predict([escape(page)]))))
