"""One block of lines under several schemes: flags, selection, parsing, tallies. Shared work is done once."""

from __future__ import annotations

import gc
import math
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from probierz.errors import ComparisonError, DataError, ParseError, PatternError
from probierz.lines import Text
from probierz.metrics.definition import Metric
from probierz.metrics.parsers import words
from probierz.metrics.tallies import Accumulator, Rows, Tally
from probierz.metrics.traps import any_holds
from probierz.schemes.features import FeatureTest, confidence, feature_test
from probierz.schemes.flags import Flag, step_between_words, text_step
from probierz.schemes.scheme import Scheme
from probierz.scoring.blocks import Block
from probierz.scoring.preparation import joined, tokenized
from probierz.scoring.travelling import packed_numbers, packed_tallies, unpacked_tallies

Step = Callable[[str], str]


@dataclass(frozen=True)
class TallyGroup:
    """Schemes that leave the same tallies, because they differ only in how these are finished and shown."""

    metric: Metric
    flags: tuple[Flag, ...]
    features: tuple[str, ...]
    percent: float | None

    @property
    def key(self) -> Hashable:
        """What makes two schemes the same group."""
        return self.metric.tally_key, self.flags, self.features, self.percent

    @property
    def is_gathered(self) -> bool:
        """Whether all lines must be seen first: the most confident ones, or ones numbered after selection."""
        return self.percent is not None or (bool(self.features) and self.metric.needs_position)

    @property
    def sees_words_alone(self) -> bool:
        """Whether nothing but the words of a text is looked at."""
        metric = self.metric
        are_cut = metric.parse_expected is words and metric.parse_output is words and not metric.takes_items
        return are_cut and not (metric.needs_input or self.features or self.is_gathered)


Item = tuple[int, Text, Text, Text, float]
"""A line that was selected: its number, the prepared expected, output and input text, and its confidence."""


