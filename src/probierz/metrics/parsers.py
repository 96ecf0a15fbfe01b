"""Reading one side of a line into what a formula needs. A parser raises ParseError with a reason anybody may see."""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable, Iterable, Sequence
from functools import cache

from probierz import text as cutting
from probierz.errors import ParseError

# --- texts -------------------------------------------------------------------------------------------------------


def words(text: str | Sequence[str]) -> list[str]:
    """Words of the text (see `probierz.text.words`); a list of texts is taken as the words."""
    return cutting.words(text) if isinstance(text, str) else list(text)


def characters(text: str) -> str:
    """The code points of the raw line, nothing stripped."""
    return text


stripped = cutting.strip_spaces
"""The text without white space at both ends."""


def columns(text: str) -> list[str]:
    """The TAB-separated fields; an empty line has none."""
    return text.split("\t") if text else []


def stripped_alternatives(text: str) -> tuple[str, ...]:
    """The TAB-separated alternatives of a line without white space at its ends."""
    return tuple(cutting.strip_spaces(text).split("\t"))


def first_column(text: str) -> str:
    """The first TAB-separated field."""
    return text.partition("\t")[0]


def two_columns(text: str) -> tuple[str, str]:
    """Exactly two TAB-separated fields. Raises ParseError for anything else."""
    fields = text.split("\t")
    if len(fields) != 2:
        few = "two fields expected"
        many = "too many fields, only two expected"
        raise ParseError(
            f"wanted exactly two fields with one TAB between them, found {len(fields)}",
            found=text,
            geval=few if len(fields) < 2 else many,
        )
    return fields[0], fields[1]


# --- numbers -----------------------------------------------------------------------------------------------------

_NUMBER_TEXT = r"[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?"
_NUMBER = re.compile(_NUMBER_TEXT)
_DIGITS = re.compile(r"[0-9]+")
_A_NUMBER = "a number with a decimal point, such as 12, -0.5 or 1e-3"


Read = Callable[[str], float]
"""From the digits of a number to its value. Parsers of numbers take one as `read`: see `geval_arithmetic`."""


def number(text: str, read: Read = float) -> float:
    """A number such as `12`, `-0.5` or `1e-3`; a TAB and what follows it are ignored.

    Raises ParseError for anything else.
    """
    return read(_leading(_NUMBER, text, _A_NUMBER))


def _leading(pattern: re.Pattern[str], text: str, wanted: str) -> str:
    found = pattern.match(text)
    if found is None:
        raise ParseError(f"wanted {wanted}", found=text, geval="input does not start with a digit")
    end = found.end()
    if end != len(text) and text[end] != "\t":
        raise ParseError(f"wanted {wanted}, and nothing after it", found=text, geval="number expected")
    return found.group()


def number_or_none(text: str, read: Read = float) -> float | None:
    """The number that `number` reads, or None where it would raise."""
    try:
        return number(text, read)
    except ParseError:
        return None


def finite_numbers(texts: Iterable[str]) -> list[float]:
    """The numbers that `number` reads, blanks around them aside; none where a text is no finite number."""
    found: list[float] = []
    for text in texts:
        value = number_or_none(text.strip())
        if value is None or not math.isfinite(value):
            return []
        found.append(value)
    return found


_HASKELL_NUMBER = re.compile(
    r"-? *(?:0[xX][0-9a-fA-F]+|0[oO][0-7]+|[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|Infinity)|NaN"
)


_LONGEST_NUMBER = 200


def haskell_number(text: str) -> float | None:
    """The number that the whole text is as Haskell's `read` sees it, or None.

    White space and parentheses around it are fine, and so are `0x1f`, `0o17`, `NaN` and `Infinity`; a plus sign is not.
    """
    if len(text) > _LONGEST_NUMBER:
        return None
    inside = cutting.strip_spaces(text)
    while inside[:1] == "(" and inside[-1:] == ")":
        inside = cutting.strip_spaces(inside[1:-1])
    if _HASKELL_NUMBER.fullmatch(inside) is None:
        return None
    digits = inside.removeprefix("-").lstrip(" ")
    value = float(int(digits, 0)) if digits[1:2] in {"x", "X", "o", "O"} else float(digits)
    return -value if inside.startswith("-") else value


