"""Changing challenges: making them, publishing versions, phases and people."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from django.db import transaction
from django.db.models import F

from probierz.challenges.challenge import Challenge as ChallengeFolder
from probierz.challenges.challenge import Split, open_challenge
from probierz.challenges.problems import Problem, has_errors
from probierz.challenges.validate import validate
from probierz.errors import ChallengeError
from probierz.schemes.scheme import Scheme
from probierz.web import places
from probierz.web.accounts.models import User
from probierz.web.challenges.files import copy_challenge, count_lines, is_open, split_hash
from probierz.web.challenges.models import Challenge, Organiser, Phase, Test, Version

__all__ = ["InvalidChallenge", "changed", "create_challenge", "publish_version"]

CHANGES = ("major", "minor", "patch")


class InvalidChallenge(ChallengeError):
    """The challenge has errors; `problems` lists all of them, with paths as an organiser knows them."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        errors = [problem for problem in problems if problem.severity == "error"]
        super().__init__(f"{len(errors)} problems keep the challenge from being published; the first: {errors[0]}")
        self.problems = list(problems)


@transaction.atomic
def create_challenge(slug: str, owner: User, *, title: str = "") -> Challenge:
    """Make an empty challenge that only its owner sees. Raises ValidationError for a slug that is taken or broken."""
    challenge = Challenge(slug=slug, title=title or slug)
    challenge.full_clean()
    challenge.save()
    Organiser.objects.create(challenge=challenge, user=owner, role=Organiser.Role.OWNER)
    Phase.objects.create(challenge=challenge, name="main")
    return challenge


def changed(challenge: Challenge) -> None:
    """Say that boards of the challenge may be different from now on; called in the transaction that makes them so."""
    Challenge.objects.filter(pk=challenge.pk).update(revision=F("revision") + 1)


def publish_version(
    challenge: Challenge,
    folder: Path,
    *,
    public: Path | None = None,
    change: str = "patch",
    commit: str = "",
    gold_commit: str = "",
    description: str = "",
) -> Version:
    """Make the files in a folder, expected results among them, the challenge's current version.

    public: the part that everybody gets, which tells what is hidden. change: "major", "minor" or "patch".
    Data that did not change keep their tests, and so their scores. Raises InvalidChallenge, and nothing is changed.
    """
    problems = validate(folder)
    if has_errors(problems):
        raise InvalidChallenge([_without_folder(problem, folder) for problem in problems])
    opened = open_challenge(folder)
    with transaction.atomic():
        locked = Challenge.objects.select_for_update().get(pk=challenge.pk)
        version = _next_version(locked, change)
        version.commit, version.gold_commit, version.description = commit, gold_commit, description
        version.readme = _readme(folder)
        version.problems = [str(_without_folder(problem, folder)) for problem in problems]
        version.save()
        tests = [test for split in _tested(opened) for test in _tests(locked, opened, split, public)]
        version.tests.set(tests)
        version.gold_hash = _overall_hash(tests)
        version.save()
        locked.current = version
        locked.title, locked.summary = opened.title, opened.description
        locked.save()
        changed(locked)
        target = places.version_folder(locked.slug, version.pk)
        target.parent.mkdir(parents=True, exist_ok=True)
        copy_challenge(folder, target)
    challenge.refresh_from_db()
    return version


def _without_folder(problem: Problem, folder: Path) -> Problem:
    """The problem with paths inside the challenge: where the server keeps it is nobody's business."""
    prefix = f"{folder}/"
    path = problem.path.removeprefix(prefix)
    return Problem(path, problem.line, problem.message.replace(prefix, ""), problem.remedy, problem.severity)


def _readme(folder: Path) -> str:
    path = folder / "README.md"
    return path.read_bytes()[: 2**20].decode("utf-8-sig", "replace") if path.is_file() else ""


def _next_version(challenge: Challenge, change: str) -> Version:
    if change not in CHANGES:
        raise ChallengeError(f"a change is one of {', '.join(CHANGES)}; found {change!r}")
    last = challenge.versions.order_by("-major", "-minor", "-patch").first()
    if last is None:
        return Version(challenge=challenge, major=1, minor=0, patch=0)
    major, minor, patch = {
        "major": (last.major + 1, 0, 0),
        "minor": (last.major, last.minor + 1, 0),
        "patch": (last.major, last.minor, last.patch + 1),
    }[change]
    return Version(challenge=challenge, major=major, minor=minor, patch=patch)


def _tested(folder: ChallengeFolder) -> list[Split]:
    """The splits on which submissions are scored: all but the training data that have expected results."""
    return [split for split in folder.splits if split.name != "train" and split.expected is not None]


def _tests(challenge: Challenge, folder: ChallengeFolder, split: Split, public: Path | None) -> list[Test]:
    gold_hash, lines = split_hash(folder, split), count_lines(folder, split)
    hidden = not is_open(split.name, public)
    return [
        _test(challenge, folder, split.name, scheme, position, gold_hash, lines, hidden)
        for position, scheme in enumerate(folder.schemes, 1)
    ]


def _test(
    challenge: Challenge,
    folder: ChallengeFolder,
    split: str,
    scheme: Scheme,
    position: int,
    gold_hash: str,
    lines: int,
    hidden: bool,
) -> Test:
    shown = {
        "name": scheme.name,
        "priority": scheme.priority,
        "position": position,
        "higher_is_better": scheme.metric.better == "higher",
        "precision": folder.options.precision,
        "as_percentage": folder.options.show_as_percentage,
        "is_hidden": hidden,
        "lines": lines,
    }
    test, _ = Test.objects.update_or_create(
        challenge=challenge, split=split, scheme=str(scheme), gold_hash=gold_hash, defaults=shown
    )
    return test


def _overall_hash(tests: Sequence[Test]) -> str:
    parts = sorted((test.split, test.scheme, test.gold_hash) for test in tests)
    return hashlib.sha256(repr(parts).encode()).hexdigest()
