"""What two challenges of the same people share, where one hides it: texts of a hidden test that the other has with
results, and results of it in files and inputs of the other.

Only challenges that everybody runs who runs this one are looked at: what stands in hidden tests of other people is not
for its organisers to know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from django.db.models import QuerySet

from probierz.challenges.challenge import Challenge as ChallengeFolder
from probierz.challenges.challenge import Split, open_challenge
from probierz.challenges.problems import Problem
from probierz.challenges.revealed_results import RevealedResults
from probierz.errors import ChallengeError, ProbierzError
from probierz.suites.checks.hidden_results import (
    DRAW_ANOTHER,
    Files,
    SearchTime,
    answered_test,
    compared_texts,
    files_beside,
    gold_names,
    revealing_files,
    said_of_results,
    withheld,
)
from probierz.suites.checks.public_texts import PublicTexts, TaskTexts, shared_texts
from probierz.suites.checks.results_in_other_inputs import results_in_other_inputs
from probierz.web.challenges.gathering import from_folder
from probierz.web.challenges.models import Challenge
from probierz.web.configuration import places

MOST_BYTES = 2**26
"""Of inputs of other challenges that are read for one import, those of the newest first."""
MOST_SEARCHED = 2**26
"""Bytes of public files in which results are looked for, times the hidden tests of the other side."""
MOST_SECONDS = 20.0
"""On a processor, for the files of one side."""
TAKE_LINES_OUT_HERE = "take these lines out, or draw another test there"
LEAST_SHARE = 0.05
"""Of the texts of a test: short texts, such as greetings, stand in many data."""


class _ShownChallenge(NamedTuple):
    """A challenge as it is shown: its hidden tests, and the files that everybody reads. opened: with what is hidden."""

    slug: str
    opened: ChallengeFolder
    hidden: Collection[str]
    public: Files

    @property
    def tests(self) -> list[Split]:
        """The hidden tests with their expected results."""
        return [split for split in self.opened.splits if split.name in self.hidden and split.expected is not None]

    @property
    def size(self) -> int:
        """The bytes of what everybody reads."""
        return sum(path.stat().st_size for path in self.public.values())


def shared_with_others(
    challenge: Challenge, opened: ChallengeFolder, hidden: Collection[str], public: Files
) -> list[Problem]:
    """Warn of what is open here and has texts or results of hidden tests of other challenges, and of the opposite.

    opened, hidden, public: what this one would be, its hidden tests, and what everybody would read. Texts of challenges
    too large for `answered_texts` are not looked at, nor is more than MOST_BYTES of others, or MOST_SEARCHED for
    results of tests.
    """
    here = _ShownChallenge(challenge.slug, opened, hidden, public)
    others = [*_read_others(_run_by_the_same(challenge))]
    found: list[Problem] = []
    mine = compared_texts(here.slug, opened, hidden) if others else None
    left = MOST_SEARCHED
    for there in others:
        assert mine is not None
        shared = [_told(one, here.slug) for one in _texts_shared(mine, there)]
        left -= len(there.tests) * here.size + len(here.tests) * there.size
        results = _results_told(here, there) if left >= 0 else ()
        known = {one.path for one in shared}
        found += [*shared, *(one for one in results if one.path not in known)]
    return [replace(one, kind="of another") for one in found]


def _texts_shared(mine: TaskTexts, there: _ShownChallenge) -> Iterator[PublicTexts]:
    theirs = compared_texts(there.slug, there.opened, there.hidden)
    found = (*shared_texts(theirs, mine), *shared_texts(mine, theirs))
    return (one for one in found if one.shared >= LEAST_SHARE * one.lines)


def _results_told(here: _ShownChallenge, there: _ShownChallenge) -> Iterator[Problem]:
    for test, name, revealed in _results_shown(there, here):
        result = said_of_results(revealed, f"{there.slug}/{test}")
        said = f"{result}; that is the hidden test of another challenge of yours"
        yield Problem(name, None, said, TAKE_LINES_OUT_HERE, "warning")
    for test, name, revealed in _results_shown(here, there):
        said = (
            f"{said_of_results(revealed, test)}; this is in {there.slug}/{name}, a file of another challenge of yours"
        )
        yield Problem(f"{test}/expected.tsv", None, said, DRAW_ANOTHER, "warning")


def _results_shown(hiding: _ShownChallenge, showing: _ShownChallenge) -> Iterator[tuple[str, str, RevealedResults]]:
    """The hidden tests of one challenge whose results stand in files and inputs of the other, with these."""
    files = files_beside(showing.public, showing.opened)
    time_left = SearchTime(MOST_SECONDS)
    for test in hiding.tests:
        for name, revealed in (
            *revealing_files(test, hiding.opened, files, time_left),
            *results_in_other_inputs(test, hiding.opened, showing.opened, showing.hidden),
        ):
            yield test.name, name, revealed


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


def _read_others(others: Iterable[Challenge]) -> Iterator[_ShownChallenge]:
    """Challenges, until MOST_BYTES of inputs were found."""
    left = MOST_BYTES
    for other in others:
        version = other.current
        assert version is not None
        hidden = set(version.tests.filter(is_hidden=True).values_list("split", flat=True))
        folder = places.version_folder(other.slug, version.folder)
        with suppress(ProbierzError):  # a broken one is told where it is looked after
            opened = open_challenge(folder)
            left -= sum(split.input.stat().st_size for split in opened.splits if split.input is not None)
            if left < 0:
                return
            yield _ShownChallenge(other.slug, opened, hidden, withheld(from_folder(folder), hidden, gold_names(folder)))


def _told(found: PublicTexts, here: str) -> Problem:
    if found.task == here:
        where = " and ".join(f"{found.other}/{split}" for split in found.splits)
        return answered_test(found, where)
    test = f"{found.task}/{found.test}"
    return Problem(
        f"{found.splits[0]}/in.tsv", None,
        f"{found.shared} of {found.lines} texts of {test}, the hidden test of another challenge of yours, can be read "
        f"word for word here{found.with_results}",
        TAKE_LINES_OUT_HERE, found.severity,
    )  # fmt: skip


class AnswersOfAnother(ChallengeError):
    """A version would show answers of one's other hidden test, or has a test shown elsewhere, and nobody agreed."""


def refuse_answers_of_another(problems: Iterable[Problem]) -> None:
    """Raise AnswersOfAnother where some of these problems are of `shared_with_others`."""
    found = [str(one) for one in problems if one.kind == "of another"]
    if found:
        raise AnswersOfAnother(f"{'; '.join(found)}; with has_leaks it is published all the same")
