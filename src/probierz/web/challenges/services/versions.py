"""Publishing versions: all problems first, then the files, the tests and the public repository at once."""

from __future__ import annotations

import hashlib
import os
import shutil
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from probierz.challenges.challenge import Challenge as ChallengeFolder
from probierz.challenges.challenge import Split, kind_of_split, open_challenge
from probierz.challenges.problems import Problem, has_errors
from probierz.errors import ChallengeError
from probierz.schemes.scheme import Scheme
from probierz.suites.checks.hidden_results import (
    Files,
    answered_texts,
    gold_names,
    is_gold,
    leaks,
    stray_gold,
    test_name,
    withheld,
)
from probierz.suites.checks.leaked_tests import leaked_tests
from probierz.suites.digests import sha256_of
from probierz.web.challenges.checking import as_data, in_order, problems_of, public_gold
from probierz.web.challenges.division import unpacked
from probierz.web.challenges.far_scores import far_of_split
from probierz.web.challenges.gathering import from_folder
from probierz.web.challenges.models import Challenge, Division, Part, Test, Version
from probierz.web.challenges.other_tests import shared_with_others
from probierz.web.challenges.public_repository import forget_public, show_public, write_public
from probierz.web.challenges.public_tokens import tokens_in
from probierz.web.challenges.readme import render, tags_of
from probierz.web.challenges.services.divisions import division_of, divisions_of
from probierz.web.challenges.services.line_changes import LineChange, LinesChanged, line_changes
from probierz.web.challenges.services.making import changed, has_entries
from probierz.web.challenges.services.repairs import ResultsReplaced, repairs_of, replaced_results
from probierz.web.challenges.services.titles import TITLES, refuse_title_like_others, title_problems
from probierz.web.challenges.telling_metrics import warned_of
from probierz.web.challenges.usual_quotas import usual_quotas
from probierz.web.challenges.version_files import copy_without_outputs, split_hash
from probierz.web.configuration import places
from probierz.web.configuration.turns import one_at_a_time
from probierz.web.events import tests_changed, tests_replaced
from probierz.web.html.plain_text import on_one_line

CHANGES = ("major", "minor", "patch")


