"""Points of a board's plots, and where they stand in a drawing. A score that is not shown has no point."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, NamedTuple

from django.utils import timezone

from probierz.errors import ProbierzError
from probierz.reports.histograms import round_step
from probierz.schemes.scheme import parse_scheme
from probierz.scoring.format import finite_or_none
from probierz.web.challenges.models import Test
from probierz.web.challenges.phases import phase_that_counts
from probierz.web.challenges.visibility import steps_of
from probierz.web.html.looks import date_text, moment_text
from probierz.web.leaderboards.board_standings import BoardStanding
from probierz.web.leaderboards.board_view import BoardLabel, BoardView
from probierz.web.leaderboards.near_scores import near_range
from probierz.web.leaderboards.telling_apart import decimals_for
from probierz.web.submissions.best_scores import is_better
from probierz.web.submissions.visibility import bound_text

LEFT, RIGHT, TOP, FLOOR = 12.0, 98.0, 15.0, 86.0
"""Where points may stand, in hundredths of a drawing: it is as wide as its page, and letters keep their size."""
_LONG = 1e6
"""From where on an axis tells numbers by powers of ten, as it has room for few digits."""
FAR_EDGE = 20.0
"""How far from all others those stand that are far from any in earnest, in the same unit, so that a label fits."""
MOST_MARKS = 400


class Point(NamedTuple):
    """A submission in a plot. shown: the texts of its scores; told: as people are shown them.

    x, y: a score is infinite where a bound alone is told. is_best: whether it is better than all before it.
    """

    submission: int
    name: str
    description: str
    when: datetime
    x: float
    y: float
    shown: tuple[str, ...]
    is_best: bool = False
    is_baseline: bool = False
    told: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the point as plain data, for programs."""
        plain = {name: value for name, value in self._asdict().items() if name != "told"}
        return {**plain, "when": self.when.isoformat(timespec="seconds")}


def history_points(view: BoardView, *, most: int | None = None) -> list[Point]:
    """Return all submissions whose main score is shown, oldest first: x is whole seconds since 1970, y the score.

    Of a board those that take part, not only the rows that stand on it. Published results have no place in time: the
    day on which they were noted here says nothing. most: of thousands only about so many, and
    all that were the best at their time.
    """
    every = found = _told_apart(_history(view))
    if most is not None and len(every) > most:
        step, last = math.ceil(len(every) / most), len(every) - 1
        found = [one for at, one in enumerate(every) if one.is_best or at % step == 0 or at == last]
    labels = view.rows.labels(one.standing.of for one in found)
    return [
        _point(one.standing, labels, float(int(one.standing.of.created.timestamp())), one.value, (one.standing,),
               is_best=one.is_best)
        for one in found
    ]  # fmt: skip


def phase_of_line(view: BoardView) -> str:
    """Return the name of the phase whose best the line of the history is, where points of others are drawn, too."""
    standings = view.submissions or [place.standing for place in view.rows.places]
    if not any(one.other_phase for one in standings):
        return ""
    phase = view.board.phase or phase_that_counts(view.challenge, timezone.now(), is_final=view.is_final)
    return phase.name if phase is not None else ""


class _PlottedStanding(NamedTuple):
    """A standing with its value, and whether it was the best at its time."""

    standing: BoardStanding
    value: float
    is_best: bool


def _history(view: BoardView) -> list[_PlottedStanding]:
    if view.main_column is None:
        return []
    better = view.main_column.test.higher_is_better
    standings = view.submissions or [place.standing for place in view.rows.places]
    found: list[_PlottedStanding] = []
    best: float | None = None
    from_people = [one for one in standings if not one.of.is_reference]
    for one in sorted(from_people, key=lambda one: (one.of.created, one.of.submission)):
        value = _value_or_bound(one)
        if value is not None:
            is_best = one.is_ranked and is_better(one.number, best, higher_is_better=better)
            found.append(_PlottedStanding(one, value, is_best))
            best = one.number if is_best else best
    return found


def _told_apart(found: list[_PlottedStanding]) -> list[_PlottedStanding]:
    """With so many digits that each that was the best at its time looks better than the one before."""
    decimals = decimals_for(one.standing.cell for one in found if one.is_best)
    if decimals is None:
        return found
    return [_with_decimals(one, decimals) if one.is_best else one for one in found]


