"""Points of a board's plots, and where they stand in a drawing. A score that is not shown has no point."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from probierz.web.leaderboards.queries import BoardLabel, BoardView
from probierz.web.leaderboards.standings import BoardStanding

__all__ = ["Drawing", "Point", "draw_history", "draw_scatter", "history_points", "scatter_points"]

WIDTH, HEIGHT, LEFT, BOTTOM, MARGIN = 960, 380, 70, 40, 40


@dataclass(frozen=True)
class Point:
    """A submission in a plot. shown: the texts of its scores. is_best: whether it is better than all before it."""

    submission: int
    name: str
    description: str
    when: str
    x: float
    y: float
    shown: tuple[str, ...]
    is_best: bool = False
    is_baseline: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Return the point as plain data."""
        return dict(vars(self))


def history_points(view: BoardView) -> list[Point]:
    """Return all submissions whose main score is shown, oldest first: x is whole seconds since 1970, y the score."""
    if view.main_column is None:
        return []
    better = 1 if view.main_column.test.higher_is_better else -1
    standings = [place.standing for place in view.rows.places]
    labels = view.rows.labels()
    points, best = [], -math.inf
    for one in sorted(standings, key=lambda one: (one.of.created, one.of.submission)):
        value = _value(one)
        if value is None:
            continue
        points.append(
            _point(one, labels, float(int(one.of.created.timestamp())), value, (one,), is_best=better * value > best)
        )
        best = max(best, better * value)
    return points


def scatter_points(view: BoardView, x: int, y: int) -> list[Point]:
    """Return all entries of which both scores are shown, as columns number x and y."""
    across, up = _column(view, x), _column(view, y)
    labels = view.rows.labels()
    found = []
    for place in view.rows.places:
        one, other = across.get(place.standing.variant or 0), up.get(place.standing.variant or 0)
        values = _value(one), _value(other)
        if one is not None and other is not None and values[0] is not None and values[1] is not None:
            found.append(_point(one, labels, values[0], values[1], (one, other)))
    return found


def _column(view: BoardView, at: int) -> dict[int, BoardStanding]:
    """Where variants stand by a column; by the one that ranks that is known already."""
    if at != view.main:
        return view.rows.column(at)
    standings = [place.standing for place in view.rows.places]
    return {one.variant: one for one in standings if one.variant is not None}


def _value(one: BoardStanding | None) -> float | None:
    if one is None or one.cell is None or one.is_outdated or one.cell.value is None:
        return None
    return one.cell.value if math.isfinite(one.cell.value) else None


def _point(
    one: BoardStanding,
    labels: Mapping[int, BoardLabel],
    x: float,
    y: float,
    shown: Sequence[BoardStanding],
    *,
    is_best: bool = False,
) -> Point:
    label = labels[one.of.submission]
    return Point(
        submission=one.of.submission,
        name=label.name,
        description=label.description[:140],
        when=one.of.created.isoformat(timespec="seconds"),
        x=x,
        y=y,
        shown=tuple(other.cell.text for other in shown if other.cell is not None),
        is_best=is_best,
        is_baseline=one.of.is_baseline,
    )


# --- drawing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mark:
    """A point where it is drawn."""

    x: float
    y: float
    point: Point


@dataclass(frozen=True)
class Drawing:
    """A plot ready to be drawn: marks, a path of the best so far, and ticks (place and text) of both axes."""

    marks: tuple[Mark, ...]
    path: str
    across: tuple[tuple[float, str], ...]
    up: tuple[tuple[float, str], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    floor: int = HEIGHT - BOTTOM


def draw_history(points: Sequence[Point]) -> Drawing:
    """Place points in time, with a step line of the best so far."""
    x_of, _ = _scale([point.x for point in points], LEFT, WIDTH - MARGIN)
    y_of, up = _scale([point.y for point in points], HEIGHT - BOTTOM, MARGIN)
    marks = [Mark(x_of(point.x), y_of(point.y), point) for point in points]
    days = _spread([(mark.x, mark.point.when[:10]) for mark in marks])
    return Drawing(tuple(marks), _steps(marks), tuple(days), tuple(up))


def draw_scatter(points: Sequence[Point]) -> Drawing:
    """Place points by two scores."""
    x_of, across = _scale([point.x for point in points], LEFT, WIDTH - MARGIN)
    y_of, up = _scale([point.y for point in points], HEIGHT - BOTTOM, MARGIN)
    marks = tuple(Mark(x_of(point.x), y_of(point.y), point) for point in points)
    return Drawing(marks, "", tuple(across), tuple(up))


def _scale(values: Sequence[float], start: float, end: float) -> tuple[Any, list[tuple[float, str]]]:
    """A function from values to places, and round ticks of the axis."""
    least, most = (min(values), max(values)) if values else (0.0, 1.0)
    if least == most:
        least, most = least - 0.5, most + 0.5
    step = _round_step((most - least) / 5)
    least, most = math.floor(least / step) * step, math.ceil(most / step) * step

    def place(value: float) -> float:
        return round(start + (value - least) / (most - least) * (end - start), 1)

    digits = max(0, -math.floor(math.log10(step)))
    count = round((most - least) / step)
    return place, [(place(least + at * step), f"{least + at * step:.{digits}f}") for at in range(count + 1)]


def _round_step(rough: float) -> float:
    """The next of 1, 2, 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(rough))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough * (1 - 1e-9))


def _spread(labels: Sequence[tuple[float, str]], apart: float = 120) -> list[tuple[float, str]]:
    """Leave out labels that would stand on others."""
    found: list[tuple[float, str]] = []
    for place, text in labels:
        if not found or (place - found[-1][0] >= apart and text != found[-1][1]):
            found.append((place, text))
    return found


def _steps(marks: Sequence[Mark]) -> str:
    best = [mark for mark in marks if mark.point.is_best]
    if not best:
        return ""
    path = f"M{best[0].x} {best[0].y}"
    for mark in best[1:]:
        path += f"H{mark.x}V{mark.y}"
    return path + f"H{marks[-1].x}"
