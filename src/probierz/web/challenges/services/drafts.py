"""Looking before publishing: organisers see what an archive or a repository holds, then confirm or discard it.

A draft is an import that only looked. Its uploads are kept until it is confirmed, discarded, followed by another import
of the challenge, or forgotten for days.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.challenges.challenge import kind_of_split
from probierz.challenges.config import CONFIG_NAME
from probierz.errors import ChallengeError, Refused
from probierz.suites.checks.hidden_results import gold_names, is_gold, tells_of_leak
from probierz.suites.digests import sha256_of
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit
from probierz.web.challenges.checking import as_data
from probierz.web.challenges.division import unpacked
from probierz.web.challenges.gathering import from_folder
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services.imports import (
    IGNORED_NAME,
    KIND,
    Log,
    discard_upload,
    import_key,
    request_import,
    run_import,
)
from probierz.web.challenges.services.making import organising
from probierz.web.challenges.services.repairs import replaced_results
from probierz.web.challenges.services.versions import FoundVersion
from probierz.web.configuration import places
from probierz.web.jobs.models import Job

KEPT = timedelta(days=3)
MOST_NAMES = 50


class _Looked(Exception):
    """Ends an import that only looks, with what it found."""

    def __init__(self, found: FoundVersion) -> None:
        self.found = _as_data(found)


def look_over(challenge: Challenge, payload: dict[str, Any], log: Log) -> dict[str, Any]:
    """Return, as plain data, what an import would publish; nothing is. Raises as `run_import`."""

    def stop(found: FoundVersion) -> None:
        raise _Looked(found)

    try:
        run_import(challenge, payload, log, before=stop)
    except _Looked as looked:
        return looked.found
    raise AssertionError("an import that only looks ends before it publishes")


def refuse_unseen(found: FoundVersion, seen: str) -> None:
    """Raise ChallengeError where files are not those that were looked at; seen: their digest, "" if nobody looked."""
    if seen and _digest(found) != seen:
        raise ChallengeError("the files have changed since they were looked at; import them once more, and look again")


def _as_data(found: FoundVersion) -> dict[str, Any]:
    files = from_folder(found.opened.path)
    sizes = {name: path.stat().st_size for name, path in files.items()}
    gold, splits = gold_names(found.opened.path), {fact.split for fact in found.facts}
    tests = [name for name in splits if kind_of_split(name) == "test"]
    return {
        "number": found.number,
        "has_other_lines": found.has_other_lines,
        "title": found.opened.title,
        "files": len(files),
        "bytes": sum(sizes.values()),
        "metrics": [
            {"name": scheme.name, "higher_is_better": scheme.metric.better == "higher"}
            for scheme in found.opened.schemes
        ],
        "tests": [
            {
                "name": fact.split,
                "lines": fact.lines,
                "bytes": _bytes_of(fact.split, sizes),
                "is_hidden": fact.is_hidden,
            }
            for fact in found.facts
        ],
        "others": [
            {"name": split.name, "lines": found.opened.count_lines(split), "bytes": _bytes_of(split.name, sizes)}
            for split in found.opened.splits
            if split.name not in splits and split.input is not None
        ],
        "changes": [change._asdict() for change in found.changes],
        "drops_scores": any(change.submissions for change in found.changes),
        "repairs": list(found.repairs),
        "replaces_results": bool(replaced_results(found.repairs)),
        "divisions": list(_divisions(found)),
        "hidden": sorted(files.keys() - found.shared.keys())[:MOST_NAMES],
        "open": sorted(name for name in found.shared if is_gold(name, tests, gold))[:MOST_NAMES],
        "further": _further(found)[:MOST_NAMES],
        "leaks": any(tells_of_leak(problem) for problem in found.problems),
        "problems": as_data(found.problems),
        "digest": _digest(found),
    }


def _further(found: FoundVersion) -> list[str]:
    """The files that everybody would get and that no challenge has to have: often sources that were left there."""
    opened = found.opened
    data = {f"{one.name}/{path.name}" for one in opened.splits for path in (one.input, one.expected) if path}
    usual = {CONFIG_NAME, IGNORED_NAME, "README.md", opened.options.in_header, opened.options.out_header}
    return sorted(name for name in found.shared.keys() - data - usual if not name.upper().startswith("LICEN"))


def _bytes_of(split: str, sizes: Mapping[str, int]) -> int:
    return sum(size for name, size in sizes.items() if name.startswith(f"{split}/"))


def _divisions(found: FoundVersion) -> Iterator[dict[str, Any]]:
    """Tests whose division begins, changes its rule or ends with the version; public: how many lines, 0 at the end."""
    for fact in found.facts:
        division = fact.division
        if found.divided.get(fact.split, {}) == (division.rule if division is not None else {}):
            continue
        if fact.split in found.divided:
            public = sum(unpacked(fact.lines, bytes(division.public))) if division is not None else 0
            yield {"name": fact.split, "lines": fact.lines, "public": public}


def _digest(found: FoundVersion) -> str:
    """One digest of all files, and of which of them everybody would get."""
    whole = hashlib.sha256()
    for name, path in sorted(from_folder(found.opened.path).items()):
        whole.update(f"{name}\0{sha256_of(path)}\0{name in found.shared}\n".encode())
    return whole.hexdigest()


# --- what becomes of a draft -----------------------------------------------------------------------------------------


def confirm_draft(
    challenge: Challenge,
    draft: Job,
    *,
    by: User,
    drops_scores: bool = False,
    replaces_results: bool = False,
    has_leaks: bool = False,
) -> Job:
    """Ask for the version that was looked at.

    Raises Refused for what is no draft, or none any more, where scores would be lost without `drops_scores`,
    where many expected results differ without `replaces_results`, and where results of a test can be read by everybody
    without `has_leaks`.
    """
    organising(challenge, by)
    with transaction.atomic():
        known = _locked(draft)
        payload, found = known.payload, (known.result or {})["found"]
        if found.get("changes") and not drops_scores:
            if found.get("drops_scores", True):
                lost = _("Nothing has changed yet: say that submissions may lose their scores, or throw it away.")
                raise Refused(lost)
            raise Refused(_("Nothing has changed yet: say that the inputs are meant to differ, or throw it away."))
        if found.get("replaces_results") and not replaces_results:
            raise Refused(
                _("Nothing has changed yet: say that many expected results are meant to differ, or throw it away.")
            )
        if found.get("leaks") and not has_leaks:
            raise Refused(
                _("Nothing has changed yet: say that texts or results of a test may stand elsewhere, or throw it away.")
            )
        job = request_import(
            challenge, payload["public"], payload["hidden"], by=by, change=payload["change"],
            description=payload["description"], tests_are_open=payload["tests_are_open"],
            drops_scores=drops_scores, replaces_results=replaces_results, has_leaks=has_leaks, seen=found["digest"],
        )  # fmt: skip
        _settle(known, confirmed=str(job.pk))
    return job


def discard_draft(challenge: Challenge, draft: Job, *, by: User) -> None:
    """Throw a draft away. Raises Refused for what is no draft, or none any more."""
    organising(challenge, by)
    with transaction.atomic():
        known = _locked(draft)
        _settle(known, discarded=True)
        audit(by, "challenge.discard-import", challenge)
        transaction.on_commit(lambda: _throw_away(known))


def discard_drafts(challenge: Challenge, *, by: User) -> None:
    """Throw away the drafts of a challenge, as another import begins, and everybody's that were forgotten.

    Raises Refused for anybody but organisers.
    """
    organising(challenge, by)
    mine = list(_drafts().filter(key=import_key(challenge)))
    for draft in [*mine, *_drafts().filter(finished__lt=timezone.now() - KEPT)]:
        _settle(draft, discarded=True)
        _throw_away(draft)


def kept_drafts() -> Any:
    """Return the drafts whose uploads are still wanted."""
    return _drafts().filter(finished__gte=timezone.now() - KEPT)


class WaitingDraft(NamedTuple):
    """A draft to be confirmed. number: of the version; job: the import; lapses: until when it is kept."""

    number: str
    job: UUID
    lapses: datetime


def waiting_draft(challenge: Challenge) -> WaitingDraft | None:
    """Return the draft of a challenge that waits to be confirmed."""
    draft = kept_drafts().filter(key=import_key(challenge)).order_by("-finished").first()
    return None if draft is None else WaitingDraft(draft.result["found"]["number"], draft.pk, draft.finished + KEPT)


def _drafts() -> Any:
    return Job.objects.filter(kind=KIND, state=Job.State.DONE, result__has_key="found")


def _locked(draft: Job) -> Job:
    known: Job | None = _drafts().select_for_update().filter(pk=draft.pk).first()
    uploads = [places.upload_file(part["name"]) for part in _parts(draft) if part["kind"] == "upload"]
    if known is None or not all(path.is_file() for path in uploads):
        raise Refused(_("This draft is not kept any more. Import the files once more."))
    return known


def _settle(draft: Job, **outcome: Any) -> None:
    """Note what became of it; what was found is not shown any more."""
    draft.result = outcome
    draft.save(update_fields=["result"])


def _throw_away(draft: Job) -> None:
    for part in _parts(draft):
        discard_upload(part)


def _parts(draft: Job) -> list[dict[str, str]]:
    return [draft.payload["public"], draft.payload["hidden"]]
