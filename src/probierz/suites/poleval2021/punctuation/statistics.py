"""Counts of texts with punctuation, as tables and pictures: marks of each split, marks of a text, lengths.

The tables of the proceedings are counted in the same way. The column `train` of the organisers' table is of the 793
texts that have an alignment, see `marks_table`; their `dev` is test-A, and their `test` is test-C.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from statistics import fmean, median

from probierz.display.pictures import Picture, bars, histogram
from probierz.reports.tables import Column, Table
from probierz.suites.poleval2021.punctuation.documents import MARKS, MarkedText
from probierz.suites.poleval2021.punctuation.folders import Texts

_QUOTE = '"'
_COUNTED = {**MARKS, ";": "semicolon", _QUOTE: "quote"}
_UNKNOWN = "-"


def source_of(name: str) -> str:
    """Return where a text is from, by its ID: wikinews, wikitalks, or what else stands before the digits."""
    return name.rstrip("0123456789") or name


def _counts(document: MarkedText) -> Counter[str]:
    """How often each mark ends a word, and how many quotation marks there are, which are words of their own."""
    found = Counter(word.punctuation for word in document.words if word.punctuation)
    found[_QUOTE] = sum(word.word == _QUOTE for word in document.words)
    return found


def _has_marks(texts: Texts) -> bool:
    return any(entry.has_marks for entry in texts.entries)


def marks_table(splits: Mapping[str, Texts], *, only: Collection[str] | None = None) -> Table:
    """Return how often each mark occurs in each split, with the numbers of words and texts below.

    only: IDs of the texts to count. `-` where the marks are not known.
    """
    columns = []
    for texts in splits.values():
        documents = [one for name, one in texts.documents.items() if only is None or name in only]
        marks = sum(map(_counts, documents), Counter())
        known = _has_marks(texts)
        numbers = [str(marks[mark]) if known or mark == _QUOTE else _UNKNOWN for mark in _COUNTED]
        columns.append([*numbers, str(sum(len(one.words) for one in documents)), str(len(documents))])
    names = [*((mark, name) for mark, name in _COUNTED.items()), ("", "words"), ("", "texts")]
    rows = [(name, mark, *cells) for (mark, name), *cells in zip(names, *columns, strict=True)]
    head = (Column("counted"), Column("mark"), *(Column(name, True) for name in splits))
    return Table(head, tuple(rows))


def per_text_table(splits: Mapping[str, Texts]) -> Table:
    """Return mean, median and largest number of each mark in a text, and their sum, as in the task's README."""
    head = ("split", "counted", "mark", "mean", "median", "max", "sum")
    rows: list[tuple[str, ...]] = []
    for split, texts in splits.items():
        documents = list(texts.documents.values())
        counts = [_counts(one) for one in documents]
        known = _has_marks(texts)
        for mark, name in _COUNTED.items():
            if known or mark == _QUOTE:
                rows.append((split, name, mark, *_of_a_text([one[mark] for one in counts])))
        rows.append((split, "words", "", *_of_a_text([len(one.words) for one in documents])))
    return Table(tuple(Column(name, at > 2) for at, name in enumerate(head)), tuple(rows))


def _of_a_text(numbers: Sequence[int]) -> tuple[str, str, str, str]:
    return f"{fmean(numbers):.2f}", f"{median(numbers):.1f}", str(max(numbers)), str(sum(numbers))


def lengths_table(splits: Mapping[str, Texts]) -> Table:
    """Return how long texts are, in words, by split and by where they are from."""
    head = ("split", "source", "texts", "words", "mean", "median", "shortest", "longest")
    rows = []
    for split, texts in splits.items():
        lengths: dict[str, list[int]] = {}
        for name, document in texts.documents.items():
            lengths.setdefault(source_of(name), []).append(len(document.words))
        for source in sorted(lengths):
            rows.append((split, source, *_lengths(lengths[source])))
        rows.append((split, "all", *_lengths([length for some in lengths.values() for length in some])))
    return Table(tuple(Column(name, at > 1) for at, name in enumerate(head)), tuple(rows))


def _lengths(numbers: Sequence[int]) -> tuple[str, ...]:
    plain = (len(numbers), sum(numbers))
    return (*map(str, plain), f"{fmean(numbers):.1f}", f"{median(numbers):.1f}", str(min(numbers)), str(max(numbers)))


def marks_picture(splits: Mapping[str, Texts]) -> Picture:
    """Return how many of 1,000 words each mark follows, by split; splits without marks are left out."""
    shares = {
        split: [1000 * count / words for count in counts]
        for split, texts in splits.items()
        if _has_marks(texts)
        for counts, words in [_marks_and_words(texts)]
    }
    return bars(list(MARKS.values()), shares, title="Marks", label="of 1,000 words")


def _marks_and_words(texts: Texts) -> tuple[list[int], int]:
    documents = list(texts.documents.values())
    marks = sum(map(_counts, documents), Counter())
    return [marks[mark] for mark in MARKS], sum(len(one.words) for one in documents)


def lengths_picture(splits: Mapping[str, Texts]) -> Picture:
    """Return how long the texts of all splits are."""
    lengths = [len(document.words) for texts in splits.values() for document in texts.documents.values()]
    return histogram(lengths, title="Lengths of texts", label="words", counted="texts")
