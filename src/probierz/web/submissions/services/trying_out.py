"""Dry runs: outputs are looked at as far as the input tells, before anything counts."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from django.utils.translation import gettext as _

from probierz.archives.limits import MIB
from probierz.challenges.challenge import kind_of_split
from probierz.challenges.problems import Problem, has_errors
from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.accounts.services.throttle import try_once
from probierz.web.challenges.answered_inputs import known_inputs
from probierz.web.challenges.models import Challenge
from probierz.web.configuration import limits
from probierz.web.intake.budget import Budget
from probierz.web.intake.metadata import described_wrongly
from probierz.web.intake.outputs import FoundOutput
from probierz.web.intake.uploaded_outputs import Upload
from probierz.web.submissions.output_checks import TRIED_LIMITS, look_at_outputs
from probierz.web.submissions.services.handing_in import UNPACKING_SECONDS, unpack_uploads
from probierz.web.submissions.services.upload_budget import Uploaded, spend_upload

MOST_TRIED = 2
"""Dry runs in one process at a time, as each of them keeps a thread from answering others."""
TRIED_SECONDS = 5.0
"""By the clock, for what is unpacked to look at an archive for all tasks of a suite."""
WAITING_SECONDS = 2 * TRIED_SECONDS
"""How long a person's newest look waits for the end of the one under way."""

LOOK_AGAIN_SECONDS = 0.5
"""After so long those who wait are looked for again, as they may have hung up."""


@dataclass(frozen=True)
class TriedOutput:
    """An output that was looked at. path: as its sender calls it, or inside an archive. format: its
    endings, as in `.tsv.gz`. lines: None where they cannot be read.

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

    @property
    def has_faults(self) -> bool:
        """Whether these files cannot be scored, as handing them in would say, too."""
        return has_errors(self.problems)

    @property
    def has_doubts(self) -> bool:
        """Whether something is to be asked about before they are handed in."""
        return any(one.severity != "note" for one in self.problems)


def try_out(
    challenge: Challenge, files: Iterable[Uploaded], user: User, gone: Callable[[], bool] = lambda: False
) -> TryOut:
    """Look at outputs as far as the input tells; no expected result is opened, no quota used, nothing is kept.

    gone: whether nobody waits for the answer any more; then the look ends, and its place is free for others.
    What handing in takes is looked at, and what it refuses at once is told in its words; of what is too large for more,
    lines alone are counted, as a note says.
    Raises Refused where the challenge is unknown, many others look or this person has uploaded very much, UploadError,
    TooLarge.
    """
    from probierz.web.submissions.visibility import Viewer

    if not Viewer(user).may_see(challenge) or challenge.current is None:
        raise Refused(_("There is no such challenge."), "unknown")
    files = list(files)
    spend_upload(user, files)
    with one_look_of(user.pk, gone), tempfile.TemporaryDirectory(prefix="probierz-upload-") as folder:
        budget = Budget(limits.archive_limits().total_bytes, UNPACKING_SECONDS, lambda: refuse_gone(gone))
        upload = unpack_uploads(challenge, files, Path(folder), budget)
        outputs, problems, lines, are_counted = look_at_outputs(challenge.current, upload.files, budget)
        problems += described_wrongly(upload.files)
        if are_counted and outputs.found:
            problems.append(_only_counted(outputs.found[0].path))
        tests = challenge.current.lines_of_tests()
        problems = [replace(one, path=upload.name_of(one.path)) for one in problems]
        found = [_tried(output, upload, lines[output.path], tests) for output in outputs.found]
        missing = sorted(tests.keys() - {one.test for one in found})
        return TryOut(
            sorted(upload.files), problems, upload.left_out, found,
            [name for name in missing if kind_of_split(name) != "dev"],
        )  # fmt: skip


def _only_counted(path: str) -> Problem:
    message = _("outputs of more than %(number)d MiB: only their lines were counted") % {
        "number": TRIED_LIMITS.total_bytes // MIB
    }
    return Problem(path, None, message, _("what else is wrong with them is told when they are scored"), "note")


def old_inputs(challenge: Challenge, digests: str) -> list[Problem]:
    """Say which tests of somebody's copy of a challenge have other inputs than the current version.

    digests: of the inputs, as `FilesIn.inputs` has them; of splits that are not there nothing is said.
    """
    version = challenge.current
    if version is None or not digests:
        return []
    splits = set(version.tests.values_list("split", flat=True))
    said = dict(one.strip().partition("=")[::2] for one in digests.split(","))
    return [
        Problem(
            f"{split}/in.tsv", None, _("these are not the inputs of version %(number)s") % {"number": version.number},
            _("get the challenge anew, e.g. with git pull, and answer those"), "warning",
        )
        for split, digest in sorted(said.items())
        if split in splits and digest not in known_inputs(version, split)
    ]  # fmt: skip


def refuse_gone(gone: Callable[[], bool]) -> None:
    """Raise Refused where nobody waits for the answer any more."""
    if gone():
        raise Refused(_("Nobody waits for the answer any more."), "gone")


@dataclass
class _Looks:
    """Who looks just now, and the newest look of each person who waits for an earlier one of theirs to end."""

    under_way: set[int] = field(default_factory=set)
    newest: dict[int, object] = field(default_factory=dict)
    changed: threading.Condition = field(default_factory=threading.Condition)


_looks = _Looks()


@contextmanager
def one_look_of(person: int, gone: Callable[[], bool]) -> Iterator[None]:
    """A person looks once at a time, and few do: each look keeps a thread from answering others. Raises Refused.

    The form looks as soon as a file is chosen, so who presses the button at once waits for that look, and who changes
    the choice meanwhile takes the place of those who wait: one thread per person at most does nothing.
    """
    wait = try_once(look=str(person))
    if wait:
        message = _("You have looked very often. Look again in %(number)d min, or submit at once.")
        raise Refused(message % {"number": -(-wait // 60)}, "busy")
    with _alone(person, gone, most=MOST_TRIED):
        yield


@contextmanager
def one_archive_of(person: int, gone: Callable[[], bool]) -> Iterator[None]:
    """A person's archives are taken in one after another, and not while another is looked at. Raises Refused."""
    with _alone(person, gone):
        yield


