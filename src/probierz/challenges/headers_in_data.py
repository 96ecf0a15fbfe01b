"""A line with the names of columns that stands in the data as if it were a line of them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from probierz.lines import Dialect, LineReader

__all__ = ["begins_with_names", "names_beside"]

_WORDS = (
    "answer answers category class context document expected gold id idx index input label labels output passage "
    "prediction premise hypothesis question score sentence sentence1 sentence2 sentence_a sentence_b source target "
    "text text1 text2 text_a text_b title translation "
    "etykieta klasa kontekst odpowiedź pytanie tekst tytuł zdanie"
)
_NAMES = frozenset(_WORDS.split())
"""What people call columns."""
_MOST_READ = 100_000


def begins_with_names(path: str | os.PathLike[str], names: Sequence[str] = ()) -> bool:
    """Whether the first line of a file names columns: those given in any case, or by words that are no data.

    Of one column the word must stand there once, before other lines. A header line that readers know is none of this.
    """
    with LineReader(os.fspath(path), dialect=Dialect(lenient=True)) as reader:
        first = str(next(reader, ""))
        fields = [field.strip().casefold() for field in first.lstrip("\ufeff").split("\t")]
        if names and fields == [name.casefold() for name in names]:
            return True
        if len(fields) > 1:
            return len(set(fields)) == len(fields) and _NAMES.issuperset(fields)
        others = [str(line) for line in islice(reader, _MOST_READ)] if fields[0] in _NAMES else []
        return len(others) > 1 and first not in others


def names_beside(folder: str | os.PathLike[str], name: str) -> tuple[str, ...]:
    """Return the names in `in-header.tsv` or `out-header.tsv` of a challenge, whether its config.txt says so or not."""
    path = Path(folder) / name
    if not path.is_file():
        return ()
    with LineReader(str(path), dialect=Dialect(lenient=True)) as reader:
        return tuple(str(next(reader, "")).split("\t"))
