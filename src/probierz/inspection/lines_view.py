"""Lines with their scores as a table that can be gone through again, made into a frame, and shown in a notebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from probierz.challenges.config import Order
from probierz.errors import OptionError
from probierz.inspection.diff import differences_of
from probierz.inspection.line_by_line import LineScore
from probierz.inspection.line_selection import Side, has_feature, line_table, matches
from probierz.inspection.line_sources import LineSource
from probierz.scoring.format import four_decimals
from probierz.scoring.frames import AsFrames

_ORDERS = ("file", "worst", "best")
_SHOWN = 20


@dataclass(frozen=True)
class LinesView(AsFrames):
    """Some lines of an output in an order. Each iteration reads the files again and yields `LineScore`s.

    In the order of the file lines go by one at a time, however many there are; "worst" and "best" hold all of them.
    """

    source: LineSource
    order: Order = "file"
    limit: int | None = None
    tests: tuple[Callable[[LineScore], bool], ...] = field(default=(), repr=False)

    def __iter__(self) -> Iterator[LineScore]:
        """Read, score and yield the lines."""
        better = self.source.scheme.metric.better
        return (
            one.line for one in line_table(self.source, better, order=self.order, tests=self.tests, limit=self.limit)
        )

    def as_columns(self) -> dict[str, list[Any]]:
        """Return columns: line, score, input (where there is one), expected, output."""
        lines = list(self)
        names = {"line": "number", "score": "score", "input": "input", "expected": "expected", "output": "output"}
        if self.source.inputs is None:
            del names["input"]
        return {name: [getattr(line, part) for line in lines] for name, part in names.items()}

    def _repr_html_(self) -> str:
        from probierz.display.html import Markup, difference, table

        has_input = self.source.inputs is not None
        rows: list[tuple[str, ...]] = []
        lines = list(islice(self, _SHOWN + 1))
        for line in lines[:_SHOWN]:
            pieces: str = Markup(difference(differences_of(line.expected, line.output)))
            texts = [line.input] * has_input + [pieces]
            rows.append((str(line.number), four_decimals(line.score), *texts))
        head = ["line", self.source.scheme.name, *["input"] * has_input, "output, and what differs"]
        notes = [f"only the first {_SHOWN} lines are shown"] if len(lines) > _SHOWN else []
        return table(head, rows, numbers=head[:2], title=self.source.output, notes=notes)


def lines_view(
    source: LineSource,
    *,
    order: Order = "file",
    feature: str | None = None,
    match: str | None = None,
    side: Side = "any",
    limit: int | None = None,
) -> LinesView:
    """Return the lines that have a feature and match, in an order, at most `limit` of them.

    Raises OptionError for an order, a feature or a regular expression that cannot be.
    """
    if order not in _ORDERS:
        raise OptionError(f"no order is called {order!r}; try {', '.join(_ORDERS)}")
    reading = source.reading
    tests: list[Callable[[LineScore], bool]] = []
    if feature is not None:
        tests.append(has_feature(feature, tokenizer=reading.tokenizer, in_header=reading.in_header))
    if match is not None:
        tests.append(matches(match, side))
    return LinesView(source, order, limit, tuple(tests))
