"""Handing in: by the address of a repository, or by files."""

from __future__ import annotations

import secrets
import tempfile
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.challenges.problems import Problem
from probierz.errors import Refused
from probierz.web.accounts.models import Team, User
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.phases import is_over
from probierz.web.configuration import limits, places
from probierz.web.intake.addresses import read_address
from probierz.web.intake.branches import HIDDEN_BRANCH, check_branch
from probierz.web.intake.budget import Budget
from probierz.web.intake.errors import UploadError
from probierz.web.intake.fastimport import Person
from probierz.web.intake.gitstore import Store
from probierz.web.intake.names import METADATA_NAME
from probierz.web.intake.uploaded_outputs import Upload, read_upload
from probierz.web.jobs.services import QueueFull, enqueue
from probierz.web.submissions.answered import is_of_other_task
from probierz.web.submissions.models import Submission
from probierz.web.submissions.output_checks import content_digest, file_digest, look_at_outputs, splits_of
from probierz.web.submissions.services.admission import MOVED, ask_of_phase, check_open
from probierz.web.submissions.services.changing import edit
from probierz.web.submissions.services.quota import locked
from probierz.web.submissions.services.upload_budget import Uploaded, spend_upload
from probierz.web.submissions.test_makers import has_maker

__all__ = [
    "EVALUATE", "Faulty", "HandedIn", "Handing", "Uploaded", "describe_again", "store_of", "submit_files", "submit_git",
    "unpack_uploads",
]  # fmt: skip

EVALUATE = "evaluate-submission"
SCORED = "SCORED: "
"""How the last line of its log begins, with the address of what was scored behind it."""
UNPACKING_SECONDS = 60.0
"""By the clock, for what is unpacked by the web process to take it in."""

MOST_ATTEMPTS = 6
"""How often an evaluation is begun: a server that is restarted again and again must not lose a submission."""


@dataclass(frozen=True)
class Handing:
    """Who hands in what besides outputs, and by which way.

    row_name, is_human, is_majority: see `Submission`; set by labelling alone, never from what somebody sent. together:
    a name of several submissions that are handed in at once; they count as one in the queue, and whoever takes them
    asks whether it has room, and counts what was uploaded. asks: what looks doubtful is not scored until somebody
    confirms it. refuses_faulty: an output that cannot be scored is refused at once, and not only by the worker that
    would score it. meant: the phases that were open when somebody began, see `ask_of_phase`.
    """

    user: User
    team: Team | None = None
    description: str = ""
    tags: tuple[str, ...] = ()
    source: str = ""
    row_name: str = ""
    is_human: bool = False
    is_majority: bool = False
    together: str = ""
    asks: bool = False
    refuses_faulty: bool = False
    meant: tuple[Phase, ...] = ()


class Faulty(Refused):
    """Outputs cannot be scored. problems: all that is wrong with them."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(str(problems[0]), "OutputError")
        self.problems = problems


@dataclass(frozen=True)
class HandedIn:
    """What became of it. is_new: False when the very same was handed in before, and `note` says so."""

    submission: Submission
    is_new: bool = True
    note: str = ""


def store_of(challenge: Challenge) -> Store:
    """Return the repository that keeps the challenge's submissions."""
    return Store(places.store(challenge.slug), transports=limits.transports(), limits=limits.git_limits())


# --- by git ----------------------------------------------------------------------------------------------------------


def submit_git(challenge: Challenge, url: str, branch: str, handing: Handing) -> HandedIn:
    """Take a branch of a repository; it is fetched later, by a job. Raises Refused, AddressError, BranchError."""
    address = read_address(url, limits.transports())
    branch = check_branch(branch, refused={HIDDEN_BRANCH})
    with transaction.atomic():
        made = _new(locked(challenge), handing, source=handing.source or Submission.Source.GIT)
        made.url, made.branch = address.url, branch
        return HandedIn(_queued(made, handing))


# --- by files --------------------------------------------------------------------------------------------------------


def submit_files(challenge: Challenge, files: Iterable[Uploaded], handing: Handing) -> HandedIn:
    """Take uploaded outputs: they become a commit of the challenge's store.

    Raises Refused, Faulty, UploadError, TooLarge.

    The same outputs by the same submitter in the same phase are the submission that they were, unless that failed, or
    answered other inputs.
    """
    phase = _admitted(challenge, handing)
    files = list(files)
    if not handing.together:
        spend_upload(handing.user, files)
    with tempfile.TemporaryDirectory(prefix="probierz-upload-") as folder:
        upload = unpack_uploads(challenge, files, Path(folder))
        outputs = {path: file for path, file in upload.files.items() if path != METADATA_NAME}
        content = content_digest({path: file_digest(file).sha256 for path, file in outputs.items()})
        known = _same(challenge, handing, phase=phase, content=content)
        if known is not None:
            return known
        if handing.refuses_faulty:
            _refuse_faulty(challenge, outputs, upload)
        commit = _commit(challenge, handing, upload.files)
    with transaction.atomic():
        current = locked(challenge)
        known = _same(current, handing, phase=phase, content=content)
        if known is not None:
            return known
        made = _new(current, handing, source=handing.source or Submission.Source.UPLOAD)
        made.commit, made.content = commit, content
        return HandedIn(_queued(made, handing))