def single_precision(value: float) -> float:
    """The nearest number of single precision."""
    try:
        return float(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def clipped_number(text: str, read: Read = float) -> float:
    """A number, moved into [0, 1] when it is outside."""
    return min(1.0, max(0.0, number(text, read)))


def zero_one(text: str) -> int:
    """The class of a binary task: `0` or `1`; a TAB and what follows it are ignored.

    Raises ParseError for anything else.
    """
    digits = _leading(_DIGITS, text, "0 or 1").lstrip("0")
    if digits not in {"", "1"}:
        raise ParseError("wanted 0 or 1", found=text, geval="expected 0 or 1")
    return 1 if digits else 0


def probability(text: str, read: Read = float) -> float:
    """A number from 0 to 1. Raises ParseError for anything else."""
    wanted = "wanted a probability, a number from 0 to 1"
    try:
        value = number(text, read)
    except ParseError as error:
        raise ParseError(wanted, found=text, geval=error.geval) from None
    if not 0 <= value <= 1:
        raise ParseError(wanted, found=text, geval="expected probability")
    return value


def interval(text: str, read: Read = float) -> tuple[float, float]:
    """Two numbers with a comma between them, the lower bound first: `1600,1601.5`.

    Raises ParseError for anything else.
    """
    bounds = tuple([number_or_none(bound, read) for bound in text.split(",")])
    if len(bounds) == 2:
        low, high = bounds
        if low is not None and high is not None:
            return low, high
    reason = "wanted an interval: two numbers with decimal points and a comma between them, such as 1600,1601.5"
    raise ParseError(reason, found=text, geval="cannot parse interval")


def lower_bound(text: str) -> str:
    """The text before the first comma."""
    return text.partition(",")[0]


def two_numbers(text: str, read: Read = float) -> tuple[float, float]:
    """Two numbers with one TAB between them. Raises ParseError for anything else."""
    fields = text.split("\t")
    if len(fields) != 2:
        reason = f"wanted exactly two numbers with one TAB between them, found {len(fields)} fields"
        raise ParseError(reason, found=text, geval="cannot parse line with longitude and latitude of sphere")
    first, second = (number_or_none(field, read) for field in fields)
    if first is None or second is None:
        place = "first" if first is None else "second"
        coordinate = "longitude" if first is None else "latitude"
        raise ParseError(
            f"wanted {_A_NUMBER}, in the {place} field",
            found=text,
            geval=f"cannot parse line with {coordinate} of sphere",
        )
    return first, second


# --- word distributions ------------------------------------------------------------------------------------------

_WORD_VALUE = f"([^ ]*):({_NUMBER_TEXT})"
_WORD_VALUES = f"[^ ]*:{_NUMBER_TEXT}(?: [^ ]*:{_NUMBER_TEXT})*"
_VALUES = f"{_NUMBER_TEXT}(?: {_NUMBER_TEXT})*"


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)  # when first needed: compiling takes longer than scoring a small file


def word_values(text: str) -> list[tuple[str, float]] | None:
    """The entries of `word:0.6 next:0.3 :0.1`, the last one with an empty word; None when it is nothing of the kind.

    Single spaces separate entries; words may contain colons.
    """
    if ":" not in text or not _compiled(_WORD_VALUES).fullmatch(text):
        return None
    return [(word, float(value)) for word, value in _compiled(_WORD_VALUE).findall(text)]


def bucket_values(text: str) -> list[float] | None:
    """Numbers separated by single spaces; None when it is nothing of the kind."""
    return list(map(float, text.split(" "))) if _compiled(_VALUES).fullmatch(text) else None


def likeliest_word(entries: list[tuple[str, float]]) -> str | None:
    """The word with the largest value, of equals the last in code-point order; None when no entry has a word."""
    return max(((value, word) for word, value in entries if word), default=(0.0, None))[1]


def label_or_likeliest_word(text: str) -> str | None:
    """The likeliest word of a word distribution, None if it has no words; any other text as it is, stripped."""
    label = stripped(text)
    entries = word_values(label)
    return label if entries is None else likeliest_word(entries)


def with_certainty(text: str) -> str:
    """The distribution in which this word is certain."""
    return f"{text}:1.0"
