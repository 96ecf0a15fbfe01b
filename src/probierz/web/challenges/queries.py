"""Reading challenges: lists, their tests and columns, phases, imports, and what a repair changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from probierz.web.challenges.models import Challenge, Organiser, Phase, Tag, Test, Version
from probierz.web.challenges.public_repository import BRANCH
from probierz.web.challenges.services.imports import KIND, import_key
from probierz.web.configuration import places
from probierz.web.intake.gitrun import git
from probierz.web.intake.gitstore import Store
from probierz.web.intake.trees import Tree
from probierz.web.jobs.models import Job
from probierz.web.submissions.models import Score, Submission
from probierz.web.submissions.visibility import Viewer

__all__ = [
    "RankChange", "columns", "find", "imports", "listed", "main_test", "next_phase", "open_phase", "organisers",
    "public_tree", "rank_changes", "tags_in_use",
]  # fmt: skip


def listed(viewer: Viewer, *, words: str = "", tags: Iterable[str] = (), archived: bool = False) -> QuerySet[Challenge]:
    """Return the challenges somebody may see that have all words and tags; starred ones first, then the newest.

    `handed_in` counts submissions that stand on boards.
    """
    found = viewer.challenges().filter(archived__isnull=not archived)
    for word in words.split():
        found = found.filter(Q(title__icontains=word) | Q(summary__icontains=word) | Q(slug__icontains=word))
    for tag in tags:
        found = found.filter(tags__name=tag)
    shown = Submission.objects.filter(challenge=OuterRef("pk"), state="scored", hidden=None, deleted=None)
    count = shown.order_by().values("challenge").annotate(count=Count("pk")).values("count")
    counted = found.annotate(handed_in=Coalesce(Subquery(count), 0))
    return counted.prefetch_related("tags", "phases").order_by("-is_starred", "-created", "pk")


def tags_in_use(viewer: Viewer) -> QuerySet[Tag]:
    """Return the tags of challenges that somebody may see."""
    return Tag.objects.filter(challenge__in=viewer.challenges()).distinct().order_by("name")


def find(viewer: Viewer, slug: str) -> Challenge | None:
    """Return the challenge of that name, if there is one and they may see it."""
    return (
        viewer.challenges()
        .filter(slug=slug)
        .select_related("current", "team")
        .prefetch_related("tags", "phases")
        .first()
    )


def organisers(challenge: Challenge) -> QuerySet[Organiser]:
    """Return who runs a challenge, owners first."""
    return challenge.organisers.select_related("user").order_by("-role", "user__username")


# --- tests -----------------------------------------------------------------------------------------------------------


def main_test(tests: Iterable[Test]) -> Test | None:
    """Return the test that ranks: of the last split by name, the first metric in config.txt; of priority 1 or less."""
    shown = columns(tests)
    return shown[-1] if shown else None


def columns(tests: Iterable[Test], most_priority: int = 1) -> list[Test]:
    """Return the tests that stand on a board: no dev splits if there are others; by split, the most important last."""
    allowed = [test for test in tests if test.priority <= most_priority]
    others = [test for test in allowed if not test.split.startswith("dev-")]
    return sorted(others or allowed, key=lambda test: (test.split, -test.position))


# --- phases ----------------------------------------------------------------------------------------------------------


def open_phase(challenge: Challenge, now: datetime | None = None) -> Phase | None:
    """Return the phase that takes submissions now; its last moment still belongs to it."""
    now = now or timezone.now()
    return next((phase for phase in _by_time(challenge) if _is_open(phase, now)), None)


def next_phase(challenge: Challenge, now: datetime | None = None) -> Phase | None:
    """Return the first phase that is still to open."""
    now = now or timezone.now()
    return next((phase for phase in _by_time(challenge) if phase.opens and phase.opens > now), None)


def _by_time(challenge: Challenge) -> list[Phase]:
    phases = list(challenge.phases.all())
    return sorted(phases, key=lambda phase: (phase.opens is not None, phase.opens or timezone.now()))


def _is_open(phase: Phase, now: datetime) -> bool:
    return (phase.opens is None or phase.opens <= now) and (phase.closes is None or now <= phase.closes)


# --- files -----------------------------------------------------------------------------------------------------------


def public_tree(challenge: Challenge) -> tuple[Store, Tree] | None:
    """Return the files of the public repository, and the store to read them from; None before there are any."""
    store = Store(places.public_repository(challenge.slug))
    if challenge.current is None or not (store.path / "HEAD").is_file():
        return None
    if challenge.current.public_commit:
        return store, store.tree(challenge.current.public_commit)
    words = ["rev-parse", "--verify", f"refs/heads/{BRANCH}^{{commit}}"]
    commit = git(words, git_dir=store.path).succeeded().output.decode().strip()
    return store, store.tree(commit)


# --- imports and repairs ---------------------------------------------------------------------------------------------


def imports(challenge: Challenge) -> QuerySet[Job]:
    """Return the imports of a challenge, the newest first."""
    return Job.objects.filter(kind=KIND, key=import_key(challenge)).order_by("-created")


class RankChange(NamedTuple):
    """What a repair of expected results did to one submission. Ranks are from 1; None: no score yet."""

    submission: int
    name: str
    before: str
    after: str
    rank_before: int | None
    rank_after: int | None

    @property
    def moved(self) -> int:
        """How many ranks it rose; below zero if it fell."""
        return (self.rank_before or 0) - (self.rank_after or 0) if self.rank_before and self.rank_after else 0


def rank_changes(version: Version, viewer: Viewer) -> list[RankChange]:
    """Return what scores and ranks on the main test were before a repair, and what they are; for organisers only.

    Of several variants of a submission the best one counts; equal scores share a rank.
    """
    main = main_test(version.tests.all())
    if version.previous is None or main is None or not viewer.organises(version.challenge):
        return []
    old = version.previous.tests.filter(split=main.split, scheme=main.scheme).first()
    if old is None:
        return []
    before, after = _best_scores(old), _best_scores(main)
    ranks_before, ranks_after = _ranks(before, old), _ranks(after, main)
    changes = [
        RankChange(
            number, viewer.name_of(score.submission), score.shown, after[number].shown if number in after else "",
            ranks_before.get(number), ranks_after.get(number),
        )
        for number, score in before.items()
    ]  # fmt: skip
    return sorted(changes, key=lambda change: (change.rank_after or 10**9, change.rank_before or 10**9))


def _best_scores(test: Test) -> dict[int, Score]:
    scores = Score.objects.filter(test=test, value__isnull=False, submission__deleted=None)
    best_last = "value" if test.higher_is_better else "-value"
    related = scores.select_related("submission__submitter", "submission__team", "submission__challenge")
    return {score.submission_id: score for score in related.order_by(best_last)}


def _ranks(scores: Mapping[int, Score], test: Test) -> dict[int, int]:
    values = [score.value for score in scores.values() if score.value is not None]
    sign = -1 if test.higher_is_better else 1
    return {
        number: 1 + sum(sign * value < sign * score.value for value in values)
        for number, score in scores.items()
        if score.value is not None
    }
