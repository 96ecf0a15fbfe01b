"""Importing: from git, an upload or a folder of the server, as a job with a log."""

from __future__ import annotations

import tempfile
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from probierz.archives.names import archive_ending
from probierz.challenges.config import CONFIG_NAME
from probierz.challenges.create import GITIGNORE
from probierz.challenges.problems import Problem
from probierz.errors import ChallengeError, Refused
from probierz.suites.checks.hidden_results import Files, gold_names, is_gold, withheld
from probierz.text import first_few
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit
from probierz.web.challenges import gathering
from probierz.web.challenges.counted_submissions import from_people
from probierz.web.challenges.models import Challenge, Version
from probierz.web.challenges.other_tests import refuse_answers_of_another
from probierz.web.challenges.public_repository import show_public
from probierz.web.challenges.services.making import organising
from probierz.web.challenges.services.versions import CHANGES, FoundVersion, publish_version
from probierz.web.configuration import places
from probierz.web.configuration.limits import transports
from probierz.web.intake.addresses import read_address
from probierz.web.intake.branches import check_branch
from probierz.web.intake.errors import IntakeError
from probierz.web.intake.gitrun import GitLimits
from probierz.web.intake.gitstore import Store
from probierz.web.jobs.models import Job
from probierz.web.jobs.services import QueueFull, cancel, enqueue

KIND = "import-challenge"
IGNORED_NAME = ".gitignore"
MOST_MISSING = 8
"""Of the files that an archive lacks so many are named."""

Part = dict[str, str]
"""Where a part comes from: {"kind": "git", "url", "branch"}, {"kind": "upload", "name"}, {"kind": "folder", "path"},
and for the hidden part {"kind": "kept"} (what the current version hides, where no archive or folder brings it anew) or
{"kind": "none"}."""

Log = Callable[[str], None]


def import_key(challenge: Challenge) -> str:
    """Return the key of imports of a challenge: one runs at a time."""
    return f"{KIND}:{challenge.pk}"


def keep_upload(name: str, pieces: Iterable[bytes]) -> Part:
    """Keep an uploaded archive until its job is done. Raises Refused if its name is not that of an archive."""
    ending = archive_ending(name)
    if not ending:
        raise Refused(_("%(name)s is no archive. Upload one: .zip or .tar.gz.") % {"name": f"“{name}”"})
    place = places.upload_file(f"{uuid.uuid4().hex}{ending}")
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("xb") as file:
        for piece in pieces:
            file.write(piece)
    return {"kind": "upload", "name": place.name}


def discard_upload(part: Part) -> None:
    """Throw away what was kept of an upload; other parts are left alone."""
    if part["kind"] == "upload":
        places.upload_file(Path(part["name"]).name).unlink(missing_ok=True)


def request_import(
    challenge: Challenge,
    public: Part,
    hidden: Part,
    *,
    by: User,
    change: str = "patch",
    description: str = "",
    tests_are_open: bool = False,
    drops_scores: bool = False,
    replaces_results: bool = False,
    has_leaks: bool = False,
    seen: str = "",
    only_looks: bool = False,
) -> Job:
    """Ask for a new version from these parts. tests_are_open: expected results of test sets may lie in the public part.

    drops_scores, replaces_results: see `publish_version`. has_leaks: its open splits may answer hidden tests of other
    challenges of the same people, and theirs its own; else it is not published. only_looks: nothing is published, see
    drafts.py. seen: the digest of the files that somebody looked at before; where they have changed, nothing is
    published.
    Raises Refused for an address that cannot be fetched from, and for somebody who may not.
    """
    organising(challenge, by)
    for part in (public, hidden):
        _refuse_bad(part, by)
    if change not in CHANGES:
        raise Refused(_("Choose how large the change is."))
    payload = {
        "challenge": challenge.pk, "public": public, "hidden": hidden, "change": change, "description": description,
        "tests_are_open": tests_are_open, "by": by.pk, "seen": seen, "only_looks": only_looks,
        "drops_scores": drops_scores, "replaces_results": replaces_results, "has_leaks": has_leaks,
    }  # fmt: skip
    try:
        with transaction.atomic():
            job = enqueue(KIND, payload, user=by, key=import_key(challenge), priority=1)
            if job.payload != payload:
                raise Refused(_("An import is under way. Wait until it is done."))
            if only_looks:  # what is published is noted with what became of it
                audit(by, "challenge.look-at-import", challenge)
            return job
    except QueueFull as error:
        raise Refused(str(error)) from error