class InvalidChallenge(ChallengeError):
    """The challenge has errors; `problems` lists all of them, with paths as an organiser knows them."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = in_order(problems)
        errors = [problem for problem in problems if problem.severity == "error"]
        what = "1 problem keeps" if len(errors) == 1 else f"{len(errors)} problems keep"
        super().__init__(f"{what} the challenge from being published; the first: {self.problems[0]}")


class FoundVersion(NamedTuple):
    """What a version would be. shared: the files that everybody would get; all others stay hidden.

    divided: see `divisions_of`, of the version before. changes: tests for which what was handed in has another number
    of lines or answers other inputs. change: "major" where it does so, and what was asked for else;
    has_other_lines: whether it is major for that alone. repairs: see `repairs_of`; a major one has none.
    """

    number: str
    opened: ChallengeFolder
    facts: Sequence[_Facts]
    shared: Files
    problems: Sequence[Problem]
    divided: Mapping[str, dict[str, Any]]
    changes: Sequence[LineChange] = ()
    change: str = "patch"
    has_other_lines: bool = False
    repairs: Sequence[dict[str, Any]] = ()


def publish_version(
    challenge: Challenge,
    folder: Path,
    *,
    public: Files | None = None,
    change: str = "patch",
    commit: str = "",
    gold_commit: str = "",
    description: str = "",
    tests_are_open: bool = False,
    drops_scores: bool = False,
    replaces_results: bool = False,
    job: UUID | None = None,
    before: Callable[[FoundVersion], None] | None = None,
) -> Version:
    """Make the files in a folder, expected results among them, the challenge's current version.

    public: the part that everybody gets, which tells what is hidden; without it, only dev sets have open expected
    results, and the rest is public. change: "major", "minor" or "patch". tests_are_open: it is no mistake that the
    public part has expected results of test sets. drops_scores: what was handed in may lose its scores where a test has
    another number of lines or other inputs now, or is left out; with other lines, the version is a major one.
    replaces_results: a repair may replace many expected results, by which what was handed in is scored again, see
    `replaced_results`. commit: of the branch that the public part is. job: the import that does it. before: called with
    what was found, before anything is written; may raise, and nothing is changed. Data that did not change keep their
    tests, and so their scores; where nothing changed at all, the current version stays.
    Raises InvalidChallenge, LinesChanged or ResultsReplaced, and nothing is changed.
    """
    found = _found(challenge, folder, public, change=change, tests_are_open=tests_are_open, is_branch=bool(commit))
    if before is not None:
        before(found)
    if found.changes and not drops_scores:
        raise LinesChanged(found.changes)
    if (replaced := replaced_results(found.repairs)) and not replaces_results:
        raise ResultsReplaced(replaced)
    with _laid_out(challenge, folder) as place:
        if found.change == "patch" and not description and _is_same(challenge, place, found):
            shutil.rmtree(place)
            assert challenge.current is not None
            return challenge.current
        version, summary = _with_public_part(challenge, place.name, found, description)
        version.job, public_commit = job, version.public_commit
        version.commit, version.gold_commit = commit or public_commit, gold_commit or public_commit
        _record(challenge, version, found, summary)
    show_public(version)
    challenge.refresh_from_db()
    return version


@contextmanager
def _laid_out(challenge: Challenge, folder: Path) -> Iterator[Path]:
    """The files of a version where they will lie; they go again where it is not published."""
    place = places.version_folder(challenge.slug, uuid.uuid4().hex)
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        copy_without_outputs(folder, place)
        yield place
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)  # expected results are among it
        forget_public(challenge.slug, place.name)
        raise


def _found(
    challenge: Challenge, folder: Path, public: Files | None, *, change: str, tests_are_open: bool, is_branch: bool
) -> FoundVersion:
    """Look at the files of a version, see `publish_version`. Raises InvalidChallenge.

    is_branch: whether the public part is a branch.
    """
    problems = _problems(folder, public, tests_are_open, is_branch=is_branch)
    if not has_errors(problems):
        opened = open_challenge(folder)
        problems += title_problems(challenge, on_one_line(opened.title))
    if has_errors(problems):
        raise InvalidChallenge(problems)
    facts = [_facts(challenge, opened, split, public) for split in _tested(opened)]
    hidden = _hidden(facts)
    undivided = [problem for fact in facts for problem in fact.problems]
    if undivided:
        raise InvalidChallenge([*undivided, *problems])
    shared = withheld(from_folder(folder) if public is None else public, hidden, gold_names(folder))
    leaking = [*tokens_in(shared), *leaks(shared, folder, hidden)]
    problems = [*leaking, *problems]
    if has_errors(leaking):
        raise InvalidChallenge(problems)
    # what `probierz validate` calls an error here is asked about in a draft, see `tells_of_leak`
    problems = _with_leaked_tests(folder, [*problems, *answered_texts(opened, hidden, problems)])
    problems += shared_with_others(challenge, opened, hidden, shared)
    problems += [problem for fact in facts for problem in _telling(opened, fact)]
    lines = {fact.split: fact.lines for fact in facts}
    changes = line_changes(challenge, opened, lines)
    if change == "major":  # nothing is scored again: all that may be wrong is that inputs and results came apart
        changes = [one._replace(submissions=0) for one in changes if one.is_expected_same]
    has_others = change != "major" and any(one.lines and one.submissions for one in changes)
    change = "major" if has_others else change
    number, divided = _next_number(challenge, change), divisions_of(challenge.current)
    repairs = [] if change == "major" else repairs_of(challenge, opened)
    return FoundVersion(str(number), opened, facts, shared, problems, divided, changes, change, has_others, repairs)


def _with_leaked_tests(folder: Path, told: Sequence[Problem]) -> list[Problem]:
    """What `leaked_tests` makes of problems, which has whole paths, with the paths that organisers know."""
    whole = [replace(one, path=str(folder / one.path)) for one in told]
    return [replace(one, path=os.path.relpath(one.path, folder)) for one in leaked_tests(folder, whole)]


def _with_public_part(challenge: Challenge, name: str, found: FoundVersion, description: str) -> tuple[Version, str]:
    """Write what everybody gets of a version; return it, not stored yet, and the summary that its readme gives.

    name: of its folder.
    """
    message = f"{found.opened.title} {found.number}\n\n{description}"
    version = Version(folder=name, description=description, problems=as_data(found.problems))
    version.public_commit = write_public(challenge.slug, name, found.shared, message, timezone.now())
    version.readme = _readme(found.opened.path)
    readme = render(version.readme, challenge.slug)
    version.readme_html = readme.html
    return version, readme.summary


def _record(challenge: Challenge, version: Version, found: FoundVersion, summary: str) -> None:
    """Make a version the current one, with its number and tests; what it hides lies in its folder by now."""
    with one_at_a_time(TITLES):
        locked = Challenge.objects.select_for_update().get(pk=challenge.pk)
        before = [] if locked.current is None else list(locked.current.tests.all())
        version.challenge = locked
        version.major, version.minor, version.patch = _next_number(locked, found.change)
        version.save()
        tests = [test for fact in found.facts for test in _tests(locked, found.opened, fact)]
        version.tests.set(tests)
        version.gold_hash = _overall_hash(tests)
        version.changed_tests = found.change != "major" and bool(before) and not _is_known(tests, before)
        version.previous = locked.current
        version.save()
        locked.current = version
        if not locked.has_own_words:
            if locked.is_published:
                refuse_title_like_others(locked, on_one_line(found.opened.title))
            locked.title, locked.summary = on_one_line(found.opened.title)[:300], on_one_line(summary)
        if locked.has_usual_quotas:
            for name, value in usual_quotas(tests).items():
                setattr(locked, name, value)
        locked.save()
        locked.tags.add(*tags_of(version.readme))
        changed(locked)
        if before and {test.pk for test in tests} != {test.pk for test in before}:
            tests_replaced.send(sender=Version, version=version)
        if version.changed_tests or found.has_other_lines:
            tests_changed.send(sender=Version, version=version)


def _hidden(facts: Sequence[_Facts]) -> set[str]:
    return {fact.split for fact in facts if fact.is_hidden}


def _is_same(challenge: Challenge, staged: Path, found: FoundVersion) -> bool:
    """Whether the current version has these very files, and hides the same."""
    current, facts = challenge.current, found.facts
    if current is None or not facts:
        return False
    held_back = set(current.tests.filter(is_hidden=True).values_list("split", flat=True))
    rules = {test.split: test.division.rule if test.division else None for test in current.tests.all()}
    if any(rules.get(fact.split) != (fact.division.rule if fact.division else None) for fact in facts):
        return False
    folder = places.version_folder(challenge.slug, current.folder)
    return held_back == _hidden(facts) and folder.is_dir() and _digests(folder) == _digests(staged)


def _digests(folder: Path) -> dict[str, str]:
    """By path, the sha256 of each file below a folder, but for .gitignore, which is no data."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != ".gitignore")
    return {path.relative_to(folder).as_posix(): sha256_of(path) for path in files}


