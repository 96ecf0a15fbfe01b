"""Numbers of outputs beside known expected ones, for metrics of numbers: whether they are on one scale, and vary.

A correlation does not mind another scale, and an error only grows by it, so nothing here is a fault: it is a question.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from probierz.challenges.problems import Doubt
from probierz.lines import Text
from probierz.metrics.parsers import number_or_none
from probierz.schemes.scheme import Scheme
from probierz.scoring.preparation import joined, preparation

FEWEST = 10
"""Fewer numbers prove nothing."""
MOST_KNOWN = 100_000
"""So many known numbers tell their scale; the rest is not read."""


def scale_doubt(
    given: Iterable[Text], known: Iterable[Text], scheme: Scheme, *, name: str, tokenizer: str | None = None
) -> str | None:
    """Say what makes the numbers of an output look like those of another scale than known ones; None for nothing.

    That is so where more than half of them are below all known numbers or above, where all are shares (0 to 1) and more
    than half of the known numbers are above 1, and where whole numbers begin and end one below the known ones.
    name: of what is known: `train`. Lines are read as the metric gets them; where one is no finite number, there is no
    doubt.
    """
    if not scheme.metric.compares_numbers:
        return None
    expected = _numbers(islice(known, MOST_KNOWN), scheme, tokenizer)
    numbers = _numbers(given, scheme, tokenizer) if expected else []
    if not expected or not numbers:
        return None
    low, high, lowest, highest = min(numbers), max(numbers), min(expected), max(expected)
    from statistics import median

    middle = median(numbers)
    whole = all(one.is_integer() for one in (*numbers, *expected))
    if whole and lowest < highest and (low, high) == (lowest - 1, highest - 1):
        return (
            f"all numbers are whole ones from {low:g} to {high:g}, and those of {name} from {lowest:g} to {highest:g}"
        )
    are_outside = middle > highest or middle < lowest
    are_shares = low >= 0 and high <= 1 < median(expected)
    if not are_outside and not are_shares:
        return None
    given_range = f"{low:g}" if low == high else f"from {low:g} to {high:g}"
    return f"all numbers are {given_range}, and those of {name} from {lowest:g} to {highest:g}"


def far_doubt(
    given: Iterable[Text], known: Iterable[Text], scheme: Scheme, *, tokenizer: str | None = None
) -> Doubt | None:
    """Question numbers that are further from all known ones than these are from each other; None for nothing.

    A correlation does not mind them, nor does a metric that compares no numbers. Lines are read as in `scale_doubt`.
    """
    if not scheme.metric.compares_numbers or scheme.metric.needs_variation:
        return None
    expected = _numbers(islice(known, MOST_KNOWN), scheme, tokenizer)
    numbers = _numbers(given, scheme, tokenizer) if expected else []
    if not numbers or min(expected) == max(expected):
        return None
    lowest, highest = min(expected), max(expected)
    return outside_doubt(numbers, lowest, highest, "are they on its scale?", beyond=highest - lowest)


def outside_doubt(
    numbers: Sequence[float], lowest: float, highest: float, remedy: str, *, beyond: float = 0.0
) -> Doubt | None:
    """Question numbers out of a range, with the line of the first; None for nothing.

    beyond: how far from its ends a number may be all the same.
    """
    found = [at for at, one in enumerate(numbers) if not lowest - beyond <= one <= highest + beyond]
    if not found:
        return None
    message = f"numbers not from {lowest:g} to {highest:g}: {len(found)}, the first is {numbers[found[0]]:g}"
    return Doubt(message, remedy, found[0] + 1)


def sameness_doubt(given: Iterable[Text], scheme: Scheme, *, tokenizer: str | None = None) -> str | None:
    """Say that all numbers of an output are the same, where the metric is a correlation, which then has no value."""
    if not scheme.metric.needs_variation:
        return None
    numbers = set(_numbers(given, scheme, tokenizer))
    return f"all numbers are {numbers.pop():g}, and a correlation has no value then" if len(numbers) == 1 else None


def _numbers(lines: Iterable[Text], scheme: Scheme, tokenizer: str | None) -> list[float]:
    """The numbers in lines; none where one is no finite number, or where there are few."""
    prepare, found = preparation(scheme, tokenizer), []
    for line in lines:
        number = number_or_none(joined(prepare(line)).strip())
        if number is None or number - number != 0:
            return []
        found.append(number)
    return found if len(found) >= FEWEST else []
