"""Traps: texts that a metric takes otherwise than their author is likely to mean, without a word.

A trap belongs to the definition of every metric that has it. `explain` tells of it before it happens, `eval` after.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from probierz.metrics.parsers import stripped, word_values

Texts = Sequence[str | tuple[str, ...]]


class Trap(NamedTuple):
    """What surprises, in words and as tests of a line.

    beforehand: a sentence for who has shown no line; empty where there is nothing to say. of_line: a sentence about the
    texts of a line, expected and output (None: not known), as they come to the parser; empty when it is no surprise.
    does_harm: whether a line loses what it deserved. afterwards: about lines that did, `{lines}` standing for how many
    and `{number}` for the first. mark: what one text of every such line contains; a quick test.
    quick: another one, of the expected and given texts of many lines.
    """

    beforehand: str
    of_line: Callable[[str | None, str | None], str]
    does_harm: Callable[[str, str], bool]
    afterwards: str
    mark: str = ""
    quick: Callable[[Texts, Texts], bool] | None = None

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


_LONG = 16
"""Whole numbers of fewer digits are doubles exactly."""


def _may_be_rounded(texts: Texts) -> bool:
    """Whether one of the texts is so long that it may be a whole number which is no double; a quick test."""
    if max(map(len, texts), default=0) < _LONG and tuple not in map(type, texts):
        return False
    return any(not isinstance(text, str) or (len(text) >= _LONG and "." not in text) for text in texts)


def _is_rounded(text: str) -> bool:
    digits = text.partition("\t")[0].strip().removeprefix("-")
    if len(digits) < _LONG or not (digits.isascii() and digits.isdigit()) or len(digits) > 300:
        return False
    return int(digits) != int(float(digits))


ROUNDED_INTEGER = Trap(
    "",
    lambda expected, output: (
        "whole numbers beyond 9007199254740992 are rounded to the nearest double"
        if any(map(_is_rounded, filter(None, (expected, output))))
        else ""
    ),
    lambda expected, output: _is_rounded(expected) or _is_rounded(output),
    "from line {number} on whole numbers beyond 9007199254740992 were rounded to doubles, which cannot tell "
    "neighbours apart; subtract what all have in common, or divide",
    quick=lambda expected, output: _may_be_rounded(output) or _may_be_rounded(expected),
)
"""Of every metric that reads numbers, see `scoring.watches`."""


_DECIMAL = re.compile(r"[-+]?\d{1,15}(\.\d{0,15})?", re.ASCII)
_TRUTH = {"true": 1.0, "false": 0.0}
_LOOKED_AT = 64
"""Lines of a block in which a habit of writing shows itself; looking at all would cost as much as scoring."""


def _number_written(text: str) -> float | None:
    """What a label says as a number or a truth value."""
    found = _TRUTH.get(text.casefold())
    return float(text) if found is None and _DECIMAL.fullmatch(text) else found


def _is_written_otherwise(expected: str, output: str) -> bool:
    expected, output = stripped(expected), stripped(output)
    if expected == output:
        return False
    number = _number_written(expected)
    return number is not None and number == _number_written(output)


def _may_be_written_otherwise(expected: Texts, output: Texts) -> bool:
    pairs = zip(expected[:_LOOKED_AT], output[:_LOOKED_AT], strict=False)
    return any(
        one != other and isinstance(one, str) and isinstance(other, str) and _is_written_otherwise(one, other)
        for one, other in pairs
    )


OTHER_WRITING = Trap(
    "",
    lambda expected, output: (
        f"labels are texts, so {output!r} is not {expected!r}"
        if expected is not None and output is not None and _is_written_otherwise(expected, output)
        else ""
    ),
    _is_written_otherwise,
    "from line {number} on labels say the same number or truth value in other writing, such as 1.0 and 1, or True and "
    "1, and are different therefore; write both sides alike",
    quick=_may_be_written_otherwise,
)
"""Of every metric that reads labels, see `scoring.watches`."""

OTHER_WRITING_OR_PROBABILITY = OTHER_WRITING._replace(
    does_harm=lambda expected, output: (
        _is_written_otherwise(expected, output)
        and not (stripped(expected) in ("0", "1") and _DECIMAL.fullmatch(stripped(output)))
    )
)
"""The same where a number stands for the probability of 1."""
