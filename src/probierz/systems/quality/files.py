"""Rating translations in files that lie side by side: a line each of the source, the translation and a human one."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from probierz.errors import DataError, OptionError
from probierz.lines import LineReader
from probierz.systems.answers import number_of
from probierz.systems.quality.rating import Rating
from probierz.systems.system import System

__all__ = ["FAULTS", "WORDS", "RatedLine", "rate_files"]

WORDS = ("poor", "weak", "middling", "good", "very good")
"""In which fifth a rating lies, among those of the translations that the system learnt from."""

FAULTS = ("empty", "not translated")
"""What is said instead of a line without a letter or digit, and of one that is its source: no rating tells of that."""

_NUMBER = re.compile(r"(?:\d{1,3}(?:\s\d{3}(?!\d))+|\d+)(?:[.,:]\d+)*")  # 2020 100 is two: a year, and how many
_TINY = 1e-9  # what the order of a sum may change


class RatedLine(NamedTuple):
    """The rating of a line, counted from 1, and what it means; "" for a system that learnt from no ratings.

    word: one of `WORDS`, or of `FAULTS`, whatever the rating is. has_numbers: whether the numbers of the source are in
    it, and no others; ratings do not see that. Of PolEval's translations one in a hundred has others.
    """

    line: int
    rating: float
    word: str
    has_numbers: bool = True

    @property
    def is_fault(self) -> bool:
        """Whether the line is no translation, so that its rating means nothing."""
        return self.word in FAULTS


def rate_files(system: System, source: str, translation: str, reference: str = "") -> Iterator[RatedLine]:
    """Yield the rating of each line of a translation.

    reference: a human translation; a system may want one. Raises OptionError when it does and there is none, DataError
    for files of unequal length, or no line at all, and Untrained.
    """
    if not reference and _columns(system) > 1:
        raise OptionError(
            f"this system ({system.kind}) rates beside a human translation; name one with --reference, or another"
            " system:  --system quality/blind"
        )
    fifths = system.fifths if isinstance(system, Rating) else ()
    found = 0
    found_out: deque[tuple[str, bool]] = deque()
    for found, answer in enumerate(system.answers(_lines(source, translation, reference, found_out)), 1):
        rating = number_of(answer)
        word = WORDS[sum(rating + _TINY >= limit for limit in fifths)] if fifths else ""
        fault, has_numbers = found_out.popleft()
        yield RatedLine(found, rating, fault or word, has_numbers)
    if not found:
        raise DataError("has no line to rate", path=translation)


def _columns(system: System) -> int:
    return int(getattr(system, "columns", 3))


def _fault(translation: str, source: str) -> str:
    if not any(map(str.isalnum, translation)):
        return FAULTS[0]
    return FAULTS[1] if translation.split() == source.split() and any(map(str.isalpha, source)) else ""


def _numbers(text: str) -> Counter[str]:
    """The numbers written in digits, as digits alone: 1,234.5 is 1 234,5 elsewhere."""
    return Counter("".join(filter(str.isdigit, one)) for one in _NUMBER.findall(text))


def _lines(source: str, translation: str, reference: str, found_out: deque[tuple[str, bool]]) -> Iterator[str]:
    """Lines of the task: the translation, the source, and a human translation if there is one.

    found_out: takes the fault of each, and whether it has the numbers of the source.
    """
    names = [translation, source, *([reference] if reference else [])]
    with LineReader(names[0]) as first, LineReader(names[1]) as second, LineReader(names[-1]) as third:
        readers = [first, second, third][: len(names)]
        for number, row in enumerate(zip_longest(*readers), 1):
            ended = [name for name, text in zip(names, row, strict=True) if text is None]
            if ended:
                longer = next(name for name, text in zip(names, row, strict=True) if text is not None)
                raise DataError(
                    f"ends here, and {longer} goes on; line by line they must belong together",
                    path=ended[0],
                    line=number - 1,
                )
            made, given = str(row[0]), str(row[1])
            found_out.append((_fault(made, given), _numbers(made) == _numbers(given)))
            yield "\t".join(str(text).replace("\t", " ") for text in row)