def _with_decimals(one: _PlottedStanding, decimals: int) -> _PlottedStanding:
    cell = one.standing.cell
    if cell is None or cell.decimals is None:
        return one
    return one._replace(standing=one.standing._replace(cell=cell._replace(decimals=decimals)))


def scatter_points(view: BoardView, x: int, y: int) -> list[Point]:
    """Return all entries of which both scores are shown, as columns number x and y."""
    across, up = _column(view, x), _column(view, y)
    labels = view.rows.labels(place.standing.of for place in view.rows.places)
    found = []
    for place in view.rows.places:
        one, other = across.get(place.standing.variant or 0), up.get(place.standing.variant or 0)
        values = _value_or_bound(one), _value_or_bound(other)
        if one is not None and other is not None and values[0] is not None and values[1] is not None:
            found.append(_point(one, labels, values[0], values[1], (one, other)))
    return found


def _column(view: BoardView, at: int) -> dict[int, BoardStanding]:
    """Where variants stand by a column; by the one that ranks that is known already."""
    if at != view.main:
        return view.rows.column(at)
    standings = [place.standing for place in view.rows.places]
    return {one.variant: one for one in standings if one.variant is not None}


def _value_or_bound(one: BoardStanding | None) -> float | None:
    """An infinity where a bound alone is told."""
    if one is None or one.cell is None or one.is_outdated:
        return None
    is_bound = one.cell.is_rounded and one.cell.value is not None and math.isinf(one.cell.value)
    return one.cell.value if is_bound else finite_or_none(one.cell.value)


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
        when=one.of.created,
        x=x,
        y=y,
        shown=tuple(other.cell.text for other in shown if other.cell is not None),
        is_best=is_best,
        is_baseline=one.of.is_baseline,
        told=tuple(other.cell.for_people for other in shown if other.cell is not None),
    )


# --- drawing ---------------------------------------------------------------------------------------------------------


class Mark(NamedTuple):
    """A point where it is drawn."""

    x: float
    y: float
    point: Point


@dataclass(frozen=True)
class Drawing:
    """A plot ready to be drawn: marks, the steps of the best so far (x1, y1, x2, y2), and ticks (place and text) of
    both axes. breaks_across, breaks_up: where an axis is broken, as what lies beyond is far from all others. All
    places are in hundredths of its width and height.
    """

    marks: tuple[Mark, ...]
    steps: tuple[tuple[float, float, float, float], ...]
    across: tuple[tuple[float, str], ...]
    up: tuple[tuple[float, str], ...]
    breaks_across: tuple[float, ...] = ()
    breaks_up: tuple[float, ...] = ()

    @property
    def is_broken(self) -> bool:
        """Whether an axis is."""
        return bool(self.breaks_across or self.breaks_up)

    @property
    def has_baselines(self) -> bool:
        """Whether some of the points are of baselines, which look unlike the others."""
        return any(mark.point.is_baseline for mark in self.marks)


class Axis(NamedTuple):
    """Where values stand, ticks (place and text), and where it is broken."""

    place: Callable[[float], float]
    ticks: list[tuple[float, str]]
    breaks: tuple[float, ...] = ()


def draw_history(points: Sequence[Point], test: Test | None) -> Drawing:
    """Place points in time, with a step line of the best so far. test: the one whose scores they are."""
    first, last = (points[0].x, points[-1].x) if points else (0.0, 0.0)
    up = _axis([point.y for point in points], FLOOR, TOP, test)
    marks = [
        Mark(round(LEFT + (point.x - first) / ((last - first) or 1) * (RIGHT - LEFT), 2), up.place(point.y), point)
        for point in points
    ]
    return Drawing(
        _thinned(marks), _steps(marks), _ends(_times([*marks[:1], *marks[-1:]])), tuple(up.ticks), (), up.breaks
    )


def _times(marks: Sequence[Mark]) -> list[tuple[float, str]]:
    """Where marks stand and when that was: the day, and within one day the time of each, with its zone."""
    moments = [datetime.fromtimestamp(mark.point.x, UTC) for mark in marks]
    days = [date_text(one) for one in moments]
    if len(set(days)) == 1:
        told = [moment_text(one) for one in moments]
        days = [told[0], *(one if one == told[0] else one.rpartition(", ")[2] for one in told[1:])]
    return [(mark.x, text) for mark, text in zip(marks, days, strict=True)]


