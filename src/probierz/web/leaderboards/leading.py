"""Who leads a board, and whether that is certain: what somebody who looks for five seconds wants to know."""

from __future__ import annotations

from dataclasses import dataclass

from probierz.web.leaderboards.board_view import BoardView, Place

__all__ = ["Lead", "lead_of"]


@dataclass(frozen=True)
class Lead:
    """The first of a board, by name, and its score. sharing: how many more have the same rank.

    alike: how many the test cannot tell from the first by more than chance, itself counted, so 1 is a certain lead;
    None where that was not found out or may not be told, and where nobody else is ranked.
    """

    name: str
    text: str
    sharing: int = 0
    alike: int | None = None


def lead_of(view: BoardView) -> Lead | None:
    """Return who leads a board with its groups (`clusters.with_clusters`); None where no rank may be given."""
    ranked = [place for place in view.rows.places if place.rank is not None]
    if not ranked:
        return None
    cell = ranked[0].standing.cell
    sharing = sum(place.rank == 1 for place in ranked) - 1
    number = ranked[0].standing.of.submission
    name = view.rows.labels([number])[number].name
    return Lead(name, "" if cell is None else cell.text, sharing, _alike(ranked))


def _alike(ranked: list[Place]) -> int | None:
    if len(ranked) < 2 or ranked[0].cluster is None or ranked[1].cluster is None:
        return None
    return sum(place.cluster == ranked[0].cluster for place in ranked)
