"""Scores of slices: of the lines with the same value, label or length, in one evaluation.

A slice's score is what the metric makes of the tallies that its lines left; nothing is scored again. Whether a slice
is better or worse than chance would have it is found from random slices of the same size, see `slice_tests`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from probierz.challenges.evaluate import evaluate_files
from probierz.challenges.files import core_name
from probierz.errors import OptionError
from probierz.inspection.grouping import Cut, Sorter, parse_cuts
from probierz.inspection.line_columns import Headers
from probierz.inspection.line_sources import LineSource
from probierz.inspection.slice_tests import (
    SMALL,
    Difference,
    SlicedColumn,
    SliceTests,
    counting_lines,
    rows_of,
    slice_tests,
)
from probierz.inspection.slicers import Slicing, UnscoredSlice
from probierz.lines import ListLines, Text
from probierz.schemes.scheme import Scheme
from probierz.scoring.blocks import pair_up
from probierz.scoring.far_lines import of_far_line
from probierz.scoring.format import four_decimals
from probierz.scoring.frames import AsFrames
from probierz.scoring.missing_values import why_missing
from probierz.scoring.rows import ScoreRows
from probierz.scoring.run import Progress
from probierz.scoring.score import Score
from probierz.text import first_few

if TYPE_CHECKING:
    from concurrent.futures import Executor


__all__ = ["SMALL", "Difference", "Slice", "SliceOptions", "SliceTable", "slices", "slices_of", "slices_of_lines"]

_MOST_NAMED = 3


@dataclass(frozen=True)
class Slice:
    """Some lines: their number, their share of all lines, and for each column of the table a score and a test.

    counting: how many of the lines count for each score, as for recall those on which something is expected.

    Each score has rows, so that it has an interval too: `slice.scores[0].interval()`. Its number of lines,
    `score.signature.lines`, is smaller than `lines` where the scheme's flags leave lines out.
    """

    name: str
    lines: int
    share: float
    scores: tuple[Score, ...]
    differences: tuple[Difference, ...]
    counting: tuple[int, ...]

    @property
    def is_small(self) -> bool:
        """Whether too few lines count for any of its scores to say anything."""
        return max(self.counting, default=0) < SMALL

    @property
    def shown_scores(self) -> list[str]:
        """Each score with four decimals, and whether it is better or worse than chance would have it."""
        pairs = zip(self.scores, self.differences, strict=True)
        return [f"{four_decimals(score.value)} {difference.side}".rstrip() for score, difference in pairs]


@dataclass(frozen=True)
class SliceTable(AsFrames):
    """The slices of one slicing. Each column is a metric on an output; `whole` has its score on all lines.

    outputs: the name of each column's output. rest: the lines with rarer values, `rest_values` of them.
    overlaps: whether a line may be in several slices. short: how many random slices were drawn, and how many there
    should have been, where these were fewer. sides: what lines were sorted by, see `Slicer`.
    """

    by: str
    outputs: tuple[str, ...]
    whole: tuple[Score, ...]
    lines: int
    slices: tuple[Slice, ...]
    rest: Slice | None = None
    rest_values: int = 0
    overlaps: bool = False
    short: tuple[int, int] | None = None
    sides: frozenset[str] = frozenset()

    def __getitem__(self, name: str) -> Slice:
        """Return the slice of that name. Raises OptionError with the nearest names."""
        for one in self.all:
            if one.name == name:
                return one
        from probierz.errors import nearest

        names = [one.name for one in self.slices]
        raise OptionError(f"no slice is called {name!r}; try {', '.join(nearest(name, names) or names[:10])}")

    @property
    def all(self) -> tuple[Slice, ...]:
        """The slices, and the rest if there is one."""
        return self.slices if self.rest is None else (*self.slices, self.rest)

    def as_columns(self) -> dict[str, list[Any]]:
        """Return columns: a row for each slice, metric and output."""
        rows = [
            (one.name, one.lines, one.share, output, score.name, score.value, difference.p, difference.q)
            for one in self.all
            for output, score, difference in zip(self.outputs, one.scores, one.differences, strict=True)
        ]
        names = ("slice", "lines", "share", "output", "metric", "value", "p", "q")
        return {name: [row[at] for row in rows] for at, name in enumerate(names)}

    def _repr_html_(self) -> str:
        from probierz.display.html import table

        alone = len(set(self.outputs)) == 1
        names = [
            score.name if alone else f"{score.name} {output}"
            for score, output in zip(self.whole, self.outputs, strict=True)
        ]
        rows = [(one.name, str(one.lines), *one.shown_scores) for one in self.all]
        rows.append(("(all lines)", str(self.lines), *(four_decimals(score.value) for score in self.whole)))
        return table((self.by, "lines", *names), rows, numbers=("lines", *names), notes=self.notes)

    @property
    def notes(self) -> list[str]:
        """What a reader of the table should know."""
        notes = []
        if len(self.all) == 1 and self.all[0].lines == self.lines:
            notes.append(f"all {self.lines} lines are in the one slice {self.all[0].name!r}")
        if self.overlaps:
            notes.append(
                "a line with several labels is in several slices, so their shares may add up to more than 100 %"
            )
        if any(score.signature.lines < self.lines for score in self.whole):
            notes.append(
                "some metrics select lines (flags f<> and p<>): their scores are of fewer lines than are shown"
            )
        if self.short is not None:
            notes.append(
                f"only {self.short[0]} random slices of a size were drawn, as these are many lines, where "
                f"{self.short[1]} would tell more: no p-value is below {2 / (1 + self.short[0]):.2g}"
            )
        return [*notes, *self._of_missing(), *self._of_own_score(), *self._of_small(), *self._of_classes()]

    @cached_property
    def _columns(self) -> list[SlicedColumn]:
        return [
            SlicedColumn(whole, [one.scores[at] for one in self.all], self.sides) for at, whole in enumerate(self.whole)
        ]

    def _of_own_score(self) -> list[str]:
        """Notes where lines were sorted by what they score, or may have been."""
        found = dict.fromkeys(one.whole.name for one in self._columns if one.is_sorted_by_score)
        may_be = dict.fromkeys(one.whole.name for one in self._columns if one.may_be_of_score)
        notes = [
            f"lines are sorted here by what they score, so that slices differ in {', '.join(found)} whatever the lines "
            "are: no verdict is possible"
        ]
        doubts = [
            f"{', '.join(may_be)}: all lines of one slice score above all of another; if the column was made from the "
            "score, this says nothing"
        ]
        return (notes if found else []) + (doubts if may_be else [])

    def _of_missing(self) -> list[str]:
        """Notes on slices without a value, and why; what is so for all lines is so for each slice."""
        found: dict[tuple[str, str], list[str]] = {}
        for one in [*self.all, None]:
            name = "all lines" if one is None else f"the slice {one.name}"
            for score in self.whole if one is None else one.scores:
                if (why := why_missing(score)) and name not in (names := found.setdefault((score.name, why), [])):
                    names.append(name)
        return [
            f"{metric} has no value (NaN) on {first_few(names, _MOST_NAMED)}: {why}"
            for (metric, why), names in found.items()
        ]

    def _of_classes(self) -> list[str]:
        """Notes on slices in which one class is expected alone, of scores that weigh classes against each other, and
        on lines that alone make a score.
        """
        alone: dict[str, dict[str, None]] = {}
        far: dict[tuple[str, int], None] = {}
        for column in self._columns:
            whole = column.whole
            far |= {(whole.name, number): None for number in column.far_lines.values()}
            for place in sorted(column.of_one_class):
                alone.setdefault(whole.name, {})[self.all[place].name] = None
        notes = [f"{name}: {of_far_line(number)}, so that no verdict is possible" for name, number in far]
        return notes + [
            f"only one class is expected in {first_few([*slices], _MOST_NAMED)}, and {name} of one class cannot be "
            f"compared with {name} of several: no verdict is possible"
            for name, slices in alone.items()
        ]

    def _of_small(self) -> list[str]:
        """Notes on slices with too few lines, or too few that count for a score."""
        tiny = sum(one.lines < SMALL for one in self.all)
        notes = (
            [f"{tiny} slice{'s have' if tiny > 1 else ' has'} fewer than {SMALL} lines: no verdict is possible"]
            if tiny
            else []
        )
        for place, name in enumerate(dict.fromkeys(score.name for score in self.whole)):
            columns = [at for at, score in enumerate(self.whole) if score.name == name]
            few = sum(one.lines >= SMALL > min(one.counting[at] for at in columns) for one in self.all)
            if few:
                which = (
                    f"{few} more slice{'s have' if few > 1 else ' has'}"
                    if tiny or place
                    else (f"{few} slice{'s have' if few > 1 else ' has'}")
                )
                notes.append(f"{which} fewer than {SMALL} lines that count for {name}: no verdict is possible")
        return notes


@dataclass(frozen=True)
class SliceOptions:
    """cross: one slicing by all together. most: how many slices one with a slice for each value has at most.

    trials: how many random slices of each size a slice is compared with, at least: where one is rare among many
    slices, more are drawn; 0: no tests. Shares of lines need none. seed: draws them.
    cluster: for every line of the test set what it belongs to (a document); a slice of whole clusters is then compared
    with as many random clusters, others as `clustered_slices` says.
    """

    cross: bool = False
    most: int = 20
    trials: int = 1000
    seed: int = 1
    cluster: Sequence[Hashable] | None = None


def slices(
    sources: LineSource | Sequence[LineSource],
    by: str | Sequence[str],
    *,
    schemes: Sequence[Scheme] = (),
    options: SliceOptions | None = None,
    names: Sequence[str] = (),
    jobs: int | Executor = 1,
    progress: Callable[[int], Progress | None] | None = None,
) -> list[SliceTable]:
    """Evaluate outputs once and return a table for each `by` (see `slicers`), the outputs side by side.

    sources: outputs of the same lines, see `challenge_lines` and `file_lines`. schemes: metrics instead of theirs.
    A slicing that looks at the output, or at its score, gives a table for each output, as its slices differ.
    names: of the outputs, by default their file names. jobs: processes, or an executor.
    progress: gives a counter of lines for each output (from 0).
    Raises OptionError for a `by` that cannot be understood; else as an evaluation.
    """
    sources = [sources] if isinstance(sources, LineSource) else list(sources)
    options = options or SliceOptions()
    parts: list[_SlicedOutput] = []
    cuts: list[Cut] = []
    for at, source in enumerate(sources):
        chosen = list(schemes) or [source.scheme]
        headers = Headers.of(source.reading)
        cuts = parse_cuts(by, headers, chosen[0], source.reading.tokenizer, cross=options.cross)
        sorter = Sorter([cut for cut in cuts if at == 0 or cut.is_own], options.most)
        wants_input = sorter.looks_at_input or any(scheme.needs_input for scheme in chosen)
        if sorter.looks_at_input and source.inputs is None:
            raise OptionError(f"{sorter.shown} looks at the input, and there is none; name it with --input")
        evaluation = evaluate_files(
            chosen,
            source.expected,
            source.output,
            source.inputs if wants_input else None,
            reading=source.reading,
            jobs=jobs,
            progress=progress(at) if progress is not None else None,
            look=sorter.add if sorter.cuts else None,
        )
        name = names[at] if names else os.path.basename(source.output)
        parts.append(_SlicedOutput(name, evaluation.scores, evaluation.lines, sorter.slicings(evaluation.scores[0])))
    return _tables(cuts, parts, options)


def slices_of(
    scores: Sequence[Score],
    expected: Iterable[Text],
    output: Iterable[Text],
    by: str | Sequence[str],
    *,
    inputs: Iterable[Text] | None = None,
    headers: Headers | None = None,
    tokenizer: str | None = None,
    options: SliceOptions | None = None,
    name: str = "",
) -> list[SliceTable]:
    """Return a table for each `by`, of scores of one output that have rows; the texts are those that were scored.

        >>> scores = [probierz.score("Accuracy", ["a", "b"], ["a", "a"])]  # doctest: +SKIP
        >>> slices_of(scores, ["a", "b"], ["a", "a"], "exp")[0]["b"].scores[0].value  # doctest: +SKIP
        0.0

    Raises OptionError for a `by` that cannot be understood, and for scores without rows.
    """
    options = options or SliceOptions()
    if any(score.rows is None for score in scores) or not scores:
        raise OptionError("slices need scores with rows; score with rows=True")
    cuts = parse_cuts(by, headers or Headers(), scores[0].scheme, tokenizer, cross=options.cross)
    sorter = Sorter(cuts, options.most)
    if sorter.looks_at_input and inputs is None:
        raise OptionError(f"{sorter.shown} looks at the input: give inputs=…")
    sides = [ListLines(expected, "expected"), ListLines(output, "output")]
    if inputs is not None:
        sides.append(ListLines(inputs, "input"))
    for block in pair_up(*sides):
        sorter.add(block)
    return _tables(cuts, [_SlicedOutput(name, tuple(scores), sorter.lines, sorter.slicings(scores[0]))], options)


# --- from slices to scores -------------------------------------------------------------------------------------------


class _SlicedOutput(NamedTuple):
    """An output: its name, scores, number of lines, and slicings by the name of the cut."""

    name: str
    scores: tuple[Score, ...]
    lines: int
    slicings: dict[str, Slicing]


class _Grouped(NamedTuple):
    """What a table is of: its cut and slicing, and the outputs that stand beside each other."""

    cut: Cut
    slicing: Slicing
    parts: Sequence[_SlicedOutput]

    @property
    def groups(self) -> list[UnscoredSlice]:
        """The slices, and the rest if there is one."""
        return list(self.slicing.groups) if self.slicing.rest is None else [*self.slicing.groups, self.slicing.rest]

    @property
    def outputs(self) -> tuple[str, ...]:
        """The name of each column's output; rivals stand side by side."""
        return tuple(part.name for _ in self.parts[0].scores for part in self.parts)

    def columns(self) -> list[SlicedColumn]:
        """The scores of each column, with those of its slices."""
        wholes = [part.scores[at] for at in range(len(self.parts[0].scores)) for part in self.parts]
        return [SlicedColumn(whole, _sliced(whole, self.cut.by, self.groups), self.cut.sides) for whole in wholes]


