"""Traps: texts that a metric takes otherwise than their author is likely to mean, without a word.

A trap belongs to the definition of every metric that has it. `explain` tells of it before it happens, `eval` after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from probierz.metrics.parsers import stripped, word_values

__all__ = ["EMPTY_LINE", "READ_AS_DISTRIBUTION", "Trap", "any_holds"]


class Trap(NamedTuple):
    """What surprises, in words and as tests of a line.

    beforehand: a sentence for who has shown no line; empty where there is nothing to say. of_line: a sentence about the
    texts of a line, expected and output (None: not known), as they come to the parser; empty when it is no surprise.
    does_harm: whether a line loses what it deserved. afterwards: about lines that did, `{lines}` standing for how many
    and `{number}` for the first. mark: what one text of every such line contains; a quick test.
    """

    beforehand: str
    of_line: Callable[[str | None, str | None], str]
    does_harm: Callable[[str, str], bool]
    afterwards: str
    mark: str = ""

    @property
    def in_general(self) -> str:
        """A sentence for who reads about the metric."""
        return self.beforehand or self.of_line("", "")


def any_holds(texts: Iterable[str | tuple[str, ...]], mark: str) -> bool:
    """Whether one of the texts, or of the items of a text, contains the mark of a trap."""
    try:
        return mark in "".join(texts)  # type: ignore[arg-type]  # nearly always there are strings alone
    except TypeError:
        return any(mark in "".join(text) for text in texts)


def _distribution_of_line(_expected: str | None, output: str | None) -> str:
    entries = word_values(stripped(output)) if output is not None else None
    if entries is None:
        return ""
    words = ", ".join(word for word, _ in entries)
    return f"the output {output!r} is read as a distribution over the word(s) {words}, not as text"


READ_AS_DISTRIBUTION = Trap(
    "an output of the form word:number, such as 12:30, is read as a distribution of words (here the word 12), so it "
    "never equals an expected 12:30",
    _distribution_of_line,
    lambda expected, output: stripped(expected) == stripped(output) and word_values(stripped(output)) is not None,
    "{lines} exactly as expected and yet wrong, because text such as 12:30 is read as the word 12 with the "
    "number 30; Lower/Accuracy, or another matching specification, and MCC take it as it is",
    mark=":",
)

EMPTY_LINE = Trap(
    "",
    lambda expected, _output: "an empty expected line makes the whole score NaN" if expected == "" else "",
    lambda expected, _output: expected == "",
    "NaN because of line {number}: one empty expected line makes the whole score NaN",
)
