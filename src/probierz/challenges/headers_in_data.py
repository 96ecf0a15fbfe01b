"""A line with the names of columns that stands in the data as if it were a line of them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from probierz.challenges.file_survey import Survey, survey_file
from probierz.challenges.files import Reading
from probierz.challenges.labels import header_doubt
from probierz.challenges.line_counts import empty_last_line
from probierz.challenges.unreadable_lines import unreadable_lines
from probierz.lines import Dialect, LineReader
from probierz.schemes.scheme import Scheme

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


def has_header(path: str | os.PathLike[str], header: Sequence[str]) -> bool:
    """Whether a file begins with the names of columns that its challenge announces: readers leave them out."""
    return bool(header) and survey_file(path, header=header, most_lines=1).has_header


def is_header_too_many(
    survey: Survey, wanted: int, schemes: Sequence[Scheme], reading: Reading, open_results: Mapping[str, str]
) -> bool:
    """Whether an output has one line more than wanted, and this is the first, with names of columns.

    survey: of the output. open_results: by split, the expected results that everybody has.
    """
    if survey.has_header or survey.lines != wanted + 1 or empty_last_line(survey.path, wanted, reading.out_header):
        return False
    known = open_results.get(known_split(open_results) or "")
    return is_like_header(survey.path, schemes, replace(reading, dialect=Dialect(lenient=True)), known)


def is_like_header(
    path: str | os.PathLike[str], schemes: Sequence[Scheme], reading: Reading, known: str | os.PathLike[str] | None
) -> bool:
    """Whether the first line names columns, which no file announces: asked where an output has one line too many.

    Words say so that people call columns, or that it alone cannot be read, or is no label before those that are known.
    known: expected lines with all labels, where there are some that may be looked at.
    """
    if begins_with_names(path, reading.out_header) or _cannot_be_read_alone(path, schemes, reading):
        return True
    scheme = next((one for one in schemes if one.metric.compares_labels), None)
    if scheme is None or known is None:
        return False
    with reading.open_parallel(os.fspath(path)) as lines, reading.open_parallel(os.fspath(known)) as others:
        return header_doubt(lines, others, scheme, tokenizer=reading.tokenizer) is not None


def _cannot_be_read_alone(path: str | os.PathLike[str], schemes: Sequence[Scheme], reading: Reading) -> bool:
    with reading.open_parallel(os.fspath(path)) as lines:
        found = unreadable_lines(schemes, lines, "output", tokenizer=reading.tokenizer)
    return any(one.count == 1 and next(iter(one.kinds.values())).line == 1 for one in found)


def known_split(open_results: Mapping[str, str]) -> str | None:
    """Return the split that tells labels: train, else the first dev set whose expected results everybody has.

    open_results: those files by split.
    """
    return "train" if "train" in open_results else next(iter(open_results), None)


def names_beside(folder: str | os.PathLike[str], name: str) -> tuple[str, ...]:
    """Return the names in `in-header.tsv` or `out-header.tsv` of a challenge, whether its config.txt says so or not."""
    path = Path(folder) / name
    if not path.is_file():
        return ()
    with LineReader(str(path), dialect=Dialect(lenient=True)) as reader:
        return tuple(str(next(reader, "")).split("\t"))
