"""Counts of scanned pages, as tables and pictures: sizes of splits, pages of each year, pages of each time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean

from probierz.display.pictures import Picture, bars
from probierz.reports.tables import Column, Table
from probierz.suites.poleval2021.ocr import BUCKETS, BookPage, bucket, escape, parse_year
from probierz.suites.poleval2021.ocr_tokens import MISSING, TokenSummary

Splits = Mapping[str, Sequence[BookPage]]


def sizes_table(splits: Splits) -> Table:
    """Return pages and books of each split, and how long pages are on average.

    characters: of the page as it is. bytes: of its escaped line in UTF-8, line end included; Wróbel's Table 1 prints
    these as characters.
    """
    rows = []
    for split, pages in splits.items():
        lengths = (
            [len(page.text.split()) for page in pages],
            [len(page.text) for page in pages],
            [len(escape(page.text).encode()) + 1 for page in pages],
        )
        means = [f"{fmean(one):.1f}" for one in lengths]
        empty = sum(not page.text for page in pages)
        books = len({page.book for page in pages})
        rows.append((split, str(len(pages)), str(books), *means, str(empty)))
    head = ("split", "pages", "books", "words a page", "characters a page", "bytes a line", "empty pages")
    return Table(tuple(Column(name, at > 0) for at, name in enumerate(head)), tuple(rows))


def years_table(splits: Splits) -> Table:
    """Return how many pages are of each year, as the files have it: years, then open ones, then unknown ones."""
    counts = {split: Counter(page.year for page in pages) for split, pages in splits.items()}
    years = sorted({year for one in counts.values() for year in one}, key=lambda year: (not year.isdigit(), year))
    rows = tuple((year or "(none)", *(str(one[year]) for one in counts.values())) for year in years)
    return Table((Column("year"), *(Column(split, True) for split in splits)), rows)


def buckets_table(splits: Splits) -> Table:
    """Return how many pages are of each time, as in Dyda's Table 1; see `bucket`."""
    counts = [Counter(map(bucket, pages)) for pages in splits.values()]
    rows = tuple((name, *(str(one[name]) for one in counts)) for name in BUCKETS)
    return Table((Column("time"), *(Column(split, True) for split in splits)), rows)


def years_picture(splits: Splits) -> Picture:
    """Return how many pages are of each ten years, by split; pages without an exact year are left out."""
    counts = {
        split: Counter(exact // 10 * 10 for page in pages if (exact := parse_year(page.year).exact) is not None)
        for split, pages in splits.items()
    }
    known = [decade for one in counts.values() for decade in one]
    decades = range(min(known), max(known) + 1, 10) if known else range(0)
    values = {split: [float(one[decade]) for decade in decades] for split, one in counts.items()}
    return bars([f"{decade}s" for decade in decades], values, title="Pages by ten years", label="pages")


def tokens_table(found: TokenSummary) -> Table:
    """Return what a file of token alignments holds."""
    share = 100 * found.same / found.rows if found.rows else 0.0
    rows = (
        ("books", str(found.books)),
        ("pages", str(found.pages)),
        ("rows", str(found.rows)),
        ("rows with the same token", f"{found.same} ({share:.1f} %)"),
        ("right tokens that were not read", str(found.missed)),
        ("tokens read that are not right", str(found.surplus)),
        ("rows without a token, or with an empty one", str(found.empty)),
        ("right tokens with a space at an end", str(found.spaced)),
    )
    return Table((Column("counted"), Column("number", True)), rows)


def confusions_table(found: TokenSummary, most: int) -> Table:
    """Return the most frequent confusions."""
    rows = tuple(
        (pair.read or MISSING, pair.right or MISSING, str(count)) for pair, count in found.confusions.most_common(most)
    )
    return Table((Column("read"), Column("right"), Column("count", True)), rows)
