r"""Pages for systems that write texts again: without the signs of the task, and with a word that tells their time.

745 TAB 26 TAB 1907 TAB w nieu-\nstannem     a line of the task
1900 TAB w nieu-\nstannem                    with its bucket
1900 TAB w nieustannem                       without the signs
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar

from probierz.errors import OptionError, Untrained
from probierz.suites.poleval2021.ocr import escaped, unescape
from probierz.systems.combinators import column_of
from probierz.systems.ocr.buckets import Clusters, year_bucket
from probierz.systems.shared.chunks import normalised
from probierz.systems.storage import reading
from probierz.systems.system import Pair, System, Training

WAYS = ("spaces", "joined")
BY = ("nothing", "time", "year", "looks")


def with_single_spaces(text: str, way: str = "spaces") -> str:
    """The text of a page with single spaces; `joined`: words broken by - at the end of a line are put together."""
    found = unescape(text)
    return normalised(found.replace("-\n", "") if way == "joined" else found)


@dataclass
class PlainPages(System):
    """Gives its part the texts of pages, the last column, with single spaces, and escapes what the part says.

    way: `spaces`; or `joined`: words broken by - at the end of a line are put together first.
    """

    kind: ClassVar[str] = "plain-pages"
    of: System
    way: str = "spaces"

    def __post_init__(self) -> None:
        if self.way not in WAYS:
            raise OptionError(f"no way is called {self.way!r}; there are {' and '.join(WAYS)}")

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit the part on plain texts."""
        self.of.fit(self._plain(pairs), replace(training, development=self._plain(training.development)))

    def _plain(self, pairs: Sequence[Pair]) -> list[Pair]:
        return [Pair(self._input(pair.input), with_single_spaces(pair.expected, self.way)) for pair in pairs]

    def _input(self, line: str) -> str:
        before, tab, text = line.rpartition("\t")
        return f"{before}{tab}{with_single_spaces(text, self.way)}"

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield what the part says, as the task writes it."""
        return map(escaped, self.of.predict(map(self._input, inputs)))


@dataclass
class BucketedPages(System):
    """Gives its part of a line of the task the bucket of the page and its text, with a tab between (Dyda).

    by: `time`, five times of years; `year`, the year as it is given; `looks`, so many clusters of texts that look
    alike, learnt from the texts; or `nothing`, the text alone. year_column, text_column: counted from 1. A line without
    a tab is a text of no known year.
    """

    kind: ClassVar[str] = "bucketed-pages"
    of: System
    by: str = "time"
    clusters: int = 6
    year_column: int = 3
    text_column: int = 4
    _clusters: Clusters | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.by not in BY:
            raise OptionError(f"no buckets are called {self.by!r}; there are {', '.join(BY)}")
        if self.clusters < 1:
            raise OptionError(f"clusters={self.clusters}: there is at least one")

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Find the buckets, and fit the part. Raises MissingExtra."""
        if self.by == "looks":
            texts = [self._text(pair.input, number) for number, pair in enumerate(pairs, 1)]
            self._clusters = Clusters.learn(texts, self.clusters, training.seed)
        self.of.fit(self._bucketed(pairs), replace(training, development=self._bucketed(training.development)))

    def _bucketed(self, pairs: Sequence[Pair]) -> list[Pair]:
        inputs = self._inputs(pair.input for pair in pairs)
        return [Pair(line, pair.expected) for line, pair in zip(inputs, pairs, strict=True)]

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield what the part says of the texts with their buckets."""
        return self.of.predict(self._inputs(inputs))

    def _inputs(self, lines: Iterable[str]) -> Iterator[str]:
        for number, line in zip(itertools.count(1), lines):
            text = self._text(line, number)
            bucket = self._bucket(text, line, number)
            yield f"{bucket}\t{text}" if bucket else text

    def _text(self, line: str, number: int) -> str:
        return column_of(line, self.text_column, number) if "\t" in line else line

    def _bucket(self, text: str, line: str, number: int) -> str:
        if self.by == "nothing":
            return ""
        if self.by == "looks":
            if self._clusters is None:
                raise Untrained("the buckets are not known yet; train the system, or name a folder that holds one")
            return str(self._clusters.numbers([text])[0])
        year = column_of(line, self.year_column, number) if "\t" in line else ""
        return year_bucket(year) if self.by == "time" else year

    def write(self, folder: Path) -> None:
        """Write the buckets that were found."""
        if self._clusters is not None:
            self._clusters.write(folder / _NAME)

    def read(self, folder: Path) -> None:
        """Read them. Raises SystemFileError."""
        if not (folder / _NAME).exists():
            return
        with reading(folder / _NAME):
            self._clusters = Clusters.read(folder / _NAME)


_NAME = "buckets.npz"
