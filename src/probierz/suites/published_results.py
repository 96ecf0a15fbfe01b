"""Published results: every number that a paper prints about a task, with where it stands and whose it is.

They are data. A folder has a file `sources.toml`, with a table for each paper, and for each of them a TSV of its name:

    published/poleval-2021/sources.toml            [task3-dyda] title = …, year = 2021 …
    published/poleval-2021/task3-dyda.tsv          Table 2, ocr, test-A, WER, 5.338 …

A suite of one's own may have one TSV instead, with columns `source`, `year` and `link` in place of papers. Columns are
named in the header, in any order; what is left out is empty.
"""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, fields
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Literal, get_args

from probierz.errors import ChallengeError, DataError, nearest
from probierz.suites.toml_tables import read_table, read_toml

SubmissionKind = Literal["official", "authors", "variant", "ablation", "baseline", "statistic", "context"]
"""official: submitted to a campaign, or the system that a paper is about. authors: run by the authors of a benchmark,
who print their runs beside each other. variant: another system of the same team. ablation: one made to see what a part
is worth. baseline: to compare with. statistic: a number about data or a campaign, not about a system. context: of other
data.
"""


def ranked_kinds(kinds: Iterable[str]) -> frozenset[str]:
    """Return which of the kinds that stand on a board have ranks there: official submissions, and what has no kind.

    Where there is neither, runs of authors, variants and ablations have. A baseline is there to compare with, and never
    has one.
    """
    there = frozenset(kinds)
    return there & {"", "official"} or there - {"baseline"}


PRINTED_NUMBER = r"-?[0-9]{1,20}(\.[0-9]{1,20})?"
"""How a score is printed, here and on platforms that are told of it."""
SOURCES = "sources.toml"
_NEEDED = ("task", "split", "metric", "system", "value")
_NO_COLUMNS = ("origin", "file", "line")
_OF_SOURCE = ("source", "year", "link")
"""Columns about where a number is printed; in a folder, `sources.toml` says that."""


@dataclass(frozen=True)
class PublishedSource:
    """A paper, or a page. cited: how it is named in tables. authors: `family name, first name`, or what is known.

    kind: of a BibTeX entry. address: where it is, or the page of its campaign. code: where the code or the
    trained model is. Titles in brackets are descriptions.
    """

    key: str = ""
    title: str = ""
    authors: tuple[str, ...] = ()
    year: int = 0
    cited: str = ""
    kind: str = "inproceedings"
    book: str = ""
    publisher: str = ""
    pages: str = ""
    doi: str = ""
    address: str = ""
    code: str = ""

    @property
    def link(self) -> str:
        """Where a reader finds it: by its DOI where it has one."""
        return f"https://doi.org/{self.doi}" if self.doi else self.address


@dataclass(frozen=True)
class PrintedResult:
    """A number as it is printed.

    task: of the suite; empty for numbers about the suite as a whole. slice: the part of the split, or what else was
    measured; empty for all of the split. metric: under the name that the challenge shows where it is that metric.
    unit: "percent", "fraction", "hundredths" (of a metric that the challenge does not show as a percentage), "count" …
    system: as printed; empty for statistics. submission: the same for numbers of the same system in several tables.
    rank: in the final table of the organisers; 0 for all that have none there. value: as printed, also where it is no
    plain number (`16k`). recipe: the system of `probierz systems` that the number is a score of.
    conflict: what another place says instead; empty where nothing contradicts it.
    """

    task: str
    split: str
    metric: str
    system: str
    value: str
    _: KW_ONLY
    table: str = ""
    slice: str = ""
    unit: str = ""
    team: str = ""
    submission: str = ""
    kind: SubmissionKind = "official"
    rank: int = 0
    recipe: str = ""
    note: str = ""
    conflict: str = ""