def draw_scatter(points: Sequence[Point], across_test: Test | None, up_test: Test | None) -> Drawing:
    """Place points by two scores, which are of these tests."""
    across = _axis([point.x for point in points], LEFT, RIGHT, across_test)
    up = _axis([point.y for point in points], FLOOR, TOP, up_test)
    marks = [Mark(across.place(point.x), up.place(point.y), point) for point in points]
    return Drawing(_thinned(marks), (), _ends(across.ticks), tuple(up.ticks), across.breaks, up.breaks)


def _axis(values: Sequence[float], start: float, end: float, test: Test | None) -> Axis:
    """As `_scale`, but what is far from any score in earnest stands at an edge behind a break, beside what is told of
    it: one such score would press all others into one line. Where nothing is nearer, there is nothing to press.
    """
    low, high = near_range(test)
    near = [value for value in values if low <= value <= high]
    if not near and all(map(math.isfinite, values)):
        return Axis(*_scale(values, start, end, _range_of(test)))
    below, above = [value for value in values if value < low], [value for value in values if value > high]
    edge = math.copysign(FAR_EDGE, end - start)
    inner = start + edge * bool(below), end - edge * bool(above)
    near_place, ticks = _scale(near, *inner, _range_of(test))

    def place(value: float) -> float:
        return start if value < low else end if value > high else near_place(value)

    below_tick = [(start, _told_far(below, test, is_above=False))] if below else []
    above_tick = [(end, _told_far(above, test, is_above=True))] if above else []
    breaks = [round(start + edge / 4, 2)] * bool(below) + [round(end - edge / 4, 2)] * bool(above)  # over labels
    return Axis(place, [*below_tick, *(ticks if near else []), *above_tick], tuple(breaks) if near else ())


def _told_far(values: Sequence[float], test: Test | None, *, is_above: bool) -> str:
    """The scores at an edge as an axis tells them: the bound where that alone is told of one."""
    steps = steps_of(test) if test is not None else None
    if test is not None and steps is not None and not all(map(math.isfinite, values)):
        return bound_text(steps, test.scale, is_above=is_above)
    return "–".join(dict.fromkeys(f"{value:g}" for value in (min(values), max(values))))


def _range_of(test: Test | None) -> tuple[float, float]:
    """The worst and the best score there can be, the smaller first, in the unit that is shown."""
    if test is None:
        return -math.inf, math.inf
    try:
        low, high = parse_scheme(test.scheme).metric.bounds
    except ProbierzError:
        return -math.inf, math.inf  # of a metric that this version does not know
    return low * test.scale, high * test.scale


def _scale(
    values: Sequence[float], start: float, end: float, ends: tuple[float, float]
) -> tuple[Callable[[float], float], list[tuple[float, str]]]:
    """A function from values to places, and round ticks of the axis, which goes beyond no end that scores have."""
    least, most = (min(values), max(values)) if values else (0.0, 1.0)
    low, high = min(ends[0], least), max(ends[1], most)
    if least == most:
        least, most = max(least - 0.5, low), min(most + 0.5, high)
    step = round_step((most - least) / 4)
    first, last = math.floor(least / step), math.ceil(most / step)
    least, most = max(first * step, low), min(last * step, high)

    def place(value: float) -> float:
        return round(start + (value - least) / (most - least) * (end - start), 2)

    digits = max(0, -math.floor(math.log10(step)))
    ticks = [at * step for at in range(first, last + 1) if least <= at * step <= most]
    return place, [(place(tick), f"{tick:.{digits}f}" if abs(tick) < _LONG else f"{tick:g}") for tick in ticks]


def _ends(labels: Sequence[tuple[float, str]]) -> tuple[tuple[float, str], ...]:
    """The first and the last: more would stand on each other on a phone."""
    different = len(labels) > 1 and labels[0][1] != labels[-1][1]
    return (labels[0], labels[-1]) if different else tuple(labels[:1])


def _thinned(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    """All that were the best at their time, and of thousands of others so many that they can be told apart."""
    others = [mark for mark in marks if not mark.point.is_best]
    every = max(1, math.ceil(len(others) / MOST_MARKS))
    return (*others[::every], *(mark for mark in marks if mark.point.is_best))


def _steps(marks: Sequence[Mark]) -> tuple[tuple[float, float, float, float], ...]:
    best = [mark for mark in marks if mark.point.is_best]
    if not best:
        return ()
    found = []
    for one, after in pairwise(best):
        found += [(one.x, one.y, after.x, one.y), (after.x, one.y, after.x, after.y)]
    return (*found, (best[-1].x, best[-1].y, marks[-1].x, best[-1].y))
