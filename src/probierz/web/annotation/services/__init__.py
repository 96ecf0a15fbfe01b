"""What changes annotation; an idea per file, and every verb from here."""

from probierz.web.annotation.services.drafts import RecordChanged, begin, correct, discard, finish, save_draft
from probierz.web.annotation.services.imports import import_records, open_folder
from probierz.web.annotation.services.projects import add_member, create_project, save_guidelines, save_member
from probierz.web.annotation.services.records import bring_back, mend, remark, withdraw

__all__ = [
    "RecordChanged",
    "add_member",
    "begin",
    "bring_back",
    "correct",
    "create_project",
    "discard",
    "finish",
    "import_records",
    "mend",
    "open_folder",
    "remark",
    "save_draft",
    "save_guidelines",
    "save_member",
    "withdraw",
]