@dataclass(frozen=True)
class PublishedResult(PrintedResult):
    """A number, where it is printed (origin), and where it stands in our data (file, line)."""

    origin: PublishedSource
    file: str = field(default="", compare=False, repr=False)
    line: int = field(default=0, compare=False, repr=False)

    @property
    def source(self) -> str:
        """Where it is printed, in words: the paper and the table."""
        return ", ".join(filter(None, (self.origin.cited, self.table)))

    @property
    def shown(self) -> str:
        """The value in the unit in which the challenge shows its metric, with the printed digits."""
        return format(Decimal(self.value).scaleb(-2), "f") if self.unit == "hundredths" else self.value

    @cached_property
    def number(self) -> float:
        """The value as a number, in the unit in which the challenge shows its metric; NaN where it is none."""
        return float(self.shown) if _is_number(self.value) else math.nan

    @property
    def is_score(self) -> bool:
        """Whether it is a score of a system on a whole split: what stands on boards."""
        return self.kind not in ("statistic", "context") and not self.slice and not math.isnan(self.number)


def _is_number(text: str) -> bool:
    return re.fullmatch(PRINTED_NUMBER, text) is not None


# --- reading ---------------------------------------------------------------------------------------------------------


def read_published(place: Path) -> tuple[PublishedResult, ...]:
    """Read the results of a folder with `sources.toml`, or of a single TSV.

    Raises ChallengeError or DataError, with file and line, for what cannot be read, for a score that is no number, and
    for two values of one cell where neither says why.
    """
    if not place.is_dir():
        found = list(_results(place, None))
    else:
        sources = _read_sources(place / SOURCES)
        _refuse_strangers(place, sources)
        found = [row for key, source in sources.items() for row in _results(place / f"{key}.tsv", source)]
    _refuse_contradictions(found)
    return tuple(result for _, _, result in found)


def _read_sources(file: Path) -> dict[str, PublishedSource]:
    return {key: _source(key, table, file) for key, table in read_toml(file).items()}


def _source(key: str, table: object, file: Path) -> PublishedSource:
    if not isinstance(table, dict):
        raise ChallengeError(f"{file}: {key!r} is no table; describe each source under [{key}]")
    return read_table(
        PublishedSource,
        {"cited": table.get("title", key), **table, "key": f"{file.parent.name}-{key}"},
        f"{file}, [{key}]",
    )


def _refuse_strangers(folder: Path, sources: Sequence[str] | dict[str, PublishedSource]) -> None:
    for file in sorted(folder.glob("*.tsv")):
        if file.stem not in sources:
            raise ChallengeError(f"{file}: {SOURCES} has no table [{file.stem}]; say there where these are printed")


Placed = tuple[Path, int, PublishedResult]


def _results(file: Path, source: PublishedSource | None) -> Iterator[Placed]:
    try:
        with open(file, encoding="utf-8-sig", newline="") as opened:  # spreadsheets write a mark in front
            rows = list(csv.reader(opened, delimiter="\t", quoting=csv.QUOTE_NONE))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ChallengeError(f"{file}: the published results cannot be read: {error}") from error
    header = rows[0] if rows else []
    _check_header(header, file, has_source=source is None)
    for line, row in enumerate(rows[1:], 2):
        if len(row) != len(header):
            raise DataError(f"{len(header)} columns are wanted, found {len(row)}", path=file, line=line)
        yield file, line, _result(dict(zip(header, map(str.strip, row), strict=True)), source, file, line)


def _check_header(header: Sequence[str], file: Path, *, has_source: bool) -> None:
    known = [one.name for one in fields(PublishedResult) if one.name not in _NO_COLUMNS]
    known += _OF_SOURCE if has_source else ()
    needed = [*_NEEDED, *(["source"] if has_source else [])]
    missing = [name for name in needed if name not in header]
    if missing:
        raise DataError(f"the columns must be {', '.join(needed)}; {missing[0]} is missing", path=file, line=1)
    for name in header:
        if name in _OF_SOURCE and not has_source:
            raise DataError(f"say in {SOURCES} where these are printed, and leave out {name!r}", path=file, line=1)
        if name not in known:
            close = nearest(name, known) or known
            raise DataError(f"there is no column {name!r}; try {', '.join(close)}", path=file, line=1)
    if len(set(header)) < len(header):
        raise DataError("a column is there twice", path=file, line=1)


