"""Texts without what stands at their words: `Ala/Ala/subst`, `0:Ala`, `(NN Ala)`, `Ala B-PER ma O`, `Ala <0.31>`.

What was read as several fields of each word is the text where it has the most different values, and another field few.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from itertools import chain
from typing import TypeAlias

from probierz.suites.checks.copies import FEWEST_WORDS_OF_NEAR_COPIES, no_chance
from probierz.suites.checks.values_at_words import columns_of_json, is_value, words_beside_values

FEWEST_TIMES, LEAST_OF_TIMES = 2, 0.1
"""How many times a text tells at least where it is something said, and what part they are of its words."""

FEWEST_WORDS, MOST_OF_WORDS = 4, 0.8
"""How many words a text has, and which part of them has something joined to it, where that is an annotation."""

MOST_IN_ROW = 4
"""How many fields stand in a row for each word of a text."""

COMMON = 0.01
"""A word is common, as annotations are, where it is such a part of all."""

LEAST_OF_ANNOTATIONS, MOST_OF_TEXT, MOST_DIFFERENT = 0.9, 0.75, 0.75
"""Which part of the annotations of a text, and of its words, is common, and how many of the former are different."""

_SIGNS = "/_|:](=#^{<"
_TAG = re.compile(r"</?\w[^<>]*>")
_NODE = re.compile(r"\((\S+) (\S+?)\)(?=[\s()]|$)")
_TIME = re.compile(
    r"(?<!\S)(?:[<\[({]\s*(\d+(?:[:.,]\d+)*)\s*[>\])}]|(\d+(?::\d\d)+(?:[.,]\d+)?)(?:\s*-->\s*[\d:.,]+)?)(?!\S)"
)
"""When something is said, in brackets or as subtitles have it."""

_PHRASE = re.compile(r"\([^\s()]*\s+(?=\([^)])")

Fields: TypeAlias = tuple[str, ...]
"""What stands at a word, which is one of them; of a word without annotation itself alone."""


def without_annotations(texts: Sequence[str]) -> list[str]:
    """Return the texts of a split, those with annotations without them; what tells two of them apart is left."""
    found = _shortened(_shortened(texts, _without_tags), _without_times)
    found = _shortened(found, words_beside_values)
    found = _without_fields(found, _in_json)
    for size in range(2, MOST_IN_ROW + 1):
        found = _shortened(found, partial(_said_once, size))
    for sign in _SIGNS:
        found = _without_fields(found, partial(_joined, sign))
    found = _without_fields(found, _in_nodes)
    common = _common_words(found)
    for size in range(2, MOST_IN_ROW + 1) if common else ():
        found = _without_fields(found, partial(_in_a_row, size, common), fewest=no_chance(len(texts), 0.01))
    return found


def _shortened(texts: Sequence[str], short: Callable[[str], str]) -> list[str]:
    """The texts, those of which `short` gives something by that."""
    return _replaced(texts, {at: found for at, text in enumerate(texts) if (found := short(text))})


def _replaced(texts: Sequence[str], plain: dict[int, str]) -> list[str]:
    """The texts, some of them by others unless two became the same."""
    if len({*plain.values()}) < len({texts[at] for at in plain}):
        return [*texts]
    return [plain.get(at, text) for at, text in enumerate(texts)]


def _without_tags(text: str) -> str:
    """What is left is a text, which is found with another word in it; elsewhere tags say the more."""
    plain = _TAG.sub(" ", text) if "</" in text else ""
    return plain if len(plain.split()) >= FEWEST_WORDS_OF_NEAR_COPIES else ""


def _without_fields(
    texts: Sequence[str], read: Callable[[str], list[Fields] | None], *, fewest: float = 1
) -> list[str]:
    """The texts, those that can be read as words with fields by their words alone, where they are not too few."""
    fields = {at: words for at, text in enumerate(texts) if (words := read(text))}
    word_of = _word_of(chain.from_iterable(fields.values())) if len(fields) >= fewest else None
    if word_of is None:
        return [*texts]
    return _replaced(texts, {at: " ".join(map(word_of, words)) for at, words in fields.items()})


def _joined(sign: str, text: str) -> list[Fields] | None:
    if text.count(sign) < FEWEST_WORDS:
        return None
    words = text.split()
    are_joined = len(words) >= FEWEST_WORDS and sum(sign in one[1:-1] for one in words) >= MOST_OF_WORDS * len(words)
    return [tuple(one.split(sign)) for one in words] if are_joined else None


def _in_nodes(text: str) -> list[Fields] | None:
    """The leaves of a tree in brackets, each below its tag."""
    if text.count("(") < FEWEST_WORDS:
        return None
    text = _PHRASE.sub("", text)
    nodes = _NODE.findall(text)
    return nodes if 2 * len(nodes) >= max(FEWEST_WORDS, MOST_OF_WORDS * len(text.split())) else None


def _without_times(text: str) -> str:
    """What is left where numbers in brackets, or hours, stand all over a text, none of them earlier than one before."""
    if not any(sign in text for sign in "[<({:"):
        return ""
    times = [tuple(map(int, re.findall(r"\d+", one or other))) for one, other in _TIME.findall(text)]
    are_many = len(times) >= max(FEWEST_TIMES, LEAST_OF_TIMES * len(text.split()))
    plain = _TIME.sub(" ", text) if are_many and times == sorted({*times}) else ""
    return plain if len(plain.split()) >= FEWEST_WORDS_OF_NEAR_COPIES else ""


def _said_once(size: int, text: str) -> str:
    """A text each word of which stands so many times in a row, with each once; empty where it is no such text."""
    words = text.split()
    if len(words) < size * FEWEST_WORDS_OF_NEAR_COPIES or len(words) % size:
        return ""
    columns = [words[at::size] for at in range(size)]
    return " ".join(columns[0]) if all(one == columns[0] for one in columns) else ""


def _in_json(text: str) -> list[Fields] | None:
    """The values of objects or lists of JSON, one for each word."""
    rows = [*zip(*columns_of_json(text), strict=True)]
    return rows if len(rows) >= FEWEST_WORDS else None


def _in_a_row(size: int, common: Collection[str], text: str) -> list[Fields] | None:
    """Words and what is said of each, one after the other: a column of common words or of their numbers, and another.

    The words of a template are common, too, but hardly one stands in a text again.
    """
    words = text.split()
    if len(words) < size * FEWEST_WORDS_OF_NEAR_COPIES or len(words) % size:
        return None
    columns = [words[at::size] for at in range(size)]
    shares = [sum(one in common for one in column) / len(column) for column in columns]
    are_annotations = (
        _counts_up(column) or (share >= LEAST_OF_ANNOTATIONS and len({*column}) <= MOST_DIFFERENT * len(column))
        for column, share in zip(columns, shares, strict=True)
    )
    return [*zip(*columns, strict=True)] if min(shares) <= MOST_OF_TEXT and any(are_annotations) else None


def _counts_up(column: Sequence[str]) -> bool:
    return column[0] in ("0", "1") and [*column] == [str(int(column[0]) + at) for at in range(len(column))]


def _common_words(texts: Iterable[str]) -> frozenset[str]:
    counts = Counter(chain.from_iterable(text.split() for text in texts))
    fewest = max(FEWEST_WORDS, COMMON * counts.total())
    return frozenset(word for word, count in counts.items() if count >= fewest and not is_value(word))


def _word_of(fields: Iterable[Fields]) -> Callable[[Fields], str] | None:
    """How to find a word among its fields; None where none of these is an annotation."""
    different = {one for one in fields if len(one) > 1}
    sizes = Counter(map(len, different))
    if not sizes:
        return None
    size, count = sizes.most_common(1)[0]
    if count >= MOST_OF_WORDS * len(different):
        columns = [{one[at] for one in different if len(one) == size} for at in range(size)]
        most = max(columns, key=len)
        is_annotated = 2 * min(map(len, columns)) <= len(most) and not all(map(is_value, most))
        return partial(_nth, columns.index(most), size) if is_annotated else None
    if 2 * len({one[1:] for one in different}) <= len({one[0] for one in different}):
        return lambda one: one[0]
    if 2 * len({one[:-1] for one in different}) <= len({one[-1] for one in different}):
        return lambda one: one[-1]
    return None


def _nth(at: int, size: int, fields: Fields) -> str:
    """The field of a word; with what is too much, as the word may have had the sign that joins them itself."""
    return " ".join(fields[min(at, len(fields) - 1) : at + 1 + max(0, len(fields) - size)])