def _refuse_bad(part: Part, by: User) -> None:
    try:
        if part["kind"] == "git":
            read_address(part["url"], transports())
            check_branch(part["branch"])
    except IntakeError as error:
        raise Refused(str(error)) from error
    if part["kind"] == "folder":
        if not by.is_staff:
            raise Refused(_("Only an administrator can import a folder of the server."))
        if not Path(part["path"]).is_absolute() or not Path(part["path"]).is_dir():
            raise Refused(_("There is no such folder on the server."))


def run_import(
    challenge: Challenge,
    payload: dict[str, Any],
    log: Log,
    job: UUID | None = None,
    before: Callable[[FoundVersion], None] | None = None,
) -> Version:
    """Do what `request_import` asked for; the job's handler calls it. Raises InvalidChallenge, IntakeError.

    before: see `publish_version`. A job whose worker was killed after it had published does not publish again.
    """
    made = Version.objects.filter(job=job).first() if job else None
    if made is not None:
        show_public(made)
        return made
    was = challenge.current_id
    seen: list[FoundVersion] = []

    def looked(found: FoundVersion, left_out: Sequence[Problem]) -> None:
        if before is not None:
            before(found._replace(problems=[*found.problems, *left_out]))
        if not payload.get("has_leaks", False):
            refuse_answers_of_another(found.problems)
        seen.append(found)

    version = _published(challenge, payload, log, job, looked)
    _remember(challenge, payload)
    if version.pk != was:
        change, repairs = (seen[0].change, seen[0].repairs) if seen else (payload["change"], [])
        _note(challenge, version, {**payload, "change": change}, repairs)
    _tell(challenge, version, log, is_new=version.pk != was)
    return version


def _published(
    challenge: Challenge,
    payload: dict[str, Any],
    log: Log,
    job: UUID | None,
    looked: Callable[[FoundVersion, Sequence[Problem]], None],
) -> Version:
    """Fetch both parts, and publish them. looked: called before anything is written, also with what is left out."""
    with tempfile.TemporaryDirectory(prefix="probierz-import-") as folder:
        gathered = _Gathering(challenge, Path(folder), log)
        public, commit = gathered.part(payload["public"], "public")
        hidden, hidden_commit = gathered.part(payload["hidden"], "hidden")
        whole = Path(folder) / "whole"
        return publish_version(
            challenge,
            whole,
            public=gathered.merged(public, hidden, payload, whole),
            change=payload["change"],
            commit=commit,
            gold_commit=hidden_commit or commit,
            description=payload["description"],
            tests_are_open=payload["tests_are_open"],
            drops_scores=payload.get("drops_scores", False),
            replaces_results=payload.get("replaces_results", False),
            job=job,
            before=lambda found: looked(found, gathered.left_out),
        )


def _note(challenge: Challenge, version: Version, payload: dict[str, Any], repairs: Sequence[dict[str, Any]]) -> None:
    """Put a new version into the audit log; one that changed nothing is none."""
    details: dict[str, Any] = {"version": version.number}
    redivided = version.redivided()
    if version.previous_id is not None and (repairs or not redivided or payload["change"] != "patch"):
        details["change"] = payload["change"]
    if redivided:
        details["divided"] = redivided
    if version.description:
        details["description"] = version.description
    if repairs:
        details["repaired"] = {one["name"]: one["differ"] for one in repairs}
    if again := max((one["submissions"] for one in repairs), default=0):
        details["scored_again"] = again
    audit(User.objects.filter(pk=payload.get("by") or 0).first(), "challenge.import", challenge, **details)


def _tell(challenge: Challenge, version: Version, log: Log, *, is_new: bool) -> None:
    """Say in the log what an import did. is_new: whether there is another version than before."""
    tests = ", ".join(sorted(set(version.tests.values_list("split", flat=True))))
    if is_new:
        log(f"version {version.number} is the current one; tests: {tests}")
    else:
        log(f"nothing has changed: version {version.number} stays the current one; tests: {tests}")
    if not challenge.is_published:
        log("the challenge is not published yet: organisers alone see it now")
    for line in _divisions_told(version) if is_new else ():
        log(line)
    if is_new and version.changed_tests:
        is_any = challenge.submissions.filter(from_people()).exists()
        log(f"tests have changed{': what was handed in is scored again' if is_any else ''}")