def _refuse_faulty(challenge: Challenge, outputs: Mapping[str, Path], upload: Upload) -> None:
    assert challenge.current is not None
    most = limits.archive_limits().total_bytes
    problems = look_at_outputs(challenge.current, outputs, Budget(most, UNPACKING_SECONDS)).problems
    faults = [replace(one, path=upload.name_of(one.path)) for one in problems if one.severity == "error"]
    if faults:
        raise Faulty(faults)


def unpack_uploads(
    challenge: Challenge, files: Iterable[Uploaded], folder: Path, budget: Budget | None = None
) -> Upload:
    """Take the outputs out of all uploaded files, which together may be as large as one archive.

    budget: for all that comes out of them, also what is left out.
    Raises UploadError.
    """
    splits = splits_of(challenge)
    most = limits.archive_limits()
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
        taken.called.update(upload.called)
    if not taken.files:
        raise UploadError("there is no file", "choose an output or an archive of outputs")
    return taken


def _refuse_twice(taken: Upload, upload: Upload) -> None:
    twice = sorted(taken.files.keys() & upload.files.keys())
    if twice:
        raise UploadError(f"{twice[0]} was given twice", "give every output once")


def _same(challenge: Challenge, handing: Handing, *, phase: Phase | None, content: str) -> HandedIn | None:
    # people may answer as a system did, or as others do, and each has a row
    rows = Submission(
        challenge=challenge, phase=phase, submitter=handing.user, team=handing.team, row_name=handing.row_name,
        is_human=handing.is_human,
    )  # fmt: skip
    assert challenge.current is not None
    for found in handed_in_before(rows).filter(url="", content=content).select_related("version").order_by("-pk"):
        if not is_of_other_task(found, challenge.current):
            describe_again(found, handing.user, handing.description)
            return HandedIn(found, False, already_there(found, handing.description, handing.tags))
    return None


def describe_again(submission: Submission, by: User, description: str) -> None:
    """Give what was handed in before the description that was typed this time, where it has none."""
    if description.strip() and not submission.description:
        edit(submission, by, description=description)


def handed_in_before(like: Submission) -> QuerySet[Submission]:
    """Return what the same person handed in for the same team in the same phase, unless it failed.

    Among that the same outputs, or the same commit of a branch, are the same submission.
    """
    alive = like.challenge.submissions.filter(
        phase=like.phase, submitter=like.submitter, team=like.team, row_name=like.row_name, is_human=like.is_human,
        deleted=None,
    )  # fmt: skip
    return alive.exclude(state__in=Submission.UNSCORED)


def already_there(submission: Submission, description: str = "", tags: Collection[str] = ()) -> str:
    """Say that something was handed in before, and of a commit that it has to be another one for other inputs.

    description, tags: what was typed this time; where it is something else it is told that it was not taken.
    """
    said = _("These outputs were handed in before: they are submission %(number)d.") % {"number": submission.pk}
    if _are_other_words(submission, description.strip(), tags):
        said += " " + _("Its description and tags stay as they were; they can be edited on its page.")
    current = submission.challenge.current
    if current is None or not is_of_other_task(submission, current):
        return said
    advice = _(
        "The test has changed since: to hand them in for version %(version)s, make a new commit, also an empty one."
    )
    return f"{said} {advice % {'version': current.number}}"


def _are_other_words(submission: Submission, description: str, tags: Collection[str]) -> bool:
    if description and description != submission.description:
        return True
    known = {*submission.form.get("tags", ()), *submission.tags.values_list("name", flat=True)}
    return not known.issuperset(tags)


def _commit(challenge: Challenge, handing: Handing, files: Mapping[str, Path]) -> str:
    """Nobody's address is written into commits, which may be published; the reference is kept before the row is.

    Everybody may know the commit's id, so nobody may be able to compute it from outputs that they guess.
    """
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
    return f"{handing.description.strip() or 'Submission'}{tags}\n\nNonce: {secrets.token_hex(16)}"


# --- both ------------------------------------------------------------------------------------------------------------


def _admitted(challenge: Challenge, handing: Handing) -> Phase | None:
    """Return the phase in which it counts. Raises Refused, also where somebody has to be asked whether they mean it."""
    phase = check_open(challenge, handing.user, handing.team)
    if question := ask_of_phase(handing.meant, phase):
        raise Refused(question, MOVED)
    return phase


def _new(challenge: Challenge, handing: Handing, *, source: str) -> Submission:
    """A row for what passes the gate; called while the challenge is locked."""
    phase = _admitted(challenge, handing)
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
        row_name=handing.row_name,
        is_human=handing.is_human,
        is_majority=handing.is_majority,
        is_by_maker=not handing.row_name and has_maker(challenge, handing.user, handing.team),
        came_late=is_over(phase, timezone.now()) and not handing.row_name,  # rows of labelling come when it ends
    )


def _queued(submission: Submission, handing: Handing) -> Submission:
    submission.save()
    key = f"submission:{submission.pk}"
    try:
        payload: dict[str, Any] = {"submission": submission.pk}
        payload |= {"together": handing.together} if handing.together else {}
        payload |= {"asks": True} if handing.asks else {}
        submission.job = enqueue(
            EVALUATE, payload, user=handing.user, key=key, most_attempts=MOST_ATTEMPTS, limited=not handing.together
        )
    except QueueFull as error:
        raise Refused(str(error), "queue") from error
    submission.save(update_fields=["job"])
    return submission
