"""What is odd about an output that can be scored, such as one of another task, in another order or on another scale.

All questions about outputs are asked here, whether somebody checks an output or scores it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, islice
from typing import NamedTuple

from probierz.challenges.beginnings import Beginnings, FirstLines
from probierz.challenges.emptiness import (
    LEAST_EMPTY,
    MOST_KNOWN,
    EmptyLines,
    emptiness_doubt,
    empty_lines_of,
    may_be_empty,
)
from probierz.challenges.files import Reading
from probierz.challenges.input_columns import ColumnsBeside, columns_beside, input_columns_doubt, reads_one_column
from probierz.challenges.labels import (
    are_classes,
    are_known_labels,
    compares_classes,
    has_labels,
    label_question,
    same_label_doubt,
    unknown_labels_doubt,
)
from probierz.challenges.lengths import TypicalLengths, length_doubt, puts_out_texts, typical_lengths
from probierz.challenges.number_scales import far_doubt, sameness_doubt, scale_doubt
from probierz.challenges.problems import Doubt
from probierz.challenges.ranked_values import joined_values_doubt, ranks, repeated_values_doubt
from probierz.challenges.resemblance import TextPairs, resemblance_doubt, text_pairs
from probierz.challenges.token_counts import CountedLine, counted_lines, token_count_doubt
from probierz.challenges.usual_words import usual_lines, words_doubt
from probierz.lines import Text
from probierz.schemes.scheme import Scheme
from probierz.scoring.preparation import joined


class KnownSplit(NamedTuple):
    """A split whose expected lines may be seen. inputs: None where there are none."""

    name: str
    expected: str | os.PathLike[str]
    inputs: str | os.PathLike[str] | None = None


@dataclass(frozen=True)
class OutputToDoubt:
    """An output, and what it may be compared with.

    schemes: the main one first. inputs: None where there are none. most_lines: no more of the output is looked at.
    labels: the split whose labels are known; None: those of all open splits are, without any those of known. known:
    that whose numbers and texts are. open_splits: all whose expected lines everybody has, or a file without a name that
    is no split's.
    asks_of_labels: whether nothing else tells yet why they are strange.
    counted: the empty lines of files, by their paths, where somebody has counted them. begun: their first lines, where
    somebody has kept them; not of inputs.
    """

    path: str
    schemes: Sequence[Scheme]
    inputs: str | os.PathLike[str] | None = None
    labels: KnownSplit | None = None
    known: KnownSplit | None = None
    reading: Reading = field(default_factory=Reading)
    most_lines: int | None = None
    counted: Mapping[str, EmptyLines] = field(default_factory=dict)
    begun: Mapping[str, FirstLines] = field(default_factory=dict)
    open_splits: Sequence[KnownSplit] = ()
    asks_of_labels: bool = True

    def of_all(self) -> Iterator[Doubt]:
        """All doubts, one by one; where nearly all lines are empty, that alone."""
        empty = self._of_empty_lines()
        if empty is not None:
            yield empty
            if self._empty.is_part(LEAST_EMPTY):
                return
        yield from self.of_filled_lines()

    def of_filled_lines(self) -> Iterator[Doubt]:
        """All doubts but those of empty lines, one by one; where columns of the input are in the way, that alone.

        Nothing else is asked of groups, whose names are free.
        """
        columns = self._of_input_columns()
        if columns is not None:
            yield columns
            return
        if self.schemes and all(scheme.metric.compares_groups for scheme in self.schemes):
            return
        yield from self.of_labels() if self.asks_of_labels else ()
        yield from self._of_sameness()
        yield from self._of_numbers()
        yield from self._of_texts()
        yield from self._of_tokens()
        yield from self._of_rankings()

    @cached_property
    def _empty(self) -> EmptyLines:
        return self._empty_of(self.path, self.most_lines)

    def _of_empty_lines(self) -> Doubt | None:
        """Lines hold something, where known ones do or an empty line is no answer."""
        answers = [may_be_empty(scheme) for scheme in self.schemes]
        if None in answers or (self.known is None and True in answers) or not self._empty.empty:
            return None
        if self.known is None:
            return emptiness_doubt(self._empty, None)
        known = self._empty_of(self.known.expected, MOST_KNOWN)
        return emptiness_doubt(self._empty, known, name=self.known.name, may_be=True in answers)

    def _empty_of(self, path: str | os.PathLike[str], most_lines: int | None) -> EmptyLines:
        counted = self.counted.get(os.fspath(path))
        return empty_lines_of(self._lines(path), most_lines) if counted is None else counted

    def _of_input_columns(self) -> Doubt | None:
        """Lines do not hold columns of their inputs, where known ones do not."""
        if self.inputs is None:
            return None
        known = None
        if self.known is not None and self.known.inputs is not None:
            known = self._columns(self.known.expected, self.known.inputs)
        return input_columns_doubt(
            self._columns(self.path, self.inputs), known, name=self.known.name if self.known else "",
            reads_one=all(map(reads_one_column, self.schemes)),
        )  # fmt: skip

    def of_labels(self) -> Iterator[Doubt]:
        """Labels are known ones."""
        scheme = self._label_scheme or next(filter(has_labels, self.schemes), None)
        first = [one for one in (self.labels or self.known,) if one]
        tokenizer = self.reading.tokenizer
        if scheme is None or any(
            are_known_labels(self._wanted(), self._lines(one.expected), scheme, tokenizer=tokenizer) for one in first
        ):
            return
        for splits in (first, self.open_splits) if self.labels else (self.open_splits or first,):
            known = chain.from_iterable(self._lines(one.expected) for one in splits)  # a few lines show no classes
            doubt = label_question(self._wanted(), known, scheme, tokenizer=tokenizer)
            if doubt is not None:
                yield doubt
                return
        yield from self._of_unknown_labels(scheme)

    def _of_unknown_labels(self, scheme: Scheme) -> Iterator[Doubt]:
        """Labels are some that an open split expects, each of them."""
        if self.open_splits:
            known = chain.from_iterable(self._lines(one.expected) for one in self.open_splits)
            first = self.open_splits[0]
            name = "" if first.name else os.path.basename(first.expected)
            tokenizer = self.reading.tokenizer
            doubt = unknown_labels_doubt(self._wanted(), known, scheme, name=name, tokenizer=tokenizer)
            if doubt is not None:
                yield doubt

    def _of_sameness(self) -> Iterator[Doubt]:
        """Labels and texts are not all the same, where known ones are not."""
        of_classes = self._label_scheme or next(filter(compares_classes, self.schemes), None)
        scheme = of_classes or next((one for one in self.schemes if not one.metric.compares_numbers), None)
        split = self.labels if of_classes else self.known
        if scheme is None or split is None:
            return
        given, known = self._wanted(), self._lines(split.expected)
        doubt = same_label_doubt(given, known, scheme, tokenizer=self.reading.tokenizer)
        if doubt is not None:
            yield doubt

    @property
    def _label_scheme(self) -> Scheme | None:
        return next((one for one in self.schemes if one.metric.compares_labels), None)

    def _of_numbers(self) -> Iterator[Doubt]:
        """Numbers vary where they are correlated, and are on the scale of known ones."""
        for scheme in self.schemes:
            same = sameness_doubt(self._wanted(), scheme, tokenizer=self.reading.tokenizer)
            if same is not None:
                yield Doubt(same, "is this the right file?")
                break
        numeric = next((one for one in self.schemes if one.metric.compares_numbers), None)
        if self.known is None or numeric is None:
            return
        given, known = self._wanted(), self._lines(self.known.expected)
        scale = scale_doubt(given, known, numeric, name=self.known.name, tokenizer=self.reading.tokenizer)
        if scale is not None:
            yield Doubt(scale, "are they on its scale?")
            return
        far = far_doubt(self._wanted(), self._lines(self.known.expected), numeric, tokenizer=self.reading.tokenizer)
        if far is not None:
            yield far

    def _of_texts(self) -> Iterator[Doubt]:
        """Lines have the words of their own inputs, where expected ones do."""
        if self.inputs is None:
            return
        known = None
        if self.known is not None and self.known.inputs is not None:
            known = self._pairs(self.known.expected, self.known.inputs)
        doubt = resemblance_doubt(
            self._pairs(self.path, self.inputs), known, name=self.known.name if self.known else ""
        )
        doubt = doubt or self._of_lengths() or self._of_words()
        if doubt is not None:
            yield doubt

    def _of_lengths(self) -> Doubt | None:
        """Texts are about as long as known ones."""
        scheme = self._free_texts
        if scheme is None or self.inputs is None or self.known is None or self.known.inputs is None:
            return None
        has_alternatives = scheme.metric.definition.free_columns
        known = self._lengths(self.known.expected, self.known.inputs, has_alternatives=has_alternatives)
        return length_doubt(self._lengths(self.path, self.inputs), known, name=self.known.name)

    def _of_words(self) -> Doubt | None:
        """Texts have some words that known ones have, or their inputs."""
        if self._free_texts is None or self.inputs is None or self.known is None or self.known.inputs is None:
            return None
        given = usual_lines(self._wanted(), self._inputs(self.inputs))
        known = usual_lines(self._lines(self.known.expected), self._inputs(self.known.inputs))
        return words_doubt(given, known, name=self.known.name)

    @cached_property
    def _free_texts(self) -> Scheme | None:
        """The metric that reads a text on each line; none where known ones are labels, whose names are asked about."""
        scheme = next((one for one in self.schemes if puts_out_texts(one)), None)
        if scheme is None or self.known is None or not scheme.metric.compares_labels:
            return scheme
        lines = islice(self._lines(self.known.expected), MOST_KNOWN)
        return None if are_classes([joined(line).strip() for line in lines]) else scheme

    def _of_tokens(self) -> Iterator[Doubt]:
        """Lines have as many tokens as their inputs, where a metric compares them by place and expected ones do."""
        if self.inputs is None or self.known is None or self.known.inputs is None:
            return
        if not any(scheme.metric.compares_tags for scheme in self.schemes):
            return
        known = self._counted(self.known.expected, self.known.inputs)
        doubt = token_count_doubt(self._counted(self.path, self.inputs), known, name=self.known.name)
        if doubt is not None:
            yield doubt

    def _of_rankings(self) -> Iterator[Doubt]:
        """Values of a ranking have TABs between them, and each stands there once."""
        scheme = next(filter(ranks, self.schemes), None)
        if scheme is None:
            return
        known = self._lines(self.known.expected) if self.known is not None else iter(())
        doubt = joined_values_doubt(self._wanted(), known, scheme, tokenizer=self.reading.tokenizer)
        if doubt is not None:
            yield doubt
        if os.path.basename(self.path).startswith("expected"):  # what is right may come several times in real data
            return
        repeated = repeated_values_doubt(self._wanted(), scheme, tokenizer=self.reading.tokenizer)
        if repeated is not None:
            yield repeated

    def _wanted(self) -> Iterator[Text]:
        return islice(self._lines(self.path), self.most_lines)

    @cached_property
    def _beginnings(self) -> Beginnings:
        return Beginnings(self.reading.open_parallel, self.begun)

    @cached_property
    def _beginnings_of_inputs(self) -> Beginnings:
        return Beginnings(self.reading.open_input)

    def _lines(self, path: str | os.PathLike[str]) -> Iterator[Text]:
        return self._beginnings.lines(path)

    def _inputs(self, path: str | os.PathLike[str]) -> Iterator[Text]:
        return self._beginnings_of_inputs.lines(path)

    def _pairs(self, path: str | os.PathLike[str], inputs: str | os.PathLike[str]) -> TextPairs:
        return text_pairs(self._lines(path), self._inputs(inputs))

    def _lengths(
        self, path: str | os.PathLike[str], inputs: str | os.PathLike[str], *, has_alternatives: bool = False
    ) -> TypicalLengths:
        lines = islice(self._lines(path), self.most_lines)
        return typical_lengths(lines, self._inputs(inputs), has_alternatives=has_alternatives)

    def _columns(self, path: str | os.PathLike[str], inputs: str | os.PathLike[str]) -> ColumnsBeside:
        return columns_beside(self._lines(path), self._inputs(inputs))

    def _counted(self, path: str | os.PathLike[str], inputs: str | os.PathLike[str]) -> list[CountedLine]:
        return counted_lines(self._lines(path), self._inputs(inputs))