def _tables(cuts: Sequence[Cut], parts: Sequence[_SlicedOutput], options: SliceOptions) -> list[SliceTable]:
    grouped = [
        _Grouped(cut, some[0].slicings[cut.by], some)
        for cut in cuts
        for some in ([[part] for part in parts] if cut.is_own else [parts])
    ]
    columns = [one.columns() for one in grouped]
    tests = slice_tests(columns, trials=options.trials, seed=options.seed, cluster=options.cluster)
    return [_table(*one) for one in zip(grouped, columns, tests, strict=True)]


def _table(grouped: _Grouped, columns: Sequence[SlicedColumn], tests: SliceTests) -> SliceTable:
    slicing, lines = grouped.slicing, grouped.parts[0].lines
    found = [
        Slice(
            group.name,
            len(group.numbers),
            len(group.numbers) / lines if lines else 0.0,
            tuple(column.scores[at] for column in columns),
            tuple(differences[at] for differences in tests.differences),
            tuple(counting_lines(column.scores[at]) for column in columns),
        )
        for at, group in enumerate(grouped.groups)
    ]
    rest = found.pop() if slicing.rest is not None else None
    whole, cut = tuple(column.whole for column in columns), grouped.cut
    short = (tests.drawn, tests.wanted) if tests.wanted else None
    return SliceTable(
        cut.by,
        grouped.outputs,
        whole,
        lines,
        tuple(found),
        rest,
        slicing.rest_values,
        cut.overlaps,
        short,
        frozenset(cut.sides),
    )


