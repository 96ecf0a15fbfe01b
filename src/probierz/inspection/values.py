"""Numbers and lengths of fields."""

from __future__ import annotations

import re
from array import array

__all__ = ["FieldValues"]

_NUMBER = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")


class FieldValues:
    """The values of a field on the lines that have it: numbers as long as all are, and lengths in characters."""

    def __init__(self) -> None:
        self.lines = array("q")
        self.numbers: array[float] | None = array("d")
        self.lengths = array("d")

    def add(self, line: int, text: str) -> None:
        """Take in the field of a line."""
        self.lines.append(line)
        self.lengths.append(len(text))
        if self.numbers is not None:
            if _NUMBER.fullmatch(text):
                self.numbers.append(float(text))
            else:
                self.numbers = None
