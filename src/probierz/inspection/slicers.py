"""What lines can be sorted by: a column, a label, a length, a regular expression, a feature, an expression.

in<2>  in<Name>  exp  out  exp<1>      one slice for each value
beside<Name>                           of a table beside the files, see `line_columns`
label                                  one for each expected label; a line with several is in several
length(exp)  chars(in<1>)              words, characters: five slices with about as many lines each
length(exp):3  chars(out):0-10,11-     three slices; slices with these bounds
length  chars:3                        those of the expected text
in<1>~REGEX                            lines that match and those that do not; with a group, its text
exp:word                               lines with a feature, as `probierz worst` shows it, and those without
expr:len(expected) > 80                yes and no, or one slice for each value; see `expressions`
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import NamedTuple

from probierz.errors import OptionError, nearest
from probierz.inspection.expressions import Expression
from probierz.inspection.line_by_line import LineScore
from probierz.inspection.line_columns import FIELD, SIDES, Headers, LineColumn
from probierz.metrics.tallies import Hits
from probierz.schemes.scheme import Scheme

BUCKETS = 5
Key = str | int
Members = Mapping[Key, list[int]]
"""The numbers of the lines with each key, ascending."""


class UnscoredSlice(NamedTuple):
    """A slice before it has scores: its name and the numbers of its lines."""

    name: str
    numbers: list[int]


class Slicing(NamedTuple):
    """All lines in slices. rest: lines with rarer values than those shown, and how many such values there are."""

    groups: list[UnscoredSlice]
    rest: UnscoredSlice | None = None
    rest_values: int = 0


@dataclass(frozen=True)
class Slicer:
    """How lines are sorted into slices.

    sides: which of input, expected, output and score are looked at. keys: the keys of a line, usually one.
    group: makes slices of the lines with each key; `most` is for slicers with a slice for each value.
    overlaps: whether a line may be in several slices. columns: that must exist, see `LineColumn.check`.
    """

    by: str
    sides: frozenset[str]
    keys: Callable[[LineScore], Iterable[Key]]
    group: Callable[[Members, int], Slicing]
    columns: Sequence[LineColumn] = ()
    overlaps: bool = False


def parse_slicer(
    by: str, headers: Headers | None = None, *, scheme: Scheme | None = None, tokenizer: str | None = None
) -> Slicer:
    """Read a slicer, see this module. scheme: says what a label is. tokenizer: cuts the words of features.

    Raises OptionError for one that cannot be understood, or names a column that the header lacks.
    """
    by = by.strip()
    headers = headers or Headers()
    for pattern, make in _KINDS:
        found = re.fullmatch(pattern, by, re.DOTALL)
        if found is not None:
            return make(by, found, headers)
    if by == "label":
        return _by_label(by, scheme)
    if re.match(r"(?:in|exp|out)[<\[:]", by) and ":" in by:
        return _by_feature(by, headers, tokenizer)
    close = nearest(by, ["in", "in<1>", "exp", "out", "label", "length(exp)", "chars(exp)", "expr:"], 1)
    hint = f"did you mean {close[0]}? Or " if close else ""
    raise OptionError(
        f"{by!r} is nothing by which lines can be sorted; {hint}write in<1>, exp, out, label, length(exp), "
        "chars(in<1>), in<1>~REGEX, exp:word or expr:EXPRESSION"
    )


# --- kinds -----------------------------------------------------------------------------------------------------------


def _by_value(by: str, found: re.Match[str], headers: Headers) -> Slicer:
    column = LineColumn(by, headers)

    def keys(line: LineScore) -> tuple[Key]:
        text = column(line)
        return ("(no such column)" if text is None else text or "(empty)",)

    return Slicer(by, frozenset([column.side]), keys, most_frequent, [column])


def _by_length(by: str, found: re.Match[str], headers: Headers) -> Slicer:
    column = LineColumn(found[2] or "exp", headers)
    in_words = found[1] != "chars"

    def keys(line: LineScore) -> tuple[Key]:
        text = column(line) or ""
        return (len(text.split()) if in_words else len(text),)

    return Slicer(by, frozenset([column.side]), keys, _buckets(by, found[3]), [column])


def _by_match(by: str, found: re.Match[str], headers: Headers) -> Slicer:
    from probierz.schemes.pcre import compile_typed

    column = LineColumn(found[1], headers)
    pattern = compile_typed(found[2])
    has_groups = pattern.groups > 0

    def keys(line: LineScore) -> tuple[Key]:
        try:
            match = pattern.search(pattern.encode(column(line) or ""))
        except TimeoutError:
            raise pattern.runs_away() from None
        if match is None:
            return ("does not match",)
        if not has_groups:
            return ("matches",)
        return (next((one for one in match.groups() if one is not None), "") or "(empty)",)

    names = () if has_groups else ("matches", "does not match")
    return Slicer(by, frozenset([column.side]), keys, _in_order(names), [column])


def _by_expression(by: str, found: re.Match[str], headers: Headers) -> Slicer:
    expression = Expression(found[1], headers)

    def keys(line: LineScore) -> tuple[Key]:
        value = expression(line)
        if isinstance(value, bool):
            return ("yes" if value else "no",)
        return (value or "(empty)" if isinstance(value, str) else f"{value:.12g}",)

    return Slicer(by, frozenset(expression.sides), keys, _in_order(("yes", "no")), expression.columns)


def _by_feature(by: str, headers: Headers, tokenizer: str | None) -> Slicer:
    from probierz.inspection.line_selection import has_feature

    test = has_feature(by, tokenizer=tokenizer, in_header=headers.input)

    def keys(line: LineScore) -> tuple[Key]:
        return ("with" if test(line) else "without",)

    sides = frozenset(SIDES[name] for name in SIDES if re.search(rf"(?:^|~~){name}[<\[:]", by))
    return Slicer(by, sides, keys, _in_order(("with", "without")), test.columns)


_SETS_OF_LABELS = "probierz.metrics.multilabel"
_CLASSES = ("probierz.metrics.classification", "probierz.metrics.probability", "probierz.metrics.clustering")


def _by_label(by: str, scheme: Scheme | None) -> Slicer:
    module = scheme.metric.definition.item.__module__ if scheme is not None else ""
    has_label = scheme is not None and scheme.metric.tally_kind == dict[str, Hits]
    is_known = has_label or module in (_SETS_OF_LABELS, *_CLASSES)
    if scheme is not None and module.startswith("probierz.") and not is_known:
        raise OptionError(f"{scheme.name} is not a metric of labels; write exp for a slice of each expected text")
    has_several = module == _SETS_OF_LABELS

    def keys(line: LineScore) -> Iterable[Key]:
        labels = dict.fromkeys(line.expected.split()) if has_several else [line.expected.strip()]
        return labels if any(labels) else ("(no label)",)

    return Slicer(by, frozenset(["expected"]), keys, most_frequent, overlaps=has_several)


_KINDS: list[tuple[str, Callable[[str, re.Match[str], Headers], Slicer]]] = [
    (FIELD, _by_value),
    (rf"(length|words|chars)(?:\(({FIELD})\))?(?::(.*))?", _by_length),
    (rf"({FIELD})~(.*)", _by_match),
    (r"expr:(.*)", _by_expression),
]


# --- from keys to slices ---------------------------------------------------------------------------------------------


def most_frequent(members: Members, most: int) -> Slicing:
    """A slice for each value, the most frequent first (equals by name); those beyond `most` are the rest."""
    groups = [UnscoredSlice(str(key), numbers) for key, numbers in members.items()]
    groups.sort(key=lambda group: (-len(group.numbers), group.name))
    return _cut(groups, most)


def _cut(groups: list[UnscoredSlice], most: int) -> Slicing:
    others = groups[most:]
    if len(others) < 2:  # a single other one might as well be named
        return Slicing(groups)
    numbers = sorted({number for group in others for number in group.numbers})
    return Slicing(groups[:most], UnscoredSlice("(other values)", numbers), len(others))


def _in_order(names: Sequence[str]) -> Callable[[Members, int], Slicing]:
    """These slices in this order, whichever there are; others are values."""

    def group(members: Members, most: int) -> Slicing:
        if not set(members) <= set(names):
            return most_frequent(members, most)
        return Slicing([UnscoredSlice(name, members[name]) for name in names if name in members])

    return group


def crossed(one: Slicing, other: Slicing, most: int) -> Slicing:
    """Slices of the lines that are in a slice of each; beyond `most` the largest ones, and the others are the rest."""
    homes: dict[int, list[int]] = defaultdict(list)
    for at, group in enumerate(one.groups):
        for number in group.numbers:
            homes[number].append(at)
    found: dict[tuple[int, int], list[int]] = defaultdict(list)
    for at, group in enumerate(other.groups):
        for number in group.numbers:
            for home in homes.get(number, ()):
                found[home, at].append(number)
    names = {(first, second): f"{one.groups[first].name} × {other.groups[second].name}" for first, second in found}
    groups = [UnscoredSlice(names[key], found[key]) for key in sorted(found)]
    return Slicing(groups) if len(groups) <= most else _cut(sorted(groups, key=lambda group: -len(group.numbers)), most)


# --- lengths ---------------------------------------------------------------------------------------------------------

_RANGE = re.compile(r"([0-9]{1,9})(?:(-)([0-9]{1,9})?)?")


class Bucket(NamedTuple):
    """Lengths from `low` to `high`, both included."""

    low: float
    high: float

    @property
    def name(self) -> str:
        """`3-10`, `7`, `21-`."""
        if self.low == self.high:
            return str(self.low)
        return f"{self.low}-" if math.isinf(self.high) else f"{self.low}-{self.high}"


def _buckets(by: str, told: str | None) -> Callable[[Members, int], Slicing]:
    if told is None:
        return _equal_buckets(BUCKETS)
    if re.fullmatch(r"[1-9][0-9]{0,2}", told):
        return _equal_buckets(int(told))
    ranges = [_range(by, part.strip()) for part in told.split(",")]
    for one, next_one in pairwise(ranges):
        if one.high >= next_one.low:
            raise OptionError(f"{by}: the lengths {one.name} and {next_one.name} overlap, or are not in order")
    return lambda members, _most: _in_ranges(members, ranges)


def _range(by: str, text: str) -> Bucket:
    found = _RANGE.fullmatch(text)
    if found is None:
        raise OptionError(
            f"{by}: {text!r} is not a range of lengths; write a number of slices, as in length(exp):4, or their bounds "
            "as in length(exp):0-10,11-20,21-"
        )
    low = int(found[1])
    high = int(found[3]) if found[3] else math.inf if found[2] else low
    if high < low:
        raise OptionError(f"{by}: the range {text} ends before it begins")
    return Bucket(low, high)


def _in_ranges(members: Members, ranges: Sequence[Bucket]) -> Slicing:
    found: dict[Bucket | None, list[int]] = defaultdict(list)
    for length, numbers in members.items():
        assert isinstance(length, int)
        found[next((one for one in ranges if one.low <= length <= one.high), None)] += numbers
    groups = [UnscoredSlice(one.name, sorted(found[one])) for one in ranges if one in found]
    return Slicing([*groups, UnscoredSlice("(outside)", sorted(found[None]))] if None in found else groups)


def _equal_buckets(count: int) -> Callable[[Members, int], Slicing]:
    def group(members: Members, _most: int) -> Slicing:
        return _in_ranges(members, equal_ranges({int(key): len(lines) for key, lines in members.items()}, count))

    return group


def equal_ranges(counts: Mapping[int, int], most: int) -> list[Bucket]:
    """Cut lengths into up to `most` ranges with about as many lines each, no length in two of them.

    counts: how many lines have each length. Each cut is made where the number of lines before it is nearest to a whole
    multiple of lines / most; where two cuts fall together there is a range less.
    """
    if not counts:
        return []
    lengths = sorted(counts)
    seen = list(accumulate(counts[length] for length in lengths))
    lasts = {min(range(len(seen)), key=lambda at: abs(seen[at] - part * seen[-1] / most)) for part in range(1, most)}
    ends = sorted(lasts | {len(seen) - 1})
    return [
        Bucket(lengths[start], lengths[end]) for start, end in zip([0, *(end + 1 for end in ends)], ends, strict=False)
    ]
