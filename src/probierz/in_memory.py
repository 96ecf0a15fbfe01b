"""Scoring what is in memory: lines, numbers, labels, lists and tables, in lists, arrays, columns of frames, generators.

Each side of a metric reads one kind of value (`metrics.reads`), and a text form of it, which is what files hold. Texts
go to the engine as they are; anything else becomes text on the way, or is refused with its line.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from probierz.errors import DataError, OptionError, ParseError, warn
from probierz.lines import Text
from probierz.metrics.reads import COLUMNS, Reads, plain_value
from probierz.schemes.scheme import Scheme, parse_scheme
from probierz.scoring import score as of_lines
from probierz.scoring.score import Score
from probierz.scoring.watches import Watches

if TYPE_CHECKING:
    from concurrent.futures import Executor

Values: TypeAlias = Iterable[Any]
"""One value for each line: a list, an array, a column of a frame, a generator."""
Outputs: TypeAlias = Mapping[str, Values]
"""Several outputs of the same lines, by their names."""


@overload
def score(
    scheme: str | Scheme,
    expected: Values,
    output: Outputs,
    *,
    inputs: Values | None = None,
    tokenizer: str | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    rows: bool = True,
) -> dict[str, Score]: ...


@overload
def score(
    scheme: str | Scheme,
    expected: Values,
    output: Values,
    *,
    inputs: Values | None = None,
    tokenizer: str | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    rows: bool = True,
) -> Score: ...


def score(
    scheme: str | Scheme,
    expected: Values,
    output: Values | Outputs,
    *,
    inputs: Values | None = None,
    tokenizer: str | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    rows: bool = True,
) -> Score | dict[str, Score]:
    """Score an output against expected lines.

        >>> score("WER", ["to be or not to be"], ["to be or to be"]).value
        0.16666666666666666
        >>> score("MAE", [1, 2.5], [1, 3]).value
        0.25

    scheme: a metric with flags, such as `BLEU:l`. expected, output: a value for each line, of the kinds that the metric
    reads. A dictionary of outputs by name gives a dictionary of scores, ready for `compare`.
    inputs: the input lines, for schemes that need them; a list is taken for the columns of a line.
    rows: keep one tally a line (memory grows with the number of lines); without, additive metrics stream.
    Raises SchemeError for a broken scheme, DataError for a value that cannot be read, LengthError for unequal lengths.
    Warns (ProbierzWarning) of lines that the metric takes otherwise than their author is likely to mean, as `probierz
    eval` does.
    """
    if isinstance(output, Mapping):
        found = score_all(
            [scheme], expected, output,
            inputs=inputs, tokenizer=tokenizer, jobs=jobs, executor=executor, rows=rows,
        )  # fmt: skip
        return {name: scores[0] for name, scores in found.items()}
    return score_all(
        [scheme], expected, output, inputs=inputs, tokenizer=tokenizer, jobs=jobs, executor=executor, rows=rows
    )[0]


@overload
def score_all(
    schemes: Sequence[str | Scheme],
    expected: Values,
    output: Outputs,
    *,
    inputs: Values | None = None,
    tokenizer: str | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    rows: bool = True,
) -> dict[str, list[Score]]: ...


@overload
def score_all(
    schemes: Sequence[str | Scheme],
    expected: Values,
    output: Values,
    *,
    inputs: Values | None = None,
    tokenizer: str | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    rows: bool = True,
) -> list[Score]: ...


def score_all(
    schemes: Sequence[str | Scheme],
    expected: Values,
    output: Values | Outputs,
    *,
    inputs: Values | None = None,
    tokenizer: str | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    rows: bool = True,
) -> list[Score] | dict[str, list[Score]]:
    """Score an output, or a dictionary of outputs by name, under several schemes in one pass; see `score`.

    Raises OptionError, LengthError and DataError as `score` does, and SchemeError for a scheme that cannot be read.
    """
    of_lines.refuse_other_schemes(schemes)
    parsed = [parse_scheme(one) if isinstance(one, str) else one for one in schemes]
    wanted = LineValues(expected, "expected")
    line_inputs = None if inputs is None else LineValues(inputs, "input")

    def scored(given: LineValues, name: str = "") -> list[Score]:
        found: dict[Scheme, Score] = {}
        for group in _read_alike(parsed, wanted, given):
            reads = group[0].metric.definition.reads
            watches = Watches(group, tokenizer=tokenizer)
            scores = of_lines.score_all(
                group,
                wanted.lines(reads[0]),
                given.lines(reads[1]),
                inputs=None if line_inputs is None else line_inputs.lines(COLUMNS),
                tokenizer=tokenizer,
                jobs=jobs,
                executor=executor,
                rows=rows,
                watches=watches,
            )
            found.update(zip(group, scores, strict=True))
            for sentence in [*watches.warnings(), *_of_no_lines(scores)]:
                warn(f"{name}: {sentence}" if name else sentence)
        return [found[scheme] for scheme in parsed]

    if not isinstance(output, Mapping):
        return scored(LineValues(output, "output"))
    if not output:
        raise OptionError("there is no output to score: the dictionary of outputs is empty")
    for values in filter(None, (wanted, line_inputs)):
        values.keep()
    return {name: _of_one(name, values, scored) for name, values in output.items()}


def _of_no_lines(scores: Sequence[Score]) -> list[str]:
    """A sentence where a score is a number although there was not one line to score."""
    empty = [score for score in scores if not score.signature.lines and not math.isnan(score.value)]
    return [f"there are no lines to score, so {', '.join(f'{one.name} {one:g}' for one in empty)} says nothing"] * bool(
        empty
    )


def _of_one(name: str, values: Values, scored: Callable[[LineValues, str], list[Score]]) -> list[Score]:
    """Score one of several outputs; what is wrong with it is told under its name."""
    try:
        return scored(LineValues(values, "output"), name)
    except DataError as error:
        raise (error.at(name) if error.side == "output" else error) from None


def _read_alike(schemes: Sequence[Scheme], expected: LineValues, output: LineValues) -> list[list[Scheme]]:
    """Schemes that can be scored in one pass: all where the sides are texts, else those that read the same kinds."""
    if expected.holds_text and output.holds_text:
        return [list(schemes)] if schemes else []
    groups: dict[tuple[Reads, Reads], list[Scheme]] = {}
    for scheme in schemes:
        groups.setdefault(scheme.metric.definition.reads, []).append(scheme)
    if len(groups) > 1:
        expected.keep()
        output.keep()
    return list(groups.values())


class LineValues:
    """The values of one side, one for each line. They are read once, unless they are kept."""

    def __init__(self, values: Values, side: str) -> None:
        self.side = side
        self._values = values
        if (
            isinstance(values, (str, bytes, Mapping, Set))
            or getattr(values, "ndim", 1) == 0
            or hasattr(values, "columns")
        ):
            raise _no_column(values, side)
        try:
            self._first, self._rest = _peeked(values)
        except TypeError:
            raise _no_column(values, side) from None

    @property
    def holds_text(self) -> bool:
        """Whether the first value is a text."""
        return self._first is _NOTHING or isinstance(self._first, str)

    def keep(self) -> None:
        """Read all values, so that they can be gone through again."""
        if not isinstance(self._rest, list):
            self._rest = list(self._rest)

    def lines(self, reads: Reads) -> Iterable[Text]:
        """Return the values as lines for a metric that reads this kind."""
        return self._rest if self.holds_text else as_lines(self._rest, reads, self.side)


_NOTHING = object()


def _peeked(values: Values) -> tuple[Any, Values]:
    if isinstance(values, (list, tuple)):
        return (values[0] if values else _NOTHING), values
    rest = iter(values)
    first = next(rest, _NOTHING)
    if first is _NOTHING:
        return first, []
    return first, (values if rest is not values else chain([first], rest))


def _no_column(values: object, side: str) -> DataError:
    kind = type(values).__name__
    return DataError(
        f"give one value for each line: a list, an array, or one column of a table; found {kind}", side=side
    )


def as_lines(values: Values, reads: Reads, side: str) -> Iterator[Text]:
    """Yield values as lines. Raises DataError for one that is of another kind, or of another type than the first."""
    known: tuple[str, type] | None = None
    for number, raw in enumerate(values, 1):
        value = raw if type(raw) in _PLAIN_TYPES else plain_value(raw)
        kind = _family(value)
        if known is None:
            known = kind, type(value)
        elif kind != known[0] and value is not None:
            message = f"found {type(value).__name__} below {known[1].__name__}; give values of one type"
            raise DataError(message, side=side, line=number)
        try:
            yield reads.as_line(value)
        except ParseError as error:
            message = f"{error.reason}; give {reads.wanted} for every line"
            raise DataError(message, side=side, line=number) from None


_PLAIN_TYPES = {str, int, float, bool, list, tuple, dict}
_FAMILIES = ((bool, "truth"), (str, "text"), (Mapping, "table"), ((list, tuple, set, frozenset), "list"))


def _family(value: Any) -> str:
    """Types that may stand in one column together have one name."""
    return next((name for types, name in _FAMILIES if isinstance(value, types)), "number")