def _result(row: dict[str, str], source: PublishedSource | None, file: Path, line: int) -> PublishedResult:
    cited, year, link = (row.pop(name, "") for name in _OF_SOURCE)
    kind, rank = row.pop("kind", "") or "official", row.pop("rank", "")
    if kind not in get_args(SubmissionKind):
        raise DataError(f"the kind is {kind!r}; wanted {', '.join(get_args(SubmissionKind))}", path=file, line=line)
    if rank and not (rank.isascii() and rank.isdigit() and int(rank)):
        raise DataError(f"the rank is {rank!r}; a whole number from 1 is wanted, or nothing", path=file, line=line)
    if kind not in ("statistic", "context") and not row.get("slice") and not _is_number(row["value"]):
        raise DataError(f"{row['value']!r} is not a number; write digits, as in 90.5 or 0.905", path=file, line=line)
    if source is None and not cited:
        raise DataError("the source is empty; say where the number is printed", path=file, line=line)
    if kind not in ("statistic", "context") and not row["system"]:
        raise DataError("the system is empty; name it as printed", path=file, line=line)
    if year and not (year.isascii() and year.isdigit() and len(year) == 4):
        raise DataError(f"the year is {year!r}; write it as 2026, or nothing", path=file, line=line)
    if link and not link.startswith(("https://", "http://")):
        raise DataError(f"the link is {link!r}; one that begins with https:// is wanted", path=file, line=line)
    origin = source or PublishedSource(key=cited, cited=cited, year=int(year or 0), address=link)
    return PublishedResult(
        origin=origin,
        kind=kind,  # type: ignore[arg-type]
        rank=int(rank or 0),
        file=str(file),
        line=line,
        **row,
    )


def _refuse_contradictions(found: Sequence[Placed]) -> None:
    """Two values for one cell must say so: one of them in its column `conflict`."""
    seen: dict[tuple[str, ...], Placed] = {}
    for placed in found:
        file, line, one = placed
        cell = (one.task, one.split, one.slice, one.metric, one.submission or one.system)
        _, other_line, other = seen.setdefault(cell, placed)
        if not _agree(one, other) and not (one.conflict or other.conflict):
            where = f"line {other_line}" if seen[cell][0] == file else f"{seen[cell][0].name} line {other_line}"
            raise DataError(
                f"{one.metric} of {one.submission or one.system or 'the data'} is {one.value}, and {other.value} in "
                f"{where}; correct one, or say in the column conflict of one of them why they differ",
                path=file,
                line=line,
            )


def _agree(one: PublishedResult, other: PublishedResult) -> bool:
    return one.value == other.value or one.number == other.number


# --- citing ----------------------------------------------------------------------------------------------------------


def as_bibtex(sources: Sequence[PublishedSource]) -> str:
    """Return an entry for each source, in the order given, each once."""
    return "\n\n".join(_entry(one) for one in dict.fromkeys(sources))


def _entry(source: PublishedSource) -> str:
    facts = {
        "title": source.title or source.cited,
        "author": " and ".join(source.authors),
        "booktitle": source.book,
        "publisher": source.publisher,
        "pages": source.pages,
        "year": str(source.year or ""),
        "doi": source.doi,
        "url": "" if source.doi else source.address,
    }
    lines = [f"  {name} = {{{value}}}," for name, value in facts.items() if value]
    key = "".join(
        letter if letter.isascii() and (letter.isalnum() or letter in "-_:.") else "-" for letter in source.key
    )
    return "\n".join([f"@{source.kind if source.book else 'misc'}{{{key or 'source'},", *lines, "}"])
