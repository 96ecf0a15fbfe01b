"""Whether database and files tell the same, and putting that right after a kill or a restore.

The database decides. Files that no row knows are left over, from processes that were killed between writing files and
the end of a transaction; expected results may be among them. Rows whose files are gone cannot be mended here.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from django.conf import settings
from django.db.models import Q

from probierz.web.challenges.models import Challenge, Version
from probierz.web.challenges.public_repository import HIDDEN_REFERENCES, forget_public, show_public, shown_commit
from probierz.web.challenges.services import kept_drafts
from probierz.web.configuration import places
from probierz.web.intake.gitrun import git
from probierz.web.intake.gitstore import Store
from probierz.web.jobs.models import Job
from probierz.web.submissions.models import Evaluation, Submission
from probierz.web.submissions.services.changing import OPEN, UNPUBLISH

YOUNG_SECONDS = 3600.0
"""Files younger than that may belong to a process at work."""


@dataclass
class Findings:
    """What does not fit. leftovers: files and folders that no row knows. behind: versions that are current, and that
    the public repository does not show. unpublished: commits in public repositories that no version knows, by challenge
    and folder. branches: of public repositories, whose submission is deleted or was never open, by challenge. missing:
    in words, what rows name and is not there.
    """

    leftovers: list[Path] = field(default_factory=list)
    behind: list[Version] = field(default_factory=list)
    unpublished: list[tuple[str, str]] = field(default_factory=list)
    branches: list[tuple[str, str]] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How much `clean` would put right."""
        return len(self.leftovers) + len(self.behind) + len(self.unpublished) + len(self.branches)


def look(*, everything: bool = False) -> Findings:
    """Compare the database with the home folder; changes nothing. everything: young files too, as nobody is at work."""
    home = Path(settings.HOME)
    found = Findings()
    found.leftovers += [path for path in _unknown(home) if everything or _is_old(path)]
    current = Challenge.objects.exclude(current=None).select_related("current__challenge")
    for challenge in current:
        assert challenge.current is not None
        _look_at_public(challenge.current, found, everything=everything)
    found.missing += _missing()
    return found


def clean(*, everything: bool = False) -> Findings:
    """Remove what is left over, and show what is published; return what was done, with what cannot be mended.

    everything: see `look`.
    """
    found = look(everything=everything)
    for path in found.leftovers:
        shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)
    for version in found.behind:
        show_public(version)
    for slug, folder in found.unpublished:
        forget_public(slug, folder)
    for slug, branch in found.branches:
        Store(places.public_repository(slug)).remove(f"refs/heads/{branch}")
    return found


def _is_old(path: Path) -> bool:
    try:
        return _is_past(path.lstat().st_mtime)
    except FileNotFoundError:
        return False


def _is_past(seconds: float) -> bool:
    """Whether this time, since the epoch, is so long ago that no process is at work on it."""
    return bool(time.time() - seconds > max(YOUNG_SECONDS, 2 * settings.PROBIERZ["PROBIERZ_JOB_SECONDS"]))


# --- files without rows ----------------------------------------------------------------------------------------------


def _unknown(home: Path) -> Iterator[Path]:
    yield from _unknown_versions(home)
    rows = set(Evaluation.objects.filter(rows=True).values_list("pk", flat=True))
    yield from (path for path in _inside(home / "rows") if not _names_row(path, rows))
    waiting = set(_waiting_uploads())
    yield from (path for path in _inside(home / "uploads") if path.name not in waiting)
    yield from _inside(home / "work")


def _unknown_versions(home: Path) -> Iterator[Path]:
    known = set(Version.objects.values_list("challenge__slug", "folder"))
    for challenge in _inside(home / "challenges"):
        yield from (path for path in _inside(challenge) if (challenge.name, path.name) not in known)


def _names_row(path: Path, rows: set[int]) -> bool:
    return path.suffix == ".npz" and path.stem.isdecimal() and int(path.stem) in rows


def _waiting_uploads() -> Iterator[str]:
    waiting = Job.objects.exclude(state__in=Job.FINAL).values_list("payload", flat=True)
    for payload in (*waiting, *(draft.payload for draft in kept_drafts())):
        parts = (payload.get("public"), payload.get("hidden"))
        yield from (Path(part["name"]).name for part in parts if isinstance(part, dict) and "name" in part)


def _inside(folder: Path) -> Iterable[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else ()


# --- public repositories ---------------------------------------------------------------------------------------------


def _look_at_public(version: Version, found: Findings, *, everything: bool) -> None:
    slug = version.challenge.slug
    path = places.public_repository(slug)
    if not (path / "HEAD").is_file():
        found.missing.append(f"the public repository of {slug}")
        return
    if version.public_commit and shown_commit(slug) != version.public_commit:
        found.behind.append(version)
    commits = _references(path, "%(refname:lstrip=2) %(committerdate:unix)", HIDDEN_REFERENCES)
    listed = [line.split() for line in commits]
    known = set(Version.objects.filter(challenge=version.challenge).values_list("folder", flat=True))
    unknown = [(name, float(when)) for name, when in listed if name not in known]
    found.unpublished += [(slug, name) for name, when in unknown if everything or _is_past(when)]
    branches = _references(path, "%(refname:lstrip=2)", "refs/heads/submission-*")
    shown = _shown_branches(version.challenge, everything=everything)
    found.branches += [(slug, branch) for branch in branches if branch not in shown]


def _references(repository: Path, form: str, under: str) -> list[str]:
    return git(["for-each-ref", f"--format={form}", under], git_dir=repository).succeeded().output.decode().splitlines()


def _shown_branches(challenge: Challenge, *, everything: bool) -> set[str]:
    """The branches of open submissions, and those that are being published or taken away."""
    moving = Job.objects.none() if everything else Job.objects.exclude(state__in=Job.FINAL)
    moved = [job.payload["submission"] for job in moving.filter(kind__in=(OPEN, UNPUBLISH))]
    shown = challenge.submissions.filter(Q(is_open=True, deleted=None) | Q(pk__in=moved)).only("pk")
    return {one.published_branch for one in shown}


# --- rows without files ----------------------------------------------------------------------------------------------


def _missing() -> Iterator[str]:
    for version in Version.objects.select_related("challenge").order_by("pk"):
        if not places.version_folder(version.challenge.slug, version.folder).is_dir():
            yield f"the files of version {version.number} of {version.challenge.slug}"
    kept = Submission.objects.exclude(commit="").filter(deleted=None)
    for slug in kept.values_list("challenge__slug", flat=True).distinct().order_by("challenge__slug"):
        if not places.store(slug).is_dir():
            yield f"what was handed in to {slug}"
