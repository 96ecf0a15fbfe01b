"""Features of a line: tokens, word shapes, bigrams and pairs of these, shown as `exp:foo`, `in<2>:foo`, `out:a++b`.

As in GEval: the features of a field are those of its distinct tokens, in the order in which they first stand there.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, pairwise
from typing import NamedTuple

from probierz.metrics.parsers import haskell_number
from probierz.text import tokenizer as find_tokenizer

# The kinds of features of one field, in the order in which equally significant ones are listed.
TOKEN, SHAPE, BIGRAM, SHAPE_BIGRAM = range(4)
SEPARATOR = "\n"
"""Stands between the parts of a bigram; no line contains it."""


class Space(NamedTuple):
    """Where a feature was found. Spaces sort as in GEval: expected text, output, then the columns of the input."""

    place: int
    column: int
    name: str

    def __str__(self) -> str:
        """`exp`, `out`, `in<1>`, or `in<Name>` with a header."""
        return self.name if self.place < 2 else f"in<{self.name}>"


EXPECTED, OUTPUT = Space(0, 0, "exp"), Space(1, 0, "out")

Feature = tuple[Space, int, str]
"""A feature of one field: where, which kind, and its text (the two texts of a bigram with SEPARATOR between them)."""


@dataclass(frozen=True)
class FeatureKinds:
    """Which features are looked at.

    in_header: names of the columns of the input. references: texts by id; a field `id 0-4,9` stands for the characters
    at these places of the text.
    """

    tokenizer: str | None = None
    word_shapes: bool = False
    bigrams: bool = False
    cartesian: bool = False
    in_header: tuple[str, ...] = ()
    references: Mapping[str, str] = field(default_factory=dict)


def line_features(kinds: FeatureKinds, expected: str, line_input: str, output: str) -> list[str]:
    """Return the features of a line: those of the expected text, of each input column, of the output, then pairs."""
    cut = token_cutter(kinds.tokenizer)
    found: list[Feature] = []
    for space, text in fields(kinds, expected, line_input, output):
        found += ((space, kind, key) for kind, keys in unary_features(kinds, cut(text)) for key in keys)
    names = [shown(feature) for feature in found]
    if kinds.cartesian:
        pairs = (sorted(pair, key=sort_key) for pair in combinations(found, 2))
        names += [f"{shown(one)}~~{shown(other)}" for one, other in pairs]
    return names


def shown(feature: Feature) -> str:
    """The feature as it is shown: `exp:foo`, `in<2>:SHAPE:Aa+`, `out:SHAPE:Aa+++SHAPE:9`."""
    space, kind, key = feature
    if kind == SHAPE:
        return f"{space}:SHAPE:{key}"
    if kind == BIGRAM:
        return f"{space}:{key.replace(SEPARATOR, '++')}"
    return f"{space}:SHAPE:{key.replace(SEPARATOR, '++SHAPE:')}" if kind == SHAPE_BIGRAM else f"{space}:{key}"


def sort_key(feature: Feature) -> tuple[Space, int, list[str]]:
    """The order of equally significant features: by space, tokens before bigrams, text before shapes, code points."""
    space, kind, key = feature
    return space, kind, key.split(SEPARATOR)


# --- fields and tokens -----------------------------------------------------------------------------------------------


def token_cutter(tokenizer: str | None) -> Callable[[str], Iterable[str]]:
    """Return the function from a text to its distinct tokens, in order; by default cut at space, TAB and colon."""
    if tokenizer is None:
        return _distinct_tokens
    cut = find_tokenizer(tokenizer)
    return lambda text: _distinct(cut(text).split(" "))


def _distinct_tokens(text: str) -> dict[str, None]:
    return _distinct(text.replace("\t", " ").replace(":", " ").split(" "))


def _distinct(tokens: Iterable[str]) -> dict[str, None]:
    distinct = dict.fromkeys(tokens)
    distinct.pop("", None)
    return distinct


def fields(kinds: FeatureKinds, expected: str, line_input: str, output: str) -> Iterator[tuple[Space, str]]:
    """Yield the fields of a line: the expected text, each column of the input, the output."""
    refer = _referred(kinds.references) if kinds.references else None
    columns = line_input.split("\t")
    spaces = _columns(kinds.in_header or len(columns))
    # Columns beyond the header are dropped.
    found = [(EXPECTED, expected), *zip(spaces, columns, strict=False), (OUTPUT, output)]
    for space, text in found:
        yield space, refer(text) if refer else text


@lru_cache(maxsize=16)
def _columns(header: tuple[str, ...] | int) -> tuple[Space, ...]:
    if isinstance(header, int):
        return tuple(Space(2, number, str(number)) for number in range(1, header + 1))
    return tuple(Space(2, 0, name) for name in header)


def unary_features(kinds: FeatureKinds, tokens: Iterable[str]) -> Iterator[tuple[int, Iterable[str]]]:
    """Yield kinds with their features, for the distinct tokens of a field."""
    yield TOKEN, tokens
    shapes = dict.fromkeys(map(word_shape, tokens)) if kinds.word_shapes else {}
    if kinds.word_shapes:
        yield SHAPE, shapes
    if kinds.bigrams:
        yield BIGRAM, map(SEPARATOR.join, pairwise(tokens))
        if kinds.word_shapes:
            yield SHAPE_BIGRAM, map(SEPARATOR.join, pairwise(shapes))


# --- references ------------------------------------------------------------------------------------------------------

_REFERENCE = re.compile(r"([^ ]+) ((?:[0-9]{1,9}(?:-[0-9]{1,9})?(?:,(?=[0-9])|$))*)")


def _referred(references: Mapping[str, str]) -> Callable[[str], str]:
    def refer(text: str) -> str:
        found = _REFERENCE.fullmatch(text)
        if found is None or found[1] not in references:
            return text
        return _characters(references[found[1]], found[2])

    return refer


def _characters(text: str, places: str) -> str:
    """The characters at places such as `0-4,9`, each once, in the order of the text."""
    chosen: set[int] = set()
    for part in filter(None, places.split(",")):
        first, _, last = part.partition("-")
        chosen.update(range(int(first), min(int(last or first), len(text) - 1) + 1))
    return "".join(text[at] for at in sorted(chosen))


# --- shapes ----------------------------------------------------------------------------------------------------------

_RUN = re.compile(r"([^9])\1+")


@lru_cache(maxsize=2**17)
def word_shape(token: str) -> str:
    """The kinds of a word's characters: `Poznań` is `Aa+`, `2019` is `9999`; runs but those of digits are cut."""
    return _RUN.sub(r"\1+", "".join(map(_kind, token)))


@lru_cache(maxsize=2**14)
def _kind(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Lu", "Lt"):
        return "A"
    if category == "Ll":
        return "a"
    if character in "0123456789":
        return "9"
    if category == "Zs":
        return " "
    if category in ("Ps", "Pe"):
        return "("
    return "." if category.startswith("P") else "#"


class FieldValues:
    """The values of a field on the lines that have it: numbers as long as all are, and lengths in characters."""

    def __init__(self) -> None:
        self.lines = array("q")
        self.numbers: array[float] | None = array("d")
        self.lengths = array("d")

    def add(self, line: int, text: str) -> None:
        """Take in the field of a line."""
        self.lines.append(line)
        self.lengths.append(len(text))
        if self.numbers is not None:
            number = haskell_number(text)
            if number is None:
                self.numbers = None
            else:
                self.numbers.append(number)
