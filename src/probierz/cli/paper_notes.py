"""Notes below tables for papers: what their marks mean, printed so that they are copied with the table."""

from __future__ import annotations

from collections.abc import Sequence

PAPER_FORMATS = ("markdown", "latex")
"""Formats of tables that people put into texts of their own."""


def print_notes(notes: Sequence[str], form: str) -> None:
    """Print notes below a table, each a paragraph, in one of `PAPER_FORMATS`."""
    from probierz.reports.tables import in_markdown, latex_note

    for note in notes:
        print(latex_note(note) if form == "latex" else f"\n{in_markdown(note)}")
