"""The texts that the network learns from, and how much of each: `mixture.tsv`.

Only texts whose licence lets the result be passed on are in it: public domain, CC0, CC BY, CC BY-SA, official records.
A text file is taken whole unless a file `NAME.sources.tsv` beside it says which lines are of which source; then those
of the mixture are taken, each with its weight, and no others.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from numpy.typing import NDArray

from probierz.errors import DataError
from probierz.lines import LineReader
from probierz.systems.punctuation.learning import Corpus
from probierz.systems.punctuation.texts import LabelledWord, read_words
from probierz.systems.system import Progress, no_progress

_SHORT = 60
"""Words: shorter texts are put together, so that sentences end inside texts too."""


class TextSource(NamedTuple):
    """A source. early, late, last: how often a word of it is taken in each stage of the training.

    Reviews are left out of the last: who writes them leaves commas out.
    """

    name: str
    early: float
    late: float
    last: float
    licence: str
    credit: str


class SourcePart(NamedTuple):
    """What was read of a source: rows of a Corpus."""

    source: TextSource
    rows: NDArray[Any]


def mixture() -> dict[str, TextSource]:
    """The sources, by name."""
    table = (files("probierz.systems.punctuation") / "mixture.tsv").read_text("utf-8")
    return {
        row["source"]: TextSource(
            row["source"], float(row["early"]), float(row["late"]), float(row["last"]), row["licence"], row["credit"]
        )
        for row in csv.DictReader(table.splitlines(), delimiter="\t")
    }


def read_text(path: Path, corpus: Corpus, progress: Progress = no_progress) -> list[SourcePart]:
    """Read a text: a paragraph a line, an empty line between texts. Raises DataError when nothing of it can be used."""
    parts = []
    with LineReader(path, is_digested=False) as reader:
        lines = (str(line) for line in reader)
        for source, count in _ranges(path):
            for text in _texts(_first(lines, count)):
                if source:
                    corpus.add(text)
            if source:
                parts.append(SourcePart(source, corpus.rows()))
                progress(f"reading {source.name}", len(parts), 0)
    if not parts:
        raise DataError(f"there is no source of the mixture in it; its sources are {', '.join(mixture())}", path=path)
    return parts


def _ranges(path: Path) -> Iterator[tuple[TextSource | None, int]]:
    """Yield each source and how many lines of the file are of it; 0: all that are left."""
    table = path.parent / f"{path.name.split('.')[0]}.sources.tsv"
    if not table.exists():
        yield TextSource(path.name, 1, 1, 1, "not stated", ""), 0
        return
    known = mixture()
    with table.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            yield known.get(row["source"]), int(row["last_line"]) - int(row["first_line"]) + 1


def _first(lines: Iterator[str], count: int) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        yield line
        if number == count:
            return


def _texts(lines: Iterable[str]) -> Iterator[list[LabelledWord]]:
    """The words of each text; short ones are put together."""
    words: list[LabelledWord] = []
    for paragraph in _paragraphs(lines):
        words += read_words(paragraph)
        if len(words) >= _SHORT:
            yield words
            words = []
    if words:
        yield words


def _paragraphs(lines: Iterable[str]) -> Iterator[str]:
    """The lines up to an empty one, as one text."""
    waiting: list[str] = []
    for line in lines:
        if line.strip():
            waiting.append(line.strip())
        elif waiting:
            yield " ".join(waiting)
            waiting = []
    if waiting:
        yield " ".join(waiting)
