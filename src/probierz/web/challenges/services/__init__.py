"""What changes challenges; an idea per file, and every verb from here."""

from probierz.web.challenges.services.announcements import announce, withdraw
from probierz.web.challenges.services.drafts import (
    confirm_draft,
    discard_draft,
    discard_drafts,
    kept_drafts,
    look_over,
    refuse_unseen,
)
from probierz.web.challenges.services.hidden_tests import (
    MOST_SELECTIONS,
    division_holds,
    save_division,
    save_reporting,
)
from probierz.web.challenges.services.imports import (
    cancel_import,
    delete_import,
    discard_upload,
    import_again,
    import_directory,
    keep_upload,
    may_be_repeated,
    request_import,
    run_import,
)
from probierz.web.challenges.services.line_changes import current_lines, scored_lines
from probierz.web.challenges.services.making import (
    admit_new,
    archive,
    changed,
    create_challenge,
    has_entries,
    may_create,
    organising,
    publish,
    save_quotas,
    save_rules,
    set_tags,
    star,
    unarchive,
    unpublish,
)
from probierz.web.challenges.services.people import add_organiser, remove_organiser
from probierz.web.challenges.services.phases import add_phase, change_phase, close_phase, remove_phase, set_phases
from probierz.web.challenges.services.readmes import readme_page, render_readme
from probierz.web.challenges.services.versions import InvalidChallenge, publish_version
from probierz.web.challenges.services.words import save_words

__all__ = [
    "admit_new",
    "MOST_SELECTIONS",
    "InvalidChallenge",
    "add_organiser",
    "add_phase",
    "announce",
    "archive",
    "cancel_import",
    "change_phase",
    "close_phase",
    "changed",
    "confirm_draft",
    "create_challenge",
    "delete_import",
    "discard_draft",
    "discard_drafts",
    "discard_upload",
    "division_holds",
    "import_again",
    "import_directory",
    "keep_upload",
    "kept_drafts",
    "look_over",
    "has_entries",
    "may_be_repeated",
    "may_create",
    "organising",
    "publish",
    "publish_version",
    "readme_page",
    "refuse_unseen",
    "remove_organiser",
    "remove_phase",
    "render_readme",
    "request_import",
    "run_import",
    "save_division",
    "save_reporting",
    "save_quotas",
    "save_rules",
    "save_words",
    "current_lines",
    "scored_lines",
    "set_phases",
    "set_tags",
    "star",
    "unarchive",
    "unpublish",
    "withdraw",
]
