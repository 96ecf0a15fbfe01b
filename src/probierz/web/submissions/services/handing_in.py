"""Handing in: by the address of a repository, or by files; trying outputs out before that."""

from __future__ import annotations

import tempfile
import threading
import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.archives.limits import ArchiveLimits
from probierz.challenges.problems import Problem
from probierz.web.accounts.models import Team, User
from probierz.web.accounts.services.throttle import try_once
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.configuration import limits, places
from probierz.web.http.refusals import NotTaken
from probierz.web.intake.addresses import read_address
from probierz.web.intake.branches import HIDDEN_BRANCH, check_branch
from probierz.web.intake.budget import Budget
from probierz.web.intake.errors import UploadError
from probierz.web.intake.fastimport import Person
from probierz.web.intake.gitstore import Store
from probierz.web.intake.names import METADATA_NAME
from probierz.web.intake.outputs import FoundOutput
from probierz.web.intake.uploads import Upload, read_upload
from probierz.web.jobs.services import QueueFull, enqueue
from probierz.web.submissions.models import Submission
from probierz.web.submissions.output_checks import check_outputs, content_digest, file_digest, splits_of
from probierz.web.submissions.services.admission import check_open
from probierz.web.submissions.services.quota import locked

__all__ = ["EVALUATE", "HandedIn", "Handing", "Uploaded", "store_of", "submit_files", "submit_git", "try_out"]

EVALUATE = "evaluate-submission"
MOST_TRIED = 2
"""Dry runs in one process at a time, as each of them keeps a thread from answering others."""
TRIED_LIMITS = ArchiveLimits(packed_bytes=16 * 2**20, total_bytes=32 * 2**20)
TRIED_SECONDS, UNPACKING_SECONDS = 5.0, 60.0
"""By the clock, for what is unpacked by the web process: to look at it, to take it in."""
_trying: set[int] = set()
_taking_turns = threading.Lock()

MOST_ATTEMPTS = 6
"""How often an evaluation is begun: a server that is restarted again and again must not lose a submission."""


@dataclass(frozen=True)
class Handing:
    """Who hands in what besides outputs, and by which way."""

    user: User
    team: Team | None = None
    description: str = ""
    tags: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True)
class Uploaded:
    """A file that came. path: where it lies; name: what its sender calls it; test: of a single output."""

    path: Path
    name: str
    test: str | None = None


@dataclass(frozen=True)
class HandedIn:
    """What became of it. is_new: False when the very same was handed in before, and `note` says so."""

    submission: Submission
    is_new: bool = True
    note: str = ""


@dataclass(frozen=True)
class TriedOutput:
    """An output that was looked at. format: its endings, as in `.tsv.gz`. lines: None where they cannot be read.

    expected_lines: how many lines the test has, both parts together where it is divided.
    """

    path: str
    test: str
    format: str
    bytes: int
    lines: int | None
    expected_lines: int

    @property
    def fits(self) -> bool:
        """Whether it has a line for each line of the test."""
        return self.lines == self.expected_lines


@dataclass
class TryOut:
    """What a look at outputs found, without scoring: problems by file and line, and what was looked at.

    found: the outputs among the files. missing: hidden and open tests, but for dev sets, of which there is no output.
    """

    outputs: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    found: list[TriedOutput] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)


def store_of(challenge: Challenge) -> Store:
    """Return the repository that keeps the challenge's submissions."""
    return Store(places.store(challenge.slug), transports=limits.transports(), limits=limits.git_limits())


# --- by git ----------------------------------------------------------------------------------------------------------


def submit_git(challenge: Challenge, url: str, branch: str, handing: Handing) -> HandedIn:
    """Take a branch of a repository; it is fetched later, by a job. Raises NotTaken, AddressError, BranchError."""
    address = read_address(url, limits.transports())
    branch = check_branch(branch, refused={HIDDEN_BRANCH})
    with transaction.atomic():
        made = _new(locked(challenge), handing, source=handing.source or Submission.Source.GIT)
        made.url, made.branch = address.url, branch
        return HandedIn(_queued(made, handing))


# --- by files --------------------------------------------------------------------------------------------------------


def submit_files(challenge: Challenge, files: Iterable[Uploaded], handing: Handing) -> HandedIn:
    """Take uploaded outputs: they become a commit of the challenge's store. Raises NotTaken, UploadError, TooLarge.

    The same outputs by the same submitter in the same phase are the submission that they were, unless that failed.
    """
    phase = check_open(challenge, handing.user, handing.team)
    with tempfile.TemporaryDirectory(prefix="probierz-upload-") as folder:
        upload = unpack(challenge, files, Path(folder))
        outputs = {path: file for path, file in upload.files.items() if path != METADATA_NAME}
        content = content_digest({path: file_digest(file).sha256 for path, file in outputs.items()})
        known = _same(challenge, handing, phase=phase, content=content)
        if known is not None:
            return known
        commit = _commit(challenge, handing, upload.files)
    with transaction.atomic():
        current = locked(challenge)
        known = _same(current, handing, phase=phase, content=content)
        if known is not None:
            return known
        made = _new(current, handing, source=handing.source or Submission.Source.UPLOAD)
        made.commit, made.content = commit, content
        return HandedIn(_queued(made, handing))


