"""What changes challenges; an idea per file, and every verb from here."""

from probierz.web.challenges.services.imports import (
    cancel_import,
    discard_upload,
    import_directory,
    keep_upload,
    request_import,
    run_import,
)
from probierz.web.challenges.services.making import (
    archive,
    changed,
    create_challenge,
    may_create,
    publish,
    save_rules,
    set_tags,
    star,
    unarchive,
    unpublish,
)
from probierz.web.challenges.services.people import add_organiser, remove_organiser
from probierz.web.challenges.services.phases import add_phase, change_phase, remove_phase
from probierz.web.challenges.services.readmes import readme_page, render_readme
from probierz.web.challenges.services.versions import InvalidChallenge, publish_version

__all__ = [
    "InvalidChallenge",
    "add_organiser",
    "add_phase",
    "archive",
    "cancel_import",
    "change_phase",
    "changed",
    "create_challenge",
    "discard_upload",
    "import_directory",
    "keep_upload",
    "may_create",
    "publish",
    "publish_version",
    "readme_page",
    "remove_organiser",
    "remove_phase",
    "render_readme",
    "request_import",
    "run_import",
    "save_rules",
    "set_tags",
    "star",
    "unarchive",
    "unpublish",
]
