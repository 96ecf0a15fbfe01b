"""Features of a line: tokens, word shapes, bigrams and pairs of these, shown as `exp:foo`, `in<2>:foo`, `out:a++b`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

from probierz.text import tokenizer as find_tokenizer

__all__ = ["FeatureKinds", "line_features", "word_shape"]

_CUT = re.compile(r"[ \t:]+")


@dataclass(frozen=True)
class FeatureKinds:
    """Which features are looked at. in_header names the columns of the input."""

    tokenizer: str | None = None
    word_shapes: bool = False
    bigrams: bool = False
    cartesian: bool = False
    in_header: tuple[str, ...] = ()


def line_features(kinds: FeatureKinds, expected: str, line_input: str, output: str) -> list[str]:
    """Return the features of a line: those of the expected text, of each input column, of the output, then pairs."""
    tokens = _token_cutter(kinds.tokenizer)
    features: list[str] = []
    for space, text in _fields(kinds, expected, line_input, output):
        features += [f"{space}:{feature}" for feature in _field_features(kinds, tokens(text))]
    if kinds.cartesian:
        features += [f"{min(pair)}~~{max(pair)}" for pair in combinations(features, 2)]
    return features


def _token_cutter(tokenizer: str | None) -> Callable[[str], list[str]]:
    if tokenizer is None:
        return lambda text: [token for token in _CUT.split(text) if token]
    cut = find_tokenizer(tokenizer)
    return lambda text: cut(text).split(" ") if text else []


def _fields(kinds: FeatureKinds, expected: str, line_input: str, output: str) -> Iterator[tuple[str, str]]:
    yield "exp", expected
    columns = line_input.split("\t")
    names = kinds.in_header or [str(number) for number in range(1, len(columns) + 1)]
    for name, text in zip(names, columns, strict=False):  # columns beyond the header are dropped
        yield f"in<{name}>", text
    yield "out", output


def _field_features(kinds: FeatureKinds, tokens: Sequence[str]) -> list[str]:
    distinct = list(dict.fromkeys(tokens))
    shapes = list(dict.fromkeys(map(word_shape, distinct))) if kinds.word_shapes else []
    features = [*distinct, *(f"SHAPE:{shape}" for shape in shapes)]
    if kinds.bigrams:
        features += [f"{one}++{other}" for one, other in pairwise(distinct)]
        features += [f"SHAPE:{one}++{other}" for one, other in pairwise(shapes)]
    return features


def word_shape(token: str) -> str:
    """The kinds of a word's characters: `Poznań` is `Aa+`, `2019` is `9999`; runs but those of digits are cut."""
    shape = "".join(map(_kind, token))
    return re.sub(r"([^9])\1+", r"\1+", shape)


def _kind(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Lu", "Lt"):
        return "A"
    if category == "Ll":
        return "a"
    if category == "Nd":
        return "9"
    if category == "Zs":
        return " "
    if category in ("Ps", "Pe"):
        return "("
    return "." if category.startswith("P") else "#"