def unpack(
    challenge: Challenge,
    files: Iterable[Uploaded],
    folder: Path,
    most: ArchiveLimits | None = None,
    budget: Budget | None = None,
) -> Upload:
    """Take the outputs out of all uploaded files, which together may be as large as one archive.

    budget: for all that comes out of them, also what is left out.
    """
    splits = splits_of(challenge)
    most = most or limits.archive_limits()
    budget = budget or Budget(most.total_bytes, UNPACKING_SECONDS)
    taken = Upload()
    for number, file in enumerate(files):
        into = folder / str(number)
        into.mkdir()
        now = replace(most, total_bytes=budget.left, told=budget.spend)
        upload = read_upload(file.path, file.name, into, tests=splits, test=file.test, limits=now)
        _refuse_twice(taken, upload)
        if file.path in upload.files.values():  # a single output: nothing came out of it yet
            budget.spend(file.path.stat().st_size)
        taken.files.update(upload.files)
        taken.left_out += upload.left_out
    if not taken.files:
        raise UploadError("there is no file", "choose an output or an archive of outputs")
    return taken


def _refuse_twice(taken: Upload, upload: Upload) -> None:
    twice = sorted(taken.files.keys() & upload.files.keys())
    if twice:
        raise UploadError(f"{twice[0]} was given twice", "give every output once")


def _same(challenge: Challenge, handing: Handing, *, phase: Phase | None, content: str) -> HandedIn | None:
    alive = challenge.submissions.filter(deleted=None, url="", content=content, submitter=handing.user)
    alive = alive.filter(phase=phase, team=handing.team)
    found = alive.exclude(state__in=(Submission.State.FAILED, Submission.State.CANCELLED)).first()
    return None if found is None else HandedIn(found, False, already_there(found))


def already_there(submission: Submission) -> str:
    """Say that something was handed in before."""
    return _("These outputs were handed in before: they are submission %(number)d.") % {"number": submission.pk}


def _commit(challenge: Challenge, handing: Handing, files: Mapping[str, Path]) -> str:
    """Nobody's address is written into commits, which may be published; the reference is kept before the row is."""
    return store_of(challenge).write_commit(
        files,
        _message(handing),
        reference=f"refs/submissions/{uuid.uuid4().hex}",
        author=Person(
            handing.user.username if not handing.user.is_anonymous_entry else "anonymous", "nobody@localhost"
        ),
        when=timezone.now(),
    )


def _message(handing: Handing) -> str:
    tags = f"\n\ntags: {', '.join(handing.tags)}" if handing.tags else ""
    return (handing.description.strip() or "Submission") + tags


# --- both ------------------------------------------------------------------------------------------------------------


def _new(challenge: Challenge, handing: Handing, *, source: str) -> Submission:
    """A row for what passes the gate; called while the challenge is locked."""
    phase = check_open(challenge, handing.user, handing.team)
    assert challenge.current is not None
    return Submission(
        challenge=challenge,
        version=challenge.current,
        phase=phase,
        submitter=handing.user,
        team=handing.team,
        source=source,
        description=handing.description.strip(),
        form={"description": handing.description.strip(), "tags": list(handing.tags)},
    )


def _queued(submission: Submission, handing: Handing) -> Submission:
    submission.save()
    key = f"submission:{submission.pk}"
    try:
        submission.job = enqueue(
            EVALUATE, {"submission": submission.pk}, user=handing.user, key=key, most_attempts=MOST_ATTEMPTS
        )
    except QueueFull as error:
        raise NotTaken("queue", str(error)) from error
    submission.save(update_fields=["job"])
    return submission


def try_out(challenge: Challenge, files: Iterable[Uploaded], user: User) -> TryOut:
    """Look at outputs as far as the input tells; no expected result is opened, no quota used, nothing is kept.

    Raises NotTaken where the challenge is unknown or many others look, UploadError, TooLarge (sooner than handing in).
    """
    from probierz.web.submissions.visibility import Viewer

    if not Viewer(user).may_see(challenge) or challenge.current is None:
        raise NotTaken("unknown", _("There is no such challenge."))
    with _one_look(user), tempfile.TemporaryDirectory(prefix="probierz-upload-") as folder:
        budget = Budget(TRIED_LIMITS.total_bytes, TRIED_SECONDS)
        upload = unpack(challenge, files, Path(folder), TRIED_LIMITS, budget)
        outputs, problems, lines = check_outputs(challenge.current, upload.files, budget)
        tests = {test.split: test.all_lines for test in challenge.current.tests.select_related("division")}
        found = [_tried(output, upload.files[output.path], lines[output.path], tests) for output in outputs.found]
        missing = sorted(tests.keys() - {one.test for one in found})
        return TryOut(
            sorted(upload.files), problems, upload.left_out, found,
            [name for name in missing if not name.startswith("dev-")],
        )  # fmt: skip


@contextmanager
def _one_look(user: User) -> Iterator[None]:
    """A person looks once at a time, and few do: each look keeps a thread from answering others. Raises NotTaken."""
    wait = try_once(look=str(user.pk))
    if wait:
        message = _("You have looked very often. Look again in %(number)d min, or submit at once.")
        raise NotTaken("busy", message % {"number": -(-wait // 60)})
    with _taking_turns:
        if user.pk in _trying:
            raise NotTaken("busy", _("Your other outputs are being looked at. Try again in a moment."))
        if len(_trying) >= MOST_TRIED:
            message = _("Outputs of others are being looked at. Try again in a moment, or submit at once.")
            raise NotTaken("busy", message)
        _trying.add(user.pk)
    try:
        yield
    finally:
        _trying.discard(user.pk)


def _tried(output: FoundOutput, file: Path, lines: int | None, tests: Mapping[str, int]) -> TriedOutput:
    kind = output.name.format + output.compression
    return TriedOutput(output.path, output.test, kind, file.stat().st_size, lines, tests[output.test])
