"""Scores of single lines, and the same for two outputs. Every line is scored as a test set of one line.

As in GEval, text flags and tokenizer count only for metrics that work on text; features of `f<>` are those of the raw
lines.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from probierz.challenges.files import Reading
from probierz.errors import DataError, OptionError, PatternError, ProbierzError
from probierz.inspection.geval_order import sorted_by_score
from probierz.lines import LineReader, Text, check_selector, json_selector
from probierz.metrics.definition import Metric
from probierz.schemes.scheme import Scheme
from probierz.scoring.blocks import Block, pair_up
from probierz.scoring.executors import check_workers
from probierz.scoring.preparation import joined, preparation, tokenized
from probierz.scoring.rows import ScoreRows
from probierz.scoring.tally import GroupTallies, Plan
from probierz.scoring.workers import cut_for, results_of

if TYPE_CHECKING:
    from concurrent.futures import Executor


class LineScore(NamedTuple):
    """A line with its score; texts are raw unless they were asked for as preprocessed. `number` counts from 1."""

    number: int
    score: float
    input: str
    expected: str
    output: str


class ChangedLine(NamedTuple):
    """A line whose score changed from the other output to this one: `difference` is this score minus the other."""

    number: int
    difference: float
    input: str
    expected: str
    other_output: str
    output: str


def line_scores(
    scheme: Scheme,
    expected: str,
    output: str,
    inputs: str | None,
    *,
    reading: Reading | None = None,
    preprocessed: bool = False,
    as_in_geval: bool = True,
    jobs: int | Executor = 1,
) -> Iterator[LineScore]:
    """Yield every line that the scheme selects, with its score, in the order of the files (`p<>`: by confidence).

    inputs: None where there is no input, or nobody wants it. preprocessed: give texts after flags and tokenizer.
    as_in_geval: False applies flags and tokenizer as the evaluation of a whole output does, whatever the metric.
    jobs: processes, or an executor, that score the lines.
    What comes before a line that is no use, or before the end of the shorter file, is yielded before the error is
    raised. Raises OptionError for a metric that needs an input where there is none.
    """
    reading = reading or Reading()
    scorer = _Scorer(scheme, reading, preprocessed, as_in_geval)
    if inputs is None and scorer.plan.needs_input:
        raise OptionError(f"{scheme.name} needs the input file, and there is none; name it")
    with ExitStack() as stack:
        for side, path in (("expected", expected), ("output", output)):
            check_selector(path, reading.selector, reading.dialect)
            reader = LineReader(path, dialect=reading.dialect, header=reading.out_header, is_digested=False)
            scorer.readers[side] = stack.enter_context(reader)
        if inputs is not None:
            reader = LineReader(inputs, dialect=reading.dialect, header=reading.in_header, is_digested=False)
            scorer.readers["input"] = stack.enter_context(reader)
        yield from scorer.run(check_workers(jobs))


def worst_first(scores: Sequence[LineScore], metric: Metric, *, best_first: bool = False) -> list[LineScore]:
    """Sort lines from the worst score to the best (or the other way), equal ones in their order."""
    return sorted_by_score(scores, lambda line: line.score, descending=(metric.better == "lower") != best_first)


def changed_lines(scores: Iterator[LineScore], others: Iterator[LineScore]) -> Iterator[ChangedLine]:
    """Yield the lines for which both the texts of two outputs and their scores differ."""
    for line, other in zip_longest(scores, others):
        if line is not None and other is not None and line.output != other.output and line.score != other.score:
            yield ChangedLine(
                line.number, line.score - other.score, line.input, line.expected, other.output, line.output
            )


def most_worsened_first(lines: Sequence[ChangedLine], metric: Metric, *, best_first: bool = False) -> list[ChangedLine]:
    """Sort differences from the greatest loss to the greatest gain (or the other way)."""
    return sorted_by_score(lines, lambda line: line.difference, descending=(metric.better == "lower") != best_first)


class _Scorer:
    """Scores blocks and keeps hold of the raw texts."""

    def __init__(self, scheme: Scheme, reading: Reading, preprocessed: bool, as_in_geval: bool) -> None:
        works_on_text = scheme.metric.definition.preprocessed_itemwise or not as_in_geval
        kept = scheme.flags if works_on_text else tuple(flag for flag in scheme.flags if flag not in scheme.text_flags)
        self.scheme = Scheme(scheme.metric, kept)
        tokenizer = reading.tokenizer if works_on_text else None
        self.plan = Plan(
            [self.scheme], tokenizer=tokenizer, in_header=reading.in_header, keep_tallies=True, raw_features=as_in_geval
        )
        self.group = self.plan.group_of(self.scheme)
        self.select = json_selector(reading.selector) if reading.selector else None
        self.readers: dict[str, LineReader] = {}
        self.show = _shown_preprocessed(self.scheme, tokenizer, self.select) if preprocessed else None

    def run(self, workers: int | Executor = 1) -> Iterator[LineScore]:
        readers = self.readers
        blocks = pair_up(readers["expected"], readers["output"], readers.get("input"))
        try:
            if self.group.is_gathered:
                yield from self._gathered(list(blocks))
            elif workers == 1:
                for block in blocks:
                    yield from self._block(block)
            else:
                yield from self._divided(blocks, workers)
        except (DataError, PatternError) as error:
            raise self._placed(error) from error

    def _block(self, block: Block) -> Iterator[LineScore]:
        try:
            result = self.plan.run(self._selected(block))[0]
        except ProbierzError:
            if len(block.expected) == 1:
                raise
            for line in _single_lines(block):  # what comes before the error is wanted
                yield from self._block(line)
            return
        yield from self._scored(result, [block])

    def _divided(self, blocks: Iterator[Block], workers: int | Executor) -> Iterator[LineScore]:
        sent: deque[Block] = deque()

        def selected() -> Iterator[Block]:
            for part in cut_for(workers, blocks):
                sent.append(part)
                yield self._selected(part)

        results = results_of(self.plan, selected(), workers)
        while True:
            try:
                (result,) = next(results)
            except StopIteration:
                return
            except (DataError, PatternError):
                if not sent:
                    raise
                for block in sent:  # here again: what comes before the error is wanted
                    yield from self._block(block)
                raise
            yield from self._scored(result, [sent.popleft()])

    def _gathered(self, blocks: list[Block]) -> Iterator[LineScore]:
        whole = self.plan.empty()[0]
        for block in blocks:
            whole.merge(self.plan.run(self._selected(block))[0])
        yield from self._scored(self.plan.finish_gathered(self.group, whole.gathered or []), blocks)

    def _scored(self, result: GroupTallies, blocks: list[Block]) -> Iterator[LineScore]:
        rows = ScoreRows(self.scheme, result.tallies or [], result.numbers or [])
        firsts = [block.first for block in blocks]
        for number, score in zip(rows.numbers, rows.values, strict=True):
            block = blocks[bisect_right(firsts, number) - 1]
            yield self._line(number, score, block, number - block.first)

    def _line(self, number: int, score: float, block: Block, at: int) -> LineScore:
        line_input = joined(block.inputs[at]) if block.inputs is not None else ""
        texts = [line_input, joined(block.expected[at]), joined(block.output[at])]
        if self.show is not None:
            texts = self.show(texts)
        return LineScore(number, score, *texts)

    def _selected(self, block: Block) -> Block:
        if self.select is None:
            return block
        sides = {"expected": block.expected, "output": block.output}
        picked = {side: self._picked(lines, side, block.first) for side, lines in sides.items()}
        return Block(block.first, picked["expected"], picked["output"], block.inputs)

    def _picked(self, lines: list[Text], side: str, first: int) -> list[Text]:
        assert self.select is not None
        picked: list[Text] = []
        for number, line in enumerate(lines, first):
            try:
                picked.append(self.select(str(line)))
            except (ValueError, RecursionError) as error:
                raise DataError(str(error), line=number, side=side, geval="selector failed") from None
        return picked

    def _placed(self, error: DataError | PatternError) -> ProbierzError:
        if isinstance(error, PatternError) or error.path is not None or error.side not in self.readers:
            return error
        reader = self.readers[error.side]
        return error.at(reader.path, reader.header_lines)


def _single_lines(block: Block) -> Iterator[Block]:
    inputs = [[one] for one in block.inputs] if block.inputs is not None else [None] * len(block.expected)
    lines = zip(block.expected, block.output, inputs, strict=True)
    for number, (expected, output, line_input) in enumerate(lines, block.first):
        yield Block(number, [expected], [output], line_input)


def _shown_preprocessed(
    scheme: Scheme, tokenizer: str | None, select: Callable[[str], Text] | None
) -> Callable[[list[str]], list[str]]:
    """Input, expected and output after flags and tokenizer; the input gets flags only if the metric reads it."""
    prepare = preparation(scheme, tokenizer)
    cut = tokenized(tokenizer) if tokenizer else str

    def show(texts: list[str]) -> list[str]:
        picked = texts[1:] if select is None else [select(text) for text in texts[1:]]
        line_input = joined(prepare(texts[0])) if scheme.metric.needs_input else cut(texts[0])
        return [line_input, *(joined(prepare(text)) for text in picked)]

    return show
