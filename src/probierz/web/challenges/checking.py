"""What is wrong with a challenge from outside: found in a limited process, as its patterns may run wild."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Collection, Iterable
from contextlib import suppress
from pathlib import Path

from probierz.challenges.challenge import kind_of_split
from probierz.challenges.config import CONFIG_NAME, Options, read_options
from probierz.challenges.problems import Problem
from probierz.errors import ProbierzError
from probierz.schemes.scheme import parse_schemes
from probierz.suites.checks.hidden_results import Files, is_gold
from probierz.web.sandbox.challenge_rules import refuse_outside_names
from probierz.web.sandbox.limited import run_limited

MOST_METRICS = 200
"""Of one challenge. Pages of boards take the longer to make, the more columns there are."""


def problems_of(folder: Path, *, seconds: int = 600, memory_mb: int = 4096) -> list[Problem]:
    """Return everything that is wrong with a challenge, with paths inside it: where it lies is nobody's business.

    What lies open of hidden results is asked of the public part, see `hidden_results`: only the platform knows it.
    """
    try:
        options = _options_of(folder)
        refuse_outside_names(folder / CONFIG_NAME, options)
        if _has_many_metrics(options):
            return [_many_metrics()]
    except ProbierzError as error:
        return [Problem(CONFIG_NAME, None, _without(error.message, folder).removeprefix(f"{CONFIG_NAME}: "))]
    words = ["probierz", "validate", str(folder), "--to-publish", "--open-tests", "--unchecked", "--format", "json"]
    try:
        done = run_limited(words, seconds=seconds, memory_mb=memory_mb)
    except subprocess.TimeoutExpired:
        return [_endless(seconds)]
    return _told(done, folder, seconds)


def _options_of(folder: Path) -> Options:
    """What config.txt says; nothing where it cannot be read, which the validation tells."""
    try:
        return read_options(folder / CONFIG_NAME)
    except ProbierzError:
        return Options()


def _has_many_metrics(options: Options) -> bool:
    """Whether these are more than `MOST_METRICS`; what cannot be read is none, which the validation tells."""
    count = 0
    for text in options.metric:
        with suppress(ProbierzError):
            count += len(parse_schemes(text))
        if count > MOST_METRICS:
            return True
    return False


def _many_metrics() -> Problem:
    message = f"there are more than {MOST_METRICS} metrics, and a board has a column for each on every test"
    return Problem(CONFIG_NAME, None, message, "keep those that people look at")


def _told(done: subprocess.CompletedProcess[bytes], folder: Path, seconds: int) -> list[Problem]:
    try:
        found = json.loads(done.stdout)
    except ValueError:
        return [_endless(seconds)]
    return [
        Problem(
            _without(one["path"], folder), one["line"], _without(one["message"], folder), one["remedy"],
            one["severity"], kind=one["kind"],
        )
        for one in found
    ]  # fmt: skip


def _endless(seconds: int) -> Problem:
    message = f"checking the challenge takes more than {seconds} seconds, or more memory than allowed"
    return Problem(CONFIG_NAME, None, message, "see whether a regular expression in a metric runs wild")


def _without(text: str, folder: Path) -> str:
    return text.replace(f"{folder}/", "").replace(str(folder), "the challenge")


def in_order(problems: Iterable[Problem]) -> list[Problem]:
    """Return problems, errors first; those of one file together, in the order of its lines."""
    found = list(problems)
    files = {path: at for at, path in reversed(list(enumerate(problem.path for problem in found)))}
    return sorted(found, key=lambda one: (one.severity != "error", files[one.path], one.line or 0))


def as_data(problems: Iterable[Problem]) -> list[dict[str, object]]:
    """Return problems as plain data, `in_order`, for a job's failure and a version's record; what two checks say in the
    same words stands there once.
    """
    names = ("severity", "path", "line", "message", "remedy")
    said = dict.fromkeys(tuple(getattr(problem, name) for name in names) for problem in in_order(problems))
    return [dict(zip(names, one, strict=True)) for one in said]


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
        if kind_of_split(name) == "test" and is_gold(name, {name.partition("/")[0]}, gold)
    ]  # fmt: skip
