"""Groups of systems that the test set cannot tell apart, beside the ranks of a board."""

from __future__ import annotations

from probierz.web.leaderboards.queries import BoardView

__all__ = ["with_clusters"]


def with_clusters(view: BoardView) -> BoardView:
    """Return the board with the groups of its rows."""
    return view