def divide_current(challenge: Challenge) -> None:
    """Divide the hidden tests of the current version by the challenge's rule, or undo it, before anything is handed in.

    What was published of a test goes on to stand on its public part, as it does where it is published later.
    Raises InvalidChallenge where a test cannot be divided; then nothing is changed.
    """
    version = challenge.current
    if version is None or has_entries(challenge):
        return
    before = list(version.tests.all())
    opened = open_challenge(places.version_folder(challenge.slug, version.folder))
    hidden = dict(version.tests.values_list("split", "is_hidden"))
    facts = []
    for split in _tested(opened):
        is_hidden, lines = hidden.get(split.name, True), opened.count_lines(split)
        division, problems = division_of(challenge, opened, split, lines) if is_hidden else (None, [])
        facts.append(_Facts(split.name, split_hash(opened, split), lines, is_hidden, division, problems))
    problems = [problem for fact in facts for problem in fact.problems]
    if problems:
        raise InvalidChallenge(problems)
    with transaction.atomic():
        tests = [test for fact in facts for test in _tests(challenge, opened, fact)]
        version.tests.set(tests)
        _keep_published(before, tests)
        version.gold_hash = _overall_hash(tests)
        version.save(update_fields=["gold_hash"])
        Challenge.objects.filter(pk=challenge.pk, has_usual_quotas=True).update(**usual_quotas(tests))
        changed(challenge)


def _keep_published(before: Sequence[Test], now: Sequence[Test]) -> None:
    """Let the published scores of tests stand on those that took their place."""
    for test in now:
        if test.part != Part.PRIVATE:
            for old in before:
                if (old.split, old.name) == (test.split, test.name) and old.pk != test.pk:
                    old.scores.filter(submission__is_reference=True).update(test=test)


def _problems(folder: Path, public: Files | None, tests_are_open: bool, *, is_branch: bool) -> list[Problem]:
    known = settings.PROBIERZ
    found = problems_of(folder, seconds=known["PROBIERZ_JOB_SECONDS"], memory_mb=known["PROBIERZ_JOB_MEMORY_MB"])
    gold = gold_names(folder)
    found = [*stray_gold(from_folder(folder) if public is None else public, gold, test_name(folder)), *found]
    if public is None or tests_are_open:
        return found
    return [*public_gold(public, gold, is_branch=is_branch), *found]


def _is_known(tests: Sequence[Test], before: Sequence[Test]) -> bool:
    """Whether all tests were there before: the same data under the same metrics."""
    return {test.pk for test in tests} <= {test.pk for test in before}


