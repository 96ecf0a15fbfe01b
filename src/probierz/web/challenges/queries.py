"""Reading challenges: lists, their organisers, their public files, imports."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Case, Count, F, OuterRef, Q, QuerySet, Subquery, Value, When

from probierz.suites.building import CITATION_NAME, LICENCE_NAME
from probierz.web.accounts.models import AuditEntry, Team, User
from probierz.web.challenges.counted_submissions import from_people, on_boards
from probierz.web.challenges.models import Challenge, Organiser, Tag, Version
from probierz.web.challenges.public_repository import BRANCH
from probierz.web.challenges.services.imports import KIND, import_key
from probierz.web.challenges.visibility import Visitor, who_run
from probierz.web.configuration import places
from probierz.web.intake.gitrun import git
from probierz.web.intake.gitstore import Store
from probierz.web.intake.tags import split_tags
from probierz.web.intake.trees import Tree
from probierz.web.jobs.models import Job

MOST_OF_NOTICE = 20_000
"""Letters of a licence or citation that a page shows."""

OF_SUITE = {
    "suite_name": "suite_task__suite__name",
    "suite_title": "suite_task__suite__card__title",
    "suite_title_pl": "suite_task__suite__card__title_pl",
}
"""Name and titles of the suite whose task a challenge is; None where it is none's."""


def _of_suite(viewer: Visitor) -> dict[str, Case]:
    """What `OF_SUITE` names, where this viewer finds the suite, as `suites.visibility.may_see_suite` has it of one."""
    is_hidden = Q(suite_task__suite__card__is_shown=False)
    if viewer.user is not None:
        organised = Challenge.objects.filter(pk__in=viewer.organised, suite_task__isnull=False)
        is_hidden &= ~Q(suite_task__suite__owner=viewer.user)
        is_hidden &= ~Q(suite_task__suite__in=organised.values("suite_task__suite"))
    if viewer.is_administrator:
        is_hidden = Q(pk__in=())
    return {name: Case(When(is_hidden, then=Value(None)), default=F(path)) for name, path in OF_SUITE.items()}


def listed(
    viewer: Visitor, *, words: str = "", tags: Iterable[str] = (), archived: bool = False
) -> QuerySet[Challenge]:
    """Return the challenges somebody may see that have all words and tags; starred ones first, then the newest.

    `entries` counts submissions that stand on boards, without published results.
    """
    found = viewer.challenges().filter(archived__isnull=not archived)
    for word in words.split():
        found = found.filter(Q(title__icontains=word) | Q(summary__icontains=word) | Q(slug__icontains=word))
    for tag in split_tags(",".join(tags)):
        found = found.filter(tags__name=tag)
    stands = on_boards("submissions__") & Q(submissions__is_reference=False)
    itself = Challenge.objects.filter(pk=OuterRef("pk")).order_by()
    counted = found.annotate(
        entries=Subquery(itself.annotate(count=Count("submissions", filter=stands)).values("count"))
    )
    return (
        counted.annotate(**_of_suite(viewer))
        .prefetch_related("tags", "phases")
        .order_by("-is_starred", "-created", "pk")
    )


def tags_in_use(viewer: Visitor) -> QuerySet[Tag]:
    """Return the tags of challenges that somebody may see."""
    return Tag.objects.filter(challenge__in=viewer.challenges()).distinct().order_by("name")


def name_suites(viewer: Visitor, challenges: Iterable[Challenge]) -> None:
    """Let challenges that were read elsewhere know what `find` knows of their suites."""
    unnamed = list(challenges)
    read = Challenge.objects.filter(pk__in=[one.pk for one in unnamed]).annotate(**_of_suite(viewer))
    known = {row[0]: row[1:] for row in read.values_list("pk", *OF_SUITE)}
    for one in unnamed:
        for name, value in zip(OF_SUITE, known[one.pk], strict=True):
            setattr(one, name, value)


def find(viewer: Visitor, slug: str) -> Challenge | None:
    """Return the challenge of that name, if there is one and they may see it.

    With the name of the suite whose task it is, and the suite's titles; None where it is of none that they find.
    """
    found = viewer.challenges().filter(slug=slug).select_related("current", "team").prefetch_related("tags", "phases")
    challenge = found.annotate(in_suite=F("suite_task__suite")).first()
    if challenge is not None:
        _name_suite(viewer, challenge)
    return challenge


def _name_suite(viewer: Visitor, challenge: Challenge) -> None:
    """Most are of no suite: to ask who finds it would take longer than to read the challenge."""
    if challenge.in_suite is not None:  # type: ignore[attr-defined]
        name_suites(viewer, [challenge])
        return
    for name in OF_SUITE:
        setattr(challenge, name, None)


def was_closed(viewer: Visitor, slug: str) -> bool:
    """Whether this is a published challenge that they may not see, in which they handed something in."""
    if viewer.user is None:
        return False
    theirs = Q(submissions__submitter=viewer.user) | Q(submissions__team__in=viewer.teams)
    closed = Challenge.objects.filter(theirs, slug=slug, is_published=True, submissions__deleted=None)
    return closed.exclude(pk__in=viewer.challenges()).exists()


def organisers(challenge: Challenge) -> QuerySet[Organiser]:
    """Return who runs a challenge, owners first."""
    return challenge.organisers.select_related("user").order_by("-role", "user__username")


