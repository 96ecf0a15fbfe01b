"""Texts that two challenges of the same people share, where one has them in a hidden test and the other with results.

Only challenges that everybody runs who runs this one are looked at: what stands in hidden tests of other people is not
for its organisers to know.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress

from django.db.models import QuerySet

from probierz.challenges.challenge import Challenge as ChallengeFolder
from probierz.challenges.challenge import open_challenge
from probierz.challenges.problems import Problem
from probierz.errors import ChallengeError, ProbierzError
from probierz.suites.checks.hidden_results import OF_ANOTHER, answered_test, compared_splits
from probierz.suites.checks.public_texts import PublicTexts, TaskTexts, public_texts, task_texts
from probierz.web.challenges.models import Challenge
from probierz.web.configuration import places

__all__ = ["AnswersOfAnother", "refuse_answers_of_another", "shared_with_others"]

MOST_BYTES = 2**26
"""Of inputs of other challenges that are read for one import, those of the newest first."""
_IN_ANOTHER = re.compile(r"read word for word in \S+/")
LEAST_SHARE = 0.05
"""Of the texts of a test: short texts, such as greetings, stand in many data."""


def shared_with_others(challenge: Challenge, opened: ChallengeFolder, hidden: Collection[str]) -> list[Problem]:
    """Warn of open splits here that have texts of hidden tests of other challenges, and of the opposite.

    opened, hidden: what this one would be, and its hidden tests. Challenges too large for `answered_texts` are not
    looked at.
    """
    others = _run_by_the_same(challenge)
    mine = _texts(challenge.slug, opened, hidden) if others.exists() else None
    if mine is None:
        return []
    return [
        _told(found, challenge.slug)
        for theirs in _texts_of(others)
        for found in public_texts([mine, theirs])
        if found.task != found.other and found.shared >= LEAST_SHARE * found.lines
    ]


def _run_by_the_same(challenge: Challenge) -> QuerySet[Challenge]:
    """Challenges with data that everybody runs by name who runs this one by name, the newest first.

    Tasks of one suite are not compared here: publishing it compares them, by what they declare to share.
    """
    people = list(challenge.organisers.values_list("user", flat=True))
    found = Challenge.objects.exclude(pk=challenge.pk).filter(current__isnull=False)
    suite = Challenge.objects.filter(pk=challenge.pk, suite_task__isnull=False).values("suite_task__suite")
    found = found.exclude(suite_task__suite__in=suite)
    for person in people:
        found = found.filter(organisers__user=person)
    return found.select_related("current").order_by("-pk") if people else found.none()


def _texts_of(others: Iterable[Challenge]) -> Iterator[TaskTexts]:
    """The texts of challenges, until MOST_BYTES of inputs were read."""
    left = MOST_BYTES
    for other in others:
        version = other.current
        assert version is not None
        hidden = set(version.tests.filter(is_hidden=True).values_list("split", flat=True))
        with suppress(ProbierzError):  # a broken one is told where it is looked after
            opened = open_challenge(places.version_folder(other.slug, version.folder))
            left -= sum(split.input.stat().st_size for split in opened.splits if split.input is not None)
            if left < 0:
                return
            if (texts := _texts(other.slug, opened, hidden)) is not None:
                yield texts


def _texts(slug: str, opened: ChallengeFolder, hidden: Collection[str]) -> TaskTexts | None:
    splits = compared_splits(opened, hidden)
    return task_texts(slug, splits) if splits else None


def _told(found: PublicTexts, here: str) -> Problem:
    if found.task == here:
        where = " and ".join(f"{found.other}/{split}" for split in found.splits)
        return answered_test(found, where)
    test = f"{found.task}/{found.test}"
    return Problem(
        f"{found.splits[0]}/in.tsv", None,
        f"{found.shared} of {found.lines} texts of {test}, the hidden test of another challenge of yours, can be read "
        "word for word here, with what is expected",
        "take these lines out, or draw another test there", "warning",
    )  # fmt: skip


class AnswersOfAnother(ChallengeError):
    """A version would show answers of one's other hidden test, or has a test shown elsewhere, and nobody agreed."""


def refuse_answers_of_another(problems: Iterable[Problem]) -> None:
    """Raise AnswersOfAnother where some of these problems are of `shared_with_others`."""
    found = [str(one) for one in problems if OF_ANOTHER in one.message or _IN_ANOTHER.search(one.message)]
    if found:
        raise AnswersOfAnother(f"{'; '.join(found)}; with has_leaks it is published all the same")
