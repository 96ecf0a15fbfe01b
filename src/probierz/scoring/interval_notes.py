"""What a reader should know of intervals, in one form wherever intervals are shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from probierz.text import first_few


class Note(str):
    """A sentence on an interval, without a stop.

    general: the same for whoever may not know what is expected, without numbers or labels of lines; the sentence
    itself where it has none.
    """

    general: str

    def __new__(cls, sentence: str, general: str = "") -> Note:
        """Make one."""
        note = super().__new__(cls, sentence)
        note.general = general or sentence
        return note


class _WithNotes(Protocol):
    """An interval, as far as it is looked at here."""

    @property
    def notes(self) -> Sequence[str]: ...


def interval_notes(named: Iterable[tuple[str, _WithNotes]], *, within: str = "", most: int | None = None) -> list[str]:
    """Return each note of the intervals once, with the names that it is about: `interval of MAE, RMSE: one line …`.

    within: stands before the names, as `MAE in ` does before slices. most: so many are named, and others counted.
    """
    about: dict[str, list[str]] = {}
    for name, interval in named:
        for note in interval.notes:
            about.setdefault(note, []).append(name)
    return [
        f"interval of {within}{first_few(names, len(names) if most is None else most)}: {note}"
        for note, names in about.items()
    ]
