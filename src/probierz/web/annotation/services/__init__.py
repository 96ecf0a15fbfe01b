"""What changes annotation; an idea per file, and every verb from here."""

from probierz.web.annotation.services.drafts import RecordChanged, begin, correct, discard, finish, save_draft
from probierz.web.annotation.services.ease import ask_reader, told_ease
from probierz.web.annotation.services.exports import (
    FORMATS,
    MadeChallenge,
    RecordsChosen,
    expected_sizes,
    export,
    leaving_counts,
    make_challenge,
)
from probierz.web.annotation.services.imports import import_archive, open_folder
from probierz.web.annotation.services.judging import judge_many
from probierz.web.annotation.services.projects import (
    add_member,
    archive_project,
    create_project,
    page_of_guidelines,
    rename_project,
    save_guidelines,
    save_member,
    take_out,
)
from probierz.web.annotation.services.records import bring_back, mend, remark, send_back, withdraw
from probierz.web.annotation.services.recounting import ask_recount, recount
from probierz.web.annotation.services.second import draw_second, give_second

__all__ = [
    "FORMATS",
    "RecordsChosen",
    "MadeChallenge",
    "RecordChanged",
    "add_member",
    "archive_project",
    "ask_reader",
    "ask_recount",
    "begin",
    "bring_back",
    "correct",
    "create_project",
    "discard",
    "draw_second",
    "expected_sizes",
    "export",
    "finish",
    "give_second",
    "import_archive",
    "judge_many",
    "leaving_counts",
    "make_challenge",
    "mend",
    "open_folder",
    "page_of_guidelines",
    "rename_project",
    "recount",
    "remark",
    "save_draft",
    "save_guidelines",
    "save_member",
    "send_back",
    "take_out",
    "told_ease",
    "withdraw",
]
