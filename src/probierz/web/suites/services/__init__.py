"""What changes suites; an idea per file, and every verb from here."""

from probierz.web.suites.services.describing import add_task, describe_suite, publish_suite, unpublish_suite
from probierz.web.suites.services.handing_in import TakenArchive, hand_in_archive
from probierz.web.suites.services.looking import SeenArchive, look_at_archive, old_inputs_of
from probierz.web.suites.services.reading import ArchiveRefused
from probierz.web.suites.services.taking import (
    ask_of_phases,
    closed_tasks,
    nothing_to_score,
    takes_archives,
    takes_klej_archives,
    why_no_archives,
)

__all__ = [
    "ArchiveRefused",
    "SeenArchive",
    "TakenArchive",
    "add_task",
    "ask_of_phases",
    "closed_tasks",
    "describe_suite",
    "hand_in_archive",
    "look_at_archive",
    "nothing_to_score",
    "old_inputs_of",
    "publish_suite",
    "takes_archives",
    "takes_klej_archives",
    "unpublish_suite",
    "why_no_archives",
]
