"""Which splits of a challenge a command works on."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from probierz.cli.common import print_warning
from probierz.errors import ChallengeError

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge, Split

__all__ = ["chosen_splits"]


def chosen_splits(challenge: Challenge, names: Sequence[str] | None, out: str | None, *, quiet: bool) -> list[Split]:
    """The splits of these names; without names the test set, or where it cannot be scored, all that can.

    out: the output that was named. quiet: no warning when other splits stand in for the test set.
    Raises ChallengeError that says why nothing can be scored.
    """
    if names:
        return [challenge.split(name) for name in dict.fromkeys(names)]
    splits = challenge.splits
    found = [split for split in splits if split.expected and _has_output(split, out)]
    main = [split for split in found if split.name == challenge.options.test_name]
    if found and not main and not quiet:
        others = ", ".join(split.name for split in found)
        print_warning(f"{challenge.options.test_name} cannot be scored here; these are scores on {others}")
    if main or found:
        return main or found
    if out is not None and os.path.isfile(out):
        return [_split_for_path(challenge, splits)]
    raise ChallengeError(_nothing_to_score(challenge, splits, out))


def _has_output(split: Split, out: str | None) -> bool:
    from probierz.challenges.files import existing_output

    if out is None:
        return bool(split.outputs)
    return not os.path.isabs(out) and existing_output(str(split.path), out) is not None


def _split_for_path(challenge: Challenge, splits: list[Split]) -> Split:
    """The split that an output from elsewhere belongs to: the test set, or the only one that can be scored."""
    if not splits:
        raise ChallengeError(_no_splits(challenge))
    scorable = [split for split in splits if split.expected]
    main = [split for split in scorable if split.name == challenge.options.test_name]
    if len(main or scorable) == 1:
        return (main or scorable)[0]
    names = ", ".join(split.name for split in scorable) or "none"
    raise ChallengeError(
        f"{challenge.path}: it is not clear which split the output belongs to; name it with --split "
        f"(splits with expected results: {names})"
    )


def _no_splits(challenge: Challenge) -> str:
    found = f"{challenge.path}: there are no splits (directories dev-* or test-*)"
    if any(challenge.path.glob("in.*")) or any(challenge.path.glob("expected.*")):
        return f"{found}; this looks like one split: give the directory above it, and --split {challenge.name}"
    return f"{found}; give the directory of a challenge, or score plain files with --expected, --out and --metric"


def _nothing_to_score(challenge: Challenge, splits: list[Split], out: str | None) -> str:
    if not splits:
        return _no_splits(challenge)
    if out is not None and not any(_has_output(split, out) for split in splits):
        names = ", ".join(split.name for split in splits)
        return f"{challenge.path}: there is no output {out}, neither in a split ({names}) nor as a path of its own"
    lacks = []
    for split in splits:
        missing = ["expected results"] * (split.expected is None) + ["output"] * (not _has_output(split, out))
        lacks.append(f"{split.name} has no {' and no '.join(missing)}")
    wanted = out or challenge.options.out_file
    return f"{challenge.path}: nothing can be scored: {'; '.join(lacks)}. Put your output into a split as {wanted}"
