"""Slices of an evaluation that was made already: its texts are read again, and nothing is scored."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING

from probierz.challenges.files import core_name
from probierz.inspection.columns import Headers
from probierz.inspection.slices import SliceOptions, SliceTable, slices_of
from probierz.scoring.score import Score

if TYPE_CHECKING:
    from probierz.inspection.line_sources import LineSource

__all__ = ["slices_of_lines"]


def slices_of_lines(
    source: LineSource, by: Sequence[str], scores: Sequence[Score], options: SliceOptions
) -> SliceTable:
    """Return one table of the scores of an output, by one slicer or by several crossed; see `slices_of`."""
    reading = source.reading
    with ExitStack() as stack:
        expected = stack.enter_context(reading.open_parallel(source.expected))
        output = stack.enter_context(reading.open_parallel(source.output))
        inputs = None if source.inputs is None else stack.enter_context(reading.open_input(source.inputs))
        return slices_of(
            scores,
            expected,
            output,
            list(by),
            inputs=inputs,
            headers=Headers(reading.in_header, reading.out_header),
            tokenizer=reading.tokenizer,
            options=options,
            name=core_name(source.output),
        )[0]
