"""The folder of a project on a laptop: its records lie there as files, too, from one click to the next."""

from __future__ import annotations

import shutil
from pathlib import Path

from django.db import transaction
from django.utils.translation import gettext as _

from probierz.errors import ChallengeError, DataError, Refused
from probierz.suites.sqad.records import (
    Record,
    find_records,
    place_of_records,
    read_record,
    update_record,
    write_record,
)
from probierz.web.annotation.files import record_of
from probierz.web.annotation.models import AnnotatedRecord, AnnotationProject

HOME = ".probierz"
"""The folder inside in which the platform keeps its own files."""


def write_in_folder(row: AnnotatedRecord) -> None:
    """Make a record's files what its row says, once the transaction is done; nothing happens without a folder.

    The row is kept until then, not its files: thousands of records that are imported together are small as rows.
    """
    folder = row.project.folder
    if folder:
        transaction.on_commit(lambda: _write(place_of_records(Path(folder)), record_of(row)))


def _write(folder: Path, record: Record) -> None:
    path = folder / record.name
    try:
        if path.is_dir():
            update_record(read_record(path), Record(path, record.parts, record.others))
        else:
            write_record(record, folder)
    except (OSError, ChallengeError, DataError) as error:
        message = _("The record is kept, but %(path)s could not be written: %(why)s. Make room, and save it again.")
        raise Refused(message % {"path": path, "why": error}, "folder") from error


def hide_in_folder(project: AnnotationProject, name: str) -> None:
    """Put a record that was withdrawn aside, once the transaction is done."""
    if project.folder:
        transaction.on_commit(lambda: _hide(Path(project.folder), name))


def _hide(folder: Path, name: str) -> None:
    aside = folder / HOME / "withdrawn" / name
    path = place_of_records(folder) / name
    if path.is_dir():
        shutil.rmtree(aside, ignore_errors=True)
        aside.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(path, aside)


def paths_in(folder: Path) -> list[Path]:
    """Return the folders of the records that lie in a folder; none where it is empty."""
    try:
        return find_records(folder)
    except ChallengeError:
        return []