def unpublished(user: User) -> QuerySet[Challenge]:
    """Return the challenges that somebody runs and has still to publish, the newest first."""
    return Challenge.objects.filter(organisers__user=user, is_published=False, archived=None).order_by("-pk")


def locked_out(challenge: Challenge, team: Team | None) -> int:
    """Return how many people who handed something in could open the challenge no more if only this team saw it."""
    if team is None or team.pk == challenge.team_id:
        return 0
    people = User.objects.filter(pk__in=challenge.submissions.filter(from_people()).values("submitter"))
    if challenge.team_id is not None:
        people = people.filter(memberships__team=challenge.team_id)
    return people.exclude(memberships__team=team).exclude(pk__in=who_run(challenge)).count()


class MovedEnd(NamedTuple):
    """The end of a phase that organisers moved. after: None where it has none any more."""

    phase: str
    before: datetime
    after: datetime | None
    when: datetime


MOVES_TOLD = timedelta(days=30)
"""So long an end that was moved is told above every page of the challenge."""


def moved_ends(challenge: Challenge, now: datetime) -> list[MovedEnd]:
    """Return the ends that were moved lately and hold now, one a phase: from what they were first to what they are."""
    ends = sorted((one.pk, one.name, str(one.closes)) for one in challenge.phases.all())
    key = f"moved-ends:{challenge.pk}:{hashlib.sha256(repr(ends).encode()).hexdigest()}"
    found: list[MovedEnd] = cache.get_or_set(key, lambda: _moved_ends(challenge, now), 3600) or []
    return found


def _moved_ends(challenge: Challenge, now: datetime) -> list[MovedEnd]:
    acts = ("challenge.change-phase", "challenge.set-phases")
    noted = AuditEntry.objects.filter(action__in=acts, object_type="challenge", object_id=str(challenge.pk))
    found: dict[str, MovedEnd] = {}
    for entry in noted.filter(when__gt=now - MOVES_TOLD).order_by("when", "pk"):
        for name, change in _moves(entry):
            before, after = (datetime.fromisoformat(text) if text else None for text in change)
            before = found[name].before if name in found else before
            if before is not None:
                found[name] = MovedEnd(name, before, after, entry.when)
    ends = {one.name: one.closes for one in challenge.phases.all()}
    seconds = {name: end and end.replace(microsecond=0) for name, end in ends.items()}
    holding = (one for one in found.values() if one.phase in ends and one.after == seconds[one.phase])
    return [one for one in holding if one.after is None or _to_the_minute(one.before) != _to_the_minute(one.after)]


def _to_the_minute(moment: datetime) -> datetime:
    """As pages show it: two ends that look equal would tell of nothing."""
    return moment.replace(second=0, microsecond=0)


def _moves(entry: AuditEntry) -> Iterator[tuple[str, tuple[str, str]]]:
    details = entry.details
    for name, values in (details.get("phases") or {details.get("phase"): details}).items():
        change = values.get("closes") if isinstance(values, dict) else None
        if isinstance(change, dict) and change.keys() == {"before", "after"}:
            yield name, (change["before"], change["after"])


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


# --- imports ---------------------------------------------------------------------------------------------------------


def imports(challenge: Challenge) -> QuerySet[Job]:
    """Return the imports of a challenge, the newest first."""
    return Job.objects.filter(kind=KIND, key=import_key(challenge)).order_by("-created")


def failed_import(challenge: Challenge) -> Job | None:
    """Return the newest import of a challenge where that failed or was stopped; else None."""
    last = imports(challenge).first()
    return last if last is not None and last.state in (Job.State.FAILED, Job.State.CANCELLED) else None


def notices(challenge: Challenge) -> list[tuple[str, str]]:
    """Return the files of the current version that say what its licence is and how it is cited: names and texts."""
    if challenge.current is None:
        return []
    folder = places.version_folder(challenge.slug, challenge.current.folder)
    found = []
    for name in (LICENCE_NAME, CITATION_NAME):
        if (folder / name).is_file():
            with open(folder / name, encoding="utf-8", errors="replace") as file:
                found.append((name, file.read(MOST_OF_NOTICE).strip()))
    return found


def told_versions(challenge: Challenge) -> QuerySet[Version]:
    """Return the versions that concern whoever takes part, the newest first: with words on the change, or other tests.

    Those before the last major one are another task's.
    """
    concern = ~Q(description="") | Q(changed_tests=True)
    major = challenge.current.major if challenge.current else 0
    found = challenge.versions.filter(concern, major=major).order_by("-minor", "-patch")
    return found.only("major", "minor", "patch", "created", "description", "changed_tests", "previous")


def last_new_tests(challenge: Challenge) -> Version | None:
    """Return the newest version after which what was handed in was scored again; None without one."""
    current = challenge.current
    if current is None or not (current.minor or current.patch):
        return None  # the first of its task
    return told_versions(challenge).filter(changed_tests=True).first()


def typed_before(challenge: Challenge) -> dict[str, Any]:
    """Return what was chosen and typed for the newest import where that failed, all but files, for who tries again."""
    last = failed_import(challenge)
    if last is None:
        return {}
    public, hidden = last.payload["public"], last.payload["hidden"]
    typed = {name: last.payload[name] for name in ("change", "description", "tests_are_open")}
    typed |= {"source": public["kind"], "hidden": hidden["kind"]}
    typed |= {name: public[name] for name in ("url", "branch", "path") if name in public}
    return typed | {f"hidden_{name}": hidden[name] for name in ("url", "branch") if name in hidden}
