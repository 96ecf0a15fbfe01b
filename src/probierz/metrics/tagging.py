"""Entities in tags, read as the package seqeval reads them: leniently, or strictly as IOBES.

A line holds one tag for each token, separated by spaces: `O`, or B, I, E or S with a dash and a type, as in `B-person`.
Without a type it is `_`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from probierz.errors import ParseError
from probierz.metrics.definition import Example, metric
from probierz.metrics.parsers import words
from probierz.metrics.reads import TOKENS
from probierz.metrics.tallies import Hits


class Chunk(NamedTuple):
    """An entity: its type, its first and its last token, counted from 0."""

    label: str
    first: int
    last: int


class _PrefixedTag(NamedTuple):
    prefix: str
    label: str


_OUTSIDE = _PrefixedTag("O", "")
_TAG = re.compile(r"([BIES])(?:-(.+))?", re.DOTALL)


def tags(text: str | Sequence[str]) -> list[_PrefixedTag]:
    """The tags of a line. Raises ParseError for what is none."""
    return [_tag(word) for word in words(text)]


def _tag(word: str) -> _PrefixedTag:
    if word == "O":
        return _OUTSIDE
    found = _TAG.fullmatch(word)
    if found is None:
        raise ParseError("wanted tags such as O, B-person, I-person, E-person or S-person", found=word)
    return _PrefixedTag(found[1], found[2] or "_")


def chunks(sequence: Sequence[_PrefixedTag]) -> list[Chunk]:
    """Entities as conlleval finds them: a type that changes, and an I or E without beginning, begin a new one."""
    found: list[Chunk] = []
    previous, begin = _OUTSIDE, 0
    for at, tag in enumerate([*sequence, _OUTSIDE]):
        if previous != _OUTSIDE and (_begins(previous, tag) or tag == _OUTSIDE):
            found.append(Chunk(previous.label, begin, at - 1))
        if tag != _OUTSIDE and _begins(previous, tag):
            begin = at
        previous = tag
    return found


def _begins(previous: _PrefixedTag, tag: _PrefixedTag) -> bool:
    """Whether a tag does not go on with the entity of the one before it."""
    return tag.prefix in "BS" or previous.prefix in "ESO" or tag.label != previous.label


def strict_chunks(sequence: Sequence[_PrefixedTag]) -> list[Chunk]:
    """Entities that are spelt as IOBES wants: S alone, or B, any number of I and an E, of one type."""
    found: list[Chunk] = []
    begin: int | None = None
    for at, (prefix, label) in enumerate(sequence):
        if prefix in "IE" and begin is not None and label != sequence[begin].label:
            begin = None
        if prefix == "S":
            found.append(Chunk(label, at, at))
        elif prefix == "E" and begin is not None:
            found.append(Chunk(label, begin, at))
        if prefix != "I":
            begin = at if prefix == "B" else None
    return found


_NAMES = Example(
    input=["Jan Nowak pojechał do Nowego Sącza", "Pada deszcz"],
    expected=["B-person E-person O O B-place E-place", "O O"],
    output=["B-person E-person O O B-place I-place", "O S-place"],
    value=0.0,
    in_header=["Text"],
    out_header=["Tags"],
)


def _hits(expected: Sequence[Chunk], output: Sequence[Chunk]) -> Hits:
    return Hits(len(set(expected) & set(output)), len(expected), len(output))


def _refuse_other_lengths(expected: Sequence[_PrefixedTag], output: Sequence[_PrefixedTag]) -> None:
    if len(expected) != len(output):
        raise ParseError(f"wanted as many tags as expected, found {len(output)} for {len(expected)}")


def _f1(total: Hits) -> float:
    both = total.expected + total.output
    return 2 * total.matched / both if both else 0.0


@metric(
    "Seqeval-F1",
    better="higher",
    bounds=(0, 1),
    best=None,
    parse=tags,
    reads=(TOKENS, TOKENS),
    finish=_f1,
    preprocessed_itemwise=True,
    geval=False,
    source="Nakayama 2018 (seqeval 1.2.2, f1_score); Tjong Kim Sang and Buchholz 2000 (conlleval)",
    example=Example(
        input=_NAMES.input,
        expected=_NAMES.expected,
        output=_NAMES.output,
        value=2 * 2 / (2 + 3),
        in_header=_NAMES.in_header,
        out_header=_NAMES.out_header,
    ),
)
def seqeval_f1(expected: list[_PrefixedTag], output: list[_PrefixedTag]) -> Hits:
    """F1-score of entities in tags that are read leniently, all lines together.

        F = 2 Σ m / (Σ |e| + Σ |o|)

    e, o: entities expected and given; m: those whose type, first and last token all agree. An entity ends with E or S,
    before B, S or O, and where the type changes; an I or E that follows none begins one. Every line must have as many
    tags as expected.
    Lines are summed before dividing: lines with many entities weigh more. Without any entity it is 0, so no best value
    is stated.
    Empty: 0.
    BIO-F1 refuses tags that are not well-formed.
    """
    _refuse_other_lengths(expected, output)
    return _hits(chunks(expected), chunks(output))


@metric(
    "Seqeval-IOBES-F1",
    better="higher",
    bounds=(0, 1),
    best=None,
    parse=tags,
    reads=(TOKENS, TOKENS),
    finish=_f1,
    preprocessed_itemwise=True,
    geval=False,
    source='Nakayama 2018 (seqeval 1.2.2, f1_score(mode="strict", scheme=IOBES))',
    example=Example(
        input=_NAMES.input,
        expected=_NAMES.expected,
        output=_NAMES.output,
        value=2 * 1 / (2 + 2),
        in_header=_NAMES.in_header,
        out_header=_NAMES.out_header,
    ),
)
def seqeval_iobes_f1(expected: list[_PrefixedTag], output: list[_PrefixedTag]) -> Hits:
    """F1-score of entities in tags that are spelt as IOBES wants, all lines together.

        F = 2 Σ m / (Σ |e| + Σ |o|)

    e, o: entities expected and given: S alone, or B, any number of I and an E, all of one type; other tags are no
    entity; m: those whose type, first and last token all agree. Every line must have as many tags as expected.
    Lines are summed before dividing: lines with many entities weigh more. Without any entity it is 0, so no best value
    is stated.
    Empty: 0.
    """
    _refuse_other_lengths(expected, output)
    return _hits(strict_chunks(expected), strict_chunks(output))
