"""What is wrong with a challenge: all problems at once, each with its place and its remedy.

The checks are small functions in the order of GEval 1.42.2.0, which stops at its first problem; checks of our own stand
between them. Register one with `@challenge_check`; those of single directories are in `split_checks`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any

from probierz.challenges.config import CONFIG_NAME, Options, read_options
from probierz.challenges.create import TOY
from probierz.challenges.files import refuse_endless
from probierz.challenges.problems import Problem, Severity, has_errors, problem_from
from probierz.challenges.split_checks import split_problems
from probierz.challenges.validated_challenge import ValidatedChallenge, ValidatedSplit, clean_text, survey_one
from probierz.errors import ChallengeError, ProbierzError
from probierz.schemes.scheme import parse_schemes
from probierz.scoring.tally import Plan

__all__ = ["Problem", "has_errors", "validate"]

_PLAIN_TEXTS = (CONFIG_NAME, ".gitignore", "README.md")

ChallengeCheck = Callable[[ValidatedChallenge], Iterator[Problem]]

_LICENCE_FILE = re.compile(r"(?:un)?licen[cs]e|copying", re.IGNORECASE)
_LICENCE = re.compile(r"licen[cs]|licencj|\bCC[- ]?(?:BY|0)|public domain|domena publiczna|copyright", re.IGNORECASE)
"""Whatever is said of a licence, in English, Polish or Czech."""

CHALLENGE_CHECKS: list[ChallengeCheck] = []


def challenge_check(check: ChallengeCheck) -> ChallengeCheck:
    """Register a check of the whole challenge."""
    CHALLENGE_CHECKS.append(check)
    return check


def validate(
    directory: str | os.PathLike[str],
    *,
    all_problems: bool = True,
    options: Options | None = None,
    held_back: Collection[str] = (),
    takes_outputs: bool = False,
) -> list[Problem]:
    """Return what is wrong with a challenge, in the order of GEval's checks; an empty list when nothing is.

    all_problems: without it, checking ends at the first error (warnings before it are returned too).
    options: those of config.txt with more of a command line behind them; without them, config.txt alone counts.
    held_back, takes_outputs: of a challenge as those have it who take part: splits whose expected results others keep,
    and whether outputs may lie in it.
    """
    problems: list[Problem] = []
    path = os.fspath(directory)
    challenge = ValidatedChallenge(path, given_options=options, held_back=held_back, takes_outputs=takes_outputs)
    for problem in _problems(challenge):
        problems.append(problem)
        if problem.severity == "error" and not all_problems:
            break
    return problems


def _problems(challenge: ValidatedChallenge) -> Iterator[Problem]:
    path = challenge.path
    if not os.path.isdir(path):
        yield Problem(
            path,
            None,
            "this is a file" if os.path.exists(path) else "there is no such directory",
            "name the directory of the challenge, or create one with  probierz init",
            geval=f"No challenge directory: `{path}`",
        )
        return
    endless = list(_endless(path))
    if endless:
        yield from endless
        return
    for check in CHALLENGE_CHECKS:
        yield from _told(check(challenge), path)
    for split_path in _split_paths(path):
        yield from _told(split_problems(ValidatedSplit(challenge, split_path)), split_path)


def _endless(path: str) -> Iterator[Problem]:
    """Pipes and devices in a directory and below, which no check may open; links are looked at, but not gone into."""
    for folder, _folders, names in os.walk(path):
        for name in sorted(names):
            try:
                refuse_endless(os.path.join(folder, name))
            except ChallengeError as error:
                yield problem_from(error, os.path.join(folder, name), "")


def _told(problems: Iterator[Problem], path: str) -> Iterator[Problem]:
    """The problems; that the system refuses to show something is one too."""
    try:
        yield from problems
    except OSError as error:
        where = error.filename if isinstance(error.filename, str) else path
        yield Problem(where, None, f"this cannot be read: {error.strerror}", "check its permissions")


def _split_paths(path: str) -> list[str]:
    """The directories with data: the test sets, then `train`."""
    tests = _test_paths(path)
    train = os.path.join(path, "train")
    return [*tests, train] if os.path.isdir(train) else tests


def _test_paths(path: str) -> list[str]:
    names = [name for name in os.listdir(path) if name.startswith(("dev-", "test-"))]
    return [full for name in sorted(names) if os.path.isdir(full := os.path.join(path, name))]


# --- the whole challenge ---------------------------------------------------------------------------------------------


@challenge_check
def config_is_understood(challenge: ValidatedChallenge) -> Iterator[Problem]:
    """Every option of config.txt exists and every metric can be read."""
    path = challenge.file(CONFIG_NAME)
    if not os.path.exists(path):
        return
    try:
        challenge.options = challenge.given_options or read_options(path)
    except ProbierzError as error:
        challenge.config_is_broken = True
        yield problem_from(error, path, "see the options with  geval --help")
        return
    yield from _names_that_lead_out(challenge, path)
    for text in challenge.options.metric:
        try:
            schemes = parse_schemes(text)
            Plan(schemes, tokenizer=challenge.options.tokenizer)  # compiles the regular expressions
            challenge.schemes += schemes
        except ProbierzError as error:
            challenge.config_is_broken = True
            message = f"the metric {text!r} cannot be used: {error.message}"
            yield Problem(path, None, message, "correct it in config.txt", geval=error.geval or error.message)


def _names_that_lead_out(challenge: ValidatedChallenge, path: str) -> Iterator[Problem]:
    """A challenge may come from a stranger: file names in config.txt must stay inside it, others are forgotten."""
    for option in ("expected_file", "input_file", "in_header", "out_header"):
        name = getattr(challenge.options, option)
        if name is not None and (os.path.isabs(name) or ".." in name.split("/")):
            message = f"the file name {name!r} leads out of the challenge"
            yield Problem(path, None, message, "use a name inside the challenge")
            forgotten: dict[str, Any] = {option: getattr(Options(), option)}
            challenge.options = replace(challenge.options, **forgotten)


@challenge_check
def config_is_there(challenge: ValidatedChallenge) -> Iterator[Problem]:
    """There is a config.txt."""
    if not challenge.config_is_broken:
        yield from _missing(challenge, CONFIG_NAME, "make it, with the metrics: --metric Accuracy --precision 4")


@challenge_check
def gitignore_is_there(challenge: ValidatedChallenge) -> Iterator[Problem]:
    """There is a .gitignore, which scoring and platforms do without."""
    remedy = "make it, with what must not be submitted: *~, *.swp, .token"
    yield from _missing(challenge, ".gitignore", remedy, "note")


@challenge_check
def readme_is_there(challenge: ValidatedChallenge) -> Iterator[Problem]:
    """There is a README.md."""
    yield from _missing(challenge, "README.md", "make it: its first header is the title, below it a short description")


def _missing(challenge: ValidatedChallenge, name: str, remedy: str, severity: Severity = "error") -> Iterator[Problem]:
    path = challenge.file(name)
    if not os.path.isfile(path):
        yield Problem(path, None, f"there is no {name}", remedy, severity, geval=f"No {name} file: `{path}`")


@challenge_check
def some_metric_is_main(challenge: ValidatedChallenge) -> Iterator[Problem]:
    """Some metric has priority 1."""
    path = challenge.file(CONFIG_NAME)
    if not os.path.isfile(path) or challenge.config_is_broken:
        return
    if not any(scheme.priority == 1 for scheme in challenge.schemes):
        yield Problem(
            path,
            None,
            "no metric has priority 1, so the board has no main column",
            "name a metric with --metric, and give the main one no P<…> flag or P<1>",
            geval="No metric has priority 1",
        )


@challenge_check
def texts_are_clean(challenge: ValidatedChallenge) -> Iterator[Problem]:
    """config.txt, .gitignore and README.md have something in them, and no CR nor spaces at line ends."""
    for path in map(challenge.file, _PLAIN_TEXTS):
        if os.path.isfile(path):
            survey = survey_one([path], ())
            yield from clean_text(survey)


@challenge_check
def readme_has_title(challenge: ValidatedChallenge) -> Iterator[Problem]:
    """README.md has a header, which is the title of the challenge."""
    path = challenge.file("README.md")
    if not os.path.isfile(path) or not os.path.getsize(path):
        return
    with open(path, encoding="utf-8", errors="replace") as file:
        if not re.search(r"^(?:#{1,6}\s+\S|.*\S.*\n(?:=+|-+)\s*$)", file.read(2**20), re.MULTILINE):
            yield Problem(
                path, None, "there is no header, so the challenge has no title", "begin with: # Title", "warning"
            )


@challenge_check
def readme_is_of_this_challenge(challenge: ValidatedChallenge) -> Iterator[Problem]:
    """README.md is not the one that every new challenge begins with."""
    path = challenge.file("README.md")
    if not os.path.isfile(path):
        return
    with open(path, encoding="utf-8", errors="replace") as file:
        if TOY in file.read(2**20):
            message = "this is still the text of a new challenge, with toy data"
            remedy = "say what the task is, where the data come from and under which licence they may be used"
            yield Problem(path, None, message, remedy, "note")


@challenge_check
def licence_is_told(challenge: ValidatedChallenge) -> Iterator[Problem]:
    """A file, or README.md, says under which licence the data may be used."""
    path = challenge.file("README.md")
    has_file = any(_LICENCE_FILE.match(name) for name in os.listdir(challenge.path))
    if has_file or not os.path.isfile(path):
        return
    with open(path, encoding="utf-8", errors="replace") as file:
        if not _LICENCE.search(file.read(2**20)):
            remedy = "write it into LICENCE.txt, or into README.md under a header Licence"
            yield Problem(path, None, "nothing says under which licence the data may be used", remedy, "note")


@challenge_check
def headers_can_be_read(challenge: ValidatedChallenge) -> Iterator[Problem]:
    """The header files that config.txt names are there."""
    options = challenge.options
    for name, side in ((options.in_header, "in"), (options.out_header, "out")):
        if name is None:
            continue
        path = challenge.file(name)
        try:
            header = _read_header(path)
        except (OSError, ValueError) as error:
            geval = None if os.path.isfile(path) else f"No file with header specification: `{path}`"
            why = "there is no such file" if geval else f"the names of the columns cannot be read: {error}"
            remedy = f"make it, one line of names separated by TAB, or remove --{side}-header from config.txt"
            yield Problem(path, None, why, remedy, geval=geval)
            continue
        if side == "in":
            challenge.in_header = header
        else:
            challenge.out_header = header


def _read_header(path: str) -> tuple[str, ...]:
    with open(path, encoding="utf-8-sig") as file:
        line = file.readline(2**20).rstrip("\n").replace("\r", "")
    if not line:
        raise ValueError("its first line is empty")
    return tuple(line.split("\t"))


@challenge_check
def there_are_test_sets(challenge: ValidatedChallenge) -> Iterator[Problem]:
    """There is at least one directory dev-* or test-*."""
    if not _test_paths(challenge.path):
        yield Problem(
            challenge.path,
            None,
            "there is no directory with test data",
            "make dev-0 and test-A, each with in.tsv and expected.tsv",
            geval="No directories with test data, expected `dev-0` and/or `test-A` directory",
        )


@challenge_check
def test_set_is_there(challenge: ValidatedChallenge) -> Iterator[Problem]:
    """The test set that config.txt names is there."""
    name = challenge.options.test_name
    if name != Options().test_name and not os.path.isdir(challenge.file(name)):
        message = f"--test-name names {name!r}, but there is no such directory"
        yield Problem(challenge.file(CONFIG_NAME), None, message, f"make {name}, or correct the name")
