"""Answers that another column of their line tells in a plain code: backwards, in ROT13, Base64 or hexadecimal.

Or it tells the place in the text at which they stand.
"""

from __future__ import annotations

import binascii
import codecs
import re
from base64 import b64decode
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import chain, islice, permutations
from pathlib import Path
from typing import NamedTuple

from probierz.challenges.file_tables import Row, split_rows
from probierz.challenges.item_columns import is_in_words
from probierz.challenges.revealed_results import LEAST_REVEALED, MOSTLY, RevealedResults, SoughtResults

_FIRST_LINES = 100
_MOST_NUMBERS, _MOST_TEXTS = 4, 3
"""How many columns of numbers are taken for places, and how many of texts for those in which they are."""

_BY = ", by "
"""Between a place and the way in which it is read, which is not told."""

_DIGITS = re.compile(r"\d{1,9}")
_NUMBERS = re.compile(r"[^\w]*\d+(?:\W+\d+)*\W*|\W*")
"""Numbers with signs around them, as `12-17`, or none."""
_LETTERS = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"\w+")


class _Way(NamedTuple):
    """What is read of a row, on which part of the lines it has to be expected, and how that is spelt."""

    read: Callable[[Row], Row]
    share: float
    spelt: Callable[[str], str] = str


def answers_beside(
    inputs: Path, expected: Path, in_header: Sequence[str] = (), out_header: Sequence[str] = ()
) -> RevealedResults | None:
    """Look in columns beside others for the expected results in a plain code, or for their places, on nearly all lines.

    An input that is one text may be there to be read. Raises ProbierzError where a file cannot be read.
    """
    first = [*islice(split_rows(inputs, in_header), _FIRST_LINES)]
    names = list(first[0]) if first else []
    numbers = [name for name in names if all(_NUMBERS.fullmatch(row.get(name, "")) for row in first)][:_MOST_NUMBERS]
    texts = [name for name in names if 2 * sum(is_in_words(row.get(name, "")) for row in first) > len(first)]
    coded = [name for name in names if {*texts} - {name}]
    ways: list[_Way] = []
    if coded:
        ways.append(_Way(lambda row: _decoded(row, coded), MOSTLY))
    if numbers and texts:
        # words that are asked for are often their own answers, as those in their first form are
        ways.append(_Way(lambda row: _cut_out(row, numbers, texts[:_MOST_TEXTS]), LEAST_REVEALED))
    wanted = [[*row.values()] for row in islice(split_rows(expected, out_header), _FIRST_LINES)]
    if numbers and texts and _are_numbers([*chain.from_iterable(wanted)]):
        ways.append(_Way(lambda row: _numbers_in(row, numbers), LEAST_REVEALED, _digits))
    for read, share, spelt in ways:
        if not _is_promising([*map(read, first)], [{*map(spelt, values)} - {""} for values in wanted]):
            continue
        sought = SoughtResults(expected, out_header, spelt=spelt)
        found = sought.found_among(map(read, split_rows(inputs, in_header)), share=share)
        if found is not None and not found.are_renamed:
            return found._replace(place=found.place.partition(_BY)[0])
    return None


def _is_promising(rows: Sequence[Row], wanted: Sequence[Collection[str]]) -> bool:
    """Whether some column has the results of most of the first lines, so that it is worth while to read them all."""
    answered = [(row, values) for row, values in zip(rows, wanted, strict=False) if values]
    return any(2 * sum(row[name] in values for row, values in answered) > len(answered) for name in rows[0])


# --- plain codes -----------------------------------------------------------------------------------------------------


def _from_hexadecimal(text: str) -> str:
    return bytes.fromhex(text.removeprefix("0x")).decode()


def _from_base64(text: str) -> str:
    return b64decode(text + "=" * (-len(text) % 4), altchars=b"-_" if "-" in text or "_" in text else None).decode()


_CODES: Mapping[str, Callable[[str], str]] = {
    "backwards": lambda text: text[::-1],
    "in ROT13": lambda text: codecs.encode(text, "rot13"),
    "in hexadecimal": _from_hexadecimal,
    "in Base64": _from_base64,
}


def _decoded(row: Row, names: Sequence[str]) -> Row:
    return {f"{name} {code}": _read(row.get(name, ""), read) for name in names for code, read in _CODES.items()}


def _read(text: str, read: Callable[[str], str]) -> str:
    """What a text says in a code; nothing where it is in none, or the same."""
    try:
        found = read(text)
    except (ValueError, binascii.Error):
        return ""
    return "" if found == text else found


# --- places in texts -------------------------------------------------------------------------------------------------


def _cut_out(row: Row, numbers: Sequence[str], texts: Sequence[str]) -> Row:
    """What stands in texts at the places that columns of numbers tell."""
    shown: Row = {}
    for text_name in texts:
        text = row.get(text_name, "")
        words = text.split()
        for name, places in _places(row, numbers):
            begin, end = places if len(places) == 2 else (0, -1)
            place = places[0] if len(places) == 1 else len(text)
            found = _WORD.match(text, place)
            ways = (
                text[begin : max(end, 0)],
                text[begin : end + 1],  # the last one belongs to it
                text[begin : begin + max(end, 0)],  # a place and a length
                " ".join(words[begin : max(end, 0)]),
                " ".join(words[begin : end + 1]),
                " ".join(words[max(begin - 1, 0) : max(end, 0)]),  # counted from 1
                found[0] if found else "",
                " ".join(words[place : place + 1]),
                " ".join(words[max(place - 1, 0) : place]),
            )
            at = f"what stands in {text_name} at the places in {name}"
            shown |= {f"{at}{_BY}{way}": what for way, what in enumerate(ways)}
    return shown


def _places(row: Row, numbers: Sequence[str]) -> Iterator[tuple[str, list[int]]]:
    """The numbers of each column, and those of two."""
    found = {name: [*map(int, _DIGITS.findall(row.get(name, "")))] for name in numbers}
    yield from found.items()
    for one, other in permutations(numbers, 2):
        yield f"{one} and {other}", found[one] + found[other]


def _are_numbers(lines: Sequence[str]) -> bool:
    """Whether expected lines are numbers, all with the same name or with none, as `name:3-7`."""
    names = {name for line in lines for name in _LETTERS.findall(line)}
    return len(names) <= 1 and all(any(map(str.isdigit, line)) or not line for line in lines)


def _digits(text: str) -> str:
    return " ".join(_DIGITS.findall(text))


def _numbers_in(row: Row, numbers: Sequence[str]) -> Row:
    """The numbers of columns, of those of two, also counted from 0 instead of 1 or the other way round."""
    return {
        f"the row of numbers in {name}{_BY}{step}": " ".join(str(one + step) for one in found)
        for name, found in _places(row, numbers)
        for step in (0, 1, -1)
    }
