"""Why nothing can be scored, or checked: sentences on splits and outputs that are not there."""

from __future__ import annotations

import os
import shlex
import stat
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge, Split


def has_all(split: Split, outputs: Sequence[str]) -> bool:
    """Whether a split has all these outputs; for none, whether it has any."""
    return all(has(split, output) for output in outputs) if outputs else bool(split.outputs)


def has(split: Split, output: str) -> bool:
    """Whether a split has an output of this name."""
    from probierz.challenges.files import named_output

    return not os.path.isabs(output) and named_output(str(split.path), output) is not None


def unclear(challenge: Challenge, scorable: Sequence[Split]) -> str:
    """Say that outputs from elsewhere could belong to several splits, or to none."""
    if not challenge.splits:
        return no_splits(challenge, is_named=True)
    names = ", ".join(split.name for split in scorable) or "none has expected results"
    return (
        f"{challenge.path}: it is not clear which split is meant, as none has as many lines; "
        f"name it with --split: {names}"
    )


def no_splits(challenge: Challenge, *, is_named: bool = False) -> str:
    """Say that this is no folder of a challenge, and what else it looks like. is_named: whether outputs were named."""
    found = f"{challenge.path}: there are no splits (directories dev-* or test-*)"
    if is_named and not _is_split(challenge):
        return f"{found}; name the challenge, or add --expected FILE --metric METRIC to score plain files"
    if pair := _expected_and_out(challenge):
        expected, out = pair
        words = f"score them with  {shlex.join(['--expected', expected, '--out', out])} --metric METRIC"
        return f"{found}, but {os.path.basename(expected)} and {os.path.basename(out)}; {words}"
    if (challenge.path / "test_features.tsv").is_file():
        get = ["probierz", "suite", "get", f"klej/{challenge.name}", "--from", str(challenge.path)]
        return f"{found}, but a task as KLEJ publishes it; make a challenge of it by  {shlex.join(get)}"
    if _is_split(challenge) or any(challenge.path.glob("in.*")) or any(challenge.path.glob("expected.*")):
        return f"{found}; this looks like one split: give the directory above it, and --split {challenge.name}"
    if len(files := _only_files(challenge)) == 2:
        words = "score one against the other:  --expected FILE --out FILE --metric METRIC"
        return f"{found}, but two files, {' and '.join(files)}; {words}"
    return f"{found}; give the directory of a challenge, or score plain files with --expected, --out and --metric"


def _is_split(challenge: Challenge) -> bool:
    """Whether what was opened as a challenge is a folder in one, with an input or expected results."""
    from probierz.challenges.config import CONFIG_NAME
    from probierz.challenges.files import find_file

    folder = str(challenge.path)
    is_inside = os.path.isfile(os.path.join(folder, os.pardir, CONFIG_NAME))
    return is_inside and any(find_file(folder, name) is not None for name in ("in.tsv", "expected.tsv"))


def _expected_and_out(challenge: Challenge) -> tuple[str, str] | None:
    """The expected results and the output of a folder that lies in no challenge; None where one of them lacks."""
    from probierz.challenges.files import existing_output, find_file

    folder = os.path.relpath(challenge.path)
    expected, out = find_file(folder, "expected.tsv"), existing_output(folder)
    return (
        None
        if expected is None or out is None or _is_split(challenge)
        else (os.path.relpath(expected), os.path.relpath(out))
    )


def _only_files(challenge: Challenge) -> list[str]:
    """The names of all files of a folder; none of one that says that it is a challenge."""
    from probierz.challenges.config import CONFIG_NAME

    names = sorted(one.name for one in challenge.path.iterdir() if one.is_file() and not one.name.startswith("."))
    return [] if CONFIG_NAME in names else names


def nothing_to_score(challenge: Challenge, outputs: Sequence[str]) -> str:
    """Say what lacks: splits, outputs, expected results."""
    from probierz.challenges.challenge import other_outputs
    from probierz.challenges.files import is_readable

    splits = challenge.splits
    if not splits:
        return no_splits(challenge, is_named=bool(outputs))
    if folder := next((output for output in outputs if os.path.isdir(output)), ""):
        return is_a_folder(folder)
    if outputs and not any(has_all(split, outputs) for split in splits):
        names = ", ".join(split.name for split in splits)
        unknown = [
            output for output in outputs if not is_readable(output) and not any(has(split, output) for split in splits)
        ]
        if len(outputs) > 1 and not unknown:
            return f"{challenge.path}: no split has all of {', '.join(outputs)} (there are {names})"
        where = f"neither in a split ({names}) nor as a path of its own{other_outputs(unknown, splits)}"
        return f"{challenge.path}: there is no output {', '.join(unknown)}, {where}"
    lacks = []
    for split in splits:
        missing = ["expected results"] * (split.expected is None) + ["output"] * (not has_all(split, outputs))
        lacks.append(f"{split.name} has no {' and no '.join(missing)}")
    wanted = " and ".join(outputs) or challenge.options.out_file
    return f"{challenge.path}: nothing can be scored: {'; '.join(lacks)}. {_remedy(challenge, outputs, wanted)}"


def _remedy(challenge: Challenge, outputs: Sequence[str], wanted: str) -> str:
    """What can be done: an output whose expected results are held back can be checked, and another split be scored."""
    held = [split.name for split in challenge.splits if split.expected is None and has_all(split, outputs)]
    scorable = [split.name for split in challenge.splits if split.expected is not None and split.name != "train"]
    place = f"{scorable[0] if len(scorable) == 1 else 'one of ' + ', '.join(scorable)} as {wanted}" if scorable else ""
    if not held:
        return f"Put your output into {place or f'a split as {wanted}'}{'' if outputs else or_by_a_pipe()}"
    check = shlex.join(["probierz", "check", os.path.relpath(challenge.path), "--split", held[0]])
    return f"Check yours with  {check}" + (f"  ; to see a score, put an output for it into {place}" if place else "")


def or_by_a_pipe() -> str:
    """What else could be done by somebody who pipes something to a command that reads no standard input unasked."""
    try:
        is_pipe = stat.S_ISFIFO(os.fstat(sys.stdin.fileno()).st_mode)
    except (OSError, ValueError):  # closed, or replaced by what is no file
        is_pipe = False
    return ", or add --out - for what comes by the pipe" if is_pipe else ""


def is_a_folder(folder: str, what: str = "output") -> str:
    """Say that a folder was given for an output, or for the expected results."""
    return f"{folder} is a folder; name the file of the {what} in it"
