"""Expected texts of a test that open splits have too, below other inputs: as references that were used again.

Whoever knows them may answer with the nearest. Where a split has the same text below several inputs anyway, as a
caption of several pictures, that is no more than to be expected.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from probierz.suites.checks.checked_split import CheckedSplit
from probierz.suites.checks.copies import LEAST_PART, no_chance
from probierz.suites.findings import Finding, FindingPlace

_FEWEST_WORDS_OF_REFERENCES = 5
"""Shorter answers stand in many data."""


def check_used_references(splits: Sequence[CheckedSplit]) -> Iterator[Finding]:
    """Compare the expected texts of tests with those of open splits; one finding for each two.

    splits of the finding: the open one first. count: lines of the test whose input is not there too.
    """
    answered = [one for one in splits if one.expecteds]
    tests = [one for one in answered if one.is_test]
    opened = [one for one in answered if not one.is_test] if tests else []
    keys = {one.name: [*map(_key, one.expecteds or ())] for one in (*opened, *tests)}
    for test in tests:
        for public in opened:
            lines = _used_again(public, test, keys)
            if len(lines) >= no_chance(len(test.inputs), max(LEAST_PART, 2 * _usual(keys[public.name]))):
                yield _finding(public, test, lines)


def _used_again(public: CheckedSplit, test: CheckedSplit, keys: dict[str, list[int]]) -> list[int]:
    """Lines of a test with an expected text of an open split, but not its input."""
    there = {*keys[public.name]} - {0}
    inputs = {*public.copied.keys}
    pairs = enumerate(zip(test.copied.keys, keys[test.name], strict=False))
    return [line for line, (given, expected) in pairs if expected in there and given not in inputs]


def _usual(keys: Sequence[int]) -> float:
    """On which part of its lines a split has a text that it has on others, too."""
    counts = Counter(key for key in keys if key)
    return sum(count for count in counts.values() if count > 1) / max(1, len(keys))


def _key(expected: str) -> int:
    """What an expected text is known by, in whatever case; 0 for what is no text. Quick, as texts may be long pages."""
    first = expected.split(None, _FEWEST_WORDS_OF_REFERENCES)[:_FEWEST_WORDS_OF_REFERENCES]
    return hash(expected.strip().casefold()) if len(first) == _FEWEST_WORDS_OF_REFERENCES and len({*first}) > 2 else 0


def _finding(public: CheckedSplit, test: CheckedSplit, lines: Sequence[int]) -> Finding:
    path = str(test.split.expected)
    places = tuple(FindingPlace(path, line + 1, (test.expecteds or [])[line][:60]) for line in lines)
    message = f"expected texts of {test.name} that stand in {public.name} too, word for word, below other inputs"
    return Finding("leaks", f"{message}: {len(lines)}", (public.name, test.name), len(lines), places, "warning")
