"""What is wrong with a challenge from outside: found in a limited process, as its patterns may run wild."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Collection, Iterable
from pathlib import Path

from probierz.archives.streams import COMPRESSIONS
from probierz.challenges.challenge import Challenge as ChallengeFolder
from probierz.challenges.challenge import Split, is_split_name, open_challenge
from probierz.challenges.config import CONFIG_NAME, read_options
from probierz.challenges.problems import Problem
from probierz.errors import ProbierzError
from probierz.suites.checks.checked_split import CheckedSplit
from probierz.suites.checks.public_texts import public_texts, task_texts
from probierz.web.challenges.gathering import Files, is_gold
from probierz.web.intake.received import inflated
from probierz.web.sandbox.challenge_rules import refuse_outside_names
from probierz.web.sandbox.limited import run_limited

__all__ = ["answered_texts", "as_data", "leaks", "problems_of", "public_gold", "stray_gold"]


def problems_of(folder: Path, *, seconds: int = 600, memory_mb: int = 4096) -> list[Problem]:
    """Return everything that is wrong with a challenge, with paths inside it: where it lies is nobody's business."""
    try:
        _refuse_ways_out(folder)
    except ProbierzError as error:
        return [Problem(CONFIG_NAME, None, _without(error.message, folder).removeprefix(f"{CONFIG_NAME}: "))]
    words = ["probierz", "validate", str(folder), "--to-publish", "--format", "json"]
    try:
        done = run_limited(words, seconds=seconds, memory_mb=memory_mb)
    except subprocess.TimeoutExpired:
        return [_endless(seconds)]
    return _told(done, folder, seconds)


def _refuse_ways_out(folder: Path) -> None:
    config = folder / CONFIG_NAME
    if config.is_file():
        try:
            options = read_options(config)
        except ProbierzError:
            return  # validation says what is wrong with it
        refuse_outside_names(config, options)


def _told(done: subprocess.CompletedProcess[bytes], folder: Path, seconds: int) -> list[Problem]:
    try:
        found = json.loads(done.stdout)
    except ValueError:
        return [_endless(seconds)]
    return [
        Problem(
            _without(one["path"], folder), one["line"], _without(one["message"], folder), one["remedy"],
            one["severity"],
        )
        for one in found
    ]  # fmt: skip


def _endless(seconds: int) -> Problem:
    message = f"checking the challenge takes more than {seconds} seconds, or more memory than allowed"
    return Problem(CONFIG_NAME, None, message, "see whether a regular expression in a metric runs wild")


def _without(text: str, folder: Path) -> str:
    return text.replace(f"{folder}/", "").replace(str(folder), "the challenge")


def as_data(problems: Iterable[Problem]) -> list[dict[str, object]]:
    """Return problems as plain data, errors first, for a job's failure and a version's record."""
    names = ("severity", "path", "line", "message", "remedy")
    ordered = sorted(problems, key=lambda problem: problem.severity != "error")
    return [{name: getattr(problem, name) for name in names} for problem in ordered]


# --- gold in the public part -----------------------------------------------------------------------------------------


IN_A_BRANCH = "take them out of the branch and of its history, or say that this test set is meant to be open"
IN_AN_ARCHIVE = (
    "to hide them, say that the hidden expected results are in the archive or folder itself, or take them out; "
    "else say that this test set is meant to be open"
)


def public_gold(public: Files, gold: Collection[str], *, is_branch: bool) -> list[Problem]:
    """Return the expected results of test sets that lie open, where everybody sees them; gold: see `gold_names`.

    is_branch: whether the public part is a branch of git, where they lie open already; else nobody saw them yet.
    """
    return [
        Problem(
            name, None, "the expected results of a test set are in the public part, where everybody reads them",
            IN_A_BRANCH if is_branch else IN_AN_ARCHIVE,
        )
        for name in sorted(public)
        if name.startswith("test-") and is_gold(name, {name.partition("/")[0]}, gold)
    ]  # fmt: skip


def stray_gold(files: Files, gold: Collection[str], test: str) -> list[Problem]:
    """Return expected results in folders of which nobody knows whether they are a test: everybody would read them.

    files: of the part that everybody gets, or of all. Only train, dev-0 and the like have expected results that are
    open by their names, and only test-A and the like have some that are hidden. test: as config.txt calls the test set.
    """
    return [
        Problem(
            name, None, f"{_place(name)} is neither a train set, a dev set nor a test set by its name, so that "
            "everybody would read these expected results",
            "call a test test-A, test-B and so on, and what is open train or dev-0, dev-1 and so on",
        )
        for name in sorted(files)
        if name.rpartition("/")[2].partition(".")[0] in gold and not _tells_what_it_is(name.rpartition("/")[0], test)
    ]  # fmt: skip


def _tells_what_it_is(folder: str, test: str) -> bool:
    return folder == test or ("/" not in folder and (is_split_name(folder) or folder.startswith("train-")))


def _place(name: str) -> str:
    return name.rpartition("/")[0] or "the challenge's own folder"


def leaks(public: Files, folder: Path, hidden: set[str]) -> list[Problem]:
    """Return files of the public part, packed or not, that are copies of the expected results of a hidden split.

    Inputs and expected results of other splits are passed over: of a toy challenge they may well be the same.
    """
    golds = {
        split.name: content
        for split in open_challenge(folder).splits
        if split.name in hidden and split.expected and (content := _content(split.expected, MOST_COMPARED))
    }
    return [
        Problem(
            name, None, f"this is a copy of the expected results of {split}, which are hidden",
            "take it out of the public part and of its history",
        )
        for name, path in sorted(public.items())
        if not name.rpartition("/")[2].startswith(("in.", "expected."))
        for split, gold in golds.items()
        if _content(path, len(gold)) == gold
    ]  # fmt: skip


def answered_texts(opened: ChallengeFolder, hidden: Collection[str]) -> list[Problem]:
    """Warn of hidden tests whose texts stand, word for word, in splits whose expected results everybody reads.

    The rule is that of suites, see `public_texts`. What is larger than MOST_WORDED is not looked at.
    """
    splits = [one for one in CheckedSplit.of(opened) if _is_compared(one.name, one.split, hidden)]
    if not _are_small(splits):
        return []
    return [
        Problem(
            f"{one.test}/in.tsv", None,
            f"{one.shared} of {one.lines} texts of the hidden test can be read word for word in "
            f"{' and '.join(one.splits)}, with what is expected",
            "draw another test, or take these lines out there", "warning",
        )
        for one in public_texts([task_texts(opened.title, splits)])
    ]  # fmt: skip


def _is_compared(name: str, split: Split, hidden: Collection[str]) -> bool:
    """Whether it is a hidden test, or has expected results and is open."""
    return name in hidden if name.startswith("test-") else name not in hidden and split.expected is not None


def _are_small(splits: Iterable[CheckedSplit]) -> bool:
    """Whether all their texts, unpacked, can be held in memory at once."""
    left = MOST_WORDED
    for one in splits:
        assert one.split.input is not None
        size = len(_content(one.split.input, left))
        if not size:  # empty inputs have no texts either
            return False
        left -= size
    return True


MOST_WORDED = 2**25
"""Bytes of inputs in which texts are compared: words take some ten times that much memory."""

MOST_COMPARED = 2**28


def _content(path: Path, most: int) -> bytes:
    """The unpacked content; empty where there is more of it, or it cannot be read."""
    compression = path.suffix if path.suffix in COMPRESSIONS else ""
    try:
        with inflated(path, compression) as stream:
            content = stream.read(most + 1)
    except ProbierzError:
        return b""
    return content if len(content) <= most else b""
