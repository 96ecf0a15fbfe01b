"""Tables about records, in the form of the table about SQAD 3.0: sizes, and shares of the types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from probierz.display.pictures import Picture, bars
from probierz.reports.tables import Column, Table
from probierz.suites.sqad.cross_record_rules import article_name
from probierz.suites.sqad.records import Record
from probierz.suites.sqad.types import ANSWER_TYPES, QUESTION_TYPES

_PRINTED_AS = {"different articles": "articles", "answer contexts": "contexts"}
_VERSIONS = ("v3.0", "v2.1")

UNKNOWN = "(not said)"


class StatisticsRow(NamedTuple):
    """A row: its group, what is counted, how many, their share of all records in percent (None where it has none)."""

    group: str
    what: str
    number: int
    share: float | None


@dataclass
class Statistics:
    """Counts of records. articles: tokens of each article, as it stands in the first record about it."""

    records: int = 0
    tokens: int = 0
    sentences: int = 0
    contexts: int = 0
    articles: dict[str, int] = field(default_factory=dict)
    lengths: Counter[str] = field(default_factory=Counter)
    question_types: Counter[str] = field(default_factory=Counter)
    answer_types: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, record: Record) -> None:
        """Count one more record."""
        text = record.sentences("text")
        tokens = sum(len(sentence.tokens) for sentence in text)
        self.records += 1
        self.tokens += tokens
        self.sentences += len(text)
        self.contexts += "context" in record.parts
        self.articles.setdefault(article_name(record), tokens)
        for part in ("question", "answer", "selection", "extraction"):
            self.lengths[part] += sum(len(sentence.tokens) for sentence in record.sentences(part))
        pair = (record.question_type or UNKNOWN, record.answer_type or UNKNOWN)
        self.question_types[pair[0]] += 1
        self.answer_types[pair[1]] += 1
        self.pairs[pair] += 1

    @property
    def rows(self) -> list[StatisticsRow]:
        """Sizes, then question types, then answer types in the order of the inventories, then pairs by frequency."""
        sizes = {
            "records": self.records,
            "articles": len(self.articles),
            "tokens": self.tokens,
            "tokens of different articles": sum(self.articles.values()),
            "sentences": self.sentences,
            "contexts": self.contexts,
            **{f"tokens of {part}s": count for part, count in self.lengths.items()},
        }
        return [
            *(StatisticsRow("size", what, count, None) for what, count in sizes.items()),
            *self._types("question type", self.question_types, QUESTION_TYPES),
            *self._types("answer type", self.answer_types, ANSWER_TYPES),
            *(self._row("types", " → ".join(pair), count) for pair, count in self.pairs.most_common()),
        ]

    def _types(self, group: str, counts: Counter[str], known: Iterable[str]) -> list[StatisticsRow]:
        names = dict.fromkeys([*known, *sorted(counts)])
        return [self._row(group, name, counts[name]) for name in names]

    def _row(self, group: str, what: str, count: int) -> StatisticsRow:
        return StatisticsRow(group, what, count, 100 * count / self.records if self.records else None)


def statistics_of(records: Iterable[Record]) -> Statistics:
    """Count records."""
    counted = Statistics()
    for record in records:
        counted.add(record)
    return counted


def statistics_table(counted: Statistics, *, is_beside_paper: bool = False) -> Table:
    """Return the counts with shares in percent (table 1); beside the paper also what it prints of SQAD 3.0 and 2.1."""
    columns = [Column("group"), Column("what"), Column("number", True), Column("%", True)]
    printed = _printed_numbers() if is_beside_paper else {}
    rows = []
    for row in counted.rows:
        cells = [row.group, row.what, str(row.number), "" if row.share is None else f"{row.share:.1f}"]
        if is_beside_paper:
            cells += printed.get((row.group, row.what), ("", ""))
        rows.append(tuple(cells))
    if is_beside_paper:
        columns += [Column("SQAD 3.0", True), Column("SQAD 2.1", True)]
    return Table(tuple(columns), tuple(rows))


def _printed_numbers() -> dict[tuple[str, str], tuple[str, ...]]:
    """Return what the publication prints of versions 3.0 and 2.1, by group and what is counted; shares in percent."""
    from probierz.suites.catalogue import find_suite

    found: dict[tuple[str, str], dict[str, str]] = {}
    for one in find_suite("sqad").published:
        if one.slice in _VERSIONS and one.kind == "statistic":
            found.setdefault(_row_of(one.metric), {})[one.slice] = one.value
    return {row: tuple(values.get(version, "") for version in _VERSIONS) for row, values in found.items()}


def _row_of(metric: str) -> tuple[str, str]:
    """The row that a metric of the published results stands for: `share of question type PERSON`, `records`."""
    for group in ("question type", "answer type"):
        if metric.startswith(f"share of {group} "):
            return group, metric.removeprefix(f"share of {group} ")
    return "size", _PRINTED_AS.get(metric, metric)


def types_picture(counted: Statistics) -> Picture:
    """Return which share of the records has each type of question and of answer; types that never come are left out."""
    groups = {"questions": counted.question_types, "answers": counted.answer_types}
    known = dict.fromkeys([*QUESTION_TYPES, *ANSWER_TYPES, *sorted(counted.question_types | counted.answer_types)])
    names = [name for name in known if any(one[name] for one in groups.values())]
    values = {group: [100 * one[name] / max(counted.records, 1) for name in names] for group, one in groups.items()}
    return bars(names, values, title="Types of questions and answers", label="records, %")
