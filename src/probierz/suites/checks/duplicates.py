"""Lines that stand twice in a split, and equal inputs with different expected lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from probierz.suites.checks.checked_split import CheckedSplit
from probierz.suites.findings import Finding, FindingPlace, Severity


def check_duplicates(split: CheckedSplit) -> Iterator[Finding]:
    """Find texts that are the same, up to case, punctuation and spaces; one finding for all of a split.

    count: how many lines could be left out. A second finding tells of those whose expected lines differ.
    """
    groups = _groups(split)
    if not groups:
        return
    extra = sum(len(lines) - 1 for lines in groups)
    places = tuple(_place(split, line, lines[0]) for lines in groups for line in lines[1:])
    severity: Severity = "note" if split.copied.repeats_are_talk else "warning"
    yield Finding("duplicates", f"repeated texts: {extra}", (split.name,), extra, places, severity)
    yield from _conflicts(split, groups)


def _groups(split: CheckedSplit) -> list[list[int]]:
    """Indices of equal texts, for texts that stand more than once; texts without a word are left out."""
    lines_of: dict[str, list[int]] = defaultdict(list)
    for at, words in enumerate(split.items):
        if words:
            lines_of[" ".join(words)].append(at)
    return [lines for lines in lines_of.values() if len(lines) > 1]


def _conflicts(split: CheckedSplit, groups: list[list[int]]) -> Iterator[Finding]:
    expecteds = split.expecteds
    if expecteds is None or not split.has_results:
        return
    differing = [(line, lines[0]) for lines in groups for line in lines[1:] if expecteds[line] != expecteds[lines[0]]]
    if differing:
        places = tuple(_place(split, line, first) for line, first in differing)
        message = f"repeated texts whose expected lines differ: {len(differing)}"
        severity: Severity = "note" if split.copied.repeats_are_talk else "error"  # what "Yes." means, others say
        yield Finding("conflicts", message, (split.name,), len(differing), places, severity)


def _place(split: CheckedSplit, line: int, first: int) -> FindingPlace:
    return FindingPlace(
        split.input_path, line + split.first, f"as line {first + split.first}: {split.texts[line][:60]}"
    )