@dataclass
class GroupTallies:
    """What a group leaves of the lines so far: an accumulator or gathered items, and single tallies if kept."""

    accumulator: Accumulator
    lines: int = 0
    tallies: list[Tally] | None = None
    numbers: list[int] | None = None
    gathered: list[Item] | None = None
    references: frozenset[int] = frozenset()  # how many a line has, where the metric's peer wants to know

    def __getstate__(self) -> dict[str, Any]:
        """Travel with tallies in columns: an object a line would take longer to pack than to count."""
        state = dict(self.__dict__)
        if self.tallies is not None and not isinstance(self.accumulator, Rows):  # which has them too
            state["tallies"] = packed_tallies(self.tallies)
        if self.numbers is not None:
            state["numbers"] = packed_numbers(self.numbers)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Arrive."""
        self.__dict__.update(state)
        if isinstance(self.tallies, tuple):
            self.tallies = unpacked_tallies(self.tallies)
        if self.numbers is not None:
            self.numbers = list(self.numbers)

    def merge(self, other: GroupTallies) -> None:
        """Append what later lines left."""
        self.accumulator.merge(other.accumulator)
        self.lines += other.lines
        self.references |= other.references
        for mine, theirs in (
            (self.tallies, other.tallies),
            (self.numbers, other.numbers),
            (self.gathered, other.gathered),
        ):
            if mine is not None and theirs is not None:
                mine.extend(theirs)  # type: ignore[arg-type]  # lists of the same field


class Plan:
    """The schemes of an evaluation, arranged so that nothing is done twice."""

    def __init__(
        self,
        schemes: Sequence[Scheme],
        *,
        tokenizer: str | None = None,
        in_header: Sequence[str] = (),
        keep_tallies: bool = False,
        raw_features: bool = False,
    ) -> None:
        self.schemes = list(schemes)
        self.tokenizer_name = tokenizer
        self.in_header = tuple(in_header)
        self.tokenizer = tokenized(tokenizer) if tokenizer else None
        self.keep_tallies = keep_tallies
        self.raw_features = raw_features
        self.groups: dict[Hashable, TallyGroup] = {}
        self._steps: dict[Flag, Step] = {}
        self._tests: dict[str, FeatureTest] = {}
        for scheme in self.schemes:
            group = self.group_of(scheme)
            self.groups.setdefault(group.key, group)
            for flag in scheme.text_flags:
                if flag not in self._steps:
                    self._steps[flag] = text_step(flag)
            for feature in scheme.features:
                self._tests[feature] = feature_test(feature, in_header)

    @property
    def needs_input(self) -> bool:
        """Whether some scheme needs the input file."""
        return any(scheme.needs_input for scheme in self.schemes)

    def settings(self) -> dict[str, Any]:
        """What builds the same plan in another process."""
        return {
            "schemes": [str(scheme) for scheme in self.schemes],
            "tokenizer": self.tokenizer_name,
            "in_header": self.in_header,
            "keep_tallies": self.keep_tallies,
            "raw_features": self.raw_features,
        }

    def group_of(self, scheme: Scheme) -> TallyGroup:
        """Return the group that computes this scheme's tallies."""
        return TallyGroup(scheme.metric, scheme.text_flags, scheme.features, scheme.percent)

    def run(self, block: Block) -> list[GroupTallies]:
        """Score one block under every group, in the order of `groups`. Raises DataError for a line that is no use."""
        prepared = _Prepared(self, block)
        with _no_search_for_cycles():
            return [self._run_group(group, block, prepared) for group in self.groups.values()]

    def empty(self) -> list[GroupTallies]:
        """What every group leaves of no lines."""
        return self.run(Block(1, [], [], []))

    def _run_group(self, group: TallyGroup, block: Block, prepared: _Prepared) -> GroupTallies:
        expected, output = prepared.sides(group)
        inputs = prepared.inputs(group) if (group.metric.needs_input or block.inputs is not None) else None
        numbers: Sequence[int] = range(block.first, block.first + len(expected))
        shown = (block.expected, block.output) if self.raw_features else (expected, output)
        sure = shown[1]  # confidence is read from these
        if group.features:
            # As in GEval, features of the input are those of its tokenized text, but in item-wise modes of the raw one.
            numbers, kept = self._select(group.features, block, shown, block.inputs if self.raw_features else inputs)
            expected, output = [expected[at] for at in kept], [output[at] for at in kept]
            inputs = [inputs[at] for at in kept] if inputs is not None else None
            sure = [sure[at] for at in kept]
        if group.is_gathered:
            items = _items(group, numbers, expected, output, inputs, sure)
            return GroupTallies(group.metric.accumulator(), gathered=items)
        return self.score(group, numbers, expected, output, inputs, numbers)

    def _select(
        self,
        features: Sequence[str],
        block: Block,
        shown: tuple[Sequence[Text], Sequence[Text]],
        inputs: Sequence[Text] | None,
    ) -> tuple[list[int], list[int]]:
        tests = [self._tests[feature] for feature in features]
        inputs = inputs or [""] * len(block.expected)
        kept = [
            at
            for at, line in enumerate(zip(*shown, inputs, strict=True))
            if all(test(joined(line[0]), joined(line[1]), joined(line[2])) for test in tests)
        ]
        return [block.first + at for at in kept], kept

    def score(
        self,
        group: TallyGroup,
        numbers: Sequence[int],
        expected: Sequence[Text],
        output: Sequence[Text],
        inputs: Sequence[Text] | None,
        positions: Sequence[int],
    ) -> GroupTallies:
        """Map prepared lines to tallies and add them up. Lines that are the same are scored once."""
        metric = group.metric
        sides: list[Sequence[Any]] = [expected, output]
        if metric.needs_input:
            sides.append(inputs or [])
        if metric.needs_position:
            sides.append(positions)
        equal, lines = (0, list(zip(*sides, strict=True))) if self.keep_tallies else _apart_from_equal(metric, sides)
        occurrences = Counter(lines)
        tallies = self._tally_all(metric, occurrences, numbers, sides)
        accumulator = metric.accumulator()
        counts = list(occurrences.values())
        accumulator.add(tallies, None if len(counts) == len(expected) - equal else counts)
        if equal:
            accumulator.add([metric.equal], [equal])
        result = GroupTallies(accumulator, lines=len(expected))
        if metric.definition.peer_signature:
            result.references = frozenset([joined(line[0]).count("\t") + 1 for line in occurrences])
        if self.keep_tallies:
            known = dict(zip(occurrences, tallies, strict=True))
            result.tallies = list(map(known.__getitem__, lines))
            result.numbers = list(numbers)
        return result

    def _tally_all(
        self, metric: Metric, occurrences: Counter[Any], numbers: Sequence[int], sides: Sequence[Sequence[Any]]
    ) -> list[Tally]:
        """The tallies of different lines."""
        expected, output, *more = _texts_of(metric, occurrences, len(sides))
        many = metric.many(expected, output) if metric.many is not None else None
        if many is not None:
            return list(many)
        try:
            parsed = map(metric.parse_expected, expected), map(metric.parse_output, output)
            return list(map(metric.item, *parsed, *more))
        except ParseError:
            return self._tally_each(metric, occurrences, numbers, sides)

    def _tally_each(
        self, metric: Metric, occurrences: Counter[Any], numbers: Sequence[int], sides: Sequence[Sequence[Any]]
    ) -> list[Tally]:
        """The same, line by line, which takes longer and knows the place of trouble."""
        tallies: list[Tally] = []
        line: tuple[Any, ...] = ()
        side = ""
        try:
            for line in occurrences:
                expected, output, *more = (one[0] for one in _texts_of(metric, [line], len(sides)))
                side = "output"
                got = metric.parse_output(output)
                side = "expected"
                wanted = metric.parse_expected(expected)
                side = ""
                tallies.append(metric.item(wanted, got, *more))
        except ParseError as error:
            place = next(at for at, candidate in enumerate(zip(*sides, strict=True)) if candidate == line)
            raise _located(error, metric, side, numbers[place]) from error
        return tallies

    def finish_gathered(self, group: TallyGroup, items: list[Item]) -> GroupTallies:
        """Score the gathered lines of a group: all of them, or the most confident ones, in that order."""
        if group.percent is not None:
            items = sorted(items, key=lambda item: -item[4])[: math.ceil(group.percent * len(items) / 100)]
        columns = list(zip(*items, strict=True)) or [(), (), (), (), ()]
        return self.score(group, columns[0], columns[1], columns[2], columns[3], range(1, len(items) + 1))