@contextmanager
def _alone(person: int, gone: Callable[[], bool], *, most: int | None = None) -> Iterator[None]:
    """Do one thing of a person at a time, and nothing while as many do something as may at most."""
    with _looks.changed:
        is_free = _waited_for(person, gone)
        refuse_gone(gone)
        if not is_free:
            raise Refused(_("Your other outputs are being looked at. Try again in a moment."), "busy")
        if most is not None and len(_looks.under_way) >= most:
            message = _("Outputs of others are being looked at. Try again in a moment, or submit at once.")
            raise Refused(message, "busy")
        _looks.under_way.add(person)
    try:
        yield
    finally:
        with _looks.changed:
            _looks.under_way.discard(person)
            _looks.changed.notify_all()


def _waited_for(person: int, gone: Callable[[], bool]) -> bool:
    """Wait until the person's look under way is over; False where it lasts, or a newer look of theirs waits, too.

    Who hangs up waits no longer.
    """
    mine = _looks.newest[person] = object()
    _looks.changed.notify_all()
    try:
        end = time.monotonic() + WAITING_SECONDS
        while person in _looks.under_way and _looks.newest.get(person) is mine and not gone():
            if time.monotonic() >= end:
                break
            _looks.changed.wait(LOOK_AGAIN_SECONDS)
        return person not in _looks.under_way and _looks.newest.get(person) is mine
    finally:
        if _looks.newest.get(person) is mine:
            del _looks.newest[person]


def _tried(output: FoundOutput, upload: Upload, lines: int | None, tests: Mapping[str, int]) -> TriedOutput:
    kind, size = output.name.format + output.compression, upload.files[output.path].stat().st_size
    return TriedOutput(upload.name_of(output.path), output.test, kind, size, lines, tests[output.test])
