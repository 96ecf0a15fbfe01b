"""Records that exist already: taken from a folder or an archive, to be listed, mended and corrected."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from probierz.archives.limits import ArchiveLimits
from probierz.archives.members import archive_members
from probierz.archives.unpacking import inner_folder, unpack
from probierz.errors import ProbierzError, Refused
from probierz.suites.sqad.records import Record, find_records, part_of, read_records
from probierz.web.accounts.models import User
from probierz.web.annotation.files import record_of
from probierz.web.annotation.models import AnnotatedRecord, AnnotationProject, RecordRevision
from probierz.web.annotation.queries import Seat
from probierz.web.annotation.services.folders import read_folder, write_in_folder
from probierz.web.annotation.services.projects import create_project
from probierz.web.annotation.services.records import keep_new, keep_state, locked_record
from probierz.web.configuration.limits import archive_limits
from probierz.web.html.engine_words import in_this_language

__all__ = ["MOST_RECORDS", "TakenRecords", "import_archive", "open_folder"]

LOCAL_PROJECT = "sqad"
MOST_RECORDS = 5_000
"""Of an archive; they are taken while somebody waits, in less than a minute."""
ENTRIES_OF_RECORD = 12
"""The folder of a record, its eight files, and some that are no part of it."""
State = AnnotatedRecord.State


class TakenRecords(NamedTuple):
    """How many records were new, how many changed, and how many were there already, just so."""

    new: int
    changed: int
    same: int


def import_archive(seat: Seat, path: Path) -> TakenRecords:
    """Take the records of an archive into a project; one whose name is known becomes its next state.

    A record with files missing is taken, too, and listed under the rule that it breaks. Raises Refused.
    """
    if not seat.coordinates:
        raise Refused(_("Only a coordinator can do this."), "forbidden")
    with tempfile.TemporaryDirectory(prefix="probierz-records-") as folder:
        place = Path(folder)
        try:
            limits = replace(archive_limits(), entries=MOST_RECORDS * ENTRIES_OF_RECORD)
            _check_names(path, limits)
            unpack(path, place, limits)
            home = inner_folder(place)
            if len(find_records(home)) > MOST_RECORDS:
                raise _too_many_records()
            return _take(seat.project, read_records(home), seat.user, writes=True)
        except ProbierzError as error:
            said = str(error).replace(f"{place}/", "")
            for hidden in (place, path):
                said = said.replace(str(hidden), _("the archive"))
            raise Refused(in_this_language(said), "archive") from error


def _check_names(path: Path, limits: ArchiveLimits) -> None:
    """Refuse what holds many things that are no records before it is unpacked, which takes long. Raises Refused."""
    folders, others = set(), 0
    for member in archive_members(path, limits):
        folder, _slash, name = member.name.rpartition("/")
        if part_of(name):
            folders.add(folder)
        elif member.is_file:
            others += 1
        if len(folders) > MOST_RECORDS:
            raise _too_many_records()
        if others > archive_limits().entries:
            message = _("More than %(most)d files in the archive are no part of a record; pack the records alone.")
            raise Refused(message % {"most": archive_limits().entries}, "records")


def _too_many_records() -> Refused:
    message = _("There are more than %(most)d records in the archive; import them in parts.")
    return Refused(message % {"most": MOST_RECORDS}, "records")


@transaction.atomic
def _take(project: AnnotationProject, records: Iterable[Record], by: User, *, writes: bool) -> TakenRecords:
    """Make records what they are in the project. writes: and in its folder; not where they come from there."""
    new = changed = same = 0
    cause = RecordRevision.Cause.IMPORTED
    for record in records:
        known = project.records.filter(name=record.name).first()
        if known is None:
            keep_new(project, record, by=by, cause=cause, is_imported=True, writes=writes)
            new += 1
            continue
        row = locked_record(known)
        if record_of(row).files == record.files:
            same += 1
            if writes:  # a withdrawn one lies aside, and an import that found no room is done again
                write_in_folder(row)
        else:
            keep_state(row, record, by=by, cause=cause, writes=writes)
            changed += 1
        project.records.filter(pk=row.pk, state=State.WITHDRAWN).update(state=State.DONE)  # it is there again
    return TakenRecords(new, changed, same)


def open_folder(folder: Path, user: User) -> tuple[AnnotationProject, TakenRecords]:
    """Return the project of a folder, with the records as they lie there now. Raises DataError, ChallengeError."""
    records = read_folder(folder)
    project = AnnotationProject.objects.filter(slug=LOCAL_PROJECT).first()
    if project is None:
        project = create_project(LOCAL_PROJECT, folder.name, by=user, folder=str(folder))
    AnnotationProject.objects.filter(pk=project.pk).update(folder=str(folder))  # it may have been moved
    taken = _take(project, records, user, writes=False)
    names = {record.name for record in records}
    alive = project.records.exclude(state=State.WITHDRAWN).values_list("pk", "name")
    gone = [number for number, name in alive if name not in names]
    project.records.filter(pk__in=gone).update(  # somebody removed their folders
        state=State.WITHDRAWN, withdrawn_from=F("state"), withdrawn_by=None
    )
    return project, taken
