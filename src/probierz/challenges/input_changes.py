"""Whether the inputs of a test are those of an earlier version: outputs belong to inputs line by line."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from probierz.lines import all_lines
from probierz.metrics.distances import levenshtein

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge, Split


class SplitLines(NamedTuple):
    """The inputs of a split, the SHA-256 of what is expected on them, and how many lines those are."""

    inputs: list[str]
    expected: str
    lines: int

    @property
    def inputs_digest(self) -> str:
        """The SHA-256 of the inputs."""
        return _digest(self.inputs)


class InputChange(NamedTuple):
    """How many of so many inputs differ. is_permuted: they are the same in another order."""

    differ: int
    lines: int
    is_permuted: bool

    def about(self, split: str, *, is_expected_same: bool) -> str:
        """Say it in a sentence without a full stop."""
        if self.is_permuted:
            said = (
                f"the inputs of {split} are those of the current version in another order, "
                f"{self.differ} of {self.lines} in other places"
            )
        else:
            said = f"{self.differ} of {self.lines} inputs of {split} differ from the current version"
        return said + (", while the expected results are the same" if is_expected_same else "")


def split_lines(challenge: Challenge, split: Split) -> SplitLines:
    """Read a split; one without a file of inputs has none."""
    inputs = [] if split.input is None else _lines(challenge, str(split.input), challenge.in_header)
    expected = _lines(challenge, str(split.expected), challenge.out_header)
    return SplitLines(inputs, _digest(expected), len(expected))


def inputs_digest(challenge: Challenge, split: Split) -> str:
    """Return the SHA-256 of the inputs of a split, whose expected results need not be there."""
    return _digest([] if split.input is None else _lines(challenge, str(split.input), challenge.in_header))


def input_change(now: Sequence[str], before: Sequence[str]) -> InputChange | None:
    """Compare the inputs of two versions of a test with as many lines; None where at most their spelling was mended."""
    others = [(one, other) for one, other in zip(now, before, strict=True) if one != other]
    if others and sorted(map(_plain, now)) == sorted(map(_plain, before)):
        moved = sum(_plain(one) != _plain(other) for one, other in others)
        return InputChange(moved, len(now), is_permuted=True) if moved else None
    known = set(before)
    differ = sum(one in known or not _is_mended(one, other) for one, other in others)
    return InputChange(differ, len(now), is_permuted=False) if differ else None


def _is_mended(now: str, before: str) -> bool:
    """Whether a text differs in case, spaces and punctuation, or in up to a tenth of its letters and in no digit.

    Of short ones two letters may differ, if they are at most a quarter of it.
    """
    one, other = _plain(now), _plain(before)
    if re.findall(r"\d+", one) != re.findall(r"\d+", other):
        return False
    longer = max(len(one), len(other))
    most = max(min(2, longer // 4), longer // 10)
    return levenshtein()(one, other, score_cutoff=most) <= most


def _plain(text: str) -> str:
    """The words of a text without case, or all of it where it has none."""
    return " ".join(re.findall(r"\w+", text.casefold())) or text


def _digest(lines: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode("utf-8", "surrogateescape")).hexdigest()


def _lines(challenge: Challenge, path: str, header: Sequence[str]) -> list[str]:
    return all_lines(path, dialect=challenge.dialect, header=header)
