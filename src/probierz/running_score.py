"""A score that grows batch by batch: for training loops, and for parts that several machines score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from probierz.errors import OptionError, warn
from probierz.in_memory import LineValues, Values
from probierz.lines import ListLines
from probierz.metrics.reads import COLUMNS
from probierz.schemes.scheme import Scheme, parse_scheme
from probierz.scoring.blocks import Block, pair_up
from probierz.scoring.run import Scored
from probierz.scoring.score import Score, as_score, refuse_other_schemes
from probierz.scoring.tally import GroupTallies, Plan
from probierz.scoring.watches import Watches


class RunningScore:
    """What the lines seen so far leave under one scheme, without the lines themselves.

        >>> running = RunningScore("WER")
        >>> running.update(["to be or not to be"], ["to be or to be"])
        >>> running.update(["that is the question"], ["that is the question"])
        >>> running.value
        0.1

    Sums are exact: however lines are cut into batches and parts, the value has the same bits as that of all at once.
    It can be pickled and merged; metrics that need all lines, such as Spearman, keep a few numbers a line.
    """

    def __init__(self, scheme: str | Scheme, *, tokenizer: str | None = None) -> None:
        refuse_other_schemes([scheme])
        self.scheme = parse_scheme(scheme) if isinstance(scheme, str) else scheme
        self._tokenizer = tokenizer
        self._begin()

    def _begin(self) -> None:
        self._plan = Plan([self.scheme], tokenizer=self._tokenizer)
        self._result = self._plan.empty()[0]
        self._seen = 0

    @property
    def lines(self) -> int:
        """How many lines were taken in."""
        return self._seen

    def update(self, expected: Values, output: Values, *, inputs: Values | None = None) -> None:
        """Take in the lines of a batch, see `probierz.score`. Where one cannot be read, none of them is taken in.

        Warns as `probierz.score` does, of each batch by itself. Raises OptionError where input lines are needed and
        missing, LengthError and DataError as `probierz.score` does.
        """
        if inputs is None and self._plan.needs_input:
            raise OptionError(f"{self.scheme} needs the input lines: give inputs=…")
        new = self._plan.empty()[0]
        seen = 0
        watches = Watches([self.scheme], tokenizer=self._tokenizer)
        for block in watches.over(self._blocks(expected, output, inputs)):
            new.merge(self._plan.run(block)[0])
            seen += len(block.expected)
        self._take(new, seen)
        for sentence in watches.warnings():
            warn(sentence)

    def merge(self, other: RunningScore) -> None:
        """Take in the lines of another one of the same scheme. Raises OptionError for another scheme or tokenizer."""
        if not isinstance(other, RunningScore):
            raise OptionError(f"a RunningScore takes in another RunningScore, found {type(other).__name__}")
        if (str(other.scheme), other._tokenizer) != (str(self.scheme), self._tokenizer):
            raise OptionError(f"{self.scheme} cannot be merged with {other.scheme}: give the same scheme and tokenizer")
        if self.scheme.metric.needs_position and self._seen and other._seen:
            raise OptionError(
                f"{self.scheme} depends on the numbers of the lines, so that parts cannot be merged; "
                "update one RunningScore with all lines in their order"
            )
        new = self._plan.empty()[0]
        new.merge(other._result)
        self._take(new, other._seen)

    def reset(self) -> None:
        """Forget all lines."""
        self._begin()

    @property
    def value(self) -> float:
        """The value over all lines so far."""
        return self.score().value

    def score(self) -> Score:
        """Return the score over all lines so far, with its signature and components, without rows."""
        result = self._result
        if result.gathered is not None:
            group = self._plan.group_of(self.scheme)
            result = self._plan.finish_gathered(group, list(result.gathered))
        total = result.accumulator.total()
        scored = Scored(self.scheme, float(self.scheme.metric.finish(total)), total, result.lines)
        return as_score(scored, {"tokenizer": self._tokenizer} if self._tokenizer else {}, {})

    def __getstate__(self) -> dict[str, Any]:
        """What another process needs: the scheme as text, and the sums."""
        return {"scheme": str(self.scheme), "tokenizer": self._tokenizer, "result": self._result, "seen": self._seen}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Build the plan anew. Raises UnknownMetric where a metric of somebody's own is not known here."""
        self.__init__(state["scheme"], tokenizer=state["tokenizer"])  # type: ignore[misc]  # as when it was made
        self._result, self._seen = state["result"], state["seen"]

    def _take(self, new: GroupTallies, seen: int) -> None:
        self._result.merge(new)
        self._seen += seen

    def _blocks(self, expected: Values, output: Values, inputs: Values | None) -> Iterator[Block]:
        reads = self.scheme.metric.definition.reads
        sides: list[Iterable[Any]] = [LineValues(expected, "expected").lines(reads[0])]
        sides.append(LineValues(output, "output").lines(reads[1]))
        if inputs is not None:
            sides.append(LineValues(inputs, "input").lines(COLUMNS))
        names = ("expected", "output", "input")
        blocks = pair_up(*(ListLines(side, name) for side, name in zip(sides, names, strict=False)))
        first = self._seen if self.scheme.metric.needs_position else 0
        return (block._replace(first=block.first + first) for block in blocks)
