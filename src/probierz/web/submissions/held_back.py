"""Submissions that are not published since a personal token stands in what was handed in, and what is said of it."""

from __future__ import annotations

from probierz.web.submissions.models import Submission

__all__ = ["IN_COMMIT", "IN_FILE", "IN_FILE_NAME", "REVOKE", "TOKEN_HELD_BACK", "why_held_back"]

TOKEN_HELD_BACK = "TokenHeldBack"
"""The kind of a failure: nothing was published, as a personal token stands in it."""
_SO = ", so nothing that was handed in was published"
IN_FILE = f"a personal token stands in this file{_SO}"
IN_FILE_NAME = f"a personal token stands in the name of a file{_SO}"
IN_COMMIT = f"a personal token stands in the commit's message or in a name in it{_SO}"
REVOKE = "revoke that token on the page of your account, and hand in again without it"


def why_held_back(submission: Submission) -> str:
    """Return what is said of a submission that was to be published and was not; empty of any other."""
    return next((one for one in submission.problems if one.partition("; ")[0].endswith(_SO)), "")
