"""Labels of tokens, as the hub has them: a list of words, and lists with a label for each, such as `ner_tags`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from probierz.errors import DataError, ParseError
from probierz.metrics.annotations import bio_entities
from probierz.suites.bridges.foreign_rows import ForeignRow, Tokens

TAG_COLUMNS = ("ner_tags", "ner", "tags", "pos_tags", "pos", "upos", "xpos", "chunk_tags")
"""Usual names of columns of labels, those first that are more often wanted."""
_TOKEN_COLUMNS = ("tokens", "words")


def with_token_lines(rows: Sequence[ForeignRow]) -> Sequence[ForeignRow]:
    """Return the rows with `Tokens` for the list of words and all lists that have an item for each word.

    Raises DataError, with file and line, where a column of tags has more or fewer items than there are words.
    """
    tokens = next(
        (name for name in _TOKEN_COLUMNS if rows and all(_are_words(row.fields.get(name)) for row in rows)), ""
    )
    if not tokens:
        return rows
    columns = [tokens, *_aligned(rows, tokens)]
    return [replace(row, fields={**row.fields, **_token_fields(row, columns)}) for row in rows]


def _are_words(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value)


def _aligned(rows: Sequence[ForeignRow], tokens: str) -> Iterator[str]:
    for name in rows[0].fields:
        lists = [(row, row.fields[name]) for row in rows if row.fields.get(name) is not None]
        if name == tokens or not lists or not all(isinstance(value, (list, tuple)) for _, value in lists):
            continue
        other = next(((row, len(value)) for row, value in lists if len(value) != len(row.fields[tokens])), None)
        if other is None:
            yield name
        elif name in TAG_COLUMNS:
            row, count = other
            words = len(row.fields[tokens])
            message = f"{tokens!r} has {words} items, and {name!r} {count}; give every word one label"
            raise DataError(message, path=row.file, line=row.line)


def _token_fields(row: ForeignRow, columns: Iterable[str]) -> dict[str, Tokens]:
    return {name: Tokens(row.fields[name]) for name in columns if row.fields.get(name) is not None}


def schemes_of_tokens(lines: Iterable[Tokens]) -> tuple[str, ...]:
    """Return the metric that reads these labels: of entities, where all are in BIO tags, else of single tokens."""
    try:
        found = sum(len(bio_entities(" ".join(map(str, line)))) for line in lines)
    except ParseError:
        found = 0
    return ("BIO-F1", "TokenAccuracy") if found else ("TokenAccuracy",)
