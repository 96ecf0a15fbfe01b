"""Labels that occur in one split alone: often these are results of another task.

What is looked at are classes: few different lines that come again and again. Numbers and free texts are let be, as
every test may have some that nothing else has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from probierz.challenges.labels import are_classes, empty_lines, listed
from probierz.metrics.parsers import number_or_none
from probierz.schemes.scheme import Scheme
from probierz.suites.checks.checked_split import CheckedSplit
from probierz.suites.findings import Finding, FindingPlace


def check_labels(splits: Sequence[CheckedSplit]) -> Iterator[Finding]:
    """Compare the expected lines of each split with those of all others; one finding for each with strange labels.

    A split that shares no label with the others is questioned; of one that has some more than they, that is noted.
    count: lines with a label that no other split has.
    """
    labelled = [split for split in splits if split.expecteds]
    for split in labelled:
        others = [line for other in labelled if other is not split for line in other.expecteds or ()]
        mine = split.expecteds or []
        strange = strange_labels(mine, others) if others else []
        if not strange:
            continue
        names = set(strange)
        at = [number for number, line in enumerate(mine, 1) if line in names]
        places = tuple(FindingPlace(str(split.split.expected), number, mine[number - 1][:60]) for number in at)
        if len(at) == len(mine):
            message = (
                f"no other split has a label of {split.name}: {listed(strange)} here, {listed(sorted({*others}))} "
                "there; are these results of another task?"
            )
            yield Finding("labels", message, (split.name,), len(at), places, severity="warning")
        else:
            message = f"labels that no other split has: {listed(strange)}"
            yield Finding("labels", message, (split.name,), len(at), places, severity="note")


def strangely_labelled(found: Iterable[Finding]) -> set[str]:
    """Return the splits that share no label with the others, as `check_labels` found."""
    return {name for one in found if one.severity == "warning" for name in one.splits}


def check_empty_labels(splits: Sequence[CheckedSplit], schemes: Sequence[Scheme]) -> Iterator[Finding]:
    """Find expected lines without a label, where the main metric compares labels; one finding for each split."""
    for split in splits if schemes and schemes[0].metric.compares_labels else ():
        found = empty_lines(split.split.expected) if split.split.expected else []
        if found:
            places = tuple(FindingPlace(str(split.split.expected), number) for number in found)
            message = f"expected lines without a label: {len(found)}"
            yield Finding("labels", message, (split.name,), len(found), places, severity="warning")


def strange_labels(lines: Sequence[str], known: Sequence[str]) -> list[str]:
    """Return in order the different lines that are not among the known ones; none where these are no classes."""
    if not are_classes(known):
        return []
    names = set(known)
    if all(number_or_none(name) is not None for name in {*names, *lines}):
        return []
    return sorted(set(lines) - names)


def strange_constant(recipe: str, splits: Sequence[CheckedSplit]) -> str:
    """Say that the constant of a baseline is no label of its task; empty where it is one, or there are no labels."""
    kind, _, text = recipe.partition(":")
    lines = [line for split in splits for line in split.expecteds or ()]
    if kind != "constant" or not strange_labels([text], lines):
        return ""
    return f"{text!r} never occurs in the expected results, which are {listed(sorted({*lines}))}; is it another task's?"
