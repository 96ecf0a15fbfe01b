"""Lines chosen and ordered: those with a feature, those that match, the worst ones, with the lines around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Literal, NamedTuple

from probierz.challenges.config import Order
from probierz.errors import OptionError
from probierz.inspection.features import FeatureKinds, line_features
from probierz.inspection.line_by_line import LineScore
from probierz.inspection.line_columns import Headers, LineColumn
from probierz.metrics.definition import Better
from probierz.ordering import missing_last
from probierz.schemes.pcre import compile_typed

Side = Literal["expected", "output", "input", "any"]
Test = Callable[[LineScore], bool]


class ShownLine(NamedTuple):
    """A line of the table. is_context: it only stands beside a line that was chosen."""

    line: LineScore
    is_context: bool = False


def line_table(
    lines: Iterable[LineScore],
    better: Better,
    *,
    order: Order = "file",
    tests: Iterable[Test] = (),
    limit: int | None = None,
    context: int = 0,
) -> Iterator[ShownLine]:
    """Yield the lines that pass all tests, in an order, at most `limit` of them.

    lines: see `LineSource`. better: the direction of the metric. order: "worst" and "best" need all chosen lines in
    memory; equal scores stay in the order of the file, and lines without a score (NaN) come last.
    context: how many lines before and after each to show too, in the order of the file; needs all lines in memory.
    Raises OptionError at the end where a test asks for a column that no line has.
    """
    checks = list(tests)

    def is_chosen(line: LineScore) -> bool:
        return all(check(line) for check in checks)

    if context:
        yield from _with_context(list(lines), better, order, is_chosen, limit, context)
    else:
        chosen: Iterable[LineScore] = filter(is_chosen, lines)
        yield from map(ShownLine, islice(_ordered(chosen, better, order), limit))
    for column in [column for check in checks if isinstance(check, FeatureTest) for column in check.columns]:
        column.check()


def _ordered(lines: Iterable[LineScore], better: Better, order: Order) -> Iterable[LineScore]:
    if order == "file":
        return lines
    sign = 1 if (better == "higher") == (order == "worst") else -1
    return sorted(lines, key=lambda line: missing_last(sign * line.score))


def _with_context(
    lines: list[LineScore], better: Better, order: Order, is_chosen: Test, limit: int | None, context: int
) -> Iterator[ShownLine]:
    """Each chosen line among its neighbours; in the order of the file no line is shown twice."""
    places = {line.number: at for at, line in enumerate(lines)}
    chosen = list(islice(_ordered(filter(is_chosen, lines), better, order), limit))
    numbers = {line.number for line in chosen}
    shown: set[int] = set()
    for line in chosen:
        at = places[line.number]
        for neighbour in lines[max(0, at - context) : at + context + 1]:
            if order == "file" and (neighbour.number in shown):
                continue
            shown.add(neighbour.number)
            is_context = neighbour.number not in numbers if order == "file" else neighbour.number != line.number
            yield ShownLine(neighbour, is_context)


# --- which lines -----------------------------------------------------------------------------------------------------

_INPUT_COLUMN = re.compile(r"in<([^>]+)>")
_FEATURE = re.compile(r"(?:exp|out|in<[^>]+>):.+", re.DOTALL)


class FeatureTest:
    """Whether a line has all of some features. columns: those of the input that are asked for; check them at the end.

    Raises OptionError for a column that no header has.
    """

    def __init__(self, features: Iterable[str], kinds: FeatureKinds) -> None:
        headers = Headers(input=kinds.in_header)
        asked = [(feature, _INPUT_COLUMN.match(feature)) for feature in features]
        self.columns = [LineColumn(found[0], headers) for _, found in asked if found]
        self._kinds = kinds
        self._wanted = {_named(feature, found, kinds.in_header) for feature, found in asked}

    def __call__(self, line: LineScore) -> bool:
        """Tell it of a line."""
        for column in self.columns:
            column(line)  # to know whether there is such a column
        return self._wanted.issubset(line_features(self._kinds, line.expected, line.input, line.output))


def _named(feature: str, column: re.Match[str] | None, header: tuple[str, ...]) -> str:
    """A feature by the name of its column, where columns have names: they are counted, too."""
    if column is None or not header or column[1] in header:
        return feature
    return f"in<{header[int(column[1]) - 1]}>{feature[column.end() :]}"


def has_feature(feature: str, *, tokenizer: str | None = None, in_header: tuple[str, ...] = ()) -> FeatureTest:
    """Return the test for a feature as `probierz worst` shows it: `exp:foo`, `in[2]:SHAPE:Aa+`, `out:a++b`, `a~~b`.

    Square brackets may stand for the angle ones. Raises OptionError for what no line can have.
    """
    parts = [_with_angles(part) for part in feature.split("~~")]
    for part in parts:
        if _FEATURE.fullmatch(part) is None:
            raise OptionError(
                f"{feature!r} is not a feature of a line; write exp:word, out:word or in[1]:word, "
                "or one that  probierz worst  shows (lengths and numbers cannot be looked for)"
            )
    kinds = FeatureKinds(
        tokenizer=tokenizer, word_shapes=":SHAPE:" in feature, bigrams="++" in feature, in_header=in_header
    )
    return FeatureTest(parts, kinds)


def _with_angles(feature: str) -> str:
    return re.sub(r"^in\[([^\]]+)\]", r"in<\1>", feature)


def matches(pattern: str, side: Side = "any") -> Test:
    """Return the test for a regular expression (Unicode, anywhere in the text). Raises OptionError.

    The test raises PatternError where the expression needs too much time.
    """
    compiled = compile_typed(pattern, keep_groups=False)

    def found(text: str) -> bool:
        try:
            return compiled.search(text) is not None
        except TimeoutError:
            raise compiled.runs_away() from None

    if side == "any":
        return lambda line: any(map(found, line[2:]))
    return lambda line: found(getattr(line, side))
