"""Watching the lines that go by: which of them fall into a trap of a metric, and what to say of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from probierz.errors import PatternError
from probierz.lines import Text
from probierz.metrics.reads import INTERVAL, NUMBER, NUMBERS
from probierz.metrics.traps import OTHER_WRITING, OTHER_WRITING_OR_PROBABILITY, ROUNDED_INTEGER, Trap, any_holds
from probierz.schemes.features import feature_test
from probierz.schemes.scheme import Scheme
from probierz.scoring.blocks import Block
from probierz.scoring.preparation import joined, preparation


class _Watch:
    """Counts the lines that fall into a trap of a scheme's metric as they go by."""

    def __init__(self, scheme: Scheme, trap: Trap, tokenizer: str | None, in_header: Sequence[str]) -> None:
        self.name = scheme.name
        self.trap = trap
        self.lines = 0
        self.first = 0
        self._prepare = preparation(scheme, tokenizer)
        self._has_flags = bool(scheme.text_flags)
        self._mark = "" if scheme.text_flags else trap.mark  # flags may put a mark in
        self._tests = [feature_test(feature, in_header) for feature in scheme.features]

    def look(self, block: Block) -> None:
        if not self._may_be_caught(block):
            return
        inputs = block.inputs or [""] * len(block.expected)
        lines = zip(block.expected, block.output, inputs, strict=True)
        for number, (expected, output, line_input) in enumerate(lines, block.first):
            try:
                is_caught = self._mark in joined(output) and self._is_caught(expected, output, line_input)
            except PatternError:
                return  # scoring this block will end with it, and tell its place
            if is_caught:
                self.lines += 1
                self.first = self.first or number

    def _may_be_caught(self, block: Block) -> bool:
        """A quick test of all lines of a block."""
        if self.trap.quick is not None and not self._has_flags:
            return self.trap.quick(block.expected, block.output)
        return not self._mark or any_holds(block.output, self._mark)

    def _is_caught(self, expected: Text, output: Text, line_input: Text) -> bool:
        texts = joined(self._prepare(expected)), joined(self._prepare(output))
        return self.trap.does_harm(*texts) and all(test(*texts, joined(line_input)) for test in self._tests)


class Watches:
    """What all schemes have to fear. Schemes that take the most confident lines are left out: which, is known late."""

    def __init__(
        self, schemes: Sequence[Scheme], *, tokenizer: str | None = None, in_header: Sequence[str] = ()
    ) -> None:
        self._watches = [
            _Watch(scheme, trap, tokenizer, in_header)
            for scheme in schemes
            if scheme.percent is None
            for trap in _traps(scheme)
        ]

    def over(self, blocks: Iterator[Block]) -> Iterator[Block]:
        """The same blocks, looked at."""
        return map(self._look, blocks) if self._watches else blocks

    def _look(self, block: Block) -> Block:
        for watch in self._watches:
            watch.look(block)
        return block

    def warnings(self) -> list[str]:
        """One sentence for each trap that lines fell into, with the schemes that it concerns."""
        names: dict[str, list[str]] = {}
        for watch in self._watches:
            if watch.lines:
                lines = "1 line is" if watch.lines == 1 else f"{watch.lines} lines are"
                names.setdefault(watch.trap.afterwards.format(lines=lines, number=watch.first), []).append(watch.name)
        return [f"{', '.join(schemes)}: {sentence}" for sentence, schemes in names.items()]


def _traps(scheme: Scheme) -> tuple[Trap, ...]:
    """Those of the metric's definition, and those of all numbers and labels."""
    definition = scheme.metric.definition
    if definition.answers == "labels":
        takes_probabilities = definition.pattern == "Accuracy"  # of label 1, by a number
        return (*definition.traps, OTHER_WRITING_OR_PROBABILITY if takes_probabilities else OTHER_WRITING)
    reads_numbers = any(side in (NUMBER, NUMBERS, INTERVAL) for side in definition.reads)
    return (*definition.traps, ROUNDED_INTEGER) if reads_numbers else definition.traps
