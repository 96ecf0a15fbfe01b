"""Labels of outputs and expected lines, for metrics that compare one label with another.

What is looked at are classes: few different lines that come again and again. Free texts are let be, and numbers that
are no classes, as every test may have some that nothing else has.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Literal

from probierz.challenges.problems import OF_ANOTHER_TASK, Doubt
from probierz.challenges.unreadable_lines import parser_of
from probierz.challenges.unreadable_lines import preparation as whole_preparation
from probierz.errors import ParseError, PatternError
from probierz.lines import Dialect, LineReader, Text
from probierz.metrics.annotations import bio_entities, segments, spans, unnormalised_entities
from probierz.metrics.parsers import number_or_none, stripped, word_values, zero_one
from probierz.metrics.reads import LABELS, LABELS_OR_PROBABILITIES, LABELS_WITH_PROBABILITIES
from probierz.schemes.scheme import Scheme
from probierz.scoring.preparation import joined, preparation
from probierz.text import first_few

LIKE_HEADER = Doubt("this looks like a header", "remove it: an output has items only", 1)

MOST_CLASSES = 50
MOST_NAMED = 5
FEWEST_SAME = 10
"""Fewer lines of one label prove nothing."""
FEWEST_BELOW = 3
MOST_KNOWN_BELOW = 0.9
"""Below a line with a name of the column there are labels, nearly all of which are known."""
LEAST_UNKNOWN = 0.02
"""Of labels of which lines have several, so many that nobody knows are asked about."""
_LABELLED = (bio_entities, unnormalised_entities, segments, spans)
"""What reads outputs of which each item has a label."""
_QUOTES = "\"'„”“»«"
_MOST_KEPT = 1000
"""How many different labels of an output are kept at most: one for a task of numbers may have one a line."""


def has_labels(scheme: Scheme) -> bool:
    """Whether a metric compares labels: one a line, several, or those of entities, spans and boxes."""
    reads = scheme.metric.definition.reads[1]
    is_several = reads in (LABELS, LABELS_OR_PROBABILITIES, LABELS_WITH_PROBABILITIES)
    is_labelled = scheme.metric.definition.parse_output in _LABELLED
    return scheme.metric.compares_labels or ((is_several or is_labelled) and not scheme.metric.prefixes)


def _labels(
    lines: Iterable[Text], scheme: Scheme, tokenizer: str | None, side: Literal["expected", "output"]
) -> Iterator[str]:
    """The labels of lines, as the metric gets them; of one that cannot be read none."""
    return (label for _, label in _numbered_labels(lines, scheme, tokenizer, side))


def _numbered_labels(
    lines: Iterable[Text], scheme: Scheme, tokenizer: str | None, side: Literal["expected", "output"]
) -> Iterator[tuple[int, str]]:
    """Each label after the number of its line, from 1."""
    if scheme.metric.compares_labels:
        prepare = preparation(scheme, tokenizer)
        yield from ((number, joined(prepare(line)).strip()) for number, line in enumerate(lines, 1))
        return
    prepare_whole, parse = whole_preparation(scheme, tokenizer), parser_of(scheme.metric, side)
    for number, line in enumerate(lines, 1):
        with suppress(ParseError, PatternError):
            for item in parse(prepare_whole(line)):
                yield number, _label_of(item)


class _GivenLabels:
    """The labels of an output: how often each stands there, and on which line it stands first; empty ones apart."""

    def __init__(self, lines: Iterable[Text], scheme: Scheme, tokenizer: str | None, most: int | None = None) -> None:
        self.counts: Counter[str] = Counter()
        self.total = 0
        self._first: dict[str, int] = {}
        self._has_one_a_line = scheme.metric.compares_labels
        for number, label in _numbered_labels(lines, scheme, tokenizer, "output"):
            self.total += 1
            if label and (most is None or label in self._first or len(self._first) < most):
                self.counts[label] += 1
                self._first.setdefault(label, number)

    def doubt(self, message: str, labels: Sequence[str], classes: Collection[str], remedy: str) -> Doubt:
        """Question these labels, with the first line that has one and, where each line has one, how many have."""
        count = sum(self.counts[label] for label in labels) if self._has_one_a_line else 1
        more = f"; {count} such lines" if count > 1 else ""
        told = f"{message}{listed(labels)}{more}; expected are {listed(sorted(classes))}"
        return Doubt(told, remedy, min(self._first[label] for label in labels))


def _label_of(item: Any) -> str:
    """The label of an item: itself, that of a span, or the first of a pair with its probability."""
    return item if isinstance(item, str) else str(getattr(item, "label", item[0]))


def empty_lines(path: str | os.PathLike[str]) -> list[int]:
    """Return the numbers of lines, from 1, that have nothing but white space."""
    with LineReader(os.fspath(path), dialect=Dialect(lenient=True)) as reader:
        return [number for number, line in enumerate(reader, 1) if not str(line).strip()]


def label_question(
    given: Iterable[Text], known: Iterable[Text], scheme: Scheme, *, tokenizer: str | None = None
) -> Doubt | None:
    """Question an output none of whose labels is a known one, or whose labels differ from known ones in case alone.

    known: expected lines, of which no more is read than shows that they are no classes; given is then not read.
    Lines are compared as the metric gets them, with its flags. None: nothing is odd, or these are no labels.
    """
    if not has_labels(scheme):
        return None
    classes = _classes(_labels(known, scheme, tokenizer, "expected"))
    found = _GivenLabels(given, scheme, tokenizer, _MOST_KEPT) if classes else None
    labels = sorted(found.counts) if found else []
    if found is None or not labels or any(map(is_distribution, labels)):
        return None
    if all(number_or_none(label) is not None for label in (*labels, *classes)):
        return _number_question(labels, classes)
    folded = {label.casefold() for label in classes}
    in_other_case = [label for label in labels if label not in classes and label.casefold() in folded]
    in_quotes = [label for label in labels if label not in classes and label.strip(_QUOTES) in classes]
    if in_quotes:
        return found.doubt("labels stand in quotation marks: ", in_quotes, classes, "write them without")
    if in_other_case:
        message = "labels differ from expected ones in upper and lower case alone: "
        return found.doubt(message, in_other_case, classes, "write them in the same case")
    if not classes.isdisjoint(labels):
        return None
    return _question_of_none(labels, classes, is_one_a_line=scheme.metric.compares_labels)


def _question_of_none(labels: Sequence[str], classes: Collection[str], *, is_one_a_line: bool) -> Doubt:
    """Question labels none of which is a known one: the beginning of all known ones may be missing."""
    expected = f"{listed(labels)}; expected are {listed(sorted(classes))}"
    beginnings = {one.removesuffix(label) for one in classes for label in labels if one.endswith(label)}
    for prefix in sorted(beginnings, key=len):
        are_all_begun = all(one.startswith(prefix) for one in classes)
        if are_all_begun and 2 * sum(prefix + label in classes for label in labels) > len(labels):
            return Doubt(f"the prefix {prefix!r} is missing: {expected}", "write it in front of each label")
    remedy = _remedy_of_none(labels, classes, is_one_a_line=is_one_a_line)
    return Doubt(f"none of the labels is an expected one: {expected}", remedy)


def _remedy_of_none(labels: Sequence[str], classes: Collection[str], *, is_one_a_line: bool) -> str:
    """What is to be done about labels none of which is a known one; as many as there are classes may stand for them."""
    known = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, classes))})(?!\w)")
    if is_one_a_line and 2 * sum(known.search(label) is not None for label in labels) > len(labels):
        return "write the label alone on each line"
    numbers, known_numbers = ([number_or_none(one) for one in some] for some in (labels, classes))
    if len(labels) <= len(classes):
        if all(one is not None and float(one).is_integer() for one in numbers):
            return "write the labels in place of numbers"
        if set(numbers) == {None} and None not in known_numbers:
            return "write the numbers in place of words"
    return OF_ANOTHER_TASK


def are_known_labels(
    given: Iterable[Text], known: Iterable[Text], scheme: Scheme, *, tokenizer: str | None = None
) -> bool:
    """Whether each label stands among known ones too, of which no more is read than shows it: nothing is odd then."""
    unseen = set(_labels(given, scheme, tokenizer, "output"))
    for label in _labels(known, scheme, tokenizer, "expected") if 0 < len(unseen) <= MOST_CLASSES else ():
        unseen.discard(label)
        if not unseen:
            return True
    return False


def labels_in_two_cases(lines: Iterable[Text], scheme: Scheme, *, tokenizer: str | None = None) -> list[str]:
    """Return labels that differ from others of the same lines in upper and lower case alone, those others among them.

    Lines are compared as the metric gets them, with its flags; where they are no labels, there are none.
    """
    prepare = preparation(scheme, tokenizer)
    classes = _classes(joined(prepare(line)).strip() for line in lines) if scheme.metric.compares_labels else ()
    folded = Counter(label.casefold() for label in classes)
    return sorted((label for label in classes if folded[label.casefold()] > 1), key=lambda one: (one.casefold(), one))


def unknown_labels_doubt(
    given: Iterable[Text], known: Iterable[Text], scheme: Scheme, *, name: str = "", tokenizer: str | None = None
) -> Doubt | None:
    """Question labels that no known line has, where others are known; numbers are let be.

    known: expected lines of all splits that are open, or of the file of this name. Where no label is known, or one
    differs in case alone, `label_question` says it.
    """
    classes = _classes(_labels(known, scheme, tokenizer, "expected"))
    found = _GivenLabels(given if classes else (), scheme, tokenizer)
    labels = sorted(found.counts)
    unknown = [label for label in labels if label not in classes]
    is_rare = sum(found.counts[one] for one in unknown) < LEAST_UNKNOWN * found.total
    if is_rare and not scheme.metric.compares_labels:  # many labels a line: that some are rare is usual
        return None
    folded = {label.casefold() for label in classes}
    is_told = len(unknown) in (0, len(labels)) or any(label.casefold() in folded for label in unknown)
    if is_told or any(is_distribution(label) or number_or_none(label) is not None for label in unknown):
        return None
    asked = f"labels that no line of {name} has: " if name else "labels that no open split expects: "
    return found.doubt(asked, unknown, classes, "are they meant?")


def header_doubt(
    given: Iterable[Text], known: Iterable[Text], scheme: Scheme, *, tokenizer: str | None = None
) -> Doubt | None:
    """Question a first line that is no known label in any case, alone before labels that are known; else None.

    All answers may be one line too low then, and the last one may be missing.
    """
    if not scheme.metric.compares_labels:
        return None
    prepare = preparation(scheme, tokenizer)
    classes = _classes(joined(prepare(line)).strip() for line in known)
    lines = (joined(prepare(line)).strip() for line in given)
    first = next(lines, "") if classes else ""
    is_label = first.casefold() in {label.casefold() for label in classes}  # in other letters `label_question` asks
    if not first or is_label or number_or_none(first) is not None:
        return None
    below = list(lines)
    are_known = sum(line in classes for line in below)
    is_alone = first not in below and len(below) >= FEWEST_BELOW
    return LIKE_HEADER if is_alone and are_known >= MOST_KNOWN_BELOW * len(below) else None


def same_label_doubt(
    given: Iterable[Text], known: Iterable[Text], scheme: Scheme, *, tokenizer: str | None = None
) -> Doubt | None:
    """Question an output that has the same line throughout, where known lines have several; None for any other.

    That goes for labels and texts alike. Numbers and likelihoods are let be, unless they are labels.

    No more of the output is read than shows two labels, and of known lines than shows whether they are classes: where
    they are none, the lines of both are called so.
    """
    prepare = preparation(scheme, tokenizer)
    label = only_one(joined(prepare(line)).strip() for line in given)
    if not label or (_is_guess(label) and not _is_class(label, scheme)):
        return None
    found, number = _first_different(joined(prepare(line)).strip() for line in known)
    labels = sorted(found - {""})
    if len(labels) > 1 and not _come_again(found, number):
        return Doubt(f"all lines are {label[:40]!r}, and expected ones differ", "is this the right file?")
    return one_label_doubt([label] * FEWEST_SAME, labels)


def compares_classes(scheme: Scheme) -> bool:
    """Whether a metric compares labels, or expects one of two classes, 0 or 1."""
    return scheme.metric.compares_labels or scheme.metric.parse_expected is zero_one


def _is_class(line: str, scheme: Scheme) -> bool:
    return scheme.metric.compares_labels or (compares_classes(scheme) and line in ("0", "1"))


def _is_guess(line: str) -> bool:
    """Whether the same number or likelihoods on every line may be meant."""
    return number_or_none(line) is not None or is_distribution(line)


def one_label_doubt(given: Iterable[str], labels: Sequence[str]) -> Doubt | None:
    """Question lines that are all the same one, where a task has these labels; None for any others."""
    label = only_one(given)
    if not label or len(labels) < 2:
        return None
    return Doubt(f"all labels are {label[:40]!r}; expected are {listed(labels)}", "is this the right file?")


def only_one(lines: Iterable[str]) -> str:
    """Return the line that all of them are; empty where they differ, which is read no further, or are few."""
    line, count = "", 0
    for count, other in enumerate(lines, 1):
        if count > 1 and other != line:
            return ""
        line = other
    return line if count >= FEWEST_SAME else ""


def _number_question(labels: Sequence[str], classes: frozenset[str]) -> Doubt | None:
    """Question numbers that are to be the same as labels that are numbers, and never are.

    Numbers between the classes are let be: they are likelihoods, or means.
    """
    if not classes.isdisjoint(labels):
        return None
    given, known = ({number_or_none(one) for one in some} for some in (labels, classes))
    expected = f"; expected are {listed(sorted(classes))}"
    if given <= known:
        message = f"labels are the same numbers as expected ones, but written otherwise: {listed(labels)}"
        return Doubt(message + expected, "write the numbers as they are expected")
    if all(one is not None and float(one).is_integer() for one in given):
        message = f"none of the labels is an expected one: {listed(labels)}"
        return Doubt(message + expected, "are they of another scale or task?")
    return None


def _classes(lines: Iterable[str]) -> frozenset[str]:
    """The different lines where these are labels, none otherwise; reads on until there are too many."""
    found, number = _first_different(lines)
    return frozenset(found) if _come_again(found, number) else frozenset()


def _first_different(lines: Iterable[str]) -> tuple[set[str], int]:
    """The different lines until there are too many for labels, and how many were read."""
    found: set[str] = set()
    number = 0
    for line in lines:
        number += 1
        found.add(line)
        if len(found) > MOST_CLASSES:
            break
    return found, number


def _come_again(found: Collection[str], number: int) -> bool:
    """Whether so many lines are labels, of which these are the different ones."""
    return len(found) <= MOST_CLASSES and 2 * len(found) <= number


def is_distribution(line: str) -> bool:
    """Whether metrics read a line as words with values, of which the likeliest is the answer: `word:0.6 other:0.4`."""
    return word_values(stripped(line)) is not None


def are_classes(lines: Collection[str]) -> bool:
    """Whether lines are labels: few different ones, each twice on average or more often."""
    return bool(_classes(lines))


def listed(names: Sequence[str]) -> str:
    """Name the first few."""
    return first_few([repr(name[:40]) for name in names], MOST_NAMED)
