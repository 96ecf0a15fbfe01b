"""Texts of a hidden test that another file holds, whatever its form: its results may stand beside them in any way.

Texts are compared by runs of words, without case, punctuation and the words that no text of the test has. So markup,
JSON, one token on a line and labels between tokens do not matter; what stands between two texts does not either.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from probierz.challenges.file_tables import IsOver, never, texts_in
from probierz.challenges.revealed_results import FEWEST_FOUND, MOST_LINES, MOST_OF_LINES, columns_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]

_RUN = 4
"""How many words in a row are looked for at once. What has fewer, such as a label or an id, is no text."""

_MOST_RUNS = 0.9
"""Which part of the runs of a text have to be found: of a short one all, of a longer one not each."""

_MOST_ALIKE = 20
"""A text on more lines is the same instruction on each."""

_MOST_WORDS = 64
"""How many words of a line are looked for."""

_IDEOGRAPHS = "\u3040-\u30ff\u3400-\u9fff"
_WORD = re.compile(rf"[{_IDEOGRAPHS}]|[^\W_{_IDEOGRAPHS}]{{2,}}")
_IDEOGRAPH = re.compile(f"[{_IDEOGRAPHS}]")
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")
_BREAK = re.compile(r"\\[nrt]")


class SoughtTexts:
    """The texts of an input, as they are looked for: each column's, and whole lines."""

    def __init__(self, inputs: Path, header: Sequence[str] = ()) -> None:
        """Read them. Raises ProbierzError where that cannot be done."""
        import numpy as np

        from probierz.challenges.known_numbers import KnownNumbers

        columns = columns_of(inputs, header)
        self.lines = len(columns[0]) if columns else 0
        self._numbers: dict[str, int] = {}
        self._texts = [text for number, column in enumerate(columns) for text in _texts(number, column)]
        runs = [_runs(self._numbered(text.words)) for text in self._texts]
        self._text_of = np.repeat(np.arange(len(runs)), [len(one) for one in runs])
        joined = np.concatenate(runs) if runs else np.zeros(0, np.uint64)
        known, self._at = np.unique(joined, return_inverse=True)
        self._known = KnownNumbers(known)

    def _numbered(self, words: Iterable[str]) -> list[int]:
        numbers = self._numbers
        return [numbers.setdefault(word, len(numbers) + 1) for word in words]

    def runs_in(self, path: Path, *, is_over: IsOver = never) -> Mask:
        """Return which runs of words a file holds, packed or not; what cannot be read holds none.

        is_over: when the look ends.
        """
        import numpy as np

        found = np.zeros(len(self._known), bool)
        if not len(found):
            return found
        numbers = self._numbers
        for chunks in texts_in(path, is_over):
            before: list[int] = []
            for chunk in chunks:
                ids = before + [numbers[word] for word in _words(chunk) if word in numbers]
                found[self._known.among(_runs(ids))] = True
                before = ids[1 - _RUN :]
        return found

    def told_by(self, runs: Mask) -> int:
        """Return on how many lines stands a text all of whose runs are found; 0 where these are not most lines."""
        import numpy as np

        if not self._texts:
            return 0
        of_each = np.bincount(self._text_of, minlength=len(self._texts))
        is_found = np.bincount(self._text_of, runs[self._at], len(self._texts)) >= _MOST_RUNS * of_each
        different: Counter[int] = Counter()
        lines: Counter[int] = Counter()
        for text, is_there in zip(self._texts, is_found.tolist(), strict=True):
            if is_there:
                different[text.column] += 1
                lines[text.column] += text.lines
        enough = [lines[one] for one, count in different.items() if count >= FEWEST_FOUND]
        looked_for = min(self.lines, MOST_LINES)
        return max((count for count in enough if count >= MOST_OF_LINES * looked_for), default=0)


class _ColumnText(NamedTuple):
    """The words of a text of a column, and on how many lines it stands there."""

    column: int
    lines: int
    words: list[str]


def _texts(number: int, column: Sequence[str]) -> Iterator[_ColumnText]:
    """The different texts of a column. Paths and identifiers are none, for all their parts."""
    for value, lines in Counter(column[:MOST_LINES]).items():
        if lines > _MOST_ALIKE or (len(value.split(None, _RUN)) < _RUN and not _IDEOGRAPH.search(value)):
            continue
        words = _words(value)[:_MOST_WORDS]
        if len(words) >= _RUN:
            yield _ColumnText(number, lines, words)


def as_meant(text: str) -> str:
    """Return a text without case and escapes of JSON and XML."""
    if "\\" in text:
        text = _BREAK.sub(" ", _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text))
    if "&" in text:
        text = html.unescape(text)
    return unicodedata.normalize("NFKC", text).lower()


def _words(text: str) -> list[str]:
    return _WORD.findall(as_meant(text))


def _runs(ids: Sequence[int]) -> NDArray[np.uint64]:
    import numpy as np

    from probierz.challenges.known_numbers import hashed_runs

    return hashed_runs(np.array(ids, np.uint64), _RUN)
