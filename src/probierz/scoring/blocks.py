"""Parallel lines in blocks: for each item an expected line, an output line and, where needed, an input line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import repeat
from typing import NamedTuple

from probierz.errors import LengthError
from probierz.lines import Lines, Text

BLOCK_LINES = 4096
BLOCK_CHARACTERS = 4 * 2**20
"""A block ends with whichever comes first. The cut depends on the data alone, never on the number of processes."""
PART_CHARACTERS = 2**17
"""So much of a block, of each side, is worked on elsewhere at a time: some hundred pages, a thousand sentences."""


class Block(NamedTuple):
    """Some consecutive lines of parallel files; `first` is the number of the first, counted from 1."""

    first: int
    expected: list[Text]
    output: list[Text]
    inputs: list[Text] | None = None


def parts_of(block: Block, sizes: Iterator[int] | None = None) -> Iterator[Block]:
    """Cut a block into parts that take no long time each, for several workers; lines stay whole.

    sizes: so many characters of a side end a part, one size after another.
    """
    sizes = sizes or repeat(PART_CHARACTERS)
    start, size, most = 0, 0, next(sizes)
    for at, (expected, output) in enumerate(zip(block.expected, block.output, strict=True)):
        size += max(len(expected), len(output))
        if size >= most:
            yield _part(block, start, at + 1)
            start, size, most = at + 1, 0, next(sizes)
    if start < len(block.expected):
        yield _part(block, start, len(block.expected))


def _part(block: Block, start: int, end: int) -> Block:
    inputs = None if block.inputs is None else block.inputs[start:end]
    return Block(block.first + start, block.expected[start:end], block.output[start:end], inputs)


class LinesDigest:
    """A digest of the expected lines that go by, to tell whether two scores are of the same ones.

    A number is the same as whole number and as float: `1` and `1.0` have one digest.
    """

    def __init__(self) -> None:
        self.text = ""
        """In hexadecimal; empty before the first block."""

    def over(self, blocks: Iterator[Block]) -> Iterator[Block]:
        """The same blocks, looked at."""
        import hashlib

        digest = hashlib.blake2b(digest_size=16)
        for block in blocks:
            for line in block.expected:
                text = line if isinstance(line, str) else "\x1f".join(line)
                digest.update(text.removesuffix(".0").encode("utf-8", "surrogatepass") + b"\n")
            self.text = digest.hexdigest()
            yield block


def pair_up(expected: Lines, output: Lines, inputs: Lines | None = None) -> Iterator[Block]:
    """Yield blocks of parallel lines until the files end together. Raises LengthError when they do not."""
    first = 1
    sides = [expected, output] if inputs is None else [expected, output, inputs]
    while True:
        ready = [side.ready(BLOCK_LINES, BLOCK_CHARACTERS) for side in sides]
        count = min(ready)
        if count == 0:
            if any(ready):
                raise _uneven(sides, ready, first)
            return
        taken = [side.take(count) for side in sides]
        yield Block(first, taken[0], taken[1], taken[2] if inputs is not None else None)
        first += count


ONE_FOR_EACH = "give one output line for every input line"


def too_few_lines(output: str, lines: int, wanted: int | None = None) -> LengthError:
    """Say that an output ends before the expected file, which has so many lines; None where they are not counted."""
    message = (
        f"too few lines: the output has {_lines(lines)}, the expected file {'has more' if wanted is None else wanted}; "
        f"{ONE_FOR_EACH}"
    )
    geval = "Too few lines in the output file"
    return LengthError(message, path=output, line=lines + 1, side="output", geval=geval)


def _lines(count: int) -> str:
    return f"{count} line{'' if count == 1 else 's'}"


def _uneven(sides: list[Lines], ready: list[int], first: int) -> LengthError:
    expected_ready, output_ready = ready[:2]
    if expected_ready and not output_ready:
        return too_few_lines(sides[1].path, first - 1)
    lines = _lines(first - 1)
    if output_ready and not expected_ready:
        message = (
            "the expected file is empty; every input line wants an expected one"
            if first == 1
            else f"too many lines: the expected file has {lines}, the output has more; {ONE_FOR_EACH}"
        )
        geval = "Too many lines in the output file"
        return LengthError(message, path=sides[1].path, line=first, side="output", geval=geval)
    few = not ready[2]
    return LengthError(
        f"the input file has {'fewer' if few else 'more'} lines than the {lines if not few else 'expected file'}",
        path=sides[2].path,
        line=first,
        side="input",
        geval=f"Too {'few' if few else 'many'} lines in the input file",
    )
