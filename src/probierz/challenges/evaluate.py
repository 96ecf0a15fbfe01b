"""Evaluating an output: one pass over expected and output lines for all schemes, and what comes of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, NamedTuple

from probierz.archives.standard_input import can_be_read_again, size_of
from probierz.challenges.beginnings import FirstLines
from probierz.challenges.emptiness import MOST_COUNTED, MOST_KNOWN, EmptyLinesCount
from probierz.challenges.evaluation import EvaluationRecord
from probierz.challenges.file_survey import survey_file
from probierz.challenges.files import Reading
from probierz.challenges.headers_in_data import begins_with_names, is_header_too_many
from probierz.challenges.labels import LIKE_HEADER
from probierz.challenges.line_counts import empty_last_line
from probierz.challenges.problems import MARK_LEFT_OUT
from probierz.errors import DataError, LengthError, ParseError, PatternError, ProbierzError
from probierz.lines import GEVAL, LineReader, Text
from probierz.metrics.tallies import Hits, Total
from probierz.schemes.scheme import Scheme, parse_schemes
from probierz.scoring.blocks import Block, pair_up, too_few_lines
from probierz.scoring.preparation import joined, preparation
from probierz.scoring.run import Progress, Scored, score_blocks
from probierz.scoring.score import Score, as_score, refuse_other_schemes
from probierz.scoring.tally import Plan
from probierz.scoring.watches import Watches

if TYPE_CHECKING:
    from concurrent.futures import Executor


def as_schemes(schemes: Sequence[str | Scheme]) -> tuple[Scheme, ...]:
    """Read schemes given as text (braces stand for several) or ready made."""
    refuse_other_schemes(schemes)
    parsed: list[Scheme] = []
    for scheme in schemes:
        parsed += parse_schemes(scheme) if isinstance(scheme, str) else [scheme]
    return tuple(parsed)


def evaluate_files(
    schemes: Sequence[str | Scheme],
    expected: str | os.PathLike[str],
    output: str | os.PathLike[str],
    inputs: str | os.PathLike[str] | None = None,
    *,
    reading: Reading | None = None,
    challenge: str = "",
    split: str = "",
    parameters: Mapping[str, str] | None = None,
    warnings: Sequence[str] = (),
    jobs: int | Executor = 1,
    rows: bool = True,
    progress: Progress | None = None,
    look: Callable[[Block], None] | None = None,
    open_results: Mapping[str, str] | None = None,
) -> EvaluationRecord:
    """Evaluate one output file against a file of expected results, in one pass for all schemes.

    inputs: the input file; it is opened only when a scheme needs it, or somebody looks. rows: keep one tally a line.
    jobs: processes, or an executor. progress: called with the number of lines after each block.
    warnings: put before those found here. look: called with each block of lines before it is scored.
    open_results: by split of the challenge, the expected results that everybody has.
    Raises DataError (LengthError), SchemeError, ChallengeError or OptionError.
    """
    reading = reading or Reading()
    plan = Plan(as_schemes(schemes), tokenizer=reading.tokenizer, in_header=reading.in_header, keep_tallies=rows)
    paths = {"expected": os.fspath(expected), "output": os.fspath(output)}
    if plan.needs_input or (look is not None and inputs is not None):
        paths["input"] = _needed(inputs, plan)
    refuse_empty(paths["output"])
    noted = _Noted(plan, reading)
    with ExitStack() as stack:
        readers = _opened(paths, reading, stack)
        blocks = noted.over(pair_up(*readers.values()))
        if look is not None:
            blocks = _looked_at(blocks, look, keep_inputs=plan.needs_input)
        with _FaultPlaces(plan, readers, reading, open_results or {}).told():
            scored = score_blocks(plan, blocks, jobs=jobs, progress=progress)
    return EvaluationRecord(
        challenge,
        split,
        paths["output"],
        _signed(scored, plan, readers, reading),
        readers["expected"].taken,
        (*warnings, *_bom_warnings(readers), *noted.watches.warnings(), *_empty_warnings(scored)),
        dict(parameters or {}),
        expected=paths["expected"],
        inputs=None if inputs is None else os.fspath(inputs),
        reading=reading,
        empty_lines={paths[side]: count.found for side, count in noted.empty.items()},
        first_lines={paths[side]: lines for side, lines in noted.first.items()},
        open_results=open_results or {},
    )


class _Noted:
    """What is noted of lines while they are scored: what to warn of, which are empty, how the files begin."""

    def __init__(self, plan: Plan, reading: Reading) -> None:
        self.watches = Watches(plan.schemes, tokenizer=reading.tokenizer, in_header=reading.in_header)
        self.empty = {"expected": EmptyLinesCount(MOST_KNOWN), "output": EmptyLinesCount(MOST_COUNTED)}
        self.first = {"expected": FirstLines(), "output": FirstLines()}

    def over(self, blocks: Iterator[Block]) -> Iterator[Block]:
        return self.watches.over(_counted(blocks, self.empty, self.first))


def _signed(
    scored: Sequence[Scored], plan: Plan, readers: Mapping[str, LineReader], reading: Reading
) -> tuple[Score, ...]:
    """Scores with the options and the digests of the files that they come from."""
    sides = (side for side in readers if side != "input" or plan.needs_input)
    digests = {side: readers[side].sha256 for side in sides}
    return tuple(as_score(one, reading.signed(), digests) for one in scored)


def _empty_warnings(scored: Sequence[Scored]) -> list[str]:
    """What is perfect because there was nothing to find, and nothing was found, says nothing of the output."""
    names = [one.scheme.name for one in scored if _is_nothing(one.total)]
    if not names:
        return []
    return [f"{', '.join(names)}: no line counts: nothing was expected and nothing put out, so this says nothing"]


def _is_nothing(total: Total) -> bool:
    if isinstance(total, dict):
        return all(map(_is_nothing, total.values()))
    return isinstance(total, Hits) and not any(total)


def _needed(inputs: str | os.PathLike[str] | None, plan: Plan) -> str:
    if inputs is not None:
        return os.fspath(inputs)
    scheme = next(scheme for scheme in plan.schemes if scheme.needs_input)
    raise ProbierzError(f"{scheme.name} needs the input file, and there is none; name it with --input")


def refuse_empty(path: str) -> None:
    """Raise DataError for an output of no bytes, and for the null device."""
    if can_be_read_again(path) and size_of(path) == 0:
        raise DataError("the output file is empty", path=path, side="output", geval="The output file is empty")


def _opened(paths: Mapping[str, str], reading: Reading, stack: ExitStack) -> dict[str, LineReader]:
    openers = {"input": reading.open_input}
    return {side: stack.enter_context(openers.get(side, reading.open_parallel)(path)) for side, path in paths.items()}


def _counted(
    blocks: Iterator[Block], empty: Mapping[str, EmptyLinesCount], first: Mapping[str, FirstLines]
) -> Iterator[Block]:
    for block in blocks:
        for side, lines in (("expected", block.expected), ("output", block.output)):
            empty[side].add(lines)
            first[side].add(lines)
        yield block


def _looked_at(blocks: Iterator[Block], look: Callable[[Block], None], *, keep_inputs: bool) -> Iterator[Block]:
    for block in blocks:
        look(block)
        yield block if keep_inputs else block._replace(inputs=None)


# --- errors with their place -----------------------------------------------------------------------------------------


_HEADER = f"{LIKE_HEADER.message}; {LIKE_HEADER.remedy}"


class _FaultPlaces(NamedTuple):
    """Where what cannot be scored lies: in which line of which file."""

    plan: Plan
    readers: Mapping[str, LineReader]
    reading: Reading
    open_results: Mapping[str, str]

    @contextmanager
    def told(self) -> Iterator[None]:
        try:
            yield
        except (DataError, PatternError) as error:
            raise self._placed(error) from error

    def _placed(self, error: DataError | PatternError) -> ProbierzError:
        """The same error with the path of the file, and with line numbers that count a header."""
        if isinstance(error, PatternError):
            side, _, rest = error.message.partition(" ")
            has_side = side in self.readers
            return PatternError(f"{self.readers[side].path} {rest}", geval=error.geval) if has_side else error
        if isinstance(error, LengthError):
            return self._of_one_more(error) if self.reading.dialect != GEVAL else self._of_geval(error)
        is_first = error.side == "output" and error.line == 1 and self.reading.dialect != GEVAL
        if is_first and (self._has_header_too_many(self._wanted_lines()) or self._has_names()):
            return DataError(_HEADER, path=self.readers["output"].path, line=1)
        reader = self.readers.get(error.side or "")
        return error.at(reader.path, reader.header_lines) if reader is not None and error.path is None else error

    def _of_geval(self, error: LengthError) -> DataError:
        """In GEval a line that is too much is parsed before it is counted, the output's first."""
        for side in ("output", "expected"):
            if self.readers[side].ready(1, 1):
                line = self.readers[side].take(1)[0]
                for scheme in self.plan.schemes:
                    reason = _parse_failure(scheme, side, line, self.plan)
                    if reason is not None:
                        geval = f"Line {error.line}: Unexpected data [{reason.geval}]"
                        return DataError(reason.reason, path=self.readers[side].path, line=error.line, geval=geval)
        return error

    def _of_one_more(self, error: LengthError) -> DataError:
        """Say of an output with one line too many that it ends in an empty one or begins with names, where it does.

        Of one with too few, say how many are wanted.
        """
        output = self.readers["output"]
        if error.side != "output":
            return error
        wanted = self._wanted_lines()
        if wanted is not None and error.line is not None and error.line <= wanted:
            error = too_few_lines(output.path, error.line - 1, wanted)
        empty = None
        if error.line and can_be_read_again(output.path):
            empty = empty_last_line(output.path, error.line - 1, self.reading.out_header)
        if empty is not None:
            return LengthError(f"{empty.message}; {empty.remedy}", path=output.path, line=empty.line)
        if output.header_lines:
            return LengthError(f"{error.detail}; the header is not counted", path=output.path, line=error.line)
        if self._has_header_too_many(error.line and error.line - 1):
            return LengthError(_HEADER, path=output.path, line=1)
        return error

    def _wanted_lines(self) -> int | None:
        """How many lines are expected; None where these cannot be read again."""
        path = self.readers["expected"].path
        return survey_file(path, header=self.reading.out_header).lines if can_be_read_again(path) else None

    def _has_header_too_many(self, wanted: int | None) -> bool:
        """Whether an output that can be read again has one line more than wanted, the first with names of columns."""
        path, header = self.readers["output"].path, self.reading.out_header
        if wanted is None or not can_be_read_again(path):
            return False
        survey = survey_file(path, header=header, most_lines=wanted + 1)
        return is_header_too_many(survey, wanted, self.plan.schemes, self.reading, self.open_results)

    def _has_names(self) -> bool:
        path, header = self.readers["output"].path, self.reading.out_header
        return not self.readers["output"].header_lines and can_be_read_again(path) and begins_with_names(path, header)


def _parse_failure(scheme: Scheme, side: str, line: Text, plan: Plan) -> ParseError | None:
    metric = scheme.metric
    text = preparation(scheme, plan.tokenizer_name)(line)
    try:
        (metric.parse_output if side == "output" else metric.parse_expected)(
            text if metric.takes_items else joined(text)
        )
    except ParseError as error:
        return error
    return None


# --- warnings --------------------------------------------------------------------------------------------------------


def _bom_warnings(readers: Mapping[str, LineReader]) -> list[str]:
    return [f"{reader.path}: {MARK_LEFT_OUT}" for reader in readers.values() if reader.had_bom]
