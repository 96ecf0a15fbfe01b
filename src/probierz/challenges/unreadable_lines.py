"""Which lines of one file a scheme cannot read. The other side of the pair is never looked at."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from probierz.errors import ParseError, PatternError
from probierz.lines import Text
from probierz.metrics.definition import Metric
from probierz.schemes.scheme import Scheme
from probierz.scoring.preparation import joined
from probierz.scoring.preparation import preparation as line_preparation

MOST_SHOWN = 10
"""How many kinds of unreadable lines are reported one by one; the lines of the rest are counted."""
LARGEST_NUMBER = 1e100
"""Of an output; nothing in earnest comes near, and a score beyond all bounds says nothing of a system."""


@dataclass
class UnreadableKind:
    """Lines that cannot be read for the same reason: the number of the first of them, its error, how many there are."""

    line: int
    error: ParseError | PatternError
    count: int = 0

    @property
    def more(self) -> str:
        """The end of a sentence on the first line that says how many there are; empty for one."""
        return f"; {self.count} such lines" if self.count > 1 else ""


@dataclass
class Unreadable:
    """The lines that a scheme cannot read.

    kinds: the first of them, by what is wrong. count: of all lines.
    """

    scheme: Scheme
    kinds: dict[str, UnreadableKind] = field(default_factory=dict)
    count: int = 0

    @property
    def left(self) -> int:
        """How many lines are of further kinds."""
        return self.count - sum(kind.count for kind in self.kinds.values())

    def add(self, number: int, error: ParseError | PatternError) -> None:
        """Take note of one more line."""
        self.count += 1
        if error.message in self.kinds or len(self.kinds) < MOST_SHOWN:
            self.kinds.setdefault(error.message, UnreadableKind(number, error)).count += 1


def preparation(scheme: Scheme, tokenizer: str | None = None) -> Callable[[Text], Any]:
    """Return what happens to a line before its metric parses it: flags, tokenizer, joining of a list of texts."""
    prepare = line_preparation(scheme, tokenizer)
    return prepare if scheme.metric.takes_items else lambda line: joined(prepare(line))


def unreadable_lines(
    schemes: Sequence[Scheme],
    lines: Iterable[Text],
    side: Literal["expected", "output"],
    *,
    tokenizer: str | None = None,
) -> list[Unreadable]:
    """Try every line on every scheme's parser of that side; return the schemes that cannot read some line.

    Schemes that read lines in the same way are tried once, under the first one's name.
    """
    readers = {_way_of_reading(scheme, side): scheme for scheme in reversed(schemes)}
    tries = [
        (Unreadable(scheme), preparation(scheme, tokenizer), parser_of(scheme.metric, side))
        for scheme in sorted(readers.values(), key=schemes.index)
    ]
    for number, line in enumerate(lines, 1):
        for found, prepare, parse in tries:
            try:
                _refuse_overflow(parse(prepare(line)), line, side)
            except (ParseError, PatternError) as error:
                found.add(number, error)
    return [found for found, _, _ in tries if found.count]


def _refuse_overflow(value: Any, line: Text, side: Literal["expected", "output"]) -> None:
    """Raise ParseError for a number of an output that is so large that its square, or a sum of them, is none."""
    numbers = value if isinstance(value, (list, tuple)) else (value,)
    if side == "output" and any(isinstance(one, (int, float)) and abs(one) > LARGEST_NUMBER for one in numbers):
        largest = f"{LARGEST_NUMBER:g}".replace("+", "")
        raise ParseError(f"numbers beyond {largest} overflow where they are added up", found=str(line))


def parser_of(metric: Metric, side: Literal["expected", "output"]) -> Callable[[Any], Any]:
    """Return the metric's parser of that side."""
    return metric.parse_expected if side == "expected" else metric.parse_output


def _way_of_reading(scheme: Scheme, side: Literal["expected", "output"]) -> Hashable:
    parse = parser_of(scheme.metric, side)
    function = getattr(parse, "func", parse)
    settings = tuple(sorted(getattr(parse, "keywords", {}).items()))
    return scheme.text_flags, function, settings, scheme.metric.takes_items
