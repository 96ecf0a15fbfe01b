"""Who leads a board, and whether that is certain: what somebody who looks for five seconds wants to know."""

from __future__ import annotations

from dataclasses import dataclass

from probierz.web.leaderboards.board_standings import Submitted
from probierz.web.leaderboards.board_view import BoardView, Place
from probierz.web.leaderboards.queries import behind_first
from probierz.web.submissions.best_scores import is_better
from probierz.web.submissions.whose import Whose

MOST_NAMED = 3
"""Of those who share the first rank."""


@dataclass(frozen=True)
class Lead:
    """The first of a board, by name, and its score. sharing: how many more have the same rank.

    names: of the people who share it, each once, `MOST_NAMED` at most; more: how many people beside these.

    alike: how many the test cannot tell from those with the first rank by more than chance, these counted; None where
    that was not found out or may not be told, and where nobody else is ranked. is_open: whether it may be told and was
    not found out, or not for all on top, though other people are ranked.
    beaten_by: how many published results without a rank are better;
    beaten_by_baselines: how many such baselines, published or counted. is_by_maker: whether the first took part in
    making the test.
    """

    name: str
    text: str
    sharing: int = 0
    alike: int | None = None
    is_open: bool = False
    beaten_by: int = 0
    beaten_by_baselines: int = 0
    is_by_maker: bool = False
    names: tuple[str, ...] = ()
    more: int = 0

    @property
    def others_alike(self) -> int:
        """How many the test cannot tell from those with the first rank, beside these."""
        return 0 if self.alike is None else self.alike - 1 - self.sharing

    @property
    def is_certain(self) -> bool:
        """Whether one leads by more than chance."""
        return self.alike == 1


def lead_of(view: BoardView) -> Lead | None:
    """Return who leads a board with its groups (`output_groups.with_groups`); None where no rank may be given,
    or some submissions are still to be scored again.
    """
    if view.waiting:
        return None
    ranked = [place for place in view.rows.places if place.rank is not None]
    if not ranked:
        return None
    cell = ranked[0].standing.cell
    first = [place for place in ranked if place.rank == 1]
    by_owner: dict[Whose | None, Submitted] = {}
    for place in first:
        by_owner.setdefault(place.owner, place.standing.of)
    of_people = list(by_owner.values())
    labels = view.rows.labels(of_people[:MOST_NAMED])
    names = tuple(labels[one.submission].name for one in of_people[:MOST_NAMED])
    better = _better_published(view, ranked[0])
    baselines = sum(one.standing.of.published_kind in ("", "baseline") for one in better)
    text = "" if cell is None else cell.in_ranks.for_people
    is_by_maker = ranked[0].standing.of.is_by_maker
    return Lead(
        names[0],
        text,
        sharing=len(first) - 1,
        alike=None if view.lacks_groups else view.like_first,
        is_open=view.lacks_groups and bool(behind_first(view)),
        beaten_by=len(better) - baselines,
        beaten_by_baselines=baselines,
        is_by_maker=is_by_maker,
        names=names,
        more=len(of_people) - len(names),
    )


def _better_published(view: BoardView, first: Place) -> list[Place]:
    """The published results without a rank whose score is better than that of the first, as ranks compare them."""
    column = view.main_column
    if column is None:
        return []
    better = column.test.higher_is_better
    published = [one for one in view.rows.places if one.rank is None and _is_published(one)]
    compared = [one for one in published if not (one.standing.is_outdated or one.standing.is_on_whole_test)]
    return [one for one in compared if is_better(one.standing.number, first.standing.number, higher_is_better=better)]


def _is_published(place: Place) -> bool:
    return place.standing.of.is_reference and place.standing.of.hidden is None