def _readme(folder: Path) -> str:
    path = folder / "README.md"
    return path.read_bytes()[: 2**20].decode("utf-8-sig", "replace") if path.is_file() else ""


def _next_number(challenge: Challenge, change: str) -> VersionNumber:
    if change not in CHANGES:
        raise ChallengeError(f"a change is one of {', '.join(CHANGES)}; found {change!r}")
    last = challenge.versions.order_by("-major", "-minor", "-patch").first()
    if last is None:
        return VersionNumber(1, 0, 0)
    return {
        "major": VersionNumber(last.major + 1, 0, 0),
        "minor": VersionNumber(last.major, last.minor + 1, 0),
        "patch": VersionNumber(last.major, last.minor, last.patch + 1),
    }[change]


class VersionNumber(NamedTuple):
    """Of a version."""

    major: int
    minor: int
    patch: int

    def __str__(self) -> str:
        """Print it as people write it."""
        return f"{self.major}.{self.minor}.{self.patch}"


def _tested(folder: ChallengeFolder) -> list[Split]:
    """The splits on which submissions are scored: all but the training data that have expected results."""
    return [split for split in folder.splits if split.name != "train" and split.expected is not None]


class _Facts(NamedTuple):
    """What there is to know of a split's data. division: stored or not yet; problems: why there is none."""

    split: str
    gold_hash: str
    lines: int
    is_hidden: bool
    division: Division | None = None
    problems: Sequence[Problem] = ()


def _facts(challenge: Challenge, folder: ChallengeFolder, split: Split, public: Files | None) -> _Facts:
    hidden = _is_hidden(folder.path, split.name, public)
    lines = folder.count_lines(split)
    division, problems = division_of(challenge, folder, split, lines) if hidden else (None, [])
    return _Facts(split.name, split_hash(folder, split), lines, hidden, division, problems)


def _telling(folder: ChallengeFolder, fact: _Facts) -> list[Problem]:
    share = 1.0 if fact.division is None else float(fact.division.rule["share"])
    return warned_of(fact.split, [*map(str, folder.schemes)], round(fact.lines * share)) if fact.is_hidden else []


def _is_hidden(folder: Path, split: str, public: Files | None) -> bool:
    """Whether the public part lacks the expected results of a split; without one, only dev sets have open ones."""
    if public is None:
        return kind_of_split(split) != "dev"
    return not any(is_gold(name, {split}, gold_names(folder)) for name in public)


def _tests(challenge: Challenge, folder: ChallengeFolder, fact: _Facts) -> list[Test]:
    if fact.division is not None and fact.division.pk is None:
        fact.division.save()
    parts = [Part.WHOLE] if fact.division is None else [Part.PUBLIC, Part.PRIVATE]
    return [
        _test(challenge, folder, fact, scheme, position, part)
        for position, scheme in enumerate(folder.schemes, 1)
        for part in parts
    ]


def _test(
    challenge: Challenge, folder: ChallengeFolder, fact: _Facts, scheme: Scheme, position: int, part: Part
) -> Test:
    shown = {
        "name": _name(scheme),
        "priority": scheme.priority,
        "position": position,
        "higher_is_better": scheme.metric.better == "higher",
        "precision": folder.options.precision,
        "as_percentage": folder.options.show_as_percentage,
        "is_hidden": fact.is_hidden,
        "lines": _lines(fact, part),
        "part": part,
        "division": fact.division,
        "far_score": far_of_split(folder, fact.split, str(scheme)) if fact.is_hidden else None,
    }
    test, _ = Test.objects.update_or_create(
        challenge=challenge, split=fact.split, scheme=str(scheme), gold_hash=_hash(fact, part), defaults=shown
    )
    return test


def _lines(fact: _Facts, part: Part) -> int:
    if fact.division is None:
        return fact.lines
    public = sum(unpacked(fact.lines, bytes(fact.division.public)))
    return public if part == Part.PUBLIC else fact.lines - public


def _hash(fact: _Facts, part: Part) -> str:
    """What scores of a part depend on: the data, and which lines are meant."""
    if fact.division is None:
        return fact.gold_hash
    return hashlib.sha256(f"{fact.gold_hash} {part} {bytes(fact.division.public).hex()}".encode()).hexdigest()


def _name(scheme: Scheme) -> str:
    """The display name without `P<2>`, which only says where the metric stands."""
    return Scheme(scheme.metric, tuple(flag for flag in scheme.flags if flag.letter != "P")).name


def _overall_hash(tests: Sequence[Test]) -> str:
    parts = sorted((test.split, test.scheme, test.gold_hash) for test in tests)
    return hashlib.sha256(repr(parts).encode()).hexdigest()
