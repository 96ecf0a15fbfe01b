"""Reading lines of labels with probabilities, spans, segments, BIO tags and rectangles.

    probability list   first-name/1:0.8 surname/3
    spans              name:1-4,7 place:9:0.75
    segments           N:1-4 V:6-7
    BIO tags           B-name/JOHN I-name/SMITH O B-place
    rectangles         photo:3/0,0,100,100:0.8 5/10,20,30,40

A parser raises ParseError with a reason anybody may see. Source of all formats: GEval 1.42.2.0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from probierz.errors import ParseError
from probierz.metrics.definition import geval_decimal
from probierz.text import SPACES, words

_NUMBER = r"[-+]?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?"  # GEval takes `1.` here, and only here
_NATURAL = r"[0-9]{1,18}"


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)  # when first needed: compiling all of them costs 3 ms of every start


def _pieces(text: str) -> list[str]:
    """Cut at spaces and TABs only; other white space belongs to the pieces."""
    if "\t" in text:
        text = text.replace("\t", " ")
    return [piece for piece in text.split(" ") if piece]


# --- labels with probabilities -----------------------------------------------------------------------------------

_LABEL_WITH_PROBABILITY = re.compile(r"(.+):([-+]?[0-9]+\.[0-9]+(?:[eE][-+]?[0-9]+)?)", re.DOTALL)


def probability_list(text: str | Sequence[str]) -> list[tuple[str, float]]:
    """Labels with their probabilities: `foo:0.8 bar` is foo with 0.8 and bar with 1.

    A word is `label:p` only if what follows its last colon is a number from 0 to 1 with a decimal point: `foo:1` and
    `time:12.30` are labels as they stand. A list of texts is taken as labels as they stand.
    """
    if not isinstance(text, str):
        return [(label, 1.0) for label in text]
    if ":" not in text:
        return [(word, 1.0) for word in words(text)]
    return [_label(word) for word in words(text)]


def _label(word: str) -> tuple[str, float]:
    found = _LABEL_WITH_PROBABILITY.fullmatch(word)
    if found is not None:
        probability = float(found[2])
        if 0 <= probability <= 1:
            return found[1], probability
    return word, 1.0


def likely_labels(text: str | Sequence[str]) -> list[str]:
    """The labels of a probability list whose probability is at least 0.5."""
    return [label for label, probability in probability_list(text) if probability >= 0.5]


# --- spans and segments ------------------------------------------------------------------------------------------

Ranges = tuple[tuple[int, int], ...]
"""A set of whole numbers as its runs (first, last), ascending, neither touching nor overlapping."""


class Span(NamedTuple):
    """A labelled set of positions, and how sure its giver is."""

    label: str
    ranges: Ranges
    probability: float = 1.0


class Segment(NamedTuple):
    """A labelled set of positions that shares none with another segment of its line."""

    label: str
    ranges: Ranges


_RANGE = rf"{_NATURAL}(?:-{_NATURAL})?"
_SET = rf"(?:{_RANGE}(?:,{_RANGE})*)?"
_LABEL = f"[^:{SPACES}]+"  # white space of any kind ends a label, and then the line cannot be read
_SPAN = rf"({_LABEL}):({_SET})(?::({_NUMBER}))?"


def spans(text: str) -> list[Span]:
    """Spans of an output line: `label:1-4,7` or `label:1-4,7:0.8`; positions may be missing, the line may be empty.

    Raises ParseError for anything else.
    """
    return [_span(piece, text) for piece in _pieces(text)]


def expected_spans(text: str) -> list[Span]:
    """Spans of an expected line: as in an output line, without probabilities. Raises ParseError for anything else."""
    return [_span(piece, text, certain=True) for piece in _pieces(text)]


def _span(piece: str, text: str, *, certain: bool = False) -> Span:
    found = _compiled(_SPAN).fullmatch(piece)
    if found is None or (certain and found[3] is not None):
        wanted = "label:1-4,7" if certain else "label:1-4,7 or label:1-4,7:0.8"
        raise ParseError(f"wanted spans such as {wanted}, separated by spaces", found=text, geval="endOfInput")
    return Span(found[1], _ranges(found[2]), float(found[3]) if found[3] else 1.0)


def segments(text: str) -> list[Segment]:
    """Segments `label:1-4`; the label goes up to the last colon; no position may be in two segments.

    Raises ParseError for anything else.
    """
    found = [_segment(word, text) for word in words(text)]
    runs = sorted(chain.from_iterable(segment.ranges for segment in found))
    if any(first[1] >= second[0] for first, second in pairwise(runs)):
        raise ParseError("segments of a line may not overlap", found=text, geval="Overlapping segments")
    return found


def _segment(word: str, text: str) -> Segment:
    label, colon, positions = word.rpartition(":")
    if not colon:
        raise ParseError("a segment needs a colon, as in label:1-4", found=text, geval="Colon expected")
    if _compiled(_SET).fullmatch(positions) is None:
        raise ParseError("wanted segments such as label:1-4,7", found=text, geval="endOfInput")
    return Segment(label, _ranges(positions))


@lru_cache(4096)
def _ranges(positions: str) -> Ranges:
    """Read `7,1-4,3-5` as ((1, 5), (7, 7)); a range that ends before it begins is empty."""
    runs = [_run(part) for part in positions.split(",")] if positions else []
    merged: list[tuple[int, int]] = []
    for first, last in sorted(run for run in runs if run[0] <= run[1]):
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = merged[-1][0], max(last, merged[-1][1])
        else:
            merged.append((first, last))
    return tuple(merged)


def _run(part: str) -> tuple[int, int]:
    first, dash, last = part.partition("-")
    return int(first), int(last if dash else first)


def ranges_size(ranges: Ranges) -> int:
    """How many numbers are in the set."""
    return sum([last - first + 1 for first, last in ranges])


def common_size(one: Ranges, other: Ranges) -> int:
    """How many numbers are in both sets."""
    if len(one) == len(other) == 1:
        return max(0, min(one[0][1], other[0][1]) - max(one[0][0], other[0][0]) + 1)
    size = first = second = 0
    while first < len(one) and second < len(other):
        (a, b), (c, d) = one[first], other[second]
        size += max(0, min(b, d) - max(a, c) + 1)
        if b < d:
            first += 1
        else:
            second += 1
    return size


# --- BIO tags ----------------------------------------------------------------------------------------------------


class Entity(NamedTuple):
    """What a run of tags B I … I stands for; positions count from 1."""

    first: int
    last: int
    label: str
    normalised: str | None


class _Tag(NamedTuple):
    kind: str
    label: str
    normalised: str | None


_TAG = re.compile(rf"([BI])[-_]([^/{SPACES}]+)(?:/([^{SPACES}]+))?")


@lru_cache(65536)
def _tag(text: str) -> _Tag:
    found = _TAG.fullmatch(text)
    if found is None:
        raise ParseError(
            "wanted BIO tags such as O, B-label or I-label/NORMALISED, separated by spaces",
            found=text,
            geval="endOfInput",
        )
    return _Tag(*found.groups())


def bio_entities(text: str) -> tuple[Entity, ...]:
    """Entities of a line of BIO tags, in order. An empty line has none.

    A run of I without its B, or with other labels than its B, is an error. Raises ParseError for anything else.
    """
    if "\t" in text:
        text = text.replace("\t", " ")
    tags = text.split(" ")
    if "" in tags:
        tags = [tag for tag in tags if tag]
    entities: list[Entity] = []
    run: list[_Tag] = []
    following = 0
    # All tags are read before any run is judged: a tag that is none is the trouble told first, as in GEval.
    for position, tag in [(number, _tag(tag)) for number, tag in enumerate(tags, 1) if tag != "O"]:
        if run and (position != following or tag.kind != "I"):
            entities.append(_entity(following - len(run), run))
            run = []
        run.append(tag)
        following = position + 1
    if run:
        entities.append(_entity(following - len(run), run))
    return tuple(entities)


def _entity(first: int, run: list[_Tag]) -> Entity:
    kind, label, normalised = run[0]
    if kind != "B":
        raise _inconsistent(run)
    if len(run) == 1:
        return Entity(first, first, label, normalised)
    if len({tag.label for tag in run}) > 1:
        raise _inconsistent(run)
    parts = [tag.normalised for tag in run if tag.normalised is not None]
    return Entity(first, first + len(run) - 1, label, "_".join(parts) if parts else None)


def _inconsistent(run: list[_Tag]) -> ParseError:
    tags = [f"{kind}-{label}" + ("" if normalised is None else f"/{normalised}") for kind, label, normalised in run]
    return ParseError(
        "a run of BIO tags begins with I, or its labels differ: begin every entity with B and keep its label",
        found=" ".join(tags),
        geval=f"inconsistent label sequence `{' '.join(tags)}`",
    )


def unnormalised_entities(text: str) -> tuple[Entity, ...]:
    """Entities of a line of BIO tags without their normalised texts."""
    return tuple([Entity(first, last, label, None) for first, last, label, _ in bio_entities(text)])


# --- rectangles --------------------------------------------------------------------------------------------------


class Area(NamedTuple):
    """A rectangle of pixels, all its sides included."""

    x0: int
    y0: int
    x1: int
    y1: int


class Box(NamedTuple):
    """A rectangle with what else is said about it; a missing label or page equals only a missing one."""

    area: Area
    page: int | None = None
    label: str | None = None
    probability: float = 1.0
    margin: int = 0

    def same_kind(self, other: Box) -> bool:
        """Whether label and page are the same."""
        return self.page == other.page and self.label == other.label


_PLAIN_BOX = rf"(?:(?P<page>{_NATURAL})/)?(?P<x0>{_NATURAL}),(?P<y0>{_NATURAL}),(?P<x1>{_NATURAL}),(?P<y1>{_NATURAL})"
_LABELLED = rf"(?:(?P<label>{_LABEL}):)?"
_OUTPUT_BOX = rf"{_LABELLED}{_PLAIN_BOX}(?::(?P<probability>{_NUMBER}))?"
_EXPECTED_BOX = _LABELLED + _PLAIN_BOX
_BOX_WITH_MARGIN = rf"{_PLAIN_BOX}/(?P<margin>{_NATURAL})"


def boxes(text: str) -> list[Box]:
    """Rectangles of an output line: `label:page/x0,y0,x1,y1:p`; label, page and probability may be left out.

    Raises ParseError for anything else.
    """
    return _read_boxes(text, _OUTPUT_BOX, "label:page/x0,y0,x1,y1:0.8")


def expected_boxes(text: str) -> list[Box]:
    """Rectangles of an expected line: `label:page/x0,y0,x1,y1`; label and page may be left out.

    Raises ParseError for anything else.
    """
    return _read_boxes(text, _EXPECTED_BOX, "label:page/x0,y0,x1,y1")


def plain_boxes(text: str) -> list[Box]:
    """Rectangles `page/x0,y0,x1,y1`; the page may be left out. Raises ParseError for anything else."""
    return _read_boxes(text, _PLAIN_BOX, "page/x0,y0,x1,y1")


def boxes_with_margins(text: str) -> list[Box]:
    """Rectangles with a margin: `page/x0,y0,x1,y1/margin`; the page may be left out.

    Raises ParseError for anything else.
    """
    return _read_boxes(text, _BOX_WITH_MARGIN, "page/x0,y0,x1,y1/margin")


def _read_boxes(text: str, pattern: str, wanted: str) -> list[Box]:
    found = [_compiled(pattern).fullmatch(piece) for piece in _pieces(text)]
    read = [_box(match.groupdict()) for match in found if match is not None]
    if len(read) < len(found) or not all(area.x0 <= area.x1 and area.y0 <= area.y1 for area in _areas(read)):
        raise ParseError(
            f"wanted rectangles such as {wanted}, separated by spaces, with x0 <= x1 and y0 <= y1",
            found=text,
            geval="cannot parse line",
        )
    odd = [box.probability for box in read if not 0 <= box.probability <= 1]
    if odd:
        raise ParseError(
            "the probability of a rectangle must be from 0 to 1",
            found=text,
            geval=f"{geval_decimal(odd[0])} is not in [0, 1]",
            bare=True,
        )
    return read


def _areas(read: Iterable[Box]) -> Iterable[Area]:
    return (box.area for box in read)


def _box(parts: dict[str, str | None]) -> Box:
    page, probability, margin = parts["page"], parts.get("probability"), parts.get("margin")
    return Box(
        Area(*[int(parts[side] or 0) for side in ("x0", "y0", "x1", "y1")]),
        int(page) if page else None,
        parts.get("label"),
        float(probability) if probability else 1.0,
        int(margin) if margin else 0,
    )
