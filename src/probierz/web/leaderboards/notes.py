"""Sentences above a board that come from apps above this one, which say so when they start."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.safestring import SafeString

from probierz.web.challenges.models import Challenge
from probierz.web.leaderboards.models import Board
from probierz.web.submissions.visibility import Viewer

BoardNote = Callable[[Viewer, Challenge, Board], SafeString]
"""Returns what stands above a board, as far as this viewer may know it; empty for nothing."""

_notes: list[BoardNote] = []


def add_note(note: BoardNote) -> None:
    """Add a sentence to the page of every board; once, however often it is said."""
    if note not in _notes:
        _notes.append(note)


def notes_of(viewer: Viewer, challenge: Challenge, board: Board) -> list[SafeString]:
    """Return the sentences that there are about a board."""
    return [text for text in (note(viewer, challenge, board) for note in _notes) if text]
