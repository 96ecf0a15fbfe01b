"""Slices as a table in HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

from probierz.display.html import table

if TYPE_CHECKING:
    from probierz.inspection.slices import Slice, SliceTable

__all__ = ["slices_html"]


def slices_html(slices: SliceTable) -> str:
    """Return a row for each slice: its lines, its scores, and whether these are better or worse than chance has it."""
    alone = len(set(slices.outputs)) == 1
    names = [
        score.name if alone else f"{score.name} {output}"
        for score, output in zip(slices.whole, slices.outputs, strict=True)
    ]
    rows = [(one.name, str(one.lines), *_scores(one)) for one in slices.all]
    rows.append(("(all lines)", str(slices.lines), *(f"{score.value:.4f}" for score in slices.whole)))
    return table((slices.by, "lines", *names), rows, numbers=("lines", *names), notes=slices.notes)


def _scores(one: Slice) -> list[str]:
    pairs = zip(one.scores, one.differences, strict=True)
    return [f"{score.value:.4f} {difference.side}".rstrip() for score, difference in pairs]
