"""What checks look at: the splits of a challenge with their lines, read once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from probierz.challenges.challenge import Challenge, Split
from probierz.lines import LineReader

__all__ = ["CheckedSplit", "text_columns"]

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, eq=False)
class CheckedSplit:
    """A split with what is in its files.

    texts: of each input line the columns that are text, see `text_columns`. first: the number of the first line in the
    files, 2 where they begin with their header.
    """

    name: str
    split: Split
    header: tuple[str, ...] = ()
    out_header: tuple[str, ...] = ()

    @cached_property
    def inputs(self) -> list[str]:
        """The lines of the input; none when there is no input."""
        return _lines(self.split.input)[self.first - 1 :]

    @cached_property
    def expecteds(self) -> list[str] | None:
        """The expected lines; None when they are held back."""
        return None if self.split.expected is None else _lines(self.split.expected)

    @cached_property
    def first(self) -> int:
        """The number of the first line of the input that is no header."""
        if self.split.input is None or not self.header:
            return 1
        with LineReader(str(self.split.input)) as reader:
            return 2 if next(reader, "") == "\t".join(self.header) else 1

    @cached_property
    def texts(self) -> list[str]:
        """The text of each input line."""
        rows = [line.split("\t") for line in self.inputs]
        columns = text_columns(rows)
        return [" ".join(row[column] for column in columns if column < len(row)) for row in rows]

    @cached_property
    def words(self) -> list[list[str]]:
        r"""The words of each text, in lower case, without punctuation; `\n` written out is a space."""
        return [_WORD.findall(text.replace("\\n", " ").lower()) for text in self.texts]

    @property
    def input_path(self) -> str:
        """The path of the input."""
        return str(self.split.input or self.split.path / "in.tsv")

    @classmethod
    def of(cls, challenge: Challenge) -> list[CheckedSplit]:
        """Return the splits of a challenge that have an input."""
        return [
            cls(one.name, one, challenge.in_header, challenge.out_header)
            for one in challenge.splits
            if one.input is not None
        ]


def text_columns(rows: Sequence[Sequence[str]]) -> list[int]:
    """Return which columns are text: those in which most values are several words; all columns when there is none.

    So ids, years and labels beside a text do not make two equal texts different.
    """
    most = max(map(len, rows), default=0)
    several = [sum(column < len(row) and " " in row[column].strip() for row in rows) for column in range(most)]
    return [column for column in range(most) if several[column] * 2 > len(rows)] or list(range(most))


def _lines(path: Path | None) -> list[str]:
    if path is None:
        return []
    with LineReader(str(path)) as reader:
        return [str(line) for line in reader]
