"""What can be selected in the challenges of SQAD: articles.tsv and sentences.tsv, and the columns of their inputs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from probierz.errors import DataError, OptionError
from probierz.lines import LineReader

QUESTION, ARTICLE = 2, 5
"""Columns of in.tsv, counted from 1."""


class SqadDocument(NamedTuple):
    """An article that can be selected."""

    name: str
    title: str
    text: str


class SqadSentence(NamedTuple):
    """A sentence that can be selected; its name is its number in the article."""

    name: str
    text: str


def column(line: str, number: int) -> str:
    """Return a column of an input line. Raises DataError where there are fewer."""
    columns = line.split("\t")
    if len(columns) < number:
        raise DataError(f"a line of SQAD has {number} columns or more, this one has {len(columns)}: {line[:60]!r}")
    return columns[number - 1]


@lru_cache(4)
def read_articles(path: str) -> tuple[SqadDocument, ...]:
    """Read articles.tsv. Raises OptionError without a file, DataError for a line of another form."""
    return tuple(SqadDocument(*row) for row in _rows(path, "articles"))


@lru_cache(4)
def read_sentences(path: str) -> Mapping[str, tuple[SqadSentence, ...]]:
    """Read sentences.tsv: the sentences of each article. Raises OptionError without a file, DataError."""
    found: dict[str, list[SqadSentence]] = {}
    for article, name, text in _rows(path, "sentences"):
        found.setdefault(article, []).append(SqadSentence(name, text))
    return {article: tuple(sentences) for article, sentences in found.items()}


def _rows(path: str, setting: str) -> Iterator[list[str]]:
    """The lines below the head, three columns each."""
    if not path or not Path(path).is_file():
        named = f"{path}: there is no such file" if path else "the file of candidates is not named"
        raise OptionError(f"{named}; say --set {setting}=CHALLENGE/{setting}.tsv, which `probierz sqad build` writes")
    with LineReader(Path(path), is_digested=False) as lines:
        for number, line in enumerate(lines, 1):
            row = str(line).split("\t")
            if len(row) != 3:
                raise DataError(f"{len(row)} columns; wanted are 3", path=Path(path), line=number)
            if number > 1:
                yield row