def _divisions_told(version: Version) -> Iterator[str]:
    """Say which tests are divided, otherwise than before, or no longer, from this version on."""
    for split, is_divided in version.redivided().items():
        if is_divided:
            yield f"WARNING: {split} is divided from this version on: its public part is shown, the private one decides"
        else:
            yield f"WARNING: {split} is divided no longer from this version on"


class _Gathering:
    """Brings the parts into folders below one that is thrown away afterwards.

    left_out: what of the parts is no part of a challenge.
    """

    def __init__(self, challenge: Challenge, folder: Path, log: Log) -> None:
        self._challenge, self._folder, self._log = challenge, folder, log
        self.left_out: list[Problem] = []

    def part(self, part: Part, role: str) -> tuple[Files, str]:
        """Return the files of a part, and its commit where it has one."""
        into = self._folder / role
        into.mkdir()
        if part["kind"] == "git":
            return self._fetched(part, role, into)
        if part["kind"] == "upload":
            return self._unpacked(part, role, into), ""
        if part["kind"] == "folder":
            return self._files(Path(part["path"])), ""
        return (self._kept() if part["kind"] == "kept" else {}), ""

    def _files(self, folder: Path) -> Files:
        """The files of a folder; outputs are left out, and told."""
        for problem in gathering.outputs_in(folder):
            self.left_out.append(problem)
            self._log(f"NOTE: {problem}")
        return gathering.from_folder(folder)

    def _unpacked(self, part: Part, role: str, into: Path) -> Files:
        """An archive's files; of the public part with a .gitignore, which many who pack a folder do not even see."""
        files = self._files(gathering.from_archive(places.upload_file(Path(part["name"]).name), into))
        if role == "public":
            gathering.refuse_deeper(files)
        if role != "public" or IGNORED_NAME in files:
            return files
        place = into / IGNORED_NAME
        place.write_text(GITIGNORE, encoding="utf-8")
        self._log(f"{IGNORED_NAME} is not in the archive; the usual one is put there")
        return {**files, IGNORED_NAME: place}

    def _fetched(self, part: Part, role: str, into: Path) -> tuple[Files, str]:
        begin = "fetching the hidden part: branch " if role == "hidden" else "fetching the public part: branch "
        self._log(f"{begin}{part['branch']} of {part['url']}")
        address = read_address(part["url"], transports())
        if role == "hidden" and address.scheme == "https" and not transports().trusts(address.host):
            self._log("WARNING: what the platform fetches here, anybody can; rather upload the hidden part")
        store = Store(places.sources(self._challenge.slug), transports=transports(), limits=GitLimits(files=2_000))
        commit = gathering.from_git(store, part["url"], part["branch"], f"refs/parts/{role}", into, self._log)
        self._log(f"commit {commit}")
        return self._files(into), commit

    def merged(self, public: Files, hidden: Files, payload: dict[str, Any], whole: Path) -> Files | None:
        """Write both parts into one folder, and return the public one; None where it is not told from the hidden."""
        is_git, is_open = payload["public"]["kind"] == "git", payload["tests_are_open"]
        if payload["hidden"]["kind"] == "kept" and not is_git and not is_open:
            public, hidden = self._repaired(public, hidden)
        if payload["public"]["kind"] == "upload" and CONFIG_NAME not in {**public, **hidden}:
            self._refuse_part({**public, **hidden})
        for name in gathering.merge(public, hidden, whole):
            self._log(f"WARNING: {name} is not the same in the public and in the hidden part")
        return public if is_git or hidden or is_open else None

    def _refuse_part(self, files: Files) -> None:
        """Say of an archive with some files of a challenge what else belongs to it, as the current version has it."""
        current, known = self._challenge.current, {CONFIG_NAME: Path(CONFIG_NAME)}
        if current is not None:
            known |= gathering.from_folder(places.version_folder(self._challenge.slug, current.folder))
        missing = sorted(known.keys() - files.keys() - {IGNORED_NAME}, key=lambda name: ("/" in name, name))
        raise ChallengeError(
            f"this archive must hold the whole challenge; what is missing: {first_few(missing, MOST_MISSING)}"
        )

    def _repaired(self, public: Files, kept: Files) -> tuple[Files, Files]:
        """Return both parts with new expected results of tests that are hidden now taken into the hidden one.

        public: of an archive or a folder, which nobody else has; in a branch they would lie open. kept: see `_kept`,
        whose other tests stay as they are.
        """
        hidden, gold = self._hidden_now()
        if CONFIG_NAME in public:
            gold |= gold_names(public[CONFIG_NAME].parent)
        brought = {name: path for name, path in public.items() if is_gold(name, hidden, gold)}
        for name in sorted(brought):
            self._log(f"{name} is taken for the new hidden expected results")
        splits = {name.partition("/")[0] for name in brought}
        stays = {name: path for name, path in kept.items() if name.partition("/")[0] not in splits}
        return withheld(public, hidden, gold), {**stays, **brought}

    def _kept(self) -> Files:
        """The hidden expected results of the current version."""
        version = self._challenge.current
        if version is None:
            return {}
        hidden, gold = self._hidden_now()
        files = gathering.from_folder(places.version_folder(self._challenge.slug, version.folder))
        return {name: path for name, path in files.items() if is_gold(name, hidden, gold)}

    def _hidden_now(self) -> tuple[set[str], frozenset[str]]:
        """The tests that the current version hides, and what its files of expected results are called."""
        version = self._challenge.current
        if version is None:
            return set(), frozenset()
        hidden = set(version.tests.filter(is_hidden=True).values_list("split", flat=True))
        return hidden, gold_names(places.version_folder(self._challenge.slug, version.folder))


