"""Texts without the numbers that stand at each word, such as times, lengths and certainties: `Ala (0.31)`, `ma[0-3]`.

They may be behind it or before, joined to it or not, and several, as in the rows of NIST's CTM: `talk 1 0.31 0.28 Ala`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from probierz.suites.checks.copies import FEWEST_WORDS_OF_NEAR_COPIES

_MOST_IN_ROW = 6
"""How many fields stand in a row for each word, as in CTM with certainties."""

_MOST_OF_WORDS = 0.5
"""Which part of the words of a text are numbers at most."""

_LONGEST = 100
"""Letters of a word with its number: longer ones are no words, and take long."""

_RAISED = "[⁰¹²³⁴-⁹]+"
_SIGN = r"(?:[^\w\s]|_)"
_NUMBER = rf"(?:0x[0-9a-f]+|\d+(?:{_SIGN}+\d+)*(?:e[-+]?\d+)?[^\W\d_]{{0,3}})"
"""With a unit, such as ms; from one to another; hours."""

_IN_BRACKETS = r"[<\[({][^\s<>\[\](){}]*\d[^\s<>\[\](){}]*[>\])}]"
_VALUE = re.compile(rf"{_SIGN}*{_NUMBER}{_SIGN}*|{_IN_BRACKETS}|{_RAISED}", re.IGNORECASE)
_BEHIND = re.compile(rf"(\S+?)({_SIGN}+{_NUMBER}{_SIGN}*|{_IN_BRACKETS}|{_RAISED})", re.IGNORECASE)
_BEFORE = re.compile(rf"({_IN_BRACKETS})(\S+)")
_ANY_NUMBER = re.compile(rf"\d+|{_RAISED}")
_SEPARATOR = re.compile("[;|]")


def words_beside_values(text: str) -> str:
    """Return a text without the numbers at its words; empty where it is none that has some at each.

    Two fields that are no numbers, such as a word and a tag, are left, but not one that is the same at all words.
    """
    if len(_ANY_NUMBER.findall(text)) < FEWEST_WORDS_OF_NEAR_COPIES:
        return ""
    rows = next(filter(None, map(_rows_beside_values, _readings(text))), [])
    return " ".join(" ".join(row) for row in rows)


def _rows_beside_values(columns: Sequence[Sequence[str]]) -> list[tuple[str, ...]]:
    """The fields at each word that are no numbers; none where there is no column of numbers or none of words."""
    others = [column for column in columns if not all(map(is_value, column))]
    told = [column for column in others if len({*column}) > 1]
    rows = [*zip(*told, strict=True)] if len(others) < len(columns) else []
    are_words = all(sum(map(is_value, column)) <= _MOST_OF_WORDS * len(column) for column in told)
    return rows if are_words and len(rows) >= FEWEST_WORDS_OF_NEAR_COPIES else []


def is_value(field: str) -> bool:
    """Whether what stands at a word is a number, whatever signs and unit it has."""
    return len(field) <= _LONGEST and _VALUE.fullmatch(field) is not None


def _readings(text: str) -> Iterator[Sequence[Sequence[str]]]:
    """What may be the columns of a text, with a row for each word."""
    yield columns_of_json(text)
    tokens = text.split() if " " in text else _SEPARATOR.split(text)
    if max(map(len, tokens)) > _LONGEST:
        return
    for form in (_BEHIND, _BEFORE):
        if len(found := [one.groups() for one in map(form.fullmatch, tokens) if one]) == len(tokens):
            yield [*zip(*found, strict=True)]
    for size in range(2, _MOST_IN_ROW + 1):
        if not len(tokens) % size:
            yield [tokens[at::size] for at in range(size)]


def columns_of_json(text: str) -> list[tuple[str, ...]]:
    """Return the values of objects or lists that are equally long; none where a text is no list of them."""
    try:
        objects = json.loads(text) if text.startswith("[") else []
        rows = [one.values() if isinstance(one, dict) else one for one in objects if isinstance(one, (dict, list))]
        return [*zip(*(map(str, row) for row in rows), strict=True)] if len(rows) == len(objects) else []
    except (ValueError, RecursionError):
        return []
