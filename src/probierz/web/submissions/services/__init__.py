"""What changes submissions; an idea per file, and every verb from here."""

from probierz.web.submissions.services.admission import MOVED, ask_of_phase, check_open, why_closed
from probierz.web.submissions.services.changing import (
    cancel,
    delete,
    deselect,
    edit,
    hide,
    judge_tag,
    mark_baseline,
    open_submission,
    rescore,
    restore,
    select,
    tags_there_are,
    tell_unknown_tags,
    unknown_tag_problems,
    unknown_tags,
)
from probierz.web.submissions.services.handing_in import HandedIn, Handing, submit_files, submit_git
from probierz.web.submissions.services.output_files import pack_all_outputs, pack_outputs, pack_own_outputs
from probierz.web.submissions.services.published_results import add_reference, put_references
from probierz.web.submissions.services.quota import quota_left
from probierz.web.submissions.services.retrying import retry
from probierz.web.submissions.services.trying_out import old_inputs, try_out

__all__ = [
    "MOVED",
    "HandedIn",
    "Handing",
    "add_reference",
    "ask_of_phase",
    "cancel",
    "check_open",
    "select",
    "delete",
    "edit",
    "hide",
    "judge_tag",
    "mark_baseline",
    "open_submission",
    "pack_all_outputs",
    "pack_outputs",
    "pack_own_outputs",
    "quota_left",
    "rescore",
    "restore",
    "retry",
    "tags_there_are",
    "tell_unknown_tags",
    "submit_files",
    "submit_git",
    "old_inputs",
    "try_out",
    "deselect",
    "unknown_tag_problems",
    "unknown_tags",
    "put_references",
    "why_closed",
]
