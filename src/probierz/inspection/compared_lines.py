"""The lines on which two outputs differ most, with their texts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from probierz.challenges.files import Reading
from probierz.scoring.blocks import BLOCK_CHARACTERS, BLOCK_LINES
from probierz.scoring.line_differences import LineDifference
from probierz.scoring.preparation import joined


@dataclass(frozen=True)
class ComparedLine:
    """A line with both values, what the first output gains over the second, and the texts."""

    number: int
    first: float
    second: float
    gain: float
    expected: str
    first_text: str
    second_text: str

    @property
    def change(self) -> str:
        """What the first output did to the line: "fixed" or "broke" it."""
        return "fixed" if self.gain > 0 else "broke"


def compared_lines(
    differences: Sequence[LineDifference], paths: tuple[str, str, str], reading: Reading
) -> list[ComparedLine]:
    """Add texts to lines; `paths` are those of the expected file, of the first and of the second output."""
    numbers = {one.number for one in differences}
    expected, first, second = (texts_at(path, reading, numbers) for path in paths)
    return [
        ComparedLine(
            one.number, one.first, one.second, one.gain, expected[one.number], first[one.number], second[one.number]
        )
        for one in differences
    ]


def texts_at(path: str, reading: Reading, numbers: Collection[int]) -> dict[int, str]:
    """Return the texts of the lines of these numbers, counted from 1 after a header."""
    texts: dict[int, str] = {}
    last = max(numbers, default=0)
    with reading.open_parallel(path) as lines:
        first = 1
        while first <= last and (count := lines.ready(BLOCK_LINES, BLOCK_CHARACTERS)):
            block = lines.take(count)
            texts.update({at: joined(text) for at, text in enumerate(block, first) if at in numbers})
            first += count
    return texts
