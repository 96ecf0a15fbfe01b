"""Scores together with something else that is counted on the same lines, in one pass, after the same flags.

A metric reads a line, after flags and tokenizer, into two values; what else is to be counted starts from these values.
So labels that `l` writes in lower case are counted in lower case, and lines that cannot be read are reported as they
are in scoring.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from probierz.challenges.evaluate import evaluate_files
from probierz.lines import Text
from probierz.metrics.definition import Parser
from probierz.metrics.tallies import Row
from probierz.schemes.scheme import Scheme, parse_scheme
from probierz.scoring.score import Score, score_all

if TYPE_CHECKING:
    from probierz.inspection.line_sources import LineSource


class Counting(NamedTuple):
    """What is counted: `item` maps the two values of a line to a Row.

    parse_expected, parse_output: read a side otherwise than the metric does; None for its own parser.
    """

    item: Callable[..., Row]
    parse_expected: Parser | None = None
    parse_output: Parser | None = None


class Recount(NamedTuple):
    """The score and, line by line, its tallies and the rows that were counted, with the numbers of the lines."""

    score: Score
    rows: list[Row]
    warnings: tuple[str, ...] = ()

    @property
    def numbers(self) -> list[int]:
        """The numbers of the lines, counted from 1."""
        assert self.score.rows is not None
        return list(self.score.rows.numbers)

    @property
    def values(self) -> list[float]:
        """The score of every line as if it were the whole test set."""
        assert self.score.rows is not None
        return self.score.rows.values


def recount_source(source: LineSource, counting: Counting) -> Recount:
    """Score and count the lines of an output. Raises what `evaluate_files` raises."""
    schemes = [source.scheme, counted_scheme(source.scheme, counting)]
    found = evaluate_files(schemes, source.expected, source.output, source.inputs, reading=source.reading)
    return Recount(found.scores[0], _rows(found.scores[1]), found.warnings)


def recount_lists(
    scheme: str | Scheme,
    expected: Iterable[Text],
    output: Iterable[Text],
    counting: Counting,
    *,
    inputs: Iterable[Text] | None = None,
) -> Recount:
    """Score and count lines in memory. Raises what `probierz.score` raises."""
    parsed = parse_scheme(scheme) if isinstance(scheme, str) else scheme
    scores = score_all([parsed, counted_scheme(parsed, counting)], expected, output, inputs=inputs)
    return Recount(scores[0], _rows(scores[1]))


def counted_scheme(scheme: Scheme, counting: Counting) -> Scheme:
    """Return the scheme with its flags and parsers, but with rows of what is counted as tallies and no value."""
    metric = scheme.metric

    def item(expected: Any, output: Any, *_extra: Any) -> Row:
        return counting.item(expected, output)

    changed = replace(
        metric,
        item=item,
        finish=lambda _rows: math.nan,
        tally_kind=Row,
        equal=None,
        many=None,
        tally_key=("counted", counting, metric.tally_key),
        parse_expected=counting.parse_expected or metric.parse_expected,
        parse_output=counting.parse_output or metric.parse_output,
    )
    return Scheme(changed, scheme.flags)


def _rows(score: Score) -> list[Row]:
    assert score.rows is not None
    return list(score.rows.tallies)