def _texts_of(metric: Metric, lines: Iterable[tuple[Any, ...]], sides: int) -> list[list[Any]]:
    """The sides of different lines, as the metric's parsers get them: arrays of items joined, unless it takes these."""
    texts = [list(map(itemgetter(at), lines)) for at in range(sides)]
    as_they_are = 2 if metric.takes_items else 0
    return [*texts[:as_they_are], *map(_joined_all, texts[as_they_are:])]


def _apart_from_equal(metric: Metric, sides: Sequence[Sequence[Any]]) -> tuple[int, Iterable[Any]]:
    """Count the lines whose sides are the same text, where the metric knows what they leave; give all others."""
    marks = [trap.mark for trap in metric.definition.traps]
    if metric.equal is None or any(any_holds(sides[1], mark) for mark in marks):
        return 0, zip(*sides, strict=True)
    if len(sides) == 2:  # as nearly always, and quicker taken apart
        others: list[Any] = [(one, other) for one, other in zip(*sides, strict=True) if one != other]
    else:
        others = [line for line in zip(*sides, strict=True) if line[0] != line[1]]
    return len(sides[0]) - len(others), others


@contextmanager
def _no_search_for_cycles() -> Iterator[None]:
    """Python would look for rings of references after every 700 lines, through all there is; here it waits a block."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _located(error: ParseError, metric: Metric, side: str, number: int) -> DataError:
    reason = f"{metric.name} cannot read this line: {error.reason}"
    if side == "output" and error.found is not None:
        found = error.found if len(error.found) <= 60 else error.found[:57] + "…"
        reason += f"; found {found!r}"
    geval = error.geval if error.bare else f"Line {number}: Unexpected data [{error.geval}]"
    kind = DataError if side else ComparisonError
    return kind(reason, line=number, side=side or "output", geval=geval)


class _Prepared:
    """The texts of one block after flags; whatever begins with the same flags shares the work."""

    def __init__(self, plan: Plan, block: Block) -> None:
        self._plan = plan
        self._block = block
        self._done: dict[tuple[Flag, ...], tuple[Sequence[Text], Sequence[Text]]] = {(): (block.expected, block.output)}
        self._tokenized: dict[tuple[Flag, ...], tuple[Sequence[Text], Sequence[Text]]] = {}

    def sides(self, group: TallyGroup) -> tuple[Sequence[Text], Sequence[Text]]:
        """Expected and output texts after the flags of a group and the tokenizer."""
        flags = group.flags
        if self._plan.tokenizer is None:
            quicker = step_between_words(flags[-1]) if flags and group.sees_words_alone else None
            if quicker is None:
                return self._after(flags)
            expected, output = self._after(flags[:-1])
            return list(map(quicker, map(joined, expected))), list(map(quicker, map(joined, output)))
        if flags not in self._tokenized:
            expected, output = self._after(flags)
            self._tokenized[flags] = self._tokens(expected), self._tokens(output)
        return self._tokenized[flags]

    def inputs(self, group: TallyGroup) -> Sequence[Text]:
        """Input texts: with the tokenizer and, for a metric that reads the input itself, with the flags."""
        texts: Sequence[Text] = self._block.inputs or [""] * len(self._block.expected)
        if group.metric.needs_input:
            for flag in group.flags:
                texts = self._apply(flag, texts, "input")
        return self._tokens(texts) if self._plan.tokenizer is not None else texts

    def _after(self, flags: tuple[Flag, ...]) -> tuple[Sequence[Text], Sequence[Text]]:
        if flags not in self._done:
            expected, output = self._after(flags[:-1])
            self._done[flags] = (self._apply(flags[-1], expected, "expected"), self._apply(flags[-1], output, "output"))
        return self._done[flags]

    def _apply(self, flag: Flag, texts: Sequence[Text], side: str) -> list[Text]:
        step = self._plan._steps[flag]
        known: dict[Text, Text] = {}
        text: Text = ""
        try:
            for text in dict.fromkeys(texts):
                known[text] = step(text) if isinstance(text, str) else tuple(map(step, text))
        except PatternError as error:
            place = f"{side} line {self._block.first + list(texts).index(text)}"
            raise PatternError(f"{place}: {error.message}", geval=error.geval) from error
        return [known[text] for text in texts]

    def _tokens(self, texts: Sequence[Text]) -> list[Text]:
        fields = self._plan.tokenizer
        assert fields is not None
        return [fields(text) if isinstance(text, str) else tuple(map(fields, text)) for text in texts]


def _items(
    group: TallyGroup,
    numbers: Sequence[int],
    expected: Sequence[Text],
    output: Sequence[Text],
    inputs: Sequence[Text] | None,
    sure: Sequence[Text],
) -> list[Item]:
    confidences = [confidence(joined(text)) if group.percent is not None else 1.0 for text in sure]
    return list(zip(numbers, expected, output, inputs or [""] * len(expected), confidences, strict=True))


def _joined_all(texts: list[Text]) -> list[Any]:
    return list(map(joined, texts)) if tuple in map(type, texts) else texts