def _sliced(score: Score, by: str, groups: Sequence[UnscoredSlice]) -> list[Score]:
    """The score on the lines of each group, with the rows of these lines."""
    places_of = _places_of(rows_of(score))
    return [_score_of(score, f"{by} = {group.name}", places_of(group.numbers)) for group in groups]


def _places_of(rows: ScoreRows) -> Callable[[list[int]], list[int]]:
    """The function from numbers of lines to the places of their rows, in the order of scoring."""
    if list(rows.numbers) == list(range(1, len(rows) + 1)):
        return lambda numbers: [number - 1 for number in numbers if number <= len(rows)]  # flags may leave out the rest
    places = {number: at for at, number in enumerate(rows.numbers)}
    return lambda numbers: sorted(places[number] for number in numbers if number in places)


def _score_of(score: Score, name: str, places: list[int]) -> Score:
    rows = rows_of(score)
    own = ScoreRows(rows.scheme, [rows.tallies[at] for at in places], [rows.numbers[at] for at in places])
    signature = replace(score.signature, lines=len(own), options={**score.signature.options, "slice": name})
    return Score(score.name, float(score.scheme.metric.value(own.tallies)), score.scheme, signature, own)


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
            headers=Headers.of(reading),
            tokenizer=reading.tokenizer,
            options=options,
            name=core_name(source.output),
        )[0]