def _remember(challenge: Challenge, payload: dict[str, Any]) -> None:
    """Keep where the parts came from, for the next update."""
    public, hidden = payload["public"], payload["hidden"]
    values = {"source_url": public.get("url", ""), "source_branch": public.get("branch", "")}
    if hidden["kind"] != "kept":
        values |= {"gold_url": hidden.get("url", ""), "gold_branch": hidden.get("branch", "")}
    Challenge.objects.filter(pk=challenge.pk).update(**values)
    challenge.refresh_from_db()


def cancel_import(challenge: Challenge, job: Job, *, by: User) -> None:
    """Stop an import; what it has not published yet is thrown away. Raises Refused for one that has ended."""
    organising(challenge, by)
    if not cancel(job):
        raise Refused(_("The import has ended already."))
    audit(by, "challenge.cancel-import", challenge)


def may_be_repeated(job: Job) -> bool:
    """Whether an import came to nothing, and its files can be had once more: uploads are thrown away."""
    return _came_to_nothing(job) and all(job.payload[part]["kind"] != "upload" for part in ("public", "hidden"))


def import_again(challenge: Challenge, job: Job, *, by: User) -> Job:
    """Look once more at the files of an import that came to nothing. Raises Refused where that cannot be."""
    organising(challenge, by)
    if not may_be_repeated(job):
        raise Refused(_("These files are not kept. Import them once more."))
    payload = job.payload
    return request_import(
        challenge, payload["public"], payload["hidden"], by=by, change=payload["change"],
        description=payload["description"], tests_are_open=payload["tests_are_open"], only_looks=True,
    )  # fmt: skip


def delete_import(challenge: Challenge, job: Job, *, by: User) -> None:
    """Delete an import that failed or was stopped, with its log. Raises Refused for any other."""
    organising(challenge, by)
    if not _came_to_nothing(job):
        raise Refused(_("Only imports that failed or were stopped can be deleted."))
    with transaction.atomic():
        job.delete()
        audit(by, "challenge.delete-import", challenge)


def _came_to_nothing(job: Job) -> bool:
    has_failed = job.state in (Job.State.FAILED, Job.State.CANCELLED)
    return has_failed and not Version.objects.filter(job=job.pk).exists()


def import_directory(challenge: Challenge, folder: Path, *, change: str = "patch", description: str = "") -> Version:
    """Publish a folder that holds a whole challenge, expected results among it; for the command line and the demo.

    Raises ChallengeError.
    """
    if not folder.is_dir():
        raise ChallengeError(f"{folder}: there is no such folder; name the directory of a challenge")
    payload = {
        "public": {"kind": "folder", "path": str(folder)}, "hidden": {"kind": "none"}, "change": change,
        "description": description, "tests_are_open": False, "has_leaks": True,
    }  # fmt: skip
    return run_import(challenge, payload, lambda line: None)
